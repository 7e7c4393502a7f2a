"""The list by its own predictions, counted by hand."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from defer_world import Model
from joint_report_world import DEFAULT, EVEN, SURE, plan_of, planned, set_of

from budgetplan.core.places import UNLIKE
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.planning.defer.list_answers import shifts_of
from budgetplan.planning.joint.solve import plan_jointly

pytestmark = pytest.mark.usefixtures("plan_alone")

D = Decimal


def listed(args, blocks, repeat=1):
    """Items of a list whose predictions are those of a model, without truths."""
    model = Model("even", blocks * repeat)
    made = set_of(args | {"models": (model,), "weight": None, "group": None})
    return replace(
        made,
        ids=tuple(f"l{place:04}" for place in range(made.n_items)),
        truth=np.full(made.n_items, -1),
    )


def own(blocks, repeat=1, **said):
    args = DEFAULT | {"models": (EVEN,), "budget": "30"} | said
    n_listed = listed(args, blocks, repeat)
    joint = plan_jointly(
        plan_of(args), set_of(args, "validation"), set_of(args), n_listed.n_items, None, n_listed
    )
    return joint, joint.own_list


def counted(option):
    applied = option.applied
    return option.accepted.value, option.wrong.value, applied.reviewed, option.left.value, applied.spend


def test_a_list_like_the_sample_by_hand():
    """Half of 400 are sure; at 60 % half are right: none of them is accepted, sixty are reviewed."""
    joint, found = own(EVEN.test, 10)
    assert counted(joint.option) == (200.0, 0.0, 60, 140.0, D("30.00"))
    assert counted(joint.by_share) == counted(joint.option)
    assert (found.n_items, found.alike) == (400, True)
    assert found.shifts["even"] == pytest.approx(0, abs=1e-9)
    assert joint.option.net.value == 200 + 60 - 30


def test_a_list_of_unsure_items_is_planned_for_by_its_own_predictions():
    joint, _ = own(((10, True, 0.9), (390, True, 0.6)))
    assert counted(joint.option) == (10.0, 0.0, 60, 330.0, D("30.00"))
    assert joint.by_share.accepted.value == 200.0  # what the sample says of a list like it
    assert joint.option.net.value == 10 + 60 - 30


def test_a_few_scores_beyond_those_of_the_sample_are_no_warning():
    """Any sample of a list leaves something at its ends."""
    _, found = own(((20, True, 0.9), (18, True, 0.6), (2, True, 0.99)))
    assert found.alike


def said_by(sure, name="even"):
    """Predictions of two classes, b so likely."""
    return Predictions(
        name, (sure > 0.5).astype(int), np.maximum(sure, 1 - sure), np.stack([1 - sure, sure], 1)
    )


def sets(sample, other, groups=None):
    """A labelled set and a list with predictions of one model, by the probabilities of b; both in groups, or not."""
    made = []
    for place, sure in enumerate((sample, other)):
        names, code = (), None
        if groups is not None:
            names, code = np.unique(groups[place], return_inverse=True)
        made.append(
            ClassifiedSet(
                ids=tuple(f"{'tl'[place]}{one:05}" for one in range(len(sure))),
                classes=("a", "b"),
                truth=np.arange(len(sure)) % 2 if place == 0 else np.full(len(sure), -1),
                group=code,
                groups=tuple(str(name) for name in names),
                review_cost=np.full(len(sure), 0.5),
                models=(said_by(sure),),
            )
        )
    return made


def compared(sample, other, groups=None):
    [far] = shifts_of(*sets(sample, other, groups)).values()
    return far


def test_a_list_of_other_classes_is_unlike_however_sure_the_model_is():
    """Nine in ten are a in the sample, one in ten in the list: the confidence is the same."""
    sample = np.where(np.arange(200) % 10 < 9, 0.1, 0.9)
    assert compared(sample, np.tile(1 - sample, 4)) > UNLIKE


def test_of_many_classes_none_is_unlike_by_chance():
    """Ten classes, each of them beyond 2 in one of 22 samples: together they are as seldom so as one is."""
    letters, beyond = tuple("abcdefghij"), []
    for seed in range(100):
        p = np.random.default_rng(seed).dirichlet(np.ones(10), 250)
        said = [Predictions("m", one.argmax(1), one.max(1), one) for one in (p[:100], p[100:])]
        known, listed = (
            ClassifiedSet(
                tuple(f"{place:04}" for place in range(len(one.predicted))),
                letters,
                np.arange(len(one.predicted)) % 10,
                models=(one,),
            )
            for one in said
        )
        beyond.append(shifts_of(known, listed)["m"] > 2)
    assert np.mean(beyond) <= 0.1


def test_whole_groups_count_as_groups_where_whole_groups_were_labelled():
    """Texts differ: as single items most random choices of texts would be unlike the others."""
    by_group, by_item = [], []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        code = np.repeat(np.arange(40), 20)
        sure = np.clip(0.5 + 0.2 * rng.normal(size=40)[code] + 0.05 * rng.normal(size=800), 0.01, 0.99)
        inside = np.isin(code, rng.permutation(40)[:12])
        both = sure[inside], sure[~inside]
        by_group.append(compared(*both, (code[inside], code[~inside])) > UNLIKE)
        by_item.append(compared(*both) > UNLIKE)
    assert not any(by_group)
    assert np.mean(by_item) > 0.4


def test_expected_errors_are_those_of_answers_as_sure():
    """At a light loss all is accepted: of those at 60 % half are expected to be wrong."""
    light = {"worths": DEFAULT["worths"] | {"wrong": "-0.1"}, "budget": "0"}
    joint, _ = own(((10, True, 0.9), (30, True, 0.6)), **light)
    assert (joint.option.accepted.value, joint.option.wrong.value) == (40.0, pytest.approx(15.0))
    assert joint.option.net.value == pytest.approx(25 - 1.5)


def priced(cost, **said):
    """A list of 400 with prices of its own."""
    args = DEFAULT | {"models": (EVEN,), "budget": "30"} | said
    dear = replace(listed(args, EVEN.test, 10), review_cost=np.broadcast_to(cost, 400).astype(float))
    plan = plan_of(args)
    plan = replace(plan, prices=replace(plan.prices, per_item=D(0), listed=True))
    return plan_jointly(plan, set_of(args, "validation"), set_of(args), 400, None, dear)


def test_the_lists_own_prices_are_paid_in_headline_and_tables():
    """At 2.00 an item 30.00 buy fifteen, not the sixty that the sample's 0.50 promise; a review gains 3."""
    joint = priced(2.0, reviewed={"*": "3"})
    assert counted(joint.option) == (200.0, 0.0, 15, 185.0, D("30.00"))
    assert joint.by_share.applied.reviewed == 60
    assert joint.option.net.value == 200 + 15 * 3 - 30
    for row in joint.rows:
        assert row.applied.spend == 2 * row.applied.reviewed
        assert row.applied.spend <= row.applied.budget.amount


