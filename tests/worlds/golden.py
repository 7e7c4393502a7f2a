"""What was printed once and read by somebody: a change of wording shows in one file, made anew with ``GOLDEN=1``."""

from __future__ import annotations

import os
from itertools import zip_longest
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "golden"


def golden(name: str, text: str, flips: int = 0) -> None:
    """Assert that a text is the one that was kept; with ``GOLDEN=1`` in the environment keep this one.

    Parameters
    ----------
    name
        Of the file, ``quota.de.txt``.
    text
        What is printed now, its lines as prose breaks them.
    flips
        So many lines may differ: sums of matrix products end in other digits on other machines, and tip what lies between
        two roundings, or is as good as nothing.
    """
    path = FOLDER / name
    if os.environ.get("GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    pairs = zip_longest(text.split("\n"), path.read_text(encoding="utf-8").split("\n"))
    differing = [pair for pair in pairs if pair[0] != pair[1]]
    assert len(differing) <= flips, f"{name} reads otherwise; GOLDEN=1 keeps the new words: {differing[:5]}"
