package droidcanary.probe;

import java.util.concurrent.atomic.AtomicBoolean;

final class MonitorTests {
    private final FakeMonitor monitor = new FakeMonitor(0);
    private final Object hook = new Object();
    private final Open[] open = new Open[Monitor.MAX_DEPTH + 1];

    MonitorTests() {
        for (int i = 0; i < open.length; i++) {
            open[i] = new Open();
        }
    }

    private static String begin(String who) {
        return ">>>>> Dispatching to " + who + ": 0";
    }

    private static String end(String who) {
        return "<<<<< Finished to " + who;
    }

    private void begins(String who) {
        monitor.begin(begin(who), hook);
    }

    private void ends(String who) {
        monitor.end(hook, end(who), null, null);
    }

    void countsEveryDispatchAndReportsFromTheFloorOn() {
        FakeMonitor slow = new FakeMonitor(Clocks.SECOND);
        slow.begin(begin("a"), hook);
        slow.end(hook, end("a"), null, null);
        Check.equal(1L, slow.ended.get());
        Check.equal(null, slow.next());
        begins("a");
        ends("a");
        Ring.Record record = monitor.take(1);
        Check.equal(begin("a"), record.text);
        Check.that(record.end >= record.start && record.start > 0, "times");
        Check.equal(Clocks.UNKNOWN, record.parent);
    }

    void anEndWithoutABeginIsIgnored() {
        ends("before we came");
        Check.equal(0L, monitor.ended.get());
        begins("a");
        ends("a");
        monitor.take(1);
    }

    void nestedDispatchesNameTheirParent() {
        begins("outer");
        monitor.loops = 2;
        begins("inner");
        Check.equal(2, monitor.inFlight(open));
        Check.equal(2L, open[0].id);
        Check.equal(1L, open[0].parent());
        Check.equal(1L, open[1].id);
        ends("inner");
        Check.equal(1, monitor.inFlight(open));
        Check.equal(1L, open[0].id);
        Check.equal(begin("outer"), open[0].text);
        monitor.loops = 1;
        ends("outer");
        Check.equal(0, monitor.inFlight(open));
        Check.equal(1L, monitor.take(2).parent);
        monitor.ring.release();
        monitor.take(1);
    }

    void onlyOutermostDispatchesAreBusyTime() {
        begins("outer");
        monitor.loops = 2;
        begins("inner");
        ends("inner");
        Check.equal(0L, monitor.busy.get());
        monitor.loops = 1;
        ends("outer");
        Check.that(monitor.busy.get() > 0, "the outer one counts");
        Check.equal(2L, monitor.ended.get());
    }

    void aDispatchThatNeverEndedIsTakenOffByTheNextOne() {
        begins("thrown out of");
        begins("next");
        Check.equal(1, monitor.inFlight(open));
        Check.equal(2L, open[0].id);
        Check.that(monitor.take(1).stale, "marked");
        monitor.ring.release();
        ends("next");
        Check.that(!monitor.take(2).stale, "an ordinary one");
    }

    void anExceptionThatLeavesTheInnerLoopEndsBoth() {
        begins("outer");
        monitor.loops = 2;
        begins("inner");
        monitor.loops = 1;
        ends("outer"); // the inner one's end line never came
        Check.equal(0, monitor.inFlight(open));
        Check.that(monitor.take(2).stale, "the inner one's end was lost");
        monitor.ring.release();
        Check.that(!monitor.take(1).stale, "the outer one's was not");
    }

    void ownersEndOnlyWhatTheySawBegin() {
        begins("a");
        monitor.end(new Object(), end("a"), null, null);
        Check.equal(1, monitor.inFlight(open));
        ends("a");
        Check.equal(0, monitor.inFlight(open));
    }

    void tooDeepIsCountedAndUnwinds() {
        for (int i = 1; i <= Monitor.MAX_DEPTH + 3; i++) {
            monitor.loops = i;
            begins("d" + i);
        }
        Check.equal(3, monitor.tooDeep);
        for (int i = Monitor.MAX_DEPTH + 3; i >= 1; i--) {
            monitor.loops = i;
            ends("d" + i);
        }
        Check.equal(0, monitor.inFlight(open));
        Check.equal((long) Monitor.MAX_DEPTH, monitor.ended.get());
    }

