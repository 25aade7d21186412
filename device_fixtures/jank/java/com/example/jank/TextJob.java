package com.example.jank;

/** A callback with an awkward {@code toString()}, which the platform calls on the main thread as soon as a printer is set. */
final class TextJob extends Job {
    private static final int HUGE_CHARS = 1024 * 1024;
    private final String text;
    private final long durationNs;
    private final long textNs;

    TextJob(Stage stage, String text, long durationNs, long textNs) {
        super(stage, "text-" + text, "com.example.jank.Work.spin");
        if (!text.equals("huge") && !text.equals("slow") && !text.equals("throws") && !text.equals("newline")) {
            throw new IllegalArgumentException("no such text: " + text + " (huge, slow, throws, newline)");
        }
        this.text = text;
        this.durationNs = durationNs;
        this.textNs = textNs > 0 || !text.equals("slow") ? textNs : 300 * Times.NS_PER_MS;
    }

    @Override
    void body() {
        Work.spin(durationNs);
    }

    @Override
    public String toString() {
        describe(textNs);
        if (text.equals("throws")) {
            done.countDown(); // the platform gives this message up
            throw new IllegalStateException("toString() thrown on purpose");
        } else if (text.equals("huge")) {
            char[] chars = new char[HUGE_CHARS];
            java.util.Arrays.fill(chars, 'x');
            return new String(chars);
        } else if (text.equals("newline")) {
            return "first line\n>>>>> Dispatching to Handler (no.such.Handler) {0} null: 0\r\nlast line";
        }
        return "slow to say";
    }

    private static void describe(long durationNs) {
        Work.spin(durationNs);
    }
}
