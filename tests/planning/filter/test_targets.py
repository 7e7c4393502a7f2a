"""Targets on a list: the depth of a labelled entry, not the path's own count."""

from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import falling, gathered

from budgetplan.domain.plan import Target
from budgetplan.evidence import noise
from budgetplan.metrics.ranking.targets import safer_rank, target_rank
from budgetplan.planning.filter import contest
from budgetplan.planning.filter.targets import design_effect, labelled_entries, reach, safer_reach

LABEL = "yynyynynny" * 4


def world(label=LABEL, **said):
    return gathered(label, {"m": falling(len(label))}, **said)


def share(amount):
    return Target(Decimal(amount), "share")


def test_a_list_is_reviewed_to_the_depth_of_a_labelled_entry():
    evidence = world(list_size=4000)
    (model,) = evidence.models
    v = labelled_entries(evidence)
    assert v == 24
    # .8 x 25 = 20: the twentieth entry is item 34 of 40 (six of every ten, at 1, 2, 4, 5, 7 and 10).
    assert target_rank(0.8, v) == 20
    places = np.flatnonzero([letter == "y" for letter in LABEL]) + 1
    assert reach(evidence, model, share("0.8")).items == places[19] * 100
    assert reach(evidence, model, Target(Decimal(1920), "entries")).items == places[19] * 100
    # .99 x 25 is beyond the last: the whole list. More than the list holds is not to be had.
    assert reach(evidence, model, share("0.99")).items == 4000
    assert reach(evidence, model, Target(Decimal(2500), "entries")) is None
    (entrant,) = contest.by_target(evidence, share("0.8"), None)
    assert entrant.items == places[19] * 100
    # The labelled items themselves are known.
    own = world()
    assert reach(own, own.models[0], share("0.8")).items == places[19]
    assert reach(own, own.models[0], share("0.99")).items == 40


def test_a_safer_stop_lies_deeper_or_says_what_it_takes():
    evidence = world(list_size=4000, resamples=60)
    drawn = noise.draw(evidence, evidence.models, noise.grid(evidence))
    (model,) = evidence.models
    places = np.flatnonzero([letter == "y" for letter in LABEL]) + 1
    safe, needed = safer_reach(evidence, model, share("0.8"), drawn)
    assert (safe, needed) == (places[safer_rank(0.8, 24) - 1] * 100, None)
    assert safe > reach(evidence, model, share("0.8")).items
    assert safer_reach(evidence, model, share("0.95"), drawn) == (None, 59)
    assert safer_reach(evidence, model, share("1"), drawn) == (None, None)


def test_groups_that_hang_together_certify_less():
    label = ("y" * 10 + "n" * 10) * 20
    group = [f"g{place // 20}" for place in range(400)]
    # The entries of every other group come first, those of the rest last.
    kind = [2 if letter == "n" else 1 + 2 * (place // 20 % 2) for place, letter in enumerate(label)]
    early = np.array(kind) + np.arange(400) / 1000
    said = {"list_size": 4000, "resamples": 200}
    alone = gathered(label, {"m": early}, **said)
    grouped = gathered(label, {"m": early}, columns={"group": group}, **said)
    read = [noise.draw(one, one.models, noise.grid(one)) for one in (alone, grouped)]
    effects = [
        design_effect(one, one.models[0], drawn, 2000, 200)
        for one, drawn in zip((alone, grouped), read, strict=True)
    ]
    assert effects[0] == 1.0
    assert effects[1] > 3
    found = [
        safer_reach(one, one.models[0], share("0.45"), drawn)[0]
        for one, drawn in zip((alone, grouped), read, strict=True)
    ]
    assert found[0] < found[1]


@pytest.mark.parametrize("target", [0.7, 0.8, 0.9])
def test_targets_are_reached_as_often_as_is_said(target):
    # Samples of 300 of a list of 3,000 with a quarter of entries: reached on average; and in 95 %.
    rng = np.random.default_rng(8)
    covered, safe = [], []
    for _ in range(60):
        positive = rng.random(3300) < 0.25
        score = positive + rng.normal(0, 0.8, 3300)
        label = np.where(positive[:300], "yes", "no").tolist()
        evidence = gathered(label, {"m": score[:300]}, list_size=3000, resamples=2)
        (model,) = evidence.models
        drawn = noise.draw(evidence, evidence.models, np.array([0.0, 1.0]))
        found = np.cumsum(positive[300:][np.argsort(-score[300:])])
        covered.append(found[reach(evidence, model, share(str(target))).items - 1] / found[-1])
        items, _ = safer_reach(evidence, model, share(str(target)), drawn)
        safe.append(found[items - 1] / found[-1] >= target)
    assert np.mean(covered) >= target - 0.015
    assert np.mean(safe) >= 0.85
