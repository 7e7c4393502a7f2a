"""The tables of the report on a selective classifier."""

from __future__ import annotations

import numpy as np

from budgetplan.documents.defer_context import Context
from budgetplan.documents.defer_rule import asked_for, variant
from budgetplan.documents.model import Column, Row, Table, Value
from budgetplan.documents.worth_words import PER, per_thousand
from budgetplan.domain.decision import Estimate
from budgetplan.metrics.value import Counts
from budgetplan.metrics.voc import voc_curve
from budgetplan.planning.routes import Judged, RouteKey

ROUTES: tuple[RouteKey, ...] = ("all", "raw", "calibrated", "learnt", "by_class", "ceiling")


def _ordered(context: Context) -> list[Judged]:
    return sorted(context.selection.models, key=lambda one: (-one.deployed.value.value, one.name))


def models_table(context: Context, number: int) -> Table:
    """Return the models at the cutoff learnt for each, the recommended first."""
    speaker, kind = context.speaker, context.words.kind
    columns = (
        Column("model", speaker.say("defer.c_model"), "text"),
        Column("cutoff", speaker.say("defer.c_cutoff"), "share"),
        Column("alone", speaker.say("defer.c_alone"), "share"),
        Column("wrong", speaker.say("defer.c_wrong"), "count"),
        Column("value", speaker.say("defer.c_value"), kind),
        Column("interval", speaker.say("defer.c_interval"), kind),
        Column("difference", speaker.say("defer.c_gap"), kind),
        Column("accuracy", speaker.say("defer.c_accuracy"), "share"),
    )
    rows = []
    for one in _ordered(context):
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
    return Table(
        "models", number, speaker.say(variant(context.selection, "defer.t_models")), columns, tuple(rows)
    )


def routes_table(context: Context, number: int) -> Table:
    """Return what each way to a cutoff is worth, by model."""
    speaker, kind = context.speaker, context.words.kind
    keys: tuple[RouteKey, ...] = (*ROUTES, "relabel") if asked_for(context.selection) else ROUTES
    columns = [Column("model", speaker.say("defer.c_model"), "text")]
    columns += [Column(key, speaker.say(f"defer.c_{key}"), kind) for key in keys]
    rows = []
    for one in _ordered(context):
        cells: list[Value] = [one.name]
        for key in keys:
            route = one.routes.get(key)
            cells.append(speaker.say("defer.not_possible") if route is None else route.value.value * PER)
        rows.append(Row(tuple(cells), strong=one is context.selection.chosen))
    return Table("routes", number, speaker.say("defer.t_routes"), tuple(columns), tuple(rows))


def weights_table(context: Context, number: int) -> Table:
    """Return the best model at each error weight and what choosing by accuracy would lose."""
    speaker = context.speaker
    columns = (
        Column("weight", speaker.say("defer.c_weight"), "quantity"),
        Column("best", speaker.say("defer.c_best"), "text"),
        Column("value", speaker.say("defer.c_value"), "gap"),
        Column("interval", speaker.say("defer.c_interval"), "gap"),
        Column("by_accuracy", speaker.say("defer.c_by_accuracy"), "gap"),
        Column("gain", speaker.say("defer.c_loss"), "gap"),
        Column("firm", speaker.say("col.firm"), "sentence"),
    )
    rows = []
    for one in context.selection.weights:
        firm = one.loss.wholly_above(0.0)
        cells: tuple[Value, ...] = (
            one.weight, one.best, one.value.value * PER, per_thousand(one.value),
            one.by_accuracy.value * PER, per_thousand(one.loss), speaker.say("yes" if firm else "no"),
        )  # fmt: skip
        rows.append(Row(cells))
    return Table("weights", number, speaker.say("defer.t_weights"), columns, tuple(rows))


def quality_table(context: Context, number: int) -> Table:
    """Return the usual scores and calibration; what needs probabilities is empty where there are none."""
    speaker = context.speaker
    columns = (
        Column("model", speaker.say("defer.c_model"), "text"),
        Column("accuracy", speaker.say("defer.c_accuracy"), "ratio"),
        Column("f1", speaker.say("defer.c_f1"), "ratio"),
        Column("cf1", speaker.say("defer.c_cf1"), "ratio"),
        Column("ece", speaker.say("defer.c_ece"), "ratio"),
        Column("mce", speaker.say("defer.c_mce"), "ratio"),
        Column("brier", speaker.say("defer.c_brier"), "ratio"),
        Column("log_loss", speaker.say("defer.c_log"), "ratio"),
        Column("temperature", speaker.say("defer.c_t"), "ratio"),
    )
    rows = []
    for one in _ordered(context):
        score = context.selection.quality[one.name]
        names = ("accuracy", "f1_macro", "cf1_macro", "ece", "mce", "brier_sum", "log_loss")
        cells = [score[name].value if name in score else None for name in names]
        rows.append(Row((one.name, *cells, one.temperature), strong=one is context.selection.chosen))
    test = context.selection.test
    unknown = int((test.truth >= test.n_classes).sum())
    notes = (speaker.say("defer.q_unknown", n=unknown),) if unknown else ()
    return Table("quality", number, speaker.say("defer.t_quality"), columns, tuple(rows), notes)


def order_table(context: Context, number: int) -> Table:
    """Return how well confidence tells right from wrong answers, and up to which error weight a model pays."""
    speaker, test = context.speaker, context.selection.test
    columns = (
        Column("model", speaker.say("defer.c_model"), "text"),
        Column("augrc", speaker.say("defer.c_augrc"), "ratio"),
        Column("voc_0_1", speaker.say("defer.c_auc_1"), "ratio"),
        Column("voc_1_10", speaker.say("defer.c_auc_10"), "ratio"),
        Column("first_fails", speaker.say("defer.c_first"), "number"),
        Column("last_pays", speaker.say("defer.c_omega"), "number"),
    )

    def weight(omega: float) -> Value:
        return omega if np.isfinite(omega) else speaker.say("defer.unbounded")

    rows = []
    for one in _ordered(context):
        said = one.predictions
        risk = context.selection.quality[one.name]["augrc"].value
        voc = voc_curve(one.correct, said.confidence, test.weight)
        cells: tuple[Value, ...] = (
            one.name, risk, voc.area(0, 1), voc.area(1, 10), weight(voc.first_not_paying), weight(voc.omega_sup),
        )  # fmt: skip
        rows.append(Row(cells, strong=one is context.selection.chosen))
    return Table("order", number, speaker.say("defer.t_order"), columns, tuple(rows))


def domain_table(context: Context, domains: tuple[tuple[str, Estimate, Counts], ...], number: int) -> Table:
    """Return value and counts of the chosen model in each domain."""
    speaker, kind = context.speaker, context.words.kind
    columns = (
        Column("domain", speaker.say("defer.c_domain"), "text"),
        Column("n", speaker.say("defer.c_n"), "count"),
        Column("alone", speaker.say("defer.c_alone"), "share"),
        Column("wrong", speaker.say("defer.c_wrong"), "count"),
        Column("value", speaker.say("defer.c_value"), kind),
        Column("interval", speaker.say("defer.c_interval"), kind),
    )
    rows = tuple(
        Row((name, counts.n, counts.coverage, counts.n_wrong, value.value * PER, per_thousand(value)))
        for name, value, counts in domains
    )
    caption = speaker.say(variant(context.selection, "defer.t_domains"), model=context.selection.chosen.name)
    return Table("domains", number, caption, columns, rows)
