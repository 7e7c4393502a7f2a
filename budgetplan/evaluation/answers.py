"""Models that answer, every one: value over the weight of errors, confidence, scores by class, domains (C21, S22, S24, Y20)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray, taken
from budgetplan.core.answers import Payoffs
from budgetplan.core.path import auc
from budgetplan.dataset.predicted import Classified
from budgetplan.domain.items import ClassifiedSet, Predictions
from budgetplan.domain.plan import NO_ANSWER, Plan
from budgetplan.errors import UsageError
from budgetplan.evaluation.page import OVER_SOURCES, Block, Measured, ends, measured, spread
from budgetplan.models import thresholds, voc
from budgetplan.models.bounds import rate_interval
from budgetplan.models.calibration import LEAST, N_BINS, bins, dealt, scale_decisions
from budgetplan.models.confidence import ClassScores, Tally, confusion_of, probabilistic, ratio, usual
from budgetplan.models.ranks import spearman
from budgetplan.models.resampling import Weights, widened
from budgetplan.models.value import confusion, item_weights, of_answer, values_if_accepted
from budgetplan.plans.answer import in_one_unit, worth_of_deferring
from budgetplan.plans.bench import Pools, Sampler, as_model, same_model, worth_table

Span = tuple[float, float]
SPANS: tuple[Span, ...] = ((0.0, 1.0), (1.0, 10.0))
"""Weights of an error over which areas under the curve of value are always measured (C21 section 3)."""
SHARES, SUBSETS = (0.1, 0.25, 0.5, 0.01, 0.05), 100
"""Parts of the test items, and how many samples of each are drawn with replacement (Y20 section 6)."""
LARGEST = 20_000
"""Of more items than this no samples are scored: of ten classes macro F1 of so many varies by 0.004 from sample to sample."""
MOST_LOST = {"brier_sum": 2.0, "log_loss": np.inf}
"""The greatest values of scores that may be above 1."""
MOST_RESAMPLED = 4 * 10**9
"""Up to so many items x classes x resamples scores of probabilities have intervals: about ten seconds a model."""
ALONG = np.arange(41) / 4
"""Error weights along which curves are drawn."""
EQUAL = 12
"""Calibrated confidences are compared to so many decimals: those of the same probabilities in another order differ beyond."""
UPTO = 10.0
"""Curves are compared up to this error weight: beyond it a handful of the surest answers decides."""
ONE_SIDE = ("precision", "recall", "f1")
WAYS = ("all", "stated", "calibrated", "learnt")
"""Ways to a cutoff of which curves are drawn."""


class Tested:
    """The test items of a plan, and what every model says of them."""

    def __init__(self, plan: Plan, data: Classified, spans: Sequence[Span] = ()) -> None:
        self.plan, self.spans = plan, tuple(dict.fromkeys((*SPANS, *spans)))
        self.validation, self.test = scale_decisions(plan, data.validation, data.test)
        self.sampler = Sampler(self.test, plan.resamples, plan.seed)
        self.weight = item_weights(self.test.n_items, self.test.weight)
        self.folds = None if self.validation is not None else dealt(self.test, plan.seed)

    @cached_property
    def models(self) -> tuple[MeasuredModel, ...]:
        """Every model, and all that state probabilities of the same classes together."""
        pools = Pools(self.plan, self.validation, self.test)
        models = []
        for model in self.test.models:
            pool = pools.of(model.name)
            pooled = None if self.validation is None else same_model(self.validation, model.name)
            predictions = pool.labelled
            # A discriminator makes an answer less sure, and never another (C21, eq. 6).
            if model.probabilities is None:
                sure = of_answer(pool.probability, model.predicted)
                predictions = replace(predictions, predicted=model.predicted, confidence=sure)
            models.append(MeasuredModel(self, model, predictions, pooled, pool.power))
        together, _ = pools.let_in(lambda pool: float(self.mean(pool.labelled.predicted == self.test.truth)))
        if len(together.members) > 1:
            learnt, pooled = together.learnt, None
            if self.validation is not None:
                pooled = as_model(self.validation, together.members, learnt, learnt.labelled)
            models.append(MeasuredModel(self, None, together.labelled, pooled, together.power))
        return tuple(models)

    def mean(self, amounts: Any) -> Any:
        """Return the mean of amounts over the items, which lie along the last axis."""
        return np.average(amounts, axis=-1, weights=self.weight)


class MeasuredModel:
    """One model on the test items, or all models together.

    Parameters
    ----------
    stated
        What it says, None of the mean of several.
    calibrated
        The same as often right as it says, of one labelled set each item by what the others gave.
    known
        What it states of the validation items.
    power
        What its probabilities are raised to for that, of several models their mean.

    Attributes
    ----------
    best_known
        What it states; of several models together their mean.
    states
        Whether it states how sure it is.
    silent, abstains
        Which items it gives no answer to by itself, shape (n,); whether it leaves some so, and states nothing of how sure it
        is of the others.
    probabilities
        What it states of every class, nothing where it gives no answer; None where it names one alone.
    by_theory
        By way that learns nothing: its answers, and how sure they count.
    """

    def __init__(
        self,
        tested: Tested,
        stated: Predictions | None,
        calibrated: Predictions,
        known: Predictions | None,
        power: float,
    ) -> None:
        calibrated = replace(calibrated, confidence=calibrated.confidence.round(EQUAL))
        self.tested, self.stated, self.calibrated, self.known, self.power = tested, stated, calibrated, known, power
        self.name, test = calibrated.name, tested.test
        self.best_known = predictions = calibrated if stated is None else stated
        self.states = stated is not None and stated.scaling is None
        self.silent: BoolArray = predictions.predicted < 0
        self.abstains = stated is not None and not self.states and bool(self.silent.any())
        by_answer = predictions.scaling is not None and predictions.scaling.rates is not None
        p = None if stated is not None and by_answer else predictions.probabilities
        self.probabilities = p if p is None or stated is None else np.where(self.silent[:, None], 0.0, p)
        self.by_theory = {"all": replace(predictions, confidence=np.ones(test.n_items))}
        self.by_theory |= {"stated": predictions} if self.states else {}
        self.by_theory |= {"calibrated": calibrated}

    def correct(self, predictions: Predictions) -> BoolArray:
        """Return which items are answered rightly, shape (n,)."""
        return np.asarray(predictions.predicted == self.tested.test.truth)

    @cached_property
    def held(self) -> list[tuple[str, Predictions, ClassifiedSet, Sampler]]:
        """What it states, and that calibrated, of the items that it answers, with their resamples."""
        rows, test, sampler = ~self.silent, self.tested.test, self.tested.sampler
        if not rows.any():
            return []
        if not rows.all():
            test, plan = taken(test, rows), self.tested.plan
            sampler = Sampler(test, plan.resamples, plan.seed)
        held, by_way = [], {way: made for way, made in self.by_theory.items() if way != "all"}
        for way, predictions in by_way.items():
            p = None if self.probabilities is None else predictions.probabilities
            held.append((way, taken(replace(predictions, probabilities=p), rows), test, sampler))
        return held

    @cached_property
    def curves(self) -> dict[str, voc.VocCurve]:
        """By way to the cutoff: its curve of value over the error weight, where there is one.

        Items without an answer are neither right nor wrong, and count among all.
        """
        tested, rows = self.tested, ~self.silent
        if not rows.any():
            return {}
        curves = {
            way: voc.voc_curve(self.correct(made)[rows], made.confidence[rows], tested.weight[rows])
            for way, made in self.by_theory.items()
        }
        predictions, folds, validation = self.best_known, tested.folds, tested.validation
        stated = self.correct(predictions)[rows], predictions.confidence[rows], tested.weight[rows]
        if folds is not None:
            curves["learnt"] = voc.learnt_curve(*stated, folds=folds[rows])
        elif validation is not None and self.known is not None:
            there = self.known.predicted == validation.truth, self.known.confidence
            validating = *there, item_weights(validation.n_items, validation.weight)
            curves["learnt"] = voc.learnt_curve(*stated, validation=validating)
        return {way: replace(curve, n=float(tested.weight.sum())) for way, curve in curves.items()}

    @cached_property
    def areas(self) -> dict[str, voc.Areas]:
        """By way, but learnt ones: areas under the curve over all spans, and AUGRC, in each resample.

        Items without an answer stand below all others. One pass through the resamples serves all tables.
        """
        tested = self.tested
        return {
            way: tested.sampler.areas(self.correct(made), np.where(self.silent, 0.0, made.confidence), tested.spans)
            for way, made in self.by_theory.items()
        }

    def area_ends(self, way: str, span: Span, name: str = "") -> Block:
        """Return the ends of the interval of an area over a span, where there is one."""
        drawn = self.areas[way].voc[:, self.tested.spans.index(span)] if way in self.areas else None
        return ends(drawn, name, least=0.0, most=span[1] - span[0])

    def learnt(
        self, test: ClassifiedSet, validation: ClassifiedSet | None, learn: Learn
    ) -> Iterator[tuple[str, FloatArray, IntArray | None]]:
        """Yield each way that learns: its name, a cutoff for each part of the items, and the part of each item, if several.

        On the validation items, for all and for each class that is answered; without any on the other folds of the test
        items. At last on the test items themselves, which no other way can exceed.
        """
        predictions, folds = self.best_known, self.tested.folds
        if validation is not None and self.known is not None:
            codes = self.known.predicted
            yield "learnt", learn(validation, self.known, [np.ones(validation.n_items, dtype=bool)]), None
            of_class = [codes == code for code in range(test.n_classes)]
            yield "learnt by class", learn(validation, self.known, of_class), predictions.predicted
        elif folds is not None:
            others = [folds != fold for fold in range(int(folds.max()) + 1)]
            yield "learnt", learn(test, predictions, others), folds
        yield "ceiling", learn(test, predictions, [np.ones(test.n_items, dtype=bool)]), None

    def ways(self, k: FloatArray) -> list[CutoffWay]:
        """Return every way at these error weights: all, theory on stated and on calibrated confidences, learnt, ceiling."""
        tested, cutoffs = self.tested, theory(k)[:, None]
        ways = [CutoffWay(name, made, cutoffs * (name != "all")) for name, made in self.by_theory.items()]

        def learn(data: ClassifiedSet, predictions: Predictions, parts: Sequence[BoolArray]) -> FloatArray:
            weight = item_weights(data.n_items, data.weight)
            return learnt_cutoffs(k, parts, predictions.predicted == data.truth, predictions.confidence, weight)

        learnt = self.learnt(tested.test, tested.validation, learn)
        return ways + [CutoffWay(name, self.best_known, cutoffs, part) for name, cutoffs, part in learnt]


Learn = Callable[[ClassifiedSet, Predictions, Sequence[BoolArray]], FloatArray]
"""Learns a cutoff on each of some parts of a set, by what a model states of it; parts along the last axis."""


def learnt_cutoffs(
    k: FloatArray, parts: Sequence[BoolArray], right: BoolArray, sure: FloatArray, weight: FloatArray
) -> FloatArray:
    """Return the best cutoff of each part of some items at each error weight, shape (K, parts); 0 where nothing weighs."""
    cutoffs = np.zeros((len(k), len(parts)))
    for place, rows in enumerate(parts):
        if weight[rows].any():
            cutoffs[:, place] = voc.hull_cutoffs(right[rows], sure[rows], k, weight[rows])
    return cutoffs


@dataclass(frozen=True, eq=False)
class CutoffWay:
    """One way to a cutoff: which answers may stand, and from which confidence on at each error weight.

    ``cutoffs`` of shape (K, parts); ``part``: of shape (n,), which of them is each item's, None where all have the same.
    """

    name: str
    said: Predictions
    cutoffs: FloatArray
    part: IntArray | None = None

    def counted(self, judged: MeasuredModel, weight: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return how many of the answers that stand are right and wrong at each error weight, shape (K,) each."""
        right, wrong = np.zeros((2, len(self.cutoffs)))
        for place, cutoffs in enumerate(self.cutoffs.T):
            rows = ~judged.silent & (weight > 0) & (self.part is None or self.part == place)
            if rows.any():
                tried = judged.correct(self.said)[rows], self.said.confidence[rows], weight[rows]
                held = voc.accepted_at(cutoffs, *tried)
                right, wrong = right + held[0], wrong + held[1]
        return right, wrong

    def worths(self, judged: MeasuredModel, k: FloatArray) -> FloatArray:
        """Return what each item is worth at each error weight, shape (K, n): 1, -k, or 0 where no answer stands."""
        cutoffs = self.cutoffs if self.part is None else self.cutoffs[:, self.part]
        right = np.where(judged.correct(self.said), 1.0, -k[:, None])
        return np.where((self.said.confidence >= cutoffs) & ~judged.silent, right, 0.0)


