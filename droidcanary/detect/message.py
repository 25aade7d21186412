"""The printer's line → whose message it was.

The platform writes ``>>>>> Dispatching to `` + handler + blank + callback + ``: `` + what, where handler and callback
are whatever the app's ``toString()`` returned: of any length, with line breaks, braces, colons. Only what can be read
without guessing is taken; the rest is null.
"""

from __future__ import annotations

import re

from droidcanary.model import Message

PREFIX = ">>>>> Dispatching to "

_WHAT = re.compile(r": (-?[0-9]{1,10})\Z", re.ASCII)
# The class in these is any text without the characters around it: names are Unicode, and R8 and Kotlin use $ - and /.
_PLAIN_HANDLER = re.compile(r"Handler \(([^\s(){}]+)\) \{[0-9a-f]{1,16}\}(?= |\Z)")
_OBJECT = re.compile(r"([^\s(){}@,:;=\"']+)@[0-9a-f]{1,16}(?= |\Z)")
_BRACED = re.compile(r"([^\s(){}@,:;=\"']+)\{")
_WHOLE_OBJECT = re.compile(r"([^\s(){}@,:;=\"']+)@[0-9a-f]{1,16}")


def parse_message(text: str | None) -> Message | None:
    """The line of a printer → handler class, callback class and code, each null if it can't be told.

    Null for null and for text that is no such line.
    """
    if text is None or not text.startswith(PREFIX):
        return None
    body = text[len(PREFIX) :]
    what: int | None = None
    # A match at the very end, looked for in a short tail: texts can be long.
    tail = _WHAT.search(body, max(0, len(body) - 16))
    if tail is not None:
        what = int(tail[1])
        body = body[: tail.start()]
    target, rest = _split_target(body)
    if what is None:
        # The line was cut: what looks like the callback may be half of it.
        return Message(target=target, callback=None, what=None)
    callback = _WHOLE_OBJECT.fullmatch(rest)
    return Message(target=target, callback=None if callback is None else callback[1], what=what)


def _split_target(body: str) -> tuple[str | None, str]:
    """Handler class or null, and what follows the handler (for an odd one: the last word)."""
    plain = _PLAIN_HANDLER.match(body) or _OBJECT.match(body)
    if plain is not None:
        return plain[1], body[plain.end() :].removeprefix(" ")
    _, blank, last = body.rpartition(" ")
    braced = _BRACED.match(body)
    return (None if braced is None else braced[1]), last if blank else ""
