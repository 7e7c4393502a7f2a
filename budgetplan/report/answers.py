"""The report on a selective classifier: what it may answer alone, what that is worth, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from markupsafe import Markup

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import FEWEST, Estimate, in_percent, rounded_up
from budgetplan.domain.items import ClassifiedSet, Predictions
from budgetplan.domain.plan import NO_ANSWER, Plan
from budgetplan.plans.answer import ERROR_WEIGHTS, DeferSolution, Judged
from budgetplan.plans.joint import WITHOUT_PEOPLE, AskedBeside
from budgetplan.report import model as doc
from budgetplan.report.costs import work_sections
from budgetplan.report.page import Framing, back, framed, head
from budgetplan.report.phrases import Nouns, intervals_of
from budgetplan.report.record import NOBODY, classified_sample, picked, plain, record_head, single_record, stop_record
from budgetplan.report.wording import escaped
from budgetplan.work.building import WorkPlan

MOST_NAMED = 3
"""So many answers that go to people are named in the title."""
MOST_CLASSES = 12
"""Tables of pairs of classes have so many on a page at most; of more there are files alone."""

Accepts = Literal["none", "all", "named", "value", "span", "cutoff"]
"""Which answers stand: none, all, all but some that go to people, those worth it, or those sure enough, by class or at all."""


class ValueNouns(Nouns):
    """The words of a plan whose answers are worth money, or count as so many right ones.

    Attributes
    ----------
    money, kind
        Whether values are money, and how they are shown.
    few
        How many independent labelled items or groups there are, where these are too few for intervals; None: enough.
    many
        Whether there are more classes than a table has room for.
    """

    def __init__(self, plan: Plan, test: ClassifiedSet, work: WorkPlan | None, *, money: bool) -> None:
        super().__init__(plan, work)
        self.money = money
        # A plan that states no price of reviewing may state a currency.
        self.kind, self.currency = ("money", plan.prices.currency) if money else ("gap", "")
        self.few = test.n_independent if plan.resamples and test.n_independent < FEWEST else None
        self.many = test.n_classes > MOST_CLASSES

    def short(self, value: doc.Value) -> doc.Text:
        """Return a value without cents that nobody knows."""
        return self.shown(value, "whole" if self.money else "gap")

    def exact(self, value: doc.Value) -> doc.Text:
        """Return a value as the plan states it."""
        return self.shown(value, "amount_full" if self.money else "quantity")

    def net(self, value: float) -> doc.Text:
        """Return a value with what it counts."""
        return self.short(value) if self.money else self.say("right_amount", amount=value)


class AnswerSpeaker(ValueNouns):
    """Says what every part of the report needs, and is what ``answers.j2`` tells; values are per item, told per 1,000.

    Attributes
    ----------
    solution, model
        Everything that was computed, and whose answers they are as it is printed.
    by_rule
        Whether the chosen model's answers are accepted by expected value.
    accepts, cutoff, people
        Which answers stand, from which confidence on, and which answers go to people.
    worths, differ, reviews
        What answers count, whether that differs by class, and what reviewing one counts.
    once, using
        What is paid once where anything is reviewed, and for using the model.
    bound
        Which share of the answers may be wrong at most; None where no exact bound can be given.
    needed
        How many test items would guarantee the goal for errors, None where none would.
    column
        By what else answers are counted: the column of domains.
    bare, scaled
        Models that cannot answer by expected value; those whose numbers were made probabilities.
    words
        The report in words.
    """

    def __init__(self, selection: DeferSolution, work: WorkPlan | None = None) -> None:
        super().__init__(selection.plan, selection.test, work, money=selection.worths.unit == "money")
        assert selection.plan.deferral is not None
        chosen, test = selection.chosen, selection.test
        cost = test.review_cost
        self.solution = selection
        self.model = self.say("name.mean") if chosen.predictions.members else chosen.name
        self.known["model"] = self.model
        self.by_rule = chosen.found_by in ("relabel", "curve")
        self.accepts, self.cutoff, self.people = self._accepted()
        self.worths = {name: doc.Range(*ends) for name, ends in selection.answer_worths.items()}
        self.differ = any(value.low < value.high for value in self.worths.values())
        self.reviews = None if cost is None else doc.Range(float(cost.min()), float(cost.max()))
        self.once, self.using = selection.bench.once, selection.alone.model_cost
        self.bound = self._bound()
        needed = selection.items_needed if selection.refusal == "uncertified" else math.inf
        self.needed = needed if math.isfinite(needed) else None
        models, relabel = sorted(test.models, key=lambda model: model.name), selection.plan.deferral.relabel
        self.bare = [model.name for model in models if model.probabilities is None and relabel]
        self.scaled = [model for model in models if model.scaling is not None]
        self.column = selection.plan.deferral.domain
        self.words = self.wording("answers", self)

    def _accepted(self) -> tuple[Accepts, doc.Range | float | None, tuple[str, ...]]:
        """Return which answers stand, from which confidence on, and which answers go to people."""
        selection, chosen, answers = self.solution, self.solution.chosen, self.solution.by_answer
        kept = [answers[key] for key in ("answer", "alone", "people")] if answers else []
        rows = [*zip(*kept, strict=True)]
        people = tuple(name for name, _, left in rows if left)
        cutoff = chosen.theory if chosen.cutoff is None else min(chosen.cutoff, 1.0)
        if not selection.used:
            return "none", None, ()
        if (cutoff == 0 and not selection.bench.silent.any()) or (answers and selection.alone.share == 1):
            return "all", None, ()
        if 0 < len(people) <= MOST_NAMED and not any(alone and left for _, alone, left in rows):
            return "named", None, people
        if cutoff == 0:  # whatever answer there is
            return "value", None, ()
        if cutoff is not None and not self.by_rule:
            return "cutoff", cutoff, ()
        # Answers are accepted by their expected value: what that says of confidences.
        spans = None if self.by_rule else selection.confidence_spans
        if spans is None:
            return "value", None, ()
        return "span", doc.Range(float(spans[0].min()), float(spans[1].max())), ()

    def _bound(self) -> float | None:
        """Return which share of the answers is wrong at most; None where the items that bound it are not independent, or chose the cutoff."""
        selection, test, goal = self.solution, self.solution.test, self.solution.most_wrong
        fixed = selection.validation is not None or goal is not None or self.by_rule
        fixed &= selection.chosen.found_by != "curve"  # curves go by the labels of the test items
        alike = test.weight is None and test.group is None
        if not (fixed and alike and selection.chosen.counts.n_accepted):
            return None
        bound = rounded_up(selection.bound)
        return bound if goal is None or selection.bound > goal else min(bound, goal)


MOST_ROWS = 5
"""So many classes stand on page 1."""


def classes_table(speaker: AnswerSpeaker) -> doc.Table:
    """Return what becomes of the items of each class, or of those with most wrong answers, for page 1."""
    every, rows = wrong_table(speaker), speaker.solution.alone.worst_classes(MOST_ROWS)
    worths = speaker.words("worths")
    if len(rows) == len(every.rows):
        return replace(every, notes=(worths,))
    by_name = {row.cells[0]: row for row in every.rows}
    notes = speaker.words("worst_only", len(rows), len(every.rows), every.key), worths
    return replace(every, key="worst_classes", rows=tuple(by_name[row.name] for row in rows), notes=notes)


def wrong_table(speaker: AnswerSpeaker) -> doc.Table:
    """Return how many answers are wrong by what was answered and by what is true, from the same draws."""
    selection, every = speaker.solution, speaker.solution.alone.classes
    ends = selection.confidence_spans if speaker.accepts == "span" else None
    spans = {} if ends is None else dict(zip(selection.test.classes, ends.T.tolist(), strict=True))
    cutoffs = [doc.Range(*spans[group.name]) if group.name in spans else None for group in every]
    return speaker.table(
        "answers.wrong_by_class", speaker.say("defer.t_wrong"), every, {"cutoff": cutoffs, **selection.alone.by_class}
    )


def models_table(speaker: AnswerSpeaker) -> doc.Table:
    """Return how each model answers the test items, the recommended one first, and how the others differ from it in value."""
    selection, models = speaker.solution, speaker.solution.ordered
    gaps = [speaker.words("estimate", selection.differences[model.name]) for model in models[1:]]
    # Where all are accepted by value, as the title says, there is no cutoff to compare.
    by_cutoff = any(model.cutoff is not None or model.theory is not None for model in models)
    cells = {
        "cutoff": [_cutoff(speaker, model) for model in models] if by_cutoff else None,
        "difference": [None, *gaps],
    }
    strong, notes = [model is selection.chosen for model in models], [speaker.words("counted")]
    return speaker.table("answers.models", speaker.say("defer.t_models"), models, cells, strong=strong, notes=notes)


def _cutoff(speaker: Nouns, model: Judged) -> doc.Value:
    if model.cutoff is None:
        if model.theory is None:
            return speaker.say("defer.by_value")
        return Markup("{}, {}").format(speaker.shown(model.theory, "share"), speaker.say("defer.b_calibrated"))
    return model.cutoff if math.isfinite(model.cutoff) else speaker.say("defer.nothing")


def domain_table(speaker: AnswerSpeaker) -> doc.Table:
    """Return value and counts of the chosen model in each domain."""
    names, values, counts, _ = zip(*speaker.solution.domains, strict=True)
    cells = {"domain": names, "value": [value.per_thousand for value in values]}
    caption, heads = speaker.say("defer.t_domains", column=speaker.column), {"domain": escaped(speaker.column)}
    return speaker.table("answers.domains", caption, counts, cells, heads=heads)


LEFT_OUT = ("defer.c_people",)
"""The last row of a table of answers: leaving an item to people."""


def values_table(
    speaker: ValueNouns, test: ClassifiedSet, worth: FloatArray, last_rows: Sequence[str] = LEFT_OUT
) -> doc.Table:
    """Return what each answer is worth at each true class, as far as there is room for classes, and what ``rest`` is worth."""
    rows = [*test.classes, *map(speaker.say, last_rows)]
    columns = _crossed(speaker, rows, test.names[:MOST_CLASSES], worth, "money_full" if speaker.money else "quantity")
    return doc.by_columns("values", speaker.say("defer.t_values"), columns)


def _crossed(
    speaker: Nouns, rows: Sequence[str], truths: Sequence[str], cells: FloatArray, kind: doc.ColumnKind
) -> list[doc.FilledColumn]:
    """Return answers as rows and true classes as columns; names of classes, and words where a row or a column is none."""
    names = [name if isinstance(name, Markup) else escaped(name) for name in rows]
    heads = {name: "truth_unknown" if isinstance(name, Markup) else f"truth_{name}" for name in truths}
    columns = zip(heads.items(), cells.T.tolist(), strict=False)
    return [
        ("answer", speaker.say("asked.c_answer"), "sentence", names),
        *((key, escaped(name), kind, column) for (name, key), column in columns),
    ]


def confusion_table(speaker: AnswerSpeaker) -> doc.Table:
    """Return which answers the recommended model gives alone for which true classes, and which it leaves."""
    test, (cells, left) = speaker.solution.test, speaker.solution.confusion
    truths = (*test.classes, *([speaker.say("defer.c_unknown")] if test.unknown else []))
    columns = _crossed(speaker, [*test.classes, *map(speaker.say, LEFT_OUT)], truths, cells, "count")
    columns.append(("left", speaker.say("defer.c_people"), "count", left.tolist()))
    return doc.by_columns("confusion", speaker.say("defer.t_confusion"), columns)


def pairs_table(speaker: AnswerSpeaker) -> doc.Table:
    """Return a row for every answer and true class that occur together: a file of its own."""
    names = speaker.solution.test.names
    answer, truth, worth, alone, left = (column.tolist() for column in speaker.solution.met_pairs)
    answers, truths = ([names[code] for code in codes] for codes in (answer, truth))
    rows = zip(answers, truths, worth, alone, left, strict=True)
    return doc.file_of("pairs", ("answer", "truth", "worth", "alone", "left"), rows)


def cutoffs_table(speaker: AnswerSpeaker) -> doc.Table | None:
    """Return the cutoff of theory by class, or below which confidence none is accepted and from which on all are; None where classes are alike."""
    selection, say = speaker.solution, speaker.say
    theory, spans = selection.class_cutoffs, selection.confidence_spans
    ends = {} if spans is None else {"none_below": spans[0], "all_from": spans[1]}
    if theory is not None:
        ends = {"theory": theory} if len(set(theory.tolist())) > 1 else {}
    if not ends or selection.chosen.found_by == "curve":
        return None
    cells: dict[str, Any] = {"class": selection.test.classes}
    cells |= dict.fromkeys(("none_below", "all_from", "theory"))
    for key, cutoffs in ends.items():
        cells[key] = [cutoff if math.isfinite(cutoff) else say("defer.nothing") for cutoff in cutoffs.tolist()]
    return speaker.table("answers.class_cutoffs", say("defer.t_cutoffs"), cells=cells)


def weights_table(speaker: AnswerSpeaker) -> doc.Table:
    """Return the chosen model's value against the error weight, with its interval, as the points of a line: a file."""
    value, *ends = (row.tolist() for row in speaker.solution.curve)
    points = zip(ERROR_WEIGHTS.tolist(), value, *(ends or [[None] * len(value)] * 2), strict=True)
    rows = [("line", "calibrated", "recommended", *point) for point in points]
    return doc.file_of("figure_weights", ("part", "name", "role", "x", "y", "low", "high"), rows)


