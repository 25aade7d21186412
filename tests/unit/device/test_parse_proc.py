"""/proc, as kernels of all ages print it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from droidcanary.device.parse import (
    PidStat,
    is_denied,
    parse_clk_tck,
    parse_cmdline,
    parse_cpu_line,
    parse_mem_total_kb,
    parse_pid_stat,
    parse_schedstat,
    parse_stat,
    parse_status_uid,
    parse_uptime,
)
from droidcanary.model import CoreTimes

TAIL = "S 700 700 0 0 -1 1077936448 1 0 0 0 {utime} {stime} 7 8 10 -10 {threads} 0 {started} 1 2 3"


def stat_line(comm: str = "xample.verylong", pid: str = "4321", utime: str = "100", stime: str = "50") -> str:
    return f"{pid} ({comm}) " + TAIL.format(utime=utime, stime=stime, threads="31", started="9876")


class TestStat:
    def test_an_old_kernel_has_fewer_columns_and_odd_lines(self) -> None:
        text = "cpu  7002 3 1511 90210 777 0 12\ncpu0 3501 1 755 45105\ncpu1 3501 2 756 45105 1\n\nintr 0\nprocesses 5"
        total, cores = parse_stat(text)
        assert total == CoreTimes(7002, 3, 1511, 90210, 777, 0, 12, 0)
        assert cores == {0: CoreTimes(3501, 1, 755, 45105), 1: CoreTimes(3501, 2, 756, 45105, 1)}

    def test_a_new_one_has_more_and_an_offline_core_is_missing(self) -> None:
        text = "cpu  1 2 3 4 5 6 7 8 9 10 11 12\r\ncpu0 1 2 3 4 5 6 7 8 9 10\r\ncpu7 1 2 3 4 5 6 7 8 9 10\r\n"
        total, cores = parse_stat(text)
        assert total == CoreTimes(1, 2, 3, 4, 5, 6, 7, 8)
        assert list(cores) == [0, 7]

    @pytest.mark.parametrize(
        "line",
        [
            "cpu 1 2 3",
            "cpu",
            "cpufreq 1 2 3 4",
            "cpu  1 2 3 x",
            "cpu  ١ ٢ ٣ ٤",
            "cpu -1 2 3 4",
            "cpu0x 1 2 3 4",
            "intr 1 2 3 4",
        ],
    )
    def test_what_is_no_cpu_line(self, line: str) -> None:
        assert parse_cpu_line(line) is None
        assert parse_stat(line) == (None, {})


class TestPidStat:
    def test_its_fields(self) -> None:
        assert parse_pid_stat(stat_line()) == PidStat(
            pid=4321, comm="xample.verylong", state="S", utime=100, stime=50, threads=31, started_jiffies=9876
        )

    @pytest.mark.parametrize("comm", ["a b", ") S 1 (", "((x))", "", "キ\ufffd", "Thread-5 (old)"])
    def test_a_name_may_hold_anything(self, comm: str) -> None:
        stat = parse_pid_stat(stat_line(comm=comm))
        assert stat is not None
        assert (stat.comm, stat.utime) == (comm, 100)

    @pytest.mark.parametrize(
        "line",
        [
            "",
            "cat: /proc/1/stat: No such file or directory",
            "4321 (x) S 1 2 3",
            "4321 x S " + "1 " * 30,
            stat_line(pid="٤٣"),
            stat_line(utime="x"),
            stat_line(stime="-1"),
            stat_line().replace(") S", ") SS"),
        ],
    )
    def test_what_is_none(self, line: str) -> None:
        assert parse_pid_stat(line) is None

    def test_missing_columns_at_the_end_are_unknown(self) -> None:
        stat = parse_pid_stat(" ".join(stat_line().split()[:15]))
        assert stat is not None
        assert (stat.threads, stat.started_jiffies) == (None, None)

    @given(st.text())
    def test_any_text_is_a_record_or_null(self, text: str) -> None:
        parse_pid_stat(text)
        parse_pid_stat(stat_line(comm=text))
        parse_stat(text)


def test_schedstat() -> None:
    assert parse_schedstat("48827705 175221 12\r") == (48827705, 175221)
    for text in ("", "1 2", "1 2 3 4", "a b c", "١ ٢ ٣"):
        assert parse_schedstat(text) is None


def test_uptime() -> None:
    assert parse_uptime("2502.51 4929.11\n") == 2_502_510_000_000
    assert parse_uptime("0.05 0.00") == 50_000_000
    for text in ("", "2502", "2502.51", "up 5 days", "٢.٣ ٤.٥"):
        assert parse_uptime(text) is None


@pytest.mark.parametrize(
    ("text", "ticks", "assumed"),
    [
        ("250\n", 250, False),
        ("100", 100, False),
        ("sh: getconf: not found", 100, True),
        ("", 100, True),
        ("0", 100, True),
        ("١٠٠", 100, True),
        ("9999999999", 100, True),
    ],
)
def test_clock_ticks(text: str, ticks: int, assumed: bool) -> None:
    assert parse_clk_tck(text) == (ticks, assumed)


def test_cmdline() -> None:
    assert parse_cmdline(b"com.acme.example.verylong\0\0\0") == "com.acme.example.verylong"
    assert parse_cmdline(b"com.acme\0--flag\0") == "com.acme"
    assert parse_cmdline(b"") == ""
    assert parse_cmdline(b"\xe3\x81") == "\ufffd"


def test_memory_and_uid() -> None:
    assert parse_mem_total_kb("MemTotal:        3809036 kB\r\nMemFree: 1 kB\n") == 3809036
    assert parse_mem_total_kb("XMemTotal: 5 kB") is None
    assert parse_status_uid("Name:\tx\nUid:\t10123\t10123\t10123\t10123\n") == 10123
    assert parse_status_uid("") is None


def test_denied() -> None:
    assert is_denied("cat: /proc/stat: Permission denied")
    assert is_denied("ls: /proc/1: Operation not permitted")
    assert not is_denied("cat: /proc/1/stat: No such file or directory")
