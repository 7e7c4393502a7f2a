"""Who answers for a price: how a plan file says it, and what is refused in which words."""

import re
from decimal import Decimal

import pytest

from budgetplan.errors import UsageError
from budgetplan.settings.build import read_plan

BASE = '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = ["y"]\n[[models]]\nname = "p"\n'
PRICED = BASE + '[cost]\nper_item = 0.04\ncurrency = "EUR"\n'
ONE = '[[answerers]]\nname = "llm"\n'


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def read_text(text):
        (tmp_path / "plan.toml").write_text(text)
        return read_plan("plan.toml")

    return read_text


def test_everything_that_is_said_of_an_answerer(read):
    more = 'column = "said"\nconfidence = "sure"\nlevels = ["low", "high"]\nprice = 0.002\ntokens_in = "n"\n'
    more += (
        'tokens_out = 12.5\nprice_in = 0.15\nprice_out = "0,60 EUR"\ncalls = 2\npriced_on = "2026-11-01"\n'
    )
    more += 'accept = "confident"\nempty = "not asked"\nno_answer = ["refused", "?"]\n'
    [one] = read(PRICED + ONE + more).answerers
    assert (one.name, one.column, one.confidence, one.levels) == ("llm", "said", "sure", ("low", "high"))
    assert (one.price, one.price_in, one.price_out) == (Decimal("0.002"), Decimal("0.15"), Decimal("0.60"))
    assert (one.tokens_in, one.tokens_out, one.calls) == ("n", Decimal("12.5"), 2)
    assert (one.priced_on, one.accept, one.empty) == ("2026-11-01", "confident", "not asked")
    assert one.no_answer == ("refused", "?")


def test_an_answerer_is_its_name_alone(read):
    [one] = read(BASE + ONE).answerers
    assert (one.column, one.price, one.calls, one.accept, one.empty) == ("llm", 0, 1, "auto", "no answer")


def test_a_plan_without_answerers_has_none(read):
    assert read(BASE).answerers == ()


def test_the_currency_may_stand_beside_the_price_of_an_answer(read):
    plan = read(BASE + "[cost]\nper_item = 0.04\n" + ONE + 'price = "0.002 EUR"\n')
    assert plan.prices.currency == "EUR"


PLACE = "plan.toml, answerer 1"
REFUSED = [
    ("price = -1\n", f'{PLACE}, price: this is below 0 (found "-1"); write 0 or more'),
    (
        "tokens_in = -600\nprice_in = 1\n",
        f'{PLACE}, tokens_in: this is below 0 (found "-600"); write 0 or more',
    ),
    (
        "tokens_in = 600\n",
        f'{PLACE}, tokens_in: these tokens have no price (found "600"); give what a million of them cost: price_in = 0.60',
    ),
    (
        "price_out = 3\n",
        f'{PLACE}, price_out: how many tokens a call has is not known (found "3"); give their mean or their column: tokens_out = 600',
    ),
    (
        'priced_on = "1.11.2026"\n',
        f'{PLACE}, priced_on: this is not a date (found "1.11.2026"); write it as 2026-12-07',
    ),
    (
        'levels = ["low", "high"]\n',
        f'{PLACE}, levels: the column that says how sure it is, is not known (found "low, high"); name it: confidence = "COLUMN"',
    ),
    (
        'confidence = "c"\nlevels = ["low", "low", "high"]\n',
        f'{PLACE}, levels: this level stands there twice (found "low"); name each level once',
    ),
    (
        'confidence = "c"\nlevels = ["low"]\n',
        f'{PLACE}, levels: one word tells nothing apart (found "low"); name all of them, the least sure first: levels = ["low", "high"]',
    ),
    (
        'accept = "confident"\n',
        f'{PLACE}, accept: it does not say how sure it is (found "confident"); name the column with how sure it is (confidence = "COLUMN"), or accept otherwise',
    ),
    (
        'accept = "agree"\n',
        f'{PLACE}, accept: no model answers by itself in this plan (found "agree"); write all, confident or none',
    ),
    (
        'column = "gold"\n',
        f'{PLACE}, name: the answerer llm reads the column with the labels (found "gold"); name the columns with its answers and confidences',
    ),
    (
        "calls = 0\n",
        f'{PLACE}, calls: this is no whole number that can be used here (found "0"); write one from 1 to 1,000, without commas',
    ),
    ("colum = 0\n", f"{PLACE}, colum: there is no such key; did you mean column?"),
    ("price = [1, 2]\n", f'{PLACE}, price: this is not one value (found "a list"); write one value'),
    (
        ONE,
        'plan.toml: two answerers have the same name (found "llm"); give each answerer a name of its own',
    ),
    (
        '[[answerers]]\ncolumn = "x"\n',
        'plan.toml, answerer 2: the answerer has no name; write name = "..."',
    ),
]


