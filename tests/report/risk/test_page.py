"""Every sentence on risk is printed where it holds and not next door; numbers are those of the plan."""

from dataclasses import replace
from decimal import Decimal

import pytest
from documents_world import sentences
from risk_world import TIMED, plan_of, planned, spans

from budgetplan.domain.plan import Budget, Target, Values, Work
from budgetplan.domain.prices import Prices
from budgetplan.domain.risk.ranges import Ranges
from budgetplan.report.filter.pages import build_report
from budgetplan.report.page import Framing
from budgetplan.report.risk.page import SWINGS, risk_record
from budgetplan.report.sentences import subjects
from budgetplan.work.building import work_of_filter

D = Decimal
STATEMENTS = subjects()["risk"]["statements"]
TIMES = spans(seconds_per_item=(15, 40))
COMPUTED = Ranges(TIMES, computed=True)
OFFERED = Ranges(TIMES)
ALONE = Ranges(computed=True)
TARGET = {"target": Target(D("0.6"), "share")}
WORTH = {"values": Values({"yes": D(4)}), "ranges": Ranges(spans(value=(2, 9), seconds_per_item=(15, 40)))}
STEADY = {"values": Values({"yes": D(4)}), "ranges": Ranges(spans(hourly_rate=("35.9", "36.1")))}
WORK = Work(people=2, hours_a_week=D(5), start="2026-12-07", deadline="2026-12-27")
BASE = {"ranges": COMPUTED} | TARGET
CHEAP = {"ranges": Ranges(spans(seconds_per_item=(2, 20)))} | TARGET | {"resamples": 0}

PAIRS = {
    "risk.cost": (BASE, {"ranges": Ranges()}),
    "risk.computed": (BASE, {"ranges": OFFERED}),
    "risk.would": (BASE | {"ranges": OFFERED}, {"ranges": COMPUTED}),
    "risk.typed": (
        {"prices": replace(TIMED, contingency=D("0.05")), "ranges": OFFERED} | TARGET,
        {"prices": TIMED},
    ),
    "risk.enough": (CHEAP, {"ranges": COMPUTED}),
    "risk.no_reserve": ({"target": Target(D(430)), "ranges": ALONE}, TARGET),
    "risk.missed": ({"target": Target(D(360)), "ranges": ALONE}, TARGET),
    "risk.drawn": (BASE, {"ranges": ALONE}),
    "risk.drawn_labels": (BASE | {"ranges": ALONE}, {"ranges": COMPUTED}),
    "risk.drawn_alone": (BASE | {"resamples": 0}, {"resamples": 200}),
    "risk.time": (BASE | {"work": WORK}, {"work": Work()}),
    "risk.until": (BASE | {"work": WORK}, {"work": replace(WORK, start="", deadline="")}),
    "risk.weeks": (BASE | {"work": replace(WORK, start="", deadline="")}, {"work": WORK}),
    "risk.done": (BASE | {"work": WORK}, {"work": replace(WORK, deadline="")}),
    "risk.people": (
        BASE | {"work": replace(WORK, hours_a_week=D("0.2"))},
        {"work": replace(WORK, hours_a_week=D(9))},
    ),
    "risk.people_none": ({"target": Target(D(430)), "ranges": ALONE, "work": WORK}, TARGET),
    "risk.change": (WORTH, {"resamples": 0}),
    "risk.switches": (WORTH, {"ranges": STEADY["ranges"]}),
    "risk.steady": (STEADY, {"ranges": WORTH["ranges"]}),
    "risk.see": (WORTH, {"resamples": 0}),
    "paste.contingency_computed": (BASE, {"ranges": ALONE}),
    "paste.contingency_labels": (BASE | {"ranges": ALONE}, {"ranges": COMPUTED}),
    "paste.contingency_alone": (BASE | {"resamples": 0}, {"resamples": 200}),
}
SELDOM = {"risk.switches_model"}
"""Said where models take the lead from each other as an input moves: see the last test."""
_KNOWN = {}


