"""What the session verbs share: sinks for a terminal or a program, the bundle, and the end of a session."""

from __future__ import annotations

import datetime
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from droidcanary.bundle import BundleWriter, claim, default_name
from droidcanary.config import SessionConfig
from droidcanary.errors import AppDiedError, CanaryError, LinkLostError
from droidcanary.report import print_error, print_note
from droidcanary.session import Outcome
from droidcanary.sink import Sink
from droidcanary.sink.recording import Recorder


def make_sink(*, json: bool, live: bool = True) -> Sink:
    """The output on stdout. ``live``: redraw open blocks where stdout is a terminal."""
    if json:
        from droidcanary.sink.jsonl import JsonLinesSink

        return JsonLinesSink(sys.stdout.buffer)
    from droidcanary.sink.live import LiveSink

    return LiveSink(sys.stdout, live=live)


def progress_to_stderr(*, json: bool) -> Callable[[str], None]:
    """Notes for people; a program that reads stderr gets errors only."""
    return (lambda text: None) if json else print_note


def bundle_path(output: str | None, package: str) -> Path:
    """Where the bundle goes: as asked, else a name with the local time in the current folder."""
    if output is not None:
        return Path(output)
    return Path(default_name(package, datetime.datetime.now().astimezone()))


class ClaimedBundle:
    """The bundle's folder between the claim and the first event: removed again when nothing came of the session."""

    def __init__(self, path: Path, config: SessionConfig, note: Callable[[str], None]) -> None:
        """Raises OutputError."""
        folder, said = claim(path, force=config.force)
        if said:
            note(said)
        self._folder = folder
        self.recorder = Recorder(BundleWriter(path, folder, force=config.force))

    def discard(self) -> None:
        """Removes the folder, unless something was recorded in it."""
        self.recorder.abandon()
        if not (self._folder / "manifest.json").exists():
            shutil.rmtree(self._folder, ignore_errors=True)


def conclude(outcome: Outcome, *, process: str, json: bool) -> None:
    """Raises the error that the session's end stands for, after its summary was shown; returns for a normal end."""
    summary = outcome.summary
    errors: list[CanaryError] = []
    if summary.ended == "process-gone":
        soon = outcome.seconds < 10
        errors.append(
            AppDiedError(
                f"{process} ended while it was watched"
                + (f", {outcome.seconds:.1f} s after the attach" if soon else "")
                + (f": {summary.detail}" if summary.detail else ""),
                hint="what was recorded is kept; adb logcat -b crash -d shows a crash"
                + (". If it happens each time, the app or its runtime may not stand being attached to" if soon else ""),
            )
        )
    elif summary.ended == "device-gone":
        message = f"the device went away: {summary.detail}" if summary.detail else "the device went away"
        errors.append(LinkLostError(message, hint="what was recorded is kept; replug the device and attach again"))
    elif summary.ended == "link-lost":
        message = "the link to the app was lost" + (f": {summary.detail}" if summary.detail else "")
        errors.append(LinkLostError(message, hint="what was recorded is kept; attach again"))
    elif summary.ended == "agent-error":
        errors.append(
            CanaryError(
                f"the agent inside the app failed: {summary.detail}",
                hint="what was recorded is kept; please report it with the output of -v --log-file FILE",
            )
        )
    if outcome.failure is not None:
        if outcome.saved is not None:
            outcome.failure.hint += f"\nwhat was recorded until then is in {outcome.saved}"
        errors.append(outcome.failure)
    if not errors:
        return
    for error in errors[:-1]:
        print_error(error, json=json)
    raise errors[-1]
