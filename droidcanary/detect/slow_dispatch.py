"""A message whose dispatch on the main looper takes longer than the threshold."""

from __future__ import annotations

from collections.abc import Sequence

from droidcanary.detect.evidence import Flight
from droidcanary.detect.flights import NOTHING, Flights
from droidcanary.detect.incident import END_UNKNOWN, Case, IncidentBuilder
from droidcanary.detect.message import parse_message
from droidcanary.model import AnyEvent, Dispatch, Ended, Incident, Message, Running, Tick

KIND = "slow-dispatch"


class SlowDispatch:
    """Incidents ``d<id>`` from Running and Dispatch events."""

    interests = (Running, Dispatch, Tick, Ended)

    def __init__(self, builder: IncidentBuilder) -> None:
        self._flights = Flights(builder, builder.judge.threshold_ns, _case_of)

    def feed(self, event: AnyEvent) -> Sequence[Incident]:
        if type(event) is Dispatch:
            return self._on_dispatch(event)
        if type(event) is Running:
            return self._on_running(event)
        if type(event) is Tick:
            return self._flights.advance(event.at_ns)
        if type(event) is Ended:
            return self._flights.session_ended(event.at_ns)
        return NOTHING

    def _on_running(self, event: Running) -> Sequence[Incident]:
        flights = self._flights
        if flights.has_ended(event.id):
            return NOTHING
        self._supersede(event.id, event.parent, event.start_ns)
        flight = flights.find(event.id)
        if flight is None:
            flight = self._dispatching(event)
            flights.begin(flight)
        flight.seen_ns = max(flight.seen_ns, event.seen_ns)
        flight.text = event.text if event.text is not None else flight.text
        flight.cpu_ns, flight.cpu_from_ns = event.cpu_ns, event.cpu_from_ns
        return flights.announce(flight, event.seen_ns)

    def _on_dispatch(self, event: Dispatch) -> Sequence[Incident]:
        flights = self._flights
        if flights.has_ended(event.id):
            return NOTHING
        self._supersede(event.id, event.parent, event.start_ns)
        return flights.end(event.id, event.start_ns, event.end_ns, lambda: self._finished(event))

    def _supersede(self, number: int, parent: int | None, start_ns: int) -> None:
        # A younger dispatch that is not nested in an older one (its parent is older still) began after that one's end.
        for other in self._flights.others():
            if other.number < number and (parent or 0) < other.number:
                self._flights.supersede(other, start_ns)

    def _dispatching(self, event: Running | Dispatch) -> _Dispatching:
        flight = _Dispatching(event.id, event.start_ns)
        flight.parent = event.parent
        if event.parent is not None:
            outer = self._flights.find(event.parent)
            flight.depth = outer.depth + 1 if isinstance(outer, _Dispatching) else 1
        return flight

    def _finished(self, event: Dispatch) -> Flight:
        flight = self._dispatching(event)
        flight.seen_ns = event.end_ns
        flight.text = event.text
        flight.cpu_ns, flight.cpu_from_ns = event.cpu_ns, event.cpu_from_ns
        # An exception that the hook did not see: the end is when the probe last saw it busy.
        flight.end_known = event.threw != "?"
        if event.text is None and (event.target, event.callback, event.what) != (None, None, None):
            flight.message = Message(target=event.target, callback=event.callback, what=event.what)
        return flight


class _Dispatching(Flight):
    """A dispatch in flight, or one that has just ended (then with the message itself, where the hook knows it)."""

    __slots__ = ("depth", "end_known", "message")

    def __init__(self, number: int, start_ns: int) -> None:
        super().__init__(f"d{number}", number, start_ns)
        self.message: Message | None = None
        #: How many loops run inside messages are around it.
        self.depth = 0
        self.end_known = True


def _case_of(flight: Flight, end_ns: int) -> Case:
    case = Case(KIND, flight.key, flight.start_ns, end_ns)
    if isinstance(flight, _Dispatching):
        case.message = flight.message or parse_message(flight.text)
        case.depth = flight.depth
        if not flight.end_known:
            case.marks = (END_UNKNOWN,)
    case.parent = None if flight.parent is None else f"d{flight.parent}"
    case.cpu_ns, case.cpu_from_ns, case.cpu_until_ns = flight.cpu_ns, flight.cpu_from_ns, flight.seen_ns
    return case
