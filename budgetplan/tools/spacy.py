"""spaCy: the categories of texts, as JSON Lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from budgetplan.domain.messages import Message
from budgetplan.tables.cells import NUMBER
from budgetplan.tools.base import Asked, Export, Record, Tool, flat

_CALLED = Message("tools.spacy")
_CATS, _LABEL = "cats", "label"
_OF_DOCS = frozenset({"tokens", "ents", "sents", "spans"})
"""What spaCy writes of a document beside its categories."""


def read(path: str, records: Sequence[Record], asked: Asked) -> Export:
    """Return lines with ``cats`` as rows, with a column ``cats:CLASS`` for each class.

    Where they are 0 and 1 alone they are labels, and the class with the 1 is in the column ``label``; else
    they are probabilities.
    """
    export = Export(path, asked, _CALLED, judged=False)
    cats_of = [record[_CATS] if isinstance(record.get(_CATS), dict) else {} for _, record in records]
    classes = sorted({name for cats in cats_of for name in cats})
    values = [value for cats in cats_of for value in cats.values()]
    gold = bool(values) and all(map(_digit, values))
    column = _CATS if any(_LABEL in record for _, record in records) else _LABEL
    for (line, record), cats in zip(records, cats_of, strict=True):
        left = [_CATS, *(_OF_DOCS if isinstance(record.get("tokens"), list) else ())]
        row = export.add(line, flat(record, left))
        if not isinstance(record.get(_CATS), dict | None):
            export.note(row, column, Message("tools.cats_no_object"), record[_CATS])
        for name in classes:
            export.put(row, f"{_CATS}:{name}", _digit(cats.get(name)) or cats.get(name))
        if gold:
            ones = [name for name in classes if _digit(cats.get(name)) == "1"]
            if cats and not ones and len(classes) == 1:
                ones = [f"not {classes[0]}"]
            export.put(row, column, ones[0] if len(ones) == 1 else "")
            if cats and len(ones) != 1:
                export.note(row, column, Message("tools.several_ones" if ones else "tools.no_one"), cats)
    kind = "tools.cats_are_labels" if gold else "tools.cats_are_shares"
    export.tell(Message("tools.n_texts", n=len(records)), Message(kind, n=len(classes)))
    return export


def _digit(value: Any) -> str:
    """Return "0" or "1" for what means these, else an empty text.

    >>> [_digit(value) for value in ("1.0", "0", True, "0.5", "x", None)]
    ['1', '0', '1', '', '', '']
    """
    if isinstance(value, bool):
        return str(int(value))
    number = float(value) if isinstance(value, str) and NUMBER.fullmatch(value) else None
    return {0.0: "0", 1.0: "1"}.get(number, "") if number is not None else ""


TOOL = Tool("spacy", _CALLED, read, _CATS, lambda pair: isinstance(pair.get(_CATS), dict))
"""What is read here."""
