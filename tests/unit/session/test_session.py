"""The session's loop on a scripted link: what ends it, in which order things are told, what is kept."""

from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from droidcanary import session as session_module
from droidcanary import wire
from droidcanary.bundle import BundleWriter, claim
from droidcanary.bundle_read import Bundle
from droidcanary.config import JudgeConfig, SessionConfig
from droidcanary.device import simulated
from droidcanary.device.delivery import Delivery, LinkDown, ScriptError
from droidcanary.errors import NoJavaError
from droidcanary.inbox import Inbox
from droidcanary.model import AnyEvent, EndReason, HostLoad, Incident, Lost, Notice, SessionLine, SessionStart, Summary
from droidcanary.session import Outcome, Session, Subject
from droidcanary.sink import SinkClosed
from droidcanary.sink.recording import Recorder
from droidcanary.stopper import Stopper

BASE = 1_000_000_000_000
MS = 1_000_000

HELLO = wire.Hello(
    protocol=1,
    agent="scripted",
    pid=1,
    api=34,
    hook="printer",
    at_ns=BASE,
    clocks=wire.DeviceClocks(uptime_ns=BASE, elapsed_ns=BASE, wall_ms=0.0),
    notes=("the printer was already set",),
)


def batch(seq: int, at_ms: int, *events: dict[str, Any], dropped: int = 0) -> str:
    return json.dumps(
        {"type": "batch", "seq": seq, "at_ns": BASE + at_ms * MS, "events": list(events), "dropped": dropped}
    )


def dispatch(number: int, start_ms: int, end_ms: int) -> dict[str, Any]:
    return {
        "event": "dispatch",
        "id": number,
        "start_ns": BASE + start_ms * MS,
        "end_ns": BASE + end_ms * MS,
        "text": ">>>>> Dispatching to Handler (com.acme.shop.H) {1} null: 7",
    }


BLOCK = batch(1, 1600, dispatch(1, 100, 1600))


class ScriptedLink:
    """Delivers its items at once, in order; then stays silent."""

    def __init__(
        self, *items: Delivery, goodbye: wire.Goodbye | None = None, during_close: Callable[[], None] = lambda: None
    ):
        self.items = items
        self.goodbye = goodbye
        self.during_close = during_close
        self.inbox: Inbox | None = None
        self.acks: list[int] = []
        self.closed = 0

    def open(self) -> wire.Hello:
        assert self.inbox is not None
        for item in self.items:
            self.inbox.put(item)
        return HELLO

    def ack(self, seq: int) -> None:
        self.acks.append(seq)

    def close(self, timeout_s: float) -> wire.Goodbye | None:
        self.closed += 1
        self.during_close()
        return self.goodbye


@dataclasses.dataclass
class ListSink:
    told: list[Any] = dataclasses.field(default_factory=list)
    close_on: type | None = None

    def _tell(self, thing: Any) -> None:
        if self.close_on is not None and isinstance(thing, self.close_on):
            raise SinkClosed("stdout was closed")
        self.told.append(thing)

    def start(self, line: SessionLine) -> None:
        self._tell(line)

    def incident(self, incident: Incident) -> None:
        self._tell(incident)

    def notice(self, notice: Notice) -> None:
        self._tell(notice)

    def tick(self, at_ns: int, dispatches: int) -> None:
        pass

    def finish(self, summary: Summary, saved: str | None) -> None:
        self._tell(summary)


class RecordingSampler:
    def __init__(self) -> None:
        self.calls: list[str] = []

    def start(self, start: SessionStart) -> None:
        self.calls.append("start")

    def stop(self) -> None:
        self.calls.append("stop")


@dataclasses.dataclass
class Run:
    outcome: Outcome
    sink: ListSink
    link: ScriptedLink
    events: list[AnyEvent]
    sampler: RecordingSampler

    @property
    def summary(self) -> Summary:
        return self.outcome.summary


