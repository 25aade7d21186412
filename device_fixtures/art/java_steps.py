"""The Java half of the build: desugar tool, core library, framework, launcher class."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

from device_fixtures.art import recipe
from device_fixtures.art.dexer import DESUGAR_JAR, Dexer, add_files
from device_fixtures.art.shell import Shell

#: libcore's source roots that make up the core library, as folders of its source tree.
_LIBCORE_ROOTS = ("ojluni", "luni", "libart", "dalvik", "xml", "json")
#: A test class for language features that Java 8 lacks.
_NOT_JAVA_8 = "Java9LanguageFeatures.java"
#: java.lang.invoke.LambdaMetafactory and friends, only there to compile against.
_LAMBDA_SOURCES = "ojluni/src/lambda/java"

#: Packages of android-all that the core library and ICU bring.
_IN_CORE = (
    "java/",
    "javax/",
    "sun/",
    "libcore/",
    "dalvik/",
    "android/icu/",
    "android/system/",
    "org/apache/harmony/",
    "org/json/",
    "org/xml/",
    "org/w3c/",
    "com/android/icu/",
)
#: Processes of their own on a phone (system server, telephony) and vendors' interfaces. Nothing of it runs in an app,
#: and it is a third of all classes.
_NOT_IN_APPS = (
    "com/android/server/",
    "com/android/internal/telephony/",
    "com/android/ims/",
    "com/android/phone/",
    "com/google/",
    "android/hardware/radio/",
    "android/hardware/gnss/",
)
_ICU = "android/icu/"
#: The one class of libcore that android-all 11's framework needs and libcore 10 has not.
_HALF_FLOAT = "libcore/util/FP16.class"
_TIME_ZONES = "usr/share/zoneinfo/"


def compile_tools(shell: Shell, step: str, jars: Path, tools: Path, scratch: Path) -> None:
    """Put dx, ASM and the compiled desugar tool into the folder ``tools``."""
    tools.mkdir(parents=True)
    for jar in (recipe.ASM, recipe.ASM_TREE, recipe.DX):
        shutil.copyfile(jars / jar.name, tools / jar.name)
    sources = sorted((recipe.FOLDER / "java/droidcanary/fixture/desugar").glob("*.java"))
    classes = scratch / "desugar"
    class_path = f"{tools / recipe.ASM.name}:{tools / recipe.ASM_TREE.name}"
    shell.run(step, ["javac", "-Xlint:all", "-Werror", "--release", "11", "-cp", class_path, "-d", classes, *sources])
    with zipfile.ZipFile(tools / DESUGAR_JAR, "w", zipfile.ZIP_DEFLATED) as jar_file:
        for path in sorted(classes.rglob("*.class")):
            jar_file.writestr(zipfile.ZipInfo(path.relative_to(classes).as_posix()), path.read_bytes())


def compile_core(dexer: Dexer, step: str, libcore: Path, jars: Path, scratch: Path) -> Path:
    """Compile the patched libcore against ICU; gives the jar of its desugared classes."""
    icu = scratch / "icu.jar"
    dexer.desugar(step, [jars / recipe.ANDROID_10.name], icu, only=[_ICU])
    listing = scratch / "core-sources.txt"
    listing.write_text("".join(f'"{path}"\n' for path in core_sources(libcore)), encoding="utf-8")
    classes = scratch / "core-classes"
    classes.mkdir()
    # libcore brings java.lang itself, so the compiler's own must be out of sight: nothing but ICU is on the boot path.
    options = ["-nowarn", "-proc:none", "-implicit:none", "-encoding", "UTF-8", "-g", "-XDignore.symbol.file"]
    options += ["-source", "8", "-target", "8", "-bootclasspath", str(icu), "-classpath", "", "-d", str(classes)]
    dexer.shell.run(step, ["javac", *options, f"@{listing}"], log_name="javac-core")
    with zipfile.ZipFile(jars / recipe.ANDROID_11.name) as framework:
        target = classes / _HALF_FLOAT
        if not target.exists():
            target.write_bytes(framework.read(_HALF_FLOAT))
    core = scratch / "core.jar"
    dexer.desugar(step, [classes], core)
    return core


def core_sources(libcore: Path) -> list[Path]:
    """The core library's sources; where main and lambda sources hold the same class, main's is taken."""
    chosen: dict[str, Path] = {}
    roots = [libcore / name / "src/main/java" for name in _LIBCORE_ROOTS]
    for root in [*roots, libcore / _LAMBDA_SOURCES]:
        for path in sorted(root.rglob("*.java")):
            if path.name not in ("package-info.java", _NOT_JAVA_8):
                chosen.setdefault(path.relative_to(root).as_posix(), path)
    return sorted(chosen.values())


def dex_core(dexer: Dexer, step: str, libcore: Path, jars: Path, scratch: Path, boot: Path) -> None:
    """Write core-oj.jar and core-icu4j.jar, with the resources that belong to them."""
    boot.mkdir(parents=True)
    dexer.dx(step, scratch / "core.jar", boot / "core-oj.jar", core=True)
    add_files(boot / "core-oj.jar", _core_resources(libcore))
    dexer.dx(step, scratch / "icu.jar", boot / "core-icu4j.jar", core=True)
    add_files(boot / "core-icu4j.jar", _icu_data(jars / recipe.ANDROID_10.name))


def _core_resources(libcore: Path) -> Iterator[tuple[str, bytes]]:
    for folder in ("luni/src/main/java", "ojluni/src/main/resources"):
        root = libcore / folder
        for path in root.rglob("*"):
            if path.is_file() and path.suffix not in (".java", ".html"):
                yield path.relative_to(root).as_posix(), path.read_bytes()


def _icu_data(jar: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(jar) as content:
        for name in content.namelist():
            if name.startswith(_ICU) and not name.endswith((".class", "/")):
                yield name, content.read(name)


def dex_framework(dexer: Dexer, step: str, core: Path, jars: Path, scratch: Path, home: Path) -> None:
    """Write framework.jar, time zone data, and the jar that apps are compiled against."""
    android = jars / recipe.ANDROID_11.name
    classes = scratch / "framework.jar"
    dexer.desugar(step, [android], classes, without=(*_IN_CORE, *_NOT_IN_APPS), minus=[core])
    dexer.dx(step, classes, home / "boot/framework.jar", core=True)
    (home / "compile").mkdir()
    dexer.desugar(
        step, [android], home / "compile/android.jar", only=["android/", "dalvik/"], without=["android/icu/"], api=True
    )
    with zipfile.ZipFile(android) as content:
        for name in content.namelist():
            if name.startswith(_TIME_ZONES) and not name.endswith("/"):
                target = home / "system" / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content.read(name))


def dex_app_process(dexer: Dexer, step: str, scratch: Path, home: Path) -> None:
    """Write the launcher class's jar, which goes on the boot class path: it is no part of the app."""
    classes = scratch / "app-process"
    api = home / "compile/android.jar"
    options = ["-Xlint:-options", "-nowarn", "--release", "8", "-cp", str(api), "-d", str(classes)]
    dexer.shell.run(step, ["javac", *options, recipe.APP_PROCESS_SOURCE])
    jar = scratch / "app-process.jar"
    dexer.desugar(step, [classes], jar)
    dexer.dx(step, jar, home / "boot/app-process.jar", core=True)