def asked_table(speaker: AnswerSpeaker, asked: AskedBeside) -> doc.Table:
    """Return the model, somebody who is asked for a price, and both, without people."""
    names = speaker.words.parts("ways", asked.model, [way.rule.answerer or "—" for way in asked.ways])
    more, heads = [None, *intervals_of(asked.more[1:])], dict[str, doc.Text]()
    cells: dict[str, Any] = {"way": names, "net": asked.nets, "more": more}
    cells["cost"] = [float(way.spend) for way in asked.ways] if speaker.money else None
    if not speaker.priced:
        heads = {"cost": speaker.say("col.calls")}
    return speaker.table("answers.asked", speaker.say("beside.t_ways"), asked.ways, cells, heads=heads)


def answers_blocks(speaker: Nouns, predictions: Predictions, answers: Mapping[str, Sequence[Any]]) -> list[doc.Block]:
    """Return a table of the answers of a model without confidence; nothing where there are none."""
    if not answers or predictions.scaling is None:
        return []
    silent = NO_ANSWER in answers["answer"]
    words = speaker.wording("answers", None)("by_answer", predictions.name, silent, NO_ANSWER)
    caption = speaker.say("defer.t_by_answer", model=predictions.name)
    table = speaker.table("answers.by_answer", caption, cells={**answers, "share_right": answers["rate"]})
    return [doc.Prose(words, "note"), table]


