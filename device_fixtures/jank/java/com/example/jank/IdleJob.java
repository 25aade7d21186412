package com.example.jank;

import android.os.MessageQueue;

import java.io.File;
import java.util.concurrent.CountDownLatch;

/**
 * A slow idle handler: one-shot, repeating, dormant until a time, or throwing. Each slow run is a truth of its own; it
 * posts an empty message afterwards, as a queue only goes idle again after a message.
 */
final class IdleJob implements MessageQueue.IdleHandler {
    private static final int WAKE_MS = 20;
    private static final int FOR_EVER = Integer.MAX_VALUE;

    private final Stage stage;
    private final long durationNs;
    private final boolean throwing;
    /** Runs do nothing before this time. */
    private final long fromNs;
    /** Runs do nothing before this file exists; null: there is none to wait for. */
    private File fromFile;
    private int runsLeft;
    final CountDownLatch done = new CountDownLatch(1);

    private IdleJob(Stage stage, long durationNs, int runs, boolean throwing, long fromNs, File fromFile) {
        this.stage = stage;
        this.durationNs = durationNs;
        this.throwing = throwing;
        this.fromNs = fromNs;
        this.fromFile = fromFile;
        runsLeft = runs;
    }

    /** {@code idle TIME once|repeat [COUNT]|throw [from=TIME|from-file=PATH]}: a time counts from {@code playStartNs}. */
    static IdleJob of(Step step, Stage stage, long playStartNs) {
        String how = step.word(1);
        int runs = 1;
        if (how.equals("repeat")) {
            boolean counted = step.words.size() > 2 && Character.isDigit(step.word(2).charAt(0));
            runs = counted ? Integer.parseInt(step.word(2)) : FOR_EVER;
        } else if (!how.equals("once") && !how.equals("throw")) {
            throw new IllegalArgumentException("an idle handler runs once, repeat or throw: " + step.text);
        }
        long fromNs = step.value("from") == null ? 0 : playStartNs + step.ns("from", 0);
        File fromFile = step.value("from-file") == null ? null : stage.file(step.value("from-file"));
        return new IdleJob(stage, step.ns(0), runs, how.equals("throw"), fromNs, fromFile);
    }

    /** Whether the script may wait for its end: it is not dormant, and does not run for ever. */
    boolean endsSoon() {
        return runsLeft != FOR_EVER && fromNs == 0 && fromFile == null;
    }

    private boolean isDormant(long nowNs) {
        if (fromFile != null && fromFile.exists()) {
            fromFile = null;
        }
        return nowNs < fromNs || fromFile != null;
    }

    @Override
    public boolean queueIdle() {
        long startNs = System.nanoTime();
        if (isDormant(startNs)) {
            stage.handler.sendEmptyWake(WAKE_MS);
            return true;
        }
        Truth truth = new Truth(stage.nextSeq(), "idle", "com.example.jank.Work.spin");
        truth.startNs = startNs;
        truth.thread = Thread.currentThread().getName();
        truth.handler = getClass().getName();
        truth.message = false;
        stage.truth.opened(truth);
        boolean again = false;
        try {
            Work.spin(durationNs);
            again = runsLeft == FOR_EVER || --runsLeft > 0;
            if (throwing) {
                throw new IllegalStateException("idle handler throws on purpose");
            }
        } finally {
            if (again) {
                stage.handler.sendEmptyWake(WAKE_MS);
            } else {
                done.countDown();
            }
            stage.truth.closed(truth, System.nanoTime());
        }
        return again;
    }
}
