"""The texts of all documents, by language and key: data beside the code, which a translator can work on.

A language is a folder of ``texts`` with one file for each subject. ``statements`` claim something and are printed only
when their condition holds; each has a test that prints it and a neighbour that does not. ``labels`` name things,
``quantities`` are numbers with their unit and ``units`` are names of units, which alone may be put into another text:
a sentence is whole, so that each language can order and inflect it. ``clauses`` say what is wrong with the data. ``terms`` are the glossary in its order. ``**`` marks what is strong; fields are filled in and rounded by the renderers.
The user's nouns come in singular and plural and are never inflected.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

FOLDER = Path(__file__).parents[1] / "texts"
"""A folder for each language."""

ENGLISH = "en"
_PUT_IN = ("quantities", "units")
_PERCENT = re.compile(r"(?<=[\d}]) (?=%)")


@cache
def subjects(language: str = ENGLISH) -> Mapping[str, Mapping[str, Any]]:
    """Return the files of a language as they stand, by subject.

    >>> sorted(subjects())
    ['answerer', 'compare', 'defer', 'filter', 'joint', 'locale', 'profiles', 'progress', 'quota', 'risk', 'screening', 'warnings', 'work']
    """
    files = sorted(FOLDER.joinpath(language).glob("*.toml"))
    return MappingProxyType({file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files})


@cache
def texts(language: str = ENGLISH) -> Mapping[str, str]:
    """Return all texts of a language by key; a term of the glossary and its meaning have one each.

    >>> texts()["term.lift"], texts()["col.leader"]
    ('Lift', 'Best single')
    """
    found: dict[str, str] = {}
    for said in subjects(language).values():
        found |= {
            key: text
            for kind in ("statements", "labels", "clauses", *_PUT_IN)
            for key, text in said.get(kind, {}).items()
        }
        for key, term in said.get("terms", {}).items():
            found |= {f"term.{key}": term["term"], f"meaning.{key}": term["meaning"]}
    # A number and its sign stay on one line.
    return MappingProxyType({key: _PERCENT.sub("\u00a0", text) for key, text in found.items()})


@cache
def insertable(language: str = ENGLISH) -> frozenset[str]:
    """Return the keys of the texts that may be put into others.

    >>> "hours_amount" in insertable(), "title.spend" in insertable()
    (True, False)
    """
    return frozenset(
        key for said in subjects(language).values() for kind in _PUT_IN for key in said.get(kind, {})
    )


def terms(subject: str, language: str = ENGLISH) -> tuple[str, ...]:
    """Return the keys of a glossary in its order.

    >>> terms("filter")[:2]
    ('item', 'entry')
    """
    return tuple(subjects(language)[subject]["terms"])
