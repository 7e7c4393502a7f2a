"""The report on one plan for both workflows: what a model answers alone, what people review, what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from markupsafe import Markup

from budgetplan.domain.decision import FEWEST, Estimate
from budgetplan.domain.plan import MEAN
from budgetplan.domain.prices import BudgetLine, paid_to, total_of
from budgetplan.domain.rounding import shows
from budgetplan.plans.answer import by_answer
from budgetplan.plans.answerers import AnsweredList
from budgetplan.plans.joint import AloneModel, JointPlan, worth_more
from budgetplan.plans.ways import JointAlternative, WholeCounts, whole_counts
from budgetplan.report.answers import MOST_CLASSES, answers_blocks, values_table
from budgetplan.report.costs import how_paid, indirect_said, justification, work_sections
from budgetplan.report.model import (
    Bar,
    Block,
    ColumnKind,
    Document,
    Figure,
    FilledColumn,
    Heading,
    Prose,
    Range,
    Section,
    Stack,
    Table,
    Text,
    Tile,
    Tiles,
    Value,
    by_columns,
    interval,
)
from budgetplan.report.page import Framing, back, framed, head, leads
from budgetplan.report.phrases import Nouns, intervals_of, values_of
from budgetplan.report.record import (
    RECORD_VERSION,
    classified_sample,
    picked,
    plain,
    rung_record,
    single_record,
    stop_record,
)
from budgetplan.report.wording import Wording, escaped
from budgetplan.work.building import ASK_FILE, WorkPlan


@dataclass(frozen=True)
class Heavier:
    """The plan where wrong answers lose ``factor`` times as much: its printed counts, and who is asked."""

    factor: float
    counts: WholeCounts
    answerer: str


class JointFacts:
    """What ``joint.j2`` tells.

    Attributes
    ----------
    joint, option, counts
        The analysis, its plan, and what becomes of the items as it is printed.
    model
        Who answers.
    answerer, asked
        Who is asked, empty where nobody is; and of whom it is known up to which price that pays.
    priced, money
        Whether anything has a price, and whether values are money.
    spend, mixed
        All the money that is needed; None: none. And what is mixed in beside the reviews, included in it.
    spans
        Intervals by name; None where chance moves nothing.
    states
        What an item counts by what becomes of it, before costs.
    many_classes
        Whether a table by class has no room.
    errs
        How often people are taken to err; None: never, or nobody reviews.
    luck, labels_gain
        What is taken off the net value, and what more labels would gain at most; None where that is not told.
    dearer, heavier
        A larger budget that is worth more, and what becomes of the plan if wrong answers lose more.
    enough
        The plan from whose budget on more money changes nothing.
    few
        So many independent labelled items, where that is too few for intervals; None: enough.
    wanted
        So many labels of the list would let it be planned, where these do not; None: they do.
    ask_file
        The file with the items to ask about.
    """

    def __init__(self, joint: JointPlan, work: WorkPlan | None = None) -> None:
        plan, option, test, own = joint.plan, joint.option, joint.test, joint.own_list
        assert plan.deferral is not None
        assert plan.deferral.reviewing is not None
        self.joint, self.option, self.counts = joint, option, whole(joint, option)
        self.model = Nouns(plan).say("name.mean") if joint.name == MEAN else joint.name
        self.priced, self.money = plan.prices.stated, in_money(joint)
        self.answerer = answerer_of(option)
        self.asked = tuple(one for one in joint.answerers if self.priced and one.right is not None)
        self.mixed = None if work is None else work.mixed_in
        self.spend = (option.spend or None) if self.priced else None
        named = {"found": option.found, "net": option.net}
        if joint.single is not None:
            more = joint.single.more
            named["single"] = more if more.value > 0 else more.opposite
        self.spans = {name: moved(one) for name, one in named.items()}
        states, n = joint.bench.payoffs.states, len(joint.bench.payoffs.answer)
        self.states = {
            name: Range(float(each.min()), float(each.max())) for name, each in states.items() if n > 1
        }
        self.many_classes = test.n_classes > MOST_CLASSES
        error = plan.deferral.reviewing.error
        errs = sorted(error.get(name, error.get("*", Decimal(0))) for name in test.names)
        self.errs = Range(float(errs[0]), float(errs[-1])) if option.items and any(errs) else None
        digits = plan.prices.minor_digits
        self.luck = option.luck if shows(option.luck, digits if self.money else 1) else None
        self.labels_gain = None if joint.labels is None else joint.labels.at_most(digits)
        worth = worth_more(joint) if option.budget else ()
        self.dearer = max(worth, key=lambda one: one.net.value, default=None)
        harsher = (Heavier(by, whole(joint, one), answerer_of(one)) for by, one in joint.harsher if by > 1)
        self.heavier = next((one for one in harsher if one.counts.accepted != self.counts.accepted), None)
        rows = told_rows(joint)
        self.enough = rows[-1] if len(rows) < len(joint.rows) else None
        few = plan.resamples and test.n_independent < FEWEST
        self.few = test.n_independent if few else None
        self.wanted = None if own is None or not joint.refusal else own.labels_to_draw(test.n_items)
        self.ask_file = ASK_FILE


def speaker_of(joint: JointPlan) -> Nouns:
    """Return who says a plan: where values are money, in its currency, though nothing has a price."""
    speaker = Nouns(joint.plan)
    speaker.currency = joint.plan.prices.currency if in_money(joint) else ""
    return speaker


def whole(joint: JointPlan, option: JointAlternative) -> WholeCounts:
    """Return the counts of a plan as they are printed."""
    return whole_counts(option, collected=bool(joint.plan.positive))


def answerer_of(option: JointAlternative) -> str:
    """Return who is asked in a plan: empty where nobody is."""
    return option.rule.answerer if option.calls is not None else ""


def in_money(joint: JointPlan) -> bool:
    """Return whether net values are money."""
    assert joint.plan.deferral is not None
    return joint.plan.prices.stated or joint.plan.deferral.worths.unit == "money"


def moved(estimate: Estimate) -> Range | None:
    """Return an interval as a range where chance moves the estimate at all, else None."""
    return interval(estimate) if estimate.moves else None


def told_rows(joint: JointPlan) -> list[JointAlternative]:
    """Return the plans at the budgets up to that from which on more money changes nothing."""
    rows = list(joint.rows)

    def bought(one: JointAlternative) -> tuple[object, ...]:
        return one.spend, one.net.value, whole(joint, one)

    while len(rows) > 1 and rows[-1].budget != joint.plan.budget and bought(rows[-1]) == bought(rows[-2]):
        rows.pop()
    return rows


NOTHING = WholeCounts(0, 0, 0, 0, 0, 0, 0, 0)
FEW_CLASSES = 6
"""So many true classes stand in the table of wrong answers; the file has all."""

NO_CAPTION = Markup("")
"""Of a table that is a file alone, and of which nothing is told."""


def _counts(
    speaker: Nouns, facts: JointFacts, options: Sequence[JointAlternative | None], *, left: bool = True
) -> list[FilledColumn | None]:
    """Return what becomes of the items, and what that costs; None: nothing is done; ``left``: with those left."""
    joint, asks = facts.joint, bool(facts.joint.answerers)
    counts = [NOTHING if one is None else whole(joint, one) for one in options]
    named = {answerer_of(one) for one in options if one is not None} - {""}
    someone = named.pop() if len(named) == 1 else speaker.say("asked.c_someone")
    # Where some classes are collected, nobody counts what people err in others.
    amiss = "asked.c_wrong_but" if joint.plan.positive else "asked.c_wrong_all"
    theirs = speaker.say("asked.c_settled", answerer=someone)
    rest = [joint.total if one is None else each.left for one, each in zip(options, counts, strict=True)]
    spend = [0 if one is None else one.spend for one in options]
    return [
        ("alone", speaker.say("joint.c_alone"), "count", [one.accepted for one in counts]),
        ("settled", theirs, "count", [one.settled for one in counts]) if asks else None,
        ("wrong", speaker.say(amiss if asks else "joint.c_wrong"), "count", [0 if one is NOTHING else one.all_wrong if asks else one.wrong for one in counts]),
        ("reviewed", speaker.say("col.reviewed"), "count", [one.reviewed for one in counts]),
        ("left", speaker.say("joint.c_left"), "count", rest) if left else None,
        ("spend", speaker.in_money("joint.c_spend"), "money", spend) if facts.priced else None,
    ]  # fmt: skip


def _kind(facts: JointFacts) -> ColumnKind:
    return "money" if facts.money else "gap"


def _net(speaker: Nouns, facts: JointFacts, nets: Sequence[Estimate]) -> list[FilledColumn]:
    return [
        ("net", speaker.in_money("col.net"), _kind(facts), values_of(nets)),
        ("interval", speaker.say("col.interval"), _kind(facts), intervals_of(nets)),
    ]


def who_table(speaker: Nouns, facts: JointFacts, say: Wording, paid: Mapping[str, Decimal]) -> Table:
    """Return who answers how many, with how many wrong, at what cost; ``paid``: to whom, of the plan itself."""
    counts, option, zero = facts.counts, facts.option, Decimal(0)
    calls, mixed = option.calls, facts.mixed
    rows: list[tuple[Value, ...]] = [
        (escaped(facts.model), facts.joint.total, counts.accepted, counts.wrong, moved(option.wrong), paid.get("model", zero)),
        (speaker.say("asked.who_people"), counts.reviewed, counts.reviewed, counts.amiss, None, paid.get("people", zero)),
        (speaker.say("asked.who_nobody"), None, counts.left, None, None, None),
    ]  # fmt: skip
    if calls is not None:
        name, wrong = escaped(facts.answerer), moved(option.settled_wrong)
        rows.insert(
            1, (name, calls.items, counts.settled, counts.settled_wrong, wrong, paid.get("calls", zero))
        )
    if paid.get("more"):
        rows.append((speaker.say("asked.who_more"), None, None, None, None, paid["more"]))
    if mixed is not None:
        rows.append((speaker.say("joint.who_mixed"), None, mixed.items, None, None, None))
    who, asked, items, bad, span, cost = zip(*rows, strict=True)
    columns: list[FilledColumn | None] = [
        ("who", speaker.say("asked.c_who"), "sentence", who),
        ("asked", speaker.say("col.asked"), "count", asked) if calls is not None else None,
        ("items", speaker.say("col.items"), "count", items),
        ("wrong", speaker.say("asked.c_wrong"), "count", bad),
        ("interval", speaker.say("col.interval"), "count", span) if any(span) else None,
        ("cost", speaker.in_money("col.cost"), "money", cost) if facts.priced else None,
    ]
    return by_columns("who", speaker.say("asked.t_who"), columns, notes=say.parts("values"))


def budgets_table(speaker: Nouns, facts: JointFacts, say: Wording) -> Table:
    """Return the plan at each budget, the budget in question marked; rows that say nothing new are for files."""
    joint, shown = facts.joint, len(told_rows(facts.joint))
    columns: list[FilledColumn | None] = [
        ("budget", speaker.say("col.budget"), "sentence", [speaker.budget(one.budget) for one in joint.rows]),
        *_counts(speaker, facts, joint.rows),
        *_net(speaker, facts, [one.net for one in joint.rows]),
    ]  # fmt: skip
    strong = [one.budget == joint.plan.budget and not joint.refusal for one in joint.rows]
    caption = speaker.say("joint.t_budgets", model=facts.model)
    if joint.answerers:
        names = speaker.locale.listing([one.name for one in joint.answerers], choice=True)
        caption = speaker.say("asked.t_budgets", model=facts.model, answerer=names)
    # What things are worth stands on page 1: below this table where there is no other.
    notes = [
        *([] if facts.option.starts and not joint.refusal else say.parts("values")),
        *say.parts("enough"),
    ]
    table = by_columns("budgets", caption, columns, strong=strong, notes=notes)
    rows = tuple(replace(row, repeats=place >= shown) for place, row in enumerate(table.rows))
    return replace(table, rows=rows)


def ways(speaker: Nouns, facts: JointFacts) -> list[tuple[Text, JointAlternative | None, Estimate]]:
    """Return what the plan is compared with: its name, its plan (None: nothing is done), its net value."""
    joint = facts.joint
    both = speaker.say("asked.way_joint" if joint.answerers else "joint.way_joint")
    found: list[tuple[Text, JointAlternative | None, Estimate]] = [(both, joint.option, joint.option.net)]
    keys = {"people": "joint.way_people", "machine": "joint.way_model", "answerer": "asked.way_answerer"}
    keys |= {"model, people": "joint.way_then", "answerer, people": "asked.way_then"}
    for kind, one in joint.rivals.items():
        asked = {"answerer": answerer_of(one)} if kind.startswith("answerer") else {}
        found.append((speaker.say(keys[kind], **asked), one, one.net))
    return [*found, (speaker.say("joint.way_nothing"), None, joint.nothing)]


def ways_table(speaker: Nouns, facts: JointFacts) -> Table:
    """Return the plan beside the same with options left out, and beside doing nothing."""
    joint = facts.joint
    names, options, nets = zip(*ways(speaker, facts), strict=True)
    over = [None, *(interval(joint.over_rivals[kind]) for kind in (*joint.rivals, "nothing"))]
    columns: list[FilledColumn | None] = [
        ("way", speaker.say("joint.c_way"), "sentence", names),
        *_counts(speaker, facts, options),
        *_net(speaker, facts, nets),
        ("more", speaker.say("joint.c_more"), _kind(facts), over),
    ]
    caption = speaker.say("asked.t_ways" if joint.answerers else "joint.t_ways")
    return by_columns("ways", caption, columns, strong=[place == 0 for place in range(len(names))])


def ways_figure(speaker: Nouns, facts: JointFacts, say: Wording) -> Figure:
    """Return the net value of the plan beside that of each simpler way."""
    told = enumerate(ways(speaker, facts))
    unit = speaker.say("joint.unit_right")
    if facts.money:
        unit = escaped(speaker.currency) or speaker.say("currency_units")
    return Figure(
        key="figure_ways",
        kind="options",
        title=say("ways_title"),
        alt=say("ways_alt"),
        x_label=speaker.say("joint.axis_net", unit=unit),
        y_label=speaker.say("joint.c_way"),
        bars=tuple(Bar(name, net.value, interval(net), strong=at == 0) for at, (name, _, net) in told),
        value_kind=_kind(facts),
    )


def classes_table(speaker: Nouns, facts: JointFacts, most: int) -> Table:
    """Return what the model answers alone of each true class, those with most wrong answers first."""
    classes = facts.joint.option.by_class
    columns: list[FilledColumn] = [
        ("class", speaker.say("defer.c_truth"), "text", [one.name for one in classes]),
        ("alone", speaker.say("joint.c_alone"), "count", [one.alone for one in classes]),
        ("wrong", speaker.say("joint.c_wrong"), "count", [one.wrong for one in classes]),
    ]
    table = by_columns("classes", speaker.say("joint.t_classes"), columns)
    return replace(
        table, rows=tuple(replace(row, repeats=place >= most) for place, row in enumerate(table.rows))
    )


def models_table(speaker: Nouns, facts: JointFacts) -> Table:
    """Return what each single model's own plan comes to at this budget, the best one first."""
    models = sorted(facts.joint.models, key=lambda one: (one.more.opposite.value, one.name))
    more = [one.more for one in models]
    columns: list[FilledColumn | None] = [
        ("model", speaker.say("col.model"), "text", [one.name for one in models]),
        ("alone", speaker.say("joint.c_alone"), "count", [one.accepted for one in models]),
        ("wrong", speaker.say("joint.c_wrong"), "count", [one.wrong for one in models]),
        ("reviewed", speaker.say("col.reviewed"), "count", [one.reviewed for one in models]),
        ("spend", speaker.in_money("joint.c_spend"), "money", [one.spend for one in models]) if facts.priced else None,
        ("more", speaker.in_money("joint.c_beside"), _kind(facts), values_of(more)),
        ("interval", speaker.say("col.interval"), _kind(facts), intervals_of(more)),
    ]  # fmt: skip
    return by_columns("models", speaker.say("joint.t_models", model=facts.model), columns)


