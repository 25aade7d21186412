"""``python -m droidcanary``, and the console script."""

from __future__ import annotations

import signal
from typing import NoReturn


def main() -> NoReturn:
    """Loads the program and runs it. Ctrl-C while it loads ends the process at once, without a traceback."""
    interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if interruptible:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from droidcanary.cli import main as run

    if interruptible:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


if __name__ == "__main__":
    main()
