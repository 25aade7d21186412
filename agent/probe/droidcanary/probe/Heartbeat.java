package droidcanary.probe;

import android.os.Handler;
import android.os.Looper;
import android.os.MessageQueue;

/**
 * Asks the main thread for a sign of life when there was none for a while: posted to its handler, answered or not.
 * An app that idles in the kernel, with nothing due, is alive and is not woken. Guarded by the probe's lock, apart
 * from {@link #run()}.
 */
final class Heartbeat implements Runnable {
    private final Looper looper;
    private final Monitor monitor;
    private final long period;
    private final long force;
    private final Json json = new Json();
    private Handler handler;
    private MessageQueue queue;
    private long id;
    private long posted;
    private boolean pending;
    private boolean reported;
    private long nextReport;
    private long progress;
    private long alive;
    private long lastPost;
    private volatile long answered;

    int answers;

    Heartbeat(Looper looper, Monitor monitor, long period, long force, long now) {
        this.looper = looper;
        this.monitor = monitor;
        this.period = period;
        this.force = Math.max(period, force);
        alive = now;
        lastPost = now;
        try {
            queue = looper.getQueue();
        } catch (NoSuchMethodError olderThan23) {
            queue = null;
        }
    }

    @Override
    public void run() {
        try {
            monitor.markOwn();
        } finally {
            answered = System.nanoTime();
        }
    }

    /** When the unanswered one was posted, or 0. */
    long pendingSince() {
        return pending && answered == 0 ? posted : 0;
    }

    /** True while one is unanswered for so long that it was told of. */
    boolean overdue() {
        return pending && reported;
    }

    /** Looks after the heartbeat; returns when it wants to be called again. */
    long step(long now, Outbox outbox) {
        if (pending) {
            long answer = answered;
            if (answer != 0) {
                pending = false;
                answers++;
                alive = now;
                if (reported || answer - posted >= Clocks.SECOND) {
                    report(now, answer, outbox);
                }
            } else if (now >= nextReport) {
                reported = true;
                nextReport = now + Clocks.SECOND;
                report(now, 0, outbox);
            }
            return pending ? nextReport : now + period;
        }
        long seen = monitor.ended.get() + monitor.idleEnded.get();
        if (seen != progress) {
            progress = seen;
            alive = now;
        }
        if (now - lastPost < force) {
            if (now - alive < period) {
                return alive + period;
            }
            if (idling()) {
                alive = now;
                return now + period;
            }
        }
        post(now);
        return nextReport;
    }

    void remove() {
        if (handler != null) {
            handler.removeCallbacksAndMessages(null);
        }
    }

    private void post(long now) {
        if (handler == null) {
            handler = new Handler(looper);
        }
        id++;
        answered = 0;
        posted = now;
        lastPost = now;
        pending = true;
        reported = false;
        nextReport = now + Clocks.SECOND;
        if (!handler.post(this)) {
            pending = false; // the looper is quitting: there is nobody to ask
        }
    }

    private void report(long now, long answer, Outbox outbox) {
        json.event("heartbeat").put("id", id).put("posted_ns", posted).put("seen_ns", now);
        if (answer != 0) {
            json.put("answered_ns", answer);
        }
        outbox.add("heartbeat", json.end());
    }

    /** Nothing is due and the thread waits in the kernel: not even input, which runs inside that wait, is handled. */
    private boolean idling() {
        if (queue == null || monitor.current.get() != 0 || !queue.isIdle()) {
            return false;
        }
        StackTraceElement[] trace = monitor.main.getStackTrace();
        return trace.length > 0 && "nativePollOnce".equals(trace[0].getMethodName())
                && "android.os.MessageQueue".equals(trace[0].getClassName());
    }
}
