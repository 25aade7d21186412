package com.example.jank;

import android.os.Looper;

import java.util.concurrent.CountDownLatch;

/**
 * Keeps an app alive through exceptions on its main thread, as a known trick does: a message that never ends loops by
 * itself and catches what comes out. From then on every dispatch is nested in that message.
 */
final class Cockroach implements Runnable {
    private final Stage stage;
    final CountDownLatch running = new CountDownLatch(1);

    Cockroach(Stage stage) {
        this.stage = stage;
    }

    @Override
    public void run() {
        Truth truth = new Truth(stage.nextSeq(), "cockroach", null);
        truth.startNs = System.nanoTime();
        truth.thread = Thread.currentThread().getName();
        truth.handler = stage.plain.getClass().getName();
        truth.callback = getClass().getName();
        truth.share = 0;
        stage.truth.opened(truth);
        running.countDown();
        while (true) {
            try {
                Looper.loop();
            } catch (Throwable survived) {
                System.err.println("cockroach: survived " + survived);
            }
        }
    }
}
