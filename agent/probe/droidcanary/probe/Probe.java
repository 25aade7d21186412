package droidcanary.probe;

import android.os.Looper;
import android.os.MessageQueue;
import android.util.Printer;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;

/**
 * What the agent holds: makes the hooks (the agent puts them in and takes them out, since only it may touch hidden
 * members), hands out what was seen, and ends everything. Called by one thread, the agent's.
 */
public final class Probe {
    /** A batch is closed at about this many characters; the rest follows in the next. */
    static final int BATCH_CHARS = 256 * 1024;

    private final Options options;
    private final Monitor monitor;
    private final Watcher watcher;
    private final Json json = new Json();
    private final Open[] open = new Open[Monitor.MAX_DEPTH + 1];
    private final StringBuilder events = new StringBuilder(1024);
    private final long started;
    /** The agent's thread runs nothing but us, JavaScript included: what it uses from here on is our cost. */
    private final long cpuAtStart = Clocks.threadCpu();
    private volatile ChainedPrinter printer;
    private volatile Object observer;
    private volatile IdleList idle;
    private long sequence;
    private long lastAt;
    private long lostSeen;
    private boolean more;

    /**
     * @param looper the main looper
     * @param nanos floor, idle floor, first sample, interval, hang timeout, heartbeat, silence; all in nanoseconds
     * @param mode 0 block, 1 always, 2 blockcanary
     * @param session a token that names this session
     */
    public Probe(Looper looper, long[] nanos, int mode, String session) {
        options = new Options(looper, nanos, mode, session);
        monitor = new Monitor(looper.getThread(), options.floor, options.idleFloor);
        started = System.nanoTime();
        lastAt = started;
        watcher = new Watcher(options, monitor, new Runnable() {
            @Override
            public void run() {
                cut();
            }
        }, started);
        for (int i = 0; i < open.length; i++) {
            open[i] = new Open();
        }
    }

    /** Marks the process as watched and starts to watch; the hooks may be in place before or come later. */
    public void start() {
        options.mark(System.nanoTime());
        watcher.start();
    }

    /** A new printer in front of {@code origin}; an earlier one of ours sees no new messages from now on. */
    public ChainedPrinter chain(Printer origin) {
        if (printer != null) {
            printer.retire();
        }
        printer = new ChainedPrinter(origin, monitor);
        return printer;
    }

    /** A new observer in front of {@code origin}, as {@link #chain}. */
    public Object observe(Object origin) {
        if (observer != null) {
            ((ChainedObserver) observer).retire();
        }
        observer = new ChainedObserver(origin, monitor);
        return observer;
    }

    /** A list to take the place of {@code original}, with the same handlers. Call it under the queue's lock. */
    public IdleList watchIdle(ArrayList<MessageQueue.IdleHandler> original) {
        idle = new IdleList(original, monitor);
        return idle;
    }

    /** Calls a public method of another probe's hook, whose classes are of another loader than ours. */
    public static Object ask(Object leftover, String method) throws ReflectiveOperationException {
        return leftover.getClass().getMethod(method).invoke(leftover);
    }

    public long now() {
        return System.nanoTime();
    }

    /** When the hook last saw a message end, or when we began; now, while it sees one in flight. */
    public long lastSeen() {
        return monitor.current.get() != 0 ? System.nanoTime() : Math.max(started, monitor.lastEnd.get());
    }

    /** True: the probe gave up, or was given up on, and is a pass-through already. */
    public boolean dead() {
        return watcher.dead;
    }

    public void notice(String level, String code, String text) {
        watcher.lock.lock();
        try {
            json.event("notice").put("at_ns", System.nanoTime()).put("level", level).put("code", code);
            watcher.outbox.add("notice", json.put("text", Json.cut(text)).end());
        } finally {
            watcher.lock.unlock();
        }
    }

    public void gap(long from, long to, String reason) {
        watcher.lock.lock();
        try {
            watcher.outbox.add("gap",
                    json.event("gap").put("from_ns", from).put("to_ns", to).put("reason", reason).end());
        } finally {
            watcher.lock.unlock();
        }
    }

    /** The next batch as JSON text, or null when there is nothing to say yet. */
    public String drain() throws InterruptedException {
        watcher.drains++;
        String batch = null;
        // The watching thread holds the lock while it takes a stack; a runtime may be slow with that.
        if (watcher.lock.tryLock(50, TimeUnit.MILLISECONDS)) {
            try {
                batch = batch(false);
            } finally {
                watcher.lock.unlock();
            }
        }
        if (cpuAtStart != Clocks.UNKNOWN) {
            watcher.drainCpu = Clocks.threadCpu() - cpuAtStart;
        }
        return batch;
    }

