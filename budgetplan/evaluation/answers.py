"""Models that answer, every one: value over the weight of errors, confidence, scores by class, domains (C21, S22, S24, Y20)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any, TypeVar

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray, taken
from budgetplan.core.path import auc
from budgetplan.dataset.predicted import Classified
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import Plan
from budgetplan.domain.utilities import NO_ANSWER
from budgetplan.errors import UsageError
from budgetplan.evaluation.measured import OVER_SOURCES, Measured, between, ends, measured, spread
from budgetplan.models.bounds import rate_interval
from budgetplan.models.calibration import LEAST, N_BINS, bins, dealt, scale_decisions
from budgetplan.models.confidence import ClassScores, Tally, confusion_of, probabilistic, usual
from budgetplan.models.ranks import spearman
from budgetplan.models.resampling import Weights, interval, widened
from budgetplan.models.thresholds import (
    accepted,
    as_written,
    by_value,
    confidence_spans,
    empirical_of_parts,
    theoretical_by_class,
)
from budgetplan.models.value import WorthTable, confusion, item_weights, values_if_accepted
from budgetplan.models.voc import (
    Areas,
    VocCurve,
    accepted_at,
    discrimination,
    first_below,
    fixed_set,
    hull_cutoffs,
    learnt_curve,
    risk_curve,
    voc_curve,
)
from budgetplan.plans.answer import in_one_unit, worth_of_deferring
from budgetplan.plans.bench import Pools, Sampler, as_model, same_model, worth_table

T = TypeVar("T")
Span = tuple[float, float]
SPANS: tuple[Span, ...] = ((0.0, 1.0), (1.0, 10.0))
"""Weights of an error over which areas under the curve of value are always measured (C21 section 3)."""
SHARES, SUBSETS = (0.1, 0.25, 0.5, 0.01, 0.05), 100
"""Parts of the test items, and how many samples of each are drawn with replacement (Y20 section 6)."""
LARGEST = 20_000
"""Of more items than this no samples are scored: of ten classes macro F1 of so many varies by 0.004 from sample to sample."""
MOST_RESAMPLED = 4 * 10**9
"""Up to so many items x classes x resamples scores of probabilities have intervals: about ten seconds a model."""
ALONG = np.arange(41) / 4
"""Error weights along which curves are drawn."""
UPTO = 10.0
"""Curves are compared up to this error weight: beyond it a handful of the surest answers decides."""
ONE_SIDE = ("precision", "recall", "f1")


@dataclass(frozen=True, eq=False)
class Said:
    """One model on the test items, or all models together.

    ``stated``: what it says, None of the mean of several; ``calibrated``: the same as often right as it says, of one
    labelled set each item by what the others gave; ``known``: what it states of the validation items; ``power``: what its
    probabilities are raised to for that, of several models their mean.
    """

    test: ClassifiedSet
    stated: Predictions | None
    calibrated: Predictions
    known: Predictions | None
    power: float

    @property
    def name(self) -> str:
        """The model's name."""
        return self.calibrated.name

    @property
    def best_known(self) -> Predictions:
        """What it states; of several models together their mean."""
        return self.calibrated if self.stated is None else self.stated

    def correct(self, said: Predictions) -> BoolArray:
        """Return which items are answered rightly, shape (n,)."""
        return np.asarray(said.predicted == self.test.truth)

    @property
    def states(self) -> bool:
        """Whether it states how sure it is."""
        return self.stated is not None and self.stated.scaling is None

    @property
    def probabilities(self) -> FloatArray | None:
        """What it states of every class, nothing where it gives no answer; None where it names one alone."""
        stated = self.stated
        if stated is not None and stated.scaling is not None and stated.scaling.rates is not None:
            return None
        p = self.best_known.probabilities
        return p if p is None or stated is None else np.where(self.silent[:, None], 0.0, p)

    @property
    def abstains(self) -> bool:
        """Whether it leaves items by itself, and states nothing of how sure it is of the others."""
        return self.stated is not None and not self.states and bool(self.silent.any())

    @cached_property
    def silent(self) -> BoolArray:
        """Which items the model gives no answer to by itself, shape (n,)."""
        if NO_ANSWER not in self.test.classes:
            return np.zeros(self.test.n_items, dtype=bool)
        return np.asarray(self.best_known.predicted == self.test.classes.index(NO_ANSWER))


