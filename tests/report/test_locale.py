"""Signs and small words are those of the language, and every language has all of them."""

import re
from dataclasses import replace
from typing import get_type_hints

import pytest
from jinja2 import Environment, meta

from budgetplan.domain.messages import template_dir
from budgetplan.domain.options import BY_KEY
from budgetplan.domain.plan import Columns, Plan
from budgetplan.errors import UsageError
from budgetplan.report.locale import heads, locale_of
from budgetplan.report.record import plain
from budgetplan.settings.build import read_plan

LANGUAGES = sorted(path.parent.name for path in template_dir().glob("*/heads.toml"))
ENGLISH = locale_of()


def test_names_dates_and_numbers_are_those_of_the_language():
    german = locale_of("de")
    assert [ENGLISH.listing(names) for names in (["a"], ["a", "b"])] == ["a", "a and b"]
    assert ENGLISH.listing(["a", "b", "c"], choice=True) == "a, b or c"
    assert german.listing(["a", "b", "c"]) == "a, b und c"
    assert ENGLISH.printed_date("2026-01-02") == "2 January 2026"
    assert german.printed_date("2026-12-31") == "31. Dezember 2026"
    assert [locale.digits("-1,234.5") for locale in (ENGLISH, german)] == ["−1,234.5", "−1.234,5"]


def test_every_language_can_be_asked_for_and_no_other():
    assert set(BY_KEY["report.language"].choices) == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_all(language):
    assert heads(language).keys() == heads().keys()
    for name, kind in get_type_hints(type(ENGLISH)).items():
        assert isinstance(getattr(locale_of(language), name), str if kind is str else list), name


def filled_in(text):
    """Return what is put into a text, but for the user's nouns."""
    return meta.find_undeclared_variables(Environment(autoescape=True).parse(re.sub(r"\|\w+", "", text))) - {"n"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fills_in_the_same_in_the_same_form(language):
    for key, text in heads(language).items():
        assert filled_in(text) == filled_in(heads()[key]), key
        assert "  " not in text, key


def test_german_bends_no_word_before_a_noun_whose_gender_it_does_not_know():
    before = r"\b([dm]?ein|kein|jed|dies|welch|letzt|nächst|weiter)(e|en|er|es|em)? \{\{ n\.(item|entry)\b"
    assert [key for key, text in heads("de").items() if re.search(before, text, re.IGNORECASE)] == []
    # What follows is a dative; the user's plural alone would be the nominative.
    behind = r"\b(von|mit|bei|aus|zu|unter) (den |allen )?(annotierten |übrigen )?\{\{ n\.(items|entries)\b"
    assert [key for key, text in heads("de").items() if re.search(behind, text, re.IGNORECASE)] == []


def test_another_language_is_refused_with_those_there_are(tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text('[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "y"\n[[models]]\nname = "p"\n', "utf-8")
    assert read_plan(str(plan), {}).language == "en"
    with pytest.raises(UsageError, match=r'report\.language: .*\(found "fr"\); write one of en, de$'):
        read_plan(str(plan), {"report.language": "fr"})


def test_the_language_changes_no_number_and_so_no_name_of_a_report(tmp_path):
    plan = Plan("t.csv", Columns("gold"), ("y",), ())
    assert plain(plan) == plain(replace(plan, language="xx"))
