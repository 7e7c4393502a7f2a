"""Scores from the probability of whichever of two labels a model says: the same order as its probabilities."""

import numpy as np
import pytest

from budgetplan.dataset.scored import read_table
from budgetplan.domain.plan import Columns, ModelSpec, Plan
from budgetplan.errors import BadDataError

P = [0.9, 0.2, 0.5, 0.1, 0.75, 0.4]
GOLD = ["idiom", "literal", "idiom", "literal", "idiom", "literal"]


def table(tmp_path, said, sure, gold=GOLD):
    rows = "".join(
        f"i{at},{label},{one},{score}\n" for at, (label, one, score) in enumerate(zip(gold, said, sure, strict=True))
    )
    path = tmp_path / "t.csv"
    path.write_text("item_id,gold,said,sure\n" + rows, encoding="utf-8")
    return str(path)


def read(path, positive=("idiom",), **more):
    model = ModelSpec("m", "sure", says="said", **more)
    return read_table(Plan(path, Columns("gold"), positive, (model,)))


def winner(p):
    return ["idiom" if one >= 0.5 else "literal" for one in p], [max(one, 1 - one) for one in p]


def test_the_scores_are_the_probabilities_of_what_is_collected(tmp_path):
    path = table(tmp_path, *winner(P))
    (model,) = read(path).models
    np.testing.assert_allclose(model.score, P, atol=1e-15)
    assert model.cut == 0.5
    assert read(path, cut=0.7).models[0].cut == 0.7
    (other,) = read(path, ("literal",)).models
    np.testing.assert_allclose(other.score, [1 - one for one in P], atol=1e-15)


def test_equal_probabilities_stay_equal(tmp_path):
    path = table(tmp_path, ["idiom", "literal"] * 3, [0.1, 0.9, 0.3, 0.7, 0.2, 0.8])
    (model,) = read(path).models
    assert model.score[0] == model.score[1]
    assert model.score[2] == model.score[3]
    assert model.score[4] == model.score[5]


def test_what_a_model_says_is_a_column(tmp_path):
    path = table(tmp_path, *winner(P))
    with pytest.raises(BadDataError, match="column sayd: there is no such column of labels that a model names"):
        read_table(Plan(path, Columns("gold"), ("idiom",), (ModelSpec("m", "sure", says="sayd"),)))


@pytest.mark.parametrize(
    ("said", "sure", "gold", "told"),
    [
        (["idiom", "literal", "other"] * 2, [0.9] * 6, GOLD, "of 3 labels (idiom, literal, other)"),
        (["idiom", "literal"] * 3, [0.9] * 6, ["idiom", "literal", "unclear"] * 2, "of 3 labels"),
        (["idiom", "literal"] * 3, [0.9] * 5 + [1.5], GOLD, "must be a probability between 0 and 1"),
        (["idiom", "literal"] * 2 + ["idiom", ""], [0.9] * 6, GOLD, "has a score here but no label"),
    ],
)
def test_what_is_no_order_is_refused(tmp_path, said, sure, gold, told):
    with pytest.raises(BadDataError) as caught:
        read(table(tmp_path, said, sure, gold))
    assert told in str(caught.value)


def test_a_pipelines_numbered_labels_are_those_of_the_numbers(tmp_path):
    said, sure = winner(P)
    numbers = {"idiom": "1", "literal": "0"}
    numbered = table(tmp_path, [f"LABEL_{numbers[name]}" for name in said], sure, [numbers[name] for name in GOLD])
    items = read(numbered, ("1",))
    np.testing.assert_allclose(items.models[0].score, P, atol=1e-15)
    assert "What m says is numbered: LABEL_0 is taken for the label 0, LABEL_1 for the label 1." in map(
        str, items.messages
    )


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("idiom", "literal"), ("LABEL_0", "LABEL_1")),
        (("1", "2"), ("LABEL_0", "LABEL_1")),
        (("-1", "1"), ("LABEL_1",)),
        (("0.0", "1.0"), ("LABEL_0", "LABEL_1")),
    ],
)
def test_numbered_labels_are_asked_about_where_people_do_not_count_from_0(tmp_path, names, says):
    gold = [names[GOLD[at] == "idiom"] for at in range(6)]
    other = table(tmp_path, [says[at % len(says)] for at in range(6)], winner(P)[1], gold)
    with pytest.raises(BadDataError, match=rf"what people call {', '.join(says)}"):
        read(other, (names[1],))
