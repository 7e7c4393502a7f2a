"""One plan for both workflows, on worlds that can be counted by hand."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from defer_world import BAD, COMPLEMENT, GOOD, Model
from joint_report_world import (
    DEFAULT,
    EVEN,
    HOPELESS,
    SCENES,
    SURE,
    TWINS,
    UNLUCKY,
    plan_of,
    planned,
    set_of,
    world,
)

from budgetplan.domain.plan import Budget
from budgetplan.errors import UsageError
from budgetplan.planning.defer.solve import select
from budgetplan.planning.joint.solve import plan_jointly

D = Decimal


@pytest.mark.usefixtures("plan_alone")
def test_the_default_world_by_hand():
    joint = planned()
    option = joint.option
    assert joint.chosen.name == "good"
    assert (option.accepted.value, option.wrong.value, option.applied.reviewed, option.left.value) == (
        30,
        0,
        6,
        4,
    )
    assert (option.applied.spend, option.net.value, joint.nothing.value) == (D("3.00"), 33.0, 0.0)
    assert joint.rivals["people"].net.value == 3.0
    assert joint.rivals["machine"].net.value == 30.0
    assert joint.over_rivals["people"].value == 30.0
    assert joint.over_nothing.value == 33.0


@pytest.mark.usefixtures("plan_alone")
def test_none_wrong_among_thirty_is_not_certainly_none():
    """The two-sided exact interval of 0 in 30: up to 1 - 0.025^(1/30) = 11.57 %."""
    wrong = planned().option.wrong
    assert (wrong.low, wrong.high) == pytest.approx((0, 30 * (1 - 0.025 ** (1 / 30))))
    scaled = planned(list_size=4000, budget="300").option.wrong
    assert scaled.high == pytest.approx(3000 * (1 - 0.025 ** (1 / 30)))
    every = planned(models=(Model("m", ((40, False, 0.9),), ((40, True, 0.9),)),)).option.wrong
    assert (every.value, every.low, every.high) == pytest.approx((40, 40 * 0.025 ** (1 / 40), 40))


@pytest.mark.usefixtures("plan_alone")
def test_the_bound_on_errors_is_exact():
    """None of thirty wrong: 1 - 0.1^(1/30); of two models each has half the chance of error."""
    assert planned(models=(GOOD,)).bound == pytest.approx(1 - 0.1 ** (1 / 30))
    assert planned().bound == pytest.approx(1 - 0.05 ** (1 / 30))
    assert planned(validation=False).bound is None
    assert planned(group=tuple(place // 4 for place in range(40))).bound is None
    assert planned(models=(HOPELESS,)).bound is None


def test_nothing_for_people_is_the_selective_classifier():
    """No budget for reviews: value and learnt cutoff of the workflow without reviews."""
    args = DEFAULT | {"models": (EVEN, BAD), "budget": "0", "review_cost": None}
    joint = planned(models=(EVEN, BAD), budget="0")
    plan = plan_of(args)
    from dataclasses import replace

    data, validation = (replace(set_of(args, part), review_cost=None) for part in ("test", "validation"))
    alone = select(replace(plan, deferral=replace(plan.deferral, reviewing=None)), validation, data)
    assert joint.chosen.name == alone.chosen.name
    learnt = alone.chosen.routes["learnt"]
    assert joint.option.net.value == pytest.approx(learnt.value.value * 40)
    assert joint.option.applied.deployed.cutoff == learnt.cutoff
    low, high = learnt.value.low, learnt.value.high
    # Of few wrong answers there may be more: both reports say so.
    assert low < learnt.replicates.min() < joint.option.net.value / 40
    assert joint.option.net.low == pytest.approx(low * 40)
    assert joint.option.net.high == pytest.approx(high * 40)


@pytest.mark.usefixtures("plan_alone")
def test_twins_are_not_told_apart_and_a_bad_model_is():
    joint = planned(models=TWINS)
    assert joint.firm is False
    assert joint.rule == "mean_over_budgets"
    assert sum(joint.won.values()) == pytest.approx(1)
    firm = planned(models=(GOOD, HOPELESS))
    assert firm.firm is True
    assert firm.rule == "firm_leader"
    assert firm.differences["hopeless"].value == -30.0


def test_the_table_of_budgets_by_hand():
    rows = planned(budget="3").rows
    assert [row.applied.spend for row in rows] == [D("0.00"), D("1.50"), D("3.00"), D("4.50"), D("5.00")]
    assert [row.net.value for row in rows] == [30.0, 31.5, 33.0, 34.5, 35.0]


def test_wrong_answers_that_lose_more():
    """Half of twenty unsure answers are wrong: at a tenth of the loss all are accepted."""
    light = planned(models=(EVEN,), worths=DEFAULT["worths"] | {"wrong": "-0.4"}, budget="0")
    factors = {factor: option.accepted.value for factor, option in light.harsher}
    # Accepting is worth 10 - 0.4 x 10 x factor: above 0 up to a factor of 2.5.
    assert factors == {0.5: 40.0, 1.0: 40.0, 2.0: 40.0, 5.0: 20.0}


@pytest.mark.parametrize("wrong_reviews", [{}, {"*": "-1"}])
@pytest.mark.parametrize("factor", ["0.5", "2", "5"])
def test_harsher_rows_are_the_plans_of_such_prices(wrong_reviews, factor):
    # People's wrong answers lose as the model's do, where nothing else is said of them: they get dearer with them.
    said = {"models": (EVEN,), "price": "0.20", "error": {"*": "0.3"}, "wrong_reviews": wrong_reviews}
    worths = DEFAULT["worths"] | {"wrong": "-1.5"}
    row = dict(planned(**said, worths=worths).harsher)[float(factor)]
    other = planned(**said, worths=worths | {"wrong": str(D("-1.5") * D(factor))}).option
    assert (row.net.value, row.accepted.value) == pytest.approx((other.net.value, other.accepted.value))
    assert (row.applied.reviewed, row.applied.spend) == (other.applied.reviewed, other.applied.spend)


def test_the_surface_holds_the_plan():
    joint = planned(models=(EVEN,))
    cells = joint.cells
    assert cells.outcome.net.shape == (len(cells.cutoffs), len(cells.budgets))
    assert cells.shares[0] == 1.0
    assert cells.shares[-1] == 0.0
    assert cells.outcome.net.max() >= joint.option.net.value - 1e-9


def test_unlucky_plans_are_told_as_they_come_out():
    joint = planned(models=(UNLUCKY,))
    assert joint.option.net.value == 20 - 80
    assert joint.over_nothing.wholly_below(0)


def test_reviews_that_are_worth_nothing_are_not_made():
    joint = planned(models=(SURE,), error={"*": "1"})
    assert joint.option.applied.reviewed == 0
    assert joint.option.accepted.value == 40


@pytest.mark.usefixtures("plan_alone")
def test_right_labels_by_hand():
    """Thirty alone and six reviewed are right; of people who err in one of ten, 5.4; half of all are class a."""
    assert planned().option.found.value == 36.0
    cheap = {"price": "0.10", "budget": "0.60", "error": {"*": "0.1"}}
    assert planned(**cheap).option.found.value == pytest.approx(30 + 6 * 0.9)
    only_a = planned(positive=("a",)).option.found
    assert only_a.value == pytest.approx(15 + 3)
    assert only_a.low <= only_a.value <= only_a.high


def test_nothing_to_plan_is_said():
    with pytest.raises(UsageError, match="there is nothing to plan"):
        planned(worths={"unit": "money", "right": "-1", "wrong": "-4", "abstain": "0"})


@pytest.mark.parametrize("name", SCENES)
def test_laws_of_every_plan(name):
    joint = world(**SCENES[name]).joint
    for option in (
        *joint.rows,
        *joint.along,
        *joint.rivals.values(),
        *(one.option for one in joint.standings),
    ):
        total = option.accepted.value + option.reviewed.value + option.left.value
        assert total == pytest.approx(joint.total)
        assert 0 <= option.wrong.value <= option.accepted.value + 1e-9
        budget = option.applied.budget
        if budget is not None and budget.unit == "money":
            assert option.applied.spend <= budget.amount
        if budget is not None and budget.unit == "items":
            assert option.applied.reviewed <= budget.amount
        for estimate in (option.net, option.accepted, option.wrong, option.reviewed):
            if estimate.known:
                assert estimate.low <= estimate.high
    if joint.plan.resamples:
        assert sum(joint.won.values()) == pytest.approx(1)


@pytest.mark.usefixtures("plan_alone")
def test_rows_in_another_order_change_nothing():
    from dataclasses import replace

    args = DEFAULT | {"models": (EVEN, BAD)}
    test, validation = set_of(args), set_of(args, "validation")
    one = plan_jointly(plan_of(args), validation, test)
    turned = plan_jointly(plan_of(args), validation, replace(test, models=test.models[::-1]))
    assert one.chosen.name == turned.chosen.name
    assert one.option.net == turned.option.net


def test_progress_is_told_model_by_model():
    told = []
    args = DEFAULT
    plan_jointly(plan_of(args), set_of(args, "validation"), set_of(args), 0, lambda *one: told.append(one))
    assert told == [(0, 2), (1, 2)]


def test_the_rows_without_a_label_are_the_list():
    args = DEFAULT | {"budget": "300"}
    joint = plan_jointly(plan_of(args), set_of(args, "validation"), set_of(args), 4000)
    assert (joint.basis, joint.total, joint.option.applied.reviewed) == ("list", 4000.0, 600)
    assert joint.option.applied.budget == Budget(D(300))
    assert np.isclose(joint.option.net.value, 3300)


# --- the mean of the models
@pytest.mark.usefixtures("plan_alone")
def test_the_mean_of_the_models_is_planned_with_as_one_more_model():
    said = {"models": COMPLEMENT, "budget": "3"}
    off, on = planned(**said), planned(**said, mixture=True)
    assert (off.members, on.members) == ((), ("one", "two"))
    assert [one.name for one in off.standings] == ["one", "two"]
    assert [one.name for one in on.standings] == ["one", "the mean of the models", "two"]
    # It is right about all forty, so that nobody has to review; each of the two errs in six.
    assert on.chosen.name == "the mean of the models"
    assert on.option.wrong.value == 0
    assert on.single.name == off.chosen.name == off.single.name
    assert on.option.net.value > off.option.net.value
    for one in off.standings:
        other = next(each for each in on.standings if each.name == one.name)
        assert one.option.applied.net == other.option.applied.net


def test_the_mean_costs_what_its_members_cost():
    found = planned(models=COMPLEMENT, budget="3", mixture=True, model_cost="1")
    costs = {one.name: one.planner.said.cost for one in found.standings}
    assert costs["the mean of the models"] == costs["one"] + costs["two"]


def test_one_model_has_no_mean():
    assert planned(models=COMPLEMENT[:1], mixture=True).members == ()
