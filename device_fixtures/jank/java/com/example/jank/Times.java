package com.example.jank;

/** Times as scripts write them: {@code 800ms}, {@code 2s}, {@code 1.5s}, {@code 1m}. */
final class Times {
    static final long NS_PER_MS = 1000000L;
    private static final long NS_PER_S = 1000 * NS_PER_MS;

    private Times() {
    }

    static long parseNs(String text) {
        int unitAt = 0;
        while (unitAt < text.length() && (Character.isDigit(text.charAt(unitAt)) || text.charAt(unitAt) == '.')) {
            unitAt++;
        }
        String unit = text.substring(unitAt);
        long scale = unit.equals("ms") ? NS_PER_MS : unit.equals("s") ? NS_PER_S : unit.equals("m") ? 60 * NS_PER_S : 0;
        if (scale == 0 || unitAt == 0) {
            throw new IllegalArgumentException("not a time such as 800ms, 2s or 1m: " + text);
        }
        return (long) (Double.parseDouble(text.substring(0, unitAt)) * scale);
    }

    static void sleepUntil(long uptimeNs) {
        for (long leftNs = uptimeNs - System.nanoTime(); leftNs > 0; leftNs = uptimeNs - System.nanoTime()) {
            try {
                Thread.sleep(leftNs / NS_PER_MS, (int) (leftNs % NS_PER_MS));
            } catch (InterruptedException unexpected) {
                throw new IllegalStateException("nobody interrupts this thread", unexpected);
            }
        }
    }
}
