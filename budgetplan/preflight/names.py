"""How columns and their texts are called: the words and patterns of ``names.toml``, by which roles are guessed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

_FILE = tomllib.loads(Path(__file__).with_name("names.toml").read_text(encoding="utf-8"))

WORDS: dict[str, tuple[str, ...]] = {name: tuple(words) for name, words in _FILE["words"].items()}
"""Whole names."""
CALLED = {name: re.compile("".join(parts), re.IGNORECASE) for name, parts in _FILE["patterns"].items()}
"""What names are like."""
BESIDE = {
    name: re.compile(rf"(.*?)[_\-. ]?(?:{''.join(parts)})[_\-. ]?(.*)", re.IGNORECASE)
    for name, parts in _FILE["beside"].items()
}
"""How columns are called that stand beside another: as that one is, with one of these words."""
DEGREES = {word: place for place, words in enumerate(_FILE["degrees"]["words"]) for word in words}
"""How sure words say that somebody is: 0 for the least."""
