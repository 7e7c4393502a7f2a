"""Intervals are percentiles of replicates; differences are taken resample by resample."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property

import numpy as np
import pytest
from classified_world import made
from defer_world import DEFAULT, make_plan
from joint_report_world import planned

from budgetplan.domain.decision import Estimate
from budgetplan.lists.estimates import estimate, paired
from budgetplan.plans.answer import AnsweredAlone, DeferSolution, Judged


def test_what_two_have_in_common_widens_nothing():
    rng = np.random.default_rng(4)
    common, gap = rng.normal(0, 100, 400), rng.normal(1, 0.1, 400)
    found = paired(1.0, common + gap, common)
    assert (found.low, found.high) == pytest.approx(tuple(np.percentile(gap, [2.5, 97.5])))
    assert found.wholly_above(0.5)


def test_an_interval_widens_about_the_mean():
    replicates = np.linspace(0.0, 1.0, 101)
    # The middle 95 % of 0 to 1 reach 0.475 to either side of one half; twice as far is 0.95.
    found = estimate(0.5, replicates, 2.0)
    assert (found.low, found.high) == pytest.approx((-0.45, 1.45))


N_GROUPS = 8


def grouped_defer():
    data = made(240, sharpness=1.0, group=np.random.default_rng(3).permutation(np.arange(240) % N_GROUPS))
    # Whether the learnt cutoff is better is asked of the validation items: they are of few groups, too.
    before = made(200, seed=4, sharpness=1.0, group=np.arange(200) % N_GROUPS)
    return DeferSolution(make_plan(DEFAULT | {"resamples": 100}), before, data)


def grouped_joint():
    return planned(group=tuple(place * 7 % N_GROUPS for place in range(40)), resamples=40)


def estimates_in(thing, where=""):
    """Every interval in a result, wherever it stands."""
    if isinstance(thing, Estimate):
        if thing.known and np.isfinite([thing.low, thing.high]).all():
            yield where, thing
    elif is_dataclass(thing) or isinstance(thing, DeferSolution | AnsweredAlone | Judged):
        names = [field.name for field in fields(thing)] if is_dataclass(thing) else [*vars(thing)]
        for name in names:
            yield from estimates_in(getattr(thing, name), f"{where}.{name}")
        for name, value in vars(type(thing)).items():  # what is worked out where it is asked for
            if isinstance(value, cached_property) and name != "planned":  # prices that may be themselves
                yield from estimates_in(getattr(thing, name), f"{where}.{name}")
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from estimates_in(value, f"{where}[{key}]")
    elif isinstance(thing, tuple | list):
        for place, value in enumerate(thing):
            yield from estimates_in(value, f"{where}[{place}]")


def test_every_interval_widens_where_groups_are_few(monkeypatch):
    wide = dict(estimates_in(grouped_defer()))
    for module in [one for name, one in sys.modules.items() if name.startswith("budgetplan.")]:
        if hasattr(module, "widening") and callable(module.widening):
            monkeypatch.setattr(module, "widening", lambda n_groups: 1.0)
    narrow = dict(estimates_in(grouped_defer()))
    assert wide.keys() <= narrow.keys()  # a wider interval may hold no entry, and no price of one
    assert len(wide) > 10
    same = [
        where
        for where, other in wide.items()
        # What does not vary at all does not widen, nor do exact bounds of a rate seen as 0 or 1 (such as that of
        # answers where none is given, which is worth 0).
        if (one := narrow[where]).high - one.low > 1e-9
        and one.value not in {one.low, one.high, 0.0}
        # Draws of a curve widen by themselves, and an accuracy is no surer than that of as many items as groups.
        and not where.startswith(".alone")
        and "[accuracy]" not in where
        and not other.high - other.low > 1.02 * (one.high - one.low)
    ]
    assert not [(where, narrow[where], wide[where]) for where in same]


@pytest.mark.parametrize("result", [grouped_defer, grouped_joint])
def test_one_group_says_nothing_of_others(result, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "N_GROUPS", 1)
    # A model compared with itself differs by nothing.
    assert not [one for one in estimates_in(result()) if (one[1].low, one[1].high) != (0.0, 0.0)]
