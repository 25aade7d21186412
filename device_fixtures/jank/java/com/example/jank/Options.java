package com.example.jank;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;

/** The command line. */
final class Options {
    static final String USAGE =
            "usage: [--script TEXT|@FILE] [--truth FILE] [--start-on FILE] [--exit-after TIME] [--dir FOLDER]";

    /** Plays for ever: something of everything that blocks, so that whoever watches sees a block every few seconds. */
    private static final String DEMO = "cpu 900ms; wait 1s; sleep 1300ms; wait 1s; shares 1500ms heavy=70 light=30; wait 1s;"
            + "lock 1200ms; wait 1s; burst 100x2ms; io 700ms; wait 1s; idle 2500ms once; wait 1s;"
            + "custom 600ms; nested 1800ms inner=1100ms; wait 1s; background 800ms; loop";

    String script = DEMO;
    /** Null: standard output. */
    File truthFile;
    /** Play starts when this file exists; null: at once. */
    String startOn;
    /** Negative: never. */
    long exitAfterNs = -1;
    /** Where the I/O is done, and what relative paths in a script start from. */
    File folder = new File(System.getProperty("java.io.tmpdir", "."));

    private Options() {
    }

    static Options parse(String[] args) throws IOException {
        Options options = new Options();
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length) {
                throw new IllegalArgumentException(args[i] + " needs a value, or is unknown");
            }
            options.set(args[i], args[i + 1]);
        }
        return options;
    }

    private void set(String name, String value) throws IOException {
        if (name.equals("--script")) {
            script = value.startsWith("@") ? read(new File(value.substring(1))) : value;
        } else if (name.equals("--truth")) {
            truthFile = new File(value);
        } else if (name.equals("--start-on")) {
            startOn = value;
        } else if (name.equals("--exit-after")) {
            exitAfterNs = Times.parseNs(value);
        } else if (name.equals("--dir")) {
            folder = new File(value);
        } else {
            throw new IllegalArgumentException("unknown option " + name);
        }
    }

    private static String read(File file) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(new FileInputStream(file), "UTF-8"));
        try {
            StringBuilder text = new StringBuilder();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                text.append(line).append('\n');
            }
            return text.toString();
        } finally {
            reader.close();
        }
    }
}
