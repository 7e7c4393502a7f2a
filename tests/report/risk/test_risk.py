"""What is told of risk holds, with the numbers of the plan; inputs, their ranges and where a plan changes, in words."""

from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace

import pytest
from risk_world import TIMED, plan_of, planned, spans
from said import prose

from budgetplan.domain.plan import Target, Values, Work
from budgetplan.domain.prices import Prices
from budgetplan.domain.risk.ranges import LABELS, RANGED, WORTH, Ranges, Swing
from budgetplan.report.display import Style, without_tags
from budgetplan.report.page import Framing
from budgetplan.report.phrases import Nouns
from budgetplan.report.ranked import ReviewSpeaker, build_files, build_report
from budgetplan.report.risk import RiskFacts, name_of_input, risk_record, risk_words, swings_table, switch_of
from budgetplan.work.building import work_of_filter

pytestmark = pytest.mark.usefixtures("plan_alone", "undrawn")

D = Decimal

TIMES = spans(seconds_per_item=(15, 40))
COMPUTED = Ranges(TIMES, computed=True)
ALONE = Ranges(computed=True)
TARGET = {"target": Target(D("0.6"), "share")}
VALUED = {"values": Values({"yes": D(4)}), "ranges": Ranges(spans(value=(2, 9), seconds_per_item=(15, 40)))}
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
    return RiskFacts(Nouns(analysis.evidence.plan), analysis.risk)


def in_time(facts):
    """Return what is told of the deadline."""
    plan = plan_of(TIMED, Ranges(), **TARGET)
    return without_tags(Nouns(plan).wording("risk", facts)("time")).replace("\u00a0", " ")


def test_facts_are_those_of_the_plan():
    assert [told(said).net for said in (BASE, VALUED)] == [False, True]
    assert told(BASE | {"ranges": ALONE}).ranges == {}
    dated, bare = (told(BASE | {"work": work}).calendar for work in (WORK, replace(WORK, start="", deadline="")))
    assert dated.end
    assert dated.chance
    assert not bare.end


def test_a_list_that_does_not_hold_as_many_has_no_contingency():
    short = told({"target": Target(D(430)), "ranges": ALONE, "work": WORK})
    assert short.reserve.rate is None
    assert short.calendar.people_needed is None
    assert "No number of people makes that 80 %: in 28 % of the draws the list falls short of the target." in in_time(
        short
    )
    soon = told(BASE | {"work": replace(WORK, deadline="2026-12-12")})
    assert "80 %: not one whole week lies before that day." in in_time(soon)
    assert told(CHEAP).reserve.rate == 0
    assert 0 < told({"target": Target(D(360)), "ranges": ALONE}).reserve.missed < 1


def test_the_total_with_the_contingency_is_the_amount_of_the_page_and_adds_up():
    analysis, document = report(BASE)
    table = next(one for one in document.tables() if one.key == "costs")
    *lines, total = table.rows
    assert sum(row.cells[-1] for row in lines) == total.cells[-1] == analysis.chosen.spend
    named = next(row for row in lines if row.cells[0].startswith("Contingency on annotation: "))
    assert named.cells[1] == analysis.risk.reserve.rate * 100


def test_page_1_names_the_inputs_that_lead_to_another_plan_and_a_file_has_their_numbers():
    analysis, document = report(VALUED)
    table = next(one for one in build_files(analysis) if one.key == "swings")
    assert len(table.rows) == len(analysis.risk.swings) == 3
    figure = next(one for one in document.figures() if one.kind == "swings")
    assert [bar.value for bar in figure.bars] == [analysis.risk.here] * 3
    named, first = ReviewSpeaker(analysis).switches, prose(document.sections[:1])
    assert len(named) == 2
    assert all(without_tags(value).replace("\u00a0", " ") in first for switch in named for value in switch if value)
    assert not ReviewSpeaker(report(STEADY)[0]).switches
    # The input that moves the plan most is named with its ends; what labels leave open is none.
    _, ends, moved = ReviewSpeaker(analysis).widest
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


EUR = Style("EUR", 2)

RANGES = Ranges(spans(seconds_per_item=(15, 35), adjudicated_share=("0.05", "0.2"), hourly_rate=(22, 30)))


def words(sentence):
    return without_tags(sentence).replace("\u00a0", " ")


def swing(key, **more):
    said = {"key": key, "planned": D(20), "low": D(15), "high": D(35), "at_low": 1.0, "at_high": 2.0}
    return Swing(**said | {"tested": True} | more)


def contingency(plan):
    return words(risk_words(Nouns(plan))("contingency"))


def test_ranges_stand_in_a_row_with_their_units_and_so_many_draws():
    assert "in 80 % of 200 draws (seed 1)" in contingency(plan_of(TIMED, RANGES))
    assert "of 2,000 draws" in contingency(plan_of(resamples=0))
    assert contingency(plan_of(TIMED, RANGES)).endswith(
        "these vary: 15 to 35 seconds for a judgement, 5 to 20 % of the items settled by an adjudicator, "
        "EUR 22.00 to 30.00 for an hour."
    )
    for none in (plan_of(), plan_of(ranges=Ranges(spans(value=(1, 2))))):
        assert "vary" not in contingency(none)


@pytest.mark.parametrize("key", [*RANGED, LABELS])
def test_every_input_has_a_name_and_but_for_the_worth_a_phrase(key):
    assert words(name_of_input(Nouns(plan_of(TIMED, RANGES)), key))
    if key not in (LABELS, WORTH):
        assert "vary: " in contingency(plan_of(TIMED, Ranges(spans(**{key: ("0.1", "0.2")}))))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, "none in its range"),
        ({"below": 17.26}, "below 17.3 s"),
        ({"above": 33.534}, "above 33.5 s"),
        ({"below": 17.26, "above": 33.534}, "below 17.3 s, above 33.5 s"),
        ({"tested": False}, "not tested"),
    ],
)
def test_where_a_plan_changes_is_told_with_three_digits(more, told):
    speaker = Nouns(plan_of())
    assert words(switch_of(speaker, swing("seconds_per_item", **more))) == told


def test_inputs_have_the_unit_of_their_kind_and_labels_have_none():
    share = swing("adjudicated_share", planned=D("0.1"), low=D("0.05"), high=D("0.2"))
    labels = swing(LABELS, planned=None, low=None, high=None)
    rows = (swing("seconds_per_item"), swing("hourly_rate"), share, labels)
    table = swings_table(Nouns(plan_of()), SimpleNamespace(swings=rows, measure="net"))
    assert [[one and words(one) for one in row.cells[1:3]] for row in table.rows] == [
        ["20 s", "15 to 35 s"],
        ["EUR 20.00", "EUR 15.00 to 35.00"],
        ["10 %", "5 to 20 %"],
        [None, None],
    ]
    assert [row.cells[-1] for row in table.rows][-1] is None
