package com.example.jank;

/**
 * Methods that take known shares of a message's time.
 *
 * <p>Each one has a loop of its own, as a frame of a common one would be on top of the stack: see {@link Work#spin}.
 */
final class Shares {
    static final String[] NAMES = {"heavy", "medium", "light", "tiny"};
    /** Rounds of uneven length: a sampler with a period of its own must not fall into step. */
    private static final long[] ROUND_NS = {13000000, 29000000, 7000000, 23000000, 17000000, 37000000, 11000000};

    private Shares() {
    }

    /** Each method gets its percentage of every round, or of the whole in one go. */
    static void run(long durationNs, int[] percents, boolean inOrder) {
        long endNs = System.nanoTime() + durationNs;
        if (inOrder) {
            round(durationNs, percents);
        }
        for (int i = 0; System.nanoTime() < endNs; i++) {
            round(Math.min(ROUND_NS[i % ROUND_NS.length], endNs - System.nanoTime()), percents);
        }
    }

    private static void round(long roundNs, int[] percents) {
        heavy(roundNs * percents[0] / 100);
        medium(roundNs * percents[1] / 100);
        light(roundNs * percents[2] / 100);
        tiny(roundNs * percents[3] / 100);
    }

    static void heavy(long durationNs) {
        long endNs = System.nanoTime() + durationNs;
        long value = endNs;
        boolean over;
        do {
            over = System.nanoTime() >= endNs;
            for (int i = 0; i < Work.STEPS_PER_LOOK; i++) {
                value = value * 31 + i;
            }
        } while (!over);
        Work.sink = value;
    }

    static void medium(long durationNs) {
        long endNs = System.nanoTime() + durationNs;
        long value = endNs;
        boolean over;
        do {
            over = System.nanoTime() >= endNs;
            for (int i = 0; i < Work.STEPS_PER_LOOK; i++) {
                value = value * 33 + i;
            }
        } while (!over);
        Work.sink = value;
    }

    static void light(long durationNs) {
        long endNs = System.nanoTime() + durationNs;
        long value = endNs;
        boolean over;
        do {
            over = System.nanoTime() >= endNs;
            for (int i = 0; i < Work.STEPS_PER_LOOK; i++) {
                value = value * 35 + i;
            }
        } while (!over);
        Work.sink = value;
    }

    static void tiny(long durationNs) {
        long endNs = System.nanoTime() + durationNs;
        long value = endNs;
        boolean over;
        do {
            over = System.nanoTime() >= endNs;
            for (int i = 0; i < Work.STEPS_PER_LOOK; i++) {
                value = value * 37 + i;
            }
        } while (!over);
        Work.sink = value;
    }
}
