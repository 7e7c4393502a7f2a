"""Making sentences: the user's nouns are filled in, and the small phrases that sentences share."""

from __future__ import annotations

import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

from budgetplan.domain.decision import Estimate, Goal
from budgetplan.domain.items import LabelCount
from budgetplan.domain.plan import MIXTURE, Budget, Plan, Words
from budgetplan.plans.review import Analysis
from budgetplan.report.display import Style
from budgetplan.report.locale import Locale, locale_of
from budgetplan.report.model import Range, Sentence, Text
from budgetplan.report.sentences import ENGLISH, insertable, texts
from budgetplan.report.wording import Wording, capital, wording


@dataclass(frozen=True)
class GoalWords:
    """Keys of texts by goal.

    ``caption`` heads the table of models, ``aim`` ends the keys of what is said of two models (what tells them apart).
    """

    caption: str = "table.models"
    aim: str = "entries"


GOAL_WORDS: dict[Goal, GoalWords] = {
    "budget": GoalWords(),
    "open": GoalWords("table.models_open"),
    "net_value": GoalWords("table.models_net", "net"),
    "target": GoalWords("table.models_target", "cost"),
}


@cache
def fields(key: str, language: str = ENGLISH) -> frozenset[str]:
    """Return the names in the braces of a text, also those among which a count chooses."""
    return _names(texts(language)[key])


def _names(text: str) -> frozenset[str]:
    found = [(name, kind or "") for _, name, kind, _ in string.Formatter().parse(text) if name]
    return frozenset(name for name, _ in found).union(*(_names(kind) for _, kind in found if "|" in kind))


NAMED_LABELS = 12
"""So many labels are named with their counts."""


def joined(pieces: Sequence[Text]) -> Text:
    """Put phrases in a row, with commas.

    Halves are joined, not each phrase to the rest: a thousand phrases are ten deep, and whatever walks through
    a document does so by calling itself.

    Parameters
    ----------
    pieces
        One phrase or more.

    Examples
    --------
    >>> row = joined([Sentence("plain", {"text": name}) for name in "abc"])
    >>> dict(row.args["first"].args), row.args["rest"].key
    ({'text': 'a'}, 'joined')
    """
    if len(pieces) == 1:
        return pieces[0]
    half = len(pieces) // 2
    return Sentence("joined", {"first": joined(pieces[:half]), "rest": joined(pieces[half:])})


TENTHS = 10
"""Of so many equal parts of a list each is called a tenth."""
WHOLE = "title"
"""The field into which a whole text is put, which says something for itself."""


def _forms(words: Words, locale: Locale) -> dict[str, Any]:
    """Return the user's nouns in the forms that texts ask for; the language's own where there are none."""
    plain = Words()
    given = (words.item, words.items, words.entry, words.entries)
    unsaid = (plain.item, plain.items, plain.entry, plain.entries)
    item, items, entry, entries = locale.nouns if given == unsaid else given
    forms = {"item": item, "noun": item, "nouns": items, "entry": entry, "entries": entries}
    forms["nouns_dat"] = words.items_dative or locale.in_dative(items)
    forms["entries_dat"] = words.entries_dative or locale.in_dative(entries)
    return forms | {capital(name): capital(form) for name, form in forms.items() if name != "item"}


