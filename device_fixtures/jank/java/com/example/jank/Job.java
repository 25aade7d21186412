package com.example.jank;

import android.os.Handler;
import android.os.Message;

import java.util.concurrent.CountDownLatch;

/**
 * One thing that takes time on a looper's thread. Reaches it as a message (its handler calls {@link #run}) or as a
 * callback (it is the runnable), and measures itself as tightly as that allows.
 */
abstract class Job implements Runnable {
    final Stage stage;
    final Truth truth;
    /** Down once the job has ended. */
    final CountDownLatch done = new CountDownLatch(1);

    Job(Stage stage, String kind, String method) {
        this.stage = stage;
        truth = new Truth(stage.nextSeq(), kind, method);
    }

    /** What takes the time. */
    abstract void body();

    @Override
    public final void run() {
        long startNs = System.nanoTime();
        truth.startNs = startNs;
        truth.thread = Thread.currentThread().getName();
        stage.truth.opened(truth);
        try {
            body();
        } finally {
            stage.truth.closed(truth, System.nanoTime());
            done.countDown();
        }
    }

    /** Send it as a message with this code. */
    final void send(Handler handler, int what) {
        truth.handler = handler.getClass().getName();
        truth.what = what;
        handler.sendMessage(Message.obtain(handler, what, this));
    }

    /** Post it as a callback. */
    final void post(Handler handler) {
        truth.handler = handler.getClass().getName();
        truth.callback = getClass().getName();
        handler.post(this);
    }
}