def theory(weights: Sequence[float] | FloatArray) -> FloatArray:
    """Return the cutoffs k / (k + 1), shape (K,) (S22 eq. 6)."""
    k = np.maximum(np.asarray(weights, dtype=np.float64), 0.0)
    return thresholds.as_written(k / (1 + k))


def answer_tables(plan: Plan, data: Classified, weights: Sequence[float], areas: Sequence[Span] = ()) -> list[Measured]:
    """Return every table of models that answer.

    ``weights``: of an error, k (S22 eq. 3), rising; ``areas``: ranges of them, beside those between two neighbours, over
    which areas under the curve of value are measured.
    """
    spans = tuple(dict.fromkeys((*pairwise(weights), *areas)))
    answers, k = Tested(plan, data, spans), np.asarray(weights, dtype=np.float64)
    scores, (ways, class_cutoffs) = ClassRows(answers), at_worths(answers)
    macro, by_class = scores.subsets()
    tables = [
        measured("value", _value(answers, k), ("value", "coverage", "accuracy_above", "cutoff")),
        measured("voc", _by_model(answers, _voc, max(*weights, 1.0))),
        measured("areas", _by_model(answers, _areas, spans)),
        measured("nowhere_below", _nowhere_below(answers)),
        measured("curves", _curves(answers), ("calibrated",)),
        measured("costs", _costs(answers, weights), ("error", "value_stated", "value_calibrated")),
        measured("ways", ways),
        measured("class_cutoffs", class_cutoffs),
        measured("choices", _choices(answers, scores, weights), ("model", "lost")),
        measured("calibration", _by_model(answers, _calibration)),
        measured("confidence", _by_model(answers, _confidence)),
        measured("risk", _by_model(answers, _risk)),
        measured("discrimination", _by_model(answers, _discrimination)),
        measured("classes", scores.by_class()),
        measured("means", scores.means(), classes=answers.test.n_classes),
        measured("differences", scores.differences()),
        measured("rankings", scores.rankings()),
        measured("spreads", scores.spreads()),
        measured("subsets", macro),
        measured("subsets_by_class", by_class),
        measured("matrix", _by_model(answers, _matrix)),
        measured("domains", _domains(answers, k)),
        measured("transfer", _transfer(answers, k)),
    ]
    return [table for table in tables if len(table.frame)]


