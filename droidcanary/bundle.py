"""Writing a bundle: an append-only folder while the session runs, one zip when it is over.

``NAME.zip.partial/`` holds ``manifest.json`` · ``events.jsonl`` · ``incidents.jsonl`` · ``logs/NNNN.log`` and is
readable at any moment, also after the host was killed; ``NAME.zip`` appears in one step, complete or not at all.
Reading is in ``bundle_read.py``.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import re
import shutil
import zipfile
from pathlib import Path
from typing import IO, Any

import msgspec

from droidcanary.errors import OutputError
from droidcanary.model import Event, Incident, Summary

FORMAT_MAJOR = 1
FORMAT_MINOR = 0
SUFFIX = ".droidcanary.zip"
PARTIAL = ".partial"

_NAME_LIMIT = 60
_FIXED_TIME = (1980, 1, 1, 0, 0, 0)
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)")


def default_name(package: str, at: datetime.datetime) -> str:
    """``PACKAGE-YYYYMMDD-HHMMSS.droidcanary.zip``: plain ASCII and legal on every system, whatever the device said."""
    return f"{portable(package)}-{at:%Y%m%d-%H%M%S}{SUFFIX}"


def portable(text: str) -> str:
    """``text`` as part of a file name: ASCII letters, digits, ``._-``; at most 60; never reserved or empty."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", text).strip("._-")[:_NAME_LIMIT].strip("._-") or "session"
    return f"_{name}" if _RESERVED.match(name) else name


def check_target(path: Path, *, force: bool) -> None:
    """Whether ``path`` may become a bundle. Raises OutputError: it exists (without ``force``) or is no regular file."""
    try:
        exists, regular = path.exists(), path.is_file()
    except OSError as error:  # a folder that may not be entered, a name that is too long
        raise unwritable(path, error) from error
    if exists and not regular:
        raise OutputError(f"{path} is not a regular file", hint="choose another name with -o")
    if exists and not force:
        raise OutputError(f"{path} exists already", hint="choose another name with -o, or overwrite it with --force")


def claim(path: Path, *, force: bool) -> tuple[Path, str]:
    """Creates the partial folder for ``path``, before anything is attached.

    Returns the folder and a note ("" or that the recording of a killed session lies there and was left alone).
    Raises OutputError: the file exists (without ``force``), is no regular file, or its folder cannot be written.
    """
    check_target(path, force=force)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for number in range(1, 1000):
            name = path.name if number == 1 else f"{path.name.removesuffix('.zip')}-{number}.zip"
            folder = path.with_name(name + PARTIAL)
            try:
                folder.mkdir()
            except FileExistsError:
                continue
            (folder / "logs").mkdir()
            left = path.with_name(path.name + PARTIAL)
            note = "" if number == 1 else f"{left} holds the recording of an interrupted session; it was left alone"
            return folder, note
    except OSError as error:
        raise unwritable(path, error) from error
    raise OutputError(
        f"too many interrupted sessions beside {path}", hint="remove the *.partial folders you do not need"
    )


def unwritable(path: Path, error: OSError) -> OutputError:
    """The error for a failed write, with the likely cause."""
    why = error.strerror or str(error)
    return OutputError(
        f"{path} cannot be written: {why}", hint="choose another place with -o, or make room", detail=repr(error)
    )


class BundleWriter:
    """Appends to the partial folder and makes the zip of it. Raises OutputError from every method."""

    def __init__(self, path: Path, folder: Path, *, force: bool) -> None:
        self.path = path
        self.folder = folder
        self._force = force
        self._encoder = msgspec.json.Encoder()
        self._buffer = bytearray()
        self._logs = 0
        try:
            self._events: IO[bytes] = (folder / "events.jsonl").open("ab", buffering=0)
            self._incidents: IO[bytes] = (folder / "incidents.jsonl").open("ab", buffering=0)
        except OSError as error:
            raise unwritable(folder, error) from error

    def event(self, event: Event) -> None:
        self._encoder.encode_into(event, self._buffer, len(self._buffer))
        self._buffer += b"\n"
        if len(self._buffer) > 256 * 1024:
            self.flush()

    def incident(self, record: Incident | Summary, log_file: bytes | None = None) -> None:
        """Adds a line, and a log file when there is one; what led to it is on disk when this returns."""
        self.flush()
        try:
            _write_all(self._incidents, self._encoder.encode(record) + b"\n")
            if log_file is not None:
                self._logs += 1
                (self.folder / "logs" / f"{self._logs:04d}.log").write_bytes(log_file)
        except OSError as error:
            raise unwritable(self.folder, error) from error

    def flush(self) -> None:
        """Hands everything to the operating system, so that it survives this process."""
        if not self._buffer:
            return
        # Cleared first: after a full disk the same bytes must not be tried again on the way out.
        data, self._buffer = bytes(self._buffer), bytearray()
        try:
            _write_all(self._events, data)
        except OSError as error:
            raise unwritable(self.folder, error) from error

    def manifest(self, manifest: dict[str, Any]) -> None:
        """Writes the manifest, replacing an earlier one in one step."""
        full = {"format": {"major": FORMAT_MAJOR, "minor": FORMAT_MINOR}, **manifest}
        temporary = self.folder / "manifest.json.tmp"
        try:
            temporary.write_bytes(msgspec.json.format(self._encoder.encode(full), indent=2) + b"\n")
            temporary.replace(self.folder / "manifest.json")
        except OSError as error:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise unwritable(self.folder, error) from error

    def close(self) -> None:
        """Stops writing and leaves the partial folder as the recording."""
        with contextlib.suppress(OutputError):
            self.flush()  # best effort: whoever closes without finishing already has an error to report
        self._events.close()
        self._incidents.close()

    def finish(self) -> Path:
        """Makes the zip, in one step, and removes the folder. Returns the zip's path (another name when one of that
        name appeared meanwhile and was not to be overwritten). On failure the folder stays, the old file is intact."""
        self.flush()
        self._events.close()
        self._incidents.close()
        target = self.path if self._force else _free_name(self.path)
        temporary = self.folder / "bundle.zip.tmp"
        try:
            try:
                zip_folder(self.folder, temporary)
                temporary.replace(target)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
        except OSError as error:
            raise unwritable(target, error) from error
        # The bundle is there; a folder that cannot be removed is untidy, not an error.
        shutil.rmtree(self.folder, ignore_errors=True)
        return target


def zip_folder(folder: Path, target: Path) -> None:
    """The same folder gives the same bytes: fixed order, fixed times."""
    logs = sorted((folder / "logs").glob("*.log"))
    with target.open("xb") as out:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            for path in (folder / "manifest.json", folder / "events.jsonl", folder / "incidents.jsonl", *logs):
                if not path.is_file():
                    continue
                info = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _FIXED_TIME)
                info.compress_type = zipfile.ZIP_DEFLATED
                info.external_attr = 0o644 << 16
                info.file_size = path.stat().st_size  # lets zipfile use Zip64 only where it is needed
                with path.open("rb") as source, archive.open(info, "w") as member:
                    shutil.copyfileobj(source, member, 1024 * 1024)
        out.flush()
        os.fsync(out.fileno())


def _free_name(path: Path) -> Path:
    candidate, number = path, 1
    while candidate.exists():
        number += 1
        candidate = path.with_name(f"{path.name.removesuffix('.zip')}-{number}.zip")
    return candidate


def _write_all(out: IO[bytes], data: bytes) -> None:
    view = memoryview(data)
    while view:
        written = out.write(view)
        view = view[written or 0 :]
