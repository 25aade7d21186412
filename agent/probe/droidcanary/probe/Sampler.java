package droidcanary.probe;

/** Takes stacks of the main thread while something is in flight. Guarded by the probe's lock. */
final class Sampler {
    private static final long QUICK = 5L * Clocks.MS;
    private static final long RARE = 5L * Clocks.SECOND;
    private static final int QUICK_CAP = 40;
    private static final int SAMPLES_CAP = 200;
    private static final int LOOKS_CAP = 400;
    private static final long NEVER = Long.MAX_VALUE;

    /** Since the last counts: stacks taken, and the time that took. */
    int samples;
    long nanos;

    private final Options options;
    private final Monitor monitor;
    private final Flights flights;
    private final Heartbeat heartbeat;
    private final Outbox outbox;
    private final Stacks stacks = new Stacks();
    /** An unanswered heartbeat with nothing in flight: the thread is busy with what no hook sees. */
    private Track silence;
    private long alwaysNext;

    Sampler(Options options, Monitor monitor, Flights flights, Heartbeat heartbeat, Outbox outbox) {
        this.options = options;
        this.monitor = monitor;
        this.flights = flights;
        this.heartbeat = heartbeat;
        this.outbox = outbox;
    }

    /** Takes a stack if one is due; returns when the next one is. */
    long sample(long now) {
        long pending = heartbeat.pendingSince();
        if (pending == 0 || !flights.tracks.isEmpty()) {
            silence = null;
        } else if (silence == null || silence.start != pending) {
            silence = new Track(-1, 0, pending);
            silence.nextSample = pending + options.firstSample;
        }
        boolean emit = options.mode == Options.ALWAYS && now >= alwaysNext;
        boolean due = emit;
        for (int i = 0; i < flights.tracks.size(); i++) {
            Track track = flights.tracks.get(i);
            if (track.present && !track.closed) {
                emit |= now >= track.nextSample;
                due |= now >= track.nextSample || !track.announced && now >= track.nextRunning;
                due |= now >= track.nextLook;
            }
        }
        if (silence != null && now >= silence.nextSample) {
            emit = true;
            due = true;
        }
        if (due) {
            take(now, emit);
        }
        long wake = options.mode == Options.ALWAYS ? alwaysNext : NEVER;
        for (int i = 0; i < flights.tracks.size(); i++) {
            Track track = flights.tracks.get(i);
            if (track.present && !track.closed) {
                wake = Math.min(wake, Math.min(track.nextSample, track.nextLook));
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
        nanos += cost;
        if (monitor.current.get() != number) {
            flights.look(after); // it ended meanwhile: the stack may belong to something else
            if (options.mode == Options.ALWAYS) {
                alwaysNext = now + later(0, cost);
            }
            return;
        }
        for (int i = 0; i < flights.tracks.size(); i++) {
            Track track = flights.tracks.get(i);
            if (!track.present || track.closed) {
                continue;
            }
            Open o = flights.opened(track);
            if (o != null && track.kind == Open.DISPATCH && left(trace, o.level)) {
                flights.closeLost(track, o);
                emit &= options.mode == Options.ALWAYS;
                continue;
            }
            track.lastBusy = before;
            if (now >= track.nextLook) {
                emit |= lookForText(track, trace, now, before);
            }
            if (now >= track.nextSample) {
                boolean quick = trace.logging && track.quick++ < QUICK_CAP;
                track.nextSample = quick ? now + QUICK : next(now, ++track.samples, cost);
            }
        }
        if (silence != null && now >= silence.nextSample) {
            silence.nextSample = next(now, ++silence.samples, cost);
        }
        if (options.mode == Options.ALWAYS) {
            alwaysNext = now + later(0, cost);
        }
        if (emit) {
            send(trace, before, cost);
        }
    }

    /**
     * A message whose text is long: between which two looks did it end and did its text begin to be built? Those two are
     * sent; true: this one is the second.
     */
    private boolean lookForText(Track track, Trace trace, long now, long at) {
        track.nextLook = ++track.looks < LOOKS_CAP ? now + QUICK : NEVER;
        if (!trace.logging) {
            track.lookedAt = trace;
            track.lookedAtNs = at;
            return false;
        }
        track.nextLook = NEVER;
        if (track.lookedAt != null) {
            send(track.lookedAt, track.lookedAtNs, 0);
        }
        return true;
    }

    private void send(Trace trace, long at, long cost) {
        if (trace.frames.length > 0 && !outbox.add("sample", stacks.sample(trace.frames, at, cost))) {
            stacks.forget();
        }
    }

    /** The loop that ran a dispatch of that level takes its next message, or was itself left by an exception. */
    private static boolean left(Trace trace, int level) {
        return trace.loops < level || trace.between && trace.loops == level;
    }

    private long next(long now, int taken, long cost) {
        return taken >= SAMPLES_CAP ? NEVER : now + later(taken, cost);
    }

    /** The pause after that many samples: a long block costs some sixty, and one in five seconds from then on. */
    private long later(int taken, long cost) {
        long pause = options.interval;
        if (options.mode == Options.BLOCK) {
            pause *= taken < 20 ? 1 : taken < 40 ? 2 : taken < 50 ? 10 : 100;
        } else if (taken >= 60) {
            pause *= 100;
        }
        pause = Math.max(options.interval, Math.min(pause, RARE));
        return Math.max(pause, 20 * cost);
    }
}
