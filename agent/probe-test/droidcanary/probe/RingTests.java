package droidcanary.probe;

import java.util.concurrent.atomic.AtomicReference;

final class RingTests {
    private static Ring.Record put(Ring ring, long id, String text) {
        Ring.Record record = ring.claim(text.length());
        if (record != null) {
            record.id = id;
            record.text = text;
            ring.publish(record);
        }
        return record;
    }

    void aFullRingCountsAndNeverWaits() {
        Ring ring = new Ring(4);
        for (int i = 0; i < 6; i++) {
            put(ring, i, "t");
        }
        Check.equal(4L, ring.head());
        Check.equal(2L, ring.lost());
        Check.equal(0L, ring.at(ring.tail()).id);
        ring.release();
        Check.that(put(ring, 9, "t") != null, "room again");
    }

    void textsAreBounded() {
        Ring ring = new Ring(512);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Json.LIMIT; i++) {
            text.append('x');
        }
        int taken = 0;
        while (put(ring, taken, text.toString()) != null) {
            taken++;
        }
        Check.equal(Ring.MAX_CHARS / Json.LIMIT, taken);
        ring.release();
        Check.that(put(ring, 1, text.toString()) != null, "room again");
    }

    void nothingIsTornOrReordered() throws Exception {
        final Ring ring = new Ring(64);
        final int count = 200000;
        final AtomicReference<Throwable> problem = new AtomicReference<Throwable>();
        Thread writer = new Thread() {
            @Override
            public void run() {
                for (int i = 0; i < count; i++) {
                    while (put(ring, i, "m" + i) == null) {
                        Thread.yield();
                    }
                }
            }
        };
        writer.start();
        long next = 0;
        while (next < count && problem.get() == null) {
            while (ring.tail() < ring.head()) {
                Ring.Record record = ring.at(ring.tail());
                Check.equal(next, record.id);
                Check.equal("m" + next, record.text);
                ring.release();
                next++;
            }
        }
        writer.join();
    }
}
