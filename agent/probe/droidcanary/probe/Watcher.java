package droidcanary.probe;

import android.os.Debug;
import android.os.Process;
import java.util.ArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The probe's one thread: looks at what is in flight, takes stacks of it, asks for signs of life. It decides when to
 * look; whether something was a block is decided by who reads the events.
 */
final class Watcher implements Runnable {
    static final int SAMPLE_BLOCK = 0;
    static final int SAMPLE_ALWAYS = 1;
    static final int SAMPLE_BLOCKCANARY = 2;

    private static final long LONGEST_POLL = 100L * Clocks.MS;
    private static final long SHORTEST_POLL = 5L * Clocks.MS;
    private static final long QUICK = 5L * Clocks.MS;
    private static final long RARE = 5L * Clocks.SECOND;
    private static final int SAMPLES_CAP = 200;
    private static final long NEVER = Long.MAX_VALUE;

    final ReentrantLock lock = new ReentrantLock();
    final Outbox outbox = new Outbox();
    final ArrayList<Track> tracks = new ArrayList<Track>();
    volatile boolean stopping;
    /** The probe has to become a pass-through: nobody drains any more, or our code keeps failing. */
    volatile boolean dead;
    /** CPU time of the draining thread, added to our own. */
    volatile long drainCpu;
    volatile long drains;

    private final Options options;
    private final Monitor monitor;
    private final Heartbeat heartbeat;
    private final Stacks stacks = new Stacks();
    private final Json json = new Json();
    private final Open[] open = new Open[Monitor.MAX_DEPTH + 1];
    private final Track[] retired = new Track[32];
    private final byte[] buffer = new byte[64];
    private final long poll;
    private final int pid = Process.myPid();
    private Thread thread;
    private int retiredAt;
    private Track silence;
    private long alwaysNext;
    private long lastStep;
    private long unheard;
    private long drainsSeen;
    private long nextSecond;
    private long countsFrom;
    private long dispatchesSeen;
    private long busySeen;
    private long idleSeen;
    private long ownSeen;
    private int samples;
    private long samplingNs;
    private boolean debugger;
    private int failuresTold;
    private int tooDeepTold;
    private int problems;

    Watcher(Options options, Monitor monitor, long now) {
        this.options = options;
        this.monitor = monitor;
        heartbeat = new Heartbeat(options.looper, monitor, options.heartbeat, options.hang, now);
        poll = Math.max(SHORTEST_POLL, Math.min(LONGEST_POLL, Math.min(options.firstSample, options.floor)));
        for (int i = 0; i < open.length; i++) {
            open[i] = new Open();
        }
        countsFrom = now;
        nextSecond = now;
        lastStep = now;
    }

