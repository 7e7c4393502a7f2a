"""What was expected of the items that were judged: from the top as the plan says, and of any others as their places say."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.domain.review import Band
from budgetplan.work.standing import expected_along


def band(n=1_000, *, wide=0.2):
    items = np.linspace(0.0, n, 41)
    value = n * (1 - np.exp(-2 * items / n)) / 2
    return Band(items, value, (1 - wide) * value, (1 + wide) * value)


@pytest.mark.parametrize("wide", [0.2, 0.001, 0.0])
@pytest.mark.parametrize("n", [1, 7, 300, 1_000])
def test_of_items_judged_from_the_top_it_is_the_band_itself(n, wide):
    plan = band(wide=wide)
    found = expected_along(plan, np.arange(1, n + 1))
    for name in ("expected", "low", "high"):
        line = np.interp(np.arange(n + 1), plan.items, getattr(plan, name))
        assert getattr(found, name) == pytest.approx(
            line if name != "high" else np.minimum(line, np.arange(n + 1))
        )


def test_parts_add_up_to_the_whole_however_they_were_reached():
    plan, order = band(), np.random.default_rng(1).permutation(1_000) + 1
    first, whole = expected_along(plan, order), expected_along(plan, np.arange(1, 1_001))
    assert first.expected[-1] == pytest.approx(whole.expected[-1])
    assert first.low[-1] <= whole.low[-1] + 1e-9
    assert first.high[-1] >= whole.high[-1] - 1e-9


def test_the_end_of_a_queue_is_not_held_against_its_top():
    """Packets from both ends: what is expected of the last hundred is what lies there, not what the second hundred holds."""
    plan = band()
    both = expected_along(plan, np.concatenate([np.arange(1, 101), np.arange(901, 1_001)]))
    ends = np.interp([100, 900, 1_000], plan.items, plan.expected)
    assert both.expected[-1] == pytest.approx(ends[0] + ends[2] - ends[1])
    top = expected_along(plan, np.arange(1, 201)).low[-1]
    assert both.expected[-1] < top


def test_an_interval_holds_what_comes_of_items_taken_anywhere():
    """Rates that are off by a tenth in every draw, and items of which each has its own chance."""
    rng, inside, taken = np.random.default_rng(3), 0, np.arange(500, 700)
    true = np.exp(-2 * np.arange(1_000) / 1_000)
    value = np.concatenate([[0.0], np.cumsum(true)])
    spread = np.hypot(0.1 * value, np.sqrt(np.concatenate([[0.0], np.cumsum(true * (1 - true))])))
    plan = Band(np.arange(1_001.0), value, value - 1.96 * spread, value + 1.96 * spread)
    said = expected_along(plan, taken + 1)
    for _ in range(400):
        found = (rng.random(200) < true[taken] * (1 + 0.1 * rng.standard_normal())).sum()
        inside += bool(said.low[-1] <= found <= said.high[-1])
    assert inside / 400 >= 0.93
    # And yet it tells something: far fewer are outside of it.
    assert said.low[-1] > 0.25 * said.expected[-1]
