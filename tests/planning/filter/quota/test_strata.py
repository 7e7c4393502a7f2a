"""Strata: each has its own items, its own list and random numbers of its own."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from quota_world import STRATA, world, written

from budgetplan.errors import UsageError
from budgetplan.evidence.rates import _seen_along
from budgetplan.planning.filter.quota.strata import OTHERS, _counted, apportioned

ROWS = sum(map(len, STRATA.values()))


@given(st.lists(st.floats(0.01, 100), min_size=1, max_size=8), st.integers(0, 10**9))
def test_dealt_numbers_add_up_and_nobody_goes_without(weights, spare):
    total = len(weights) + spare
    dealt = apportioned(total, np.array(weights))
    assert dealt.sum() == total
    assert dealt.min() >= 1
    exact = 1 + np.array(weights) / sum(weights) * spare
    assert (np.abs(dealt - exact) < 1 + 1e-6).all()


def test_every_labelled_item_and_every_row_of_the_list_is_in_one_stratum():
    strata = world(listed=3).quota.strata
    sampled = np.concatenate([one.sampled for one in strata])
    listed = np.concatenate([one.listed for one in strata])
    assert sorted(sampled.tolist()) == list(range(4 * ROWS))
    assert sorted(listed.tolist()) == list(range(3 * ROWS))
    assert [len(one.sampled) for one in strata] == [4 * len(one) for one in STRATA.values()]
    assert [one.evidence.list_items for one in strata] == [3 * len(one) for one in STRATA.values()]


def test_two_strata_with_the_same_items_are_not_resampled_alike():
    alike = world(strata={"a": "x..x.x....", "b": "x..x.x...."}).quota
    one, other = (read.positives(order) for read, order in zip(alike.read, alike.offer.orders, strict=True))
    assert one.shape == other.shape
    assert not np.array_equal(one, other)


def test_the_size_of_a_list_is_dealt_to_the_strata_as_they_are_labelled():
    strata = world(more="[list]\nsize = 2700").quota.strata
    sizes = [one.evidence.list_items for one in strata]
    assert sum(sizes) == 2700
    assert sizes[0] == pytest.approx(2700 * 14 / 26, abs=2)


def test_a_list_needs_an_item_for_each_stratum():
    with pytest.raises(UsageError, match="fewer items than strata"):
        world(more="[list]\nsize = 1")


def test_labels_of_other_strata_are_as_many_as_they_weigh_where_rates_are_near_one():
    """Two hundred labels of the others are heard as a few: at the top of an order, too, they are no more than that."""
    strata = {"a": "x..x.x....", "b": ("x" * 5 + "." * 5) * 20}
    for one in world(strata=strata, listed=3).quota.strata:
        evidence, name = one.evidence, one.evidence.models[0].name
        whole = np.array([evidence.list_items])
        own = len(one.sampled)
        seen = _seen_along(evidence, evidence.model(name), whole)
        others = evidence.n_sample - own
        assert seen[0] == pytest.approx(own + min(others, one.others), rel=0.02)


def test_the_less_strata_differ_where_scores_are_equal_the_more_the_others_are_heard():
    """Alike: all that may be heard; one all entries, one none, whatever their scores: the least."""
    alike = world(strata={"a": "x.x.x.x.x.", "b": "x.x.x.x.x."}, times=8, listed=3).quota.strata
    assert {one.others for one in alike} == {OTHERS[1]}
    apart = world(strata={"a": "xxxxxxxxx.", "b": "x........."}, quota="minimum = 1", times=8, listed=3)
    assert {one.others for one in apart.quota.strata} == {OTHERS[0]}
    # By share nobody is heard.
    assert {one.others for one in world().quota.strata} == {0.0}


def _texts(tmp_path, text_of, listed):
    """Forty labels of each of two strata, in texts as they are said."""
    from budgetplan.evidence.paths import gather
    from budgetplan.planning.filter.quota.solve import plan_with_quotas
    from budgetplan.settings.build import read_plan
    from budgetplan.workflows.filter import FilterWorkflow

    rng = np.random.default_rng(4)
    # What a text is rich in runs through all of it.
    rich = rng.random(100) < 0.5
    lines = ["item,language,gold,good,text"]
    for stratum in range(2):
        for place in range(80 if listed else 40):
            text = text_of(stratum, place % 40)
            gold = "yn"[int(rng.random() > (0.8 if rich[text] else 0.1))] if place < 40 else ""
            lines.append(
                f"{stratum}-{place},{'ab'[stratum]},{gold},{1 - place % 40 / 40 - place * 1e-5:.6f},t{text}"
            )
    path = written(tmp_path, table='group = "text"', quota="minimum = 3", resamples=400)
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    plan = read_plan(str(path), {})
    data = FilterWorkflow().read(plan, {})
    return plan_with_quotas(plan, data.items, gather(plan, data.items, data.models))


COMMON, OWN = (lambda _, place: place % 10), (lambda stratum, place: stratum * 10 + place % 10)


@pytest.mark.parametrize("text_of", [COMMON, OWN])
def test_texts_are_drawn_once_for_all_strata_of_a_list_with_scores(text_of, tmp_path):
    """What a text says too much it says wherever it is heard: in strata that it lies in, and as one of the others."""
    quota = _texts(tmp_path, text_of, True)
    both = [read.positives(order)[:, -1] for read, order in zip(quota.read, quota.offer.orders, strict=True)]
    assert np.corrcoef(*both)[0, 1] > 0.3
    assert not any(one.tied for one in quota.strata)


def test_by_share_strata_with_the_same_texts_are_taken_to_err_the_same_way(tmp_path):
    width = {}
    for text_of in (COMMON, OWN):
        quota = _texts(tmp_path, text_of, False)
        width[text_of] = quota.found.high - quota.found.low
        assert {one.tied for one in quota.strata} == {text_of is COMMON}
        rows = sum(row.found.high - row.found.low for row in quota.rows)
        assert (width[text_of] == pytest.approx(rows)) == (text_of is COMMON)
    assert width[COMMON] > 1.2 * width[OWN]


def test_groups_of_other_strata_count_as_much_as_their_labels_weigh(tmp_path):
    """Ten texts of 40 labels, and ten others whose 40 labels count in full (up to fifty do)."""
    quota = _texts(tmp_path, OWN, True)
    assert {one.evidence.n_groups for one in quota.strata} == {20}
    few = replace(quota.strata[0].evidence, weight=np.where(np.arange(80) < 40, 1.0, 0.1), n_groups=20)
    # Ten and ten tenths: 11 squared by 10.1.
    assert _counted(few, 1.0).n_groups == 11


def test_by_share_every_label_counts_as_one():
    assert {one.evidence.counts_one for one in world().quota.strata} == {None}
