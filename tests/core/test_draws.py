"""What draws hold of few entries: whole ones, and none at all."""

import numpy as np
import pytest
from scipy.special import ndtri

from budgetplan.core import draws, stops
from budgetplan.core.curve import Labelled

N = 1000
LIST = ndtri((np.arange(N)[::-1] + 0.5) / N)


@pytest.fixture(scope="module")
def rare():
    """One entry in 150 labelled items, and a list of a thousand: some draws of it hold none."""
    place = ndtri((np.arange(150) + 0.5) / 150)
    return draws.of_list(Labelled(place, (place == place.max()) * 1.0), LIST, np.ones(N), 999, 1)


def test_entries_are_whole(rare):
    np.testing.assert_array_equal(rare.found, np.round(rare.found))
    assert np.all(np.diff(rare.found, axis=1) >= 0)
    assert np.all(rare.found <= rare.ends)


def test_a_count_is_held_where_so_many_entries_are(rare):
    last = np.round(rare.found[:, -1])
    for need in (1.0, 3.0):
        assert stops.held(rare.found, need, share=False)[-1] == (last >= need).mean()


def test_no_draw_without_an_entry_holds_a_share(rare):
    none = (np.round(rare.found[:, -1]) < 1).mean()
    assert 0 < none < 0.1
    assert stops.held(rare.found, 0.8, share=True)[-1] == pytest.approx(1 - none)
