"""What a joint plan does with each item of the list: counted as the recommendation says."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from decided import Asked, Decided, numbers
from defer_world import GOOD, Model
from joint_report_world import DEFAULT, EVEN, Paid, planned, thirty
from joint_report_world import MONEY as WORTHS
from joint_report_world import plan_of as plan_with
from workflow_world import plan_of

from budgetplan.arrays import taken
from budgetplan.core import answers
from budgetplan.core.answers import ALONE
from budgetplan.domain.plan import Budget
from budgetplan.plans.answerers import answerings
from budgetplan.plans.joint import JointPlan, corrected_along, course_of, recommend
from budgetplan.work.building import work_of_joint
from budgetplan.workflows import JOINT, silent

pytestmark = pytest.mark.usefixtures("plan_alone")

MONEY_BY_CLASS = WORTHS | {"abstain": "-9", "cells": {("a", "b"): "-9"}}
MONEY = "worth_of_right_answer = 1\n[cost]\nper_item = {price}\ncurrency = 'EUR'\n[goal]\nbudget = {budget}\n[sure]\nresamples = 0\n"


def solved(folder, price="'0.1'", budget="'3'"):
    flow = JOINT
    plan = plan_of(folder, MONEY.format(price=price, budget=budget))
    return flow.solve(plan, flow.read(plan, {}), silent)


@pytest.mark.parametrize("budget", ["'0.2'", "'3'"])
def test_answered_and_reviewed_are_as_many_as_the_recommendation_says(tmp_path, budget):
    joint = solved(tmp_path, budget=budget)
    course, said, option = course_of(joint), recommend(joint), joint.option
    assert (said.model, said.left, said.why_not) == ("m", option.left, "")
    assert (said.spend, said.net) == (option.spend, option.net)
    assert course.n_items == 10
    assert len(course.answered) == said.answered_alone.value
    assert course.review == said.reviewed.value
    assert not set(course.queue[: course.review].tolist()) & set(course.answered.tolist())
    assert set(course.answers) <= {"a", "b"}
    assert course.order_by == "value-per-cost"


@pytest.mark.parametrize(
    ("budget", "spend", "model"),
    [(None, "4.00", None), ("4", "4.00", None), ("33.9", "4.00", None), ("3.99", "3.90", None), ("0.09", "0.00", None)],
)
def test_who_reviews_in_any_order_needs_no_model(budget, spend, model):
    """40 items at 0.10 are EUR 4, and 39 are 3.90, whatever a model for EUR 30 says."""
    worths = WORTHS | {"wrong": "-50"}
    joint = planned(models=(EVEN,), worths=worths, price="0.1", model_cost="30", budget=budget)
    assert (joint.option.spend, recommend(joint).model) == (Decimal(spend), model)


def test_beside_doing_nothing_a_plan_varies_as_its_net_value_does():
    """All 20 are reviewed, each an entry at one in two that costs EUR 3 more; doing nothing is worth 0 in every draw."""
    flat = Model("flat", ((20, True, 0.5), (20, False, 0.5)))
    said = {"worths": WORTHS | {"right": "8", "wrong": "-50"}, "prices": {"extra_per_entry": "3"}, "positive": ("a",)}
    listed = ((10, True, 0.5), (10, False, 0.5))
    joint = planned(models=(flat,), listed=listed, budget=None, resamples=400, **said)
    net, more, said = joint.option.net, joint.over_rivals["nothing"], recommend(joint)
    assert (joint.option.items, said.reviewed.value) == (20, 20)
    assert said.spend_range is joint.option.spend_range is not None
    # An entry is billed as a whole.
    assert (more.value, more.low, more.high) == pytest.approx((net.value, net.low, net.high), abs=1.5)


def test_part_of_a_list_is_reviewed_in_any_order_where_the_model_costs_too_much():
    """EUR 2 pay for 20 of 200 items: each as likely an entry as any other, drawn from the whole file."""
    flat = Model("flat", ((1200, True, 0.6), (800, False, 0.6)))
    said = {"models": (flat,), "worths": WORTHS | {"wrong": "-50"}, "price": "0.1", "budget": "2", "resamples": 999}
    said |= {"listed": ((100, True, 0.6), (100, False, 0.6)), "positive": ("a",), "model_cost": "30"}
    joint = planned(**said)
    option, course, found = joint.option, course_of(joint), joint.option.found
    assert (option.items, option.spend, recommend(joint).model, joint.pays_review) == (20, 2, None, True)
    assert (option.net.value, joint.counted) == (pytest.approx(18), None)
    # Of 20 items, one in two an entry, 6 to 14 are in 95 % of the cases.
    assert (found.value, found.low, found.high) == pytest.approx((10, 6, 14.5), abs=0.6)
    assert (course.order_by, course.review, course.model_cost, course.corrections) == ("random", 20, 0, None)
    assert work_of_joint(joint).checkpoints == ()
    # No answer of a model is kept: nobody sees how often they would be wrong.
    assert (course.said, work_of_joint(joint).counts) == ((), "found")
    assert 60 < course.queue[:20].mean() < 140
    assert sorted(course.queue.tolist()) == list(range(200))
    # Beside a model that costs nothing as many are reviewed, and as many are found.
    free = planned(**said | {"model_cost": "0"}).option
    assert (free.found.value, free.found.low, free.found.high) == pytest.approx((10, 6, 14.5), abs=0.6)


def test_a_budget_that_does_not_pay_the_model_is_said_to_be_why():
    said = {"models": (GOOD,), "price": "1.1", "budget": "3"}
    assert [recommend(planned(**said, model_cost=cost)).why_not for cost in ("4", "2")] == ["not_paid", ""]


def test_the_recommendation_says_of_the_plan_who_does_what():
    joint = planned(models=(EVEN,), price="0.2")
    said, option = recommend(joint), joint.option
    assert option.accepted.value > 0 < option.items
    assert (said.model, said.cutoff, said.reviewed.value) == (joint.name, joint.cutoff, option.items)
    for name in ("wrong", "left", "shown", "spend", "found", "net", "luck", "spend_range"):
        assert getattr(said, name) == getattr(option, name), name
    assert (said.answered_alone, said.members) == (option.accepted, {})
    assert (said.settled, said.settled_wrong, said.wrong is None) == (None, None, False)
    asked = planned(models=(GOOD,), asked=(Paid("llm", ((40, True, None),)),))
    asked.answerers = ("llm",)  # what is known of it is left out here
    said, option = recommend(asked), asked.option
    assert (said.settled, said.settled_wrong) == (option.settled, option.settled_wrong)
    assert said.settled.value > 0


@pytest.mark.parametrize("price", ["0.1", "1.2"])
def test_every_item_of_the_list_is_answered_or_stands_in_the_queue_once(price):
    """Those that neither an answer nor a review is worth, too: at 1.2 a review costs more than any label is worth."""
    course = course_of(planned(models=(GOOD,), listed=GOOD.test * 10, budget="20", price=price))
    assert sorted(np.append(course.queue, course.answered).tolist()) == list(range(course.n_items))


def test_no_more_rows_are_queued_than_are_worth_a_review_where_each_stands_for_several_items():
    """Of 40 rows for 400 items ten are unsure, and worth a review of 0.50: the plan has 60 reviews of 100, the queue ten rows."""
    joint = planned(models=(GOOD,), listed=GOOD.test, list_size=400, budget="30")
    course = course_of(joint)
    assert (joint.option.items, course.review, len(course.answered)) == (60, 10, 30)


def test_what_the_model_says_of_each_and_how_often_people_should_differ():
    joint = planned(models=(GOOD,), listed=GOOD.test * 10, budget="20")
    course = course_of(joint)
    assert len(course.said) == course.n_items
    assert [course.said[row] for row in course.answered] == list(course.answers)
    # What is worth a review that no money is left for, and the model answers, waits for nobody.
    assert joint.option.items < len(joint.option.way.queue.order)
    assert not np.isin(course.answered, course.queue).any()
    # The same number as the checkpoint at the stop.
    band, work = course.corrections, work_of_joint(joint)
    assert np.interp(course.review, band.items, band.expected) == pytest.approx(work.checkpoints[-1].expected)
    assert band.items[-1] == course.review
    assert (np.diff(band.expected) >= 0).all()


@pytest.mark.parametrize("budget", ["0.33", "11.3"])
def test_a_stop_inside_a_tie_sends_nothing_two_ways(budget):
    """Equal items share a tie: those reviewed first are not answered as well, and none is lost."""
    sure = Model("sure", ((36, True, 0.96), (1, False, 0.96), (36, True, 0.9), (4, False, 0.9)))
    joint = planned(models=(sure,), listed=sure.test * 10, budget=budget, price="0.05")
    course, way = course_of(joint), joint.option.way
    assert 0 < course.review < way.queue.ends[0]
    assert not set(course.queue.tolist()) & set(course.answered.tolist())
    either = set(course.queue[: course.review].tolist()) | set(course.answered.tolist())
    assert either >= set(np.flatnonzero(way.role == ALONE).tolist())
    assert len(either) == course.review + len(course.answered)


def test_where_the_answer_worth_most_stands_it_is_held_against_random_items():
    said = {"worths": MONEY_BY_CLASS, "relabel": True, "truth": "ab" * 20, "budget": "0"}
    joint = planned(models=(EVEN,), listed=EVEN.test * 10, **said)
    course, probable = course_of(joint), joint.bench.said.predicted
    assert [course.said[row] for row in course.answered] == list(course.answers)
    assert any(course.said[row] != "ab"[probable[row]] for row in course.answered)


def test_what_using_the_model_costs_is_part_of_what_is_spent(tmp_path):
    listed = {"models": (GOOD,), "listed": GOOD.test * 10, "budget": "20"}
    costs = [course_of(planned(**listed, model_cost=cost)).model_cost for cost in ("0", "0.5")]
    assert costs == [0, Decimal("0.5")]
    assert course_of(solved(tmp_path, price="'50'", budget="'0.001'")) is None


QUARTER = Model("quarter", ((20, True, 0.9), (15, True, 0.6), (5, False, 0.6)))
"""Of what it is not sure of a quarter is wrong."""


@pytest.mark.parametrize("listed", [(), QUARTER.test * 10])
@pytest.mark.parametrize(("classes", "error"), [(("a", "b"), 0.0), (("a", "b"), 0.2), (("a", "b", "c"), 0.2)])
def test_people_change_wrong_answers_and_some_right_ones(listed, classes, error):
    said = {"models": (QUARTER,), "classes": classes, "error": {"*": str(error)}, "reviewed": {"*": "2"}, "budget": "5"}
    joint = planned(**said, listed=listed)
    path, reviewed = corrected_along(joint.option.way), joint.option.items
    wrong = float(path.read("wrong", reviewed))
    # Of as many right and wrong answers people change these shares.
    share = wrong * (1 - error / max(len(classes) - 1, 1)) + (reviewed - wrong) * error
    assert path.read("change", reviewed) == pytest.approx(share)
    # Each error is one by its own chance, and one wrong answer more is changed so much more often.
    assert path.read("chance", reviewed) == pytest.approx(reviewed * error * (1 - error))
    assert path.read("step", reviewed) == pytest.approx(reviewed * (1 - error / (len(classes) - 1) - error))
    last = work_of_joint(joint).checkpoints[-1]
    assert last.expected == pytest.approx(share)
    if listed:
        band = course_of(joint).corrections
        assert np.interp(reviewed, band.items, band.expected) == pytest.approx(last.expected)


DEAR = {"fixed": {"training": "1"}, "contingency": "0.1", "indirect": "0.2", "extra_per_entry": "0.3"}
THREE = {
    "classes": ("a", "b", "c"),
    "models": (Model("m", ((30, True, 0.9),)),),
    "resamples": 6,
    "worths": WORTHS | {"abstain": "-0.3", "cells": {("a", "b"): "-7"}},
    "error": {"a": "0.1", "*": "0.05"},
}
OVERHEADS = {"fixed": {"training": "1"}, "contingency": "0.1", "indirect": "0.2"}
CHECKS = {"tail_sample": 4, "control": 3}
THREE_TO_ONE = tuple(1 + 2 * (i % 2) for i in range(30))
PLANS = [
    {"budget": "6"},
    {"budget": None},
    {"budget": "7", "prices": DEAR, "positive": ("a", "b"), "model_cost": "0.4", "price": "0.3"},
    {"budget": "5", "unit": "items", "relabel": True, "weight": tuple(1 + i % 2 for i in range(30))},
    {"budget": "9", "prices": DEAR, "positive": ("a",), "price": "0.3", "covers": "annotation"},
    {"resamples": 5, "price": "0.8", "budget": None, "prices": DEAR},
    {"budget": "0.1", "unit": "hours", "prices": {"seconds_per_item": "60"}},
    {"budget": "3", "asked": "auto", "error": {"a": "0.05", "*": "0.05"}},
    {"budget": None, "asked": "confident", "error": {"*": "0.05"}, "price": "0.4", "model_cost": "0.3"},
    {"budget": "4", "asked": "agree", "error": {"*": "0.05"}, "prices": DEAR, "positive": ("a", "b"), "price": "0.3"},
    {"budget": "1.5", "asked": "all", "weight": tuple(1 + i % 2 for i in range(30)), "call": "0.11"},
    {"budget": None, "price": "0.05", "model_cost": "9", "resamples": 8, "worths": WORTHS | {"wrong": "-9"}},
    {"budget": "4", "price": "0.05", "model_cost": "9", "prices": DEAR, "positive": ("a",), "resamples": 40},
    {"budget": "0.2", "unit": "hours", "prices": {"seconds_per_item": "60"}, "model_cost": "9", "price": "0.1"},
    {"budget": "12", "unit": "items", "model_cost": "9", "price": "0.1", "weight": tuple(1 + i % 2 for i in range(30))},
    {"budget": "3", "asked": "auto", "error": {"*": "0.05"}, "price": "0.05", "model_cost": "9"},
    {"budget": "2", "model_cost": "9", "price": "0.1", "covers": "annotation", "prices": DEAR, "positive": ("a", "b")},
    {"budget": "3", "error": {}},  # truths make a difference to wrong answers alone
    {"budget": None, "price": "0.1", "list_size": 47, "weight": THREE_TO_ONE, "prices": OVERHEADS},
    # Beyond what is worth a review in some draws.
    {"budget": "0.73", "unit": "hours", "prices": {"seconds_per_item": "60"}, "list_size": 61, "work": {"control": 1}},
    {"budget": "4", "asked": "auto", "list_size": 60, "weight": THREE_TO_ONE, "prices": OVERHEADS, "call": "0.07"}
    | {"positive": ("a", "b"), "price": "0.1", "worths": WORTHS | {"wrong": "-9"}, "work": CHECKS},
    {"budget": "9", "own": 20, "price": "0.1", "work": {"tail_sample": 4, "control": 25}, "model_cost": "0.4"},
    {
        "budget": "8",
        "own": 24,
        "price": "0.05",
        "model_cost": "9",
        "relabel": True,
        "work": CHECKS,
        "prices": OVERHEADS,
    },
    {"budget": "20", "unit": "items", "own": 24, "asked": "all", "work": CHECKS, "reviewed": {"*": "2"}},
    {"budget": "6", "work": CHECKS, "prices": DEAR, "positive": ("a",), "group": tuple(i % 5 for i in range(30))},
    {"budget": None, "price": "3", "work": {"tail_sample": 50, "control": 1}, "worths": WORTHS | {"wrong": "-1"}},
]


@pytest.mark.parametrize("place", range(len(PLANS)))
def test_every_number_is_that_of_all_items_and_draws_counted_one_by_one(place, monkeypatch):
    """Probabilities of 30 items as dice fall; every number of items is tried as a stop."""
    monkeypatch.setattr(answers, "WIDTH", 1e-5)  # items are drawn one by one, too
    rng, given = np.random.default_rng(place + 1), DEFAULT | THREE | PLANS[place]
    call, own = given.pop("call", "0.05"), given.pop("own", 0)
    if accept := given["asked"]:
        given["asked"] = (Paid("llm", ((30, True, 0.5),), price=call, accept=accept),)

    def drawn(part):
        made = thirty(rng, given, part)
        unsure = np.arange(30) % 3 == 1  # how sure a third of the answers are nobody knows
        stated = (replace(each, confidence=np.where(unsure, np.nan, each.confidence)) for each in made.answers)
        return replace(made, answers=tuple(stated))

    plan, validation, test, listed = plan_with(given), drawn("validation"), drawn("test"), None
    price = float(given["price"])
    if own:  # items of a list by its own predictions, at prices of their own, stand for one or three each
        rows, price = np.arange(own), [price * (1 + row % 3) for row in range(own)]
        listed = taken(drawn("validation"), rows)
        unasked = tuple(replace(each, asked=rows < 0) for each in listed.answers)
        listed = replace(listed, truth=rows * 0 - 1, weight=1.0 + 2 * (rows % 2), answers=unasked)
        listed = replace(listed, ids=tuple(map(str, rows)), review_cost=np.array(price))
        plan = replace(plan, prices=replace(plan.prices, per_item=Decimal(0), listed=True))
    joint = JointPlan(plan, validation, test, 0, listed)
    extra = float(given["prices"].get("extra_per_entry", 0))
    budget, paid = joint.plan.budget, {"per_item": price, "extra": extra}
    if accept:
        ask, spec = answerings(joint.bench)[0].draws, joint.plan.answerers[0]
        simple, ahead = (
            Asked(joint.bench, spec, ask, joint.bench.expected(), call=Decimal(call), all_stand=stand, **paid)
            for stand in (True, False)
        )
        idle = simple.net(simple.nothing, 0).mean
        brings, more = (way.plan(budget).mean - idle for way in (simple, ahead))
        by_hand = simple if brings * 1.01 >= more else ahead
    else:
        by_hand = Decided(joint.bench, **paid)
    stop = by_hand.plan(budget)
    assert numbers(joint.option) == pytest.approx(by_hand.printed(stop), rel=2e-3, abs=1e-6)
    assert (joint.labels is None) is (joint.unmet or not joint.plan.resamples)
    if joint.labels is not None:
        assert joint.labels.everything == pytest.approx(by_hand.everything(stop), rel=2e-3, abs=1e-6)
        assert joint.labels.listed == (joint.total if joint.bench.chance else None)
    assert joint.budget_ends is (budget is not None and stop.most <= stop.items < int(by_hand.length(stop.way) + 1e-6))
    if PLANS[place].get("error"):
        path = corrected_along(joint.option.way)
        changed = by_hand.changed(stop, joint.bench.said.predicted.tolist(), 0.05)
        # What answers settle is told by their means, which draws of few labels do not all share.
        assert path.read("change", stop.items) == pytest.approx(changed, rel=0.05 if accept else 2e-3)
    others = {
        "people": by_hand.first([by_hand.within(each, budget) for each in by_hand.plain[1:]]),
        "machine": by_hand.within(by_hand.machine, budget),
        "nothing": by_hand.net(by_hand.nothing, 0),
    }
    for name, other in others.items():
        more = joint.over_rivals[name]
        drawn = () if joint.bench.chance else (more.low, more.high)
        gap = by_hand.over(stop, other)[: 1 + len(drawn)]
        assert (more.value, *drawn) == pytest.approx(gap, rel=2e-3, abs=2e-3), name
    if not by_hand.sampled:
        every, alone, reviewed = (each.sum() for each in joint.option.who_decides)
        assert (every, alone, reviewed) == pytest.approx((joint.total, joint.option.accepted.value, joint.option.items))
        classes = {joint.test.names.index(each.name): (each.alone, each.wrong) for each in joint.option.by_class}
        assert classes == {code: pytest.approx(each, rel=2e-3) for code, each in by_hand.by_class(stop).items()}
    for amount in (0, "1.3", 4):
        less = Budget(Decimal(amount), *(("money",) if budget is None else (budget.unit, budget.covers)))
        assert numbers(joint.planner.plan(less)) == pytest.approx(
            by_hand.printed(by_hand.plan(less)), rel=2e-3, abs=1e-6
        )


@pytest.mark.parametrize("order", ["uncertain", "score", "value-per-cost"])
def test_the_surface_reviews_what_is_below_a_cutoff_in_the_order_that_is_wanted(order):
    """One by one, while a budget pays for the next; checks are paid where anything is answered or reviewed."""
    given = DEFAULT | THREE | {"order": order, "positive": ("a",), "work": {"tail_sample": 0, "control": 2}}
    test = thirty(np.random.default_rng(7), given, "test")
    plan, cost = plan_with(given), 0.1 * (1 + np.arange(30) % 3)
    plan = replace(plan, prices=replace(plan.prices, per_item=Decimal(0), listed=True))
    joint = JointPlan(plan, None, replace(test, review_cost=cost))
    bench, cells, answer = joint.bench, joint.cells, joint.planner.ways[0].answer
    p, sure, worth = bench.expected(), bench.said.confidence, bench.payoffs
    key = {"uncertain": -sure, "score": bench.by_probability(bench.positive)}
    key |= {"value-per-cost": bench.by_probability(worth.seen - worth.left) / cost}
    queue, checks = sorted(range(30), key=lambda i: (-key[order][i], cost[i])), 2 * cost.mean()
    assert cells.cells["net"].shape == (len(cells.cutoffs), len(cells.budgets))
    for k, cutoff in enumerate(cells.cutoffs.tolist()):
        for b, budget in enumerate(float(each.amount) for each in cells.budgets):
            spent, reviewed = 0.0, []
            for i in queue:
                if sure[i] < cutoff:
                    if spent + cost[i] + checks > budget + 1e-9:
                        break
                    spent, reviewed = spent + cost[i], [*reviewed, i]
            value = sum(p[i] @ (worth.answer[answer[i]] if sure[i] >= cutoff else worth.left) for i in range(30))
            value += sum(p[i] @ (worth.seen - worth.left) for i in reviewed)
            spent += checks * bool(reviewed or (sure >= cutoff).any())
            assert cells.cells["net"][k, b] == pytest.approx(value - spent, abs=1e-6), (cutoff, budget)
