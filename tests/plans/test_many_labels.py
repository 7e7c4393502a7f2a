"""However many labelled items there are, the draws of a difference take bounded memory, and none depends on how many are held."""

from __future__ import annotations

import numpy as np
import pytest
from documents_world import world

from budgetplan.plans import review_reading


@pytest.mark.parametrize("said", [{}, {"groups": "abcdefgh" * 5}, {"budget": ("9", "money")}])
def test_draws_that_are_held_a_few_at_once_are_those_held_together(said, monkeypatch):
    decision = world(**said).analysis.decision
    evidence, lead = world(**said).analysis.evidence, world(**said).analysis.lead
    each, items = [one.option for one in decision.contenders if one.name != lead.name], decision.chosen.items
    together = review_reading.found_beside(evidence, lead, each, items)
    assert together
    monkeypatch.setattr(review_reading, "AT_ONCE", 7 * evidence.n_sample)
    apart = review_reading.found_beside(evidence, lead, each, items)
    for name, one in together.items():
        other = apart[name]
        assert [other.value, other.low, other.high] == pytest.approx([one.value, one.low, one.high], abs=1e-9)


def test_no_block_of_draws_is_larger_than_what_is_held_at_once(monkeypatch):
    told = world()
    sizes, made = [], review_reading.resampled

    def noted(*args):
        drawn = made(*args)
        sizes.append(drawn.size)
        return drawn

    monkeypatch.setattr(review_reading, "resampled", noted)
    monkeypatch.setattr(review_reading, "AT_ONCE", 5 * told.analysis.evidence.n_sample)
    decision, lead = told.analysis.decision, told.analysis.lead
    each = [one.option for one in decision.contenders if one.name != lead.name]
    review_reading.found_beside(told.analysis.evidence, lead, each, decision.chosen.items)
    assert max(sizes) == 5 * told.analysis.evidence.n_sample
    assert np.sum(sizes) == told.analysis.evidence.plan.draws * told.analysis.evidence.n_sample