def _value(answers: Tested, k: FloatArray) -> Iterator[Block]:
    """Yield value, coverage and accuracy above the cutoff of every model at every error weight (S22 eq. 4, 5)."""
    n = answers.weight.sum()
    for model in answers.models:
        for way in model.ways(k):
            right, wrong = way.counted(model, answers.weight)
            yield {
                "k": k,
                "model": model.name,
                "way": way.name,
                "cutoff": way.cutoffs[:, 0] if way.part is None else np.nan,
                "coverage": (right + wrong) / n,
                "accuracy_above": ratio(right, right + wrong),
                "value": (right - k * wrong) / n,
                **ends(answers.sampler.replicates(way.worths(model, k)), least=-k, most=1.0),
            }


def _by_model(answers: Tested, rows_of: Callable[..., Iterator[Block]], *given: Any) -> Iterator[Block]:
    """Yield the rows of every model, with its name."""
    for model in answers.models:
        yield from ({"model": model.name, **row} for row in rows_of(model, *given))


def _voc(judged: MeasuredModel, top: float) -> Iterator[Block]:
    """Yield areas under the positive part of the curves, and the error weights at which a model fails (C21 section 2)."""
    for way, curve in judged.curves.items():
        row: Block = {"way": way}
        for span in SPANS:
            name = f"area_{span[0]:g}_{span[1]:g}"
            row |= {name: curve.area(*span), **judged.area_ends(way, span, f"{name}_")}
        yield row | {
            f"area_0_{top:g}": curve.area(0.0, top),
            "area_all": curve.area(),
            "first_fails": curve.first_not_paying,
            "omega_sup": curve.omega_sup,
        }


def _areas(judged: MeasuredModel, spans: Sequence[Span]) -> Iterator[Block]:
    """Yield the area under the positive part of every curve over each span of error weights (C21 section 2)."""
    for way, curve in judged.curves.items():
        for span in spans:
            row = {"way": way, "from": span[0], "to": span[1], "area": curve.area(*span)}
            yield row | judged.area_ends(way, span)


def _nowhere_below(answers: Tested) -> Iterator[Block]:
    """Yield for each two models whether the value of one is nowhere below the other's (C21 section 2).

    By theory's cutoff on calibrated confidences and by learnt ones, with every answer for a model that leaves items by itself.
    """
    for way in ("calibrated", "learnt"):
        every = ((model.name, model.curves.get("all" if model.abstains else way)) for model in answers.models)
        curves = {name: curve for name, curve in every if curve is not None}
        for name, other in combinations(curves, 2):
            below, above = (voc.first_below(curves[a], curves[b]) for a, b in ((name, other), (other, name)))
            row: Block = {"way": way, "model": name, "other": other}
            row |= {"never_below": below >= UPTO, "never_above": above >= UPTO}
            yield row | {"below_from": below, "above_from": above}


