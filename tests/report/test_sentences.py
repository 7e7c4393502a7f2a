"""Every statement is printed where it holds and not where it does not; every text is used, filled and well made."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest
from documents_world import sentences, world
from statement_pairs import ALWAYS, PAIRS

from budgetplan.report.display import KINDS, Style, sentence_text
from budgetplan.report.sentences import subjects, terms, texts

TEXTS = texts()
STATEMENTS = subjects()["filter"]["statements"]
PACKAGE = Path(__file__).parents[2] / "budgetplan"
NOUNS = ("item", "noun", "nouns", "entry", "entries")
MONEY = {"money", "money_full", "money_fine", "amount", "amount_full"}


def fields(text):
    """Return (name, kind) of the braces of a text."""
    found = [(name, kind) for _, name, kind, _ in string.Formatter().parse(text) if name is not None]
    # Of {n:{noun}|{nouns}} a number chooses one, and both are given.
    nested = [one for _, kind in found if "|" in kind for one in fields(kind)]
    return [(name, "count" if "|" in kind else kind) for name, kind in found] + nested


ELSEWHERE = {"lede.f1", "lede.f1_same"}
"""Statements that reports on plain ranked lists do not print."""


def test_every_statement_has_its_pair():
    assert PAIRS.keys() | ALWAYS == STATEMENTS.keys() - ELSEWHERE
    assert not PAIRS.keys() & ALWAYS


@pytest.mark.parametrize("key", PAIRS)
def test_a_statement_is_printed_where_it_holds_and_not_next_door(key):
    args, change = PAIRS[key]
    assert len(change) == 1, "neighbours differ in one thing"
    assert key in world(**args).keys
    assert key not in world(**(args | change)).keys


def test_what_always_holds_is_always_printed():
    for args, change in PAIRS.values():
        for told in (world(**args), world(**(args | change))):
            # A report that refuses to speak of the list says so, and no figure that could be doubted.
            assert told.analysis.decision.refusal or told.keys >= ALWAYS


@pytest.mark.parametrize("key", PAIRS)
def test_all_sentences_of_a_document_are_filled_and_have_single_spaces(key):
    document = world(**PAIRS[key][0]).document
    style = Style.of(document)
    for sentence in sentences(document):
        assert {name for name, _ in fields(TEXTS[sentence.key])} == set(sentence.args), sentence.key
        shown = sentence_text(sentence, style)
        assert "  " not in shown
        assert "{" not in shown
        assert "**" not in shown
        assert "nan" not in shown.casefold().split()


def test_texts_are_well_formed():
    for key, text in TEXTS.items():
        assert "  " not in text, key
        assert text.count("**") % 2 == 0, key
        assert {kind or "text" for _, kind in fields(text)} <= KINDS, key


def test_no_article_stands_before_a_word_of_the_user():
    wrong = [key for key, text in TEXTS.items() if re.search(rf"\b[Aa]n? \{{({'|'.join(NOUNS)})\}}", text)]
    assert not wrong, "the user's nouns may begin with any letter"


def test_words_of_the_user_are_never_inflected():
    wrong = [
        key
        for key, text in TEXTS.items()
        if re.search(r"\{([Nn]ouns?|item|[Ee]ntry|[Ee]ntries)\}('|\w)", text)
    ]
    assert not wrong


def test_currencies_come_from_the_plan_alone():
    for key, text in TEXTS.items():
        assert not re.search(r"[$€£¥]|\b(EUR|USD|GBP|JPY|cents?|euros?|dollars?)\b", text), key
        for name, _ in fields(text):
            if name == "currency":
                assert key == "with_currency", key


@pytest.mark.parametrize("key", [key for key, (args, _) in PAIRS.items() if args.get("price", 1) is None])
def test_where_nothing_has_a_price_no_money_is_printed(key):
    document = world(**PAIRS[key][0]).document
    for sentence in sentences(document):
        assert not MONEY & {kind for _, kind in fields(TEXTS[sentence.key])}, sentence.key
    assert not [column for table in document.tables() for column in table.columns if column.kind in MONEY]


def keys_in_source():
    """Return the texts of the package that may be keys, and patterns of those put together."""
    whole, patterns = set(), set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                start = node.values[0]
                if isinstance(start, ast.Constant) and re.match(r"[a-z]+\.", str(start.value)):
                    parts = (
                        re.escape(str(one.value)) if isinstance(one, ast.Constant) else r"[\w.]*"
                        for one in node.values
                    )
                    patterns.add("".join(parts))
    return whole, patterns


BESIDE = {"lede.beside", "sure.alone"}
NEXT = {"sure.next_tenth", "sure.next_items"}
ENDINGS = {
    **dict.fromkeys(("_fewer", "_fewer_plain", "_more", "_more_plain", "_alike", "_alike_plain"), BESIDE),
    "_open": NEXT,
    "_range": {"joint.tile_left", "joint.tile_all", "joint.tile_for", "quota.wanted"},
    "_one": {"quota.wanted"},
    "_unpriced": {
        "title.target",
        "title.target_over",
        "sure.target_safe",
        "quota.chance",
        "quota.unsure_least",
        *NEXT,
    },
    "_like": {
        *("lede.finds", "lede.finds_plain", "lede.finds_all", "sure.target_unsafe"),
        *("joint.answers", "joint.answers_all", "joint.people", "joint.people_all", "asked.split"),
        *("joint.answers_rest", "joint.answers_none", "asked.split_done"),
    },
    "_within": {"joint.net", "joint.net_unpriced"},
    "_free": {"asked.settles", "asked.settles_all"},
    "_plain": {
        "defer.list",
        "defer.finds",
        "col.from",
        "col.budget",
        "joint.short",
        "joint.short_entries",
        *("joint.wrong", "joint.counted", "quota.finds", "defer.value"),
        *NEXT,
    },
    "_validation": {"defer.accuracy_other"},
    "_mixed": {
        *("title.spend", "title.review", "title.target", "title.target_unpriced", "title.target_over"),
        "title.target_over_unpriced",
        *("labels.settle", "labels.settle_beyond", "labels.settle_never", "screen.how"),
        *(f"quota.title{how}{price}" for how in ("", "_even", "_never") for price in ("", "_unpriced")),
    },
    **{how: {"change.worth", "change.worth_above"} for how in ("_stops", "_starts")},
    "_none": {"defer.list", "defer.finds", "joint.optimism", "joint.optimism_cross", *NEXT},
    "_all": {"joint.bound", "defer.guarantee"},
    "_parts": {
        *("fig.steps", "fig.steps_unpriced", "col.tenth", "table.gain", "axis.tenths", "alt.steps"),
        *("caption.steps", "caption.steps_none", "term.tenth", "meaning.tenth"),
    },
}
"""Keys that the source ends otherwise: by how a single model compares, where nothing has a price, where no list is given, within a budget,
where budgets are not money, with items to choose on, of the mixture, where another worth moves the stop, without any optimism, of one stratum alone."""


def test_every_text_is_used():
    whole, patterns = keys_in_source()
    whole |= {f"{kind}.{key}" for kind in ("term", "meaning") for key in terms("filter")}
    for ending, keys in ENDINGS.items():
        whole |= {f"{key}{ending}" for key in keys & whole}
    unused = [
        key for key in TEXTS if key not in whole and not any(re.fullmatch(one, key) for one in patterns)
    ]
    assert not unused


def test_every_key_that_is_said_has_its_text():
    groups = {key.split(".")[0] for key in TEXTS if "." in key}
    said = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "say"
                and node.args
            ):
                said |= {str(one.value) for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)}
    assert {
        key for key in said if key.split(".")[0] in groups and "." in key and not key.endswith((".", "_"))
    } <= TEXTS.keys()


PIECE = re.compile(r"^\W*$|^(?!\*\*|\{|“)(\W|[a-z])")
"""How a text begins that is none by itself: in lower case, with a space or a sign; or it is empty."""
BEGUN_SMALL = {
    "words in cells": r"verdict\.|row\.|excluded\.|yes|no|none_found|no_more_found|hardly_more|and_above|unit\.",
    "words in cells on who answers": r"beside\.way_then|asked\.(c_someone|who_\w+|way_\w+|part_\w+)|line\.calls",
    "words in cells on answers": r"(defer|joint)\.(nothing|by_value|by_gain|row_\w+|way_\w+|no_limit)",
    "words in cells on a classifier": r"defer\.(none_row|not_possible)",
    "headings of columns": r"col\.|(joint|defer)\.c_",
    "notes of tiles": r"tile\.|joint\.tile_|asked\.tile_|defer\.of",
    "labels in figures": r"curve\.|joint\.(part_|ridge|here)|defer\.[lbd]_",
    "values of facts": r"fact\.",
    "names of units": r"currency_units",
    "names of what a model is": r"name\.(mixture|mean)",
    "names of places, joined by the locale": r"place\.",
    "kinds of statements in cells, and names of lines": r"progress\.(is|line)_",
    "what a number below another is": r"progress\.tile_",
    "notes of the plan in the line above the title": r"kicker\.note",
}
"""Texts that are no sentences: names and words that stand alone."""


def test_only_numbers_with_their_unit_and_names_of_units_are_put_into_a_text():
    # All else is a whole sentence: no other language has the order and the endings of English pieces.
    for subject in subjects().values():
        for key, text in subject.get("quantities", {}).items():
            assert re.match(r"(\*\*)?\{", text), key
    units = {key for subject in subjects().values() for key in subject.get("units", {})}
    assert all(key.split(".")[1].startswith("unit_") for key in units)


def test_no_text_but_names_and_single_words_begins_as_a_piece():
    small = re.compile("|".join(f"(?:{one})" for one in BEGUN_SMALL.values()))
    for subject in subjects().values():
        assert not [key for key, text in subject.get("statements", {}).items() if PIECE.search(text)]
        begun = {key: text for key, text in subject.get("labels", {}).items() if PIECE.search(text)}
        assert not {key for key in begun if not small.match(key)}
        assert all(text.strip() == text != "" for text in begun.values())
        assert not [key for key, text in subject.get("clauses", {}).items() if text[-1] in ".;:, "]
