"""What is wrong with a list's columns is told, each trap of engines among it."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from asked_world import asked
from duck_world import MemoryEngine

from budgetplan.domain.prices import Prices
from budgetplan.errors import BadDataError


def frame(**columns):
    n = len(next(iter(columns.values())))
    return pd.DataFrame({"id": [f"i{at}" for at in range(n)], **columns})


def told(list_frame, kinds=None, **more):
    with pytest.raises(BadDataError) as caught:
        asked(MemoryEngine(list_frame, kinds), list_frame, **more)
    return str(caught.value)


def test_rows_without_a_score_are_told_from_endless_ones():
    one = frame(m=[0.5, np.nan, 0.25])
    assert asked(MemoryEngine(one), one).found["m"] == (2, 0.25, 0.5)
    assert "2 rows of the list have an endless score" in told(frame(m=[0.5, np.inf, -np.inf]))
    assert "column m: no row of the list has a score" in told(frame(m=[np.nan, np.nan]))


def test_texts_in_a_column_of_scores_are_told():
    wrong = told(frame(m=["0.5", "n/a", " ", "0,5"]))
    assert (
        "column m: 2 rows of the list have a score that is no number; write numbers with a decimal point"
        in wrong
    )


def test_names_are_texts_or_whole_numbers_and_all_there():
    kinds = {"id": "double", "m": "double"}
    assert "names of items are texts or whole numbers" in told(frame(m=[0.5]), kinds)
    lacking = frame(m=[0.5, 0.6])
    lacking.loc[1, "id"] = None
    assert "column id: 1 row of the list has no id" in told(lacking)


def test_ranks_begin_at_1():
    assert 'column m: a rank is 1 or more (found "0")' in told(frame(m=[0.0, 2.0]), order="rank")


PER_UNIT = Prices(per_unit=Decimal("0.002"), stated=True)


def test_sizes_are_numbers_of_0_or_more_whose_sums_are_exact():
    sizes = {"units": "u", "prices": PER_UNIT}
    assert 'column u: the size is below 0 (found "-1")' in told(frame(m=[0.5, 0.6], u=[2, -1]), **sizes)
    wrong = told(frame(m=[0.5, 0.6] * 4, u=[1e12] * 8), **sizes)
    assert "column u: sums over 8 items of up to 1,000,000,000,000 each are too great to be exact" in wrong
    assert "is too great" in told(frame(m=[0.5, 0.6], u=[2, 1e13]), **sizes)


def test_items_without_a_size_have_the_mean_of_the_others():
    one = frame(m=[0.5, 0.6, 0.7], u=[2.0, np.nan, 5.0])
    found = asked(MemoryEngine(one), one, units="u", prices=PER_UNIT)
    assert found.without == {"u": 1}
    sums = MemoryEngine(one).ask(
        f"SELECT {found.sums['cost']} AS c FROM (SELECT {found.columns['size']} AS size FROM list)"
    )
    assert sums["c"].tolist() == [4000, 7000, 10000]


def test_items_of_one_price_are_not_added_up():
    one = frame(m=[0.5, 0.6])
    found = asked(MemoryEngine(one), one, prices=Prices(per_item=Decimal("0.04"), stated=True))
    assert (dict(found.sums), dict(found.each)) == ({}, {"cost": 40000, "seconds": 0})
