"""The command line: exit codes, errors for people and for programs, nothing sent before it is checked."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from droidcanary import __version__
from droidcanary.cli import run
from droidcanary.device.adb import AdbDevice
from droidcanary.export import FORMATS
from tests.fake_adb import FakeAdbServer, FakeDevice, Reply, phone
from tests.fake_adb.server import answer

ROOT = Path(__file__).parents[3]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ANDROID_SERIAL", "ADB_SERVER_SOCKET", "ANDROID_ADB_SERVER_ADDRESS", "DROIDCANARY_AGENT_PRELUDE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def serve(monkeypatch: pytest.MonkeyPatch, *devices: FakeDevice) -> FakeAdbServer:
    server = FakeAdbServer(list(devices))
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.port))
    return server


def error_of(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The one JSON object on stderr; nothing is on stdout."""
    captured = capsys.readouterr()
    assert captured.out == ""
    error: dict[str, Any] = json.loads(captured.err)
    assert set(error) >= {"record", "code", "name", "message", "hint", "candidates"}
    assert error["record"] == "error"
    assert error["hint"]
    return error


@pytest.mark.parametrize(
    "arguments", [["--help"], ["attach", "--help"], ["demo", "-h"], ["replay", "--help"], ["--version"]]
)
def test_help_is_cheap(arguments: list[str]) -> None:
    code = (
        f"import sys; from droidcanary.cli import run; status = run({arguments!r});"
        "heavy = {'frida', '_frida', 'adbutils', 'psutil', 'rich', 'PIL', 'requests'} & set(sys.modules);"
        "sys.exit(f'imported {heavy}' if heavy else status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"droidcanary {__version__}\n"


def test_every_promised_flag_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    flags = {
        "attach": "-s --serial --process --wait --threshold --idle-threshold --hang-timeout --hook --sample --interval "
        "--duration -o --output --force --json --agent-prelude -v --log-file",
        "demo": "--json --duration --output",
        "replay": "--threshold --idle-threshold --hang-timeout --json",
        "export": "--to -o",
        "devices": "--json",
    }
    for verb, names in flags.items():
        assert run([verb, "--help"]) == 0
        text = capsys.readouterr().out
        for name in names.split():
            assert re.search(rf"(?<![\w-]){re.escape(name)}\b", text), (verb, name)


def test_the_formats_of_export_are_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "--help"]) == 0
    text = capsys.readouterr().out
    assert "|".join(form.name for form in FORMATS) in text


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["attach"],
        ["attach", "com.acme.shop", "--threshold", "1"],
        ["attach", "com.acme.shop", "--interval", "0ms"],
        ["attach", "com.acme.shop", "--duration", "٥s"],
        ["attach", "com.acme.shop", "--hook", "magic"],
        ["attach", "com.acme.shop", "--nonsense"],
        ["attach", "com.acme.shop", "--process", "; id"],
        ["attach", "com.acme.shop", "-s", ""],
        ["attach", "com.acme.shop; touch /data/local/tmp/pwn"],
        ["attach", "com.acme.shop/.Home$Start"],
        ["attach", "$(id)"],
        ["attach", "--", "-rf"],
        ["attach", ""],
        ["attach", "com.acme.shop", "--agent-prelude", "/nonexistent.js"],
        ["demo", "--duration", "5"],
        ["frobnicate"],
        ["export", "x.zip", "--to", "pdf"],
        ["replay"],
    ],
)
def test_usage_errors_send_nothing(
    arguments: list[str], here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serve(monkeypatch, phone()) as server:
        status = run([*arguments, "--json"] if "--" not in arguments else ["--json", *arguments])
        if arguments == []:
            assert status == 2
            return
        assert status == 2
        error = error_of(capsys)
        assert (error["code"], error["name"]) == (2, "usage")
        assert server.commands == []
        if "-s" not in arguments:
            assert server.requests == []
    assert names(here) == []


def test_usage_errors_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["attach", "[bold]x[/]"]) == 2
    text = capsys.readouterr().err
    assert "error: '[bold]x[/]' is not a package name" in text
    assert "hint: a package looks like com.example.app" in text
    assert run(["attach"]) == 2
    assert "droidcanary attach --help" in capsys.readouterr().err


def test_no_arguments_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 2
    assert "Commands:" in "".join(capsys.readouterr())


LOCKED = FakeDevice("AAA1", state="unauthorized")


