"""From a table of items to the items, the outputs of models and answerers, and what was left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from budgetplan import lazy_pandas as pd
from budgetplan.arrays import BoolArray, FloatArray, IntArray, frozen
from budgetplan.dataset.arrays import within
from budgetplan.dataset.rows import Sheet, TableRead, leave_out_judged, read_sheet, select, without_label
from budgetplan.domain.items import UNLABELLED, AmongPeople, Answerer, Answers, Items, ModelOutput, Reason
from budgetplan.domain.messages import Message, listing, shortened
from budgetplan.domain.plan import Plan, Quota
from budgetplan.domain.prices import MICRO
from budgetplan.domain.review import WholeOrder
from budgetplan.errors import GREATEST_SHOWN, Problems
from budgetplan.tables import columns
from budgetplan.tables.cells import Texts
from budgetplan.tables.labels import difference, in_other_capitals, likely, spelled, tally
from budgetplan.tables.reshape.join import open_items
from budgetplan.tables.table import Frame, Rows, unnamed


def answer_columns(
    answerers: Sequence[Answerer], header: Sequence[str], problems: Problems | None = None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the columns with answers to read as texts and as numbers.

    A column that the table lacks is left out, and noted where there are ``problems`` to note it in.

    >>> llm = Answerer("llm", "said", "sure", ("low", "high"), tokens_in="n")
    >>> answer_columns([llm], ["id", "said", "n"])
    (('said',), ('n',))
    """
    texts, numbers = list[str](), list[str]()
    for answerer in answerers:
        texts.append(answerer.column)
        (texts if answerer.levels else numbers).append(answerer.confidence)
        numbers += answerer.token_columns
        for name in dict.fromkeys((answerer.column, answerer.confidence, *answerer.token_columns)):
            if name and name not in header and problems is not None:
                columns.note_no_column(
                    name, header, problems, Message("dataset.no_column_of_answerer", name=answerer.name)
                )
    there = {*filter(None, header)}
    texts, numbers = ([name for name in dict.fromkeys(names) if name in there] for names in (texts, numbers))
    return tuple(texts), tuple(numbers)


def leave_out_unasked(sheet: Sheet, among: BoolArray) -> None:
    """Leave out labelled items that an answerer was not asked about, so that all are compared on the same items.

    An empty cell may say so. ``among``: which labelled items are looked at, shape (rows,).
    """
    before = (sheet.kept & among).any()
    for answerer in sheet.plan.answerers:
        if answerer.empty == "not asked" and answerer.column in sheet.frame.texts:
            lost = sheet.frame.texts[answerer.column].empty & among & sheet.kept
            sheet.leave_out(lost, Reason("not_asked", answerer.name))
            if n := int(lost.sum()):
                sheet.messages.append(Message("dataset.not_asked", name=answerer.name, n=n))
    if before and not (sheet.kept & among).any():
        sheet.problems.add(Message("dataset.none_asked_together"))


def check_answers(sheet: Sheet, used: BoolArray, labelled: BoolArray, names: Collection[str]) -> None:
    """Note what is wrong with the answers.

    ``used``, ``labelled``: the rows that are used, and those of them that carry a label. ``names``: every label that an
    answer may be.
    """
    for answerer in sheet.plan.answerers:
        if answerer.column in sheet.frame.texts:
            _check_labels(answerer, sheet, used, labelled, sorted(names))
        if answerer.confidence in sheet.frame.texts and answerer.levels:
            _check_levels(answerer, sheet, used)
        elif answerer.confidence in sheet.frame.numbers:
            _check_numbers(answerer, sheet, used)
        for column in answerer.token_columns:
            if column in sheet.frame.numbers:
                columns.check_amounts(sheet.frame, (used, labelled), column, "tokens", sheet.problems)


def _check_labels(answerer: Answerer, sheet: Sheet, used: BoolArray, labelled: BoolArray, names: Sequence[str]) -> None:
    """Note answers that are neither a label nor stand for none."""
    problems = sheet.problems
    for both in (name for name in answerer.no_answer if name in names):
        problems.add(Message("dataset.no_answer_is_label", name=answerer.name), column=answerer.column, found=both)

    def message_of(name: str) -> Message:
        hint = likely(name, names)
        return Message("dataset.answer_no_label", name=answerer.name, hint=hint, labels=names, answer=shortened(name))

    _note_others(sheet, answerer.column, used, (*names, *answerer.no_answer), message_of)
    answered = sheet.frame.texts[answerer.column].among(names) >= 0
    if labelled.any() and not (labelled & answered).any() and not problems:
        problems.add(Message("dataset.no_answers", name=answerer.name), column=answerer.column)


