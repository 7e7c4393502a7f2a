"""More labels in every report: what a ceiling is rounded to, and which verdict holds when."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from defer_world import DEFAULT, make_plan

from budgetplan.intervals.labels import settle, weigh
from budgetplan.report.labels import labels_section, rounded_up, too_many, verdict
from budgetplan.report.model import Table
from budgetplan.report.phrases import Nouns

SPEAKER = Nouns(make_plan(DEFAULT))
TORN = np.array([[14.0, 6.0], [6.0, 14.0]])


@pytest.mark.parametrize(
    ("amount", "digits", "shown"), [(0.001, 2, 0.01), (7.2, 0, 8), (3.0, 0, 3), (0.0, 2, 0)]
)
def test_a_ceiling_is_never_rounded_down(amount, digits, shown):
    assert rounded_up(amount, digits) == shown


@pytest.mark.parametrize(
    ("objective", "costs", "key"),
    [
        (TORN, (0.01, 0.01), "labels.worth_it"),
        (TORN, (9.0, 9.0), "labels.not_worth"),
        (TORN, (9.0, None), "labels.ceiling"),
        (TORN, (None, None), "labels.ceiling"),
        (np.ones((2, 2)), (None, None), "labels.not_worth"),
    ],
)
def test_what_gains_nothing_or_less_than_it_costs_is_not_worth_it(objective, costs, key):
    assert verdict(SPEAKER, weigh(objective, "money", 50, None, costs, ())).key == key


def test_a_list_that_is_too_short_has_no_number_of_labels():
    settling = [settle("b", np.array([5.0, 9.0, 7.0]), np.array([4.0, 1.0, 7.0]), 50, 0.25)]
    labels = weigh(TORN, "entries", 50, 500.0, (None, None), settling)
    assert [one.labels for one in settling] == [552]
    for listed, told in ((500.0, True), (502.0, False), (None, False)):
        found = replace(labels, listed=listed)
        assert too_many(found, 552) is told
        why = [SPEAKER.say("labels.why_ceilings")]
        blocks = labels_section(
            SPEAKER, found, why, SPEAKER.say("labels.which"), (SPEAKER.say("col.labels_worth"), "number"), "a"
        )
        first, second = (one for one in blocks if isinstance(one, Table))
        assert [column.name for column in first.columns] == ["more", "worth"]
        name, wanted, share, targeted = second.rows[0].cells
        assert (name, share) == ("b", 0.25)
        if told:
            assert (wanted.key, targeted) == ("row.labels_too_many", None)
        else:
            assert (wanted, targeted) == (552, 138)
