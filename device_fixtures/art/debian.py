"""Debian's part: the right release, packages to build with, and package sources."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from device_fixtures.art.errors import ArtError
from device_fixtures.art.recipe import BUILD_PACKAGES, CODENAME, MACHINE, PROGRAM_PACKAGES, RUNTIME_PACKAGES
from device_fixtures.art.shell import Shell

_OS_RELEASE = Path("/etc/os-release")
_APT = Path("/etc/apt")
_LOCK_WAIT_S = 600


def check_host(os_release: Path = _OS_RELEASE, machine: str | None = None) -> None:
    """Raise :class:`ArtError` unless this is the Debian release and the processor that the recipe is for."""
    step = "checking the host"
    text = os_release.read_text(encoding="utf-8") if os_release.exists() else ""
    values = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', text, flags=re.MULTILINE))
    if values.get("ID") != "debian" or values.get("VERSION_CODENAME") != CODENAME:
        found = values.get("PRETTY_NAME", "an unknown system")
        raise ArtError(
            step, f"this is {found}; the runtime is made of Debian {CODENAME}'s packages and runs only there"
        )
    machine = machine or platform.machine()
    if machine != MACHINE:
        raise ArtError(step, f"this is a {machine} machine; the runtime is built for {MACHINE} only")


def missing_packages(wanted: Iterable[str]) -> list[str]:
    """Those of the packages that are not installed."""
    missing = []
    for package in wanted:
        query = subprocess.run(
            ["dpkg-query", "--show", "--showformat=${db:Status-Status}", package],
            capture_output=True,
            text=True,
            check=False,
        )
        if query.stdout.strip() != "installed":
            missing.append(package)
    return missing


def ensure_build_packages(shell: Shell, step: str) -> None:
    """Install what the build needs and the machine lacks."""
    programs = [package for program, package in PROGRAM_PACKAGES.items() if shutil.which(program) is None]
    _install(shell, step, missing_packages((*BUILD_PACKAGES, *RUNTIME_PACKAGES)) + programs)


def ensure_runtime_packages(shell: Shell, step: str) -> None:
    """Install what a built runtime needs, for a cache that was carried to another machine."""
    _install(shell, step, missing_packages(RUNTIME_PACKAGES))


def _install(shell: Shell, step: str, packages: Sequence[str]) -> None:
    if not packages:
        return
    if os.geteuid() != 0:
        raise ArtError(step, f"these packages are missing; as root: apt-get install {' '.join(packages)}")
    lock = f"DPkg::Lock::Timeout={_LOCK_WAIT_S}"
    install = ["apt-get", "install", "--yes", "--no-install-recommends", "-o", lock, *packages]
    if not _all_known(packages):
        shell.run(step, ["apt-get", "update", "-o", lock])
    try:
        shell.run(step, install)
    except ArtError:
        # Package lists may be there and too old: their files are gone from the archive then.
        shell.run(step, ["apt-get", "update", "-o", lock])
        shell.run(step, install)


def _all_known(packages: Sequence[str]) -> bool:
    """Whether apt's lists hold all of the packages."""
    show = ["apt-cache", "show", "--no-all-versions", *packages]
    return subprocess.run(show, capture_output=True, check=False).returncode == 0


def as_source_entries(text: str, *, one_line_format: bool) -> str:
    """An apt source list for binary packages, turned into one for the same archives' source packages."""
    if one_line_format:
        return "".join(f"deb-src{line[3:]}\n" for line in text.splitlines() if re.match(r"deb\s", line))
    return re.sub(r"^Types:.*$", "Types: deb-src", text, flags=re.MULTILINE)


def fetch_sources(shell: Shell, step: str, packages: Iterable[tuple[str, str]], folder: Path) -> None:
    """Download source packages (name, version) from the archives that the machine uses for binary ones.

    apt gets a state of its own in ``folder``, so that the machine's configuration stays as it is.
    """
    parts = folder / "apt/sources"
    for path in (parts, folder / "apt/lists/partial", folder / "apt/cache/archives/partial"):
        path.mkdir(parents=True)
    configured = [_APT / "sources.list", *sorted((_APT / "sources.list.d").glob("*"))]
    for path in configured:
        if path.suffix in (".list", ".sources") and path.is_file():
            text = as_source_entries(path.read_text(encoding="utf-8"), one_line_format=path.suffix == ".list")
            (parts / path.name).write_text(text, encoding="utf-8")
    options = {
        "Dir::Etc::sourcelist": "/dev/null",
        "Dir::Etc::sourceparts": str(parts),
        "Dir::State::lists": str(folder / "apt/lists"),
        "Dir::Cache": str(folder / "apt/cache"),
        "APT::Sandbox::User": "root",
    }
    configuration = folder / "apt/apt.conf"
    configuration.write_text("".join(f'{key} "{value}";\n' for key, value in options.items()), encoding="utf-8")
    env = {"APT_CONFIG": str(configuration)}
    # A third-party archive may have no sources, which is an error to apt: only the download has to work.
    shell.run(step, ["apt-get", "update"], env=env, log_name="apt-source", accepted=range(256))
    wanted = [f"{name}={version}" for name, version in packages]
    shell.run(step, ["apt-get", "source", "--download-only", *wanted], cwd=folder, env=env, log_name="apt-source")


def unpack_source(shell: Shell, step: str, downloads: Path, package: str, target: Path) -> None:
    """Unpack a downloaded source package with Debian's patches. apt has checked it against the signed index."""
    description = _only(step, downloads, f"{package}_*.dsc")
    shell.run(step, ["dpkg-source", "--no-check", "--extract", description, target])


def extract_original(shell: Shell, step: str, downloads: Path, package: str, members: Sequence[str], to: Path) -> None:
    """Take single files out of a source package's upstream archive."""
    to.mkdir(parents=True)
    archive = _only(step, downloads, f"{package}_*.orig.tar.*")
    shell.run(step, ["tar", "--extract", "--file", archive, "--directory", to, *members])


def _only(step: str, folder: Path, pattern: str) -> Path:
    found = list(folder.glob(pattern))
    if len(found) != 1:
        raise ArtError(step, f"expected one file {pattern} among the downloads, found {len(found)}")
    return found[0]
