"""One stack: what belongs to the app, what the thread was really doing, and which frame to blame."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from droidcanary.model import Frame

Owner = Literal["app", "library", "platform"]
#: "idle": the queue is empty; "string": the platform builds the text for a printer, the message itself is over.
Phase = Literal["busy", "idle", "string"]

#: Frames that exist only because we are there.
_OURS = ("droidcanary.probe.", "re.frida.")

#: The runtime and the framework. A trailing dot: whole packages only.
_PLATFORM = (
    "android.",
    "com.android.",
    "com.google.android.collect.",
    "com.sun.",
    "dalvik.",
    "java.",
    "javax.",
    "jdk.",
    "kotlin.",
    "kotlinx.coroutines.",
    "libcore.",
    "org.apache.harmony.",
    "org.json.",
    "org.w3c.dom.",
    "org.xml.sax.",
    "org.xmlpull.",
    "sun.",
)
#: Libraries that apps bring along under names that look like the platform's.
_NOT_PLATFORM = (
    "android.arch.",
    "android.support.",
    "com.android.billingclient.",
    "com.android.installreferrer.",
    "com.android.volley.",
)

_LOOPER = "android.os.Looper"
_LOOPS = ("loop", "loopOnce")

# Counters and addresses in names of generated classes: they differ from run to run.
_GENERATED = (
    (re.compile(r"\$[0-9]+[./]0x[0-9a-fA-F]+\Z"), ""),
    (re.compile(r"[./]0x[0-9a-fA-F]+\Z"), ""),
    (re.compile(r"\$\$Lambda\$[0-9]+\Z"), "$$Lambda"),
    (re.compile(r"\$\$ExternalSyntheticLambda[0-9]+\Z"), "$$ExternalSyntheticLambda"),
    (re.compile(r"(\A|\.)\$Proxy[0-9]+\Z"), r"\1$Proxy"),
)


class Blamed(msgspec.Struct, frozen=True):
    """The frame that answers for one stack, and the name under which it is counted."""

    frame: Frame
    owner: Owner
    group: str


def group_name(cls: str, method: str) -> str:
    """``cls.method`` without the counters and addresses of generated classes; ``A$1`` stays apart from ``A$2``."""
    if "$" in cls or "/" in cls:
        for pattern, stable in _GENERATED:
            cls = pattern.sub(stable, cls)
    return f"{cls}.{method}"


def in_packages(cls: str, prefixes: Iterable[str]) -> bool:
    """Whether a class is in one of the packages (or is one of the classes), names compared up to a dot or ``$``."""
    return any(cls.startswith(prefix) and (len(cls) == len(prefix) or cls[len(prefix)] in ".$") for prefix in prefixes)


def is_platform(cls: str) -> bool:
    """Whether a class is the framework's or the runtime's."""
    return cls.startswith(_PLATFORM) and not cls.startswith(_NOT_PLATFORM)


def clean(frames: Sequence[Frame]) -> list[Frame]:
    """The stack as it would be without us, deepest frame first.

    Our own frames go; so does one of two neighbours of the same method of which one is native: a hooked method is
    there twice. The runtime's own such pairs (``Thread.sleep``) and true recursion stay.
    """
    kept: list[Frame] = []
    for frame in frames:
        if frame.cls.startswith(_OURS):
            continue
        if kept:
            last = kept[-1]
            same = last.cls == frame.cls and last.method == frame.method and not frame.cls.startswith("java.")
            if same and (last.line == -2) != (frame.line == -2):
                if last.line == -2:
                    kept[-1] = frame
                continue
        kept.append(frame)
    return kept


def phase_of(frames: Sequence[Frame], depth: int | None, whole: bool) -> Phase:
    """What a cleaned stack shows the thread doing, seen from a dispatch ``depth`` loops deep (0: the main loop's).

    ``depth`` null: no printer is set, so no text is built. ``whole``: no frames were cut off at the root.
    """
    if not frames:
        return "busy"
    top = frames[0]
    if top.method == "nativePollOnce" and _is_queue(top.cls):
        return "idle"
    if depth is None or not whole:
        return "busy"
    callee = _callee_of_loop(frames, depth)
    if callee is None or callee.method in ("dispatchMessage", "println") or _is_queue(callee.cls):
        return "busy"
    return "string" if callee.cls.startswith("java.") or callee.method == "toString" else "busy"


def blame(frames: Sequence[Frame], own: Sequence[str]) -> Blamed | None:
    """The deepest frame of the app's own code; else of any library; else the deepest frame. Null: no frames."""
    if not frames:
        return None
    library: Frame | None = None
    for frame in frames:
        if in_packages(frame.cls, own):
            return Blamed(frame, "app", group_name(frame.cls, frame.method))
        if library is None and not is_platform(frame.cls):
            library = frame
    chosen = library or frames[0]
    return Blamed(chosen, "platform" if library is None else "library", group_name(chosen.cls, chosen.method))


def _is_queue(cls: str) -> bool:
    return cls.startswith("android.os.") and cls.endswith("MessageQueue")


def _callee_of_loop(frames: Sequence[Frame], depth: int) -> Frame | None:
    """What the ``depth``-th loop from the root is calling; null: no such loop, or it is calling nothing."""
    loops = -1
    for index in range(len(frames) - 1, -1, -1):
        frame = frames[index]
        if frame.cls == _LOOPER and frame.method in _LOOPS:
            below = frames[index + 1] if index + 1 < len(frames) else None
            # loopOnce is a part of the loop that called it, not a loop of its own.
            if not (frame.method == "loopOnce" and below is not None and below.cls == _LOOPER):
                loops += 1
            above = frames[index - 1] if index else None
            if loops == depth and not (above is not None and above.cls == _LOOPER and above.method == "loopOnce"):
                return above
    return None
