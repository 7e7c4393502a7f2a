"""Single models beside the plan: which leads from which budget on, how much more each is worth, what people change."""

from decimal import Decimal
from types import SimpleNamespace

import numpy as np
import pytest
from joint_report_world import EVEN, TWINS, Model, planned
from scipy import stats

from budgetplan.core.curve import WIDEST
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Budget
from budgetplan.plans import joint as joint_module
from budgetplan.plans.joint import JointPlan
from budgetplan.plans.ways import whole_counts, whole_or_fewer

pytestmark = pytest.mark.usefixtures("plan_alone")

BUDGETS = [Budget(Decimal(amount), "money") for amount in (10, 20, 30, 40, 50)]


def planner(name, nets):
    """A model whose plans are worth so much, by budget; each costs 7."""
    bench = SimpleNamespace(name=name, count=np.array([1.0]))
    worth = dict(zip((float(one.amount) for one in BUDGETS), nets, strict=True))

    def plan(budget):
        way = SimpleNamespace(bench=bench, net=worth[float(budget.amount)])
        return SimpleNamespace(way=way, cost=Decimal(7))

    return SimpleNamespace(bench=bench, plan=plan)


def test_a_model_leads_from_one_budget_to_the_next_at_which_another_does(monkeypatch):
    monkeypatch.setattr(joint_module, "_counted", lambda option: np.array([[option.way.net + 7]]))
    planners = [planner("a", (1, 1, 5, 5, 5)), planner("b", (2, 2, 2, 5, 4))]
    found = [(one.low, one.high, one.models) for one in joint_module._winners(planners, BUDGETS)]
    assert found == [(10, 30, ("b",)), (30, 40, ("a",)), (40, 50, ("a", "b")), (50, None, ("a",))]


@pytest.mark.parametrize("size", [None, 400])
def test_where_every_item_is_in_one_tie_a_budget_still_pays_for_more_entries_than_are_expected(size):
    """Nobody knows an order: the queue is one step, and in 95 % of the draws it costs more than the mean at its end."""
    flat = Model("flat", ((20, True, 0.6), (20, False, 0.6)))
    said = {"models": (flat,), "positive": ("a",), "prices": {"extra_per_entry": "0.30"}, "budget": "100"}
    way = planned(**said, list_size=size, resamples=100).option.way
    end = float(way.path.items[-1])
    drawn = (way.at(end) + way.chance(end))[:, -1]
    assert way.paid.read("positives", end) == pytest.approx(np.quantile(drawn, 0.95, method="inverted_cdf"))
    assert way.paid.read("positives", end) > 1.02 * way.path.read("positives", end)


def test_a_model_is_one_of_so_many_that_were_tried_unless_all_are_used_together():
    said = {"models": TWINS, "resamples": 0}
    either, both = planned(**said, mixture=False), planned(**said, mixture=True)
    assert (either.tried, both.tried) == (2, 1)
    # The next best is never the one that the plan is made with.
    assert {either.name, either.next_model.name} == {"one", "two"}
    assert both.next_model is both.single


@pytest.mark.parametrize(("more", "group"), [((1.0, 2, 4, 9), None), ((1.0, 2, 4, 9), (0, 1, 2, 2))])
def test_a_difference_on_few_items_is_as_unsure_as_students_t_says(more, group):
    """Weights of a Dirichlet distribution over the groups; of single items no wider than these are."""
    more = np.array(more)
    code = np.arange(4) if group is None else np.array(group)
    data = SimpleNamespace(group=None if group is None else code)
    plan = SimpleNamespace(resamples=4_000, draws=4_000, seed=1)
    bench = SimpleNamespace(plan=plan, data=data, count=np.ones(4), total=4.0, chance=False)
    (found,) = joint_module._differences(bench, more[:, None], [1.5])
    assert found.value == 16 - 1.5
    assert found.low < found.value < found.high
    rng = np.random.default_rng(8)
    drawn = rng.gamma(1.0, 1.0, (40_000, code.max() + 1))[:, code]
    totals = 4 * (drawn @ more) / drawn.sum(axis=1)
    groups = 16 / 6  # (sum of sizes)^2 / sum of squares
    wider = 1.0 if group is None else stats.t.ppf(0.975, groups - 1) / 1.96
    wide = np.ptp(np.quantile(totals, [0.025, 0.975])) * min(wider, WIDEST)
    assert found.high - found.low == pytest.approx(wide, rel=0.06)


