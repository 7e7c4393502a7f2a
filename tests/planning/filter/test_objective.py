"""What is wanted decides by what models are compared and where they stop."""

from __future__ import annotations

from decimal import Decimal
from typing import get_args

import numpy as np
import pytest
from sample_evidence import falling, gathered

from budgetplan.domain.decision import Goal
from budgetplan.domain.plan import Budget, Target, Values
from budgetplan.domain.prices import Prices
from budgetplan.planning.filter.analysis import analyse
from budgetplan.planning.filter.objective import Objective, objective_of
from budgetplan.report.filter.goal_words import GOAL_WORDS

pytestmark = pytest.mark.usefixtures("plan_alone")
SAID = {
    "open": {},
    "budget": {"budget": Budget(Decimal(5))},
    "net_value": {"values": Values({"yes": Decimal(1)})},
    "target": {
        "target": Target(Decimal(2)),
        "values": Values({"yes": Decimal(1)}),
        "budget": Budget(Decimal(5)),
    },
}


@pytest.mark.parametrize(
    ("said", "goal"),
    [
        ({}, "open"),
        ({"budget": Budget(Decimal(5))}, "budget"),
        ({"values": Values({"yes": Decimal(1)})}, "net_value"),
        ({"values": Values({"yes": Decimal(1)}), "budget": Budget(Decimal(5))}, "net_value"),
        (
            {
                "target": Target(Decimal(2)),
                "values": Values({"yes": Decimal(1)}),
                "budget": Budget(Decimal(5)),
            },
            "target",
        ),
    ],
)
def test_the_goal_is_what_was_given(said, goal):
    assert objective_of(gathered("yn", {"m": [2, 1]}, **said).plan).goal == goal


def test_every_goal_is_one_objective_and_has_its_words():
    goals = {one.goal for one in (Objective, *Objective.__subclasses__())}
    assert goals == set(get_args(Goal)) == set(GOAL_WORDS) == set(SAID)


def test_a_target_is_not_bounded_by_the_budget_and_says_so():
    evidence = gathered("nnny" * 5, {"m": falling(20)}, **SAID["target"])
    objective = objective_of(evidence.plan)
    assert objective.budget(evidence.plan) is None
    assert objective_of(gathered("yn", {"m": [2, 1]}, **SAID["budget"]).plan).budget(evidence.plan) == Budget(
        Decimal(5)
    )


def test_no_model_enters_where_the_budget_buys_nothing():
    evidence = gathered("yn" * 5, {"m": falling(10)}, budget=Budget(Decimal("0.5")))
    nothing = Budget(Decimal("0.5"))
    assert objective_of(evidence.plan).entrants(evidence, nothing, nothing, None) == []


def by_units(seed, budget):
    """A list in which every item has a price of its own, so that the curve of net value is jagged."""
    rng = np.random.default_rng(seed)
    label = np.where(rng.random(700) < 0.3, "yes", "no")
    score = 1.2 * (label == "yes") + rng.normal(size=700)
    label = np.where(np.arange(700) < 150, label, "")
    return analyse(
        gathered(
            list(label),
            {"m": score},
            columns={"units": rng.integers(1, 30, 700)},
            prices=Prices(currency="EUR", per_unit=Decimal("0.02"), unit="word", stated=True),
            values=Values({"yes": Decimal("0.8")}),
            resamples=100,
            budget=budget,
        )
    )


@pytest.mark.parametrize("seed", range(8))
def test_what_ends_a_review_is_what_would_move_its_stop(seed):
    free = by_units(seed, None)
    assert not free.money_ends
    best, tranche = free.decision.chosen.items, 55
    assert free.stop_range[0] <= best <= free.stop_range[1]
    for part in (0.3, 0.6, 0.9, 0.97, 1.0, 1.03, 1.5):
        one = by_units(seed, Budget(Decimal(round(free.decision.chosen.spend * Decimal(part), 2))))
        items, following = one.decision.chosen.items, one.next_step
        assert items <= one.most
        assert one.stop_range[0] <= items <= one.stop_range[1] <= one.most
        if one.money_ends:
            assert items == one.most or (best > one.most and following.net.value > 0)
        else:
            # More money would not move the stop, or not so that a whole step pays.
            assert items < one.most
            assert best <= one.most or following.net.value <= 0
            assert abs(best - items) <= tranche


def test_a_budget_that_only_items_too_dear_could_use_up_ends_the_review_all_the_same():
    found = [by_units(seed, Budget(Decimal(budget))) for seed in range(8) for budget in (30, 40, 50)]
    short = [one for one in found if one.money_ends and one.decision.chosen.items < one.most]
    assert short