LEAST_BINS = 6
"""A distribution shows at least so many bins, also where all answers lie in the last."""


def classes_figure(speaker: AnswerSpeaker) -> doc.Figure:
    """Return what becomes of the items of each class, in per cent of it: answered right, wrong, left to people."""
    alone, words = speaker.solution.alone, speaker.words
    # Of many classes as many as leave the figure room on page 1; the table below has two more.
    classes = alone.worst_classes(3 if speaker.many else MOST_ROWS)
    return doc.Figure(
        *("figure_classes", "split"),
        *words.figure("fig_classes"),
        stacks=tuple(doc.Stack(escaped(row.name), row.parts, row is alone.worst_class) for row in classes),
        part_labels=tuple(words.parts("outcomes")),
    )


_BARS = ("part", "label", "value", "low", "high", "note", "strong", "filled")


def bars_file(key: str, bars: Sequence[tuple[doc.Text, Estimate]]) -> doc.Table:
    """Return the file of a chart that no page has: values with intervals, that of the plan first."""
    rows = [
        ("bar", name, bar.value, bar.low, bar.high, None, "no" if place else "yes", "yes")
        for place, (name, bar) in enumerate(bars)
    ]
    return doc.file_of(key, _BARS, rows)


def distribution_figure(speaker: AnswerSpeaker) -> doc.Figure:
    """Return how sure the chosen model is of its right and of its wrong answers, as counts by bin."""
    cutoff, (x, counts) = speaker.solution.chosen.cutoff, speaker.solution.by_confidence(LEAST_BINS)
    roles: Mapping[str, doc.Role] = {"right": "recommended", "wrong": "second"}
    lines = [
        doc.Line(key, x, y, roles[key], label=speaker.with_value(f"defer.c_{key}", n, "count"))
        for key, (y, n) in counts.items()
    ]
    markers = []
    if cutoff is not None and math.isfinite(cutoff):  # none where nothing is accepted
        markers.append(doc.Marker(in_percent(cutoff), 0.0, speaker.with_value("defer.c_cutoff", cutoff, "share")))
    return doc.Figure(
        *("figure_confidence", "distribution"),
        *speaker.words.figure("fig_confidence"),
        lines=tuple(lines),
        markers=tuple(markers),
        value_kind="count",
    )


