"""Reading a bundle, finished (zip) or left over (``.partial`` folder). Bundles come from strangers: nothing in one is
trusted, and what can be read of a damaged one is read.
"""

from __future__ import annotations

import contextlib
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Any

import msgspec

from droidcanary.bundle import FORMAT_MAJOR, FORMAT_MINOR, PARTIAL, zip_folder
from droidcanary.errors import BundleError
from droidcanary.model import AnyEvent, Ended, SessionStart

EVENTS = "events.jsonl"
MANIFEST = "manifest.json"

#: One line, one member, all members together, and how much deflate may blow up: beyond is an attack or a fault.
MAX_LINE = 64 * 1024 * 1024
MAX_TOTAL = 4 * 1024 * 1024 * 1024
MAX_RATIO = 300
MAX_ENTRIES = 200_000
_SMALL = 16 * 1024 * 1024


class Bundle:
    """An opened bundle. ``manifest`` is the whole object, unknown keys included; ``warnings`` grows while reading."""

    def __init__(self, path: Path) -> None:
        """Raises BundleError: no bundle, damaged beyond use, of another major format, or hostile."""
        self.path = path
        self.warnings: list[str] = []
        self._archive: zipfile.ZipFile | None = None
        try:
            if path.is_dir():
                if not (path / MANIFEST).is_file() and not (path / EVENTS).is_file():
                    raise BundleError(
                        f"{path} is a folder but no recording", hint="name a .droidcanary.zip or its .partial folder"
                    )
                self.warnings.append(f"{path.name} is the recording of an interrupted session")
            else:
                if path.exists() and not path.is_file():  # a device may have no end, a pipe nobody at the other one
                    raise BundleError(f"{path} is not a regular file", hint=_NAME_ONE)
                self._archive = _open_archive(path)
            self.manifest = self._read_manifest()
        except OSError as error:
            raise _unreadable(path, error) from error

    def __enter__(self) -> Bundle:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._archive is not None:
            self._archive.close()

    @property
    def interrupted(self) -> bool:
        return self._archive is None

    def events(self) -> Iterator[AnyEvent]:
        """The events in the order of the recording, SessionStart first and Ended last wherever they stood. Lines that
        cannot be read are left out and counted in ``warnings``; a recording without an end gets none here."""
        first: SessionStart | None = None
        waiting: list[AnyEvent] = []
        ended: Ended | None = None
        again = 0
        for event in self._decoded():
            if isinstance(event, Ended):
                ended = event
            elif first is not None:
                if isinstance(event, SessionStart):
                    again += 1
                else:
                    yield event
            elif isinstance(event, SessionStart):
                first = event
                yield event
                yield from waiting
                waiting.clear()
            else:
                waiting.append(event)
        if first is None:
            raise BundleError(
                f"{self.path} holds no session: its first event is missing",
                hint="was it interrupted before the attach was complete?",
            )
        if again:
            self.warnings.append(f"{again} more session events were left out: a recording holds one session")
        if ended is not None:
            yield ended

    def save(self, target: Path) -> None:
        """Writes a finished bundle with the same content, byte for byte in every line, so that what this version does
        not know survives. Raises OSError, BundleError."""
        if self._archive is not None:
            shutil.copyfile(self.path, target)
        else:
            zip_folder(self.path, target)

    def _decoded(self) -> Iterator[AnyEvent]:
        decoder = msgspec.json.Decoder(AnyEvent)
        unknown, bad, cut = 0, 0, False
        for line, complete in self._lines(EVENTS):
            try:
                yield decoder.decode(line)
            except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
                if not complete:
                    cut = True
                elif _is_unknown_event(line):
                    unknown += 1
                else:
                    bad += 1
        if cut:
            self.warnings.append("the last line is cut off (the session was killed while writing); it was left out")
        if unknown:
            self.warnings.append(f"{unknown} events are of a kind this version does not know; they were left out")
        if bad:
            self.warnings.append(f"{bad} damaged lines were left out")

    def _lines(self, name: str) -> Iterator[tuple[bytes, bool]]:
        """Each line that is not blank, and whether it ends in a line break."""
        try:
            with self._open(name) as source:
                bom = True
                while line := source.readline(MAX_LINE):
                    if len(line) >= MAX_LINE:
                        raise BundleError(f"{self.path}: a line of more than {MAX_LINE} bytes", hint=_HOSTILE)
                    if bom:
                        line, bom = line.removeprefix(b"\xef\xbb\xbf"), False
                    if stripped := line.strip():
                        yield stripped, line.endswith(b"\n")
        except KeyError:
            self.warnings.append(f"{name} is missing")
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            self.warnings.append(f"{name} is damaged from some point on ({error}); what came before is used")
        except OSError as error:
            raise _unreadable(self.path, error) from error

    def _open(self, name: str) -> IO[bytes]:
        if self._archive is not None:
            return self._archive.open(name)
        path = self.path / name
        if not path.is_file():
            raise KeyError(name)
        return path.open("rb")

    def _read_manifest(self) -> dict[str, Any]:
        try:
            with self._open(MANIFEST) as source:
                data = source.read(MAX_LINE)
        except KeyError:
            if self.interrupted:
                self.warnings.append("the manifest is missing; the format is taken to be this version's")
                return {}
            raise BundleError(f"{self.path} is no droidcanary bundle: it has no {MANIFEST}", hint=_NAME_ONE) from None
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise BundleError(f"{self.path}: {MANIFEST} is damaged", hint=_NAME_ONE, detail=str(error)) from error
        try:
            manifest = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise BundleError(f"{self.path}: {MANIFEST} is not JSON", hint=_NAME_ONE, detail=str(error)) from error
        self._check_format(manifest.get("format"))
        return manifest

    def _check_format(self, version: object) -> None:
        major = version.get("major") if isinstance(version, dict) else None
        minor = version.get("minor", 0) if isinstance(version, dict) else None
        if type(major) is not int or type(minor) is not int:
            raise BundleError(f"{self.path}: {MANIFEST} names no format", hint=_NAME_ONE)
        if major != FORMAT_MAJOR:
            raise BundleError(
                f"{self.path} is of format {major}.{minor}, this droidcanary reads format {FORMAT_MAJOR}",
                hint="read it with the droidcanary that wrote it (manifest.json names its version)"
                if major < FORMAT_MAJOR
                else "update droidcanary: pip install -U droidcanary",
            )
        if minor > FORMAT_MINOR:
            self.warnings.append(
                f"format {major}.{minor} is newer than {FORMAT_MAJOR}.{FORMAT_MINOR}: what is unknown is left out"
            )


