"""The classes of the defer workflow: their order, labels that no model knows, and that each answer has a value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from budgetplan.arrays import BoolArray, IntArray
from budgetplan.dataset.array_classes import SORTED, beside
from budgetplan.dataset.arrays import check_class_count
from budgetplan.dataset.classifier_tables import Sheet
from budgetplan.dataset.probabilities import Stated
from budgetplan.domain.options import advise, ask, nearest
from budgetplan.domain.plan import Plan
from budgetplan.domain.utilities import NO_ANSWER, Reviewing, Worths
from budgetplan.tables.label_names import difference, in_other_capitals, spelled, twins
from budgetplan.tables.labels import Meant, check_labels
from budgetplan.tables.problems import Problems, did_you_mean, listing, shown


def settle_classes(
    parts: Sequence[tuple[Sheet, BoolArray]],
    worths: Worths,
    messages: list[str],
    positive: Sequence[str] = (),
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the classes, and the labels that no model knows, each sorted (with costs the positive class last).

    ``parts`` are the sheets with the rows used, shape (rows,). Where models state predictions alone it cannot
    be seen which classes they know: then every label is a class, whether or not it is ever the answer.
    A class of ``positive`` that neither a label nor a model knows is an error.
    """
    sheets = list({id(sheet): sheet for sheet, _ in parts}.values())
    counts = count_labels(parts)
    if all(one.values is None for sheet in sheets for one in sheet.stated):
        predicted = {name for sheet in sheets for one in sheet.stated for name in one.classes}
        unknown = unknown_labels(parts, sorted(predicted), counts, messages, states_classes=False)
        classes = order_classes(sheets, worths, messages, unknown)
        _check_positive(positive, classes, sheets[0])
        return classes, ()
    classes = order_classes(sheets, worths, messages)
    _check_positive(positive, list(dict.fromkeys((*classes, *counts))), sheets[0])
    return classes, unknown_labels(parts, classes, counts, messages)


