"""Cuts Android's framework down to what a process with a main looper needs, in class files a JDK 17 reads."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from device_fixtures.hotspot.classfile import for_java_17
from device_fixtures.hotspot.errors import HotspotFixtureError

#: Whole packages (with what is below them), or the beginning of a class's path.
_KEPT = (
    "android/annotation/",
    "android/app/Activity",
    "android/app/Application",
    "android/app/Flags",
    "android/app/IActivityManager",
    "android/app/Instrumentation",
    "android/app/PropertyInvalidatedCache",
    "android/app/ResourcesManager",
    "android/compat/",
    "android/content/",
    "android/ddm/",
    "android/net/Credentials",
    "android/net/LocalSocket",
    "android/net/Uri",
    "android/os/",
    "android/ravenwood/",
    "android/sysprop/",
    "android/system/",
    "android/telephony/TelephonyManager",
    "android/text/",
    "android/util/",
    "com/android/internal/annotations/",
    "com/android/internal/compat/",
    "com/android/internal/hidden_from_bootclasspath/android/os/",
    "com/android/internal/os/",
    "com/android/internal/ravenwood/",
    "com/android/internal/util/",
    "com/android/modules/utils/",
    "com/google/android/collect/",
    "dalvik/",
    "libcore/",
    "org/apache/harmony/dalvik/",
)
#: What loads DEX files and what frees native memory are the fixture's own.
_REPLACED = re.compile(
    r"(dalvik/system/(BaseDex|Dex|InMemoryDex|Path|DelegateLast)ClassLoader|libcore/util/NativeAllocationRegistry)(\$.*)?\.class"
)
#: Bulk that no main looper touches.
_DROPPED = re.compile(
    r"android/(content/(pm|res|om|rollback|integrity)/[a-z]|os/(health|incremental|connectivity|image)/"
    r"|text/(method|style|util|format|flags)/|util/(apk|jar)/)"
)

_EPOCH = (1980, 1, 1, 0, 0, 0)


def trim(full: Path, into: Path) -> None:
    """Write the needed classes of a whole framework jar to a small one; the same input gives the same bytes.

    Raises:
        HotspotFixtureError: the jar is not a framework jar.
    """
    kept = 0
    with zipfile.ZipFile(full) as source, zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as target:
        for name in sorted(source.namelist()):
            if is_kept(name):
                target.writestr(zipfile.ZipInfo(name, _EPOCH), for_java_17(source.read(name)), zipfile.ZIP_DEFLATED)
                kept += 1
    if kept == 0:
        raise HotspotFixtureError(f"{full.name} holds no classes of Android's framework: delete it and prepare again")


def is_kept(name: str) -> bool:
    """Whether this entry of the whole framework's jar goes into the small one."""
    if not name.endswith(".class") or not name.startswith(_KEPT):
        return False
    return not _REPLACED.fullmatch(name) and not _DROPPED.match(name)


def add_classes(jar: Path, classes: Path) -> None:
    """Append all class files below a folder to a jar, in a fixed order."""
    with zipfile.ZipFile(jar, "a", zipfile.ZIP_DEFLATED) as target:
        for path in sorted(classes.rglob("*.class")):
            info = zipfile.ZipInfo(path.relative_to(classes).as_posix(), _EPOCH)
            target.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED)
