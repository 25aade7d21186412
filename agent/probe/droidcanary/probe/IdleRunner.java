package droidcanary.probe;

import android.os.MessageQueue;

/** What the platform runs in the place of an idle handler, to time it. Behaves as the handler in every other way. */
final class IdleRunner implements MessageQueue.IdleHandler {
    final MessageQueue.IdleHandler original;
    private final IdleList list;

    IdleRunner(MessageQueue.IdleHandler original, IdleList list) {
        this.original = original;
        this.list = list;
    }

    @Override
    public boolean queueIdle() {
        Monitor monitor = list.monitor();
        boolean begun = false;
        if (monitor != null) {
            try {
                begun = monitor.beginIdle(original.getClass().getName());
            } catch (Throwable problem) {
                list.failed(monitor, problem);
            }
        }
        if (!begun) {
            return original.queueIdle();
        }
        boolean kept = false;
        String threw = "?";
        try {
            kept = original.queueIdle();
            threw = null;
            return kept;
        } catch (RuntimeException e) {
            threw = e.getClass().getName();
            throw e;
        } catch (Error e) {
            threw = e.getClass().getName();
            throw e;
        } finally {
            try {
                monitor.endIdle(kept, threw);
            } catch (Throwable problem) {
                list.failed(monitor, problem);
            }
        }
    }

    /** Equal to its handler: a plain list that took over meanwhile still finds what the platform wants removed. */
    @Override
    public boolean equals(Object other) {
        return other == this || original.equals(IdleList.unwrap(other));
    }

    @Override
    public int hashCode() {
        return original.hashCode();
    }

    @Override
    public String toString() {
        return original.toString();
    }
}
