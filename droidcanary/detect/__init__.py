"""Detectors: each turns events into incidents. To add one: a file here, a line in ``BUILTIN``, a test on a timeline.

A detector is built once a session, names the events it wants in ``interests`` and is fed those in order. The facts
around them (samples, CPU readings, ...) are in ``builder.evidence``, already up to date when ``feed`` is called.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from droidcanary.detect.idle_lag import IdleLag
from droidcanary.detect.incident import IncidentBuilder
from droidcanary.detect.slow_dispatch import SlowDispatch
from droidcanary.detect.unresponsive import Unresponsive
from droidcanary.model import AnyEvent, Event, Incident


class Detector(Protocol):
    """What the pipeline asks of a detector. An id it opens, it must close: at ``Ended`` at the latest."""

    @property
    def interests(self) -> tuple[type[Event], ...]: ...

    def feed(self, event: AnyEvent) -> Sequence[Incident]:
        """Judge one event: the incidents it opens or closes, usually none."""
        ...


#: In the order in which they see an event. Unresponsive comes last: it asks what the others found.
BUILTIN: tuple[Callable[[IncidentBuilder], Detector], ...] = (SlowDispatch, IdleLag, Unresponsive)