@pytest.mark.parametrize(("more", "told"), REFUSED)
def test_what_cannot_be_is_told_in_these_words(read, more, told):
    with pytest.raises(UsageError) as caught:
        read(PRICED + ONE + more)
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("p", "a model has this name"),
        ("Mixture", "something else in the report has this name"),
        ("random order", "something else in the report has this name"),
    ],
)
def test_names_that_others_have(read, name, told):
    with pytest.raises(UsageError, match=told):
        read(PRICED + ONE.replace("llm", name))


def test_all_problems_are_told_at_once(read):
    with pytest.raises(UsageError) as caught:
        read(PRICED + ONE + 'price = -1\npriced_on = "x"\nlevels = ["a", "b"]\n')
    assert len(str(caught.value).splitlines()) == 2
    with pytest.raises(UsageError) as caught:
        read(PRICED + ONE + 'accept = "agree"\ntokens_in = 3\nlevels = ["a", "b"]\n')
    assert len(str(caught.value).splitlines()) == 3


def test_a_price_where_reviewing_has_none_is_refused(read):
    with pytest.raises(UsageError) as caught:
        read(BASE + ONE + "price = 0.002\n")
    assert str(caught.value) == (
        f'{PLACE}, price: there is a price for an answer, but none for reviewing an item (found "0.002"); give one, such as --cost 0.04, or leave this out'
    )


@pytest.mark.parametrize(
    "worths",
    [
        "[answers]\nerror_weight = 4\nreview_cost = 0.2\n",
        '[answers]\nunit = "money"\nright = 1\nwrong = -1\n',
        "[answers]\nerror_weight = 4\nworth_of_right_answer = 2\n",
    ],
)
def test_a_price_beside_values_in_money_is_fine(read, worths):
    base = BASE.replace('name = "p"', 'name = "p"\nprobabilities = "p"')
    assert read(base + worths + ONE + 'price = 0.002\naccept = "agree"\n').answerers


def test_one_table_is_not_several(read):
    with pytest.raises(UsageError) as caught:
        read(PRICED + '[answerers]\nname = "llm"\n')
    assert str(caught.value) == (
        'plan.toml, answerers: answerers are not written like this (found "a table"); write [[answerers]] with a name for each answerer'
    )


def test_answerers_are_named_in_a_plan_file_alone(tmp_path):
    with pytest.raises(UsageError) as caught:
        read_plan("t.csv", {"table.label": "gold", "set": ("answerers.price=3", "answerers.name=x")})
    told = str(caught.value)
    assert "--set answerers.price: the plan has 0 answerers; write [[answerers]] in a plan file" in told
    assert "--set answerers.name: a name cannot be set like this; write [[answerers]] in a plan file" in told


def test_keys_of_answerers_are_set_for_all_or_for_one_by_its_number(tmp_path):
    text = (
        PRICED
        + '[[answerers]]\nname = "llm"\nprice = "1"\n[[answerers]]\nname = "crowd"\naccept = "none"\nno_answer = ["?"]\n'
    )

    def accepted(*said):
        path = tmp_path / "plan.toml"
        path.write_text(text, encoding="utf-8")
        return [
            (one.accept, one.no_answer, one.price) for one in read_plan(str(path), {"set": said}).answerers
        ]

    written = accepted()
    assert [one[0] for one in accepted("answerers.accept=all")] == ["all", "all"]
    assert accepted("answerers.2.accept=all") == [written[0], ("all", *written[1][1:])]
    assert accepted("answerers.2.accept=")[1][0] == "auto"
    assert accepted("answerers.2.name=people") == written
    assert accepted("answerers.1.no_answer=a", "answerers.1.no_answer=b")[0][1] == ("a", "b")
    assert [one[2] for one in accepted("answerers.price=0.5")] == [Decimal("0.5")] * 2
    for said, wrong in (
        ("answerers.3.accept=all", "the plan has 2 answerers; write [[answerers]] in a plan file"),
        ("answerers.acept=all", "there is no such key; did you mean accept?"),
        ("answerers.accept=most", 'this is not one of the choices (found "most")'),
    ):
        with pytest.raises(UsageError, match=re.escape(f"--set {said.partition('=')[0]}: {wrong}")):
            accepted(said)