def _check_levels(answerer: Answerer, sheet: Sheet, used: BoolArray) -> None:
    def message_of(name: str) -> Message:
        hint = likely(name, answerer.levels)
        return Message("dataset.no_level", name=answerer.name, hint=hint, levels=answerer.levels)

    _note_others(sheet, answerer.confidence, used, answerer.levels, message_of)


def _check_numbers(answerer: Answerer, sheet: Sheet, used: BoolArray) -> None:
    """Note words in a column of numbers; where there are words alone, their order is still needed."""
    column, problems = answerer.confidence, sheet.problems
    numbers = sheet.frame.numbers[column]
    words = {cell for row, cell in numbers.odd.items() if used[row] and any(map(str.isalpha, cell))}
    if words and np.isnan(numbers.values[used]).all():
        levels = [f'"{word}"' for word in sorted(words)[:5]]
        problems.add(Message("dataset.words_without_order", name=answerer.name, levels=levels), column=column)
        return
    if words:
        problems.add(Message("dataset.numbers_and_words", name=answerer.name), column=column)
    columns.check_odd(sheet.frame, used, column, problems)


def _note_others(
    sheet: Sheet, column: str, used: BoolArray, names: Sequence[str], message_of: Callable[[str], Message]
) -> None:
    """Note cells that hold none of the known texts; of many, one of each text first. ``message_of``: what to say of a text."""
    frame, problems, texts = sheet.frame, sheet.problems, sheet.frame.texts[column]
    rows = np.flatnonzero(used & ~texts.empty & (texts.among(names) < 0))
    if len(rows) > GREATEST_SHOWN:
        rows = rows[np.argsort(pd.Index(texts.codes[rows]).duplicated(), kind="stable")]
    for row in rows[:GREATEST_SHOWN].tolist():
        name = texts.names[texts.codes[row]]
        frame.note_cell(problems, column, row, message_of(name), name)
    if len(rows) > GREATEST_SHOWN:
        problems.count_more(message_of(name), frame.called(column), len(rows) - GREATEST_SHOWN)


def answers_of(answerer: Answerer, sheet: Sheet, order: IntArray, names: Sequence[str], labelled: BoolArray) -> Answers:
    """Return what an answerer said of rows in this order.

    ``names``: labels by their codes. ``labelled``: who has one, shape (n,), in the same order; an empty cell of another
    item says that it was not asked about it.
    """
    frame = sheet.frame
    n_items, texts = len(order), frame.texts.get(answerer.column)
    numbers = {
        name: frame.numbers[name].values[order] if name in frame.numbers else np.full(n_items, np.nan)
        for name in (*answerer.token_columns, answerer.confidence)
    }
    confidence = None
    if answerer.levels and answerer.confidence in frame.texts:
        level = frame.texts[answerer.confidence].among(answerer.levels)[order]
        confidence = np.where(level < 0, np.nan, level.astype(np.float64))
    elif answerer.confidence:
        confidence = numbers[answerer.confidence]
    asked: BoolArray = np.zeros(n_items, dtype=bool)
    answer, among_people = np.full(n_items, -1), None
    if texts is not None:
        answer, asked = texts.among(names)[order], labelled | ~texts.empty[order]
        among_people = _among_people(texts, frame, sheet.plan.columns.label, names)
    return Answers(
        answerer.name,
        frozen(answer),
        frozen(answerer.item_cost(n_items, numbers)),
        None if confidence is None else frozen(confidence),
        None if asked.all() else frozen(asked),
        among_people,
    )