    /** True: the last batch was full, another one is ready. */
    public boolean hasMore() {
        return more;
    }

    /** Every hook of ours only passes through from now on, and nothing of ours holds on to them. */
    public void cut() {
        if (printer != null) {
            printer.cut();
        }
        if (observer != null) {
            ((ChainedObserver) observer).cut();
        }
        if (idle != null) {
            idle.cut();
        }
    }

    /** Ends our thread, takes heartbeat and mark away. False: the thread still ran after {@code millis}. */
    public boolean stop(long millis) throws InterruptedException {
        boolean ended = watcher.stop(millis);
        cut();
        options.release();
        return ended;
    }

    /** What is left, after {@link #stop}; null: nothing, or the lock could not be had. */
    public String lastBatch() throws InterruptedException {
        if (!watcher.lock.tryLock(200, TimeUnit.MILLISECONDS)) {
            return null;
        }
        try {
            return batch(true);
        } finally {
            watcher.lock.unlock();
        }
    }

    private String batch(boolean force) {
        events.setLength(0);
        long at = System.nanoTime();
        int count = monitor.inFlight(open);
        long head = monitor.ring.head();
        // What the watching thread saw was before the end of what is in the ring: in this order, always.
        boolean complete = watcher.outbox.drainTo(events, BATCH_CHARS);
        if (complete) {
            complete = drainRing(head) && watcher.outbox.drainTo(events, 2 * BATCH_CHARS);
        }
        long lost = monitor.ring.lost();
        if (lost > lostSeen) {
            watcher.outbox.lose("dispatch", (int) (lost - lostSeen));
            lostSeen = lost;
        }
        boolean waiting = settle(count);
        watcher.outbox.drainLost(events, at);
        more = !complete;
        if (more || waiting) {
            at = lastAt; // an end is still to come, so nobody may judge by a later time
        }
        if (!force && events.length() == 0 && !watcher.waiting() && at - lastAt < Clocks.SECOND) {
            return null;
        }
        lastAt = at;
        sequence++;
        return "{\"type\":\"batch\",\"seq\":" + sequence + ",\"at_ns\":" + at + ",\"events\":[" + events
                + "],\"dropped\":0}"; // what is dropped here is told by kind, as events
    }

    /** True: everything up to {@code head} is in the batch. */
    private boolean drainRing(long head) {
        Ring ring = monitor.ring;
        while (ring.tail() < head && events.length() < BATCH_CHARS) {
            Ring.Record record = ring.at(ring.tail());
            Track track = watcher.flights.findRetired(record.kind, record.id);
            if (record.stale) {
                if (track != null && !track.closed) {
                    watcher.flights.emitLost(track, record.text, record.parent);
                }
            } else {
                Outbox.comma(events).append(record.kind == Open.IDLE ? idle(record) : dispatch(record));
            }
            if (track != null) {
                track.closed = true;
                watcher.flights.retire(track);
            }
            ring.release();
        }
        return ring.tail() >= head;
    }

    /** True: something was announced, is no longer in flight, and its end is not here yet. */
    private boolean settle(int count) {
        for (int i = 0; i < watcher.flights.tracks.size(); i++) {
            Track track = watcher.flights.tracks.get(i);
            boolean there = track.closed || !track.announced;
            for (int k = 0; k < count && !there; k++) {
                there = track.is(open[k].kind, open[k].id);
            }
            if (!there) {
                return true;
            }
        }
        return false;
    }

    private String dispatch(Ring.Record r) {
        json.event("dispatch").put("id", r.id).put("start_ns", r.start).put("end_ns", r.end);
        json.putKnown("parent", r.parent).put("text", r.text);
        if (r.hasMessage) {
            json.put("target", r.target).put("callback", r.callback).put("what", r.what);
        }
        return json.putKnown("cpu_ns", r.cpu).putKnown("cpu_from_ns", r.cpuFrom).put("threw", r.threw).end();
    }

    private String idle(Ring.Record r) {
        json.event("idle").put("id", r.id).put("handler", r.text).put("start_ns", r.start).put("end_ns", r.end);
        json.put("kept", r.kept).put("threw", r.threw);
        return json.putKnown("cpu_ns", r.cpu).putKnown("cpu_from_ns", r.cpuFrom).end();
    }
}
