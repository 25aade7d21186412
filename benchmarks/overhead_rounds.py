"""The inner half of ``benchmarks.overhead``: runs beside the emulated device and plays the rounds."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from benchmarks import figures, modes
from benchmarks.app import AppControl
from benchmarks.device import Inside
from benchmarks.figures import Overhead, Round


def play(inside: Inside, *, api: int, rounds: int, chosen: list[str]) -> Overhead:
    """``rounds`` rounds of every mode in ``chosen`` after one that only warms up, each round in another order."""
    results: list[Round] = []
    with AppControl(inside.port) as control, _js_printer(inside, chosen):
        for turn in range(-1, rounds):
            for mode in figures.order(chosen, turn):
                result = _round(control, mode)
                print(f"round {turn + 1}/{rounds} {mode}: {result.ns_per_message:.0f} ns", file=sys.stderr, flush=True)
                if turn >= 0:
                    results.append(result)
    return figures.overhead(api, list(modes.AMOUNTS), results)


def _js_printer(inside: Inside, chosen: list[str]) -> AbstractContextManager[None]:
    if "frida_js" in chosen:
        return modes.js_printer_hooked(Path(inside.js_printer).read_text())
    return nullcontext()


def _round(control: AppControl, mode: str) -> Round:
    with modes.entered(mode, control) as check:
        result = control.run(mode, modes.WARM_UP_MS, modes.AMOUNTS[mode])
    check()
    return result


def main() -> None:
    """Play what the file named on the command line asks for."""
    inside = Inside.from_command_line()
    asked = inside.arguments
    inside.reply(play(inside, api=int(asked["api"]), rounds=int(asked["rounds"]), chosen=asked["modes"].split(",")))


if __name__ == "__main__":
    main()
