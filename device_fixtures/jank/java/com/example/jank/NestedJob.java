package com.example.jank;

import android.os.Looper;

/**
 * Runs a loop of its own inside a message, as modal dialogs do: the main looper cannot quit, so the inner loop is left by
 * an exception that only this class knows.
 */
final class NestedJob extends Job {
    private final long durationNs;
    private final Job inner;

    NestedJob(Stage stage, long durationNs, long innerNs) {
        super(stage, "nested", "com.example.jank.Work.spin");
        this.durationNs = durationNs;
        inner = new Jobs.CpuJob(stage, "nested-inner", innerNs);
        inner.truth.parentSeq = truth.seq;
    }

    @Override
    void body() {
        long endNs = System.nanoTime() + durationNs;
        inner.send(stage.handler, Acts.WHAT_INNER);
        stage.plain.post(new LeaveLoop());
        try {
            Looper.loop();
            throw new AssertionError("the main looper never quits");
        } catch (LoopLeft left) {
            Work.spin(endNs - System.nanoTime());
        }
    }

    private static final class LeaveLoop implements Runnable {
        @Override
        public void run() {
            throw new LoopLeft();
        }
    }

    private static final class LoopLeft extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
