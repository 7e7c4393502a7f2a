"""Drafts of plan files: what stands in them, and that they become plans once what is needed is filled in."""

import csv
import io
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_world import csv_of

from budgetplan import api
from budgetplan.domain.options import BY_KEY
from budgetplan.domain.plan import TableForm
from budgetplan.errors import BadDataError, UsageError
from budgetplan.preflight.draft import Draft
from budgetplan.preflight.plan_text import WIDTH, clean, filled_in, toml, write_draft
from budgetplan.preflight.survey import read_survey
from budgetplan.settings.build import read_plan

EXAMPLES = Path(__file__).parents[2] / "examples"
N = 60
POSITIVE = np.arange(N) % 3 == 0
GOLD = ["idiom" if one else "literal" for one in POSITIVE]
HIGH = [f"{value:.4f}" for value in POSITIVE * 0.5 + np.arange(N) % 7 / 20]
FLAT = [f"{value:.4f}" for value in np.sin(np.arange(N))]
IDS = [f"w{i:02d}" for i in range(N)]


def drafted(tmp_path, form=None, **columns):
    (tmp_path / "t.csv").write_text(csv_of(columns), encoding="utf-8")
    return write_draft(Draft(read_survey(str(tmp_path / "t.csv"), form)), "t.csv", form)


def used(text):
    """Take the "#" away below each "Needed"; only the first of several models is taken."""
    lines, inside = [], False
    for line in text.splitlines():
        is_key = re.match(r"# (\[\[models\]\]$|[a-z_]+ = )", line)
        inside = (inside or line.startswith("# Needed: ")) and bool(line)
        lines.append(line.removeprefix("# ") if inside and is_key else line)
    return "\n".join(lines) + "\n"


def plan_of(tmp_path, text):
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return read_plan(str(path))


def comment_lines(text, key):
    """Return the key's own line, and the comments right above it."""
    lines = text.splitlines()
    [at] = [i for i, line in enumerate(lines) if re.match(rf"(# )?{key} = ", line)]
    start = at
    while start and lines[start - 1].startswith("# ") and not lines[start - 1].startswith("# Splits"):
        start -= 1
    return lines[start : at + 1]


def test_a_clear_table_needs_nothing(tmp_path):
    written = drafted(tmp_path, item_id=IDS, gold=GOLD, p_rf=HIGH, d_svc=HIGH)
    assert written.needed == ()
    plan = plan_of(tmp_path, written.text)
    assert (plan.columns.label, plan.columns.id, plan.positive) == ("gold", "item_id", ("idiom",))
    assert [model.name for model in plan.models] == ["p_rf", "d_svc"]
    assert comment_lines(written.text, "positive") == [
        "# Label that the resource collects.",
        "# Guessed: its scores are the higher ones; the other label is literal.",
        'positive = ["idiom"]',
    ]
    assert written.text.startswith("# A plan drafted from t.csv: 60 rows, 4 columns.\n")


def test_what_is_not_clear_stands_as_a_comment(tmp_path):
    written = drafted(tmp_path, Befund=GOLD, Sprache=["de", "en", "fr"] * 20, Wert=FLAT, Zahl=HIGH)
    assert written.needed == ("table.label", "table.positive", "models.name", "models.name")
    assert "# Needed: which column holds people's labels: choose among Befund, Sprache.\n" in written.text
    assert "# Needed: write the label; if Befund holds the labels, choose among idiom," in written.text
    assert "# Needed: is this column a model's score?\n# [[models]]\n" in written.text
    with pytest.raises(UsageError, match="still needed"):
        plan_of(tmp_path, written.text)
    plan = plan_of(tmp_path, used(written.text))
    assert (plan.columns.label, plan.positive) == ("Befund", ("idiom",))
    assert [model.name for model in plan.models] == ["Wert", "Zahl"]


def test_a_table_without_labels_or_without_scores_asks_for_them(tmp_path):
    written = drafted(tmp_path, gold=["0", "1", "0.5"], label=["0.1", "0.2", "0.7"])
    assert comment_lines(written.text, "label")[-1] == '# label = "people_say"'
    written = drafted(tmp_path, id=IDS, gold=GOLD)
    assert "# Needed: no column looks like a score; name one.\n# [[models]]\n" in written.text


