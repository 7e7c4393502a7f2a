"""Who answers for a price: how a plan file says it, and what is refused."""

from decimal import Decimal

import pytest
from rows import rows_of

DATA = rows_of(__file__)

BASE = '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = ["y"]\n[[models]]\nname = "p"\n'
PRICED = BASE + '[cost]\nper_item = 0.04\ncurrency = "EUR"\n'
ONE = '[[answerers]]\nname = "llm"\n'


def test_everything_that_is_said_of_an_answerer(read):
    [one] = read(
        PRICED
        + ONE
        + """
column = "said"
confidence = "sure"
levels = ["low", "high"]
tokens_in = "n"
tokens_out = 12.5
price_in = 0.15
price_out = "0,60 EUR"
empty = "not asked"
no_answer = ["refused", "?"]
"""
    ).answerers
    assert (one.column, one.levels, one.empty, one.no_answer) == (
        "said",
        ("low", "high"),
        "not asked",
        ("refused", "?"),
    )
    assert (one.tokens_in, one.tokens_out) == ("n", Decimal("12.5"))
    assert (one.price_in, one.price_out) == (Decimal("0.15"), Decimal("0.60"))


@pytest.mark.parametrize(("more", "told"), DATA["broken"])
def test_what_cannot_be_is_told_with_its_key(refused, more, told):
    [line] = refused(PRICED + ONE + more)
    assert line.startswith(f"plan.toml, answerer 1, {told}")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (PRICED + ONE + ONE, 'plan.toml: two answerers have the same name (found "llm")'),
        (PRICED + '[[answerers]]\ncolumn = "x"\n', "plan.toml, answerer 1: the answerer has no name"),
        (PRICED + '[answerers]\nname = "llm"\n', "plan.toml, answerers: answerers are not written like this"),
        (PRICED + ONE.replace("llm", "p"), "plan.toml, answerer 1, name: a model has this name"),
        (PRICED + ONE.replace("llm", "Mixture"), "plan.toml, answerer 1, name: something else in the report"),
        (BASE + ONE + "price = 0.002\n", "plan.toml, answerer 1, price: there is a price for an answer, but"),
    ],
)
def test_answerers_that_cannot_be_are_told(refused, text, told):
    [line] = refused(text)
    assert line.startswith(told)


def test_all_problems_are_told_at_once(refused):
    assert len(refused(PRICED + ONE + 'accept = "agree"\ntokens_in = 3\nlevels = ["a", "b"]\n')) == 3


@pytest.mark.parametrize(
    "worths",
    [
        "error_weight = 4\nreview_cost = 0.2\n",
        'unit = "money"\nright = 1\nwrong = -1\n',
        "error_weight = 4\nworth_of_right_answer = 2\n",
    ],
)
def test_a_price_beside_values_in_money_is_fine(read, worths):
    base = BASE.replace('name = "p"', 'name = "p"\nprobabilities = "p"')
    assert read(base + "[answers]\n" + worths + ONE + 'price = 0.002\naccept = "agree"\n').answerers


def test_answerers_are_named_in_a_plan_file_alone(refused):
    told = refused(None, {"table.label": "gold", "set": ("answerers.price=3", "answerers.name=x")})
    assert told[0].startswith("--set answerers.price: the plan has 0 answerers")
    assert told[1].startswith("--set answerers.name: a name cannot be set like this")


def test_keys_of_answerers_are_set_for_all_or_for_one_by_its_number(read, refused):
    text = PRICED + ONE + 'price = "1"\n[[answerers]]\nname = "crowd"\naccept = "none"\nno_answer = ["?"]\n'

    def accepted(*said):
        return [(one.accept, one.no_answer, one.price) for one in read(text, {"set": said}).answerers]

    written = accepted()
    assert [one[0] for one in accepted("answerers.accept=all")] == ["all", "all"]
    assert accepted("answerers.2.accept=all") == [written[0], ("all", *written[1][1:])]
    assert accepted("answerers.2.accept=")[1][0] == "auto"
    assert accepted("answerers.2.name=people") == written
    assert accepted("answerers.1.no_answer=a", "answerers.1.no_answer=b")[0][1] == ("a", "b")
    assert [one[2] for one in accepted("answerers.price=0.5")] == [Decimal("0.5")] * 2
    for said, wrong in (
        ("answerers.3.accept=all", "the plan has 2 answerers"),
        ("answerers.acept=all", "there is no such key; did you mean accept?"),
        ("answerers.accept=most", 'this is not one of the choices (found "most")'),
    ):
        assert refused(text, {"set": (said,)})[0].startswith(f"--set {said.partition('=')[0]}: {wrong}")
