"""What is wrong with a list's columns is told, each trap of engines among it."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from duck_world import MemoryEngine, asked

from budgetplan.domain.prices import Prices
from budgetplan.errors import BadDataError

SIZES = {"units": "u", "prices": Prices(per_unit=Decimal("0.002"), stated=True)}


def frame(**columns):
    n = len(next(iter(columns.values())))
    return pd.DataFrame({"id": [f"i{at}" for at in range(n)], **columns})


@pytest.mark.parametrize(
    ("columns", "more", "wrong"),
    [
        ({"m": [0.5, np.inf, -np.inf]}, {}, "column m: 2 rows of the list have an infinite score"),
        ({"m": [np.nan, np.nan]}, {}, "column m: no row of the list has a score"),
        (
            {"m": ["0.5", "n/a", " ", "0,5"]},
            {},
            "column m: 2 rows of the list have a score that is not a number; .* read with --set list.engine=memory",
        ),
        ({"m": [0.5, 0.6], "id": ["i0", None]}, {}, "column id: 1 row of the list has no id"),
        ({"m": [0.5] * 4, "id": ["~", "\u3000é", "\u3000\t ", ""]}, {}, "column id: 2 rows of the list have no id"),
        ({"m": [0.5], "id": [0.5]}, {}, "column id: .*names of items are texts or whole numbers"),
        ({"m": [0.0, 2.0]}, {"order": "rank"}, 'column m: a rank is 1 or more \\(found "0"\\)'),
        ({"m": [0.5, 0.6], "u": [2, -1]}, SIZES, 'column u: the amount is below 0 \\(found "-1"\\)'),
        ({"m": [0.5, 0.6], "u": [2, 1e13]}, SIZES, "column u: .*is too large"),
        ({"m": [0.5, 0.6] * 4, "u": [1e12] * 8}, SIZES, "column u: sums over 8 items .* too large to be exact"),
    ],
)
def test_columns_that_cannot_be_counted_are_refused(columns, more, wrong):
    listed = frame(**columns)
    with pytest.raises(BadDataError, match=wrong):
        asked(MemoryEngine(listed), listed, **more)


def test_items_without_a_score_or_a_size_are_counted_and_have_the_mean_size_of_the_others():
    listed = frame(m=[0.5, np.nan, 0.7], u=[2.0, np.nan, 5.0])
    engine = MemoryEngine(listed)
    found = asked(engine, listed, **SIZES)
    assert found.found["m"] == (2, 0.5, 0.7)
    assert found.without == {"u": 1}
    query = f"SELECT {found.sums['cost']} AS c FROM (SELECT {found.columns['size']} AS size FROM list)"
    assert engine.ask(query)["c"].tolist() == [4000, 7000, 10000]
