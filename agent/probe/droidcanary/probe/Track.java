package droidcanary.probe;

/** What the watching thread knows of one thing in flight. */
final class Track {
    final int kind;
    final long id;
    final long start;
    long nextSample;
    long nextRunning;
    int samples;
    int quick;
    /** When to look whether its text is being built; what was seen at the last such look, and when. */
    long nextLook = Long.MAX_VALUE;
    int looks;
    Trace lookedAt;
    long lookedAtNs;
    /** Its {@code running} went out, so its end has to follow. */
    boolean announced;
    /** Its end went out although the main thread never told us of it. */
    boolean closed;
    boolean present;
    long goneAt;
    /** When a stack last proved that it was still in flight. */
    long lastBusy;

    Track(int kind, long id, long start) {
        this.kind = kind;
        this.id = id;
        this.start = start;
    }

    boolean is(int otherKind, long otherId) {
        return kind == otherKind && id == otherId;
    }
}
