"""link.py against real Frida: a portal behind the fake adb server, a script without Java in a process of our own."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator

import pytest

from droidcanary import wire
from droidcanary.device import link as link_module
from droidcanary.device.adb import AdbDevice, AdbServer
from droidcanary.device.delivery import LinkDown, ScriptError
from droidcanary.device.endpoint import Endpoint, probe_endpoint
from droidcanary.device.link import AgentFiles
from droidcanary.errors import AppDiedError, CanaryError, LinkLostError, NoFridaServerError, NoJavaError, UsageError
from tests.fake_adb.device import Reply
from tests.fake_adb.server import answer
from tests.fake_adb.stage import AGENT, Stage, join, open_stage


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    with open_stage(monkeypatch) as opened:
        yield opened


def batches(stage: Stage, count: int) -> list[wire.Batch]:
    found: list[wire.Batch] = []
    while len(found) < count:
        item = stage.get()
        assert isinstance(item, str)
        message = wire.decode(item)
        assert isinstance(message, wire.Batch)
        found.append(message)
    return found


def test_attach_ack_and_leave(stage: Stage) -> None:
    link = stage.link()
    hello = link.open()
    assert (hello.agent, hello.pid, hello.notes) == ("fake", stage.pid, ("dex 8",))
    assert [batch.seq for batch in batches(stage, 3)] == [1, 2, 3]
    link.ack(3)
    time.sleep(0.1)
    goodbye = link.close(2.0)
    assert goodbye is not None
    assert goodbye.restored
    assert goodbye.residue == ("acked 3",)
    rest = []
    while not stage.inbox.empty():
        rest.append(stage.get())
    assert not any(isinstance(item, LinkDown) for item in rest)
    assert stage.process.poll() is None
    link.ack(4)  # after the end: nothing happens


def test_two_rounds_leave_nothing_that_doubles(stage: Stage) -> None:
    for _ in range(2):
        link = stage.link()
        link.open()
        batches(stage, 2)
        assert link.close(2.0) is not None
        while not stage.inbox.empty():
            stage.inbox.get()
    time.sleep(0.2)
    assert stage.inbox.empty()


@pytest.mark.parametrize("serial", ["adb-0A1B (2)._adb-tls-connect._tcp"])
def test_a_serial_that_frida_cannot_list_goes_through_a_forward(stage: Stage, serial: str) -> None:
    link = stage.link(serial=serial)
    link.open()
    assert list(stage.server.forwards.values()) == ["tcp:27042"]
    batches(stage, 1)
    assert link.close(2.0) is not None
    assert stage.server.forwards == {}


@pytest.mark.parametrize(
    ("mode", "error", "words"),
    [
        ("no-java: nothing here", NoJavaError, "has no Java VM"),
        ("hook: no field mLogging", CanaryError, "could not be hooked: no field mLogging"),
        ("dex: Writable dex", CanaryError, "refused the probe: Writable dex"),
        ("protocol: 1 or 2", CanaryError, "same protocol: 1 or 2"),
        ("strange: thing", CanaryError, "could not start: thing"),
    ],
)
def test_what_start_throws_is_said_in_words(stage: Stage, mode: str, error: type[CanaryError], words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        stage.link(mode).open()
    assert caught.value.hint


def test_another_protocol_is_refused(stage: Stage) -> None:
    with pytest.raises(CanaryError, match="protocol 99"):
        stage.link("protocol").open()


def test_a_looper_that_never_comes_is_not_waited_for_forever(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "LOOPER_S", 0.3)
    with pytest.raises(NoJavaError, match="no main looper"):
        stage.link("no-main-looper: null").open()


def test_another_session_is_named(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "BUSY_S", 0.3)
    with pytest.raises(UsageError, match="another droidcanary session is attached"):
        stage.link("already-attached: abc").open()


def test_a_start_that_never_answers_is_given_up(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "ATTACH_S", 1.5)
    began = time.monotonic()
    with pytest.raises(LinkLostError, match=r"starting the probe: no answer within 1\.5 s"):
        stage.link("stuck").open()
    assert time.monotonic() - began < 8


def test_a_stop_that_never_answers_is_given_up(stage: Stage) -> None:
    link = stage.link("stuckstop")
    link.open()
    began = time.monotonic()
    assert link.close(0.3) is None
    assert time.monotonic() - began < 3


def test_a_dead_process_is_told(stage: Stage) -> None:
    link = stage.link()
    link.open()
    stage.process.kill()
    while isinstance(item := stage.get(), str):
        pass
    assert isinstance(item, LinkDown)
    assert link.close(0.5) is None


def test_an_exception_in_the_agent_is_told(stage: Stage) -> None:
    link = stage.link("throws")
    link.open()
    while isinstance(item := stage.get(), str):
        pass
    assert isinstance(item, ScriptError)
    assert "[bold]oops" in item.text
    link.close(1.0)


def test_a_pid_that_is_gone(stage: Stage) -> None:
    stage.pid = 999_999
    with pytest.raises(AppDiedError, match="999999 ended before"):
        stage.link().open()


def test_a_process_that_has_only_just_started_is_waited_for(stage: Stage) -> None:
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as young:
        assert young.stdin is not None
        assert young.stdout is not None
        young.stdin.write(b"up\n")
        young.stdin.flush()
        assert young.stdout.readline() == b"up\n"
        asked: list[str] = []

        def joins_when_asked_for(command: str) -> Reply:
            if not asked:
                join(young.pid, stage.cluster)
            asked.append(command)
            return Reply()

        stage.fake.on(rf"test -d /proc/{young.pid}", joins_when_asked_for)
        stage.pid = young.pid
        link = stage.link()
        assert link.open().agent == "fake"
        assert asked
        assert link.close(2.0) is not None
        young.kill()


def test_a_process_that_frida_never_sees_is_not_called_dead(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "UNSEEN_S", 0.3)
    stage.pid = 999_999
    stage.fake.on("test -d /proc/999999", "")
    with pytest.raises(LinkLostError, match="999999 runs, but frida-server does not find it"):
        stage.link().open()


def test_a_prelude_that_is_no_javascript(stage: Stage) -> None:
    link = stage.link()
    link._files = AgentFiles(AGENT, b"", "this is not JavaScript")
    with pytest.raises(CanaryError, match="creating the agent failed") as caught:
        link.open()
    assert "prelude" in caught.value.hint


def test_a_server_that_vanishes_is_retried_then_named(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "ATTEMPTS", 2)
    stage.fake.services["tcp:27042"] = answer(b"")
    with pytest.raises((NoFridaServerError, LinkLostError)) as caught:
        stage.link().open()
    assert caught.value.hint
    assert "Gadget" not in caught.value.message


def test_a_connection_that_breaks_while_loading_is_tried_again(stage: Stage) -> None:
    real = stage.fake.services["tcp:27042"]
    calls = 0

    def first_ones_break(conn: socket.socket) -> None:
        nonlocal calls
        calls += 1
        if calls <= 2:
            conn.recv(4096)
            conn.close()
        else:
            real(conn)

    stage.fake.services["tcp:27042"] = first_ones_break
    link = stage.link()
    assert link.open().agent == "fake"
    assert [batch.seq for batch in batches(stage, 2)] == [1, 2]
    assert calls >= 3
    link.close(2.0)


def test_a_real_endpoint_is_recognised(stage: Stage) -> None:
    assert probe_endpoint(AdbDevice(AdbServer(stage.server.environ), stage.fake.serial)) is Endpoint.FRIDA
