"""Who is blamed, with which share, and what is said where nobody can be."""

from __future__ import annotations

import pytest

from droidcanary.config import MS, JudgeConfig
from droidcanary.model import Frame, Incident, Sample, Stack
from tests.timeline import DISPATCH, IDLE_QUEUE, Timeline, message, session_start

QUERY = message("android.database.Cursor.move(Cursor.java:9)", "com.acme.shop.Db.query(Db.java:42)")
DRAW = message("com.acme.shop.Pane.draw(Pane.java:7)")


def judged(timeline: Timeline, *concern: str, start: float = 1000, end: float = 3000) -> Incident:
    timeline.dispatch(1, start=start, end=end)
    return timeline.judge(JudgeConfig(concern=concern)).only


def shares(incident: Incident) -> list[tuple[str, float]]:
    return [(culprit.method, culprit.share) for culprit in incident.culprits]


def test_the_ranking_with_shares_and_places() -> None:
    timeline = Timeline()
    timeline.samples(1100, 1400, every=100, stack=DRAW)
    timeline.samples(1500, 2800, every=100, stack=QUERY)
    only = judged(timeline)
    assert shares(only) == [("com.acme.shop.Db.query", 0.777778), ("com.acme.shop.Pane.draw", 0.222222)]
    assert only.culprit == only.culprits[0]
    assert (only.culprit.file, only.culprit.line, only.culprit.owner) == ("Db.java", 42, "app")
    assert (only.samples, only.no_samples) == (18, None)


def test_a_sample_weighs_the_time_it_stands_for() -> None:
    """The probe samples ever more rarely: ten early samples of half a second must not outvote four of two seconds."""
    timeline = Timeline()
    timeline.samples(1050, 1500, every=50, stack=DRAW)
    timeline.samples(2000, 3500, every=500, stack=QUERY)
    only = judged(timeline, end=3900)
    assert only.culprit is not None
    assert only.culprit.method == "com.acme.shop.Db.query"
    assert only.culprit.share == pytest.approx(2000 / 2725, abs=1e-4)


def test_samples_at_the_edges_count_and_those_outside_do_not() -> None:
    timeline = Timeline()
    timeline.samples(900, 900, every=100, stack=DRAW)
    timeline.samples(1000, 3000, every=1000, stack=QUERY)
    timeline.samples(3001, 3400, every=100, stack=DRAW)
    only = judged(timeline)
    assert (shares(only), only.samples) == ([("com.acme.shop.Db.query", 1.0)], 3)


def test_one_sample_is_all_of_it() -> None:
    timeline = Timeline()
    timeline.sample(2000, QUERY)
    assert shares(judged(timeline)) == [("com.acme.shop.Db.query", 1.0)]


def test_samples_of_one_instant_count_alike() -> None:
    timeline = Timeline()
    timeline.sample(2000, QUERY)
    timeline.sample(2000, DRAW)
    assert shares(judged(timeline)) == [("com.acme.shop.Db.query", 0.5), ("com.acme.shop.Pane.draw", 0.5)]


def test_one_between_idle_ones_of_the_same_instant_is_still_blamed() -> None:
    timeline = Timeline()
    timeline.sample(1500, IDLE_QUEUE)
    for stack in (IDLE_QUEUE, QUERY, IDLE_QUEUE):
        timeline.sample(2000, stack)
    assert shares(judged(timeline)) == [("com.acme.shop.Db.query", 1.0)]


def test_samples_out_of_order_are_put_in_order() -> None:
    timeline = Timeline()
    timeline.sample(2000, QUERY)
    timeline.sample(1500, DRAW)
    timeline.sample(2500, QUERY)
    assert shares(judged(timeline))[0][0] == "com.acme.shop.Db.query"


def test_the_most_common_line_is_shown() -> None:
    timeline = Timeline()
    timeline.sample(1500, message("com.acme.shop.Db.query(Db.java:40)"))
    timeline.sample(1600, message("com.acme.shop.Db.query(Db.java:42)"))
    timeline.sample(1700, message("com.acme.shop.Db.query(Db.java:42)"))
    only = judged(timeline)
    assert only.culprit is not None
    assert (len(only.culprits), only.culprit.line, only.culprit.share) == (1, 42, 1.0)


