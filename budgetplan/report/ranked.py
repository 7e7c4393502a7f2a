"""The report on a ranked list: its facts, its pages in order, their tables and figures, its files and its record."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from budgetplan.domain.decision import Alternative, Estimate, coins_apart, cut_to
from budgetplan.domain.plan import MIXTURE, Plan
from budgetplan.domain.risk.ranges import LABELS, LEVEL, WORTH
from budgetplan.lists.evidence import Evidence, Ranked
from budgetplan.plans import review
from budgetplan.plans.list_check import labels_too_few
from budgetplan.plans.review import Analysis, changes_of_lead
from budgetplan.plans.review_reading import ListPart
from budgetplan.plans.screening import ScreenedBy, Screening, first_to_ask
from budgetplan.report import model as doc
from budgetplan.report import page, record
from budgetplan.report.costs import how_paid, justification, work_sections
from budgetplan.report.phrases import TENTHS, RankedNouns, values_of
from budgetplan.report.risk import risk_files, risk_record, risk_sections, risk_words, switches, widest
from budgetplan.report.wording import escaped
from budgetplan.work.building import ASK_FILE, MixedIn, WorkPlan

TEN = 10
"""From so few labelled entries intervals held 80 % in place of 95 (METHODS F8)."""
NAMED = 2
"""So many other models are named; all stand in the table of models."""
LEAST_LUCK = 0.5
"""Units of money that are worth a sentence."""
ALL = 0.999999999999
"""All entries, but for rounding."""
MOST_FOUND = 0.85
"""Beyond so large a part of the entries few are left."""
LEAST_LOST = 0.5
"""Entries rejected by mistake that are worth a sentence: from one on, as it is printed."""


class ReviewSpeaker(RankedNouns):
    """Says short heads and what ``review.j2`` says of a ranked list.

    Attributes
    ----------
    analysis, evidence, chosen, lead
        The plan's own results, and whose order is recommended.
    labels, entries, since
        Labels from which the recommended order's curve is drawn, the entries among them, and how many of them an earlier
        round gave.
    before
        What was judged, found and spent in earlier rounds; None: this is the first.
    lacking, unlike
        Which labels are too few ("labels", "entries", "few", "others", "alike"); in whose order they do not stand where
        the list does.
    model, members, left_out
        The recommended order, what it is mixed of (nothing where it is one model's), and which models cost too much for it.
    rivals, ahead, ahead_by
        Other models that page 1 names, the next best first; which of them does better on these labels than the mixture, and by how much net value.
    spend
        All the money that is needed.
    level
        In which share of the draws the money is enough, where its contingency was computed.
    stop_money
        What the best stops of the draws cost.
    once, cannot_start
        Fixed costs with the recommended model, indirect costs included; whether they may be what is beyond the budget.
    flat, around
        Whether each item costs the same, and nothing else; then the tenth that the budget comes near to, with its place.
    wanted, in_budget
        A target in entries, and what the budget finds where the target is beyond it.
    worth, left, luck, lost, errors
        Of one entry, where all are worth the same; the net value of leaving everything out; what is taken off; how many
        entries people reject by mistake, and how often they do. None where that is not worth a sentence. How often people
        get a class wrong.
    unrounded
        The finds, where a net value reckoned from as many as are printed would be another; None: it would not.
    all_found, few_left
        Whether the stop finds all entries, or nearly all.
    unspent
        Why money is left: "little", "ends", "worth", "few"; empty where none is, or only rounding leaves it.
    lacks
        Labels that are wanting, where entries are so few that intervals say little.
    judged, spares
        Items that people judge, and those passed over as their type has been confirmed.
    weighted
        Whether rows have weights.
    seen, switches, widest
        Whether it was tried what the worth, and what prices, do to the plan; which inputs change it, and from where on;
        which moves its cost or net value most.
    asked, first, asked_list, ask_file
        Answerers, the one that would bring most first; that one, if any, with what it has answered of the list and is to be
        asked about, and the file that names this.
    words
        The report in words.
    """

    def __init__(self, analysis: Analysis, work: WorkPlan | None = None) -> None:
        super().__init__(analysis.evidence.plan, work)
        self.analysis, self.lead = analysis, analysis.lead.name
        self.evidence = evidence = analysis.evidence
        plan, prices, budget, lead = self.plan, self.prices, self.plan.budget, analysis.lead
        self.chosen = chosen = analysis.chosen
        # What texts may name without being given it: of the recommended stop.
        if chosen is not None:
            self.known |= {"items": chosen.items, "found": chosen.found.value}
        self.lacking = labels_too_few(evidence) if analysis.check.more else ""
        self.unlike = [self.named(model) for model in analysis.check.unlike]
        self.labels, self.entries, self.since = evidence.labels_behind(lead.name)
        self.before, self.measured = (plan.reviewed.before, plan.reviewed.measured) if plan.reviewed else (None, 0.0)
        few = 0 < (self.entries if self.since else evidence.kinds_labelled[0]) <= TEN and plan.resamples
        self.lacks = review.labels_lacking(self.labels, self.entries) if few else 0
        self.weighted = bool(plan.columns.weight) and not (evidence.weight is None and evidence.rows is None)

        self.model = self.named(lead.name)
        self.members = evidence.mixture if lead.name == MIXTURE else {}
        self.left_out = [name for name in evidence.left_out if name != lead.name]
        self.rivals = analysis.rivals[:NAMED]
        self.ahead, self.ahead_by = analysis.ahead if self.members and chosen else ("", 0.0)

        self.spend = chosen and chosen.spend
        self.level = LEVEL if prices.computed and analysis.contingency else None
        ends = analysis.stop_range
        self.stop_money = doc.Range(*(float(analysis.spend_to(end)) for end in ends)) if ends else None
        self.once = prices.once(lead.cost)
        everything = budget is not None and (budget.unit, budget.covers) == ("money", "everything")
        checks = plan.work.tail_sample or plan.work.control
        if chosen is None and checks:  # what each stop would cost has them in it
            self.mixed = MixedIn(plan.work.tail_sample, min(plan.work.control, evidence.n_sample))
        self.cannot_start = bool(self.once or checks) and everything
        sized = prices.listed or prices.per_unit or prices.seconds_per_unit or prices.adjudication
        more = prices.extra_per_entry or prices.contingency or prices.indirect or self.once
        self.flat = prices.stated and not (sized or more)
        tenths = self.flat and analysis.goal == "budget" and plan.parts == TENTHS
        self.around = analysis.part_around if tenths else None
        self.unspent = analysis.why_unspent if chosen else ""
        tried = {swing.key for swing in analysis.risk.swings if swing.tested} if analysis.risk else set[str]()
        self.seen = WORTH in tried, bool(tried - {LABELS, WORTH})
        self.switches, self.widest = switches(self, analysis.risk), widest(self, analysis.risk)

        self.wanted = None if plan.target is None else analysis.wanted(plan.target)
        beyond = budget is not None and not analysis.within_budget
        self.in_budget = analysis.found_in_budget() if beyond else None
        recall = 1.0 if chosen is None or chosen.recall is None else chosen.recall
        self.all_found, self.few_left = recall >= ALL, recall >= MOST_FOUND
        self.judged, self.spares = analysis.judged()

        values = plan.values
        worths = set(values.entry.values()) if values else set()
        self.worth = next(iter(worths)) if len(worths) == 1 else None
        self.errors = dict(sorted(values.error.items())) if values else {}
        self.left = evidence.left_value(lead) if values and any(values.left_out.values()) else None
        unsure = (analysis.stop_luck or 0.0) >= LEAST_LUCK or analysis.shown is False
        self.luck = analysis.stop_luck if unsure else None
        lost = analysis.lost_to_errors(chosen) if chosen else None
        self.lost = lost if lost and lost[0] >= LEAST_LOST else None
        self.unrounded = chosen and analysis.finds_of_net(chosen)

        self.first, self.asked_list = first_to_ask(analysis.asking)
        self.asked = sorted(analysis.screenings, key=lambda screening: screening is not self.first)
        self.ask_file = ASK_FILE
        self.words = self.wording("review", self)

    def limit(self, screening: Screening) -> Decimal | None:
        """Return the price above or below which an answerer is asked, if there is one."""
        limit = screening.known.worth_up_to or math.inf
        return cut_to(2, limit) if self.plan.prices.stated and math.isfinite(limit) else None


def gain_figure(speaker: ReviewSpeaker) -> doc.Figure:
    """Return entries found against items reviewed, for all models and the two comparators."""
    analysis, evidence = speaker.analysis, speaker.evidence
    chosen, lead, perfect, random = speaker.chosen, analysis.lead, evidence.perfect, evidence.random
    ranked = sorted(evidence.models, key=lambda model: (model is not lead, model.name != analysis.rival))
    label = speaker.say("curve.lead", recommended=chosen is not None, band=analysis.band is not None)
    # What is drawn in its own way: how, its name where that is no model's, and what stands at the curve.
    curve_of: dict[str, tuple[doc.Role, str, doc.Text | None]] = {
        lead.name: ("recommended", lead.name, label),
        analysis.rival: ("second", analysis.rival, escaped(speaker.named(analysis.rival))),
        perfect.name: ("perfect", speaker.say("curve.perfect"), None),
        random.name: ("random", speaker.say("curve.random"), None),
    }
    for other in ranked[2:3]:
        label = speaker.say("curve.others", number=len(ranked) - 2)
        curve_of.setdefault(other.name, ("other", other.name, label))
    lines = []
    for order in (*ranked, perfect, random):
        role, name, beside = curve_of.get(order.name, ("other", order.name, None))
        items, finds, *band = analysis.curve(order)
        low, high = (None if end is None else tuple(end.tolist()) for end in band)
        lines.append(doc.Line(name, tuple(items.tolist()), tuple(finds.tolist()), role, low, high, beside))
    marks = []
    if chosen is not None:
        marks.append(doc.Marker(float(chosen.items), chosen.found.value, speaker.say("mark.stop")))
    alt = speaker.say("alt.gain", stop=bool(marks), models=len(evidence.models))
    across = speaker.say("axis.items", types=bool(evidence.types and evidence.types.column))
    return doc.Figure(
        *("figure_gain", "gain", speaker.words("gain_title"), alt, across, speaker.say("axis.found")),
        lines=tuple(lines),
        markers=tuple(marks),
        top=tuple(analysis.costs_along()) if speaker.priced else (),
        top_label=speaker.in_money("col.spend") if speaker.priced else None,
    )


def steps_figure(speaker: ReviewSpeaker) -> doc.Figure:
    """Return what one more entry costs in each part of the list, in the recommended order."""
    analysis, evidence = speaker.analysis, speaker.evidence
    chosen, at, values = speaker.chosen, analysis.stop_in_parts(), speaker.plan.values
    worth = None if values is None else values.common
    reviewed = chosen.items if chosen is not None else evidence.whole_items
    bars = []
    for tenth, part in enumerate(analysis.parts[analysis.lead.name], start=1):
        per, label, note = part.cost_per_entry, speaker.shown(tenth, "count"), _none_of(speaker, part)
        span, filled = None if note else doc.interval(per), part.middle <= reviewed
        if span is None and not note and per is not None and per.low is not None:
            span = doc.Range(per.low, math.inf)
        bars.append(doc.Bar(label, part.price, span, note, filled=filled))
    stop = () if chosen is None or at is None else (doc.Marker(at, 0.0, speaker.say("mark.stop", found=None)),)
    axes = speaker.say("col.tenth"), speaker.in_money("col.further", priced=speaker.priced)
    return doc.Figure(
        *("figure_steps", "steps", speaker.words("steps_title"), speaker.say("alt.steps"), *axes),
        caption=speaker.say("caption.steps"),
        bars=tuple(bars),
        markers=stop,
        level=worth,
        level_label=None if worth is None else speaker.with_value("name.value", worth, "amount"),
    )


def _none_of(speaker: ReviewSpeaker, part: ListPart) -> doc.Text | None:
    """Return what stands for the price of one more entry in a part of the list that has none."""
    if part.price is not None:
        return None
    return speaker.say("none_found" if part.cost_per_entry is None else "hardly_more")


MOST_ROWS = 5
"""So many rows of the table have room on the page."""


def decision_page(speaker: ReviewSpeaker, framing: page.Framing) -> doc.Section:
    """Return the first page."""
    analysis, say = speaker.analysis, speaker.words
    blocks = [*page.head(speaker, say("title"), [say("lede")], framing), doc.Tiles(tuple(tiles(speaker)))]
    if not analysis.silent:
        blocks += [gain_figure(speaker), options_table(speaker)]
    if not analysis.refusal:
        blocks.append(doc.Prose(say("points"), "points"))
    return doc.Section("decision", tuple(blocks), one_page=True)


def tiles(speaker: ReviewSpeaker) -> list[doc.Tile]:
    """Return the four numbers of the page."""
    evidence, chosen, whole = speaker.evidence, speaker.chosen, speaker.analysis.whole
    if chosen is None:  # what there is to decide from
        counts = (speaker.labels, speaker.entries, len(evidence.single))
        heads = map(speaker.say, ("tile.labelled", "tile.positives", "fact.models"))
        shown = [doc.Tile(*pair, "count") for pair in zip(heads, counts, strict=True)]
        if speaker.priced:
            of = speaker.say("items_amount", amount=Decimal(whole.items))
            shown.append(doc.Tile(speaker.say("tile.whole"), speaker.shown(whole.spend, "amount"), "money", of))
        return shown
    shown = [items_tile(speaker, chosen.items), found_tile(speaker, chosen.found)]
    if chosen.judged is not None:
        shown[0] = found_tile(speaker, chosen.judged, "col.judged")
    if speaker.priced:
        amount = speaker.shown(chosen.spend, "amount")
        shown.insert(0, doc.Tile(speaker.say("col.spend"), amount, "money", speaker.words("spend_note") or None))
    if chosen.net is not None:
        shown.append(_money_tile(speaker, "col.net", chosen.net, "whole"))
    elif chosen.cost_per_entry is not None and speaker.priced:
        shown.append(_money_tile(speaker, "tile.per", chosen.cost_per_entry, "amount"))
    elif speaker.priced:
        shown.append(doc.Tile(speaker.say("tile.per"), speaker.say("none_found"), "money"))
    elif chosen.recall is not None:
        shown.append(doc.Tile(speaker.say("tile.share"), chosen.recall, "share"))
    return shown


def items_tile(speaker: RankedNouns, items: int) -> doc.Tile:
    """Return how many items are reviewed, of how many, and how many are mixed in."""
    evidence = speaker.evidence
    of = speaker.say("tile.of_list", number=evidence.list_items, basis=evidence.basis, checks=speaker.n_mixed)
    return doc.Tile(speaker.say("col.to_review"), items, "count", of)


def found_tile(speaker: RankedNouns, number: Estimate, head: str = "col.expected") -> doc.Tile:
    """Return how many entries are found; or another number with its interval, by the key of its heading."""
    return doc.Tile(speaker.say(head), number.value, "count", speaker.spanned(doc.interval(number), "count"))


def _money_tile(speaker: ReviewSpeaker, name: str, estimate: Estimate, kind: str) -> doc.Tile:
    """Return an estimate of money, with as many digits as its interval needs."""
    span, note, shown = doc.interval(estimate), None, "money"
    if span is not None:
        if min(span.low, span.high) >= 100 or max(span.low, span.high) <= -100:
            shown = "count"  # of hundreds nobody knows the cents
        elif not coins_apart(span.low, span.high, speaker.prices.minor_digits):
            shown, kind = "money_fine", "fine"
        note = speaker.spanned(span, shown)
    elif estimate.low is not None:
        note = speaker.say("tile.interval", range=speaker.shown(estimate.low, "amount"), open=True)
    return doc.Tile(speaker.say(name), speaker.shown(estimate.value, kind), "money", note)


def options_table(speaker: ReviewSpeaker) -> doc.Table:
    """Return what less or more money would buy, or the example stops."""
    analysis, priced = speaker.analysis, speaker.priced
    options = [option for option in analysis.options if option.items < analysis.whole.items]
    options = [*options, analysis.whole][-MOST_ROWS:]
    names = [_named_option(speaker, option) for option in options]
    shown = [speaker.say(key, **values) for key, values in names]
    # The first has none before it.
    costs = review.per_further(analysis.without_checks(options))
    none = {None: speaker.say("hardly_more"), math.inf: speaker.say("no_more_found")}
    further = [None, *(none.get(cost, cost) for cost in costs)]
    heads = {"further": speaker.in_money("col.further", priced=priced)}
    strong = [key == "row.recommended" for key, _ in names]
    only = "more" if strong[0] else "less" if strong[-1] else ""
    caption = speaker.say("table.options", open=speaker.analysis.goal == "open", priced=priced, only=only)
    above = [called for called, option in zip(shown, options, strict=True) if (analysis.unspent(option) or 0) < 0]
    how: dict[str, Any] = {"heads": heads, "notes": [speaker.words("options_note", above)]}
    cells = {"review": shown, "further": further}
    how["kinds"] = {} if priced else {"further": "number"}
    return speaker.table("ranked.options", caption, options, cells, strong=strong, **how)


def _named_option(speaker: ReviewSpeaker, option: Alternative) -> tuple[str, dict[str, float]]:
    """Return the key of what a stop is called, by its part of the recommended money or items, and what is filled in."""
    analysis, chosen = speaker.analysis, speaker.chosen
    if chosen is not None and option.items == chosen.items:
        return "row.recommended", {}
    if option.items == speaker.evidence.whole_items:
        return "row.whole", {}
    if analysis.next_step is not None and analysis.ends_soon(option):
        return "row.soon", {"number": analysis.next_step.soon}
    if speaker.analysis.goal == "open" and option.recall is not None:
        return "row.example", {"share": option.recall}
    part = analysis.part_of(option)
    return ("row.share", {"share": option.share}) if part is None else ("row.part", {"part": part})


def screening_page(speaker: ReviewSpeaker) -> list[doc.Section]:
    """Return the section on every answerer; none where nobody may be asked."""
    every = speaker.analysis.screenings
    if not every:
        return []
    rows: list[tuple[doc.Text, ScreenedBy, doc.Value]] = [(speaker.say("screen.row_without"), every[0].without, None)]
    for screening in every:
        for key, way in (("screen.row_with", screening.with_it), ("screen.row_alone", screening.only)):
            if way is not None:
                rows.append((speaker.say(key, name=screening.known.name), way, screening.net_more(way)))
    names, ways, more = zip(*rows, strict=True)
    notes = [speaker.say("note.screening_alone")] if any(screening.only for screening in every) else []
    cells = {"way": names, "more": None if speaker.plan.values is None else more}
    how: dict[str, Any] = {"heads": {"more": speaker.in_money("col.gap", what=speaker.say("col.net"))}, "notes": notes}
    table = speaker.table("ranked.screening", speaker.say("table.screening"), ways, cells, strong=[True], **how)
    head = doc.Heading(speaker.say("head.screening"))
    return [doc.Section("screening", (head, doc.Prose(speaker.words("answerers")), table))]


def list_summary(
    speaker: RankedNouns, stop: Alternative, every: float, left: float, *, strata: bool, shown: bool | None
) -> doc.Summary:
    """Return a review in one picture.

    ``every``: the entries of the list; ``left``: items after the stop; ``strata``: whether it is one stop in each of
    several strata; ``shown``: whether that is shown to pay.
    """
    say, missed = speaker.words, stop.missed(every)
    facts = {"stop": stop, "listed": speaker.evidence.list_items, "left": left, "missed": missed, "strata": strata}
    facts |= {"mixed": speaker.lead == MIXTURE, "priced": speaker.priced, "checks": speaker.n_mixed}
    title, people, nobody = (speaker.say(f"summary.{key}", **facts) for key in ("title", "people", "nobody"))
    parts = doc.BarPart("people", people, stop.items, stop.found.value), doc.BarPart("nobody", nobody, left, missed)
    # The bar shows how many items are reviewed.
    return doc.Summary(title, parts, 1, say("change") and say("changes"), shown)


def build_report(analysis: Analysis, framing: page.Framing, work: WorkPlan | None = None) -> doc.Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    speaker, risk = ReviewSpeaker(analysis, work), analysis.risk
    say, chosen = speaker.words, analysis.chosen
    in_time = risk_words(speaker, risk).parts("time") if risk else []
    sections = [decision_page(speaker, framing), *work_sections(speaker, in_time=in_time), *justified(speaker)]
    # Nothing is said of the list in figures where the labels cannot speak for it.
    if not analysis.silent:
        models: list[doc.Block] = [doc.Heading(speaker.say("head.models")), doc.Prose(say("models"))]
        models += [models_table(speaker)] if analysis.contenders else []
        stop: list[doc.Block] = [doc.Heading(speaker.say("head.stop")), steps_figure(speaker)]
        stop.append(gain_table(speaker, analysis.lead, paged=True))
        if len(analysis.choices) > 1 and analysis.tells_choices:
            stop.append(choices_table(speaker, paged=True))
        sections += [doc.Section("models", tuple(models)), *screening_page(speaker), doc.Section("stop", tuple(stop))]
    sections += risk_sections(speaker, risk, analysis.contingency)
    sections.append(page.back(speaker, "method", framing, framing.excluded))
    summary = doc.Summary(say("title"))
    if chosen is not None and analysis.within_budget:
        every, left = analysis.whole.found.value, analysis.left(chosen)
        summary = list_summary(speaker, chosen, every, left, strata=False, shown=analysis.shown)
    return page.framed(speaker, sections, framing, summary, money=speaker.priced)


def build_files(analysis: Analysis) -> tuple[doc.Table, ...]:
    """Return the tables that stand beside the report, as files alone.

    Every order's gain, who leads at which budget, the items to review and to ask about; numbers of a figure of inputs;
    stops by worth, where a target sets the stop.
    """
    speaker, rows, chosen = ReviewSpeaker(analysis), analysis.rows_to_review(), analysis.chosen
    # The recommended order first, then by name.
    ordered = sorted(speaker.evidence.models, key=lambda model: (model is not analysis.lead, model.name))
    files = [replace(gain_table(speaker, model), key=f"gain_{place}") for place, model in enumerate(ordered, start=1)]
    files += [budgets_table(speaker)] if analysis.ladder else []
    files = [] if analysis.silent else [*files, *leaders_tables(speaker), *risk_files(speaker, analysis.risk)]
    if len(analysis.choices) > 1 and not analysis.tells_choices:
        files.append(choices_table(speaker))
    if rows is not None and chosen is not None:
        files.append(page.review_table(speaker, chosen.model, *zip(*rows, strict=True)))
    if speaker.asked_list is not None and speaker.asked_list.unasked:
        files.append(page.ask_table(speaker, speaker.asked_list.answerer, speaker.asked_list.unasked))
    return tuple(files)


def gain_table(speaker: ReviewSpeaker, model: Ranked, *, paged: bool = False) -> doc.Table:
    """Return a model's gain by parts of the list; for a page (``paged``) without lift and further intervals."""
    parts, words_for, types = speaker.analysis.parts[model.name], speaker.say, speaker.evidence.types
    chosen, ends, priced = speaker.chosen, [part.end for part in parts], speaker.priced
    place = "tenth" if len(parts) == TENTHS else "part"
    tokens = review.tokens_along(model, ends) if types and "tokens" in model.path.sums else None
    cells: dict[str, Any] = {place: list(range(1, len(parts) + 1)), "tokens": tokens}
    cells["per"] = [_none_of(speaker, part) or part.price for part in parts]
    has = {"tenth": len(parts) == TENTHS, "part": len(parts) != TENTHS, "interval": paged, "cost": priced}
    has |= dict.fromkeys(("gain", "cumulative_interval", "lift"), not paged)
    heads = {name: words_for("col.so_far", what=words_for(f"col.{name}")) for name in ("items", "found")}
    heads["cost"] = speaker.in_money("col.so_far", what=words_for("col.cost"))
    heads["per"] = speaker.in_money("col.further", priced=priced)
    strong, notes = list[bool](), list[doc.Text]()
    if chosen is not None and model is speaker.analysis.lead:
        strong = [part.holds(chosen.items) for part in parts]
    if paged:
        inside = any(here and chosen and end != chosen.items for end, here in zip(ends, strong, strict=False))
        notes.append(speaker.words("gain_note", inside))
    # What is confirmed of types is not what is judged of them.
    beside = ("tokens",) if types and types.column else ()
    caption = words_for("table.gain", model=model.name)
    how: dict[str, Any] = {"heads": heads, "kinds": {} if priced else {"per": "number"}, "has": has, "repeats": beside}
    return speaker.table("ranked.gain_recommended", caption, parts, cells, strong=strong, notes=notes, **how)


def choices_table(speaker: ReviewSpeaker, *, paged: bool = False) -> doc.Table:
    """Return for which worth of an entry each stop is best, where no worth was given."""
    choices, priced, shown = speaker.analysis.choices, speaker.priced, speaker.analysis.choices_shown()
    coins: doc.ColumnKind = "money_fine" if priced and speaker.analysis.closer_than_coins() else "money"
    worth: doc.ColumnKind = coins if priced else "number"
    ends = [speaker.say("and_above") if choice.high is None else choice.high for choice in choices]
    caption = speaker.say("table.choices", limited=speaker.plan.budget is not None)
    notes = [speaker.words("choices_note", len(choices))] if paged and len(shown) < len(choices) else []
    how: dict[str, Any] = {"heads": {"from": speaker.say("col.worth_from", priced=priced)}, "notes": notes}
    how["kinds"] = {"from": worth, "to": worth}
    return speaker.table("ranked.worth", caption, choices, {"to": ends}, **how).showing(shown)


def budgets_table(speaker: ReviewSpeaker) -> doc.Table:
    """Return what each of 21 budgets buys by the recommended model."""
    ladder, goal = speaker.analysis.ladder, speaker.analysis.goal
    # Of what the rungs are tenths, as the keys of texts end.
    costs = goal == "target" or speaker.plan.budget is None
    base = "half" if goal == "open" else "cost" if costs else "budget"
    has = {"expected": False, "met": False, "net": speaker.plan.values is not None}
    n_models = len(speaker.evidence.single)
    return page.ladder_table(speaker, ladder, base, n_models, has=has, kinds={"net": net_kind(speaker)})


def models_table(speaker: ReviewSpeaker) -> doc.Table:
    """Return the models at this budget, the recommended first, with the comparators."""
    analysis, lead, words_for = speaker.analysis, speaker.lead, speaker.say
    # What a perfect and a random order would find for the same money (the same items, unpriced).
    pair = () if analysis.goal == "target" else analysis.comparators()
    ordered = sorted(
        analysis.contenders, key=lambda model: (model.name != lead, model.name != analysis.single, model.name)
    )
    names: list[doc.Value] = [speaker.named(model.name) for model in ordered]
    if analysis.goal != "open" and ordered[0].name == lead:
        names[0] = words_for("curve.lead", model=lead, recommended=True, band=False)
    names += [words_for(key) for key, _ in zip(("curve.perfect", "curve.random"), pair, strict=False)]
    options: list[Any] = [*(model.option for model in ordered), *pair]
    blank: list[doc.Value] = [None] * len(pair)
    differences = (model.difference for model in ordered)
    gaps = [None if difference is None else doc.interval(difference) or difference.value for difference in differences]
    cells = {
        "model": names,
        "difference": [*gaps, *blank],
        "f1": [*(model.f1 for model in ordered), *blank],
    }
    has = {"net": analysis.goal == "net_value", "interval": analysis.goal != "net_value"}
    strong, caption = [model.name == lead for model in ordered], words_for("table.models", goal=analysis.goal)
    notes = [speaker.words("models_note", bool(pair))]
    alike = set[str]()
    if analysis.goal == "budget":  # what the budget buys of each stands on page 1
        bought = ("items", "judged", "spend")
        alike = {name for name in bought if len({*values_of(getattr(option, name, None) for option in options)}) == 1}
    how: dict[str, Any] = {"strong": strong, "has": has, "kinds": {"net": net_kind(speaker)}, "repeats": alike}
    return speaker.table("ranked.models", caption, options, cells, notes=notes, **how)


def net_kind(speaker: ReviewSpeaker) -> doc.ColumnKind:
    """Return how net values are shown: those of thousands without cents, as no line is multiplied out."""
    return "count" if float(speaker.analysis.whole.spend) >= 1000 else "money"


def leaders_tables(speaker: ReviewSpeaker) -> list[doc.Table]:
    """Return which single model brings most at which budget; where the lead changes often, without narrow stretches."""
    leads = review.visible_leads(speaker.analysis.winners, len(speaker.evidence.single))
    if not leads:
        return []
    kind, end = page.budget_kind(speaker.analysis.reference.unit), speaker.say("and_above")
    names = [speaker.locale.listing([*map(speaker.named, lead.models)]) for lead in leads]
    cells = {"to": [end if lead.high is None else lead.high for lead in leads], "leader": names}
    return [speaker.table("ranked.budgets", doc.UNSEEN, leads, cells, kinds={"from": kind, "to": kind})]


def justified(speaker: ReviewSpeaker) -> list[doc.Section]:
    """Return the text to paste into an application, and the cost build-up behind it; none where no stop is recommended."""
    chosen, say = speaker.chosen, speaker.words
    if chosen is None:
        return []
    model, why, short = speaker.evidence.model(chosen.model), say.parts("why"), list[doc.Text]()
    paid = how_paid(speaker, chosen.hours, {model.name: model.cost}) if speaker.priced else []
    if speaker.priced and chosen.cost_per_entry is not None:
        short = [say("request", True), say("expected", True)]
    lines = speaker.prices.lines(speaker.evidence.bought(model, chosen.items), model.name)
    asked, more = [say("request", False), *paid], (*paid, *why[:2])
    return [justification(speaker, lines, asked, why, short, more)]


def ranked_evidence(evidence: Evidence, model: str) -> dict[str, Any]:
    """Return the sample and the list of a plan by ranked lists; ``model``: whose order is planned."""
    labels, entries, _ = evidence.labels_behind(model)
    sample = record.sample_record(labels, positives=entries, groups=evidence.n_groups)
    fields_of_list = record.picked(evidence, "basis", items="list_items", expected_positives="n_positives")
    return {"sample": sample, "list": fields_of_list}


def review_record(plan: Plan, stop: Alternative, left: float) -> dict[str, Any]:
    """Return the reviewed items in the words of all plans; ``left``: items that nobody decides on."""
    spend = stop.spend if plan.prices.stated else None
    reviewed = record.stop_record(Estimate(float(stop.items)), Estimate(left), spend=spend)
    return reviewed | record.picked(stop, "spend_range", "found", "net")


def decision_record(analysis: Analysis, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data."""
    evidence, counts = analysis.evidence, analysis.type_counts()
    alone = {model.name for model in evidence.single}

    def stop(option: Alternative) -> dict[str, Any]:
        """Return the first items of the list in the words of all plans, and what such a stop alone has."""
        only = ("model", "share", "recall", "cost_per_entry", "hours", "found_worst", "found_best")
        return review_record(evidence.plan, option, analysis.left(option)) | record.picked(option, *only)

    # Where some changes of the lead are told together, how often it changes.
    changes, joined = changes_of_lead(analysis.winners)
    leads: dict[str, Any] = {"changes_of_lead": changes, "intervals_joined": joined} if joined else {}
    leads |= {"unit": analysis.reference.unit, "intervals": []}
    for winner in analysis.winners:
        many = {"joined": winner.stretches} if winner.stretches > 1 else {}
        leads["intervals"].append(record.picked(winner, "low", "high", "models") | many)
    types = evidence.types and {
        "column": evidence.types.column or None,
        **record.picked(evidence.types, labelled_types="n_types", labelled_tokens="n_tokens"),
        "tokens": counts.get("tokens"),
        "judged": counts.get("judged"),
        "of_types_confirmed_before": counts.get("spare"),
    }
    stay = analysis.worths[0][1] if analysis.worths else None
    before = evidence.plan.reviewed and evidence.plan.reviewed.before
    return {
        **record.record_head(evidence.plan, provenance, analysis.labels),
        **ranked_evidence(evidence, analysis.lead.name),
        "singles": [
            record.single_record(contender.name, stop(contender.option), found_more=contender.difference)
            for contender in analysis.contenders
            if contender.name in alone
        ],
        "ladder": [record.rung_record(rung, stop(rung.option)) for rung in analysis.ladder],
        "filter": {
            **record.picked(analysis, "goal", "rule", "within_budget", "by_f1", "by_accuracy", "refusal"),
            "worth_low": stay and stay.low,
            "worth_high": stay and stay.high,
            "chosen": analysis.chosen and stop(analysis.chosen),
            "options": [stop(option) for option in analysis.options],
            "whole_list": stop(analysis.whole),
            **{
                name: stop(option)
                for name in ("without_model", "single_instead")
                if (option := getattr(analysis, name)) is not None
            },
            "cuts": {contender.name: record.picked(contender, "f1", "accuracy") for contender in analysis.contenders},
            "rows": evidence.rows,
            "types": types,
            "winner_by_budget": leads,
            **record.picked(analysis, "next_step", "last_step", stops_by_entry_worth="choices"),
            **record.picked(analysis, answerers="screenings", best_stop_interval="stop_range"),
            **record.picked(analysis, items_for_target_in_95_percent="target_safe", target_certified="certified"),
            **({"so_far": record.so_far_record(evidence.plan, before)} if before else {}),
            **risk_record(analysis.risk),
        },
    }