def run(
    link: ScriptedLink,
    tmp_path: Path,
    *,
    duration_ms: int | None = 60,
    diagnose: Callable[[str], tuple[EndReason, str]] = lambda why: ("link-lost", why),
    sink: ListSink | None = None,
    stopper: Stopper | None = None,
    inbox: Inbox | None = None,
    prepare: Callable[[Session], None] = lambda session: None,
) -> Run:
    sink = sink or ListSink()
    path = tmp_path / "a.zip"
    folder, _ = claim(path, force=False)
    config = SessionConfig(
        package="com.acme.shop",
        duration_ns=None if duration_ms is None else duration_ms * MS,
        judge=JudgeConfig(threshold_ns=1000 * MS),
    )
    subject = Subject(
        device=simulated.DEVICE,
        app=simulated.APP,
        versions={"droidcanary": "0"},
        clocks=simulated.clocks,
        diagnose=diagnose,
    )
    sampler = RecordingSampler()
    link.inbox = inbox or Inbox()
    recorder = Recorder(BundleWriter(path, folder, force=False))
    session = Session(
        config,
        subject,
        link,
        link.inbox,
        sinks=[sink],
        recorder=recorder,
        samplers=[sampler],
        host_load=lambda at_ns: HostLoad(at_ns=at_ns, cpu_pct_core=1.0, rss_mb=40.0),
        stopper=stopper or Stopper(),
    )
    prepare(session)
    try:
        outcome = session.run()
    finally:
        recorder.abandon()
    assert outcome.saved is not None
    with Bundle(outcome.saved) as bundle:
        events = list(bundle.events())
    return Run(outcome, sink, link, events, sampler)


def test_a_session_from_the_attach_to_the_summary(tmp_path: Path) -> None:
    goodbye = wire.Goodbye(
        at_ns=BASE + 1800 * MS,
        restored=True,
        batch=wire.Batch(seq=2, at_ns=BASE + 1790 * MS),
    )
    done = run(ScriptedLink(BLOCK, goodbye=goodbye), tmp_path)
    assert [type(thing) for thing in done.sink.told] == [SessionLine, Notice, Incident, Incident, Summary]
    assert done.sink.told[0].settings["threshold_ms"] == 1000.0
    assert done.sink.told[0].bundle == str(tmp_path / "a.zip")
    assert done.sink.told[0].versions["agent"] == "scripted"
    assert [(thing.state, thing.wall_ms) for thing in done.sink.told[2:4]] == [("open", 1500.0), ("closed", 1500.0)]
    assert (done.summary.ended, done.summary.incidents, done.summary.restored) == ("duration", 1, True)
    assert done.summary.to_uptime_ms == (BASE + 1800 * MS) / 1e6
    kinds = [event.__struct_config__.tag for event in done.events]
    assert kinds == ["session", "notice", "dispatch", "tick", "tick", "ended"]
    assert done.sampler.calls == ["start", "stop"]
    assert done.outcome.saved == tmp_path / "a.zip"
    with Bundle(tmp_path / "a.zip") as bundle:
        assert bundle.manifest["counts"]["events"]["dispatch"] == 1
        assert bundle.manifest["counts"]["incidents"] == 1
        assert bundle.manifest["app"]["package"] == "com.acme.shop"


def test_missing_batches_are_told(tmp_path: Path) -> None:
    done = run(ScriptedLink(BLOCK, batch(5, 1700), batch(6, 1800, dropped=7)), tmp_path)
    lost = [event for event in done.events if isinstance(event, Lost)]
    assert [(event.what, event.count, event.where) for event in lost] == [("batch", 3, "link"), ("event", 7, "agent")]
    assert done.summary.lost == 10


def test_a_message_that_cannot_be_read_costs_that_message(tmp_path: Path) -> None:
    done = run(ScriptedLink("{nonsense", BLOCK), tmp_path)
    assert done.summary.incidents == 1
    assert [event.what for event in done.events if isinstance(event, Lost)] == ["message"]


