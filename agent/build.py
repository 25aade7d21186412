"""Builds what droidcanary puts into an app: ``python -m agent.build`` writes droidcanary/_agent/agent.js and probe.dex.

``--check`` builds beside the shipped files and fails when the bytes differ; ``--test`` runs the strict type check, the
tests under node and the probe's tests on a JVM. Needs a JDK 17, Maven, Node and their registries (all cached).
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

AGENT = Path(__file__).resolve().parent
SHIPPED = AGENT.parent / "droidcanary" / "_agent"
SCRATCH = AGENT / "build"

#: The framework's classes with Looper.Observer in them; the probe loads on older levels all the same.
FRAMEWORK = "org.robolectric:android-all:11-robolectric-6757853"
DX = "com.jakewharton.android.repackaged:dalvik-dx:14.0.0_r21"


class BuildError(Exception):
    """A tool failed or is missing; the text is for people."""


def run(*command: str | Path, cwd: Path = AGENT) -> None:
    """Runs a tool; raises BuildError with its output when it fails or is not there."""
    try:
        done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise BuildError(f"{command[0]} is not installed; the build needs a JDK 17, Maven and Node") from error
    if done.returncode != 0:
        raise BuildError(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    if done.stdout.strip():
        print(done.stdout.strip())


def jar(coordinates: str) -> Path:
    """A jar of Maven Central, copied once into the scratch folder."""
    _, artifact, version = coordinates.split(":")
    folder = SCRATCH / "jars"
    path = folder / f"{artifact}-{version}.jar"
    if not path.exists():
        print(f"fetching {coordinates}", flush=True)
        run("mvn", "-q", "-B", "dependency:copy", f"-Dartifact={coordinates}", f"-DoutputDirectory={folder}")
    return path


def node_modules() -> None:
    """Installs what package-lock.json names, when it is not there yet."""
    installed = AGENT / "node_modules" / ".package-lock.json"
    lock = AGENT / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        print("installing node modules", flush=True)
        run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
        installed.touch()


def compile_java(sources: Path, classpath: list[Path], out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    files = sorted(sources.rglob("*.java"))
    path = ":".join(map(str, classpath))
    run("javac", "-g:source,lines", "--release", "8", "-nowarn", "-cp", path, "-d", out, *files)


def build_dex(out: Path, work: Path) -> None:
    """The probe: Java 8 source → classes → one dex, the same bytes every time."""
    classes = work / "classes"
    shutil.rmtree(classes, ignore_errors=True)
    compile_java(AGENT / "probe", [jar(FRAMEWORK)], classes)
    run("java", "-cp", jar(DX), "com.android.dx.command.Main", "--dex", f"--output={out}", classes)


def build_script(out: Path) -> None:
    """The agent: TypeScript and the bridge → one function, called at once, so that a prelude can stand before it."""
    version = json.loads((AGENT / "package.json").read_text())["version"]
    bridge = json.loads((AGENT / "node_modules" / "frida-java-bridge" / "package.json").read_text())["version"]
    run(
        *(AGENT / "node_modules" / ".bin" / "esbuild", "src/index.ts", "--bundle", "--minify", "--format=iife"),
        *("--target=es2022", "--platform=neutral", "--main-fields=module,main", "--charset=utf8"),
        *("--alias:buffer=./stubs/buffer.js", "--log-level=warning"),
        *(f'--define:AGENT_VERSION="{version}"', f'--define:BRIDGE_VERSION="{bridge}"', f"--outfile={out}"),
    )


def build(folder: Path, work: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    node_modules()
    build_script(folder / "agent.js")
    build_dex(folder / "probe.dex", work)


def check() -> bool:
    """True: a rebuild gives the shipped bytes."""
    with tempfile.TemporaryDirectory() as name:
        built = Path(name)
        build(built / "out", built)
        same = True
        for file in ("agent.js", "probe.dex"):
            shipped = SHIPPED / file
            if not shipped.exists() or shipped.read_bytes() != (built / "out" / file).read_bytes():
                print(f"{shipped} is not what its source builds to; run: python -m agent.build", file=sys.stderr)
                same = False
    return same


def test() -> None:
    """Strict types, the pure parts under node, the probe's own logic on this JVM."""
    node_modules()
    tsc = AGENT / "node_modules" / ".bin" / "tsc"
    run(tsc, "-p", "tsconfig.json")
    shutil.rmtree(SCRATCH / "test", ignore_errors=True)
    run(tsc, "-p", "tsconfig.test.json")
    run("node", "--test", "--test-reporter=dot", *sorted((SCRATCH / "test").glob("*.test.js")))
    classes, tests = SCRATCH / "classes", SCRATCH / "test-classes"
    for folder in (classes, tests):
        shutil.rmtree(folder, ignore_errors=True)
    framework = jar(FRAMEWORK)
    compile_java(AGENT / "probe", [framework], classes)
    compile_java(AGENT / "probe-test", [classes, framework], tests)
    run("java", "-Xshare:auto", "-cp", f"{tests}:{classes}:{framework}", "droidcanary.probe.ProbeTests")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m agent.build", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare a rebuild with the shipped files, change nothing")
    parser.add_argument("--test", action="store_true", help="run the agent's and the probe's tests")
    args = parser.parse_args()
    try:
        if args.test:
            test()
        if args.check:
            if not check():
                return 1
            print("a rebuild gives the shipped bytes")
        elif not args.test:
            build(SHIPPED, SCRATCH)
            for file in ("agent.js", "probe.dex"):
                print(f"{SHIPPED / file}: {(SHIPPED / file).stat().st_size} bytes")
    except BuildError as error:
        print(f"agent build: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
