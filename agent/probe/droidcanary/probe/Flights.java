package droidcanary.probe;

import android.os.Process;
import java.util.ArrayList;

/** What the watching thread knows of what is in flight on the main thread, and tells of it. Guarded by the probe's lock. */
final class Flights {
    private static final long NEVER = Long.MAX_VALUE;

    final ArrayList<Track> tracks = new ArrayList<Track>();

    private final Options options;
    private final Monitor monitor;
    private final Outbox outbox;
    private final Json json = new Json();
    private final Open[] open = new Open[Monitor.MAX_DEPTH + 1];
    private final Track[] retired = new Track[32];
    private final byte[] buffer = new byte[64];
    private final int pid = Process.myPid();
    private int retiredAt;

    Flights(Options options, Monitor monitor, Outbox outbox) {
        this.options = options;
        this.monitor = monitor;
        this.outbox = outbox;
        for (int i = 0; i < open.length; i++) {
            open[i] = new Open();
        }
    }

    /** Brings the tracks up to date with what is in flight. */
    void look(long now) {
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
                if (o.text != null && o.text.length() >= Json.LIMIT) {
                    track.nextLook = track.nextSample; // so long a text takes its time at the end, too
                }
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

    Open opened(Track track) {
        for (int i = 0; i < open.length; i++) {
            if (track.is(open[i].kind, open[i].id) && open[i].start == track.start) {
                return open[i];
            }
        }
        return null;
    }

    /** The loop that ran it takes its next message: an exception left it unseen, after we last saw it busy. */
    void closeLost(Track track, Open o) {
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
    long announce(long now, boolean last) {
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
}
