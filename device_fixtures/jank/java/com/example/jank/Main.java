package com.example.jank;

import android.os.Looper;

import java.io.IOException;
import java.io.PrintStream;

/** An app that blocks its main thread on purpose, by a script, and writes down what it really did. */
public final class Main {
    private static final int EXIT_USAGE = 2;

    private Main() {
    }

    /** Called on the main thread, before its loop. */
    public static void main(String[] args) throws IOException {
        PrintStream out = System.out;
        Options options;
        Script script;
        try {
            options = Options.parse(args);
            script = Script.parse(options.script);
            Acts rehearsal = new Acts(new Stage(Looper.getMainLooper(), null, options.folder));
            for (Step step : script.steps) {
                rehearsal.check(step);
            }
        } catch (IllegalArgumentException wrong) {
            System.err.println("jank: " + wrong.getMessage());
            System.err.println(Options.USAGE);
            System.err.flush();
            Runtime.getRuntime().halt(EXIT_USAGE);
            return;
        }
        TruthLog truth = options.truthFile == null ? TruthLog.to(out) : TruthLog.to(options.truthFile);
        Stage stage = new Stage(Looper.getMainLooper(), truth, options.folder);
        truth.write(Snapshot.start());
        new Player(script, stage, options).start();
    }
}
