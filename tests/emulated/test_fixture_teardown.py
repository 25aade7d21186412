"""The emulated device leaves nothing, however it ends, and hands the command's ways through."""

from __future__ import annotations

import os
import signal
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.emulated.fixture_device import FIXTURE, REPOSITORY, processes_in, wait_until

# Prints the namespaces it lives in, then does as told.
SHOW_NAMESPACES = "for n in pid mnt net ipc; do readlink /proc/self/ns/$n; done; echo ready; "


def start(script: str, folder: Path, *options: str, before: str = "") -> subprocess.Popen[str]:
    """Starts a device with a shell script beside it; whatever is written to TMPDIR outside shows in ``folder``.

    ``before`` is what the script does before it says that it is ready.
    """
    return subprocess.Popen(
        [*FIXTURE, "run", "--quiet", *options, "--", "sh", "-c", before + SHOW_NAMESPACES + script],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(folder)},
    )


def namespaces_of(process: subprocess.Popen[str]) -> set[str]:
    """Reads up to ``ready``."""
    assert process.stdout is not None
    found: list[str] = []
    for line in process.stdout:
        if line == "ready\n":
            return set(found)
        found.append(line.strip())
    assert process.stderr is not None
    raise AssertionError(process.stderr.read())


def finish(process: subprocess.Popen[str], timeout_s: float = 30) -> tuple[str, str, int]:
    output, errors = process.communicate(timeout=timeout_s)
    return output, errors, process.returncode


def assert_nothing_left(namespaces: set[str], folder: Path, within_s: float) -> None:
    assert len(namespaces) == 4
    assert wait_until(lambda: not processes_in(namespaces), within_s), processes_in(namespaces)
    # With no process in them the namespaces are gone, and with them mounts, ports and the tmpfs.
    assert "device_fixtures" not in Path("/proc/self/mountinfo").read_text()
    assert list(folder.iterdir()) == []


def test_a_run_hands_the_status_on_and_leaves_nothing(tmp_path: Path) -> None:
    process = start('mktemp >/dev/null; echo "$ANDROID_SERIAL"; adb get-state; exit 7', tmp_path)
    namespaces = namespaces_of(process)
    output, errors, status = finish(process)
    assert (output, status) == ("emulator-5554\ndevice\n", 7), errors
    assert_nothing_left(namespaces, tmp_path, within_s=0)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_the_fixtures_death_is_the_death_of_all(end: signal.Signals, tmp_path: Path) -> None:
    process = start("python3 -c 'import time; time.sleep(600)' & sleep 600", tmp_path)
    namespaces = namespaces_of(process)
    alive = processes_in(namespaces)
    assert len(alive) > 6  # adb server, adbd, portal, zygote, the apps, the script and its children
    process.send_signal(end)
    process.wait(timeout=20)
    assert_nothing_left(namespaces, tmp_path, within_s=2)
    finish(process)


def test_the_commands_children_do_not_survive_it(tmp_path: Path) -> None:
    process = start("setsid sleep 600 & exit 0", tmp_path)
    namespaces = namespaces_of(process)
    assert process.wait(timeout=20) == 0
    assert_nothing_left(namespaces, tmp_path, within_s=0)
    finish(process)


def test_an_interrupt_reaches_the_command_once(tmp_path: Path) -> None:
    # The trap is set before it says "ready": the interrupt must not come earlier.
    trap = "got=0; trap 'got=$((got+1))' INT; "
    count = "sleep 2 & wait; sleep 1; echo interrupts $got; exit $((40 + got))"
    process = start(count, tmp_path, before=trap)
    namespaces = namespaces_of(process)
    process.send_signal(signal.SIGINT)
    output, errors, status = finish(process)
    assert (output, status) == ("interrupts 1\n", 41), errors
    assert_nothing_left(namespaces, tmp_path, within_s=0)


def test_two_runs_stand_side_by_side(tmp_path: Path) -> None:
    # It looks once it was given a line: what came together with "ready" would be lost in the reader's buffer.
    look = "read -r _; adb shell 'getprop ro.build.version.sdk; pidof com.example.jank | wc -w'; exit 0"
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    command = [*FIXTURE, "run", "--quiet"]
    runs = [
        subprocess.Popen(
            [*command, "--api", api, "--", "sh", "-c", SHOW_NAMESPACES + look],
            cwd=REPOSITORY,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "TMPDIR": str(folder)},
        )
        for api, folder in zip(("28", "35"), folders, strict=True)
    ]
    namespaces = [namespaces_of(run) for run in runs]  # both are up now
    assert not namespaces[0] & namespaces[1]
    ends = [run.communicate("\n", timeout=30) for run in runs]
    assert [output for output, _ in ends] == ["28\n1\n", "35\n1\n"], ends
    for known, folder in zip(namespaces, folders, strict=True):
        assert_nothing_left(known, folder, within_s=0)


def test_an_app_that_ends_at_once_is_the_fixtures_failure(tmp_path: Path) -> None:
    jar = tmp_path / "app.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr("META-INF/MANIFEST.MF", "Main-Class: com.example.Missing\n")
    folder = tmp_path / "tmp"
    folder.mkdir()
    _, errors, status = finish(start("", folder, "--app", str(jar)), timeout_s=60)
    assert status == 125
    assert "ended before its main looper ran" in errors
    assert "com.example.Missing" in errors  # from the app's own log
    assert list(folder.iterdir()) == []


def test_a_command_that_is_not_there(tmp_path: Path) -> None:
    command = [*FIXTURE, "run", "--quiet", "--", str(tmp_path / "nothing")]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 127
    assert "cannot run" in done.stderr