def _curves(answers: Tested) -> Iterator[Block]:
    """Yield the value of every model at error weights from 0 to 10, by way to the cutoff."""
    for model in answers.models:
        row: Block = {"k": ALONG, "model": model.name}
        for way in model.ways(ALONG):
            right, wrong = way.counted(model, answers.weight)
            row[way.name.replace(" ", "_")] = (right - ALONG * wrong) / answers.weight.sum()
        yield row


def _costs(answers: Tested, weights: Sequence[float]) -> Iterator[Block]:
    """Yield cost-sensitive error and value as one of two mistakes costs more (S24 Table 4, eq. 7 and 8).

    A right answer is worth 1, the other mistake costs 1. ``error``: every answer stands, (N_fn k_fn + N_fp k_fp) / N.
    """
    test, wanted = answers.test, answers.plan.answering.worths.positive
    if test.n_classes != 2:
        return
    positive = test.classes.index(wanted) if wanted in test.classes else 1
    for mistake, predicted in (("missed", 1 - positive), ("false", positive)):
        for cost in weights:
            wrong, left = np.where(np.arange(2) == predicted, -cost, -1.0), np.zeros(len(test.names))
            table = Payoffs(np.where(np.eye(2, len(left), dtype=bool), 1.0, wrong[:, None]), left, left)
            for model in answers.models:
                predictions, right = model.best_known, model.correct(model.best_known)
                worth = values_if_accepted(table, predictions.predicted, test.truth)
                lost = np.where(right | model.silent, 0.0, -worth)
                row: Block = {"mistake": mistake, "k": cost, "model": model.name}
                row |= {"error": answers.mean(lost), "accuracy": answers.mean(right)}
                for way, made in (("stated", model.stated), ("calibrated", model.calibrated)):
                    row[f"value_{way}"] = np.nan
                    if made is not None and made.scaling is None:
                        states = made.predicted, made.confidence, made.probabilities
                        stands, _ = thresholds.accepted(table, *states)
                        worth = values_if_accepted(table, made.predicted, test.truth)
                        if stands is not None:
                            row[f"value_{way}"] = answers.mean(np.where(stands & ~model.silent, worth, 0.0))
                yield row


def _choices(answers: Tested, scores: ClassRows, weights: Sequence[float]) -> Iterator[Block]:
    """Yield which single model each measure would choose, and what of the best value it keeps (S24 Q1, Q2)."""
    single = [model for model in answers.models if model.stated is not None]
    names = np.array([judged.name for judged in single], dtype=object)
    wrong = np.stack([~judged.correct(judged.best_known) for judged in single])
    silent = np.stack([judged.silent for judged in single])
    f1 = [float(scores.points["answers", name].means()[2]) for name in names]
    for k in weights:
        by_model = []
        for judged in single:
            # By theory's cutoff on calibrated confidences, for a model that states any.
            cutoff = theory([0.0 if judged.abstains else k])[:, None]
            by_model.append(CutoffWay("calibrated", judged.calibrated, cutoff).worths(judged, np.array([k])))
        worths = np.concatenate(by_model)
        values, drawn = answers.mean(worths), answers.sampler.replicates(worths)
        measures = {
            "value": values,
            "cost-sensitive error": -answers.mean(k * (wrong & ~silent)),
            "accuracy": answers.mean(~wrong),
            "F1": f1,
        }
        # Where no model knows any of the labels, none has an F1.
        measures = {name: draws for name, draws in measures.items() if not np.isnan(draws).all()}
        chosen = [int(np.nanargmax(np.round(measure, 12))) for measure in measures.values()]
        best = chosen[0]
        yield {
            "k": k,
            "measure": [*measures],
            "model": names[chosen],
            "value": values[chosen],
            "lost": values[best] - values[chosen],
            **ends(drawn[:, [best]] - drawn[:, chosen], "lost_"),
        }


def _calibration(judged: MeasuredModel) -> Iterator[Block]:
    """Yield accuracy, calibration and ranking of a model, with intervals (C21 section 3; METHODS S6, S7, S9)."""
    for way, predictions, test, sampler in judged.held:
        right, every = predictions.predicted == test.truth, sampler is judged.tested.sampler
        areas = judged.areas[way] if every else sampler.areas(right, predictions.confidence)
        yield {
            "confidence_is": way,
            "temperature": np.nan if judged.best_known.probabilities is None else 1 / judged.power,
            **calibration_row(predictions, test, sampler, areas),
            "auc": _auc(predictions, test),
            "auc_of_right": auc(predictions.confidence, right, test.weight),
        }


