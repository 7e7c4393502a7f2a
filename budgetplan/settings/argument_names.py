"""Options by the names they have in Python: which key an argument means, and messages in these names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from types import MappingProxyType

from budgetplan.domain.asked.option_form import Option, ValueKind
from budgetplan.domain.options import BY_KEY, OPTIONS, REPEATED, SECTIONS, ending, nearest, today

PLURALS = MappingProxyType(
    {
        "ids": "table.id",
        "groups": "table.group",
        "weights": "table.weight",
        "strata": "table.stratum",
        "costs": "table.cost",
        "domains": "table.domain",
    }
)
"""Names of arrays, one value an item."""

OF_ITEMS = frozenset({*PLURALS.values(), "table.units", "table.split_column"})
"""Keys that name a column, and take an array too."""

_ABOUT_FILES = "file file_test file_validation separator decimal encoding sheet header empty map labels costs sample long classes"
OF_FILES = frozenset(f"table.{name}" for name in _ABOUT_FILES.split())
"""Keys that say how files are read."""

_KNOWN = MappingProxyType({key: entry for key, entry in BY_KEY.items() if entry.section not in REPEATED})
_FLAGS = MappingProxyType({entry.flag: entry for entry in OPTIONS if entry.flag})
_SAID = re.compile(r"""--([a-z][a-z-]*)(?: ("[^"]*"|'[^']*'|[A-Za-z0-9_.=-][^\s;,)]*))?""")


def meanings(name: str) -> tuple[str, ...]:
    """Return the keys that an argument may mean: none, one, or several between which a section must decide.

    >>> meanings("cost"), meanings("cost__contingency"), meanings("contingency"), meanings("groups")
    (('cost.per_item',), ('cost.contingency',), ('cost.contingency',), ('table.group',))
    >>> meanings("left_out"), meanings("list_size"), meanings("bugdet")
    (('entry.left_out', 'answers.left_out'), ('list.size',), ())
    """
    dotted = name.replace("__", ".")
    flag = _FLAGS.get("--" + name.replace("_", "-"))
    if name in PLURALS:
        return (PLURALS[name],)
    for key in map(today, (dotted, name.replace("_", ".", 1))):
        if key in _KNOWN:
            return (key,)
    if flag is not None and flag.key in _KNOWN:
        return (flag.key,)
    return tuple(key for key in ending(name) if key in _KNOWN)


def argument(key: str) -> str:
    """Return the shortest name in Python for a key.

    >>> argument("cost.per_item"), argument("cost.contingency"), argument("answers.left_out")
    ('cost', 'contingency', 'answers__left_out')
    """
    entry = BY_KEY[key]
    plain = entry.flag.lstrip("-").replace("-", "_") if entry.flag else key.rpartition(".")[2]
    return plain if meanings(plain) == (key,) else key.replace(".", "__")


def unknown_argument(name: str) -> tuple[str, str]:
    """Return what is wrong with an argument that means no option, and what to do.

    >>> unknown_argument("bugdet")
    ('there is no such option', 'did you mean budget?')
    """
    several = meanings(name)
    if several:
        named = " or ".join(key.replace(".", "__") for key in several)
        return "several options end like this", f"write {named}"
    section, _, last = name.rpartition("__")
    beside = {key.rpartition(".")[2]: key for key, entry in _KNOWN.items() if entry.section == section}
    if near := nearest(last, beside):
        return "there is no such option", f"did you mean {argument(beside[near])}?"
    names = [argument(key) for key in _KNOWN if key not in OF_FILES]
    inner = [key.rpartition(".")[2] for key in _KNOWN]
    meant = nearest(name, [*names, *PLURALS]) or nearest(last, [*names, *PLURALS])
    if not meant and (like := nearest(last, inner)):
        meant = argument(next(key for key in _KNOWN if key.rpartition(".")[2] == like))
    if meant:
        return "there is no such option", f"did you mean {meant}?"
    sections = ", ".join(section for section in SECTIONS if section and section not in REPEATED)
    return (
        "there is no such option",
        f"options are called as on the command line (cost, budget), or by section and key (cost__contingency); the sections are {sections}",
    )


def in_python(text: str, theirs: Callable[[], Iterable[str]] = tuple) -> str:
    """Return a message of the command line with its options as arguments.

    ``theirs`` gives the texts of the user that hold two dashes: they stay as they are, whatever they look like.

    >>> in_python("write the score, or use --set table.missing=last or --set table.missing=exclude")
    'write the score, or use missing="last" or missing="exclude"'
    >>> in_python('give --cost 0.04, or a budget as --budget "400 items"')
    'give cost=0.04, or a budget as budget="400 items"'
    >>> in_python("give --set cost.contingency=0.05"), in_python("name it: --positive CLASS")
    ('give contingency=0.05', 'name it: positive="CLASS"')
    >>> in_python("no item has the label --cost 5; see --id COLUMN", lambda: ["--cost 5"])
    'no item has the label --cost 5; see id="COLUMN"'
    """
    if "--" not in text:
        return text
    known = sorted((one for one in theirs() if one in text), key=len, reverse=True)
    if not known:
        return _SAID.sub(_said, text)
    parts = re.split(f"({'|'.join(map(re.escape, known))})", text)
    return "".join(part if at % 2 else _SAID.sub(_said, part) for at, part in enumerate(parts))


def options_in(text: str) -> dict[str, list[str]]:
    """Return the options that an advice names, each with the values that it would have them take.

    >>> options_in("write the score, or use --set table.missing=last or --set table.missing=exclude")
    {'table.missing': ['last', 'exclude']}
    >>> options_in("name its column: --id COLUMN, or leave out --dialect")
    {'table.id': [], 'table.dialect': []}
    """
    found: dict[str, list[str]] = {}
    for name, value in _SAID.findall(text):
        entry = _FLAGS.get(f"--{name}")
        key, _, given = value.partition("=") if name == "set" else (entry.key if entry else "", "", value)
        if key not in BY_KEY:
            continue
        values = found.setdefault(key, [])
        if given and (name == "set" or (entry and _is_value(given, entry))) and not given.isupper():
            values.append(given.strip("\"'"))
    return found


def _said(match: re.Match[str]) -> str:
    """Return one option with its value, if what follows it is one."""
    flag, value = f"--{match[1]}", match[2] or ""
    if flag == "--set":
        key, _, inner = value.partition("=")
        return f"{argument(key)}={_quoted(inner)}" if key in BY_KEY and inner else match[0]
    entry = _FLAGS.get(flag)
    if entry is None:
        return match[0]
    name = "models" if entry.section == "models" else argument(entry.key) if entry.key else match[1]
    if name == "models":
        array = '{"decision": array}' if entry.key == "models.decision" else "array"
        return f"models={{name: {array}}}" if value else name
    if not value:
        return name
    if not _is_value(value, entry):
        return f"{name} {value}"
    return f"{name}={_quoted(value)}"


def _is_value(value: str, entry: Option) -> bool:
    """Return whether a word after an option is its value, and not the sentence going on."""
    return bool(
        value in entry.choices
        or value[0] in "\"'"
        or re.fullmatch(r"[A-Z]+", value)
        or re.fullmatch(r"[0-9.]+", value)
        or (entry.kind is ValueKind.TEXT and entry.key == "table.split")
    )


def _quoted(value: str) -> str:
    """Return a value as Python has it: numbers as they are, texts in quotes."""
    whole = re.fullmatch(r"[0-9.]*[0-9]", value) or value[0] in "\"'"
    return value if whole else f'"{value}"'
