"""What droidcanary says against what the app really did: nothing missed, nothing invented, the right one to blame."""

from __future__ import annotations

import pytest

from droidcanary.model import Incident
from tests.emulated.harness import Attached, Device
from tests.emulated.matching import TOLERANCE_MS, Match, match, require_none_invented

pytestmark = pytest.mark.precise

MS = 1_000_000
THRESHOLD_MS = 200.0

#: Something of every kind, and short messages that are none of our business in between.
SCRIPT = """
cpu 400ms
wait 200ms
sleep 300ms
wait 200ms
lock 500ms
wait 200ms
io 350ms
wait 200ms
shares 2s heavy=75 light=25
burst 100x2ms
cpu 120ms
background 500ms
wait 200ms
custom 300ms
nested 900ms inner=400ms
wait 200ms
text newline 260ms
text huge 260ms
idle 450ms once
wait 500ms
report after
"""


def _check(attached: Attached, hook: str) -> list[Match]:
    assert attached.status == 0, attached.stderr
    assert attached.session.hook == hook
    assert attached.summary.lost == 0
    assert attached.summary.restored is True
    matches = match(attached, THRESHOLD_MS)
    require_none_invented(matches, attached, THRESHOLD_MS)
    return matches


def test_blocks_are_what_the_app_did(device: Device, hook: str) -> None:
    attached = device.attach(SCRIPT, "--hook", hook, duration="12s")
    for found in _check(attached, hook):
        incident, truth = found.incident, found.block
        # A megabyte of log text takes the platform some ms at either end, too short to show in samples.
        tolerance_ms = 40.0 if truth.kind == "text-huge" and hook == "printer" else TOLERANCE_MS
        assert abs(found.wall_error_ms) <= tolerance_ms, found
        assert abs(found.start_error_ms) <= tolerance_ms, found
        assert not incident.cut
        assert incident.thread == "main"
        if truth.share >= 0.6:
            assert incident.culprit is not None, truth
            assert incident.culprit.method == truth.method, (truth, incident.culprits)
        _check_names(incident, found)
        _check_cpu(incident, found)


def _check_names(incident: Incident, found: Match) -> None:
    truth = found.block
    if not truth.message:
        assert incident.kind == "idle-handler"
        assert incident.handler == truth.handler
        return
    assert incident.kind == "slow-dispatch"
    assert incident.message is not None
    if truth.kind != "custom":
        # A handler with a text of its own hides its class from a printer.
        assert incident.message.target == truth.handler
    if not truth.kind.startswith("text"):
        # A text of its own hides the class from a printer.
        assert incident.message.callback == truth.callback
    parent = found.parent
    assert incident.parent == (None if parent is None else parent.id)


def _check_cpu(incident: Incident, found: Match) -> None:
    assert incident.cpu_ms is not None, incident
    if found.block.kind in ("sleep", "lock"):
        assert incident.cpu_ms < (found.block.wall_ms or 0.0) / 2, incident
    assert 0 <= incident.cpu_ms <= incident.wall_ms + 20, incident
    if incident.wall_ms >= 400:
        # The sampler's readings are closer to each other than that, so one lies inside.
        assert incident.cpu is not None
        assert incident.cpu.device_pct is not None, incident
        assert incident.cpu.app_pct_core is not None, incident
        assert incident.cpu.window_ms > 0


@pytest.mark.targets(apis=(30, 35))
def test_the_screen_is_not_late(device: Device) -> None:
    """'Still blocked' within 300 ms of the threshold, the block itself within 300 ms of its end."""
    attached = device.attach("cpu 900ms; wait 300ms; sleep 700ms; wait 300ms; cpu 500ms", duration="6s")
    found = _check(attached, "printer")
    assert len(found) == 3
    for one in found:
        start_ns, end_ns = one.block.start_ns, one.block.end_ns
        assert end_ns is not None
        opened_ms = (attached.first_seen_ns(one.incident.id, "open") - start_ns) / MS - THRESHOLD_MS
        closed_ms = (attached.first_seen_ns(one.incident.id, "closed") - end_ns) / MS
        assert opened_ms <= 300, one.block
        assert closed_ms <= 300, one.block


@pytest.mark.targets(apis=(30, 35))
def test_a_hang_is_open_until_the_session_ends(device: Device) -> None:
    """A block that never ends is reported while it lasts, gets the unanswered heartbeat as a stage, and is cut."""
    attached = device.attach("hang sleeping", "--hang-timeout", "2s", duration="6s")
    assert attached.status == 0, attached.stderr
    assert len(attached.incidents) == 1, attached.incidents
    (incident,) = attached.incidents
    assert incident.kind == "slow-dispatch"
    assert incident.cut
    assert incident.wall_ms > 4_000
    assert [stage.kind for stage in incident.stages] == ["unresponsive"]
    assert incident.culprit is not None
    assert incident.culprit.method == "com.example.jank.Work.napForEver"
    assert attached.summary.ended == "duration"


@pytest.mark.targets(apis=(30, 35))
def test_a_barrier_is_unresponsive_not_slow(device: Device) -> None:
    """With a sync barrier left behind nothing is dispatched: the heartbeat stays unanswered, without a dispatch."""
    attached = device.attach("barrier 5s; cpu 300ms", "--hang-timeout", "2s", duration="10s")
    kinds = [incident.kind for incident in attached.incidents]
    assert kinds.count("unresponsive") == 1, attached.incidents
    assert kinds.count("slow-dispatch") == 1, attached.incidents


@pytest.mark.targets(apis=(30, 35))
def test_the_process_ends_inside_a_block(device: Device) -> None:
    """What was recorded up to the death of the app is kept, and the exit code says so."""
    attached = device.attach("cpu 300ms; wait 300ms; exit 700ms", duration="20s")
    assert attached.status == 17, attached.stderr
    assert attached.summary.ended == "process-gone"
    assert attached.bundle.exists()
    whole, cut = attached.incidents
    assert not whole.cut
    assert cut.cut
    assert cut.culprit is not None
    assert cut.culprit.method == "com.example.jank.Work.spin"


@pytest.mark.targets(apis=(30, 35))
def test_an_exception_out_of_the_loop_is_no_endless_block(device: Device) -> None:
    """An app that catches what leaves Looper.loop() and calls it again loses a printer's end line, not its minutes."""
    attached = device.attach("cockroach; throw 300ms; wait 1s; cpu 300ms; wait 500ms", duration="6s")
    assert attached.status == 0, attached.stderr
    # The message that catches and loops never ends; what is dispatched inside it does.
    inner = [incident for incident in attached.incidents if incident.parent is not None]
    assert len(inner) == 2, attached.incidents
    assert all(incident.wall_ms < 800 for incident in inner), inner
    assert inner[1].wall_ms == pytest.approx(300, abs=5)
