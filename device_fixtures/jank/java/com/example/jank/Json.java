package com.example.jank;

import java.util.Collection;
import java.util.Map;

/** One JSON object on one line, written key by key. */
final class Json {
    private final StringBuilder text = new StringBuilder("{");

    Json(String record) {
        put("record", record);
    }

    Json put(String key, Object value) {
        if (text.length() > 1) {
            text.append(',');
        }
        append(key);
        text.append(':');
        append(value);
        return this;
    }

    private void append(Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            text.append(value);
        } else if (value instanceof Collection) {
            append((Collection<?>) value);
        } else if (value instanceof Map) {
            append((Map<?, ?>) value);
        } else {
            append(value.toString());
        }
    }

    private void append(Collection<?> values) {
        text.append('[');
        String separator = "";
        for (Object value : values) {
            text.append(separator);
            append(value);
            separator = ",";
        }
        text.append(']');
    }

    private void append(Map<?, ?> values) {
        text.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : values.entrySet()) {
            text.append(separator);
            append(entry.getKey().toString());
            text.append(':');
            append(entry.getValue());
            separator = ",";
        }
        text.append('}');
    }

    private void append(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }

    @Override
    public String toString() {
        return text + "}";
    }
}
