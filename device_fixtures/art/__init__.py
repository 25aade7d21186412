"""The real ART 11 (API 30) for the emulated device, built out of Debian's packages and sources and Maven Central.

:func:`prepare` builds it (minutes) or finds it in the cache (at once); see README.md for what it is and what it is not.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock, Timeout

from device_fixtures.art import debian
from device_fixtures.art.build import build
from device_fixtures.art.errors import ArtError
from device_fixtures.art.recipe import RUNTIME_PACKAGES, recipe_key
from device_fixtures.art.runtime import ArtRuntime
from device_fixtures.art.shell import Shell
from device_fixtures.cache import entry

__all__ = ["ArtError", "ArtRuntime", "prepare"]


def prepare(cache: Path, say: Callable[[str], None]) -> ArtRuntime:
    """The runtime, from the folder ``cache`` or built into it; ``say`` gets one line of progress at a time.

    A built runtime lies under a key of everything it is made by, so a change of the recipe gives another one, and a
    build that was cut off leaves nothing that could be taken for one. Only one process builds at a time. Needs Debian
    bookworm on x86_64, and root if packages are missing.

    Raises :class:`ArtError`, which names the step; the logs of a failed build are kept in ``cache/art-KEY.failed``.
    """
    debian.check_host()
    key = recipe_key()
    logs = cache / f"art-{key}.failed"
    home = entry(cache, "art", key, lambda folder: _fill(folder, logs, say), say)
    _sweep(cache)
    _check_runtime_packages(cache)
    return ArtRuntime.at(home)


def _fill(folder: Path, failed_logs: Path, say: Callable[[str], None]) -> None:
    """Build the runtime into ``folder``, with more than a gigabyte of scratch that is gone afterwards either way."""
    scratch = folder / "scratch"
    scratch.mkdir()
    shutil.rmtree(failed_logs, ignore_errors=True)
    try:
        home = build(scratch, say)
        for made in home.iterdir():
            made.rename(folder / made.name)
    except ArtError as error:
        (scratch / "logs").rename(failed_logs)
        raise ArtError(error.step, error.detail, hint=f"the build's logs are in {failed_logs}") from error
    finally:
        shutil.rmtree(scratch)


def _sweep(cache: Path) -> None:
    """Remove what killed builds have left: too much to lie around until somebody builds the same thing again."""
    for left in cache.glob(".building-art-*"):
        lock = FileLock(cache / f".{left.name.removeprefix('.building-')}.lock")  # the one that entry() holds
        try:
            with lock.acquire(timeout=0):
                shutil.rmtree(left, ignore_errors=True)
        except Timeout:
            continue  # being built right now


def _check_runtime_packages(cache: Path) -> None:
    """The cache may have been carried to a machine that never built anything."""
    if debian.missing_packages(RUNTIME_PACKAGES):
        logs = cache / "art-packages.logs"
        debian.ensure_runtime_packages(Shell(logs), "installing the runtime's packages")
        shutil.rmtree(logs)
