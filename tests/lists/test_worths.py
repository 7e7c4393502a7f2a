"""What reviewing items is worth, by fifth of the list, where entries have several worths."""

import numpy as np
import pytest

from budgetplan.core.curve import Labelled
from budgetplan.lists.forecast import ByFifth, worths_of

TOP, END = 1.5, -1.5
"""Places in the first and in the last fifth."""
DRAWS = 20_000


def test_each_fifth_has_its_own_mean_and_all_together_count_as_one_more():
    """Nine entries: six at the top are worth 8, two there 2, one at the end 2. They weigh 1, and 3 the one at the end."""
    place = np.array([TOP] * 8 + [END] * 2)
    outcome = np.array([1.0] * 9 + [0.0])
    weight = np.array([1.0] * 8 + [3.0, 1.0])
    worth = np.array([8.0] * 6 + [2.0] * 3 + [-1.0])
    sample = Labelled(place, outcome, weight=weight)
    found = worths_of(sample, {"value": worth}, 12.0, 100.0, DRAWS, 1)["value"]
    # Of weights of 11 entries six are worth 8.
    dear = 6 / 11
    top = np.array([6 + dear, 2 + 1 - dear])
    for fifth, (more, less) in {0: top, 2: (dear, 1 - dear), 4: (dear, 3 + 1 - dear)}.items():
        size = more + less
        share = more / size
        mean, spread = 2 + 6 * share, 6 * np.sqrt(share * (1 - share) / (size + 1))
        drawn = found.entry[:, fifth]
        assert drawn.mean() == pytest.approx(mean, abs=5 * spread / DRAWS**0.5)
        assert drawn.std() == pytest.approx(spread, rel=0.05)
    assert (found.other == -1).all()


@pytest.mark.parametrize("items", [0.0, 10.0, 35.0, 80.0, 100.0])
def test_what_is_found_in_a_fifth_is_worth_what_that_fifth_says(items):
    """Half of all items are entries, spread evenly; those of the fifths are worth 1 to 5, others -1 to -5."""
    each = np.arange(1.0, 6.0)[None, :]
    worths = ByFifth(each, -each, 100.0)
    found = worths.along(np.array([[items / 2]]), worths.edges[None, :] / 2, np.array([items]))
    assert float(found[0, 0]) == pytest.approx(0.0)
    others = worths.along(np.zeros((1, 1)), np.zeros((1, 6)), np.array([items]))
    by_hand = sum((int(at // 20) + 1) for at in range(int(items)))
    assert float(others[0, 0]) == pytest.approx(-by_hand)