def reliability_figure(speaker: AnswerSpeaker) -> doc.Figure:
    """Return the share of right answers in each bin of confidence, as stated and calibrated."""
    lines: list[doc.Line] = []
    for key, (x, y, *ends) in speaker.solution.reliability.items():
        low, high = ends or (None, None)
        role: doc.Role = "second" if lines else "recommended"
        lines.append(doc.Line(key, x, y, role, low, high, speaker.say(f"defer.b_{key}")))
    words, diagonal = speaker.words.figure("fig_reliability"), speaker.say("defer.b_diagonal")
    return doc.Figure("figure_reliability", "reliability", *words, lines=tuple(lines), level_label=diagonal)


def build_defer_report(selection: DeferSolution, framing: Framing, work: WorkPlan | None = None) -> doc.Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    speaker = AnswerSpeaker(selection.without_unit, work)
    say, words, title = speaker.say, speaker.words, speaker.words("title")
    sections = [_decision(speaker, head(speaker, title, (), framing)), *work_sections(speaker)]
    # Nothing is said of the list in figures where the test items cannot speak for it.
    if not selection.refusal:
        answers = answers_blocks(speaker, selection.chosen.predictions, selection.by_answer)
        how = [doc.Heading(say("defer.head_cutoff")), doc.Prose(words("how")), *answers, distribution_figure(speaker)]
        if speaker.solution.asked is not None:
            how += [doc.Heading(say("head.screening")), doc.Prose(words("asked"))]
            how.append(asked_table(speaker, speaker.solution.asked))
        sections += [doc.Section("cutoffs", tuple(how)), doc.Section("models", (models_table(speaker),))]
        sections.append(doc.Section("errors", tuple(_errors(speaker))))
    sections.append(back(speaker, "back", framing))
    summary, alone = doc.Summary(title), speaker.solution.alone
    if not selection.refusal:
        fates, counts = (*doc.FATES[:2], doc.FATES[4]), (*alone.right_and_wrong, alone.left)
        parts = map(doc.BarPart, fates, words.parts("outcomes"), counts)
        shown, brief = selection.pays if selection.used else None, words("title", brief=True)
        # The bar shows how many items are left to people.
        summary = doc.Summary(brief, tuple(parts), 2, words("change"), shown)
    return framed(speaker, sections, framing, summary, money=speaker.money or alone.is_list)


