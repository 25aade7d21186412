"""The live log: a block appears when it passes its threshold, counts while it lasts, and is completed when it ends.

On a terminal the open blocks and a status line are redrawn in place below the log; in a pipe there are plain lines.
"""

from __future__ import annotations

import time
from typing import IO, NoReturn

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from droidcanary.config import MS, format_duration
from droidcanary.model import Incident, Notice, SessionLine, Summary
from droidcanary.sink import SinkClosed, writing_stdout
from droidcanary.sink.escape import safe
from droidcanary.sink.incident_text import (
    ASCII,
    KIND_NAMES,
    UNICODE,
    Glyphs,
    clock_text,
    detail_lines,
    duration_text,
    head_line,
    severity,
    whose,
)
from droidcanary.sink.summary_text import Totals, summary_lines

_REFRESH_PER_S = 8
_TIME_CELLS = 12
_NAME_CELLS = 10


class PlainConsole(Console):
    """A console whose reader may go away."""

    def on_broken_pipe(self) -> NoReturn:
        raise SinkClosed("stdout was closed")


def make_console(out: IO[str]) -> Console:
    """A console that takes every text literally: no markup, no highlighting, no emoji codes."""
    console = PlainConsole(file=out, markup=False, highlight=False, emoji=False, soft_wrap=not out.isatty())
    if console.width < 1:  # COLUMNS=0: nothing at all would be shown
        console.width = 80
    return console


def glyphs_for(console: Console) -> Glyphs:
    return UNICODE if console.encoding.lower().startswith("utf") else ASCII


