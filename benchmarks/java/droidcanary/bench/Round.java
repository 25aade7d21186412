package droidcanary.bench;

import android.os.Handler;
import android.os.Looper;
import android.os.Message;
import android.os.SystemClock;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One run of messages on the main looper, each of which sends the next one and does nothing else. What is measured lies
 * between two of them: dispatch, whatever hook is set, queue, and the way back.
 */
final class Round extends Handler {
    private final int warmUp;
    private final int messages;
    private final CountDownLatch ended = new CountDownLatch(1);
    private int left;
    private boolean warm;
    private long startNs;
    private long startCpuMs;
    private long wallNs;
    private long cpuMs;

    private Round(int warmUp, int messages) {
        super(Looper.getMainLooper());
        this.warmUp = warmUp;
        this.messages = messages;
    }

    /** Runs {@code warmUp} messages unmeasured and then {@code messages}; to be called from any thread but the main one. */
    static Round run(int warmUp, int messages) throws InterruptedException {
        Round round = new Round(warmUp, messages);
        round.left = warmUp;
        round.sendEmptyMessage(1);
        if (!round.ended.await(10, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the main looper did not get through the round in 10 minutes");
        }
        return round;
    }

    /** Wall time of the measured messages in ns. */
    long wallNs() {
        return wallNs;
    }

    /** CPU time of the main thread in the measured messages, in ms: its clock has no finer unit on every API level. */
    long cpuMs() {
        return cpuMs;
    }

    @Override
    public void handleMessage(Message message) {
        if (left-- > 0) {
            sendEmptyMessage(1);
        } else if (!warm) {
            warm = true;
            left = messages - 1;
            startCpuMs = SystemClock.currentThreadTimeMillis();
            startNs = System.nanoTime();
            sendEmptyMessage(1);
        } else {
            wallNs = System.nanoTime() - startNs;
            cpuMs = SystemClock.currentThreadTimeMillis() - startCpuMs;
            ended.countDown();
        }
    }
}
