"""Several judgements of one item: who settles it, what most say, and ties."""

import itertools

import numpy as np
import pytest

from budgetplan.tables.votes import SPLIT, TIE, WHY, elected, told_of_votes
from budgetplan.tools.base import Asked, Export


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
    judgements = [*((one, False) for one in said), *((one, True) for one in settling)]
    for order in itertools.islice(itertools.permutations(judgements), 60):
        item = np.full(len(order), 3, dtype=np.int64)
        codes = np.array(["abc".index(one) for one, _ in order], dtype=np.int64)
        chosen = elected(item, codes, np.array([settles for _, settles in order], dtype=bool), 5)
        assert chosen[[0, 1, 2, 4]].tolist() == [-1] * 4
        assert (label, why) == (("abc"[chosen[3]], "") if chosen[3] >= 0 else ("", WHY.get(chosen[3], "")))


def test_how_items_got_their_label_is_said():
    export = Export("t", Asked())
    for line, (said, settling) in enumerate((("x", ""), ("xx", ""), ("xy", ""), ("xy", "y"), ("", ""), ("yx", "")), 1):
        row = export.add(line, {"item_id": "abcdef"[line - 1]})
        for label, settles in (*((one, False) for one in said), *((one, True) for one in settling)):
            export.judge(row, line, {"label": [label]}, {}, settles=settles)
    export.settle("label")
    assert [row.get("label", "") for row in export.rows] == ["x", "x", "", "y", "", ""]
    assert export.left_out == {"label": {2: TIE, 5: TIE}}
    assert export.messages == [
        "Items judged more than once (label): 4; taken: the adjudicated label (1), the label with most judgements (1).",
        "Ties, left without a label: 2 (c, f).",
        "An item that people judged has 2.0 judgements on average; how many a review pays for is said by cost.annotators (1 where nothing is said).",
    ]
    alone = np.zeros(1, dtype=np.int64)
    assert told_of_votes("label", alone, alone > 0, alone, str) == []
    export = Export("t", Asked())
    row = export.add(1, {"item_id": "a"})
    for label, settles in (("x", False), ("y", True), ("x", True)):
        export.judge(row, 1, {"label": [label]}, {}, settles=settles)
    export.settle("label")
    assert export.left_out == {"label": {0: SPLIT}}
    assert export.messages == [
        "Items judged more than once (label): 1.",
        "Items settled more than once, with different labels, left without a label: 1 (a).",
        "An item that people judged has 3.0 judgements on average; how many a review pays for is said by cost.annotators (1 where nothing is said).",
    ]