def test_reviews_that_the_lists_prices_do_not_pay_back_are_not_made():
    """A review gains 1, and costs 0.50 on the sample and 2.00 on the list."""
    joint = priced(2.0)
    assert joint.by_share.applied.reviewed == 60
    assert (joint.option.applied.reviewed, joint.option.applied.spend) == (0, D("0.00"))


@pytest.mark.parametrize("seed", range(20))
def test_no_plan_promises_a_review_that_the_lists_prices_do_not_buy(seed):
    rng = np.random.default_rng(seed)
    cost = rng.choice([0.10, 0.35, 2.00, 11.0], 400)
    joint = priced(cost, reviewed={"*": "12"}, budget=str(int(rng.integers(1, 200))), resamples=0)
    assert joint.option.applied.reviewed > 0
    plans = [*joint.rows, *joint.along, *joint.rivals.values(), joint.option]
    for one in plans:
        split, m = one.applied.split, one.applied.reviewed
        paid = np.cumsum(np.concatenate([[0.0], cost[split.queue.order]]))[m]
        assert float(one.applied.spend) == pytest.approx(paid, abs=0.006)
        assert one.applied.budget is None or one.applied.spend <= one.applied.budget.amount


def test_what_is_counted_on_the_list_does_not_move_and_what_is_expected_does():
    """Twenty labelled items at 60 %, half of them right: of 390 like them 195 are, give or take a good deal."""
    light = {"worths": DEFAULT["worths"] | {"wrong": "-0.1"}, "budget": "0", "resamples": 400}
    option = own(((10, True, 0.9), (390, True, 0.6)), **light)[0].option
    assert (option.accepted.low, option.accepted.high) == (400.0, 400.0)
    spread = (option.wrong.high - option.wrong.low) / (2 * 1.96)
    assert spread == pytest.approx(390 * np.sqrt(0.25 / 20), rel=0.2)
    assert option.net.low < option.net.value < option.net.high


def test_decision_values_of_the_list_are_scaled_like_those_of_the_sample():
    from defer_world import SVC

    args = DEFAULT | {"models": (SVC,), "budget": "3"}
    items = replace(set_of(args), truth=np.full(40, -1))
    joint = plan_jointly(plan_of(args), set_of(args, "validation"), set_of(args), 40, None, items)
    assert joint.by_share.accepted.value == joint.option.accepted.value
    assert joint.own_list.shifts["svc"] == pytest.approx(0, abs=1e-9)


def test_without_predictions_of_the_list_there_is_none():
    args = DEFAULT
    assert plan_jointly(plan_of(args), set_of(args, "validation"), set_of(args), 400).own_list is None


SURER = Model("even", ((40, True, 0.9), (40, True, 0.7), (20, False, 0.6)))
"""At an equal loss all from 70 % on are answered, and none below."""
PLAIN = {
    "models": (SURER,),
    "worths": {"right": "1", "wrong": "-1"} | {"unit": "money", "abstain": "0"},
    "resamples": 0,
}


def beyond(listed, **said):
    return planned(**PLAIN | {"budget": "0", "listed": listed} | said)


