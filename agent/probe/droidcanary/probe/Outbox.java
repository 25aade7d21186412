package droidcanary.probe;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;

/** Events as JSON texts on their way out, bounded; what does not fit is counted by kind. Guarded by the probe's lock. */
final class Outbox {
    static final int MAX_CHARS = 256 * 1024;

    private final ArrayDeque<String> texts = new ArrayDeque<String>();
    private final TreeMap<String, Integer> lost = new TreeMap<String, Integer>();
    private final Json json = new Json();
    private int chars;

    /** False: no room, counted as a lost {@code tag}. */
    boolean add(String tag, String text) {
        if (chars + text.length() > MAX_CHARS) {
            lose(tag, 1);
            return false;
        }
        texts.add(text);
        chars += text.length();
        return true;
    }

    void lose(String tag, int count) {
        Integer before = lost.get(tag);
        lost.put(tag, before == null ? count : before + count);
    }

    /** Moves texts to {@code out} until it holds {@code limit} characters; true: all of them. */
    boolean drainTo(StringBuilder out, int limit) {
        while (!texts.isEmpty() && out.length() < limit) {
            String text = texts.poll();
            chars -= text.length();
            comma(out).append(text);
        }
        return texts.isEmpty();
    }

    /** Appends what was lost since the last time as events. */
    void drainLost(StringBuilder out, long at) {
        for (Map.Entry<String, Integer> entry : lost.entrySet()) {
            json.event("lost").put("what", entry.getKey()).put("count", entry.getValue()).put("where", "probe");
            comma(out).append(json.put("at_ns", at).end());
        }
        lost.clear();
    }

    boolean isEmpty() {
        return texts.isEmpty() && lost.isEmpty();
    }

    static StringBuilder comma(StringBuilder out) {
        return out.length() == 0 ? out : out.append(',');
    }
}
