"""Who says a plan with quotas: with the user's nouns, the mixture under its own name, and the size of the list."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from budgetplan.domain.plan import MIXTURE
from budgetplan.planning.filter.quota.solve import QuotaPlan, QuotaRow
from budgetplan.report.model import Sentence
from budgetplan.report.phrases import Nouns
from budgetplan.report.sentences import texts


class QuotaSpeaker(Nouns):
    """Makes keyed sentences for one plan with quotas."""

    def __init__(self, quota: QuotaPlan) -> None:
        super().__init__(quota.plan)
        self.quota = quota
        self.evidence = quota.evidence
        self.prices = self.plan.prices
        self.priced = self.prices.stated
        self._words["listed"] = self.evidence.list_items
        self._words["members"] = 0 if self.evidence.mixture is None else self._members()

    def _members(self) -> int:
        from budgetplan.forecast.mixed import recipe  # noqa: PLC0415 - only where there is a mixture

        assert self.evidence.mixture is not None
        return len(recipe(self.evidence.mixture))

    def say(self, key: str, **args: Any) -> Sentence:
        """Return a sentence; the mixture has one of its own where its name alone would not do."""
        if args.get("model") == MIXTURE and f"{key}_mixed" in texts(self.plan.language):
            key = f"{key}_mixed"
            del args["model"]
        args = {name: self.named(one) if isinstance(one, str) else one for name, one in args.items()}
        return super().say(key, **args)

    def named(self, model: str) -> str:
        """Return the name of a model as it is printed: the mixture is no name that a user gave."""
        return self.text("name.mixture") if model == MIXTURE else model

    @property
    def column(self) -> str:
        """Column of the strata."""
        assert self.plan.quota is not None
        return self.plan.quota.by

    @property
    def wanted(self) -> tuple[QuotaRow, ...]:
        """The strata of which some entries are wanted."""
        return tuple(row for row in self.quota.rows if row.quota)

    def says_wanted(self, key: str) -> Sentence:
        """Say how many of each are wanted: one number, or from where to where."""
        rows = self.wanted
        amounts = sorted(row.quota for row in rows)
        if len(rows) == 1:
            return self.say(f"{key}_one", quota=amounts[0], stratum=rows[0].name, column=self.column)
        said: dict[str, Any] = {"strata": len(rows), "column": self.column}
        if amounts[0] == amounts[-1]:
            return self.say(key, quota=amounts[0], **said)
        return self.say(f"{key}_range", low=amounts[0], high=amounts[-1], **said)

    @property
    def dearest(self) -> QuotaRow | None:
        """The stratum whose last entry costs most, where several have one."""
        rows = [row for row in self.wanted if row.last_entry is not None]
        if len(rows) < 2:
            return None
        return max(rows, key=lambda row: (row.last_entry or 0.0, row.name))

    def amount_of(self, amount: Decimal) -> Sentence:
        """Return money with its currency."""
        return self.say("amount", amount=amount)
