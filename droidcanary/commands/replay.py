"""``replay``: a recording through the same pipeline, with the same or other thresholds."""

from __future__ import annotations

from pathlib import Path

from droidcanary.bundle_read import Bundle
from droidcanary.commands.outputs import make_sink, progress_to_stderr
from droidcanary.config import MS, JudgeConfig, format_duration
from droidcanary.model import SCHEMA, AnyEvent, Counts, Ended, Notice, SessionLine, SessionStart, Tick
from droidcanary.pipeline import Pipeline
from droidcanary.session import judge_settings
from droidcanary.sink import Sink, SinkClosed
from droidcanary.sink.escape import as_unicode


def run(
    path: Path,
    *,
    threshold_ns: int | None,
    idle_threshold_ns: int | None,
    hang_timeout_ns: int | None,
    concern: tuple[str, ...] = (),
    json: bool,
) -> None:
    """Raises BundleError."""
    note = progress_to_stderr(json=json)
    with Bundle(path) as bundle:
        recorded = judge_of(bundle)
        judge = JudgeConfig(
            threshold_ns=threshold_ns or recorded.threshold_ns,
            idle_threshold_ns=idle_threshold_ns or recorded.idle_threshold_ns,
            hang_timeout_ns=hang_timeout_ns or recorded.hang_timeout_ns,
            concern=concern or recorded.concern,
        )
        said = 0
        player = _Player(bundle, judge, make_sink(json=json, live=False))
        try:
            for event in bundle.events():
                for warning in bundle.warnings[said:]:
                    note(warning)
                said = len(bundle.warnings)
                if isinstance(event, SessionStart) and judge.threshold_ns < event.floor_ns:
                    note(f"dispatches shorter than {format_duration(event.floor_ns)} were not recorded one by one")
                player.play(event)
            for warning in bundle.warnings[said:]:
                note(warning)
            player.finish(str(path))
        except SinkClosed:
            return


def judge_of(bundle: Bundle) -> JudgeConfig:
    """The thresholds that the session was judged by; the defaults where the manifest does not say."""
    settings = bundle.manifest.get("settings")
    known = settings if isinstance(settings, dict) else {}
    default = JudgeConfig()

    def nanoseconds(key: str, otherwise: int) -> int:
        value = known.get(key)
        return int(value * MS) if isinstance(value, (int, float)) and 0 < value < 1e9 else otherwise

    concern = known.get("concern")
    return JudgeConfig(
        threshold_ns=nanoseconds("threshold_ms", default.threshold_ns),
        idle_threshold_ns=nanoseconds("idle_threshold_ms", default.idle_threshold_ns),
        hang_timeout_ns=nanoseconds("hang_timeout_ms", default.hang_timeout_ns),
        concern=tuple(name for name in concern if isinstance(name, str)) if isinstance(concern, list) else (),
    )


class _Player:
    """Feeds and shows, as a session does, without recording."""

    def __init__(self, bundle: Bundle, judge: JudgeConfig, sink: Sink) -> None:
        self._bundle = bundle
        self._judge = judge
        self._sink = sink
        self._pipeline = Pipeline(judge)
        self._last_ns = 0
        self._dispatches = 0
        self._ended = False

    def play(self, event: AnyEvent) -> None:
        if isinstance(event, SessionStart):
            self._last_ns = event.at_ns
            self._sink.start(self._line(event))
        for incident in self._pipeline.feed(event):
            self._sink.incident(incident)
        if isinstance(event, Notice):
            self._sink.notice(event)
        elif isinstance(event, Counts):
            self._dispatches += event.dispatches
        elif isinstance(event, Tick):
            self._last_ns = event.at_ns
            self._sink.tick(event.at_ns, self._dispatches)
        elif isinstance(event, Ended):
            self._ended = True

    def finish(self, saved: str) -> None:
        if not self._ended:
            self.play(Ended(at_ns=self._last_ns, reason="link-lost", detail="the recording breaks off here"))
        self._sink.finish(self._pipeline.summary(), saved)

    def _line(self, start: SessionStart) -> SessionLine:
        recorded = self._bundle.manifest.get("settings")
        return SessionLine(
            schema=SCHEMA,
            at_uptime_ms=start.at_ns / 1e6,
            device=start.device,
            app=start.app,
            clocks=start.clocks,
            hook=start.hook,
            settings={**(recorded if isinstance(recorded, dict) else {}), **judge_settings(self._judge)},
            versions=start.versions,
            bundle=as_unicode(str(self._bundle.path)),
        )
