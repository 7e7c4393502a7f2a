"""What every report says alike of those who answer for a price."""

from __future__ import annotations

from decimal import ROUND_DOWN, Context, Decimal

from budgetplan.domain.answerers import AmongPeople, AnswerRule
from budgetplan.planning.asking.dropping import KnownAnswerer
from budgetplan.report.model import Sentence
from budgetplan.report.phrases import Nouns


def beside_people(speaker: Nouns, name: str, known: AmongPeople | None) -> list[Sentence]:
    """Say how an answerer agrees with people beside how these agree; nothing where no item was judged by several."""
    if known is None:
        return []
    said = {"people": rounded_percent(known.people), "own": rounded_percent(known.answerer)}
    return [speaker.say("asked.people", items=known.items, answerer=name, **said)]


def agreement(speaker: Nouns, one: KnownAnswerer, model: str) -> list[Sentence]:
    """Say how often an answerer is right and agrees with the model, and beside people; nothing where that is unknown."""
    if one.right is None or one.agrees is None:
        return []
    said = {"right": rounded_percent(one.right), "agrees": rounded_percent(one.agrees)}
    told = speaker.say(
        "asked.agrees", n=one.items, answered=one.answered, answerer=one.name, model=model, **said
    )
    return [told, *beside_people(speaker, one.name, one.among_people)]


def rule_words(speaker: Nouns, rule: AnswerRule) -> Sentence:
    """Say which answers of an answerer stand."""
    accept = speaker.plan.answerer(rule.answerer).accept
    key = f"asked.rule_{'simple' if rule.all_stand and accept == 'auto' else accept}"
    return speaker.say(key if rule.all_stand or accept == "auto" else f"{key}_worth", answerer=rule.answerer)


def rounded_percent(share: float) -> Decimal:
    """Return a share in whole hundredths; what is neither nothing nor all is not rounded to it.

    >>> rounded_percent(0.1774), rounded_percent(0.998), rounded_percent(0.001), rounded_percent(1.0)
    (Decimal('0.18'), Decimal('0.99'), Decimal('0.01'), Decimal('1.00'))
    """
    rounded = round(Decimal(repr(share)), 2)
    return min(max(rounded, Decimal("0.01")), Decimal("0.99")) if 0 < share < 1 else rounded


def two_digits(amount: float) -> Decimal:
    """Return an amount cut to two digits that count, so that it is never too much.

    >>> two_digits(0.012547), two_digits(1234.5)
    (Decimal('0.012'), Decimal('1200'))
    """
    cut = Context(prec=2, rounding=ROUND_DOWN).create_decimal(repr(amount))
    return Decimal(int(cut)) if int(cut) == cut else cut
