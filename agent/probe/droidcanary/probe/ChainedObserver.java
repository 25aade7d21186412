package droidcanary.probe;

import android.os.Looper;
import android.os.Message;

/**
 * The dispatch hook for API 29 and newer: the platform builds no text for it. It is one for the whole process, so
 * whatever other threads' loopers dispatch only passes through. Loaded only when it is used.
 */
public final class ChainedObserver implements Looper.Observer {
    private final Looper.Observer origin;
    private final Thread main;
    private volatile Monitor monitor;
    private volatile boolean begins = true;

    ChainedObserver(Object origin, Monitor monitor) {
        this.origin = (Looper.Observer) origin;
        this.main = monitor.main;
        this.monitor = monitor;
    }

    /** The observer that was there before, or null. */
    public Object origin() {
        return origin;
    }

    void retire() {
        begins = false;
    }

    void cut() {
        monitor = null;
    }

    @Override
    public Object messageDispatchStarting() {
        // The other one's token is ours as well, so it gets back what it gave out and we allocate nothing.
        Object token = origin == null ? null : origin.messageDispatchStarting();
        Monitor m = monitor;
        if (m != null && begins && Thread.currentThread() == main) {
            try {
                m.begin(null, this);
            } catch (Throwable problem) {
                failed(m, problem);
            }
        }
        return token;
    }

    @Override
    public void messageDispatched(Object token, Message message) {
        ended(message, null);
        if (origin != null) {
            origin.messageDispatched(token, message);
        }
    }

    @Override
    public void dispatchingThrewException(Object token, Message message, Exception exception) {
        ended(message, exception);
        if (origin != null) {
            origin.dispatchingThrewException(token, message, exception);
        }
    }

    private void ended(Message message, Exception exception) {
        Monitor m = monitor;
        if (m != null && Thread.currentThread() == main) {
            try {
                m.end(this, null, message, exception);
            } catch (Throwable problem) {
                failed(m, problem);
            }
        }
    }

    private void failed(Monitor m, Throwable problem) {
        if (m.failed(problem)) {
            monitor = null;
        }
    }
}
