"""The device's root file system: Debian trixie with Android's own adbd, mksh and toybox."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from pathlib import Path

from device_fixtures.cache import Say, entry, recipe_hash
from device_fixtures.errors import FixtureError

SUITE = "trixie"
PACKAGES = ("mksh", "toybox", "procps", "adbd")
ADBD = "/usr/lib/android-sdk/platform-tools/adbd"
MIRROR_VARIABLE = "DROIDCANARY_DEBIAN_MIRROR"
# Our death kills unshare, that kills its child, and the end of that one all of its pid namespace.
_DYING_WITH_US = ("setpriv", "--pdeathsig", "KILL")
_CONTAINED = (*_DYING_WITH_US, "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")

# Applets that a phone's shell does not offer, or that stand-ins of ours replace.
_NO_APPLETS = frozenset(
    {"su", "login", "passwd", "mkpasswd", "httpd", "oneit", "openvt", "halt", "poweroff", "switch_root", "watchdog"}
    | {"wget", "ftpget", "ftpput", "who", "w", "pivot_root", "reboot"}
)
_TRIMMED = (
    "usr/share/doc",
    "usr/share/man",
    "usr/share/locale",
    "usr/share/info",
    "var/cache/apt",
    "var/lib/apt/lists",
)
_FOLDERS = (
    "system/bin",
    "system/xbin",
    "system/etc",
    "vendor/bin",
    "data/app",
    "data/data",
    "data/local/tmp",
    "sdcard",
)

# adbd starts /bin/sh; a phone's shell introduces itself as /system/bin/sh in its messages.
_SHELL = '#!/usr/bin/mksh\nexec -a /system/bin/sh /usr/bin/mksh "$@"\n'

_LAYOUT_VERSION = "1"  # count up when _furnish changes what it makes


def prepare_root(cache: Path, say: Say) -> Path:
    """The cached root, built with debootstrap if need be (about 30 s, 120 MB). Raises :class:`FixtureError`."""
    recipe = recipe_hash(SUITE, *PACKAGES, *sorted(_NO_APPLETS), *_TRIMMED, *_FOLDERS, _SHELL, _LAYOUT_VERSION)
    return entry(cache, "root", recipe, lambda folder: _build(folder, say), say)


def _build(folder: Path, say: Say) -> None:
    if os.geteuid() != 0:
        raise FixtureError("building the device's root needs root", "run this as root (sudo), or in a container")
    debootstrap = _debootstrap(say)
    chosen = os.environ.get(MIRROR_VARIABLE)
    mirror = [chosen] if chosen else []  # without one, debootstrap takes Debian's own
    say(f"building the device's root: Debian {SUITE} with {', '.join(PACKAGES)} (about half a minute)")
    # In namespaces of its own: debootstrap mounts /proc inside, and a kill must leave neither that nor a process.
    _run(
        [*_CONTAINED, debootstrap, "--variant=minbase", f"--include={','.join(PACKAGES)}", SUITE, str(folder), *mirror],
        "debootstrap failed",
        f"is {chosen or 'the mirror'} reachable? another mirror: {MIRROR_VARIABLE}=http://HOST/debian",
        say,
    )
    _furnish(folder)
    say("the device's root is built")


def _debootstrap(say: Say) -> str:
    found = shutil.which("debootstrap")
    if found:
        return found
    if not shutil.which("apt-get"):
        raise FixtureError("debootstrap is missing", "install debootstrap with your system's package manager")
    hint = "install it by hand: apt-get update && apt-get install debootstrap"
    say("installing debootstrap")
    if not any(Path("/var/lib/apt/lists").glob("*_Packages*")):
        _run(["apt-get", "update"], "apt-get update failed", hint, say)
    install = ["apt-get", "install", "-y", "--no-install-recommends", "debootstrap"]
    _run(install, "debootstrap could not be installed", hint, say)
    found = shutil.which("debootstrap")
    if not found:
        raise FixtureError("debootstrap is missing after its installation", hint)
    return found


def _furnish(root: Path) -> None:
    """What makes Debian's tree look like a device's: applets in /system/bin, the shell, Android's folders."""
    for trimmed in _TRIMMED:
        shutil.rmtree(root / trimmed, ignore_errors=True)
    for folder in _FOLDERS:
        (root / folder).mkdir(parents=True, exist_ok=True)
    (root / "data/local/tmp").chmod(0o771)
    if not (root / ADBD.lstrip("/")).exists():
        raise FixtureError(f"Debian's adbd is not at {ADBD} any more", "adapt ADBD in device_fixtures/root.py")
    applets = subprocess.run(["chroot", str(root), "/usr/bin/toybox"], capture_output=True, text=True, check=True)
    for applet in sorted(set(applets.stdout.split()) - _NO_APPLETS):
        (root / "system/bin" / applet).symlink_to("/usr/bin/toybox")
    (root / "system/bin/toybox").symlink_to("/usr/bin/toybox")
    (root / "system/bin/sh").symlink_to("/usr/bin/mksh")
    shell = root / "usr/bin/sh"
    shell.unlink()
    shell.write_text(_SHELL)
    shell.chmod(0o755)
    # On a phone the shell's own start-up file lives here; Debian's would put Debian's folders into PATH.
    (root / "etc/mkshrc").write_text("PS1='${HOSTNAME:=emulator}:${PWD:-?} # '\n")


def _run(command: list[str], failure: str, hint: str, say: Say) -> None:
    """Runs a long command, says something every ten seconds, and raises with its last lines if it fails."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    )
    finished = threading.Event()
    lines: list[str] = []

    def tick() -> None:
        while not finished.wait(10):
            say(f"  still at it: {lines[-1].strip() if lines else command[0]}")

    ticker = threading.Thread(target=tick, daemon=True)
    ticker.start()
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            lines.append(line)  # one by one, as the ticker reads the last
    status = process.wait()
    finished.set()
    ticker.join()
    if status != 0:
        tail = "".join(f"    {line}" for line in lines[-15:])
        raise FixtureError(f"{failure} (exit status {status}); its last lines:\n{tail}".rstrip(), hint)
