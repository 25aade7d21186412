"""Settings and the way times are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from droidcanary.config import MS, SECOND, JudgeConfig, SessionConfig, format_duration, parse_duration
from droidcanary.errors import UsageError


@pytest.mark.parametrize(
    ("text", "value_ns"),
    [
        ("500ms", 500 * MS),
        ("2s", 2 * SECOND),
        (" 1.5s ", 1_500 * MS),
        ("1m", 60 * SECOND),
        ("24h", 86_400 * SECOND),
        ("1us", 1_000),
        ("0.001ms", 1_000),
    ],
)
def test_times(text: str, value_ns: int) -> None:
    assert parse_duration(text) == value_ns


@pytest.mark.parametrize("text", ["500", "1.5", "0"])
def test_a_bare_number_is_refused_for_its_unit(text: str) -> None:
    with pytest.raises(UsageError, match=r"--threshold: .* has no unit") as caught:
        parse_duration(text, name="--threshold")
    assert "500ms" in caught.value.hint


@pytest.mark.parametrize("text", ["", "ms", "1 s", "-1s", "1e3ms", "٥ms", "1d", "1s2", "nan s", "1,5s"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(UsageError, match="is not a time"):
        parse_duration(text)


@pytest.mark.parametrize("text", ["0s", "0.0001us", "25h", "999999999999h"])
def test_out_of_range(text: str) -> None:
    with pytest.raises(UsageError, match="out of range"):
        parse_duration(text)


@given(st.integers(1, 24 * 3600 * SECOND))
def test_what_is_written_reads_back(value_ns: int) -> None:
    assert parse_duration(format_duration(value_ns)) == value_ns


def test_the_shortest_form() -> None:
    assert [format_duration(ns) for ns in (SECOND, 1500 * MS, 90 * SECOND, 7200 * SECOND, 1500)] == [
        "1s",
        "1500ms",
        "90s",
        "2h",
        "1.5us",
    ]


@pytest.mark.parametrize(
    ("threshold_ms", "sample", "floor_ms", "first_ms"),
    [(1000, "block", 100, 100), (50, "block", 25, 25), (500, "blockcanary", 100, 400), (200, "always", 100, 100)],
)
def test_when_the_probe_looks(threshold_ms: int, sample: str, floor_ms: int, first_ms: int) -> None:
    config = SessionConfig(package="a.b", sample=sample, judge=JudgeConfig(threshold_ns=threshold_ms * MS))  # type: ignore[arg-type]
    assert (config.floor_ns, config.first_sample_ns) == (floor_ms * MS, first_ms * MS)
