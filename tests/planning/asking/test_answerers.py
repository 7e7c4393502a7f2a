"""What an answerer makes of one set, by hand."""

from __future__ import annotations

import numpy as np
from joint_report_world import GOOD, Paid, planned

from budgetplan.domain.answerers import NOBODY, AnswerRule
from budgetplan.planning.asking.answerers import asked_by_fold, asking_of, rules_of

PART = Paid("llm", ((30, True, 1.0), (5, False, 0.0), (5, None, None)), levels=("low", "high"))


def side(*paid):
    return planned(models=(GOOD,), asked=paid, resamples=0).chosen.planner.test


def test_an_answer_is_worth_what_the_values_say_and_none_is_worth_nothing():
    (own,) = side(PART).answerers
    assert own.worth.tolist() == [1.0] * 30 + [-4.0] * 5 + [0.0] * 5
    assert own.wrong.tolist() == [0.0] * 30 + [1.0] * 5 + [0.0] * 5


def test_rules_begin_with_nobody_and_go_by_the_names():
    second = Paid("a", ((40, True, None),), accept="agree")
    rules = rules_of(side(PART, second).answerers)
    assert rules == (
        NOBODY,
        AnswerRule("a", "agree"),
        AnswerRule("llm", "agree"),
        AnswerRule("llm", "confident", 0.0),
        AnswerRule("llm", "confident", 1.0),
        AnswerRule("llm", "all"),
    )


def test_who_may_not_answer_alone_is_never_asked():
    assert rules_of(side(Paid("llm", PART.test, accept="none")).answerers) == (NOBODY,)


def test_where_sure_is_asked_for_only_such_answers_stand():
    asking = asking_of(side(PART).answerers, AnswerRule("llm", "confident", 1.0))
    assert asking is not None
    assert int(asking.settled.sum()) == 30
    assert asking.worth.sum() == 30.0
    assert set(asking.price.tolist()) == {10_000.0}


def test_each_fold_asks_by_its_own_rule():
    own = side(PART).answerers
    fold = np.arange(40) % 2
    asking = asked_by_fold(own, [NOBODY, AnswerRule("llm", "all")], fold)
    assert asking is not None
    assert (asking.price[fold == 0] == 0).all()
    assert not asking.settled[fold == 0].any()
    assert int(asking.settled[fold == 1].sum()) == 17
    assert asked_by_fold(own, [NOBODY, NOBODY], fold) is None


def test_a_label_that_no_model_knows_goes_to_people():
    """An answer that has no worth in the plan never stands."""
    truth = "ab" * 19 + "cc"
    told = planned(models=(GOOD,), truth=truth, asked=(Paid("llm", ((40, True, None),)),), resamples=0)
    (own,) = told.chosen.planner.test.answerers
    assert own.said.answer[-2:].tolist() == [-1, -1]
