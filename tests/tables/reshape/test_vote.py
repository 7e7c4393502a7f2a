"""Tables with a row for each judgement: the label with most judgements, or what the adjudicator says."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.api import check, draft_plan
from budgetplan.dataset.scored import read_table
from budgetplan.domain.items import Reason
from budgetplan.domain.plan import Columns, ModelSpec, Plan, TableForm
from budgetplan.errors import BadDataError, UsageError
from budgetplan.settings.build import read_plan

HEAD = "item_id,who,gold,p\n"
ROWS = [
    "a,ann,y,0.9\n", "a,bob,y,0.9\n", "a,cy,n,0.9\n",
    "b,ann,n,0.4\n", "b,bob,y,0.4\n",
    "c,ann,n,0.2\n", "c,bob,n,0.2\n",
    "d,ann,y,0.7\n", "d,bob,y,0.7\n", "d,chief,n,0.7\n",
    "e,ann,,0.5\n",
    "f,ann,y,0.8\n", "f,bob,,0.8\n",
]  # fmt: skip
TIE = Reason("tie")


@pytest.fixture
def read(tmp_path):
    def read_rows(text, adjudicator="", columns=None, **form):
        path = tmp_path / "t.csv"
        path.write_text(text, encoding="utf-8")
        said = TableForm(annotator="who", adjudicator=adjudicator, **form)
        columns = columns or Columns("gold", split="split")
        return read_table(Plan(str(path), columns, ("y",), (ModelSpec("p", "p"),), form=said))

    return read_rows


def labels(table):
    """Return the label of every item, empty where it is on the list."""
    items = table.items
    named = (*items.classes, "")
    return {name: named[code] for name, code in zip(items.ids, items.label.tolist(), strict=True)}


@pytest.mark.parametrize("seed", range(3))
def test_the_label_with_most_judgements_counts(read, seed):
    rows = list(ROWS)
    random.Random(seed).shuffle(rows)
    table = read(HEAD + "".join(rows))
    # b is tied: neither in the sample nor on the list; e was looked at and has no label.
    assert labels(table) == {"a": "y", "c": "n", "d": "y", "e": "", "f": "y"}
    assert [(one.item, one.reason) for one in table.excluded] == [("b", TIE)]
    assert str(table.messages[0]) == "Read as a table of judgements: 13 by 4 people, of 6 ids."
    assert str(table.messages[1]) == "Items judged more than once (gold): 4; taken: the label with most judgements (3)."
    assert str(table.messages[2]) == "Ties, left without a label: 1 (b)."
    assert "has 2.2 judgements on average" in str(table.messages[3])


def test_the_adjudicator_settles(read):
    table = read(HEAD + "".join(ROWS), adjudicator="chief")
    assert labels(table)["d"] == "n"
    # What two say differently is no tie where one of them settles.
    settled = read(HEAD + "".join(ROWS), adjudicator="ann")
    assert labels(settled)["b"] == "n"
    assert settled.excluded == ()
    assert "4; taken: the adjudicated label (1), the label with most judgements (2)" in str(table.messages[1])
    assert labels(read((HEAD + "".join(ROWS)).replace("who", "wer"), "chief", map={"wer": "who"})) == labels(table)


@given(st.lists(st.lists(st.sampled_from(["x", "y", "z", ""]), min_size=1, max_size=5), min_size=1, max_size=12))
def test_it_is_what_counting_by_hand_gives(tmp_path_factory, judgements):
    rows = [
        f"w{item:02},r{person},{label},{item}\n"
        for item, said in enumerate(judgements)
        for person, label in enumerate(said)
    ]
    path = tmp_path_factory.mktemp("j") / "t.csv"
    path.write_text(HEAD + "".join(rows) + "w99,r0,y,1\n", encoding="utf-8")
    form = TableForm(annotator="who")
    table = read_table(Plan(str(path), Columns("gold", split="split"), ("y",), (ModelSpec("p", "p"),), form=form))
    expected, tied = {"w99": "y"}, []
    for item, said in enumerate(judgements):
        counts = Counter(filter(None, said)).most_common()
        if len(counts) > 1 and counts[0][1] == counts[1][1]:
            tied.append(f"w{item:02}")
        else:
            expected[f"w{item:02}"] = counts[0][0] if counts else ""
    assert labels(table) == expected
    assert [one.item for one in table.excluded] == tied


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a,ann,y,1\na,ann,y,1\n", "line 3, column who, item a: the item is judged twice by ann; the first is in line 2"),
        ("a,ann,y,1\na,,y,1\n", "line 3, column who, item a: the row does not say who judged"),
        ("a,ann,y,1\nb,,,2\nb,,,2\n", "line 4, column who, item b: two items have the same id"),
        ("a,ann,y,1\na,bob,y,2\n", "line 3, column p, item a: the rows of this item say different things"),
        ("a,ann,y,\na,bob,y,abc\nb,ann,n,1\n", "line 3, column p, item a: the rows of this item say different things"),
        ("a,ann,y,abc\na,bob,y,\nb,ann,n,1\n", "line 3, column p, item a: the rows of this item say different things"),
        ("a,ann,y,abc\na,bob,y,abc\nb,ann,n,1\n", 'line 2, column p, item a: this is not a number (found "abc")'),
        (",ann,y,1\n,ann,y,1\nb,ann,n,1\n", "line 2, column item_id: the item has no id"),
        ("a,bob,y,1\n", 'column who: nobody of this name judged (found "ann"); those who judged are bob'),
        ("a,ann,y,1\na,bob,NA,1\nb,ann,n,1\n", 'line 3, column gold: the label in 1 row may mean that nobody has judged the item (found "NA")'),
        ("a,ann,y,1\na,bob,n#y,1\nb,ann,n,1\n", 'line 3, column gold: the label in 1 row seems to be several labels at once (found "n#y")'),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(read, text, told):
    with pytest.raises(BadDataError) as raised:
        read(HEAD + text, "ann")
    assert f"t.csv, {told}" in str(raised.value)


def test_a_judgement_that_may_be_none_is_told_once(read):
    """Where it is what most said of an item, that item has it for its label, too."""
    with pytest.raises(BadDataError) as raised:
        read(HEAD + "a,ann,skip,1\na,bob,skip,1\nb,ann,skip,2\nb,bob,y,2\nc,ann,n,3\nd,ann,y,3\n")
    (problem,) = raised.value.problems
    assert (problem.line, problem.column, dict(problem.message.values)["n"]) == (2, "gold", 3)


def test_what_means_an_empty_cell_is_neither_label_nor_id(read):
    assert labels(read(HEAD + "a,ann,y,1\na,bob,NA,1\nb,ann,n,2\n", empty=("NA",))) == {"a": "y", "b": "n"}
    with pytest.raises(BadDataError, match="line 2, column item_id: the item has no id"):
        read(HEAD + "NA,A,y,1\nNA,A,y,1\nb,A,n,1\n", empty=("NA",))


def test_columns_that_are_not_there_are_told(read, tmp_path):
    with pytest.raises(BadDataError, match=r"column who: there is no such column; .* item_id, gold, p"):
        read("item_id,gold,p\na,y,1\n")
    with pytest.raises(BadDataError, match="joined by the item's id; name its column: --id COLUMN"):
        read("word,who,gold,p\na,ann,y,1\n")
    (tmp_path / "l.csv").write_text("item_id,gold\na,y\nb,n\n", encoding="utf-8")
    columns = Columns("gold", id="item_id", split="split")
    with pytest.raises(BadDataError, match=r"l\.csv, column who: there is no such column"):
        read("item_id,p\na,1\nb,2\n", columns=columns, labels=str(tmp_path / "l.csv"))


def test_judgements_may_have_a_file_of_their_own(read, tmp_path):
    rows = [row.split(",") for row in ROWS]
    judgements = "".join(",".join(row[:3]) + "\n" for row in rows)
    (tmp_path / "l.csv").write_text("item_id,who,gold\n" + judgements, encoding="utf-8")
    scores = dict(row[::3] for row in rows)
    text = "item_id,p\n" + "".join(f"{name},{score}" for name, score in scores.items())
    columns = Columns("gold", id="item_id", split="split")
    table = read(text, columns=columns, labels=str(tmp_path / "l.csv"))
    assert labels(table) == labels(read(HEAD + "".join(ROWS)))
    assert [one.item for one in table.excluded] == ["b"]


def test_what_does_not_fit_together_is_refused(tmp_path):
    plan = '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = ["y"]\n{}\n[[models]]\nname = "p"\n'
    path = tmp_path / "plan.toml"
    for more, message in (
        ('adjudicator = "chief"', "the column with who judged is not known"),
        ('annotator = "who"\nlong = ["item_id", "model", "score"]', "a row cannot be a model's score"),
    ):
        path.write_text(plan.format(more), encoding="utf-8")
        with pytest.raises(UsageError, match=message):
            read_plan(str(path))


NO_ID = "word_id,coder,loan,p\n" + "".join(
    f"w{word:02},{coder},{'yes' if (word + (coder == 'CL' and word % 5 == 0)) % 3 == 0 else 'no'},{word}\n"
    for word in range(40)
    for coder in ("AK", "BM", "CL")
)


def test_rows_that_are_judgements_are_not_taken_for_items(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(NO_ID, encoding="utf-8")
    flags = {"table.label": "loan", "table.positive": ("yes",), "models.name": ("p",)}
    use = "use --id word_id and --set table.annotator=coder"
    with pytest.raises(
        BadDataError, match=f"column coder: the 120 rows are judgements of several people on 40 items; {use}"
    ):
        read_table(read_plan("t.csv", flags))
    assert f"each row is taken for an item; if so, {use}" in str(check("t.csv", flags).doubts[0])
    judged = flags | {"table.id": "word_id", "table.annotator": "coder"}
    assert all("each is taken" not in str(one) for one in check("t.csv", judged).doubts)
    assert "taken for an item" not in " ".join(map(str, read_table(read_plan("t.csv", judged)).messages))


def test_items_that_one_person_each_has_judged_are_items_and_else_it_is_asked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = "".join(f"w{n},{'AB'[n % 2]},{'yn'[n % 3 > 0]},{n}\n" for n in range(12))
    (tmp_path / "t.csv").write_text("word_id,coder,gold,p\n" + rows, encoding="utf-8")
    flags = {"table.label": "gold", "table.positive": ("y",), "models.name": ("p",)}
    assert len(read_table(read_plan("t.csv", flags)).items.ids) == 12
    (tmp_path / "t.csv").write_text(NO_ID.replace("word_id", "lemma"), encoding="utf-8")
    flags |= {"table.label": "loan", "table.positive": ("yes",)}
    assert "Each row is taken for an item." in str(read_table(read_plan("t.csv", flags)).messages[0])


def test_whoever_settles_may_be_in_one_of_two_tables_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    head = "item_id,who,gold,p:y,p:n\n"
    rows = [f"{{0}}{n},{who},{'yn'[n % 2]},0.{3 + 4 * (n % 2)},0.{7 - 4 * (n % 2)}\n" for n in range(8) for who in "AB"]
    text = head + "".join(rows)
    (tmp_path / "val.csv").write_text(text.replace("{0}", "v"), encoding="utf-8")
    settled = text.replace("{0}", "t") + "t0,chief,y,0.3,0.7\n"
    (tmp_path / "test.csv").write_text(settled, encoding="utf-8")
    flags = {
        "table.label": "gold", "table.annotator": "who", "table.adjudicator": "chief",
        "table.file_validation": "val.csv", "models.probabilities": ("p",), "answers.error_weight": "4",
    }  # fmt: skip
    assert check("test.csv", flags).errors == ()


FEW = "item,annotator,verdict,p_a\n" + "".join(
    f"i{n},{who},{said[n % 3 > 0]},{n / 100}\n"
    for who, said, n_judged in (("A", "yn", 100), ("B", "ny", 10))
    for n in range(n_judged)
)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (HEAD.replace("who", "annotator") + "".join(ROWS), ('annotator = "annotator"', '# adjudicator = "chief"', "# Labels: n (1), y (3).")),
        (NO_ID, ('annotator = "coder"', 'label = "loan"', 'id = "word_id"', 'positive = ["yes"]')),
        (NO_ID.replace(",yes,", ",1,").replace(",no,", ",0,"), ('annotator = "coder"', 'positive = ["1"]')),
        (FEW, ('annotator = "annotator"', 'label = "verdict"', 'id = "item"')),
    ],
    ids=["who settles", "no id", "labels are numbers", "few are judged twice"],
)  # fmt: skip
def test_a_draft_sees_judgements(tmp_path, monkeypatch, text, lines):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(text, encoding="utf-8")
    draft_plan("t.csv", "plan.toml")
    drafted = (tmp_path / "plan.toml").read_text(encoding="utf-8")
    for line in lines:
        assert f"\n{line}\n" in drafted, line
    assert "Rows without a label" not in drafted or text is not FEW


def test_who_judged_is_not_taken_for_what_they_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = "".join(f"i{n},{'AB'[n % 2]},{'yn'[n % 3 > 0]},{n / 100}\n" for n in range(9))
    (tmp_path / "t.csv").write_text("item_id,annotator,verdict,p_a\n" + rows, encoding="utf-8")
    draft_plan("t.csv", "plan.toml")
    assert "choose among verdict" in (tmp_path / "plan.toml").read_text(encoding="utf-8")


def test_items_that_nobody_has_judged_yet_are_the_list(read, tmp_path):
    table = read(HEAD + "".join(ROWS) + "g,,,0.3\n" + "h,,,0.6\n")
    assert labels(table) == {"a": "y", "c": "n", "d": "y", "e": "", "f": "y", "g": "", "h": ""}
    assert str(table.messages[0]) == "Read as a table of judgements: 13 by 4 people, of 8 ids."
    rows = (f"w{i},{who},{'ny'[(i + k) % 3 > 0]},{i % 7}.5\n" for i in range(40) for k, who in enumerate("AB"))
    to_do = (f"x{i},,,{i % 5}.5\n" for i in range(9))
    (tmp_path / "t.csv").write_text("item_id,annotator,gold,p\n" + "".join([*rows, *to_do]), encoding="utf-8")
    draft_plan(str(tmp_path / "t.csv"), str(tmp_path / "plan.toml"))
    assert read_plan(str(tmp_path / "plan.toml"), {}).form.annotator == "annotator"
