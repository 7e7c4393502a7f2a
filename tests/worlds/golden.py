"""What was printed once and read by somebody: a change of wording shows in one file, made anew with ``GOLDEN=1``."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "golden"


def golden(name: str, text: str) -> None:
    """Assert that a text is the one that was kept; with ``GOLDEN=1`` in the environment keep this one.

    Parameters
    ----------
    name
        Of the file, ``quota.de.txt``.
    text
        What is printed now, its lines as prose breaks them.
    """
    path = FOLDER / name
    if os.environ.get("GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{name} reads otherwise; GOLDEN=1 keeps the new words"
