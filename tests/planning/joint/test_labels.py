"""What more labels are worth before a joint plan is chosen: against what is written out by hand, and laws."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from defer_world import GOOD, Model
from joint_report_world import HOPELESS, MONEY, SURE, TWINS, planned

from budgetplan.intervals.labels import worth_of_everything
from budgetplan.metrics.resampling.paired import Resamples, draws
from budgetplan.planning.joint.labels import grid, reached, unlike
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
    assert (found.unit, found.labelled, found.listed, found.beyond) == ("money", 40, None, None)
    assert found.everything == pytest.approx(worth_of_everything(every))
    (settling,) = found.settling
    assert settling.sd == pytest.approx((every[:, 0] - every[:, 2]).std())
    # Each answers twenty that the other leaves.
    assert settling.share == 1.0


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


def test_only_items_with_another_outcome_decide():
    joint = planned(models=TWINS, validation=False)
    one, two = ((each.planner, each.option.applied) for each in joint.standings)
    assert unlike(one, one).tolist() == [0.0] * 40
    assert unlike(one, two) == pytest.approx(unlike(two, one))
    # The sure twenty of each are what the other leaves or reviews.
    assert unlike(one, two).tolist() == [1.0] * 40
    # What neither answers is treated alike as far as both review it, or both leave it.
    people = planned(models=(HOPELESS, replace(HOPELESS, name="other")), validation=False)
    first, second = ((each.planner, each.option.applied) for each in people.standings)
    assert unlike(first, second).max() == 0


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
    assert {(one.labels, one.share) for one in found.settling} <= {(None, 0)}


@pytest.mark.parametrize("said", [WIDE, WIDE | {"validation": False}, {"models": TWINS}])
def test_worths_never_fall_and_end_at_knowing_everything(said):
    found = labels(**said)
    worths = [0, *(one.worth for one in found.by_n), found.everything]
    assert worths == sorted(worths)
    assert found.everything > 0
    assert [one.n for one in found.by_n] == [25, 50, 100, 200, 400]


@pytest.mark.parametrize("validation", [True, False])
def test_units_constants_and_names_play_no_part(validation):
    euros = labels(**WIDE, validation=validation)
    dear = {name: str(100 * float(one)) for name, one in MONEY.items() if name != "unit"}
    cents = labels(**WIDE, validation=validation, worths={"unit": "money"} | dear, price="50")
    assert cents.everything == pytest.approx(100 * euros.everything)
    assert [one.labels for one in cents.settling] == [one.labels for one in euros.settling]
    more = {name: str(3 + float(one)) for name, one in MONEY.items() if name != "unit"}
    moved = labels(**WIDE, validation=validation, worths={"unit": "money"} | more)
    assert moved.everything == pytest.approx(euros.everything)
    renamed = tuple(replace(one, name=name) for one, name in zip(TWINS, "ZA", strict=True))
    other = labels(models=renamed, budget=None, validation=validation)
    assert other.everything == pytest.approx(euros.everything)


def test_a_label_costs_what_the_plan_would_not_review_less_what_it_mends():
    """Without a budget all that is left is reviewed: of forty posts the twenty sure ones, all right, are not."""
    found = labels(**WIDE, validation=False)
    assert found.price == pytest.approx(0.5)
    assert found.beyond == pytest.approx(0.5 * 20 / 40)
    row = found.by_n[0]
    assert (row.n, row.price) == (25, 12.5)
    assert row.net == pytest.approx(row.worth - 25 * found.beyond)
    # A budget that ends the review would pay for labels in place of better reviews.
    assert labels(validation=False).beyond is None
    assert labels(validation=False, budget="100").beyond == pytest.approx(found.beyond)
    assert labels(validation=False, price=None, budget="4", unit="items").price is None


def test_a_longer_list_makes_labels_worth_more_and_leaves_its_own_chance_out():
    short = labels(**WIDE, validation=False, list_size=400)
    long = labels(**WIDE, validation=False, list_size=4000)
    assert (short.listed, long.listed) == (400, 4000)
    assert long.everything == pytest.approx(10 * short.everything, rel=1e-3)
    assert long.price == pytest.approx(short.price)
    assert all(one.n <= 400 for one in short.by_n)