def test_acks_and_own_cost_come_each_second(tmp_path: Path) -> None:
    done = run(ScriptedLink(BLOCK), tmp_path, duration_ms=1300)
    assert done.link.acks == [1]
    assert [event.cpu_pct_core for event in done.events if isinstance(event, HostLoad)] == [1.0]


def test_silence_is_diagnosed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "SILENCE_S", 0.2)
    done = run(ScriptedLink(BLOCK), tmp_path, duration_ms=5000)
    assert done.summary.ended == "link-lost"
    assert "nothing came from the app for 0.2 s" in done.summary.detail


@pytest.mark.parametrize("reason", ["process-gone", "device-gone", "link-lost"])
def test_a_link_that_goes_down_is_diagnosed_and_the_rest_is_kept(tmp_path: Path, reason: EndReason) -> None:
    link = ScriptedLink(BLOCK, LinkDown("connection-terminated", "SIGSEGV"))
    done = run(link, tmp_path, duration_ms=5000, diagnose=lambda why: (reason, f"because {why}"))
    assert (done.summary.ended, done.summary.incidents) == (reason, 1)
    assert done.summary.detail == "because connection-terminated SIGSEGV"
    assert done.events[-1].__struct_config__.tag == "ended"


def test_a_block_in_which_the_app_died_is_cut(tmp_path: Path) -> None:
    running = {"event": "running", "id": 1, "start_ns": BASE + 100 * MS, "seen_ns": BASE + 1500 * MS, "text": ">>>>> x"}
    link = ScriptedLink(batch(1, 1500, running), LinkDown("process-terminated"))
    done = run(link, tmp_path, duration_ms=5000, diagnose=lambda why: ("process-gone", ""))
    closed = [thing for thing in done.sink.told if isinstance(thing, Incident) and thing.state == "closed"]
    assert [(incident.cut, incident.wall_ms) for incident in closed] == [(True, 1400.0)]


def test_an_agent_that_gives_up(tmp_path: Path) -> None:
    fatal = json.dumps({"type": "fatal", "code": "hook", "text": "mLogging is gone"})
    done = run(ScriptedLink(BLOCK, fatal), tmp_path, duration_ms=5000)
    assert (done.summary.ended, done.summary.detail) == ("agent-error", "hook: mLogging is gone")


def test_an_exception_in_the_agent_is_a_notice(tmp_path: Path) -> None:
    done = run(ScriptedLink(ScriptError("Error: [bold]x\n  at agent.js:1"), BLOCK), tmp_path)
    notices = [thing for thing in done.sink.told if isinstance(thing, Notice)]
    assert [(notice.level, notice.code, notice.text) for notice in notices[1:]] == [
        ("error", "agent-exception", "Error: [bold]x")
    ]


def test_what_could_not_be_restored_is_told(tmp_path: Path) -> None:
    goodbye = wire.Goodbye(at_ns=BASE + 1800 * MS, restored=False, residue=("the printer stays",))
    done = run(ScriptedLink(BLOCK, goodbye=goodbye), tmp_path)
    assert done.summary.restored is False
    assert [notice.text for notice in done.events if isinstance(notice, Notice)][-1] == "the printer stays"


def test_the_first_interrupt_is_a_clean_end(tmp_path: Path) -> None:
    stopper = Stopper()
    threading.Timer(0.1, lambda: setattr(stopper, "requested", True)).start()
    done = run(ScriptedLink(BLOCK), tmp_path, duration_ms=None, stopper=stopper)
    assert (done.summary.ended, done.summary.incidents, done.link.closed) == ("user", 1, 1)


def test_the_second_interrupt_keeps_the_recording(tmp_path: Path) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    done = run(ScriptedLink(BLOCK, during_close=interrupt), tmp_path)
    assert (done.summary.ended, done.summary.incidents) == ("user", 1)
    assert done.sampler.calls == ["start"]


def test_a_reader_that_goes_away_ends_it(tmp_path: Path) -> None:
    done = run(ScriptedLink(BLOCK), tmp_path, duration_ms=5000, sink=ListSink(close_on=Incident))
    assert (done.summary.ended, done.summary.detail) == ("user", "the output was closed")
    assert done.summary.incidents == 1


