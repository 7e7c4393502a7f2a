"""Every statement on asking beside a classifier is printed where it holds and not where it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from defer_world import GOOD
from documents_world import sentences
from joint_report_world import DEFAULT, MONEY, Paid, plan_of, set_of

from budgetplan.domain.answerers import AmongPeople
from budgetplan.plans.answer import select
from budgetplan.plans.joint import asked_beside
from budgetplan.report.defer.pages import build_defer_report
from budgetplan.report.defer.record import selection_record
from budgetplan.report.page import Framing
from budgetplan.report.sentences import subjects

ALL = Paid("llm", ((40, True, None),), priced_on="2026-11-01")
HARDLY = Paid("llm", ((39, True, None), (1, False, None)))
DEAR = Paid("llm", ALL.test, price="2")
WRONG = Paid("llm", ((40, False, None),))


def told(*paid):
    args = DEFAULT | {"models": (GOOD,), "asked": paid, "price": None, "budget": None, "worths": MONEY}
    plan = plan_of(args)
    plan = replace(plan, deferral=replace(plan.deferral, reviewing=None))
    found = select(plan, set_of(args, "validation"), set_of(args), None)
    asked = asked_beside(found.plan, found.table, found.validation, found.test, found.chosen.name)
    found = replace(found, asked=asked)
    document = build_defer_report(found, Framing("2026-11-21", "BP-00000000", facts=(("Table", "t.csv"),)))
    return frozenset(one.key for one in sentences(document)), selection_record(found, {})


PAIRS = {
    "beside.worth": ((HARDLY,), (ALL,)),
    "beside.worth_firm": ((ALL,), (HARDLY,)),
    "beside.not_worth": ((DEAR,), (ALL,)),
    "beside.adds": ((ALL,), (DEAR,)),
    "beside.limit": ((DEAR,), (WRONG,)),
    "beside.never": ((WRONG,), (DEAR,)),
    "beside.how": ((ALL,), ()),
}


def test_every_statement_has_a_pair():
    assert set(PAIRS) == {key for key in subjects()["answerer"]["statements"] if key.startswith("beside.")}


@pytest.mark.parametrize("key", PAIRS)
def test_a_statement_is_printed_where_it_holds_alone(key):
    holds, not_there = PAIRS[key]
    assert key in told(*holds)[0]
    assert key not in told(*not_there)[0]


def test_agreement_with_people_is_told_where_several_judged():
    assert "asked.people" in told(replace(ALL, people=AmongPeople(20, 30, 24, 50, 45)))[0]
    assert "asked.people" not in told(ALL)[0]


def test_labels_are_shown_and_the_record_has_the_numbers():
    keys, record = told(ALL)
    assert {"beside.head", "beside.t_ways", "beside.way_then", "beside.c_settled", "beside.c_cost"} <= keys
    assert record["defer"]["asking"]["ways"][1]["settled"]["value"] == 10
    assert told()[1]["defer"]["asking"] is None
