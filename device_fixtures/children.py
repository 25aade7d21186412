"""The processes of the namespace as its first process sees them: it must reap every one, its own and orphans."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

_RESET_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTTOU, signal.SIGPIPE)
_IDLE_S = 0.05


class Children:
    """Starts processes and collects the end of all of them in one thread, so that nobody waits twice for one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._ended: dict[int, int] = {}
        self._kept_going: set[int] = set()

    def watch(self) -> None:
        """Starts the reaping thread."""
        threading.Thread(target=self._reap, name="reaper", daemon=True).start()

    def spawn(
        self,
        argv: Sequence[str],
        environment: Mapping[str, str],
        *,
        executable: Path | None = None,
        stdin: int | None = None,
        stdout: int | None = None,
        stderr: int | None = None,
        own_session: bool = True,
    ) -> int:
        """Starts a program and returns its pid; the descriptors given become its own. Raises OSError.

        ``own_session`` takes it away from the terminal (daemons); without it, it gets a process group of its own.
        """
        actions = [(os.POSIX_SPAWN_DUP2, fd, to) for to, fd in enumerate((stdin, stdout, stderr)) if fd is not None]
        group = {"setsid": True} if own_session else {"setpgroup": 0}
        return os.posix_spawnp(
            str(executable or argv[0]), list(argv), dict(environment), file_actions=actions, setsigdef=_RESET_SIGNALS,
            setsigmask=(), **group
        )  # fmt: skip

    def keep_going(self, pid: int) -> None:
        """Continues that process at once whenever it is stopped: after a Ctrl-Z nobody could resume it."""
        self._kept_going.add(pid)

    def exit_status(self, pid: int) -> int | None:
        """What a shell would call the exit status (128 + n for signal n), or None while it runs."""
        with self._changed:
            return self._ended.get(pid)

    def wait(self, pid: int, timeout_s: float | None = None) -> int | None:
        """Waits for the end of a child; None when the time is over first."""
        with self._changed:
            self._changed.wait_for(lambda: pid in self._ended, timeout_s)
            return self._ended.get(pid)

    def kill(self, pid: int, timeout_s: float = 5.0) -> None:
        """SIGKILLs a child and waits until it is gone."""
        if self.exit_status(pid) is None:
            os.kill(pid, signal.SIGKILL)
            self.wait(pid, timeout_s)

    def _reap(self) -> None:
        while True:
            try:
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WSTOPPED)
            except ChildProcessError:
                time.sleep(_IDLE_S)  # nothing started yet
                continue
            if ended is None:
                continue
            if ended.si_code in (os.CLD_STOPPED, os.CLD_TRAPPED):
                if ended.si_pid in self._kept_going:
                    os.kill(ended.si_pid, signal.SIGCONT)
                continue
            status = ended.si_status if ended.si_code == os.CLD_EXITED else 128 + ended.si_status
            with self._changed:
                self._ended[ended.si_pid] = status
                self._changed.notify_all()
