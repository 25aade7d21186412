"""What the host side costs: ``python -m benchmarks.host [--json]``. See README.md in this folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

import droidcanary
from benchmarks import device, throughput
from benchmarks.errors import BenchmarkError
from benchmarks.idle import IdleCost

KIB = 1024
EVENTS_BAR = 200_000
IDLE_BAR_PCT = 3.0

app = typer.Typer(add_completion=False)


class HostCost(msgspec.Struct, frozen=True, kw_only=True):
    """The result of ``benchmarks.host``. ``*_kb`` are KiB, ``rss_mb`` MiB, ``*_pct`` percent of one core.

    ``first_event_s`` runs from the start of ``droidcanary attach`` to its session line: from then on it watches, and
    the first block can be reported."""

    events_per_s: int
    rss_mb: float
    agent_kb: float
    dex_kb: float
    first_event_s: float
    idle_cpu_host_pct: float
    idle_cpu_device_pct: float
    runtime: str
    api: int
    hook: str
    device_without_pct: float
    device_with_pct: float
    window_s: float
    events_bar: int = EVENTS_BAR
    idle_bar_pct: float = IDLE_BAR_PCT


@app.command()
def main(
    runtime: Annotated[str, typer.Option(help="hotspot or art: what the idle app runs on.")] = "hotspot",
    api: Annotated[int, typer.Option(help="API level of the framework (hotspot).")] = 35,
    hook: Annotated[str, typer.Option(help="printer or observer.")] = "printer",
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> None:
    """Measure events per second, memory, idle CPU on both sides, sizes and the time to the first event."""
    try:
        result = measure(runtime, 30 if runtime == "art" else api, hook)
    except BenchmarkError as failed:
        print(f"benchmarks.host: {failed}", file=sys.stderr)
        raise typer.Exit(1) from failed
    if json:
        print(msgspec.json.encode(result).decode())
    else:
        Console().print(table(result))


def measure(runtime: str, api: int, hook: str) -> HostCost:
    """Everything, one after the other: throughput first, while no device takes a share of the machine."""
    rate = throughput.events_per_s()
    answer = device.run_inside("benchmarks.idle", {"hook": hook}, api=api, runtime=runtime)
    idle = msgspec.json.decode(answer, type=IdleCost)
    return HostCost(
        events_per_s=round(rate),
        rss_mb=idle.rss_mb,
        agent_kb=_size_kb("agent.js"),
        dex_kb=_size_kb("probe.dex"),
        first_event_s=idle.first_event_s,
        idle_cpu_host_pct=idle.idle_cpu_host_pct,
        idle_cpu_device_pct=idle.idle_cpu_device_pct,
        runtime=runtime,
        api=api,
        hook=hook,
        device_without_pct=idle.device_without_pct,
        device_with_pct=idle.device_with_pct,
        window_s=idle.window_s,
    )


def _size_kb(name: str) -> float:
    shipped = Path(droidcanary.__file__).parent / "_agent" / name
    if not shipped.is_file():
        raise BenchmarkError(f"{name} is not in the package: build it (python -m agent.build)")
    return round(shipped.stat().st_size / KIB, 1)


def table(result: HostCost) -> Table:
    """The result for people."""
    out = Table(title=f"the host side, {result.runtime} API {result.api}, hook {result.hook}")
    out.add_column("figure")
    out.add_column("value", justify="right")
    out.add_column("bar")
    idle_bar = f"at most {result.idle_bar_pct:g} % of a core"
    out.add_row("events through decode and pipeline", f"{result.events_per_s:,}/s", f"at least {result.events_bar:,}/s")
    out.add_row("CPU of the host while nothing blocks", f"{result.idle_cpu_host_pct:.2f} %", idle_bar)
    out.add_row("CPU added on the device while nothing blocks", f"{result.idle_cpu_device_pct:.2f} %", idle_bar)
    out.add_row("memory of the host (RSS)", f"{result.rss_mb:.1f} MiB", "")
    out.add_row("from command to first event (session line)", f"{result.first_event_s:.2f} s", "")
    out.add_row("agent.js", f"{result.agent_kb:,.1f} KiB", "")
    out.add_row("probe.dex", f"{result.dex_kb:,.1f} KiB", "")
    return out


if __name__ == "__main__":
    app()
