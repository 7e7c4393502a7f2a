"""What `budgetplan init` writes for small tables, and that `budgetplan check` takes it."""

import random
import re
import tomllib
from pathlib import Path

import pytest
from commands import ended

N = 60
SHOWN = [f"{0.05 + at % 9 / 10:.2f}" for at in range(N)]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(file="t.csv", /, **columns):
    rows = [",".join(columns), *(",".join(row) for row in zip(*columns.values(), strict=True))]
    Path(file).write_text("\n".join(rows) + "\n", encoding="utf-8")


def draft(*words, table="t.csv"):
    """Return the text of the draft of a table, and what it says."""
    Path("plan.toml").unlink(missing_ok=True)
    done = ended("init", table, *words)
    assert done.exit_code == 0, done.output
    text = Path("plan.toml").read_text(encoding="utf-8")
    return text, tomllib.loads(text)


def words_of(text):
    """Return the comments of a draft without their breaks."""
    return re.sub(r"\n# ", " ", text)


IDS = [f"w{at:02d}" for at in range(N)]
LABELS = ["yes" if at % 3 == 0 else "no" for at in range(N)]


@pytest.mark.parametrize("sign", ["\u202e", "\u200b", "\x85", "\U000e0041"])
def test_no_letter_that_nobody_sees_stands_in_a_draft(sign):
    write(item_id=IDS, gold=LABELS, **{f"p_{sign}x": SHOWN})
    text, plan = draft()
    assert sign not in text
    assert plan["models"] == [{"name": f"p_{sign}x"}]


@pytest.mark.parametrize("first", ["[[models]]", "[ [x"])
def test_a_header_that_begins_with_brackets_is_one(first):
    write(**{first: IDS, "gold": LABELS, "p_m": SHOWN})
    assert draft()[1]["table"]["id"] == first


TOKENS = [str(300 + at % 17) for at in range(N)]
BESIDE = {
    "llm_label": {"input_tokens": TOKENS, "output_tokens": TOKENS},
    "answer": {"answer_tokens": TOKENS},
    "category": {"category_cost": SHOWN},
    "gpt4_label": {"gpt4_score": SHOWN},
    "claude": {"price_in": SHOWN},
    "model_answer": {"p_x": SHOWN},
}


@pytest.mark.parametrize("name", BESIDE)
def test_what_a_model_said_is_never_drafted_as_the_truth(name):
    write(msg_id=IDS, **{name: LABELS}, **BESIDE[name])
    text, plan = draft()
    assert "label" not in plan["table"]
    assert f"{name} " in words_of(text)
    assert not re.search("among [^.]*tokens", words_of(text))
    # Where people have judged, their column is the truth whatever stands beside it.
    write(msg_id=IDS, **{name: LABELS}, **BESIDE[name], gold=LABELS[::-1])
    assert draft()[1]["table"]["label"] == "gold"


@pytest.mark.parametrize("other", ["label_2", "gold_standard", "annotation_b"])
def test_of_two_columns_with_the_same_labels_none_is_chosen(other):
    write(item_id=IDS, label=LABELS, **{other: LABELS[::-1]}, p_m=SHOWN)
    text, plan = draft()
    assert "label" not in plan["table"]
    assert f"choose among label, {other}." in words_of(text)


NUMBERS = [str(at + 1) for at in range(N)]


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        ({"Lfd. Nr.": NUMBERS, "Wort": IDS}, "Wort"),
        ({"Lfd. Nr.": NUMBERS, "Satz": [f"Satz {at}" for at in range(N)]}, "Lfd. Nr."),
        ({"n": [str(at % 7) for at in range(N)], "Wort": IDS, "Nr": NUMBERS}, "Nr"),
        ({"Wort": IDS, "Form": IDS[::-1]}, "Wort"),
    ],
)
def test_the_column_that_names_every_row_is_the_id(columns, name):
    write(**columns, Urteil=LABELS, p_m=SHOWN)
    assert draft()[1]["table"]["id"] == name
    # Behind the labels, of two none is chosen.
    write(Urteil=LABELS, Wort=IDS, Form=IDS[::-1], p_m=SHOWN)
    assert "Choose among Wort, Form." in words_of(draft()[0])


