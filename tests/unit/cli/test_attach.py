"""``attach`` from the command line to the bundle, with real Frida, a fake phone and an agent that needs no Java."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from droidcanary.bundle_read import Bundle
from droidcanary.cli import run
from droidcanary.commands import attach as attach_command
from droidcanary.device.link import AgentFiles
from droidcanary.model import Notice, Proc
from tests.fake_adb import Reply
from tests.fake_adb.stage import AGENT, Stage, open_stage

PROC_ROUND = """{marker} begin
{uptime} 100.00
cpu  7002 3 1511 90210 777 0 12 0 0 0
cpu0 3500 1 700 45000 300 0 6 0 0 0
cpu1 3502 2 811 45210 477 0 6 0 0 0
{pid} (cat) S 1 1 0 0 -1 0 0 0 0 0 120 30 0 0 20 0 3 0 371905
{uptime} 100.00
{pid} (cat) S 1 1 0 0 -1 0 0 0 0 0 100 20 0 0 20 0 3 0 371905
900000000 1000000 50
{marker} end
"""


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Stage]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ANDROID_SERIAL", raising=False)
    monkeypatch.delenv("DROIDCANARY_AGENT_PRELUDE", raising=False)

    def fake_files(prelude: str) -> AgentFiles:
        return AgentFiles(AGENT, b"dex\n035\0", prelude)

    monkeypatch.setattr(attach_command, "_agent_files", fake_files)
    with open_stage(monkeypatch) as opened:

        def sampler(command: str) -> Reply:
            marker = command.split()[2]
            text = PROC_ROUND.format(marker=marker, pid=opened.pid, uptime="1005.25")
            return Reply(text.encode())

        opened.fake.on(r"while echo .*", sampler)
        yield opened


def lines_of(capsys: pytest.CaptureFixture[str]) -> tuple[list[dict[str, Any]], str]:
    captured = capsys.readouterr()
    return [json.loads(line) for line in captured.out.splitlines()], captured.err


def attach(*arguments: str) -> int:
    return run(["attach", "com.acme.shop", "--json", *arguments])


def test_a_whole_session(stage: Stage, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert attach("--duration", "1200ms") == 0
    lines, errors = lines_of(capsys)
    assert errors == ""
    assert [line["record"] for line in lines] == ["session", "summary"]
    session, summary = lines
    assert (session["app"]["pid"], session["device"]["model"], session["hook"]) == (stage.pid, "Pixel 8", "printer")
    assert (summary["ended"], summary["restored"], summary["lost"]) == ("duration", True, 0)
    assert summary["dispatches"] > 5
    (name,) = names(tmp_path)
    assert session["bundle"] == name
    with Bundle(Path(name)) as bundle:
        events = list(bundle.events())
        assert bundle.manifest["versions"]["frida"]
        assert bundle.manifest["versions"]["adb-server"] == "41"
    readings = [event for event in events if isinstance(event, Proc)]
    assert readings[0].total is not None
    assert readings[0].app_jiffies == 150
    assert any(isinstance(event, Notice) and event.code == "sampler-gap" for event in events)
    assert stage.fake.unexpected == []


def test_the_same_for_people(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["attach", "com.acme.shop", "--duration", "300ms", "-o", "new/folder/x.zip"]) == 0
    text = capsys.readouterr().out
    assert "droidcanary com.acme.shop 5.2.1" in text
    assert "everything in the app is as it was" in text
    assert Path("new/folder/x.zip").is_file()


def test_a_prelude_comes_first(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prelude = tmp_path / "prelude.js"
    prelude.write_text("globalThis.fakeMode = 'no-java: the prelude said so'")
    monkeypatch.setenv("DROIDCANARY_AGENT_PRELUDE", str(prelude))
    assert attach() == 14
    _, errors = lines_of(capsys)
    assert json.loads(errors)["name"] == "no-java"
    assert names(tmp_path) == ["prelude.js"]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def later(act: Any, seconds: float) -> None:
    threading.Timer(seconds, act).start()


def test_an_app_that_dies(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    def die() -> None:
        stage.fake.on(rf"cat /proc/{stage.pid}/stat", Reply(status=1))
        stage.fake.on("logcat .*", f"I am_kill : [0,{stage.pid},com.acme.shop,900,empty [bold]for[/] 60s]\n")
        stage.process.kill()

    later(die, 1.5)
    assert attach("--duration", "20s", "-o", "a.zip") == 17
    lines, errors = lines_of(capsys)
    assert lines[-1]["ended"] == "process-gone"
    error = json.loads(errors)
    assert (error["code"], error["name"]) == (17, "app-died")
    assert "am_kill: com.acme.shop,900,empty [bold]for[/] 60s" in error["message"]
    assert Path("a.zip").is_file()


def test_a_device_that_goes_away(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    later(stage.server.stop, 1.5)
    began = time.monotonic()
    assert attach("--duration", "20s", "-o", "a.zip") == 18
    assert time.monotonic() - began < 12
    lines, errors = lines_of(capsys)
    assert lines[-1]["ended"] == "device-gone"
    assert json.loads(errors)["code"] == 18
    assert Path("a.zip").is_file()


def test_waiting_for_the_app(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    stage.fake.on("pidof com.acme.shop", Reply(status=1))
    later(lambda: stage.fake.on("pidof com.acme.shop", f"{stage.pid}\n"), 0.7)
    assert run(["attach", "com.acme.shop", "--wait", "--duration", "300ms", "-o", "a.zip"]) == 0
    captured = capsys.readouterr()
    assert "waiting for com.acme.shop to start" in captured.err
    assert captured.err.count("waiting") == 1


def test_a_stopped_app_is_not_attached_to(stage: Stage, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage.fake.on(rf"cat /proc/{stage.pid}/stat", f"{stage.pid} (cat) T 1 1 0 0 -1 0 0 0 0 0 1 2 0 0 10 -10 3 0 5\n")
    assert attach() == 12
    _, errors = lines_of(capsys)
    assert "is stopped" in json.loads(errors)["message"]
    assert names(tmp_path) == []


def test_an_output_that_cannot_be_written(stage: Stage, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert attach("-o", "file/a.zip") == 20
    assert json.loads(lines_of(capsys)[1])["name"] == "output"
