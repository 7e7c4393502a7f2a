"""A ladder of budgets: from nothing to twice a budget, in tenths of it, each with what it buys and who leads there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Generic, TypeVar

from budgetplan.domain.decision import WinnerInterval
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import round_to

O_co = TypeVar("O_co", covariant=True)

HERE = 10
"""The rung of the budget itself."""
RUNGS = tuple(range(2 * HERE + 1))
"""Tenths of the budget."""


@dataclass(frozen=True)
class Rung(Generic[O_co]):
    """One budget of the ladder.

    Attributes
    ----------
    percent
        Of the budget, or of what the recommended plan costs.
    budget
        The amount, as it is printed.
    option
        What it buys by the recommended model.
    models
        Which single models bring most at this budget; several are equal there. Empty where there is one model only.
    """

    percent: int
    budget: Budget
    option: O_co
    models: tuple[str, ...]

    @property
    def share(self) -> float:
        """How much of the budget it is, 1 for all of it."""
        return self.percent / 100


def times(budget: Budget, factor: Decimal, minor_digits: int) -> Budget:
    """Return a multiple of a budget, in whole items, whole minor units or hundredths of an hour.

    >>> times(Budget(Decimal("16.05")), Decimal("0.1"), 2).amount
    Decimal('1.61')

    Yen have no cents, items no halves, and hours are told to a hundredth:

    >>> yen, items, hours = Budget(Decimal(105)), Budget(Decimal(25), "items"), Budget(Decimal("2.46"), "hours")
    >>> times(yen, Decimal("0.1"), 0).amount, times(items, Decimal("0.1"), 2).amount
    (Decimal('11'), Decimal('3'))
    >>> times(hours, Decimal("0.25"), 2).amount
    Decimal('0.62')
    """
    digits = {"money": minor_digits, "hours": 2, "items": 0}[budget.unit]
    return Budget(round_to(budget.amount * factor, digits), budget.unit, budget.covers)


def ladder_of(base: Budget, minor_digits: int) -> tuple[tuple[int, Budget], ...]:
    """Return the rungs of a ladder, in per cent and as budgets; that of 100 % is the budget as it was given.

    >>> [(percent, str(budget.amount)) for percent, budget in ladder_of(Budget(Decimal(25), "items"), 2)][9:12]
    [(90, '23'), (100, '25'), (110, '28')]
    >>> base = Budget(Decimal("16.05"), "money", "annotation")
    >>> ladder = ladder_of(base, 2)
    >>> [str(budget.amount) for _, budget in ladder[:3]], ladder[10] == (100, base), ladder[20]
    (['0.00', '1.61', '3.21'], True, (200, Budget(amount=Decimal('32.10'), unit='money', covers='annotation')))
    """
    return tuple(
        (10 * tenths, base if tenths == HERE else times(base, Decimal(tenths) / HERE, minor_digits)) for tenths in RUNGS
    )


def leading(winners: Sequence[WinnerInterval], amount: Decimal) -> tuple[str, ...]:
    """Return which models bring most at a budget; none where no interval holds it.

    >>> winners = [WinnerInterval(Decimal(2), Decimal(5), ("a", "b")), WinnerInterval(Decimal(5), None, ("a",))]
    >>> [leading(winners, Decimal(amount)) for amount in (1, 2, 5, 99)]
    [(), ('a', 'b'), ('a',), ('a',)]
    """
    return next((lead.models for lead in reversed(winners) if lead.low <= amount), ())
