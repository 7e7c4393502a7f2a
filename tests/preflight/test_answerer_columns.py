"""Which columns are told to be answerers: those that hold the labels' values, and never the labels."""

import re
import tomllib
from decimal import Decimal

import numpy as np
import pytest
from table_world import csv_of, survey

from budgetplan.api import draft_plan
from budgetplan.preflight.answer_columns import AnswererGuess
from budgetplan.preflight.draft import Draft
from budgetplan.preflight.plan_text import write_draft
from budgetplan.settings.build import read_plan

N = 60
GOLD = ["idiom" if at % 3 == 0 else "literal" for at in range(N)]
LLM = [*GOLD[:50], *("literal" for _ in range(6)), *("" for _ in range(4))]
SURE = [("low", "high", "medium")[at % 3] for at in range(N)]
P = [f"{0.2 + 0.5 * (at % 3 == 0) + at % 7 / 40:.3f}" for at in range(N)]
IDS = [f"w{at:02d}" for at in range(N)]
TABLE = {"item_id": IDS, "gold": GOLD, "p_rf": P}


def test_a_second_column_with_the_labels_values_is_an_answerer_and_never_the_truth():
    draft = Draft(survey(**TABLE, gpt=LLM, gpt_confidence=SURE))
    assert draft.roles.label.name == "gold"
    assert draft.answerers == (
        AnswererGuess("gpt", 54, 56, 4, (), "gpt_confidence", ("low", "medium", "high")),
    )
    assert "gpt" not in draft.roles.group
    assert [one.column for one in draft.scores] == ["p_rf"]


def test_a_predicted_label_without_a_confidence_is_an_answerer():
    draft = Draft(survey(**TABLE, pred_svm=LLM))
    assert [one.column for one in draft.answerers] == ["pred_svm"]
    assert not draft.classifiers


def test_a_predicted_label_with_a_confidence_stays_a_model():
    draft = Draft(survey(item_id=IDS, gold=GOLD, pred_svm=LLM, conf_svm=P))
    assert draft.answerers == ()


def test_texts_for_no_answer_are_told():
    said = ["refused" if at > 55 else name for at, name in enumerate(GOLD)]
    assert Draft(survey(**TABLE, gpt=said)).answerers[0].no_answer == ("refused",)


@pytest.mark.parametrize(
    "column",
    [
        ["idiom"] * N,
        [f"text {at % 9}" for at in range(N)],
        ["idiom" if at % 2 else "verb" for at in range(N)],
    ],
)
def test_other_columns_are_no_answerers(column):
    assert Draft(survey(**TABLE, other=column)).answerers == ()


def test_where_labels_are_numbers_a_column_must_go_with_them():
    gold = [str(int(one == "idiom")) for one in GOLD]
    rng = np.random.default_rng(1)
    flag, good = rng.integers(0, 2, N).astype(str).tolist(), [*gold[:55], *("0" for _ in range(5))]
    draft = Draft(survey(item_id=IDS, gold=gold, p_rf=P, flag=flag, good=good))
    assert [one.column for one in draft.answerers] == ["good"]


def test_words_of_unknown_order_are_to_be_put_in_order():
    words = [("blau", "grün")[at % 2] for at in range(N)]
    [one] = Draft(survey(**TABLE, gpt=LLM, gpt_confidence=words)).answerers
    assert (one.levels, one.in_order) == (("blau", "grün"), False)


def test_the_draft_holds_the_answerer_as_a_comment_that_becomes_a_plan(tmp_path):
    (tmp_path / "t.csv").write_text(csv_of(TABLE | {"gpt": LLM, "gpt_confidence": SURE}))
    draft_plan(str(tmp_path / "t.csv"), tmp_path / "plan.toml")
    text = (tmp_path / "plan.toml").read_text()
    assert "answerers" not in tomllib.loads(text)
    told = " ".join(line.removeprefix("# ") for line in text.splitlines())
    assert (
        "gpt holds labels too: the same as people's in 54 of 56 rows that have both, empty in 4 labelled rows."
        in told
    )
    assert "It is never people's label." in told
    # Models order items here: one that only answers cannot stand among them.
    assert "[[models]] with predicted" not in told
    at = text.index("# [[answerers]]")
    block, rest = text[at:].split("\n\n", 1)
    used = re.sub(r"^# (?=\[\[answerers\]\]$|[a-z_]+ = )", "", block, flags=re.MULTILINE)
    used = text[:at] + used + "\n\n" + rest.replace("# per_item", "per_item")
    (tmp_path / "plan.toml").write_text(used)
    [one] = read_plan(str(tmp_path / "plan.toml")).answerers
    assert (one.name, one.column, one.confidence) == ("gpt", "gpt", "gpt_confidence")
    assert one.levels == ("low", "medium", "high")
    assert one.price > 0


def test_a_draft_without_such_columns_says_nothing_of_answerers():
    assert "answerers" not in write_draft(Draft(survey(**TABLE)), "t.csv").text


def test_what_answers_cost_is_taken_from_the_columns_beside_them(tmp_path):
    """On average 0.5 a call; what a call took is no score of a model, and the draft becomes a plan with an answerer."""
    table = TABLE | {"gpt": LLM, "gpt_cost": [0.25 + at % 2 / 2 for at in range(N)]}
    (tmp_path / "t.csv").write_text(csv_of(table))
    draft_plan(str(tmp_path / "t.csv"), tmp_path / "plan.toml")
    text = (tmp_path / "plan.toml").read_text()
    told = " ".join(line.removeprefix("# ") for line in text.splitlines())
    assert "somebody or something answered there for a price, as gpt_cost says" in told
    assert 'name = "gpt_cost"' not in text
    assert '# price = "0.5"' in text
    [one] = Draft(survey(**TABLE, gpt=LLM, gpt_tokens_in=[9] * N, gpt_out_tokens=[5] * N)).answerers
    assert one.paid == {"tokens_in": "gpt_tokens_in", "tokens_out": "gpt_out_tokens"}
    used = re.sub(r'^# (?=\[\[answerers\]\]$|name = "gpt"|price = )', "", text, flags=re.MULTILINE)
    (tmp_path / "plan.toml").write_text(used)
    [one] = read_plan(str(tmp_path / "plan.toml"), {"cost.per_item": "1", "goal.budget": "9"}).answerers
    assert (one.name, one.price) == ("gpt", Decimal("0.5"))


def test_a_column_of_many_texts_is_compared_with_no_label(monkeypatch):
    asked: list[int] = []

    def compared(names, labels):
        asked.append(len(names))
        return {}

    monkeypatch.setattr("budgetplan.preflight.answer_columns.in_other_capitals", compared)
    n = 30_000
    words = [f"w{at % 9_000}" for at in range(n)]
    gold = ["idiom" if at % 3 == 0 else "literal" for at in range(n)]
    draft = Draft(
        survey(gold=gold, lemma=words, text=[f"{word} {at}" for at, word in enumerate(words)], gpt=gold)
    )
    assert [one.column for one in draft.answerers] == ["gpt"]
    assert asked == [2]
