"""Fills in what is printed on a terminal: a template of plain text, one line a sentence; such as a plan as it was understood, so that whoever checks it sees a slip."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Any

import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from budgetplan.arrays import BoolArray, joined
from budgetplan.dataset.predicted import Classified
from budgetplan.dataset.rows import TableRead
from budgetplan.dataset.scored import ScoredTable
from budgetplan.domain.items import WITHOUT, Answerer, Answers
from budgetplan.domain.messages import NamedOption, as_flag, listing, template_dir
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import MICRO
from budgetplan.errors import counted


@cache
def text_templates() -> Environment:
    """Return what plain texts and plan files are filled in with; an escape of HTML would be read there as it stands."""
    loader = FileSystemLoader(template_dir() / "printed")
    made = Environment(loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)  # noqa: S701
    made.filters |= {"number": "{:,}".format, "listing": listing, "counted": counted}
    made.globals["ask"] = lambda key, value: as_flag(NamedOption(key, value))
    return made


def printed(template: str, **facts: Any) -> tuple[str, ...]:
    """Return the lines of a template of the folder ``printed`` for these facts."""
    return tuple(text_templates().get_template(template).render(facts).rstrip("\n").split("\n"))


def understood(plan: Plan) -> tuple[str, ...]:
    """Return the models, the price of an item where all cost the same, what an entry is worth, and what is wanted.

    Examples
    --------
    >>> from budgetplan.domain.plan import Budget, Columns, ModelSpec, Values
    >>> from budgetplan.domain.prices import Prices
    >>> models = ModelSpec("a", "a"), ModelSpec("b", "b")
    >>> prices = Prices(stated=True, currency="EUR", per_item=Decimal("0.8"))
    >>> plan = Plan("t.csv", Columns("gold"), ("x",), models, prices, Values({"x": Decimal("4.5")}), Budget(Decimal(1000)))
    >>> for line in understood(plan):
    ...     print(line)
    Models: a, b and a mixture of them.
    Worth: x EUR 4.50.
    Wanted: the greatest net value within EUR 1,000.00.
    """

    def money(amount: Decimal) -> str:
        return f"{plan.prices.currency} {amount:,.{plan.prices.minor_digits}f}".strip()

    values = plan.values.entry if plan.values is not None else {}
    worths = [f"{name} {money(amount)}" for name, amount in values.items()]
    return printed("understood.j2", plan=plan, worths=worths, money=money)


def told_of_answerers(plan: Plan, data: TableRead) -> tuple[str, ...]:
    """Return one sentence for each answerer: whom it was asked about, how often it is right, what it costs.

    ``data``: what was read of a plan of any workflow.
    """
    if not plan.answerers:
        return ()
    answered: list[tuple[Answers, BoolArray]]
    if isinstance(data, ScoredTable):
        items, labelled = data.items, data.items.labelled
        codes = [items.classes.index(name) for name in plan.positive if name in items.classes]
        wanted = np.isin(items.label[labelled], codes)
        answered = [(each.take(labelled), wanted == (each.answer[labelled] == 1)) for each in items.answers]
    else:
        assert isinstance(data, Classified)
        sets = [part for part in (data.validation, data.test) if part is not None]
        truth = np.concatenate([part.truth for part in sets])
        by_answerer = zip(*(part.answers for part in sets), strict=True)
        every = [joined(parts, WITHOUT, np.arange(len(truth))) for parts in by_answerer]
        answered = [(answers, answers.answer == truth) for answers in every]
    facts = [_facts(answerer, *each) for answerer, each in zip(plan.answerers, answered, strict=True)]
    return printed("answerers.j2", plan=plan, every=facts)


def _facts(answerer: Answerer, answers: Answers, right: BoolArray) -> tuple[Any, ...]:
    """Return an answerer, about how many items it was asked, how many it answered, how many rightly, how sure, at what cost."""
    answered, sure, levels = answers.answer >= 0, None, list[tuple[str, int]]()
    if answers.confidence is not None:
        sure = answers.confidence[~np.isnan(answers.confidence)]
    if sure is not None and answerer.levels:
        counts = np.bincount(sure.astype(np.int64), minlength=len(answerer.levels)).tolist()
        levels = list(zip(answerer.levels, counts, strict=True))
    n, n_right = (int(rows.sum()) for rows in (answered, answered & right))
    mean = Decimal(repr(round(float(answers.cost.mean()) / MICRO, 6)))
    return answerer, len(answered), n, n_right, sure, levels, answers.cost, mean
