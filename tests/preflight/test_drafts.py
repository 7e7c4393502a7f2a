"""What `budgetplan init` writes for small tables, and that `budgetplan check` takes it."""

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from budgetplan.cli.main import main

N = 60
SHOWN = [f"{0.05 + at % 9 / 10:.2f}" for at in range(N)]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words):
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def write(name="t.csv", **columns):
    rows = [",".join(columns), *(",".join(row) for row in zip(*columns.values(), strict=True))]
    Path(name).write_text("\n".join(rows) + "\n", encoding="utf-8")


def draft(*words, table="t.csv"):
    """Return the text of the draft of a table, and what it says."""
    Path("plan.toml").unlink(missing_ok=True)
    done = run("init", table, *words)
    assert done.exit_code == 0, done.output
    text = Path("plan.toml").read_text(encoding="utf-8")
    return text, tomllib.loads(text)


def words_of(text):
    """Return the comments of a draft without their breaks."""
    return re.sub(r"\n# ", " ", text)


IDS = [f"w{at:02d}" for at in range(N)]
LABELS = ["yes" if at % 3 == 0 else "no" for at in range(N)]


@pytest.mark.parametrize("sign", ["\u202e", "\u2028", "\u2066", "\u200b", "\x85", "\U000e0041"])
def test_no_letter_that_nobody_sees_stands_in_a_draft(sign):
    write(item_id=IDS, gold=LABELS, **{f"p_{sign}x": SHOWN})
    text, plan = draft()
    assert sign not in text
    assert plan["models"] == [{"name": f"p_{sign}x"}]


@pytest.mark.parametrize("first", ["[[models]]", "[[table]", "[ [x"])
def test_a_header_that_begins_with_brackets_is_one(first):
    write(**{first: IDS, "gold": LABELS, "p_m": SHOWN})
    assert draft()[1]["table"]["id"] == first


TOKENS = [str(300 + at % 17) for at in range(N)]
BESIDE = {
    "llm_label": ["input_tokens", "output_tokens"],
    "label": ["input_tokens", "output_tokens"],
    "answer": ["answer_tokens"],
    "verdict": ["verdict_prob"],
    "category": ["category_cost"],
    "model_label": ["model_score"],
    "gpt4_label": ["gpt4_score"],
    "class_b": ["p_x", "score_b"],
    "claude": ["price_in"],
    "pred": ["p_x"],
    "model_answer": ["p_x"],
}


@pytest.mark.parametrize("name", BESIDE)
def test_what_a_model_said_is_never_drafted_as_the_truth(name):
    numbers = {one: TOKENS if "tokens" in one else SHOWN for one in BESIDE[name]}
    write(msg_id=IDS, **{name: LABELS}, **numbers)
    text, plan = draft()
    assert "label" not in plan["table"]
    assert f"{name} " in words_of(text)
    # Where people have judged, their column is the truth whatever stands beside it.
    write(msg_id=IDS, **{name: LABELS}, **numbers, gold=LABELS[::-1])
    assert draft()[1]["table"]["label"] == "gold"


@pytest.mark.parametrize("other", ["label_2", "second_label", "gold_standard", "annotation_b"])
def test_of_two_columns_with_the_same_labels_none_is_chosen(other):
    write(item_id=IDS, label=LABELS, **{other: LABELS[::-1]}, p_m=SHOWN)
    text, plan = draft()
    assert "label" not in plan["table"]
    assert f"choose among label, {other}." in words_of(text)


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        ({"Lfd. Nr.": [str(at + 1) for at in range(N)], "Wort": IDS}, "Wort"),
        (
            {"Lfd. Nr.": [str(at + 1) for at in range(N)], "Satz": [f"Satz {at}" for at in range(N)]},
            "Lfd. Nr.",
        ),
        ({"n": [str(at % 7) for at in range(N)], "Wort": IDS, "Nr": [str(at) for at in range(N)]}, "Nr"),
        ({"Wort": IDS, "Form": IDS[::-1]}, "Wort"),
    ],
)
def test_the_column_that_names_every_row_is_the_id(columns, name):
    write(**columns, Urteil=LABELS, p_m=SHOWN)
    assert draft()[1]["table"]["id"] == name


def test_of_two_columns_that_name_every_row_none_is_chosen():
    write(Urteil=LABELS, Wort=IDS, Form=IDS[::-1], p_m=SHOWN)
    text, plan = draft()
    assert "id" not in plan["table"]
    assert "Choose among Wort, Form." in words_of(text)


@pytest.mark.parametrize("cell", ["2026-03-07", "n. b.", "0,5a"])
def test_scores_with_cells_that_hold_no_number_are_named(cell):
    write(
        item_id=IDS,
        gold=LABELS,
        Wert=['"' + cell + '"' if at in {3, 7} else one for at, one in enumerate(SHOWN)],
    )
    text, plan = draft()
    assert "models" not in plan
    told = f'No number stands in 2 of its 60 cells, the first time on line 5 ("{cell}"): mend these first.'
    assert f"Needed: is Wert a model's score? {told}" in words_of(text)
