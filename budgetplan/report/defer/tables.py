"""The tables of the report on a selective classifier."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.planning.defer.cutoff_methods import Judged, RouteKey
from budgetplan.planning.defer.reliability import Bin
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.defer.rule import asked_for, variant
from budgetplan.report.defer.worth_words import PER, per_thousand
from budgetplan.report.model import Range, Row, Sentence, Table, TableColumn, Value

MOST_WEIGHT = 1000
"""Error weights beyond this are not told apart on the page."""
ROUTES: tuple[RouteKey, ...] = ("all", "raw", "calibrated", "learnt", "by_class", "ceiling")
WITH_INTERVAL = ("accuracy", "ece")
"""Scores that stand with their interval; those of the others are in the record."""
CLASSES_SHOWN = 10
"""Up to so many classes there is a table by class in the report; the file has all of them, for every model."""
SHARES = (0.5, 0.8)
"""Shares answered alone at which wrong answers are counted."""


def models_table(context: DeferContext, number: int) -> Table:
    """Return the models at the cutoff learnt for each, the recommended first."""
    speaker, kind = context.speaker, context.words.kind
    columns = (
        TableColumn("model", speaker.say("defer.c_model"), "text"),
        TableColumn("cutoff", speaker.say("defer.c_cutoff"), "share"),
        TableColumn("alone", speaker.say("defer.c_alone"), "share"),
        TableColumn("wrong", speaker.say("defer.c_wrong"), "count"),
        TableColumn("value", speaker.say("defer.c_value"), kind),
        TableColumn("interval", speaker.say("defer.c_interval"), kind),
        TableColumn("difference", speaker.say("defer.c_gap"), kind),
        TableColumn("accuracy", speaker.say("defer.c_accuracy"), "share"),
    )
    rows = []
    for one in context.ordered:
        route, is_chosen = one.deployed, one is context.selection.chosen
        cutoff: Value = route.cutoff if route.key != "relabel" else speaker.say("defer.by_value")
        if route.cutoff is not None and not np.isfinite(route.cutoff):
            cutoff = speaker.say("defer.nothing")
        gap = None if is_chosen else per_thousand(context.selection.differences[one.name])
        cells: tuple[Value, ...] = (
            one.name, cutoff, route.counts.coverage, route.counts.n_wrong,
            route.value.value * PER, per_thousand(route.value), gap, one.accuracy,
        )  # fmt: skip
        rows.append(Row(cells, strong=is_chosen))
    optimism = context.selection.choice.optimism
    notes = (speaker.say("defer.t_own", lost=context.words.amount(optimism)),) if optimism > 0 else ()
    caption = speaker.say(variant(context.selection, "defer.t_models"))
    return Table("models", number, caption, columns, tuple(rows), notes)


def routes_table(context: DeferContext, number: int) -> Table:
    """Return what each way to a cutoff is worth, by model."""
    speaker, kind = context.speaker, context.words.kind
    keys: tuple[RouteKey, ...] = (*ROUTES, "relabel") if asked_for(context.selection) else ROUTES
    columns = [TableColumn("model", speaker.say("defer.c_model"), "text")]
    columns += [TableColumn(key, speaker.say(f"defer.c_{key}"), kind) for key in keys]
    rows = []
    for one in context.ordered:
        cells: list[Value] = [one.name]
        for key in keys:
            route = one.routes.get(key)
            cells.append(speaker.say("defer.not_possible") if route is None else route.value.value * PER)
        rows.append(Row(tuple(cells), strong=one is context.selection.chosen))
    return Table("routes", number, speaker.say("defer.t_routes"), tuple(columns), tuple(rows))


def weights_table(context: DeferContext, number: int) -> Table:
    """Return the best model at each error weight and what choosing by accuracy would lose."""
    speaker = context.speaker
    columns = (
        TableColumn("weight", speaker.say("defer.c_weight"), "quantity"),
        TableColumn("best", speaker.say("defer.c_best"), "text"),
        TableColumn("value", speaker.say("defer.c_value"), "gap"),
        TableColumn("interval", speaker.say("defer.c_interval"), "gap"),
        TableColumn("by_accuracy", speaker.say("defer.c_by_accuracy"), "gap"),
        TableColumn("gain", speaker.say("defer.c_loss"), "gap"),
        TableColumn("firm", speaker.say("col.firm"), "sentence"),
    )
    rows = []
    for one in context.selection.weights:
        firm = one.loss.wholly_above(0.0)
        same = one.best == context.selection.by_accuracy
        gain: Value = speaker.say("defer.same_model") if same else per_thousand(one.loss)
        verdict: Value = None if same else speaker.say("yes" if firm else "no")
        cells: tuple[Value, ...] = (
            one.weight, one.best, one.value.value * PER, per_thousand(one.value),
            one.by_accuracy.value * PER, gain, verdict,
        )  # fmt: skip
        rows.append(Row(cells))
    lost = max(one.optimism for one in context.selection.weights) * PER
    notes = (speaker.say("defer.w_flattered", lost=lost),) if lost > 0 else ()
    return Table("weights", number, speaker.say("defer.t_weights"), columns, tuple(rows), notes)


def quality_table(context: DeferContext, number: int) -> Table:
    """Return the usual scores and calibration; what needs probabilities is empty where there are none."""
    speaker = context.speaker
    columns = (
        TableColumn("model", speaker.say("defer.c_model"), "text"),
        TableColumn("accuracy", speaker.say("defer.c_accuracy"), "ratio"),
        TableColumn("accuracy_interval", speaker.say("defer.c_interval"), "ratio"),
        TableColumn("f1", speaker.say("defer.c_f1"), "ratio"),
        TableColumn("cf1", speaker.say("defer.c_cf1"), "ratio"),
        TableColumn("ece", speaker.say("defer.c_ece"), "ratio"),
        TableColumn("ece_interval", speaker.say("defer.c_interval"), "ratio"),
        TableColumn("mce", speaker.say("defer.c_mce"), "ratio"),
        TableColumn("brier", speaker.say("defer.c_brier"), "ratio"),
        TableColumn("log_loss", speaker.say("defer.c_log"), "ratio"),
        TableColumn("temperature", speaker.say("defer.c_t"), "ratio"),
    )
    rows = []
    for one in context.ordered:
        score = context.selection.quality[one.name]
        cells: list[Value] = [one.name]
        for name in ("accuracy", "f1_macro", "cf1_macro", "ece", "mce", "brier_sum", "log_loss"):
            cells.append(score[name].value if name in score else None)
            if name in WITH_INTERVAL:
                cells.append(_span(score[name]))
        rows.append(Row((*cells, one.temperature), strong=one is context.selection.chosen))
    notes = tuple(_quality_notes(context))
    table = Table("quality", number, speaker.say("defer.t_quality"), columns, tuple(rows), notes)
    return _without_empty(table)


def _quality_notes(context: DeferContext) -> list[Sentence]:
    """Say what is left out of the scores, of which classes F1 is the mean, and what the intervals lack."""
    speaker, selection = context.speaker, context.selection
    test, score = selection.test, selection.quality
    notes = [speaker.say("defer.q_unknown", n=test.n_unknown)] if test.n_unknown else []
    notes.append(speaker.say("defer.q_macro"))
    scores = selection.by_class.values()
    empty = next(iter(scores)).left_out["recall"]
    if empty:
        notes.append(speaker.say("defer.q_empty", n=empty, classes=test.n_classes))
    # A class without items is said above; here those that a model gives no probability at all.
    more = [one.left_out["cf1"] - empty for one in scores if one.probabilistic]
    if any(more):
        notes.append(speaker.say("defer.q_massless", n=max(more)))
    if selection.plan.resamples:
        notes.append(speaker.say("defer.q_ece"))
        if any("cf1_macro" in one and one["cf1_macro"].low is None for one in score.values()):
            notes.append(speaker.say("defer.q_points"))
    return notes


def classes_table(context: DeferContext, number: int) -> Table | None:
    """Return precision, recall and F1 of the recommended model by class; None where classes are many."""
    if context.selection.test.n_classes > CLASSES_SHOWN:
        return None
    chosen, speaker = context.selection.chosen, context.speaker
    rows = tuple(Row(cells) for cells in _class_rows(context, chosen))
    caption = speaker.say("defer.t_classes", model=chosen.name)
    return _without_empty(Table("classes_recommended", number, caption, _class_columns(context), rows))


def all_classes_table(context: DeferContext) -> Table:
    """Return precision, recall and F1 of every model by class: a file of its own, not part of the report."""
    speaker = context.speaker
    columns = (TableColumn("model", speaker.say("defer.c_model"), "text"), *_class_columns(context))
    rows = tuple(Row((one.name, *cells)) for one in context.ordered for cells in _class_rows(context, one))
    return Table("classes", 0, speaker.say("defer.head_classes"), columns, rows)


def _class_columns(context: DeferContext) -> tuple[TableColumn, ...]:
    keys = ("precision", "recall", "f1_class", "cprecision", "crecall", "cf1_class")
    return (
        TableColumn("class", context.speaker.say("defer.c_class"), "text"),
        TableColumn("n", context.speaker.say("defer.c_n"), "count"),
        *(
            TableColumn(key.removesuffix("_class"), context.speaker.say(f"defer.c_{key}"), "ratio")
            for key in keys
        ),
    )


def _class_rows(context: DeferContext, one: Judged) -> list[tuple[Value, ...]]:
    """Return name, items and scores of each class; empty where a score is undefined."""
    test = context.selection.test
    found = context.selection.by_class[one.name]
    columns: list[FloatArray] = []
    for scores in (found.usual, found.probabilistic):
        nothing = np.full(test.n_classes, np.nan)
        columns += [nothing] * 3 if scores is None else [scores.precision, scores.recall, scores.f1]
    values = np.column_stack(columns).tolist()
    return [
        (name, n, *(None if np.isnan(value) else value for value in row))
        for name, n, row in zip(test.classes, found.n_items.tolist(), values, strict=True)
    ]


def _without_empty(table: Table) -> Table:
    """Leave out the columns in which no row says anything."""
    kept = [
        place
        for place in range(len(table.columns))
        if any(row.cells[place] is not None for row in table.rows)
    ]
    rows = tuple(replace(row, cells=tuple(row.cells[place] for place in kept)) for row in table.rows)
    return replace(table, columns=tuple(table.columns[place] for place in kept), rows=rows)


def bins_table(context: DeferContext, number: int) -> Table:
    """Return how often the chosen model is right in each bin of its confidence, as stated and calibrated."""
    speaker = context.speaker
    found = context.selection.reliability[context.selection.chosen.name]
    columns = [
        TableColumn("confidence", speaker.say("defer.c_bin"), "share"),
        TableColumn("right", speaker.say("defer.c_right"), "count"),
        TableColumn("wrong", speaker.say("defer.c_wrong"), "count"),
        TableColumn("mean_confidence", speaker.say("defer.c_mean"), "share"),
        TableColumn("share_right", speaker.say("defer.c_share_right"), "share"),
    ]
    known = context.selection.test.group is None
    if known:
        columns.append(TableColumn("interval", speaker.say("defer.c_interval"), "share"))
    if found.calibrated is not None:
        columns += [
            TableColumn("calibrated_answers", speaker.say("defer.c_calibrated_answers"), "count"),
            TableColumn("calibrated_mean", speaker.say("defer.c_mean"), "share"),
            TableColumn("calibrated_share_right", speaker.say("defer.c_share_right"), "share"),
        ]
        if known:
            columns.append(TableColumn("calibrated_interval", speaker.say("defer.c_interval"), "share"))
    stated = {row.start: row for row in found.stated}
    calibrated = {row.start: row for row in found.calibrated or ()}
    ends = {row.start: row.end for row in (*found.stated, *(found.calibrated or ()))}
    rows = []
    for start in sorted(ends):
        one, other = stated.get(start), calibrated.get(start)
        cells: list[Value] = [Range(start, ends[start])]
        cells += [0, 0] if one is None else [one.right, one.wrong]
        cells += _of_bin(one, known)
        if found.calibrated is not None:
            cells += [0 if other is None else other.answers, *_of_bin(other, known)]
        rows.append(Row(tuple(cells)))
    caption = speaker.say("defer.t_bins", model=context.selection.chosen.name)
    return Table("bins", number, caption, tuple(columns), tuple(rows))


def _of_bin(row: Bin | None, known: bool) -> list[Value]:
    """Return mean confidence, share of right answers and its interval, where known; empty cells for an empty bin."""
    cells: list[Value] = [None, None, None]
    if row is not None:
        cells = [row.confidence, row.accuracy.value, _span(row.accuracy)]
    return cells if known else cells[:2]


def _span(estimate: Estimate) -> Range | None:
    """Return an interval, None where there is none."""
    if estimate.low is None or estimate.high is None:
        return None
    return Range(estimate.low, estimate.high)


def order_table(context: DeferContext, number: int) -> Table:
    """Return how well confidence tells right from wrong answers, and up to which error weight a model pays."""
    speaker = context.speaker
    columns = (
        TableColumn("model", speaker.say("defer.c_model"), "text"),
        *(
            TableColumn(f"wrong_{share:.0%}"[:-1], speaker.say("defer.c_wrong_at", share=share), "gap")
            for share in SHARES
        ),
        TableColumn("augrc", speaker.say("defer.c_augrc"), "ratio"),
        TableColumn("voc_0_1", speaker.say("defer.c_auc_1"), "ratio"),
        TableColumn("voc_1_10", speaker.say("defer.c_auc_10"), "ratio"),
        TableColumn("voc_total", speaker.say("defer.c_auc_all"), "number"),
        TableColumn("first_fails", speaker.say("defer.c_first"), "number"),
        TableColumn("last_pays", speaker.say("defer.c_omega"), "number"),
    )

    def weight(omega: float) -> Value:
        if not np.isfinite(omega):
            return speaker.say("defer.unbounded")
        # A confidence of 0.999999 pays up to a million: no reader weighs errors so.
        return omega if omega <= MOST_WEIGHT else speaker.say("defer.beyond", weight=MOST_WEIGHT)

    rows = []
    for one in context.ordered:
        risk = context.selection.risk[one.name]
        worth = context.selection.worth_by_weight[one.name]
        ends = (worth.total, worth.first_not_paying, worth.last_paying)
        cells: tuple[Value, ...] = (
            one.name,
            *(risk.at(share) * PER for share in SHARES),
            context.selection.quality[one.name]["augrc"].value,
            *(area.value for area in worth.areas),
            *(weight(end) for end in ends),
        )
        rows.append(Row(cells, strong=one is context.selection.chosen))
    return Table("order", number, speaker.say("defer.t_order"), columns, tuple(rows))


def domain_table(context: DeferContext, number: int) -> Table:
    """Return value and counts of the chosen model in each domain."""
    speaker, kind = context.speaker, context.words.kind
    columns = (
        TableColumn("domain", speaker.say("defer.c_domain"), "text"),
        TableColumn("n", speaker.say("defer.c_n"), "count"),
        TableColumn("alone", speaker.say("defer.c_alone"), "share"),
        TableColumn("wrong", speaker.say("defer.c_wrong"), "count"),
        TableColumn("value", speaker.say("defer.c_value"), kind),
        TableColumn("interval", speaker.say("defer.c_interval"), kind),
    )
    rows = tuple(
        Row((name, counts.n, counts.coverage, counts.n_wrong, value.value * PER, per_thousand(value)))
        for name, value, counts in context.selection.domains
    )
    caption = speaker.say(variant(context.selection, "defer.t_domains"), model=context.selection.chosen.name)
    return Table("domains", number, caption, columns, rows)
