package com.example.jank;

import android.os.Looper;
import android.util.Printer;

import java.util.LinkedHashMap;
import java.util.Map;

/** The app's own printers on its main looper, which count the lines they receive. */
final class Printers {
    private final Looper looper;
    private final Map<String, CountingPrinter> byName = new LinkedHashMap<String, CountingPrinter>();

    Printers(Looper looper) {
        this.looper = looper;
    }

    static void check(Step step) {
        String how = step.word(0);
        if (how.equals("set") || how.equals("chain")) {
            step.word(1);
        } else if (!how.equals("null")) {
            throw new IllegalArgumentException("a printer is set, chain or null: " + step.text);
        }
    }

    /** {@code printer set NAME} replaces, {@code printer chain NAME} passes on to the one before, {@code printer null} removes. */
    synchronized void perform(Step step) {
        String how = step.word(0);
        if (how.equals("null")) {
            looper.setMessageLogging(null);
        } else if (how.equals("set")) {
            looper.setMessageLogging(make(step.word(1), null));
        } else {
            looper.setMessageLogging(make(step.word(1), Snapshot.printerOf(looper)));
        }
    }

    /** A printer by that name goes on counting where an earlier one of it stopped. */
    private Printer make(String name, Printer next) {
        CountingPrinter before = byName.get(name);
        CountingPrinter printer = new CountingPrinter(next, before);
        byName.put(name, printer);
        return printer;
    }

    /** Lines by printer name: begins, ends, and neither. */
    synchronized Map<String, Object> counts() {
        Map<String, Object> counts = new LinkedHashMap<String, Object>();
        for (Map.Entry<String, CountingPrinter> entry : byName.entrySet()) {
            Map<String, Object> lines = new LinkedHashMap<String, Object>();
            lines.put("begins", entry.getValue().begins);
            lines.put("ends", entry.getValue().ends);
            lines.put("others", entry.getValue().others);
            counts.put(entry.getKey(), lines);
        }
        return counts;
    }

    static final class CountingPrinter implements Printer {
        private final Printer next;
        /** Written by the main thread only. */
        private volatile long begins;
        private volatile long ends;
        private volatile long others;

        CountingPrinter(Printer next, CountingPrinter before) {
            this.next = next;
            begins = before == null ? 0 : before.begins;
            ends = before == null ? 0 : before.ends;
            others = before == null ? 0 : before.others;
        }

        @Override
        public void println(String line) {
            if (line.startsWith(">>>>>")) {
                begins++;
            } else if (line.startsWith("<<<<<")) {
                ends++;
            } else {
                others++;
            }
            if (next != null) {
                next.println(line);
            }
        }
    }
}
