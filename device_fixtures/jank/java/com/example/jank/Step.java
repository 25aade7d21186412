package com.example.jank;

import java.util.ArrayList;
import java.util.List;

/** One line of a script: {@code [at TIME] VERB WORD...}. */
final class Step {
    static final long AFTER_PREVIOUS = -1;

    final String text;
    final String verb;
    final List<String> words;
    /** Since the start of play; {@link #AFTER_PREVIOUS}: a gap after the step before has ended. */
    final long atNs;

    private Step(String text, String verb, List<String> words, long atNs) {
        this.text = text;
        this.verb = verb;
        this.words = words;
        this.atNs = atNs;
    }

    static Step parse(String text) {
        List<String> words = new ArrayList<String>();
        for (String word : text.trim().split("\\s+")) {
            words.add(word);
        }
        long atNs = AFTER_PREVIOUS;
        if (words.get(0).equals("at")) {
            if (words.size() < 3) {
                throw new IllegalArgumentException("at needs a time and a thing to do: " + text);
            }
            atNs = Times.parseNs(words.get(1));
            words = words.subList(2, words.size());
        }
        return new Step(text.trim(), words.get(0), new ArrayList<String>(words.subList(1, words.size())), atNs);
    }

    /** The word at this place, which must be there. */
    String word(int index) {
        if (index >= words.size()) {
            throw new IllegalArgumentException("something is missing: " + text);
        }
        return words.get(index);
    }

    long ns(int index) {
        return Times.parseNs(word(index));
    }

    boolean has(String flag) {
        return words.contains(flag);
    }

    /** What follows {@code name=}, or null. */
    String value(String name) {
        for (String word : words) {
            if (word.startsWith(name + "=")) {
                return word.substring(name.length() + 1);
            }
        }
        return null;
    }

    /** The time after {@code name=}, or the fallback. */
    long ns(String name, long fallbackNs) {
        String value = value(name);
        return value == null ? fallbackNs : Times.parseNs(value);
    }
}
