package com.example.jank;

import java.util.concurrent.CountDownLatch;

/** Many short messages, one after the other: {@code burst 200x2ms}. One line of truth for all of them. */
final class Burst implements Runnable {
    private final Stage stage;
    private final long eachNs;
    private final int count;
    private int ended;
    private long startNs;
    private final CountDownLatch done = new CountDownLatch(1);

    private Burst(Stage stage, int count, long eachNs) {
        this.stage = stage;
        this.count = count;
        this.eachNs = eachNs;
    }

    static Burst of(Step step, Stage stage) {
        String[] parts = step.word(0).split("x", 2);
        if (parts.length != 2) {
            throw new IllegalArgumentException("a burst is COUNTxTIME, such as 200x2ms: " + step.text);
        }
        return new Burst(stage, Integer.parseInt(parts[0]), Times.parseNs(parts[1]));
    }

    CountDownLatch post() {
        for (int i = 0; i < count; i++) {
            stage.plain.post(this);
        }
        return done;
    }

    @Override
    public void run() {
        long nowNs = System.nanoTime();
        startNs = ended == 0 ? nowNs : startNs;
        Work.spin(eachNs);
        ended++;
        if (ended == count) {
            Json line = new Json("burst").put("count", count).put("each_ns", eachNs);
            stage.truth.write(line.put("start_ns", startNs).put("end_ns", System.nanoTime()));
            done.countDown();
        }
    }
}
