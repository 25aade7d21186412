package droidcanary.probe;

/** The few assertions that these tests need; the build fetches no test library for the probe. */
final class Check {
    private Check() {}

    static void that(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    static void equal(Object expected, Object actual) {
        if (expected == null ? actual != null : !expected.equals(actual)) {
            throw new AssertionError("expected <" + expected + ">, got <" + actual + ">");
        }
    }
}
