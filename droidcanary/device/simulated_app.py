"""What the simulated app does: scenes with a start, a length, stacks and a share of CPU. Data and arithmetic only."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator


@dataclasses.dataclass(frozen=True)
class Line:
    """One stack frame."""

    cls: str
    method: str
    file: str
    line: int


@dataclasses.dataclass(frozen=True)
class Scene:
    """One dispatch (``target`` is its handler's class) or one run of an idle handler (``idle`` is its class).

    ``acts``: what the main thread does, one after the other: share of the scene, frames from the app's entry point
    to the deepest. ``cpu``: share of the wall time on a CPU. ``inner``: a dispatch nested in it, as offset into it
    (share of its length) and scene.
    """

    wall_ms: float
    cpu: float
    acts: tuple[tuple[float, tuple[Line, ...]], ...]
    target: str = ""
    callback: str | None = None
    what: int = 0
    idle: str | None = None
    inner: tuple[float, Scene] | None = None


_FRAME_ENTRY = (
    Line("android.view.Choreographer$FrameDisplayEventReceiver", "run", "Choreographer.java", 1191),
    Line("android.view.Choreographer", "doFrame", "Choreographer.java", 869),
    Line("android.view.ViewRootImpl", "performTraversals", "ViewRootImpl.java", 3379),
    Line("androidx.recyclerview.widget.RecyclerView", "onLayout", "RecyclerView.java", 4578),
)
_CLICK_ENTRY = (
    Line("android.view.View$PerformClick", "run", "View.java", 29653),
    Line("android.view.View", "performClick", "View.java", 7506),
    Line("com.acme.shop.checkout.CheckoutFragment", "onPayClicked", "CheckoutFragment.kt", 141),
)
_LAUNCH_ENTRY = (
    Line("android.app.ActivityThread$H", "handleMessage", "ActivityThread.java", 2474),
    Line("android.app.Activity", "performResume", "Activity.java", 8351),
    Line("com.acme.shop.orders.OrdersActivity", "onResume", "OrdersActivity.kt", 62),
)

LAYOUT = Scene(
    wall_ms=1_250,
    cpu=0.96,
    target="android.view.Choreographer$FrameHandler",
    callback="android.view.Choreographer$FrameDisplayEventReceiver",
    acts=(
        (
            0.78,
            (
                *_FRAME_ENTRY,
                Line("com.acme.shop.catalog.ProductAdapter", "onBindViewHolder", "ProductAdapter.kt", 88),
                Line("com.acme.shop.catalog.PriceFormatter", "format", "PriceFormatter.kt", 34),
                Line("java.util.regex.Pattern", "compile", "Pattern.java", 1034),
            ),
        ),
        (
            0.22,
            (
                *_FRAME_ENTRY,
                Line("com.acme.shop.catalog.ProductAdapter", "onBindViewHolder", "ProductAdapter.kt", 91),
                Line("com.acme.shop.catalog.Thumbnails", "decode", "Thumbnails.kt", 52),
                Line("android.graphics.BitmapFactory", "decodeStream", "BitmapFactory.java", 712),
            ),
        ),
    ),
)

CHECKOUT = Scene(
    wall_ms=1_620,
    cpu=0.31,
    target="android.view.ViewRootImpl$ViewRootHandler",
    callback="android.view.View$PerformClick",
    acts=(
        (0.2, (*_CLICK_ENTRY, Line("com.acme.shop.checkout.Basket", "validate", "Basket.kt", 203))),
        (0.8, (*_CLICK_ENTRY, Line("com.acme.shop.ui.ModalDialog", "showAndWait", "ModalDialog.java", 47))),
    ),
    inner=(
        0.25,
        Scene(
            wall_ms=1_100,
            cpu=0.08,
            target="com.acme.shop.ui.ModalDialog$LoopHandler",
            what=7,
            acts=(
                (
                    1.0,
                    (
                        *_CLICK_ENTRY,
                        Line("com.acme.shop.ui.ModalDialog", "showAndWait", "ModalDialog.java", 47),
                        Line("com.acme.shop.net.RatesClient", "fetchBlocking", "RatesClient.java", 119),
                        Line("java.net.SocketInputStream", "socketRead0", "SocketInputStream.java", -2),
                    ),
                ),
            ),
        ),
    ),
)

PRELOAD = Scene(
    wall_ms=2_240,
    cpu=0.88,
    idle="com.acme.shop.startup.PreloadIdleHandler",
    acts=(
        (
            0.64,
            (
                Line("com.acme.shop.startup.PreloadIdleHandler", "queueIdle", "PreloadIdleHandler.java", 31),
                Line("com.acme.shop.catalog.CatalogCache", "readAll", "CatalogCache.kt", 77),
                Line("com.google.gson.Gson", "fromJson", "Gson.java", 1004),
            ),
        ),
        (
            0.36,
            (
                Line("com.acme.shop.startup.PreloadIdleHandler", "queueIdle", "PreloadIdleHandler.java", 33),
                Line("com.acme.shop.ads.BannerLoader", "warmUp", "BannerLoader.kt", 58),
            ),
        ),
    ),
)

ORDERS = Scene(
    wall_ms=1_710,
    cpu=0.05,
    target="android.app.ActivityThread$H",
    what=159,
    acts=(
        (
            1.0,
            (
                *_LAUNCH_ENTRY,
                Line("com.acme.shop.orders.OrderStore", "loadRecent", "OrderStore.kt", 96),
                Line(
                    "android.database.sqlite.SQLiteConnectionPool",
                    "waitForConnection",
                    "SQLiteConnectionPool.java",
                    670,
                ),
                Line("java.util.concurrent.locks.LockSupport", "parkNanos", "LockSupport.java", 230),
            ),
        ),
    ),
)

DEADLOCK = Scene(
    wall_ms=5_820,
    cpu=0.01,
    target="android.os.Handler",
    callback="com.acme.shop.sync.SyncEngine$Flush",
    acts=(
        (
            1.0,
            (
                Line("com.acme.shop.sync.SyncEngine$Flush", "run", "SyncEngine.java", 244),
                Line("com.acme.shop.sync.SyncEngine", "flushLocked", "SyncEngine.java", 187),
                Line("com.acme.shop.sync.Journal", "append", "Journal.java", 61),
                Line("java.lang.Object", "wait", "Object.java", -2),
            ),
        ),
    ),
)

#: Seconds of quiet in front of each scene; the first five fit the ten seconds of a demo.
STORY: tuple[tuple[float, Scene], ...] = (
    (0.5, LAYOUT),
    (0.45, CHECKOUT),
    (0.4, PRELOAD),
    (0.45, ORDERS),
    (0.35, DEADLOCK),
)


def story(seed: int) -> Iterator[tuple[float, Scene]]:
    """Start in seconds since the attach, and scene; endless. The first round is always the same, later rounds vary
    in order and length as ``seed`` decides."""
    dice = random.Random(seed)
    at_s = 0.0
    rounds = list(STORY)
    while True:
        for quiet_s, scene in rounds:
            at_s += quiet_s
            yield at_s, scene
            at_s += scene.wall_ms / 1000
        rounds = [(dice.uniform(0.4, 2.5), _stretched(scene, dice.uniform(0.6, 1.4))) for _, scene in STORY]
        dice.shuffle(rounds)


def _stretched(scene: Scene, factor: float) -> Scene:
    inner = None if scene.inner is None else (scene.inner[0], _stretched(scene.inner[1], factor))
    return dataclasses.replace(scene, wall_ms=round(scene.wall_ms * factor, 3), inner=inner)