def build_defer_files(selection: DeferSolution) -> tuple[doc.Table, ...]:
    """Return the tables that stand beside the report, as files alone: what is told class by class, and by error weight."""
    speaker = AnswerSpeaker(selection.without_unit)
    if selection.refusal:
        return (pairs_table(speaker),)
    more = [wrong_table(speaker)] if len(selection.alone.classes) > MOST_ROWS else []
    cutoffs = cutoffs_table(speaker)
    more += [cutoffs] if cutoffs else []
    # By how much each model alone, and doing without one, differs in value from what is recommended.
    gaps = [(escaped(judged.name), speaker.solution.differences[judged.name]) for judged in speaker.solution.ordered]
    gaps[0] = gaps[0][0], Estimate(gaps[0][1].value)
    gaps.append((speaker.say("defer.none_row"), speaker.solution.alone.gain.opposite))
    values = bars_file("figure_value", [(name, gap.per_thousand) for name, gap in gaps])
    return pairs_table(speaker), values, weights_table(speaker), *more


def _decision(speaker: AnswerSpeaker, begin: Sequence[doc.Block]) -> doc.Section:
    """Return page 1."""
    words, alone, say = speaker.words, speaker.solution.alone, speaker.say
    if speaker.solution.refusal:
        return doc.Section("decision", (*begin, *(doc.Prose(part, "lede") for part in words.parts("refused"))))
    of = say("tile.of_list", number=alone.items, basis="list" if alone.is_list else "test", checks=0)
    value, net = alone.value.per_thousand, say("defer.c_value" if speaker.money else "defer.c_net")
    wrong = doc.interval(alone.wrong) if alone.alone and not speaker.solution.most_wrong else None
    tiles = (
        doc.Tile(say("defer.c_alone"), alone.alone, "count", of),
        doc.Tile(say("defer.c_wrong"), alone.wrong.value, "count", speaker.spanned(wrong, "count")),
        doc.Tile(say("defer.c_people"), alone.left, "count"),
        doc.Tile(net, speaker.short(value.value), "sentence", speaker.spanned(doc.interval(value), speaker.kind)),
    )
    blocks: tuple[doc.Block, ...] = (
        *begin,
        *(doc.Prose(words("lede"), "lede"), doc.Tiles(tiles), classes_figure(speaker), classes_table(speaker)),
        *(doc.Heading(say("head.sure")), doc.Prose(words("sure"), "points")),
    )
    return doc.Section("decision", blocks, one_page=True)


