package droidcanary.probe;

import android.os.Debug;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The probe's one thread: looks at what is in flight, takes stacks of it, asks for signs of life. It decides when to
 * look; whether something was a block is decided by who reads the events.
 */
final class Watcher implements Runnable {
    private static final long LONGEST_POLL = 100L * Clocks.MS;
    private static final long SHORTEST_POLL = 5L * Clocks.MS;

    final ReentrantLock lock = new ReentrantLock();
    final Outbox outbox = new Outbox();
    final Flights flights;
    volatile boolean stopping;
    /** The probe has to become a pass-through: nobody drains any more, or our code keeps failing. */
    volatile boolean dead;
    /** CPU time of the agent's thread since the start, added to our own. */
    volatile long drainCpu;
    volatile long drains;

    private final Options options;
    private final Monitor monitor;
    private final Runnable cut;
    private final Heartbeat heartbeat;
    private final Sampler sampler;
    private final Json json = new Json();
    private final long poll;
    private Thread thread;
    private long lastStep;
    private long unheard;
    private long drainsSeen;
    private long nextSecond;
    private long countsFrom;
    private long dispatchesSeen;
    private long busySeen;
    private long idleSeen;
    private long ownSeen;
    private boolean debugger;
    private int failuresTold;
    private int tooDeepTold;
    private int problems;

    /** {@code cut} makes every hook of ours a pass-through. */
    Watcher(Options options, Monitor monitor, Runnable cut, long now) {
        this.options = options;
        this.monitor = monitor;
        this.cut = cut;
        heartbeat = new Heartbeat(options.looper, monitor, options.heartbeat, options.hang, now);
        poll = Math.max(SHORTEST_POLL, Math.min(LONGEST_POLL, Math.min(options.firstSample, options.floor)));
        flights = new Flights(options, monitor, outbox);
        sampler = new Sampler(options, monitor, flights, heartbeat, outbox);
        countsFrom = now;
        nextSecond = now;
        lastStep = now;
    }

    void start() {
        thread = new Thread(this, "droidcanary-watch");
        thread.setDaemon(true);
        thread.start();
    }

    /** Something that was told of is not over: time itself is news then. */
    boolean waiting() {
        if (heartbeat.overdue()) {
            return true;
        }
        for (int i = 0; i < flights.tracks.size(); i++) {
            Track track = flights.tracks.get(i);
            if (track.announced && !track.closed) {
                return true;
            }
        }
        return false;
    }

    /** Ends the thread; false: it still ran after that long. */
    boolean stop(long millis) throws InterruptedException {
        stopping = true;
        LockSupport.unpark(thread);
        thread.join(millis);
        return !thread.isAlive();
    }

    @Override
    public void run() {
        while (!stopping && !dead) {
            long now = System.nanoTime();
            long wake = now + LONGEST_POLL;
            lock.lock();
            try {
                wake = step(now);
            } catch (Throwable problem) {
                note("probe-error", problem.toString());
                dead = ++problems >= 5;
            } finally {
                lock.unlock();
            }
            long pause = wake - System.nanoTime();
            if (pause > 0 && !stopping && !dead) {
                LockSupport.parkNanos(this, pause);
            }
        }
        lock.lock();
        try {
            heartbeat.remove();
            long now = System.nanoTime();
            flights.look(now);
            flights.announce(now, true);
            counts(now);
        } catch (Throwable problem) {
            note("probe-error", problem.toString());
        } finally {
            lock.unlock();
        }
        if (dead) {
            cut.run();
            options.release();
        }
    }

    private long step(long now) {
        if (now - lastStep > 3 * Clocks.SECOND) {
            json.event("gap").put("from_ns", lastStep).put("to_ns", now);
            outbox.add("gap", json.put("reason", "process-frozen").end());
        }
        listen(now);
        flights.look(now);
        long wake = sampler.sample(now);
        now = System.nanoTime();
        wake = Math.min(wake, flights.announce(now, false));
        wake = Math.min(wake, heartbeat.step(now, outbox));
        if (now >= nextSecond) {
            nextSecond = now + Clocks.SECOND;
            everySecond(now);
        }
        lastStep = System.nanoTime();
        return Math.min(wake, lastStep + poll);
    }

    /** Nobody drains for that long, while we ourselves were running: the agent is gone. */
    private void listen(long now) {
        long seen = drains;
        if (seen != drainsSeen) {
            drainsSeen = seen;
            unheard = 0;
        } else {
            unheard += Math.min(now - lastStep, 3 * LONGEST_POLL);
            dead = dead || unheard > options.silence;
        }
    }

    private void everySecond(long now) {
        counts(now);
        boolean connected = debuggerConnected();
        if (connected != debugger) {
            debugger = connected;
            outbox.add("debugger", json.event("debugger").put("at_ns", now).put("connected", connected).end());
        }
        if (monitor.failures > failuresTold) {
            failuresTold = monitor.failures;
            note("probe-error", "on the main thread: " + monitor.failure);
        }
        if (monitor.tooDeep > tooDeepTold) {
            outbox.lose("dispatch", monitor.tooDeep - tooDeepTold);
            tooDeepTold = monitor.tooDeep;
        }
        options.mark(now);
    }

    private static boolean debuggerConnected() {
        try {
            return Debug.isDebuggerConnected();
        } catch (LinkageError notThere) {
            return false; // a runtime without this native
        }
    }

    private void counts(long now) {
        long dispatches = monitor.ended.get();
        long busy = monitor.busy.get();
        long idle = monitor.idleEnded.get();
        long cpu = Clocks.threadCpu();
        long own = (cpu == Clocks.UNKNOWN ? 0 : cpu) + drainCpu;
        json.event("counts").put("from_ns", countsFrom).put("to_ns", now);
        json.put("dispatches", dispatches - dispatchesSeen).put("busy_ns", busy - busySeen);
        json.put("idle_runs", idle - idleSeen).put("heartbeats", heartbeat.answers).put("samples", sampler.samples);
        outbox.add("counts", json.put("own_ns", own - ownSeen).put("sampling_ns", sampler.nanos).end());
        countsFrom = now;
        dispatchesSeen = dispatches;
        busySeen = busy;
        idleSeen = idle;
        ownSeen = own;
        heartbeat.answers = 0;
        sampler.samples = 0;
        sampler.nanos = 0;
    }

    void note(String code, String text) {
        Json note = new Json().event("notice").put("at_ns", System.nanoTime()).put("level", "warning");
        outbox.add("notice", note.put("code", code).put("text", Json.cut(text)).end());
    }
}
