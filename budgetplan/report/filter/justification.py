"""Page 2: text to paste into an application, and the cost build-up behind it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from budgetplan.domain.decision import Alternative
from budgetplan.domain.prices import BudgetLine, exact, round_to
from budgetplan.report.cost_words import how_paid, lines_table, ready, short_blocks
from budgetplan.report.filter.figures import single_worth
from budgetplan.report.model import (
    Block,
    Heading,
    Paragraph,
    Paste,
    Section,
    Sentence,
)
from budgetplan.report.phrases import Speaker, interval
from budgetplan.workplan.building import WorkPlan


def justification_page(speaker: Speaker, work: WorkPlan | None = None) -> Section | None:
    """Return the page, or None where there is nothing to ask money for; ``work``: how the plan is carried out."""
    chosen = speaker.analysis.decision.chosen
    if chosen is None:
        return None
    asked = [*_request(speaker, chosen), *_on_top(speaker, work)]
    begins = Paragraph((speaker.say("paste.ready_unpriced"),), "note")
    if speaker.priced:
        asked.insert(0, speaker.say("paste.task", task=speaker.task, spend=chosen.spend))
        begins = ready(speaker, _lines(speaker, chosen))
    blocks: list[Block] = [
        Heading(speaker.say("head.justification")),
        begins,
        Paste((tuple(asked), tuple(_quantity(speaker, chosen)))),
    ]
    if speaker.priced:
        blocks.append(lines_table(speaker, _lines(speaker, chosen)))
    if speaker.priced and chosen.cost_per_entry is not None:
        span = interval(chosen.found)
        said = {"items": chosen.items, "model": chosen.model, "spend": chosen.spend}
        said |= {"found": chosen.found.value, "per": chosen.cost_per_entry.value}
        short = (
            speaker.say("paste.short_plain", **said)
            if span is None
            else speaker.say("paste.short", **said, range=span)
        )
        more = (*_request(speaker, chosen, short=True)[1:], *_quantity(speaker, chosen)[:2])
        blocks += short_blocks(speaker, (short,), more)
    return Section("justification", tuple(blocks))


def _request(speaker: Speaker, chosen: Alternative, *, short: bool = False) -> list[Sentence]:
    prices = speaker.prices
    if not speaker.priced:
        return [speaker.say("paste.request_unpriced", task=speaker.task, items=chosen.items)]
    said = [speaker.say("paste.request", spend=chosen.spend, items=chosen.items)]
    model_cost = speaker.evidence.model(chosen.model).cost
    paid = how_paid(speaker, prices, chosen.hours, {chosen.model: model_cost})
    if short and prices.contingency:
        # How it was computed takes more than the room that is left; that it is there must not be missing.
        kept = next((one.amount for one in _lines(speaker, chosen) if one.key == "contingency"), Decimal(0))
        paid = [one for one in paid if not one.key.startswith("paste.contingency")]
        paid.insert(0, speaker.say("paste.contingency_short", amount=kept))
    return said + paid


def _on_top(speaker: Speaker, work: WorkPlan | None) -> list[Sentence]:
    """Say what random and control items cost beside what is asked for; nothing where none are mixed in."""
    mixed = None if work is None else work.mixed_in
    if mixed is None or mixed.cost is None or mixed.total is None:
        return []
    n = mixed.tail_sample + mixed.control
    return [speaker.say("work.paste", n=n, cost=mixed.cost, total=mixed.total)]


def _quantity(speaker: Speaker, chosen: Alternative) -> list[Sentence]:
    evidence = speaker.evidence
    count = len(evidence.single)
    model, n = chosen.model, evidence.n_sample
    said = [
        _why_so_many(speaker, chosen),
        speaker.say("paste.ranked", model=model, models=count, n=n)
        if count > 1
        else speaker.say("paste.ranked_one", model=model, n=n),
        *_expected(speaker, chosen),
    ]
    worths = set(speaker.plan.values.entry.values()) if speaker.plan.values else set()
    if len(worths) == 1:
        said.append(speaker.say("paste.worth", worth=next(iter(worths))))
    said += _further(speaker)
    if speaker.priced and chosen.items < evidence.whole_items:
        said.append(speaker.say("paste.whole", spend=speaker.analysis.whole.spend))
    return said


def _why_so_many(speaker: Speaker, chosen: Alternative) -> Sentence:
    """Say what set the quantity: the list's end, the target, the budget, or what an entry is worth."""
    plan = speaker.plan
    if chosen.items >= speaker.evidence.whole_items:
        return speaker.say("paste.by_all")
    if plan.target is not None:
        wanted = float(plan.target.amount)
        share = plan.target.unit == "share"
        return speaker.say(
            "paste.by_target", wanted=wanted * speaker.evidence.n_positives if share else wanted
        )
    by_worth = speaker.analysis.decision.goal == "net_value" and not speaker.stopped_by_budget
    if by_worth or plan.budget is None:
        return speaker.say("paste.by_worth")
    return speaker.say("paste.by_budget", budget=speaker.budget(plan.budget))


def _expected(speaker: Speaker, chosen: Alternative) -> list[Sentence]:
    if chosen.recall is None:
        return []
    found = {"found": chosen.found.value, "recall": chosen.recall}
    span = interval(chosen.found)
    if span is None:
        return [speaker.say_of_list("paste.expect_plain", **found)]
    if speaker.priced and chosen.cost_per_entry is not None:
        return [speaker.say_of_list("paste.expect", **found, range=span, per=chosen.cost_per_entry.value)]
    return [speaker.say_of_list("paste.expect_unpriced", **found, range=span)]


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
    # By one printed number against the other: costs that round to the worth itself would read as a contradiction.
    worth, per = (
        single_worth(speaker),
        round_to(exact(step.cost_per_entry.value), speaker.prices.minor_digits),
    )
    if by_worth and step.net is not None and step.net.value < 0 and (worth is None or per > worth):
        key = "paste.further_stop"
    elif step.lumpy:
        said = {"items": step.items, "new": step.new.value, "cost": step.cost, "few": step.soon}
        return [speaker.say("paste.further_soon", **said)]
    return [speaker.say(key, items=step.items, new=step.new.value, per=step.cost_per_entry.value)]


def _lines(speaker: Speaker, chosen: Alternative) -> Sequence[BudgetLine]:
    """Return the budget lines of an option, whose amounts add up to what it costs."""
    evidence = speaker.evidence
    model = evidence.model(chosen.model)
    lines = speaker.prices.lines(evidence.bought(model, chosen.items), model.name, model.cost)
    assert sum((line.amount for line in lines), Decimal(0)) == chosen.spend
    return lines
