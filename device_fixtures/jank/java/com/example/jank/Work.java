package com.example.jank;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The methods that are to blame. Each one lasts as long as it is told to on any virtual machine: loops look at the clock,
 * they do not count.
 */
final class Work {
    /** A few microseconds' worth where code is compiled, a fraction of a millisecond where it is interpreted. */
    static final int STEPS_PER_LOOK = 3000;
    private static final int CHUNK_BYTES = 64 * 1024;
    /** Keeps the compiler from finding out that nobody needs the result. */
    static volatile long sink;

    private Work() {
    }

    /**
     * Computes until the time is up.
     *
     * <p>HotSpot sees a stack only where a loop goes round or a method returns. A thread that lost its core until after the
     * end would be seen in the caller, so that there is always a last round after the last look at the clock.
     */
    static void spin(long durationNs) {
        long endNs = System.nanoTime() + durationNs;
        long value = endNs;
        boolean over;
        do {
            over = System.nanoTime() >= endNs;
            for (int i = 0; i < STEPS_PER_LOOK; i++) {
                value = value * 31 + i;
            }
        } while (!over);
        sink = value;
    }

    /** Sleeps by itself, so that it is the deepest of the app's own methods. */
    static void nap(long durationNs) {
        long endNs = System.nanoTime() + durationNs;
        for (long leftNs = durationNs; leftNs > 0; leftNs = endNs - System.nanoTime()) {
            try {
                Thread.sleep(leftNs / Times.NS_PER_MS, (int) (leftNs % Times.NS_PER_MS));
            } catch (InterruptedException unexpected) {
                throw new IllegalStateException("nobody interrupts this thread", unexpected);
            }
        }
    }

    /** Waits for a lock that another thread holds. */
    static void takeLock(Object lock, LockOwner owner) {
        owner.isWaitedFor();
        synchronized (lock) {
            sink++;
        }
    }

    /** Writes a file and has it put on the disk, again and again until the time is up. */
    static void writeFile(File file, long durationNs) {
        long endNs = System.nanoTime() + durationNs;
        byte[] chunk = new byte[CHUNK_BYTES];
        try {
            do {
                FileOutputStream stream = new FileOutputStream(file);
                try {
                    stream.write(chunk);
                    stream.getFD().sync();
                } finally {
                    stream.close();
                }
            } while (System.nanoTime() < endNs);
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
        if (!file.delete()) {
            throw new IllegalStateException("cannot delete " + file);
        }
    }

    /** Computes, and never ends. */
    static void spinForEver() {
        for (long value = 1; ; sink = value) {
            value = value * 31 + System.nanoTime();
        }
    }

    /** Sleeps, and never ends. */
    static void napForEver() {
        while (true) {
            try {
                Thread.sleep(60000);
            } catch (InterruptedException unexpected) {
                throw new IllegalStateException("nobody interrupts this thread", unexpected);
            }
        }
    }
}
