"""Whether a list is like the labelled items by what models say of both."""

from __future__ import annotations

import numpy as np
from defer_world import DEFAULT, make_plan

from budgetplan.core.places import UNLIKE
from budgetplan.domain.items import ClassifiedSet, Predictions
from budgetplan.plans.bench import Pools


def compared(sample, other, groups=None):
    """How far a list is from a labelled set by the probabilities of b that one model says; both in groups, or not."""
    made = []
    for place, sure in enumerate((sample, other)):
        p = np.stack([1 - sure, sure], 1)
        names, code = ((), None) if groups is None else np.unique(groups[place], return_inverse=True)
        made.append(
            ClassifiedSet(
                ids=tuple(f"{'tl'[place]}{one:05}" for one in range(len(sure))),
                classes=("a", "b"),
                truth=np.arange(len(sure)) % 2 if place == 0 else np.full(len(sure), -1),
                group=code,
                groups=tuple(str(name) for name in names),
                models=(Predictions("even", p.argmax(1), p.max(1), p),),
            )
        )
    return shift_of(*made)


def shift_of(known, listed):
    return Pools(make_plan(DEFAULT), None, known).of(known.models[0].name).shift(listed)


def test_a_list_of_other_classes_is_unlike_however_sure_the_model_is():
    """Nine in ten are a in the sample, one in ten in the list: the confidence is the same."""
    sample = np.where(np.arange(200) % 10 < 9, 0.1, 0.9)
    assert compared(sample, np.tile(1 - sample, 4)) > UNLIKE


def test_of_many_classes_none_is_unlike_by_chance():
    """Ten classes, each of them beyond 2 in one of 22 samples: together they are as seldom so as one is."""
    letters, beyond = tuple("abcdefghij"), []
    for seed in range(40):
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
        beyond.append(shift_of(known, listed) > 2)
    assert np.mean(beyond) <= 0.1


def test_whole_groups_count_as_groups_where_whole_groups_were_labelled():
    """Texts differ: as single items most random choices of texts would be unlike the others."""
    by_group, by_item = [], []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        code = np.repeat(np.arange(40), 20)
        sure = np.clip(0.5 + 0.2 * rng.normal(size=40)[code] + 0.05 * rng.normal(size=800), 0.01, 0.99)
        inside = np.isin(code, rng.permutation(40)[:12])
        both = sure[inside], sure[~inside]
        by_group.append(compared(*both, (code[inside], code[~inside])) > UNLIKE)
        by_item.append(compared(*both) > UNLIKE)
    assert not any(by_group)
    assert np.mean(by_item) > 0.4
