package droidcanary.probe;

final class StacksTests {
    private final Stacks stacks = new Stacks();

    private static StackTraceElement frame(int line) {
        return new StackTraceElement("app.A", "m", "A.java", line);
    }

    private static StackTraceElement[] deep(int depth) {
        StackTraceElement[] frames = new StackTraceElement[depth];
        for (int i = 0; i < depth; i++) {
            frames[i] = frame(i);
        }
        return frames;
    }

    void everythingGoesOverOnce() {
        String first = stacks.sample(new StackTraceElement[] {frame(1), frame(2)}, 10, 3);
        Check.equal("{\"event\":\"frame\",\"id\":1,\"class\":\"app.A\",\"method\":\"m\",\"file\":\"A.java\",\"line\":1},"
                + "{\"event\":\"frame\",\"id\":2,\"class\":\"app.A\",\"method\":\"m\",\"file\":\"A.java\",\"line\":2},"
                + "{\"event\":\"stack\",\"id\":1,\"frames\":[1,2],\"cut\":0},"
                + "{\"event\":\"sample\",\"at_ns\":10,\"stack\":1,\"cost_ns\":3}", first);
        Check.equal("{\"event\":\"sample\",\"at_ns\":20,\"stack\":1,\"cost_ns\":4}",
                stacks.sample(new StackTraceElement[] {frame(1), frame(2)}, 20, 4));
    }

    void ourOwnFramesAreLeftOut() {
        String text = stacks.sample(new StackTraceElement[] {
            frame(1), new StackTraceElement("droidcanary.probe.IdleRunner", "queueIdle", "IdleRunner.java", 9), frame(2),
        }, 1, 1);
        Check.that(!text.contains("droidcanary") && text.contains("\"frames\":[1,2]"), text);
    }

    void deepStacksKeepTheDeepestFrames() {
        String text = stacks.sample(deep(Stacks.MAX_FRAMES + 44), 1, 1);
        Check.that(text.contains("\"cut\":" + (Stacks.MAX_FRAMES + 44 - Stacks.KEPT)), "cut");
        Check.that(text.contains("\"line\":0") && !text.contains("\"line\":" + Stacks.KEPT + "}"), "the deepest ones");
        Check.that(new Stacks().sample(deep(Stacks.MAX_FRAMES), 1, 1).contains("\"cut\":0"), "as deep as may be");
    }

    void numbersAreNeverGivenTwice() {
        stacks.sample(new StackTraceElement[] {frame(1)}, 1, 1);
        stacks.forget();
        String text = stacks.sample(new StackTraceElement[] {frame(1)}, 2, 1);
        Check.that(text.contains("\"event\":\"frame\",\"id\":2") && text.contains("\"stack\":2"), text);
    }

    void theTablesAreBounded() {
        int longest = 0;
        for (int i = 0; i < 5000; i++) {
            longest = Math.max(longest, stacks.sample(new StackTraceElement[] {frame(i), frame(-i)}, i, 1).length());
        }
        String again = stacks.sample(new StackTraceElement[] {frame(0)}, 1, 1);
        Check.that(again.contains("\"event\":\"frame\""), "forgotten, so sent again");
    }

    void aFullOutboxSaysWhatItLost() {
        Outbox outbox = new Outbox();
        char[] big = new char[Outbox.MAX_CHARS - 2];
        Check.that(outbox.add("sample", new String(big)), "fits");
        Check.that(!outbox.add("sample", "xxx") && !outbox.add("sample", "yyy") && outbox.add("running", "z"), "full");
        StringBuilder out = new StringBuilder();
        Check.that(outbox.drainTo(out, Integer.MAX_VALUE), "all");
        out.setLength(0);
        outbox.drainLost(out, 5);
        Check.equal("{\"event\":\"lost\",\"what\":\"sample\",\"count\":2,\"where\":\"probe\",\"at_ns\":5}", out.toString());
        Check.that(outbox.isEmpty(), "empty");
    }
}
