"""Whether bytes that are no UTF-8 are a text of western Europe, or which encodings they may be in."""

from __future__ import annotations

import codecs
import re

_WESTERN = "windows-1252"
_CENTRAL = ("windows-1250", "iso-8859-2", "windows-1254")
_OTHER_SCRIPTS = ("windows-1251", "koi8-r", "windows-1253")
_NO_TEXT = frozenset({"idna", "punycode", "raw-unicode-escape", "unicode-escape", "undefined", "utf-7", "mbcs", "oem"})
_N_EXAMPLES = 100
_MOST_ODD = 0.05
"""So many of the words with letters beyond ASCII may look odd: a slip, or a word about letters."""

_LETTER = "[^\\W\\d_]"
_SIGN = "[\u00a1-\u00a3\u00a5\u00a6\u00a7\u00a9\u00ac\u00ae\u00af\u00b1-\u00b3\u00b6\u00b9\u00ba\u00bc-\u00bf\u00d7\u00f7\u0192\ufffd]"
_WORD = re.compile(rf"(?:{_LETTER}|{_SIGN})+")
# A sign inside a word, or one of those that stand for frequent letters at its beginning.
_SIGN_INSIDE = re.compile(rf"{_LETTER}{_SIGN}+{_LETTER}|^[\u00b3\u00b9\u00be]{_LETTER}{{2}}")
# No word of western Europe has both.
_APART = tuple(
    re.compile(f"[{letters}].*[{other}]|[{other}].*[{letters}]")
    for letters, other in (("ìèùòøï", "áíýúóšž"), ("ýþð", "çü"), ("û", "õáöó"))
)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")


def text_encoding(name: str) -> str:
    """Return an encoding of texts by the name that is used here; empty where Python has none of this name.

    >>> text_encoding("UTF8"), text_encoding("cp1252"), text_encoding("windows-1250"), text_encoding("rot13")
    ('utf-8', 'windows-1252', 'windows-1250', '')
    """
    try:
        codec = codecs.lookup(name)
    except (LookupError, ValueError):
        return ""
    # The codecs module says by this alone whether one is about texts.
    if not getattr(codec, "_is_text_encoding", False) or codec.name.replace("_", "-") in _NO_TEXT:
        return ""
    plain = {"utf-8-sig": "utf-8", "cp1252": _WESTERN}.get(codec.name, codec.name)
    return plain if plain in {"utf-8", "utf-16", "utf-16-le", "utf-16-be", _WESTERN} else name.strip().lower()


def other_encodings(data: bytes) -> dict[str, str]:
    """Return the encodings that a text may be in that does not look western, each with how one word looks in it.

    The likeliest is the first, Windows-1252 the last; none where the text looks as western ones do.

    >>> other_encodings("żółw".encode("cp1250"))
    {'windows-1250': 'żółw', 'iso-8859-2': 'żółw', 'windows-1252': '¿ó³w'}
    >>> other_encodings("Größe, été, ¿mañana?, smørebrød, coração".encode("cp1252"))
    {}
    """
    text = data.decode("cp1252", "replace")
    words = [word for word in _WORD.findall(text) if not word.isascii() and len(word) > 1]
    # Four letters beyond ASCII in a row, of three kinds at least.
    foreign = [
        word for word in words if any(len(run) > 3 and len({*run.lower()}) > 2 for run in _BEYOND_ASCII.findall(word))
    ]
    odd = [word for word in words if _SIGN_INSIDE.search(word) or any(pair.search(word.lower()) for pair in _APART)]
    if len(foreign) + len(odd) <= _MOST_ODD * len(words):
        return {}
    shown = foreign if len(foreign) > len(odd) else odd
    names = _OTHER_SCRIPTS if shown is foreign else _CENTRAL
    # What Windows-1252 lacks cannot be read back from it.
    whole = [word for word in dict.fromkeys(shown) if "\ufffd" not in word][:_N_EXAMPLES]
    encodings = {name: readings for name in names if (readings := _readings(data, whole, name))}
    if not encodings:
        return {}
    plain = {name: [each for each in encodings[name] if each.isalpha()] for name in encodings}
    best = sorted(plain, key=lambda name: -sum(each.islower() or each.istitle() for each in plain[name]))
    return {name: encodings[name][0] for name in best} | ({} if "\ufffd" in text else {_WESTERN: whole[0]})


def _readings(data: bytes, words: list[str], name: str) -> list[str]:
    """Return words as another encoding has them; none where it cannot be that one."""
    try:
        data.decode(name)
        read = [word.encode("cp1252").decode(name) for word in words]
    except UnicodeError:
        return []
    return read if read and sum(map(str.isalpha, read)) > len(read) / 2 else []