_HOSTILE = "this file was not written by droidcanary; do not trust it"
_NAME_ONE = "name a .droidcanary.zip or its .partial folder"


def _is_unknown_event(line: bytes) -> bool:
    with contextlib.suppress(msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raw = msgspec.json.decode(line)
        known = {cls.__struct_config__.tag for cls in AnyEvent.__args__}
        return isinstance(raw, dict) and isinstance(raw.get("event"), str) and raw["event"] not in known
    return False


def _unreadable(path: Path, error: OSError) -> BundleError:
    hint = _NAME_ONE
    partial = path.with_name(path.name + PARTIAL)
    with contextlib.suppress(OSError):  # it's only for the hint
        if not path.exists() and partial.is_dir():
            hint = f"its session was interrupted; read what it left: {partial}"
    return BundleError(f"{path} cannot be read: {error.strerror or error}", hint=hint, detail=repr(error))


def _open_archive(path: Path) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(path)
    except zipfile.BadZipFile as error:
        raise BundleError(
            f"{path} is not a zip file, or its end is missing",
            hint="was it copied completely? " + _NAME_ONE,
            detail=str(error),
        ) from error
    try:
        _check_entries(path, archive.infolist())
    except BaseException:
        archive.close()
        raise
    return archive


def _check_entries(path: Path, entries: list[zipfile.ZipInfo]) -> None:
    if len(entries) > MAX_ENTRIES:
        raise BundleError(f"{path} has {len(entries)} entries", hint=_HOSTILE)
    seen: set[str] = set()
    total = 0
    for entry in entries:
        # orig_filename: zipfile itself cuts at a NUL and turns separators around.
        name = entry.orig_filename
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts or "\\" in name or "\0" in name or ":" in name:
            raise BundleError(f"{path} has an entry that points outside of it: {name!r}", hint=_HOSTILE)
        if name in seen:
            raise BundleError(f"{path} has two entries named {name!r}", hint=_HOSTILE)
        seen.add(name)
        total += entry.file_size
        blown = entry.file_size > _SMALL and entry.file_size > MAX_RATIO * max(entry.compress_size, 1)
        if total > MAX_TOTAL or blown:
            raise BundleError(f"{path} unpacks to more than is believable ({name!r})", hint=_HOSTILE)
        if entry.flag_bits & 0x1:
            raise BundleError(f"{path} is encrypted ({name!r})", hint="decrypt it first")