@pytest.mark.parametrize(("n_outside", "refused"), [(0, ""), (16, ""), (17, "outside"), (80, "outside")])
def test_where_more_than_a_fifth_of_the_plan_lies_beyond_the_labelled_items_nothing_is_recommended(
    n_outside, refused
):
    """Eighty are answered, so many of them at 99 %; of 100 labelled ones none is surer than 90 %."""
    joint = beyond(((80 - n_outside, True, 0.8), (n_outside, True, 0.99), (20, True, 0.6)))
    assert joint.option.accepted.value == 80
    assert (joint.own_list.support.outside, joint.refusal) == (n_outside, refused)


def test_reviews_of_which_every_truth_is_worth_the_same_need_no_labels():
    """Below 60 % nothing is labelled; forty such items are reviewed, and each gains what any review gains."""
    joint = beyond(((40, True, 0.8), (40, True, 0.55)), budget="20", reviewed={"*": "2"})
    assert joint.option.applied.reviewed == 40
    assert (joint.own_list.support.planned, joint.own_list.support.outside, joint.refusal) == (80.0, 0.0, "")


def test_reviews_that_are_to_find_entries_need_labels_of_such_items():
    """The same, where the a are collected: nothing labelled says how many a are among what scores so."""
    said = {"order": "score", "positive": ("a",), "reviewed": {"a": "9", "b": "0"}}
    joint = beyond(((40, True, 0.99),), budget="20", **said)
    support = joint.own_list.support
    assert joint.option.applied.reviewed > 0
    assert support.outside == support.planned > 0
    assert joint.refusal == "outside"


def test_what_a_small_sample_of_a_long_list_misses_by_accident_is_no_reason():
    """A hundred of 400 answers are surer than all labelled ones, of a list of 10,000: (1 - 0.01)^100 is 0.37."""
    joint = beyond(((300, True, 0.8), (100, True, 0.99), (9600, True, 0.6)))
    assert joint.own_list.support.outside == 100
    assert joint.refusal == ""


@pytest.mark.parametrize("times", [0.5, 10, 1000, 50_000])
def test_the_size_of_the_list_decides_nothing_about_its_support(times):
    """Twenty rows that stand for so many items each: from 10 to 10^6."""
    for n_outside, refused in ((1, ""), (10, "outside")):
        blocks = ((10 - n_outside, True, 0.8), (n_outside, True, 0.99), (10, True, 0.6))
        joint = beyond(blocks, listed_weight=(float(times),) * 20)
        assert joint.own_list.n_items == pytest.approx(20 * times)
        assert joint.own_list.support.outside == pytest.approx(n_outside * times)
        assert joint.refusal == refused


def test_intervals_span_what_nothing_labelled_excludes():
    """Four of forty at 99 % in place of 90 %, where a tenth is wrong: of these perhaps none; in money 2 each."""
    model = Model("even", ((36, True, 0.9), (4, False, 0.9), (60, False, 0.6)))
    inside, outside = (
        beyond(((40 - n, True, 0.9), (n, True, 0.99)), models=(model,), resamples=200).option for n in (0, 4)
    )
    assert outside.wrong.value == pytest.approx(inside.wrong.value)
    assert outside.wrong.high == pytest.approx(inside.wrong.high)
    assert outside.wrong.low == pytest.approx(max(inside.wrong.low - 0.4, 0.0))
    assert outside.net.low == pytest.approx(inside.net.low)
    assert outside.net.high == pytest.approx(inside.net.high + 0.8)
    assert outside.found.high == pytest.approx(min(inside.found.high + 0.4, 40.0))


def test_less_sure_answers_than_any_labelled_one_may_all_be_wrong():
    """All labelled answers are right, the least sure of them at 90 %; four of the list are given at 60 %."""
    inside, outside = (
        beyond(((40 - n, True, 0.9), (n, True, 0.6)), models=(SURE,), resamples=200).option for n in (0, 4)
    )
    assert (outside.accepted.value, outside.wrong.value) == (40.0, 0.0)
    assert outside.wrong.high == pytest.approx(inside.wrong.high + 4)
    assert outside.net.low == pytest.approx(inside.net.low - 8)


def test_a_list_like_the_sample_has_nothing_outside():
    joint = beyond(SURER.test * 3, resamples=50)
    assert joint.own_list.support.outside == 0
    assert joint.own_list.support.planned == 240
    assert joint.refusal == ""
    assert not joint.warnings


def test_what_leaving_an_item_loses_is_read_by_what_the_model_holds_it_for():
    """Half of the unsure ones are b, none of the sure ones, and leaving a b loses two: 200 + 60 - 140 - 30."""
    worths = DEFAULT["worths"] | {"left_out": {"b": "-2"}}
    joint, _ = own(EVEN.test, 10, truth="a" * 20 + "ab" * 10, worths=worths)
    assert counted(joint.option) == (200.0, 0.0, 60, 140.0, D("30.00"))
    # With what is lost on average of all, half a point an item, it would be 190.
    assert joint.option.net.value == pytest.approx(90)
    assert joint.by_share.net.value == pytest.approx(90)