def calibration_row(
    predictions: Predictions, test: ClassifiedSet, sampler: Sampler, areas: voc.Areas
) -> dict[str, float]:
    """Return accuracy, ECE, MCE, Brier score, log loss and AUGRC, all with intervals, and the reliability of the Brier score."""
    weight, right = item_weights(test.n_items, test.weight), predictions.predicted == test.truth
    held = bins(predictions.confidence, right, weight=test.weight)
    share, gap = held.weight / held.weight.sum(), held.accuracy - held.confidence
    place = np.searchsorted(np.linspace(0, 1, N_BINS + 1)[1:-1], predictions.confidence, side="left")
    is_known = test.truth < test.n_classes
    rows = [right.astype(np.float64)]
    if predictions.probabilities is not None:
        p = predictions.probabilities
        of_truth = np.where(is_known, p[np.arange(len(p)), np.where(is_known, test.truth, 0)], 1.0)
        rows += [
            ((p**2).sum(axis=1) - 2 * of_truth + 1) * is_known,
            -np.log(np.clip(of_truth, LEAST, 1 - LEAST)) * is_known,
        ]
    rows.append(is_known.astype(np.float64))

    def scores(drawn: Weights, widening: float = 1.0) -> FloatArray:
        """Return accuracy, ECE, MCE, Brier score and log loss in each resample."""
        by_bin = drawn.by_class(place, N_BINS, right - predictions.confidence, np.ones(len(place)))
        with np.errstate(invalid="ignore", divide="ignore"):
            means = np.column_stack([*by_bin, drawn.sums(np.stack(rows))]) / by_bin[1].sum(axis=1)[:, None]
            means = widened(means, widening)
            gaps, shares, right_ones, rest = np.split(means, [N_BINS, 2 * N_BINS, 2 * N_BINS + 1], axis=1)
            gaps, shares = np.abs(gaps), np.abs(shares)
            largest = np.divide(gaps, shares, out=np.zeros_like(gaps), where=shares > 0).max(axis=1)
            return np.column_stack([right_ones, gaps.sum(axis=1), largest, rest[:, :-1] / rest[:, -1:]])

    point = scores(whole(test))[0]
    drawn = scores(sampler.drawn, sampler.widening)
    row: dict[str, float] = {}
    for at, name in enumerate(("accuracy", "ece", "mce", "brier_sum", "log_loss")[: len(point)]):
        row |= {name: float(point[at]), **ends(drawn, f"{name}_", at, least=0.0, most=MOST_LOST.get(name, 1.0))}
    if len(drawn):
        # Resamples of answers that are all right say nothing of errors: no surer than as many independent items.
        number = min(weight.sum() ** 2 / (weight**2).sum(), float(test.n_independent))
        limits = np.array(row["accuracy_low"]), np.array(row["accuracy_high"])
        row["accuracy_low"], row["accuracy_high"] = map(float, rate_interval(point[0], *limits, np.array(number)))
    coverage, wrong = voc.risk_curve(predictions.confidence, right, test.weight)
    row |= {"augrc": float(np.trapezoid(wrong, coverage))}
    row |= ends(areas.augrc, "augrc_", least=0.0, most=0.5)
    by_class = np.nan
    if predictions.probabilities is not None and weight[is_known].any():
        by_class = brier_reliability(predictions.probabilities[is_known], test.truth[is_known], weight[is_known])
    return row | {"brier_reliability": float(share @ gap**2), "brier_reliability_sum": by_class}


def whole(data: ClassifiedSet) -> Weights:
    """Return all items of a set once, as if they were a resample."""
    return Weights(np.ones((1, 1), dtype=np.uint8), np.zeros(data.n_items, dtype=np.int64), data.weight)


def brier_reliability(probabilities: FloatArray, truth: IntArray, weight: FloatArray) -> float:
    """Return the reliability of the Brier score summed over classes, in [0, 2], lower is better; 0: as often as it says.

    sum_j sum_b n_jb / n (mean of p_j in bin b - share of class j there)^2, in 15 bins of each class's p_j (Murphy 1973,
    "A new vector partition of the probability score").

    Parameters
    ----------
    probabilities, truth, weight
        Shapes (n, C), (n,) and (n,): class codes below C; weights >= 0, of which one is above 0.

    Examples
    --------
    Of four items called 3/4 sure of the first class it is half of them: 2 x (1/4)^2.

    >>> brier_reliability(np.tile([0.75, 0.25], (4, 1)), np.array([0, 0, 1, 1]), np.ones(4))
    0.125
    """
    n_classes = probabilities.shape[1]
    place = np.searchsorted(np.linspace(0, 1, N_BINS + 1)[1:-1], probabilities, side="left")
    cell = (place + N_BINS * np.arange(n_classes)).ravel()
    off = (probabilities - (truth[:, None] == np.arange(n_classes))).ravel()
    w = np.repeat(weight, n_classes)
    held, gap = np.bincount(cell, w), np.bincount(cell, w * off)
    return float((gap[held > 0] ** 2 / held[held > 0]).sum() / weight.sum())


def _risk(judged: MeasuredModel) -> Iterator[Block]:
    """Yield the wrong answers of a model per 1,000 items that it answers, as more of them stand, the surest first (METHODS S9)."""
    predictions, rows, shares = judged.best_known, ~judged.silent, np.arange(41) / 40
    if rows.any():
        curve = voc.risk_curve(
            predictions.confidence[rows], judged.correct(predictions)[rows], judged.tested.weight[rows]
        )
        yield {"coverage": shares, "wrong_per_1000": 1000 * np.interp(shares, *curve)}


def _auc(predictions: Predictions, test: ClassifiedSet) -> float:
    """Return the area under the ROC curve of each class against the others, the mean over classes; NaN without probabilities."""
    if predictions.probabilities is None:
        return np.nan
    tried = [1] if test.n_classes == 2 else range(test.n_classes)
    height = np.log(np.maximum(predictions.probabilities, np.finfo(float).tiny)).round(EQUAL)
    areas = [auc(height[:, code], test.truth == code, test.weight) for code in tried]
    return float(np.nanmean(areas)) if not np.isnan(areas).all() else np.nan


def _confidence(judged: MeasuredModel) -> Iterator[Block]:
    """Yield how sure right and wrong answers of a model are, by bins of equal width (C21 Figure 2)."""
    for way, predictions, test, _ in judged.held:
        held = bins(predictions.confidence, predictions.predicted == test.truth, weight=test.weight)
        # Of independent items.
        low, high = held.intervals() if test.group is None else (np.nan, np.nan)
        yield {
            "confidence_is": way,
            "from": held.index / N_BINS,
            "to": (held.index + 1) / N_BINS,
            "right": held.right,
            "wrong": held.weight - held.right,
            "confidence": held.confidence,
            "accuracy": held.accuracy,
            "accuracy_low": low,
            "accuracy_high": high,
        }


