"""spaCy's categories, doccano's labels and what Hugging Face pipelines predict."""

import numpy as np
import pytest
from export_world import column, lines

from budgetplan.dataset.predicted import read_classified
from budgetplan.dataset.scored import read_table
from budgetplan.errors import BadDataError
from budgetplan.settings.build import read_plan
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems


@pytest.fixture
def read(tmp_path):
    def read_lines(*objects, texts=(), numbers=(), ids=""):
        path = tmp_path / "c.jsonl"
        path.write_text(lines(*objects), encoding="utf-8")
        problems = Problems("t")
        with open_table(str(path)) as file:
            return file.read(ids, texts, numbers, problems), file.header, [*map(str, problems.listed())]

    return read_lines


def cats(**found):
    return {"text": "T.", "cats": found, "meta": {"item_id": "s-1"}}


def test_spacy_categories_of_0_and_1_are_labels(read):
    found = [
        cats(idiom=1, literal=0),
        cats(idiom=False, literal=True),
        cats(idiom=0.0, literal=1.0),
        {"text": "T."},
    ]
    content, header, problems = read(*found, texts=("label",), numbers=("cats:idiom",), ids="item_id")
    assert problems == []
    assert header == ("text", "item_id", "cats:idiom", "cats:literal", "label")
    assert column(content, "label") == ["idiom", "literal", "literal", ""]
    np.testing.assert_array_equal(content.numbers["cats:idiom"].values, [1, 0, 0, np.nan])
    assert content.messages == (
        "Read as a file of spaCy categories: 4 texts, 2 classes; cats are labels, for they are 0 and 1 alone.",
    )


def test_spacy_categories_that_are_shares_are_probabilities(read):
    content, header, _ = read(
        cats(literal=0.09, idiom=0.91), cats(idiom=1, literal=0) | {"label": "x"}, numbers=("cats:idiom",)
    )
    assert header == ("text", "item_id", "cats:idiom", "cats:literal", "label")
    assert content.numbers["cats:idiom"].values.tolist() == [0.91, 1]
    assert content.messages[0].endswith("cats are probabilities, for they are not 0 and 1 alone.")


def test_spacy_labels_leave_a_label_that_is_there_already(read):
    content, *_ = read(cats(idiom=1, literal=0) | {"label": "x"}, texts=("label", "cats"))
    assert [column(content, "label"), column(content, "cats")] == [["x"], ["idiom"]]


def test_a_single_spacy_category_is_said_or_denied(read):
    assert column(read(cats(idiom=1), cats(idiom=0), texts=("label",))[0], "label") == ["idiom", "not idiom"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (cats(a=1, b=1), 'several classes have a 1 (found "{"a": "1", "b": "1"}")'),
        (cats(a=0, b=0), 'no class has a 1 (found "{"a": "0", "b": "0"}")'),
        ({"cats": ["a"]}, 'cats is no object (found "["a"]")'),
    ],
)
def test_spacy_labels_are_one_for_each_text(read, line, told):
    [problem] = read(cats(a=1, b=0), line, texts=("label",))[2]
    assert told in problem


def test_doccano_labels(read):
    common = {"Comments": [], "rank": 1, "score": 0.91}
    content, header, problems = read(
        {"id": 17, "text": "A.", "item_id": "s-1", "label": ["idiom"]} | common,
        {"id": 18, "text": "B.", "item_id": "s-2", "label": []} | common,
        {"id": 19, "text": "C.", "item_id": "s-3", "label": ["a", "b"]} | common,
        texts=("label", "id"),
        numbers=("score",),
        ids="item_id",
    )
    assert header == ("id", "text", "label", "item_id", "rank", "score")
    assert column(content, "label") == ["idiom", "", ""]
    assert column(content, "id") == ["17", "18", "19"]
    assert problems == [
        't, line 3, column label, item s-3: the text has several labels (found "["a", "b"]"); budgetplan needs one label for each item; keep one'
    ]
    assert content.messages == ("Read as a doccano export: 3 texts, 1 with a label.",)


def hf(*pairs, **more):
    return {"text": "T.", "prediction": [{"label": name, "score": score} for name, score in pairs]} | more


