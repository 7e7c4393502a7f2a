"""The rule of who leads, on competitors made by hand; equal ones stand in order of preference."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from budgetplan.intervals.comparison import gaps, greatest, is_firm, leader, won

STEADY = np.full(100, 10.0)
SWING = np.where(np.arange(100) % 2 == 0, 13.0, 8.0)


@dataclass
class Runner:
    name: str
    objective: float
    replicates: np.ndarray | None = None
    mean_objective: float = 0.0
    room: float = 0.0


def test_a_firm_leader_leads_whatever_its_mean():
    runners = [Runner("a", 8.0, STEADY - 2, 99.0), Runner("b", 10.0, STEADY, 1.0)]
    assert leader(runners) == (1, "firm_leader")
    assert gaps(runners, 1)["a"].wholly_below(0.0)
    assert won(runners) == {"a": 0.0, "b": 1.0}


def test_among_those_that_cannot_be_told_apart_the_mean_over_budgets_decides():
    runners = [
        Runner("a", 10.0, STEADY, 5.0),
        Runner("b", 10.5, SWING, 4.0),
        Runner("c", 1.0, STEADY - 9, 50.0),
    ]
    assert leader(runners) == (0, "mean_over_budgets")


def test_of_equal_ones_the_first_leads():
    runners = [Runner(name, 3.0, STEADY, 3.0) for name in "ba"]
    assert leader(runners)[0] == 0
    assert greatest([1.0, 1.0], [1, 0], 0.0) == 1


def test_alone_or_without_resamples_nothing_is_firm():
    assert leader([Runner("a", 1.0)]) == (0, "only_model")
    two = [Runner("a", 1.0), Runner("b", 2.0)]
    assert leader(two) == (1, "best_estimate")
    assert is_firm("best_estimate", "b", gaps(two, 1)) is None
    assert won(two) == {"a": None, "b": None}


@pytest.mark.parametrize("by", [1.0, 1e-9, 1e9])
def test_the_unit_of_what_is_compared_moves_no_verdict(by):
    chance = np.random.default_rng(3)
    drawn = chance.normal([10.0, 9.8, 7.0], 0.5, (200, 3))
    runners = [
        Runner(name, float(column.mean()) * by, column * by, float(column.mean()) * by)
        for name, column in zip("abc", drawn.T, strict=True)
    ]
    place, rule = leader(runners)
    assert (place, rule) == (0, "mean_over_budgets")
    assert [gap.wholly_below(0.0) for gap in gaps(runners, place).values()] == [False, False, True]
