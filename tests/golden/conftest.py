"""Whole outputs, compared byte for byte with files beside the tests.

After a change that is meant: ``pytest tests/golden --update-golden``, then read the diff before it is committed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Compare = Callable[[str, bytes], None]
FILES = Path(__file__).parent / "files"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files instead of comparing")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Compare:
    """Compares bytes with ``files/<name>``."""
    update = bool(request.config.getoption("--update-golden", default=False))

    def compare(name: str, data: bytes) -> None:
        path = FILES / name
        if update:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
        assert path.exists(), f"{name} is missing: run pytest tests/golden --update-golden"
        assert data == path.read_bytes(), f"{name} differs; if that is meant: pytest tests/golden --update-golden"

    return compare
