"""Standard streams that are closed, full or odd, and paths that are no text: the exit code still says what happened."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from droidcanary.cli import run

ROOT = Path(__file__).parents[3]
PYTHON = f"{sys.executable} -m droidcanary"


def shell(command: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, cwd=ROOT, timeout=30, env={**os.environ, **environ}
    )


def test_an_interrupt_while_the_program_loads_has_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("print('loading', flush=True)\nimport time\ntime.sleep(20)\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "droidcanary", "--version"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # as a terminal starts it
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=10)
    assert (process.returncode, stderr) == (-signal.SIGINT, b"")


@pytest.mark.parametrize("arguments", ["--version", "demo --duration 200ms", "demo --duration 200ms --json"])
def test_a_closed_stdout_takes_its_text_to_nowhere(arguments: str) -> None:
    done = shell(f"{PYTHON} {arguments} >&-")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("flag", ["", "--json"])
@pytest.mark.parametrize("stderr", ["2>&-", "2>/dev/full", "<&- >&- 2>&-"])
def test_an_error_that_nobody_can_read_keeps_its_code(flag: str, stderr: str) -> None:
    done = shell(f"{PYTHON} demo {flag} --duration 500 {stderr}")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.parametrize("arguments", ["--version", "--help", "replay --help"])
def test_a_full_disk_under_what_is_said_about_the_program(arguments: str) -> None:
    done = shell(f"{PYTHON} {arguments} >/dev/full")
    assert done.returncode == 20
    assert "stdout cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_full_disk_under_the_log_disturbs_nothing() -> None:
    done = shell(f"{PYTHON} demo --duration 200ms --log-file /dev/full")
    assert (done.returncode, done.stderr) == (0, "")
    assert "the duration is over" in done.stdout


def test_an_internal_error_is_one_json_line_without_a_log() -> None:
    code = (
        "import sys; from droidcanary import cli; from droidcanary.commands import replay;"
        "replay.run = lambda *_, **__: 1 / 0; sys.exit(cli.run(['replay', 'x.zip', '--json']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=30)
    assert done.returncode == 1
    assert json.loads(done.stderr)["name"] == "internal"


def test_a_console_of_no_width_shows_what_there_is() -> None:
    done = shell(f"{PYTHON} demo --duration 500", COLUMNS="0")
    assert done.returncode == 2
    assert "has no unit" in done.stderr


def test_no_arguments_show_the_help_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 2
    captured = capsys.readouterr()
    assert captured.out.startswith("Usage: droidcanary [OPTIONS] COMMAND")
    assert captured.err == ""


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    name = str(tmp_path / "a\udcff.zip")
    done = shell(f"{PYTHON} demo --json --duration 200ms -o '{name}' && {PYTHON} replay --json '{name}'")
    assert (done.returncode, done.stderr) == (0, "")
    sessions = [line for line in map(json.loads, done.stdout.splitlines()) if line["record"] == "session"]
    assert [line["bundle"] for line in sessions] == [str(tmp_path / "a\\udcff.zip")] * 2
    done = shell(f"{PYTHON} replay --json '{name}x'")
    assert done.returncode == 19
    assert "a\\udcff.zipx cannot be read" in json.loads(done.stderr)["message"]


def test_a_usage_error_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "a.zip"]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("error: Missing option '--to'.")
    assert "\\n" not in first
    assert second == "hint: droidcanary export --help"


@pytest.mark.skipif(os.name == "nt", reason="no pseudo terminals there")
@pytest.mark.parametrize("how", [signal.SIG_DFL, signal.SIG_IGN])
def test_a_terminal_that_is_closed_ends_the_demo_and_keeps_it(tmp_path: Path, how: signal.Handlers) -> None:
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "droidcanary", "demo", "--threshold", "300ms", "-o", str(tmp_path / "a.zip")],
        stdout=theirs,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm"},
        preexec_fn=lambda: signal.signal(signal.SIGHUP, how),  # SIG_IGN: as nohup does
    )
    os.close(theirs)
    assert os.read(ours, 100)
    os.close(ours)
    if how is signal.SIG_DFL:
        process.send_signal(signal.SIGHUP)
    _, stderr = process.communicate(timeout=20)
    assert (process.returncode, stderr) == (0, b"")
    assert [path.name for path in tmp_path.iterdir()] == ["a.zip"]
