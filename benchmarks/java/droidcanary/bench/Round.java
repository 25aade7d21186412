package droidcanary.bench;

import android.os.Handler;
import android.os.Looper;
import android.os.Message;
import android.os.SystemClock;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One run of messages on the main looper, each of which sends the next one and does nothing else. What is measured lies
 * between two of them: dispatch, whatever hook is set, queue, and the way back.
 *
 * <p>The clock is read every {@link #CHUNK} messages. A chunk is short beside the turns in which a busy machine gives its
 * cores away, so the median chunk tells what a message costs while it runs, whoever else wants the core.
 */
final class Round extends Handler {
    static final int CHUNK = 200;

    private final int messages;
    private final long[] chunkNs;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final long warmUpNs;
    private int left;
    private boolean warm;
    private long startNs;
    private long chunkStartNs;
    private long startCpuMs;
    private long wallNs;
    private long cpuMs;

    private Round(long warmUpNs, int messages) {
        super(Looper.getMainLooper());
        this.messages = messages;
        this.warmUpNs = warmUpNs;
        this.chunkNs = new long[messages / CHUNK];
    }

    /**
     * Runs unmeasured messages for {@code warmUpMs} and then {@code messages} measured ones, a multiple of
     * {@link #CHUNK}; to be called from any thread but the main one. The time is for the compiler: a hook that was just
     * loaded is interpreted at first, and how many messages that lasts depends on how busy the machine is.
     */
    static Round run(int warmUpMs, int messages) throws InterruptedException {
        Round round = new Round(warmUpMs * 1000000L, messages);
        round.startNs = System.nanoTime();
        round.sendEmptyMessage(1);
        if (!round.ended.await(10, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the main looper did not get through the round in 10 minutes");
        }
        return round;
    }

    /** Wall time in ns of the median chunk. */
    long medianChunkNs() {
        long[] sorted = chunkNs.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
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
        if (!warm) {
            if (System.nanoTime() - startNs >= warmUpNs) {
                begin();
            }
            sendEmptyMessage(1);
            return;
        }
        left--;
        if (left % CHUNK == 0) {
            endChunk();
        }
        if (left > 0) {
            sendEmptyMessage(1);
        } else {
            end();
        }
    }

    private void begin() {
        warm = true;
        left = messages;
        startCpuMs = SystemClock.currentThreadTimeMillis();
        startNs = System.nanoTime();
        chunkStartNs = startNs;
    }

    private void endChunk() {
        long now = System.nanoTime();
        chunkNs[chunkNs.length - 1 - left / CHUNK] = now - chunkStartNs;
        chunkStartNs = now;
    }

    private void end() {
        wallNs = chunkStartNs - startNs;
        cpuMs = SystemClock.currentThreadTimeMillis() - startCpuMs;
        ended.countDown();
    }
}