def _errors(speaker: AnswerSpeaker) -> list[doc.Block]:
    """Say where answers are wrong, and how often they are right when the model says how sure it is."""
    selection, say, blocks = speaker.solution, speaker.say, list[doc.Block]()
    # Tables of many classes are files.
    if not speaker.many:
        values = values_table(speaker, selection.test, selection.worth_matrix)
        blocks += [doc.Heading(say("defer.head_confusion")), confusion_table(speaker)]
        blocks += [values] if speaker.differ else []
    blocks += [domain_table(speaker)] if selection.domains else []
    blocks += [doc.Heading(say("defer.head_sure")), reliability_figure(speaker)]
    blocks.append(doc.Prose(speaker.words("calibration")))
    return blocks


_FOUND = {"calibrated": "computed", "relabel": "by_value", "curve": "by_value", "guaranteed": "guaranteed"}
"""How the recommended cutoff was found."""


def selection_record(selection: DeferSolution, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data; values are means per item."""
    alone, listed = selection.alone, selection.alone.own_list
    beside = {"cost_of_reviewing": alone.cost, "alike": not (listed and listed.unlike)}
    own_list = listed and picked(listed, "shifts", surer_than_all_test_items="outside") | beside
    singles = [candidate for candidate in selection.models if not candidate.predictions.members]
    decided = dict.fromkeys(_decided(selection)) if selection.refusal else _decided(selection)
    asked = selection.asked
    return {
        **record_head(selection.plan, provenance, selection.labels),
        "sample": classified_sample(selection.test, selection.validation),
        "list": {"basis": "list" if alone.is_list else "sample", "items": alone.items, "expected_positives": None},
        "singles": [_single(selection, candidate) for candidate in singles] if len(singles) > 1 else [],
        # No budget bounds what people do here: whatever is not answered is theirs.
        "ladder": None,
        "defer": {
            **decided,
            "refusal": selection.refusal,
            "own_list": own_list,
            **picked(selection.choice, accuracy_where_chosen="accuracy"),
            **picked(selection.choice, cost_sensitive_error_where_chosen="error_cost"),
            "models": [_model(model) for model in selection.models],
            **picked(selection, "differences", by_price_of_errors="dearer"),
            "answerers": [] if asked is None else plain(asked.answerers),
            "asking": None if asked is None else _asking(asked),
        },
    }


def _single(selection: DeferSolution, model: Judged) -> dict[str, Any]:
    """Return one model alone: of the labelled items where these are what is planned for, else not known."""
    counts = model.counts
    if selection.alone.is_list:
        return single_record(model.name, stop_record(None, None, answered_alone=None))
    left, accepted, wrong = map(Estimate, (counts.n_abstained, counts.n_accepted, counts.n_wrong))
    return single_record(model.name, stop_record(left, NOBODY, answered_alone=accepted, wrong=wrong))


def _decided(selection: DeferSolution) -> dict[str, Any]:
    """Return what is said of the chosen answers alone; None everywhere where nothing is recommended."""
    chosen, alone = selection.chosen, selection.alone
    left, accepted = Estimate(alone.left), Estimate(alone.alone)
    stop = stop_record(left, NOBODY, answered_alone=accepted, wrong=alone.wrong)
    decided = {
        "chosen": stop | {"model": chosen.name, "cutoff": plain(chosen.cutoff)},
        "cutoff_found": _FOUND[chosen.found_by],
        "cutoff_on_calibrated_confidence": plain(chosen.theory),
        "forecast_cutoff": None if selection.forecast is None else plain(selection.forecast[0]),
        "relabelled": chosen.relabelled if chosen.found_by == "relabel" else None,
        **picked(alone, "wrong_by_answer", "wrong_by_truth", value_per_item="value"),
        **picked(alone, value_of_no_model="none", gain_over_no_model="gain"),
        **picked(selection.choice, "by_accuracy", by_cost_sensitive_error="by_error_cost"),
    }
    if selection.worths.counted_from is not None:
        decided["dimensionless_value_per_item"] = plain(selection.without_unit.alone.value)
    return decided


def _asking(asked: AskedBeside) -> dict[str, Any]:
    """Return what asking somebody for a price would change, by ways without people."""
    decided, ways = ("wrong", "settled", "settled_wrong", "rule", "asked"), []
    for kind, way, net, more in zip(WITHOUT_PEOPLE, asked.ways, asked.nets, asked.more, strict=True):
        stop = stop_record(NOBODY, way.left) | picked(way, *decided, answered_alone="accepted") | {"net": plain(net)}
        ways.append(stop | {"kind": kind, "cost": float(way.spend), "net_more": plain(more)})
    return picked(asked, "model", "items", "answerers") | {"ways": ways}


def _model(judged: Judged) -> dict[str, Any]:
    scaling, predictions = judged.predictions.scaling, judged.predictions
    if scaling is not None and scaling.rates is not None and (predictions.predicted >= 0).all():
        scaling = replace(
            scaling, rates=scaling.rates[:-1]
        )  # of no answer nothing is said where there is one of every item
    return picked(judged, "name", "accuracy", "temperature", "cutoff", value_per_item="value") | {
        "mean_of": plain(predictions.members),
        "cutoff_found": _FOUND[judged.found_by],
        "scaling": plain(scaling),
        "answered_alone": judged.counts.n_accepted,
        "wrong_among_them": judged.counts.n_wrong,
    }
