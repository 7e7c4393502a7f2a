"""The tables and figures of the report on a joint plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from markupsafe import Markup

from budgetplan.domain.decision import Estimate
from budgetplan.plans.ways import JointAlternative, WholeCounts
from budgetplan.report.joint.facts import JointFacts, answerer_of, moved, told_rows, whole
from budgetplan.report.ladder import leads
from budgetplan.report.model import (
    Bar,
    ColumnKind,
    Figure,
    FilledColumn,
    Stack,
    Table,
    Text,
    Value,
    by_columns,
)
from budgetplan.report.phrases import Nouns, interval, intervals_of, values_of
from budgetplan.report.wording import Wording, escaped

NOTHING = WholeCounts(0, 0, 0, 0, 0, 0, 0, 0)
NO_CAPTION = Markup("")
"""Of a table that is a file alone, and of which nothing is told."""


def _counts(
    speaker: Nouns, facts: JointFacts, options: Sequence[JointAlternative | None], *, left: bool = True
) -> list[FilledColumn | None]:
    """Return what becomes of the items, and what that costs; None: nothing is done; ``left``: with those left."""
    joint, asks = facts.joint, bool(facts.answerers)
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
        ("reviewed", speaker.say("joint.c_reviewed"), "count", [one.reviewed for one in counts]),
        ("left", speaker.say("joint.c_left"), "count", rest) if left else None,
        ("spend", speaker.in_money("joint.c_spend"), "money", spend) if facts.priced else None,
    ]  # fmt: skip


def _kind(facts: JointFacts) -> ColumnKind:
    return "money" if facts.money else "gap"


def _net(speaker: Nouns, facts: JointFacts, nets: Sequence[Estimate]) -> list[FilledColumn]:
    return [
        ("net", speaker.in_money("joint.c_net"), _kind(facts), values_of(nets)),
        ("interval", speaker.say("joint.c_interval"), _kind(facts), intervals_of(nets)),
    ]


def who_table(speaker: Nouns, facts: JointFacts, paid: Mapping[str, Decimal]) -> Table:
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
        rows.append((speaker.say("joint.who_mixed"), None, mixed.items, None, None, mixed.cost))
    who, asked, items, bad, span, cost = zip(*rows, strict=True)
    columns: list[FilledColumn | None] = [
        ("who", speaker.say("asked.c_who"), "sentence", who),
        ("asked", speaker.say("asked.c_asked"), "count", asked) if calls is not None else None,
        ("items", speaker.say("asked.c_items"), "count", items),
        ("wrong", speaker.say("asked.c_wrong"), "count", bad),
        ("interval", speaker.say("joint.c_interval"), "count", span) if any(span) else None,
        ("cost", speaker.in_money("asked.c_cost"), "money", cost) if facts.priced else None,
    ]
    return by_columns("who", speaker.say("asked.t_who"), columns)


def budgets_table(speaker: Nouns, facts: JointFacts, say: Wording) -> Table:
    """Return the plan at each budget, the budget in question marked; rows that say nothing new are for files."""
    joint, shown = facts.joint, len(told_rows(facts.joint))
    columns: list[FilledColumn | None] = [
        ("budget", speaker.say("joint.c_budget"), "sentence", [speaker.budget(one.budget) for one in joint.rows]),
        *_counts(speaker, facts, joint.rows),
        *_net(speaker, facts, [one.net for one in joint.rows]),
    ]  # fmt: skip
    strong = [one.budget == joint.plan.budget and not joint.refusal for one in joint.rows]
    caption = speaker.say("joint.t_budgets", model=facts.model)
    if facts.answerers:
        names = speaker.locale.listing(facts.answerers, choice=True)
        caption = speaker.say("asked.t_budgets", model=facts.model, answerer=names)
    table = by_columns("budgets", caption, columns, strong=strong, notes=say.parts("values"))
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
        y_label=speaker.say("joint.axis_way"),
        bars=tuple(Bar(name, net.value, interval(net), strong=at == 0) for at, (name, _, net) in told),
        value_kind=_kind(facts),
    )


def classes_table(speaker: Nouns, facts: JointFacts, most: int) -> Table:
    """Return what the model answers alone of each true class, those with most wrong answers first."""
    classes = facts.joint.option.by_class
    columns: list[FilledColumn] = [
        ("class", speaker.say("joint.c_class"), "text", [one.name for one in classes]),
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
        ("model", speaker.say("joint.c_model"), "text", [one.name for one in models]),
        ("alone", speaker.say("joint.c_alone"), "count", [one.accepted for one in models]),
        ("wrong", speaker.say("joint.c_wrong"), "count", [one.wrong for one in models]),
        ("reviewed", speaker.say("joint.c_reviewed"), "count", [one.reviewed for one in models]),
        ("spend", speaker.in_money("joint.c_spend"), "money", [one.spend for one in models]) if facts.priced else None,
        ("more", speaker.in_money("joint.c_beside"), _kind(facts), values_of(more)),
        ("interval", speaker.say("joint.c_interval"), _kind(facts), intervals_of(more)),
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
        ("items", speaker.say("joint.axis_items"), "count", [joint.own_list.n_items, joint.total]),
        *_counts(speaker, facts, options),
        ("net", speaker.say("joint.c_net"), _kind(facts), [one.net.value for one in options]),
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


def split_figure(speaker: Nouns, facts: JointFacts, say: Wording) -> Figure:
    """Return who answers what at each budget, the one in question marked."""
    joint, stacks = facts.joint, []
    for option in told_rows(joint):
        counts = whole(joint, option)
        alone, settled = counts.right_and_wrong
        parts = (*alone, *(settled if joint.answerers else ()), counts.reviewed, counts.left)
        stacks.append(Stack(speaker.budget(option.budget), parts, strong=option.budget == joint.plan.budget))
    return Figure(
        key="figure_split",
        kind="split",
        title=say("split_title"),
        alt=say("split_alt"),
        x_label=speaker.say("joint.axis_items"),
        y_label=speaker.say("joint.axis_budget"),
        stacks=tuple(stacks),
        part_labels=tuple(say.parts("parts")),
    )