class TestOwner:
    @pytest.mark.parametrize(
        ("frames", "method", "owner"),
        [
            (
                ("com.acme.shop2.Ad.load(A.java:1)", "com.acme.shop.Home.show(H.java:2)"),
                "com.acme.shop.Home.show",
                "app",
            ),
            (("com.acme.shop2.Ad.load(A.java:1)",), "com.acme.shop2.Ad.load", "library"),
            (
                ("java.util.ArrayList.sort(A.java:1)", "okio.Buffer.read(Unknown Source)", "kotlin.io.X.y(X.kt:1)"),
                "okio.Buffer.read",
                "library",
            ),
            (("androidx.room.Room.build(R.java:1)",), "androidx.room.Room.build", "library"),
            (("android.support.v7.X.y(X.java:1)",), "android.support.v7.X.y", "library"),
            (("com.android.volley.Q.take(Q.java:1)",), "com.android.volley.Q.take", "library"),
            (("com.android.internal.X.y(X.java:1)",), "com.android.internal.X.y", "platform"),
            (("java.lang.Thread.sleep(Native Method)",), "java.lang.Thread.sleep", "platform"),
            ((), "android.os.Handler.dispatchMessage", "platform"),
        ],
    )
    def test_of_a_stack(self, frames: tuple[str, ...], method: str, owner: str) -> None:
        timeline = Timeline()
        timeline.sample(2000, message(*frames))
        culprit = judged(timeline).culprit
        assert culprit is not None
        assert (culprit.method, culprit.owner) == (method, owner)

    def test_concern_replaces_the_package(self) -> None:
        timeline = Timeline()
        timeline.sample(2000, message("com.acme.core.Db.q(Db.java:1)", "com.acme.shop.Home.show(H.java:2)"))
        assert shares(judged(timeline, "com.acme.core.", "org.x.*"))[0][0] == "com.acme.core.Db.q"

    def test_concern_may_be_a_class(self) -> None:
        timeline = Timeline()
        timeline.sample(2000, message("com.acme.shop.Db$1.run(Db.java:1)", "com.acme.shop.Db2.run(H.java:2)"))
        assert shares(judged(timeline, "com.acme.shop.Db"))[0][0] == "com.acme.shop.Db$1.run"

    def test_concern_of_nothing_is_the_package(self) -> None:
        timeline = Timeline()
        timeline.sample(2000, QUERY)
        assert shares(judged(timeline, "", "*"))[0][0] == "com.acme.shop.Db.query"

    def test_native_and_unknown_places(self) -> None:
        timeline = Timeline()
        timeline.sample(2000, message("com.acme.shop.Jni.call(Native Method)"))
        culprit = judged(timeline).culprit
        assert culprit is not None
        assert (culprit.file, culprit.line) == (None, None)


class TestIdleSamples:
    def test_they_are_counted_apart_and_never_blamed(self) -> None:
        timeline = Timeline()
        timeline.samples(1100, 1300, every=100, stack=QUERY)
        timeline.samples(1400, 1700, every=100, stack=IDLE_QUEUE)
        only = judged(timeline)
        assert (shares(only), only.samples, only.idle_samples) == ([("com.acme.shop.Db.query", 1.0)], 3, 4)

    def test_only_idle_ones(self) -> None:
        timeline = Timeline()
        timeline.samples(1400, 1700, every=100, stack=IDLE_QUEUE)
        only = judged(timeline)
        assert (only.culprit, only.culprits, only.samples, only.idle_samples) == (None, (), 0, 4)
        assert only.no_samples == "only idle samples: it ended before a sample could show it"

    def test_what_the_poll_calls_is_busy(self) -> None:
        timeline = Timeline()
        timeline.sample(1500, ("com.acme.shop.Input.on(I.java:1)", *IDLE_QUEUE))
        only = judged(timeline)
        assert (only.samples, only.idle_samples) == (1, 0)

    def test_another_queues_poll_is_busy(self) -> None:
        timeline = Timeline()
        timeline.sample(1500, message("com.acme.shop.MessageQueue.nativePollOnce(M.java:1)"))
        assert judged(timeline).samples == 1


