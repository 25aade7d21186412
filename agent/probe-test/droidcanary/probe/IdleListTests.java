package droidcanary.probe;

import android.os.MessageQueue.IdleHandler;
import java.util.ArrayList;
import java.util.Arrays;

final class IdleListTests {
    private final FakeMonitor monitor = new FakeMonitor(0);
    private final ArrayList<IdleHandler> plain = new ArrayList<IdleHandler>();
    private final App a = new App("a");
    private final App b = new App("b");
    private final App c = new App("c");

    private static final class App implements IdleHandler {
        final String name;
        int runs;
        RuntimeException problem;
        boolean keep = true;

        App(String name) {
            this.name = name;
        }

        @Override
        public boolean queueIdle() {
            runs++;
            if (problem != null) {
                throw problem;
            }
            return keep;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private IdleList list(App... handlers) {
        plain.addAll(Arrays.asList(handlers));
        return new IdleList(plain, monitor);
    }

    /** What MessageQueue.next does: a copied array, run one by one, removed when they return false or throw. */
    private static IdleHandler[] pass(ArrayList<IdleHandler> handlers) {
        return handlers.toArray(new IdleHandler[Math.max(handlers.size(), 4)]);
    }

    private static void run(ArrayList<IdleHandler> handlers) {
        for (IdleHandler handler : pass(handlers)) {
            if (handler == null) {
                break;
            }
            boolean keep = false;
            try {
                keep = handler.queueIdle();
            } catch (RuntimeException logged) {
                keep = false;
            }
            if (!keep) {
                handlers.remove(handler);
            }
        }
    }

    void runsInOrderAndNamesTheOriginal() {
        IdleList list = list(a, b);
        list.add(0, c);
        run(list);
        Check.equal("[c, a, b]", list.toString());
        for (int i = 1; i <= 3; i++) {
            Check.equal(App.class.getName(), monitor.take(i).text);
            monitor.ring.release();
        }
        Check.equal(1, a.runs + b.runs - c.runs);
    }

    void whatReturnsFalseIsRemoved() {
        IdleList list = list(a, b);
        a.keep = false;
        run(list);
        Check.equal("[b]", list.toString());
        Check.that(!monitor.take(1).kept, "not kept");
    }

    void whatThrowsIsRemovedAndTheExceptionIsThePlatforms() {
        IdleList list = list(a);
        a.problem = new IllegalStateException("theirs");
        try {
            pass(list)[0].queueIdle();
            Check.that(false, "swallowed");
        } catch (IllegalStateException e) {
            Check.equal("theirs", e.getMessage());
        }
        run(list);
        Check.equal("[]", list.toString());
        Check.equal("java.lang.IllegalStateException", monitor.take(1).threw);
        Check.equal(0L, monitor.current.get());
    }

    void theAppSeesItsOwnHandlersEverywhere() {
        IdleList list = list(a, b);
        run(list);
        Check.that(list.get(0) == a && list.iterator().next() == a && list.toArray()[1] == b, "its own");
        Check.that(list.contains(a) && list.indexOf(b) == 1 && list.lastIndexOf(b) == 1, "found");
        Check.that(list.subList(0, 1).get(0) == a && list.set(0, c) == a && list.get(0) == c, "its own");
        Check.that(list.equals(new ArrayList<IdleHandler>(Arrays.<IdleHandler>asList(c, b))), "equal to a plain one");
    }

    void runnersAreFoundAsWhatTheyRun() {
        IdleList list = list(a, b);
        IdleHandler runner = pass(list)[1];
        Check.that(runner != b, "a runner");
        Check.that(list.contains(runner) && list.indexOf(runner) == 1, "found");
        Check.that(list.remove(runner) && list.toString().equals("[a]"), "removed");
        Check.that(!list.remove(runner), "only once");
    }

    void theSameHandlerTwiceIsThereTwice() {
        IdleList list = list(a, a);
        a.keep = false;
        IdleHandler[] handlers = pass(list);
        list.remove(handlers[0]);
        Check.equal(1, list.size());
        list.remove(handlers[1]);
        Check.equal(0, list.size());
    }

    void aPassThatBeganBeforeUsEndsWell() {
        plain.add(a);
        IdleHandler[] before = pass(plain);
        IdleList list = new IdleList(plain, monitor);
        list.remove(before[0]);
        Check.equal(0, list.size());
    }

    void aPassThatEndsAfterUsEndsWell() {
        IdleList list = list(a, b);
        IdleHandler[] during = pass(list);
        ArrayList<IdleHandler> restored = list.restore();
        Check.that(restored == plain, "the very object");
        during[0].queueIdle();
        Check.equal(1, a.runs);
        Check.equal(0L, monitor.idleEnded.get()); // no longer watched
        Check.that(restored.remove(during[0]), "the plain list finds it");
        Check.equal("[b]", restored.toString());
    }

    void restoringKeepsWhatHappenedMeanwhile() {
        IdleList list = list(a, b);
        list.add(c);
        list.remove(a);
        Check.equal("[b, c]", list.restore().toString());
        list.cut();
        Check.that(pass(list)[0] == b, "a cut list has no runners");
    }

    void somebodysOwnListHearsOfEveryChange() {
        final ArrayList<String> heard = new ArrayList<String>();
        ArrayList<IdleHandler> theirs = new ArrayList<IdleHandler>() {
            @Override
            public boolean add(IdleHandler handler) {
                heard.add("+" + handler);
                return super.add(handler);
            }

            @Override
            public boolean remove(Object handler) {
                heard.add("-" + handler);
                return super.remove(handler);
            }
        };
        theirs.add(a);
        theirs.add(b);
        heard.clear();
        IdleList list = new IdleList(theirs, monitor);
        list.remove(a);
        list.add(c);
        Check.that(list.restore() == theirs, "the very object");
        Check.equal("[-a, +c]", heard.toString());
        Check.equal("[b, c]", theirs.toString());
    }
}
