/** One attach, from the options to the app being as it was. */

import { AckWindow } from "./ack.js";
import { hello, mainLooper } from "./facts.js";
import { Guard, type Reporter } from "./guard.js";
import { IdleHook } from "./idle.js";
import { ask, inVm, type JavaObject, type LoadedProbe, loadProbe, locked, type Probe, toNumber, use } from "./java.js";
import { type Hook, ObserverHook, PrinterHook } from "./looper.js";
import { holder, MARK } from "./mark.js";
import { batchSeq, fatal, goodbye, nanos, type Options, sampleMode, StartError } from "./wire.js";

const GUARD_MS = 500;
const JOIN_MS = 500;
/** Batches in a row when the probe has more to say than fits in one. */
const BURST = 8;
const TOO_MANY_ERRORS = 5;

export class Session implements Reporter {
  readonly hello: string;
  private readonly loaded: LoadedProbe;
  private readonly probe: Probe;
  private readonly hook: Hook;
  private readonly idle: IdleHook | null;
  private readonly guards: Guard[] = [];
  private readonly window: AckWindow;
  private readonly timer: ReturnType<typeof setInterval>;
  private guardAt = 0;
  private errors = 0;
  private ended: string | null = null;

  /** Call it inside the VM. Throws StartError; nothing is left behind then. */
  constructor(
    options: Options,
    dex: ArrayBuffer,
    private readonly post: (text: string) => void,
  ) {
    const looper = mainLooper();
    const notes: string[] = [];
    claim(options.session);
    const undo: (() => void)[] = [() => release(options.session)];
    try {
      const loaded = loadProbe(dex, options.session);
      this.loaded = loaded;
      this.probe = loaded.create(looper, nanos(options), sampleMode(options), options.session);
      undo.push(() => void this.probe.stop(JOIN_MS));
      this.probe.start();
      this.hook = chooseHook(options, looper, this.probe, notes);
      undo.push(() => void this.hook.restore());
      this.idle = watchIdle(looper, this.probe, notes);
      undo.push(() => void this.idle?.restore());
      this.guards.push(new Guard(this.hook, this));
      if (this.idle !== null) {
        this.guards.push(new Guard(this.idle, this));
      }
      this.hello = hello({
        hook: this.hook.what,
        previousPrinter: this.hook.what === "printer" ? this.hook.previous : null,
        idleHandlers: this.idle?.handlers ?? [],
        atNs: this.now(),
        notes,
      });
    } catch (error) {
      for (const step of undo.reverse()) {
        ask(step, undefined);
      }
      throw error;
    }
    this.window = new AckWindow(options.silence_ms, Date.now());
    this.timer = setInterval(() => this.tick(), options.drain_ms);
  }

  ack(seq: number): void {
    this.window.ack(seq);
  }

  /** Restores everything; the goodbye says what could not be. Safe to call again: the same goodbye. */
  stop(): string {
    if (this.ended === null) {
      clearInterval(this.timer);
      this.ended = inVm(() => this.restore());
    }
    return this.ended;
  }

  now(): number {
    return toNumber(this.probe.now());
  }

  lastSeen(): number {
    return toNumber(this.probe.lastSeen());
  }

  gap(fromNs: number, toNs: number, reason: string): void {
    this.probe.gap(fromNs, toNs, reason);
  }

  notice(level: "info" | "warning" | "error", code: string, text: string): void {
    this.probe.notice(level, code, text);
  }

  private tick(): void {
    const nowMs = Date.now();
    try {
      if (this.window.silent(nowMs)) {
        this.giveUp("silence", "no ack from the host; everything was restored");
        return;
      }
      inVm(() => {
        if (this.probe.dead()) {
          this.giveUp("probe-dead", "the probe gave up; everything was restored");
          return;
        }
        if (nowMs - this.guardAt >= GUARD_MS || nowMs < this.guardAt) {
          this.guardAt = nowMs;
          for (const guard of this.guards) {
            guard.check();
          }
        }
        this.drain();
      });
      this.errors = 0;
    } catch (error) {
      if (++this.errors >= TOO_MANY_ERRORS) {
        this.giveUp("agent-error", String(error));
      }
    }
  }

  private drain(): void {
    for (let i = 0; i < BURST && this.window.open; i++) {
      const batch = this.probe.drain();
      if (batch === null) {
        return;
      }
      this.window.batch(batchSeq(batch), batch.length);
      this.post(batch);
      if (!this.probe.hasMore()) {
        return;
      }
    }
  }

  private giveUp(code: string, text: string): void {
    ask(() => this.stop(), "");
    this.post(fatal(code, text));
  }

  private restore(): string {
    const residue: string[] = [];
    const step = (what: string, fn: () => string[]): void => {
      try {
        residue.push(...fn());
      } catch (error) {
        residue.push(`${what}: ${String(error)}`);
      }
    };
    let atNs = 0;
    step("clock", () => ((atNs = this.now()), []));
    step(this.hook.what, () => this.hook.restore());
    step("idle handlers", () => this.idle?.restore() ?? []);
    step("probe", () => (this.probe.stop(JOIN_MS) ? [] : [`the probe's thread still ran after ${JOIN_MS} ms`]));
    let batch: string | null = null;
    step("last batch", () => ((batch = this.probe.lastBatch()), []));
    this.probe.$dispose();
    this.loaded.dispose();
    return goodbye(atNs, residue, batch);
  }
}

/** Marks the process as ours, unless a living session has. */
function claim(session: string): void {
  const System = use("java.lang.System");
  const uptimeMs = Math.floor(toNumber(System.nanoTime()) / 1e6);
  let other: ReturnType<typeof holder> = null;
  locked(System.getProperties(), () => {
    other = holder(System.getProperty(MARK) as string | null, uptimeMs);
    if (other === null) {
      System.setProperty(MARK, `${session}:${uptimeMs}`);
    }
  });
  const found = other as { session: string; ageMs: number } | null;
  if (found !== null) {
    throw new StartError("already-attached", `session ${found.session} watches this process, seen ${found.ageMs} ms ago`);
  }
}

function release(session: string): void {
  const System = use("java.lang.System");
  const mark = System.getProperty(MARK) as string | null;
  if (mark?.startsWith(`${session}:`)) {
    System.clearProperty(MARK);
  }
}

function chooseHook(options: Options, looper: JavaObject, probe: Probe, notes: string[]): Hook {
  if (options.hook !== "printer") {
    if (ObserverHook.supported()) {
      try {
        return new ObserverHook(probe);
      } catch (error) {
        if (options.hook === "observer") {
          throw new StartError("hook", `the observer could not be installed: ${String(error)}`);
        }
        notes.push(`no observer: ${String(error)}`);
      }
    } else if (options.hook === "observer") {
      throw new StartError("hook", "this Android has no Looper.Observer (it came with API 29): use the printer");
    }
  }
  try {
    return new PrinterHook(looper, probe);
  } catch (error) {
    throw new StartError("hook", `the printer could not be installed: ${String(error)}`);
  }
}

/** Without idle handlers the rest still works, so a queue that has no such list is only noted. */
function watchIdle(looper: JavaObject, probe: Probe, notes: string[]): IdleHook | null {
  try {
    return new IdleHook(looper.mQueue.value, probe);
  } catch (error) {
    notes.push(`idle handlers are not watched: ${String(error)}`);
    return null;
  }
}
