"""``droidcanary.toml``: which keys there are, what each may hold, and where in the file a value stands.

A key is called as the flag of ``attach`` that it stands for, without the dashes. Every value becomes what the flag
would have got, so that one parser serves both. Whoever calls reads the file and brings the TOML parser.

**The rule for dangerous keys**: a key that runs code or a command, or that sends data somewhere, is ``trusted_only``:
it is honoured from a flag or from a file named with ``--config``, never from one that merely lies here or in a folder
above. Anybody can put a file into a repository.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

import msgspec

from droidcanary.config import Hook, SampleMode, parse_duration
from droidcanary.errors import UsageError

FILE_NAME = "droidcanary.toml"

Value = str | bool | tuple[str, ...]
#: TOML text → its keys; raises ValueError.
Parse = Callable[[str], Mapping[str, Any]]

_CONCERN = re.compile(r"(?:[\w$-]+\.)*[\w$-]+(?:\.|\.\*|\*)?")
_AT_LINE = re.compile(r"\(at line ([0-9]+), column [0-9]+\)")


class Key(msgspec.Struct, frozen=True):
    """One key: its name, what it holds, and the values it allows where they can be listed."""

    name: str
    kind: Literal["time", "text", "path", "choice", "switch", "packages"]
    choices: tuple[str, ...] = ()
    trusted_only: bool = False


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """A value from a file, as the flag would hold it; ``line`` counts from 1."""

    key: Key
    value: Value
    line: int


KEYS: tuple[Key, ...] = (
    Key("serial", "text"),
    Key("process", "text"),
    Key("wait", "switch"),
    Key("threshold", "time"),
    Key("idle-threshold", "time"),
    Key("hang-timeout", "time"),
    Key("hook", "choice", get_args(Hook)),
    Key("sample", "choice", get_args(SampleMode)),
    Key("interval", "time"),
    Key("duration", "time"),
    Key("concern", "packages"),
    Key("output", "path"),
    Key("agent-prelude", "path", trusted_only=True),
)

#: Flags of ``attach`` that are no keys: they overwrite, or belong to one call.
FLAGS_ONLY = ("force", "json", "verbose", "log-file", "config")


def read_settings(text: str, name: str, parse: Parse, *, explicit: bool) -> tuple[Setting, ...]:
    """The content of a file called ``name`` → its settings, in the order of the file.

    ``explicit``: the file was named with ``--config``. Raises UsageError that names the file, the line, the key and
    what is allowed.
    """
    try:
        document = parse(text)
    except ValueError as error:
        raise _not_toml(name, str(error)) from error
    found = []
    for word, raw in document.items():
        line = _line_of(word, text, parse)
        where = f"{name}:{line}"
        key = next((key for key in KEYS if key.name == word), None)
        if key is None:
            raise _unknown(where, word, is_table=isinstance(raw, dict))
        if key.trusted_only and not explicit:
            raise UsageError(
                f"{where}: {word} runs code, and this file was only found here, not named",
                hint=f"if you trust the file: --config {name}; else use --{word}, or remove the line",
            )
        found.append(Setting(key=key, value=_value(key, raw, where), line=line))
    return tuple(sorted(found, key=lambda setting: setting.line))


def check_concern(prefixes: tuple[str, ...], *, name: str) -> tuple[str, ...]:
    """The prefixes themselves. Raises UsageError naming ``name``: one that no class can begin with."""
    for prefix in prefixes:
        if _CONCERN.fullmatch(prefix) is None:
            raise UsageError(
                f"{name}: {prefix!r} is not the beginning of a class name",
                hint='write a package like com.example.app; several: --concern ONE --concern TWO, or ["ONE", "TWO"]',
            )
    return prefixes


def _value(key: Key, raw: object, where: str) -> Value:
    label = f"{where}: {key.name}"
    if key.kind == "switch":
        if isinstance(raw, bool):
            return raw
        raise UsageError(f"{label}: {_show(raw)} is neither true nor false", hint=f"write {key.name} = true, or false")
    if key.kind == "packages":
        several = [raw] if isinstance(raw, str) else raw
        if not isinstance(several, list) or not all(isinstance(item, str) for item in several):
            raise UsageError(
                f"{label}: {_show(raw)} is no list of packages", hint=f'write {key.name} = ["com.example.app"]'
            )
        return check_concern(tuple(several), name=label)
    if key.kind == "time":
        if isinstance(raw, (int, float)) and not isinstance(raw, bool):
            raw = str(raw)  # so that the reader learns that the unit is missing
        elif not isinstance(raw, str):
            raise UsageError(f"{label}: {_show(raw)} is not a time", hint=f'write {key.name} = "500ms", "2s" or "1m"')
        parse_duration(raw, name=label)
        return raw
    if key.kind == "choice":
        if isinstance(raw, str) and raw in key.choices:
            return raw
        allowed = ", ".join(f'"{choice}"' for choice in key.choices)
        raise UsageError(f"{label}: {_show(raw)} is not allowed", hint=f"allowed are {allowed}")
    if isinstance(raw, str) and raw.strip() and raw.isprintable():
        return raw
    raise UsageError(f"{label}: {_show(raw)} is not a text to use", hint=f'write {key.name} = "…", on one line')


def _show(raw: object) -> str:
    """A value as its file would write it, roughly: for an error's text."""
    if isinstance(raw, bool):
        return str(raw).lower()
    if isinstance(raw, str):
        return f'"{raw}"'
    return "a table" if isinstance(raw, dict) else str(raw)


def _unknown(where: str, word: str, *, is_table: bool) -> UsageError:
    names = tuple(key.name for key in KEYS)
    if word in FLAGS_ONLY:
        return UsageError(f"{where}: {word} is a flag only", hint=f"remove the line; use --{word} where it is meant")
    close = difflib.get_close_matches(word.replace("_", "-").lower(), names, n=1)
    if close:
        hint = f"did you mean {close[0]}?"
    elif is_table:
        hint = "there are no tables in this file: write the keys at its top"
    else:
        hint = "known are " + ", ".join(names)
    return UsageError(f"{where}: there is no key {word!r}", hint=hint)


def _not_toml(name: str, why: str) -> UsageError:
    place = _AT_LINE.search(why)
    where = name if place is None else f"{name}:{place[1]}"
    hint = 'a line is KEY = VALUE, with texts and times in quotes: threshold = "500ms"'
    return UsageError(f"{where}: not TOML: {_AT_LINE.sub('', why).strip()}", hint=hint)


def _line_of(word: str, text: str, parse: Parse) -> int:
    """The line (from 1) on which a top-level key or table begins.

    A line that looks like it counts only where everything above it is complete: else it lies inside a longer text.
    """
    spelled = rf"(?:{re.escape(word)}|\"{re.escape(word)}\"|'{re.escape(word)}')"
    begins = re.compile(rf"\s*(?:\[\[?\s*)?{spelled}\s*[=.\]]")
    lines = text.splitlines(keepends=True)
    first = 1
    for number, line in enumerate(lines, 1):
        if begins.match(line) is None:
            continue
        try:
            before = parse("".join(lines[: number - 1]))
        except ValueError:
            continue
        if word not in before:
            return number
        break
    return first
