"""Who answers items for a price, as a plan file says it, and what contradicts it elsewhere in the plan."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal

from budgetplan.domain.answerers import Answerer
from budgetplan.domain.options import BY_KEY, advise
from budgetplan.domain.plan import MEAN, MIXTURE, PERFECT, RANDOM, Plan
from budgetplan.settings import amounts
from budgetplan.settings.kinds import Reader, is_date
from budgetplan.settings.sources import Setting, Settings

_RESERVED = frozenset({PERFECT, RANDOM, MIXTURE, MEAN})
_NUMBER = re.compile(r"[+-]?[\d.,' ]*\d[\d.,' ]*([eE][+-]?\d+)?", re.ASCII)
_TOKENS = (("tokens_in", "price_in"), ("tokens_out", "price_out"))


def read_answerers(reader: Reader) -> tuple[Answerer, ...]:
    """Return who answers for a price, in the order of the plan; what is refused is noted, and as if never said."""
    return tuple(_answerer(reader, said) for said in reader.settings.answerers)


def _answerer(reader: Reader, said: Mapping[str, Setting]) -> Answerer:
    plain = ("name", "column", "confidence", "levels", "price", "price_in", "price_out", "calls")
    keys = (*plain, "priced_on", "accept", "empty", "no_answer")
    read = {key: reader.convert(BY_KEY[f"answerers.{key}"], said.get(key)) for key in keys}
    tokens = {key: _tokens(reader, said.get(key)) for key, _ in _TOKENS}
    day = read["priced_on"]
    if day and not is_date(day):
        where = said["priced_on"].where
        reader.settings.refuse(where, "this is not a date", "write it as 2026-12-07", day)
    return Answerer(**read | tokens | {"column": read["column"] or read["name"]})


def _tokens(reader: Reader, setting: Setting | None) -> str | Decimal:
    """Return a column, or a mean where what is written is a number; an empty text where nothing is."""
    written = reader.convert(BY_KEY["answerers.tokens_in"], setting)
    if setting is None or not _NUMBER.fullmatch(written):
        return str(written)
    return reader.take(setting, amounts.amount, Decimal(0))


def check_answerers(plan: Plan, settings: Settings) -> None:
    """Note every contradiction about who answers for a price in the settings' problems."""
    for answerer, said in zip(plan.answerers, settings.answerers, strict=True):
        _check_sureness(answerer, said, settings)
        _check_tokens(answerer, said, settings)
        _check_accept(plan, answerer, said, settings)
        if plan.columns.label and plan.columns.label in {answerer.column, answerer.confidence}:
            settings.refuse(
                said["name"].where,
                f"the answerer {answerer.name} reads the column with the labels",
                "name the columns with its answers and confidences",
                plan.columns.label,
            )
    _check_names(plan, settings)
    _check_priced(plan, settings)


def _check_names(plan: Plan, settings: Settings) -> None:
    classifiers = plan.deferral.models if plan.deferral else ()
    models = {*(model.name for model in plan.models), *(one.name for one in classifiers)}
    counts = Counter(answerer.name for answerer in plan.answerers)
    for name, n_times in counts.items():
        if n_times > 1:
            todo = "give each answerer a name of its own"
            settings.refuse(settings.source, "two answerers have the same name", todo, name)
    for answerer, said in zip(plan.answerers, settings.answerers, strict=True):
        where, todo = said["name"].where, "give the answerer another name"
        if answerer.name in models:
            settings.refuse(where, "a model has this name", todo, answerer.name)
        elif answerer.name.casefold() in _RESERVED:
            settings.refuse(where, "something else in the report has this name", todo, answerer.name)


def _check_sureness(answerer: Answerer, said: Mapping[str, Setting], settings: Settings) -> None:
    if answerer.levels and not answerer.confidence:
        settings.refuse(
            said["levels"].where,
            "the column that says how sure it is, is not known",
            'name it: confidence = "COLUMN"',
            ", ".join(answerer.levels),
        )
    levels = said["levels"].value if answerer.levels else ()
    for level in (
        each for each in answerer.levels if not isinstance(levels, str) and [*levels].count(each) > 1
    ):
        settings.refuse(said["levels"].where, "this level stands there twice", "name each level once", level)
    if len(answerer.levels) == 1:
        todo = 'name all of them, the least sure first: levels = ["low", "high"]'
        settings.refuse(said["levels"].where, "one word tells nothing apart", todo, answerer.levels[0])


def _check_tokens(answerer: Answerer, said: Mapping[str, Setting], settings: Settings) -> None:
    for tokens, price in _TOKENS:
        n_tokens, per_million = getattr(answerer, tokens), getattr(answerer, price)
        # What was refused is as if never said, and told already.
        if n_tokens and price not in said:
            todo = f"give what a million of them cost: {price} = 0.60"
            settings.refuse(said[tokens].where, "these tokens have no price", todo, n_tokens)
        if per_million and tokens not in said:
            todo = f"give their mean or their column: {tokens} = 600"
            settings.refuse(said[price].where, "how many tokens a call has is not known", todo, per_million)


def _check_accept(plan: Plan, answerer: Answerer, said: Mapping[str, Setting], settings: Settings) -> None:
    if answerer.accept == "confident" and not answerer.confidence:
        todo = 'name the column with how sure it is (confidence = "COLUMN"), or accept otherwise'
        settings.refuse(said["accept"].where, "it does not say how sure it is", todo, answerer.accept)
    if answerer.accept == "agree" and plan.deferral is None:
        wrong, todo = "no model answers by itself in this plan", "write all, confident or none"
        settings.refuse(said["accept"].where, wrong, todo, answerer.accept)


def _check_priced(plan: Plan, settings: Settings) -> None:
    """Note prices where nothing else in the plan is counted in money."""
    deferral = plan.deferral
    in_money = plan.prices.stated or bool(plan.prices.hourly_rate or plan.prices.adjudication)
    if deferral is not None:
        worths = deferral.worths
        in_money |= deferral.review_cost is not None or worths.unit == "money"
        in_money |= worths.worth_of_right_answer is not None
    if in_money:
        return
    for said in settings.answerers:
        for key in ("price", "price_in", "price_out"):
            if key in said:
                wrong = "there is a price for an answer, but none for reviewing an item"
                todo = advise("give one, such as {cost.per_item=0.04}, or leave this out")
                settings.refuse(said[key].where, wrong, todo, said[key].value)
                break
