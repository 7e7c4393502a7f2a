"""What is told of risk holds; numbers are those of the plan."""

from dataclasses import replace
from decimal import Decimal

import pytest
from risk_world import TIMED, plan_of, planned, spans
from said import prose

from budgetplan.domain.plan import Target, Values, Work
from budgetplan.domain.prices import Prices
from budgetplan.domain.risk.ranges import Ranges
from budgetplan.render.text import without_tags
from budgetplan.report.page import Framing
from budgetplan.report.phrases import Speaker
from budgetplan.report.ranked import build_files, build_report
from budgetplan.report.risk import SWINGS, RiskFacts, risk_record, switches, widest
from budgetplan.work.building import work_of_filter

D = Decimal
TIMES = spans(seconds_per_item=(15, 40))
COMPUTED = Ranges(TIMES, computed=True)
ALONE = Ranges(computed=True)
TARGET = {"target": Target(D("0.6"), "share")}
WORTH = {"values": Values({"yes": D(4)}), "ranges": Ranges(spans(value=(2, 9), seconds_per_item=(15, 40)))}
STEADY = {"values": Values({"yes": D(4)}), "ranges": Ranges(spans(hourly_rate=("35.9", "36.1")))}
WORK = Work(people=2, hours_a_week=D(5), start="2026-12-07", deadline="2026-12-27")
BASE = {"ranges": COMPUTED} | TARGET
CHEAP = {"ranges": Ranges(spans(seconds_per_item=(2, 20)))} | TARGET
_KNOWN = {}


def report(said):
    """Return the analysis and its document."""
    name = repr(sorted(said.items()))
    if name not in _KNOWN:
        ranges = said.get("ranges", Ranges())
        prices = replace(said.get("prices", TIMED), computed=ranges.computed)
        more = {key: value for key, value in said.items() if key not in ("prices", "ranges")}
        analysis = planned(plan_of(prices, ranges, **more))
        framing = Framing("2026-11-22", "BP-00000000", facts=(("Table", "scores.csv"),), excluded=())
        _KNOWN[name] = analysis, build_report(analysis, framing, work_of_filter(analysis)).numbered()
    return _KNOWN[name]


def told(said):
    """Return the facts that the page tells."""
    analysis = report(said)[0]
    return RiskFacts(Speaker(analysis), analysis.risk)


def test_facts_are_those_of_the_plan():
    assert [told(said).net for said in (BASE, WORTH)] == [False, True]
    assert told(BASE | {"ranges": ALONE}).ranges == {}
    dated, bare = (
        told(BASE | {"work": work}).calendar for work in (WORK, replace(WORK, start="", deadline=""))
    )
    assert dated.end
    assert dated.chance
    assert not bare.end


def test_a_list_that_does_not_hold_as_many_has_no_contingency():
    short = told({"target": Target(D(430)), "ranges": ALONE, "work": WORK})
    assert short.reserve.rate is None
    assert short.calendar.people_needed is None
    assert told(CHEAP).reserve.rate == 0
    assert 0 < told({"target": Target(D(360)), "ranges": ALONE}).reserve.missed < 1


def test_the_total_with_the_contingency_is_the_amount_of_the_page_and_adds_up():
    analysis, document = report(BASE)
    table = next(one for one in document.tables() if one.key == "costs")
    *lines, total = table.rows
    assert sum(row.cells[-1] for row in lines) == total.cells[-1] == analysis.decision.chosen.spend
    named = next(row for row in lines if row.cells[0].startswith("Contingency on annotation: "))
    assert named.cells[1] == analysis.risk.reserve.rate * 100


def test_page_1_names_the_inputs_that_lead_to_another_plan_and_a_file_has_their_numbers():
    analysis, document = report(WORTH)
    table = next(one for one in build_files(analysis) if one.key == SWINGS)
    assert len(table.rows) == len(analysis.risk.swings) == 3
    figure = next(one for one in document.figures() if one.kind == "swings")
    assert [bar.value for bar in figure.bars] == [analysis.risk.here] * 3
    named, first = switches(Speaker(analysis)), prose(document.sections[:1])
    assert len(named) == 2
    assert all(
        without_tags(value).replace("\u00a0", " ") in first for switch in named for value in switch if value
    )
    assert not switches(Speaker(report(STEADY)[0]))
    # The input that moves the plan most is named with its ends; what labels leave open is none.
    _, ends, moved = widest(Speaker(analysis))
    most = max((one for one in analysis.risk.swings if one.planned is not None), key=lambda one: one.width)
    assert [moved.low, moved.high] == pytest.approx(sorted((most.at_low, most.at_high)))
    assert without_tags(ends).replace("\u00a0", " ") in first


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
