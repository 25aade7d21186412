"""The lines of ``--json``: their schema, and a whole session of them."""

from __future__ import annotations

import json

import msgspec

from droidcanary.config import JudgeConfig
from droidcanary.model import OutputLine
from tests.golden.conftest import Compare
from tests.golden.scenes import busy_session


def test_the_schema_changes_only_as_a_diff(golden: Compare) -> None:
    schema = msgspec.json.schema(OutputLine, schema_hook=lambda kind: {"description": "any JSON value"})
    golden("lines.schema.json", json.dumps(schema, indent=1, sort_keys=True).encode() + b"\n")


def test_the_incidents_and_the_summary_of_a_session(golden: Compare) -> None:
    judged = busy_session().judge()
    lines = [msgspec.json.encode(record) for record in (*judged.incidents, judged.summary)]
    golden("session.jsonl", b"\n".join(lines) + b"\n")


def test_judged_with_a_lower_threshold(golden: Compare) -> None:
    judged = busy_session().judge(JudgeConfig(threshold_ns=500_000_000, idle_threshold_ns=9_000_000_000))
    golden("session-500ms.jsonl", b"\n".join(msgspec.json.encode(incident) for incident in judged.incidents) + b"\n")
