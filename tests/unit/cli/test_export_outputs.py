"""``export``: what lies where it is to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from droidcanary.cli import run


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five seconds of the demo: several blocks."""
    path = tmp_path_factory.mktemp("demo") / "demo.droidcanary.zip"
    assert run(["demo", "--duration", "5s", "--threshold", "300ms", "--json", "-o", str(path)]) == 0
    return path


def test_export_writes_every_log_or_none(recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["export", str(recorded), "--to", "text", "-o", "logs"]) == 0
    *others, last = sorted((tmp_path / "logs").iterdir())
    for path in others:
        path.unlink()
    assert run(["export", str(recorded), "--to", "text", "-o", "logs"]) == 20
    assert list((tmp_path / "logs").iterdir()) == [last]


@pytest.mark.parametrize("to", ["text", "json"])
def test_export_never_writes_over_the_recording(to: str, recorded: Path) -> None:
    before = recorded.read_bytes()
    assert run(["export", str(recorded), "--to", to, "-o", str(recorded), "--force"]) == 20
    assert recorded.read_bytes() == before
