"""What each hook adds to a message: ``python -m benchmarks.overhead [--api 35] [--json]``.

One process, one Looper, interleaved rounds; see README.md in this folder.
"""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from benchmarks import device, modes
from benchmarks.errors import BenchmarkError
from benchmarks.figures import Overhead

ROUNDS = 7

app = typer.Typer(add_completion=False)


@app.command()
def main(
    api: Annotated[int, typer.Option(help="API level of the framework that is measured.")] = 35,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of every hook, each in another order.")] = ROUNDS,
    only: Annotated[str, typer.Option(help="Comma-separated hooks to measure beside nothing and blockcanary.")] = "",
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> None:
    """Measure what every hook adds to a message of the main looper, and print it as a table or as JSON."""
    try:
        asked = {"api": str(api), "rounds": str(rounds), "modes": ",".join(chosen_modes(api, only))}
        answer = device.run_inside("benchmarks.overhead_rounds", asked, api=api, js_printer=True)
    except BenchmarkError as failed:
        print(f"benchmarks.overhead: {failed}", file=sys.stderr)
        raise typer.Exit(1) from failed
    if json:
        print(answer.decode())
    else:
        Console().print(table(msgspec.json.decode(answer, type=Overhead)))


def chosen_modes(api: int, only: str) -> list[str]:
    """The hooks to measure at ``api``: all there are, or ``only`` (comma-separated) and the two every ratio needs.

    Raises:
        BenchmarkError: ``only`` names one that is not known.
    """
    chosen = [mode for mode in modes.AMOUNTS if mode != "observer" or api >= modes.OBSERVER_API]
    if only:
        wanted = {"nothing", "blockcanary", *only.split(",")}
        unknown = wanted - modes.AMOUNTS.keys()
        if unknown:
            raise BenchmarkError(f"no such hook: {', '.join(sorted(unknown))}; known: {', '.join(modes.AMOUNTS)}")
        chosen = [mode for mode in chosen if mode in wanted]
    return chosen


def table(result: Overhead) -> Table:
    """The result for people."""
    out = Table(
        title=f"ns per message, API {result.api}, medians of {result.rounds} interleaved rounds on one Looper",
        caption=f"our printer adds {_share(result.printer_vs_blockcanary)} of what BlockCanary adds "
        f"(bar {result.printer_bar:.0%}), our observer {_share(result.observer_vs_blockcanary)} "
        f"(bar {result.observer_bar:.0%})",
    )
    out.add_column("main looper with")
    for heading in ("median", "added", "minimum", "CPU, main thread", "messages a round"):
        out.add_column(heading, justify="right")
    for mode, value in result.ns_per_message.items():
        out.add_row(
            mode,
            _ns(value),
            _ns(result.added_ns[mode]),
            _ns(result.ns_per_message_min[mode]),
            _ns(result.cpu_ns_per_message[mode]),
            str(result.messages.get(mode, "–")),
        )
    return out


def _ns(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"


def _share(ratio: float | None) -> str:
    return "–" if ratio is None else f"{ratio:.1%}"


if __name__ == "__main__":
    app()
