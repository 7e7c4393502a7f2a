"""Names of labels: what may mean that nobody has judged, and what looks alike."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.tables.labels import difference, likeness, may_be_nothing, spelled, tally, twins

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


ALIKE = [
    ("café", "cafe\u0301", "in how letters and accents are combined"),
    ("loan word", "loan\u00a0word", "in spaces"),
    ("loan word", "loan  word", "in spaces"),
    ("loan word", "loan\u2009word", "in spaces"),
    ("loan", "loan\u200b", "in invisible characters"),
    ("loan", "lo\u00adan", "in invisible characters"),
    ("loan", "\ufeffloan", "in invisible characters"),
    ("loan", "loan\ufe0f", "in invisible characters"),
    ("1", "1.0", "in how a number is written"),
    ("1", "01", "in how a number is written"),
    ("1", "TRUE", "in how a number is written"),
    ("0", "False", "in how a number is written"),
    ("0", "-0.0", "in how a number is written"),
    ("1", "1,0", "in how a number is written"),
    ("loan", "ｌｏａｎ", "in the form of characters"),
    ("fine", "ﬁne", "in the form of characters"),
]


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


def test_names_that_somebody_calls_labels_are_no_twins():
    assert twins(["1", "1.0"], {}, ("1", "1.0")) == {}


def test_a_tally_has_what_is_collected_first():
    counted = tally({"b": 2, "a": 2, "c": 1}, ("c",), "collected")
    assert counted == (("c", 1, "collected"), ("a", 2, ""), ("b", 2, ""))
