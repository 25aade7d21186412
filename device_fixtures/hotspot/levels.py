"""The API levels offered, and where each one's framework comes from."""

from __future__ import annotations

from dataclasses import dataclass

from device_fixtures.hotspot.errors import HotspotFixtureError


@dataclass(frozen=True)
class Level:
    """One API level: the Android release it is, and the version of ``org.robolectric:android-all`` that holds it."""

    api: int
    release: str
    framework_version: str

    @property
    def artifact(self) -> str:
        """Maven coordinates of the framework's classes."""
        return f"org.robolectric:android-all:{self.framework_version}"

    @property
    def has_concurrent_queue(self) -> bool:
        """Whether MessageQueue carries the lock-free implementation beside the old one."""
        return self.api >= 36


_KNOWN = (
    Level(21, "5.0.2", "5.0.2_r3-robolectric-r0"),
    Level(23, "6.0.1", "6.0.1_r3-robolectric-r1"),
    Level(26, "8.0.0", "8.0.0_r4-robolectric-r1"),
    Level(28, "9", "9-robolectric-4913185-2"),
    Level(31, "12", "12-robolectric-7732740"),
    Level(34, "14", "14-robolectric-10818077"),
    Level(35, "15", "15-robolectric-12714715"),
    Level(36, "16", "16-robolectric-13921718"),
)

#: Every API level that can be prepared, ascending.
LEVELS: tuple[int, ...] = tuple(level.api for level in _KNOWN)


def level_of(api: int) -> Level:
    """The level with this number.

    Raises:
        HotspotFixtureError: the fixture does not offer it.
    """
    for level in _KNOWN:
        if level.api == api:
            return level
    offered = ", ".join(str(level) for level in LEVELS)
    raise HotspotFixtureError(f"there is no HotSpot fixture of API {api}: choose one of {offered}")
