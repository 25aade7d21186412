"""The native half of the build: libcore's and the framework's JNI libraries, the launcher, Debian's VM made movable."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from device_fixtures.art import recipe
from device_fixtures.art.errors import ArtError
from device_fixtures.art.shell import Shell

_NATIVE = recipe.FOLDER / "native"
_ANDROID_HEADERS = ("-I/usr/include/android", "-I/usr/include/android/nativehelper")
_COMMON = ("-O1", "-fPIC", "-w", "-D_GNU_SOURCE")
_CXX = "-std=gnu++17"

#: How Debian builds ART, as far as its headers look at it: layouts of VM structures hang on these.
_ART_DEFINES = (
    "ART_BASE_ADDRESS=0x60000000",
    "ART_BASE_ADDRESS_MAX_DELTA=0x1000000",
    "ART_BASE_ADDRESS_MIN_DELTA=-0x1000000",
    "ART_DEFAULT_COMPACT_DEX_LEVEL=fast",
    "ART_DEFAULT_GC_TYPE_IS_CMS",
    "ART_ENABLE_ADDRESS_SANITIZER=1",
    "ART_ENABLE_CODEGEN_x86_64",
    "ART_FRAME_SIZE_LIMIT=1736",
    "ART_READ_BARRIER_TYPE_IS_BAKER=1",
    "ART_STACK_OVERFLOW_GAP_arm=8192",
    "ART_STACK_OVERFLOW_GAP_arm64=8192",
    "ART_STACK_OVERFLOW_GAP_x86=8192",
    "ART_STACK_OVERFLOW_GAP_x86_64=8192",
    "ART_USE_READ_BARRIER=1",
    "BUILDING_LIBART=1",
    "IMT_SIZE=43",
    "NDEBUG",
    "USE_D8_DESUGAR=1",
    "_FILE_OFFSET_BITS=64",
    "_LARGEFILE_SOURCE=1",
    "__STDC_CONSTANT_MACROS",
    "__STDC_FORMAT_MACROS",
)
_ART_INCLUDES = (
    ".",
    "cmdline",
    "libartbase",
    "libartbase/arch",
    "libartpalette/include",
    "libdexfile",
    "libdexfile/external/include",
    "libelffile",
    "libnativebridge/include",
    "libnativeloader/include",
    "libprofile",
    "runtime",
    "sigchainlib",
)

#: Where Debian keeps libraries that the dynamic linker does not find by itself. libbacktrace uses 7-Zip's.
_DEBIAN_PRIVATE = (recipe.DEBIAN_ANDROID_LIBRARIES, Path("/usr/lib/p7zip"))

#: Heap::GetInstances as bionic's libc++ would mangle it. Frida looks for that name; Debian's VM is built on libstdc++.
_GET_INSTANCES = "_ZN3art2gc4Heap12GetInstances"
_GET_INSTANCES_LIBCXX = (
    "_ZN3art2gc4Heap12GetInstancesERNS_24VariableSizedHandleScopeENS_6HandleINS_6mirror5ClassEEEbi"
    "RNSt3__16vectorINS4_INS5_6ObjectEEENS8_9allocatorISB_EEEE"
)

#: libart does not name most of the libraries it needs: the program that loads it has to. The signal chain comes first,
#: as its sigaction must be found before libc's.
_LAUNCHER_LIBRARIES = (
    "-lsigchain",
    "-lnativeloader",
    "-lnativebridge",
    "-lbacktrace",
    "-lnativehelper",
    "-lziparchive",
    "-lbase",
    "-llog",
    "-l:liblz4.so.1",
    "-lz",
    "-ldl",
)


@dataclass(frozen=True)
class NativeBuild:
    """Compiles into ``objects`` and links into ``home``; the sources are unpacked libcore and ART trees."""

    shell: Shell
    step: str
    libcore: Path
    art: Path
    message_queue: Path
    objects: Path
    home: Path

    @property
    def lib(self) -> Path:
        return self.home / "lib"

    def build(self) -> None:
        """Everything under bin/, lib/ and shim/."""
        for folder in (self.objects, self.lib, self.home / "bin", self.home / "shim"):
            folder.mkdir(parents=True)
        self._import_art()
        objects = self._compile_all()
        self._link(objects)
        self._bring_debian_libraries()

    # -- compiling

    def _compile_all(self) -> dict[str, list[Path]]:
        """All objects, by the library they go into."""
        jobs: dict[str, list[tuple[list[str], Path]]] = {
            "javacore": self._luni_jobs(),
            "openjdk": self._ojluni_jobs(),
            "openjdkjvm": [self._jvm_job()],
            "android_runtime": self._runtime_jobs(),
        }
        flat = [(library, *job) for library, many in jobs.items() for job in many]
        compiled: dict[str, list[Path]] = {library: [] for library in jobs}
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            for library, target in zip(
                [library for library, _, _ in flat],
                pool.map(lambda job: self._compile(job[0], job[1], job[2]), flat),
                strict=True,
            ):
                compiled[library].append(target)
        return compiled

    def _compile(self, library: str, command: Sequence[str], source: Path) -> Path:
        target = self.objects / library / f"{source.name}.o"
        target.parent.mkdir(exist_ok=True)
        # The build's folder must not get into the result, as through __FILE__.
        mapped = f"-ffile-prefix-map={self.objects.parent}=."
        argv = [*command, mapped, "-c", str(source), "-o", str(target)]
        self.shell.run(self.step, argv, cwd=self.art, log_name=f"compile-{library}-{source.stem}")
        return target

    def _luni_jobs(self) -> list[tuple[list[str], Path]]:
        folder = self.libcore / "luni/src/main/native"
        includes = [*_ANDROID_HEADERS, f"-I{_NATIVE / 'libcore_host'}", f"-I{folder}"]
        command = ["g++", _CXX, *_COMMON, "-DU_USING_ICU_NAMESPACE=0", *includes]
        sources = [*folder.glob("*.cpp"), *(self.libcore / "dalvik/src/main/native").glob("*.cpp")]
        return [(command, source) for source in sorted(sources)]

    def _ojluni_jobs(self) -> list[tuple[list[str], Path]]:
        folder = self.libcore / "ojluni/src/main/native"
        # Android's own copy of fdlibm is not in this source package.
        shutil.copytree(_NATIVE / "libcore_host/fdlibm", self.libcore / "ojluni/src/external/fdlibm")
        defines = ["-DLINUX", "-D_LARGEFILE64_SOURCE", "-DU_USING_ICU_NAMESPACE=0"]
        includes = [*_ANDROID_HEADERS, f"-I{folder}", f"-I{self.libcore / 'luni/src/main/native'}"]
        flags = [*_COMMON, *defines, *includes]
        c_command = ["gcc", "-std=gnu11", "-D__has_feature(feature)=0", *flags]
        cxx_command = ["g++", _CXX, *flags]
        listed = re.findall(r'"(\w+\.(?:c|cpp))"', (folder / "Android.bp").read_text(encoding="utf-8"))
        return [(c_command if name.endswith(".c") else cxx_command, folder / name) for name in sorted(set(listed))]

    def _jvm_job(self) -> tuple[list[str], Path]:
        """ART's JVM_* functions, which Debian's package leaves out. clang, as ART's headers need it."""
        flags = ["-fno-omit-frame-pointer", "-fno-rtti", "-fno-exceptions", "-fstrict-aliasing", "-UDEBUG"]
        defines = [f"-D{define}" for define in _ART_DEFINES]
        includes = [f"-I{include}" for include in _ART_INCLUDES]
        prefix = ["-include", str(_NATIVE / "libcore_host/art_host_prefix.h")]
        command = ["clang++", _CXX, "-O1", "-fPIC", "-w", *flags, *defines, *includes, *_ANDROID_HEADERS, *prefix]
        return command, self.art / "openjdkjvm/OpenjdkJvm.cc"

    def _runtime_jobs(self) -> list[tuple[list[str], Path]]:
        folder = _NATIVE / "android_runtime"
        includes = [f"-I{folder}", f"-I{self.message_queue}", *_ANDROID_HEADERS]
        command = ["g++", _CXX, *_COMMON, *includes]
        strict = [*(flag for flag in command if flag != "-w"), "-Wall", "-Wextra", "-Werror"]
        own = [(strict, source) for source in sorted(folder.glob("*.cc"))]
        return [*own, (command, self.message_queue / "android_os_MessageQueue.cpp")]

    # -- linking

    def _link(self, objects: dict[str, list[Path]]) -> None:
        # libcore's other library needs the monitor as well, so it is one of its own, as on Android.
        monitor = [path for path in objects["javacore"] if path.name.startswith("AsynchronousCloseMonitor.")]
        javacore = [path for path in objects["javacore"] if path not in monitor]
        art = self.lib / "libart.so"
        loose = "-Wl,--allow-shlib-undefined"  # Debian's libart does not name the libraries it needs
        self._shared("androidio", monitor, ["-llog"])
        self._shared(
            "javacore",
            javacore,
            [
                *("-landroidio", "-lbase", "-llog", "-lcrypto", "-lnativehelper", "-lziparchive"),
                *("-lexpat", "-licuuc", "-licui18n", "-lz"),
            ],
        )
        self._shared("openjdkjvm", objects["openjdkjvm"], [str(art), "-lnativehelper", "-lbase", loose])
        self._shared(
            "openjdk",
            objects["openjdk"],
            [
                *("-lopenjdkjvm", "-landroidio", str(art), "-lbase", "-llog", "-lcrypto", "-lnativehelper"),
                *("-licuuc", "-lz", "-lm", loose),
            ],
        )
        self._shared(
            "android_runtime",
            objects["android_runtime"],
            ["-lutils", "-lcutils", "-llog", "-lnativehelper", "-lbase", "-Wl,-z,defs"],
        )
        self._shared("icu_jni", [_NATIVE / "libcore_host/icu_jni_stub.cc"], [])
        self._link_shim()
        self._link_launcher(["-Wl,--no-as-needed", *_LAUNCHER_LIBRARIES, loose])

    def _link_shim(self) -> None:
        target = self.home / "shim/libc.so"
        source = _NATIVE / "libc_shim/libc_shim.c"
        flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-fno-builtin", "-Wl,-soname,libc.so"]
        include = f"-I{_NATIVE / 'android_runtime'}"
        self._run(["gcc", *flags, include, "-o", target, source, "-ldl"], "link-shim")

    def _link_launcher(self, libraries: Sequence[str]) -> None:
        target = self.home / "bin/app_process64"
        sources = [_NATIVE / "launcher/app_process.cc", _NATIVE / "launcher/app_users.cc"]
        flags = [_CXX, "-O1", "-Wall", "-Wextra", "-Werror", "-rdynamic", *_ANDROID_HEADERS]
        search = self._search("$ORIGIN/../lib")
        self._run(["g++", *flags, "-o", target, *sources, self.lib / "libart.so", *search, *libraries], "link-launcher")

    def _shared(self, name: str, objects: Iterable[Path], libraries: Sequence[str]) -> None:
        target = self.lib / f"lib{name}.so"
        search = self._search("$ORIGIN")
        self._run(["g++", "-shared", "-fPIC", "-o", target, *objects, *search, *libraries], f"link-{name}")

    def _search(self, run_path: str) -> list[str]:
        debian = recipe.DEBIAN_ANDROID_LIBRARIES
        return [f"-L{self.lib}", f"-L{debian}", f"-Wl,-rpath-link,{self.lib}:{debian}", f"-Wl,-rpath,{run_path}"]

    # -- what Debian has built

    def _import_art(self) -> None:
        """Take Debian's VM along under the name that Android gives it, with one symbol more (see above)."""
        library = self.lib / "libart.so"
        shutil.copyfile(recipe.DEBIAN_ANDROID_LIBRARIES / "libart.so.0", library)
        # One change a call: patchelf makes only one of two.
        self._run(["patchelf", "--set-soname", "libart.so", library])
        self._run(["patchelf", "--set-rpath", "$ORIGIN", library])
        address = symbol_address(self._run(["nm", "--dynamic", library], "nm"), _GET_INSTANCES)
        text = section_address(self._run(["readelf", "--sections", "--wide", library], "readelf-art"), ".text")
        if address is None or text is None:
            raise ArtError(self.step, f"Debian's libart has no {_GET_INSTANCES} or no .text section")
        symbol = f"{_GET_INSTANCES_LIBCXX}=.text:{address - text:#x},function,global"
        self._run(["objcopy", "--add-symbol", symbol, library])

    def _bring_debian_libraries(self) -> None:
        """Copy the Android libraries of Debian's that are needed, so that they lie beside what needs them."""
        pending = [*self.lib.glob("*.so"), self.home / "bin/app_process64"]
        while pending:
            for name in self._run(["patchelf", "--print-needed", pending.pop()], "patchelf-needed").split():
                target = self.lib / name
                source = next((path for path in (folder / name for folder in _DEBIAN_PRIVATE) if path.exists()), None)
                if target.exists() or source is None:
                    continue
                shutil.copyfile(source, target)
                self._run(["patchelf", "--set-rpath", "$ORIGIN", target])
                pending.append(target)

    def _run(self, argv: Sequence[str | Path], log_name: str | None = None) -> str:
        return self.shell.run(self.step, argv, log_name=log_name)


def symbol_address(listing: str, prefix: str) -> int | None:
    """The address of the first symbol with this start of a name, in the output of nm."""
    found = re.search(rf"^([0-9a-f]+) \w {re.escape(prefix)}", listing, flags=re.MULTILINE)
    return int(found.group(1), 16) if found else None


def section_address(listing: str, section: str) -> int | None:
    """A section's address, in the output of readelf --sections --wide."""
    found = re.search(rf"^\s*\[\s*\d+\] {re.escape(section)}\s+\w+\s+([0-9a-f]+)", listing, flags=re.MULTILINE)
    return int(found.group(1), 16) if found else None