    void ourOwnMessageIsNobodys() {
        monitor.begin(">>>>> Dispatching to Handler (x) {1} droidcanary.probe.Heartbeat@1: 0", hook);
        monitor.markOwn();
        monitor.end(hook, "<<<<< Finished to Handler (x) {1} droidcanary.probe.Heartbeat@1", null, null);
        Check.equal(0L, monitor.ended.get());
        begins("a");
        ends("a");
        monitor.take(1); // the first of the app's
    }

    void aHeartbeatThatNoHookSawDoesNotHideTheMessageAroundIt() {
        begins("outer");
        monitor.markOwn();
        ends("outer");
        monitor.take(1);
    }

    void idleRunsStandBesideDispatches() {
        Check.that(monitor.beginIdle("app.Idle"), "recorded");
        Check.equal(1, monitor.inFlight(open));
        Check.equal(Open.IDLE, open[0].kind);
        monitor.endIdle(true, null);
        Ring.Record record = monitor.take(1);
        Check.equal(Open.IDLE, record.kind);
        Check.equal("app.Idle", record.text);
        Check.that(record.kept, "kept");
        Check.equal(1L, monitor.idleEnded.get());
        Check.equal(0L, monitor.ended.get());
    }

    void aLoopInsideAnIdleHandlerDispatches() {
        monitor.beginIdle("app.Idle");
        monitor.loops = 2;
        begins("inside");
        ends("inside");
        monitor.loops = 1;
        monitor.endIdle(false, "app.Problem");
        monitor.take(1);
        monitor.ring.release();
        Check.equal("app.Problem", monitor.take(1).threw);
    }

    void anIdleRunShowsThatADispatchLostItsEnd() {
        begins("thrown out of");
        monitor.beginIdle("app.Idle");
        Check.equal(1, monitor.inFlight(open));
        Check.equal(Open.IDLE, open[0].kind);
        Check.that(monitor.take(1).stale, "taken off");
    }

    void failuresLeaveAUsableState() {
        begins("a");
        Check.that(!monitor.failed(new RuntimeException("ours")), "not yet");
        Check.equal(0, monitor.inFlight(open));
        monitor.failed(new RuntimeException("ours"));
        Check.that(monitor.failed(new RuntimeException("ours")), "the third is enough");
    }

    void linesAreComparedAsThePlatformWritesThem() {
        Check.that(Monitor.endsWith(begin("H {1} a.B@2"), end("H {1} a.B@2")), "same");
        Check.that(!Monitor.endsWith(begin("H {1} a.B@2"), end("H {1} a.B@3")), "another callback");
        Check.that(!Monitor.endsWith(begin("H {1} a.B@22"), end("H {1} a.B@2")), "a prefix");
        Check.that(!Monitor.endsWith(null, end("a")), "no text");
        Check.that(!Monitor.endsWith(begin("a"), "<"), "odd");
    }

    void aReaderNeverSeesHalfOfTwoMessages() throws Exception {
        final AtomicBoolean stop = new AtomicBoolean();
        final FakeMonitor[] shared = new FakeMonitor[1];
        Thread main = new Thread() {
            @Override
            public void run() {
                FakeMonitor mine = new FakeMonitor(Clocks.SECOND);
                synchronized (shared) {
                    shared[0] = mine;
                    shared.notifyAll();
                }
                for (long id = 1; !stop.get(); id++) {
                    mine.begin(">>>>> Dispatching to " + id + ": 0", hook);
                    mine.end(hook, "<<<<< Finished to " + id, null, null);
                }
            }
        };
        synchronized (shared) {
            main.start();
            shared.wait();
        }
        int seen = 0;
        long until = System.nanoTime() + 300 * Clocks.MS;
        while (System.nanoTime() < until) {
            if (shared[0].inFlight(open) == 1) {
                seen++;
                Check.equal(">>>>> Dispatching to " + open[0].id + ": 0", open[0].text);
            }
        }
        stop.set(true);
        main.join();
        Check.that(seen > 100, "looked at " + seen);
    }
}