@pytest.mark.parametrize(
    ("devices", "arguments", "code", "name"),
    [
        ([], [], 10, "no-device"),
        ([phone("S1")], ["-s", "S2"], 10, "no-device"),
        ([phone("S1"), phone("S2", transport_id=2)], [], 11, "several-devices"),
        ([LOCKED], [], 12, "device-state"),
        ([FakeDevice("CCC3", state="offline")], ["-s", "CCC3"], 12, "device-state"),
        ([phone(pid=None)], [], 13, "app-not-running"),
        ([phone()], ["--process", ":sync"], 13, "app-not-running"),
        ([phone()], [], 15, "no-frida-server"),
    ],
)
def test_each_failure_has_its_code(
    devices: list[FakeDevice],
    arguments: list[str],
    code: int,
    name: str,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for device in devices:
        device.commands.clear()
    with serve(monkeypatch, *devices) as server:
        assert run(["attach", "com.acme.shop", "--json", *arguments]) == code
        error = error_of(capsys)
        assert (error["code"], error["name"]) == (code, name)
        if code < 13:
            assert server.commands == []
            assert len(error["candidates"]) == len(devices)
        assert all(device.unexpected == [] for device in devices)
    assert names(here) == []


def test_all_calls_go_to_the_chosen_device(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = phone("emulator-5554", pid=None), phone("192.0.2.7:5555", transport_id=2)
    monkeypatch.setenv("ANDROID_SERIAL", "192.0.2.7:5555")
    with serve(monkeypatch, first, second) as server:
        assert run(["attach", "com.acme.shop", "--json"]) == 15
        assert first.commands == []
        assert second.commands
        asked = [
            request for request in server.requests if request.startswith("host:transport") or "host-serial" in request
        ]
        assert all("192.0.2.7:5555" in request for request in asked)
    capsys.readouterr()


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (answer(b""), "closes them at once"),
        (answer(b"HTTP/1.1 404 Not Found\r\n\r\n"), "not frida-server"),
        (answer(b"", close=False), "never answers"),
    ],
)
def test_what_is_not_frida_is_told_apart(
    reply: Any, words: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("droidcanary.device.endpoint.PROBE_S", 0.3)
    device = phone()
    device.services["tcp:27042"] = reply
    with serve(monkeypatch, device):
        assert run(["attach", "com.acme.shop", "--json"]) == 15
    error = error_of(capsys)
    assert words in error["message"]
    assert "android-arm64" in error["hint"]


def test_an_existing_output_is_refused_before_anything_is_asked(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "mine.zip").write_bytes(b"mine")
    with serve(monkeypatch, phone()) as server:
        assert run(["attach", "com.acme.shop", "-o", "mine.zip", "--json"]) == 20
        assert server.requests == []
    assert error_of(capsys)["name"] == "output"
    assert run(["demo", "-o", "/dev/full", "--force", "--json"]) == 20
    assert error_of(capsys)["code"] == 20
    assert (here / "mine.zip").read_bytes() == b"mine"


def test_a_device_that_stops_answering(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    device = phone()
    device.on("pidof .*", Reply(silent=True))
    monkeypatch.setattr(AdbDevice.shell, "__kwdefaults__", {"timeout_s": 0.3})
    with serve(monkeypatch, device):
        assert run(["attach", "com.acme.shop", "--json"]) == 18
    assert "looking for com.acme.shop" in error_of(capsys)["message"]


def test_devices_for_people_and_programs(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ready = phone("emulator-5554")
    ready.services["tcp:27042"] = answer(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
    twins = [phone("0123", transport_id=7), phone("0123", transport_id=8)]
    with serve(monkeypatch, ready, LOCKED, *twins) as server:
        server.noise = "* daemon not running; starting now at tcp:5037\n"
        assert run(["devices", "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)["devices"]
        assert run(["devices"]) == 0
        text = capsys.readouterr().out
    assert [(row["serial"], row["usable"]) for row in rows] == [
        ("emulator-5554", True),
        ("AAA1", False),
        ("0123", True),
        ("0123", True),
    ]
    assert (rows[0]["model"], rows[0]["api"], rows[0]["abi"], rows[0]["hint"]) == ("Pixel 8", 34, "arm64-v8a", "")
    assert "accept the USB debugging question" in rows[1]["hint"]
    assert "transport_id:7" in rows[2]["hint"]
    assert "Pixel 8" in text
    assert "unauthorized" in text


def test_no_devices_is_no_failure_of_devices(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serve(monkeypatch):
        assert run(["devices", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["devices"] == []
        assert run(["devices"]) == 0
    assert "no device is connected" in capsys.readouterr().err


def test_an_internal_error_is_one_line_and_a_log(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("ours \x1b[2J")

    monkeypatch.setattr("droidcanary.commands.devices.run", broken)
    assert run(["devices", "--log-file", "log.txt"]) == 1
    text = capsys.readouterr().err
    assert "internal error: RuntimeError: ours \\x1b[2J" in text
    assert "Traceback" not in text
    assert "Traceback" in (here / "log.txt").read_text()
    assert run(["devices", "--log-file", "/nonexistent/log.txt", "--json"]) == 20


# --- the demo, and what becomes of its recording ---------------------------------------------------------


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two seconds of the demo."""
    path = tmp_path_factory.mktemp("demo") / "demo.droidcanary.zip"
    assert run(["demo", "--duration", "2s", "--threshold", "300ms", "--json", "-o", str(path)]) == 0
    return path


def test_the_demo_is_the_same_each_time(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(recorded), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["record"] for line in lines] == ["session", *["incident"] * (len(lines) - 2), "summary"]
    closed = [line for line in lines if line.get("state") == "closed"]
    first = closed[0]
    assert (first["kind"], first["start_uptime_ms"], first["wall_ms"]) == ("slow-dispatch", 3_725_500.0, 1250.0)
    assert first["culprit"]["method"] == "com.acme.shop.catalog.PriceFormatter.format"
    assert first["cpu"]["main_pct_core"] == pytest.approx(96, abs=1)
    assert lines[0]["settings"]["threshold_ms"] == 300.0
    assert lines[-1]["ended"] == "duration"
    assert {line["id"] for line in lines if line.get("state") == "open"} == {line["id"] for line in closed}


def test_other_thresholds_judge_again(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(recorded), "--json", "--threshold", "2s"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["record"] for line in lines] == ["session", "summary"]
    assert lines[-1]["incidents"] == 0
    assert run(["replay", str(recorded), "--threshold", "50ms"]) == 0
    assert "were not recorded one by one" in capsys.readouterr().err


def test_export_to_text(recorded: Path, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", str(recorded), "--to", "text", "-o", "logs"]) == 0
    files = names(here / "logs")
    assert files
    assert "com.acme.shop.catalog.PriceFormatter.format" in (here / "logs" / files[0]).read_text("utf-8")
    assert run(["export", str(recorded), "--to", "text", "-o", "logs"]) == 20
    assert run(["export", str(recorded), "--to", "text", "-o", "logs", "--force"]) == 0
    assert run(["export", str(recorded), "--to", "text", "-o", "one.log"]) == 0
    assert (here / "one.log").is_file()
    capsys.readouterr()
    assert run(["export", str(recorded), "--to", "text"]) == 0
    assert "PriceFormatter.format" in capsys.readouterr().out


def test_export_to_json(recorded: Path, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", str(recorded), "--to", "json", "-o", "new/all.json"]) == 0
    document = json.loads((here / "new" / "all.json").read_text("utf-8"))
    assert document["schema"] == 1
    assert names(here / "new") == ["all.json"]
    assert run(["export", "nope.zip", "--to", "json"]) == 19


@pytest.mark.parametrize("verb", [["replay"], ["export", "--to", "json"]])
def test_a_bundle_that_cannot_be_read(verb: list[str], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "x.zip").write_bytes(b"no zip")
    assert run([*verb, "x.zip"]) == 19
    assert "not a zip file" in capsys.readouterr().err


def test_a_reader_that_has_enough_ends_the_demo(here: Path) -> None:
    command = f"{sys.executable} -m droidcanary demo --json --duration 30s --threshold 150ms | head -n 1"
    began = time.monotonic()
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=ROOT, timeout=30)
    assert json.loads(done.stdout)["record"] == "session"
    assert done.stderr == ""
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("json_flag", [[], ["--json"]])
def test_a_full_disk_under_stdout(here: Path, json_flag: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        command = [
            sys.executable,
            "-m",
            "droidcanary",
            "demo",
            "--duration",
            "20s",
            *json_flag,
            "-o",
            str(here / "a.zip"),
        ]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, timeout=15)
    assert done.returncode == 20
    assert "stdout cannot be written: No space left on device" in done.stderr
    assert names(here) == ["a.zip"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_the_demo_with_a_summary(number: int, here: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "droidcanary", "demo", "--json", "--duration", "30s", "-o", str(here / "a.zip")],
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(number)
    rest, _ = process.communicate(timeout=10)
    assert process.returncode == 0
    assert json.loads(rest.splitlines()[-1])["ended"] == "user"
    assert names(here) == ["a.zip"]
