"""Inputs, their ranges, and the values at which a plan changes, in words."""

from decimal import Decimal
from types import SimpleNamespace

import pytest
from risk_world import TIMED, plan_of, spans

from budgetplan.domain.risk.ranges import LABELS, RANGED, WORTH, Ranges, Swing
from budgetplan.report.display import Style, without_tags
from budgetplan.report.phrases import Nouns
from budgetplan.report.risk import name_of_input, risk_words, swings_table, switch_of

D = Decimal
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
