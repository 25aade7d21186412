"""An incident as lines for the eye. Text only: where the lines go is the sink's business."""

from __future__ import annotations

import dataclasses

from rich.style import Style
from rich.text import Text

from droidcanary.model import Clocks, Culprit, Incident
from droidcanary.sink.escape import safe
from droidcanary.timebase import Timebase

KIND_NAMES = {
    "slow-dispatch": "slow dispatch",
    "idle-handler": "slow idle handler",
    "unresponsive": "not responding",
}
_BAR_CELLS = 10


@dataclasses.dataclass(frozen=True)
class Glyphs:
    """What the output can show."""

    full: str
    empty: str
    dot: str
    arrow: str
    separator: str
    times: str
    rule: str
    spinner: tuple[str, ...]


UNICODE = Glyphs("━", "╌", "●", "↳", " · ", "×", "─", ("⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"))
ASCII = Glyphs("#", "-", "*", "->", " - ", "x", "-", ("|", "/", "-", "\\"))


def duration_text(ms: float) -> str:
    """``812 ms``, ``1.84 s``, ``2 min 05 s``.

    >>> [duration_text(ms) for ms in (0.4, 812.3, 1842.0, 12345.0, 125000.0)]
    ['0.4 ms', '812 ms', '1.84 s', '12.3 s', '2 min 05 s']
    """
    if ms < 10:
        return f"{ms:.1f} ms"
    if ms < 999.5:
        return f"{ms:.0f} ms"
    if ms < 9_995:
        return f"{ms / 1000:.2f} s"
    if ms < 59_950:
        return f"{ms / 1000:.1f} s"
    minutes, seconds = divmod(round(ms / 1000), 60)
    return f"{minutes} min {seconds:02d} s"


def share_text(share: float) -> str:
    """0..1 as a percentage that never rounds something to nothing or a part to the whole."""
    percent = share * 100
    if 0 < percent < 1:
        return "<1 %"
    if 99 < percent < 100:
        return ">99 %"
    return f"{percent:.0f} %"


def clock_text(uptime_ms: float, clocks: Clocks) -> str:
    """The device's own local time of day at an uptime, to the millisecond (UTC where its zone is unknown)."""
    at = Timebase(clocks).device_time(round(uptime_ms * 1e6))
    return f"{at:%H:%M:%S}.{at.microsecond // 1000:03d}"


def whose(incident: Incident) -> str:
    """Whose code was called: the idle handler's, the callback's or the handler's class, else the incident's id."""
    message = incident.message
    name = incident.handler or (message and (message.callback or message.target)) or incident.id
    return safe(name, 100)


def culprit_text(culprit: Culprit) -> str:
    """``pkg.Class.method(File:line)``"""
    place = ""
    if culprit.file:
        place = f"({culprit.file}:{culprit.line})" if culprit.line and culprit.line > 0 else f"({culprit.file})"
    return safe(culprit.method + place)


def severity(wall_ms: float, threshold_ms: float) -> Style:
    if wall_ms >= 5 * threshold_ms:
        return Style(color="red", bold=True)
    if wall_ms >= 2 * threshold_ms:
        return Style(color="red")
    return Style(color="yellow", bold=True)


def head_line(incident: Incident, glyphs: Glyphs, style: Style) -> Text:
    """Length, kind, and how much of the wall time was CPU time."""
    line = Text()
    line.append(f"{duration_text(incident.wall_ms):>9}", style)
    line.append(f"  {KIND_NAMES.get(incident.kind, safe(incident.kind))}", "bold")
    line.append(f" {safe(incident.id)}", "dim")
    if incident.cpu_ms is not None and incident.wall_ms > 0:
        share = _cpu_share(incident)
        cells = round(share * _BAR_CELLS)
        line.append("   cpu ", "dim")
        line.append(glyphs.full * cells, "green" if share < 0.5 else "magenta")
        line.append(glyphs.empty * (_BAR_CELLS - cells), "dim")
        line.append(f" {share_text(share)}", "bold" if share >= 0.5 else "")
        line.append(f"  {duration_text(incident.cpu_ms)}", "dim")
        line.append("  working" if share >= 0.7 else "  waiting" if share < 0.3 else "", "dim italic")
    else:
        line.append("   cpu not read", "dim")
    if incident.cut:
        line.append("   the session ended inside it", "yellow")
    return line