@pytest.mark.parametrize("cell", ["2026-03-07", "0,5a"])
def test_scores_with_cells_that_hold_no_number_are_named(cell):
    spoilt = [f'"{cell}"' if at in {3, 7} else one for at, one in enumerate(SHOWN)]
    write(item_id=IDS, gold=LABELS, Wert=spoilt)
    text, plan = draft()
    assert "models" not in plan
    told = f'2 of its 60 cells hold no number, the first on line 5 ("{cell}"): correct these first.'
    assert f"Needed: is Wert a model's score? {told}" in words_of(text)


def answered(text):
    """Return a draft in which the first choice is taken wherever it asks for something."""
    lines, waiting = text.splitlines(), False
    for at, line in enumerate(lines):
        waiting |= line.startswith("# Needed: ")
        if waiting and re.fullmatch(r'# (\[\[models\]\]|[a-z_]+ = ("[^"]*"|\[.*\]))', line):
            lines[at] = line[2:]
            waiting = line.endswith("]]")
    return "\n".join(lines) + "\n"


def checked(plan="plan.toml"):
    """Return what check says of a draft, which must have nothing wrong once it has what it asks for by name."""
    text = Path(plan).read_text(encoding="utf-8")
    asks = "# Needed: " in text
    filled = Path(plan).with_name("filled.toml")
    filled.write_text(answered(text), encoding="utf-8")
    done = ended("check", str(filled))
    assert done.exit_code in {0, 3}, text + done.output
    # What was not filled in is wrong in the plan, or in the data where cells are empty.
    assert asks == (ended("check", plan).exit_code in {2, 4})
    return done.output


def labels_file(**columns):
    write("labels.csv", **columns)
    return ["--set", "table.labels=labels.csv"]


def test_labels_in_a_file_of_their_own_are_drafted():
    write(item_id=IDS, text=[f"Satz {at}" for at in range(N)], p_m=SHOWN)
    text, plan = draft(*labels_file(item_id=IDS[:40][::-1], gold=LABELS[:40], who=["ann"] * 40))
    columns = {"label": "gold", "id": "item_id", "positive": ["yes"]}
    assert plan["table"] == {"file": "t.csv", "labels": "labels.csv"} | columns
    assert "Labels: no (26), yes (14)." in words_of(text)
    assert "Rows without a label: 20" in words_of(text)
    assert "40 rows" not in checked()


def test_labels_in_another_folder_are_named_as_seen_from_the_plan():
    write(item_id=IDS, p_m=SHOWN)
    Path("plans").mkdir()
    words = labels_file(item_id=IDS, y=[str(int(one == "yes")) for one in LABELS])
    assert ended("init", "t.csv", *words, "--out", "plans/p.toml").exit_code == 0
    plan = tomllib.loads(Path("plans/p.toml").read_text(encoding="utf-8"))
    assert (plan["table"]["labels"], plan["table"]["label"]) == ("../labels.csv", "y")
    checked("plans/p.toml")


def test_labels_whose_column_is_not_clear_are_asked_for():
    write(item_id=IDS, p_m=SHOWN)
    words = labels_file(item_id=IDS, ann=LABELS, bob=LABELS[::-1])
    done = ended("init", "t.csv", *words)
    assert done.exit_code == 2
    assert "--set table.label=COLUMN; beside the columns of the table, the file has ann, bob" in done.output
    assert draft(*words, "--set", "table.label=bob")[1]["table"]["label"] == "bob"


def test_labels_beside_a_row_for_each_item_and_model():
    both = {"item_id": IDS * 2, "model": ["a"] * N + ["b"] * N, "score": SHOWN + SHOWN[::-1]}
    write(**both)
    _, plan = draft(*labels_file(item_id=IDS, gold=["NA" if at > 40 else one for at, one in enumerate(LABELS)]))
    table = plan["table"]
    assert (table["long"], table["label"], table["empty"]) == (["item_id", "model", "score"], "gold", ["NA"])
    checked()


