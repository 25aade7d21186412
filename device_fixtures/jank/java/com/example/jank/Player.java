package com.example.jank;

import java.io.File;
import java.util.concurrent.CountDownLatch;

/** Plays the script from a thread of its own. */
final class Player extends Thread {
    private static final long POLL_NS = 10 * Times.NS_PER_MS;
    private static final long DEFAULT_GAP_NS = 100 * Times.NS_PER_MS;
    /** What an app that ended as planned exits with. */
    private static final int EXIT_PLAYED = 0;

    private final Script script;
    private final Stage stage;
    private final Options options;
    private final Acts acts;
    private long gapNs = DEFAULT_GAP_NS;
    /** What the next step without a time of its own waits for. */
    private CountDownLatch previous;

    Player(Script script, Stage stage, Options options) {
        super("jank-player");
        this.script = script;
        this.stage = stage;
        this.options = options;
        acts = new Acts(stage);
    }

    @Override
    public void run() {
        try {
            if (options.startOn != null) {
                awaitFile(stage.file(options.startOn));
            }
            if (options.exitAfterNs >= 0) {
                endLater(System.nanoTime() + options.exitAfterNs);
            }
            int rounds = 0;
            do {
                play(++rounds);
            } while (script.endless);
        } catch (Exception broken) {
            throw new IllegalStateException("the script cannot be played on", broken);
        }
    }

    private void play(int round) throws Exception {
        long playStartNs = System.nanoTime();
        stage.truth.write(new Json("play").put("round", round).put("uptime_ns", playStartNs));
        for (Step step : script.steps) {
            if (step.atNs == Step.AFTER_PREVIOUS) {
                awaitPrevious();
            } else {
                Times.sleepUntil(playStartNs + step.atNs);
            }
            perform(step, playStartNs);
        }
        awaitPrevious();
        stage.truth.write(new Json("played").put("round", round).put("uptime_ns", System.nanoTime()));
    }

    private void perform(Step step, long playStartNs) throws Exception {
        if (step.verb.equals("wait")) {
            Times.sleepUntil(System.nanoTime() + step.ns(0));
        } else if (step.verb.equals("wait-file")) {
            awaitFile(stage.file(step.word(0)));
        } else if (step.verb.equals("gap")) {
            gapNs = step.ns(0);
        } else if (step.verb.equals("end")) {
            end();
        } else {
            previous = acts.start(step, playStartNs);
        }
    }

    private void awaitPrevious() throws InterruptedException {
        if (previous != null) {
            previous.await();
            previous = null;
            Times.sleepUntil(System.nanoTime() + gapNs);
        }
    }

    private static void awaitFile(File file) {
        while (!file.exists()) {
            Times.sleepUntil(System.nanoTime() + POLL_NS);
        }
    }

    private void endLater(final long atNs) {
        Thread ender = new Thread("jank-ender") {
            @Override
            public void run() {
                Times.sleepUntil(atNs);
                end();
            }
        };
        ender.setDaemon(true);
        ender.start();
    }

    private void end() {
        stage.truth.write(Snapshot.of("end", "", stage));
        stage.truth.flush();
        Runtime.getRuntime().halt(EXIT_PLAYED);
    }
}