def order_classes(
    sheets: Sequence[Sheet], worths: Worths, messages: list[str], labels: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the classes that a model knows, and ``labels``, sorted; with costs the positive class is the last.

    Sorted, because the first of equally probable classes is the answer: the order of the columns of a file
    must not decide it. Models with probabilities or decision values must know the same classes; of one that
    states only predictions it cannot be seen which classes it knows, so that its further ones are added.
    """
    stated = [one for sheet in sheets for one in sheet.stated]
    with_probabilities = [one for one in stated if one.values is not None]
    first = with_probabilities[0] if with_probabilities else None
    classes = first.classes if first else ()
    problems = Problems(sheets[0].path)
    for one in with_probabilities[1:]:
        assert first is not None
        if set(one.classes) != set(classes):
            only = listing(sorted(set(classes) ^ set(one.classes)), 5)
            problems.add(
                f"the models {first.spec.name} and {one.spec.name} do not know the same classes",
                f"give both a probability for every class; only one of them knows: {only}",
            )
    further = sorted({name for one in stated for name in one.classes} - set(classes))
    if further and classes:
        messages.append(
            f"Classes that some model predicts and others have no probability for, taken as 0 there: {listing(further)}."
        )
    classes = tuple(sorted({*classes, *further, *labels}))
    check_class_count(len(classes), sheets[0].path)
    if worths.form == "costs":
        if len({*classes} - {NO_ANSWER}) != 2 or worths.positive not in classes:
            problems.add(
                "the costs of false positives and negatives are for two classes, one of them positive",
                advise(
                    "say answers.cell, or {table.positive} with one of two; the classes are {}",
                    listing(classes),
                ),
            )
        classes = (*(name for name in classes if name != worths.positive), worths.positive)
    problems.raise_if_any()
    return classes


def count_labels(parts: Sequence[tuple[Sheet, BoolArray]]) -> dict[str, int]:
    """Return how many items of all sets have each label."""
    counts: Counter[str] = Counter()
    for sheet, used in parts:
        counts.update(sheet.label.counts(used))
    return dict(counts)


def _check_positive(positive: Sequence[str], names: Sequence[str], sheet: Sheet) -> None:
    """Note positive classes that are neither a label nor a class of a model; raises if there are any."""
    for name in positive:
        if name not in names:
            hint = did_you_mean(shown(nearest(name, names)))
            sheet.problems.add(
                f"no item has the label {shown(name)}, and no model knows it",
                f"{hint}the labels are {listing(sorted({*names}))}",
                column=sheet.layout.label,
            )
    sheet.problems.raise_if_any()


def check_names(sheet: Sheet, sheets: Sequence[Sheet], plan: Plan) -> None:
    """Check the labels of a table beside the classes of the models and the labels of the other tables."""
    _check_classes(sheet, plan.form.as_label, {name for one in sheets for name in one.label.names if name})
    classes = {name for one in sheets for stated in one.stated for name in stated.classes}
    beside = {name for one in sheets if one is not sheet for name in one.label.names if name}
    known = {*plan.positive, *plan.form.as_label, *classes}
    for spec in (stated.spec for stated in sheet.stated):
        for name in (name for name in spec.no_answer if name in sheet.label.names):
            wrong = f"what stands for no answer of {spec.name} is a label"
            todo = "leave it out of no_answer, or rename the label"
            sheet.problems.add(wrong, todo, column=spec.predicted, found=name)
    check_labels(sheet.frame, sheet.layout.label, sheet.problems, Meant(known, beside=beside))


def _check_classes(sheet: Sheet, two: Collection[str], labels: Collection[str]) -> None:
    """Note classes of the models that look like each other, or that differ from people's labels in capitals alone.

    ``two``: those that somebody says are classes.
    """
    of = {name: one.spec for one in reversed(sheet.stated) for name in one.classes}
    alike = {
        name: f'"{shown(spelled(other))}" of the model {of[other].name}, and differs {difference(name, other)}'
        for name, other in twins(of, {}, two).items()
    }
    for name, label in in_other_capitals({*of} - {*alike, *two}, labels).items():
        alike[name] = f'the label "{shown(spelled(label))}", and differs {difference(name, label)}'
    for name, apart in sorted(alike.items()):
        sheet.problems.add(
            f"a class of the model {of[name].name} looks like {apart}",
            advise("write both alike; if they are two, use {}", ask("table.as_label", name)),
            column=of[name].predicted,
            found=spelled(name),
        )


def unknown_labels(
    parts: Sequence[tuple[Sheet, BoolArray]],
    classes: Sequence[str],
    counts: Mapping[str, int],
    messages: list[str],
    *,
    states_classes: bool = True,
) -> tuple[str, ...]:
    """Return labels that are no class of the models, sorted; that none is one is an error.

    ``states_classes``: whether the models say which classes they know.
    """
    unknown = tuple(sorted(set(counts) - set(classes)))
    if len(unknown) == len(counts):
        sheet = parts[0][0]
        sheet.problems.add(
            "no label is a class of the models",
            f"name classes in the models as in the labels; labels: {listing(unknown, 5)}; classes: {listing(classes, 5)}",
            column=sheet.layout.label,
        )
        sheet.problems.raise_if_any()
    for name in unknown:
        meant = nearest(name, classes)
        hint = f" Did you mean {shown(meant)}?" if meant.casefold() == name.casefold() else ""
        never = "No model knows the label" if states_classes else "No model ever answers"
        messages.append(
            f'{never} "{shown(name)}" (items with it: {counts[name]:,}): no answer is right there.{hint}'
        )
    return unknown


def check_worths(
    worths: Worths, classes: Sequence[str], unknown: Sequence[str], reviewing: Reviewing | None = None
) -> None:
    """Note answers without a value, and values for classes that do not exist."""
    problems = Problems("[answers]")
    names = (*classes, *unknown)
    for predicted, truth in worths.cells:
        for name, known in ((predicted, classes), (truth, names)):
            if name not in known:
                todo = did_you_mean(nearest(name, known)).strip() or f"the classes are {listing(known)}"
                problems.add("a value is given for a class that does not exist", todo, found=name)
    _check_names(worths, names, reviewing, problems)
    if worths.cells and (worths.right is None or worths.wrong is None):
        for predicted in classes:
            for truth in names:
                if worths.accepted(predicted, truth) is None:
                    problems.add(
                        "an answer has no value",
                        "give the cell, or answers.right and answers.wrong for all the others",
                        found=f"predicted {predicted}, truth {truth}",
                    )
    problems.raise_if_any()


def _check_names(
    worths: Worths, names: Sequence[str], reviewing: Reviewing | None, problems: Problems
) -> None:
    """Note what is said by class for classes that do not exist."""
    by_class = [("leaving out has a value", worths.left_out)]
    if reviewing is not None:
        by_class += [
            ("reviewed has a value", reviewing.worth),
            ("review_error has a share", reviewing.error),
            ("review_wrong has a value", reviewing.wrong),
        ]
    for what, given in by_class:
        for name in sorted(set(given) - {*names, "*"}):
            todo = did_you_mean(nearest(name, names)).strip() or f"the classes are {listing(names)}"
            problems.add(f"{what} for a class that does not exist", todo, found=name)


BETTER, BY_CHANCE = 0.2, 1e-6
"""Columns are in another order where that is right for so many more of the items, and chance would show it so seldom."""


def check_column_order(sheet: Sheet, used: BoolArray) -> None:
    """Note models whose columns fit the labels better in another order of the classes; ``used``: labelled rows, shape (rows,)."""
    for stated in sheet.stated:
        if stated.values is None or stated.one_column:
            continue
        values, truth = stated.values[used], sheet.label.among(stated.classes)[used]
        # Of equally probable classes the first is the answer, whichever it is.
        clear = (values == values.max(axis=1, keepdims=True)).sum(axis=1) == 1
        answer = values.argmax(axis=1)[clear & (truth >= 0)]
        n = len(stated.classes)
        counts = np.bincount(answer * n + truth[clear & (truth >= 0)], minlength=n * n).reshape(n, n)
        order = better_order(counts, int(used.sum()))
        if order is not None:
            right = (int(np.trace(counts)), int(counts[np.arange(n), order].sum()))
            _note_order(sheet, stated, order, (*right, int(used.sum())))


def better_order(counts: IntArray, n_items: int) -> IntArray | None:
    """Return the class that each column fits, where that is another one than is taken for some; else None.

    Parameters
    ----------
    counts
        Shape (C, C): how many items each column is the likeliest for (rows), by their label.
    n_items
        How many labelled items there are, those of other labels included.

    Examples
    --------
    >>> better_order(np.array([[10, 90], [90, 10]]), 200).tolist()
    [1, 0]
    >>> better_order(np.array([[90, 10], [60, 40]]), 200)
    """
    if int((counts.max(axis=1) - counts.diagonal()).sum()) < BETTER * n_items:
        return None  # no order can be so much better
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - takes long to load
    from scipy.special import betainc  # noqa: PLC0415

    n = len(counts)
    # Of orders that fit as well the one that is taken.
    order = linear_sum_assignment(2 * n * counts + np.eye(n, dtype=np.int64), maximize=True)[1]
    moved = order != np.arange(n)
    lost, won = int(counts.diagonal()[moved].sum()), int(counts[np.arange(n), order][moved].sum())
    if won - lost < BETTER * n_items or not won:
        return None
    # The chance that so many of the items on which the two differ, or more, go the other way (sign test).
    return order if betainc(won, lost + 1, 0.5) < BY_CHANCE else None


def _note_order(sheet: Sheet, stated: Stated, order: IntArray, right: tuple[int, int, int]) -> None:
    """Note the order that fits; ``right``: for how many items the likeliest class is right as taken, in that order, and of how many."""
    spec, classes = stated.spec, stated.classes
    fits = [classes[at] for at in order.tolist()]
    moved = [(one, other) for one, other in zip(classes, fits, strict=True) if one != other]
    told = listing([f"{one} fits {other}" for one, other in moved], 8)
    wrong = f"the columns of the model {spec.name} fit the labels in another order: the likeliest class is right for {right[0]:,} of {right[2]:,} items, and for {right[1]:,} where the column of {told}"
    named = listing(fits, len(fits))
    if not spec.array:
        todo = "name each column after the class whose number it holds"
        sheet.problems.add(wrong, todo, column=f"{stated.place}:…")
        return
    if spec.classes_from not in ("", SORTED):
        todo = f"correct the order in {spec.classes_from}: {named}"
    elif spec.array.endswith(".npy"):
        todo = advise(
            "name the classes in the order of the columns: {}; where arrays differ, without {table.classes}, those of each in a file beside it ({}, one a line)",
            ask("table.classes", ",".join(fits)),
            beside(spec.array)[0],
        )
    else:
        todo = f"name the columns so: {named}"
    sheet.array_problems[spec.array].add(wrong, todo)
