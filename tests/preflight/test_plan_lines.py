"""Lines of a plan file: keys with what the table of options says of them, once."""

import tomllib

import pytest

from budgetplan.domain.options import BY_KEY
from budgetplan.preflight.plan_lines import EXAMPLES, NEEDED, WIDTH, PlanLines, clean, quoted


def test_a_key_is_explained_once_by_the_table_of_options():
    lines = PlanLines()
    lines.section("table")
    lines.key("table.label", '"gold"', "A note.")
    lines.maybe("table.label", '"tag"')
    lines.need("table.positive", '["y"]', "choose.")
    assert lines.text() == (
        "# The table.\n[table]\n"
        "# Column with the label that people gave; empty where nobody has labelled the item.\n# A note.\n"
        'label = "gold"\n# label = "tag"\n\n'
        '# Label that the resource collects.\n# Needed: choose.\n# positive = ["y"]\n'
    )
    assert lines.needed == ["table.positive"]


def test_models_that_are_not_sure_stand_as_comments():
    lines = PlanLines()
    lines.section("models", "Values: 0 to 1.", is_model=True, used=False)
    lines.ask_model("is this one?", needed=True)
    lines.section("models", is_model=True, used=False)
    lines.ask_model("no.", needed=False)
    assert lines.text() == (
        f"# The models.\n# Values: 0 to 1.\n# {NEEDED}is this one?\n# [[models]]\n\n# Not used: no.\n# [[models]]\n"
    )
    assert lines.needed == ["models.name"]


def test_comments_are_broken_into_lines():
    lines = PlanLines()
    lines.say("word " * 100)
    assert max(map(len, lines.text().splitlines())) <= WIDTH
    assert all(line.startswith("# word") for line in lines.text().splitlines())


@pytest.mark.parametrize(
    "text", ['a "b"', "back\\slash", "tab\tfeed\n", "\x00\x1f\x7f\x85", "ü 語 😀", "'", ""]
)
def test_texts_come_back_from_toml(text):
    assert tomllib.loads(f"key = {quoted(text)}") == {"key": text}


def test_comments_hold_no_control_characters():
    assert clean("a\tb\n\x00c\x85 d") == "a b  c d"


@pytest.mark.parametrize("key", EXAMPLES)
def test_examples_are_values_of_their_keys(key):
    assert key in BY_KEY
    assert tomllib.loads(f"key = {EXAMPLES[key]}")
