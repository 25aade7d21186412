"""BlockCanary's log files, as phones, mail and editors leave them."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from droidcanary.export.block_log import format_frame
from droidcanary.imports.blockcanary import LogFrame, LogRecord, parse_frame, read_log
from droidcanary.model import Frame

NEAR = datetime(2026, 3, 1, tzinfo=timezone.utc)

#: As BlockCanary 1.5 writes it: CRLF, one entry a stack, each frame and each entry with a line end of its own.
LOG = """
**********************
2026-01-01 00:00:03(write log time)

qua = branch = feature, build = 7
versionName = 1.2
versionCode = 12
imei = empty_imei
uid =\x20
network = 4G
model = Pixel 5
api-level = 30 11
cpu-core = 8
process = com.acme.shop:push
freeMemory = 123
totalMemory = 3870212
time = 2013
thread-time = 1902
time-start = 12-31 23:59:58.500
time-end = 01-01 00:00:00.513
cpu-busy = false
cpu-rate = 01-01 00:00:00.100 cpu:16% app:5% [user:12% system:3% ioWait:1% ]
01-01 00:00:01.100 cpu:8% app:8596% [user:2% system:3% ioWait:0% ]

stack = 12-31 23:59:59.300

com.acme.shop.Db.query(Db.java:42)
com.acme.shop.Report$at 01-01 00:00:00.000.run(Report.kt:7)
dalvik.system.VMStack.getThreadStackTrace(Native Method)

01-01 00:00:00.100

com.acme.shop.Db.<init>(Unknown Source:12)
a.b(SourceFile)
... 3 more

"""


def crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def read(text: str) -> tuple[LogRecord, ...]:
    return read_log(text, near=NEAR).records


def only(text: str) -> LogRecord:
    (record,) = read(text)
    return record


@pytest.mark.parametrize("text", [LOG, crlf(LOG), LOG.replace("\n", "\r"), "\ufeff" + LOG, LOG.lstrip(), LOG.rstrip()])
def test_a_record_with_every_line_end(text: str) -> None:
    record = only(text)
    assert record.start == datetime(2025, 12, 31, 23, 59, 58, 500_000, tzinfo=timezone.utc)
    assert (record.wall_ms, record.thread_ms) == (2013, 1902)
    assert record.end - record.start == timedelta(milliseconds=2013)
    assert record.values["qua"] == "branch = feature, build = 7"
    assert record.values["uid"] == ""
    assert record.values["process"] == "com.acme.shop:push"
    (line,) = record.rates
    assert (line.at.year, line.cpu, line.app, line.user, line.system, line.io_wait) == (2026, 16, 5, 12, 3, 1)
    first, second = record.stacks
    assert [frame.method for frame in first.frames] == ["query", "run", "getThreadStackTrace"]
    assert first.frames[0] == LogFrame("com.acme.shop.Db", "query", "Db.java", 42)
    assert (first.at.year, second.at.year) == (2025, 2026)
    assert second.frames == (
        LogFrame("com.acme.shop.Db", "<init>", "Unknown Source", 12),
        LogFrame("a", "b", "SourceFile", -1),
    )
    assert (first.cut, second.cut) == (0, 3)
    assert record.unread == 1  # the impossible share of the CPU


def test_several_records_in_one_file() -> None:
    later = LOG.replace("time = 2013", "time = 2500")
    assert [record.wall_ms for record in read(LOG + later)] == [2013, 2500]
    without_header = later[later.index("qua =") :]
    assert [record.wall_ms for record in read(crlf(LOG + without_header))] == [2013, 2500]
    assert all(len(record.stacks) == 2 for record in read(LOG + later))


def test_every_cut_gives_a_record_or_a_reason() -> None:
    complete = only(LOG)
    length_known = LOG.index("time-start = ") + len("time-start = 12-31 23:59:58.500")
    for end in range(len(LOG)):
        found = read_log(LOG[:end], near=NEAR)
        if end >= length_known:
            (record,) = found.records
            assert (record.start, record.wall_ms) == (complete.start, complete.wall_ms)
            assert len(record.stacks) <= 2
            assert record.stacks == () or set(record.stacks[0].frames) <= set(complete.stacks[0].frames)
        elif end >= LOG.index("qua =") + len("qua ="):
            assert found.records == ()
            assert len(found.refused) == 1
            assert "cut short" in found.refused[0]
        else:
            assert (found.records, found.refused) == ((), ())


def test_what_is_missing_is_found_elsewhere() -> None:
    assert only(LOG.replace("time = 2013\n", "")).wall_ms == 2013
    begun = only(LOG.replace("time-start = 12-31 23:59:58.500\n", ""))
    assert begun.start == datetime(2025, 12, 31, 23, 59, 58, 500_000, tzinfo=timezone.utc)
    assert only(LOG.replace("thread-time = 1902", "thread-time = -1")).thread_ms is None
    assert only(LOG.replace("(write log time)", "")).start.year == 2025
    # Without a time of writing, the file's own says the year.
    assert only(LOG.replace("2026-01-01 00:00:03(write log time)", "")).start.year == 2025
    leap = LOG.replace("2026-01-01 00:00:03(write log time)", "").replace("12-31", "02-29")
    assert only(leap).start.year == 2024


@pytest.mark.parametrize("time", ["-5", "0", "99999999999999999999", "604800001"])
def test_lengths_that_cannot_be(time: str) -> None:
    text = LOG.replace("time = 2013", f"time = {time}").replace("time-end", "time-was")
    found = read_log(text, near=NEAR)
    assert found.records == ()
    assert len(found.refused) == 1


def test_a_value_with_a_line_break_takes_nothing_with_it() -> None:
    record = only(LOG.replace("network = 4G", "network = 4G\nof = Acme\ntime = 1"))
    assert record.values["network"] == "4G"
    # The first one counts, and here the break came first: a length is read, wrong as it is, and nothing else is lost.
    assert record.wall_ms == 1
    assert record.values["model"] == "Pixel 5"
    assert only(LOG.replace("model = Pixel 5", "model = Pixel\n5 (x)")).values["model"] == "Pixel 5 (x)"


def test_text_that_is_none_of_it() -> None:
    for text in ("", "\n\n", "*" * 22, "hello\nworld", "PK\x03\x04"):
        assert read_log(text, near=NEAR) == read_log("", near=NEAR)
    assert read("a = b") == ()


NAMES = st.text("abcXYZ$_0é日-", min_size=1, max_size=8)


@given(
    cls=st.lists(NAMES, min_size=1, max_size=4).map(".".join),
    method=st.one_of(st.sampled_from(["<init>", "<clinit>", "lambda$x$0"]), NAMES),
    file=st.one_of(st.none(), NAMES.map(lambda name: name + ".kt")),
    line=st.integers(-2, 100_000),
)
def test_frames_come_back_as_they_were_written(cls: str, method: str, file: str | None, line: int) -> None:
    text = format_frame(Frame(id=1, cls=cls, method=method, file=file, line=line))
    frame = parse_frame(text)
    assert frame is not None
    assert (frame.cls, frame.method) == (cls, method)
    again = Frame(id=1, cls=frame.cls, method=frame.method, file=frame.file, line=frame.line)
    assert format_frame(again) == text


@given(st.text(st.characters(codec="utf-8"), max_size=400))
def test_any_text_is_survived(text: str) -> None:
    for start in ("", "qua = 1\n", LOG, "qua = 1\ntime = 1\ntime-end = 01-01 00:00:00.513\nstack = "):
        read_log(start + text, near=NEAR)
