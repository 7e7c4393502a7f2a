"""The report on one plan for both workflows: what a model answers alone, what people review, what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

from budgetplan.core.path import Path
from budgetplan.domain.decision import Estimate, rounded_up, shows
from budgetplan.domain.plan import MEAN
from budgetplan.domain.prices import BudgetLine, paid_to, total_of
from budgetplan.plans.answer import by_answer
from budgetplan.plans.answerers import AnsweredList
from budgetplan.plans.bench import OwnList
from budgetplan.plans.joint import AloneModel, JointPlan, worth_more
from budgetplan.plans.ways import JointAlternative, WholeCounts, whole_counts, whole_or_fewer
from budgetplan.report import model as doc
from budgetplan.report import record
from budgetplan.report.answers import ValueNouns, answers_blocks, bars_file, values_table
from budgetplan.report.costs import how_paid, justification, work_sections
from budgetplan.report.page import Framing, back, framed, head, leads
from budgetplan.report.wording import escaped
from budgetplan.work.building import ASK_FILE, WorkPlan


class Heavier(NamedTuple):
    """What the plan becomes where a wrong answer loses so many times as much: who decides how many, and who is asked."""

    factor: float
    counts: WholeCounts
    answerer: str


class JointSpeaker(ValueNouns):
    """Says a plan, in its currency where values are money, though nothing has a price; and is what ``joint.j2`` tells.

    Attributes
    ----------
    joint, option, counts
        The analysis, its plan, and what becomes of the items as it is printed.
    model
        Who answers.
    answerer, answerers, asked
        Who is asked, empty where nobody is; who may be, as a choice; and of whom it is known up to which price that pays.
    spend
        All the money that is needed; None: none.
    spans
        Intervals by name; None where chance moves nothing, or more than right labels.
    next_way
        The name of the simpler way that comes nearest, and what it is worth beyond the plan; None: there is none.
    states
        What an item counts by what becomes of it, before costs.
    review_price
        What a review costs; None: nothing, or no price is stated.
    errs
        How often people are taken to err; None: never, or nobody reviews.
    luck, labels_gain
        What is taken off the net value, and what more labels would gain at most; None where that is not told.
    dearer, heavier
        A larger budget that is worth more; and how many times as much wrong answers lose before the model answers another
        number of items, the printed counts of that plan, and who is asked in it.
    rows, enough
        The plans at the budgets up to that from which on more money changes nothing, and that one.
    bound
        Which share of the answers that the plan leaves to the model may be wrong at most; None where none is exact.
    wanted
        So many labels of the list would let it be planned, where these do not; None: they do.
    ask_file, words
        The file with the items to ask about, and the report in words.
    """

    def __init__(self, joint: JointPlan, work: WorkPlan | None = None) -> None:
        plan, option, test, listed = joint.plan, joint.option, joint.test, joint.own_list
        assert plan.deferral is not None
        assert plan.deferral.reviewing is not None
        super().__init__(plan, test, work, money=plan.prices.stated or plan.deferral.worths.unit == "money")
        self.joint, self.option, self.counts = joint, option, whole(joint, option)
        self.model = self.say("name.mean") if joint.name == MEAN else joint.name
        self.answerer = answerer_of(option)
        self.answerers = self.locale.listing([answerer.name for answerer in joint.answerers], choice=True)
        self.asked = tuple(answerer for answerer in joint.answerers if self.priced and answerer.right is not None)
        self.spend = (option.spend or None) if self.priced else None
        spans = {"found": option.found, "net": option.net, "wrong": option.wrong_labels}
        self.spans = {name: moved(span) for name, span in spans.items()}
        near = joint.nearest
        self.next_way = near and (self.way(near), joint.over_rivals[near].opposite)
        states = joint.bench.payoffs.states if len(joint.bench.payoffs.answer) > 1 else {}
        self.states = {name: doc.Range(float(values.min()), float(values.max())) for name, values in states.items()}
        price = joint.bench.price
        self.review_price = doc.Range(float(price.min()), float(price.max())) if self.priced and price.any() else None
        error = plan.deferral.reviewing.error
        errs = sorted(error.get(name, error.get("*", Decimal(0))) for name in test.names)
        self.errs = doc.Range(float(errs[0]), float(errs[-1])) if option.items and any(errs) else None
        digits = plan.prices.minor_digits
        self.luck = option.luck if shows(option.luck, digits if self.money else 1) else None
        self.labels_gain = None if joint.labels is None else joint.labels.at_most(digits)
        self.dearer = max(worth_more(joint), key=lambda way: way.net.value, default=None)
        heavier = (Heavier(by, whole(joint, way), answerer_of(way)) for by, way in joint.harsher if by > 1)
        self.heavier = next((heavy for heavy in heavier if heavy.counts.accepted != self.counts.accepted), None)
        self.rows, bought = list(joint.rows), [(row.spend, row.net.value, whole(joint, row)) for row in joint.rows]
        while len(self.rows) > 1 and self.rows[-1].budget != plan.budget and bought[-1] == bought[-2]:
            self.rows.pop(), bought.pop()
        self.enough = self.rows[-1] if len(self.rows) < len(joint.rows) else None
        self.bound = None if joint.bound is None else rounded_up(joint.bound)
        self.wanted = None if listed is None or not joint.refusal else listed.labels_to_draw(test.n_items)
        self.ask_file = ASK_FILE
        self.words = self.wording("joint", self)

    @cached_property
    def by_class(self) -> dict[str, list[float]]:
        """What is answered without people of each true class, as it is printed: it adds up to the counts."""
        pairs = (("alone", "accepted"), *((name, name) for name in ("wrong", "settled", "settled_wrong")))
        parts = {name: [getattr(of_class, name) for of_class in self.option.by_class] for name, _ in pairs}
        return {name: whole_or_fewer(parts[name], getattr(self.counts, of)) for name, of in pairs}

    def way(self, kind: Any) -> doc.Text:
        """Return what a simpler way is called; who is worth no call is named all the same."""
        who, _, then_people = kind.partition(", ")
        name: str = self.say("asked.who_people" if who == "people" else "asked.who_model")
        if who == "answerer":
            name = answerer_of(self.joint.rivals[kind]) or self.answerers
        key = "screen.row_with" if then_people else "screen.row_alone"
        return self.say("joint.row_nothing" if kind == "nothing" else key, name=name)


def whole(joint: JointPlan, option: JointAlternative) -> WholeCounts:
    """Return the counts of a plan as they are printed."""
    return whole_counts(option, collected=bool(joint.plan.positive))


def answerer_of(option: JointAlternative) -> str:
    """Return who is asked in a plan: empty where nobody is."""
    return option.rule.answerer if option.calls is not None else ""


def moved(estimate: Estimate | None) -> doc.Range | None:
    """Return an interval as a range where chance moves the estimate at all, else None."""
    return doc.interval(estimate) if estimate is not None and estimate.moves else None


NOTHING = WholeCounts(0, 0, 0, 0, 0, 0, 0, 0)
FEW_CLASSES = 6
"""So many true classes stand in the table of wrong answers; the file has all."""


def plans_table(
    speaker: JointSpeaker, key: str, options: Sequence[JointAlternative | None], cells: Mapping[str, Any], **how: Any
) -> doc.Table:
    """Return plans by what becomes of the items, and what that costs and is worth; None: nothing is done."""
    joint, say = speaker.joint, speaker.say
    counts = [NOTHING if option is None else whole(joint, option) for option in options]
    every: dict[str, Any] = {"net": [joint.nothing if option is None else option.net for option in options], **cells}
    every["left"] = [joint.total if count is NOTHING else count.left for count in counts]
    every["spend"] = [0 if option is None else option.spend for option in options] if speaker.priced else None
    # Where some classes are collected, nobody counts what people err in others.
    how["heads"] = {"wrong": say("defer.c_wrong" if joint.plan.positive else "joint.tile_wrong")}
    how["has"], caption = {"settled": joint.answerers}, how.pop("caption", doc.UNSEEN)
    return speaker.table(f"joint.{key}", caption, counts, every, **how)


def who_table(speaker: JointSpeaker, paid: Mapping[str, Decimal]) -> doc.Table:
    """Return who answers how many, with how many wrong, at what cost; ``paid``: to whom, of the plan itself."""
    say, counts, option, total = speaker.say, speaker.counts, speaker.option, speaker.joint.total
    calls, mixed = option.calls, speaker.mixed
    model, people, answerer, checks = (paid.get(key, Decimal(0)) for key in ("model", "people", "calls", "checks"))
    alone = counts.accepted, counts.wrong, moved(option.wrong)
    rows: list[tuple[doc.Value, ...]] = [(escaped(speaker.model), total, *alone, model)]
    if calls is not None:
        answers = calls.items, counts.settled, counts.settled_wrong, moved(option.settled_wrong)
        rows.append((escaped(speaker.answerer), *answers, answerer))
    rows.append((say("asked.who_people"), counts.reviewed, counts.reviewed, counts.amiss, None, people))
    rows.append((say("joint.c_left"), None, counts.left, None, None, None))
    if paid.get("more"):
        rows.append((say("asked.who_more"), None, None, None, None, paid["more"]))
    if mixed is not None:
        rows.append((say("joint.who_mixed"), None, mixed.items, None, None, checks))
    names = ("who", "asked", "items", "wrong", "interval", "cost")
    cells = dict(zip(names, zip(*rows, strict=True), strict=True))
    how: dict[str, Any] = {
        "has": {"asked": calls is not None, "cost": speaker.priced},
        "notes": speaker.words.parts("who_note"),
    }
    return speaker.table("joint.who", say("asked.t_who"), cells=cells, **how)


def budgets_table(speaker: JointSpeaker) -> doc.Table:
    """Return the plan at each budget, the budget in question marked; rows that say nothing new are for files."""
    joint, say, words = speaker.joint, speaker.say, speaker.words
    strong = [row.budget == joint.plan.budget and not joint.refusal for row in joint.rows]
    # What things are worth stands on page 1: below this table where there is no other.
    values = [] if speaker.option.starts and not joint.refusal else words.parts("values")
    caption = say("joint.t_budgets", model=speaker.model, answerer=speaker.answerers)
    budgets, notes = [speaker.budget(row.budget) for row in joint.rows], [*values, *words.parts("enough")]
    table = plans_table(
        speaker, "budgets", joint.rows, {"budget": budgets}, caption=caption, strong=strong, notes=notes
    )
    return table.showing(range(len(speaker.rows)))


def ways(speaker: JointSpeaker) -> list[tuple[doc.Text, JointAlternative | None, Estimate]]:
    """Return what the plan is compared with: its name, its plan (None: nothing is done), its net value."""
    joint, nothing = speaker.joint, (speaker.way("nothing"), None, speaker.joint.nothing)
    rivals = [(speaker.way(kind), rival, rival.net) for kind, rival in joint.rivals.items()]
    return [(speaker.say("row.recommended"), joint.option, joint.option.net), *rivals, nothing]


def ways_table(speaker: JointSpeaker) -> doc.Table:
    """Return the plan beside the same with options left out, and beside doing nothing."""
    joint = speaker.joint
    names, options, _ = zip(*ways(speaker), strict=True)
    over = [None, *(doc.interval(joint.over_rivals[kind]) for kind in (*joint.rivals, "nothing"))]
    cells = {"way": names, "more": over}
    return plans_table(speaker, "ways", options, cells, caption=speaker.say("joint.t_ways"), strong=[True])


def classes_table(speaker: JointSpeaker) -> doc.Table:
    """Return what is answered without people of each true class, those with most wrong answers first; it adds up to page 1."""
    classes, say = speaker.option.by_class, speaker.say
    has = dict.fromkeys(("settled", "settled_wrong"), speaker.counts.settled)
    note = speaker.wording("answers", None)("worst_only", FEW_CLASSES, len(classes), "classes")
    notes = [note] if len(classes) > FEW_CLASSES else []
    table = speaker.table("joint.classes", say("defer.t_wrong"), classes, speaker.by_class, has=has, notes=notes)
    return table.showing(range(FEW_CLASSES))


def models_table(speaker: JointSpeaker) -> doc.Table:
    """Return what each single model's own plan comes to at this budget, the best one first."""
    models = sorted(speaker.joint.models, key=lambda model: (model.more.opposite.value, model.name))
    counts, caption = [model.counted for model in models], speaker.say("joint.t_models", model=speaker.model)
    cells = {"alone": [count["accepted"] for count in counts], "settled": [count["settled"] for count in counts]}
    cells["wrong"] = [count["wrong"] + count["settled_wrong"] for count in counts]
    heads = {"more": speaker.in_money("col.gap", what=speaker.say("col.net"))}
    has = {"settled": speaker.joint.answerers}
    return speaker.table("joint.models", caption, models, cells, heads=heads, has=has)


