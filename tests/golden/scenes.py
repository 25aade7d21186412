"""One session with a bit of everything, for whole-output comparisons."""

from __future__ import annotations

from droidcanary.model import HostLoad
from tests.timeline import IDLE_QUEUE, STRING, Timeline, message

QUERY = message(
    "android.database.sqlite.SQLiteConnection.nativeExecute(Native Method)",
    "com.acme.shop.Db.query(Db.java:42)",
    "com.acme.shop.Work$Run.run(Work.java:17)",
)
DRAW = message("com.acme.shop.Pane.draw(Pane.kt:7)", "com.acme.shop.Work$Run.run(Work.java:18)")


def busy_session() -> Timeline:
    """A slow message with a slow text that starved a heartbeat, an idle handler, a barrier, a nested loop, a cut."""
    timeline = Timeline()
    for second in range(41):
        timeline.proc(second * 1000, busy=second * 200, idle=second * 600, iowait=second * 8, app=second * 100)
    timeline.running(1, start=2000, seen=2100, cpu=95)
    timeline.samples(2100, 5000, every=100, stack=DRAW)
    timeline.tick(3050)
    timeline.samples(5100, 8700, every=200, stack=QUERY)
    timeline.unanswered(1, posted=3000, until=8500)
    timeline.samples(8800, 8900, every=50, stack=STRING)
    timeline.dispatch(1, start=2000, end=9000, cpu=4200)
    timeline.heartbeat(1, posted=3000, seen=9010, answered=9002)
    timeline.dispatch(2, start=10_000, end=10_700)
    timeline.idle_running(1, start=12_000, seen=12_100)
    timeline.idle(1, start=12_000, end=14_500)
    timeline.samples(16_000, 22_000, every=1000, stack=IDLE_QUEUE)
    timeline.unanswered(2, posted=15_000, until=22_000)
    timeline.heartbeat(2, posted=15_000, seen=22_510, answered=22_500)
    timeline.gap(23_000, 23_500)
    timeline.lost("sample", 12, at=24_000)
    timeline.debugger(25_000, True)
    timeline.dispatch(4, start=26_500, end=28_000, parent=3, text=">>>>> Dispatching to Handler (a.B) {1} null: 5")
    timeline.dispatch(3, start=26_000, end=29_000)
    timeline.debugger(30_000, False)
    timeline.counts(0, 31_000, dispatches=812, busy=12_345)
    timeline.add(HostLoad(at_ns=31_000_000_000, cpu_pct_core=1.25, rss_mb=48.5))
    timeline.running(5, start=38_000, seen=38_100, cpu=1)
    timeline.tick(39_100)
    return timeline.ended(40_000, "process-gone")