class TestOurOwnFrames:
    def test_they_are_removed(self) -> None:
        timeline = Timeline()
        timeline.sample(
            1500,
            (
                "com.acme.shop.Printer.println(P.java:3)",
                "droidcanary.probe.ChainedPrinter.println(ChainedPrinter.java:20)",
                *DISPATCH[1:],
            ),
        )
        timeline.dispatch(1, start=1000, end=3000)
        (block,) = timeline.ended(4000).collect().blocks
        assert [frame.cls for frame in block.stacks[0].frames][:2] == ["com.acme.shop.Printer", "android.os.Looper"]

    def test_a_hooked_method_is_there_once_and_recursion_stays(self) -> None:
        walk = "com.acme.shop.Tree.walk(Tree.java:5)"
        timeline = Timeline()
        timeline.sample(
            1500,
            (
                walk,
                walk,
                "android.os.Handler.dispatchMessage(Handler.java:106)",
                "android.os.Handler.dispatchMessage(Native Method)",
                "com.acme.shop.H.queueIdle(Native Method)",
                "com.acme.shop.H.queueIdle(H.java:2)",
                "java.lang.Thread.sleep(Native Method)",
                "java.lang.Thread.sleep(Thread.java:440)",
            ),
        )
        timeline.dispatch(1, start=1000, end=3000)
        (block,) = timeline.ended(4000).collect().blocks
        assert [(frame.method, frame.line) for frame in block.stacks[0].frames] == [
            ("walk", 5),
            ("walk", 5),
            ("dispatchMessage", 106),
            ("queueIdle", 2),
            ("sleep", -2),
            ("sleep", 440),
        ]


class TestGroups:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("com.acme.A$$Lambda$14/0x0000000800c", "com.acme.A$$Lambda/0x00007f"),
            ("com.acme.A$$ExternalSyntheticLambda3", "com.acme.A$$ExternalSyntheticLambda12"),
            ("com.acme.A$$Lambda$lambda$save$0$41007.0x00ab", "com.acme.A$$Lambda$lambda$save$0$9.0x1f"),
            ("com.acme.$Proxy12", "com.acme.$Proxy3"),
            ("$Proxy12", "$Proxy3"),
        ],
    )
    def test_generated_names_count_as_one_and_show_the_original(self, one: str, other: str) -> None:
        timeline = Timeline()
        for at, cls in ((1500, one), (1600, other), (1700, other)):
            timeline.sample(at, message(f"{cls}.run(Unknown Source)"))
        only = judged(timeline, "com.acme")
        assert shares(only) == [(f"{other}.run", 1.0)]

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("com.acme.A$1", "com.acme.A$2"),
            ("com.acme.A$$Lambda$lambda$save$0$1.0xa", "com.acme.A$$Lambda$lambda$load$0$1.0xa"),
            ("com.acme.My$ProxyX", "com.acme.My$ProxyY"),
        ],
    )
    def test_real_classes_stay_apart(self, one: str, other: str) -> None:
        timeline = Timeline()
        timeline.sample(1500, message(f"{one}.run(A.java:1)"))
        timeline.sample(1600, message(f"{other}.run(A.java:1)"))
        assert len(judged(timeline, "com.acme").culprits) == 2


