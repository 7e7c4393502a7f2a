"""What a field says, its type and the text below it, is an option, and a field of the plan that inherits it."""

from decimal import Decimal
from typing import Literal

from budgetplan.domain.asked import keys
from budgetplan.domain.asked.keys import (
    HEADINGS,
    ROWS,
    AmountByName,
    Count,
    Number,
    PlanSection,
    Switch,
    ValueKind,
    Worth,
    option,
)


def test_the_fields_of_a_section_are_options_in_their_order_and_fields_of_the_plan(monkeypatch):
    before = len(ROWS)
    try:

        class _Tried(PlanSection, name="tried", heading="Tried"):
            often: Count = option(1, low=1, flag="--often TIMES")
            """How often, which may
            be several times."""
            how: Literal["slow", "fast"] = option()
            """How fast."""
            gain: Worth = option(2)
            """What it brings."""
            hours: Number | None = option(shown="as many as needed")
            prices: AmountByName = option()
            aloud: Switch = option(flag="--aloud")

        often, how, gain, hours, prices, aloud = ROWS[before:]
        assert (often.key, often.flag, often.metavar, often.low) == ("tried.often", "--often", "TIMES", 1)
        assert often.help == "How often, which may be several times."
        assert (how.kind, how.choices, how.default) == (ValueKind.CHOICE, ("slow", "fast"), "slow")
        assert gain.negative
        assert not often.negative
        assert (hours.kind, hours.default, prices.default) == (ValueKind.NUMBER, "as many as needed", "none")
        assert aloud.metavar == ""
        assert HEADINGS["tried"] == "Tried"

        class Trial(_Tried):
            more: int = 3

        assert Trial() == Trial(1, "slow", Decimal(2), None, {}, False, 3)
        assert Trial(prices={"a": Decimal(1)}).prices["a"] == 1

        def nothing(_module):
            raise OSError("could not get source code")

        monkeypatch.setattr(keys, "_parsed", nothing)

        class _Bare(PlanSection, name="tried"):
            often: Count = option(1)

        assert (ROWS[-1].key, ROWS[-1].value, ROWS[-1].help) == ("tried.often", 1, "")
    finally:
        del ROWS[before:]
        HEADINGS.pop("tried", None)
