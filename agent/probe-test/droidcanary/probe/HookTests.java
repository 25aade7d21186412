package droidcanary.probe;

import android.os.Looper;
import android.os.Message;
import android.util.Printer;
import java.util.ArrayList;
import java.util.List;

final class HookTests {
    private static final String BEGIN = ">>>>> Dispatching to H: 0";
    private static final String END = "<<<<< Finished to H";

    private final FakeMonitor monitor = new FakeMonitor(0);
    private final List<String> lines = new ArrayList<String>();

    private Printer recorder() {
        return new Printer() {
            @Override
            public void println(String line) {
                lines.add(line + " ended=" + monitor.ended.get());
            }
        };
    }

    void everyLineGoesOnAndTheOthersCostIsNotTheMessages() {
        ChainedPrinter printer = new ChainedPrinter(recorder(), monitor);
        printer.println(BEGIN);
        printer.println("a line of the app's own");
        printer.println("");
        printer.println(null);
        printer.println(END);
        Check.equal("[" + BEGIN + " ended=0, a line of the app's own ended=0,  ended=0, null ended=0, " + END + " ended=1]",
                lines.toString());
        monitor.take(1);
    }

    void anExceptionOfTheOtherPrinterStaysItsOwn() {
        ChainedPrinter printer = new ChainedPrinter(new Printer() {
            @Override
            public void println(String line) {
                throw new IllegalStateException("theirs");
            }
        }, monitor);
        for (String line : new String[] {BEGIN, END}) {
            try {
                printer.println(line);
                Check.that(false, "swallowed");
            } catch (IllegalStateException e) {
                Check.equal("theirs", e.getMessage());
            }
        }
        Check.equal(0L, monitor.ended.get()); // a message whose begin line threw is never dispatched
        Check.equal(0L, monitor.current.get());
    }

    void aRetiredPrinterEndsWhatItSawBeginAndNoMore() {
        ChainedPrinter old = new ChainedPrinter(null, monitor);
        old.println(BEGIN);
        old.retire();
        ChainedPrinter young = new ChainedPrinter(old, monitor);
        old.println(END);
        Check.equal(1L, monitor.ended.get());
        young.println(BEGIN); // passes through the old one
        young.println(END);
        Check.equal(2L, monitor.ended.get());
    }

    void aCutPrinterOnlyPassesThrough() {
        ChainedPrinter printer = new ChainedPrinter(recorder(), monitor);
        printer.cut();
        printer.println(BEGIN);
        printer.println(END);
        Check.equal(2, lines.size());
        Check.equal(0L, monitor.current.get());
        Check.equal(0L, monitor.ended.get());
    }

    void anotherThreadsLinesAreNotTheMainThreads() throws Exception {
        final ChainedPrinter printer = new ChainedPrinter(recorder(), monitor);
        Thread other = new Thread() {
            @Override
            public void run() {
                printer.println(BEGIN);
            }
        };
        other.start();
        other.join();
        Check.equal(0L, monitor.current.get());
        Check.equal(1, lines.size());
    }

    private static final class Tokens implements Looper.Observer {
        final List<Object> back = new ArrayList<Object>();

        @Override
        public Object messageDispatchStarting() {
            return "token";
        }

        @Override
        public void messageDispatched(Object token, Message message) {
            back.add(token);
        }

        @Override
        public void dispatchingThrewException(Object token, Message message, Exception exception) {
            back.add(exception);
        }
    }

    void theOtherObserversTokenComesBack() {
        Tokens tokens = new Tokens();
        ChainedObserver observer = new ChainedObserver(tokens, monitor);
        observer.messageDispatched(observer.messageDispatchStarting(), null);
        Check.equal("[token]", tokens.back.toString());
        Check.equal(null, monitor.take(1).text);
    }

    void anObserverKnowsWhatWasThrown() {
        ChainedObserver observer = new ChainedObserver(null, monitor);
        Object token = observer.messageDispatchStarting();
        Check.equal(null, token);
        observer.dispatchingThrewException(token, null, new IllegalStateException());
        Check.equal("java.lang.IllegalStateException", monitor.take(1).threw);
    }

    void otherThreadsLoopersOnlyPassThrough() throws Exception {
        final Tokens tokens = new Tokens();
        final ChainedObserver observer = new ChainedObserver(tokens, monitor);
        Thread other = new Thread() {
            @Override
            public void run() {
                observer.messageDispatched(observer.messageDispatchStarting(), null);
            }
        };
        other.start();
        other.join();
        Check.equal("[token]", tokens.back.toString());
        Check.equal(0L, monitor.ended.get());
    }
}
