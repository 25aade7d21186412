"""The app whose main looper is measured: built from ``java/`` with BlockCanary's own classes, and spoken to."""

from __future__ import annotations

import socket
import time
import zipfile
from pathlib import Path
from types import TracebackType

from benchmarks import parts
from benchmarks.errors import BenchmarkError
from benchmarks.figures import Round

PACKAGE = "com.example.bench"
MAIN_CLASS = "droidcanary.bench.BenchApp"
JAVA_SOURCES = Path(__file__).parent / "java"
#: The same classes give the same jar, which the device may then find dexed already.
JAR_DATE = "1980-01-01T00:00:02Z"


def build_jar(folder: Path, framework: Path, blockcanary_aar: Path) -> Path:
    """Compile the app against the jar ``framework`` together with the classes of BlockCanary's AAR into one jar in
    ``folder``, and return it. It holds Java 8 class files, which every runtime takes.

    Raises:
        BenchmarkError: javac or jar failed; carries their output.
    """
    theirs = folder / "blockcanary.jar"
    with zipfile.ZipFile(blockcanary_aar) as aar:
        theirs.write_bytes(aar.read("classes.jar"))
    classes = folder / "classes"
    classes.mkdir()
    with zipfile.ZipFile(theirs) as jar:
        jar.extractall(classes)
    sources = sorted(str(path) for path in JAVA_SOURCES.rglob("*.java"))
    class_path = f"{theirs}:{framework}"
    parts.run("javac", "--release", "8", "-Xlint:none", "-cp", class_path, "-d", str(classes), *sources)
    app = folder / "bench-app.jar"
    parts.run(
        "jar", "--create", "--file", str(app), f"--date={JAR_DATE}", "--main-class", MAIN_CLASS, "-C", str(classes), "."
    )
    return app


class AppControl:
    """A connection to the running app: sets its printer and runs its rounds."""

    def __init__(self, port: int, *, timeout_s: float = 60.0) -> None:
        """Connect to the app's ``port`` on loopback, waiting ``timeout_s`` for it to listen.

        Raises:
            BenchmarkError: nobody listened in time.
        """
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port), timeout=600)
                break
            except ConnectionRefusedError as refused:
                if time.monotonic() > deadline:
                    raise BenchmarkError(
                        f"the benchmark's app does not listen on port {port}: see the app's log (--app-log FILE)"
                    ) from refused
                time.sleep(0.1)
        self._lines = self._socket.makefile("r", encoding="ascii", newline="\n")

    def __enter__(self) -> AppControl:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lines.close()
        self._socket.close()

    def set_printer(self, name: str) -> None:
        """Give the main looper the app's own printer ``name``: none, empty, blockcanary or js."""
        self._ask(f"printer {name}")

    def run(self, mode: str, warm_up_ms: int, messages: int) -> Round:
        """Run messages for ``warm_up_ms`` unmeasured and ``messages`` measured ones, with what is set right now."""
        wall_ns, cpu_ms, median_ns, chunk = map(int, self._ask(f"run {warm_up_ms} {messages}"))
        ns_per_message = median_ns / chunk
        return Round(mode=mode, messages=messages, ns_per_message=ns_per_message, wall_ns=wall_ns, cpu_ms=cpu_ms)

    def _ask(self, line: str) -> list[str]:
        self._socket.sendall(f"{line}\n".encode("ascii"))
        answer = self._lines.readline().split()
        if not answer or answer[0] != "ok":
            raise BenchmarkError(f"the app answered {' '.join(answer) or 'nothing'!r} to {line!r}")
        return answer[1:]
