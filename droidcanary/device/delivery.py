"""What a link hands over, and what every link can do: Frida's and the simulated one."""

from __future__ import annotations

import dataclasses
from typing import Protocol

from droidcanary import wire


@dataclasses.dataclass(frozen=True)
class LinkDown:
    """The link ended by itself: ``reason`` is Frida's word, ``detail`` what it knows about a crash."""

    reason: str
    detail: str = ""


@dataclasses.dataclass(frozen=True)
class ScriptError:
    """An exception in the agent's JavaScript that nobody caught."""

    text: str


#: A message's text (docs/protocol.md), or what went wrong with the link.
Delivery = str | LinkDown | ScriptError


class Link(Protocol):
    """One attach. What it delivers goes to a callable it was made with, from a thread of its own."""

    def open(self) -> wire.Hello:
        """Attaches and starts; bounded. Raises CanaryError."""

    def ack(self, seq: int) -> None:
        """Batches up to ``seq`` were processed."""

    def close(self, timeout_s: float) -> wire.Goodbye | None:
        """Stops, restores and leaves; None: no confirmation within ``timeout_s``."""
