"""Whether the labels of a table can be taken as they stand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice

from budgetplan.domain.messages import literal, shortened
from budgetplan.domain.options import advise, ask
from budgetplan.errors import counted
from budgetplan.tables.bad_numbers import ERRORS
from budgetplan.tables.frame import Frame
from budgetplan.tables.label_names import difference, likeness_of_names, may_be_nothing, spelled, twins
from budgetplan.tables.problems import GREATEST_SHOWN, Problems

_WHERE = (
    "which the plan or a model names",
    "which is another label here",
    "which is a label of the other table",
)


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
        todo = "write both alike, or rename one of them"
        if other:
            where = _WHERE[0 if other in meant.known else 1 if other in counts else 2]
            wrong = f'looks like "{shortened(spelled(other))}", {where}, and differs {difference(name, other)}'
            todo = advise("write both alike; if they are two, use {}", ask("table.as_label", name))
        elif capital != name:
            wrong = f"differs from {shortened(capital)} in capitals alone"
        elif len(parts) > 1 and {*parts} <= {*counts}:
            # As doccano joins the labels of one text in a table.
            wrong = "seems to be several labels at once"
            todo = "budgetplan needs one label for each item; keep one, or give the label another name"
        elif name.upper() in ERRORS:
            wrong, todo = "is an error of the spreadsheet", "mend the formula, or leave the cell empty"
        elif may_be_nothing(name):
            wrong, can_say = "may mean that nobody has judged the item", frame.by != "position"
            empty = advise("use {}", ask("table.empty", name)) if can_say else "write None there"
            todo = advise("if so, {}; if it is a class, use {}", empty, ask("table.as_label", name))
        else:
            continue
        file, line = frame.place(column, int(label.holds(name).argmax()))
        wrong = f"the label in {counted(counts[name], 'row')} {wrong}"
        problems.add(literal(wrong, todo), line=line, column=column, found=spelled(name) if other else name, file=file)


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
    wrong = f"this {what} looks like another one"
    for name, other in islice(alike.items(), GREATEST_SHOWN):
        file, line = place(name)
        todo = f'write it as "{shortened(spelled(other))}", from which it differs {difference(name, other)}'
        problems.add(literal(wrong, todo), line=line, column=column, found=spelled(name), file=file)
    if len(alike) > GREATEST_SHOWN:
        problems.count_more(literal(wrong), column, len(alike) - GREATEST_SHOWN)
