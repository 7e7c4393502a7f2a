"""The page of methods: what docstrings point to is there, and it names modules that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/explanation/methods.md").read_text(encoding="utf-8")
PARAGRAPHS = set(re.findall(r"^#+ ([A-Z]\d*)\b", PAGE, re.MULTILINE))
NAMED = re.compile(r"METHODS (?:Parts? )?([A-Z]\d*\b(?:(?:, | to | and )[A-Z]\d*\b)*|\d[\d.]*)")


def test_what_docstrings_point_to_is_on_the_page():
    pointed = {
        name
        for path in (ROOT / "budgetplan").rglob("*.py")
        for names in NAMED.findall(path.read_text(encoding="utf-8"))
        for name in re.findall(r"[A-Z]\d*|\d[\d.]*", names)
    }
    assert len(pointed) > 15
    assert not pointed - PARAGRAPHS
    # A part is pointed to by its paragraphs, or as a whole.
    assert not {name for name in PARAGRAPHS if len(name) > 1} - pointed - {"F1"}


def test_every_paragraph_names_modules_that_are_there():
    for paragraph in re.split(r"^#+ ", PAGE, flags=re.MULTILINE)[2:]:
        heading, _, body = paragraph.partition("\n")
        named = re.findall(r"`(budgetplan/[\w/]+\.py)`", body)
        assert named or not body.strip(), heading
        for name in named:
            assert (ROOT / name).exists(), name
