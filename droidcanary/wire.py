"""The agent's messages, and the options it is started with. The only file that knows their form.

See docs/protocol.md. A message is one JSON text; decoding it is one step for the messages our own agent writes, and a
slow, lenient one for anything odd: one event that can't be read costs that event (counted as ``Lost``), never the
batch it came in.
"""

from __future__ import annotations

import json
from collections import Counter

import msgspec

from droidcanary.config import MS, SECOND, SessionConfig
from droidcanary.errors import CanaryError
from droidcanary.model import AgentEvent, Lost

PROTOCOL = 1

#: How often the agent drains the probe while something is in flight.
DRAIN_MS = 100
#: How long the agent waits for an ack before it restores everything by itself.
SILENCE_MS = 30_000
#: How often the probe posts a heartbeat when the main thread gave no other sign of life.
HEARTBEAT_NS = 1 * SECOND


class WireError(CanaryError):
    """A message of the agent that can't be read: not JSON, not of a known type, or of another protocol."""

    name = "wire"


class DeviceClocks(msgspec.Struct, frozen=True, kw_only=True):
    """One instant on the device's clocks, read by the agent."""

    uptime_ns: int
    elapsed_ns: int
    wall_ms: float
    utc_offset_s: int | None = None


class Hello(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="hello"):
    """The answer to ``start``: who answered, what was hooked, from when on (``at_ns``) the main thread is watched."""

    protocol: int
    agent: str
    pid: int
    api: int
    hook: str
    at_ns: int
    clocks: DeviceClocks
    frida: str = ""
    bridge: str = ""
    main_tid: int | None = None
    release: str = ""
    model: str = ""
    runtime: str = ""
    debugger: bool = False
    previous_printer: str | None = None
    idle_handlers: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Batch(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="batch"):
    """Events of one drain. ``seq`` counts from 1 without holes; everything up to ``at_ns`` is in this batch or an
    earlier one; ``dropped`` events were lost in the agent since the last one."""

    seq: int
    at_ns: int
    events: tuple[AgentEvent, ...] = ()
    dropped: int = 0

    def facts(self) -> tuple[AgentEvent, ...]:
        """The events, then one ``Lost`` if the agent dropped some."""
        if self.dropped <= 0:
            return self.events
        return (*self.events, Lost(what="event", count=self.dropped, where="agent", at_ns=self.at_ns))


class Goodbye(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="goodbye"):
    """The answer to ``stop``: is the app as it was (``restored``), what is not (``residue``), and the last batch."""

    at_ns: int
    restored: bool
    residue: tuple[str, ...] = ()
    batch: Batch | None = None


class Fatal(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="fatal"):
    """The agent gave up."""

    code: str
    text: str


AgentMessage = Hello | Batch | Goodbye | Fatal


class _Envelope(msgspec.Struct):
    """Any message at all, as far as it can be told apart without reading its content."""

    type: str = ""
    protocol: int | None = None


class _LooseBatch(msgspec.Struct, kw_only=True):
    seq: int
    at_ns: int
    events: tuple[msgspec.Raw, ...] = ()
    dropped: int = 0


class _LooseGoodbye(msgspec.Struct, kw_only=True):
    at_ns: int
    restored: bool
    residue: tuple[str, ...] = ()
    batch: _LooseBatch | None = None


class _EventTag(msgspec.Struct):
    event: str = "unknown"


_MESSAGE = msgspec.json.Decoder(AgentMessage)
_EVENT = msgspec.json.Decoder(AgentEvent)
_UNREADABLE = (msgspec.MsgspecError, ValueError, RecursionError)


def decode(text: str | bytes) -> AgentMessage:
    """One message of the agent.

    Unknown keys are ignored. Events that can't be read are left out and counted as ``Lost`` events (where: "host").
    Text that is no valid Unicode is read with replacement marks. Raises WireError.
    """
    try:
        message = _MESSAGE.decode(text)
    except _UNREADABLE as error:
        message = _decode_leniently(text, error)
    if type(message) is Hello and message.protocol != PROTOCOL:
        raise _protocol_error(message.protocol)
    return message


def _decode_leniently(text: str | bytes, first: Exception) -> AgentMessage:
    try:
        data = _as_unicode(text)
        envelope = msgspec.json.decode(data, type=_Envelope)
        if envelope.type == "hello" and envelope.protocol not in (None, PROTOCOL):
            raise _protocol_error(envelope.protocol)
        if envelope.type == "batch":
            return _tighten(msgspec.json.decode(data, type=_LooseBatch))
        if envelope.type == "goodbye":
            loose = msgspec.json.decode(data, type=_LooseGoodbye)
            batch = None if loose.batch is None else _tighten(loose.batch)
            return Goodbye(at_ns=loose.at_ns, restored=loose.restored, residue=loose.residue, batch=batch)
        return _MESSAGE.decode(data)
    except _UNREADABLE as error:
        start = text[:80] if isinstance(text, str) else text[:80].decode("utf-8", "replace")
        raise WireError(
            f"a message of the agent can't be read: {error}",
            hint="this is a fault of droidcanary: please report it with the log file (-v)",
            detail=f"{first}; it begins with {start!r}",
        ) from error


def _as_unicode(text: str | bytes) -> bytes:
    """JSON in valid UTF-8: app texts can hold half a surrogate pair, which no strict reader takes."""
    loose = text if isinstance(text, str) else text.decode("utf-8", "replace")
    return json.dumps(json.loads(loose), ensure_ascii=False).encode("utf-8", "replace")


def _tighten(batch: _LooseBatch) -> Batch:
    events: list[AgentEvent] = []
    unread: Counter[str] = Counter()
    for raw in batch.events:
        try:
            events.append(_EVENT.decode(raw))
        except _UNREADABLE:
            unread[_tag_of(raw)] += 1
    events += [Lost(what=tag, count=count, where="host", at_ns=batch.at_ns) for tag, count in unread.items()]
    return Batch(seq=batch.seq, at_ns=batch.at_ns, events=tuple(events), dropped=batch.dropped)


def _tag_of(raw: msgspec.Raw) -> str:
    try:
        return msgspec.json.decode(raw, type=_EventTag).event
    except _UNREADABLE:
        return "unknown"


def _protocol_error(theirs: int | None) -> WireError:
    return WireError(
        f"the agent speaks protocol {theirs}, this droidcanary speaks protocol {PROTOCOL}",
        hint="the agent ships inside the package: reinstall droidcanary (pip install --force-reinstall droidcanary)",
    )


def encode_options(config: SessionConfig, token: str) -> str:
    """The options for ``start`` as JSON text; ``token`` is this session's random name."""
    options = {
        "protocol": PROTOCOL,
        "hook": config.hook,
        "floor_ns": config.floor_ns,
        "idle_floor_ns": min(config.judge.idle_threshold_ns // 2, 100 * MS),
        "first_sample_ns": config.first_sample_ns,
        "interval_ns": config.interval_ns,
        "sample": config.sample,
        "hang_timeout_ns": config.judge.hang_timeout_ns,
        "heartbeat_ns": HEARTBEAT_NS,
        "drain_ms": DRAIN_MS,
        "silence_ms": SILENCE_MS,
        "session": token,
        "package": config.package,
    }
    return msgspec.json.encode(options).decode()
