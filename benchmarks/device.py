"""Runs the inner half of a benchmark beside an emulated device, inside its network namespace."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec

from benchmarks import app, parts
from benchmarks.errors import BenchmarkError

#: Any port does: the device has a network namespace of its own.
APP_PORT = 27950


class Inside(msgspec.Struct, frozen=True, kw_only=True):
    """What the inner half is told: the app's control ``port``, its own ``arguments``, the path of the bundled
    JavaScript printer (empty where none is needed) and where its answer goes."""

    port: int
    arguments: dict[str, str]
    js_printer: str
    answer: str

    @classmethod
    def from_command_line(cls) -> Inside:
        """Read the file that :func:`run_inside` names as the only argument."""
        return msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=cls)

    def reply(self, result: msgspec.Struct) -> None:
        """Hand the result back to :func:`run_inside`."""
        Path(self.answer).write_bytes(msgspec.json.encode(result))


def run_inside(
    module: str, arguments: dict[str, str], *, api: int, runtime: str = "hotspot", js_printer: bool = False
) -> bytes:
    """Build the app, bring the device up with it, run ``python -m module`` beside it, and return the JSON it replied
    with. Progress goes to stderr.

    Raises:
        BenchmarkError: something could not be built, the device did not come up, or the inner half failed.
    """
    with tempfile.TemporaryDirectory(prefix="droidcanary-bench-") as name:
        folder = Path(name)
        jar = app.build_jar(folder, parts.framework_jar(), parts.blockcanary_aar())
        script = folder / "printer.js"
        if js_printer:
            script.write_text(parts.js_printer(folder))
        inside = Inside(
            port=APP_PORT,
            arguments=arguments,
            js_printer=str(script) if js_printer else "",
            answer=str(folder / "answer.json"),
        )
        spec = folder / "inside.json"
        spec.write_bytes(msgspec.json.encode(inside))
        log = folder / "app.log"
        command = [sys.executable, "-m", "device_fixtures", "run", "--runtime", runtime, "--package", app.PACKAGE]
        command += ["--api", str(api)] if runtime == "hotspot" else []
        command += ["--app", str(jar), "--app-args", str(APP_PORT), "--app-log", str(log)]
        command += ["--", sys.executable, "-m", module, str(spec)]
        status = subprocess.run(command, stdout=sys.stderr, check=False).returncode
        if status != 0 or not Path(inside.answer).exists():
            said = log.read_text(errors="replace")[-2000:].strip() if log.exists() else ""
            raise BenchmarkError(f"the run on the emulated device failed with status {status}; the app said: {said!r}")
        return Path(inside.answer).read_bytes()
