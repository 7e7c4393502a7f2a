"""Whose answers stand, and about what it pays to ask, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from joint_report_world import GOOD, Paid, planned

from budgetplan.domain.answerers import AnswerRule
from budgetplan.planning.asking.answerers import Counted, answerings, ways_to_ask
from budgetplan.planning.joint.ways import SETTLED, way

PART = Paid("llm", ((30, True, 1.0), (5, False, 0.0), (5, None, None)), levels=("low", "high"))


def bench(*paid, **said):
    return planned(models=(GOOD,), asked=paid, resamples=0, **said).bench


def every(one):
    return answerings(one.plan, one.data, one.said.predicted)


def test_rules_go_by_the_names():
    found = every(bench(PART, Paid("a", ((40, True, None),), accept="agree")))
    assert [rule for one in found for rule in one.rules(50)] == [
        AnswerRule("a", "agree"),
        AnswerRule("llm", "agree"),
        AnswerRule("llm", "confident", 0.0),
        AnswerRule("llm", "confident", 1.0),
        AnswerRule("llm", "all"),
    ]


def test_who_may_not_answer_alone_is_never_asked():
    told = planned(models=(GOOD,), asked=(Paid("llm", PART.test, accept="none"),), resamples=0)
    assert (told.option.asked.value, told.option.calls) == (0, None)


def test_where_sure_is_asked_for_only_such_answers_stand():
    (own,) = every(bench(PART))
    assert int(own.settled(AnswerRule("llm", "confident", 1.0)).sum()) == 30
    assert int(own.settled(AnswerRule("llm", "all")).sum()) == 35


def test_a_label_that_no_model_knows_goes_to_people():
    """An answer that has no worth in the plan never stands."""
    (own,) = every(bench(Paid("llm", ((40, True, None),)), truth="ab" * 19 + "cc"))
    assert own.said.answer[-2:].tolist() == [-1, -1]


def test_whoever_is_always_right_is_asked_where_the_model_leaves_and_settles_it():
    told = planned(models=(GOOD,), asked=(Paid("llm", ((40, True, None),)),), resamples=0)
    option = told.option
    assert (option.accepted.value, option.asked.value, option.settled.value) == (30, 10, 10)
    assert (option.settled_wrong.value, option.reviewed) == (0, 0)
    assert option.net.value == pytest.approx(40 - 10 * 0.01)
    assert int((option.way.role == SETTLED).sum()) == 10


def test_an_answerer_who_is_not_asked_changes_nothing_but_that_labels_are_counted():
    """Who is always wrong is never asked: the plan is that of model and people."""
    told = planned(models=(GOOD,), asked=(Paid("llm", ((40, False, None),)),), resamples=0)
    plain = planned(models=(GOOD,), resamples=0).option
    option = told.option
    assert option.calls is None
    assert np.array_equal(option.way.role, plain.way.role)
    assert (option.reviewed, option.spend) == (plain.reviewed, plain.spend)


def test_simpler_ways_are_never_worth_more():
    told = planned(models=(GOOD,), asked=(PART,), budget="3")
    for kind, one in told.rivals.items():
        assert one.net.value <= told.option.net.value + 1e-9, kind


def test_draws_add_up_to_the_list_and_their_mean_is_the_count():
    one = bench(PART)
    drawn = Counted(way(one))
    assert drawn.weights.mean(axis=0) == pytest.approx(one.count)
    spread = drawn.spread(3.0)
    total = sum(spread[name] for name in ("accepted", "settled", "left", "reviewed"))
    assert total.mean() == pytest.approx(one.total)


def test_asking_ends_where_the_money_does():
    one = bench(Paid("llm", ((40, True, None),), price="0.50"), budget="2")
    for each in ways_to_ask(one, every(one), one.plan.budget):
        assert each.calls.amount <= 2
