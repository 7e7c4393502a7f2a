"""What more labels are worth before a joint plan is chosen: against what is written out by hand, and laws."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from defer_world import GOOD, Model
from joint_report_world import MONEY, SURE, TWINS, planned

from budgetplan.intervals.labels import worth_of_everything
from budgetplan.metrics.resampling.paired import Resamples, draws
from budgetplan.planning.joint.labels import grid, reached
from budgetplan.planning.joint.noise import JointResamples

pytestmark = pytest.mark.usefixtures("plan_alone")
WIDE = {"models": TWINS, "budget": None}


def labels(**said):
    return planned(**{"models": TWINS} | said).labels


def test_two_models_three_cutoffs_and_every_resample_by_hand():
    """Without people to pay, an action is a cutoff: each twin answers all, its sure twenty, or nothing."""
    joint = planned(models=TWINS, validation=False, budget="0")
    drawn = Resamples(40, joint.plan.resamples, joint.plan.seed)
    counts = np.concatenate(list(draws(drawn, 50))).astype(float)
    every = np.zeros((len(counts), 5))
    for at, blocks in enumerate(TWINS):
        right = np.array([one for n, one, _ in blocks.test for _ in range(n)])
        sure = np.array([one > 0.7 for n, _, one in blocks.test for _ in range(n)])
        every[:, 2 * at] = counts @ np.where(sure, np.where(right, 1.0, -4.0), 0.0)
        every[:, 2 * at + 1] = counts @ np.where(right, 1.0, -4.0)
    found = joint.labels
    assert (found.unit, found.labelled, found.listed) == ("money", 40, None)
    assert found.everything == pytest.approx(worth_of_everything(every))


def test_the_grid_has_every_cutoff_with_stops_within_the_budget():
    """Of twenty posts below .9 a budget of 3 reviews six at 0.50: none, 1.5, 3, 4.5 or all of them."""
    joint = planned(models=TWINS, validation=False)
    planner, plan = joint.chosen.planner, joint.option.applied
    plans = grid(planner, plan)
    depths = {(one.deployed.cutoff, None if one.depth is None else round(40 * one.depth, 9)) for one in plans}
    assert depths == {(0.6, None)} | {
        (cutoff, depth) for cutoff in (0.9, np.inf) for depth in (None, 0.0, 1.5, 3.0, 4.5)
    }
    assert {one.budget for one in plans} == {plan.budget}
    noise = JointResamples(joint.test, joint.total, 50, 1, None)
    every = reached(noise, planner, plans)
    assert every.shape == (50, 11)
    spent = {one.depth: one.reviewed for one in plans if one.depth is None}
    assert max(spent.values()) == 6


def test_labels_are_added_where_the_choice_is_made():
    even = planned(models=TWINS)
    other = tuple(Model(one.name, SURE.test, one.test) for one in TWINS)
    turned = planned(models=other)
    assert turned.labels.everything == pytest.approx(even.labels.everything)
    assert turned.labels.everything > planned(models=other, validation=False).labels.everything == 0


def test_nothing_is_said_where_there_is_no_noise_or_no_recommendation():
    assert labels(resamples=0) is None
    assert planned(models=(GOOD,), listed=((400, True, 0.99),), budget="30").labels is None
    assert planned(model_cost="5").labels is None


def test_equal_models_that_are_always_right_leave_nothing_to_gain():
    found = planned(models=(SURE, replace(SURE, name="other"))).labels
    assert found.everything == pytest.approx(0)


@pytest.mark.parametrize("validation", [True, False])
def test_units_constants_and_names_play_no_part(validation):
    euros = labels(**WIDE, validation=validation)
    dear = {name: str(100 * float(one)) for name, one in MONEY.items() if name != "unit"}
    cents = labels(**WIDE, validation=validation, worths={"unit": "money"} | dear, price="50")
    assert cents.everything == pytest.approx(100 * euros.everything)
    more = {name: str(3 + float(one)) for name, one in MONEY.items() if name != "unit"}
    moved = labels(**WIDE, validation=validation, worths={"unit": "money"} | more)
    assert moved.everything == pytest.approx(euros.everything)
    renamed = tuple(replace(one, name=name) for one, name in zip(TWINS, "ZA", strict=True))
    other = labels(models=renamed, budget=None, validation=validation)
    assert other.everything == pytest.approx(euros.everything)


def test_a_longer_list_makes_labels_worth_more_and_leaves_its_own_chance_out():
    short = labels(**WIDE, validation=False, list_size=400)
    long = labels(**WIDE, validation=False, list_size=4000)
    assert (short.listed, long.listed) == (400, 4000)
    assert long.everything == pytest.approx(10 * short.everything, rel=1e-3)
    assert long.price == short.price == pytest.approx(0.5)
    assert labels(validation=False, price=None, budget="4", unit="items").price is None
