"""Page 2: text to paste into an application, and the cost build-up behind it."""

from __future__ import annotations

from decimal import Decimal

from budgetplan.documents.figures import options_figure
from budgetplan.documents.model import (
    Block,
    Column,
    Heading,
    Paragraph,
    Paste,
    Row,
    Section,
    Sentence,
    Table,
    Value,
)
from budgetplan.documents.speaker import Speaker, capital, interval
from budgetplan.domain.decision import Option
from budgetplan.domain.prices import BudgetLine


def justification_page(speaker: Speaker, table: int, figure: int) -> Section | None:
    """Return the page, or None where there is nothing to ask money for."""
    chosen = speaker.analysis.decision.chosen
    if chosen is None:
        return None
    ready = speaker.say("paste.ready", table=table) if speaker.priced else speaker.say("paste.ready_unpriced")
    blocks: list[Block] = [
        Heading(speaker.say("head.justification")),
        Paragraph((ready,), "note"),
        Paste((tuple(_request(speaker, chosen)), tuple(_quantity(speaker, chosen)))),
    ]
    if speaker.priced:
        blocks.append(cost_table(speaker, chosen, table))
    blocks.append(options_figure(speaker, figure))
    if speaker.priced and chosen.cost_per_entry is not None:
        short = speaker.say(
            "paste.short",
            items=chosen.items, model=chosen.model, spend=chosen.spend,
            found=chosen.found.value, per=chosen.cost_per_entry.value,
        )  # fmt: skip
        blocks += [Paragraph((speaker.say("paste.short_head"),), "note"), Paste(((short,),))]
    return Section("justification", tuple(blocks))


def _request(speaker: Speaker, chosen: Option) -> list[Sentence]:
    prices, plan = speaker.prices, speaker.plan
    task = plan.project or plan.title or capital(plan.words.items)
    if not speaker.priced:
        return [speaker.say("paste.request_unpriced", task=task, items=chosen.items)]
    said = [speaker.say("paste.request", task=task, spend=chosen.spend, items=chosen.items)]
    if prices.listed:
        said.append(speaker.say("paste.listed"))
    else:
        said += _work(speaker, chosen)
    if prices.extra_per_entry:
        said.append(speaker.say("paste.extra", price=prices.extra_per_entry))
    model_cost = speaker.evidence.model(chosen.model).cost
    fixed = [(name, amount) for name, amount in prices.fixed.items() if amount]
    if model_cost:
        fixed.append((chosen.model, model_cost))
    if fixed:
        costs = [speaker.say("other.cost", model=name, spend=amount) for name, amount in fixed]
        said.append(speaker.say("paste.fixed", costs=_chain(costs)))
    if prices.contingency:
        said.append(speaker.say("paste.contingency", share=prices.contingency))
    else:
        said.append(speaker.say("paste.no_contingency"))
    if prices.indirect:
        said.append(speaker.say("paste.indirect", share=prices.indirect))
    return said


def _chain(pieces: list[Sentence]) -> Sentence:
    if len(pieces) == 1:
        return pieces[0]
    return Sentence("joined", {"first": pieces[0], "rest": _chain(pieces[1:])})


def _work(speaker: Speaker, chosen: Option) -> list[Sentence]:
    prices = speaker.prices
    if prices.annotators == 1:
        said = [speaker.say("paste.once")]
    elif prices.annotators == int(prices.annotators):
        said = [speaker.say("paste.annotators_whole", annotators=str(int(prices.annotators)))]
    else:
        said = [speaker.say("paste.annotators", annotators=prices.annotators)]
    if prices.hourly_rate and prices.timed and chosen.hours is not None:
        per_unit = speaker.say("paste.no_unit")
        if prices.seconds_per_unit:
            per_unit = speaker.say("paste.per_unit", seconds=prices.seconds_per_unit, unit=prices.unit)
        said.append(
            speaker.say(
                "paste.time",
                seconds=prices.seconds_per_item, per_unit=per_unit, rate=prices.hourly_rate, hours=chosen.hours,
            )
        )  # fmt: skip
    if prices.per_item:
        said.append(speaker.say("paste.price", price=prices.per_item))
    if prices.per_unit:
        said.append(speaker.say("paste.price_unit", unit=prices.unit, price=prices.per_unit))
    if prices.adjudication and prices.adjudicated_share:
        said.append(
            speaker.say("paste.adjudication", share=prices.adjudicated_share, price=prices.adjudication)
        )
    return said


