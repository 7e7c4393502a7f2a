"""Every kind of option has one converter, and what nobody says is what the table of options says."""

from decimal import Decimal

import pytest

from budgetplan.domain.asked.keys import ValueKind
from budgetplan.domain.options import BY_KEY
from budgetplan.settings.kinds import Reader
from budgetplan.settings.sources import Setting, Settings


def reader(**said):
    settings = {key.replace("__", "."): Setting(value, "here") for key, value in said.items()}
    return Reader(Settings("plan.toml", settings, [], []))


@pytest.mark.parametrize("key", [key for key, entry in BY_KEY.items() if entry.kind is not ValueKind.CELLS])
def test_no_kind_takes_what_no_value_can_be(key):
    said = reader(**{key.replace(".", "__"): 1979**99 if BY_KEY[key].kind is not ValueKind.PAIRS else 1})
    said.value(key)
    [problem] = said.settings.problems
    assert problem.wrong
    assert problem.todo


@pytest.mark.parametrize("key", BY_KEY)
def test_what_is_not_said_is_what_the_table_of_options_says(key):
    entry, found = BY_KEY[key], reader().value(key)
    assert found == entry.value
    if found and key != "cost.minor_digits":  # the currency has a say there
        assert str(found) == entry.default


def test_what_is_refused_is_as_if_never_said():
    said = reader(cost__per_item="x", table__missing="never", sure__seed="-1")
    assert [said.value(key) for key in ("cost.per_item", "table.missing", "sure.seed")] == [0, "error", 1]
    assert [problem.option for problem in said.settings.problems] == ["here"] * 3


def test_one_amount_holds_for_every_class_and_amounts_for_their_own():
    assert reader(entry__error="5 %").by_class("entry.error", ("a", "b")) == dict.fromkeys(
        "ab", Decimal("0.05")
    )
    assert reader(entry__error={"a": 0}).by_class("entry.error", ("a", "b")) == {"a": 0}
    assert reader().by_class("entry.error", ("a", "b")) == {}