def _discrimination(judged: MeasuredModel) -> Iterator[Block]:
    """Yield how far calibrated confidences are from a coin's (C21 section 2)."""
    for _, predictions, test, sampler in judged.held[-1:]:
        apart, sure, unsure = voc.discrimination(predictions.confidence, test.weight)
        drawn = sampler.replicates(((0.5 - predictions.confidence) ** 2)[None, :])
        row = {"discrimination": apart, **ends(drawn, "", 0, least=0.0, most=0.25)}
        yield row | {"mean_squared_confidence": sure, "mean_squared_doubt": unsure}


def _matrix(judged: MeasuredModel) -> Iterator[Block]:
    """Yield the confusion matrix of a model, of its answers and of its probabilities (Y20 eq. 3)."""
    test, weight = judged.tested.test, judged.tested.weight
    names, answers = (np.array(array, dtype=object) for array in (test.names, (*test.classes, NO_ANSWER)))
    hard = confusion(judged.best_known.predicted, test.truth, test.n_classes, len(names), weight).T
    soft = np.full(hard.shape, np.nan)
    if judged.probabilities is not None:
        soft[:, :-1], soft[:, -1] = confusion_of(judged.probabilities, test.truth, len(names), weight), 0.0
    truth, code = cells = np.nonzero((hard != 0) | (soft > 0))
    row = {"truth": names[truth], "answer": answers[code]}
    yield row | {"count": hard[cells], "probability": soft[cells]}


class ClassRows:
    """Precision, recall and F1 of every model, from answers and from probabilities, with what resamples say (Y20)."""

    def __init__(self, answers: Tested) -> None:
        self.answers = answers
        test, sampler = answers.test, answers.sampler
        # By whether they are of answers or of probabilities, and by model.
        self.tallies: dict[tuple[str, str], Tally] = {}
        for model in answers.models:
            self.tallies["answers", model.name] = usual(model.best_known.predicted, test.truth, test.n_classes)
            if model.probabilities is not None:
                self.tallies["probabilities", model.name] = probabilistic(model.probabilities, test.truth)
        self.points = {key: _of(tally(whole(test)), 0) for key, tally in self.tallies.items()}
        # Of each of these, what resamples say: of none where they would take too long.
        self.drawn: dict[tuple[str, str], ClassScores] = {}
        if 0 < sampler.n_resamples <= MOST_RESAMPLED / (test.n_items * test.n_classes):
            self.drawn = dict(self._scores(sampler.drawn))

    def _scores(self, drawn: Weights) -> Iterator[tuple[tuple[str, str], ClassScores]]:
        """Yield all scores in resamples."""
        labels: FloatArray | None = None  # of each class in each resample: the same for all models
        for key, tally in self.tallies.items():
            scores = tally(drawn, labels)
            labels = scores.n
            yield key, scores

    def _every(self) -> Iterator[tuple[Block, ClassScores, ClassScores | None]]:
        for (kind, model), scores in self.points.items():
            yield {"model": model, "of": kind}, scores, self.drawn.get((kind, model))

    def _macro(self, kind: str, models: Sequence[str]) -> FloatArray:
        """Return macro F1 of some models in each resample, shape (B, models)."""
        drawn = [self.drawn[kind, model].means()[:, 2] if self.drawn else np.zeros(0) for model in models]
        return widened(np.stack(drawn, axis=1), self.answers.sampler.widening)

    def _with_ends(self, values: FloatArray, replicates: FloatArray | None) -> Block:
        """Return precision, recall and F1 with the ends of their intervals and their standard deviations.

        ``values``: shape (3, rows); ``replicates``: (B, 3, rows).
        """
        row: Block = {}
        for place, name in enumerate(ONE_SIDE):
            drawn = None if replicates is None else widened(replicates[:, place], self.answers.sampler.widening)
            row |= {name: values[place], **ends(drawn, f"{name}_", least=0.0, most=1.0), f"{name}_sd": spread(drawn)}
        return row

    def by_class(self) -> Iterator[Block]:
        """Yield each class of each model, with intervals and standard deviations."""
        for row, scores, drawn in self._every():
            yield row | {
                "class": self.answers.test.classes,
                "n": scores.n,
                "hits": scores.hits,
                "false_positives": scores.claimed - scores.hits,
                "false_negatives": scores.n - scores.hits,
                **self._with_ends(scores.each, None if drawn is None else drawn.each),
            }

    def means(self) -> Iterator[Block]:
        """Yield macro, weighted and micro means, and over how many classes the first is taken."""

        def every(scores: ClassScores) -> FloatArray:
            return np.stack([scores.means(), scores.means(scores.n), scores.micro()], axis=-1)

        for row, scores, drawn in self._every():
            left_out = zip(ONE_SIDE, scores.left_out(), strict=True)
            row |= {"mean": ["macro", "weighted", "micro"]}
            row |= {f"classes_{measure}": self.answers.test.n_classes - int(out) for measure, out in left_out}
            yield row | self._with_ends(every(scores), None if drawn is None else every(drawn))

    def differences(self) -> Iterator[Block]:
        """Yield by how much two models differ in macro F1 of answers and of probabilities, in the same resamples."""
        for kind in dict.fromkeys(kind for kind, _ in self.points):
            names = [model for measure, model in self.points if measure == kind]
            for first, other in combinations(names, 2):
                gap = self.points[kind, first].means()[2] - self.points[kind, other].means()[2]
                drawn = self._macro(kind, (first, other))
                limits = ends(drawn[:, 0] - drawn[:, 1], least=-1.0, most=1.0)
                row = {"of": kind, "model": first, "other": other, "difference": gap, **limits}
                yield row | {"told_apart": bool(limits["low"] > 0 or limits["high"] < 0)}

    def rankings(self) -> Iterator[Block]:
        """Yield how alike two measures order the models, and how many pairs of these both tell apart alike (Y20 Table 1)."""
        names = [model for kind, model in self.points if kind == "probabilities"]
        if len(names) < 2:
            return
        models = [model for model in self.answers.models if model.name in names]
        right = np.stack([model.correct(model.best_known) for model in models]).astype(np.float64)
        measures = {"accuracy": self.answers.mean(right)}
        drawn = {"accuracy": self.answers.sampler.replicates(right)}
        for measure, kind in (("F1", "answers"), ("cF1", "probabilities")):
            measures[measure] = np.array([self.points[kind, name].means()[2] for name in names])
            drawn[measure] = self._macro(kind, names)
        first, second = np.array([*combinations(range(len(names)), 2)]).T
        ahead = {}
        for measure, values in drawn.items():
            low, high = ends(values[:, first] - values[:, second]).values()
            # 1 or -1 where the interval of the difference lies above or below 0.
            ahead[measure] = np.broadcast_to(1 * (low > 0) - 1 * (high < 0), first.shape)
        for first_name, other in combinations(("F1", "cF1", "accuracy"), 2):
            correlation, chance = spearman(measures[first_name], measures[other])
            both = (ahead[first_name] != 0) & (ahead[other] != 0)
            alike = (ahead[first_name] == ahead[other])[both]
            row = {"measure": first_name, "other_measure": other, "spearman": correlation, "p_value": chance}
            row |= {"pairs_told_apart": int(both.sum())}
            yield row | {"told_apart_alike": float(alike.mean()) if len(alike) else np.nan}

    def spreads(self) -> Iterator[Block]:
        """Yield how much F1 of answers spreads beside that of probabilities, and tests of it (Y20 section 6)."""
        from scipy.stats import bartlett, f, levene

        for model in (model for kind, model in self.drawn if kind == "probabilities"):
            drawn = (self._macro(kind, [model]) for kind in ("answers", "probabilities"))
            first, other = (values[~np.isnan(values)] for values in drawn)
            if len(first) < 3 or len(other) < 3 or not (np.ptp(first) and np.ptp(other)):
                continue
            ratio_of = float(np.var(first, ddof=1) / np.var(other, ddof=1))
            tail = float(f.sf(ratio_of, len(first) - 1, len(other) - 1))
            yield {
                "model": model,
                "sd_of_f1": float(np.std(first, ddof=1)),
                "sd_of_cf1": float(np.std(other, ddof=1)),
                "ratio_of_variances": ratio_of,
                "p_f": 2 * min(tail, 1 - tail),
                "p_bartlett": float(bartlett(first, other).pvalue),
                "p_levene": float(levene(first, other).pvalue),
            }

    def subsets(self) -> tuple[list[Block], list[Block]]:
        """Return F1 of answers and of probabilities, macro and by class, on smaller samples of the test items (Y20 Figures 1 and 2)."""
        test, sampler = self.answers.test, self.answers.sampler
        rows_of_subsets = list[Block](), list[Block]()
        if not sampler.n_resamples or test.n_items * test.n_classes * SUBSETS > MOST_RESAMPLED:
            return rows_of_subsets
        from scipy.sparse import csr_array

        rng, n = np.random.default_rng([sampler.seed, 44]), test.n_items
        sizes = [(share, round(n * share)) for share in SHARES]
        # With replacement: samples without would be the more alike the larger they are.
        drawn = {at: rng.integers(0, n, (SUBSETS, at[1])) for at in sizes if at[1] >= 2}
        kept = sorted(at for at in drawn if at[1] <= LARGEST)
        if not kept:
            return rows_of_subsets
        rows = np.concatenate([np.sort(drawn[at]).ravel() for at in kept])
        starts = np.cumsum([0, *np.repeat([size for _, size in kept], SUBSETS)])
        every = csr_array((np.ones(len(rows)), rows, starts), shape=(len(starts) - 1, n))
        scores = [*self._scores(Weights(every, weight=test.weight))]
        for place, (share, size) in enumerate(kept):
            for (kind, model), values in scores:
                part = _of(values, slice(place * SUBSETS, (place + 1) * SUBSETS))
                row = {"share": share, "n": size, "model": model, "of": kind}
                cells = (row, part.means()[:, 2:]), (row | {"class": test.classes}, part.f1)
                for table, (names, f1) in zip(rows_of_subsets, cells, strict=True):
                    mean = ratio(np.nansum(f1, axis=0), (~np.isnan(f1)).sum(axis=0))
                    table.append(names | {"mean_f1": mean, "sd": spread(f1), **ends(f1)})
        return rows_of_subsets


