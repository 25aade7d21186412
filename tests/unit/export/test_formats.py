"""The list of formats, and what each makes of a session."""

from __future__ import annotations

import json
import re

import pytest

from droidcanary.export import FORMATS
from droidcanary.export.json_document import JSON
from droidcanary.export.text import TEXT
from tests.timeline import Timeline


def test_names_and_suffixes_are_unique() -> None:
    assert [form.name for form in FORMATS] == ["text", "json"]
    assert len({form.suffix for form in FORMATS}) == len(FORMATS)


def test_a_log_a_block_under_a_name_of_its_own() -> None:
    timeline = Timeline()
    for number in range(1, 4):
        timeline.dispatch(number, start=1000 + number, end=3000, parent=number - 1 or None)
    files = list(TEXT.render(timeline.ended(9000).collect()))
    names = [file.name for file in files]
    assert names == [f"looper-2026-03-01_09-00-03.00{index}.log" for index in range(3)]
    assert all(
        re.fullmatch(r"looper-[0-9]{4}-[0-9]{2}-[0-9]{2}_[0-9]{2}-[0-9]{2}-[0-9]{2}\.[0-9]{3}\.log", n) for n in names
    )
    assert all(file.data.startswith(b"\r\n****") for file in files)


def test_a_quiet_session_has_no_logs_and_a_document() -> None:
    recording = Timeline().ended(9000).collect()
    assert list(TEXT.render(recording)) == []
    (file,) = JSON.render(recording)
    document = json.loads(file.data)
    assert list(document) == ["schema", "session", "incidents", "summary"]
    assert (document["schema"], document["incidents"]) == (1, [])
    assert document["summary"]["ended"] == "user"


@pytest.mark.timeout(10)
def test_a_clock_beyond_the_calendar_still_gives_a_name_each() -> None:
    timeline = Timeline()
    for number in range(1, 4):
        timeline.dispatch(number, start=10_000 * number, end=2**62)
    names = [file.name for file in TEXT.render(timeline.ended(9000).collect())]
    assert len(set(names)) == len(names) == 3
    assert names[1:] == ["looper-block-2.log", "looper-block-3.log"]