def own_table(speaker: JointSpeaker, own_list: OwnList, by_share: JointAlternative) -> doc.Table:
    """Return the plan for the project's list by its own predictions, and as the labelled items stand for it."""
    say = speaker.say
    cells = {
        "how": [say("joint.row_own"), say("joint.row_share")],
        "items": [own_list.n_items, speaker.joint.total],
    }
    return plans_table(speaker, "own_list", (speaker.option, by_share), cells, caption=say("joint.t_own"))


def files(speaker: JointSpeaker) -> tuple[doc.Table, ...]:
    """Return the tables that no page has: 21 budgets and who leads there, other error weights, one cutoff for all."""
    joint, option = speaker.joint, speaker.option
    if joint.refusal:
        return ()

    factors, harsher = zip(*joint.harsher, strict=True)
    made = [bars_file("figure_ways", [(name, net) for name, _, net in ways(speaker)])]
    made.append(plans_table(speaker, "harsher", harsher, {"factor": factors}))
    if joint.ladder:
        options = [rung.option for rung in joint.ladder]
        cells: dict[str, Any] = {"part": [rung.share for rung in joint.ladder]}
        cells["budget"] = [speaker.budget(rung.budget) for rung in joint.ladder]
        cells |= {"found_interval": [doc.interval(option.found) for option in options]}
        cells["leader"] = leads(speaker, joint.ladder, max(len(joint.models), 1))
        made.append(plans_table(speaker, "ladder", options, cells))
    if joint.models and len(joint.grid) > 1:
        ends = [joint.grid[-1].amount if winner.high is None else winner.high for winner in joint.winners]
        names = [", ".join(winner.models) for winner in joint.winners]
        made.append(speaker.table("joint.winners", doc.UNSEEN, joint.winners, {"to": ends, "leader": names}))
    if len(joint.grid) > 1:
        budgets = [float(budget.amount) for budget in joint.cells.budgets]
        rows: list[tuple[doc.Value, ...]] = [
            ("value", "", "", budget, share, value)
            for share, row in zip(*(column.tolist() for column in joint.cells.by_share), strict=True)
            for budget, value in zip(budgets, row, strict=True)
        ]
        along = [(float(option.budget.amount), option) for option in joint.along if option.budget is not None]
        rows += [("line", "ridge", "recommended", budget, option.share_alone, None) for budget, option in along]
        here = min(float((option.budget or joint.reference).amount), budgets[-1])
        rows.append(("marker", "", "", here, option.share_alone, None))
        made.append(doc.file_of("figure_surface", ("part", "name", "role", "x", "y", "z"), rows))
    return tuple(made)


