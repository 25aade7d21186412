package droidcanary.probe;

import android.util.Printer;

/** The dispatch hook for every API level. Hands every line on to the printer that was there before. */
public final class ChainedPrinter implements Printer {
    private final Printer origin;
    private final Thread main;
    /** Null: only a pass-through. */
    private volatile Monitor monitor;
    /** False: another one took over; what this one saw begin, it may still end. */
    private volatile boolean begins = true;

    ChainedPrinter(Printer origin, Monitor monitor) {
        this.origin = origin;
        this.main = monitor.main;
        this.monitor = monitor;
    }

    /** The printer that was there before, or null. Also called by later versions of us, by reflection. */
    public Printer origin() {
        return origin;
    }

    void retire() {
        begins = false;
    }

    void cut() {
        monitor = null;
    }

    @Override
    public void println(String line) {
        Monitor m = monitor;
        char first = m == null || line == null || line.isEmpty() ? 0 : line.charAt(0);
        if (first == '>') {
            // The other printer first: what it costs is not the message's.
            if (origin != null) {
                origin.println(line);
            }
            if (begins && Thread.currentThread() == main) {
                try {
                    m.begin(line, this);
                } catch (Throwable problem) {
                    failed(m, problem);
                }
            }
            return;
        }
        if (first == '<' && Thread.currentThread() == main) {
            try {
                m.end(this, line, null, null);
            } catch (Throwable problem) {
                failed(m, problem);
            }
        }
        if (origin != null) {
            origin.println(line);
        }
    }

    private void failed(Monitor m, Throwable problem) {
        if (m.failed(problem)) {
            monitor = null;
        }
    }
}
