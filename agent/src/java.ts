/** The only file that imports the Java bridge: look-ups, and loading the probe. */

import Java from "frida-java-bridge";

import { StartError } from "./wire.js";

/** A Java object or class; which members it has is only known at run time. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type JavaObject = any;

/** droidcanary.probe.Probe, as the agent sees it. */
export interface Probe {
  start(): void;
  chain(origin: JavaObject): JavaObject;
  observe(origin: JavaObject): JavaObject;
  watchIdle(original: JavaObject): JavaObject;
  now(): JavaObject;
  lastSeen(): JavaObject;
  dead(): boolean;
  ask(leftover: JavaObject, method: string): JavaObject;
  notice(level: string, code: string, text: string): void;
  gap(from: number, to: number, reason: string): void;
  drain(): string | null;
  hasMore(): boolean;
  cut(): void;
  stop(millis: number): boolean;
  lastBatch(): string | null;
  $dispose(): void;
}

/** A work-around put before the agent may set `globalThis.droidcanaryPrelude`. */
interface Prelude {
  /** Called once, on the JavaScript thread, after a class loader was set; gets the JavaVM's handle. */
  afterLoader?: (vm: NativePointer) => void;
}

export function available(): boolean {
  try {
    return Java.available;
  } catch {
    return false; // a VM that the bridge does not know
  }
}

export function inVm<T>(fn: () => T): T {
  let result: T | undefined;
  Java.vm.perform(() => {
    result = fn();
  });
  return result as T;
}

export function use(name: string): JavaObject {
  return Java.use(name);
}

export function cast(object: JavaObject, className: string): JavaObject {
  return Java.cast(object, Java.use(className));
}

export function locked(object: JavaObject, fn: () => void): void {
  Java.synchronized(object, fn);
}

export function array(type: string, elements: number[]): JavaObject {
  return Java.array(type, elements);
}

/** An optional fact: what it was, or the fallback where this runtime does not tell. */
export function ask<T>(fn: () => T, fallback: T): T {
  try {
    return fn();
  } catch {
    return fallback;
  }
}

export function same(a: JavaObject, b: JavaObject): boolean {
  return a === null || b === null ? a === b : (a.$isSameObject(b) as boolean);
}

/** The class of the object itself, not of the field it was read from. */
export function classOf(object: JavaObject): string {
  return object.$className as string;
}

export function toNumber(value: JavaObject): number {
  return typeof value === "number" ? value : Number(value.toString());
}

export interface LoadedProbe {
  create(looper: JavaObject, nanos: number[], mode: number, session: string): Probe;
  dispose(): void;
}

/** Loads the probe's classes. Throws StartError("dex") with what every way said. */
export function loadProbe(dex: ArrayBuffer, session: string): LoadedProbe {
  const parent = Java.use("android.os.Looper").class.getClassLoader();
  const bytes = Java.array("byte", Array.from(new Int8Array(dex)));
  const failures: string[] = [];
  for (const way of [fromMemory, fromFile]) {
    try {
      const loader = way(bytes, parent, session);
      // Linked before the bridge touches it: on HotSpot it reads the internals of a class that is only loaded.
      Java.use("java.lang.Class").forName("droidcanary.probe.Probe", true, loader);
      const factory = Java.ClassFactory.get(loader);
      (globalThis as { droidcanaryPrelude?: Prelude }).droidcanaryPrelude?.afterLoader?.(vmHandle());
      const cls = factory.use("droidcanary.probe.Probe") as JavaObject;
      return {
        create: (looper, nanos, mode, token) => cls.$new(looper, Java.array("long", nanos), mode, token) as Probe,
        dispose: () => {
          cls.$dispose();
          loader.$dispose();
        },
      };
    } catch (error) {
      failures.push(`${way === fromMemory ? "from memory" : "from a file"}: ${String(error)}`);
    }
  }
  throw new StartError("dex", failures.join("; "));
}

function vmHandle(): NativePointer {
  return (Java.vm as unknown as { handle: NativePointer }).handle;
}

/** API 26 and newer. */
function fromMemory(bytes: JavaObject, parent: JavaObject): JavaObject {
  const buffer = Java.use("java.nio.ByteBuffer").wrap(bytes);
  return Java.use("dalvik.system.InMemoryDexClassLoader").$new(buffer, parent);
}

/** Older levels: a file of the app's own, unwritable before it is opened, and gone right after. */
function fromFile(bytes: JavaObject, parent: JavaObject, session: string): JavaObject {
  const File = Java.use("java.io.File");
  const folder = codeCache() ?? Java.use("java.lang.System").getProperty("java.io.tmpdir");
  const file = File.$new(`${folder}/droidcanary-${session}.dex`);
  const odex = File.$new(`${folder}/droidcanary-${session}.odex.d`);
  try {
    const out = Java.use("java.io.FileOutputStream").$new(file);
    try {
      out.write(bytes);
    } finally {
      out.close();
    }
    file.setReadable(false, false);
    file.setReadable(true, true);
    file.setReadOnly();
    odex.mkdirs();
    const loader = Java.use("dalvik.system.DexClassLoader").$new(file.getPath(), odex.getPath(), null, parent);
    Java.use("java.lang.Class").forName("droidcanary.probe.Probe", true, loader);
    return loader;
  } finally {
    file.delete();
    remove(odex);
  }
}

function codeCache(): string | null {
  return ask(() => {
    const app = Java.use("android.app.ActivityThread").currentApplication();
    return app === null ? null : (app.getCodeCacheDir().getPath() as string);
  }, null);
}

function remove(folder: JavaObject): void {
  const files = folder.listFiles() as JavaObject[] | null;
  for (const file of files ?? []) {
    if (file.isDirectory()) {
      remove(file);
    } else {
      file.delete();
    }
  }
  folder.delete();
}