class Tested:
    """The test items of a plan, and what every model says of them."""

    def __init__(
        self, plan: Plan, data: Classified, spans: Sequence[Span] = (), weights: Sequence[float] = ()
    ) -> None:
        self.plan, self.spans = plan, tuple(dict.fromkeys((*SPANS, *spans)))
        self.k = np.unique(np.append(weights, ALONG))
        self.validation, self.test = scale_decisions(plan, data.validation, data.test)
        self.sampler = Sampler(self.test, plan.resamples, plan.seed)
        self.weight = item_weights(self.test.n_items, self.test.weight)
        self.folds = None if self.validation is not None else dealt(self.test, plan.seed)
        self._kept: dict[tuple[str, str], Any] = {}

    def once(self, one: Said, name: str, make: Callable[[], T]) -> T:
        """Return what is made of a model under a name, made when it is first asked for: several tables want the same."""
        key = one.name, name
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]
        return found

    @cached_property
    def models(self) -> tuple[Said, ...]:
        """Every model, and all that state probabilities of the same classes together."""
        pools = Pools(self.plan, self.validation, self.test)
        found = []
        for one in self.test.models:
            pool = pools.of(one.name)
            known = None if self.validation is None else same_model(self.validation, one.name)
            said = pool.labelled
            # A discriminator makes an answer less sure, and never another (C21, eq. 6).
            if one.probabilities is None:
                sure = pool.probability[np.arange(self.test.n_items), one.predicted]
                said = replace(said, predicted=one.predicted, confidence=sure)
            found.append(Said(self.test, one, said, known, pool.power))
        together, _ = pools.let_in(
            lambda pool: float(np.average(pool.labelled.predicted == self.test.truth, weights=self.weight))
        )
        if len(together.members) > 1:
            learnt, known = together.learnt, None
            if self.validation is not None:
                known = as_model(self.validation, together.members, learnt, learnt.labelled)
            found.append(Said(self.test, None, together.labelled, known, together.power))
        return tuple(found)

    def areas(self, one: Said, way: str) -> Areas | None:
        """Return the areas under a model's curve of value over all spans and AUGRC in each resample, None where none is drawn.

        ``way``: whether all answers stand, or which by its stated or its calibrated confidences; one pass through the
        resamples serves all tables. Items without an answer stand below all others.
        """
        said = one.calibrated if way == "calibrated" else one.best_known
        sure = np.where(one.silent, 0.0, 1.0 if way == "all" else said.confidence)
        make = self.sampler.areas
        return self.once(one, f"areas {way}", lambda: make(one.correct(said), sure, self.spans))

    def answered_by(self, one: Said) -> tuple[ClassifiedSet, Sampler]:
        """Return the items that a model answers by themselves, and resamples of them."""
        part = taken(self.test, ~one.silent)
        if part.group is not None:
            part = replace(part, group=np.unique(part.group, return_inverse=True)[1])
        return part, Sampler(part, self.plan.resamples, self.plan.seed)

    def curve(self, one: Said, way: str) -> VocCurve | None:
        """Return a model's curve of value by one way to the cutoff, as :func:`_curve` makes it."""
        return self.once(one, f"curve {way}", lambda: _curve(self, one, way))

    def routes(self, one: Said, weights: Sequence[float] | FloatArray) -> list[CutoffWay]:
        """Return every way to a cutoff of a model, :func:`_routes`, at some of the error weights of the tables."""
        every = self.once(one, "routes", lambda: [*_routes(self, one, self.k)])
        at = np.searchsorted(self.k, weights)
        return [replace(route, cutoffs=route.cutoffs[at]) for route in every]

    @property
    def classes(self) -> list[int]:
        """Codes of the classes, without the one that stands for no answer."""
        return [code for code, name in enumerate(self.test.classes) if name != NO_ANSWER]


def answer_tables(
    plan: Plan, data: Classified, weights: Sequence[float], areas: Sequence[Span] = ()
) -> list[Measured]:
    """Return every table of models that answer.

    ``weights``: of an error, k (S22 eq. 3), rising; ``areas``: ranges of them, beside those between two neighbours, over
    which areas under the curve of value are measured.
    """
    spans = tuple(dict.fromkeys((*pairwise(weights), *areas)))
    answers = Tested(plan, data, spans, weights)
    scores, (ways, class_cutoffs) = ClassRows(answers), at_worths(answers)
    tables = [
        measured("value", _value(answers, weights), ("value", "coverage", "accuracy_above", "cutoff")),
        measured("voc", _voc(answers, weights)),
        measured("areas", _areas(answers, spans)),
        measured("nowhere_below", _nowhere_below(answers)),
        measured("curves", _curves(answers), ("calibrated",)),
        measured("costs", _costs(answers, weights), ("error", "value_stated", "value_calibrated")),
        measured("ways", ways),
        measured("class_cutoffs", class_cutoffs),
        measured("choices", _choices(answers, scores, weights), ("model", "lost")),
        measured("calibration", _calibration(answers)),
        measured("confidence", _confidence(answers)),
        measured("risk", _risk(answers)),
        measured("discrimination", _discrimination(answers)),
        measured("classes", scores.by_class()),
        measured("means", scores.means(), classes=len(answers.classes)),
        measured("differences", scores.differences()),
        measured("rankings", scores.rankings()),
        measured("spreads", scores.spreads()),
        measured("subsets", scores.subsets()),
        measured("subsets_by_class", scores.subsets(by_class=True)),
        measured("matrix", _matrix(answers)),
        measured("domains", _domains(answers, weights)),
        measured("transfer", _transfer(answers, weights)),
    ]
    return [one for one in tables if len(one.frame)]