def test_rows_without_labels_splits_groups_and_sizes_are_told(tmp_path):
    columns = {"gold": [*GOLD[:50], *[""] * 10], "p_rf": HIGH, "split": ["test", "dev"] * 30}
    more = {"speaker": [f"s{i % 20}" for i in range(N)], "n_chars": [str(5 + i % 9) for i in range(N)]}
    text = drafted(tmp_path, **columns, **more).text
    assert "# Rows without a label: 10; they are your list.\n" in text
    assert "# Splits: dev (30), test (30).\n" in text
    # One split alone would take the other's rows from the list.
    assert '\n# split = "test"\n' in text
    assert "# Choose, or leave it so: speaker (20 different)." in comment_lines(text, "group")
    assert '# units = "n_chars"\n' in text
    assert "[list]" not in text
    assert "[list]" in drafted(tmp_path, gold=GOLD, p_rf=HIGH).text


def test_splits_without_a_telling_name_are_a_choice(tmp_path):
    written = drafted(tmp_path, gold=GOLD, p_rf=HIGH, fold=["1", "2"] * 30)
    assert comment_lines(written.text, "split")[1:] == ["# Choose among 1, 2.", '# split = "1"']
    assert written.needed == ()
    written = drafted(tmp_path, gold=GOLD, pred=GOLD, conf=HIGH, fold=["1", "2"] * 30)
    assert written.needed == ("table.test", "answers.error_weight")
    written = drafted(tmp_path, gold=GOLD, pred=GOLD, conf=HIGH, fold=["dev", "A", "train"] * 20)
    assert '# Needed: choose among A, train.\n# test = "A"\n' in written.text


def test_empty_cells_must_be_decided(tmp_path):
    written = drafted(tmp_path, gold=GOLD, p_rf=["", *HIGH[1:]])
    assert written.needed == ("table.missing",)
    assert "# Needed: labelled rows have empty cells in p_rf (1)" in written.text
    assert plan_of(tmp_path, used(written.text)).missing == "exclude"


def test_ranks_and_reversed_scores_have_their_order(tmp_path):
    gold, low = (["1" if one else "0" for one in POSITIVE], [f"{1 - float(value):.4f}" for value in HIGH])
    text = drafted(tmp_path, gold=gold, rank_a=[str(i + 1) for i in range(N)], p_low=low).text
    assert "# Choose: lower numbers go with the positive label here; higher ones are reviewed first now." in text
    assert [model.order for model in plan_of(tmp_path, text).models] == ["rank", "higher"]


def classes(prefix, first):
    return {f"{prefix}:idiom": first, f"{prefix}:literal": [round(1 - one, 4) for one in first]}


RF = classes("p_rf", [0.25, 0.75, 0.5] * 20)
OFF = {"p_x:idiom": [0.52] * N, "p_x:literal": [0.41] * N}


def test_classifiers_make_a_plan_for_answers(tmp_path):
    pair = {"pred_knn": GOLD, "conf_knn": [0.9, 0.6, 0.7] * 20, "split": ["validation", "test"] * 30}
    written = drafted(tmp_path, item_id=IDS, gold=GOLD, **RF, **classes("d_svc", [-1.5, 0.5, 2] * 20), **pair)
    assert written.needed == ("answers.error_weight",)
    deferral = plan_of(tmp_path, used(written.text)).deferral
    assert [(one.name, one.probabilities, one.decision, one.predicted) for one in deferral.models] == [
        ("rf", "p_rf", "", ""),
        ("svc", "", "d_svc", ""),
        ("knn", "", "", "pred_knn"),
    ]
    assert (deferral.validation, deferral.test) == ("validation", "test")


def test_what_speaks_against_a_classifier_and_what_is_not_used_is_told(tmp_path):
    text = drafted(tmp_path, gold=GOLD, **RF, **OFF).text
    assert "# Classes: idiom, literal; they do not add up to 1 in 60 of 60 rows.\n# Not used: are these" in text
    only = drafted(tmp_path, gold=GOLD, **OFF)
    assert only.needed == ("models.name", "answers.error_weight")
    assert [one.decision for one in plan_of(tmp_path, used(only.text)).deferral.models] == ["p_x"]
    text = drafted(tmp_path, gold=["oos"] * 5 + GOLD[5:], **RF).text
    assert "# Labels that no model knows, so that no answer is right there: oos (5).\n" in text
    text = drafted(tmp_path, gold=GOLD, pred_m=GOLD, conf_m=HIGH, p_rf=HIGH).text
    assert "# Columns of scores that are not used here: p_rf." in text


