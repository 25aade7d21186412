"""``import``: from log files to a bundle that every other command takes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from droidcanary.cli import run

GOLDEN = Path(__file__).parents[2] / "golden" / "files"


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "logs" / "deeper"
    folder.mkdir(parents=True)
    for path in GOLDEN.glob("looper-*.log"):
        shutil.copy(path, folder)
    return folder.parent


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_from_a_demo_to_logs_to_a_bundle_to_the_same_logs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["demo", "--duration", "8s", "-o", "demo.zip", "--json"]) == 0
    assert run(["export", "demo.zip", "--to", "text", "-o", "old"]) == 0
    assert run(["import", "old", "-o", "again.zip"]) == 0
    assert run(["export", "again.zip", "--to", "text", "-o", "new"]) == 0
    old, new = contents(tmp_path / "old"), contents(tmp_path / "new")
    assert len(old) > 2
    assert new.keys() == old.keys()
    for name, data in new.items():
        assert data.partition(b"\r\nstack = ")[2] == old[name].partition(b"\r\nstack = ")[2]
        keys = [[line.split(b" = ")[0] for line in each.split(b"\r\n") if b" = " in line] for each in (old[name], data)]
        assert keys[0] == keys[1]
        times = [[line for line in each.split(b"\r\n") if line.startswith(b"time")] for each in (old[name], data)]
        assert times[0] == times[1]
    capsys.readouterr()


def test_the_bundle_can_be_judged_again(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", str(logs), "-o", "b.zip"]) == 0
    assert "6 blocks in b.zip" in capsys.readouterr().err
    assert run(["replay", "b.zip", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["app"]["process"] == "com.acme.shop"
    assert lines[-1]["incidents"] == 6
    assert run(["replay", "b.zip", "--threshold", "6s", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["incidents"] == 2
    assert run(["export", "b.zip", "--to", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["incidents"]) == 6


def test_a_name_is_made_and_nothing_is_overwritten(
    logs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["import", *map(str, sorted(logs.rglob("*.log"))[:2])]) == 0
    (made,) = tmp_path.glob("com.acme.shop-*.droidcanary.zip")
    before = made.read_bytes()
    assert run(["import", str(logs), "-o", str(made)]) == 20
    assert made.read_bytes() == before
    assert run(["import", str(logs), "-o", str(made), "--force"]) == 0
    assert made.read_bytes() != before
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([made.name, "logs"])
    capsys.readouterr()


def test_logs_of_several_processes_need_a_choice(
    logs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = next(logs.rglob("*.log")).read_bytes()
    (logs / "push.log").write_bytes(data.replace(b"process = com.acme.shop", b"process = com.acme.shop:push"))
    assert run(["import", str(logs), "-o", "b.zip"]) == 2
    said = capsys.readouterr().err
    assert "2 processes" in said
    assert "com.acme.shop:push  (1 blocks)" in said
    assert run(["import", str(logs), "-o", "b.zip", "--process", "com.acme"]) == 2
    assert not (tmp_path / "b.zip").exists()
    assert run(["import", str(logs), "-o", "b.zip", "--process", "com.acme.shop:push"]) == 0
    assert "1 block in" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "data", "code", "words"),
    [
        ("x.log", b"hello", 19, "no log of BlockCanary"),
        ("x.log", b"qua = 1\r\ntime =", 19, "cut short"),
        ("x.zip", b"PK\x03\x04...", 19, "unpack it first"),
        ("x.log", None, 2, "cannot be read"),
        ("empty", ..., 19, "no block"),
    ],
)
def test_what_cannot_be_imported_says_why(
    name: str, data: object, code: int, words: str, logs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    if isinstance(data, bytes):
        path.write_bytes(data)
    elif data is not None:
        path.mkdir()
    assert run(["import", str(path), "-o", "b.zip"]) == code
    assert words in capsys.readouterr().err
    assert not list(tmp_path.glob("b.zip*"))
