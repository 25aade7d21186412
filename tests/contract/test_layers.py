"""The arrows of docs/architecture.md, read from the imports themselves."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import droidcanary

ROOT = Path(droidcanary.__file__).parent

#: From the bottom up; a file may import from its own layer (see below) and those under it. The first match counts.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors", "events"),
    ("model",),
    ("config", "timebase"),
    ("settings",),
    ("wire", "device.parse", "device.parse_proc", "device.parse_sampler", "detect"),
    ("export", "imports"),
    ("pipeline",),
    ("device", "sample", "sink", "bundle", "bundle_read"),
    ("session", "inbox", "stopper", "report"),
    ("commands",),
    ("cli", "cli_options", "__main__"),
)

PURE = (
    "errors", "events", "model", "config", "timebase", "settings", "wire", "pipeline", "detect", "export",
    "device.parse", "device.parse_proc", "device.parse_sampler", "imports",
)  # fmt: skip

#: What pure files may import beside us and msgspec.
PURE_STDLIB = {
    "__future__", "bisect", "collections", "dataclasses", "datetime", "decimal", "difflib", "enum", "functools",
    "itertools", "json", "math", "re", "statistics", "string", "typing",
}  # fmt: skip

#: Calls that read a clock or the outside without an import that would show it.
IMPURE_CALLS = {"now", "today", "utcnow", "open", "print", "input", "exec", "eval", "__import__", "breakpoint"}

#: Each library that touches the world has one home.
HOMES = {
    "frida": ("device.link",),
    "adbutils": ("device.adb", "device.adb_socket"),
    "psutil": ("sample.host_load",),
    "typer": ("cli", "cli_options"),
    "click": ("cli",),
}

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(ROOT.rglob("*.py"))
    if path.parent != ROOT or path.name != "__init__.py"
}


def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imports_of(module: str) -> set[str]:
    """Everything imported anywhere in a file, inside functions too, by full name."""
    found: set[str] = set()
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative imports hide where an arrow points"
            base = node.module or ""
            found |= {f"{base}.{alias.name}" for alias in node.names} if base.startswith("droidcanary") else {base}
    return found


def own_imports(module: str) -> set[str]:
    """Modules of ours that a file imports: ``from droidcanary.device import adb`` is device.adb."""
    found: set[str] = set()
    for name in imports_of(module):
        if not name.startswith("droidcanary."):
            continue
        inner = name.removeprefix("droidcanary.")
        while inner and inner not in MODULES:
            inner = inner.rpartition(".")[0]
        if inner:
            found.add(inner)
    return found


def belongs(module: str, names: tuple[str, ...]) -> str | None:
    """The longest of the names that is the module or a package around it."""
    fitting = [name for name in names if module == name or module.startswith(name + ".")]
    return max(fitting, key=len, default=None)


def layer_of(module: str) -> int:
    places = {name: index for index, names in enumerate(LAYERS) for name in names}
    name = belongs(module, tuple(places))
    assert name is not None, f"{module} has no layer: give it one in {__file__} and in docs/architecture.md"
    return places[name]


def test_there_is_something_to_check() -> None:
    assert {"pipeline", "detect.blame", "device.adb", "cli"} <= MODULES.keys()
    assert "detect.evidence" in own_imports("pipeline")


@pytest.mark.parametrize("module", [name for name in MODULES if name != "_agent"])
def test_arrows_never_turn(module: str) -> None:
    upward = {name for name in own_imports(module) if name != "_agent" and layer_of(name) > layer_of(module)}
    assert not upward, f"{module} may not import {sorted(upward)}: those are built on top of it"


def test_no_file_imports_itself_through_others() -> None:
    arrows = {module: own_imports(module) for module in MODULES}
    # A package's list of its parts is what the parts may not need.
    for module in MODULES:
        seen: set[str] = set()
        following = list(arrows[module])
        while following:
            name = following.pop()
            if name not in seen:
                seen.add(name)
                following += arrows[name]
        assert module not in seen, f"{module} imports itself: {sorted(seen)}"


@pytest.mark.parametrize("module", [name for name in MODULES if belongs(name, PURE)])
def test_pure_files_touch_nothing_outside(module: str) -> None:
    foreign = {name.partition(".")[0] for name in imports_of(module)} - {"droidcanary", "msgspec"}
    assert foreign <= PURE_STDLIB, f"{module} is pure and imports {sorted(foreign - PURE_STDLIB)}"
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            named = isinstance(node.func, ast.Name) or called in ("now", "today", "utcnow")
            assert not (named and called in IMPURE_CALLS), f"{module}:{node.lineno} calls {called}"


@pytest.mark.parametrize("library", HOMES)
def test_each_library_that_touches_the_world_has_one_home(library: str) -> None:
    users = {
        module
        for module in MODULES
        if any(name == library or name.startswith(library + ".") for name in imports_of(module))
    }
    assert users <= set(HOMES[library]), f"{library} is used outside of its home: {sorted(users)}"


@pytest.mark.parametrize("module", MODULES)
def test_no_file_grows_beyond_reading(module: str) -> None:
    lines = len(MODULES[module].read_text(encoding="utf-8").splitlines())
    assert lines <= 400, f"{module} has {lines} lines: split it by noun"
    assert not module.rpartition(".")[2].startswith("util"), "name it for what it holds"
