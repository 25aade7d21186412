package com.example.jank;

import android.os.Build;

import java.lang.reflect.Method;

/** A sync barrier left behind: ordinary messages behind it wait, and nothing is being dispatched meanwhile. */
final class Barriers {
    private Barriers() {
    }

    /** Leaves one for this long; a negative duration leaves it for ever. */
    static void leave(Stage stage, long durationNs) throws ReflectiveOperationException {
        Object holder = Build.VERSION.SDK_INT < 23 ? stage.mainLooper : Snapshot.queueOf(stage.mainLooper);
        Truth truth = new Truth(stage.nextSeq(), "barrier", null);
        truth.share = 0;
        truth.message = false;
        truth.thread = stage.mainLooper.getThread().getName();
        truth.startNs = System.nanoTime();
        Object token = method(holder, "postSyncBarrier").invoke(holder);
        stage.truth.opened(truth);
        if (durationNs >= 0) {
            Times.sleepUntil(truth.startNs + durationNs);
            method(holder, "removeSyncBarrier", int.class).invoke(holder, token);
            stage.truth.closed(truth, System.nanoTime());
        }
    }

    private static Method method(Object holder, String name, Class<?>... types) throws ReflectiveOperationException {
        Method method = holder.getClass().getDeclaredMethod(name, types);
        method.setAccessible(true);
        return method;
    }
}
