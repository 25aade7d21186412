"""What is slow to build is built once and kept: Debian's root, ART, jars."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_cache_path

CACHE_VARIABLE = "DROIDCANARY_FIXTURE_CACHE"
_HASH_DIGITS = 16
_QUIET_WAIT_S = 1.0

Say = Callable[[str], None]
"""Takes one progress line, without a line end."""


def cache_root() -> Path:
    """The folder of everything cached: ``$DROIDCANARY_FIXTURE_CACHE``, or the user's cache folder."""
    named = os.environ.get(CACHE_VARIABLE)
    root = Path(named).absolute() if named else user_cache_path("droidcanary-fixtures", appauthor=False)
    root.mkdir(parents=True, exist_ok=True)
    return root


def recipe_hash(*parts: str | bytes) -> str:
    """A short name for how something is built: any change of a part gives another one."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.hexdigest()[:_HASH_DIGITS]


def entry(cache: Path, name: str, recipe: str, build: Callable[[Path], None], say: Say) -> Path:
    """The folder ``NAME-RECIPE`` below ``cache``, built by ``build(folder)`` if it is not there yet.

    ``build`` fills an empty folder that is renamed only when it returned, so a half-built entry is never seen; two
    processes do not build the same entry at once. What ``build`` writes must not remember its own path.
    Whatever ``build`` raises passes through.
    """
    done = cache / f"{name}-{recipe}"
    if done.is_dir():
        return done
    cache.mkdir(parents=True, exist_ok=True)
    lock = FileLock(cache / f".{name}-{recipe}.lock")
    try:
        lock.acquire(timeout=_QUIET_WAIT_S)
    except Timeout:
        say(f"waiting for another run that is building {name}")
        lock.acquire()
    try:
        if done.is_dir():
            return done
        half = cache / f".building-{name}-{recipe}"
        if half.exists():
            say(f"removing a {name} that was left half built")
            shutil.rmtree(half)
        half.mkdir()
        build(half)
        half.chmod(0o755)
        half.rename(done)
    finally:
        lock.release()
    return done
