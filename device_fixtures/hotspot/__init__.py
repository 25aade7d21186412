"""App processes with the framework's real looper of a chosen API level, on HotSpot.

runtime = prepare(cache, 35, print)
argv, environment = runtime.command([jar], "com.example.jank.Main", [], "com.example.jank", data_dir)
subprocess.Popen(argv, executable=runtime.executable, env=environment)
"""

from __future__ import annotations

from device_fixtures.hotspot.build import prepare
from device_fixtures.hotspot.errors import HotspotFixtureError
from device_fixtures.hotspot.levels import LEVELS
from device_fixtures.hotspot.runtime import HotspotRuntime

__all__ = ["LEVELS", "HotspotFixtureError", "HotspotRuntime", "prepare"]
