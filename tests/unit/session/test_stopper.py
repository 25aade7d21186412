"""Interrupts: the first is patient, the second hurries, the third leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from droidcanary.stopper import Stopper


def test_before_the_attach_an_interrupt_is_an_exception() -> None:
    with Stopper() as stopper, pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
    assert stopper.requested


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_first_one_only_asks_and_the_second_raises(number: signal.Signals) -> None:
    with Stopper() as stopper:
        stopper.patient = True
        os.kill(os.getpid(), number)
        assert stopper.requested
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), number)


def test_handlers_are_put_back() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with Stopper():
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before


def test_an_ignored_hangup_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Stopper() as stopper:
            stopper.patient = True
            os.kill(os.getpid(), signal.SIGHUP)
            assert not stopper.requested
    finally:
        signal.signal(signal.SIGHUP, before)


def test_the_third_one_ends_the_process() -> None:
    code = """
import os, signal
from droidcanary.stopper import Stopper
with Stopper() as stopper:
    stopper.patient = True
    for _ in range(3):
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            pass
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[3], timeout=20)
    assert done.returncode == 130
