"""The sampler: its script run by a real shell, and its reader fed in pieces of any size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from droidcanary.config import MS, SECOND
from droidcanary.device.parse import SamplerReader, sampler_script
from droidcanary.model import Clocks, CoreTimes, Proc
from tests.unit.device.test_parse_proc import stat_line

MARKER = "dc-5f3a"
#: The device slept for a minute before we came.
CLOCKS = Clocks(uptime_ns=100 * SECOND, elapsed_ns=160 * SECOND, wall_ms=0.0, host_wall_ms=0.0)


def reader() -> SamplerReader:
    return SamplerReader(MARKER, 4321, CLOCKS)


def one_round(
    uptime: str = "161.50 300.00",
    cpu: str = "cpu  100 0 50 800 3 0 1\ncpu0 50 0 25 400\ncpu1 50 0 25 400\n\nintr 5 0 0",
    process: str = stat_line(comm="com acme) shop"),
    task: str = stat_line(comm="店☕", utime="70", stime="30"),
    schedstat: str = "1000000 2000 7",
) -> bytes:
    lines = [f"{MARKER} begin", uptime, cpu, process, "161.51 300.01", task, schedstat, f"{MARKER} end"]
    return "\n".join(lines).encode() + b"\n"


EXPECTED = Proc(
    at_ns=101 * SECOND + 500 * MS,
    total=CoreTimes(100, 0, 50, 800, 3, 0, 1),
    cores={0: CoreTimes(50, 0, 25, 400), 1: CoreTimes(50, 0, 25, 400)},
    app_jiffies=150,
    main_jiffies=100,
    main_run_ns=1_000_000,
    main_wait_ns=2000,
    main_state="S",
    threads=31,
)


def test_a_round() -> None:
    sampler = reader()
    assert sampler.feed(one_round()) == [EXPECTED]
    assert (sampler.notices(), sampler.unavailable) == ([], None)


def test_every_split_point() -> None:
    data = one_round()
    for cut in range(len(data)):
        sampler = reader()
        assert sampler.feed(data[:cut]) + sampler.feed(data[cut:]) == [EXPECTED]


@given(st.lists(st.integers(1, 60)))
def test_any_chunks(sizes: list[int]) -> None:
    data = one_round() * 3
    sampler, found, at = reader(), [], 0
    for size in [*sizes, len(data)]:
        found += sampler.feed(data[at : at + size])
        at += size
    assert found == [EXPECTED] * 3


@given(st.binary())
def test_any_bytes_before_a_round_do_no_harm(noise: bytes) -> None:
    sampler = reader()
    assert sampler.feed(noise + b"\n" + one_round()) == [EXPECTED]


@given(st.binary(max_size=300))
def test_any_bytes_raise_nothing(noise: bytes) -> None:
    sampler = reader()
    sampler.feed(f"{MARKER} begin\n".encode() + noise + f"\n{MARKER} end\n".encode())
    assert sampler.feed(one_round())[-1] == EXPECTED


def test_carriage_returns_and_an_unfinished_line() -> None:
    sampler = reader()
    data = one_round().replace(b"\n", b"\r\n")
    assert sampler.feed(data + b"dc-5f") == [EXPECTED]
    assert sampler.feed(b"3a begin") == []


def test_a_round_without_its_end_is_dropped_for_the_next() -> None:
    sampler = reader()
    assert sampler.feed(one_round()[:40] + b"\n" + one_round()) == [EXPECTED]


def test_endless_lines_are_not_kept() -> None:
    sampler = reader()
    for _ in range(300):
        assert sampler.feed(b"x" * 1000) == []
    assert len(sampler._rest) <= 66_000
    assert sampler.feed(b"\n" + one_round()) == [EXPECTED]


def test_a_newer_pairing_moves_the_times() -> None:
    sampler = reader()
    sampler.rebase(Clocks(uptime_ns=0, elapsed_ns=0, wall_ms=0.0, host_wall_ms=0.0))
    assert sampler.feed(one_round())[0].at_ns == 161 * SECOND + 500 * MS


def denied(file: str) -> str:
    return f"cat: {file}: Permission denied"


def test_a_device_that_may_not_be_looked_at_is_told_once() -> None:
    sampler = reader()
    data = one_round(cpu=denied("/proc/stat"))
    (found,) = sampler.feed(data)
    assert (found.total, found.cores, found.app_jiffies) == (None, {}, 150)
    assert sampler.unavailable == "permission"
    (notice,) = sampler.notices()
    assert (notice.code, notice.level, notice.at_ns) == ("cpu-unavailable", "warning", EXPECTED.at_ns)
    assert "/proc/stat" in notice.text
    assert "does not permit" in notice.text
    sampler.feed(data)
    assert sampler.notices() == []
    sampler.feed(one_round())
    assert sampler.unavailable is None


def test_too_few_values_are_told_as_such() -> None:
    sampler = reader()
    (found,) = sampler.feed(one_round(cpu="cpu  1 2 3"))
    assert (found.total, sampler.unavailable) == (None, "unreadable")
    assert "not as expected" in sampler.notices()[0].text


def test_an_app_that_may_not_be_looked_at() -> None:
    sampler = reader()
    (found,) = sampler.feed(
        one_round(process=denied("/proc/4321/stat"), task=denied("stat"), schedstat=denied("schedstat"))
    )
    assert (found.app_jiffies, found.main_jiffies, found.main_run_ns, found.threads) == (None, None, None, None)
    assert found.total is not None
    (notice,) = sampler.notices()
    assert (notice.code, sampler.unavailable) == ("cpu-app-unavailable", None)


def test_an_app_that_has_ended_is_not_called_unreadable() -> None:
    sampler = reader()
    sampler.feed(one_round())
    gone = "cat: /proc/4321/stat: No such file or directory"
    (found,) = sampler.feed(one_round(process=gone, task=gone, schedstat=gone))
    assert found.app_jiffies is None
    assert sampler.notices() == []


def test_the_main_thread_is_not_taken_for_the_process() -> None:
    (found,) = reader().feed(one_round(process="cat: /proc/4321/stat: No such file or directory"))
    assert (found.app_jiffies, found.main_jiffies) == (None, 100)


def test_without_a_time_there_is_no_reading() -> None:
    sampler = reader()
    data = one_round(uptime=denied("/proc/uptime")).replace(b"161.51 300.01", b"")
    assert sampler.feed(data) == []
    (notice,) = sampler.notices()
    assert (notice.code, notice.at_ns) == ("cpu-unavailable", CLOCKS.uptime_ns)


def test_a_line_that_only_begins_like_the_process() -> None:
    (found,) = reader().feed(one_round(process="4321 (cut"))
    assert found.app_jiffies is None


@pytest.mark.parametrize(
    ("pid", "period_s", "marker"),
    [(0, 1, MARKER), (-1, 1, MARKER), (5, 0, MARKER), (5, 1e9, MARKER), (5, 1, "a b"), (5, 1, "$(id)"), (5, 1, "x")],
)
def test_a_script_of_nonsense_is_refused(pid: int, period_s: float, marker: str) -> None:
    with pytest.raises(ValueError, match="no sampler"):
        sampler_script(pid, period_s, marker)


def test_the_script() -> None:
    script = sampler_script(4321, 0.5, MARKER)
    assert script.startswith(f"while echo {MARKER} begin; do cat /proc/uptime /proc/stat /proc/4321/stat ")
    assert "sleep 0.5 " in script
    assert "sleep 2 " in sampler_script(4321, 2.0, MARKER)
