"""What those who judge see: the user's texts, and nothing that tells what a model says."""

import pytest

from budgetplan.errors import BadDataError, UsageError
from budgetplan.queues.shown import read_shown
from budgetplan.settings.build import read_plan

TABLE = """item_id,gold,split,p,word,sentence,guess,year
b,yes,test,0.9,alpha,"A long, ""quoted"" sentence
in two lines.",yes,1990
a,,test,0.1,beta,=1+1 is no formula here,no,1991
c,,test,0.2,gamma,,yes,1992
"""


@pytest.fixture
def plan(tmp_path):
    (tmp_path / "t.csv").write_text(TABLE, encoding="utf-8")
    flags = {"table.label": "gold", "table.positive": ("yes",), "models.name": ("p",)}
    return lambda **more: read_plan(str(tmp_path / "t.csv"), flags | more)


def test_columns_of_texts_are_shown_the_longest_first_and_stand_as_they_are(plan):
    shown = read_shown(plan(), ("no", "yes"))
    assert (shown.id_column, shown.text, [*shown.columns]) == ("item_id", "sentence", ["sentence", "word"])
    assert shown.of(("a", "b")) == {
        "sentence": ("=1+1 is no formula here", 'A long, "quoted" sentence\nin two lines.'),
        "word": ("beta", "alpha"),
    }


def test_a_column_of_labels_alone_may_be_a_models_answer_and_is_hidden_unless_it_is_named(plan):
    assert read_shown(plan(), ("no", "yes")).hidden == ("guess",)
    named = read_shown(plan(), ("no", "yes"), ("word", "guess"))
    assert ([*named.columns], named.text, named.hidden) == (["word", "guess"], "word", ())


@pytest.mark.parametrize(
    ("column", "why"),
    [("gold", "what others judged"), ("item_id", "stand in every packet"), ("p", "what a model says")],
)
def test_ids_labels_and_scores_are_shown_to_nobody_who_judges(plan, column, why):
    with pytest.raises(UsageError, match=f'--show: .*{why}.*"{column}"'):
        read_shown(plan(), ("no", "yes"), ("sentence", column))


def test_a_column_that_says_of_which_stratum_an_item_is_may_be_shown(plan):
    assert [*read_shown(plan(), ("no", "yes"), ("split", "year")).columns] == ["split", "year"]


def test_a_column_that_is_not_there_and_items_without_names_are_refused(plan, tmp_path):
    with pytest.raises(BadDataError, match="wrod"):
        read_shown(plan(), ("yes",), ("wrod",))
    (tmp_path / "t.csv").write_text("gold,p,word\nyes,0.9,x\n,0.1,y\n", encoding="utf-8")
    with pytest.raises(BadDataError, match="no ids"):
        read_shown(plan(), ("yes",))


def test_where_no_column_holds_texts_the_names_stand_for_the_items(plan, tmp_path):
    (tmp_path / "t.csv").write_text("item_id,gold,p\na,yes,0.9\nb,,0.1\n", encoding="utf-8")
    shown = read_shown(plan(), ("yes",))
    assert (shown.text, dict(shown.columns)) == ("", {})


def test_how_sure_a_model_is_and_what_it_answers_are_hidden_though_the_plan_does_not_name_it(plan, tmp_path):
    rows = [
        f"i{n},{'yes' if n < 9 else ''},0.{n},A sentence.,{'n/a' if n == 3 else 'No'},{'low' if n % 2 else 'high'}"
        for n in range(20)
    ]
    header = "item_id,gold,p,sentence,gpt_answer,gpt_confidence"
    (tmp_path / "t.csv").write_text("\n".join([header, *rows, ""]), encoding="utf-8")
    shown = read_shown(plan(), ("no", "yes"))
    assert ([*shown.columns], shown.hidden) == (["sentence"], ("gpt_answer", "gpt_confidence"))
