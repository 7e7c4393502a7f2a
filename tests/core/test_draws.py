"""What draws hold of few entries: whole ones, and none at all."""

import numpy as np
import pytest
from scipy.special import ndtri

import budgetplan
from budgetplan.core import draws, stops
from budgetplan.core.curve import PLACES, Labelled, RateCurve

N = 1000
LIST = ndtri((np.arange(N)[::-1] + 0.5) / N)


@pytest.fixture(scope="module")
def rare():
    """One entry in 150 labelled items, and a list of a thousand: some draws of it hold none."""
    place = ndtri((np.arange(150) + 0.5) / 150)
    return draws.of_list(Labelled(place, (place == place.max()) * 1.0), LIST, np.ones(N), 999, 1)


def test_entries_are_whole(rare):
    np.testing.assert_array_equal(rare.found, np.round(rare.found))
    assert np.all(np.diff(rare.found, axis=1) >= 0)
    assert np.all(rare.found <= rare.ends)


def test_a_count_is_held_where_so_many_entries_are(rare):
    last = np.round(rare.found[:, -1])
    for need in (1.0, 3.0):
        assert stops.held(rare.found, need, share=False)[-1] == (last >= need).mean()


def test_no_draw_without_an_entry_holds_a_share(rare):
    none = (np.round(rare.found[:, -1]) < 1).mean()
    assert 0 < none < 0.1
    assert stops.held(rare.found, 0.8, share=True)[-1] == pytest.approx(1 - none)


@pytest.mark.parametrize(("count", "held"), [([1.0, 2.0], [1, 1, 1]), ([0.5, 1.0, 2.0], [1, 1, 1, 0.5])])
def test_items_have_places_of_their_own_where_all_are_whole(count, held):
    assert draws.standing(np.array(count), np.zeros(len(count), dtype=bool))[1].tolist() == held


def test_groups_of_cells_move_the_total_together():
    level = RateCurve(PLACES, np.zeros((3000, 6)))
    place, count = draws.standing(np.array([30_000.0]), np.array([False]))
    assert len(place) < 30_000
    drawn = draws.along(level, place, count, np.random.default_rng(1), rho=0.3, crowd=20.0)
    assert drawn.found[:, -1].std() == pytest.approx((30_000 / 4 * (1 + 0.3 * 19)) ** 0.5, rel=0.05)


@pytest.mark.parametrize("n_list", [1_900, 2_100])
def test_a_list_of_few_large_groups_is_less_sure_however_long(n_list, monkeypatch):
    """Pairs are labelled, alike by half; the list comes one by one or in tens."""
    monkeypatch.setattr(draws, "SINGLE", 2_000)
    rng = np.random.default_rng(5)
    pair = np.repeat(np.arange(1000), 2)
    label = np.where(rng.random(2000) < 0.7, rng.random(1000)[pair] < 0.3, rng.random(2000) < 0.3)
    labels = [*np.where(label, "yes", "no").tolist(), *[None] * n_list]
    scores = np.append(rng.normal(label * 1.0, 1.0), rng.normal(0.3, 1.1, n_list))
    widths = []
    for size in (1, 50):
        groups = [*(f"p{code}" for code in pair), *(f"g{place // size}" for place in range(n_list))]
        made = budgetplan.plan(
            labels, {"m": scores}, positive="yes", groups=groups, budget=f"{n_list // 2} items", resamples=200
        )
        found = made.decision["recommendation"]["found"]
        widths.append(found["high"] - found["low"])
    assert widths[1] > 2 * widths[0]