def _quantity(speaker: Speaker, chosen: Option) -> list[Sentence]:
    evidence = speaker.evidence
    count = len(evidence.models)
    model, n = chosen.model, evidence.n_sample
    said = [
        speaker.say("paste.tradeoff", model=model, models=count, n=n)
        if count > 1
        else speaker.say("paste.tradeoff_one", model=model, n=n),
        *_expected(speaker, chosen),
    ]
    worths = set(speaker.plan.values.entry.values()) if speaker.plan.values else set()
    if len(worths) == 1:
        said.append(speaker.say("paste.worth", worth=next(iter(worths))))
    said += _further(speaker)
    if speaker.priced and chosen.items < evidence.whole_items:
        said.append(speaker.say("paste.whole", spend=speaker.analysis.whole.spend))
    return said


def _expected(speaker: Speaker, chosen: Option) -> list[Sentence]:
    if chosen.recall is None:
        return []
    found = {"found": chosen.found.value, "recall": chosen.recall}
    span = interval(chosen.found)
    if span is None:
        return [speaker.say("paste.expect_plain", **found)]
    if speaker.priced and chosen.cost_per_entry is not None:
        return [speaker.say("paste.expect", **found, range=span, per=chosen.cost_per_entry.value)]
    return [speaker.say("paste.expect_unpriced", **found, range=span)]


def _further(speaker: Speaker) -> list[Sentence]:
    step, decision = speaker.analysis.next_step, speaker.analysis.decision
    if step is None or not speaker.priced:
        return []
    # "We therefore stop" only where the worth of an entry, and not the money or the target, ends the review.
    by_worth = decision.goal == "net_value" and not speaker.stopped_by_budget
    if step.cost_per_entry is None:
        return [
            speaker.say("paste.further_none_stop" if by_worth else "paste.further_none", items=step.items)
        ]
    key = "paste.further"
    if by_worth and step.net is not None and step.net.value < 0:
        key = "paste.further_stop"
    return [speaker.say(key, items=step.items, new=step.new.value, per=step.cost_per_entry.value)]


def cost_table(speaker: Speaker, chosen: Option, number: int) -> Table:
    """Return the budget lines; quantity times unit price is the amount, and the amounts add up."""
    evidence = speaker.evidence
    model = evidence.model(chosen.model)
    lines = speaker.prices.lines(evidence.bought(model, chosen.items), model.name, model.cost)
    columns = (
        Column("work", speaker.say("col.work"), "sentence"),
        Column("quantity", speaker.say("col.quantity"), "quantity"),
        Column("unit", speaker.say("col.unit"), "text"),
        Column("price", speaker.say("col.price"), "money_full"),
        Column("amount", speaker.say("col.amount"), "money"),
    )
    rows = [Row(_line_cells(speaker, line)) for line in lines]
    total = sum((line.amount for line in lines), Decimal(0))
    assert total == chosen.spend
    rows.append(Row((speaker.say("row.total"), None, None, None, total), total=True))
    return Table("costs", number, speaker.say("table.costs"), columns, tuple(rows))


def _line_cells(speaker: Speaker, line: BudgetLine) -> tuple[Value, ...]:
    args = {"name": line.label} if line.key in ("fixed", "model") else {}
    if line.key == "units":
        args = {"unit": line.label}
    unit = {"judgements": "unit.judgements", "hours": "unit.hours", "adjudications": "unit.adjudications"}
    shown: Value = speaker.say(unit[line.unit]) if line.unit in unit else line.unit
    if line.unit == "entries":
        shown = speaker.plan.words.entries
    return speaker.say(f"line.{line.key}", **args), line.quantity, shown, line.price, line.amount
