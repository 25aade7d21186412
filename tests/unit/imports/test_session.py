"""Records become a session that judges and exports as a watched one does."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from droidcanary.export.recording import Recording
from droidcanary.export.text import TEXT
from droidcanary.imports.blockcanary import CpuLine, LogFrame, LogRecord, LogStack, read_log
from droidcanary.imports.session import events_of, judge_for, without_doubles
from droidcanary.model import Proc
from droidcanary.pipeline import collect

GOLDEN = Path(__file__).parents[2] / "golden" / "files"
NEAR = datetime(2026, 3, 1, tzinfo=timezone.utc)
START = datetime(2026, 3, 1, 9, 0, 0, tzinfo=timezone.utc)


def after(ms: float) -> datetime:
    return START + timedelta(milliseconds=ms)


def stack(at_ms: float, *methods: str) -> LogStack:
    return LogStack(after(at_ms), tuple(LogFrame("com.acme.shop.Db", method, "Db.java", 7) for method in methods))


def record(start_ms: float, wall_ms: int, *stacks: LogStack, rates: tuple[CpuLine, ...] = ()) -> LogRecord:
    values = {"process": "com.acme.shop", "api-level": "30 11", "cpu-core": "8", "model": "unknown", "qua": "beta"}
    return LogRecord(
        values=values, start=after(start_ms), wall_ms=wall_ms, thread_ms=90, rates=rates, stacks=tuple(stacks)
    )


def judged(*records: LogRecord) -> Recording:
    kept = without_doubles(records)
    return collect(events_of(kept, version="1"), judge_for(kept))


def test_golden_logs_come_back_as_they_were() -> None:
    logs = {path.name: path.read_bytes() for path in sorted(GOLDEN.glob("looper-*.log"))}
    records = [found for data in logs.values() for found in read_log(data.decode(), near=NEAR).records]
    assert len(records) == len(logs) > 4
    files = {file.name: file.data for file in TEXT.render(judged(*records))}
    assert files.keys() == logs.keys()
    for name, data in files.items():
        # Why there is no stack is known where the app was watched, not where the log is read.
        old, new = (text.partition(b"no stack: ")[0] for text in (logs[name], data))
        assert new == old, name


def test_each_record_is_a_block_with_its_stacks() -> None:
    recording = judged(record(5000, 320, stack(5100, "a"), stack(5200, "b", "a")), record(0, 4000, stack(3200, "a")))
    first, second = recording.blocks
    assert (first.incident.wall_ms, second.incident.wall_ms) == (4000, 320)
    assert (first.incident.cpu_ms, first.incident.cpu_from_ms) == (90, 0)
    assert [[frame.method for frame in shot.frames] for shot in second.stacks] == [["a"], ["b", "a"]]
    assert second.incident.culprit is not None
    assert second.incident.culprit.method.startswith("com.acme.shop.Db.")
    session = recording.session
    assert (session.device.model, session.device.api, session.device.cores) == ("", 30, 8)
    assert "qua: beta" in session.notes


def test_the_same_log_twice_is_one_block() -> None:
    one = record(0, 2000, stack(1700, "a"))
    assert len(judged(one, one, record(0, 2000, stack(1800, "a"))).blocks) == 2


def test_rounding_does_not_lose_a_stack() -> None:
    (block,) = judged(record(0, 2000, stack(-1, "a"), stack(2001, "b"), stack(2100, "c"))).blocks
    assert [shot.frames[0].method for shot in block.stacks] == ["a", "b"]


def test_a_block_inside_another_has_each_stack_once() -> None:
    shots = [stack(at, "a") for at in range(1000, 2000, 100)]
    inner, outer = judged(record(0, 3000, *shots), record(900, 1200, *shots)).blocks
    assert (len(inner.stacks), len(outer.stacks)) == (10, 10)


def test_cpu_lines_come_back_and_stale_ones_do_not() -> None:
    lines = [CpuLine(after(at), 16 + n, 5, 12 + n, 3, 0) for n, at in enumerate((1800, 2800, 3800))]
    stale = CpuLine(after(-9000), 50, 40, 25, 25, 0)
    late = record(60_000, 2000, stack(61_000, "a"))
    (file, _) = TEXT.render(judged(record(0, 4000, stack(900, "a"), rates=(stale, *lines)), late))
    text = file.data.decode()
    (again,) = read_log(text, near=NEAR).records
    assert again.rates == tuple(lines)
    assert "cpu-busy = false" in text


def test_a_starved_timer_is_still_seen() -> None:
    lines = tuple(CpuLine(after(at), 15, 5, 12, 3, 0) for at in (1000, 2000, 3000, 4900))
    (file,) = TEXT.render(judged(record(0, 5000, stack(900, "a"), rates=lines)))
    assert b"cpu-busy = true" in file.data


def test_readings_rise_even_where_a_clock_was_set() -> None:
    rates = tuple(CpuLine(after(at), 15, 5, 12, 3, 0) for at in (1000, 2000))
    events = list(
        events_of(without_doubles([record(0, 3000, rates=rates), record(500, 1700, rates=rates)]), version="")
    )
    times = [event.at_ns for event in events if isinstance(event, Proc)]
    assert times == sorted(set(times))


def test_many_records_keep_their_stacks() -> None:
    records = [record(n * 3000, 1500, stack(n * 3000 + 900, f"m{n}", f"x{n}", f"y{n}")) for n in range(1500)]
    blocks = judged(*records).blocks
    assert [block.stacks[0].frames[0].method for block in blocks] == [f"m{n}" for n in range(1500)]


def test_no_records_are_no_session() -> None:
    with pytest.raises(ValueError, match="no records"):
        list(events_of((), version="1"))
