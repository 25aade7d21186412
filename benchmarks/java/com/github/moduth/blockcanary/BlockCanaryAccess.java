package com.github.moduth.blockcanary;

import android.content.Context;
import android.util.Log;
import android.util.Printer;

import com.github.moduth.blockcanary.internal.BlockInfo;

/**
 * Hands out BlockCanary's own {@code LooperMonitor}, wired as {@code BlockCanary.install(context, canaryContext)} wires
 * it. Lives in BlockCanary's package because the monitor is package-private; no code of BlockCanary is changed.
 *
 * <p>The samplers and their handler thread are the real ones: the monitor starts and cancels them at every message, which
 * is what it costs. Only the context is ours, with BlockCanary's documented default of 1000 ms for the threshold.
 */
public final class BlockCanaryAccess {
    private BlockCanaryAccess() {
    }

    /** The printer that {@code BlockCanary.start()} gives to the main looper. */
    public static Printer monitor() {
        // Its first task on the log writer's thread looks for old logs on external storage, which only a whole device has.
        HandlerThreadFactory.getWriteLogThreadHandler().getLooper().getThread().setUncaughtExceptionHandler(
                new Thread.UncaughtExceptionHandler() {
                    @Override
                    public void uncaughtException(Thread thread, Throwable thrown) {
                        System.err.println("BlockCanary's log writer has no storage here and ended: " + thrown);
                    }
                });
        BlockCanaryContext.init(null, new BenchContext());
        BlockCanaryInternals.setContext(BlockCanaryContext.get());
        return BlockCanaryInternals.getInstance().monitor;
    }

    private static final class BenchContext extends BlockCanaryContext {
        @Override
        public int provideBlockThreshold() {
            return 1000;
        }

        @Override
        public void onBlock(Context context, BlockInfo blockInfo) {
            Log.w("bench", "a message took longer than BlockCanary's threshold");
        }
    }
}
