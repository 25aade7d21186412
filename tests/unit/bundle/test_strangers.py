"""Recordings and places that nobody in his right mind would name; every one was met."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from droidcanary.bundle import BundleWriter, check_target, claim
from droidcanary.bundle_read import Bundle
from droidcanary.config import SessionConfig
from droidcanary.device import simulated
from droidcanary.errors import BundleError, OutputError
from droidcanary.model import SessionStart, Tick
from droidcanary.session import settings_of
from droidcanary.sink.recording import Recorder
from tests.unit.bundle.test_bundle import END, START, edit, record

LONG = "a" * 300 + ".zip"


def recorder(path: Path) -> Recorder:
    folder, _ = claim(path, force=False)
    return Recorder(BundleWriter(path, folder, force=False))


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
@pytest.mark.timeout(10)
def test_what_has_no_end_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.zip")
    for path in (Path("/dev/full"), tmp_path / "pipe.zip"):
        with pytest.raises(BundleError, match="not a regular file"):
            Bundle(path)


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot be written: File name too long"):
        check_target(tmp_path / LONG, force=False)
    with pytest.raises(OutputError, match="cannot be written"):
        claim(tmp_path / LONG, force=True)
    with pytest.raises(BundleError, match="cannot be read: File name too long"):
        Bundle(tmp_path / LONG)


def test_a_folder_that_may_not_be_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(self: Path, **_: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "stat", denied)  # as root nothing is denied
    with pytest.raises(OutputError, match="cannot be written: Permission denied"):
        check_target(tmp_path / "a.zip", force=False)
    with pytest.raises(BundleError, match="cannot be read: Permission denied"):
        Bundle(tmp_path / "a.zip")


def test_only_the_first_session_counts(tmp_path: Path) -> None:
    path = record(tmp_path / "a.droidcanary.zip")
    with Bundle(path) as bundle, bundle._open("events.jsonl") as source:
        lines = source.read()
    with Bundle(edit(path, events=lines + lines)) as bundle:
        assert list(bundle.events()) == [START, Tick(at_ns=5), Tick(at_ns=5), END]
        assert bundle.warnings == ["1 more session events were left out: a recording holds one session"]


@pytest.mark.parametrize("version", [b"true", b"1.0", b'"1"', b"[1]"])
def test_a_format_is_a_whole_number(tmp_path: Path, version: bytes) -> None:
    path = edit(record(tmp_path / "a.droidcanary.zip"), manifest=b'{"format": {"major": %s, "minor": 0}}' % version)
    with pytest.raises(BundleError, match="names no format"):
        Bundle(path)


def test_a_session_can_be_read_from_its_first_moment_on(tmp_path: Path) -> None:
    kept = recorder(tmp_path / "a.zip")
    kept.start(START, settings_of(SessionConfig(package=simulated.PACKAGE)))
    kept.event(START)
    with Bundle(tmp_path / "a.zip.partial") as bundle:  # as if it had been killed now: nobody flushed
        assert [type(event) for event in bundle.events()] == [SessionStart]
    assert kept.abandon() == tmp_path / "a.zip.partial"


def test_what_holds_nothing_is_not_named_as_what_was_kept(tmp_path: Path) -> None:
    kept = recorder(tmp_path / "a.zip")
    (tmp_path / "a.zip.partial" / "manifest.json.tmp").mkdir()  # the manifest cannot be written
    with pytest.raises(OutputError):
        kept.start(START, {})
    assert kept.abandon() is None
