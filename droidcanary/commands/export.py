"""``export``: a recording in another format, on stdout, as a file, or as a folder of files."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from droidcanary.bundle import check_target, unwritable
from droidcanary.bundle_read import Bundle
from droidcanary.commands.replay import judge_of
from droidcanary.errors import BundleError, OutputError
from droidcanary.export import FORMATS
from droidcanary.export.recording import ExportFile
from droidcanary.model import AnyEvent, Ended
from droidcanary.pipeline import collect
from droidcanary.report import print_note
from droidcanary.sink import SinkClosed, writing_stdout

_SINGLE_SUFFIXES = (".log", ".txt", ".json")


def run(path: Path, *, to: str, output: Path | None, force: bool) -> None:
    """Raises BundleError, OutputError."""
    if output is not None and _same(path, output):
        raise OutputError(f"{output} is the recording itself", hint="choose another name with -o")
    form = next(form for form in FORMATS if form.name == to)
    with Bundle(path) as bundle:
        judge = judge_of(bundle)
        try:
            recording = collect(_with_end(bundle.events()), judge)
        except ValueError as error:
            raise BundleError(f"{path} holds no complete session: {error}", hint="try droidcanary replay") from error
        for warning in bundle.warnings:
            print_note(warning)
    files = list(form.render(recording))
    if not files:
        print_note("nothing blocked in this recording: there is nothing to write")
    elif output is None:
        with contextlib.suppress(SinkClosed), writing_stdout():
            for file in files:
                sys.stdout.buffer.write(file.data)
            sys.stdout.buffer.flush()
    elif _is_folder(output) or (to == "text" and output.suffix not in _SINGLE_SUFFIXES):
        _write_folder(output, files, force=force)
        print_note(f"{len(files)} file{'' if len(files) == 1 else 's'} in {output}")
    else:
        _write(output, b"".join(file.data for file in files), force=force)


def _with_end(events: Iterator[AnyEvent]) -> Iterator[AnyEvent]:
    """An interrupted recording ends where it breaks off."""
    last_ns, ended = 0, False
    for event in events:
        last_ns = max(last_ns, getattr(event, "at_ns", 0))
        ended = isinstance(event, Ended)
        yield event
    if not ended:
        yield Ended(at_ns=last_ns, reason="link-lost", detail="the recording breaks off here")


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one of them is not there, or may not be looked at: whoever opens it says so
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError as error:
        raise unwritable(path, error) from error


def _write_folder(folder: Path, files: Sequence[ExportFile], *, force: bool) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error
    for file in files:  # all of them first: either every file is written or none
        if Path(file.name).name != file.name:
            raise OutputError(f"{file.name!r} is no file name")
        check_target(folder / file.name, force=force)
    for file in files:
        _write(folder / file.name, file.data, force=force)


def _write(path: Path, data: bytes, *, force: bool) -> None:
    """Complete or not at all: a full disk leaves no half file and an old one intact."""
    check_target(path, force=force)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            temporary.write_bytes(data)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise unwritable(path, error) from error
