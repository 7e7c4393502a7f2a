"""From settings to what people do for the items that a model leaves to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from budgetplan.domain.options import BY_KEY
from budgetplan.domain.plan import Deferral
from budgetplan.domain.prices import Prices
from budgetplan.domain.utilities import Reviewing
from budgetplan.settings import amounts
from budgetplan.settings.amounts import RefusedError
from budgetplan.settings.sources import Setting, Settings

KEYS = ("values.reviewed", "values.review_error", "values.review_wrong", "goal.order")
"""What is said of reviewing alone."""
EVERY = "*"


def is_joint(settings: Settings) -> bool:
    """Return whether deferring and reviewing are planned together: said, or seen from a budget."""
    said = settings.by_key.get("table.workflow")
    if said is not None and said.value in BY_KEY["table.workflow"].choices[1:]:
        return bool(said.value == "joint")
    return "goal.budget" in settings.by_key


def read_reviewing(settings: Settings, positive: tuple[str, ...]) -> Reviewing | None:
    """Return what the plan says of reviewing, None where it is not planned; what is wrong is noted."""
    if "goal.target" in settings.by_key:
        settings.refuse(
            settings.by_key["goal.target"].where,
            "a target cannot be planned for where a model answers part of the items",
            "leave it out, and give a budget (--budget)",
        )
    if not is_joint(settings):
        settings.refuse_said(
            KEYS,
            "nothing is reviewed in this plan",
            'give a budget (--budget), or say table.workflow = "joint"',
        )
        settings.refuse_said(
            ["goal.budget"],
            "a budget says nothing where reviewing is not planned",
            'leave out table.workflow, or say table.workflow = "joint"',
        )
        return None
    written = settings.by_key.get("goal.order")
    order: Any = BY_KEY["goal.order"].default if written is None else written.value
    if written is not None and order not in BY_KEY["goal.order"].choices:
        choices = ", ".join(BY_KEY["goal.order"].choices)
        settings.refuse(written.where, "this is not one of the choices", f"write one of {choices}", order)
        order = BY_KEY["goal.order"].default
    if written is not None and order == "score" and not positive:
        settings.refuse(
            written.where,
            "the order by score needs to know what is collected",
            "name the label: --positive CLASS",
            order,
        )

    def any_money(value: Any) -> Decimal:
        return amounts.money(value, settings.currency, negative=True)

    return Reviewing(
        worth=_by_class(settings, "values.reviewed", any_money),
        error=_by_class(settings, "values.review_error", amounts.share),
        wrong=_by_class(settings, "values.review_wrong", any_money),
        order=order,
    )


def priced(deferral: Deferral, prices: Prices) -> tuple[Deferral, Prices]:
    """Return the same with the price of a review among the prices, where the plan has no other."""
    if deferral.reviewing is None or deferral.review_cost is None or prices.stated:
        return deferral, prices
    return (
        replace(deferral, review_cost=None),
        replace(prices, per_item=deferral.review_cost, stated=True),
    )


def _by_class(settings: Settings, key: str, convert: Callable[[Any], Decimal]) -> dict[str, Decimal]:
    """Return amounts by class; a plain amount holds for every class."""
    setting = settings.by_key.get(key)
    if setting is None:
        return {}
    if not isinstance(setting.value, dict):
        taken = _take(settings, setting, convert)
        return {} if taken is None else {EVERY: taken}
    found = {}
    for name, value in setting.value.items():
        where = setting.where if setting.where.endswith(f".{name}") else f"{setting.where}.{name}"
        amount = _take(settings, Setting(value, where), convert)
        if amount is not None:
            found[name] = amount
    return found


def _take(settings: Settings, setting: Setting, convert: Callable[[Any], Decimal]) -> Decimal | None:
    try:
        return convert(setting.value)
    except RefusedError as error:
        settings.refuse(setting.where, error.wrong, error.todo, setting.value)
        return None
