"""Where everything of a running device lies: one tmpfs, mounted over a folder that is empty on the outside."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from device_fixtures import kernel
from device_fixtures.cache import cache_root
from device_fixtures.errors import FixtureError

CONTROL_VARIABLE = "DROIDCANARY_FIXTURE_CONTROL"

# Folders that every user may pass through, so that the app's uid reaches its data (access(2) heeds no capability), and
# that are usually empty, so that a mount in our namespace hides nothing.
_USUALLY_EMPTY = (Path("/srv"), Path("/media"), Path("/mnt"), Path("/opt"), Path("/home"))


@dataclass(frozen=True)
class Layout:
    """Paths as seen inside the namespaces; on the outside ``top`` is an empty folder."""

    top: Path

    @property
    def root(self) -> Path:
        """The device's ``/``: the cached root below, a writable layer above."""
        return self.top / "root"

    @property
    def state(self) -> Path:
        """The facts that the device's commands answer from, inside the device's tree."""
        return self.root / "data/system/fixture"

    @property
    def logs(self) -> Path:
        """What the daemons wrote."""
        return self.top / "log"

    @property
    def temporary(self) -> Path:
        """TMPDIR of the fixture's own processes."""
        return self.top / "tmp"

    @property
    def home(self) -> Path:
        """HOME of the adb server, so that its key is not the user's."""
        return self.top / "home"

    @property
    def binaries(self) -> Path:
        """First in COMMAND's PATH: adb and fixturectl."""
        return self.top / "bin"

    @property
    def control(self) -> Path:
        """The unix socket that ``fixturectl`` talks to."""
        return self.top / "control.sock"

    @property
    def environment_file(self) -> Path:
        """COMMAND's environment, for processes that enter later."""
        return self.top / "environment.json"

    def data_folder(self, package: str) -> Path:
        """The package's own folder, as Android gives it."""
        return self.root / "data/data" / package


def mount_layout(cached_root: Path) -> Layout:
    """Mounts the tmpfs, the device's root and its /proc, /sys and /dev. Only sane inside a mount namespace."""
    top = _mount_point()
    kernel.mount("device_fixtures", top, "tmpfs", kernel.MS_NOSUID, "mode=0755")
    layout = Layout(top)
    for folder in (
        layout.root,
        layout.logs,
        layout.temporary,
        layout.home,
        layout.binaries,
        top / "upper",
        top / "work",
    ):
        folder.mkdir()
    (top / "upper").chmod(0o755)
    overlay = f"lowerdir={cached_root},upperdir={top / 'upper'},workdir={top / 'work'}"
    kernel.mount("overlay", layout.root, "overlay", 0, overlay)
    kernel.mount("proc", layout.root / "proc", "proc", kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC)
    kernel.mount("sysfs", layout.root / "sys", "sysfs", kernel.MS_RDONLY | kernel.MS_NOSUID | kernel.MS_NODEV)
    _make_dev(layout.root / "dev")
    return layout


def layout_of(pid: int) -> Path | None:
    """The ``top`` of the device whose first process is ``pid``, by a path on this side; None if it is no device."""
    for candidate in _candidates():
        seen = Path(f"/proc/{pid}/root{candidate}")
        if Layout(seen).environment_file.is_file():
            return seen
    return None


def _mount_point() -> Path:
    for candidate in _candidates():
        if candidate.is_dir() and not any(candidate.iterdir()):
            return candidate
    raise FixtureError("no folder is free to mount the device on", f"empty one of {', '.join(map(str, _candidates()))}")


def _candidates() -> tuple[Path, ...]:
    spare = cache_root() / "mnt"
    spare.mkdir(exist_ok=True)
    return (*_USUALLY_EMPTY, spare)


def _make_dev(dev: Path) -> None:
    kernel.mount("tmpfs", dev, "tmpfs", kernel.MS_NOSUID, "mode=0755")
    for name, minor in (("null", 3), ("zero", 5), ("full", 7), ("random", 8), ("urandom", 9)):
        kernel.make_character_device(dev / name, 1, minor)
    kernel.make_character_device(dev / "tty", 5, 0)
    (dev / "pts").mkdir()
    kernel.mount("devpts", dev / "pts", "devpts", kernel.MS_NOSUID, "newinstance,ptmxmode=0666,mode=0620")
    (dev / "ptmx").symlink_to("pts/ptmx")
    (dev / "fd").symlink_to("/proc/self/fd")