class Nouns:
    """Makes keyed sentences with the user's nouns filled in."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.prices, self.priced = plan, plan.prices, plan.prices.stated
        self.locale = locale_of(plan.language)
        self.currency = plan.prices.currency if plan.prices.stated else ""
        self._words = _forms(plan.words, self.locale) | {"parts": plan.parts}
        keys = ("item", "entry", "entries", "entries_dat")
        dative = {"items": self._words["nouns"], "items_dat": self._words["nouns_dat"]}
        self.nouns = SimpleNamespace(**{key: self._words[key] for key in keys}, **dative)

    def wording(self, name: str, facts: object, **more: Any) -> Wording:
        """Return a subject in words: a template of the plan's language, filled in with facts."""
        prices = self.plan.prices
        style = Style(self.currency or prices.currency, prices.minor_digits, self.plan.language)
        return wording(name, style, self.nouns, facts, **more)

    @property
    def task(self) -> str:
        """What money is asked for, as the user calls it."""
        return self.plan.project or self.plan.title or str(self._words["Nouns"])

    def say(self, key: str, **args: Any) -> Text:
        """Return a sentence; nouns and the size of the list are filled in where it has them.

        What speaks of tenths has a text of its own where the list is cut into other parts. Another text is put in where it is whole, as a title, or a number with its unit: of pieces no other
        language could make a sentence.
        """
        if self.plan.parts != TENTHS and f"{key}_parts" in texts(self.plan.language):
            key = f"{key}_parts"
        wanted = fields(key, self.plan.language)
        unknown = set(args).difference(wanted)
        assert not unknown, f"{key} has no {unknown}"
        put_in = {one.key for name, one in args.items() if isinstance(one, Sentence) and name != WHOLE}
        assert put_in <= insertable(self.plan.language), f"{key} is made of {put_in}"
        return Sentence(key, {name: self._words[name] for name in wanted & self._words.keys()} | args)

    def text(self, key: str) -> str:
        """Return a text without fields."""
        return texts(self.plan.language)[key]

    def counted(self, labels: Sequence[LabelCount]) -> Text:
        """Return labels with how many items have each, the first ones by name where there are many."""
        first = labels[:NAMED_LABELS]
        row = joined([self.say(f"count.{one.mark or 'label'}", name=one.name, n=one.n) for one in first])
        more = len(labels) - NAMED_LABELS
        return self.say("count.more", names=row, more=more) if more > 0 else row

    def named(self, model: str) -> str:
        """Return the name of a model as it is printed."""
        return model

    def in_money(self, key: str) -> Text:
        """Return a heading with the currency of its amounts, where there is one."""
        title = self.say(key)
        return self.say("with_currency", title=title, currency=self.currency) if self.currency else title

    def budget(self, budget: Budget | None) -> Text:
        """Return a budget as the user gave it."""
        if budget is None:
            return self.say("joint.no_limit")
        key = {"money": "amount", "hours": "hours_amount", "items": "items_amount"}[budget.unit]
        return self.say(key, amount=budget.amount)


class RankedNouns(Nouns):
    """The same where models order items, and their mixture has a name of its own.

    ``lead``: whose order is recommended, which is the model of a text that is given none.
    """

    lead: str

    def say(self, key: str, **args: Any) -> Text:
        """Return a sentence; the mixture has one of its own where its name alone would not do."""
        if "model" in fields(key, self.plan.language):
            args.setdefault("model", self.lead)
        if args.get("model") == MIXTURE and f"{key}_mixed" in texts(self.plan.language):
            key = f"{key}_mixed"
            del args["model"]
        args = {name: self.named(one) if isinstance(one, str) else one for name, one in args.items()}
        return super().say(key, **args)

    def named(self, model: str) -> str:
        """Return the name of a model as it is printed: the mixture is no name that a user gave."""
        return self.text("name.mixture") if model == MIXTURE else model

    def names(self, models: Sequence[str]) -> str:
        """Return names of models in a row."""
        return self.locale.listing([self.named(model) for model in models])


class Speaker(RankedNouns):
    """Makes keyed sentences for one analysis."""

    def __init__(self, analysis: Analysis) -> None:
        super().__init__(analysis.evidence.plan)
        self.analysis = analysis
        self.evidence = analysis.evidence
        self.lead, chosen = analysis.lead.name, analysis.decision.chosen
        # What texts may name without being given it: of the recommended stop.
        self._words |= {"listed": self.evidence.list_items, "members": len(self.evidence.mixture)}
        if chosen is not None:
            self._words |= {"items": chosen.items, "spend": chosen.spend, "found": chosen.found.value}

    @property
    def goal(self) -> GoalWords:
        """The texts of what is wanted."""
        return GOAL_WORDS[self.analysis.decision.goal]

    @property
    def stopped_by_budget(self) -> bool:
        """Whether the money ends the review, not the worth of an entry or the end of the list."""
        return self.analysis.decision.chosen is not None and self.analysis.money_ends

    @property
    def aim(self) -> str:
        """What tells two models apart, as the keys of texts end: entries, net value, cost, or reviews without a price."""
        return "reviews" if self.goal.aim == "cost" and not self.priced else self.goal.aim


def interval(estimate: Estimate | None) -> Range | None:
    """Return the interval of an estimate as a range to show, None where there is none or it has no end."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return None
    if estimate.high == float("inf") or estimate.low == float("inf"):
        return None
    return Range(estimate.low, estimate.high)


def values_of(estimates: Iterable[Estimate | None]) -> list[float | None]:
    """Return estimates without their intervals, for a column."""
    return [None if one is None else one.value for one in estimates]


def intervals_of(estimates: Iterable[Estimate | None]) -> list[Range | None]:
    """Return the intervals of estimates, for a column."""
    return [interval(one) for one in estimates]