@dataclass(frozen=True, eq=False)
class CutoffWay:
    """One way to a cutoff: which answers may stand, and from which confidence on at each error weight.

    ``cutoffs`` of shape (K, parts); ``part``: of shape (n,), which of them is each item's, None where all have the same.
    """

    name: str
    said: Predictions
    cutoffs: FloatArray
    part: IntArray | None = None

    def counted(self, one: Said, weight: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return how many of the answers that stand are right and wrong at each error weight, shape (K,) each."""
        right, wrong = np.zeros((2, len(self.cutoffs)))
        for place, cutoffs in enumerate(self.cutoffs.T):
            rows = ~one.silent & (weight > 0) & (self.part is None or self.part == place)
            if rows.any():
                told = one.correct(self.said)[rows], self.said.confidence[rows], weight[rows]
                held = accepted_at(cutoffs, *told)
                right, wrong = right + held[0], wrong + held[1]
        return right, wrong

    def worths(self, one: Said, k: FloatArray) -> FloatArray:
        """Return what each item is worth at each error weight, shape (K, n): 1, -k, or 0 where no answer stands."""
        cutoffs = self.cutoffs if self.part is None else self.cutoffs[:, self.part]
        right = np.where(one.correct(self.said), 1.0, -k[:, None])
        return np.where((self.said.confidence >= cutoffs) & ~one.silent, right, 0.0)


def theory(weights: Sequence[float] | FloatArray) -> FloatArray:
    """Return the cutoffs k / (k + 1), shape (K,) (S22 eq. 6)."""
    k = np.maximum(np.asarray(weights, dtype=np.float64), 0.0)
    return as_written(k / (1 + k))


def _routes(answers: Tested, one: Said, weights: FloatArray) -> Iterator[CutoffWay]:
    """Yield every way to a cutoff of a model: all, theory on stated and on calibrated confidences, learnt, ceiling."""
    stated = one.best_known
    yield CutoffWay("all", stated, np.zeros((len(weights), 1)))
    by_theory = theory(weights)[:, None]
    if one.states:
        yield CutoffWay("stated", stated, by_theory)
    yield CutoffWay("calibrated", one.calibrated, by_theory)
    correct = one.correct(stated)
    if answers.validation is not None and one.known is not None:
        known, validation = one.known, answers.validation
        right = known.predicted == validation.truth
        learnt = hull_cutoffs(right, known.confidence, weights, validation.weight)
        yield CutoffWay("learnt", stated, learnt[:, None])
        by_class, parts = [], [known.predicted == code for code in range(validation.n_classes)]
        for k in weights.tolist():
            worth = np.where(right, 1.0, -k), np.zeros(len(right))
            given = known.confidence, *worth, max(1.0, k), validation.weight
            by_class.append(empirical_of_parts(parts, *given))
        yield CutoffWay("learnt by class", stated, np.stack(by_class), stated.predicted)
    elif answers.folds is not None:
        folds = answers.folds
        others = [folds != fold for fold in range(int(folds.max()) + 1)]
        by_fold = [
            hull_cutoffs(correct[rows], stated.confidence[rows], weights, answers.weight[rows])
            for rows in others
        ]
        yield CutoffWay("learnt", stated, np.stack(by_fold, axis=1), folds)
    best = hull_cutoffs(correct, stated.confidence, weights, answers.weight)
    yield CutoffWay("ceiling", stated, best[:, None])


def _value(answers: Tested, weights: Sequence[float]) -> Iterator[dict[str, Any]]:
    """Yield value, coverage and accuracy above the cutoff of every model at every error weight (S22 eq. 4, 5)."""
    k, n = np.asarray(weights, dtype=np.float64), float(answers.weight.sum())
    for one in answers.models:
        for route in answers.routes(one, k):
            right, wrong = route.counted(one, answers.weight)
            replicates = answers.sampler.replicates(route.worths(one, k))
            single = route.part is None
            for place, weight in enumerate(k.tolist()):
                held = right[place] + wrong[place]
                row = {"k": weight, "model": one.name, "way": route.name}
                row |= {"cutoff": float(route.cutoffs[place, 0]) if single else np.nan, "coverage": held / n}
                row |= {"accuracy_above": right[place] / held if held else np.nan}
                row |= {"value": (right[place] - weight * wrong[place]) / n}
                yield row | between(replicates, place)


def _curve(answers: Tested, one: Said, way: str) -> VocCurve | None:
    """Return a model's curve of value over the error weight by one way to the cutoff; None where there is none.

    Items without an answer are neither right nor wrong, and count among all.
    """
    rows, n = ~one.silent, float(answers.weight.sum())
    weight = answers.weight[rows]
    if not rows.any():
        return None
    if way == "calibrated":
        said = one.calibrated
    elif way == "stated" and not one.states:
        return None
    else:
        said = one.best_known
    tested = one.correct(said)[rows], said.confidence[rows], weight
    if way == "all":
        return fixed_set(float(weight @ tested[0]), float(weight @ ~tested[0]), n)
    if way != "learnt":
        return replace(voc_curve(*tested), n=n)
    validation, folds = answers.validation, answers.folds
    if validation is None and folds is not None:
        return replace(learnt_curve(*tested, folds=folds[rows]), n=n)
    if validation is None or one.known is None:
        return None
    right = one.known.predicted == validation.truth
    known = right, one.known.confidence, item_weights(validation.n_items, validation.weight)
    return replace(learnt_curve(*tested, known=known), n=n)


WAYS = ("all", "stated", "calibrated", "learnt")


def _every_curve(answers: Tested) -> Iterator[tuple[dict[str, Any], VocCurve, FloatArray | None]]:
    """Yield whose every curve of value is, the curve, and the areas under it over all spans in each resample."""
    for one in answers.models:
        for way in WAYS:
            curve = answers.curve(one, way)
            if curve is not None:
                drawn = None if way == "learnt" else answers.areas(one, way)
                yield {"model": one.name, "way": way}, curve, None if drawn is None else drawn.voc


def _voc(answers: Tested, weights: Sequence[float]) -> Iterator[dict[str, Any]]:
    """Yield areas under the positive part of the curves, and the error weights at which a model fails (C21 section 2)."""
    top = max(*weights, 1.0)
    for row, curve, drawn in _every_curve(answers):
        for place, span in enumerate(SPANS):
            name = f"area_{span[0]:g}_{span[1]:g}"
            row.update({name: curve.area(*span)} | between(drawn, place, f"{name}_"))
        yield row | {
            f"area_0_{top:g}": curve.area(0.0, top),
            "area_all": curve.area(),
            "first_fails": curve.first_not_paying,
            "omega_sup": curve.omega_sup,
        }


def _areas(answers: Tested, spans: Sequence[Span]) -> Iterator[dict[str, Any]]:
    """Yield the area under the positive part of every curve over each span of error weights (C21 section 2)."""
    for row, curve, drawn in _every_curve(answers):
        for span in spans:
            limits = between(drawn, answers.spans.index(span))
            yield row | {"from": span[0], "to": span[1], "area": curve.area(*span)} | limits


def _nowhere_below(answers: Tested) -> Iterator[dict[str, Any]]:
    """Yield for each two models whether the value of one is nowhere below the other's (C21 section 2).

    By theory's cutoff on calibrated confidences and by learnt ones, with every answer for a model that leaves items by itself.
    """
    for way in ("calibrated", "learnt"):
        every = ((one.name, answers.curve(one, "all" if one.abstains else way)) for one in answers.models)
        curves = {name: curve for name, curve in every if curve is not None}
        for name, other in combinations(curves, 2):
            one, two = curves[name], curves[other]
            below, above = first_below(one, two), first_below(two, one)
            row: dict[str, Any] = {"way": way, "model": name, "other": other}
            row |= {"never_below": below >= UPTO, "never_above": above >= UPTO}
            yield row | {"below_from": below, "above_from": above}


def _curves(answers: Tested) -> Iterator[dict[str, Any]]:
    """Yield the value of every model at error weights from 0 to 10, by way to the cutoff."""
    for one in answers.models:
        columns = {}
        for route in answers.routes(one, ALONG):
            right, wrong = route.counted(one, answers.weight)
            columns[route.name.replace(" ", "_")] = (right - ALONG * wrong) / answers.weight.sum()
        for place, weight in enumerate(ALONG.tolist()):
            yield {"k": weight, "model": one.name} | {way: each[place] for way, each in columns.items()}


def _costs(answers: Tested, weights: Sequence[float]) -> Iterator[dict[str, Any]]:
    """Yield cost-sensitive error and value as one of two mistakes costs more (S24 Table 4, eq. 7 and 8).

    A right answer is worth 1, the other mistake costs 1. ``error``: every answer stands, (N_fn k_fn + N_fp k_fp) / N.
    """
    codes, test = answers.classes, answers.test
    if len(codes) != 2:
        return
    deferral = answers.plan.deferral
    wanted = deferral.worths.positive if deferral else ""
    positive = test.classes.index(wanted) if wanted in test.classes else codes[-1]
    other = next(code for code in codes if code != positive)
    for mistake, predicted in (("missed", other), ("false", positive)):
        for cost in weights:
            v = np.full((test.n_classes, test.n_classes), -1.0)
            np.fill_diagonal(v, 1.0)
            itself = np.arange(test.n_classes) == predicted
            v[predicted, :] = np.where(itself, 1.0, -cost)
            table = WorthTable(v, np.zeros(test.n_classes), np.where(itself, -cost, -1.0), 0.0)
            for one in answers.models:
                row = {"mistake": mistake, "k": cost, "model": one.name}
                said, right = one.best_known, one.correct(one.best_known)
                lost = np.where(
                    right | one.silent, 0.0, -values_if_accepted(table, said.predicted, test.truth)
                )
                row["error"], row["accuracy"] = (
                    float(np.average(each, weights=answers.weight)) for each in (lost, right)
                )
                for way, each in (("stated", one.stated), ("calibrated", one.calibrated)):
                    value = np.nan
                    if each is not None and each.scaling is None:
                        taken, _ = accepted(table, each.predicted, each.confidence, each.probabilities)
                        worth = values_if_accepted(table, each.predicted, test.truth)
                        if taken is not None:
                            stands = taken & ~one.silent
                            value = float(np.average(np.where(stands, worth, 0.0), weights=answers.weight))
                    row[f"value_{way}"] = value
                yield row


def _choices(answers: Tested, scores: ClassRows, weights: Sequence[float]) -> Iterator[dict[str, Any]]:
    """Yield which single model each measure would choose, and what of the best value it keeps (S24 Q1, Q2)."""
    single = [one for one in answers.models if one.stated is not None]
    right = [one.correct(one.best_known) for one in single]
    measures = {
        "accuracy": [float(np.average(each, weights=answers.weight)) for each in right],
        "F1": [float(scores.points["answers", one.name].means()[2]) for one in single],
    }
    for k in weights:
        worths = np.stack([_worths(one, k) for one in single])
        values = [float(np.average(each, weights=answers.weight)) for each in worths]
        drawn = answers.sampler.replicates(worths)
        errors = [k * (~each & ~one.silent) for each, one in zip(right, single, strict=True)]
        wrong = [float(np.average(each, weights=answers.weight)) for each in errors]
        best = int(np.argmax(np.round(values, 12)))
        chosen = {"value": best, "cost-sensitive error": int(np.argmin(np.round(wrong, 12)))}
        chosen |= {name: int(np.nanargmax(np.round(each, 12))) for name, each in measures.items()}
        for name, place in chosen.items():
            low, high = ends(None if drawn is None else drawn[:, best] - drawn[:, place])
            row = {"k": k, "measure": name, "model": single[place].name, "value": values[place]}
            yield row | {"lost": values[best] - values[place], "lost_low": low, "lost_high": high}


def _worths(one: Said, k: float) -> FloatArray:
    """Return what each item is worth, shape (n,): by theory's cutoff on calibrated confidences, where it states any."""
    cutoffs = np.zeros((1, 1)) if one.abstains else theory([k])[:, None]
    return np.ravel(CutoffWay("calibrated", one.calibrated, cutoffs).worths(one, np.array([k])))


def _held(answers: Tested, one: Said) -> Iterator[tuple[str, Predictions, ClassifiedSet, Sampler]]:
    """Yield what a model states, and that calibrated, of the items that it answers, with their resamples."""
    rows, inside, sampler = ~one.silent, answers.test, answers.sampler
    if not rows.all():
        inside, sampler = answers.once(one, "answered", lambda: answers.answered_by(one))
    for way, said in (("stated", one.stated if one.states else None), ("calibrated", one.calibrated)):
        if said is None or not rows.any():
            continue
        p = None if one.probabilities is None else said.probabilities
        yield way, taken(replace(said, probabilities=p), rows), inside, sampler


def _calibration(answers: Tested) -> Iterator[dict[str, Any]]:
    """Yield accuracy, calibration and ranking of every model, with intervals (C21 section 3; METHODS S6, S7, S9)."""
    for one in answers.models:
        for way, said, test, sampler in _held(answers, one):
            right, every = said.predicted == test.truth, sampler is answers.sampler
            areas = answers.areas(one, way) if every else sampler.areas(right, said.confidence)
            yield {
                "model": one.name,
                "confidence_is": way,
                "temperature": np.nan if one.best_known.probabilities is None else 1 / one.power,
                **calibration_row(said, test, sampler, areas),
                "auc": _auc(said, test, answers.classes),
                "auc_of_right": auc(said.confidence, right, test.weight),
            }


def calibration_row(
    said: Predictions, test: ClassifiedSet, sampler: Sampler, areas: Areas | None
) -> dict[str, float]:
    """Return accuracy, ECE, MCE, Brier score, log loss and AUGRC, all with intervals, and the reliability of the Brier score."""
    weight, right = item_weights(test.n_items, test.weight), said.predicted == test.truth
    held = bins(said.confidence, right, weight=test.weight)
    share, gap = held.weight / held.weight.sum(), held.accuracy - held.confidence
    place = np.searchsorted(np.linspace(0, 1, N_BINS + 1)[1:-1], said.confidence, side="left")
    known = test.truth < test.n_classes
    rows = [right.astype(np.float64)]
    if said.probabilities is not None:
        p = said.probabilities
        own = np.where(known, p[np.arange(len(p)), np.where(known, test.truth, 0)], 1.0)
        rows += [((p**2).sum(axis=1) - 2 * own + 1) * known, -np.log(np.clip(own, LEAST, 1 - LEAST)) * known]
    rows.append(known.astype(np.float64))

    def scores(drawn: Weights, widening: float = 1.0) -> FloatArray:
        """Return accuracy, ECE, MCE, Brier score and log loss in each resample."""
        by_bin = drawn.by_class(place, N_BINS, right - said.confidence, np.ones(len(place)))
        with np.errstate(invalid="ignore", divide="ignore"):
            means = np.column_stack([*by_bin, drawn.sums(np.stack(rows))]) / by_bin[1].sum(axis=1)[:, None]
            means = widened(means, widening)
            gaps, shares, right_ones, rest = np.split(means, [N_BINS, 2 * N_BINS, 2 * N_BINS + 1], axis=1)
            gaps, shares = np.abs(gaps), np.abs(shares)
            largest = np.divide(gaps, shares, out=np.zeros_like(gaps), where=shares > 0).max(axis=1)
            return np.column_stack([right_ones, gaps.sum(axis=1), largest, rest[:, :-1] / rest[:, -1:]])

    point = scores(whole(test))[0]
    drawn = scores(sampler.drawn, sampler.widening) if sampler.n_resamples else None
    found: dict[str, float] = {}
    for at, name in enumerate(("accuracy", "ece", "mce", "brier_sum", "log_loss")):
        if at < len(point):
            low, high = ends(None if drawn is None else drawn[:, at])
            if name == "accuracy" and drawn is not None:
                # Resamples of answers that are all right say nothing of errors: no surer than as many independent items.
                number = min(weight.sum() ** 2 / (weight**2).sum(), float(test.n_independent))
                given = np.array(low), np.array(high), np.array(number)
                low, high = map(float, rate_interval(point[at], *given))
            found |= {name: float(point[at]), f"{name}_low": low, f"{name}_high": high}
    coverage, wrong = risk_curve(said.confidence, right, test.weight)
    low, high = ends(None if areas is None else areas.augrc)
    found |= {"augrc": float(np.trapezoid(wrong, coverage)), "augrc_low": low, "augrc_high": high}
    by_class = np.nan
    if said.probabilities is not None and weight[known].any():
        by_class = brier_reliability(said.probabilities[known], test.truth[known], weight[known])
    return found | {"brier_reliability": float(share @ gap**2), "brier_reliability_sum": by_class}


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


def _risk(answers: Tested) -> Iterator[dict[str, Any]]:
    """Yield the wrong answers of every model per 1,000 items that it answers, as more of them stand, the surest first (METHODS S9)."""
    shares = np.arange(41) / 40
    for one in answers.models:
        said, rows = one.best_known, ~one.silent
        if not rows.any():
            continue
        curve = risk_curve(said.confidence[rows], one.correct(said)[rows], answers.weight[rows])
        for share, wrong in zip(shares.tolist(), np.interp(shares, *curve).tolist(), strict=True):
            yield {"model": one.name, "coverage": share, "wrong_per_1000": 1000 * wrong}


def _auc(said: Predictions, test: ClassifiedSet, codes: Sequence[int]) -> float:
    """Return the area under the ROC curve of each class against the others, the mean over classes; NaN without probabilities."""
    if said.probabilities is None:
        return np.nan
    tried = codes[-1:] if len(codes) == 2 else codes
    each = [auc(said.probabilities[:, code], test.truth == code, test.weight) for code in tried]
    return float(np.nanmean(each)) if not np.isnan(each).all() else np.nan


def _confidence(answers: Tested) -> Iterator[dict[str, Any]]:
    """Yield how sure right and wrong answers of every model are, by bins of equal width (C21 Figure 2)."""
    for one in answers.models:
        for way, said, test, _ in _held(answers, one):
            held = bins(said.confidence, said.predicted == test.truth, weight=test.weight)
            low, high = held.intervals()  # of independent items
            if test.group is not None:
                low, high = np.full((2, len(low)), np.nan)
            for place, index in enumerate(held.index.tolist()):
                row = {"model": one.name, "confidence_is": way}
                row |= {"from": index / N_BINS, "to": (index + 1) / N_BINS, "right": held.right[place]}
                row |= {"wrong": held.weight[place] - held.right[place]}
                row |= {"confidence": held.confidence[place], "accuracy": held.accuracy[place]}
                yield row | {"accuracy_low": low[place], "accuracy_high": high[place]}


def _discrimination(answers: Tested) -> Iterator[dict[str, Any]]:
    """Yield how far calibrated confidences are from a coin's (C21 section 2)."""
    for one in answers.models:
        for way, said, test, sampler in _held(answers, one):
            if way == "calibrated":
                apart, sure, unsure = discrimination(said.confidence, test.weight)
                drawn = sampler.replicates(((0.5 - said.confidence) ** 2)[None, :])
                row = {"model": one.name, "discrimination": apart} | between(drawn, 0)
                yield row | {"mean_squared_confidence": sure, "mean_squared_doubt": unsure}


def _matrix(answers: Tested) -> Iterator[dict[str, Any]]:
    """Yield the confusion matrix of every model, of its answers and of its probabilities (Y20 eq. 3)."""
    names, n_classes = answers.test.names, answers.test.n_classes
    for one in answers.models:
        shape = n_classes, len(names)
        hard = confusion(one.best_known.predicted, answers.test.truth, shape, answers.weight).T
        soft = None
        if one.probabilities is not None:
            soft = confusion_of(one.probabilities, answers.test.truth, len(names), answers.weight)
        for truth, name in enumerate(names):
            for code in range(n_classes):
                claimed = np.nan if soft is None else soft[truth, code]
                if hard[truth, code] or claimed > 0:
                    row = {"model": one.name, "truth": name, "answer": answers.test.classes[code]}
                    yield row | {"count": hard[truth, code], "probability": claimed}


class ClassRows:
    """Precision, recall and F1 of every model, from answers and from probabilities, with what resamples say (Y20)."""

    def __init__(self, answers: Tested) -> None:
        self.answers = answers
        test, sampler = answers.test, answers.sampler
        self.tallies: dict[tuple[str, str], Tally] = {}
        self.points: dict[tuple[str, str], ClassScores] = {}
        self.drawn: dict[tuple[str, str], ClassScores | None] = {}
        codes = answers.classes
        labels: FloatArray | None = None  # of each class in each resample: the same for all models
        for one in answers.models:
            said = one.best_known
            kinds = {"answers": usual(said.predicted, test.truth, test.n_classes)}
            if one.probabilities is not None:
                kinds["probabilities"] = probabilistic(one.probabilities, test.truth)
            for kind, tally in kinds.items():
                key = kind, one.name
                self.tallies[key] = tally
                self.points[key] = _of(tally(whole(test)), codes, row=0)
                affordable = test.n_items * test.n_classes * sampler.n_resamples <= MOST_RESAMPLED
                self.drawn[key] = None
                if sampler.n_resamples and affordable:
                    scores = tally(sampler.drawn, labels)
                    labels, self.drawn[key] = scores.n, _of(scores, codes)

    def by_class(self) -> Iterator[dict[str, Any]]:
        """Yield each class of each model, with intervals and standard deviations."""
        names = [self.answers.test.classes[code] for code in self.answers.classes]
        for (kind, model), scores in self.points.items():
            drawn = self.drawn[kind, model]
            each, replicates = scores.each, None if drawn is None else drawn.each
            for place, name in enumerate(names):
                hits, n = scores.hits[place], scores.n[place]
                row = {"model": model, "of": kind, "class": name, "n": n, "hits": hits}
                row |= {"false_positives": scores.claimed[place] - hits, "false_negatives": n - hits}
                yield row | _with_ends(
                    each[:, place], None if replicates is None else replicates[:, :, place]
                )

    def means(self) -> Iterator[dict[str, Any]]:
        """Yield macro, weighted and micro means, and over how many classes the first is taken."""
        n = len(self.answers.classes)
        for (kind, model), scores in self.points.items():
            drawn = self.drawn[kind, model]
            means = {
                "macro": (scores.means(), None if drawn is None else drawn.means()),
                "weighted": (scores.means(scores.n), None if drawn is None else drawn.means(drawn.n)),
                "micro": (scores.micro(), None if drawn is None else drawn.micro()),
            }
            for name, (values, replicates) in means.items():
                row: dict[str, Any] = {"model": model, "of": kind, "mean": name}
                row |= {
                    f"classes_{each}": n - int(out)
                    for each, out in zip(ONE_SIDE, scores.left_out(), strict=True)
                }
                yield row | _with_ends(values, replicates)

    def differences(self) -> Iterator[dict[str, Any]]:
        """Yield by how much two models differ in macro F1 of answers and of probabilities, in the same resamples."""
        kinds = dict.fromkeys(kind for kind, _ in self.points)
        for kind in kinds:
            names = [model for each, model in self.points if each == kind]
            for one, other in combinations(names, 2):
                gap = self.points[kind, one].means()[2] - self.points[kind, other].means()[2]
                first, second = self.drawn[kind, one], self.drawn[kind, other]
                apart = (
                    None if first is None or second is None else first.means()[:, 2] - second.means()[:, 2]
                )
                low, high = ends(apart)
                row = {"of": kind, "model": one, "other": other, "difference": gap, "low": low, "high": high}
                yield row | {"told_apart": bool(low > 0 or high < 0)}

    def rankings(self) -> Iterator[dict[str, Any]]:
        """Yield how alike two measures order the models, and how many pairs of these both tell apart alike (Y20 Table 1)."""
        names = [model for kind, model in self.points if kind == "probabilities"]
        if len(names) < 2:
            return
        models = [one for one in self.answers.models if one.name in names]
        right = np.stack([one.correct(one.best_known) for one in models]).astype(np.float64)
        measures = {"accuracy": np.average(right, axis=1, weights=self.answers.weight)}
        drawn = {"accuracy": self.answers.sampler.replicates(right)}
        for measure, kind in (("F1", "answers"), ("cF1", "probabilities")):
            measures[measure] = np.array([self.points[kind, name].means()[2] for name in names])
            means = [each.means()[:, 2] for name in names if (each := self.drawn[kind, name]) is not None]
            drawn[measure] = np.stack(means, axis=1) if means else None
        pairs = list(combinations(range(len(names)), 2))
        ahead = {
            measure: np.array([_ahead(None if each is None else each[:, a] - each[:, b]) for a, b in pairs])
            for measure, each in drawn.items()
        }
        for one, other in combinations(("F1", "cF1", "accuracy"), 2):
            correlation, chance = spearman(measures[one], measures[other])
            both = (ahead[one] != 0) & (ahead[other] != 0)
            alike = (ahead[one] == ahead[other])[both]
            row = {"measure": one, "other_measure": other, "spearman": correlation, "p_value": chance}
            row |= {"pairs_told_apart": int(both.sum())}
            yield row | {"told_apart_alike": float(alike.mean()) if len(alike) else np.nan}

    def spreads(self) -> Iterator[dict[str, Any]]:
        """Yield how much F1 of answers spreads beside that of probabilities, and tests of it (Y20 section 6)."""
        from scipy.stats import bartlett, f, levene

        for kind, model in self.points:
            hard, soft = self.drawn["answers", model], self.drawn.get(("probabilities", model))
            if kind != "probabilities" or hard is None or soft is None:
                continue
            one, other = (each.means()[:, 2] for each in (hard, soft))
            one, other = one[~np.isnan(one)], other[~np.isnan(other)]
            if len(one) < 3 or len(other) < 3 or not (np.ptp(one) and np.ptp(other)):
                continue
            ratio = float(np.var(one, ddof=1) / np.var(other, ddof=1))
            tail = float(f.sf(ratio, len(one) - 1, len(other) - 1))
            yield {
                "model": model,
                "sd_of_f1": float(np.std(one, ddof=1)),
                "sd_of_cf1": float(np.std(other, ddof=1)),
                "ratio_of_variances": ratio,
                "p_f": 2 * min(tail, 1 - tail),
                "p_bartlett": float(bartlett(one, other).pvalue),
                "p_levene": float(levene(one, other).pvalue),
            }

    def subsets(self, *, by_class: bool = False) -> Iterator[dict[str, Any]]:
        """Yield F1 of answers and of probabilities, macro or by class, on smaller samples of the test items (Y20 Figures 1 and 2)."""
        names = [self.answers.test.classes[code] for code in self.answers.classes]
        for (share, size, kind, model), scores in self._smaller.items():
            drawn = scores.f1 if by_class else scores.means()[:, 2:]
            row = {"share": share, "n": size, "model": model, "of": kind}
            for place, (low, high) in enumerate(zip(*interval(drawn), strict=True)):
                of = drawn[~np.isnan(drawn[:, place]), place]
                told = row | ({"class": names[place]} if by_class else {})
                told |= {"mean_f1": float(of.mean()) if len(of) else np.nan, "sd": spread(of)}
                yield told | {"low": low, "high": high}

    @cached_property
    def _smaller(self) -> dict[tuple[float, int, str, str], ClassScores]:
        """By share of the test items, how many these are, kind and model: scores in samples of so many."""
        test, sampler = self.answers.test, self.answers.sampler
        if not sampler.n_resamples or test.n_items * test.n_classes * SUBSETS > MOST_RESAMPLED:
            return {}
        from scipy.sparse import csr_array

        rng, n = np.random.default_rng([sampler.seed, 44]), test.n_items
        sizes = [(share, round(n * share)) for share in SHARES]
        # With replacement: samples without would be the more alike the larger they are.
        drawn = {at: rng.integers(0, n, (SUBSETS, at[1])) for at in sizes if at[1] >= 2}
        kept = sorted(at for at in drawn if at[1] <= LARGEST)
        if not kept:
            return {}
        rows = np.concatenate([np.sort(drawn[at]).ravel() for at in kept])
        starts = np.cumsum([0, *np.repeat([size for _, size in kept], SUBSETS)])
        every = csr_array((np.ones(len(rows)), rows, starts), shape=(len(starts) - 1, n))
        scores, labels = dict[tuple[str, str], ClassScores](), None
        for key, tally in self.tallies.items():
            scores[key] = tally(Weights(every, weight=test.weight), labels)
            labels = scores[key].n
        return {
            (*at, *key): _of(each, self.answers.classes, slice(place * SUBSETS, (place + 1) * SUBSETS))
            for place, at in enumerate(kept)
            for key, each in scores.items()
        }


def _ahead(apart: FloatArray | None) -> int:
    """Return 1 or -1 where the interval of a difference lies above or below 0, else 0."""
    low, high = ends(apart)
    return int(low > 0) - int(high < 0)


def _of(scores: ClassScores, codes: Sequence[int], row: int | slice = slice(None)) -> ClassScores:
    """Return the scores of some classes, of one resample, of some or of all."""
    hits, claimed, n = (each[row, list(codes)] for each in (scores.hits, scores.claimed, scores.n))
    return ClassScores(hits, claimed, n, scores.of_answers)


def _with_ends(values: FloatArray, replicates: FloatArray | None) -> dict[str, Any]:
    """Return precision, recall and F1 with the ends of their intervals and their standard deviations."""
    row: dict[str, Any] = {}
    for place, name in enumerate(ONE_SIDE):
        column = None if replicates is None else replicates[:, place]
        low, high = ends(column)
        row |= {name: values[place], f"{name}_low": low, f"{name}_high": high, f"{name}_sd": spread(column)}
    return row


def _domains(answers: Tested, weights: Sequence[float]) -> Iterator[dict[str, Any]]:
    """Yield accuracy, F1 and value of every model in every domain, by way to the cutoff (S22 Table 3, S24 Table 6)."""
    test, k = answers.test, np.asarray(weights, dtype=np.float64)
    if test.domain is None:
        return
    worths = {
        one.name: {way.name: way.worths(one, k) for way in answers.routes(one, k) if way.name in WAYS}
        for one in answers.models
    }
    for code, domain in enumerate(test.domains):
        rows = test.domain == code
        weight, inside = answers.weight * rows, Weights(rows[None, :].astype(np.uint8), weight=test.weight)
        for one in answers.models if weight.sum() else ():
            said, answered = one.best_known, bool(weight[~one.silent].any())
            f1 = _of(usual(said.predicted, test.truth, test.n_classes)(inside), answers.classes).means()[0, 2]
            for way, each in worths[one.name].items():
                yield {
                    "domain": domain,
                    "model": one.name,
                    "way": way,
                    "n": float(weight.sum()),
                    "accuracy": float(np.average(one.correct(said), weights=weight)) if answered else np.nan,
                    "f1": float(f1) if answered else np.nan,
                } | _by_weight(
                    weights, np.average(each, axis=1, weights=weight) * (1.0 if answered else np.nan)
                )


def _transfer(answers: Tested, weights: Sequence[float]) -> Iterator[dict[str, Any]]:
    """Yield the value in each domain by the cutoff that was learnt in another one, and the mean over sources (S24 Q4).

    Nothing is learnt, or measured, where a model gives no answer, such as in the domain it was trained on.
    """
    test = answers.test
    if test.domain is None or len(test.domains) < 2:
        return
    k = np.asarray(weights, dtype=np.float64)
    weighty = [code for code in range(len(test.domains)) if answers.weight[test.domain == code].any()]
    for one in answers.models:
        said = one.best_known
        correct = one.correct(said)
        held = {code: (test.domain == code) & ~one.silent & (answers.weight > 0) for code in weighty}
        for target in weighty:
            there, means = held[target], []
            for source in weighty:
                if source == target:
                    continue
                here, values = held[source], np.full(len(k), np.nan)
                if here.any() and there.any():
                    cutoffs = hull_cutoffs(correct[here], said.confidence[here], k, answers.weight[here])
                    right, wrong = accepted_at(
                        cutoffs, correct[there], said.confidence[there], answers.weight[there]
                    )
                    values = (right - k * wrong) / float(answers.weight @ (test.domain == target))
                    means.append(values)
                row = {"model": one.name, "source": test.domains[source], "target": test.domains[target]}
                yield row | _by_weight(weights, values)
            if len(means) > 1:
                row = {"model": one.name, "source": OVER_SOURCES, "target": test.domains[target]}
                yield row | _by_weight(weights, np.mean(means, axis=0))


def _by_weight(weights: Sequence[float], values: FloatArray) -> dict[str, Any]:
    return {f"value_{k:g}": float(value) for k, value in zip(weights, values, strict=True)}


def at_worths(answers: Tested) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return what every model is worth by every way to a cutoff at what the plan says answers are worth (METHODS S4, S5).

    And by class the cutoffs of theory, or below which confidence none is accepted and from which on all are, beside learnt ones
    with what these accept. No rows where the plan does not say what some answer is worth.
    """
    ways, classes = list[dict[str, Any]](), list[dict[str, Any]]()
    assert answers.plan.deferral is not None
    worths, known = answers.plan.deferral.worths, answers.validation
    try:
        table, test = worth_table(worths, answers.test), in_one_unit(worths, answers.test)
        known = None if known is None else in_one_unit(worths, known)
    except UsageError:  # a report says what is missing
        return ways, classes
    # People are asked within a budget: nobody pays for what is left.
    if answers.plan.deferral.reviewing is not None:
        test = replace(test, review_cost=None)
        known = None if known is None else replace(known, review_cost=None)
    weight, left = answers.weight, worth_of_deferring(table, test)
    least, right_more = worths.counted_from or (0.0, 1.0)  # a unit of its own is left out (C21, equation 3)
    theory, spans = (by(table, test.review_cost) for by in (theoretical_by_class, confidence_spans))
    for one in answers.models:
        every = [*_at_worths(answers, one, table, test, known)]
        kept = [(stands & ~one.silent, answer) for _, answer, stands, _ in every]
        amounts = [
            np.where(stands, values_if_accepted(table, answer, test.truth), left) for stands, answer in kept
        ]
        per_items = np.stack(amounts)
        per_items = 1000 * (per_items - least) / right_more
        replicates = answers.sampler.replicates(per_items)
        for at, (way, answer, stands, cutoffs) in enumerate(every):
            held, right = weight * (stands & ~one.silent), answer == test.truth
            row: dict[str, Any] = {"model": one.name, "way": way}
            row |= {"cutoff": float(cutoffs[0]) if len(cutoffs) == 1 else np.nan}
            row |= {"coverage": held.sum() / weight.sum()}
            row |= {"accuracy_above": held @ right / held.sum() if held.any() else np.nan}
            row |= {"per_1000": float(np.average(per_items[at], weights=weight))}
            ways.append(row | between(replicates, at, "per_1000_"))
            for code in answers.classes if way == "learnt by class" else ():
                name = test.classes[code]
                row = {"model": one.name, "class": name, "theory": np.nan if theory is None else theory[code]}
                for place, end in enumerate(("none_below", "all_from")):
                    row[end] = np.nan if spans is None else spans[place, code]
                row |= {"learnt": cutoffs[code], "right": (held * right) @ (answer == code)}
                classes.append(row | {"wrong": (held * ~right) @ (answer == code)})
    return ways, classes


def _at_worths(
    answers: Tested, one: Said, table: WorthTable, test: ClassifiedSet, known: ClassifiedSet | None
) -> Iterator[tuple[str, IntArray, BoolArray, FloatArray]]:
    """Yield each way's name, its answers and which of them stand, (n,), and its cutoff, (1,), or that of each class, (C,)."""
    said, p, cost, folds = one.best_known, one.calibrated.probabilities, test.review_cost, answers.folds
    answer, sure, none = said.predicted, said.confidence, np.array([np.nan])
    assert p is not None

    def learnt(data: ClassifiedSet, labelled: Predictions, parts: Sequence[BoolArray]) -> FloatArray:
        worth = values_if_accepted(table, labelled.predicted, data.truth), worth_of_deferring(table, data)
        return empirical_of_parts(parts, labelled.confidence, *worth, table.scale, data.weight)

    yield "all", answer, answer >= 0, np.zeros(1)
    stands, cutoff = accepted(table, answer, sure, said.probabilities, cost)
    if one.states and stands is not None:
        yield "stated", answer, stands, none if cutoff is None else np.array([cutoff])
    top, stands = by_value(table, p, cost)
    cutoff = accepted(table, top, p.max(axis=1), None, cost)[1]
    yield "calibrated", top, stands, none if cutoff is None else np.array([cutoff])
    if said.probabilities is not None:
        yield "by value", *by_value(table, p, cost, relabel=True), none
    ceiling = learnt(test, said, [answer >= 0])
    if known is not None and one.known is not None:
        codes = one.known.predicted
        cutoffs = learnt(known, one.known, [codes >= 0])
        yield "learnt", answer, sure >= cutoffs, cutoffs
        cutoffs = learnt(known, one.known, [codes == code for code in range(test.n_classes)])
        yield "learnt by class", answer, sure >= cutoffs[answer], cutoffs
    elif folds is not None:  # told: the one that all items give, beside those by which each is judged
        cutoffs = learnt(test, said, [folds != fold for fold in range(int(folds.max()) + 1)])
        yield "learnt", answer, sure >= cutoffs[folds], ceiling
    yield "ceiling", answer, sure >= ceiling, ceiling