def test_predictions_of_all_classes_are_probabilities(read):
    both = [hf(("b", 0.91), ("a", 0.09), label="b"), hf(("a", 0.6), ("b", 0.4), label="a")]
    nested = both[0] | {"prediction": [both[0]["prediction"]]}
    content, header, problems = read(
        nested,
        both[1],
        texts=("label", "prediction.predicted"),
        numbers=("prediction:a", "prediction:b", "prediction.confidence"),
    )
    assert problems == []
    assert [name for name in header if ":" in name] == ["prediction:a", "prediction:b"]
    assert content.numbers["prediction:b"].values.tolist() == [0.91, 0.4]
    assert content.numbers["prediction.confidence"].values.tolist() == [0.91, 0.6]
    assert column(content, "prediction.predicted") == ["b", "a"]
    assert content.messages == ("Read as a file of Hugging Face predictions: 2 texts, 2 classes.",)


def test_the_winner_of_two_classes_gives_the_other_one_too(read):
    lone = [hf(("b", 0.91), label="a"), hf(("b", 0.5)), hf(("b", 1))]
    content, header, _ = read(*lone, numbers=("prediction:a", "prediction:b"))
    assert [name for name in header if ":" in name] == ["prediction:a", "prediction:b"]
    assert content.numbers["prediction:a"].values.tolist() == [0.09, 0.5, 0]
    assert content.messages[1:] == (
        "Predictions name the winner of two classes alone (a, b): the other one gets 1 less its score.",
    )


@pytest.mark.parametrize(
    ("found", "why"),
    [
        ([hf(("a", 0.9)), hf(("b", 0.9)), hf(("c", 0.9))], " (classes in the file: 3)"),
        ([hf(("a", 0.9)), hf(("b", 0.3))], ", below 0.5 or above 1 in a file of two classes"),
        ([hf(("a", 0.9)), hf(("b", 3.5))], ", below 0.5 or above 1 in a file of two classes"),
        ([hf(("a", 0.9))], " (classes in the file: 1)"),
    ],
)
def test_other_winners_give_no_probabilities(read, found, why):
    content, header, _ = read(*found, texts=("prediction.predicted",), numbers=("prediction.confidence",))
    assert not [name for name in header if ":" in name]
    assert content.messages[1].startswith(f"Predictions name the winner alone{why}: that is no")


def test_classes_without_names_are_said(read):
    content, *_ = read(hf(("LABEL_0", 0.9), ("LABEL_1", 0.1)))
    assert content.messages[-1] == "The model's classes have no names of their own (LABEL_0, LABEL_1)."


def test_a_prediction_written_in_another_way_is_a_problem_where_it_is_used(read):
    found = (hf(("a", 0.9), ("b", 0.1)), hf() | {"prediction": [{"label": "a"}]})
    [problem] = read(*found, numbers=("prediction:a",))[2]
    assert (
        'line 2, column prediction:a: the prediction is no list of labels with scores (found "[{"label": "a"}]")'
        in problem
    )
    assert read(*found)[2] == []


def test_probabilities_go_through_the_filter_workflow(tmp_path):
    path = tmp_path / "c.jsonl"
    path.write_text(lines(*(hf(("y", n / 10), ("n", 1 - n / 10), id=str(n), label="ny"[n % 2]) for n in range(9))))
    flags = {"table.label": "label", "table.positive": ("y",), "models.name": ("m=prediction:y",)}
    table = read_table(read_plan(str(path), flags))
    assert table.models[0].score.tolist() == [n / 10 for n in range(9)]


def test_categories_that_do_not_exclude_each_other_are_no_probabilities(tmp_path):
    path = tmp_path / "c.jsonl"
    path.write_text(lines(*(cats(y=0.9, n=0.8) | {"id": str(n), "gold": "ny"[n % 2]} for n in range(9))))
    flags = {"table.label": "gold", "models.probabilities": ("m=cats",), "answers.error_weight": "4"}
    with pytest.raises(BadDataError, match="the probabilities do not sum to 1"):
        read_classified(read_plan(str(path), flags))


def test_doccano_gives_the_id_that_its_meta_data_overwrite(read):
    one = {"id": "s-0042", "text": "A.", "label": ["a"], "Comments": []}
    assert read(one, texts=("label",), ids="id")[0].ids == ["s-0042"]
