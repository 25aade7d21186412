from __future__ import annotations

import pytest

from benchmarks.figures import Round, order, overhead

MODES = ["nothing", "blockcanary", "printer", "observer"]


def _round(mode: str, ns_per_message: float, *, messages: int = 1000, cpu_ms: int = 1) -> Round:
    return Round(mode=mode, messages=messages, ns_per_message=ns_per_message, wall_ns=2000 * messages, cpu_ms=cpu_ms)


def test_every_mode_comes_at_every_place_once() -> None:
    rounds = [order(MODES, turn) for turn in range(len(MODES))]
    for place in range(len(MODES)):
        assert sorted(each[place] for each in rounds) == sorted(MODES)


def test_ratios_are_what_was_added_from_medians() -> None:
    rounds = [_round("nothing", 800), _round("nothing", 5000), _round("nothing", 700)]
    rounds += [_round("blockcanary", 4800), _round("printer", 1600), _round("observer", 900)]
    result = overhead(35, MODES, rounds)
    assert result.ns_per_message == {"nothing": 800, "blockcanary": 4800, "printer": 1600, "observer": 900}
    assert result.added_ns == {"nothing": 0, "blockcanary": 4000, "printer": 800, "observer": 100}
    assert result.ns_per_message_min["nothing"] == 700
    assert result.printer_vs_blockcanary == pytest.approx(0.2)
    assert result.observer_vs_blockcanary == pytest.approx(0.025)
    assert result.ns_per_message_mean["nothing"] == 2000
    assert result.rounds == 3


def test_cpu_time_is_per_message() -> None:
    rounds = [_round("nothing", 800, messages=200_000, cpu_ms=140), _round("blockcanary", 4800)]
    assert overhead(35, MODES, rounds).cpu_ns_per_message["nothing"] == pytest.approx(700)


def test_a_hook_that_the_level_does_not_have_is_null() -> None:
    result = overhead(23, MODES, [_round("nothing", 800), _round("blockcanary", 4800), _round("printer", 1600)])
    assert result.ns_per_message["observer"] is None
    assert result.observer_vs_blockcanary is None


def test_a_free_blockcanary_is_no_yardstick() -> None:
    result = overhead(35, MODES, [_round("nothing", 800), _round("blockcanary", 790), _round("printer", 1600)])
    assert result.printer_vs_blockcanary is None


@pytest.mark.parametrize("missing", ["nothing", "blockcanary"])
def test_without_a_base_there_is_no_result(missing: str) -> None:
    rounds = [_round(mode, 800) for mode in MODES if mode != missing]
    with pytest.raises(ValueError, match=missing):
        overhead(35, MODES, rounds)
