package droidcanary.probe;

import android.os.Looper;

/** How to watch, and the mark that tells other sessions that this app is being watched. */
final class Options {
    /** A system property of the app's process: {@code session:uptime in ms}, renewed every second. */
    static final String MARK = "droidcanary.session";

    /** How to sample: {@code mode}. */
    static final int BLOCK = 0;
    static final int ALWAYS = 1;
    static final int BLOCKCANARY = 2;

    final Looper looper;
    final long floor;
    final long idleFloor;
    final long firstSample;
    final long interval;
    final int mode;
    final long hang;
    final long heartbeat;
    final long silence;
    private final String session;

    Options(Looper looper, long[] nanos, int mode, String session) {
        this.looper = looper;
        floor = nanos[0];
        idleFloor = nanos[1];
        firstSample = nanos[2];
        interval = Math.max(Clocks.MS, nanos[3]);
        hang = nanos[4];
        heartbeat = nanos[5];
        silence = nanos[6];
        this.mode = mode;
        this.session = session;
    }

    void mark(long now) {
        System.setProperty(MARK, session + ":" + now / Clocks.MS);
    }

    /** Takes our mark away, nobody else's. */
    void release() {
        String mark = System.getProperty(MARK);
        if (mark != null && mark.startsWith(session + ":")) {
            System.clearProperty(MARK);
        }
    }
}
