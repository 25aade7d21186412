package com.example.jank;

import java.util.concurrent.CountDownLatch;

/** A thread that has a lock first, and keeps it for a while after somebody began to wait for it. */
final class LockOwner extends Thread {
    static final String NAME = "jank-lock-owner";
    static final String METHOD = "com.example.jank.LockOwner.holdLock";

    private final Object lock;
    private final long holdNs;
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch waitedFor = new CountDownLatch(1);

    LockOwner(Object lock, long holdNs) {
        super(NAME);
        this.lock = lock;
        this.holdNs = holdNs;
    }

    /** Returns once the thread runs and has the lock. */
    void startAndHold() throws InterruptedException {
        start();
        held.await();
    }

    void isWaitedFor() {
        waitedFor.countDown();
    }

    @Override
    public void run() {
        try {
            holdLock();
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException("nobody interrupts this thread", unexpected);
        }
    }

    private void holdLock() throws InterruptedException {
        synchronized (lock) {
            held.countDown();
            waitedFor.await();
            Times.sleepUntil(System.nanoTime() + holdNs);
        }
    }
}
