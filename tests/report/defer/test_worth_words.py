"""Values in words, per 1,000 items: in money or in right answers."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
from answer_values import cost_sensitive, triple
from defer_world import DEFAULT, MONEY, make_plan

from budgetplan.domain.decision import Estimate
from budgetplan.models.value import answer_worths
from budgetplan.render.display import Style, sentence_text
from budgetplan.report.defer.context import DeferContext


def words(**said):
    alone = SimpleNamespace(share=0.5, alone=20.0, left=20.0)
    plan = make_plan(DEFAULT | said)
    return DeferContext(SimpleNamespace(plan=plan, chosen=SimpleNamespace(name="m"), alone=alone))


def shown(sentence, currency=""):
    return sentence_text(sentence, Style(currency)).replace("\u00a0", " ")


def test_right_answers_are_counted_and_never_money():
    own = words()
    assert not own.money
    assert own.kind == "gap"
    assert shown(own.amount(Estimate(0.7504))) == "750 net right answers"
    assert shown(own.amount(Estimate(-0.7504))) == "−750 net right answers"
    assert shown(own.short(Estimate(0.75))) == "750"
    assert shown(own.unit) == "right answers, less what the wrong ones cost"


def test_money_has_its_currency():
    own = words(**MONEY)
    assert own.money
    assert own.kind == "money"
    assert shown(own.amount(Estimate(0.375)), "EUR") == "EUR 375"
    assert shown(own.amount(Estimate(0.0125)), "EUR") == "EUR 12.50"
    assert shown(own.short(Estimate(0.375)), "EUR") == "EUR 375"
    assert shown(own.unit) == "EUR"
    assert shown(own.span(Estimate(0.35, 0.3, 0.4)), "EUR") == "EUR 300 to 400"


def test_money_without_a_currency_is_counted_in_units():
    assert shown(words(worths=MONEY["worths"]).unit) == "currency units"


def test_without_an_interval_there_is_none():
    own = words()
    assert own.span(Estimate(0.5)) is None
    assert shown(own.span(Estimate(0.5, 0.4, 0.6))) == "400 to 600"


def test_what_answers_count_is_said_where_it_is_the_same_for_all_classes():
    alike = words().answers(answer_worths(triple(3, 1.0, -4.0, 0.0)))
    assert shown(alike) == "A right answer counts 1, a wrong one −4, one left to people 0."
    assert words().answers(answer_worths(cost_sensitive(2, 1, 4))).key == "defer.said_pairs"


def test_a_value_of_its_own_for_a_label_that_no_model_knows_is_not_hidden():
    dear = replace(triple(3, 1.0, -4.0, 0.0), unknown_wrong=np.full((3, 1), -9.0), unknown_r=np.zeros(1))
    assert words().answers(answer_worths(dear)).key == "defer.said_alike"  # no item has such a label
    assert words().answers(answer_worths(dear, unknown=True)).key == "defer.said_pairs"
    assert words().answers(answer_worths(triple(3, 1.0, -4.0, 0.0), unknown=True)).key == "defer.said_alike"


def test_where_the_values_are_money_what_answers_count_is_money():
    told = words(**MONEY).answers(answer_worths(triple(3, 0.05, -0.2, 0.0)))
    assert (
        shown(told, "EUR")
        == "A right answer counts EUR 0.05, a wrong one EUR −0.20, one left to people EUR 0.00."
    )
    assert shown(words().answers(answer_worths(triple(3, 1.0, -4.0, 0.0)))) == (
        "A right answer counts 1, a wrong one −4, one left to people 0."
    )
