/** The mark by which a second session sees the first: a system property of the app's process. */

export const MARK = "droidcanary.session";

/** The probe renews its mark every second; one that was not renewed for this long belongs to nobody. */
export const FRESH_MS = 5000;

/** Who marked the process, and how long ago; null: nobody who is still there. */
export function holder(mark: string | null, uptimeMs: number): { session: string; ageMs: number } | null {
  const match = mark === null ? null : /^(.*):(\d+)$/.exec(mark);
  if (match === null) {
    return null;
  }
  const ageMs = uptimeMs - Number(match[2]);
  return ageMs >= -FRESH_MS && ageMs < FRESH_MS ? { session: match[1]!, ageMs } : null;
}
