"""A language that nobody speaks, made from English: accents on every letter, longer words, other signs."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path

from budgetplan.report import sentences

NAME = "xx"
_PLAIN = string.ascii_lowercase + string.ascii_uppercase
_STRANGE = "áƀçðéƒğĥíĵķłɱñóþʠřšţúṽŵẋýž" + "ÁƁÇÐÉƑĞĤÍĴĶŁṀÑÓÞǪŘŠŢÚṼŴẊÝŽ"
_LETTERS = str.maketrans(dict(zip(_PLAIN, _STRANGE, strict=True)) | {"%": "⁒"})
SIGNS = {
    "decimal": "·",
    "thousands": "’",
    "minus": "~",
    "percent": "⁒{number}",
    "money": "{number}\u00a0{currency}",
    "date": "{year}/{month}/{day}",
    "comma": "; ",
}
"""What a language may write otherwise than English."""


def strange(text: str) -> str:
    """Return a text with other letters and longer words; its fields stay, also those among which a number chooses.

    >>> strange("**{n:count}** {n:model|{nouns}} are")
    '**{n:count}** {n:ɱóóðééł|{nouns}} áářéé'
    """
    made = []
    for literal, name, kind, _ in string.Formatter().parse(text):
        longer = re.sub(r"[aeiou]", r"\g<0>\g<0>", re.sub(r"(?<=\d)[.,](?=\d)", "·", literal))
        made.append(longer.translate(_LETTERS))
        if name is not None:
            forms = "|".join(map(strange, (kind or "").split("|"))) if "|" in (kind or "") else kind
            made.append(f"{{{name}{':' if forms else ''}{forms or ''}}}")
    return "".join(made)


def _changed(value: object) -> object:
    if isinstance(value, dict):
        return {key: _changed(one) for key, one in value.items()}
    return [_changed(one) for one in value] if isinstance(value, list) else strange(str(value))


def _toml(values: dict, head: str = "") -> str:
    """Return what the texts are made of as TOML: tables of strings, lists of strings and pairs."""
    plain = [f"{json.dumps(key)} = {_inline(one)}" for key, one in values.items() if not _is_table(one)]
    tables = [
        f"[{head}{json.dumps(key)}]\n{_toml(one, f'{head}{json.dumps(key)}.')}"
        for key, one in values.items()
        if _is_table(one)
    ]
    return "\n".join([*plain, *tables]) + "\n"


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _inline(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def write(folder: Path) -> None:
    """Write English and the strange language into a folder of languages."""
    for file in sorted((sentences.FOLDER / "en").glob("*.toml")):
        said = sentences.subjects()[file.stem]
        made = _changed(said) | (SIGNS if file.stem == "locale" else {})
        for name, text in (("en", file.read_text("utf-8")), (NAME, _toml(made))):
            (folder / name).mkdir(parents=True, exist_ok=True)
            (folder / name / file.name).write_text(text, encoding="utf-8")
