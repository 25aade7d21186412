package droidcanary.bench;

import android.util.Printer;

/** Does nothing: what is left is what the platform itself pays as soon as any printer is set. */
final class EmptyPrinter implements Printer {
    @Override
    public void println(String line) {
    }
}
