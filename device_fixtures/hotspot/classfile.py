"""Small changes to class files, so that a JDK 17 runs what was compiled for Android."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from device_fixtures.hotspot.errors import HotspotFixtureError

_MAGIC = 0xCAFEBABE
_JAVA_17 = 61
_POOL_COUNT_AT, _POOL_AT = 8, 10

_UTF8, _LONG, _DOUBLE, _NAME_AND_TYPE = 1, 5, 6, 12
#: Bytes after the tag, by kind of constant; text has its length in front of it.
_CONSTANT_BYTES = {
    3: 4,
    4: 4,
    5: 8,
    6: 8,
    7: 2,
    8: 2,
    9: 4,
    10: 4,
    11: 4,
    12: 4,
    15: 3,
    16: 2,
    17: 4,
    18: 4,
    19: 2,
    20: 2,
}

_COPY_NAME = b"arraycopy"
_COPY_TYPE = b"(Ljava/lang/Object;ILjava/lang/Object;II)V"
#: Android's java.lang.System has one of these for each primitive type beside the general one.
_TYPED_COPIES = frozenset(b"([%cI[%cII)V" % (letter, letter) for letter in b"BCSIJFDZ")


def for_java_17(class_file: bytes) -> bytes:
    """The class file as a JDK 17 with a plain java.lang takes it.

    Newer class files are marked as of Java 17: what the fixture keeps of the framework uses nothing newer. Calls of
    Android's own ``System.arraycopy(int[], ...)`` become calls of the general one.

    Raises:
        HotspotFixtureError: it is not a class file.
    """
    magic, minor_and_major = struct.unpack_from(">II", class_file)
    if magic != _MAGIC:
        raise HotspotFixtureError("the framework's jar holds a damaged class: delete it and prepare again")
    if minor_and_major & 0xFFFF > _JAVA_17:
        class_file = class_file[:4] + struct.pack(">HH", 0, _JAVA_17) + class_file[8:]
    return _with_general_copies(class_file) if _COPY_NAME in class_file else class_file


def _with_general_copies(class_file: bytes) -> bytes:
    texts: dict[int, bytes] = {}
    typed: list[tuple[int, int, int]] = []
    end = _POOL_AT
    for index, at, tag, end in _constants(class_file):
        if tag == _UTF8:
            texts[index] = class_file[at + 3 : end]
        elif tag == _NAME_AND_TYPE:
            typed.append((at, *struct.unpack_from(">HH", class_file, at + 1)))
    count: int = struct.unpack_from(">H", class_file, _POOL_COUNT_AT)[0]
    changed = bytearray(class_file)
    for at, name, descriptor in typed:
        if texts[name] == _COPY_NAME and texts[descriptor] in _TYPED_COPIES:
            struct.pack_into(">H", changed, at + 3, count)
    if changed == class_file:
        return class_file
    struct.pack_into(">H", changed, _POOL_COUNT_AT, count + 1)
    changed[end:end] = struct.pack(">BH", _UTF8, len(_COPY_TYPE)) + _COPY_TYPE
    return bytes(changed)


def _constants(class_file: bytes) -> Iterator[tuple[int, int, int, int]]:
    """Index, start, tag and end of each constant in the pool."""
    count: int = struct.unpack_from(">H", class_file, _POOL_COUNT_AT)[0]
    index, at = 1, _POOL_AT
    while index < count:
        tag = class_file[at]
        if tag == _UTF8:
            end = at + 3 + struct.unpack_from(">H", class_file, at + 1)[0]
        else:
            end = at + 1 + _CONSTANT_BYTES[tag]
        yield index, at, tag, end
        index += 2 if tag in (_LONG, _DOUBLE) else 1
        at = end
