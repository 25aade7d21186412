"""bundle.py and bundle_read.py: what survives, what is refused, what is tolerated."""

from __future__ import annotations

import datetime
import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import msgspec
import pytest

from droidcanary.bundle import BundleWriter, claim, default_name, portable
from droidcanary.bundle_read import Bundle
from droidcanary.device import simulated
from droidcanary.errors import BundleError, OutputError
from droidcanary.model import AnyEvent, Clocks, Ended, Incident, SessionStart, Tick

START = SessionStart(
    at_ns=1,
    device=simulated.DEVICE,
    app=simulated.APP,
    clocks=Clocks(uptime_ns=1, elapsed_ns=1, wall_ms=0.0, host_wall_ms=0.0),
    hook="printer",
    floor_ns=100,
)
END = Ended(at_ns=9, reason="user")
INCIDENT = Incident(
    id="d1",
    kind="slow-dispatch",
    state="closed",
    start_uptime_ms=1.0,
    wall_ms=float("nan"),
    cpu_ms=None,
    cpu_from_ms=None,
    thread="main",
    message=None,
    handler=None,
    culprit=None,
    samples=0,
    cpu=None,
)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def record(path: Path, *, finish: bool = True, force: bool = False) -> Path:
    folder, _ = claim(path, force=force)
    writer = BundleWriter(path, folder, force=force)
    writer.manifest({"tool": {"name": "droidcanary"}})
    for event in (START, Tick(at_ns=5), END):
        writer.event(event)
    writer.incident(INCIDENT, b"a log\r\n")
    if finish:
        return writer.finish()
    writer.close()
    return folder


def events_of(path: Path) -> list[AnyEvent]:
    with Bundle(path) as bundle:
        return list(bundle.events())


