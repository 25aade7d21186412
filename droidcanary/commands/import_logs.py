"""``import``: BlockCanary's log files as a bundle."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from droidcanary import __version__
from droidcanary.bundle import check_target
from droidcanary.commands.outputs import ClaimedBundle, bundle_path
from droidcanary.config import SessionConfig
from droidcanary.errors import BundleError, UsageError
from droidcanary.imports.blockcanary import LogRecord, read_log
from droidcanary.imports.session import events_of, judge_for, process_of, without_doubles
from droidcanary.model import SessionStart
from droidcanary.pipeline import Pipeline
from droidcanary.report import print_note
from droidcanary.session import judge_settings
from droidcanary.sink.recording import Recorder

MAX_BYTES = 64 * 1024 * 1024
_NAMED = re.compile(r"looper-([0-9]{4}-[0-9]{2}-[0-9]{2}_[0-9]{2}-[0-9]{2}-[0-9]{2})", re.ASCII)
_HINT = "name BlockCanary's looper-….log files, or the folder they are in"


def run(logs: Sequence[Path], *, output: Path | None, process: str | None, force: bool) -> None:
    """Raises UsageError, BundleError, OutputError."""
    if output is not None:
        check_target(output, force=force)
    records = _choose(_read(logs), process)
    if not records:
        raise BundleError("these logs hold no block that could be read", hint=_HINT)
    name = process_of(records[-1]) or "unknown"
    path = bundle_path(None if output is None else str(output), name)
    check_target(path, force=force)
    bundle = ClaimedBundle(path, SessionConfig(package=name, force=force), print_note)
    try:
        saved, blocks = _record(records, bundle.recorder)
    finally:
        bundle.discard()
    print_note(f"{blocks} block{'' if blocks == 1 else 's'} in {saved}")


def _record(records: Sequence[LogRecord], recorder: Recorder) -> tuple[Path, int]:
    """The session into the bundle; its path, and how many blocks it has."""
    judge = judge_for(records)
    pipeline = Pipeline(judge)
    blocks = 0
    for event in events_of(records, version=__version__):
        if isinstance(event, SessionStart):
            recorder.start(event, {**judge_settings(judge), "hook": "printer", "sample": "blockcanary"})
        recorder.event(event)
        for incident in pipeline.feed(event):
            closed = incident.state == "closed"
            blocks += closed
            recorder.incident(incident, pipeline.block(incident) if closed else None)
    return recorder.finish(pipeline.summary()), blocks


def _choose(records: Sequence[LogRecord], process: str | None) -> tuple[LogRecord, ...]:
    """The records of one process, each once. Raises UsageError: there are several, or none of that name."""
    counts = Counter(name for record in records if (name := process_of(record)))
    candidates = tuple(f"{name}  ({count} blocks)" for name, count in sorted(counts.items()))
    if process is not None and process not in counts:
        raise UsageError(f"no log is of the process {process}", hint="name one of these", candidates=candidates)
    if process is None and len(counts) > 1:
        raise UsageError(
            f"these logs are of {len(counts)} processes, and a bundle holds one",
            hint="choose one: --process NAME",
            candidates=candidates,
        )
    # A log that does not say is of the only process there is.
    wanted = {process} if process is not None else {*counts, ""}
    kept = without_doubles(record for record in records if process_of(record) in wanted)
    versions = {record.values.get("versionName", "") for record in kept}
    if len(versions) > 1:
        print_note(f"these logs are of {len(versions)} versions of the app; the bundle names the last one")
    return kept


def _read(logs: Sequence[Path]) -> list[LogRecord]:
    records: list[LogRecord] = []
    for path in _files(logs):
        data = _bytes(path)
        if data.startswith(b"PK\x03\x04"):
            print_note(f"{path} is a zip file and was left out: unpack it first")
            continue
        found = read_log(data.decode("utf-8", "replace"), near=_written(path))
        records += found.records
        for why in found.refused:
            print_note(f"{path}: a block was left out: {why}")
        unread = sum(record.unread for record in found.records)
        if unread:
            print_note(f"{path}: {unread} line{'' if unread == 1 else 's'} could not be read and were left out")
        if not found.records and not found.refused:
            print_note(f"{path} is no log of BlockCanary and was left out")
    return records


def _files(logs: Sequence[Path]) -> Iterator[Path]:
    for path in logs:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*.log") if file.is_file())
        else:
            yield path


def _bytes(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():  # a pipe may have no end
            raise UsageError(f"{path} is not a regular file", hint=_HINT)
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise BundleError(f"{path} has {size / 1e6:.0f} MB: that is no log of BlockCanary", hint=_HINT)
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}", hint=_HINT) from error


def _written(path: Path) -> datetime.datetime:
    """About when a log was written: as its name says, else as its file system does."""
    match = _NAMED.search(path.name)
    if match is not None:
        try:
            return datetime.datetime.strptime(match[1], "%Y-%m-%d_%H-%M-%S").replace(tzinfo=datetime.timezone.utc)
        except ValueError:
            print_note(f"{path}: its name holds no date that can be")
    changed = max(0.0, min(path.stat().st_mtime, 4e9))
    return datetime.datetime.fromtimestamp(changed, datetime.timezone.utc)
