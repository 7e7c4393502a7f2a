"""The one table of options, of which the command line and the reference table are made, and how messages name them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from budgetplan.domain.asked.keys import HEADINGS, ROWS
from budgetplan.domain.messages import Message, NamedOption

PARTS = ("decision", "card", "justification")
"""What a report may be cut down to, in the order in which it is."""

FORMATS = ("html", "pdf", "explore", "xlsx", "docx", "odt", "tex", "figures")
"""What a report may be written as, in the order in which it is."""

OPTIONS = tuple(ROWS)
"""Every option, in the order of the reference table."""

SECTIONS = MappingProxyType(dict(HEADINGS))
"""Sections of the plan file, with their headings in the help; "" holds what only the command line has."""

_SECTIONS = tuple(name for name in SECTIONS if name)

BY_KEY = MappingProxyType({entry.key: entry for entry in OPTIONS if entry.key})
"""Options by their key in the plan file."""

REPEATED = MappingProxyType(
    {
        section: tuple(key.partition(".")[2] for key, entry in BY_KEY.items() if entry.section == section)
        for section in ("models", "answerers")
    }
)
"""Sections of which a plan file has a table for each, with their keys, which are none of the plan itself."""


FORMER_SECTIONS = MappingProxyType({"value": "entry", "values": "answers"})
"""What sections of the plan file were called once, by their old names, which still work."""

_FORMER = MappingProxyType({"value.entry": "entry.value"})

SHORT = MappingProxyType({"mixture": "goal.mixture"})
"""Keys that may stand at the top of the plan file, outside any section."""


def today(key: str) -> str:
    """Return what a key is called today.

    >>> today("values.right"), today("value.entry.idiom"), today("cost.per_item")
    ('answers.right', 'entry.value.idiom', 'cost.per_item')
    """
    for old, new in (*_FORMER.items(), *FORMER_SECTIONS.items()):
        if key == old or key.startswith(f"{old}."):
            return new + key.removeprefix(old)
    return key


def ending(name: str) -> list[str]:
    """Return the keys that end in a name, or once did.

    >>> ending("left_out"), ending("entry")
    (['entry.left_out', 'answers.left_out'], ['entry.value', 'words.entry'])
    """
    once = {new for old, new in _FORMER.items() if old.rpartition(".")[2] == name}
    return [key for key in BY_KEY if key.rpartition(".")[2] == name or key in once]


def options_given(flags: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Return what flags said of a plan: of each option the key, and the words of another command.

    >>> options_given({"models.name": ("a", "b"), "table.label": None, "set": ("sure.seed=3",), "goal.budget": None})
    [('models.name', '--model', 'a'), ('models.name', '--model', 'b'), ('sure.seed', '--set', 'sure.seed=3')]
    """
    flag_of = {"set": "--set", "scenario": "--scenario"} | {key: entry.flag for key, entry in BY_KEY.items()}
    return [
        (value.partition("=")[0].strip() if key == "set" else key, flag_of[key], str(value))
        for key, values in flags.items()
        for value in (values if isinstance(values, tuple) else (values,))
        if value and flag_of.get(key)
    ]


def words_of(flags: Mapping[str, Any], *without: str) -> list[str]:
    """Return the words of another command; ``without``: of these keys nothing, however it was said.

    >>> words_of({"models.name": ("a",), "goal.budget": "40", "set": ("goal.target=40",)}, "goal.budget", "goal.target")
    ['--model', 'a']
    """
    return [word for key, *words in options_given(flags) if key not in without for word in words]


def nearest(name: str, candidates: Iterable[str]) -> str:
    """Return the known name that is most like this one, or an empty text.

    >>> nearest("p_fr", ["p_rf", "gold"]), nearest("xyz", ["p_rf"])
    ('p_rf', '')
    """
    names = list(candidates)
    same = [other for other in names if other.strip().casefold() == name.strip().casefold()]
    return next(iter(same or difflib.get_close_matches(name, names, n=1, cutoff=0.6)), "")


def nearest_key(key: str) -> str:
    """Return the plan file key that was probably meant, or an empty text.

    >>> nearest_key("cost.per_itm"), nearest_key("per_item"), nearest_key("costs.unit"), nearest_key("zzz")
    ('cost.per_item', 'cost.per_item', 'cost.unit', '')
    >>> nearest_key("table.list_size"), nearest_key("cost.extra_per_confirmed"), nearest_key("work.reviewers")
    ('list.size', 'cost.extra_per_entry', '')
    >>> nearest_key("file"), nearest_key("lists.file")
    ('table.file', 'list.file')
    """
    section, _, last = key.rpartition(".")
    same = [each_key for each_key in BY_KEY if last in (each_key.rpartition(".")[2], each_key.replace(".", "_"))]
    if same:
        return (section and nearest(key, same)) or same[0]
    here = {option.partition(".")[2]: option for option, entry in BY_KEY.items() if entry.section == section}
    if here:  # how a key of another section is spelt says nothing where the section is known
        return here.get(nearest(last, here) or _sharing(last, here), "")
    return nearest(key, BY_KEY)