def _of(scores: ClassScores, rows: int | slice) -> ClassScores:
    """Return the scores of one resample, or of some."""
    return ClassScores(scores.hits[rows], scores.claimed[rows], scores.n[rows], scores.of_answers)


def _domains(answers: Tested, k: FloatArray) -> Iterator[Block]:
    """Yield accuracy, F1 and value of every model in every domain, by way to the cutoff (S22 Table 3, S24 Table 6)."""
    test = answers.test
    if test.domain is None:
        return
    worths = {
        model.name: {way.name: way.worths(model, k) for way in model.ways(k) if way.name in WAYS}
        for model in answers.models
    }
    for code, domain in enumerate(test.domains):
        rows = test.domain == code
        weight, inside = answers.weight * rows, Weights(rows[None, :].astype(np.uint8), weight=test.weight)
        for each_model in answers.models if weight.sum() else ():
            predictions = each_model.best_known
            f1 = usual(predictions.predicted, test.truth, test.n_classes)(inside).means()[0, 2]
            # Nothing is measured where it answers nothing.
            answered = 1.0 if weight[~each_model.silent].any() else np.nan
            right = answered * np.average(each_model.correct(predictions), weights=weight)
            for way, worth in worths[each_model.name].items():
                row: Block = {"domain": domain, "model": each_model.name, "way": way, "n": float(weight.sum())}
                row |= {"accuracy": right, "f1": answered * f1}
                yield row | _by_weight(k, answered * np.average(worth, axis=1, weights=weight))


