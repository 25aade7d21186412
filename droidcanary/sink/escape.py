"""Text from a device or a file, made harmless for a terminal: one line, no control over it, nothing hidden."""

from __future__ import annotations

import unicodedata

#: Categories that move the cursor, hide, reorder or cannot be encoded: controls, formats (bidi marks, joiners, BOM),
#: lone surrogates, private use, line and paragraph separators.
_HARMFUL = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_LIMIT = 500


def safe(text: str, limit: int = _LIMIT) -> str:
    """``text`` with every harmful character written as its escape, cut at ``limit`` characters.

    >>> safe("a\\x1b[2J\\n[12:00] OK")
    'a\\\\x1b[2J\\\\n[12:00] OK'
    """
    if text.isascii() and text.isprintable() and len(text) <= limit:
        return text
    shown = "".join(_shown(character) for character in text[:limit])
    return shown + "…" if len(text) > limit else shown


def as_unicode(text: str) -> str:
    """``text`` as JSON can hold it: a file name that is no valid Unicode keeps its odd bytes as escapes.

    >>> as_unicode("a\\udcff.zip") == "a" + chr(92) + "udcff.zip"
    True
    """
    return text.encode("utf-8", "backslashreplace").decode()


def _shown(character: str) -> str:
    if unicodedata.category(character) not in _HARMFUL:
        return character
    return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(character) or _escape(ord(character))


def _escape(code: int) -> str:
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
