"""What does not go with entries that are types is refused by one message that says why and what to do."""

from __future__ import annotations

import pytest

from budgetplan.errors import UsageError
from budgetplan.settings.build import read_plan

BASE = {"table.label": "gold", "table.positive": ("y",), "models.name": ("m",), "cost.per_item": "1"}


def said(*more):
    """Return the problems of a plan with these settings."""
    with pytest.raises(UsageError) as told:
        read_plan("t.csv", BASE | {"set": more})
    return str(told.value)


def test_types_are_named_by_a_column_or_are_the_rows():
    plan = read_plan("t.csv", BASE | {"set": ("entry.unit=type", "table.type=lemma")})
    assert (plan.by_type, plan.columns.type) == (True, "lemma")
    assert read_plan("t.csv", BASE | {"set": ("entry.unit=type", "table.weight=f")}).by_type
    assert not read_plan("t.csv", BASE).by_type
    assert "the types are not known" in said("entry.unit=type")
    assert "entries are items in this plan" in said("table.type=lemma")


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ("table.weight=f", "a type has several rows"),
        ("list.size=500", "twice the items hold less than twice the types"),
        ("list.file=l.csv", "which types a list in files holds is not counted"),
        ("list.prevalence=0.1", "a share of items says nothing"),
        ("cost.extra_per_entry=1", "this is paid for each item confirmed"),
        ("entry.error=0.1", "a type has several chances"),
        ("entry.left_out=-1", "a type is lost with the last of them"),
        ("table.stratum=s", "how items were drawn says nothing"),
        ("list.reviewed=log.csv", "types that are confirmed already"),
    ],
)
def test_what_is_said_of_items_is_refused(setting, why):
    told = said("entry.unit=type", "table.type=lemma", "entry.value=2", setting)
    assert told.count("\n") == 0
    assert setting.split("=")[0] in told
    assert why in told


def test_types_are_not_counted_by_stratum():
    quota = ("quota.by=s", "quota.minimum=5")
    told = said("entry.unit=type", "table.type=lemma", *quota)
    assert told.count("\n") == 0
    assert "table.type: types are not counted by stratum" in told
    assert "leave the quotas out" in told
    # Rows that are types are items.
    assert read_plan("t.csv", BASE | {"set": ("entry.unit=type", "table.weight=f", *quota)}).quota


def test_rows_that_are_types_are_items_in_all_but_their_weight():
    more = ("list.size=500", "list.prevalence=0.1", "entry.error=0.1", "cost.extra_per_entry=1")
    flags = BASE | {"entry.value": "2", "set": ("entry.unit=type", "table.weight=f", *more)}
    assert read_plan("t.csv", flags).by_type
    assert "how items were drawn says nothing" in said(
        "entry.unit=type", "table.weight=f", "table.sample=s.csv"
    )


def test_a_type_has_one_worth():
    two = BASE | {"table.positive": ("y", "z")}
    with pytest.raises(UsageError, match="a type with items of several classes has no single worth"):
        read_plan(
            "t.csv", two | {"set": ("entry.unit=type", "table.type=l", "entry.value.y=2", "entry.value.z=3")}
        )


def test_answers_are_given_to_items():
    flags = {
        "table.label": "gold",
        "models.name": (),
        "models.probabilities": ("m=p",),
        "answers.error_weight": "2",
    }
    with pytest.raises(UsageError, match="items are labelled, not types"):
        read_plan("t.csv", flags | {"set": ("entry.unit=type", "table.type=lemma")})