def test_between_two_ends_sums_run_straight_and_beyond_the_last_they_stand() -> None:
    ends, rng = np.array([0.0, 1.0, 4.0, 5.5, 9.0]), np.random.default_rng(2)
    rates, found = np.cumsum(rng.random((2, 3, 5)), axis=2)
    rates[:, 0] = found[:, 0] = 0.0
    drawn, items = draws.Draws(ends, rates, found), np.array([0.0, 0.5, 1.0, 3.9, 5.0, 5.5, 8.0, 9.0, 9.5])
    for sums, read in ((found, drawn.at(items)), (rates, drawn.at(items, rates))):
        assert read == pytest.approx(np.array([np.interp(items, ends, row) for row in sums]))
    assert drawn.expected(items) == pytest.approx(drawn.at(items, rates).mean(axis=0))


def test_before_items_that_stand_for_none_nothing_is_found() -> None:
    """Of a list whose first row weighs nothing, and of one without a row."""
    sums = np.array([[0.0, 0.0, 2.0], [0.0, 0.0, 1.0]])
    drawn = draws.Draws(np.array([0.0, 0.0, 3.0]), sums, sums)
    assert drawn.at(np.array([0.0, 1.5, 3.0])).tolist() == [[0.0, 1.0, 2.0], [0.0, 0.5, 1.0]]
    assert draws.Draws(np.zeros(1), np.zeros((2, 1)), np.zeros((2, 1))).at(np.zeros(1)).tolist() == [[0.0], [0.0]]


def test_where_groups_move_a_total_no_draw_holds_more_entries_than_items_or_fewer_than_none() -> None:
    """Twenty rows stand for three items each, in one group: nearly all are entries, or hardly any."""
    place, rng = np.linspace(2.0, 1.0, 20), np.random.default_rng(1)
    for level in (4.0, -4.0):
        coefficients = np.zeros((400, 6))
        coefficients[:, 0] = level
        curve = RateCurve(PLACES, coefficients)
        drawn = draws.along(curve, place, np.full(20, 3.0), rng, group=np.zeros(20, int), rho=0.9, crowd=60.0)
        assert (drawn.found <= drawn.ends).all()
        assert (drawn.found >= 0).all()


def test_a_part_of_an_item_is_an_entry_as_often_as_an_item_and_no_more_than_there_is() -> None:
    """Cells of 2.5 items at a rate of 0.6, and of 0.25 at 1: 1.5 entries on average, and all of the quarter."""
    held = np.tile([2.5, 0.25], (40_000, 1))
    finds = draws.binomial(held, held * [0.6, 1.0], 1.0, np.random.default_rng(3))
    assert finds.mean(axis=0) == pytest.approx([1.5, 0.25], abs=0.02)
    assert ((finds >= 0) & (finds <= held)).all()
    assert {*np.unique(finds[:, 0])} == {0.0, 0.5, 1.0, 1.5, 2.0, 2.5}


def test_items_of_whole_rows_stand_one_by_one_and_others_in_cells() -> None:
    place, held = draws.standing(np.array([3.0, 2.0]), np.array([False, False]))
    assert held.tolist() == [1] * 5
    assert place == pytest.approx(ndtri((5 - np.arange(0.5, 5) + 0.5) / 6))
    place, held = draws.standing(np.array([1.5, 2.25]), np.array([False, False]))
    assert held.sum() == 3.75
    assert (held != 1).any()


def test_what_is_rounding_moves_no_later_draw():
    """0 and 1e-13 are the same rate, as sums happen to be added up: else a report would hang on the processor."""
    held = np.ones((50, 4))
    first, other = (
        draws.binomial(held, held * [0.9, noise, 0.5, 0.2], 1.0, np.random.default_rng(3)) for noise in (0.0, 1e-13)
    )
    np.testing.assert_array_equal(first, other)


def test_a_place_of_about_nothing_has_no_sign_that_moves_draws():
    """A place in the middle is 1e-16 or -1e-16, as weights happen to be added up."""
    first, other = (
        draws.by_size(Labelled(np.array([-1, each, 1]), np.array([0.0, 1, 1])), 90, 50, 1) for each in (1e-16, -1e-16)
    )
    at = np.array([30.0, 60.0])
    np.testing.assert_array_equal(first.at(at), other.at(at))
