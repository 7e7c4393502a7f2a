"""What is wanted decides by what models are compared and where they stop."""

from __future__ import annotations

from decimal import Decimal
from typing import get_args

import pytest
from sample_evidence import falling, gathered

from budgetplan.domain.decision import Goal
from budgetplan.domain.plan import Budget, Target, Values
from budgetplan.planning.filter.objective import Objective, objective_of
from budgetplan.report.filter.goal_words import GOAL_WORDS

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