def _among_people(texts: Texts, frame: Frame, label: str, names: Sequence[str]) -> AmongPeople | None:
    """Return how an answerer agrees with people, ties among them and all; None where several judged no row."""
    code, votes = frame.votes(label)
    rows = np.flatnonzero((texts.among(names) >= 0) & (code >= 0))
    if not len(rows):
        return None
    # What is said of a row by people and by the answerer takes few different forms, whatever the number of rows.
    both, times = np.unique(np.stack([code[rows], texts.codes[rows]]), axis=1, return_counts=True)
    pairs = same = beside = beside_same = 0
    for (people, answer), n in zip(both.T.tolist(), times.tolist(), strict=True):
        counts = Counter(votes[people])
        k = counts.total()
        pairs += n * k * (k - 1) // 2
        same += n * sum(c * (c - 1) // 2 for c in counts.values())
        beside += n * k
        beside_same += n * counts[texts.names[answer]]
    return AmongPeople(len(rows), pairs, same, beside, beside_same)


_NUMBERED = re.compile(r"LABEL_\d+", re.ASCII)
_OF_TWO = {"LABEL_0": "0", "LABEL_1": "1"}
_DIGITS = 15
"""1 - 0.9 is 0.1 to so many decimals, so that equal probabilities stay equal."""


@dataclass(frozen=True, kw_only=True)
class ScoredTable(TableRead):
    """The items that are used, in the order of their ids, and the scores in the same order.

    Labelled items are the sample, the others the project's list. ``counted``: an engine that counts the list where it is,
    :class:`budgetplan.engines.counting.Counting`. ``whole``: the order of the whole list, where some of it is judged.
    """

    items: Items
    models: tuple[ModelOutput, ...]
    counted: Any = None
    whole: WholeOrder | None = None

    def known_labels(self) -> tuple[list[str], list[str]]:
        """Return the names of the labelled items, sorted, and their labels."""
        items, rows = self.items, np.flatnonzero(self.items.labelled).tolist()
        label = items.label.tolist()
        return [items.ids[row] for row in rows], [items.classes[label[row]] for row in rows]


def read_table(plan: Plan, given: Mapping[str, Rows] = MappingProxyType({})) -> ScoredTable:
    """Read the table of a plan; ``given`` holds tables that are no files, by name.

    Unlabelled rows may lack a score (they get ``-inf``), a weight (they get 1), a group (they get -1), a size
    and a price (they get NaN): the list is scaled by share, none of these is used for it.

    Raises
    ------
    BadDataError
        With every problem of the table at once.
    """
    problems = Problems(plan.table)
    with open_items(plan.table, plan, given=given) as file:
        layout = columns.find_columns(file.header, plan, problems)
        sheet = read_sheet(file, plan, layout, problems, *answer_columns(plan.answerers, file.header, problems))
    select(sheet)
    sheet.leave_out_unsettled()
    leave_out_judged(sheet)
    leave_out_unasked(sheet, sheet.labelled)
    _check_cells(sheet)
    problems.raise_if_any()
    frame, order, names = sheet.frame, sheet.in_order(sheet.kept), _label_names(sheet)
    items = items_of(sheet, order, names, sheet.labelled[order])
    return ScoredTable(
        items=items,
        models=outputs_of(sheet, order),
        excluded=sheet.excluded(),
        messages=_messages(sheet),
        labels=tally(sheet.label.counts(sheet.used), plan.positive, "collected"),
        sha256=frame.sha256,
        n_rows=frame.n_rows,
        id_column=layout.id,
        checksums=frame.checksums,
        source=frame.source,
    )


def _check_cells(sheet: Sheet) -> None:
    """Check weights, sizes, prices, groups and scores; leave out items without a score if the plan says so."""
    plan, frame, layout, problems = sheet.plan, sheet.frame, sheet.layout, sheet.problems
    kept, used, names = sheet.kept, sheet.used, _label_names(sheet)
    columns.check_amount_columns(frame, kept, used, layout, problems)
    _check_weight_of_kinds(sheet)
    _check_parts(sheet)
    columns.check_scores(frame, kept, used, layout, plan, problems)
    check_said(sheet, names)
    for column in layout.scores:
        missing = frame.numbers[column].empty & used
        if plan.missing == "exclude":
            sheet.leave_out(missing, Reason("no_score", column))
        elif plan.missing == "error":
            frame.note(problems, missing, Message("dataset.no_score"), column)
    check_answers(sheet, kept, used, names)
    if used.any() and not sheet.used.any():
        problems.add(Message("dataset.none_scored"), column=listing(layout.scores))


def _check_weight_of_kinds(sheet: Sheet) -> None:
    """Note weights of which none is on what is collected, or none on the rest: such labels tell nothing of the list."""
    column, positive = sheet.layout.weight, sheet.plan.positive
    if not column or sheet.problems:
        return
    weighty, wanted = sheet.frame.numbers[column].values > 0, sheet.label.among(positive) >= 0
    for kind, with_label in (("dataset.positives_weightless", wanted), ("dataset.others_weightless", ~wanted)):
        rows = sheet.used & with_label
        if rows.any() and not (weighty & rows).any():
            sheet.problems.add(Message(kind, labels=positive), column=column)


def _check_parts(sheet: Sheet) -> None:
    """Check what items belong to: groups, drawn parts of the list, types, strata of quotas; and weights of the list."""
    plan, layout, listed = sheet.plan, sheet.layout, sheet.listed
    sheet.check_parts(sheet.used)
    # Beside the labels, as with strata, weights are those of a sample that may be labelled in part.
    if layout.weight and not (plan.form.sample or layout.stratum or layout.weight in sheet.frame.origins):
        # With some rows of the list unweighted it would be neither rows nor items long.
        empty = sheet.frame.numbers[layout.weight].empty
        if (listed & ~empty).any():
            sheet.frame.note(sheet.problems, listed & empty, Message("dataset.list_row_weightless"), layout.weight)
    check_type_rows(sheet)
    if plan.quota is not None and layout.quota:
        check_strata(sheet, plan.quota)


def check_type_rows(sheet: Sheet) -> None:
    """Note types that run across groups, and a list without labels, whose types nobody can foretell."""
    frame, layout, problems = sheet.frame, sheet.layout, sheet.problems
    if not layout.type:
        return
    if layout.type == layout.label:
        problems.add(Message("dataset.labels_no_types"), column=layout.type)
    if sheet.listed.any():
        problems.add(Message("dataset.types_of_list", n=int(sheet.listed.sum())), column=layout.label)
    if not layout.group:
        return
    kind, group = (frame.texts[name] for name in (layout.type, layout.group))
    used = np.flatnonzero(sheet.used & ~kind.empty & ~group.empty)
    order = used[np.argsort(kind.codes[used], kind="stable")]
    same, other = (np.diff(array.codes[order]) for array in (kind, group))
    cut = np.flatnonzero((same == 0) & (other != 0))
    if len(cut):
        row = int(order[cut[0] + 1])
        first, second = (group.names[group.codes[order[cut[0] + at]]] for at in (0, 1))
        name, line, item = kind.names[kind.codes[row]], int(frame.lines[row]), frame.item(row)
        message = Message("dataset.type_in_two_groups", name=name, first=first, second=second)
        problems.add(message, line=line, column=layout.group, item=item, found=second)


MOST_STRATA = 100
"""More are no strata but names of items."""


def check_strata(sheet: Sheet, quota: Quota) -> None:
    """Note items without a stratum, and what is wrong with strata; these wait for a list in files of its own."""
    note_without_stratum(sheet, sheet.kept)
    if sheet.plan.listed is None:
        strata = sheet.frame.texts[sheet.layout.quota]
        compare_strata(sheet.problems, quota, strata.counts(sheet.used), strata.counts(sheet.listed))


def note_without_stratum(sheet: Sheet, rows: BoolArray) -> None:
    """Note those of some rows, shape (rows,), that are in no stratum of the quotas."""
    if column := sheet.layout.quota:
        without = sheet.frame.texts[column].empty & rows
        sheet.frame.note(sheet.problems, without, Message("dataset.no_stratum_of_quota"), column)


def compare_strata(problems: Problems, quota: Quota, sample: Mapping[str, int], listed: Mapping[str, int]) -> None:
    """Note strata that nobody knows, and those that sample and list do not share; how many items of both are in each."""
    column, names = quota.by, sorted({*sample, *listed})
    if len(names) > MOST_STRATA:
        problems.add(Message("dataset.too_many_strata", most=MOST_STRATA), column=column, found=f"{len(names):,}")
        return
    for name in quota.minimums:
        if name not in names:
            counts = {name: sample.get(name, 0) + listed.get(name, 0) for name in names}
            strata = [Message("dataset.name_and_count", name=shortened(name), n=n) for name, n in counts.items()]
            message = Message("dataset.unknown_stratum", hint=likely(name, names), strata=strata)
            problems.add(message, column=column, found=spelled(name))
    for kind, lacking in (
        ("dataset.stratum_unlabelled", listed.keys() - sample),
        ("dataset.stratum_not_listed", sample.keys() - listed),
    ):
        if listed and lacking:
            problems.add(Message(kind), column=column, found=listing(sorted(lacking)))


def strata_told(strata: Texts, used: BoolArray, listed: BoolArray, column: str) -> Message:
    """Return the strata with how many labelled items, and how many of the list, are in each; rows of both, shape (rows,).

    >>> used, strata = np.array([True, True, False]), Texts(np.array([0, 1, 1]), ("Czech", "Latvian"))
    >>> print(strata_told(strata, used, ~used, "language"))
    Strata (language): Czech 1 labelled, 0 in the list; Latvian 1 labelled, 1 in the list.
    """
    labelled, more = strata.counts(used), strata.counts(listed)
    described = [
        Message("dataset.stratum_with_list", name=shortened(name), n=labelled.get(name, 0), listed=more.get(name, 0))
        if more
        else Message("dataset.stratum_alone", name=shortened(name), n=labelled.get(name, 0))
        for name in sorted({*labelled, *more})
    ]
    return Message("dataset.strata", column=column, strata=described)


def _label_names(sheet: Sheet) -> tuple[str, ...]:
    """Return every label, of whichever split, and what is collected; sorted."""
    return tuple(sorted({*filter(None, sheet.label.names), *sheet.plan.positive}))


def drawn_weights(weight: FloatArray, stratum: IntArray | None, labelled: BoolArray) -> FloatArray:
    """Return what items stand for where weights are those of a sample of which not all may be labelled.

    Parameters
    ----------
    weight
        Shape (n,), > 0: of what was drawn, how many items of the list each stands for; 1 for all others.
    stratum, labelled
        Shape (n,): the part of the list that each was drawn from, -1 for none; and whether it has a label.

    Returns
    -------
    FloatArray
        Shape (n,): labelled items stand for the whole of their part of the list all the same; others are one item each.

    References
    ----------
    METHODS L.

    Examples
    --------
    Two of four were labelled, each of which stood for 10 items:

    >>> weight, stratum = np.array([10.0, 10, 10, 10, 1]), np.array([0, 0, 0, 0, -1])
    >>> drawn_weights(weight, stratum, np.array([True, True, False, False, False])).tolist()
    [20.0, 20.0, 1.0, 1.0, 1.0]
    """
    times = np.ones(len(weight))
    if stratum is not None:
        drawn, n_parts = stratum >= 0, int(stratum.max(initial=0)) + 1
        of_all, of_labelled = (np.bincount(stratum[some], weight[some], n_parts) for some in (drawn, drawn & labelled))
        more = np.divide(of_all, of_labelled, out=np.ones(n_parts), where=of_labelled > 0)
        times[drawn] = more[stratum[drawn]]
    return np.where(labelled, weight * times, 1.0)


WHOLE = 0.01
"""Weights that add up to a whole list but for such a share count what was labelled of it, too."""


def of_the_rest(items: Items, n_counted: int = 0) -> Items:
    """Return items whose labelled ones stand for so many of those that are left, where their weights add up to all items.

    Then each counts itself. A part of which many were drawn would have too much of what is left: 314 entries were said
    where 299 are. Weights below 1 count no items, since each is one itself; one of 0 stays no item.

    Parameters
    ----------
    n_counted
        How many items are counted where the list lies, beside these.
    """
    weight, labelled, total = items.weight, items.labelled, items.n_items + n_counted
    if weight is None or total == labelled.sum() or (weight[~labelled] != 1).any():
        return items
    some = labelled & (weight > 0)
    if not np.isclose(weight[labelled].sum(), total, rtol=WHOLE) or weight[some].min() < 1 - WHOLE:
        return items
    return replace(items, weight=frozen(np.where(some, np.maximum(weight - 1, WHOLE), weight)))


def items_of(sheet: Sheet, order: IntArray, names: Sequence[str] = (), labelled: BoolArray | None = None) -> Items:
    """Return rows as items, in this order: of a table with labels, or of a list without any.

    ``names``: every label that an answer may be. ``labelled``: which of the items have a label, shape (n,); None: none has.
    """
    plan, frame, layout = sheet.plan, sheet.frame, sheet.layout

    def texts(column: str) -> tuple[IntArray | None, tuple[str, ...]]:
        return frame.texts[column].sorted_in(order) if column else (None, ())

    labelled = np.zeros(len(order), dtype=bool) if labelled is None else labelled
    label, classes = texts(layout.label)
    (group, groups), (quota, quotas) = texts(layout.group), texts(layout.quota)
    stratum, weight = texts(layout.stratum)[0], columns.column_of(frame, layout.weight, order)
    if weight is not None:
        without = np.isnan(weight)
        weight = np.where(without, 1.0, weight)
        # Of a list of which a part has weights, that part was drawn, and nobody has labelled it yet.
        if plan.form.sample or np.unique(without[~labelled]).size > 1:
            weight = drawn_weights(weight, None if stratum is None else np.where(without, -1, stratum), labelled)
        weight = frozen(weight)
    listed = columns.column_of(frame, layout.cost, order)
    # An answer says whether the item is collected: 1, 0, or -1 for no answer.
    wanted = np.array([*(int(name in plan.positive) for name in names), -1], dtype=np.int64)
    answers = (answers_of(answerer, sheet, order, names, labelled) for answerer in plan.answerers)
    return Items(
        ids=tuple(map(sheet.names.__getitem__, order.tolist())),
        classes=classes,
        label=frozen(np.full(len(order), UNLABELLED, dtype=np.int64)) if label is None else label,
        weight=weight,
        group=group,
        groups=groups,
        units=columns.column_of(frame, layout.units, order),
        listed_cost=None if listed is None else frozen(np.rint(listed * MICRO)),
        stratum=stratum,
        answers=tuple(replace(answer, answer=frozen(wanted[answer.answer])) for answer in answers),
        quota=quota,
        quotas=quotas,
        kind=texts(layout.type)[0],
    )


def outputs_of(sheet: Sheet, order: IntArray) -> tuple[ModelOutput, ...]:
    """Return the scores of every model, higher first; items without a score come last."""
    frame, positive, outputs = sheet.frame, sheet.plan.positive, list[ModelOutput]()
    for model in sheet.plan.models:
        values, cut = frame.numbers[model.column].values[order], model.cut
        if model.says:
            # Of two labels the model says of which one its score is the probability: of the other it is what 1 leaves.
            texts = as_labels(frame.texts[model.says], positive)
            is_collected = np.array([name in positive for name in texts.names], dtype=bool)[texts.codes[order]]
            values, cut = np.where(is_collected, values, np.round(1 - values, _DIGITS)), 0.5 if cut is None else cut
        if model.order != "higher":
            values, cut = -values, None if cut is None else -cut
        # Adding 0 turns -0.0 into 0.0, so that equal scores are also equal bit by bit.
        score = frozen(np.where(np.isnan(values), -np.inf, values) + 0.0)
        outputs.append(ModelOutput(model.name, score, cut, float(model.cost), model.column))
    return tuple(outputs)


def _messages(sheet: Sheet) -> tuple[Message, ...]:
    plan, frame, layout, in_list, used = sheet.plan, sheet.frame, sheet.layout, sheet.listed, sheet.used
    messages, names = [*frame.messages, *sheet.messages], _label_names(sheet)
    if not layout.id:
        messages.append(unnamed(frame.by))
    elif not plan.columns.id:
        messages.append(Message("dataset.named_by", column=layout.id))
    messages += [
        Message("dataset.numbered_labels", name=model.name)
        for model in plan.models
        if model.says and as_labels(texts := frame.texts[model.says], names) is not texts
    ]
    if layout.type and used.any():
        rows = sorted(frame.texts[layout.type].counts(used).values())
        # Half of the types have at most so many.
        values = {"middle": rows[(len(rows) - 1) // 2], "most": rows[-1], "labelled": int(used.sum())}
        messages.append(Message("dataset.types", column=layout.type, n=len(rows), **values))
    # Where the list is in files of its own, these rows are none of it.
    if in_list.any() and plan.listed is None:
        n_own = int(in_list.sum())
        listed = None if plan.columns.weight or plan.list_size == n_own else plan.list_size
        messages.append(without_label(n_own, frame.n_rows, taken=True, listed=listed))
        # Labelled rows without a score would tell how many entries such rows hold.
        lacking = [without_score(*model, n_own) for model in _unscored(sheet, in_list)]
        messages += [Message("dataset.blind", message=part) if plan.missing == "exclude" else part for part in lacking]
    if n_unscored := int(sheet.left_out("no_score").sum()):
        messages.append(Message("dataset.unscored_left_out", n=n_unscored))
    if plan.missing == "last":
        messages += [Message("dataset.unscored_last", name=name, n=n) for name, n in _unscored(sheet, used)]
    if plan.quota is not None and plan.listed is None:
        messages.append(strata_told(frame.texts[layout.quota], used, in_list, layout.quota))
    return tuple(messages)


def without_score(model: str, n: int, n_list: int) -> Message:
    """Return what becomes of items of the list that a model has no score for."""
    return Message("dataset.unscored_of_list", name=model, n=n, of=n_list)


def _unscored(sheet: Sheet, rows: BoolArray) -> list[tuple[str, int]]:
    """Return the models that have no score for some of these rows, with how many these are."""
    lacking = {model.name: rows & sheet.frame.numbers[model.column].empty for model in sheet.plan.models}
    return [(name, int(missing.sum())) for name, missing in lacking.items() if missing.any()]


def as_labels(texts: Texts, labels: Collection[str]) -> Texts:
    """Return what a model says in the words of the labels: a pipeline calls the label 1 LABEL_1, where nobody named it.

    ``labels``: labels; where one is neither 0 nor 1, or the model says something else, it stays as it is: a pipeline
    counts its labels from 0, so that of 1 and 2 its LABEL_1 is the 2.

    >>> as_labels(Texts(np.array([0, 1]), ("LABEL_1", "LABEL_0")), ["0", "1"]).names
    ('1', '0')
    >>> as_labels(Texts(np.array([0, 1]), ("LABEL_1", "LABEL_0")), ["no", "yes"]).names
    ('LABEL_1', 'LABEL_0')
    """
    names = {*filter(None, texts.names)}
    if not (names and labels and names <= {*_OF_TWO} and {*labels} <= {*_OF_TWO.values()}):
        return texts
    return Texts(texts.codes, tuple(_OF_TWO.get(name, name) for name in texts.names))


def check_said(sheet: Sheet, labels: Collection[str]) -> None:
    """Note what keeps the probabilities of what models say from being scores for what is collected.

    ``labels``: every label of the table.
    """
    frame, positive, problems = sheet.frame, sheet.plan.positive, sheet.problems
    for model in sheet.plan.models:
        if model.says not in sheet.layout.says or model.column not in sheet.layout.scores:
            continue
        texts, numbers = as_labels(frame.texts[model.says], labels), frame.numbers[model.column]
        names = sorted({*filter(None, texts.names), *labels})
        if len(names) != 2 or len(positive) != 1:
            todo = Message("dataset.name_a_score", says=model.says, column=model.column)
            if alike := in_other_capitals(filter(None, texts.names), labels):
                forms = [_unlike(*pair) for pair in sorted(alike.items())]
                todo = Message("dataset.write_alike", column=model.says, forms=forms)
            elif numbered := sorted(filter(_NUMBERED.fullmatch, texts.names)):
                todo = Message("dataset.name_numbered", column=model.says, names=numbered)
            message = Message("dataset.says_no_score", n=len(names), labels=names, name=model.name, todo=todo)
            problems.add(message, column=model.column)
            continue
        given = ~np.isnan(numbers.values)
        values = within(numbers.values, single=numbers.single)
        outside = given & ((values < 0) | (values > 1))
        frame.note(problems, outside, Message("dataset.sure_no_probability", name=model.name), model.column)
        frame.note(problems, given & texts.empty, Message("dataset.score_without_label", name=model.name), model.says)


def _unlike(name: str, label: str) -> Message:
    names = {"name": shortened(spelled(name)), "label": shortened(spelled(label))}
    return Message("dataset.unlike_label", how=difference(name, label), **names)