def test_files_without_a_common_name_of_the_items_are_refused_with_a_way_out():
    write(Wort=IDS, p_m=SHOWN)
    words = labels_file(form=IDS, gold=LABELS)
    done = ended("init", "t.csv", *words)
    assert done.exit_code == 2
    assert "--id COLUMN" in done.output
    _, plan = draft(*words, "--map", "form=Wort", "--id", "Wort")
    assert plan["table"]["map"] == {"form": "Wort"}
    checked()


def test_columns_and_other_names_are_said_as_for_a_report():
    write(item_id=IDS, Wort=IDS[::-1], note=LABELS[::-1], said=LABELS, x=SHOWN)
    _, plan = draft("--id", "Wort", "--map", "x=p_m", "--label", "said")
    assert (plan["table"]["id"], plan["table"]["label"], plan["models"]) == ("Wort", "said", [{"name": "p_m"}])
    checked()
    for flag, name in (("--id", "Wort"), ("--label", "said")):
        done = ended("init", "t.csv", flag, f"{name}x", "--out", "other.toml")
        assert done.exit_code == 4
        assert f"{name}x: there is no such column; did you mean {name}?" in done.output


TRUTH = {
    "gold": ["yes", "no"],
    "label": ["1", "0"],
    "Urteil": ["name", "loan", "native"],
    "Befund": ["idiom", "literal"],
}


def columns_of(dice):
    """Return a table of some kind, and of whose words the labels are."""
    name = dice.choice([*TRUTH])
    labels = TRUTH[name]
    truth = dice.choices(labels, [1, *[2] * (len(labels) - 1)], k=N)
    noise = [dice.random() for _ in range(N)]
    first = [round(0.6 * x + 0.4 * (one == labels[0]), 4) for x, one in zip(noise, truth, strict=True)]
    others = [round((1 - value) / (len(labels) - 1), 6) for value in first]
    said = dice.choices(labels, k=N)
    scores = {
        "score": {"p_m": first},
        "two": {"p_m": first, "rank": dice.sample(range(1, N + 1), N)},
        "classes": {f"p_m:{one}": first if one == labels[0] else others for one in labels},
        "spoilt": {"Wert": [one if at % 9 else "2026-03-07" for at, one in enumerate(first)], "p_m": first},
        "gaps": {"p_m": [one if at % 9 else "" for at, one in enumerate(first)]},
        "answer": {"pred_m": said, "conf_m": first},
        "model": {"llm_label": said, "output_tokens": range(9, 9 + N), "p_m": first},
    }
    table = {dice.choice(["item_id", "Wort", "Lfd. Nr."]): dice.choice([range(1, N + 1), IDS])}
    more = {
        "Satz": [f"ein Satz {at}" for at in range(N)],
        "split": ["dev", "test"] * (N // 2),
        "genre": dice.choices(["news", "talk"], k=N),
        "n_tokens": [at % 30 + 1 for at in range(N)],
    }
    table |= {key: cells for key, cells in more.items() if dice.random() < 0.4}
    table[name] = [one if at < 45 or dice.random() < 0.5 else "" for at, one in enumerate(truth)]
    table |= scores[dice.choice([*scores])]
    return {key: [*map(str, cells)] for key, cells in dice.sample([*table.items()], len(table))}


@pytest.mark.parametrize("seed", range(12))
def test_every_draft_passes_the_check_but_for_what_it_asks(seed):
    write(**columns_of(random.Random(seed)))
    draft()
    checked()


def test_what_a_model_says_is_no_group():
    sure = [f"{0.5 + at % 9 / 20:.2f}" for at in range(N)]
    said = ["LABEL_1" if one == "yes" else "LABEL_0" for one in LABELS]
    write(item_id=IDS, gold=LABELS, part=["x", "y", "z"] * (N // 3), verdict=said, verdict_confidence=sure)
    text = words_of(draft("--label", "gold")[0])
    assert 'group = "part"' in text
    for key in ("group", "type", "by"):
        assert f'# {key} = "verdict"' not in text
