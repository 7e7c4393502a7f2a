"""Labels: what is none, and which look alike."""

import unicodedata
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import rows_of

from budgetplan.dataset.scored import read_table
from budgetplan.domain.plan import Columns, ModelSpec, Plan, TableForm
from budgetplan.errors import BadDataError
from budgetplan.tables.labels import difference, likeness, may_be_nothing, spelled, twins

DATA = rows_of(__file__)

# --- Labels of tables: what is counted as a class only after somebody has said that it is one
PLAN = Plan("t.csv", Columns(label="gold"), ("loan",), (ModelSpec("p", "p", "higher", cost=Decimal(0)),))


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def read_labels(*labels, form=None, positive=("loan",)):
        rows = [f'i{at},"{label}",{at + 1}' for at, label in enumerate(labels)]
        (tmp_path / "t.csv").write_text("\n".join(["id,gold,p", *rows]) + "\n", encoding="utf-8")
        return read_table(replace(PLAN, form=form or TableForm(), positive=positive))

    return read_labels


@pytest.mark.parametrize("name", ["None", "-", r"\N", "[]", "unlabelled", "-1"])
def test_a_word_for_nobody_is_no_class_until_it_is_said_to_be_one(read, name):
    with pytest.raises(BadDataError) as error:
        read("loan", "native", name, name)
    told = f'line 4, column gold: the label in 2 rows may mean that nobody has judged the item (found "{name}")'
    assert f"t.csv, {told}; if so, use --set table.empty=" in str(error.value)
    listed = read("loan", "native", name, name, form=TableForm(empty=(name,)))
    assert listed.items.label.tolist() == [0, 1, -1, -1]
    assert listed.labels == (("loan", 1, "collected"), ("native", 1, ""))
    judged = read("loan", "native", name, name, form=TableForm(as_label=(name,)))
    assert judged.labels == (("loan", 1, "collected"), (name, 2, ""), ("native", 1, ""))
    assert -1 not in judged.items.label


def test_a_failed_formula_is_no_label(read):
    with pytest.raises(BadDataError, match="the label in 1 row is a spreadsheet error"):
        read("loan", "native", "#REF!")


@pytest.mark.parametrize(("one", "other", "told"), DATA["collected"])
def test_labels_that_look_like_what_is_collected_are_refused(read, one, other, told):
    with pytest.raises(BadDataError) as error:
        read(one, other, "native", other, positive=(one,))
    message = str(error.value)
    assert message.startswith("t.csv, line 3, column gold: the label in 2 rows looks like ")
    assert told in message
    assert message.count("\n") == 0
    assert len(read(one, other, "native", form=TableForm(as_label=(other,)), positive=(one,)).items.classes) == 3


def test_labels_that_look_alike_are_refused_where_none_is_collected(read):
    told = r'line 3, .* in 1 row looks like "na tive", .* in spaces \(found "na \\u0020tive"\); .*as_label="na  tive"'
    with pytest.raises(BadDataError, match=told):
        read("loan", "na  tive", "na tive", "na tive")


def test_what_is_collected_and_stands_in_the_table_in_other_characters_is_told_once(read):
    with pytest.raises(BadDataError) as error:
        read("1.0", "0.0", "1.0", positive=("1",))
    assert str(error.value).count("\n") == 0
    assert 'looks like "1", which the plan or a model names, and differs in how a number is written' in str(error.value)


@given(st.lists(st.sampled_from(["1", "1.0", "TRUE", "x", "None", "-1", "x\u200b"]), min_size=2, max_size=6))
def test_no_item_is_counted_under_a_label_that_may_be_another_or_none(tmp_path_factory, labels):
    path = tmp_path_factory.mktemp("labels") / "t.csv"
    rows = [f"i{at},{label},{at + 1}" for at, label in enumerate(labels)]
    path.write_text("\n".join(["id,gold,p", *rows]) + "\n", encoding="utf-8")
    doubtful = {"None", "-1"} & {*labels} or len({*labels} & {"1", "1.0", "TRUE"}) > 1
    doubtful = doubtful or {"x", "x\u200b"} <= {*labels}
    try:
        table = read_table(replace(PLAN, table=str(path), positive=(labels[0],)))
    except BadDataError:
        return
    # The first label is named by the plan, so that it is one.
    assert not doubtful or {*labels} & {"None", "-1"} <= {labels[0]}
    assert {*table.items.classes} == {*labels}


# --- Names of labels: what may mean that nobody has judged, and what looks alike
NOBODY = (
    r"None|none|NONE|-|--|–|—|?|??|TBD|t.b.d.|\N|[]|{}|( )|N/A|#N/A|unlabelled|Unlabeled|not_labelled|not-annotated"
    r"|-1|-1.0|n/a|n.a.|nan|NaN|<NA>|(none)|[None]|<missing>|null|(null)|#REF!|...|…|_|ＮＡ"
)

SOMETHING = (
    "n|N|no|0|1|-2|+|*|!|neither|unknown|other|unclear|nonce|native|nat|nothing else|O|x|-1.5|-10|1-1|non|naïve|a-b"
    "|[a]|<b>|tod"
)


@pytest.mark.parametrize("name", [*NOBODY.split("|"), "\u200b", "NA\u200b"])
def test_words_and_signs_for_nobody_has_judged(name):
    assert may_be_nothing(name)


@pytest.mark.parametrize("name", SOMETHING.split("|"))
def test_what_people_say_of_an_item_is_a_label(name):
    assert not may_be_nothing(name)


ALIKE = DATA["alike"]


@pytest.mark.parametrize(("one", "other", "apart"), ALIKE)
def test_labels_that_look_alike_and_how_they_differ(one, other, apart):
    assert likeness(one) == likeness(other)
    assert str(difference(one, other)) == str(difference(other, one)) == apart
    assert spelled(one) != spelled(other)


@pytest.mark.parametrize(
    ("one", "other"), [("loan", "Loan"), ("loan", "laon"), ("1", "10"), ("0", ""), ("a b", "ab"), ("yes", "1")]
)
def test_labels_that_can_be_told_apart(one, other):
    assert likeness(one) != likeness(other)


@given(st.text(max_size=12), st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
@pytest.mark.slow
def test_no_normal_form_and_no_second_look_tells_a_label_from_itself(name, form):
    assert likeness(unicodedata.normalize(form, name)) == likeness(name)
    if not likeness(name).startswith("= "):
        assert likeness(likeness(name)) == likeness(name)


@given(st.lists(st.sampled_from(["1", "1.0", "TRUE", "a b", "a  b", "x", "X"]), unique=True))
def test_one_of_those_that_look_alike_stays_and_the_others_point_to_it(names):
    found = twins(names, {name: len(name) for name in names}, ("1", "x"))
    assert found == twins(names[::-1], {name: len(name) for name in names}, ("1", "x"))
    kept = [name for name in names if name not in found]
    assert len({likeness(name) for name in kept}) == len(kept)
    assert {*found.values()} <= {*kept}
    assert not {"1", "x"} & found.keys()
