"""Who says a plan with quotas: with the user's nouns, the mixture under its own name, and the size of the list."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from budgetplan.planning.filter.quota.solve import QuotaPlan, QuotaRow
from budgetplan.report.model import Sentence
from budgetplan.report.phrases import RankedNouns

TIE = 1e-12
"""Shares this close are equal."""


class QuotaSpeaker(RankedNouns):
    """Makes keyed sentences for one plan with quotas."""

    def __init__(self, quota: QuotaPlan) -> None:
        super().__init__(quota.plan)
        self.quota = quota
        self.evidence = quota.evidence
        self.prices = self.plan.prices
        self.priced = self.prices.stated
        self._words["listed"] = self.evidence.list_items
        self._words["members"] = len(self.evidence.mixture)

    @property
    def column(self) -> str:
        """Column of the strata."""
        assert self.plan.quota is not None
        return self.plan.quota.by

    @property
    def sure(self) -> Decimal | None:
        """In which share of the resamples all quotas are to be met at once; None: each on average."""
        return None if self.plan.quota is None else self.plan.quota.sure

    @property
    def is_sure(self) -> bool:
        """Whether all quotas are met at once as often as is wanted."""
        # As numbers of one kind: the decimal 0.95 is a little more than the floating one.
        chance = self.quota.chance
        return self.sure is not None and chance is not None and chance >= float(self.sure) - TIE

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
