"""What those who judge see: the user's texts, and nothing that tells what a model says."""

import pytest

from budgetplan.errors import BadDataError, UsageError
from budgetplan.queues.packets import read_shown, shown_among, shown_columns
from budgetplan.settings.build import read_plan

TABLE = """item_id,gold,split,p,word,sentence,guess,year
b,yes,test,0.9,alpha,"A long, ""quoted"" sentence
in two lines.",yes,1990
a,,test,0.1,beta,=1+1 is no formula here,no,1991
c,,test,0.2,gamma,,yes,1992
"""
LABELS = ("no", "yes")


@pytest.fixture
def plan_of(tmp_path):
    """Return how to read the plan of a table."""
    flags = {"table.label": "gold", "table.positive": ("yes",), "models.name": ("p",)}

    def read(table=TABLE):
        (tmp_path / "t.csv").write_text(table, encoding="utf-8")
        return read_plan(str(tmp_path / "t.csv"), flags)

    return read


def test_columns_of_texts_are_shown_the_longest_first_and_stand_as_they_are(plan_of):
    shown = read_shown(plan_of(), LABELS)
    assert (shown.id_column, shown.text, [*shown.columns]) == ("item_id", "sentence", ["sentence", "word"])
    assert shown.of(("a", "b")) == {
        "sentence": ("=1+1 is no formula here", 'A long, "quoted" sentence\nin two lines.'),
        "word": ("beta", "alpha"),
    }
    # A column of labels alone may be a model's answer, and is hidden unless it is named.
    assert shown.hidden == ("guess",)
    named = read_shown(plan_of(), LABELS, ("guess", "split", "year"))
    assert ([*named.columns], named.text, named.hidden) == (["guess", "split", "year"], "guess", ())
    # So may numbers among which a cell is none.
    rows = "".join(f"d{at},,test,0.3,delta,Told.,,{at}.5\n" for at in range(9))
    assert read_shown(plan_of(f"{TABLE}{rows}e,,test,0.1,eta,Told.,,n/a\n"), LABELS).hidden == ("guess", "year")
    # Where no column holds texts the names stand for the items.
    shown = read_shown(plan_of("item_id,gold,p\na,yes,0.9\nb,,0.1\n"), LABELS)
    assert (shown.text, dict(shown.columns)) == ("", {})


def test_columns_of_a_list_that_is_not_loaded_are_shown_alike(plan_of):
    assert shown_columns(["id", "w", "gold"], plan_of(), "id", ()) == ("w",)
    assert shown_columns(["id", "w", "gold"], plan_of(), "id", ("year",)) == ("year",)
    columns = {"w": ("one", "two", "three"), "said": ("yes", "no", "")}
    shown = shown_among("id", ("z", "b", "a"), columns, LABELS, ())
    assert (shown.text, shown.hidden) == ("w", ("said",))
    assert shown.of(("a", "z")) == {"w": ("three", "one")}
    assert shown_among("id", ("z", "b", "a"), columns, LABELS, ("said",)).hidden == ()


@pytest.mark.parametrize(
    ("column", "why"),
    [
        ("gold", "the judgements of others"),
        ("item_id", "every packet shows the ids already"),
        ("p", "what a model says"),
    ],
)
def test_ids_labels_and_scores_are_shown_to_nobody_who_judges(plan_of, column, why):
    with pytest.raises(UsageError, match=f'--show: .*{why}.*"{column}"'):
        read_shown(plan_of(), LABELS, ("sentence", column))


def test_a_column_that_is_not_there_and_items_without_names_are_refused(plan_of):
    with pytest.raises(BadDataError, match="wrod"):
        read_shown(plan_of(), LABELS, ("wrod",))
    with pytest.raises(BadDataError, match="no ids"):
        read_shown(plan_of("gold,p,word\nyes,0.9,x\n,0.1,y\n"), LABELS)


def test_how_sure_a_model_is_and_what_it_answers_are_hidden_though_the_plan_does_not_name_it(plan_of):
    rows = [
        f"i{n},{'yes' if n < 9 else ''},0.{n},A sentence.,{'n/a' if n == 3 else 'No'},{'low' if n % 2 else 'high'}"
        for n in range(20)
    ]
    shown = read_shown(plan_of("\n".join(["item_id,gold,p,sentence,gpt_answer,gpt_confidence", *rows])), LABELS)
    assert ([*shown.columns], shown.hidden) == (["sentence"], ("gpt_answer", "gpt_confidence"))
