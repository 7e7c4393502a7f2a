"""Whether the labels of a table can be taken as they stand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial

from budgetplan.domain.messages import Message, NamedOption, shortened, word
from budgetplan.tables.bad_numbers import ERRORS
from budgetplan.tables.frame import Frame
from budgetplan.tables.label_names import difference, likeness_of_names, may_be_nothing, spelled, twins
from budgetplan.tables.problems import GREATEST_SHOWN, Problems

_WHERE = ("tables.label_named", "tables.label_here", "tables.label_beside")


@dataclass(frozen=True)
class Meant:
    """What is called a label elsewhere.

    Attributes
    ----------
    known
        What the plan or the models call a label: it is one, whatever it looks like.
    collected
        Those among them from which others may not differ in capitals alone, since they would count as no entry.
    beside
        Labels of the other tables of the plan.
    """

    known: Collection[str] = ()
    collected: Collection[str] = ()
    beside: Collection[str] = ()


def check_labels(frame: Frame, column: str, problems: Problems, meant: Meant) -> None:
    """Note labels that may mean that nobody has judged, that look like others, or are several at once."""
    label = frame.texts[column]
    counts = label.counts()
    capitals = {name.casefold(): name for name in meant.collected if name in counts}
    alike = twins((*counts, *meant.known, *meant.beside), counts, meant.known)
    for name in (label_name for label_name in label.names if label_name in counts and label_name not in meant.known):
        other, capital, parts = alike.get(name), capitals.get(name.casefold(), name), name.split("#")
        n, way = counts[name], NamedOption("table.as_label", name)
        if other:
            where = Message(_WHERE[0 if other in meant.known else 1 if other in counts else 2])
            like, how = shortened(spelled(other)), difference(name, other)
            message = Message("tables.label_like", n=n, other=like, where=where, how=how, way=way)
        elif capital != name:
            message = Message("tables.label_in_capitals", n=n, other=shortened(capital))
        elif len(parts) > 1 and {*parts} <= {*counts}:
            # As doccano joins the labels of one text in a table.
            message = Message("tables.label_of_several", n=n)
        elif name.upper() in ERRORS:
            message = Message("tables.label_of_error", n=n)
        elif not may_be_nothing(name):
            continue
        elif frame.by == "position":
            message = Message("tables.label_or_none", n=n, way=way)
        else:
            message = Message("tables.label_or_empty", n=n, empty=NamedOption("table.empty", name), way=way)
        file, line = frame.place(column, int(label.holds(name).argmax()))
        problems.add(message, line=line, column=column, found=spelled(name) if other else name, file=file)


def check_alike(frame: Frame, column: str, what: str, problems: Problems, *, capitals: bool = False) -> None:
    """Note names of people, types or parts that look like others: each would be counted as one of its own.

    ``capitals``: whether these alone make another name, as they do with words.
    """
    texts = frame.texts[column]

    def place(name: str) -> tuple[str, int | None]:
        return frame.place(column, int(texts.holds(name).argmax()))

    note_alike(texts.counts(), what, problems, place, column, capitals=capitals)


def note_alike(
    counts: Mapping[str, int],
    what: str,
    problems: Problems,
    place: Callable[[str], tuple[str, int | None]],
    column: str = "",
    *,
    capitals: bool = False,
) -> None:
    """Note names that look alike by how often each stands somewhere; ``place``: the file and the line of one."""
    alike = twins(counts, counts, (), partial(likeness_of_names, capitals=capitals))
    for at, (name, other) in enumerate(alike.items()):
        like, how = shortened(spelled(other)), difference(name, other)
        message = Message("tables.name_like", what=word(what), other=like, how=how)
        if at == GREATEST_SHOWN:
            problems.count_more(message, column, len(alike) - GREATEST_SHOWN)
            break
        file, line = place(name)
        problems.add(message, line=line, column=column, found=spelled(name), file=file)