def own_table(speaker: Nouns, facts: JointFacts) -> Table:
    """Return the plan for the project's list by its own predictions, and as the labelled items stand for it."""
    joint = facts.joint
    assert joint.own_list is not None
    assert joint.by_share is not None
    names, options = (
        [speaker.say("joint.row_own"), speaker.say("joint.row_share")],
        (joint.option, joint.by_share),
    )
    columns: list[FilledColumn | None] = [
        ("how", speaker.say("joint.c_how"), "sentence", names),
        ("items", speaker.say("col.items"), "count", [joint.own_list.n_items, joint.total]),
        *_counts(speaker, facts, options),
        ("net", speaker.say("col.net"), _kind(facts), [one.net.value for one in options]),
    ]
    return by_columns("own_list", speaker.say("joint.t_own"), columns)


def files(speaker: Nouns, facts: JointFacts) -> tuple[Table, ...]:
    """Return the tables that no page has: 21 budgets and who leads there, other error weights, one cutoff for all."""
    joint, option, kind = facts.joint, facts.option, _kind(facts)
    if joint.refusal:
        return ()

    def column(name: str, cells: Sequence[Value], kind: ColumnKind = "number") -> FilledColumn:
        return name, escaped(name), kind, cells

    def nets(options: Sequence[JointAlternative]) -> FilledColumn:
        return column("net", [one.net.value for one in options], kind)

    factors, harsher = zip(*joint.harsher, strict=True)
    parts = {"harsher": [column("factor", factors), *_counts(speaker, facts, harsher), nets(harsher)]}
    if joint.ladder:
        options = [one.option for one in joint.ladder]
        parts["ladder"] = [
            column("part", [one.share for one in joint.ladder]),
            column("budget", [speaker.budget(one.budget) for one in joint.ladder], "sentence"),
            *_counts(speaker, facts, options, left=False),
            column("found", [whole(joint, one).found for one in options]),
            column("found_interval", [interval(one.found) for one in options]),
            nets(options),
            *leads(speaker, joint.ladder, max(len(joint.models), 1)),
        ]
    if joint.models and len(joint.grid) > 1:
        ends = [joint.grid[-1].amount if one.high is None else one.high for one in joint.winners]
        parts["winners"] = [
            column("from", [one.low for one in joint.winners]),
            column("to", ends),
            column("leader", [", ".join(one.models) for one in joint.winners], "text"),
        ]
    if len(joint.grid) > 1:
        budgets = [float(one.amount) for one in joint.cells.budgets]
        rows: list[tuple[Value, ...]] = [
            ("value", "", "", budget, share, value)
            for share, row in zip(*(each.tolist() for each in joint.cells.by_share), strict=True)
            for budget, value in zip(budgets, row, strict=True)
        ]
        along = [(float(one.budget.amount), one) for one in joint.along if one.budget is not None]
        rows += [("line", "ridge", "recommended", budget, one.share_alone, None) for budget, one in along]
        here = min(float((option.budget or joint.reference).amount), budgets[-1])
        rows.append(("marker", "", "", here, option.share_alone, None))
        cells = zip(("part", "name", "role", "x", "y", "z"), zip(*rows, strict=True), strict=True)
        parts["figure_surface"] = [column(name, each) for name, each in cells]
    return tuple(by_columns(key, NO_CAPTION, columns) for key, columns in parts.items())


