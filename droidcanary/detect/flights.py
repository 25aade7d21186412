"""What is in flight, from its first sign to its end: shared by the detectors of dispatches and of idle handlers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

import msgspec

from droidcanary.config import MS
from droidcanary.detect.blame import Verdict
from droidcanary.detect.evidence import Flight, Run
from droidcanary.detect.incident import END_UNKNOWN, Case, IncidentBuilder
from droidcanary.model import Incident

#: A flight whose successor has begun and that was not seen again for so long has lost its end.
GIVE_UP_NS = 2_500 * MS
#: Ended flights whose late signs of life are still recognised as late.
REMEMBERED = 1_024

Cases = Callable[[Flight, int], Case]
NOTHING: tuple[Incident, ...] = ()


class Flights:
    """Opens and closes the incidents of one kind of flight.

    ``case_of(flight, end_ns)`` describes a flight as a case. Everything is strict: longer than ``threshold_ns``.
    """

    def __init__(self, builder: IncidentBuilder, threshold_ns: int, case_of: Cases) -> None:
        self._builder = builder
        self._evidence = builder.evidence
        self._threshold_ns = threshold_ns
        self._case_of = case_of
        self._by_number: dict[int, Flight] = {}
        self._ended: deque[int] = deque(maxlen=REMEMBERED)
        self._ended_set: set[int] = set()

    def find(self, number: int) -> Flight | None:
        return self._by_number.get(number)

    def has_ended(self, number: int) -> bool:
        """Whether this one is over already: what comes now was overtaken on its way."""
        return number in self._ended_set

    def begin(self, flight: Flight) -> None:
        self._by_number[flight.number] = flight
        self._evidence.flights[flight.key] = flight

    def supersede(self, flight: Flight, at_ns: int) -> None:
        """Something began at ``at_ns`` that cannot have begun before this flight's end."""
        if flight.superseded_ns is None:
            flight.superseded_ns = at_ns

    def others(self) -> Sequence[Flight]:
        return tuple(self._by_number.values())

    def end(self, number: int, start_ns: int, end_ns: int, make: Callable[[], Flight]) -> Sequence[Incident]:
        """A flight has ended; ``make`` builds it with its final figures, and is only called for a block."""
        flight = self._take(number)
        announced_ns = None if flight is None else flight.announced_ns
        blocked = end_ns - start_ns > self._threshold_ns
        emitted: Sequence[Incident] = NOTHING
        if blocked or announced_ns is not None:
            final = make()
            final.announced_ns = announced_ns
            emitted = self._close(final, self._case_of(final, end_ns))
            blocked = bool(emitted)
        self._evidence.runs.append(Run(start_ns, end_ns, blocked))
        return emitted

    def advance(self, now_ns: int) -> Sequence[Incident]:
        """Time has reached ``now_ns``, and everything that ended before is known."""
        if not self._by_number:
            return NOTHING
        emitted: list[Incident] = []
        for flight in tuple(self._by_number.values()):
            if flight.superseded_ns is None:
                emitted += self.announce(flight, now_ns)
            elif now_ns - max(flight.seen_ns, flight.superseded_ns) > GIVE_UP_NS:
                emitted += self._give_up(flight)
        return emitted

    def announce(self, flight: Flight, now_ns: int) -> Sequence[Incident]:
        """Open the flight's incident if it has one by now and has not been opened."""
        if flight.announced_ns is not None or now_ns - flight.start_ns <= self._threshold_ns:
            return NOTHING
        case = self._case_of(flight, now_ns)
        verdict = self._builder.verdict(case, ended=False)
        if verdict.end_ns - flight.start_ns <= self._threshold_ns:
            return NOTHING
        flight.announced_ns = now_ns
        return (self._builder.open(case, verdict),)

    def session_ended(self, end_ns: int) -> Sequence[Incident]:
        """Close what is still in flight, cut at the session's end."""
        emitted: list[Incident] = []
        for flight in tuple(self._by_number.values()):
            if flight.superseded_ns is not None:
                emitted += self._give_up(flight)
                continue
            self._take(flight.number)
            case = self._case_of(flight, max(end_ns, flight.seen_ns))
            case.cut = True
            closed = self._close(flight, case)
            # An unanswered heartbeat is judged after this, and was waiting for this one.
            self._evidence.runs.append(Run(flight.start_ns, case.end_ns, bool(closed)))
            emitted += closed
        return emitted

    def _give_up(self, flight: Flight) -> Sequence[Incident]:
        """The end was lost. It was in flight when it was last seen or announced, and over when the next began."""
        self._take(flight.number)
        end_ns = max(flight.seen_ns, flight.announced_ns or 0)
        if flight.superseded_ns is not None:
            end_ns = min(end_ns, flight.superseded_ns)
        case = self._case_of(flight, end_ns)
        case.marks = (END_UNKNOWN,)
        emitted = self._close(flight, case)
        self._evidence.runs.append(Run(flight.start_ns, end_ns, bool(emitted)))
        return emitted

    def _close(self, flight: Flight, case: Case) -> Sequence[Incident]:
        if case.end_ns - case.start_ns <= self._threshold_ns and flight.announced_ns is None:
            return NOTHING
        verdict = self._builder.verdict(case, ended=not case.cut)
        if flight.announced_ns is None:
            if verdict.end_ns - case.start_ns <= self._threshold_ns:
                return NOTHING
            return (self._builder.open(case, verdict), self._builder.close(case, verdict))
        return (self._builder.close(case, _agreeing(verdict, flight.announced_ns)),)

    def _take(self, number: int) -> Flight | None:
        if len(self._ended) == REMEMBERED:
            self._ended_set.discard(self._ended[0])
        self._ended.append(number)
        self._ended_set.add(number)
        flight = self._by_number.pop(number, None)
        if flight is not None:
            del self._evidence.flights[flight.key]
        return flight


def _agreeing(verdict: Verdict, announced_ns: int) -> Verdict:
    """The verdict, with an end no earlier than the announcement where the samples leave that open.

    Where a message ends and its text begins is only known to lie between two samples. At the announcement the later
    one was not there yet, so the end was not before it.
    """
    later = verdict.first_string_ns
    if later is None or verdict.end_ns >= announced_ns or later < announced_ns:
        return verdict
    return msgspec.structs.replace(verdict, end_ns=announced_ns)
