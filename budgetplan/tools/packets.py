"""A packet of items to be judged, and what is common to the files of all tools.

What an annotator gets are the items in their order: the id, the user's own columns as they stand in the table, and the
classes to choose from. A packet knows no score, no rank and no role of an item, so that no file made of it can tell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from budgetplan.domain.messages import Message
from budgetplan.errors import Problems

_OWN = "column_"
_UNWRITABLE = re.compile("[\0\ud800-\udfff]")
_INVISIBLE = "\u200e\u200f"
"""Marks of direction: tools trim them as they trim blanks."""

Files = Mapping[str, bytes]
"""The bytes of each file, by its name."""


@dataclass(frozen=True)
class Packet:
    """Items that are judged together.

    Attributes
    ----------
    name
        Of its files, without an ending: ``packet-001``.
    id_column
        What the user calls the column of the ids.
    ids
        The items, in the order in which they are to be judged.
    columns
        The user's columns as text, each as long as ``ids``; without those of ids and labels.
    text
        Which of them is to be judged; empty: the id stands for it.
    label_column
        What the user calls the column of the labels, which is filled in.
    labels
        The classes to choose from.
    separator
        Between the cells of tables that people open.

    Examples
    --------
    >>> packet = Packet("packet-001", "id", ("s2", "s1"), {"sentence": ("A.", "B.")}, "sentence", "gold", ("yes", "no"))
    >>> packet.judged
    ('A.', 'B.')
    """

    name: str
    id_column: str
    ids: tuple[str, ...]
    columns: Mapping[str, tuple[str, ...]]
    text: str
    label_column: str
    labels: tuple[str, ...]
    separator: str = ","

    @property
    def judged(self) -> tuple[str, ...]:
        """What is to be judged, by item."""
        return self.columns[self.text] if self.text else self.ids

    @property
    def table(self) -> dict[str, tuple[str, ...]]:
        """The columns of a table to be filled in: the ids, the user's own, and the labels, which are empty."""
        return {self.id_column: self.ids, **self.columns, self.label_column: ("",) * len(self.ids)}

    def others(self, taken: Collection[str]) -> dict[str, tuple[str, ...]]:
        """Return the columns beside the text that is judged, as they are called in a tool that takes some names for itself."""
        names = named_apart([name for name in self.columns if name != self.text], taken)
        return {name: self.columns[column] for column, name in names.items()}


@dataclass(frozen=True)
class QueueTool:
    """A tool in which people judge.

    Attributes
    ----------
    key
        Its name on the command line.
    called
        Its name in sentences.
    packet_files
        The files of one packet, for its annotators.
    order
        How to import them so that the order is kept, as one or two sentences.
    setup
        The tool's own settings, once for all packets of a queue; they depend on its classes and names of columns alone.
    aside
        Files of one packet that are kept with the manifest, and that annotators do not get.
    blank, twice
        What is said of a text of blanks alone, and of one that stands twice; None: nothing.
    """

    key: str
    called: str
    packet_files: Callable[[Packet], Files]
    order: str
    setup: Callable[[Packet], Files] = lambda _: {}
    aside: Callable[[Packet], Files] = lambda _: {}
    blank: Message | None = None
    twice: Message | None = None

    def write(self, packet: Packet) -> Files:
        """Return the files of one packet.

        Raises
        ------
        BadDataError
            With every item whose text the tool cannot take.
        """
        problems, text = Problems(""), packet.text or packet.id_column

        def note(rows: Iterable[int], message: Message, column: str = text) -> None:
            for row in rows:
                problems.add(message, column=column, item=packet.ids[row])

        for name, column in packet.table.items():
            # Looked at as one text first: hardly any column has such a sign.
            if _UNWRITABLE.search("".join(column)):
                odd = (at for at, cell in enumerate(column) if _UNWRITABLE.search(cell))
                note(odd, Message("tools.unwritable_cell"), name)
        if any(map(_UNWRITABLE.search, (*packet.table, *packet.labels))):
            problems.add(Message("tools.unwritable_name"))
        if self.blank:
            stripped = (text.strip().strip(_INVISIBLE).strip() for text in packet.judged)
            note((at for at, text in enumerate(stripped) if not text), self.blank)
        if self.twice:
            first = {text: at for at, text in reversed([*enumerate(packet.judged)])}
            note((at for at, text in enumerate(packet.judged) if first[text] != at), self.twice)
        problems.raise_if_any()
        return self.packet_files(packet)


def named_apart(names: Sequence[str], taken: Collection[str]) -> dict[str, str]:
    """Return what each of the user's columns is called in a tool that takes some names for itself.

    A column of such a name, in whatever capitals, gets ``column_`` in front, and once more until the name is free:
    what a tool takes for a label, a prediction or its own number must not come from the user's table.

    >>> named_apart(["year", "Label", "column_Label"], {"label"})
    {'year': 'year', 'Label': 'column_column_Label', 'column_Label': 'column_Label'}
    """
    used = {name.casefold() for name in taken}
    free = {name.casefold() for name in names} - used
    names_free: dict[str, str] = {}
    for name in names:
        free_name = name
        while free_name.casefold() in (used if free_name == name else used | free):
            free_name = _OWN + free_name
        names_free[name] = free_name
        free.add(free_name.casefold())
    return names_free


def records_of(columns: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """Return columns as one object for each row.

    >>> records_of({"a": ("1", "2"), "b": ("x", "y")})
    [{'a': '1', 'b': 'x'}, {'a': '2', 'b': 'y'}]
    """
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def lines(values: Sequence[Any], *, ascii_only: bool = False) -> bytes:
    r"""Return values as JSON Lines, with every letter as it is.

    ``ascii_only``: other letters are escaped, as JSON allows, for a tool that may guess the encoding of a file.

    >>> lines([{"a": "ü"}]).decode()
    '{"a": "ü"}\n'
    """
    return "".join(json.dumps(value, ensure_ascii=ascii_only) + "\n" for value in values).encode()
