"""What is told of a joint plan holds: each fact in a world made for it, and one change after which it is another."""

from __future__ import annotations

import pytest
from defer_world import COMPLEMENT
from joint_report_world import (
    BAD,
    BY_CLASS,
    GOOD,
    HASTY,
    HOPELESS,
    SCENES,
    SLOW,
    SURE,
    Model,
    uneven,
    world,
)
from scipy.stats import beta

from budgetplan.domain.decision import Estimate
from budgetplan.report.joint import moved, unmet_words
from budgetplan.report.model import Prose, Range

ERR = {"error": {"*": "0.1"}}
TENS = tuple(place // 10 for place in range(40))
FOURS = tuple(place // 4 for place in range(40))
MEAN = {"models": COMPLEMENT, "mixture": True}
REFUSED = {"models": (GOOD,), "listed": ((40, True, 0.99),)}
"""A list of answers all of which are surer than any on test items."""

FACTS = [
    ({}, {"priced": True, "money": True, "counts.accepted": 30, "counts.reviewed": 6, "counts.left": 4}),
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
    (MEAN | {"mixture": False}, {"joint.members": False}),
    (MEAN | {"model_cost": "5", "budget": "100"}, {"joint.left_out": True}),
    ({"models": (uneven(2),)}, {"luck": True}),
    ({}, {"luck": None, "option.shown": True}),
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
    (
        {},
        {"joint.bench.payoffs.by_pairs": False, "states.right": Range(1.0, 1.0), "states.left": Range(0, 0)},
    ),
    (BY_CLASS | {"classes": tuple("abcdefghijklm")}, {"many_classes": True}),
    ({"resamples": 0}, {"spans.found": None, "labels_gain": None}),
]


@pytest.mark.parametrize(("said", "facts"), FACTS)
def test_facts_are_those_of_the_plan(said, facts):
    known = world(**said).facts
    for name, value in facts.items():
        found = known
        for part in name.split("."):
            found = found[part] if isinstance(found, dict) else getattr(found, part)
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


def test_the_bound_on_errors_is_clopper_and_pearsons():
    # None of 30 accepted answers is wrong. Of two models, the better chosen by these, each has half the chance of error.
    for models in ((GOOD, BAD), (GOOD,)):
        joint = world(models=models).joint
        assert (joint.tried, joint.bound) == (
            len(models),
            pytest.approx(beta.ppf(1 - 0.1 / len(models), 1, 30)),
        )
        assert joint.counted == (0, 30)
    # 0.0739...: a bound is never printed as less than it is.
    assert world(models=(GOOD,)).facts.bound == 0.074


def test_from_how_sure_on_the_model_answers():
    """Of forty answers ten are unsure and half of them wrong, which is worth less than no label; the others stand."""
    for said in ({"models": (GOOD,), "budget": "0"}, {"models": (GOOD,), "budget": "0", "validation": False}):
        joint = world(**said).joint
        least, always = joint.option.sure_from
        assert joint.cutoff <= least == always <= 1
        assert joint.option.accepted.value == 30
    assert world(models=(HOPELESS,)).joint.option.sure_from is None


def test_an_interval_is_told_where_chance_moves_the_estimate():
    assert moved(Estimate(1.0)) is None
    assert moved(Estimate(1.0, 1.0, 1.0)) is None
    assert moved(Estimate(1.0, 0.0, 2.0)) == Range(0, 2)


def test_the_most_that_labels_gain_is_never_rounded_down():
    for said in SCENES.values():
        told = world(**said)
        if told.facts.labels_gain is not None:
            assert told.joint.labels.everything <= told.facts.labels_gain * (1 + 1e-9) + 1e-9


def test_where_nothing_is_recommended_title_and_reason_are_those_of_the_report():
    few = world(models=(Model("even", ((15, True, 0.9), (7, True, 0.6), (7, False, 0.6))),))
    for told in (few, world(**REFUSED), world(model_cost="5")):
        title, why = unmet_words(told.joint)
        assert title == told.document.title
        ledes = [block for block in told.document.sections[0].blocks if isinstance(block, Prose)]
        page = " ".join(block.html for block in ledes if block.role == "lede")
        assert why
        assert all(one in page for one in why)
