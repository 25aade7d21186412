"""What the pipeline relies on in every detector."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from droidcanary.config import JudgeConfig
from droidcanary.detect import BUILTIN, Detector
from droidcanary.detect.evidence import Evidence
from droidcanary.detect.incident import IncidentBuilder
from droidcanary.model import Ended, Notice


@pytest.mark.parametrize("create", BUILTIN)
def test_it_wants_to_know_of_the_end_and_lets_other_events_pass(create: Callable[[IncidentBuilder], Detector]) -> None:
    detector = create(IncidentBuilder(Evidence(), JudgeConfig()))
    assert Ended in detector.interests
    assert not detector.feed(Notice(at_ns=1, level="info", code="x", text="y"))
