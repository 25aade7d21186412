"""The sampler's script, run by a real shell on this machine's own /proc, against its reader."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from droidcanary.device.parse import SamplerReader, sampler_script
from droidcanary.model import Clocks, Proc

CLOCKS = Clocks(uptime_ns=0, elapsed_ns=0, wall_ms=0.0, host_wall_ms=0.0)
SHELLS = [shell for shell in ("sh", "dash", "mksh", "bash") if shutil.which(shell)]


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize("shell", SHELLS)
def test_script_and_reader_agree_and_the_script_ends_with_its_reader(shell: str) -> None:
    pid = os.getpid()
    sampler = SamplerReader("dc-test", pid, CLOCKS)
    rounds: list[Proc] = []
    with subprocess.Popen([shell, "-c", sampler_script(pid, 0.05, "dc-test")], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while len(rounds) < 3:
            rounds += sampler.feed(os.read(process.stdout.fileno(), 777))
        process.stdout.close()
        assert process.wait(timeout=10) != 0
    assert sampler.notices() == []
    assert [rounds[0].at_ns < later.at_ns for later in rounds[1:]] == [True] * (len(rounds) - 1)
    first = rounds[0]
    assert first.total is not None
    assert len(first.cores) >= 1
    assert first.app_jiffies is not None
    assert first.main_jiffies is not None
    assert first.app_jiffies >= first.main_jiffies
    assert first.main_state in ("R", "S", "D")
