"""The words of a plan: the user's nouns, and the small phrases that pages share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType, SimpleNamespace
from typing import Any

from markupsafe import Markup

from budgetplan.domain.decision import Estimate
from budgetplan.domain.items import LabelCount
from budgetplan.domain.plan import MIXTURE, Budget, Plan, Words
from budgetplan.domain.prices import hours_left
from budgetplan.lists.evidence import Evidence
from budgetplan.report.display import Style, show
from budgetplan.report.locale import Locale, locale_of, tables
from budgetplan.report.model import UNSEEN, ColumnKind, FilledColumn, Range, Table, Text, Value, by_columns, interval
from budgetplan.report.wording import Wording, capital, escaped, short_text, wording
from budgetplan.work.building import WorkPlan

NAMED_LABELS = 12
"""So many labels are named with their counts."""


TENTHS = 10
"""Of so many equal parts of a list each is called a tenth."""


def _nouns(words: Words, locale: Locale) -> SimpleNamespace:
    """Return the user's nouns in the forms that texts ask for; the language's own where there are none."""
    forms = ("item", "items", "entry", "entries")
    stated, unsaid = ([getattr(given_words, form) for form in forms] for given_words in (words, Words()))
    nouns = SimpleNamespace(**dict(zip(forms, locale.nouns if stated == unsaid else stated, strict=True)))
    nouns.items_dat = words.items_dative or locale.in_dative(nouns.items)
    nouns.entries_dat = words.entries_dative or locale.in_dative(nouns.entries)
    return nouns


class Nouns:
    """The words of one plan: its language, and the user's nouns.

    Attributes
    ----------
    work, mixed, n_mixed
        How the plan is carried out, what is mixed in beside its own items, and how many items that is.
    words
        The report in words.
    kind
        How values are shown.
    """

    words: Wording
    kind: ColumnKind = "money"

    def __init__(self, plan: Plan, work: WorkPlan | None = None) -> None:
        self.work, self.mixed = work, work.mixed_in if work else None
        self.n_mixed = self.mixed.items if self.mixed else 0
        self.plan, self.prices, self.priced = plan, plan.prices, plan.prices.stated
        self.locale = locale_of(plan.language)
        self.currency = plan.prices.currency if plan.prices.stated else ""
        self.nouns = _nouns(plan.words, self.locale)
        # How numbers are printed, and what money is asked for, as the user calls it.
        self.style = Style(plan.prices.currency, plan.prices.minor_digits, plan.language)
        self.task = plan.project or plan.title or capital(self.nouns.items)
        self.known: dict[str, Any] = {"n": self.nouns, "parts": plan.parts}

    def wording(self, name: str, facts: object, **more: Any) -> Wording:
        """Return a subject in words: a template of the plan's language, filled in with facts, plan and budget."""
        more |= {"plan": self.plan, "budget": self.budget(self.plan.budget)}
        return wording(name, self.style, self.nouns, facts, **more)

    def say(self, key: str, **values: Any) -> Text:
        """Return a short text, filled in."""
        return short_text(key, self.style, **self.known | values)

    def shown(self, value: Value, kind: str) -> Text:
        """Return a number as it is printed, or words as they are."""
        return escaped(show(value, kind, self.style))

    def spanned(self, span: Range | None, kind: str) -> Text | None:
        """Return an interval as it stands below a number of page 1."""
        return None if span is None else self.say("tile.interval", range=self.shown(span, kind))

    def with_value(self, key: str, value: Value, kind: str) -> Text:
        """Return a short text with the number it names."""
        return Markup("{}: {}").format(self.say(key), self.shown(value, kind))

    def counted(self, labels: Sequence[LabelCount]) -> Text:
        """Return labels with how many items have each, the first ones by name where there are many."""
        more, first = len(labels) - NAMED_LABELS, labels[:NAMED_LABELS]
        row = Markup(", ").join(
            self.say("count.label", name=label.name, number=label.n, mark=label.mark) for label in first
        )
        return self.say("count.more", names=row, more=more) if more > 0 else row

    def named(self, model: str) -> str:
        """Return the name of a model as it is printed."""
        return model

    def in_money(self, key: str, currency: str | None = None, **values: Any) -> Text:
        """Return a heading with the currency of its amounts, where there is one; None: that of what has a price."""
        title, code = self.say(key, **values), self.currency if currency is None else currency
        return Markup("{}, {}").format(title, escaped(code)) if code else title

    def table(
        self,
        name: str,
        caption: Text,
        rows: Sequence[Any] = (),
        cells: Mapping[str, Any] = MappingProxyType({}),
        *,
        has: Mapping[str, object] = MappingProxyType({}),
        heads: Mapping[str, Text] = MappingProxyType({}),
        kinds: Mapping[str, str] = MappingProxyType({}),
        **how: Any,
    ) -> Table:
        """Return a table whose columns ``templates/tables.toml`` has.

        Parameters
        ----------
        name
            Of its report, and behind a point its key.
        rows
            What its rows tell of.
        cells
            Of columns by name, from top to bottom, None: it has no such column; all others are attributes of the rows.
        has
            Of columns by name: whether it has them here.
        heads, kinds
            Of columns that are headed or shown otherwise here.
        how
            What else :func:`budgetplan.report.model.by_columns` takes.
        """
        report, key = name.split(".")
        columns = list[FilledColumn]()
        for column, text in tables()[report][key].items():
            head, kind, source = [*text.split(), column][:3]
            attribute = source.strip("~?")
            key_of, read = column if column in cells else attribute, attrgetter(attribute)
            unpriced = kind == "money" and head != "-" and not self.priced and key_of not in cells
            if unpriced or not has.get(column, True):
                continue
            values = cells[key_of] if key_of in cells else [None if row is None else read(row) for row in rows]
            if values is None:
                continue
            values = intervals_of(values) if "~" in source else values_of(values)
            if "?" not in source or any(values):
                titled = self.in_money if kind in ("money", "worth") else self.say
                title = heads.get(column) or (UNSEEN if head == "-" else titled(head))
                shown: Any = kinds.get(column, self.kind if kind in ("value", "worth") else kind)
                columns.append((column, title, shown, values))
        return by_columns(key, caption, columns, **how)

    def budget(self, budget: Budget | None) -> Text:
        """Return a budget as the user gave it; what an earlier round left of hours, rounded down."""
        if budget is None:
            return self.say("joint.no_limit")
        if budget.unit == "money":
            return self.shown(budget.amount, "amount")
        amount = budget.amount
        if budget.unit == "hours" and self.plan.reviewed is not None:
            amount = hours_left(amount)
        return self.say(f"{budget.unit}_amount", amount=amount)


class RankedNouns(Nouns):
    """The same where models order items, and their mixture has a name of its own.

    Attributes
    ----------
    lead
        Whose order is recommended, which is the model of a text that is given none.
    evidence
        What the plan rests on.
    """

    lead: str
    evidence: Evidence

    def say(self, key: str, **values: Any) -> Text:
        """Return a short text about a model, by its printed name."""
        model = self.named(values.pop("model", self.lead))
        return super().say(key, model=model, **values)

    def named(self, model: str) -> str:
        """Return the name of a model as it is printed: the mixture is no name that a user gave."""
        return str(super().say("name.mixture")) if model == MIXTURE else model


def values_of(cells: Iterable[Any]) -> list[Any]:
    """Return estimates without their intervals, for a column, and what is none as it is."""
    return [cell.value if isinstance(cell, Estimate) else cell for cell in cells]


def intervals_of(estimates: Iterable[Estimate | None]) -> list[Range | None]:
    """Return the intervals of estimates, for a column."""
    return [interval(estimate) for estimate in estimates]