def report(said):
    """Return the analysis and its document."""
    name = repr(sorted(said.items()))
    if name not in _KNOWN:
        prices = said.get("prices", TIMED)
        ranges = said.get("ranges", Ranges())
        prices = replace(prices, computed=ranges.computed)
        more = {key: one for key, one in said.items() if key not in ("prices", "ranges")}
        analysis = planned(plan_of(prices, ranges, **more))
        framing = Framing("2026-11-22", "BP-00000000", facts=(("Table", "scores.csv"),), excluded=())
        document = build_report(analysis, framing, work_of_filter(analysis)).numbered()
        _KNOWN[name] = analysis, document
    return _KNOWN[name]


def keys(said):
    return {one.key for one in sentences(report(said)[1])}


def test_every_statement_has_its_pair():
    assert PAIRS.keys() | SELDOM == STATEMENTS.keys()


@pytest.mark.parametrize("key", PAIRS)
def test_a_statement_is_printed_where_it_holds_and_not_next_door(key):
    said, change = PAIRS[key]
    assert len(change) == 1, "neighbours differ in one thing"
    assert key in keys(said)
    assert key not in keys(said | change)


def test_the_total_with_the_contingency_is_the_amount_of_the_page_and_adds_up():
    analysis, document = report(BASE)
    table = next(one for one in document.tables() if one.key == "costs")
    *lines, total = table.rows
    assert sum(row.cells[-1] for row in lines) == total.cells[-1] == analysis.decision.chosen.spend
    named = next(row for row in lines if row.cells[0].key == "line.contingency_computed")
    assert named.cells[1] == analysis.risk.reserve.rate * 100


def test_the_table_of_inputs_stands_in_place_of_what_is_else_said_of_prices_and_worths():
    analysis, document = report(WORTH)
    said = keys(WORTH)
    assert not [key for key in said if key.startswith(("change.worth", "change.price"))]
    table = next(one for one in document.tables() if one.key == SWINGS)
    assert len(table.rows) == len(analysis.risk.swings) == 3
    figure = next(one for one in document.figures() if one.kind == "swings")
    assert [bar.value for bar in figure.bars] == [analysis.risk.here] * 3
    assert any(key.startswith("change.worth") for key in keys({"values": WORTH["values"]}))


def test_where_only_a_deadline_is_given_the_work_plan_alone_speaks_of_it():
    said = keys({"work": WORK} | TARGET)
    assert {"risk.time", "risk.done"} <= said
    assert "risk.cost" not in said


def test_the_record_holds_what_was_asked_and_null_for_what_was_not():
    assert risk_record(None) == {"contingency": None, "calendar": None, "swings": None}
    analysis, _ = report(BASE | {"work": WORK})
    told = risk_record(analysis.risk)
    assert told["contingency"]["rate"] == str(analysis.risk.reserve.rate)
    assert told["calendar"]["chance"] == analysis.risk.calendar.chance
    assert [one["key"] for one in told["swings"]["inputs"]] == [one.key for one in analysis.risk.swings]
    untimed = Prices(currency="EUR", per_item=D(1), stated=True)
    analysis, _ = report({"prices": untimed, "ranges": ALONE, "work": replace(WORK, deadline="")} | TARGET)
    assert risk_record(analysis.risk)["calendar"] is None


def test_a_plan_within_a_budget_speaks_of_models_alone():
    said = {"budget": Budget(D(300)), "ranges": OFFERED}
    analysis, _ = report(said)
    risk = replace(
        analysis.risk,
        swings=tuple(replace(one, above=30.0, at_above=1.0, tested=True) for one in analysis.risk.swings),
    )
    framing = Framing("2026-11-22", "BP-00000000", facts=(("Table", "scores.csv"),), excluded=())
    other = build_report(replace(analysis, risk=risk), framing, None)
    assert "risk.switches_model" in {one.key for one in sentences(other)}
