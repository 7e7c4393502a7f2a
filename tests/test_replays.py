"""The replays of stopping rules run, and the rules stop where they say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

STUDIES = Path(__file__).parent / "studies"
sys.path.insert(0, str(STUDIES))

import replays  # noqa: E402 - scripts stand beside each other
import stopping_rules as rules  # noqa: E402


def review(positive: np.ndarray, *ends: int, **more: float) -> rules.Review:
    return rules.Review(np.asarray(positive, dtype=bool), np.array(ends or [len(positive)]), 1, **more)


def test_runs_of_negatives_end_where_they_are_long_enough() -> None:
    labels = np.array([0, 1, 0, 0, 1, 1, 0, 0, 0, 1])
    assert [rules.negatives(n)(review(labels)).at for n in (1, 2, 3, 4)] == [1, 4, 9, 10]
    # A fifth of ten items are two.
    assert rules.negatives(0, 0.2)(review(labels)).at == 4


@pytest.mark.parametrize(("entries", "at"), [(160, 170), (60, 160)])
def test_the_knee_must_be_sharper_where_less_was_found(entries: int, at: int) -> None:
    # So many negatives behind the entries, so many times is the first slope the second: 6 will do for 150, 96 for 60.
    labels = np.repeat([1, 0], [entries, 200])
    assert rules.knee(review(labels, at - 5, at, at + 20)).at == at


def test_a_random_sample_of_the_rest_stops_where_its_bound_is_met() -> None:
    labels = np.repeat([1, 0], [500, 1_500])
    asked = review(labels, 500, 1_000, 2_000, planned=500, target=0.8)
    stopped = rules.random_rest(200)(asked)
    # 200 clean of 1,500 leave at most 117 at any time, 60 of them already leave few enough.
    assert stopped.at == 500
    assert stopped.found(asked) == 500
    assert 0 < len(stopped.others) <= 200
    assert stopped.read == 500 + len(stopped.others)
    # Half of the entries behind the planned stop: no stop before they are found.
    late = np.repeat([1, 0, 1, 0], [250, 1_000, 250, 500])
    asked = review(late, 250, 1_250, 1_500, 2_000, planned=250, target=0.9)
    stopped = rules.random_rest(200)(asked)
    assert stopped.found(asked) >= 450


def test_a_random_sample_keeps_a_review_going_where_the_order_hides_entries() -> None:
    labels = np.repeat([1, 0, 1, 0], [100, 500, 400, 200])
    ends = tuple(range(100, 1_201, 100))
    asked = review(labels, *ends, worth=5.0)
    alone = rules.next_tranche()(asked)
    sampled = rules.next_tranche(200)(asked)
    assert alone.found(asked) == 100
    assert sampled.found(asked) > 480
    assert replays.count_worth(asked, alone)["wrong"]
    assert rules.below_break_even(asked).at == 200


def test_what_a_stop_leaves_is_counted() -> None:
    asked = review(np.array([1, 1, 0, 1, 0, 0, 0, 1]), 4, 8, target=0.75, worth=3.0)
    counted = replays.count_target(asked, rules.Stopped(4))
    assert counted == {"wrong": False, "missed": 0.25, "read": 0.5, "needed": 0.5}
    assert replays.count_target(asked, rules.Stopped(2))["wrong"]
    assert replays.count_target(asked, rules.Stopped(2, np.array([3])))["missed"] == 0.25
    worth = replays.count_worth(asked, rules.Stopped(4))
    assert (worth["net"], worth["best"], worth["wrong"]) == (5, 5, False)


def test_a_cluster_holds_three_tenths_of_the_entries_behind_three_quarters_of_the_items() -> None:
    rng = np.random.default_rng(1)
    positive = np.arange(1_000) < 100
    score = -np.arange(1_000.0)
    moved = replays.clustered(rng, score, positive)
    order = np.argsort(-moved, kind="stable")
    places = np.flatnonzero(positive[order])
    assert (places < 100).sum() == 70
    assert np.ptp(places[70:]) < 35
    assert 700 < places[70] < 800


@pytest.mark.slow
def test_the_study_prints_a_table_for_every_order() -> None:
    few = ["--draws", "1", "--settings", "klubicka", "--most", "400", "--tranches", "4"]
    done = subprocess.run(
        [sys.executable, str(STUDIES / "replays.py"), *few],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("**A share of all entries") == 3
    assert done.stdout.count("**What pays") == 2
    assert "| knee |" in done.stdout
