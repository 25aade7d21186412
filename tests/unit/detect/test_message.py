"""The printer's line, in every shape an app can give it."""

from __future__ import annotations

import pytest

from droidcanary.detect.message import PREFIX, parse_message
from droidcanary.model import Message

ORDINARY = "Handler (com.acme.H) {1f2e}"


@pytest.mark.parametrize(
    ("body", "target", "callback", "what"),
    [
        ("Handler (com.x.H) {abc} com.x.R@1f2e: 12", "com.x.H", "com.x.R", 12),
        ("Handler (com.x.H) {abc} null: 0", "com.x.H", None, 0),
        ("Handler (android.app.ActivityThread$H) {9a1} null: -159", "android.app.ActivityThread$H", None, -159),
        # Generated names.
        (
            f"{ORDINARY} com.acme.A$$Lambda$14/0x0000000800c@7a: 0",
            "com.acme.H",
            "com.acme.A$$Lambda$14/0x0000000800c",
            0,
        ),
        (f"{ORDINARY} -$$Lambda$Main$AbC_1@7a: 0", "com.acme.H", "-$$Lambda$Main$AbC_1", 0),
        (
            f"{ORDINARY} com.acme.A$$ExternalSyntheticLambda3@7a: 0",
            "com.acme.H",
            "com.acme.A$$ExternalSyntheticLambda3",
            0,
        ),
        (f"{ORDINARY} a.b@7a: 1", "com.acme.H", "a.b", 1),
        ("Handler (Job٣) {abc} Job٣@1f: 3", "Job٣", "Job٣", 3),
        # A callback's own text.
        (f"{ORDINARY} Work: of 3@5 parts: 1", "com.acme.H", None, 1),
        (f"{ORDINARY} java.util.concurrent.FutureTask@1f[Not completed]: 1", "com.acme.H", None, 1),
        (f"{ORDINARY} two words@1f: 1", "com.acme.H", None, 1),
        (f"{ORDINARY} com.acme.R@xyz: 1", "com.acme.H", None, 1),
        (f"{ORDINARY} : 1", "com.acme.H", None, 1),
        (f"{ORDINARY} \n>>>>> Dispatching to X\n: 1", "com.acme.H", None, 1),
        (f"{ORDINARY} {'x' * 200_000}: 5", "com.acme.H", None, 5),
        (f"{ORDINARY} [/dev/binder]: 5", "com.acme.H", None, 5),
        # Codes.
        (f"{ORDINARY} null: ٤٢", "com.acme.H", None, None),
        (f"{ORDINARY} null: 99999999999", "com.acme.H", None, None),
        (f"{ORDINARY} null: 1\n", "com.acme.H", None, None),
        (f"{ORDINARY} null", "com.acme.H", None, None),
        # A line cut by the probe: what looks like the callback may be half of it.
        (f"{ORDINARY} com.acme.R@1f", "com.acme.H", None, None),
        # Handlers with a text of their own.
        ("com.acme.H@1f com.acme.R@2f: 1", "com.acme.H", "com.acme.R", 1),
        ("com.acme.H{id=3, on} com.acme.R@2f: 1", "com.acme.H", "com.acme.R", 1),
        ("com.acme.H{id=3} null: 1", "com.acme.H", None, 1),
        ("com.acme.H{\n com.acme.R@2f: 1", "com.acme.H", "com.acme.R", 1),
        ("my handler com.acme.R@2f: 1", None, "com.acme.R", 1),
        ("my handler null: 1", None, None, 1),
        ("my: 1", None, None, 1),
        ("Handler (a b) {1f} null: 1", None, None, 1),
        ("Handler (com.acme.H) {xyz} null: 1", None, None, 1),
        ("Handler (com.acme.H) {1f}null: 1", None, None, 1),
        ("null null: 3", None, None, 3),
        ("", None, None, None),
        (": 5", None, None, 5),
    ],
)
def test_shapes(body: str, target: str | None, callback: str | None, what: int | None) -> None:
    assert parse_message(PREFIX + body) == Message(target=target, callback=callback, what=what)


@pytest.mark.parametrize(
    "text", [None, "", "<<<<< Finished to Handler (com.x.H) {abc} null", ">>>>> dispatching to x: 1"]
)
def test_what_is_no_line(text: str | None) -> None:
    assert parse_message(text) is None
