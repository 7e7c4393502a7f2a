"""spaCy's categories, doccano's labels and what Hugging Face pipelines predict."""

import numpy as np
import pytest
from export_world import column, lines
from log_world import logged, written

from budgetplan.dataset.predicted import read_classified
from budgetplan.dataset.scored import read_table
from budgetplan.errors import BadDataError
from budgetplan.settings.build import read_plan


def cats(**found):
    return {"text": "T.", "cats": found, "meta": {"item_id": "s-1"}}


def test_spacy_categories_of_0_and_1_are_labels(read):
    found = lines(
        cats(idiom=1, literal=0), cats(idiom=False, literal=True), cats(idiom=0.0, literal=1.0), {"text": "T."}
    )
    content, header, problems = read(found, numbers=("cats:idiom",))
    assert problems == []
    assert header == ("text", "item_id", "cats:idiom", "cats:literal", "label")
    assert column(content, "label") == ["idiom", "literal", "literal", ""]
    np.testing.assert_array_equal(content.numbers["cats:idiom"].values, [1, 0, 0, np.nan])
    assert "4 texts, 2 classes; cats are labels" in str(content.messages[0])
    content, *_ = read(lines(cats(idiom=1, literal=0) | {"label": "x"}), texts=("label", "cats"))
    assert [column(content, "label"), column(content, "cats")] == [["x"], ["idiom"]]
    assert column(read(lines(cats(idiom=1), cats(idiom=0)))[0], "label") == ["idiom", "not idiom"]


def test_spacy_categories_that_are_shares_are_probabilities(read):
    found = lines(cats(literal=0.09, idiom=0.91), cats(idiom=1, literal=0) | {"label": "x"})
    content, header, _ = read(found, texts=(), numbers=("cats:idiom",))
    assert header == ("text", "item_id", "cats:idiom", "cats:literal", "label")
    assert content.numbers["cats:idiom"].values.tolist() == [0.91, 1]
    assert "cats are probabilities" in str(content.messages[0])


def doccano(number, *labels, **more):
    return {"id": 16 + number, "text": "T.", "item_id": f"s-{number}", "label": [*labels], "Comments": []} | more


def test_doccano_labels(read, tmp_path):
    text = lines(doccano(2, "idiom", score=0.91), doccano(1, score=0.2), doccano(3, "literal", score=0.1))
    content, header, problems = read(text, texts=("label", "id"), numbers=("score",))
    assert (problems, header) == ([], ("id", "text", "label", "item_id", "score"))
    assert column(content, "label") == ["idiom", "", "literal"]
    assert column(content, "id") == ["18", "17", "19"]
    assert (*map(str, content.messages),) == ("Read as a doccano export: 3 texts, 2 with a label.",)
    log = logged(tmp_path, text, "admin.jsonl", ids="id")
    assert (log.item, log.label) == (("s-2", "s-1", "s-3"), ("idiom", "", "literal"))
    assert log.annotator == ("", "", "")
    assert np.isnan(log.seconds).all()
    assert "2 judgements of 2 items; 1 skipped or not judged yet" in str(log.messages[0])
    # doccano gives the id that its own data overwrite.
    assert read(lines({"id": "s-0042", "text": "A.", "label": ["a"], "Comments": []}), ids="id")[0].ids == ["s-0042"]


def hf(*pairs, **more):
    return {"text": "T.", "prediction": [{"label": name, "score": score} for name, score in pairs]} | more


def test_predictions_of_all_classes_are_probabilities(read):
    both = [hf(("b", 0.91), ("a", 0.09), label="b"), hf(("a", 0.6), ("b", 0.4), label="a")]
    nested = both[0] | {"prediction": [both[0]["prediction"]]}
    numbers = ("prediction:a", "prediction:b", "prediction.confidence")
    content, header, problems = read(lines(nested, both[1]), texts=("prediction.predicted",), numbers=numbers, ids="")
    assert problems == []
    assert [name for name in header if ":" in name] == ["prediction:a", "prediction:b"]
    assert content.numbers["prediction:b"].values.tolist() == [0.91, 0.4]
    assert content.numbers["prediction.confidence"].values.tolist() == [0.91, 0.6]
    assert column(content, "prediction.predicted") == ["b", "a"]
    assert (*map(str, content.messages),) == ("Read as a file of Hugging Face predictions: 2 texts, 2 classes.",)
    content, *_ = read(lines(hf(("LABEL_0", 0.9), ("LABEL_1", 0.1))), texts=(), ids="")
    assert str(content.messages[-1]) == "The model's classes have no names of their own (LABEL_0, LABEL_1)."


def test_the_winner_of_two_classes_gives_the_other_too(read):
    lone = lines(hf(("b", 0.91), label="a"), hf(("b", 0.5)), hf(("b", 1)))
    content, header, _ = read(lone, texts=(), numbers=("prediction:a", "prediction:b"), ids="")
    assert [name for name in header if ":" in name] == ["prediction:a", "prediction:b"]
    assert content.numbers["prediction:a"].values.tolist() == [0.09, 0.5, 0]
    assert "only the winner of two classes (a, b)" in str(content.messages[1])


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
    content, header, _ = read(lines(*found), texts=(), numbers=("prediction.confidence",), ids="")
    assert not [name for name in header if ":" in name]
    assert str(content.messages[1]).startswith(f"Predictions name only the winner{why}: that is not")


def test_a_prediction_written_in_another_way_is_a_problem_where_it_is_used(read):
    found = lines(hf(("a", 0.9), ("b", 0.1)), {"text": "T.", "prediction": [{"label": "a"}]})
    [problem] = read(found, texts=(), numbers=("prediction:a",), ids="")[2]
    assert "line 2, column prediction:a: the prediction is not a list of labels with scores (found" in problem
    assert read(found, texts=(), ids="")[2] == []


def test_predictions_go_through_the_workflows(tmp_path):
    found = lines(*(hf(("y", n / 10), ("n", 1 - n / 10), id=str(n), label="ny"[n % 2]) for n in range(9)))
    flags = {"table.label": "label", "table.positive": ("y",), "models.name": ("m=prediction:y",)}
    table = read_table(read_plan(written(tmp_path, "c.jsonl", found), flags))
    assert table.models[0].score.tolist() == [n / 10 for n in range(9)]
    # Categories need not exclude each other.
    found = lines(*(cats(y=0.9, n=0.8) | {"id": str(n), "gold": "ny"[n % 2]} for n in range(9)))
    flags = {"table.label": "gold", "models.probabilities": ("m=cats",), "answers.error_weight": "4"}
    with pytest.raises(BadDataError, match="the probabilities do not sum to 1"):
        read_classified(read_plan(written(tmp_path, "c.jsonl", found), flags))