def flow_figure(speaker: JointSpeaker) -> doc.Figure:
    """Return who decides on how many items, right and wrong answers apart."""
    counts, words = speaker.counts, speaker.words
    alone, settled = counts.right_and_wrong
    parts = (*alone, *(settled if speaker.answerer else ()), counts.reviewed, counts.left)
    stack = doc.Stack(speaker.say("items_amount", amount=speaker.joint.total), parts)
    labels = tuple(words.parts("parts"))
    return doc.Figure("figure_flow", "flow", *words.figure("fig_flow"), stacks=(stack,), part_labels=labels)


def build_joint_report(joint: JointPlan, framing: Framing, work: WorkPlan | None = None) -> doc.Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    speaker = JointSpeaker(joint, work)
    lines = () if joint.refusal else lines_of(joint, joint.option)
    alone = lines_of(joint, joint.option, joint.option.way.path.alone) if lines and speaker.mixed else None
    say, words = speaker.say, speaker.words
    title, summary = words("title"), doc.Summary(words("title"))
    page: list[doc.Block] = head(speaker, title, words.parts("lede"), framing)
    if joint.option.starts and not joint.refusal:
        flow = flow_figure(speaker)
        page += [_tiles(speaker), flow, who_table(speaker, paid_to(lines, alone))]
        fates = doc.FATES if speaker.answerer else (*doc.FATES[:2], *doc.FATES[4:])
        parts = map(doc.BarPart, fates, flow.part_labels, flow.stacks[0].parts)
        # The net value is left out.
        summary = doc.Summary(title, tuple(parts), 3, words("change"), joint.option.shown)
    elif joint.refusal in ("", "few"):
        page.append(budgets_table(speaker))
    if not joint.refusal:
        page += [doc.Heading(say("head.sure")), doc.Prose(words("points"), "points")]
    sections = [doc.Section("decision", tuple(page), one_page=True)]
    sections += work_sections(speaker, [words("before")] if speaker.answerer else [])
    if lines:
        request, why, hours = words.parts("request"), words.parts("quantity"), joint.option.hours
        paid = speaker.wording("costs", speaker).parts("indirect")
        if speaker.work:
            costs = {joint.name: joint.option.purse.model_cost}
            paid = how_paid(speaker, hours if speaker.prices.timed else None, costs)
        sections.append(justification(speaker, lines, [*request, *paid], why, request, (*paid, *why)))
    sections += [] if joint.refusal else [doc.Section("joining", tuple(_evidence(speaker)))]
    sections.append(back(speaker, "back", framing))
    return framed(speaker, sections, framing, summary, money=bool(speaker.currency))


