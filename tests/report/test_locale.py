"""Signs and small words are those of the language, and every language has all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import get_type_hints

import pytest

from budgetplan.domain.options import BY_KEY
from budgetplan.domain.plan import Columns, Plan
from budgetplan.errors import UsageError
from budgetplan.report.filter.record import plain
from budgetplan.report.locale import locale_of
from budgetplan.report.sentences import FOLDER, subjects, texts
from budgetplan.settings.build import read_plan

LANGUAGES = sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())
ENGLISH = locale_of()


def test_names_in_running_text():
    assert ENGLISH.listing(["a"]) == "a"
    assert ENGLISH.listing(["a", "b"]) == "a and b"
    assert ENGLISH.listing(["a", "b", "c"], choice=True) == "a, b or c"
    other = replace(ENGLISH, comma="; ", all_of="{last} + {names}")
    assert other.listing(["a", "b", "c"]) == "c + a; b"


def test_dates_are_read_as_people_read_them():
    assert ENGLISH.printed_date("2026-01-02") == "2 January 2026"
    assert ENGLISH.printed_date("2026-12-31") == "31 December 2026"
    assert replace(ENGLISH, date="{year}, {month} {day}").printed_date("2026-12-31") == "2026, December 31"


def test_numbers_have_the_signs_of_the_language():
    assert ENGLISH.digits("-1,234.5") == "−1,234.5"
    assert replace(ENGLISH, decimal=",", thousands=".", minus="-").digits("-1,234.5") == "-1.234,5"


def test_every_language_can_be_asked_for_and_no_other():
    assert set(BY_KEY["report.language"].choices) == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_all(language):
    assert texts(language).keys() == texts().keys()
    assert subjects(language).keys() == subjects().keys()
    assert len(locale_of(language).months) == 12
    for name, kind in get_type_hints(type(ENGLISH)).items():
        assert isinstance(getattr(locale_of(language), name), str if kind is str else list), name


def test_another_language_is_refused_with_those_there_are(tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "y"\n[[models]]\nname = "p"\n', "utf-8"
    )
    assert read_plan(str(plan), {}).language == "en"
    with pytest.raises(
        UsageError, match=rf'report\.language: .*\(found "de"\); write one of {", ".join(LANGUAGES)}$'
    ):
        read_plan(str(plan), {"report.language": "de"})


def test_the_language_changes_no_number_and_so_no_name_of_a_report(tmp_path):
    plan = Plan("t.csv", Columns("gold"), ("y",), ())
    assert plain(plan) == plain(replace(plan, language="xx"))
