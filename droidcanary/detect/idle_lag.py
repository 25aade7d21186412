"""An idle handler whose ``queueIdle`` takes longer than the threshold: the queue waits for it like for a message."""

from __future__ import annotations

from collections.abc import Sequence

from droidcanary.detect.evidence import Flight
from droidcanary.detect.flights import NOTHING, Flights
from droidcanary.detect.incident import Case, IncidentBuilder
from droidcanary.model import AnyEvent, Ended, Idle, IdleRunning, Incident, Tick

KIND = "idle-handler"


class IdleLag:
    """Incidents ``i<id>`` from IdleRunning and Idle events, named by the handler's own class."""

    interests = (IdleRunning, Idle, Tick, Ended)

    def __init__(self, builder: IncidentBuilder) -> None:
        self._flights = Flights(builder, builder.judge.idle_threshold_ns, _case_of)

    def feed(self, event: AnyEvent) -> Sequence[Incident]:
        if isinstance(event, IdleRunning):
            return self._on_running(event)
        if isinstance(event, Idle):
            return self._on_idle(event)
        if isinstance(event, Tick):
            return self._flights.advance(event.at_ns)
        if isinstance(event, Ended):
            return self._flights.session_ended(event.at_ns)
        return NOTHING

    def _on_running(self, event: IdleRunning) -> Sequence[Incident]:
        flights = self._flights
        if flights.has_ended(event.id):
            return NOTHING
        self._supersede(event.id, event.start_ns)
        flight = flights.find(event.id)
        if flight is None:
            flight = Flight(f"i{event.id}", event.id, event.start_ns)
            flight.handler = event.handler
            flights.begin(flight)
        flight.seen_ns = max(flight.seen_ns, event.seen_ns)
        # Seen again: whatever began meanwhile ran inside it.
        flight.superseded_ns = None
        flight.cpu_ns, flight.cpu_from_ns = event.cpu_ns, event.cpu_from_ns
        return flights.announce(flight, event.seen_ns)

    def _on_idle(self, event: Idle) -> Sequence[Incident]:
        flights = self._flights
        if flights.has_ended(event.id):
            return NOTHING
        self._supersede(event.id, event.start_ns)
        return flights.end(event.id, event.start_ns, event.end_ns, lambda: _finished(event))

    def _supersede(self, number: int, start_ns: int) -> None:
        # A handler may run a loop in which others run, so a younger one is only a sign that this one has ended.
        for other in self._flights.others():
            if other.number < number:
                self._flights.supersede(other, start_ns)


def _finished(event: Idle) -> Flight:
    flight = Flight(f"i{event.id}", event.id, event.start_ns)
    flight.seen_ns = event.end_ns
    flight.handler = event.handler
    flight.cpu_ns, flight.cpu_from_ns = event.cpu_ns, event.cpu_from_ns
    return flight


def _case_of(flight: Flight, end_ns: int) -> Case:
    case = Case(KIND, flight.key, flight.start_ns, end_ns)
    case.handler = flight.handler
    case.cpu_ns, case.cpu_from_ns, case.cpu_until_ns = flight.cpu_ns, flight.cpu_from_ns, flight.seen_ns
    return case
