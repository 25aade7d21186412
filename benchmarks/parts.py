"""What the benchmarks need beside the product: BlockCanary, a framework to compile against, the Java bridge."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from benchmarks.errors import BenchmarkError
from device_fixtures import hotspot
from device_fixtures.cache import cache_root, entry, recipe_hash
from device_fixtures.errors import FixtureError

BLOCKCANARY = "com.github.markzhai:blockcanary-analyzer:1.5.0:aar"
_MAVEN_GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
#: The measured app uses nothing that API 23 lacks; this level is at hand because it is the default one to measure.
COMPILE_API = 35
#: Its package-lock.json names the Java bridge.
AGENT = Path(__file__).parent.parent / "agent"


def framework_jar() -> Path:
    """The framework's classes to compile against, prepared if need be.

    Raises:
        BenchmarkError: it could not be prepared.
    """
    try:
        return hotspot.prepare(cache_root(), COMPILE_API, say).classpath[0]
    except (FixtureError, hotspot.HotspotFixtureError) as failed:
        raise BenchmarkError(f"the framework's classes could not be prepared: {failed}") from failed


def blockcanary_aar() -> Path:
    """BlockCanary's library as it was published, downloaded from Maven Central once.

    Raises:
        BenchmarkError: Maven is missing or could not get it.
    """

    def download(folder: Path) -> None:
        say(f"fetching {BLOCKCANARY}")
        run("mvn", "-q", "-B", _MAVEN_GOAL, f"-Dartifact={BLOCKCANARY}", f"-DoutputDirectory={folder}")

    folder = entry(cache_root(), "blockcanary", recipe_hash(BLOCKCANARY), download, say)
    _, name, version, kind = BLOCKCANARY.split(":")
    return folder / f"{name}-{version}.{kind}"


def js_printer(folder: Path) -> str:
    """``js/printer.js`` bundled with the very Java bridge that the agent is built with; ``folder`` is for scratch.

    Raises:
        BenchmarkError: Node is missing, or the bundler failed.
    """
    modules = AGENT / "node_modules"
    if not (modules / "frida-java-bridge").is_dir():
        say("installing node modules")
        run("npm", "ci", "--prefix", str(AGENT), "--no-audit", "--no-fund", "--ignore-scripts")
    bundle = folder / "printer-bundle.js"
    options = ["--bundle", "--format=iife", "--target=es2022", "--platform=neutral", "--main-fields=module,main"]
    options += [f"--alias:buffer={AGENT / 'stubs' / 'buffer.js'}", "--log-level=warning", f"--outfile={bundle}"]
    source = Path(__file__).parent / "js" / "printer.js"
    run(str(modules / ".bin" / "esbuild"), str(source), *options, NODE_PATH=str(modules))
    return bundle.read_text()


def run(*command: str, **environment: str) -> None:
    """Run a build step to its end.

    Raises:
        BenchmarkError: it is not installed, or it failed; carries its output.
    """
    if shutil.which(command[0]) is None:
        raise BenchmarkError(f"{command[0]} is not installed; the benchmarks need a JDK 17, Maven and Node")
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **environment})
    if done.returncode != 0:
        raise BenchmarkError(
            f"{command[0]} failed with status {done.returncode}: {(done.stdout + done.stderr).strip()}"
        )


def say(line: str) -> None:
    """Progress, beside the result on stdout."""
    print(line, file=sys.stderr, flush=True)
