package droidcanary.probe;

import android.os.Handler;
import android.os.Message;
import android.os.Process;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What happens on the main thread. An ordinary message costs two clock reads and a few plain writes: no lock, no
 * allocation, no volatile write (lazySet orders, and does not wait).
 *
 * <p>What is in flight is published by number: {@link #current} names a slot, and a slot is only written again some
 * publications later, so a reader that finds the same number before and after has read one consistent slot.
 */
class Monitor {
    static final int MAX_DEPTH = 16;

    private static final int SLOTS = 8;
    private static final String BEGIN = ">>>>> Dispatching to ";
    private static final String END = "<<<<< Finished to ";

    final Thread main;
    final Ring ring = new Ring(512);
    /** The publication in flight, 0: nothing. */
    final AtomicLong current = new AtomicLong();
    /** Sums: finished dispatches, the wall time of the outermost ones, idle runs, when the last one ended. */
    final AtomicLong ended = new AtomicLong();
    final AtomicLong busy = new AtomicLong();
    final AtomicLong idleEnded = new AtomicLong();
    final AtomicLong lastEnd = new AtomicLong();
    /** Main's kernel thread id, 0 until its first message. */
    volatile int tid;
    /** Failures of our own code on the main thread; too many and the hooks become pass-throughs. */
    volatile int failures;
    volatile String failure;
    volatile int tooDeep;

    private final long floor;
    private final long idleFloor;
    private final Open[] slots = new Open[SLOTS];

    // Main thread only.
    private Open top;
    private int depth;
    private int overflow;
    private long published;
    private long ids;
    private long idleIds;
    private long endedSum;
    private long busySum;
    private long idleSum;
    private long cpu = Clocks.UNKNOWN;
    private long cpuAt;
    private int base;

    Monitor(Thread main, long floor, long idleFloor) {
        this.main = main;
        this.floor = floor;
        this.idleFloor = idleFloor;
        for (int i = 0; i < SLOTS; i++) {
            slots[i] = new Open();
        }
    }

    /** A dispatch begins: {@code text} is the printer's line, null under an observer. */
    void begin(String text, Object owner) {
        if ((top != null || base == 0) && !prepare()) {
            return;
        }
        if (text != null && text.length() > Json.LIMIT) {
            text = Json.cut(text);
        }
        open(Open.DISPATCH, ++ids, text, owner);
    }

    /**
     * The dispatch that this hook saw begin ends. A printer knows {@code line}; an observer knows {@code message} and
     * {@code threw}.
     */
    void end(Object owner, String line, Message message, Throwable threw) {
        if (overflow > 0) {
            overflow--;
            return;
        }
        Open done = top;
        if (done == null) {
            if (base > 1) {
                base--; // the message that ran the loop in which we were attached
            }
            return;
        }
        if (done.outer != null && line != null && !endsWith(done.text, line)) {
            done = unwind();
        }
        if (done.kind != Open.DISPATCH || done.owner != owner) {
            return;
        }
        close(done);
        // Read after "nothing is in flight" was published: who still saw it in flight was earlier than its end.
        long now = System.nanoTime();
        if (done.own) {
            if (ids == done.id) {
                ids--; // ids are the app's own messages, whatever hook and heartbeat we use
            }
            done.text = null;
            return;
        }
        ended.lazySet(++endedSum);
        if (done.outer == null) {
            busy.lazySet(busySum += now - done.start);
        }
        lastEnd.lazySet(now);
        if (now - done.start >= floor) {
            report(done, now, message, threw == null ? null : threw.getClass().getName(), false);
        }
        done.text = null;
    }

    /** An idle handler of this class begins; false: not recorded, so there will be no end. */
    boolean beginIdle(String handler) {
        if (Thread.currentThread() != main || (top != null || base == 0) && !prepare()) {
            return false;
        }
        open(Open.IDLE, ++idleIds, handler, null);
        return true;
    }

    void endIdle(boolean kept, String threw) {
        Open done = top;
        while (done != null && done.kind == Open.DISPATCH) {
            drop(done); // its end was lost inside the handler
            done = top;
        }
        if (done == null) {
            return;
        }
        close(done);
        long now = System.nanoTime();
        idleEnded.lazySet(++idleSum);
        lastEnd.lazySet(now);
        if (now - done.start >= idleFloor) {
            report(done, now, null, threw, kept);
        }
        done.text = null;
    }

    /** Our heartbeat runs: the dispatch around it is not the app's. */
    void markOwn() {
        Open open = top;
        if (Thread.currentThread() == main && overflow == 0 && open != null && open.kind == Open.DISPATCH
                && (open.text == null || open.text.contains("droidcanary.probe."))) {
            open.own = true;
        }
    }

    /** Our own code failed on the main thread; true: give up. */
    boolean failed(Throwable problem) {
        top = null;
        depth = 0;
        overflow = 0;
        current.lazySet(0);
        failure = problem.toString();
        return ++failures >= 3;
    }

    /** Watcher: copies what is in flight, innermost first; 0 when nothing is. Never blocks. */
    int inFlight(Open[] into) {
        for (int attempt = 0; attempt < 16; attempt++) {
            long number = current.get();
            if (number == 0) {
                return 0;
            }
            into[0].copyFrom(slots[(int) number & (SLOTS - 1)]);
            if (current.get() != number) {
                continue;
            }
            int count = 1;
            for (Open outer = into[0].outer; outer != null && count < into.length; outer = outer.outer) {
                into[count++].copyFrom(outer);
            }
            return count;
        }
        return 0; // main goes through short messages faster than we read: nothing there is long
    }

    private void open(int kind, long id, String text, Object owner) {
        long now = System.nanoTime();
        if (now - cpuAt >= Clocks.MS) {
            cpu = Clocks.threadCpu();
            cpuAt = now;
        }
        long number = published + 1;
        Open slot = slots[(int) number & (SLOTS - 1)];
        slot.kind = kind;
        slot.id = id;
        slot.text = text;
        slot.cpu = cpu;
        slot.cpuAt = cpuAt;
        slot.owner = owner;
        slot.own = false;
        slot.verifiedAt = 0;
        if (depth == 0) {
            slot.outer = null;
            slot.level = base;
        } else {
            Open outer = new Open();
            outer.copyFrom(top);
            slot.outer = outer;
            slot.level = top.innerLevel;
        }
        slot.start = now;
        top = slot;
        depth++;
        published = number;
        current.lazySet(number);
    }

    /** Takes the innermost off; what is around it is in flight again, without a moment in which nothing was. */
    private void close(Open done) {
        depth--;
        Open outer = done.outer;
        if (outer == null) {
            top = null;
            current.lazySet(0);
            return;
        }
        long number = published + 1;
        Open slot = slots[(int) number & (SLOTS - 1)];
        slot.copyFrom(outer);
        top = slot;
        published = number;
        current.lazySet(number);
    }

    private void report(Open done, long now, Message message, String threw, boolean kept) {
        long cpuNow = Clocks.threadCpu();
        cpu = cpuNow;
        cpuAt = now;
        Ring.Record record = claim(done, now);
        if (record == null) {
            return;
        }
        record.threw = threw;
        record.kept = kept;
        if (cpuNow != Clocks.UNKNOWN && done.cpu != Clocks.UNKNOWN) {
            record.cpu = cpuNow - done.cpu;
            record.cpuFrom = done.cpuAt;
        }
        if (message != null) {
            Handler target = message.getTarget();
            Runnable callback = message.getCallback();
            record.target = target == null ? null : target.getClass().getName();
            record.callback = callback == null ? null : callback.getClass().getName();
            record.what = message.what;
            record.hasMessage = true;
        }
        ring.publish(record);
    }

    private Ring.Record claim(Open done, long now) {
        Ring.Record record = ring.claim(done.text == null ? 0 : done.text.length());
        if (record == null) {
            return null;
        }
        record.kind = done.kind;
        record.stale = false;
        record.id = done.id;
        record.start = done.start;
        record.end = now;
        record.parent = done.parent();
        record.text = done.text;
        record.threw = null;
        record.kept = false;
        record.hasMessage = false;
        record.cpu = Clocks.UNKNOWN;
        record.cpuFrom = Clocks.UNKNOWN;
        return record;
    }

    /**
     * The rare begins: the first one ever, and one while something is in flight. That is a loop run inside a message,
     * or an exception left the message and somebody called the loop again, so that we never saw its end.
     */
    private boolean prepare() {
        if (base == 0) {
            base = Math.max(1, loops());
            tid = kernelThreadId();
        }
        if (overflow > 0) {
            overflow++;
            tooDeep++;
            return false;
        }
        while (top != null && lostItsEnd(top)) {
            drop(top);
        }
        if (depth >= MAX_DEPTH) {
            overflow++;
            tooDeep++;
            return false;
        }
        return true;
    }

    /** Decided by the stack: inside a nested loop there are more loops than when it began. Once a second at most. */
    private boolean lostItsEnd(Open open) {
        long now = System.nanoTime();
        if (open.verifiedAt != 0 && now - open.verifiedAt < Clocks.SECOND) {
            return false;
        }
        int loops = loops();
        // An idle handler ends in a finally: inside it, only a loop of its own can bring us here.
        if (loops <= open.level && open.kind == Open.DISPATCH) {
            return true;
        }
        open.innerLevel = Math.max(loops, open.level + 1);
        open.verifiedAt = now;
        return false;
    }

    /** Whether this end line belongs to that begin line: the same handler and callback, told in the same words. */
    static boolean endsWith(String begin, String end) {
        int length = end.length() - END.length();
        return begin != null && length > 0 && begin.startsWith(BEGIN) && end.startsWith(END)
                && begin.regionMatches(BEGIN.length(), end, END.length(), length)
                && begin.startsWith(": ", BEGIN.length() + length);
    }

    /** An end inside a nested loop that may be that of something further out: takes off what lost its end before. */
    private Open unwind() {
        int loops = loops();
        while (top.outer != null && top.level > loops) {
            drop(top);
        }
        return top;
    }

    private void drop(Open lost) {
        close(lost);
        long now = System.nanoTime();
        ended.lazySet(++endedSum);
        Ring.Record record = claim(lost, now);
        if (record != null) {
            record.stale = true;
            ring.publish(record);
        }
        lost.text = null;
    }

    private static int kernelThreadId() {
        try {
            return Process.myTid();
        } catch (LinkageError notThere) {
            return 0; // a runtime without this native: taken to be the process's first thread
        }
    }

    /** Frames of {@code Looper.loop} on the calling thread's stack. */
    int loops() {
        int loops = 0;
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            if ("loop".equals(frame.getMethodName()) && "android.os.Looper".equals(frame.getClassName())) {
                loops++;
            }
        }
        return loops;
    }
}
