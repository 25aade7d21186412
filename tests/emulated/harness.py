"""Runs the product on an emulated device beside an app that writes down what it really did.

The device's uptime clock is this computer's ``CLOCK_MONOTONIC``, so the moment a line reaches the host can be
compared with the moment the app says a thing happened.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from device_fixtures.jank import Truth, read_truth
from droidcanary.model import Incident, OutputLine, SessionLine, Summary

PACKAGE = "com.example.jank"
_DECODER: msgspec.json.Decoder[OutputLine] = msgspec.json.Decoder(OutputLine)


@dataclass(frozen=True)
class Target:
    """A runtime and an API level of the emulated device."""

    runtime: str
    api: int

    @classmethod
    def parse(cls, name: str) -> Target:
        runtime, _, api = name.partition(":")
        return cls(runtime, int(api))

    def __str__(self) -> str:
        return f"{self.runtime}:{self.api}"

    @property
    def hooks(self) -> tuple[str, ...]:
        """A printer everywhere, an observer from API 29 on."""
        return ("printer", "observer") if self.api >= 29 else ("printer",)


@dataclass(frozen=True)
class Arrival:
    """One line of ``--json`` output, with the uptime at which it was read."""

    at_ns: int
    line: SessionLine | Incident | Summary


@dataclass(frozen=True)
class Attached:
    """What an attach printed, how it ended, and what the app really did."""

    arrivals: tuple[Arrival, ...]
    stderr: str
    status: int
    truth: Truth
    app_log: str
    bundle: Path

    @property
    def session(self) -> SessionLine:
        line = self.arrivals[0].line
        assert isinstance(line, SessionLine), line
        return line

    @property
    def summary(self) -> Summary:
        line = self.arrivals[-1].line
        assert isinstance(line, Summary), line
        return line

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """Every incident once, as it was closed."""
        closed = (arrival.line for arrival in self.arrivals)
        return tuple(line for line in closed if isinstance(line, Incident) and line.state == "closed")

    def first_seen_ns(self, incident_id: str, state: str) -> int:
        """When the first line of that incident in that state reached the host."""
        return next(
            arrival.at_ns
            for arrival in self.arrivals
            if isinstance(arrival.line, Incident) and arrival.line.id == incident_id and arrival.line.state == state
        )


@dataclass
class Device:
    """Brings an emulated device up around one command."""

    target: Target
    folder: Path
    extra: tuple[str, ...] = ()
    runs: int = field(default=0)

    def command(self, app_args: str, app_log: Path, command: Sequence[str], *options: str) -> list[str]:
        return [
            sys.executable,
            "-m",
            "device_fixtures",
            "run",
            "--runtime",
            self.target.runtime,
            "--api",
            str(self.target.api),
            "--app-args",
            app_args,
            "--app-log",
            str(app_log),
            *self.extra,
            *options,
            "--",
            *command,
        ]

    def start(self, script: str, command: Sequence[str], *options: str) -> Running:
        """Bring the device up and start the command on it.

        ``{here}`` in the script is a folder of this run. A script that waits for no file waits for ``attached``.
        """
        self.runs += 1
        here = self.folder / f"run{self.runs}"
        here.mkdir()
        here.chmod(0o777)  # the app writes its truth into it
        truth = here / "truth.jsonl"
        if "wait-file" not in script:
            script = "wait-file {here}/attached\n" + script
        (here / "script.txt").write_text(script.replace("{here}", str(here)), encoding="utf-8")
        app_args = shlex.join(["--script", f"@{here / 'script.txt'}", "--truth", str(truth)])
        app_log = here / "app.log"
        process = subprocess.Popen(
            self.command(app_args, app_log, command, *options),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "NO_COLOR": "1"},
        )
        return Running(process=process, here=here, truth_file=truth, app_log=app_log)

    def attach(
        self,
        script: str,
        *flags: str,
        duration: str = "8s",
        threshold: str = "200ms",
        idle_threshold: str = "200ms",
        on_line: Callable[[Running, Arrival], None] | None = None,
        options: Sequence[str] = (),
    ) -> Attached:
        """Attach under ``--json``, play the script once the session line is there, and collect everything."""
        bundle = self.folder / f"attach{self.runs}.droidcanary.zip"
        command = [sys.executable, "-m", "droidcanary", "attach", PACKAGE, "--json", "-o", str(bundle)]
        command += ["--threshold", threshold, "--idle-threshold", idle_threshold, "--duration", duration, *flags]
        running = self.start(script, command, *options)
        arrivals = running.read_lines(on_line)
        return running.finish(arrivals, bundle)


@dataclass
class Running:
    """A command that runs on an emulated device."""

    process: subprocess.Popen[bytes]
    here: Path
    truth_file: Path
    app_log: Path

    def signal_app(self, name: str) -> None:
        """Let the app's script go on that waits for the file ``{here}/name``."""
        (self.here / name).touch()

    def interrupt(self) -> None:
        """Ctrl-C, as a terminal sends it to the foreground."""
        self.process.send_signal(signal.SIGINT)

    def read_lines(self, on_line: Callable[[Running, Arrival], None] | None = None) -> list[Arrival]:
        """Read ``--json`` lines until the end; the session line is the sign "attached" to the script."""
        arrivals: list[Arrival] = []
        assert self.process.stdout is not None
        self._drain_stderr()
        for raw in self.process.stdout:
            arrival = Arrival(time.monotonic_ns(), _DECODER.decode(raw))
            arrivals.append(arrival)
            if isinstance(arrival.line, SessionLine):
                self.signal_app("attached")
            if on_line is not None:
                on_line(self, arrival)
        return arrivals

    def _drain_stderr(self) -> None:
        self._stderr: list[bytes] = []
        stream = self.process.stderr
        assert stream is not None
        self._reader = threading.Thread(target=lambda: self._stderr.extend(stream), daemon=True)
        self._reader.start()

    def finish(self, arrivals: Sequence[Arrival], bundle: Path) -> Attached:
        status = self.process.wait(timeout=60)
        self._reader.join(timeout=10)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        app_log = self.app_log.read_text("utf-8", "replace") if self.app_log.exists() else ""
        stderr = b"".join(self._stderr).decode("utf-8", "replace")
        assert self.truth_file.exists(), f"the app wrote no truth; status {status}\n{stderr}\n{app_log}"
        return Attached(tuple(arrivals), stderr, status, read_truth(self.truth_file), app_log, bundle)
