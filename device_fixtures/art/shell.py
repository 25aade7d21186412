"""Running the build's tools: a log for each, the end of it in the error, and a stop for all of them at once."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from device_fixtures.art.errors import ArtError

_TAIL_LINES = 25
_POLL_S = 0.1


def tail(log: Path, lines: int = _TAIL_LINES) -> str:
    """The last lines of a log; whatever is no UTF-8 in it is replaced."""
    text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
    return "\n".join(text.strip().splitlines()[-lines:])


class Shell:
    """Runs programs for named steps.

    Thread-safe. After :meth:`stop` running programs are killed and no further ones start, so that a failure in one
    thread ends the work of the others soon.
    """

    def __init__(self, logs: Path) -> None:
        self._logs = logs
        self._stopped = threading.Event()
        logs.mkdir(parents=True, exist_ok=True)

    def stop(self) -> None:
        self._stopped.set()

    def run(
        self,
        step: str,
        argv: Sequence[str | Path],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        log_name: str | None = None,
        accepted: Sequence[int] = (0,),
    ) -> str:
        """Run a program to its end and return what it printed, standard error included.

        ``env`` is added to the environment. The output is appended to the log ``log_name`` (default: the program's
        name). Raises :class:`ArtError` with the log's end if the program is missing or exits with a status that is
        not ``accepted``.
        """
        command = [str(word) for word in argv]
        log = self._logs / f"{log_name or Path(command[0]).name}.log"
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", **(env or {})}
        with log.open("ab") as output:
            start = output.tell()
            try:
                process = subprocess.Popen(
                    command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
                )
            except OSError as error:
                raise ArtError(step, f"cannot run {command[0]}: {error.strerror}") from error
            status = self._wait(step, process)
        if status not in accepted:
            raise ArtError(step, f"{_shortened(command)} exited with status {status}; its output ends in:\n{tail(log)}")
        with log.open("rb") as written:
            written.seek(start)
            return written.read().decode("utf-8", errors="replace")

    def _wait(self, step: str, process: subprocess.Popen[bytes]) -> int:
        try:
            while not self._stopped.is_set():
                try:
                    return process.wait(timeout=_POLL_S)
                except subprocess.TimeoutExpired:
                    continue
            raise ArtError(step, "stopped, as another step failed")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def _shortened(command: Sequence[str], limit: int = 300) -> str:
    text = " ".join(command)
    return text if len(text) <= limit else text[:limit] + " …"


class Progress:
    """Says which of the numbered steps runs, and how long the build has been running."""

    def __init__(self, say: Callable[[str], None], total: int) -> None:
        self._say = say
        self._total = total
        self._started_at = time.monotonic()
        self._lock = threading.Lock()

    @contextmanager
    def step(self, number: int, title: str) -> Iterator[str]:
        """Announce a step and its end; gives the step's title, for errors."""
        began_at = time.monotonic()
        self._print(f"art: step {number}/{self._total} {title} … ({began_at - self._started_at:.0f} s)")
        yield title
        self._print(f"art: step {number}/{self._total} {title}: done in {time.monotonic() - began_at:.0f} s")

    def _print(self, line: str) -> None:
        with self._lock:
            self._say(line)
