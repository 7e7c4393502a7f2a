"""Rows that repeat others, however many there are, and rows that rounding makes equal."""

import numpy as np
import pytest
from table_world import scored, survey

from budgetplan.preflight.repeated_rows import find_repeats


def repeats(columns):
    """Return how many rows repeat an earlier one, 0 where that is no wonder."""
    found = find_repeats(survey(id=range(len(columns["gold"])), **columns), "gold", {"id"})
    return 0 if found is None else int((found != np.arange(len(found))).sum())


@pytest.mark.parametrize("times", [2, 3, 10, 40])
@pytest.mark.parametrize("columns", [("gold", "p_a", "p_b"), ("gold", "p_a"), ("text", "gold")])
def test_repeats_are_found_however_many_there_are(times, columns):
    table = scored(300, 4, text=[f"sentence {i}" for i in range(300)])
    copied = {name: np.tile(table[name], times) for name in columns}
    n_distinct = len(
        set(zip(*(table[name].tolist() if name != "text" else table[name] for name in columns), strict=True))
    )
    assert n_distinct > 290
    assert repeats(copied) == 300 * times - n_distinct


def test_repeats_are_found_in_small_tables():
    copied = {name: np.tile(cells, 2) for name, cells in scored(20, 4).items()}
    assert repeats(copied) == 20


@pytest.mark.parametrize("decimals", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("n", "n_labelled"), [(40, 20), (100, 40), (1000, 100), (3000, 300), (3000, 0), (3000, 3000)]
)
def test_rounded_scores_are_equal_by_chance(decimals, n, n_labelled):
    table = scored(n, decimals, n_labelled=n_labelled)
    assert repeats({name: table[name] for name in ("gold", "p_a")}) == 0
    assert repeats(table) == 0
    # Both classes of one model: the second says nothing new.
    both = {"gold": table["gold"], "p:y": table["p_a"], "p:n": np.round(1 - table["p_a"], decimals)}
    assert repeats(both) == 0


def test_ratings_and_years_are_equal_by_chance():
    n = 1000
    rng = np.random.default_rng(5)
    gold = np.where(rng.random(n) < 0.3, "y", "n")
    for few in (
        rng.integers(0, 11, n),
        rng.integers(0, 21, n) * 5,
        rng.integers(1990, 2021, n),
        rng.integers(0, 42, n) / 41,
    ):
        assert repeats({"gold": gold, "p_a": few}) == 0


def test_what_is_said_of_repeats_does_not_depend_on_names_or_order():
    table = {name: np.tile(cells, 3) for name, cells in scored(200, 3).items()}
    order = np.random.default_rng(3).permutation(600)
    shuffled = {{"p_a": "x"}.get(name, name): cells[order] for name, cells in reversed(table.items())}
    assert repeats(table) == repeats(shuffled) == 400


def test_a_table_of_names_has_no_repeats():
    assert find_repeats(survey(id=["a", "b", "c"]), "gold", {"id"}) is None
    assert find_repeats(survey(row=[1, 1, 1], gold=["y", "y", "y"]), "gold", {"gold"}) is None


@pytest.mark.parametrize("decimals", [2, 3, 4])
@pytest.mark.parametrize("alike", [0.8, 0.995])
def test_scores_of_models_that_agree_and_of_three_classes_are_equal_by_chance(decimals, alike):
    rng = np.random.default_rng(8)
    gold = np.where(np.arange(800) < 200, np.where(rng.random(800) < 0.2, "y", "n"), "")
    one, other = rng.normal(-2, 2, 800), rng.normal(0, 2, 800)
    same = alike * one + np.sqrt(1 - alike**2) * other
    two = {name: np.round(1 / (1 + np.exp(-z)), decimals) for name, z in {"p": one, "q": same}.items()}
    raised = np.exp(np.column_stack([one, other, same]))
    shares = np.round(raised / raised.sum(axis=1, keepdims=True), decimals)
    three = dict(zip(("p:a", "p:b", "p:c"), shares.T, strict=True))
    for columns in ({"gold": gold, **two}, {"gold": gold, **three}):
        assert repeats(columns) == 0
        copied = {name: np.tile(cells[:400], 2) for name, cells in columns.items()}
        assert repeats(copied) >= 400 or decimals == 2


@pytest.mark.parametrize("n_others", [0, 1, 3, 14, 20])
def test_one_row_that_makes_up_almost_all_of_a_table_is_found(n_others):
    n = 400
    others = {name: cells[:n_others].tolist() for name, cells in scored(300, 6, seed=4).items()}
    zeros = {"gold": ["n"] * n, "p_a": [0] * n, "p_b": [0] * n}
    # The scores of a table are no whole numbers as soon as one of them is none.
    table = {name: [*others[name], *zeros[name]] for name in zeros}
    if n_others == 0:
        table = {"gold": ["n"] * n, "p_a": [0.5] * n, "p_b": [0.25] * n}
    assert repeats(table) == n - 1


def test_scores_that_rounding_makes_nought_almost_always_are_equal_by_chance():
    n = 4000
    rng = np.random.default_rng(6)
    rare = np.exp(rng.normal(-10, 2.2, n))
    scores = {"p_a": np.round(rare, 2), "p_b": np.round(rare * np.exp(rng.normal(0, 1, n)), 2)}
    assert np.mean((scores["p_a"] == 0) & (scores["p_b"] == 0)) > 0.95
    assert repeats({"gold": np.where(rng.random(n) < 0.02, "y", "n"), **scores}) == 0
    assert repeats({"gold": ["n"] * n, "p_a": rng.integers(0, 1, n), "stars": [1] * n}) == 0
