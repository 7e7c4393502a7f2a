"""What is told of a joint plan holds: each fact in a world made for it, and one change after which it is another."""

from __future__ import annotations

import pytest
from defer_world import COMPLEMENT
from joint_report_world import BAD, BY_CLASS, GOOD, HASTY, HOPELESS, SCENES, SLOW, SURE, Model, uneven, world
from paid_world import ALL, DEAR, DEARER, OWN, PART, SAID_OF_LIST, WRONG, one
from scipy.stats import beta

from budgetplan.report.joint import unmet_words
from budgetplan.report.model import Prose, Range

ERR = {"error": {"*": "0.1"}}
TENS = tuple(place // 10 for place in range(40))
FOURS = tuple(place // 4 for place in range(40))
MEAN = {"models": COMPLEMENT, "mixture": True}
REFUSED = {"models": (GOOD,), "listed": ((40, True, 0.99),)}
"""A list of answers all of which are surer than any on test items."""

FACTS = [
    ({}, {"priced": True, "counts.accepted": 30, "counts.reviewed": 6, "counts.left": 4, "luck": None}),
    ({}, {"option.shown": True, "joint.bench.payoffs.by_pairs": False, "states.right": Range(1.0, 1.0)}),
    ({"price": None, "budget": "4", "unit": "items"}, {"priced": False, "money": True, "spend": None}),
    (SCENES["no price"], {"priced": False, "money": False, "counts.reviewed": 4}),
    ({"models": (HOPELESS,)}, {"counts.accepted": 0, "counts.reviewed": 6, "option.sure_from": None}),
    ({"models": (HOPELESS,), "price": "9"}, {"option.starts": False, "spend": None}),
    ({"models": (SURE,), "model_cost": "3"}, {"counts.reviewed": 0, "counts.left": 0, "spend": True}),
    ({"budget": "100"}, {"counts.left": 0, "option.unspent": True, "enough": True, "dearer": None}),
    ({"budget": "3.1"}, {"option.unspent": None}),
    ({"budget": "0.5"}, {"enough": None}),
    ({"work": {"control": 4}, "budget": "6"}, {"mixed.items": 4, "option.items": 8, "spend": 6}),
    (ERR, {"option.unspent": True, "errs": None, "joint.reviews_lose": True}),
    (ERR | {"price": "0.10"}, {"errs": Range(0.1, 0.1), "counts.amiss": True}),
    ({"error": {"a": "0.1"}, "price": "0.10"}, {"errs": Range(0.0, 0.1)}),
    (MEAN, {"joint.members": True, "model": "the mean of the models", "joint.single.more.value": -3.0}),
    (MEAN | {"model_cost": "5", "budget": "100"}, {"joint.left_out": True}),
    ({"models": (uneven(2),)}, {"luck": True}),
    ({"models": (uneven(7),), "group": TENS}, {"option.shown": False, "few": 4}),
    ({"models": (HASTY, SLOW), "budget": "4"}, {"heavier.factor": 5}),
    ({"models": (HASTY,), "budget": None}, {"heavier.factor": 2}),
    ({"models": (GOOD,)}, {"heavier": None, "joint.single": None}),
    (SCENES["a list unlike the sample"], {"joint.own_list.unlike": True}),
    (SCENES["a list with predictions"], {"joint.own_list.unlike": False}),
    (REFUSED, {"joint.refusal": "outside", "wanted": True}),
    ({"model_cost": "5"}, {"joint.unmet": True}),
    ({"validation": False}, {"joint.bound": None}),
    ({"group": FOURS}, {"joint.bound": None}),
    ({"weight": (2.0,) * 40}, {"joint.bound": None}),
    (BY_CLASS, {"joint.bench.payoffs.by_pairs": True, "states.wrong": Range(-9.0, -4.0)}),
    (BY_CLASS | {"classes": tuple("abcdefghijklm")}, {"many_classes": True}),
    ({"resamples": 0}, {"spans.found": None, "labels_gain": None}),
    (one(ALL), {"answerer": "llm", "counts.reviewed": 0}),
    (one(PART), {"answerer": "llm", "counts.reviewed": 4}),
    (one(DEAR), {"answerer": "", "asked.0.pays": False, "asked.0.limit": True}),
    (one(WRONG), {"answerer": "", "asked.0.pays": False, "asked.0.limit": False}),
    (one(ALL, price=None, budget="4", unit="items"), {"asked": ()}),
    (one(ALL, models=(HOPELESS,)), {"counts.accepted": 0, "counts.reviewed": 0, "counts.settled": True}),
    (OWN, {"joint.answered_list.waits": True}),
    (OWN | {"listed_said": SAID_OF_LIST}, {"joint.answered_list.waits": False}),
    (one(DEARER, models=(HASTY,), budget=None), {"heavier.answerer": "llm", "heavier.factor": 2}),
]


@pytest.mark.parametrize(("said", "facts"), FACTS)
def test_facts_are_those_of_the_plan(said, facts):
    known = world(**said).facts
    for name, value in facts.items():
        found = known
        for part in name.split("."):
            if isinstance(found, dict | tuple):
                found = found[int(part) if part.isdigit() else part]
            else:
                found = getattr(found, part)
        if isinstance(value, bool):
            assert bool(found) is value, name
        else:
            assert found == (pytest.approx(value) if isinstance(value, float) else value), name


def test_joining_is_worth_more_where_both_intervals_exclude_zero():
    joint = world().joint
    people, machine = (joint.over_rivals[kind] for kind in ("people", "machine"))
    assert people.value == pytest.approx(joint.option.net.value - joint.rivals["people"].net.value)
    assert machine.value == pytest.approx(3, abs=0.05)
    assert people.wholly_above(0.0)
    assert machine.wholly_above(0.0)
    assert not world(models=(uneven(1),)).joint.over_rivals["people"].wholly_above(0.0)


@pytest.mark.parametrize("models", [(GOOD, BAD), (GOOD,)])
def test_the_bound_on_errors_is_clopper_and_pearsons(models):
    """None of 30 accepted answers is wrong. Of two models, the better chosen by these, each has half the chance of error."""
    joint = world(models=models).joint
    assert joint.bound == pytest.approx(beta.ppf(1 - 0.1 / len(models), 1, 30))
    assert (joint.tried, joint.counted) == (len(models), (0, 30))
    # 0.0739...: a bound is never printed as less than it is.
    assert world(models=(GOOD,)).facts.bound == 0.074


def test_from_how_sure_on_the_model_answers():
    """Of forty answers ten are unsure and half of them wrong, which is worth less than no label; the others stand."""
    for said in ({}, {"validation": False}):
        joint = world(models=(GOOD,), budget="0", **said).joint
        least, always = joint.option.sure_from
        assert joint.cutoff <= least == always <= 1
        assert joint.option.accepted.value == 30


@pytest.mark.parametrize("name", ["default", "the mean of two", "twins", "weights", "by class"])
def test_the_most_that_labels_gain_is_never_rounded_down(name):
    told = world(**SCENES[name])
    assert told.joint.labels.everything <= told.facts.labels_gain * (1 + 1e-9) + 1e-9


def test_where_nothing_is_recommended_title_and_reason_are_those_of_the_report():
    few = Model("even", ((15, True, 0.9), (7, True, 0.6), (7, False, 0.6)))
    for said in ({"models": (few,)}, REFUSED, {"model_cost": "5"}):
        told = world(**said)
        title, why = unmet_words(told.joint)
        assert title == told.document.title
        ledes = [block for block in told.document.sections[0].blocks if isinstance(block, Prose)]
        page = " ".join(block.html for block in ledes if block.role == "lede")
        assert why
        assert all(words in page for words in why)
