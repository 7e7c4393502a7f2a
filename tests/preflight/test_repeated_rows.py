"""Rows that repeat others, however many there are, and rows that rounding makes equal."""

import numpy as np
import pytest
from table_world import scored, survey

from budgetplan.preflight.doubts import coarser, find_repeats, n_free, ranks


def repeats(columns):
    """Return how many rows repeat an earlier one, 0 where that is no wonder."""
    first = find_repeats(survey(id=range(len(columns["gold"])), **columns), "gold", {"id"})
    return 0 if first is None else int((first != np.arange(len(first))).sum())


def twice(columns, times=2):
    return {name: np.tile(cells, times) for name, cells in columns.items()}


@pytest.mark.parametrize("factor", [10, 1000])
def test_numbers_with_a_digit_less(factor):
    values = np.round(np.random.default_rng(3).random(2000), 4)
    assert (coarser(values, factor) == ranks(np.floor(np.rint(values * 10_000) / factor))).all()
    # Codes do not depend on the size of numbers.
    assert (coarser(values * 100, factor) == coarser(values, factor)).all()
    assert (coarser(values.astype(np.float32).astype(float), factor) == coarser(values, factor)).all()


def test_the_greatest_numbers_are_compared_without_a_warning():
    values = np.array([1e308, -1e308, 0.53, 0.53, 1e-308])
    assert coarser(values, 10).tolist() == [2, 0, 3, 3, 1]
    one, other = np.random.default_rng(1).random((2, 100))
    assert n_free([one * 1e308, -one]) == 1
    assert n_free([one * 1e308, other * 1e-308]) == 2
    assert n_free([np.zeros(3)]) == 1
    # Of very many columns those that tell most rows apart are looked at.
    assert n_free([*[np.zeros(100)] * 25, one, other]) == 2


@pytest.mark.parametrize("times", [2, 10])
@pytest.mark.parametrize("names", [("gold", "p_a", "p_b"), ("gold", "p_a"), ("text", "gold")])
def test_repeats_are_found_however_many_there_are(times, names):
    table = scored(300, 4, text=np.array([f"sentence {i}" for i in range(300)]))
    columns = {name: table[name] for name in names}
    n_distinct = len(set(zip(*(cells.tolist() for cells in columns.values()), strict=True)))
    assert n_distinct > 290
    assert repeats(twice(columns, times)) == 300 * times - n_distinct


@pytest.mark.parametrize("decimals", [1, 2, 4])
@pytest.mark.parametrize(("n", "n_labelled"), [(40, 20), (1000, 100), (3000, 0), (3000, 3000)])
@pytest.mark.few(3)
def test_rounded_scores_are_equal_by_chance(decimals, n, n_labelled):
    table = scored(n, decimals, n_labelled=n_labelled)
    assert repeats({name: table[name] for name in ("gold", "p_a")}) == 0
    assert repeats(table) == 0
    # Both classes of one model: the second says nothing new.
    both = {"gold": table["gold"], "p:y": table["p_a"], "p:n": np.round(1 - table["p_a"], decimals)}
    assert repeats(both) == 0


def test_ratings_years_and_scores_that_rounding_makes_nought_are_equal_by_chance():
    rng = np.random.default_rng(5)
    gold = np.where(rng.random(1000) < 0.3, "y", "n")
    for few in (rng.integers(0, 11, 1000), rng.integers(1990, 2021, 1000), rng.integers(0, 42, 1000) / 41):
        assert repeats({"gold": gold, "p_a": few}) == 0
    rare = np.exp(rng.normal(-10, 2.2, 1000))
    scores = {"p_a": np.round(rare, 2), "p_b": np.round(rare * np.exp(rng.normal(0, 1, 1000)), 2)}
    assert np.mean((scores["p_a"] == 0) & (scores["p_b"] == 0)) > 0.95
    assert repeats({"gold": gold, **scores}) == 0
    assert repeats({"gold": ["n"] * 1000, "p_a": [0] * 1000, "stars": [1] * 1000}) == 0


def test_scores_of_which_many_are_0_are_equal_without_being_copies():
    rng = np.random.default_rng(6)
    score, gold = rng.beta(1, 4, 3000), np.where(rng.random(3000) < 0.2, "y", "n")
    cut = np.where(rng.random(3000) < 0.2, 0, score)
    assert repeats({"gold": gold, "p": cut}) == repeats({"gold": gold, "p": 1 - cut}) == 0
    # What one model leaves at 0 the other tells apart to four digits.
    other = np.round(np.clip(score + rng.normal(0, 0.1, 3000), 0, 1), 4)
    two = {"gold": gold, "p": np.round(score, 4), "q": other}
    assert repeats(two) == 0
    assert repeats(twice({name: cells[:1500] for name, cells in two.items()})) >= 1500
    copied = {"gold": gold[:1500], "p": cut[:1500]}
    assert repeats(twice(copied)) == int((cut[:1500] > 0).sum())
    assert repeats(twice(copied | {"q": score[:1500]})) == 1500


def test_repeats_do_not_depend_on_names_or_order():
    table = twice(scored(200, 3), 3)
    order = np.random.default_rng(3).permutation(600)
    shuffled = {{"p_a": "x"}.get(name, name): cells[order] for name, cells in reversed(table.items())}
    assert repeats(table) == repeats(shuffled) == 400


def test_a_table_of_names_has_no_repeats():
    assert find_repeats(survey(id=["a", "b", "c"]), "gold", {"id"}) is None
    assert find_repeats(survey(row=[1, 1, 1], gold=["y", "y", "y"]), "gold", {"gold"}) is None


@pytest.mark.parametrize("decimals", [2, 4])
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
        assert repeats(twice({name: cells[:400] for name, cells in columns.items()})) >= 400 or decimals == 2


@pytest.mark.parametrize("n_others", [0, 1, 14, 20])
def test_one_row_that_makes_up_almost_all_of_a_table_is_found(n_others):
    n = 400
    others = {name: cells[:n_others].tolist() for name, cells in scored(300, 6, seed=4).items()}
    same = {"gold": ["n"] * n, "p_a": [0] * n, "p_b": [0] * n}
    if n_others == 0:
        # The scores of a table are no whole numbers as soon as one of them is none.
        same |= {"p_a": [0.5] * n, "p_b": [0.25] * n}
    assert repeats({name: [*others[name], *cells] for name, cells in same.items()}) == n - 1
