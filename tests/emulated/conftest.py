"""Which runtime and API level a test runs on: ``--target art:30 --target hotspot:35``; default: all core ones."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.emulated.harness import Device, Target

DEFAULT_TARGETS = ("art:30", "hotspot:23", "hotspot:28", "hotspot:31", "hotspot:35", "hotspot:36")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--target", action="append", default=[], metavar="RUNTIME:API", help="run on this target only")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "target" not in metafunc.fixturenames:
        return
    names = metafunc.config.getoption("--target") or list(DEFAULT_TARGETS)
    targets = [Target.parse(name) for name in names]
    only = metafunc.definition.get_closest_marker("targets")
    if only is not None:
        targets = [target for target in targets if target.api in only.kwargs["apis"]]
    if "hook" in metafunc.fixturenames:
        pairs = [(target, hook) for target in targets for hook in target.hooks]
        metafunc.parametrize(("target", "hook"), pairs, ids=[f"{target}-{hook}" for target, hook in pairs])
    else:
        metafunc.parametrize("target", targets, ids=str)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A test that is for none of the chosen targets is left out; pytest would count it as skipped."""
    left_out = [item for item in items if "NOTSET" in item.name]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "precise: compares times with the app's truth; wants the machine for itself")
    config.addinivalue_line("markers", "targets(apis): run only on the targets of these API levels")


@pytest.fixture
def device(target: Target) -> Iterator[Device]:
    """An emulated device that is brought up anew by each of its ``attach``/``start`` calls.

    Its folder is not pytest's: that one is for root alone, and the app looks for files in it as an app's user.
    """
    with tempfile.TemporaryDirectory(prefix="droidcanary-test-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield Device(target=target, folder=folder)
