"""What is recommended for a ranked list: people judge its first items, and no model answers."""

from __future__ import annotations

from dataclasses import replace

from documents_world import world

from budgetplan.plans.review import recommend


def test_it_is_the_decision_of_the_report():
    analysis = world().analysis
    said, chosen = recommend(analysis), analysis.decision.chosen
    assert (said.model, said.reviewed.value, said.spend, said.found) == (
        "good",
        8.0,
        chosen.spend,
        chosen.found,
    )
    assert (said.items, said.left.value, said.why_not) == (40.0, 32.0, "")


def test_a_target_beyond_the_budget_is_told_as_that():
    analysis = world().analysis
    decision = replace(analysis.decision, within_budget=False)
    said = recommend(replace(analysis, decision=decision))
    assert (said.why_not, said.meets_goal) == ("over_budget", False)