class LiveSink:
    """``notes`` on the session go in between. Everything that came from the device is escaped."""

    def __init__(self, out: IO[str], *, live: bool = True) -> None:
        self._console = make_console(out)
        self._redraws = live and self._console.is_terminal and not self._console.is_dumb_terminal
        self._glyphs = glyphs_for(self._console)
        self._live: Live | None = None
        self._line: SessionLine | None = None
        self._open: dict[str, Incident] = {}
        self._told_ms: dict[str, float] = {}
        self._totals = Totals()
        self._now_ms = 0.0
        self._now_at = time.monotonic()
        self._dispatches = 0

    def start(self, line: SessionLine) -> None:
        self._line = line
        self._now_ms = line.at_uptime_ms
        self._now_at = time.monotonic()
        for text in self._header(line):
            self._print(text)
        self._print(Text(""))
        if self._redraws:
            self._live = Live(
                console=self._console,
                get_renderable=self._status,
                refresh_per_second=_REFRESH_PER_S,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            with writing_stdout():
                self._live.start()

    def incident(self, incident: Incident) -> None:
        if incident.state == "open":
            self._open[incident.id] = incident
            if self._live is None:
                self._tell_open(incident)
            return
        self._open.pop(incident.id, None)
        self._told_ms.pop(incident.id, None)
        self._totals.add(incident)
        style = severity(incident.wall_ms, self._threshold_ms(incident))
        head = head_line(incident, self._glyphs, style)
        self._print(self._block(self._at(incident), [head, *detail_lines(incident, self._glyphs)]))

    def notice(self, notice: Notice) -> None:
        style = {"error": "red", "warning": "yellow"}.get(notice.level, "dim")
        at = "" if self._line is None else clock_text(notice.at_ns / 1e6, self._line.clocks)
        self._print(self._block(at, [Text(f"{notice.level}: {safe(notice.text)}", style)]))

    def tick(self, at_ns: int, dispatches: int) -> None:
        self._now_ms = at_ns / 1e6
        self._now_at = time.monotonic()
        self._dispatches = dispatches

    def finish(self, summary: Summary, saved: str | None) -> None:
        if self._live is not None:
            live, self._live = self._live, None
            with writing_stdout():
                live.stop()
        lines = summary_lines(summary, self._totals, self._glyphs, saved)
        self._print(Text(self._glyphs.rule * min(72, self._console.width), "dim"))
        self._print(lines[0][1])
        for name, text in lines[1:]:
            self._print(self._row(name, text))

    # --- pieces -----------------------------------------------------------------------------------------

    def _header(self, line: SessionLine) -> list[Text]:
        device, app, settings = line.device, line.app, line.settings
        where = [f"pid {app.pid}"]
        if device.simulated:
            where.append("simulated device")
        else:
            maker = "" if device.model.lower().startswith(device.manufacturer.lower()) else f"{device.manufacturer} "
            where += [safe(f"{maker}{device.model}".strip()), f"Android {safe(device.release)}"]
            where += [f"API {device.api}"] if device.api is not None else []
            where += [safe(device.serial)]
        first = Text().append("droidcanary ", "bold yellow")
        first.append(safe(app.process), "bold")
        version = f" {app.version_name}" if app.version_name else ""
        first.append(safe(version) + self._glyphs.separator + self._glyphs.separator.join(filter(None, where)), "dim")
        limits = [
            f"blocks > {_setting(settings, 'threshold_ms')}",
            f"idle handlers > {_setting(settings, 'idle_threshold_ms')}",
            f"heartbeat > {_setting(settings, 'hang_timeout_ms')}",
            f"{line.hook} hook",
            f"stacks every {_setting(settings, 'interval_ms')}",
        ]
        return [first, Text(self._glyphs.separator.join(limits), "dim")]

    def _status(self) -> RenderableType:
        """What is redrawn: the open blocks, counting, and where we are."""
        if self._line is None:
            return Text("")
        since_s = time.monotonic() - self._now_at
        # The device's clock goes on between two batches; after two silent seconds it is no longer a good guess.
        now_ms = self._now_ms + (since_s * 1000 if since_s < 2 else 0)
        rows: list[RenderableType] = []
        for incident in self._open.values():
            wall_ms = max(incident.wall_ms, now_ms - incident.start_uptime_ms)
            head = Text().append(f"{duration_text(wall_ms):>9}", severity(wall_ms, self._threshold_ms(incident)))
            head.append(f"  still blocked{self._subject(incident)}", "bold")
            rows.append(self._block(self._at(incident), [head]))
        watched_ms = now_ms - self._line.at_uptime_ms
        spinner = self._glyphs.spinner[int(time.monotonic() * _REFRESH_PER_S) % len(self._glyphs.spinner)]
        status = Text().append(f"{spinner} ", "yellow" if self._open else "green")
        parts = [
            f"watched {duration_text(max(0.0, watched_ms))}",
            f"{self._totals.count} block{'' if self._totals.count == 1 else 's'}",
            f"{duration_text(self._totals.wall_ms)} blocked" if self._totals.count else "nothing blocked",
            f"{self._dispatches} messages",
            "Ctrl-C ends",
        ]
        status.append(self._glyphs.separator.join(parts), "dim")
        rows.append(status)
        return Group(*rows)

    def _tell_open(self, incident: Incident) -> None:
        """In a pipe: once, and again each time it has doubled."""
        told_ms = self._told_ms.get(incident.id)
        if told_ms is None or incident.wall_ms >= 2 * told_ms:
            self._told_ms[incident.id] = incident.wall_ms
            head = Text(f"{duration_text(incident.wall_ms):>9}  still blocked{self._subject(incident)}")
            self._print(self._block(self._at(incident), [head]))

    def _subject(self, incident: Incident) -> str:
        subject = f"  {KIND_NAMES.get(incident.kind, safe(incident.kind))} {safe(incident.id)}"
        name = whose(incident)
        return subject if name == safe(incident.id) else f"{subject}  {name}"

    def _at(self, incident: Incident) -> str:
        return "" if self._line is None else clock_text(incident.start_uptime_ms, self._line.clocks)

    def _threshold_ms(self, incident: Incident) -> float:
        settings = self._line.settings if self._line is not None else {}
        key = {"idle-handler": "idle_threshold_ms", "unresponsive": "hang_timeout_ms"}.get(
            incident.kind, "threshold_ms"
        )
        value = settings.get(key)
        return float(value) if isinstance(value, (int, float)) and value else 1000.0

    def _block(self, at: str, lines: list[Text]) -> RenderableType:
        """The time in front, everything else in a column of its own, the first line flush, the others indented."""
        if not self._console.is_terminal:
            text = Text(f"{at:<{_TIME_CELLS}} ")
            text.append_text(lines[0])
            for line in lines[1:]:
                text.append("\n" + " " * (_TIME_CELLS + 3))
                text.append_text(line)
            return text
        table = Table.grid(padding=(0, 1))
        table.add_column(width=_TIME_CELLS, style="dim", no_wrap=True)
        table.add_column(overflow="fold")
        for number, line in enumerate(lines):
            if number:
                body = Table.grid(padding=(0, 0))
                body.add_column(width=2)
                body.add_column(overflow="fold")
                body.add_row("", line)
                table.add_row("", body)
            else:
                table.add_row(at, line)
        return table

    def _row(self, name: str, text: Text) -> RenderableType:
        """A row of the summary: its name in a column of its own, so that a long text wraps beside it."""
        if not self._console.is_terminal:
            return Text().append(f"{name:<{_NAME_CELLS}} ", "dim").append_text(text)
        table = Table.grid(padding=(0, 1))
        table.add_column(width=_NAME_CELLS, style="dim", no_wrap=True)
        table.add_column(overflow="fold")
        table.add_row(name, text)
        return table

    def _print(self, renderable: RenderableType) -> None:
        with writing_stdout():
            self._console.print(renderable)
            self._console.file.flush()


def _setting(settings: dict[str, object], key: str) -> str:
    value = settings.get(key)
    return format_duration(round(value * MS)) if isinstance(value, (int, float)) and value > 0 else "?"
