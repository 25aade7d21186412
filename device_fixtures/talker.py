"""A process of the fixture that takes JSON lines and answers them: the zygote, the portal."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from device_fixtures.children import Children
from device_fixtures.daemons import Daemon, tail
from device_fixtures.errors import FixtureError


class Talker:
    """One such process; one request at a time, answers in order.

    Lines that tell of an exit are no answers: they go to ``on_event``, on the reading thread.
    """

    def __init__(
        self,
        children: Children,
        name: str,
        argv: Sequence[str],
        environment: Mapping[str, str],
        log: Path,
        executable: Path | None = None,
        on_event: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        self._asking = threading.Lock()
        self._answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._on_event = on_event
        request_read, self._requests = os.pipe()
        answer_read, answer_write = os.pipe()
        with log.open("ab") as errors:
            pid = children.spawn(
                argv,
                environment,
                executable=executable,
                stdin=request_read,
                stdout=answer_write,
                stderr=errors.fileno(),
            )
        os.close(request_read)
        os.close(answer_write)
        self.daemon = Daemon(name, pid, log)
        threading.Thread(target=self._read, args=(answer_read,), name=f"{name} reader", daemon=True).start()

    def answer(self, timeout_s: float) -> dict[str, Any]:
        """The next answer. Raises :class:`FixtureError` when the process ended or the time is over."""
        try:
            answer = self._answers.get(timeout=timeout_s)
        except queue.Empty:
            raise FixtureError(
                f"{self.daemon.name} did not answer within {timeout_s:g} s", tail(self.daemon.log)
            ) from None
        if answer is None:
            raise FixtureError(f"{self.daemon.name} ended", tail(self.daemon.log))
        return answer

    def ask(self, request: Mapping[str, Any], timeout_s: float = 15.0) -> dict[str, Any]:
        """Sends a request and waits for its answer. Raises :class:`FixtureError`."""
        with self._asking:
            try:
                os.write(self._requests, json.dumps(request).encode() + b"\n")
            except BrokenPipeError:
                raise FixtureError(f"{self.daemon.name} ended", tail(self.daemon.log)) from None
            return self.answer(timeout_s)

    def close(self) -> None:
        """Gives up the pipe to a process that is gone."""
        with contextlib.suppress(OSError):  # closed before
            os.close(self._requests)

    def _read(self, descriptor: int) -> None:
        with os.fdopen(descriptor, "rb") as lines:
            for line in lines:
                received = json.loads(line)
                if self._on_event is not None and "exited" in received:
                    self._on_event(received)
                else:
                    self._answers.put(received)
        self._answers.put(None)
