/** What the agent and the host say to each other; docs/protocol.md has it in words. No Frida, no Java: runs anywhere. */

export const PROTOCOL = 1;

export type HookName = "printer" | "observer";

export interface Options {
  protocol: number;
  hook: HookName | "auto";
  floor_ns: number;
  idle_floor_ns: number;
  first_sample_ns: number;
  interval_ns: number;
  sample: "block" | "always" | "blockcanary";
  hang_timeout_ns: number;
  heartbeat_ns: number;
  drain_ms: number;
  silence_ms: number;
  session: string;
  package: string;
}

export type StartCode = "no-java" | "no-main-looper" | "already-attached" | "protocol" | "dex" | "hook";

/** Why `start` did not: the host reads the code off the front of the text. */
export class StartError extends Error {
  constructor(
    readonly code: StartCode,
    text: string,
  ) {
    super(`${code}: ${text}`);
  }
}

export interface Hello {
  type: "hello";
  protocol: number;
  agent: string;
  frida: string;
  bridge: string;
  pid: number;
  main_tid: number;
  api: number;
  release: string;
  model: string;
  runtime: string;
  hook: HookName;
  at_ns: number;
  clocks: { uptime_ns: number; elapsed_ns: number; wall_ms: number; utc_offset_s: number | null };
  debugger: boolean;
  previous_printer: string | null;
  idle_handlers: string[];
  notes: string[];
}

const NUMBERS = [
  "floor_ns",
  "idle_floor_ns",
  "first_sample_ns",
  "interval_ns",
  "hang_timeout_ns",
  "heartbeat_ns",
  "drain_ms",
  "silence_ms",
] as const;
const HOOKS: readonly string[] = ["printer", "observer", "auto"];
const SAMPLES: readonly string[] = ["block", "always", "blockcanary"];

/** The options, checked. Throws StartError("protocol") naming both numbers, or what is wrong with the options. */
export function parseOptions(text: string): Options {
  const raw = JSON.parse(text) as Partial<Record<keyof Options, unknown>>;
  if (raw.protocol !== PROTOCOL) {
    throw new StartError("protocol", `this agent speaks ${PROTOCOL}, the host ${String(raw.protocol)}`);
  }
  for (const key of NUMBERS) {
    const value = raw[key];
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value <= 0) {
      throw new StartError("protocol", `option ${key} is ${String(value)}, not a whole number above 0`);
    }
  }
  if (!HOOKS.includes(raw.hook as string)) {
    throw new StartError("protocol", `option hook is ${String(raw.hook)}`);
  }
  if (!SAMPLES.includes(raw.sample as string)) {
    throw new StartError("protocol", `option sample is ${String(raw.sample)}`);
  }
  if (typeof raw.session !== "string" || !/^[\w.-]{1,64}$/.test(raw.session)) {
    throw new StartError("protocol", "option session is not a short word");
  }
  return raw as Options;
}

export function sampleMode(options: Options): number {
  return SAMPLES.indexOf(options.sample);
}

/** In the order in which the probe wants them. */
export function nanos(options: Options): number[] {
  return [
    options.floor_ns,
    options.idle_floor_ns,
    options.first_sample_ns,
    options.interval_ns,
    options.hang_timeout_ns,
    options.heartbeat_ns,
    options.silence_ms * 1_000_000,
  ];
}

/** The goodbye around the probe's last batch, which is JSON text already. */
export function goodbye(atNs: number, residue: string[], batch: string | null): string {
  const head = JSON.stringify({ type: "goodbye", at_ns: atNs, restored: residue.length === 0, residue });
  return `${head.slice(0, -1)},"batch":${batch ?? "null"}}`;
}

export function fatal(code: string, text: string): string {
  return JSON.stringify({ type: "fatal", code, text });
}

/** The seq of a batch, whose text begins with it. */
export function batchSeq(batch: string): number {
  const match = /^\{"type":"batch","seq":(\d+),/.exec(batch);
  if (match === null) {
    throw new Error(`not a batch: ${batch.slice(0, 80)}`);
  }
  return Number(match[1]);
}
