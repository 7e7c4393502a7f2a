"""The study of decisions runs, and counts the truth without the package."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

STUDIES = Path(__file__).parent / "studies"
sys.path[:0] = str(STUDIES), str(STUDIES.parent / "simulations")

import known_answers  # noqa: E402 - scripts stand beside each other
import real_tables  # noqa: E402
import truths  # noqa: E402


def test_equal_scores_find_what_a_random_order_finds() -> None:
    found = truths.curve(np.array([3.0, 2, 2, 1]), np.array([True, True, False, False]))
    assert found.tolist() == [0, 1, 1.5, 2, 2]


def test_a_mixture_adds_up_normal_quantiles_of_mid_ranks() -> None:
    scores = {"a": np.array([4.0, 3, 2, 1]), "b": np.array([40.0, 20, 30, 10])}
    # The quantiles of 7/8 and 5/8 are 1.15035 and 0.31864.
    expected = [1.1503493804, 0.25 * 0.318639364, -0.25 * 0.318639364, -1.1503493804]
    assert truths.mixed({"a": 0.625, "b": 0.375}, scores) == pytest.approx(expected)


def test_anchors_measure_the_labelled_items_alone() -> None:
    score, positive = np.array([4.0, 3, 2, 1]), np.array([True, False, True, False])
    assert truths.auc(score, positive) == 3 / 4
    assert truths.best_f1(score, positive) == pytest.approx(4 / 5)
    assert truths.gain_at(0.375)(score, positive) == 1
    labelled = real_tables.Ranked(positive, {"a": score, "b": -score, "c": 2 * score})
    assert truths.chosen_by(truths.auc, labelled, {"a": 10, "b": 50, "c": 20}) == 15


def test_the_best_cutoff_is_found_among_all() -> None:
    right, sure = np.array([True, True, False, True]), np.array([0.9, 0.8, 0.7, 0.6])
    table = real_tables.Answered(np.where(right, "x", "y"), ["x", "y"], {"m": np.repeat("x", 4)}, {"m": sure}, {})
    assert truths.best_value(table, 4) == 2
    assert truths.by_labels(table, table, 4) == 2
    assert truths.by_theory(table, table, 4) == 2
    assert truths.by_theory(table, table, 1) == 2
    assert truths.best_value(table, 0.5) == 2.5


def test_the_rest_of_a_table_is_the_list_and_groups_stay_whole() -> None:
    group = np.repeat(np.arange(8), 5)
    table = real_tables.Ranked(group % 2 == 0, {"m": np.arange(40.0)}, group)
    own, rest = real_tables.split(np.random.default_rng(1), table, 12, 1000)
    assert sorted([*own, *rest]) == list(range(40))
    assert not set(group[own]) & set(group[rest])
    assert len(set(group[own])) == 5


@pytest.mark.slow
def test_the_study_prints_a_table_of_every_measure(tmp_path: Path) -> None:
    saved = tmp_path / "draws.json"
    few = ["--draws", "1", "--labels", "150", "--settings", "klubicka", "hate", "--resamples", "39", "--most", "300"]
    done = subprocess.run(
        [sys.executable, str(STUDIES / "decisions.py"), *few, "--save", str(saved)],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    for title in ("**Orders", "**Stops", "**Targets", "**Cutoffs"):
        assert title in done.stdout
    assert "klubicka 2018, 150 labels" in done.stderr
    cells = [json.loads(line) for line in saved.read_text(encoding="utf-8").splitlines()]
    assert {cell["measure"] for cell in cells} == {"orders", "stops", "targets", "cutoffs"}
    product = cells[0]["draws"][0]
    assert 0 < product["product"] <= product["best"] * 1.2


@pytest.mark.parametrize("grouped", [False, True])
def test_a_world_whose_truth_is_known_is_judged(grouped: bool) -> None:
    """The script that measures how sure answers are ended in an error of a name that was gone."""
    world = known_answers.judge(0, grouped=grouped)
    said, true = world["wrong"]
    assert world["taken"] > 0
    assert 0 < said < world["taken"]
    assert 0 <= true <= world["taken"]
