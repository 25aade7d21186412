"""What the runtime is built out of: pinned inputs, and the key that a built runtime is cached under."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

#: The folder of this package: sources to compile lie below it.
FOLDER = Path(__file__).resolve().parent

#: The class that starts an app; shared with the other runtimes of the fixtures.
APP_PROCESS_SOURCE = FOLDER.parent / "launcher/java/droidcanary/fixture/AppProcess.java"

#: Android API level of the framework and the VM.
API = 30

#: The only Debian release that ships ART 11 and a compiler old enough for it.
CODENAME = "bookworm"
MACHINE = "x86_64"

#: Where Debian keeps Android's host libraries.
DEBIAN_ANDROID_LIBRARIES = Path("/usr/lib/x86_64-linux-gnu/android")

#: Needed to run, not only to build: what the built libraries link to and do not bring along.
RUNTIME_PACKAGES = ("libicu72", "libexpat1", "liblz4-1", "zlib1g", "libstdc++6", "libgcc-s1")

BUILD_PACKAGES = (
    "android-libart",
    "android-libbacktrace-dev",
    "android-libbase-dev",
    "android-libboringssl-dev",
    "android-libcutils-dev",
    "android-liblog-dev",
    "android-libnativehelper-dev",
    "android-libutils-dev",
    "android-libziparchive-dev",
    "clang",
    "dpkg-dev",
    "g++",
    "libcap-dev",
    "libexpat1-dev",
    "libicu-dev",
    "liblz4-dev",
    "patch",
    "patchelf",
    "zlib1g-dev",
)

#: Programs that may well be there without their Debian package.
PROGRAM_PACKAGES = {"javac": "openjdk-17-jdk-headless", "mvn": "maven"}

LIBCORE_SOURCE = ("android-platform-libcore", "10.0.0+r36-1")
ART_SOURCE = ("android-platform-art", "11.0.0+r48-5")
FRAMEWORK_SOURCE = ("android-platform-frameworks-base", "1:10.0.0+r36-10")


@dataclass(frozen=True)
class MavenJar:
    """An artifact, the name it is given here, and the SHA-256 it must have."""

    group: str
    artifact: str
    version: str
    name: str
    sha256: str


ANDROID_10 = MavenJar(
    "org.robolectric",
    "android-all",
    "10-robolectric-5803371",
    "android-all-10.jar",
    "a0ad701eedd47bdaefbac1c2cc80dd400c0adea3cccd8a3ad286f79da1ca294c",
)
ANDROID_11 = MavenJar(
    "org.robolectric",
    "android-all",
    "11-robolectric-6757853",
    "android-all-11.jar",
    "62f577ca49f62f0da5d6a2a839d80ef377054b9ccd14811035593bf351295b31",
)
ASM = MavenJar(
    "org.ow2.asm", "asm", "9.6", "asm.jar", "3c6fac2424db3d4a853b669f4e3d1d9c3c552235e19a319673f887083c2303a1"
)
ASM_TREE = MavenJar(
    "org.ow2.asm", "asm-tree", "9.6", "asm-tree.jar", "c43ecf17b539c777e15da7b5b86553b377e2d39a683de6285567d5283888e7ef"
)
DX = MavenJar(
    "com.jakewharton.android.repackaged",
    "dalvik-dx",
    "14.0.0_r21",
    "dx.jar",
    "9b13bc80bf86f193f8de9c959f52a8ff83fc85a1cc552f5126f1140da9b85a36",
)
MAVEN_JARS = (ANDROID_10, ANDROID_11, ASM, ASM_TREE, DX)

#: What a built runtime depends on; the rest of this package only uses one.
_INGREDIENTS = ("java", "native", "libcore_patch")
_STEPS = ("build.py", "debian.py", "dexer.py", "java_steps.py", "maven.py", "native_steps.py", "recipe.py")


def recipe_key() -> str:
    """Sixteen hex digits that change when anything does that the built runtime depends on."""
    files = [FOLDER / name for name in _STEPS]
    for folder in _INGREDIENTS:
        files += [path for path in (FOLDER / folder).rglob("*") if path.is_file() and path.name != "README.md"]
    digest = hashlib.sha256(APP_PROCESS_SOURCE.read_bytes())
    for path in sorted(files):
        digest.update(f"\0{path.relative_to(FOLDER).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