def test_a_recording_that_fails_ends_it_and_the_summary_is_shown(tmp_path: Path) -> None:
    def fill_the_disk(session: Session) -> None:
        folder = tmp_path / "a.zip.partial" / "logs"
        folder.rmdir()
        folder.symlink_to("/dev/full")

    sink = ListSink()
    link = ScriptedLink(BLOCK)
    done = run(link, tmp_path, duration_ms=5000, sink=sink, prepare=fill_the_disk)
    assert done.outcome.failure is not None
    assert done.outcome.failure.code == 20
    assert done.outcome.saved == tmp_path / "a.zip.partial"
    assert isinstance(sink.told[-1], Summary)
    assert sink.told[-1].ended == "user"
    assert "an output failed" in sink.told[-1].detail
    assert link.closed == 1


def test_an_attach_that_fails_records_nothing(tmp_path: Path) -> None:
    class NoJava(ScriptedLink):
        def open(self) -> wire.Hello:
            raise NoJavaError("process 1 has no Java VM")

    sink = ListSink()
    with pytest.raises(NoJavaError):
        run(NoJava(), tmp_path, sink=sink)
    assert sink.told == []


def test_a_fault_of_our_own_still_ends_the_recording(tmp_path: Path) -> None:
    def broken(why: str) -> tuple[EndReason, str]:
        raise RuntimeError("ours")

    with pytest.raises(RuntimeError, match="ours"):
        run(ScriptedLink(BLOCK, LinkDown("x")), tmp_path, duration_ms=5000, diagnose=broken)
    with Bundle(tmp_path / "a.zip") as bundle:
        events = list(bundle.events())
    assert events[-1].__struct_config__.tag == "ended"


def test_an_overfull_inbox_drops_samples_first_and_says_so() -> None:
    inbox = Inbox(soft_limit=300, hard_limit=1200)
    sample = {"event": "sample", "at_ns": BASE, "stack": 1}
    text = batch(1, 1600, dispatch(1, 100, 1600), sample, sample)
    inbox.put(text)  # below the limit: kept as it is
    inbox.put(text)  # above the soft limit: thinned
    for _ in range(20):
        inbox.put(batch(2, 1700, dispatch(2, 1650, 1660)))
    inbox.put(LinkDown("x"))  # never dropped
    items: list[Any] = []
    while (item := inbox.get(0)) is not None:
        items.append(item)
    assert items[0] == text
    assert (items[1].samples, len(items[1].batch.events)) == (2, 1)
    assert isinstance(items[-1], LinkDown)
    dropped = [item.count for item in items if type(item).__name__ == "DroppedText"]
    assert sum(dropped) == 20 - sum(type(item).__name__ == "Thinned" for item in items[2:])
    assert sum(dropped) > 0


def test_thinned_and_dropped_items_become_lost_events(tmp_path: Path) -> None:
    inbox = Inbox(soft_limit=10, hard_limit=700)
    sample = {"event": "sample", "at_ns": BASE + 500 * MS, "stack": 1}
    link = ScriptedLink(batch(1, 50), batch(2, 1600, dispatch(1, 100, 1600), sample), *[batch(3, 1700)] * 9)
    done = run(link, tmp_path, inbox=inbox)
    assert done.summary.incidents == 1
    kinds = {(event.what, event.where) for event in done.events if isinstance(event, Lost)}
    assert ("sample", "host") in kinds
    assert ("batch", "host") in kinds


def test_events_of_the_host_go_the_same_way(tmp_path: Path) -> None:
    inbox = Inbox()
    inbox.put_events([])
    inbox.put_events([Notice(at_ns=BASE, level="warning", code="sampler-gap", text="no device figures")])
    done = run(ScriptedLink(BLOCK), tmp_path, inbox=inbox)
    assert any(isinstance(event, Notice) and event.code == "sampler-gap" for event in done.events)
