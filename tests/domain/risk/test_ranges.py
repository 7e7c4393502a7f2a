"""Ranges are asked for where anything of them was said, and cannot be changed behind a plan's back."""

from decimal import Decimal

import pytest

from budgetplan.domain.risk.ranges import RANGED, Ranges, Span, Swing


def test_a_range_or_a_computed_contingency_asks_for_risk():
    one = {"per_item": Span(Decimal(1), Decimal(2))}
    assert not Ranges().asked
    assert Ranges(one).asked
    assert Ranges(computed=True).asked
    assert len(set(RANGED)) == len(RANGED)


def test_ranges_are_frozen():
    said = {"per_item": Span(Decimal(1), Decimal(2))}
    ranges = Ranges(said)
    said.clear()
    assert set(ranges.spans) == {"per_item"}
    with pytest.raises(TypeError):
        ranges.spans["per_unit"] = Span(Decimal(1), Decimal(2))


def test_a_swing_is_as_wide_as_it_moves_whichever_way():
    ends = (Decimal(1), Decimal(0), Decimal(2))
    assert Swing("per_item", *ends, 30.0, 10.0).width == Swing("per_item", *ends, 10.0, 30.0).width == 20
