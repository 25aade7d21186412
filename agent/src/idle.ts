/** The main queue's list of idle handlers: ours in its place, and the app's own object back again. */

import type { Guarded, Sight } from "./guard.js";
import { cast, classOf, type JavaObject, locked, type Probe, same } from "./java.js";

const OWN_CLASS = "droidcanary.probe.IdleList";

export class IdleHook implements Guarded {
  readonly what = "idle-list";
  /** Classes of the handlers that were there when we came. */
  handlers: string[] = [];
  private readonly listLock: JavaObject;
  private mine: JavaObject = null;

  constructor(
    private readonly queue: JavaObject,
    private readonly probe: Probe,
  ) {
    this.listLock = queue.mIdleHandlersLock === undefined ? null : queue.mIdleHandlersLock.value;
    this.rechain();
  }

  look(): Sight {
    const current = this.queue.mIdleHandlers.value;
    return same(current, this.mine) ? { ours: true } : { ours: false, name: classOf(current) };
  }

  rechain(): void {
    this.alone(() => {
      let current = this.queue.mIdleHandlers.value;
      for (let depth = 0; classOf(current) === OWN_CLASS && depth < 64; depth++) {
        current = this.probe.ask(current, "restore"); // an earlier one of ours, whose session is gone
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
    this.alone(() => {
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

  /** The list is guarded by the queue itself; where a queue is concurrent (API 36), by a lock of its own. */
  private alone(fn: () => void): void {
    locked(this.queue, () => {
      if (this.listLock === null) {
        fn();
      } else {
        locked(this.listLock, fn);
      }
    });
  }
}