def _tiles(speaker: JointSpeaker) -> doc.Tiles:
    """Return the four numbers of page 1: the money, or where nothing has a price what people review; labels; net value."""
    say, words, counts = speaker.say, speaker.words, speaker.counts
    spans = speaker.spans
    first = doc.Tile(say("col.reviewed"), counts.reviewed, "count")
    if speaker.priced:
        first = doc.Tile(say("col.spend"), speaker.spend or 0, "money", words("note_spend"))
    finds = doc.Tile(say("joint.c_right"), counts.found, "count", speaker.spanned(spans["found"], "count"))
    wrong = doc.Tile(say("joint.tile_wrong"), counts.all_wrong, "count", speaker.spanned(spans["wrong"], "count"))
    value, span = (
        speaker.short(speaker.option.net.value),
        speaker.spanned(spans["net"], "whole" if speaker.money else "gap"),
    )
    return doc.Tiles((first, finds, wrong, doc.Tile(say("col.net"), value, "sentence", span)))


def lines_of(joint: JointPlan, option: JointAlternative, path: Path | None = None) -> tuple[BudgetLine, ...]:
    """Return the cost build-up of a plan within a budget, nothing where nothing is paid; ``path``: by default its own."""
    purse = option.purse
    if not joint.plan.prices.stated or not option.spend:
        return ()
    bought = purse.bought(path or option.way.path, option.items, option.calls)
    lines = purse.prices.lines(bought, joint.name) or purse.prices.model_lines(bought, joint.name)
    assert path is not None or total_of(lines) == option.spend
    return lines


