"""Which items make a queue: the plan's order, random items that nobody can tell apart, nothing twice and nothing lost."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from queue_world import KNOWN, course, drawn

from budgetplan.domain.review import ROLES
from budgetplan.queues.draw import draw_queue, judged_again

REVIEW, TAIL, CONTROL, ANSWERED, LEFT = range(5)


@settings(deadline=None, max_examples=60)
@given(
    st.integers(1, 80),
    st.integers(0, 80),
    st.integers(0, 20),
    st.integers(0, 90),
    st.integers(0, 12),
    st.integers(1, 30),
    st.integers(0, 5),
)
def test_every_item_of_the_list_has_one_role_and_the_queue_keeps_the_plans_order(
    n, review, answered, tail, control, packet, seed
):
    answered = min(answered, n - 1)
    made = course(n, min(review, n - answered), answered)
    items = drawn(made, tail=tail, control=control, packet=packet, seed=seed)
    roles = Counter(items.role.tolist())
    after = len(made.queue) - made.review
    assert roles[REVIEW] == made.review
    assert roles[TAIL] == min(tail, after)
    assert roles[CONTROL] == min(control, len(KNOWN[0]))
    assert roles[ANSWERED] == answered
    assert roles[LEFT] == after - min(tail, after)
    assert len(items.ids) == len({*items.ids})
    assert {*items.ids} - {*KNOWN[0]} == {*made.ids}
    rank = items.rank[items.role == REVIEW]
    assert rank.tolist() == list(range(1, made.review + 1))
    queue = items.place > 0
    assert items.place[queue].tolist() == list(range(1, int(queue.sum()) + 1))
    assert (items.packet[queue] == (items.place[queue] - 1) // packet + 1).all()
    assert (items.rank[items.role == TAIL] > made.review).all()
    row = {name: at for at, name in enumerate(made.ids)}
    own = [at for at, role in enumerate(items.role.tolist()) if role != CONTROL]
    assert items.score[own].tolist() == [made.score[row[items.ids[at]]] for at in own]
    known = dict(zip(*KNOWN, strict=True))
    labels = {name: label for name, label in zip(items.ids, items.label, strict=True) if label}
    assert labels == {name: known.get(name, "literal") for name in labels}


def test_random_items_are_a_simple_random_sample_in_the_order_of_their_places():
    made, times = course(12, 4), 4000
    first, all_drawn = Counter(), Counter()
    for seed in range(times):
        items = drawn(made, tail=3, control=0, seed=seed)
        names = [items.ids[at] for at in np.flatnonzero(items.role == TAIL).tolist()]
        first[names[0]] += 1
        all_drawn.update(names)
    # Each of the eight items after the stop is drawn first in one of 8, and at all in three of 8.
    assert len(all_drawn) == 8
    assert max(abs(n / times - 1 / 8) for n in first.values()) < 0.025
    assert max(abs(n / times - 3 / 8) for n in all_drawn.values()) < 0.035


def test_random_items_lie_anywhere_in_the_queue():
    places = [
        place
        for seed in range(600)
        for items in [drawn(tail=6, control=3, seed=seed)]
        for place in items.place[(items.role == TAIL) | (items.role == CONTROL)].tolist()
    ]
    share = np.bincount(places, minlength=22)[1:] / 600
    assert np.abs(share - 9 / 21).max() < 0.09


def test_the_same_seed_draws_the_same_whatever_the_ties_were_ordered_by():
    made = course()
    other = made.queue.copy()
    other[made.review :] = np.random.default_rng(3).permutation(other[made.review :])
    again = drawn(replace(made, queue=other))
    first = drawn(made)
    assert {*np.array(first.ids)[first.role == TAIL]} == {*np.array(again.ids)[again.role == TAIL]}
    assert first.ids[:21] == again.ids[:21]
    assert drawn(made, seed=2).ids != first.ids


@pytest.mark.parametrize("n", [10**5])
def test_long_lists_are_drawn_from_too(n):
    ids = tuple(f"{number:06d}" for number in range(n))
    small = course()
    made = replace(
        small,
        ids=ids,
        queue=np.arange(n),
        review=n // 3,
        score=np.zeros(n),
        rate=np.zeros(n),
        known_cost=np.zeros(n),
        sizes=dict.fromkeys(("seconds", "units", "listed"), np.zeros(n)),
    )
    items = draw_queue(made, KNOWN, tail_sample=1000, n_control=0, packet=200, seed=1)
    assert int((items.role == TAIL).sum()) == 1000
    assert ROLES[TAIL] == "tail sample"


@pytest.mark.parametrize("share", ["1.2", "1.05", "2.5", "1.999", "3"])
@pytest.mark.parametrize("sizes", [[200, 200, 6], [1] * 30, [7], []])
def test_items_judged_once_more_are_their_share_of_every_part_of_the_queue(share, sizes):
    places = judged_again(sizes, Decimal(share), seed=3)
    wanted, reached, n = Decimal(share) % 1, 0, 0
    for size, one in zip(sizes, places, strict=True):
        assert len(set(one.tolist())) == len(one)
        assert all(0 <= place < size for place in one.tolist())
        assert one.tolist() == sorted(one.tolist())
        n, reached = n + size, reached + len(one)
        assert abs(reached - n * wanted) <= Decimal("0.5")
    again = judged_again(sizes, Decimal(share), seed=3)
    assert [one.tolist() for one in again] == [one.tolist() for one in places]


def test_where_a_model_answers_alone_random_items_are_of_all_that_people_would_not_review():
    made, times = course(12, 4, 5), 3000
    made = replace(made, said=("literal",) * 12)
    counts = Counter()
    for seed in range(times):
        items = drawn(made, tail=3, control=0, packet=4, seed=seed)
        counts.update(items.ids[at] for at in np.flatnonzero(items.role == TAIL))
        roles = Counter(items.role.tolist())
        assert roles[REVIEW] + roles[TAIL] + roles[ANSWERED] + roles[LEFT] == 12
        # What people judge is not answered as well, and has no answer beside it that they could see.
        answered = {items.ids[at] for at in np.flatnonzero(items.role == ANSWERED)}
        assert not answered & {items.ids[at] for at in np.flatnonzero(items.role == TAIL)}
        assert {items.label[at] for at in np.flatnonzero(items.role == TAIL)} == {""}
    others = [made.ids[row] for row in (*made.queue[4:], *made.answered)]
    assert {*counts} == {*others}
    assert np.array([counts[name] for name in others]) / times == pytest.approx(np.full(8, 3 / 8), abs=0.035)
    # Without a model's answers to check, what is answered stays so.
    plain = drawn(course(12, 4, 5), tail=9, control=0, packet=4, seed=1)
    assert int((plain.role == TAIL).sum()) == 3
