"""Everything that is checked, in one place: ``nox`` runs what CI runs, ``nox -l`` lists the rest.

The emulated sessions need root on Debian bookworm, a JDK 17 and Maven; everything else is installed or built
into a cache on first use. ``unit`` and ``lint`` need nothing but Python.
"""

from __future__ import annotations

import nox

nox.options.sessions = ["lint", "unit", "agent", "emulated"]
nox.options.reuse_existing_virtualenvs = True
nox.options.error_on_missing_interpreters = True

#: What CI covers on the emulated device: the real runtime, and the framework of five API levels.
CORE_TARGETS = ("art:30", "hotspot:23", "hotspot:28", "hotspot:31", "hotspot:35", "hotspot:36")
WIDE_TARGETS = ("hotspot:26", "hotspot:34")


def _prepare(session: nox.Session, targets: tuple[str, ...]) -> None:
    """Build or find the emulated device's parts in the cache, with progress."""
    arguments: list[str] = []
    for runtime in sorted({target.split(":")[0] for target in targets}):
        arguments += ["--runtime", runtime]
    for target in targets:
        runtime, _, api = target.partition(":")
        if runtime == "hotspot":
            arguments += ["--api", api]
    session.run("python", "-m", "device_fixtures", "prepare", *arguments)


def _emulated(session: nox.Session, targets: tuple[str, ...]) -> None:
    session.install("-e", ".[dev]")
    _prepare(session, targets)
    options = ["--timeout=300", *(option for target in targets for option in ("--target", target))]
    if session.posargs:
        session.run("pytest", "tests/emulated", *options, *session.posargs)
        return
    # What is compared with the app's truth to the millisecond has the machine for itself; the rest mostly waits.
    session.run("pytest", "tests/emulated", "-m", "precise", *options)
    session.run("pytest", "tests/emulated", "-m", "not precise", "-n", "3", *options)


@nox.session
def lint(session: nox.Session) -> None:
    """ruff and mypy --strict over everything."""
    session.install("-e", ".[dev]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")


@nox.session
def unit(session: nox.Session) -> None:
    """Unit, contract and golden tests; the pure core must stay at 95 % coverage."""
    session.install("-e", ".[dev]")
    session.run("pytest", "--cov=droidcanary", "--cov-report=", *session.posargs)
    includes = ",".join(
        [
            *(
                f"droidcanary/{name}.py"
                for name in ("errors", "events", "model", "config", "settings", "wire", "timebase", "pipeline")
            ),
            "droidcanary/detect/*",
            "droidcanary/export/*",
            "droidcanary/imports/*",
            "droidcanary/device/parse*",
        ]
    )
    if not session.posargs:
        session.run("coverage", "report", f"--include={includes}", "--fail-under=95", "--skip-covered")


@nox.session
def agent(session: nox.Session) -> None:
    """Strict tsc, node tests, the probe's Java tests, and a rebuild that must give the shipped bytes."""
    session.install("-e", ".[dev]")
    session.run("python", "-m", "agent.build", "--check", "--test")


@nox.session
def emulated(session: nox.Session) -> None:
    """The whole product against the emulated device: real adb, real Frida, real Looper."""
    _emulated(session, CORE_TARGETS)


@nox.session
def wide(session: nox.Session) -> None:
    """The same on the API levels that CI leaves out."""
    _emulated(session, WIDE_TARGETS)


@nox.session
def bench(session: nox.Session) -> None:
    """What the hooks and the host cost, beside peers, as ratios within one run."""
    session.install("-e", ".[dev]")
    _prepare(session, ("hotspot:35",))
    session.run("python", "-m", "benchmarks.overhead", *session.posargs)
    session.run("python", "-m", "benchmarks.host", *session.posargs)
