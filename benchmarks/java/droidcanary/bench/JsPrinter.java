package droidcanary.bench;

import android.util.Printer;

/** A printer whose {@code println} the benchmark replaces by JavaScript in Frida; until then it does nothing. */
public final class JsPrinter implements Printer {
    @Override
    public void println(String line) {
    }
}