def _evidence(speaker: JointSpeaker) -> list[doc.Block]:
    """Return what budgets and simpler ways come to, which errors the model makes, and what each model alone does."""
    joint, say, words = speaker.joint, speaker.say, speaker.words
    bench, test, option, labelled = joint.bench, joint.test, joint.option, joint.bench.pool.labelled
    blocks: list[doc.Block] = []
    if option.starts:
        blocks.append(budgets_table(speaker))
    blocks += [doc.Heading(say("joint.head_joining")), ways_table(speaker), doc.Prose(words("evidence"), "note")]
    blocks += answers_blocks(speaker, labelled, by_answer(test, labelled, bench.said, option.who_decides))
    if (speaker.counts.accepted or speaker.counts.settled) and test.n_classes > 1:
        blocks.append(classes_table(speaker))
    if joint.models:
        blocks += [doc.Heading(say("head.models")), models_table(speaker)]
    if joint.own_list is not None and joint.by_share is not None:
        blocks.append(own_table(speaker, joint.own_list, joint.by_share))
        blocks.append(doc.Prose(words("own_list"), "warning" if joint.own_list.unlike else "note"))
    if bench.payoffs.by_pairs and not speaker.many:
        blocks.append(values_table(speaker, test, joint.worth_matrix, ("joint.c_left", "col.reviewed")))
    return blocks


