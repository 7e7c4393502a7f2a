"""What a field says, its type and its text, is an option."""

from typing import Literal

from budgetplan.domain.asked.option_form import (
    HEADINGS,
    ROWS,
    Count,
    PlanSection,
    Switch,
    ValueKind,
    Worth,
    option,
)


def test_the_fields_of_a_section_are_options_in_their_order():
    before = len(ROWS)
    try:

        class _Tried(PlanSection, name="tried", heading="Tried"):
            often: Count = option("How often.", "1", low=1, flag="--often TIMES")
            how: Literal["slow", "fast"] = option("How fast.")
            gain: Worth = option("What it brings.")
            aloud: Switch = option("Say so.", flag="--aloud")

        often, how, gain, aloud = ROWS[before:]
        assert (often.key, often.flag, often.metavar, often.low) == ("tried.often", "--often", "TIMES", 1)
        assert (how.kind, how.choices, how.default) == (ValueKind.CHOICE, ("slow", "fast"), "slow")
        assert gain.negative
        assert not often.negative
        assert aloud.metavar == ""
        assert HEADINGS["tried"] == "Tried"
    finally:
        del ROWS[before:]
        HEADINGS.pop("tried", None)
