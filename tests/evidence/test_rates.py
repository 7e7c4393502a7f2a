"""Entries found as a rate: exact bounds near 0 and 1, the same at every stop of one order."""

import numpy as np
import pytest
from sample_evidence import falling, gathered
from scipy import stats

from budgetplan.domain.decision import Estimate
from budgetplan.evidence import noise
from budgetplan.evidence.rates import found_along, found_at, never_nothing, of_all, room
from budgetplan.intervals.estimates import never_certain


def test_nothing_found_is_not_nothing_to_find():
    evidence = gathered("n" * 20 + "y", {"m": falling(21)})
    widened = never_nothing(evidence, Estimate(0.0, 0.0, 0.0), 20)
    exact = stats.binomtest(0, 20).proportion_ci(0.95, "exact").high
    assert widened == Estimate(0.0, 0.0, pytest.approx(20 * exact))
    # Where nothing was resampled or reviewed, the interval stands.
    for estimate, items in ((Estimate(0.0), 5), (Estimate(0.0, 0.0, 0.0), 0)):
        assert never_nothing(evidence, estimate, items) is estimate


def test_only_entries_found_is_not_a_sure_thing():
    evidence = gathered("y" * 20, {"m": falling(20)})
    widened = never_nothing(evidence, Estimate(10.0, 10.0, 10.0), 10)
    exact = stats.binomtest(10, 10).proportion_ci(0.95, "exact").low
    assert widened == Estimate(10.0, pytest.approx(10 * exact), 10.0)


def test_nothing_found_in_few_groups_or_a_small_sample_says_little():
    grouped = gathered("n" * 20, {"m": falling(20)}, columns={"group": ["a", "b"] * 10})
    two = stats.binomtest(0, 2).proportion_ci(0.95, "exact").high
    assert never_nothing(grouped, Estimate(0.0, 0.0, 0.0), 10).high == pytest.approx(10 * two)
    # 500 items of the list are 10 of the sample.
    scaled = gathered("n" * 20, {"m": falling(20)}, list_size=1000)
    ten = stats.binomtest(0, 10).proportion_ci(0.95, "exact").high
    assert never_nothing(scaled, Estimate(0.0, 0.0, 0.0), 500).high == pytest.approx(500 * ten)


def test_nearly_all_is_no_surer_than_few_items_make_it():
    # 19 of 20: the resamples may say 18 to 20.
    evidence = gathered("y" * 19 + "n", {"m": falling(20)})
    exact = stats.binomtest(19, 20).proportion_ci(0.95, "exact")
    found = never_nothing(evidence, Estimate(19.0, 18.0, 20.0), 20)
    assert (found.low, found.high) == pytest.approx((20 * exact.low, 20.0))
    # A wider interval stands, and so does one of ten entries and ten others.
    assert never_nothing(evidence, Estimate(19.0, 2.0, 20.0), 20) == Estimate(19.0, 2.0, 20.0)
    even_rate = gathered("yn" * 10, {"m": falling(20)})
    assert never_nothing(even_rate, Estimate(10.0, 8.0, 12.0), 20) == Estimate(10.0, 8.0, 12.0)


def test_what_fewer_items_are_sure_to_find_more_find_too():
    # The best score is shared by 18 entries, further down one item in three is none.
    label = "y" * 18 + "yyn" * 34 + "n" * 480
    evidence = gathered(label, {"m": falling(600)}, list_size=6000, resamples=300)
    drawn = noise.draw(evidence, evidence.models, noise.grid(evidence))
    low, high = found_along(drawn, evidence.models[0])
    items = drawn.shares * 6000
    assert (np.diff(low) >= 0).all()
    assert (np.diff(high) >= 0).all()
    assert (low <= high).all()
    found = found_at(drawn, evidence.models[0], items)
    assert [one.low for one in found] == low.tolist()
    # 150 items of the list are 15 of the sample, all of them entries.
    exact = stats.binomtest(15, 15).proportion_ci(0.95, "exact").low
    (some,) = found_at(drawn, evidence.models[0], [150.0])
    assert some.low >= 150 * exact - 1e-6
    assert (some.value, some.high) == pytest.approx((150, 150))


def test_no_interval_is_a_point_but_at_the_ends_of_the_list():
    for label in ("y" * 30 + "n" * 30, "n" * 60, "y" * 60):
        evidence = gathered(label, {"m": falling(60)}, resamples=200)
        drawn = noise.draw(evidence, evidence.models, noise.grid(evidence))
        low, high = found_along(drawn, evidence.models[0])
        assert (high - low)[drawn.shares > 0].min() > 0.01


def test_groups_count_by_how_their_items_hang_together():
    # 40 of 400 items are no entries: spread over all of 20 groups, or all in two of them.
    spread = np.where(np.arange(400) % 20 < 18, "y", "n")
    group = [f"g{place // 20}" for place in range(400)]
    together = np.where(np.arange(400) < 360, "y", "n")
    widths = []
    for label in (spread, together):
        evidence = gathered("".join(label), {"m": np.zeros(400)}, columns={"group": group}, resamples=300)
        drawn = noise.draw(evidence, evidence.models, np.array([0.0, 1.0]))
        (found,) = found_at(drawn, evidence.models[0], [400.0])
        widths.append(found.high - found.low)
    # All groups are alike in the first: the resamples do not vary, and twenty groups are what was seen.
    exact = stats.beta.ppf([0.025, 0.975], [18, 19], [3, 2])
    assert widths[0] == pytest.approx(400 * (exact[1] - exact[0]), rel=0.01)
    assert widths[1] > 80


def test_shares_of_all_entries_count_entries():
    evidence = gathered("y" * 12 + "n" * 88, {"m": falling(100)})
    exact = stats.binomtest(11, 12).proportion_ci(0.95, "exact")
    nearly, none = of_all(evidence, [Estimate(11 / 12, 0.9, 1.0), Estimate(0.5, np.nan, np.nan)])
    assert (nearly.low, nearly.high) == pytest.approx((exact.low, 1.0))
    assert np.isnan(none.low)


def test_a_difference_that_never_varies_is_no_certainty():
    evidence = gathered("y" * 20 + "n" * 20, {"m": falling(40)})
    exact = 20 * stats.binomtest(0, 20).proportion_ci(0.95, "exact").high
    (off,) = room(evidence, np.array([20.0]))
    assert off == pytest.approx(exact)
    assert never_certain(Estimate(0.0, 0.0, 0.0), off, off) == Estimate(0.0, -off, off)
    # All against none: both rates may lie closer to each other.
    far = never_certain(Estimate(-20.0, -20.0, -20.0), off, off)
    assert (far.low, far.high) == (-20.0, pytest.approx(2 * exact - 20))
    for known in (Estimate(0.0), Estimate(1.0, 0.0, 2.0)):
        assert never_certain(known, 20, 20) is known
    assert room(evidence, np.array(0)) == 0
