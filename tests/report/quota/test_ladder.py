"""The ladder in the report with quotas: a row for each budget, and how many quotas it holds."""

import jsonschema
import pytest
from quota_world import world
from schemas import schema_of

from budgetplan.report.quota import MOST_RUNGS


def ladder(**said):
    told = world(**said)
    tables = [one for one in told.document.tables() if one.key == "ladder"]
    return told, (tables[0] if tables else None)


def cells(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


def test_the_row_of_the_plan_is_that_of_page_1():
    told, table = ladder(goal="budget = 60")
    assert cells(table, "part") == [one / 10 for one in range(21)]
    # Of all budgets few are printed, and none that buys nothing or what the one before it buys.
    bought = cells(table, "items")
    printed = [place for place, row in enumerate(table.rows) if not row.repeats]
    assert len(printed) <= MOST_RUNGS + 1
    assert all(bought[place] and bought[place] != bought[place - 1] for place in printed if place != 10)
    here = told.quota.chosen
    assert (cells(table, "items")[10], cells(table, "spend")[10]) == (here.items, here.spend)
    assert cells(table, "held") == [one.option.held for one in told.quota.ladder]
    assert cells(table, "held")[10] == 2
    assert [row.strong for row in table.rows].index(True) == 10


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ({}, ("part", "budget", "items", "spend", "found", "interval", "held", "met")),
        (
            {"cost": "", "goal": 'budget = "50 items"'},
            ("part", "budget", "items", "found", "interval", "held", "met"),
        ),
        (
            {"more": "[entry]\nvalue = 3"},
            ("part", "budget", "items", "spend", "found", "interval", "held", "met", "net"),
        ),
        (
            {"models": ("good", "late")},
            ("part", "budget", "items", "spend", "found", "interval", "held", "met", "leader"),
        ),
    ],
)
def test_what_nobody_pays_or_values_has_no_column(said, names):
    _, table = ladder(**said)
    assert tuple(one.name for one in table.columns) == names


def test_the_rungs_are_in_the_record_as_the_schema_says():
    schema = schema_of("decision-3")
    told, table = ladder(goal="budget = 60")
    jsonschema.validate(told.record["ladder"], {"$defs": schema["$defs"], **schema["properties"]["ladder"]})
    assert [one["option"]["reviewed"]["value"] for one in told.record["ladder"]] == cells(table, "items")
    assert ladder(quota="minimum = 70")[1] is None
