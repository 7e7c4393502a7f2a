"""However many labelled items there are, the draws of a difference take bounded memory, and none depends on how many are held."""

from __future__ import annotations

import pytest
from documents_world import world

from budgetplan.plans import review_reading


@pytest.mark.parametrize("said", [{}, {"groups": "abcdefgh" * 5}, {"budget": ("9", "money")}])
def test_draws_that_are_held_a_few_at_once_are_those_held_together(said, monkeypatch):
    analysis = world(**said).analysis
    evidence, lead, items = analysis.evidence, analysis.lead, analysis.chosen.items
    each = [one.option for one in analysis.contenders if one.name != lead.name]
    together = review_reading.found_beside(evidence, lead, each, items)
    assert together
    monkeypatch.setattr(review_reading, "AT_ONCE", 7 * evidence.n_sample)
    monkeypatch.setattr(review_reading, "NEAR", 1)  # places around a stop are looked for wider and wider
    apart = review_reading.found_beside(evidence, lead, each, items)
    for name, one in together.items():
        other = apart[name]
        assert (other.value, other.low, other.high) == pytest.approx((one.value, one.low, one.high), abs=1e-9)