def test_what_was_said_of_the_file_is_kept(tmp_path):
    written = drafted(tmp_path, TableForm(separator="comma", decimal="point"), gold=GOLD, p_rf=HIGH)
    assert tomllib.loads(written.text)["table"]["separator"] == "comma"
    assert tomllib.loads(written.text)["table"]["decimal"] == "point"


def test_every_key_has_the_help_of_the_table_of_options_and_an_example_that_toml_reads(tmp_path):
    doc = [f"d{i % 9}" for i in range(N)]
    columns = {"item_id": IDS, "gold": [*GOLD[:50], *[""] * 10], "p_rf": HIGH, "doc": doc}
    pairs = {"gold": GOLD, "pred": GOLD, "conf": HIGH, "n_chars": [str(i + 9) for i in range(N)]}
    seen = set()
    for text in (drafted(tmp_path, **columns).text, drafted(tmp_path, **pairs).text):
        joined, section = re.sub(r"\n# ", " ", text), ""
        for line in text.splitlines():
            plain = line.removeprefix("# ")
            if re.fullmatch(r"\[+[a-z]+\]+", plain):
                section = plain.strip("[]")
            elif re.match(r"[a-z_]+ = ", plain):
                assert tomllib.loads(plain)
                key = f"{section}.{plain.partition(' ')[0]}"
                assert BY_KEY[key].help in joined
                seen.add(key)
    assert {"cost.currency", "cost.ranges", "answers.right", "quota.sure", "work.deadline"} <= seen


@pytest.mark.usefixtures("undrawn", "plan_alone")
def test_drafts_of_the_examples_become_plans(tmp_path):
    table = EXAMPLES / "hate_speech" / "scores.csv"
    written = write_draft(Draft(read_survey(str(table))), table.as_posix())
    assert set(written.needed) == {"table.missing", "answers.error_weight"}
    assert plan_of(tmp_path, used(written.text)).deferral is not None
    table = EXAMPLES / "klubicka2018" / "candidates.csv"
    written = write_draft(Draft(read_survey(str(table))), table.as_posix())
    assert written.needed == ()
    assert api.compare(plan_of(tmp_path, written.text)).exit_code == 0


HEADERS = ["gold", "id", "split", "p_a", "p_b:x", "p_b:y", "pred_m", "conf_m", "rank", "n_chars"]
names = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
cells = st.sampled_from(["", "a", "b", "0", "1", "0.5", "-2", "test", "dev"]) | names


@settings(max_examples=50)
@given(st.data())
def test_any_table_gives_a_plan_file_that_can_be_read(tmp_path_factory, data):
    header = data.draw(st.lists(st.sampled_from(HEADERS) | names, min_size=1, max_size=6, unique=True))
    row = st.lists(cells, min_size=len(header), max_size=len(header))
    file = io.StringIO()
    csv.writer(file).writerows([header, *data.draw(st.lists(row, min_size=1, max_size=12))])
    folder = tmp_path_factory.mktemp("any")
    (folder / "t.csv").write_text(file.getvalue(), encoding="utf-8", newline="")
    form = TableForm(separator="comma", decimal="point", encoding="utf-8")
    try:
        draft = Draft(read_survey(str(folder / "t.csv"), form))
    except BadDataError:
        return  # no table
    written = write_draft(draft, "t.csv")
    tomllib.loads(written.text)
    # Nothing but what is needed stands between the draft and a plan.
    plan_of(folder, used(written.text))
    if not written.needed:
        plan_of(folder, written.text)


def test_a_key_is_explained_once_by_the_table_of_options():
    template = '[table]\n# A note.\nlabel = "gold"\n#label = "tag"\n! choose.\n#positive = ["y"]'
    made = filled_in(template)
    assert made.text.startswith(
        "# The table.\n[table]\n"
        "# Column with the label that people gave; empty where nobody has labelled the item.\n# A note.\n"
        'label = "gold"\n# label = "tag"\n\n'
        '# Label that the resource collects.\n# Needed: choose.\n# positive = ["y"]\n\n# Several plans'
    )
    assert made.needed == ("table.positive",)


def test_comments_are_broken_into_lines():
    lines = filled_in("# " + "word " * 100).text.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert sum(line.startswith("# word") for line in lines) > 4


def test_texts_come_back_from_toml_and_comments_hold_no_control_characters():
    for text in ('a "b"', "back\\slash", "tab\tfeed\n", "\x00\x1f\x7f\x85", "ü 語 😀", "'", ""):
        assert tomllib.loads(f"key = {toml(text)}") == {"key": text}
    assert clean("a\tb\n\x00c\x85 d") == "a b  c d"
