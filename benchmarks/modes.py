"""The hooks that are compared. Entering a mode sets its hook on the app's main looper, leaving it takes it off."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import adbutils
import frida

from benchmarks import product
from benchmarks.app import PACKAGE, AppControl
from benchmarks.errors import BenchmarkError

JS_PRINTER_CLASS = "droidcanary.bench.JsPrinter"
#: Looper.Observer came with Android 10.
OBSERVER_API = 29


#: Before each round: what an attach has just loaded is compiled only after a while.
WARM_UP_MS = 1000
MESSAGES = 200_000
#: In the order of the table: how many messages a round measures. JavaScript takes some 50 times as long a message.
AMOUNTS: Mapping[str, int] = {
    "nothing": MESSAGES,
    "empty_printer": MESSAGES,
    "blockcanary": MESSAGES,
    "printer": MESSAGES,
    "observer": MESSAGES,
    "frida_js": MESSAGES // 10,
}
#: What the app itself sets, and under which name.
OWN_PRINTERS: Mapping[str, str] = {
    "nothing": "none",
    "empty_printer": "empty",
    "blockcanary": "blockcanary",
    "frida_js": "js",
}


def entered(mode: str, control: AppControl) -> AbstractContextManager[Callable[[], None]]:
    """The context in which ``mode`` is set.

    What it gives is to be called after the context was left: it raises BenchmarkError if the hook did not see the
    messages it should have paid for."""
    if mode in OWN_PRINTERS:
        return _own(OWN_PRINTERS[mode], control)
    return _ours(mode, control)


@contextmanager
def _own(printer: str, control: AppControl) -> Iterator[Callable[[], None]]:
    control.set_printer(printer)
    try:
        yield _nothing_to_check
    finally:
        control.set_printer("none")


@contextmanager
def _ours(hook: str, control: AppControl) -> Iterator[Callable[[], None]]:
    control.set_printer("none")
    with product.attached(PACKAGE, hook=hook) as running:

        def check() -> None:
            seen = running.summary.get("dispatches")
            if not isinstance(seen, int) or seen < MESSAGES:
                raise BenchmarkError(f"the {hook} saw {seen} messages of at least {MESSAGES}")

        yield check


def _nothing_to_check() -> None:
    """The app itself set this printer and said so."""


@contextmanager
def js_printer_hooked(script_text: str) -> Iterator[None]:
    """Let the app's ``JsPrinter`` run JavaScript from here on, once for the whole run: on HotSpot a second replacement
    of a method after classes were unloaded can bring the VM down. The other modes never call that method."""
    session = frida.get_device(os.environ["ANDROID_SERIAL"], timeout=10).attach(_pid_of(PACKAGE))
    script: Any = session.create_script(script_text)
    script.load()
    script.exports_sync.hook(JS_PRINTER_CLASS)
    yield


def _pid_of(package: str) -> int:
    answer = str(adbutils.adb.device(serial=os.environ["ANDROID_SERIAL"]).shell(["pidof", package])).strip()
    if not answer.isdigit():
        raise BenchmarkError(f"no process named {package} on the device: pidof answered {answer!r}")
    return int(answer)
