"""Names that no option has: errors name the nearest key."""

import pytest

from budgetplan.domain.options import unknown_key


@pytest.mark.parametrize(
    ("key", "todo"),
    [
        ("cost.per_itm", "did you mean cost.per_item?"),
        ("costs.per_item", "did you mean cost.per_item?"),
        ("per_item", "did you mean cost.per_item?"),
        ("Table.Label", "did you mean table.label?"),
        ("sure.qqqqq", "the keys here are sure.seed, sure.resamples"),
        (
            "zzz",
            "the sections are table, models, answerers, cost, entry, answers, goal, quota, list, work, words, sure, report",
        ),
    ],
)
def test_an_unknown_key_names_what_was_meant(key, todo):
    assert unknown_key(key) == todo
