"""Which items make a queue: the plan's order, random items that nobody can tell apart, nothing twice and nothing lost."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from documents_world import GOOD, world
from documents_world import LABELS as DOCUMENTS
from hypothesis import given, settings
from hypothesis import strategies as st
from queue_world import KNOWN, course, drawn

from budgetplan.engines.counting import QueuedItems
from budgetplan.plans.review import course_of
from budgetplan.queues.packets import course_of_counted, judged_again

REVIEW, TAIL, CONTROL, ANSWERED, LEFT = range(5)


def named(items, role):
    return [items.ids[at] for at in np.flatnonzero(items.role == role).tolist()]


@settings(deadline=None, max_examples=40)
@given(*(st.integers(*ends) for ends in ((1, 80), (0, 80), (0, 20), (0, 90), (0, 12), (1, 30), (0, 5))))
def test_every_item_of_the_list_has_one_role_and_the_queue_keeps_the_plans_order(
    n, review, answered, tail, control, packet, seed
):
    answered = min(answered, n - 1)
    made = course(n, min(review, n - answered), answered)
    items = drawn(made, tail=tail, control=control, packet=packet, seed=seed)
    after = len(made.queue) - made.review
    sizes = [made.review, min(tail, after), min(control, len(KNOWN[0])), answered, after - min(tail, after)]
    assert np.bincount(items.role, minlength=5).tolist() == sizes
    assert len(items.ids) == len({*items.ids})
    assert {*items.ids} - {*KNOWN[0]} == {*made.ids}
    assert items.rank[items.role == REVIEW].tolist() == list(range(1, made.review + 1))
    assert (items.rank[items.role == TAIL] > made.review).all()
    queue = items.place > 0
    assert items.place[queue].tolist() == list(range(1, int(queue.sum()) + 1))
    assert (items.packet[queue] == (items.place[queue] - 1) // packet + 1).all()
    own = np.flatnonzero(items.role != CONTROL).tolist()
    assert items.score[own].tolist() == [made.score[int(items.ids[at][1:])] for at in own]
    known = dict(zip(*KNOWN, strict=True))
    labels = {name: label for name, label in zip(items.ids, items.label, strict=True) if label}
    assert labels == {name: known.get(name, "literal") for name in labels}


def test_random_items_are_a_simple_random_sample_in_the_order_of_their_places():
    made, times = course(12, 4), 1000
    lists = [drawn(made, tail=3, control=1, seed=seed) for seed in range(times)]
    names = [named(items, TAIL) for items in lists]
    # Each of the eight items after the stop is drawn first in one of 8, and at all in three of 8.
    for counts, share in (
        (Counter(each[0] for each in names), 1 / 8),
        (Counter(name for each in names for name in each), 3 / 8),
    ):
        assert len(counts) == 8
        assert max(abs(n / times - share) for n in counts.values()) < 0.045
    # They lie anywhere among the eight of the queue, as known items do.
    places = [place for items in lists for place in items.place[np.isin(items.role, (TAIL, CONTROL))]]
    assert np.abs(np.bincount(places, minlength=9)[1:] / times - 4 / 8).max() < 0.05


def test_the_same_seed_draws_the_same_whatever_the_ties_were_ordered_by():
    made = course()
    other = made.queue.copy()
    other[made.review :] = np.random.default_rng(3).permutation(other[made.review :])
    first, again = drawn(made), drawn(replace(made, queue=other))
    assert {*named(first, TAIL)} == {*named(again, TAIL)}
    assert first.ids[:21] == again.ids[:21]
    assert drawn(made, seed=2).ids != first.ids


@pytest.mark.parametrize("share", ["1.05", "2.5", "1.999", "3"])
@pytest.mark.parametrize("sizes", [[200, 200, 6], [1] * 30, []])
def test_items_judged_once_more_are_their_share_of_every_part_of_the_queue(share, sizes):
    places = judged_again(sizes, Decimal(share), seed=3)
    n, reached = 0, 0
    for size, one in zip(sizes, (each.tolist() for each in places), strict=True):
        assert one == sorted({*one})
        assert {*one} <= {*range(size)}
        n, reached = n + size, reached + len(one)
        assert abs(reached - n * (Decimal(share) % 1)) <= Decimal("0.5")
    again = judged_again(sizes, Decimal(share), seed=3)
    assert [one.tolist() for one in again] == [one.tolist() for one in places]


def test_where_a_model_answers_alone_random_items_are_of_all_that_people_would_not_review():
    made, times = replace(course(12, 4, 5), said=("literal",) * 12), 800
    counts = Counter()
    for seed in range(times):
        items = drawn(made, tail=3, control=0, packet=4, seed=seed)
        counts.update(named(items, TAIL))
        assert len(items.ids) == 12
        # What people judge is not answered as well, and has no answer beside it that they could see.
        assert not {*named(items, ANSWERED)} & {*named(items, TAIL)}
        assert {items.label[at] for at in np.flatnonzero(items.role == TAIL)} == {""}
    others = [made.ids[row] for row in (*made.queue[4:], *made.answered)]
    assert {*counts} == {*others}
    assert np.array([counts[name] for name in others]) / times == pytest.approx(np.full(8, 3 / 8), abs=0.05)
    # Without a model's answers to check, what is answered stays so.
    assert len(named(drawn(course(12, 4, 5), tail=9, control=0, packet=4), TAIL)) == 3


def test_items_of_a_list_that_is_not_loaded_keep_their_order_whatever_their_names():
    held = QueuedItems(
        ids=("z", "b", "c", "a"),
        score=np.array([0.9, 0.8, 0.1, 0.2]),
        n_items=2,
        n_after=70,
        texts={},
        amounts={name: np.arange(4.0) for name in ("cost", "listed", "units", "seconds")},
    )
    analysis = world(labels=DOCUMENTS + "!???" * 20, budget=("30", "money"), models=(GOOD,)).analysis
    made, whole = course_of_counted(analysis, held), course_of(analysis)
    assert made.ids == ("a", "b", "c", "z")
    assert [made.ids[row] for row in made.queue.tolist()] == ["z", "b", "c", "a"]
    assert made.review == 2
    assert made.score.tolist() == [0.2, 0.8, 0.1, 0.9]
    assert made.known_cost.tolist() == [3.0, 1.0, 2.0, 0.0]
    # By their places in the queue: as likely entries as the first items of the list in memory.
    expected = np.diff(analysis.lead.path.read("positives", np.arange(3.0)))
    assert made.rate[[3, 1]].tolist() == expected.tolist()
    assert made.rate[[3, 1]] == pytest.approx(whole.rate[whole.queue[:2]])
    assert np.isnan(made.rate[[0, 2]]).all()
    assert made.band.expected.tolist() == whole.band.expected.tolist()
