/** What the hello says about process, runtime and clocks. */

import { ask, type JavaObject, toNumber, use } from "./java.js";
import { type Hello, type HookName, PROTOCOL, StartError } from "./wire.js";

/** Put in by the build. */
declare const AGENT_VERSION: string;
declare const BRIDGE_VERSION: string;

export function mainLooper(): JavaObject {
  const looper = use("android.os.Looper").getMainLooper() as JavaObject;
  if (looper === null) {
    throw new StartError("no-main-looper", "the process has no main looper (yet)");
  }
  return looper;
}

export interface Installed {
  hook: HookName;
  previousPrinter: string | null;
  idleHandlers: string[];
  atNs: number;
  notes: string[];
}

export function hello(installed: Installed): string {
  const notes = [...installed.notes];
  const uptimeNs = toNumber(use("java.lang.System").nanoTime());
  const elapsedNs = elapsed();
  if (elapsedNs === null) {
    notes.push("no clock that counts sleep: elapsed_ns is the uptime");
  }
  const wallMs = toNumber(use("java.lang.System").currentTimeMillis());
  const api = ask(() => use("android.os.Build$VERSION").SDK_INT.value as number, 0) || Number(property("ro.build.version.sdk"));
  const message: Hello = {
    type: "hello",
    protocol: PROTOCOL,
    agent: AGENT_VERSION,
    frida: Frida.version,
    bridge: BRIDGE_VERSION,
    pid: Process.id,
    main_tid: Process.id,
    api,
    release: property("ro.build.version.release"),
    model: property("ro.product.model"),
    runtime: runtime(),
    hook: installed.hook,
    at_ns: installed.atNs,
    clocks: { uptime_ns: uptimeNs, elapsed_ns: elapsedNs ?? uptimeNs, wall_ms: wallMs, utc_offset_s: utcOffset(wallMs) },
    debugger: ask(() => use("android.os.Debug").isDebuggerConnected() as boolean, false),
    previous_printer: installed.previousPrinter,
    idle_handlers: installed.idleHandlers,
    notes,
  };
  return JSON.stringify(message);
}

function elapsed(): number | null {
  const clock = ask(() => toNumber(use("android.os.SystemClock").elapsedRealtimeNanos()), 0);
  if (clock > 0) {
    return clock;
  }
  const seconds = ask(() => Number(File.readAllText("/proc/uptime").split(" ")[0]), Number.NaN);
  return Number.isFinite(seconds) ? Math.round(seconds * 1e9) : null;
}

function utcOffset(wallMs: number): number | null {
  return ask(() => (use("java.util.TimeZone").getDefault().getOffset(wallMs) as number) / 1000, null);
}

/** A property of the device, empty where it has none. */
function property(name: string): string {
  return ask(() => use("android.os.SystemProperties").get(name) as string | null, null) ?? "";
}

function runtime(): string {
  const vm = (name: string): string => ask(() => use("java.lang.System").getProperty(name) as string | null, null) ?? "";
  const art = Process.findModuleByName("libart.so") !== null;
  return `${art ? "ART" : vm("java.vm.name")} ${vm("java.vm.version")}`.trim();
}
