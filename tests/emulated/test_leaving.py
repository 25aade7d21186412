"""However droidcanary leaves, the app runs on as if nothing had been there."""

from __future__ import annotations

import json
import shlex
import sys

import pytest

from device_fixtures.jank import Truth, read_truth
from tests.emulated.harness import PACKAGE, Device

#: The app has a printer and idle handlers of its own before anybody attaches; it changes both while attached.
SCRIPT = """
printer set own
idle 1ms once from-file={here}/never
cpu 50ms
report before
wait-file {here}/attached
cpu 300ms
idle 1ms once from-file={here}/never
cpu 50ms
report during
wait-file {here}/left
cpu 50ms
report after
cpu 250ms
report later
"""


def _leave(device: Device, how: str, *flags: str, script: str = SCRIPT) -> Truth:
    """Attach, leave as the shell text ``how`` does ($PID is droidcanary's, $HERE the run's folder), report."""
    attach = [sys.executable, "-m", "droidcanary", "attach", PACKAGE, "--json", "--threshold", "200ms", *flags]
    shell = f"""
        set -u
        {shlex.join(attach)} -o "$HERE/bundle.droidcanary.zip" > "$HERE/lines" 2> "$HERE/errors" &
        PID=$!
        for i in $(seq 100); do grep -q '"session"' "$HERE/lines" && break; sleep 0.1; done
        grep -q '"session"' "$HERE/lines" || {{ cat "$HERE/errors" >&2; exit 9; }}
        touch "$HERE/attached"
        for i in $(seq 100); do grep -q '"during"' "$HERE/truth.jsonl" && break; sleep 0.1; done
        {how}
        touch "$HERE/left"
        for i in $(seq 100); do grep -q '"later"' "$HERE/truth.jsonl" && exit 0; sleep 0.1; done
        exit 8
    """
    here = device.folder / f"run{device.runs + 1}"
    running = device.start(script, ["env", f"HERE={here}", "bash", "-c", shell])
    _, errors = running.process.communicate(timeout=180)
    assert running.process.returncode == 0, errors.decode("utf-8", "replace")
    return read_truth(running.truth_file)


def _require_restored(truth: Truth) -> None:
    before, during, after, later = (truth.snapshot(name) for name in ("before", "during", "after", "later"))
    assert during.printer != before.printer or during.observer is not None
    assert len(during.idle_handlers) == 2
    assert after.printer == before.printer
    assert after.observer is None
    assert after.idle_list == before.idle_list
    assert after.idle_handlers == before.idle_handlers * 2
    assert "droidcanary-watch" not in after.java_threads
    assert not [name for name in after.tasks if name.startswith("droidcanary")]
    # The app's own printer received every line, before, during and after.
    lines = [state.printer_lines["own"].begins for state in (before, during, after, later)]
    assert lines == sorted(set(lines)), lines


@pytest.mark.parametrize("way", ["interrupt", "kill"])
def test_the_app_is_as_it_was(device: Device, hook: str, way: str) -> None:
    how = {
        "interrupt": 'kill -INT $PID; wait $PID || exit 7; grep -q \'"ended":"user"\' "$HERE/lines" || exit 6',
        "kill": "kill -9 $PID; sleep 4",
    }[way]
    _require_restored(_leave(device, how, "--hook", hook))


@pytest.mark.targets(apis=(30, 35))
def test_a_terminated_host_leaves_as_on_ctrl_c(device: Device) -> None:
    _require_restored(_leave(device, "kill -TERM $PID; wait $PID || exit 7"))


@pytest.mark.targets(apis=(30, 35))
def test_a_silent_link_is_left_after_thirty_seconds(device: Device) -> None:
    """The host stops without a word (as with a cable that is out): nobody acknowledges, the agent leaves by itself."""
    _require_restored(_leave(device, "kill -STOP $PID; sleep 33; kill -9 $PID"))


@pytest.mark.targets(apis=(30, 35))
def test_a_printer_that_the_app_sets_meanwhile_stays(device: Device) -> None:
    """Set to null, then replaced while attached: what belongs there in the end is the app's newest."""
    script = """
        printer set own
        report before
        wait-file {here}/attached
        printer null
        wait 1500ms
        cpu 300ms
        printer set second
        wait 1500ms
        cpu 300ms
        report during
        wait-file {here}/left
        report after
        cpu 50ms
        report later
    """
    truth = _leave(device, "kill -INT $PID; wait $PID || exit 7", script=script)
    own = truth.snapshot("before").printer
    assert truth.snapshot("during").printer != own
    assert truth.snapshot("after").printer == own
    here = device.folder / f"run{device.runs}"
    lines = [json.loads(line) for line in (here / "lines").read_text("utf-8").splitlines()]
    closed = [line for line in lines if line["record"] == "incident" and line["state"] == "closed"]
    assert len(closed) == 2
    assert len(lines[-1]["gaps"]) == 2


@pytest.mark.targets(apis=(30, 35))
def test_twenty_rounds_leave_the_app_flat(device: Device) -> None:
    """Attach and detach, twenty times: threads and open files of the app do not grow."""
    attach = [sys.executable, "-m", "droidcanary", "attach", PACKAGE, "--json", "--duration", "500ms", "--force"]
    script = "\n".join(f"wait-file {{here}}/round{number}\ncpu 250ms\nreport round{number}" for number in range(1, 21))
    shell = f"""
        set -u
        for i in $(seq 20); do
            {shlex.join(attach)} --threshold 200ms -o "$HERE/bundle.droidcanary.zip" > "$HERE/lines" || exit 7
            touch "$HERE/round$i"
            for j in $(seq 100); do grep -q "\\"round$i\\"" "$HERE/truth.jsonl" && break; sleep 0.1; done
        done
    """
    here = device.folder / f"run{device.runs + 1}"
    running = device.start(script, ["env", f"HERE={here}", "bash", "-c", shell])
    _, errors = running.process.communicate(timeout=300)
    assert running.process.returncode == 0, errors.decode("utf-8", "replace")
    truth = read_truth(running.truth_file)
    warm, last = truth.snapshot("round5"), truth.snapshot("round20")
    assert len(last.tasks) <= len(warm.tasks) + 1, (warm.tasks, last.tasks)
    assert last.fds <= warm.fds + 2
    assert last.printer is None
    assert "droidcanary-watch" not in last.java_threads