def _cpu_share(incident: Incident) -> float:
    """CPU time over the wall time in which it was counted."""
    if incident.cpu is not None and incident.cpu.main_pct_core is not None:
        return max(0.0, min(1.0, incident.cpu.main_pct_core / 100))
    covered_ms = incident.wall_ms - max(0.0, incident.cpu_from_ms or 0.0)
    return max(0.0, min(1.0, (incident.cpu_ms or 0.0) / covered_ms)) if covered_ms > 0 else 0.0


def detail_lines(incident: Incident, glyphs: Glyphs) -> list[Text]:
    """Who, whose message, and what the processors did."""
    lines = [_culprit_line(incident, glyphs)]
    message = _message_line(incident, glyphs)
    if message is not None:
        lines.append(message)
    cpu = _cpu_line(incident, glyphs)
    if cpu is not None:
        lines.append(cpu)
    more = [f"{safe(stage.kind).replace('-', ' ')} for {duration_text(stage.wall_ms)}" for stage in incident.stages]
    if incident.parent is not None:
        more.append(f"inside {safe(incident.parent)}")
    more += [safe(mark).replace("-", " ") for mark in incident.marks if mark != "nested" or incident.parent is None]
    if more:
        lines.append(Text(glyphs.separator.join(more), "yellow"))
    return lines


def _culprit_line(incident: Incident, glyphs: Glyphs) -> Text:
    line = Text().append(f"{glyphs.arrow} ", "dim")
    if incident.culprit is None:
        line.append(f"no stack: {safe(incident.no_samples or 'none was taken')}", "dim")
        return line
    line.append(culprit_text(incident.culprit), "bold cyan" if incident.culprit.owner == "app" else "cyan")
    line.append(f"  {share_text(incident.culprit.share)} of {incident.samples} stacks", "dim")
    second = incident.culprits[1] if len(incident.culprits) > 1 else None
    if second is not None and second.share >= 0.2:
        short = ".".join(second.method.rsplit(".", 2)[-2:])
        line.append(f", then {safe(short)} {share_text(second.share)}", "dim")
    return line


def _message_line(incident: Incident, glyphs: Glyphs) -> Text | None:
    parts: list[str] = []
    if incident.handler is not None:
        parts.append(f"idle handler {safe(incident.handler)}")
    message = incident.message
    if message is not None:
        if message.target:
            parts.append(f"handler {safe(message.target)}")
        if message.callback:
            parts.append(f"callback {safe(message.callback)}")
        if message.what is not None and (message.what or not message.callback):
            parts.append(f"what {message.what}")
    return Text(glyphs.separator.join(parts)) if parts else None


def _cpu_line(incident: Incident, glyphs: Glyphs) -> Text | None:
    cpu = incident.cpu
    if cpu is None:
        return None
    parts: list[str] = []
    if cpu.device_pct is not None:
        parts.append(f"device {cpu.device_pct:.0f} % busy")
    if cpu.app_pct_core is not None:
        whole = "" if cpu.app_pct_device is None else f" ({cpu.app_pct_device:.0f} % of the device)"
        parts.append(f"app {cpu.app_pct_core:.0f} % of a core{whole}")
    if cpu.iowait_pct is not None and cpu.iowait_pct >= 5:
        parts.append(f"iowait {cpu.iowait_pct:.0f} %")
    if not parts:
        return None
    return Text(f"{glyphs.separator.join(parts)}, over {duration_text(cpu.window_ms)}", "dim")
