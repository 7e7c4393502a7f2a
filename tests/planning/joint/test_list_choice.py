"""A plan for the list that is made and reported by one labelled set promises what comes of it."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from joint_report_world import EVEN, planned

from budgetplan.planning.joint import list_choice
from budgetplan.planning.joint.list_choice import Anew, Off, _Place, _reviewed
from budgetplan.planning.joint.option import make_option
from budgetplan.planning.joint.solve import plan_jointly

sys.path.insert(0, str(Path(__file__).parents[2] / "simulations"))
import joint_one_set as simulation

pytestmark = pytest.mark.usefixtures("plan_alone")

PROJECTS, LABELLED, LISTED = 12, 300, 500


def test_on_average_a_plan_from_one_set_promises_what_comes_of_the_list(monkeypatch):
    """Two equally good models, twelve projects; without what is taken off, the net value is 1.25 of the truth.

    What is said has a standard error of some 8 % of the truth here; `tests/simulations` measures more closely.
    """
    monkeypatch.setattr(simulation, "LISTED", LISTED)
    with simulation.only_what_is_counted():
        said, low, high, true = simulation.numbers(LABELLED, 2, "list", PROJECTS, resamples=60)
    net, wrong, found = said.mean(axis=0) / true.mean(axis=0)
    held = ((low <= true) & (true <= high)).mean(axis=0)
    assert net <= 1.12
    assert 0.82 <= wrong <= 1.18
    assert 0.97 <= found <= 1.03
    # Of twelve intervals of 95 %, 9 hold at least in 998 of 1,000 such tests.
    assert (held >= 9 / 12).all()


def test_what_is_promised_too_much_is_told_by_the_items_left_out():
    """Two resamples: of 10 items left out 2 more were promised right than are; 100 answers are given on the list.

    2/10 x 100 x 0.632 are promised too much; of reviews the items left out say nothing against what is promised.
    """
    too_much = np.array([[[1.0, 5.0, 0.5, 0.0, -1.0]], [[1.0, 5.0, 0.5, 0.0, -1.0]]])
    items = np.full((2, 1, 5), 5.0)
    off = Anew(too_much, items, np.zeros((2, 1))).off(0, np.array([100.0, 100.0, 100.0, 20.0, 20.0]))
    assert off == pytest.approx(Off(net=63.2, wrong=12.64, found=6.32))


def test_labelled_items_are_reviewed_as_the_lists_items_like_them():
    """Of the list's four items three are left, and two of them reviewed: the first, and half of two equal ones."""
    place = _Place(np.array([0.95, 0.7, 0.5]), np.array([0.8, 0.9, 0.7, 0.7]))
    left, queue = np.array([0.0, 1.0, 1.0, 1.0]), np.array([1, 0, 2, 3])
    assert _reviewed(place, left, queue, 2.0).tolist() == [1.0, 0.5, 0.0]
    assert _reviewed(place, left, queue, 0.0).tolist() == [0.0, 0.0, 0.0]


def test_other_items_that_chose_the_plan_take_nothing_off():
    said = {"models": (EVEN,), "listed": EVEN.test * 2, "budget": "4", "resamples": 40}
    assert planned(**said).option.chosen_here == 0.0
    one = planned(**said, validation=False)
    plain = make_option(one.chosen.planner, one.option.applied, None)
    assert one.option.net.value == pytest.approx(plain.net.value - one.option.chosen_here)
    assert one.option.wrong.value >= plain.wrong.value


def test_the_end_that_is_bad_news_moves_and_the_other_one_stays():
    option = planned(models=(EVEN,), listed=EVEN.test * 2, budget="4", resamples=40).option
    less = option.less_for_choice(Off(net=2.0, wrong=1.0, found=1.0))
    assert (less.net.value, less.net.low, less.net.high) == (
        option.net.value - 2, option.net.low - 2, option.net.high
    )  # fmt: skip
    assert (less.wrong.value, less.wrong.low) == (option.wrong.value + 1, option.wrong.low)
    assert less.wrong.high == min(option.wrong.high + 1, option.accepted.value)
    assert less.found.value == option.found.value - 1
    assert np.allclose(less.net_replicates, option.net_replicates - 2)


def test_rows_of_a_long_list_stand_for_those_like_them(monkeypatch):
    """A list of 800, planned for anew with all of them and with every fourth."""
    rng = np.random.default_rng(3)
    labelled, listed = simulation.draw(rng, 100, 1, "s"), simulation.draw(rng, 800, 1, "l")
    found = []
    with simulation.only_what_is_counted():
        for rows in (800, 200):
            monkeypatch.setattr(list_choice, "MOST_ROWS", rows)
            plan = simulation.plan(800, 1, 40, 1)
            found.append(plan_jointly(plan, None, labelled, listed=listed, n_listed=800).option.chosen_here)
    whole, part = found
    assert whole > 0
    assert part == pytest.approx(whole, rel=0.15)
