"""Several judgements of one item: who settles it, what most say, and ties."""

import numpy as np

from budgetplan.tables.reshape.vote import SPLIT, TIE, told_of_votes
from budgetplan.tools.base import Asked, Export


def settled(*judgements):
    """Return an export of items with judgements as said: small letters, and capitals of who settles."""
    export = Export("t", Asked())
    for line, said in enumerate(judgements, 1):
        row = export.add(line, {"item_id": "abcdef"[line - 1]})
        for label in said:
            export.judge(row, line, {"label": [label.lower()]}, {}, settles=label.isupper())
    export.settle("label")
    return export


def test_how_items_got_their_label_is_said():
    export = settled("x", "xx", "xy", "xyY", "", "yx")
    assert [row.get("label", "") for row in export.rows] == ["x", "x", "", "y", "", ""]
    assert export.left_out == {"label": {2: TIE, 5: TIE}}
    judged, ties, average = map(str, export.messages)
    assert "(label): 4; taken: the adjudicated label (1), the label with most judgements (1)" in judged
    assert "Ties, left without a label: 2 (c, f)." in ties
    assert "has 2.0 judgements on average" in average
    export = settled("xYX")
    assert export.left_out == {"label": {0: SPLIT}}
    judged, split, average = map(str, export.messages)
    assert judged == "Items judged more than once (label): 1."
    assert split == "Items settled more than once, with different labels, left without a label: 1 (a)."
    assert "has 3.0 judgements on average" in average
    alone = np.zeros(1, dtype=np.int64)
    assert told_of_votes("label", alone, alone > 0, alone, str) == []
