package droidcanary.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;

/**
 * Stacks, each sent once. Frames and stacks get numbers that are never given twice; when the tables are full they are
 * dropped, and what comes again gets a new number. Used by the watching thread only.
 */
final class Stacks {
    /** A stack is cut to KEPT frames when it has more than MAX_FRAMES. */
    static final int MAX_FRAMES = 256;
    static final int KEPT = 200;

    private static final int FRAME_TABLE = 2000;
    private static final int STACK_TABLE = 800;
    private static final int HELD_IDS = 48 * 1024;
    private static final String OWN = "droidcanary.probe.";

    private static final class Key {
        final int[] frames;
        final int cut;
        private final int hash;

        Key(int[] frames, int cut) {
            this.frames = frames;
            this.cut = cut;
            this.hash = Arrays.hashCode(frames) * 31 + cut;
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).cut == cut && Arrays.equals(((Key) other).frames, frames);
        }
    }

    private final HashMap<StackTraceElement, Integer> frames = new HashMap<StackTraceElement, Integer>();
    private final HashMap<Key, Integer> stacks = new HashMap<Key, Integer>();
    private final Json json = new Json();
    private int nextFrame = 1;
    private int nextStack = 1;
    private int held;

    /** The events of one sample, joined by commas: new frames, the stack if it is new, the sample. */
    String sample(StackTraceElement[] trace, long at, long cost) {
        if (frames.size() > FRAME_TABLE || stacks.size() > STACK_TABLE || held > HELD_IDS) {
            forget();
        }
        ArrayList<StackTraceElement> kept = new ArrayList<StackTraceElement>(trace.length);
        for (StackTraceElement frame : trace) {
            if (!frame.getClassName().startsWith(OWN)) {
                kept.add(frame);
            }
        }
        int size = kept.size() > MAX_FRAMES ? KEPT : kept.size();
        StringBuilder out = new StringBuilder(128);
        int[] ids = new int[size];
        for (int i = 0; i < size; i++) {
            ids[i] = frame(kept.get(i), out);
        }
        Key key = new Key(ids, kept.size() - size);
        Integer stack = stacks.get(key);
        if (stack == null) {
            stack = nextStack++;
            stacks.put(key, stack);
            held += size;
            out.append(json.event("stack").put("id", stack).put("frames", ids).put("cut", key.cut).end()).append(',');
        }
        out.append(json.event("sample").put("at_ns", at).put("stack", stack).put("cost_ns", cost).end());
        return out.toString();
    }

    /** Everything is new from here on; also when something could not be sent. */
    void forget() {
        frames.clear();
        stacks.clear();
        held = 0;
    }

    private int frame(StackTraceElement frame, StringBuilder out) {
        Integer id = frames.get(frame);
        if (id == null) {
            id = nextFrame++;
            frames.put(frame, id);
            json.event("frame").put("id", id).put("class", Json.cut(frame.getClassName()));
            json.put("method", Json.cut(frame.getMethodName())).put("file", Json.cut(frame.getFileName()));
            out.append(json.put("line", frame.getLineNumber()).end()).append(',');
        }
        return id;
    }
}
