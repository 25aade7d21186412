"""How errors and notes reach people (or, under ``--json``, programs)."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
from collections.abc import Iterator
from typing import IO

import msgspec

from droidcanary.errors import CanaryError
from droidcanary.sink import SinkClosed
from droidcanary.sink.escape import as_unicode, safe

log = logging.getLogger(__name__)


def print_error(error: CanaryError, *, json: bool, out: IO[str] | None = None) -> None:
    """One JSON object, or the message, the candidates and the hint; to stderr unless told otherwise."""
    stream = sys.stderr if out is None else out
    if json:
        record = {
            "record": "error",
            "code": error.code,
            "name": error.name,
            "message": as_unicode(error.message),
            "hint": as_unicode(error.hint),
            "candidates": [as_unicode(candidate) for candidate in error.candidates],
        }
        if error.detail:
            record["detail"] = as_unicode(error.detail)
        with _last_resort():
            stream.write(msgspec.json.encode(record).decode() + "\n")
            stream.flush()
        return
    from rich.text import Text

    from droidcanary.sink.live import make_console

    console = make_console(stream)
    text = Text().append("error: ", "bold red")
    text.append(safe(error.message), "bold")
    for candidate in error.candidates:
        text.append(f"\n  {safe(candidate)}")
    for number, line in enumerate(error.hint.splitlines()):
        text.append("\nhint: " if number == 0 else "\n      ", "yellow")
        text.append(safe(line))
    with _last_resort():
        console.print(text, soft_wrap=True)
    if error.detail:
        log.info("detail: %s", error.detail)


def print_note(text: str) -> None:
    """A line about what is going on before the session has begun, on stderr."""
    from rich.text import Text

    from droidcanary.sink.live import make_console

    with _last_resort():
        make_console(sys.stderr).print(Text(safe(text), "dim"), soft_wrap=True)


@contextlib.contextmanager
def _last_resort() -> Iterator[None]:
    """Nobody is left to tell that stderr cannot be written; the exit status still says what happened."""
    with contextlib.suppress(OSError, SinkClosed):
        yield


def open_standard_streams() -> None:
    """Makes stdout and stderr usable whatever they are: a closed one takes its text to nowhere, and a character that
    the console cannot show becomes a mark. Call it first, before any file can be opened in the place of one."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def log_what_ends_threads() -> None:
    """What ends a thread of a library's (the terminal was closed while it drew) goes to the log, not to stderr. For
    the whole process: not for tests."""

    def tell(args: threading.ExceptHookArgs) -> None:
        name = args.thread.name if args.thread is not None else "?"
        error = args.exc_value
        log.error("the thread %s ended by an error", name, exc_info=error)

    threading.excepthook = tell


class SafeFormatter(logging.Formatter):
    """Log lines hold foreign text: one record is one line, without control over the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        lines = super().format(record).splitlines()
        return "\n    ".join(safe(line, 4000) for line in lines)


def set_up_logging(*, verbose: bool, log_file: str | None) -> None:
    """``-v``: everything on stderr; a log file: everything there; neither: nothing at all, nowhere.

    Raises OSError when it cannot be opened. One that cannot be written later (a full disk) does not disturb a session.
    """
    logging.raiseExceptions = False
    root = logging.getLogger("droidcanary")
    root.setLevel(logging.DEBUG)
    root.propagate = False
    formatter = SafeFormatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    handlers: list[logging.Handler] = []
    if verbose:
        handlers.append(logging.StreamHandler(sys.stderr))
    if log_file is not None:
        handlers.append(logging.FileHandler(log_file, "a", "utf-8"))
    for handler in handlers or [logging.NullHandler()]:
        handler.setFormatter(formatter)
        root.addHandler(handler)
