package droidcanary.probe;

import android.os.Debug;
import android.os.SystemClock;
import java.io.FileInputStream;
import java.io.IOException;

/** The clocks the probe reads. {@code System.nanoTime()} is the uptime clock on Android and on Linux. */
final class Clocks {
    static final long MS = 1000000L;
    static final long SECOND = 1000L * MS;
    /** "Not read", everywhere in the probe; never a number of nanoseconds. */
    static final long UNKNOWN = Long.MIN_VALUE;

    private static final int NANOS = 0;
    private static final int MILLIS = 1;
    private static final int NONE = 2;
    private static final int SOURCE = findSource();

    private Clocks() {}

    /** CPU time of the calling thread in nanoseconds, or UNKNOWN. */
    static long threadCpu() {
        switch (SOURCE) {
            case NANOS:
                return Debug.threadCpuTimeNanos();
            case MILLIS:
                return SystemClock.currentThreadTimeMillis() * MS;
            default:
                return UNKNOWN;
        }
    }

    /** CPU time of any thread of this process, from the kernel's schedstat (the same counter), or UNKNOWN. */
    static long schedstat(int tid, byte[] buffer) {
        try {
            FileInputStream in = new FileInputStream("/proc/self/task/" + tid + "/schedstat");
            try {
                int size = in.read(buffer);
                long value = 0;
                int i = 0;
                for (; i < size && buffer[i] >= '0' && buffer[i] <= '9'; i++) {
                    value = value * 10 + (buffer[i] - '0');
                }
                return i == 0 ? UNKNOWN : value;
            } finally {
                in.close();
            }
        } catch (IOException e) {
            return UNKNOWN; // kernels without schedstats; the figure is null then
        }
    }

    private static int findSource() {
        try {
            if (Debug.threadCpuTimeNanos() > 0) {
                return NANOS;
            }
        } catch (Throwable notThere) {
            // A runtime without this native: the next source.
        }
        try {
            if (SystemClock.currentThreadTimeMillis() >= 0) {
                return MILLIS;
            }
        } catch (Throwable notThere) {
            // Likewise.
        }
        return NONE;
    }
}
