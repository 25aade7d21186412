package com.example.jank;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/**
 * Where truths go: lines are made and written by a thread of their own, as what is measured must not wait for a file.
 *
 * <p>A job appears twice, when it starts (without an end) and when it ends, so that one that never ends, or dies with
 * the process, is on record too.
 */
final class TruthLog {
    private static final long LOOK_EVERY_NS = 20 * Times.NS_PER_MS;

    /** Looked at now and then: a queue that wakes its reader would take the core from the thread that is measured. */
    private final ConcurrentLinkedQueue<Object> queue = new ConcurrentLinkedQueue<Object>();
    private final PrintStream stream;

    private TruthLog(PrintStream stream) {
        this.stream = stream;
        Thread writer = new Thread("jank-truth") {
            @Override
            public void run() {
                writeForEver();
            }
        };
        writer.setDaemon(true);
        writer.start();
    }

    static TruthLog to(PrintStream stream) {
        return new TruthLog(stream);
    }

    static TruthLog to(File file) throws IOException {
        return new TruthLog(new PrintStream(new FileOutputStream(file), false, "UTF-8"));
    }

    void opened(Truth truth) {
        queue.add(new Entry(truth, -1));
    }

    void closed(Truth truth, long endNs) {
        queue.add(new Entry(truth, endNs));
    }

    void write(Json line) {
        queue.add(line);
    }

    /** Returns when all that was handed over before is in the file. */
    void flush() {
        CountDownLatch written = new CountDownLatch(1);
        queue.add(written);
        try {
            written.await();
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException("nobody interrupts this thread", unexpected);
        }
    }

    private void writeForEver() {
        while (true) {
            Object item = queue.poll();
            if (item == null) {
                Times.sleepUntil(System.nanoTime() + LOOK_EVERY_NS);
            } else if (item instanceof CountDownLatch) {
                ((CountDownLatch) item).countDown();
            } else {
                stream.print(item + "\n");
                stream.flush();
            }
        }
    }

    private static final class Entry {
        private final Truth truth;
        private final long endNs;

        Entry(Truth truth, long endNs) {
            this.truth = truth;
            this.endNs = endNs;
        }

        @Override
        public String toString() {
            return truth.line(endNs).toString();
        }
    }
}
