from __future__ import annotations

import os

import pytest

from benchmarks.procfs import ProcessTime, parse_stat, read_all, spent_pct, tree

STAT = "4711 (com.acme) x (shop) S 12 4711 0 0 -1 4194560 100 0 0 0 30 20 5 7 20 0 9 0 123456 1000 200"


def _time(pid: int, parent: int, jiffies: int) -> ProcessTime:
    return ProcessTime(pid=pid, parent=parent, name=f"p{pid}", jiffies=jiffies)


def test_a_name_with_brackets_and_spaces() -> None:
    assert parse_stat(STAT) == ProcessTime(pid=4711, parent=12, name="com.acme) x (shop", jiffies=62)


@pytest.mark.parametrize("text", ["", "4711 com.acme S 1", "4711 (com.acme) S 1 2 3"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="stat line"):
        parse_stat(text)


def test_this_process_is_in_its_own_namespace() -> None:
    found = read_all()
    assert found[os.getpid()].parent == os.getppid()


def test_a_tree_holds_grandchildren_and_no_strangers() -> None:
    processes = {each.pid: each for each in (_time(5, 4, 0), _time(4, 3, 0), _time(3, 1, 0), _time(9, 1, 0))}
    assert tree(processes, [3]) == {3, 4, 5}


def test_spent_counts_new_children_and_the_time_of_ended_ones_once() -> None:
    tick_pct = 100.0 / os.sysconf("SC_CLK_TCK")
    before = {1: _time(1, 0, 100), 2: _time(2, 1, 40)}
    after = {1: _time(1, 0, 145), 3: _time(3, 1, 5)}  # 2 ended with 43, which 1 inherited, and 1 used 2 by itself
    assert spent_pct(before, after, {1, 2, 3}, 10.0) == pytest.approx((45 + 5 - 40) * tick_pct / 10.0)
