/** Sees that the app put something else in a hook's place, and puts us back in front of it. */

/** Whose is in the hook's place; `name` is its class, null when the place is empty. */
export type Sight = { ours: true } | { ours: false; name: string | null };

export interface Guarded {
  /** "printer", "observer": what the gap's reason and the notice's code are named after. */
  readonly what: string;
  look(): Sight;
  /** A new hook of ours in front of what is there now. */
  rechain(): void;
}

export interface Reporter {
  now(): number;
  /** When our hook last worked; now, while a message that it saw begin is in flight. */
  lastSeen(): number;
  gap(fromNs: number, toNs: number, reason: string): void;
  notice(level: "info" | "warning" | "error", code: string, text: string): void;
}

/** After this many replacements somebody is fighting us: look ever more rarely, so that no chain grows without end. */
export const PATIENCE = 8;
const RAREST = 120;

export class Guard {
  private seenOurs: number;
  private replaced = 0;
  private skip = 0;

  constructor(
    private readonly hook: Guarded,
    private readonly reporter: Reporter,
  ) {
    this.seenOurs = reporter.now();
  }

  check(): void {
    if (this.skip > 0) {
      this.skip--;
      return;
    }
    const sight = this.hook.look();
    const now = this.reporter.now();
    if (sight.ours) {
      this.seenOurs = now;
      return;
    }
    const worked = Math.max(this.seenOurs, this.reporter.lastSeen());
    this.hook.rechain();
    const back = this.reporter.now();
    this.seenOurs = back;
    if (worked < now) {
      this.reporter.gap(worked, back, `${this.hook.what}-replaced`);
    }
    this.replaced++;
    if (this.replaced > PATIENCE) {
      this.skip = Math.min(RAREST, 2 ** (this.replaced - PATIENCE));
    }
    const by = sight.name === null ? "taken out" : `replaced by a ${sight.name}`;
    const again = this.skip > 0 ? `, the ${this.replaced}th time: looking less often now` : "";
    this.reporter.notice("warning", `${this.hook.what}-replaced`, `the app's ${this.hook.what} was ${by}${again}`);
  }
}
