package com.example.jank;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What to do and when: steps separated by line ends or semicolons; {@code #} starts a comment. */
final class Script {
    private static final Set<String> VERBS = new HashSet<String>(Arrays.asList(
            "cpu", "sleep", "lock", "io", "shares", "burst", "idle", "printer", "nested", "text", "custom", "barrier", "hang",
            "exit", "throw", "cockroach", "background", "wait", "wait-file", "gap", "report", "end", "loop"));

    final List<Step> steps;
    /** Whether play starts over after the last step. */
    final boolean endless;

    private Script(List<Step> steps, boolean endless) {
        this.steps = steps;
        this.endless = endless;
    }

    static Script parse(String text) {
        List<Step> steps = new ArrayList<Step>();
        boolean endless = false;
        for (String line : text.split("\n")) {
            int comment = line.indexOf('#');
            for (String part : (comment < 0 ? line : line.substring(0, comment)).split(";")) {
                if (part.trim().isEmpty()) {
                    continue;
                }
                Step step = Step.parse(part);
                if (!VERBS.contains(step.verb)) {
                    throw new IllegalArgumentException("cannot do '" + step.verb + "': " + step.text);
                }
                if (endless) {
                    throw new IllegalArgumentException("nothing can follow loop: " + step.text);
                }
                endless = step.verb.equals("loop");
                if (!endless) {
                    steps.add(step);
                }
            }
        }
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("the script has no steps");
        }
        return new Script(steps, endless);
    }
}
