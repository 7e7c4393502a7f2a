"""What is known of inputs as ranges, in words: for the page on risk, the justification and the cost table."""

from __future__ import annotations

from decimal import Context, Decimal

from budgetplan.domain.plan import Plan
from budgetplan.domain.risk.ranges import DRAWS, LABELS, LEVEL, SHARES, TIMES, WORTH, Swing
from budgetplan.report.model import Range, Sentence, Value
from budgetplan.report.phrases import Nouns, joined

_DIGITS = Context(prec=3)
"""A value at which a plan changes is read off resamples: three digits are more than it is known to."""


def draws_of(plan: Plan) -> int:
    """Return how many draws there are."""
    return plan.resamples or DRAWS


def ranges_said(speaker: Nouns) -> Sentence | None:
    """Return which inputs vary between which ends, in a row; None where none does."""
    spans = speaker.plan.ranges.spans
    said = [
        _with_unit(speaker, f"input.{key}", range=Range(float(span.low), float(span.high)))
        for key, span in spans.items()
        if key != WORTH
    ]
    return joined(said) if said else None


def contingency_said(speaker: Nouns, rate: Decimal) -> Sentence:
    """Return how much the computed contingency is, and how it was computed."""
    plan, ranges = speaker.plan, ranges_said(speaker)
    said = {"share": rate, "level": LEVEL, "draws": draws_of(plan), "seed": str(plan.seed)}
    if ranges is None:
        return speaker.say("paste.contingency_labels", **said)
    key = "paste.contingency_computed" if plan.resamples else "paste.contingency_alone"
    return speaker.say(key, **said, ranges=ranges)


def line_said(speaker: Nouns) -> Sentence:
    """Return the name of the computed contingency among the costs."""
    return speaker.say("line.contingency_computed", level=LEVEL, draws=draws_of(speaker.plan))


def name_of_input(speaker: Nouns, key: str) -> Sentence:
    """Return the name of an input."""
    return _with_unit(speaker, f"name.{key}")


def planned_of(speaker: Nouns, swing: Swing) -> Value:
    """Return an input as planned; nothing for labels."""
    return None if swing.planned is None else _amount(speaker, swing.key, swing.planned)


def ends_of(speaker: Nouns, swing: Swing) -> Value:
    """Return between what an input lies; nothing for labels."""
    if swing.low is None or swing.high is None:
        return None
    span = Range(float(swing.low), float(swing.high))
    return speaker.say(f"ends.{_kind(swing.key)}", range=span)


def switch_of(speaker: Nouns, swing: Swing) -> Sentence | None:
    """Return from which values of an input on another plan is recommended; None for labels."""
    if swing.key == LABELS:
        return None
    if not swing.tested:
        return speaker.say("switch.untested")
    low = None if swing.below is None else _amount(speaker, swing.key, _short(swing.below))
    high = None if swing.above is None else _amount(speaker, swing.key, _short(swing.above))
    if low is not None and high is not None:
        return speaker.say("switch.both", low=low, high=high)
    if low is not None:
        return speaker.say("switch.below", low=low)
    return speaker.say("switch.none") if high is None else speaker.say("switch.above", high=high)


def _amount(speaker: Nouns, key: str, value: Decimal) -> Sentence:
    return speaker.say(f"value.{_kind(key)}", value=value)


def _kind(key: str) -> str:
    return "time" if key in TIMES else "share" if key in SHARES else "money"


def _short(value: float) -> Decimal:
    return _DIGITS.create_decimal(repr(value))


def _with_unit(speaker: Nouns, key: str, **said: Range) -> Sentence:
    sized = key.endswith(("_per_unit", ".per_unit"))
    return speaker.say(key, **said, unit=speaker.plan.prices.unit) if sized else speaker.say(key, **said)
