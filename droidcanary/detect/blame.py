"""Samples of one block → who is to blame, and for how long the block itself lasted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from droidcanary.config import JudgeConfig
from droidcanary.detect.evidence import MAX_STACKS, Evidence
from droidcanary.detect.stack import Blamed, Owner, Phase, blame, clean, phase_of
from droidcanary.model import Culprit, Frame, Sample, Stack


class Verdict(msgspec.Struct, frozen=True):
    """What the samples of a block say. ``end_ns``: when the block's own work was over, before the platform built its
    text (the end of the window where it built none); ``first_string_ns``: the first sample that shows it building."""

    culprits: tuple[Culprit, ...]
    samples: int
    idle_samples: int
    no_samples: str | None
    end_ns: int
    first_string_ns: int | None


class _Read:
    """One interned stack, looked at once."""

    __slots__ = ("_phases", "blamed", "frames", "stack")

    def __init__(self, stack: Stack, frames: tuple[Frame, ...], own: Sequence[str]) -> None:
        self.stack = stack
        self.frames = frames
        self.blamed: Blamed | None = blame(frames, own)
        self._phases: dict[int | None, Phase] = {}

    def phase(self, depth: int | None) -> Phase:
        """What it shows, seen from a dispatch ``depth`` loops deep; null where no text is built."""
        found = self._phases.get(depth)
        if found is None:
            found = phase_of(self.frames, depth, whole=self.stack.cut == 0)
            self._phases[depth] = found
        return found


class Blamer:
    """Folds samples; keeps what it found out about each interned stack."""

    def __init__(self, evidence: Evidence, judge: JudgeConfig) -> None:
        self._evidence = evidence
        self._judge = judge
        self._reads: dict[int, _Read] = {}

    def own_packages(self) -> tuple[str, ...]:
        """Prefixes of the app's own code."""
        concern = tuple(prefix.rstrip(".*$") for prefix in self._judge.concern)
        if any(concern):
            return tuple(prefix for prefix in concern if prefix)
        session = self._evidence.session
        return () if session is None else (session.app.package,)

    def verdict(self, start_ns: int, end_ns: int, depth: int | None, ended: bool) -> Verdict:
        """Judge the samples from start to end.

        ``depth``: how many loops above the main one the dispatch was run by; null for what no printer reports.
        ``ended``: false for a block that still lasts.
        """
        samples = self._evidence.samples_within(start_ns, end_ns)
        session = self._evidence.session
        if session is None or session.hook != "printer":
            depth = None
        known = [(sample, read) for sample in samples if (read := self._read(sample.stack)) is not None]
        phases = [read.phase(depth) for _, read in known]
        count = len(known)
        while count and phases[count - 1] == "string":
            count -= 1
        first_string_ns: int | None = None
        if count < len(known):
            first_string_ns = known[count][0].at_ns
            # Between two samples nobody looked: the middle. Before the first one: at most until then.
            end_ns = (known[count - 1][0].at_ns + first_string_ns) // 2 if count else first_string_ns
        weights = _weights([sample for sample, _ in known[:count]])
        busy = [
            (read, weight)
            for (_, read), weight, phase in zip(known[:count], weights, phases[:count], strict=True)
            if phase != "idle"
        ]
        no_samples = None
        if not busy:
            no_samples = self._why_none(start_ns, end_ns, len(samples) - len(known), count, ended)
        return Verdict(_rank(busy), len(busy), count - len(busy), no_samples, end_ns, first_string_ns)

    def frames_of(self, sample: Sample) -> tuple[tuple[Frame, ...], int]:
        """A sample's stack without our own frames, deepest first, and how many frames were cut off at its root."""
        read = self._read(sample.stack)
        return ((), 0) if read is None else (read.frames, read.stack.cut)

    def _read(self, number: int) -> _Read | None:
        stack = self._evidence.stacks.get(number)
        if stack is None:
            return None
        read = self._reads.get(number)
        if read is not None and read.stack is stack:
            return read
        table = self._evidence.frames
        frames = [table[frame] for frame in stack.frames if frame in table]
        cleaned = tuple(clean(frames))
        read = _Read(stack, cleaned, self.own_packages())
        if len(frames) == len(stack.frames):
            if len(self._reads) > 2 * MAX_STACKS:
                self._reads.clear()
            self._reads[number] = read
        return read

    def _why_none(self, start_ns: int, end_ns: int, unknown: int, idle: int, ended: bool) -> str:
        if idle:
            return "only idle samples: it ended before a sample could show it"
        if unknown or self._evidence.lost_within(start_ns, end_ns):
            return "sampling lost: its stacks were dropped on the way"
        if not ended:
            return "not sampled yet"
        if not self._evidence.any_sample:
            return "no stack was sampled in this session so far"
        if end_ns - start_ns <= 2 * self._judge.threshold_ns:
            return "ended before the first sample"
        return "no sample fell into it"


def _weights(samples: Sequence[Sample]) -> list[float]:
    """How much time each sample stands for: half the way to its neighbours.

    The probe samples ever more rarely as a block goes on, so counting alone would blame what ran first.
    """
    times = [sample.at_ns for sample in samples]
    if len(times) < 2 or times[0] == times[-1]:
        return [1.0] * len(times)
    last = len(times) - 1
    before = [times[1] - times[0], *(times[i] - times[i - 1] for i in range(1, last + 1))]
    after = [*before[1:], before[last]]
    # At least a nanosecond: of several at one instant, none is worth nothing.
    return [max(1.0, (left + right) / 2) for left, right in zip(before, after, strict=True)]


def _rank(busy: Sequence[tuple[_Read, float]]) -> tuple[Culprit, ...]:
    """Frames by the time they answer for, the longest first; same method, same entry, with its most common line."""
    total = 0.0
    by_stack: dict[int, tuple[_Read, float, int]] = {}
    for read, weight in busy:
        total += weight
        _, so_far, times = by_stack.get(read.stack.id, (read, 0.0, 0))
        by_stack[read.stack.id] = (read, so_far + weight, times + 1)
    suspects: dict[tuple[str, Owner], _Suspect] = {}
    for read, weight, times in by_stack.values():
        if read.blamed is not None:
            suspect = suspects.setdefault((read.blamed.group, read.blamed.owner), _Suspect())
            suspect.weight += weight
            suspect.frames[read.blamed.frame] += times
    ranking = sorted(suspects.items(), key=lambda item: (-item[1].weight, item[0]))
    return tuple(suspect.culprit(total, owner) for (_, owner), suspect in ranking)


class _Suspect:
    """One method that samples point at."""

    __slots__ = ("frames", "weight")

    def __init__(self) -> None:
        self.weight = 0.0
        self.frames: Counter[Frame] = Counter()

    def culprit(self, total: float, owner: Owner) -> Culprit:
        frame, _ = max(self.frames.items(), key=lambda item: (item[1], -item[0].id))
        return Culprit(
            method=f"{frame.cls}.{frame.method}",
            file=frame.file or None,
            line=frame.line if frame.line > 0 else None,
            share=round(self.weight / total, 6),
            owner=owner,
        )
