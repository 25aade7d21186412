package droidcanary.probe;

/** Something that is in flight on the main thread: a dispatch, or a run of an idle handler. */
final class Open {
    static final int DISPATCH = 0;
    static final int IDLE = 1;

    int kind;
    long id;
    long start;
    /** The printer's line, or the idle handler's class; null under an observer. */
    String text;
    /** Main thread's CPU time at {@code cpuAt}, which lies at most a millisecond before the start. */
    long cpu;
    long cpuAt;
    /** How many frames of {@code Looper.loop} were on the stack when it began. */
    int level;
    /** What it is nested in, or null. Such a one is a copy that only changes on the main thread's side. */
    Open outer;
    /** The hook that saw it begin; only that one may end it. */
    Object owner;
    /** A message of our own: never reported. */
    boolean own;

    // Main thread only: the level of what is nested in it, and when that was last verified (0: never).
    int innerLevel;
    long verifiedAt;

    void copyFrom(Open other) {
        kind = other.kind;
        id = other.id;
        start = other.start;
        text = other.text;
        cpu = other.cpu;
        cpuAt = other.cpuAt;
        level = other.level;
        outer = other.outer;
        owner = other.owner;
        own = other.own;
        innerLevel = other.innerLevel;
        verifiedAt = other.verifiedAt;
    }

    /** Id of the nearest dispatch around it, or UNKNOWN. */
    long parent() {
        for (Open o = outer; o != null; o = o.outer) {
            if (o.kind == DISPATCH) {
                return o.id;
            }
        }
        return Clocks.UNKNOWN;
    }
}
