/** The dispatch hooks: put in, looked after, taken out. Only here are the main looper's hidden members touched. */

import type { Guarded, Sight } from "./guard.js";
import { cast, classOf, type JavaObject, type Probe, same, use } from "./java.js";
import type { HookName } from "./wire.js";

export interface Hook extends Guarded {
  readonly what: HookName;
  /** Class of what was there before us, or null. */
  readonly previous: string | null;
  /** Puts back what would be there without us. Returns what is left of us, empty when nothing is. */
  restore(): string[];
}

/** What belongs to the app: an earlier, dead hook of ours is not chained to but looked through. */
function beneath(probe: Probe, object: JavaObject, ownClass: string): JavaObject {
  let found = object;
  for (let depth = 0; found !== null && classOf(found) === ownClass && depth < 64; depth++) {
    found = probe.ask(found, "origin");
  }
  return found;
}

/** What the printer's place and the observer's place have in common. */
abstract class Chained {
  protected mine: JavaObject = null;
  private origin: JavaObject = null;
  previous: string | null = null;

  constructor(
    protected readonly probe: Probe,
    private readonly ownClass: string,
    private readonly type: string,
  ) {}

  protected abstract read(): JavaObject;
  protected abstract write(object: JavaObject): void;
  protected abstract make(origin: JavaObject): JavaObject;

  protected install(): void {
    this.rechain();
    this.previous = this.origin === null ? null : classOf(this.origin);
  }

  look(): Sight {
    const current = this.read();
    if (same(current, this.mine)) {
      return { ours: true };
    }
    return { ours: false, name: current === null ? null : classOf(current) };
  }

  rechain(): void {
    const found = beneath(this.probe, this.read(), this.ownClass);
    this.origin = found === null ? null : cast(found, this.type);
    this.mine = this.make(this.origin);
    this.write(this.mine);
  }

  restore(): string[] {
    const current = this.read();
    if (same(current, this.mine)) {
      this.write(this.origin);
      return same(this.read(), this.mine) ? [`${this.ownClass} could not be taken out`] : [];
    }
    // The app put something else there since our last look: theirs to keep. If it holds ours, that is a pass-through.
    return [];
  }
}

/** Every API level: `Looper.setMessageLogging`. */
export class PrinterHook extends Chained implements Hook {
  readonly what = "printer";

  constructor(
    private readonly looper: JavaObject,
    probe: Probe,
  ) {
    super(probe, "droidcanary.probe.ChainedPrinter", "android.util.Printer");
    this.install();
  }

  protected read(): JavaObject {
    return this.looper.mLogging.value;
  }

  protected write(printer: JavaObject): void {
    this.looper.setMessageLogging(printer);
  }

  protected make(origin: JavaObject): JavaObject {
    return this.probe.chain(origin);
  }
}

/** API 29 and newer: `Looper.setObserver`, one for all loopers of the process. */
export class ObserverHook extends Chained implements Hook {
  readonly what = "observer";
  private readonly looperClass: JavaObject;

  constructor(probe: Probe) {
    super(probe, "droidcanary.probe.ChainedObserver", "android.os.Looper$Observer");
    this.looperClass = use("android.os.Looper");
    this.install();
  }

  static supported(): boolean {
    return use("android.os.Looper").setObserver !== undefined;
  }

  protected read(): JavaObject {
    return this.looperClass.sObserver.value;
  }

  protected write(observer: JavaObject): void {
    this.looperClass.setObserver(observer === null ? null : cast(observer, "android.os.Looper$Observer"));
  }

  protected make(origin: JavaObject): JavaObject {
    return this.probe.observe(origin);
  }
}