def _sharing(name: str, candidates: Iterable[str]) -> str:
    """Return the known name that has two words of this one, or an empty text."""
    words = set(name.casefold().split("_"))
    shared = {candidate: len(words & set(candidate.split("_"))) for candidate in candidates}
    best = max(shared, key=lambda candidate: shared[candidate])
    return best if shared[best] > 1 else ""


_BY_CALL = frozenset({"price", "price_in", "price_out", "tokens_in", "tokens_out", "calls", "priced_on"})
"""Keys of who is asked item by item, for a price: what a model says is there already."""


def unknown_of(section: str, key: Any, names: Sequence[str]) -> Message:
    """Return what to do about a key that no model has, or no answerer: the key that was meant, or all there are.

    >>> print(unknown_of("models", "prise", ["price"]), unknown_of("answerers", "x", ["price", "name"]))
    did you mean price? the keys of an answerer are price, name
    >>> print(unknown_of("models", "score", ["order", "column"]))
    did you mean column?
    """
    if section == "models" and key in _BY_CALL:
        return Message("options.answers_are_there")
    if meant := "column" if key in {"score", "scores", "answer", "answers"} else nearest(str(key), names):
        return Message("options.meant", meant=meant)
    return Message("options.keys_of_answerer" if section == "answerers" else "options.keys_of_model", names=names)


def unknown_key(key: str) -> Message:
    """Return what to do about an unknown key.

    >>> str(unknown_key("cost.per_itm"))
    'did you mean cost.per_item?'
    """
    if meant := nearest_key(key):
        return Message("options.meant", meant=meant)
    keys = [option for option, entry in BY_KEY.items() if entry.section == key.partition(".")[0]]
    return Message("options.keys_here" if keys else "options.sections", names=keys or _SECTIONS)


def unknown_section(name: str, keys: Sequence[str]) -> Message:
    """Return what to do about an unknown section with these keys.

    >>> print(*(unknown_section(name, ["amount"]) for name in ("entries", "model", "budget")))
    did you mean [entry]? did you mean [[models]]? did you mean goal.budget?
    >>> str(unknown_section("zzz", ["per_itm"]))
    'did you mean cost.per_item?'
    """
    alike = (section for section in _SECTIONS if section[:4] == name.casefold()[:4])
    if meant := nearest(name, _SECTIONS) or next(alike, ""):
        return Message("options.meant", meant=f"[[{meant}]]" if meant in REPEATED else f"[{meant}]")
    return unknown_key(f"{name}.{keys[0]}" if keys and not ending(name) else name)


_MEANT = MappingProxyType(
    dict.fromkeys(("worth", "entry_worth", "value_per_entry"), "entry.value")
    | dict.fromkeys(("price", "price_per_item", "item_cost"), "cost.per_item")
)
"""Other words for what an option says, as people try them."""


def unknown_flag(flag: str, value: str = "VALUE", lost: Message | None = None, here: Iterable[str] = ()) -> Message:
    """Return what to do about an option that the command line does not have.

    ``lost``: where nothing is like it. ``here``: options of the command itself, which come first.

    >>> print(unknown_flag("--hourly-rate"), unknown_flag("--cost-per-unit"), sep=", ")
    write --set cost.hourly_rate=VALUE, write --set cost.per_unit=VALUE
    >>> print(unknown_flag("--entry-worth"), unknown_flag("--price"), unknown_flag("--budgte"))
    did you mean --entry-value? did you mean --cost? did you mean --budget?
    >>> print(unknown_flag("--size", here=["--labels"]))
    did you mean --labels?
    >>> str(unknown_flag("--left-out"))
    'write --set entry.left_out=VALUE or --set answers.left_out=VALUE'
    """
    name = flag.lstrip("-").replace("-", "_").replace(".", "_")
    # Without their dashes, which would make any two options alike.
    of_command = {known_flag.lstrip("-").replace("-", "_"): known_flag for known_flag in here}
    if "labels" in of_command and name in {"size", "sample", "number", "items", "n"}:  # of a pilot
        name = "labels"
    if near := nearest(name, of_command):
        return Message("options.meant", meant=of_command[near])
    keys = [key for key in BY_KEY if name == key.replace(".", "_")] or ending(name)
    # Of the options that are no keys, such as --out, an argument (which has no value to write) means none.
    flags = {
        entry.flag.lstrip("-").replace("-", "_"): entry for entry in OPTIONS if entry.flag and (entry.key or value)
    }
    flags |= {word: BY_KEY[key] for word, key in _MEANT.items()}
    near = name if name in _MEANT else "" if keys else nearest(name, flags)
    keys = keys or [key for key in [nearest_key(name)] if key]
    if near:
        return Message("options.meant", meant=NamedOption(flags[near].key) if flags[near].key else flags[near].flag)
    if keys == ["table.file"]:
        return Message("options.table_is_first")
    ways = [
        Message("options.in_table", key=entry.key.partition(".")[2], section=entry.section)
        if entry.section in REPEATED and not entry.flag
        else NamedOption(key, value)
        for key in keys
        if (entry := BY_KEY[key])
    ]
    return Message("options.write", ways=ways) if ways else lost or Message("options.see_help", command="report")
