"""Plans in resamples: the same numbers as building each resample and planning in it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from joint_report_world import EVEN, TWINS, planned

from budgetplan.domain.plan import Budget
from budgetplan.metrics.payoffs.surface import Split
from budgetplan.metrics.resampling.paired import Resamples, draws
from budgetplan.planning.joint.noise import JointResamples

pytestmark = pytest.mark.usefixtures("plan_alone")


def by_hand(joint, applied, weights):
    """One resample, weighted so that it stands for the list, read along its own queue."""
    planner = joint.chosen.planner
    stakes = planner.test.stakes[applied.deployed.family]
    base = np.ones(stakes.n_items) if joint.test.weight is None else joint.test.weight
    own = weights.astype(float) * (1.0 if joint.test.weight is not None else base)
    stakes = stakes.weighed(own * joint.total / own.sum())
    ranking = planner.test.rankings[applied.deployed.family]
    split = Split(stakes, ranking, applied.accepted, planner.test.quantities)
    limit = planner.purse.limit(applied.budget)
    if limit < 0:
        reviewed = 0.0
    else:
        reviewed = float(split.path.n_items)
        spent = split.path.read("cost", np.arange(int(reviewed * (1 + 1e-9)) + 1))
        reviewed = float(np.flatnonzero(spent <= limit * (1 + 1e-9))[-1])
    if applied.depth is not None:
        reviewed = min(reviewed, applied.depth * joint.total)
    outcome = split.outcome(np.array(reviewed), planner.tariff)
    found = stakes.weight[applied.accepted] @ planner.test.found_alone[applied.accepted]
    found += split.path.read("found", reviewed)
    names = ("net", "spend", "accepted", "accepted_wrong", "reviewed")
    return [*(float(getattr(outcome, name)) for name in names), float(found)]


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"models": (EVEN,), "budget": "7"},
        {"weight": tuple(1.0 + place % 2 for place in range(40))},
        {"models": (EVEN,), "budget": "4", "group": tuple([0] * 12 + [1] * 10 + list(range(2, 20)))},
        {"budget": None},
        {"validation": False},
        {"prices": {"fixed": {"training": "1"}, "indirect": "0.1"}},
    ],
    ids=["default", "half wrong", "weights", "uneven groups", "no budget", "one set", "fixed"],
)
def test_every_resample_by_hand(said):
    joint = planned(resamples=60, **said)
    applied, repeats = joint.option.applied, joint.option.replicates
    how = Resamples(joint.test.n_items, 60, joint.plan.seed, joint.test.group, joint.test.weight)
    rows = np.concatenate(list(draws(how, 60)))
    names = ("net", "spend", "accepted", "wrong", "reviewed", "found")
    found = np.stack([getattr(repeats, name) for name in names], axis=1)
    for row, numbers in zip(rows, found, strict=True):
        wanted = by_hand(joint, applied, row)
        assert numbers.tolist() == pytest.approx(wanted)


def test_the_same_resamples_for_every_model_and_plan():
    """Twins that leave out other items have equal means, and differ resample by resample."""
    joint = planned(models=TWINS, resamples=200)
    one, two = (standing.option.replicates.net for standing in joint.standings)
    assert not np.array_equal(one, two)
    again = planned(models=TWINS[:1], resamples=200).option.replicates.net
    assert np.array_equal(again, one)


def test_a_list_is_drawn_anew():
    joint = planned(models=(EVEN,), list_size=400, budget="30", resamples=300)
    repeats = joint.option.replicates
    # The binomial spread of the list comes on top of that of the sample, scaled.
    p = 0.5
    sample, own = 400 * np.sqrt(p * (1 - p) / 40), np.sqrt(400 * p * (1 - p))
    assert repeats.accepted.std() == pytest.approx(np.hypot(sample, own), rel=0.15)


def test_without_resamples_there_is_no_noise():
    joint = planned(resamples=0)
    assert joint.option.replicates is None
    noise = JointResamples(joint.test, 40.0, 0, 1, None)
    assert noise.off
    assert noise.replicate(joint.chosen.planner, [joint.option.applied]) == []


def test_spend_never_exceeds_the_budget_in_any_resample():
    joint = planned(models=(EVEN,), budget="4.20", prices={"indirect": "0.1"}, resamples=300)
    assert joint.option.replicates.spend.max() <= 4.20 + 1e-9
    assert joint.option.applied.budget == Budget(Decimal("4.20"))


def test_groups_of_uneven_size_stand_for_the_list_too():
    """A resample of groups has more or fewer items: the budget is that of the whole list all the same, in its items."""
    group = tuple([0] * 12 + [1] * 10 + list(range(2, 20)))
    repeats = planned(models=(EVEN,), group=group, budget="4", resamples=300).option.replicates
    total = repeats.accepted + repeats.reviewed + repeats.left(40.0)
    assert total == pytest.approx(40)
    assert repeats.spend.max() <= 4 + 1e-9
    assert repeats.spend.max() == 4
    assert np.rint(repeats.reviewed) == pytest.approx(repeats.reviewed)


def test_items_of_each_stratum_are_as_many_in_every_resample_of_a_joint_plan():
    test = planned(resamples=0).test
    stratum = np.arange(test.n_items) % 2
    drawn = JointResamples(replace(test, stratum=stratum), 100.0, 30, 1, None)
    rows = np.concatenate(list(drawn.batches()))
    assert (rows[:, stratum == 1].sum(axis=1) == (stratum == 1).sum()).all()
