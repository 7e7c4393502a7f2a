"""A plan for the list that is made and reported by one labelled set promises what comes of it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "simulations"))
import joint_one_set as simulation

PROJECTS, LABELLED, LISTED = 60, 300, 1_000


def test_on_average_a_plan_from_one_set_promises_what_comes_of_the_list(monkeypatch):
    """Two equally good models, sixty projects; what is said has a standard error of 4 % of the truth."""
    monkeypatch.setattr(simulation, "LISTED", LISTED)
    with simulation.only_what_is_counted():
        said, low, high, true = simulation.numbers(LABELLED, 2, "list", PROJECTS, resamples=60)
    net, wrong, found = said.mean(axis=0) / true.mean(axis=0)
    held = ((low <= true) & (true <= high)).mean(axis=0)
    assert net <= 1.05
    assert 0.9 <= wrong <= 1.1
    assert 0.97 <= found <= 1.03
    # Of sixty intervals of 95 %, 53 hold at least in 98 of 100 such tests.
    assert (held >= 53 / 60).all()
