package droidcanary.probe;

/** Writes JSON objects into a text: no locale, no reflection, valid whatever the app's texts hold. */
final class Json {
    /** Longer texts keep their head and their tail, where a message's {@code what} stands. */
    static final int LIMIT = 2048;

    private static final int TAIL = 512;
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final StringBuilder out = new StringBuilder(256);

    /** Begins a new event; the writer is used again and again by one thread. */
    Json event(String tag) {
        out.setLength(0);
        out.append("{\"event\":\"").append(tag).append('"');
        return this;
    }

    Json put(String key, long value) {
        out.append(",\"").append(key).append("\":").append(value);
        return this;
    }

    Json put(String key, boolean value) {
        out.append(",\"").append(key).append("\":").append(value);
        return this;
    }

    /** Left out when null: every such key is optional in the protocol. */
    Json put(String key, String value) {
        if (value != null) {
            out.append(",\"").append(key).append("\":");
            quote(out, value);
        }
        return this;
    }

    /** Left out when the value was not read. */
    Json putKnown(String key, long value) {
        return value == Clocks.UNKNOWN ? this : put(key, value);
    }

    Json put(String key, int[] values) {
        out.append(",\"").append(key).append("\":[");
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                out.append(',');
            }
            out.append(values[i]);
        }
        out.append(']');
        return this;
    }

    String end() {
        return out.append('}').toString();
    }

    /** At most LIMIT characters of the text: the head, an ellipsis, the tail. */
    static String cut(String text) {
        if (text == null || text.length() <= LIMIT) {
            return text;
        }
        return text.substring(0, LIMIT - TAIL - 1) + '\u2026' + text.substring(text.length() - TAIL);
    }

    /** Appends the text as a JSON string; half a surrogate pair becomes U+FFFD. */
    static void quote(StringBuilder out, String text) {
        out.append('"');
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == '\u007f' || c == '\u2028' || c == '\u2029') {
                out.append("\\u").append(HEX[c >> 12]).append(HEX[c >> 8 & 15]);
                out.append(HEX[c >> 4 & 15]).append(HEX[c & 15]);
            } else if (!Character.isSurrogate(c)) {
                out.append(c);
            } else if (Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1))) {
                out.append(c).append(text.charAt(++i));
            } else {
                out.append('\ufffd');
            }
        }
        out.append('"');
    }
}