def joint_record(joint: JointPlan, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data; counts are items of the list."""
    cells, listed = joint.cells, joint.own_list

    def stop(option: JointAlternative) -> dict[str, Any]:
        return _option(option, asked=bool(joint.answerers))

    decided = {
        "chosen": stop(joint.option),
        "left_out": list(joint.left_out),
        "more_than": record.plain(joint.over_rivals),
        "errors_at_most_with_90_percent_confidence": joint.bound,
        "wrong_of_answers_counted": record.plain(joint.counted),
        "by_share": None if joint.by_share is None else stop(joint.by_share),
    }
    return {
        **record.record_head(joint.plan, provenance, joint.labels),
        "sample": record.classified_sample(joint.test, joint.validation),
        "list": {"basis": joint.basis, "items": joint.total, "expected_positives": None},
        "singles": [_single(model, asked=bool(joint.answerers)) for model in joint.models],
        "ladder": [record.rung_record(rung, stop(rung.option)) for rung in joint.ladder],
        "joint": {
            **(dict.fromkeys(decided) if joint.refusal else decided),
            **record.picked(joint, "refusal", "nothing", "answerers"),
            "by": "share" if listed is None else "score",
            "own_list": None if listed is None else record.plain(listed) | {"alike": not listed.unlike},
            "budgets": [stop(option) for option in joint.rows],
            "either_alone": {kind: stop(option) for kind, option in joint.rivals.items()},
            "answered_list": _answered_list(joint.answered_list),
            "winner_by_budget": {
                "unit": joint.reference.unit,
                "read_at": [record.plain(budget.amount) for budget in joint.grid],
                "intervals": record.plain(joint.winners),
            },
            "wrong_answers_times": [{"factor": factor, **stop(option)} for factor, option in joint.harsher],
            "surface": {
                "best": record.plain(cells.best),
                "budgets": [record.plain(budget.amount) for budget in cells.budgets],
                "cutoffs": record.plain(cells.cutoffs.tolist()),
                "share_answered_alone": cells.shares.tolist(),
                **{name: cells.cells[name].tolist() for name in ("value", "net", "reviewed")},
                "wrong": cells.cells["wrong"][:, 0].tolist(),
            },
        },
    }


def _single(model: AloneModel, *, asked: bool) -> dict[str, Any]:
    counted = {name: Estimate(number) for name, number in model.counted.items()}
    decided = {"answered_alone": counted["accepted"], "wrong": counted["wrong"]}
    stop = record.stop_record(Estimate(model.reviewed), counted["left"], spend=model.spend, **decided)
    stop |= {name: record.plain(counted[name]) for name in ("settled", "settled_wrong") if asked}
    return record.single_record(model.name, stop, net_more=model.more)


def _answered_list(answered_list: AnsweredList | None) -> dict[str, Any] | None:
    """Return how many items of the list are whose; None where nobody may be asked, or the list has no predictions."""
    if answered_list is None:
        return None
    # What is left to people is known once the answers are there.
    people = (None, None) if answered_list.waits else (len(answered_list.way.queue.order), answered_list.review)
    counts = answered_list.answerer, len(answered_list.unasked), *answered_list.counts, *people
    keys = ("answerer", "unasked", "answered_alone", "settled", "to_people", "reviewed")
    return dict(zip(keys, counts, strict=True))


def _option(option: JointAlternative, *, asked: bool) -> dict[str, Any]:
    """Return what a plan within a budget comes to; ``asked``: somebody may be asked for a price."""
    calls = option.calls
    stop = record.stop_record(Estimate(float(option.items)), option.left)
    stop |= record.picked(option, "spend", "spend_range", "found", "net", "budget", "luck", "shown")
    settled = ("settled", "settled_wrong") if asked else ()
    stop |= record.picked(option, *settled, answered_alone="accepted")
    return stop | {
        "wrong": record.plain(option.wrong) if option.accepted.value else None,
        "asked": {
            "rule": record.plain(option.rule),
            "items": record.plain(option.asked),
            "cost": record.plain(Decimal(0) if calls is None else calls.amount),
        },
    }
