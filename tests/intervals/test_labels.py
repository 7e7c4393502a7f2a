"""What more labels are worth, and how many settle a choice: by hand, and laws."""

import numpy as np
import pytest

from budgetplan.intervals.labels import (
    best_number,
    labels_for_firm,
    numbers_to_try,
    settle,
    share_that_decides,
    weigh,
    worth_of_everything,
    worth_of_labels,
)
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.path import in_top

RESAMPLED = np.random.default_rng(1).normal([10.0, 9.5, 0.0], [3.0, 2.0, 0.0], size=(500, 3))


def test_two_equal_actions_that_take_turns():
    # Means 10 and 10, the best of each resample 14; three times as many labels again tell sqrt(3/4) of it.
    objective = np.array([[14.0, 6.0], [6.0, 14.0]])
    assert worth_of_everything(objective) == 4
    assert worth_of_labels(objective, 100, [300])[0] == pytest.approx(4 * 0.75**0.5)


def test_more_labels_are_never_worth_less_and_at_most_as_much_as_knowing_everything():
    everything = worth_of_everything(RESAMPLED)
    worths = worth_of_labels(RESAMPLED, 120, [0, 1, 25, 400, 5_000, 10**12])
    assert worths[0] == 0
    assert (np.diff(worths) >= 0).all()
    assert worths[-1] == pytest.approx(everything)
    assert everything > worths[-2]


def test_one_action_is_no_choice_and_one_that_always_leads_needs_no_label():
    assert worth_of_everything(RESAMPLED[:, :1]) == 0
    assert worth_of_labels(RESAMPLED[:, :1], 120, [25, 50]).tolist() == [0, 0]
    ahead = np.column_stack([RESAMPLED[:, 0], RESAMPLED[:, 0] - 1])
    assert worth_of_labels(ahead, 120, [25, 50]).tolist() == [0, 0]


def test_money_scales_and_no_order_plays_a_part():
    worths = worth_of_labels(RESAMPLED, 120, [25, 800])
    assert worth_of_labels(RESAMPLED * 100, 120, [25, 800]) == pytest.approx(worths * 100)
    assert worth_of_labels(RESAMPLED + 7, 120, [25, 800]) == pytest.approx(worths)
    assert worth_of_labels(RESAMPLED[::-1, ::-1], 120, [25, 800]) == pytest.approx(worths)
    one, other = RESAMPLED[:, 0], RESAMPLED[:, 1]
    assert labels_for_firm(one * 100, other * 100, 120) == labels_for_firm(one, other, 120)
    assert labels_for_firm(other, one, 120) == labels_for_firm(one, other, 120)


def test_rows_are_taken_in_pieces_without_a_trace(monkeypatch):
    whole = worth_of_labels(RESAMPLED, 120, [25, 800])
    monkeypatch.setattr("budgetplan.intervals.labels.AT_ONCE", 7)
    assert worth_of_labels(RESAMPLED, 120, [25, 800]) == pytest.approx(whole, rel=1e-12)


def test_numbers_double_up_to_sixteen_times_the_labels_and_to_what_is_there():
    assert numbers_to_try(10) == (25, 50, 100)
    assert numbers_to_try(100)[-1] == 1_600
    assert numbers_to_try(100, most=300) == (25, 50, 100, 200)
    assert numbers_to_try(1) == ()


def test_the_best_number_is_the_fewest_of_equals_and_none_where_none_pays():
    assert best_number([25, 50, 100], [1.0, 3.0, 3.0]) == 50
    assert best_number([25, 50], [0.0, -1.0]) is None
    assert best_number([], []) is None


def test_a_difference_of_noise_takes_no_number_of_labels():
    # D = 2 and sd = 4: 50 x 2.8^2 x 2^2 labels.
    one = np.array([6.0, -2.0])
    assert labels_for_firm(one, np.zeros(2), 50) == 1568
    assert labels_for_firm(one + 1e9, np.full(2, 1e9), 50) == 1568
    assert labels_for_firm(RESAMPLED[:, 0], RESAMPLED[:, 0], 50) is None
    assert labels_for_firm(np.array([1e9 + 1, 1e9]), np.array([1e9, 1e9 + 1]), 50) is None


@pytest.mark.parametrize("n", [200, 1_000])
def test_so_many_labels_settle_the_choice_in_eighty_of_a_hundred_samples(n):
    """Two actions apart by 0.1 sd of an item: with that many labels the difference is firm as often as promised."""
    rng = np.random.default_rng(n)
    wanted = labels_for_firm(rng.normal(0.1, 1 / np.sqrt(n), 20_000), np.zeros(20_000), n)
    settled = rng.normal(0.1, 1 / np.sqrt(wanted), 20_000) > 1.96 / np.sqrt(wanted)
    assert settled.mean() == pytest.approx(0.8, abs=0.02)


def test_only_what_stands_in_one_of_the_two_decides():
    one, other = np.zeros(20), np.zeros(20)
    one[[0, 1, 2, 3]] = other[[0, 1, 7, 8]] = 1
    assert share_that_decides(one, other) == 0.2
    assert share_that_decides(one, one) == 0
    assert share_that_decides(one, other, np.where(one > other, 3.0, 1.0)) == pytest.approx(8 / 24)


def test_what_labels_are_worth_is_told_with_what_they_cost():
    settled = [settle("b", RESAMPLED[:, 0], RESAMPLED[:, 1], 120, 0.5)]
    found = weigh(RESAMPLED, "right answers", 120, 100.0, (0.2, 0.1), settled)
    assert [one.n for one in found.by_n] == [25, 50, 100]
    assert [one.worth for one in found.by_n] == worth_of_labels(RESAMPLED, 120, [25, 50, 100]).tolist()
    assert [one.price for one in found.by_n] == [5, 10, 20]
    assert [one.net for one in found.by_n] == pytest.approx([one.worth - one.n * 0.1 for one in found.by_n])
    assert found.best is None or found.best.net == max(one.net for one in found.by_n) > 0
    plain = weigh(RESAMPLED, "entries", 120, None, (0.2, None), ())
    assert {(one.beyond, one.net) for one in plain.by_n} == {(None, None)}
    assert plain.best is None


def test_the_likeliest_rival_stands_first():
    own = RESAMPLED[:, 0]
    near, far = settle("z", own, own - 0.1, 120, 0.5), settle("a", own, RESAMPLED[:, 1], 120, 0.5)
    found = weigh(RESAMPLED, "entries", 120, None, (None, None), (far, near))
    assert [one.model for one in found.settling] == ["z", "a"]


def test_equal_models_are_never_apart_and_opposite_ones_wholly():
    score = np.array([3.0, 2, 2, 1])
    same = in_top(rank(score), None, 2)
    assert share_that_decides(same, same) == 0
    assert share_that_decides(in_top(rank(score), None, 1), in_top(rank(-score), None, 1)) == 0.5