class TestNoSamples:
    def test_none_ever(self) -> None:
        assert judged(Timeline()).no_samples == "no stack was sampled in this session so far"

    @pytest.mark.parametrize(
        ("end", "reason"), [(2500, "ended before the first sample"), (9000, "no sample fell into it")]
    )
    def test_none_in_it(self, end: float, reason: str) -> None:
        timeline = Timeline()
        timeline.sample(500, QUERY)
        assert judged(timeline, end=end).no_samples == reason

    def test_not_yet(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=1000, seen=2100)
        assert timeline.judge(end=2200).incidents[0].no_samples == "not sampled yet"

    @pytest.mark.parametrize("what", ["sample", "stack", "batch", "event"])
    def test_lost(self, what: str) -> None:
        timeline = Timeline()
        timeline.lost(what, 3, at=2000)
        assert judged(timeline).no_samples == "sampling lost: its stacks were dropped on the way"

    def test_a_loss_of_something_else_or_long_ago_is_no_reason(self) -> None:
        timeline = Timeline()
        timeline.sample(10, QUERY)
        timeline.lost("sample", 3, at=900)
        timeline.lost("dispatch", 3, at=2000)
        assert judged(timeline).no_samples == "ended before the first sample"

    def test_a_stack_that_never_arrived(self) -> None:
        timeline = Timeline()
        timeline.add(Sample(at_ns=2000 * MS, stack=99))
        only = judged(timeline)
        assert (only.samples, only.no_samples) == (0, "sampling lost: its stacks were dropped on the way")

    def test_a_frame_that_never_arrived_leaves_the_others(self) -> None:
        timeline = Timeline()
        timeline.add(Frame(id=7, cls="com.acme.shop.Db", method="query", file="Db.java", line=42))
        timeline.add(Stack(id=9, frames=(6, 7)))
        timeline.add(Sample(at_ns=2000 * MS, stack=9))
        assert shares(judged(timeline)) == [("com.acme.shop.Db.query", 1.0)]

    def test_an_empty_stack_is_a_sample_without_a_culprit(self) -> None:
        timeline = Timeline()
        timeline.add(Stack(id=9, frames=()))
        timeline.add(Sample(at_ns=2000 * MS, stack=9))
        only = judged(timeline)
        assert (only.samples, only.culprit, only.culprits) == (1, None, ())

    def test_three_blocks_without_samples_are_three_incidents(self) -> None:
        timeline = Timeline()
        for number, handler in enumerate(("X", "X", "Y"), start=1):
            text = f">>>>> Dispatching to Handler (com.acme.{handler}) {{1f}} null: 1"
            timeline.dispatch(number, start=number * 3000, end=number * 3000 + 1500, text=text)
        targets = [incident.message.target for incident in timeline.judge().closed if incident.message]
        assert targets == ["com.acme.X", "com.acme.X", "com.acme.Y"]


def test_a_stack_sent_again_under_the_same_number_replaces_the_old_one() -> None:
    timeline = Timeline()
    timeline.sample(1500, QUERY)
    timeline.dispatch(1, start=1000, end=3000)
    number = timeline.stack(QUERY)
    other = timeline.stack(DRAW)
    frames = next(event.frames for event in timeline.events if isinstance(event, Stack) and event.id == other)
    timeline.add(Stack(id=number, frames=frames))
    timeline.add(Sample(at_ns=4500 * MS, stack=number))
    timeline.dispatch(2, start=4000, end=6000)
    first, second = timeline.judge().closed
    assert first.culprit is not None
    assert second.culprit is not None
    assert (first.culprit.method, second.culprit.method) == ("com.acme.shop.Db.query", "com.acme.shop.Pane.draw")


def test_without_a_session_nothing_is_the_apps_own() -> None:
    timeline = Timeline(session_start())
    del timeline.events[0]
    timeline.sample(1500, QUERY)
    culprit = judged(timeline).culprit
    assert culprit is not None
    assert (culprit.method, culprit.owner) == ("com.acme.shop.Db.query", "library")


def test_a_session_with_very_many_stacks_still_blames() -> None:
    timeline = Timeline()
    for number in range(20_000):
        stack = 1000 + number
        timeline.add(Frame(id=stack, cls="com.acme.shop.Db", method="query", file="Db.java", line=1 + number % 7))
        timeline.add(Stack(id=stack, frames=(stack,)))
        timeline.add(Sample(at_ns=(1000 + number) * MS, stack=stack))
    timeline.dispatch(1, start=1000, end=21_000)
    culprit = timeline.judge(end=22_000).only.culprit
    assert culprit is not None
    assert (culprit.method, culprit.share) == ("com.acme.shop.Db.query", 1.0)
