"""The tools of the machine that a build needs: a JDK 17, a C++ compiler, Maven."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from device_fixtures.hotspot.errors import HotspotFixtureError

#: Newer ones read the class files too, but Frida's Java bridge supports none from 20 on.
JDK_MAJOR = 17
#: Where Debian puts JDKs.
INSTALLED_JDKS = Path("/usr/lib/jvm")
_MAVEN_DEPENDENCY_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1"
_BUILD_TIMEOUT_S = 600
_OUTPUT_SHOWN_CHARS = 4000


@dataclass(frozen=True)
class Jdk:
    """An installed JDK 17."""

    home: Path

    @property
    def libjvm(self) -> Path:
        """The virtual machine as a shared library."""
        return self.home / "lib" / "server" / "libjvm.so"

    @property
    def include_dirs(self) -> tuple[Path, Path]:
        """Where ``jni.h`` and the platform's ``jni_md.h`` are."""
        return self.home / "include", self.home / "include" / "linux"

    def compile(
        self, sources: Sequence[Path], into: Path, classpath: Sequence[Path], options: Sequence[str] = ()
    ) -> None:
        """Compile Java sources into class files below ``into``.

        Raises:
            HotspotFixtureError: javac refused them; the message holds what it said.
        """
        into.mkdir(parents=True, exist_ok=True)
        joined = os.pathsep.join(str(entry) for entry in classpath)
        run(
            [
                self.home / "bin" / "javac",
                "-nowarn",
                "-Xlint:-options",
                *options,
                "-g",
                "-cp",
                joined,
                "-d",
                into,
                *sources,
            ]
        )


def find_jdk() -> Jdk:
    """The JDK 17 of this machine: JAVA_HOME's, the one behind ``javac`` in PATH, or one below /usr/lib/jvm.

    Raises:
        HotspotFixtureError: there is none with headers and a server VM.
    """
    for home in _jdk_candidates():
        jdk = Jdk(home)
        if _major_of(home) == JDK_MAJOR and jdk.libjvm.is_file() and (jdk.include_dirs[0] / "jni.h").is_file():
            return jdk
    raise HotspotFixtureError(
        f"no JDK {JDK_MAJOR} found (JAVA_HOME, javac in PATH, /usr/lib/jvm): "
        f"apt-get install openjdk-{JDK_MAJOR}-jdk-headless, or set JAVA_HOME to one"
    )


def _jdk_candidates() -> Iterator[Path]:
    if java_home := os.environ.get("JAVA_HOME"):
        yield Path(java_home).resolve()
    if javac := shutil.which("javac"):
        yield Path(javac).resolve().parent.parent
    yield from sorted(path.resolve() for path in INSTALLED_JDKS.glob("*") if path.is_dir())


def _major_of(home: Path) -> int | None:
    release = home / "release"
    if not release.is_file():
        return None
    found = re.search(r'^JAVA_VERSION="(\d+)', release.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    return int(found.group(1)) if found else None


def compile_native(sources: Sequence[Path], target: Path, jdk: Jdk, options: Sequence[str]) -> None:
    """Compile and link C++ sources.

    Raises:
        HotspotFixtureError: no compiler, or it refused; the message holds what it said.
    """
    includes = [f"-I{directory}" for directory in jdk.include_dirs]
    strict = ["-std=c++17", "-O2", "-fno-omit-frame-pointer", "-Wall", "-Wextra", "-Werror"]
    run([_tool("g++", "g++"), *strict, *includes, "-o", target, *sources, *options])


def fetch_jar(artifact: str, into: Path) -> Path:
    """Download one jar (``group:name:version``) through Maven, and return where it is.

    Raises:
        HotspotFixtureError: Maven is missing, or could not get it.
    """
    into.mkdir(parents=True, exist_ok=True)
    goal = f"{_MAVEN_DEPENDENCY_PLUGIN}:copy"
    run([_tool("mvn", "maven"), "-q", "-B", goal, f"-Dartifact={artifact}", f"-DoutputDirectory={into}"])
    _, name, version = artifact.split(":")
    return into / f"{name}-{version}.jar"


def fetch_dependencies(pom: Path, into: Path) -> None:
    """Download all jars that a POM's dependencies need at run time.

    Raises:
        HotspotFixtureError: Maven is missing, or could not get them.
    """
    goal = f"{_MAVEN_DEPENDENCY_PLUGIN}:copy-dependencies"
    run([_tool("mvn", "maven"), "-q", "-B", "-f", pom, goal, f"-DoutputDirectory={into}", "-DincludeScope=runtime"])


def _tool(name: str, package: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise HotspotFixtureError(f"{name} is not installed: apt-get install {package}")
    return found


def run(command: Sequence[str | Path]) -> None:
    """Run a build step to its end.

    Raises:
        HotspotFixtureError: it failed or took more than ten minutes; the message holds the end of its output.
    """
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, errors="replace", timeout=_BUILD_TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired as late:
        raise HotspotFixtureError(f"{words[0]} did not end within {_BUILD_TIMEOUT_S} s") from late
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip()[-_OUTPUT_SHOWN_CHARS:]
        shown = " ".join(words)[:500]
        raise HotspotFixtureError(f"{Path(words[0]).name} failed with status {done.returncode}: {shown}\n{said}")