    void start() {
        thread = new Thread(this, "droidcanary-watch");
        thread.setDaemon(true);
        thread.start();
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
            look(now);
            announce(now, true);
            counts(now);
        } catch (Throwable problem) {
            note("probe-error", problem.toString());
        } finally {
            lock.unlock();
        }
        if (dead) {
            options.release();
        }
    }

    private long step(long now) {
        if (now - lastStep > 3 * Clocks.SECOND) {
            json.event("gap").put("from_ns", lastStep).put("to_ns", now);
            outbox.add("gap", json.put("reason", "process-frozen").end());
        }
        listen(now);
        look(now);
        long wake = sample(now);
        now = System.nanoTime();
        wake = Math.min(wake, announce(now, false));
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

    /** Brings the tracks up to date with what is in flight. */
    private void look(long now) {
        for (int i = 0; i < tracks.size(); i++) {
            tracks.get(i).present = false;
        }
        int count = monitor.inFlight(open);
        for (int i = 0; i < count; i++) {
            Open o = open[i];
            if (o.own) {
                continue;
            }
            Track track = find(o.kind, o.id);
            if (track == null) {
                track = new Track(o.kind, o.id, o.start);
                track.nextSample = o.start + options.firstSample;
                track.nextRunning = o.start + (o.kind == Open.IDLE ? options.idleFloor : options.floor);
                tracks.add(track);
            }
            track.present = true;
        }
        for (int i = tracks.size() - 1; i >= 0; i--) {
            Track track = tracks.get(i);
            if (track.present) {
                continue;
            }
            if (track.goneAt == 0) {
                track.goneAt = now;
            }
            // An announced one stays until its end went out; when that was lost for want of room, for a second.
            if (!track.announced || track.closed || now - track.goneAt > Clocks.SECOND) {
                retire(i);
            }
        }
    }

    Track find(int kind, long id) {
        for (int i = 0; i < tracks.size(); i++) {
            if (tracks.get(i).is(kind, id)) {
                return tracks.get(i);
            }
        }
        return null;
    }

    /** Also those that are over: to resolve an end that was noticed late. */
    Track findRetired(int kind, long id) {
        Track track = find(kind, id);
        for (int i = 0; track == null && i < retired.length; i++) {
            if (retired[i] != null && retired[i].is(kind, id)) {
                track = retired[i];
            }
        }
        return track;
    }

    void retire(Track track) {
        int index = tracks.indexOf(track);
        if (index >= 0) {
            retire(index);
        }
    }

    private void retire(int index) {
        retired[retiredAt] = tracks.remove(index);
        retiredAt = (retiredAt + 1) % retired.length;
    }

    private long sample(long now) {
        long pending = heartbeat.pendingSince();
        if (pending == 0 || !tracks.isEmpty()) {
            silence = null;
        } else if (silence == null || silence.start != pending) {
            silence = new Track(-1, 0, pending);
            silence.nextSample = pending + options.firstSample;
        }
        boolean emit = options.mode == SAMPLE_ALWAYS && now >= alwaysNext;
        boolean due = emit;
        for (int i = 0; i < tracks.size(); i++) {
            Track track = tracks.get(i);
            if (track.present && !track.closed) {
                emit |= now >= track.nextSample;
                due |= now >= track.nextSample || !track.announced && now >= track.nextRunning;
            }
        }
        if (silence != null && now >= silence.nextSample) {
            emit = true;
            due = true;
        }
        if (due) {
            take(now, emit);
        }
        long wake = options.mode == SAMPLE_ALWAYS ? alwaysNext : NEVER;
        for (int i = 0; i < tracks.size(); i++) {
            Track track = tracks.get(i);
            if (track.present && !track.closed) {
                wake = Math.min(wake, track.nextSample);
            }
        }
        return silence == null ? wake : Math.min(wake, silence.nextSample);
    }

    private void take(long now, boolean emit) {
        long number = monitor.current.get();
        long before = System.nanoTime();
        Trace trace = new Trace(monitor.main.getStackTrace());
        long after = System.nanoTime();
        long cost = after - before;
        samples++;
        samplingNs += cost;
        if (monitor.current.get() != number) {
            look(after); // it ended meanwhile: the stack may belong to something else
            if (options.mode == SAMPLE_ALWAYS) {
                alwaysNext = now + later(0, cost);
            }
            return;
        }
        for (int i = 0; i < tracks.size(); i++) {
            Track track = tracks.get(i);
            if (!track.present || track.closed) {
                continue;
            }
            Open o = opened(track);
            if (o != null && track.kind == Open.DISPATCH && trace.between && trace.loops == o.level) {
                closeLost(track, o);
                emit &= options.mode == SAMPLE_ALWAYS;
                continue;
            }
            track.lastBusy = before;
            if (now >= track.nextSample) {
                track.samples++;
                boolean quick = trace.logging && track.quick++ < 40;
                track.nextSample = quick ? now + QUICK : next(now, track.samples, cost);
            }
        }
        if (silence != null && now >= silence.nextSample) {
            silence.nextSample = next(now, ++silence.samples, cost);
        }
        if (options.mode == SAMPLE_ALWAYS) {
            alwaysNext = now + later(0, cost);
        }
        if (emit && trace.frames.length > 0
                && !outbox.add("sample", stacks.sample(trace.frames, before, cost))) {
            stacks.forget();
        }
    }

    private long next(long now, int taken, long cost) {
        return taken >= SAMPLES_CAP ? NEVER : now + later(taken, cost);
    }

    /** The pause after that many samples: a long block costs some sixty, and one in five seconds from then on. */
    private long later(int taken, long cost) {
        long pause = options.interval;
        if (options.mode == SAMPLE_BLOCK) {
            pause *= taken < 20 ? 1 : taken < 40 ? 2 : taken < 50 ? 10 : 100;
        } else if (taken >= 60) {
            pause *= 100;
        }
        pause = Math.max(options.interval, Math.min(pause, RARE));
        return Math.max(pause, 20 * cost);
    }

    private Open opened(Track track) {
        for (int i = 0; i < open.length; i++) {
            if (track.is(open[i].kind, open[i].id) && open[i].start == track.start) {
                return open[i];
            }
        }
        return null;
    }

    /** The loop that ran it takes its next message: an exception left it unseen, after we last saw it busy. */
    private void closeLost(Track track, Open o) {
        track.closed = true;
        emitLost(track, o.text, o.parent());
    }

    /** The end of a dispatch whose end nobody saw, if it is known to have been long. */
    void emitLost(Track track, String text, long parent) {
        if (track.announced || track.lastBusy - track.start >= options.floor) {
            json.event("dispatch").put("id", track.id).put("start_ns", track.start);
            json.put("end_ns", Math.max(track.lastBusy, track.start)).putKnown("parent", parent).put("text", text);
            outbox.add("dispatch", json.put("threw", "?").end());
        }
    }

    /** Tells of what is in flight and due; returns when the next one is. */
    private long announce(long now, boolean last) {
        long wake = NEVER;
        long cpu = Clocks.UNKNOWN;
        boolean read = false;
        for (int i = tracks.size() - 1; i >= 0; i--) { // outermost last in the list of what is open, first told
            Track track = tracks.get(i);
            if (!track.present || track.closed) {
                continue;
            }
            Open o = opened(track);
            if (o == null) {
                continue;
            }
            if (now >= track.nextRunning || last && track.announced) {
                if (!read) {
                    int tid = monitor.tid;
                    cpu = Clocks.schedstat(tid == 0 ? pid : tid, buffer);
                    read = true;
                }
                track.nextRunning = now + Clocks.SECOND;
                track.announced |= running(o, now, cpu);
            }
            wake = Math.min(wake, track.nextRunning);
        }
        return wake;
    }

    private boolean running(Open o, long now, long cpu) {
        boolean idle = o.kind == Open.IDLE;
        json.event(idle ? "idle-running" : "running").put("id", o.id).put("start_ns", o.start).put("seen_ns", now);
        if (idle) {
            json.put("handler", o.text);
        } else {
            json.putKnown("parent", o.parent()).put("text", o.text);
        }
        if (cpu != Clocks.UNKNOWN && o.cpu != Clocks.UNKNOWN) {
            json.put("cpu_ns", Math.max(0, cpu - o.cpu)).put("cpu_from_ns", o.cpuAt);
        }
        return outbox.add(idle ? "idle-running" : "running", json.end());
    }

    private void everySecond(long now) {
        counts(now);
        boolean connected = Debug.isDebuggerConnected();
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

    private void counts(long now) {
        long dispatches = monitor.ended.get();
        long busy = monitor.busy.get();
        long idle = monitor.idleEnded.get();
        long cpu = Clocks.threadCpu();
        long own = (cpu == Clocks.UNKNOWN ? 0 : cpu) + drainCpu;
        json.event("counts").put("from_ns", countsFrom).put("to_ns", now);
        json.put("dispatches", dispatches - dispatchesSeen).put("busy_ns", busy - busySeen);
        json.put("idle_runs", idle - idleSeen).put("heartbeats", heartbeat.answers).put("samples", samples);
        outbox.add("counts", json.put("own_ns", own - ownSeen).put("sampling_ns", samplingNs).end());
        countsFrom = now;
        dispatchesSeen = dispatches;
        busySeen = busy;
        idleSeen = idle;
        ownSeen = own;
        heartbeat.answers = 0;
        samples = 0;
        samplingNs = 0;
    }

    void note(String code, String text) {
        Json note = new Json().event("notice").put("at_ns", System.nanoTime()).put("level", "warning");
        outbox.add("notice", note.put("code", code).put("text", Json.cut(text)).end());
    }
}