def _transfer(answers: Tested, k: FloatArray) -> Iterator[Block]:
    """Yield the value in each domain by the cutoff that was learnt in another one, and the mean over sources (S24 Q4).

    Nothing is learnt, or measured, where a model gives no answer, such as in the domain it was trained on.
    """
    test = answers.test
    if test.domain is None or len(test.domains) < 2:
        return
    weighty = [code for code in range(len(test.domains)) if answers.weight[test.domain == code].any()]
    for model in answers.models:
        tried = model.correct(model.best_known), model.best_known.confidence, answers.weight
        held = {code: (test.domain == code) & ~model.silent & (answers.weight > 0) for code in weighty}
        cutoffs = dict(zip(weighty, learnt_cutoffs(k, [*held.values()], *tried).T, strict=True))
        for target in weighty:
            there, means = held[target], []
            for source in (code for code in weighty if code != target):
                values = np.full(len(k), np.nan)
                if held[source].any() and there.any():
                    right, wrong = voc.accepted_at(cutoffs[source], *(array[there] for array in tried))
                    values = (right - k * wrong) / float(answers.weight @ (test.domain == target))
                    means.append(values)
                row = {"model": model.name, "source": test.domains[source], "target": test.domains[target]}
                yield row | _by_weight(k, values)
            if len(means) > 1:
                row = {"model": model.name, "source": OVER_SOURCES, "target": test.domains[target]}
                yield row | _by_weight(k, np.mean(means, axis=0))


def _by_weight(weights: FloatArray, values: FloatArray) -> Block:
    return {f"value_{k:g}": value for k, value in zip(weights, values, strict=True)}


def at_worths(answers: Tested) -> tuple[list[Block], list[Block]]:
    """Return what every model is worth by every way to a cutoff at what the plan says answers are worth (METHODS S4, S5).

    And by class the cutoffs of theory, or below which confidence none is accepted and from which on all are, beside learnt ones
    with what these accept. No rows where the plan does not say what some answer is worth.
    """
    ways, classes = list[Block](), list[Block]()
    worths, validating = answers.plan.answering.worths, answers.validation
    try:
        table, test = worth_table(worths, answers.test), in_one_unit(answers.plan, answers.test)
        validating = None if validating is None else in_one_unit(answers.plan, validating)
    except UsageError:  # a report says what is missing
        return ways, classes
    # People are asked within a budget: nobody pays for what is left.
    if answers.plan.answering.reviewing is not None:
        test = replace(test, review_cost=None)
        validating = None if validating is None else replace(validating, review_cost=None)
    weight, left, n_classes = answers.weight, worth_of_deferring(table, test), test.n_classes
    least, right_more = worths.counted_from or (0.0, 1.0)  # a unit of its own is left out (C21, equation 3)
    theory, spans = (
        by(table, test.review_cost) for by in (thresholds.theoretical_by_class, thresholds.confidence_spans)
    )
    nothing = np.full((2, n_classes), np.nan)
    theory, spans = nothing[0] if theory is None else theory, nothing if spans is None else spans
    for model in answers.models:
        for way, answer, taken_up, cutoffs in _at_worths(model, table, test, validating):
            stands, right = taken_up & ~model.silent, answer == test.truth
            amounts = np.where(stands, values_if_accepted(table, answer, test.truth), left)
            per_items, held = 1000 * (amounts - least) / right_more, weight * stands
            row: Block = {"model": model.name, "way": way}
            row |= {"cutoff": float(cutoffs[0]) if len(cutoffs) == 1 else np.nan}
            row |= {"coverage": held.sum() / weight.sum()}
            row |= {"accuracy_above": held @ right / held.sum() if held.any() else np.nan}
            row |= {"per_1000": answers.mean(per_items)}
            ways.append(row | ends(answers.sampler.replicates(per_items[None, :]), "per_1000_", 0))
            if way == "learnt by class":
                row = {"model": model.name, "class": test.classes, "theory": theory}
                row |= {"none_below": spans[0], "all_from": spans[1], "learnt": cutoffs}
                for name, is_so in (("right", right), ("wrong", ~right)):
                    row[name] = np.bincount(answer[stands], (held * is_so)[stands], n_classes)
                classes.append(row)
    return ways, classes


def _at_worths(
    judged: MeasuredModel, table: Payoffs, test: ClassifiedSet, classified_set: ClassifiedSet | None
) -> Iterator[tuple[str, IntArray, BoolArray, FloatArray]]:
    """Yield each way's name, its answers and which of them stand, (n,), and its cutoff, (1,), or that of each class, (C,)."""
    predictions, p, cost = judged.best_known, judged.calibrated.probabilities, test.review_cost
    answer, sure, none = predictions.predicted, predictions.confidence, np.array([np.nan])
    assert p is not None

    def learn(data: ClassifiedSet, labelled: Predictions, parts: Sequence[BoolArray]) -> FloatArray:
        worth = values_if_accepted(table, labelled.predicted, data.truth), worth_of_deferring(table, data)
        return thresholds.empirical_of_parts(parts, labelled.confidence, *worth, table.scale, data.weight)

    yield "all", answer, answer >= 0, np.zeros(1)
    stands, cutoff = thresholds.accepted(table, answer, sure, predictions.probabilities, cost)
    if judged.states and stands is not None:
        yield "stated", answer, stands, none if cutoff is None else np.array([cutoff])
    top, stands = thresholds.by_value(table, p, cost)
    cutoff = thresholds.accepted(table, top, p.max(axis=1), None, cost)[1]
    yield "calibrated", top, stands, none if cutoff is None else np.array([cutoff])
    if predictions.probabilities is not None:
        yield "by value", *thresholds.by_value(table, p, cost, relabel=True), none
    ways = [*judged.learnt(test, classified_set, learn)]
    for name, cutoffs, part in ways:
        # Told of the folds: the one that all items give, beside those by which each is judged.
        of_way = ways[-1][1] if name == "learnt" and part is not None else cutoffs
        yield name, answer, sure >= (cutoffs if part is None else cutoffs[part]), of_way
