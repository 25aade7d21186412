package droidcanary.probe;

/** The calling thread plays the main thread; how many loops it is in is told, not found on the stack. */
final class FakeMonitor extends Monitor {
    int loops = 1;

    FakeMonitor(long floor) {
        super(Thread.currentThread(), floor, floor);
    }

    @Override
    int loops() {
        return loops;
    }

    Ring.Record next() {
        return ring.tail() < ring.head() ? ring.at(ring.tail()) : null;
    }

    Ring.Record take(long id) {
        Ring.Record record = next();
        Check.that(record != null, "no record where " + id + " should be");
        Check.equal(id, record.id);
        return record;
    }
}
