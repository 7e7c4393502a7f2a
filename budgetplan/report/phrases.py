"""Making sentences: the user's nouns are filled in, and the small phrases that sentences share."""

from __future__ import annotations

import string
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from typing import Any

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Budget, Plan
from budgetplan.planning.filter.analysis import Analysis
from budgetplan.report.filter.goal_words import GOAL_WORDS, GoalWords
from budgetplan.report.locale import locale_of
from budgetplan.report.model import Range, Sentence
from budgetplan.report.sentences import ENGLISH, terms, texts


@cache
def fields(key: str, language: str = ENGLISH) -> frozenset[str]:
    """Return the names in the braces of a text, also those among which a count chooses."""
    return _names(texts(language)[key])


def _names(text: str) -> frozenset[str]:
    found = [(name, kind or "") for _, name, kind, _ in string.Formatter().parse(text) if name]
    return frozenset(name for name, _ in found).union(*(_names(kind) for _, kind in found if "|" in kind))


def capital(noun: str) -> str:
    """Return a noun as it begins a heading."""
    return noun[:1].upper() + noun[1:]


NAMED, NAMED_LETTERS = 3, 50
"""Up to so many other models, with so many letters, are named in a title."""


def joined(pieces: Sequence[Sentence]) -> Sentence:
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


class Nouns:
    """Makes keyed sentences with the user's nouns filled in."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.locale = locale_of(plan.language)
        words = plan.words
        self._words: dict[str, Any] = {
            "item": words.item,
            "noun": words.item,
            "nouns": words.items,
            "entry": words.entry,
            "entries": words.entries,
            "Noun": capital(words.item),
            "Nouns": capital(words.items),
            "Entry": capital(words.entry),
            "Entries": capital(words.entries),
        }

    def kicker(self, date: str, identifier: str) -> tuple[Sentence, ...]:
        """Return the line above the title: project and author, date as it is read, identifier, the plan's notes."""
        said: dict[str, Any] = {"date": self.locale.printed_date(date), "identifier": identifier}
        project, author = self.plan.project or self.plan.title, self.plan.author
        first = self.say("kicker.plain", **said)
        if project and author:
            first = self.say("kicker", project=project, author=author, **said)
        elif project:
            first = self.say("kicker.project", project=project, **said)
        return (first, *(self.say("kicker.note", note=note) for note in self.plan.notes))

    def say(self, key: str, **args: Any) -> Sentence:
        """Return a sentence; nouns, currency and the name of the list are filled in where it has them."""
        wanted = fields(key, self.plan.language)
        unknown = set(args) - wanted
        assert not unknown, f"{key} has no {unknown}"
        return Sentence(key, {name: self._words[name] for name in wanted & self._words.keys()} | args)

    def text(self, key: str) -> str:
        """Return a text without fields."""
        return texts(self.plan.language)[key]

    def terms(self, subject: str) -> tuple[tuple[Sentence, Sentence], ...]:
        """Return the glossary of a subject: terms, each with its meaning."""
        return tuple(
            (self.say(f"term.{key}"), self.say(f"meaning.{key}"))
            for key in terms(subject, self.plan.language)
        )

    def close_end(self, others: Sequence[str]) -> Sentence:
        """Return the end of a title: which other models may do as well; nothing where there is none."""
        if not others:
            return self.say("title.close_none")
        if len(others) <= NAMED and sum(map(len, others)) <= NAMED_LETTERS:
            return self.say("title.close_named", others=self.locale.listing(others, choice=True))
        return self.say("title.close_many", others=len(others))


class Speaker(Nouns):
    """Makes keyed sentences for one analysis."""

    def __init__(self, analysis: Analysis) -> None:
        super().__init__(analysis.evidence.plan)
        self.analysis = analysis
        self.evidence = analysis.evidence
        self.prices = self.plan.prices
        self.priced = self.prices.stated
        currency = self.prices.currency if self.priced else ""
        self._words["currency"] = (
            Sentence("currency", {"currency": currency}) if currency else Sentence("no_currency")
        )
        like = {"n": self.evidence.list_items, "noun": self.plan.words.item, "nouns": self.plan.words.items}
        own = self.evidence.basis == "list"
        self._words["list"] = Sentence("list.own") if own else Sentence("list.like", like)

    @property
    def goal(self) -> GoalWords:
        """The texts of what is wanted."""
        return GOAL_WORDS[self.analysis.decision.goal]

    @property
    def stopped_by_budget(self) -> bool:
        """Whether the money ends the review, not the worth of an entry or the end of the list."""
        chosen, budget = self.analysis.decision.chosen, self.plan.budget
        if chosen is None or budget is None or chosen.items >= self.evidence.whole_items:
            return False
        return chosen.items >= self.evidence.affordable(self.analysis.lead, budget)

    def step(self, items: int) -> Sentence:
        """Return "tenth of the list (448 words)", or just the number where it is not a tenth."""
        tenth = self.plan.parts == 10 and items == max(round(self.evidence.list_items / 10), 1)
        return self.say("step.tenth" if tenth else "step.items", items=items)

    def budget(self, budget: Budget) -> Sentence:
        """Return a budget as the user gave it."""
        if budget.unit == "hours":
            return self.say("hours_amount", amount=budget.amount)
        if budget.unit == "items":
            return self.say("items_amount", amount=budget.amount)
        return self.say("amount", amount=budget.amount)

    def price(self, spend: Decimal) -> Sentence:
        """Return " for EUR 12.00", or nothing where nothing has a price."""
        return self.say("title.for_price", spend=spend) if self.priced else self.say("title.no_price")

    def range_of(self, estimate: Estimate) -> Sentence:
        """Return the interval of an estimate in the unit of the goal."""
        span = interval(estimate)
        assert span is not None
        if self.analysis.decision.goal in ("net_value", "target") and self.priced:
            return self.say("range.amount", range=span)
        return self.say("range.count", range=span)

    def behind(self, gap: Estimate, *, ahead: bool = False) -> tuple[Sentence, Sentence]:
        """Return how far a model lies behind (positive numbers), with its interval, in the unit of the goal."""
        value = abs(gap.value)
        size = Estimate(value, _flip(gap.high), _flip(gap.low))
        words = self.goal
        key = words.ahead if ahead else words.behind
        if words.unpriced and not self.priced:
            key = words.unpriced
        return self.say(key, gap=value), self.range_of(size)


def _flip(end: float | None) -> float | None:
    return None if end is None else -end + 0.0


def interval(estimate: Estimate | None, by: float = 1.0) -> Range | None:
    """Return the interval of an estimate, times ``by``, as a range to show, None where there is none or it has no end."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return None
    if estimate.high == float("inf") or estimate.low == float("inf"):
        return None
    return Range(estimate.low * by, estimate.high * by)
