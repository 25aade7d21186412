"""The end of a session as lines for the eye."""

from __future__ import annotations

import collections

from rich.text import Text

from droidcanary.model import Incident, Summary
from droidcanary.sink.escape import safe
from droidcanary.sink.incident_text import KIND_NAMES, Glyphs, culprit_text, duration_text, share_text, whose

_TOP = 5

ENDED = {
    "user": "stopped by you",
    "duration": "the duration is over",
    "process-gone": "the app's process ended",
    "device-gone": "the device went away",
    "link-lost": "the link to the app was lost",
    "agent-error": "the agent failed",
}


#: A word that says what stands in the row, and the row; the first row has none.
Row = tuple[str, Text]


class Totals:
    """What the sink adds up itself while incidents close: who blocked how long, in how many blocks."""

    def __init__(self) -> None:
        self.count = 0
        self.wall_ms = 0.0
        self.names: dict[str, str] = {}
        self._by_culprit: collections.defaultdict[str, list[float]] = collections.defaultdict(list)

    def add(self, incident: Incident) -> None:
        self.count += 1
        if incident.parent is not None:  # its time is inside the outer one's
            return
        self.wall_ms += incident.wall_ms
        name = culprit_text(incident.culprit) if incident.culprit is not None else f"(no stack, {whose(incident)})"
        self._by_culprit[name].append(incident.wall_ms)
        self.names[incident.id] = name

    def top(self) -> list[tuple[str, int, float]]:
        """Culprit, blocks, milliseconds; the worst first."""
        rows = [(name, len(walls), sum(walls)) for name, walls in self._by_culprit.items()]
        return sorted(rows, key=lambda row: (-row[2], row[0]))


def summary_lines(summary: Summary, totals: Totals, glyphs: Glyphs, saved: str | None) -> list[Row]:
    dot = glyphs.separator
    watched_ms = summary.to_uptime_ms - summary.from_uptime_ms
    lines: list[Row] = []

    blocks = f"{summary.incidents} block{'' if summary.incidents == 1 else 's'}"
    first = Text().append(f"{duration_text(max(0.0, watched_ms))} watched{dot}", "bold")
    first.append(blocks, "bold yellow" if summary.incidents else "bold green")
    if summary.incidents:
        first.append(
            f"{dot}{duration_text(summary.blocked_ms)} blocked ({share_text(summary.blocked_share)})",
            "bold",
        )
    lines.append(("", first))

    if summary.by_kind:
        kinds = [
            f"{count} {KIND_NAMES.get(kind, safe(kind))}"
            for kind, count in sorted(summary.by_kind.items(), key=lambda entry: -entry[1])
        ]
        lines.append(_row("kinds", dot.join(kinds)))
    if summary.worst_wall_ms is not None:
        name = totals.names.get(summary.worst or "", safe(summary.worst or ""))
        lines.append(_row("worst", f"{duration_text(summary.worst_wall_ms):>9}      {name}"))
    top = totals.top()
    for number, (name, count, wall_ms) in enumerate(top[:_TOP]):
        row = Text().append(f"{duration_text(wall_ms):>9}", "yellow").append(f"  {count:>2}{glyphs.times}  {name}")
        lines.append(("blocked by" if number == 0 else "", row))
    if len(top) > _TOP:
        lines.append(_row("", f"… and {len(top) - _TOP} more"))
    if summary.dispatches:
        lines.append(_row("messages", f"{summary.dispatches} dispatched{dot}main thread busy for {_busy(summary)}"))
    cost = summary.cost
    if cost is not None:
        text = (
            f"in the app {duration_text(cost.probe_cpu_ms)} of CPU, its main thread held for "
            f"{duration_text(cost.sampling_ms)} by {cost.samples} stacks"
        )
        if cost.host_cpu_pct_core is not None and cost.host_rss_mb is not None:
            text += f"{dot}here {cost.host_cpu_pct_core:.1f} % of a core, {cost.host_rss_mb:.0f} MB"
        lines.append(_row("cost", text))
    if summary.gaps:
        gap_ms = sum(gap.to_uptime_ms - gap.from_uptime_ms for gap in summary.gaps)
        reasons = ", ".join(sorted({safe(gap.reason) for gap in summary.gaps}))
        lines.append(_row("not seen", f"{duration_text(gap_ms)} in {len(summary.gaps)} gaps: {reasons}", "yellow"))
    if summary.lost:
        lines.append(_row("lost", f"{summary.lost} records were dropped on the way", "yellow"))
    ended = ENDED.get(summary.ended, safe(summary.ended))
    if summary.detail:
        # Who stops it says no more; a detail under "user" is a reason of ours.
        ended = safe(summary.detail) if summary.ended == "user" else f"{ended}: {safe(summary.detail)}"
    if summary.restored:
        ended += f"{dot}everything in the app is as it was"
    lines.append(_row("ended", ended, "red" if summary.ended not in ("user", "duration") else ""))
    if saved is not None:
        lines.append(_row("saved", safe(saved), "bold"))
    return lines


def _row(name: str, text: str, style: str = "") -> Row:
    return name, Text(text, style)


def _busy(summary: Summary) -> str:
    watched_ms = summary.to_uptime_ms - summary.from_uptime_ms
    share = f" ({share_text(min(1.0, summary.busy_ms / watched_ms))})" if watched_ms > 0 else ""
    return duration_text(summary.busy_ms) + share
