"""What arguments say, by key, as a plan file has it: numbers exactly as they print, labels as texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

import numpy as np

from budgetplan.domain.asked.option_form import ValueKind
from budgetplan.domain.options import BY_KEY, FORMER_SECTIONS, REPEATED, SECTIONS
from budgetplan.settings.argument_names import meanings, unknown_argument
from budgetplan.settings.sources import Settings, meant_or_known, take
from budgetplan.tables.celltext import NoTextError
from budgetplan.tables.memory import text_of

_NAMES = frozenset({ValueKind.TEXT, ValueKind.TEXTS})
_OF_CLASSES = frozenset({"table.positive", "table.split", "table.validation", "table.test", "models.classes"})
"""Keys whose values are labels, which may be true and false."""


def said(settings: Settings, options: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Yield the key, the value and the name of each option; names that mean none are noted as problems."""
    for name, value in options.items():
        keys = meanings(name)
        if value is None:
            continue
        if "__" in name:
            settings.today(name.replace("__", "."), name)
        if (
            FORMER_SECTIONS.get(name, name) in SECTIONS
            and name
            and name not in REPEATED
            and isinstance(value, Mapping)
        ):
            yield from _of_section(settings, name, value)
        elif len(keys) != 1:
            settings.refuse(f"{settings.source}, {name}", "{}; {}", *unknown_argument(name))
        else:
            yield keys[0], value, name


def _of_section(settings: Settings, name: str, values: Mapping[Any, Any]) -> Iterator[tuple[str, Any, str]]:
    """Yield the keys of a section; pairs (predicted, truth) are what single answers are worth."""
    single = []
    for inner, value in values.items():
        where = f"{name}[{inner!r}]"
        key = settings.today(f"{name}.{inner}", where)
        section = key.partition(".")[0]
        if section == "answers" and isinstance(inner, tuple) and len(inner) == 2:
            single.append({"predicted": inner[0], "truth": inner[1], "value": value})
        elif key in BY_KEY:
            yield key, value, where
        else:
            keys = [known.partition(".")[2] for known in BY_KEY if known.startswith(f"{section}.")]
            settings.refuse(where, "there is no such key; {}", meant_or_known(inner, keys))
    if single:
        yield "answers.cell", single, name


def say(settings: Settings, key: str, value: Any, where: str) -> None:
    """Note what was said for one key."""
    if key == "words" and isinstance(value, list | tuple):
        value = ",".join(map(str, value))
    value = plain(value, key)
    take(settings, key, cells(value) if key == "answers.cell" else value, where)


def plain(value: Any, key: str) -> Any:
    """Return a value as a plan file has it.

    >>> plain(np.float32(0.1), "cost.per_item"), plain(np.array([0, 1]), "models.classes")
    (Decimal('0.1'), ['0', '1'])
    >>> plain(True, "table.positive"), plain({True: 3}, "entry.value")
    ('True', {'True': 3})
    """
    if isinstance(value, np.ndarray) or (hasattr(value, "tolist") and not isinstance(value, np.generic)):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {name_of(one): plain(inner, key) for one, inner in value.items()}
    if isinstance(value, set | frozenset):
        value = sorted(value, key=str)
    if isinstance(value, list | tuple):
        return [plain(one, key) for one in value]
    if isinstance(value, np.generic):
        shortest = isinstance(value, np.floating) and value.itemsize < 8
        value = Decimal(str(value)) if shortest else value.item()
    labels = key in _OF_CLASSES or (BY_KEY[key].kind in _NAMES and isinstance(value, float | Decimal))
    return name_of(value) if labels else value


def cells(rows: Any) -> Any:
    """Return what single answers are worth with the classes as texts.

    >>> cells([{"predicted": 1, "truth": True, "value": -2}])
    [{'predicted': '1', 'truth': 'True', 'value': -2}]
    """
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        return rows
    return [
        {key: name_of(one) if key in {"predicted", "truth"} else one for key, one in row.items()}
        for row in rows
    ]


def name_of(value: Any) -> str:
    """Return the name of a class or a model, as labels have it.

    >>> name_of(1.0), name_of(True), name_of(("a", 1))
    ('1', 'True', "('a', 1)")
    """
    try:
        return text_of(value)
    except NoTextError:
        return str(value).encode("utf-8", "replace").decode()