@pytest.mark.parametrize(("budget", "pays"), [("0.2", False), ("0.5", True)])
def test_a_budget_of_less_than_the_only_review_pays_for_none(budget, pays):
    """One of forty answers is unsure, and to review it costs 0.50."""
    one = Model("one", ((39, True, 0.95), (1, False, 0.55)))
    assert planned(models=(one,), budget=budget, resamples=0).pays_review is pays


@pytest.mark.parametrize(("price", "amount"), [("0.37", "7.40"), ("0.38", "8.00")])
def test_budgets_lie_around_what_pays_for_the_plan_exactly_and_as_a_funder_prints_it(price, amount):
    """Twenty reviews at 0.37 are 7.40, printed as 7; at 0.38 they are 7.60, printed as 8."""
    joint = planned(models=(EVEN,), budget=None, price=price, prices={"printed_in": "1"}, resamples=0)
    assert (joint.option.items, joint.reference) == (20, Budget(Decimal(amount)))


def test_what_is_told_of_a_list_by_its_size_is_as_unsure_as_its_draws():
    said = {"models": (EVEN,), "list_size": 400, "budget": "30"}
    wrong, bare = planned(**said).option.wrong, planned(**said, resamples=0)
    assert wrong.low < wrong.value < wrong.high
    assert not bare.option.wrong.known
    assert all(one.more.low is None and one.more.high is None for one in bare.models)


def option_of(total, items, labelled, **amounts):
    """Return a plan of so many items, as far as whole numbers are made of it."""
    planner = SimpleNamespace(bench=SimpleNamespace(total=total))
    estimates = {name: Estimate(amount) for name, amount in amounts.items()}
    return SimpleNamespace(planner=planner, items=items, labelled=labelled, **estimates)


@pytest.mark.parametrize("collected", [False, True])
def test_whole_numbers_of_a_plan_add_up_and_keep_what_is_less_than_one(collected):
    option = option_of(40.0, 6, 36.0, accepted=20.4, settled=9.6, left=4.0, wrong=0.2, settled_wrong=2.6, found=32.2)
    told = whole_counts(option, collected=collected)
    assert (told.accepted, told.settled, told.reviewed, told.left) == (20, 10, 6, 4)
    assert (told.wrong, told.settled_wrong) == (0.2, 3)
    # Of 36 labels 32.2 are right, 0.2 and 2.6 wrong, and people err in one.
    assert (told.amiss, told.found) == ((None, 32) if collected else (1, 32))
    assert told.by_people == ((6,) if collected else (5, 1))
    assert told.right_and_wrong == ((19.8, 0.2), (7, 3))


def test_who_decides_on_all_items_adds_up_to_the_list_where_draws_are_off_by_half_an_item():
    who = {"accepted": 1905.63, "settled": 2444.26, "left": 525.6}
    option = option_of(5000.0, 124, 4474.4, **who, wrong=59.85, settled_wrong=93.04, found=4321.52)
    told = whole_counts(option, collected=False)
    assert (told.accepted, told.settled, told.reviewed, told.left) == (1906, 2444, 124, 526)
    assert (told.found, told.all_wrong) == (4321, 153)


def test_nothing_is_printed_as_nothing_and_hardly_anything_as_fewer_than_one():
    assert whole_or_fewer([3.0, 0.0], 3) == [3.0, 0.0]
    assert whole_or_fewer([2.7, 0.3], 3) == [3.0, 0.3]


@pytest.mark.parametrize(("wrong", "alone", "told"), [(-1, 3, False), (0, 2, True), (0, 10**6, False)])
def test_a_class_is_told_of_that_a_model_gets_mostly_wrong_often_enough(wrong, alone, told):
    least = joint_module.FEWEST_WRONG
    worst = SimpleNamespace(wrong=least + wrong, alone=alone)
    joint = SimpleNamespace(option=SimpleNamespace(by_class=[worst]))
    assert (JointPlan.worst_class.fget(joint) is worst) == told
