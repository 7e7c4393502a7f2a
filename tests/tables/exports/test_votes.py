"""Several judgements of one item: who settles it, what most say, and ties."""

import itertools

import pytest

from budgetplan.tables.exports.votes import SPLIT, TIE, Ballots, Judgement


@pytest.mark.parametrize(
    ("said", "settling", "label", "why"),
    [
        ("", "", "", ""),
        ("a", "", "a", ""),
        ("ab", "", "", TIE),
        ("aab", "", "a", ""),
        ("aabc", "", "a", ""),
        ("aabbc", "", "", TIE),
        ("aab", "b", "b", ""),
        ("ab", "cc", "c", ""),
        ("aaa", "bc", "", SPLIT),
    ],
)
def test_the_order_of_judgements_does_not_matter(said, settling, label, why):
    judgements = [*map(Judgement, said), *(Judgement(one, settles=True) for one in settling)]
    for order in itertools.islice(itertools.permutations(judgements), 60):
        ballots = Ballots()
        for each in order:
            ballots.add(3, each.label, settles=each.settles)
        assert ballots.settled() == ({3: label} if label else {}, {3: why} if why else {})


def test_how_items_got_their_label_is_said():
    ballots = Ballots()
    names = ["a", "b", "c", "d", "e", "f"]
    for row, said, settling in ((0, "x", ""), (1, "xx", ""), (2, "xy", ""), (3, "xy", "y"), (5, "yx", "")):
        for label in said:
            ballots.add(row, label)
        for label in settling:
            ballots.add(row, label, settles=True)
    assert ballots.settled() == ({0: "x", 1: "x", 3: "y"}, {2: TIE, 5: TIE})
    assert ballots.said(names, "label") == [
        "Items judged more than once (label): 4; taken: the adjudicated label (1), the label with most judgements (1).",
        "Ties, left without a label: 2 (c, f).",
        "An item that people judged has 2.0 judgements on average; how many a review pays for is said by cost.annotators (1 where nothing is said).",
    ]
    alone = Ballots()
    alone.add(0, "x")
    assert alone.said(names, "label") == []
    alone.add(0, "y", settles=True)
    alone.add(0, "x", settles=True)
    assert alone.said(names, "label") == [
        "Items judged more than once (label): 1.",
        "Items settled more than once, with different labels, left without a label: 1 (a).",
        "An item that people judged has 3.0 judgements on average; how many a review pays for is said by cost.annotators (1 where nothing is said).",
    ]
