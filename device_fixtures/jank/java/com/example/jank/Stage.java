package com.example.jank;

import android.os.Handler;
import android.os.HandlerThread;
import android.os.Looper;

import java.io.File;
import java.util.concurrent.atomic.AtomicInteger;

/** What every act needs: the main thread's handlers, the truth, a folder. */
final class Stage {
    final Looper mainLooper;
    /** Receives messages with a {@code what}. */
    final WorkHandler handler;
    /** Receives plain runnables. */
    final Handler plain;
    final TruthLog truth;
    final File folder;
    final Printers printers;
    final Object lock = new Object();
    private final AtomicInteger lastSeq = new AtomicInteger();
    private HandlerThread background;

    Stage(Looper mainLooper, TruthLog truth, File folder) {
        this.mainLooper = mainLooper;
        this.truth = truth;
        this.folder = folder;
        handler = new WorkHandler(mainLooper);
        plain = new Handler(mainLooper);
        printers = new Printers(mainLooper);
    }

    int nextSeq() {
        return lastSeq.incrementAndGet();
    }

    /** A path of a script: relative ones start from the folder. */
    File file(String path) {
        File given = new File(path);
        return given.isAbsolute() ? given : new File(folder, path);
    }

    /** The looper of the app's one other looping thread, started when first asked for. */
    synchronized Looper backgroundLooper() {
        if (background == null) {
            background = new HandlerThread("jank-background");
            background.start();
        }
        return background.getLooper();
    }
}
