"""The few Linux calls that Python 3.10 does not offer: namespaces, mounts, the loopback device, capabilities."""

from __future__ import annotations

import ctypes
import ctypes.util
import fcntl
import os
import signal
import socket
import stat
import struct
from pathlib import Path

CLONE_NEWNS = 0x00020000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_RDONLY = 0x1
MS_NOSUID = 0x2
MS_NODEV = 0x4
MS_NOEXEC = 0x8
MS_REC = 0x4000
MS_PRIVATE = 0x40000

_PR_SET_PDEATHSIG = 1
_PR_SET_KEEPCAPS = 8
_PR_SET_NAME = 15
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_RAISE = 2
_CAPABILITY_VERSION_3 = 0x20080522
_CAP_DAC_OVERRIDE = 1
_SIOCGIFFLAGS = 0x8913
_SIOCSIFFLAGS = 0x8914
_IFF_UP = 0x1


def unshare(flags: int) -> None:
    """unshare(2). Raises OSError."""
    _check("unshare", _libc().unshare(flags))


def enter_namespaces(pid: int) -> None:
    """Joins that process's mount, network, IPC, host name and pid namespaces; the last counts for later children."""
    descriptors = [os.open(f"/proc/{pid}/ns/{name}", os.O_RDONLY) for name in ("net", "ipc", "uts", "pid", "mnt")]
    for descriptor in descriptors:
        _check("setns", _libc().setns(descriptor, 0))
        os.close(descriptor)


def mount(source: str, target: Path, kind: str, flags: int = 0, data: str = "") -> None:
    """mount(2). Raises OSError naming the target."""
    done = _libc().mount(source.encode(), os.fsencode(target), kind.encode(), ctypes.c_ulong(flags), data.encode())
    _check(f"mount {kind or source} on {target}", done)


def make_character_device(path: Path, major: int, minor: int) -> None:
    """mknod(2) for a character device that everybody may read and write."""
    os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(major, minor))
    path.chmod(0o666)  # whatever the umask is


def set_host_name(name: str) -> None:
    """sethostname(2) in this UTS namespace."""
    encoded = name.encode()
    _check("sethostname", _libc().sethostname(encoded, ctypes.c_size_t(len(encoded))))


def die_with_parent() -> None:
    """Has the kernel SIGKILL this process when the thread that made it ends."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def set_own_name(name: str) -> None:
    """Sets this thread's ``comm`` (15 bytes)."""
    buffer = ctypes.create_string_buffer(name.encode()[:15])
    _check("prctl", _libc().prctl(_PR_SET_NAME, buffer, 0, 0, 0))


def raise_loopback() -> None:
    """Takes ``lo`` of this network namespace up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
        request = struct.pack("16sh14x", b"lo", 0)
        (flags,) = struct.unpack_from("h", fcntl.ioctl(handle, _SIOCGIFFLAGS, request), 16)
        fcntl.ioctl(handle, _SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", flags | _IFF_UP))


def become_app(uid: int) -> None:
    """Takes an app's uid and gid, keeping nothing of root but the right to open the caller's files.

    The runtime, the jar and the script lie in folders of the caller's (a cache below /root, a test's folder with mode
    0700), which an app's uid could not even traverse; an ambient CAP_DAC_OVERRIDE, kept over the exec, allows that.
    """
    os.setgroups([uid])
    os.setresgid(uid, uid, uid)
    _prctl(_PR_SET_KEEPCAPS, 1)
    os.setresuid(uid, uid, uid)
    header = struct.pack("Ii", _CAPABILITY_VERSION_3, 0)
    bit = 1 << _CAP_DAC_OVERRIDE
    sets = struct.pack("6I", bit, bit, bit, 0, 0, 0)
    _check("capset", _libc().capset(header, sets))
    _prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, _CAP_DAC_OVERRIDE)


def _prctl(option: int, first: int, second: int = 0) -> None:
    arguments = [ctypes.c_ulong(value) for value in (first, second, 0, 0)]
    _check("prctl", _libc().prctl(option, *arguments))


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _check(what: str, result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
