/** The main queue's list of idle handlers: ours in its place, and the app's own object back again. */

import type { Guarded, Sight } from "./guard.js";
import { cast, classOf, type JavaObject, locked, type Probe, reflect, same } from "./java.js";

const OWN_CLASS = "droidcanary.probe.IdleList";

export class IdleHook implements Guarded {
  readonly what = "idle-list";
  /** Classes of the handlers that were there when we came. */
  handlers: string[] = [];
  private readonly lock: JavaObject;
  private mine: JavaObject = null;

  constructor(
    private readonly queue: JavaObject,
    private readonly probe: Probe,
  ) {
    // The concurrent queue of newer levels guards the list by a lock of its own.
    this.lock = queue.mIdleHandlersLock === undefined ? queue : queue.mIdleHandlersLock.value;
    this.rechain();
  }

  look(): Sight {
    const current = this.queue.mIdleHandlers.value;
    return same(current, this.mine) ? { ours: true } : { ours: false, name: classOf(current) };
  }

  rechain(): void {
    locked(this.lock, () => {
      let current = this.queue.mIdleHandlers.value;
      for (let depth = 0; classOf(current) === OWN_CLASS && depth < 64; depth++) {
        current = reflect(current, "restore"); // an earlier one of ours, whose session is gone
      }
      const original = cast(current, "java.util.ArrayList");
      this.handlers = [];
      for (let i = 0; i < (original.size() as number); i++) {
        this.handlers.push(classOf(original.get(i)));
      }
      this.mine = this.probe.watchIdle(original);
      this.queue.mIdleHandlers.value = this.mine;
    });
  }

  restore(): string[] {
    const residue: string[] = [];
    locked(this.lock, () => {
      if (same(this.queue.mIdleHandlers.value, this.mine)) {
        const original = this.mine.restore();
        this.queue.mIdleHandlers.value = original;
        if (!same(this.queue.mIdleHandlers.value, original)) {
          residue.push("the list of idle handlers could not be put back");
        }
      }
    });
    return residue;
  }
}