def edit(path: Path, **members: bytes) -> Path:
    """The same zip with members replaced, by name without suffix."""
    target = path.with_name("edited.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, members.get(name.partition(".")[0], old.read(name)))
    return target


def test_written_and_read_back(tmp_path: Path) -> None:
    path = record(tmp_path / "new" / "a.droidcanary.zip")
    assert path == tmp_path / "new" / "a.droidcanary.zip"
    assert events_of(path) == [START, Tick(at_ns=5), END]
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["manifest.json", "events.jsonl", "incidents.jsonl", "logs/0001.log"]
        assert archive.read("logs/0001.log") == b"a log\r\n"
        manifest = msgspec.json.decode(archive.read("manifest.json"))
        assert b"NaN" not in archive.read("incidents.jsonl")
    assert manifest["format"] == {"major": 1, "minor": 0}
    assert names(path.parent) == [path.name]


def test_the_same_session_gives_the_same_bytes(tmp_path: Path) -> None:
    assert record(tmp_path / "a.zip").read_bytes() == record(tmp_path / "b.zip").read_bytes()


def test_an_existing_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(b"mine")
    with pytest.raises(OutputError, match="exists already") as caught:
        claim(path, force=False)
    assert "--force" in caught.value.hint
    assert path.read_bytes() == b"mine"
    assert names(tmp_path) == ["a.zip"]
    assert record(path, force=True) == path
    assert zipfile.is_zipfile(path)


def test_a_file_that_appears_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.droidcanary.zip"
    folder, _ = claim(path, force=False)
    writer = BundleWriter(path, folder, force=False)
    writer.manifest({})
    path.write_bytes(b"mine")
    assert writer.finish() == tmp_path / "a.droidcanary-2.zip"
    assert path.read_bytes() == b"mine"


def test_a_killed_sessions_recording_is_never_overwritten(tmp_path: Path) -> None:
    left = record(tmp_path / "a.zip", finish=False)
    before = (left / "events.jsonl").read_bytes()
    folder, note = claim(tmp_path / "a.zip", force=True)
    assert folder == tmp_path / "a-2.zip.partial"
    assert "a.zip.partial" in note
    assert (left / "events.jsonl").read_bytes() == before


@pytest.mark.parametrize("target", ["/dev/full", "/"])
def test_what_is_no_regular_file_is_never_replaced(target: str) -> None:
    with pytest.raises(OutputError, match="not a regular file"):
        claim(Path(target), force=True)
    assert not Path(target).is_file()


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written") as caught:
        claim(tmp_path / "file" / "a.zip", force=False)
    assert caught.value.code == 20


def test_a_full_disk_while_recording(tmp_path: Path) -> None:
    folder, _ = claim(tmp_path / "a.zip", force=False)
    (folder / "events.jsonl").symlink_to("/dev/full")
    writer = BundleWriter(tmp_path / "a.zip", folder, force=False)
    writer.event(START)
    with pytest.raises(OutputError, match="No space left on device"):
        writer.flush()
    writer.close()
    assert not (tmp_path / "a.zip").exists()


def test_a_full_disk_while_finishing_leaves_the_old_file_and_the_recording(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(b"old")
    folder, _ = claim(path, force=True)
    writer = BundleWriter(path, folder, force=True)
    writer.manifest({})
    writer.event(START)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="No space left"):
        writer.finish()
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a.zip", "a.zip.partial"]
    assert not (folder / "bundle.zip.tmp").exists()
    assert events_of(folder) == [START]


def test_kill_9_leaves_a_readable_recording(tmp_path: Path) -> None:
    code = f"""
import sys, time
from pathlib import Path
from droidcanary.bundle import BundleWriter, claim
from droidcanary.model import Tick
from tests.unit.bundle.test_bundle import START, INCIDENT
path = Path({str(tmp_path / "a.zip")!r})
writer = BundleWriter(path, claim(path, force=False)[0], force=False)
writer.manifest({{}})
writer.event(START)
for at in range(1000):
    writer.event(Tick(at_ns=at))
writer.incident(INCIDENT, b"log")
writer.event(Tick(at_ns=5000))
print("ready", flush=True)
time.sleep(60)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=Path(__file__).parents[3])
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    folder = tmp_path / "a.zip.partial"
    with Bundle(folder) as bundle:
        assert bundle.interrupted
        events = list(bundle.events())
        assert "interrupted session" in bundle.warnings[0]
    assert events[0] == START
    assert len(events) == 1001
    with pytest.raises(BundleError) as caught:
        Bundle(tmp_path / "a.zip")
    assert str(folder) in caught.value.hint


@pytest.mark.parametrize("cut", [1, 5, 17])
def test_a_cut_tail_is_tolerated_and_told(tmp_path: Path, cut: int) -> None:
    folder = record(tmp_path / "a.zip", finish=False)
    data = (folder / "events.jsonl").read_bytes()
    (folder / "events.jsonl").write_bytes(data[: -cut - 1])
    with Bundle(folder) as bundle:
        assert list(bundle.events()) == [START, Tick(at_ns=5)]
        assert any("cut off" in warning for warning in bundle.warnings)


def test_a_last_line_without_line_break_counts_when_it_is_whole(tmp_path: Path) -> None:
    folder = record(tmp_path / "a.zip", finish=False)
    data = (folder / "events.jsonl").read_bytes()
    (folder / "events.jsonl").write_bytes(data.rstrip())
    assert events_of(folder) == [START, Tick(at_ns=5), END]


def test_blank_lines_bom_unknown_keys_unknown_events_and_order_are_tolerated(tmp_path: Path) -> None:
    encode = msgspec.json.encode
    start = msgspec.json.decode(encode(START)) | {"from_the_future": [1, {"x": "[/]"}]}
    lines = [
        b"\xef\xbb\xbf" + encode(END),
        b"",
        encode(Tick(at_ns=2)),
        b'{"event":"binder","at_ns":7}',
        b"   ",
        encode(start),
        b"{broken",
        b"[" * 5000,
        encode(Tick(at_ns=5)),
    ]
    path = edit(record(tmp_path / "a.zip"), events=b"\r\n".join(lines) + b"\n")
    with Bundle(path) as bundle:
        events = list(bundle.events())
        warnings = list(bundle.warnings)
        bundle.save(tmp_path / "copy.zip")
    assert events == [START, Tick(at_ns=2), Tick(at_ns=5), END]
    assert any("1 events are of a kind" in warning for warning in warnings)
    assert any("2 damaged lines" in warning for warning in warnings)
    assert b"from_the_future" in zipfile.ZipFile(tmp_path / "copy.zip").read("events.jsonl")
    assert b"binder" in zipfile.ZipFile(tmp_path / "copy.zip").read("events.jsonl")


def test_a_partial_recording_can_be_saved_as_a_bundle(tmp_path: Path) -> None:
    folder = record(tmp_path / "a.zip", finish=False)
    with Bundle(folder) as bundle:
        bundle.save(tmp_path / "saved.zip")
    assert events_of(tmp_path / "saved.zip") == events_of(folder)


def test_missing_parts(tmp_path: Path) -> None:
    folder = record(tmp_path / "a.zip", finish=False)
    (folder / "manifest.json").unlink()
    assert events_of(folder)[0] == START
    (folder / "events.jsonl").write_bytes(b"")
    with pytest.raises(BundleError, match="holds no session"):
        events_of(folder)


@pytest.mark.parametrize(
    ("manifest", "words"),
    [
        (b'{"format":{"major":2,"minor":0}}', r"format 2\.0, this droidcanary reads format 1"),
        (b'{"format":{"major":0,"minor":3}}', r"format 0\.3, this droidcanary reads format 1"),
        (b'{"format":{"major":"1"}}', "names no format"),
        (b'{"format":7}', "names no format"),
        (b"{}", "names no format"),
        (b"[]", "is not JSON"),
        (b"\xff\xfe", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
    ],
)
def test_other_formats_are_refused_by_name(tmp_path: Path, manifest: bytes, words: str) -> None:
    path = edit(record(tmp_path / "a.zip"), manifest=manifest)
    with pytest.raises(BundleError, match=words) as caught:
        Bundle(path)
    assert caught.value.hint


def test_a_newer_minor_format_is_read_with_a_warning(tmp_path: Path) -> None:
    path = edit(record(tmp_path / "a.zip"), manifest=b'{"format":{"major":1,"minor":7},"new":{}}')
    with Bundle(path) as bundle:
        assert list(bundle.events()) == [START, Tick(at_ns=5), END]
        assert any("1.7 is newer" in warning for warning in bundle.warnings)
        assert bundle.manifest["new"] == {}


@pytest.mark.parametrize(
    "name", ["../../evil.txt", "/etc/passwd", "logs/../../x", "..\\..\\evil.txt", "C:evil.txt", "a\0b"]
)
def test_entries_that_point_outside_make_it_unreadable(tmp_path: Path, name: str) -> None:
    path = record(tmp_path / "a.zip")
    info = zipfile.ZipInfo("placeholder")
    info.filename = name
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(info, b"evil")
    with pytest.raises(BundleError) as caught:
        Bundle(path)
    assert "not written by droidcanary" in caught.value.hint


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_entries_of_one_name_make_it_unreadable(tmp_path: Path) -> None:
    path = record(tmp_path / "a.zip")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("events.jsonl", b"other")
    with pytest.raises(BundleError, match=r"two entries named 'events\.jsonl'"):
        Bundle(path)


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = record(tmp_path / "a.zip")
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive, archive.open("logs/9.log", "w") as member:
        for _ in range(40):
            member.write(bytes(1024 * 1024))
    with pytest.raises(BundleError, match="more than is believable"):
        Bundle(path)


@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip", b"\x1f\x8b\x08"])
def test_what_is_no_zip(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(data)
    with pytest.raises(BundleError, match="not a zip file") as caught:
        Bundle(path)
    assert caught.value.code == 19


def test_a_zip_cut_in_the_middle(tmp_path: Path) -> None:
    path = record(tmp_path / "a.zip")
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(BundleError, match="its end is missing"):
        Bundle(path)


def test_a_zip_with_damaged_data(tmp_path: Path) -> None:
    path = record(tmp_path / "a.zip")
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        at = archive.getinfo("events.jsonl").header_offset + 60
    data[at : at + 40] = bytes(40)
    path.write_bytes(data)
    with pytest.raises(BundleError, match="holds no session"), Bundle(path) as bundle:
        list(bundle.events())


@pytest.mark.parametrize("name", ["a.txt", "folder"])
def test_other_things_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name == "folder":
        path.mkdir()
    with pytest.raises(BundleError) as caught:
        Bundle(path)
    assert ".droidcanary.zip" in caught.value.hint


def test_a_zip_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("index.html", b"")
    with pytest.raises(BundleError, match="no droidcanary bundle"):
        Bundle(path)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("com.acme.shop:push", "com.acme.shop_push"),
        ("192.0.2.7:5555", "192.0.2.7_5555"),
        ("CON", "_CON"),
        ("con.droid", "_con.droid"),
        ("店 / ☕", "session"),
        ("x" * 300, "x" * 60),
        ("trailing.", "trailing"),
        ("../../etc", "etc"),
        ("", "session"),
    ],
)
def test_file_names_are_portable(text: str, name: str) -> None:
    assert portable(text) == name
    full = default_name(text, datetime.datetime(2026, 3, 1, 14, 5, 9, tzinfo=datetime.timezone.utc))
    assert full == f"{name}-20260301-140509.droidcanary.zip"
    assert len(full) <= 100
    assert full.isascii()
