/** What the host has not yet processed. Keeps a stalled link from filling the app's memory, and notices a dead one. */

export const MAX_UNACKED_CHARS = 1024 * 1024;

/** A pause longer than this between two looks was not the host's silence but ours: frozen, stopped, starved. */
const LONGEST_LOOK_MS = 1000;

export class AckWindow {
  private readonly sent: { seq: number; chars: number }[] = [];
  private chars = 0;
  private silentMs = 0;
  private looked: number;

  constructor(
    private readonly silenceMs: number,
    nowMs: number,
  ) {
    this.looked = nowMs;
  }

  batch(seq: number, chars: number): void {
    this.sent.push({ seq, chars });
    this.chars += chars;
  }

  ack(seq: number): void {
    this.silentMs = 0;
    while (this.sent.length > 0 && this.sent[0]!.seq <= seq) {
      this.chars -= this.sent.shift()!.chars;
    }
  }

  /** False: wait; the probe's own buffers are bounded and count what they lose. */
  get open(): boolean {
    return this.chars < MAX_UNACKED_CHARS;
  }

  /** True: no ack for so long that nobody is there. */
  silent(nowMs: number): boolean {
    this.silentMs += Math.min(Math.max(nowMs - this.looked, 0), LONGEST_LOOK_MS);
    this.looked = nowMs;
    return this.silentMs > this.silenceMs;
  }
}
