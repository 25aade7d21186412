package com.example.jank;

import android.os.Handler;
import android.os.Looper;
import android.os.MessageQueue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Sets off one step of a script. Runs on the player's thread. */
final class Acts {
    static final int WHAT_INNER = 90;
    /** A message's code is its verb's place in this list, plus one. */
    private static final List<String> CODED = Arrays.asList(
            "cpu", "sleep", "lock", "io", "shares", "custom", "background", "hang", "exit", "throw", "nested", "text");
    /** These are callbacks unless they are asked to be messages; the others the other way round. */
    private static final List<String> CALLBACKS = Arrays.asList("sleep", "io", "text");

    private final Stage stage;

    Acts(Stage stage) {
        this.stage = stage;
    }

    /** Refuses a step that could not be played, before anything is: throws IllegalArgumentException. */
    void check(Step step) {
        String verb = step.verb;
        if (verb.equals("idle")) {
            IdleJob.of(step, stage, 0);
            step.ns("removed-after", 0);
        } else if (verb.equals("burst")) {
            Burst.of(step, stage);
        } else if (verb.equals("printer")) {
            Printers.check(step);
        } else if (verb.equals("barrier")) {
            barrierNs(step);
        } else if (verb.equals("wait") || verb.equals("gap")) {
            step.ns(0);
        } else if (verb.equals("wait-file")) {
            step.word(0);
        } else if (!verb.equals("report") && !verb.equals("end") && !verb.equals("cockroach")) {
            Jobs.of(step, stage);
        }
    }

    private static long barrierNs(Step step) {
        return step.word(0).equals("for-ever") ? -1 : step.ns(0);
    }

    /** Starts it, and returns what comes down when it has ended: null if nothing is to be waited for. */
    CountDownLatch start(Step step, long playStartNs) throws Exception {
        if (step.verb.equals("idle")) {
            return startIdle(step, IdleJob.of(step, stage, playStartNs));
        } else if (step.verb.equals("burst")) {
            return Burst.of(step, stage).post();
        } else if (step.verb.equals("printer")) {
            stage.printers.perform(step);
        } else if (step.verb.equals("barrier")) {
            Barriers.leave(stage, barrierNs(step));
        } else if (step.verb.equals("cockroach")) {
            Cockroach cockroach = new Cockroach(stage);
            stage.plain.post(cockroach);
            return cockroach.running;
        } else if (step.verb.equals("report")) {
            stage.truth.write(Snapshot.of("state", step.words.isEmpty() ? "" : step.word(0), stage));
        } else {
            return startJob(step);
        }
        return null;
    }

    private CountDownLatch startJob(Step step) throws InterruptedException {
        Job job = Jobs.of(step, stage);
        if (job instanceof Jobs.LockJob) {
            ((Jobs.LockJob) job).letOwnerHaveIt();
        }
        boolean callback = CALLBACKS.contains(step.verb) ? !step.has("as-message") : step.has("as-callback");
        Handler handler = handlerFor(step, callback);
        if (callback) {
            job.post(handler);
        } else {
            job.send(handler, CODED.indexOf(step.verb) + 1);
        }
        return step.verb.equals("hang") || step.verb.equals("exit") ? null : job.done;
    }

    private Handler handlerFor(Step step, boolean callback) {
        if (step.verb.equals("custom")) {
            return new CustomHandler(stage.mainLooper);
        }
        Looper looper = step.verb.equals("background") ? stage.backgroundLooper() : stage.mainLooper;
        if (looper != stage.mainLooper) {
            return new WorkHandler(looper);
        }
        return callback ? stage.plain : stage.handler;
    }

    private CountDownLatch startIdle(Step step, final IdleJob handler) throws ReflectiveOperationException {
        final MessageQueue queue = (MessageQueue) Snapshot.queueOf(stage.mainLooper);
        queue.addIdleHandler(handler);
        stage.handler.sendEmptyWake(0);
        String removedAfter = step.value("removed-after");
        if (removedAfter != null) {
            final long atNs = System.nanoTime() + Times.parseNs(removedAfter);
            Thread remover = new Thread("jank-remover") {
                @Override
                public void run() {
                    Times.sleepUntil(atNs);
                    queue.removeIdleHandler(handler);
                }
            };
            remover.start();
            return null;
        }
        return handler.endsSoon() ? handler.done : null;
    }
}
