package com.example.jank;

import android.os.Looper;

/** A handler that does not print as handlers do, so that its class cannot be read from a printer's line. */
final class CustomHandler extends WorkHandler {
    CustomHandler(Looper looper) {
        super(looper);
    }

    @Override
    public String toString() {
        return "the custom handler {of: somebody} (with spaces): 7";
    }
}
