"""Names that no option has: what was probably meant, and how to say it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from budgetplan.domain.options import BY_KEY, OPTIONS, REPEATED, SECTIONS, advise, ask, ending, nearest


def nearest_key(key: str) -> str:
    """Return the plan file key that was probably meant, or an empty text.

    >>> nearest_key("cost.per_itm"), nearest_key("per_item"), nearest_key("costs.unit"), nearest_key("zzz")
    ('cost.per_item', 'cost.per_item', 'cost.unit', '')
    >>> nearest_key("table.list_size"), nearest_key("cost.extra_per_confirmed"), nearest_key("work.reviewers")
    ('list.size', 'cost.extra_per_entry', '')
    """
    section, _, last = key.rpartition(".")
    same = [known for known in BY_KEY if last in (known.rpartition(".")[2], known.replace(".", "_"))]
    if same:
        return nearest(key, same) or same[0]
    here = {known.partition(".")[2]: known for known, entry in BY_KEY.items() if entry.section == section}
    if here:  # how a key of another section is spelt says nothing where the section is known
        return here.get(nearest(last, here) or _sharing(last, here), "")
    return nearest(key, BY_KEY)


def _sharing(name: str, known: Iterable[str]) -> str:
    """Return the known name that has two words of this one, or an empty text."""
    words = set(name.casefold().split("_"))
    shared = {one: len(words & set(one.split("_"))) for one in known}
    best = max(shared, key=lambda one: shared[one])
    return best if shared[best] > 1 else ""


def unknown_key(key: str) -> tuple[str, str]:
    """Return what is wrong with an unknown key, and what to do.

    >>> unknown_key("cost.per_itm")
    ('there is no such key', 'did you mean cost.per_item?')
    """
    meant = nearest_key(key)
    if meant:
        return "there is no such key", f"did you mean {meant}?"
    section = key.partition(".")[0]
    keys = [known for known, entry in BY_KEY.items() if entry.section == section]
    if keys:
        return "there is no such key", f"the keys here are {', '.join(keys)}"
    return "there is no such key", f"the sections are {', '.join(name for name in SECTIONS if name)}"


def unknown_section(name: str, keys: Sequence[str]) -> tuple[str, str]:
    """Return what is wrong with an unknown section with these keys, and what to do.

    >>> unknown_section("entries", ["value"]), unknown_section("costs", ["per_item"])
    (('there is no such section', 'did you mean [entry]?'), ('there is no such section', 'did you mean [cost]?'))
    >>> unknown_section("model", ["name"]), unknown_section("budget", ["amount"])
    (('there is no such section', 'did you mean [[models]]?'), ('there is no such section', 'did you mean goal.budget?'))
    >>> unknown_section("zzz", ["per_itm"])
    ('there is no such key', 'did you mean cost.per_item?')
    """
    meant = nearest(name, [one for one in SECTIONS if one]) or _same_beginning(name)
    if meant:
        return (
            "there is no such section",
            f"did you mean {f'[[{meant}]]' if meant in REPEATED else f'[{meant}]'}?",
        )
    own = [key for key in BY_KEY if key.rpartition(".")[2] == name]
    if own:
        return "there is no such section", f"did you mean {own[0]}?"
    return unknown_key(f"{name}.{keys[0]}" if keys else name)


def _same_beginning(name: str) -> str:
    """Return the section with the same first four letters, or an empty text."""
    return next((one for one in SECTIONS if one and one[:4] == name.casefold()[:4]), "")


_MEANT = MappingProxyType(
    {
        "worth": "entry.value",
        "entry_worth": "entry.value",
        "value_per_entry": "entry.value",
        "price": "cost.per_item",
        "price_per_item": "cost.per_item",
        "item_cost": "cost.per_item",
    }
)
"""Other words for what an option says, as people try them."""


def unknown_flag(flag: str, value: str = "VALUE") -> tuple[str, str]:
    """Return what is wrong with an option that the command line does not have, and what to do.

    >>> unknown_flag("--hourly-rate")
    ('there is no such option', 'write --set cost.hourly_rate=VALUE')
    >>> unknown_flag("--cost-per-unit")[1], unknown_flag("--budgte")[1]
    ('write --set cost.per_unit=VALUE', 'did you mean --budget?')
    >>> unknown_flag("--entry-worth")[1], unknown_flag("--price")[1]
    ('did you mean --entry-value?', 'did you mean --cost?')
    >>> unknown_flag("--left-out")[1]
    'write --set entry.left_out=VALUE or --set answers.left_out=VALUE'
    """
    name = flag.lstrip("-").replace("-", "_").replace(".", "_")
    if name in _MEANT:
        return "there is no such option", f"did you mean {BY_KEY[_MEANT[name]].flag}?"
    keys = [key for key in BY_KEY if name == key.replace(".", "_")] or ending(name)
    if not keys:
        # Without their dashes, which would make any two options alike.
        flags = {entry.flag.lstrip("-").replace("-", "_"): entry.flag for entry in OPTIONS if entry.flag}
        if near := nearest(name, flags):
            return "there is no such option", f"did you mean {flags[near]}?"
        key = nearest_key(name)
        keys = [key] if key else []
    if keys == ["table.file"]:
        return "there is no such option", "the table is the first argument: write it there"
    ways = [
        f"{entry.key.partition('.')[2]} in [[{entry.section}]] of a plan file"
        if entry.section in REPEATED and not entry.flag
        else ask(key, value)
        for key in keys
        if (entry := BY_KEY[key])
    ]
    if ways:
        return "there is no such option", advise("write {}" + " or {}" * (len(ways) - 1), *ways)
    return "there is no such option", "budgetplan report --help lists the options"
