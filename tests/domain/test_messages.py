"""Messages: every kind that is said has its words in every language, with a place for each of its values."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from string import Formatter

import numpy as np
import pytest

from budgetplan.domain.messages import ENGLISH, Message, NamedOption, as_flag, catalogue, literal, template_dir
from budgetplan.domain.options import BY_KEY

PACKAGE = Path(__file__).parents[2] / "budgetplan"
LANGUAGES = sorted(path.parent.name for path in template_dir().glob("*/messages.toml"))
OUTSIDE = {"doubts", "words"}
"""Sections whose kinds no text of the code names: those of doubts, and words that stand in other messages or beside them."""


def kinds(language=ENGLISH):
    """Return the texts of every kind in a language."""
    told = {f"{section}.{name}": text for section, names in catalogue(language).items() for name, text in names.items()}
    return {kind: [text] if isinstance(text, str) else text for kind, text in told.items() if kind != ".literal"}


def places(texts):
    """Return the values that texts have places for, and the options that they name."""
    fields = [field for text in texts for _, field, _, _ in Formatter().parse(text) if field is not None]
    options = {field for field in fields if field.partition("=")[0] in BY_KEY}
    return {*fields} - options, options


def said():
    """Return each kind that the code names, with the names of the values it is given and the place of the call."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message" and node.args:
                for kind in ast.walk(node.args[0]):
                    if isinstance(kind, ast.Constant) and "." in str(kind.value) and not str(kind.value).endswith("."):
                        values = {word.arg for word in node.keywords}
                        yield kind.value, values, f"{path.relative_to(PACKAGE)}, line {node.lineno}"


def test_every_kind_that_is_said_has_a_place_for_each_value_and_no_other():
    texts = kinds()
    for kind, values, where in said():
        assert kind in texts, where
        if None not in values:
            assert places(texts[kind])[0] == values, f"{where}: {kind}"


def test_every_kind_is_said():
    everywhere = "".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")))
    unsaid = [kind for kind in kinds() if kind.partition(".")[0] not in OUTSIDE and f'"{kind}"' not in everywhere]
    assert unsaid == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same(language):
    english, other = kinds(), kinds(language)
    assert [*other] == [*english]
    for kind, texts in english.items():
        assert len(texts) == len(other[kind]), kind
        assert places(texts) == places(other[kind]), kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_pieces_of_one_sentence(language):
    for kind, texts in kinds(language).items():
        for text in texts if len(texts) > 1 else []:
            assert text == text.strip(), kind
            assert not re.search(r"[.;]$", text), kind


def test_a_value_is_put_in_as_its_place_asks(monkeypatch):
    texts = {"n": "{n:,} rows", "noun": "{n:row|rows} {n:is|are:} bad", "names": "{names:2}", "or": "{names: or }"}
    texts |= {"option": ["{text}", "say {table.id=COLUMN}, {table.missing=last} or {way}"], "in": "because {why}"}
    texts["around"] = ["{wrong} here", "{wrong:todo}, or wait"]
    signs = {"en": ",.", "de": ".,"}
    both = {each: {"x": texts, "words": {"and_more": " + {n:,}", "signs": signs[each]}} for each in signs}
    monkeypatch.setattr("budgetplan.domain.messages.catalogue", both.__getitem__)

    def told(kind, language="en", **values):
        return Message(f"x.{kind}", **values).texts(language)[0]

    assert (told("n", n=1200), told("n", "de", n=1200), told("noun", n=1)) == (
        "1,200 rows",
        "1.200 rows",
        "1 row is bad",
    )
    assert told("noun", n=2000) == "2,000 rows are bad"
    assert (told("names", names=["a", "b", "c"]), told("or", names=("a", "b"))) == ("a, b + 1", "a or b")
    assert told("in", why=Message("x.n", n=3)) == "because 3 rows"
    message = Message("x.option", text="{table.id}", way=NamedOption("cost.per_item", "1"))
    # What a user has written is a value, whatever it looks like.
    assert message.texts() == ("{table.id}", "say --id COLUMN, --set table.missing=last or --cost 1")
    assert message.texts(option=lambda option: option.key)[1] == "say table.id, table.missing or cost.per_item"
    assert Message("x.around", wrong=message).texts() == ("{table.id} here", f"{message.texts()[1]}, or wait")
    assert as_flag(NamedOption("table.id", "a b")) == '--id "a b"'


def test_a_number_of_an_array_is_a_number():
    assert json.dumps(Message("errors.x", n=np.int64(3), share=np.float32(0.5)).plain()) == '{"n": 3, "share": 0.5}'


def test_what_a_library_says_is_taken_as_it_is():
    assert str(literal("{0} is bad", "{mend}")) == "{0} is bad; {mend}"