def flow_figure(speaker: Nouns, facts: JointFacts, say: Wording) -> Figure:
    """Return who decides on how many items, right and wrong answers apart."""
    counts = facts.counts
    alone, settled = counts.right_and_wrong
    parts = (*alone, *(settled if facts.answerer else ()), counts.reviewed, counts.left)
    return Figure(
        key="figure_flow",
        kind="flow",
        title=say("flow_title"),
        alt=say("flow_alt"),
        x_label=speaker.say("col.items"),
        y_label=Markup(""),
        stacks=(Stack(say("all_items"), parts),),
        part_labels=tuple(say.parts("parts")),
    )


def build_joint_report(joint: JointPlan, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    speaker, lines = speaker_of(joint), () if joint.refusal else _lines(joint)
    facts = JointFacts(joint, work)
    say = speaker.wording("joint", facts)
    page: list[Block] = head(speaker, say("title"), say.parts("lede"), framing)
    if joint.option.starts and not joint.refusal:
        page += [
            _tiles(speaker, facts, say),
            flow_figure(speaker, facts, say),
            who_table(speaker, facts, say, paid_to(lines)),
        ]
    elif joint.refusal in ("", "few"):
        page.append(budgets_table(speaker, facts, say))
    if not joint.refusal:
        page += [Heading(speaker.say("head.sure")), Prose(say("points"), "points")]
    before = [say("before")] if facts.answerer else []
    sections = [
        Section("decision", tuple(page), one_page=True),
        *work_sections(speaker, work, before),
        *_justified(speaker, facts, say, lines, work),
        *([] if joint.refusal else [_evidence(speaker, facts, say)]),
        back(speaker, "back", say, framing),
    ]
    return framed(speaker, say("title"), sections, framing, money=bool(speaker.currency))


def unmet_words(joint: JointPlan) -> tuple[Text, Sequence[Text]]:
    """Return the title of the report where nothing is recommended, and the sentences that say why and what to do."""
    say = speaker_of(joint).wording("joint", JointFacts(joint))
    return say("title"), say.parts("lede" if joint.refusal else "too_little")


def _tiles(speaker: Nouns, facts: JointFacts, say: Wording) -> Tiles:
    """Return the four numbers of page 1: the money, or where nothing has a price what people review; labels; net value."""
    counts = facts.counts
    first = Tile(speaker.say("joint.c_spend"), facts.spend or 0, "money", say("note_spend"))
    if not facts.priced:
        first = Tile(speaker.say("joint.tile_people"), counts.reviewed, "count", say("note_people"))
    return Tiles((
        first,
        Tile(speaker.say("joint.c_right"), counts.found, "count", say("note_found")),
        Tile(speaker.say("joint.tile_wrong"), counts.all_wrong, "count", say("note_wrong")),
        Tile(speaker.say("col.net"), say("short", facts.option.net.value), "sentence", say("note_net")),
    ))  # fmt: skip


def _lines(joint: JointPlan) -> tuple[BudgetLine, ...]:
    """Return the cost build-up, nothing where nothing is paid."""
    option, purse = joint.option, joint.bench.purse
    if not joint.plan.prices.stated or not option.spend:
        return ()
    if option.items or option.calls is not None:
        bought = purse.bought(option.way.path, option.items, option.calls)
        lines = purse.prices.lines(bought, joint.name, purse.model_cost)
    else:
        lines = purse.prices.model_lines(joint.name, purse.model_cost)
    assert total_of(lines) == option.spend
    return lines


def _justified(
    speaker: Nouns, facts: JointFacts, say: Wording, lines: Sequence[BudgetLine], work: WorkPlan | None
) -> list[Section]:
    """Return what is asked for, how it is paid, and where the quantity comes from; nothing where nothing is."""
    if not lines:
        return []
    joint, prices, why = facts.joint, speaker.prices, say.parts("quantity")
    if facts.counts.reviewed:
        hours = joint.option.hours if prices.timed else None
        paid = how_paid(speaker, hours, {joint.name: joint.bench.purse.model_cost})
    else:
        paid = indirect_said(speaker)
    request = say("request")
    short = (request, say("expected"))
    return [justification(speaker, lines, work, [request, *paid], why, short, (*paid, *why))]


def _evidence(speaker: Nouns, facts: JointFacts, say: Wording) -> Section:
    """Return what budgets and simpler ways come to, which errors the model makes, and what each model alone does."""
    joint = facts.joint
    bench, test = joint.bench, joint.test
    blocks: list[Block] = []
    if joint.option.starts:
        blocks += [Heading(speaker.say("head.ladder")), budgets_table(speaker, facts, say)]
    blocks += [Heading(speaker.say("joint.head_joining")), Prose(say("evidence"))]
    blocks += [ways_figure(speaker, facts, say), ways_table(speaker, facts)]
    blocks += answers_blocks(
        speaker,
        bench.pool.labelled,
        by_answer(test, bench.pool.labelled, bench.said, joint.option.who_decides),
    )
    if facts.counts.accepted and test.n_classes > 1:
        blocks += [Heading(speaker.say("joint.head_classes")), classes_table(speaker, facts, FEW_CLASSES)]
    if joint.models:
        blocks += [Heading(speaker.say("joint.head_models")), models_table(speaker, facts)]
    if joint.own_list is not None:
        blocks += [Heading(speaker.say("joint.head_own")), own_table(speaker, facts)]
        blocks.append(Prose(say("own_list"), "warning" if joint.own_list.unlike else "note"))
    if bench.payoffs.by_pairs and test.n_classes <= MOST_CLASSES:
        names, matrix = (test.classes, test.unknown), joint.worth_matrix
        values = values_table(speaker, matrix, *names, money=facts.money, reviewed=True)
        blocks += [Heading(speaker.say("joint.head_values")), values]
    return Section("joining", tuple(blocks))


def joint_record(joint: JointPlan, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data; counts are items of the list."""
    cells = joint.cells

    def stop(option: JointAlternative) -> dict[str, Any]:
        return _option(option, asked=bool(joint.answerers))

    decided = {
        "chosen": stop(joint.option),
        "left_out": list(joint.left_out),
        "more_than": {kind: plain(gap) for kind, gap in joint.over_rivals.items()},
        "errors_at_most_with_90_percent_confidence": joint.bound,
        "by_share": None if joint.by_share is None else stop(joint.by_share),
    }
    if joint.refusal:
        decided = dict.fromkeys(decided)
    return {
        "version": RECORD_VERSION,
        "provenance": dict(provenance),
        "plan": plain(joint.plan),
        "sample": classified_sample(joint.test, joint.validation),
        "list": {"basis": joint.basis, "items": joint.total, "expected_positives": None},
        "singles": [_single(model) for model in joint.models],
        "ladder": [rung_record(rung, stop(rung.option)) for rung in joint.ladder],
        "labels": plain(joint.labels),
        "joint": {
            **decided,
            "refusal": joint.refusal,
            "by": "share" if joint.own_list is None else "score",
            "own_list": None
            if joint.own_list is None
            else plain(joint.own_list) | {"alike": not joint.own_list.unlike},
            "budgets": [stop(option) for option in joint.rows],
            "either_alone": {kind: stop(option) for kind, option in joint.rivals.items()},
            "nothing": plain(joint.nothing),
            "answerers": plain(joint.answerers),
            "answered_list": _answered_list(joint.answered_list),
            "winner_by_budget": {
                "unit": joint.reference.unit,
                "read_at": [plain(budget.amount) for budget in joint.grid],
                "intervals": plain(joint.winners),
            },
            "wrong_answers_times": [{"factor": factor, **stop(option)} for factor, option in joint.harsher],
            "surface": {
                "best": plain(cells.best),
                "budgets": [plain(budget.amount) for budget in cells.budgets],
                "cutoffs": [plain(cutoff) for cutoff in cells.cutoffs.tolist()],
                "share_answered_alone": cells.shares.tolist(),
                "value": cells.outcome.value.tolist(),
                "net": cells.outcome.net.tolist(),
                "reviewed": cells.outcome.reviewed.tolist(),
                "wrong": cells.outcome.accepted_wrong[:, 0].tolist(),
            },
        },
    }


def _single(model: AloneModel) -> dict[str, Any]:
    stop = stop_record(
        Estimate(model.reviewed),
        Estimate(model.left),
        spend=model.spend,
        answered_alone=Estimate(model.accepted),
        wrong=Estimate(model.wrong),
    )
    return single_record(model.name, stop, net_more=model.more)


def _answered_list(known: AnsweredList | None) -> dict[str, Any] | None:
    """Return how many items of the list are whose; None where nobody may be asked, or the list has no predictions."""
    if known is None:
        return None
    # What is left to people is known once the answers are there.
    open_still = known.waits
    return {
        "answerer": known.answerer,
        "unasked": len(known.unasked),
        "answered_alone": known.counts[0],
        "settled": known.counts[1],
        "to_people": None if open_still else len(known.way.queue.order),
        "reviewed": None if open_still else known.review,
    }


def _option(option: JointAlternative, *, asked: bool) -> dict[str, Any]:
    """Return what a plan within a budget comes to; ``asked``: somebody may be asked for a price."""
    calls = option.calls
    stop = stop_record(
        Estimate(float(option.items)),
        option.left,
        spend=option.spend,
        spend_range=option.spend_range,
        found=option.found,
        net=option.net,
        answered_alone=option.accepted,
        wrong=option.wrong if option.accepted.value else None,
        settled=option.settled if asked else None,
        settled_wrong=option.settled_wrong if asked else None,
    )
    return stop | {
        "budget": plain(option.budget),
        "asked": {
            "rule": plain(option.rule),
            "items": plain(option.asked),
            "cost": plain(Decimal(0) if calls is None else calls.amount),
        },
        **picked(option, "luck", "shown"),
    }
