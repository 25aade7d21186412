from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.table import Table

from benchmarks import host, overhead
from benchmarks.errors import BenchmarkError
from benchmarks.figures import Round
from benchmarks.figures import overhead as condense


def _shown(table: Table) -> str:
    console = Console(file=io.StringIO(), width=200, color_system=None)
    console.print(table)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_overhead_shows_every_hook_and_both_ratios() -> None:
    modes = ["nothing", "blockcanary", "printer", "observer"]
    rounds = [
        Round(mode=mode, messages=10, ns_per_message=ns, wall_ns=99_000, cpu_ms=1)
        for mode, ns in (("nothing", 800), ("blockcanary", 4800), ("printer", 1400))
    ]
    text = _shown(overhead.table(condense(28, modes, rounds)))
    assert "our printer adds 15.0% of what BlockCanary adds (bar 25%)" in text
    assert "our observer –" in text
    printer = next(line for line in text.splitlines() if "printer" in line and "│" in line)
    assert [cell.strip() for cell in printer.strip("│ ").split("│")][1:3] == ["1,400", "600"]


def test_host_shows_values_beside_their_bars() -> None:
    cost = host.HostCost(
        events_per_s=345678,
        rss_mb=61.24,
        agent_kb=800.0,
        dex_kb=20.5,
        first_event_s=1.5,
        idle_cpu_host_pct=1.25,
        idle_cpu_device_pct=2.5,
        runtime="hotspot",
        api=35,
        hook="printer",
        device_without_pct=0.1,
        device_with_pct=2.6,
        window_s=15.0,
    )
    text = _shown(host.table(cost))
    for expected in ("345,678/s", "at least 200,000/s", "1.25 %", "2.50 %", "at most 3 % of a core", "61.2 MiB"):
        assert expected in text


def test_a_hook_that_is_not_known_is_named_with_those_that_are() -> None:
    with pytest.raises(BenchmarkError, match="frida_js"):
        overhead.chosen_modes(35, "prnter")


def test_the_observer_needs_its_api_level() -> None:
    assert "observer" not in overhead.chosen_modes(28, "")
    assert overhead.chosen_modes(29, "printer") == ["nothing", "blockcanary", "printer"]
