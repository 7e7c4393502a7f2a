"""What answers are worth, as the user says it (METHODS S2); numbers for the arithmetic are made elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from budgetplan.domain.asked.keys import ReadOnly, WorthKeys
from budgetplan.domain.options import advise
from budgetplan.errors import UsageError

_ZERO, _ONE = Decimal(0), Decimal(1)

NO_ANSWER = "—"
"""The class of what a model gave no answer to: never right, so that people decide."""

ValueForm = Literal["nothing", "triple", "error weight", "costs", "cells"]


class Worths(WorthKeys):
    """What right and wrong answers and abstaining are worth; None: not said.

    Attributes
    ----------
    unit
        What all of it is counted in. In right answers nothing is added to money.
    right, wrong, abstain
        V_c, V_w, V_a: every right answer, wrong answer and abstention alike. With ``cells``, ``right`` and
        ``wrong`` hold for the pairs that have no cell of their own.
    error_weight
        k >= 0: a right answer is worth 1, a wrong one -k, abstaining 0.
    k_tp, k_fp, k_fn, positive
        Two classes, S24 section 3.4: a true positive is worth k_tp, a true negative 1, a false positive
        -k_fp, a false negative -k_fn, abstaining 0. ``positive`` is the class with the code 1.
    cells
        Value of predicting the first class when the truth is the second.
    left_out
        R_j: value of abstaining by truth; for a class not named here, ``abstain`` or 0.
    worth_of_right_answer
        A right answer in currency units, where the unit is right answers.
    """

    positive: str = ""
    cells: Mapping[tuple[str, str], Decimal] = field(default_factory=dict)
    worth_of_right_answer: Decimal | None = None

    @property
    def own_error_weight(self) -> float | None:
        """The weight of an error where right, wrong and left answers are alike in all classes: C21's omega, else None.

        omega = (V_a - V_w) / (V_c - V_a).

        >>> Worths(right=Decimal(5), wrong=Decimal(-10), abstain=Decimal(-1)).own_error_weight
        1.5
        """
        if self.error_weight is not None:
            return float(self.error_weight)
        left = self.abstain or _ZERO
        if self.right is None or self.wrong is None or self.cells or self.left_out or self.right <= left:
            return None
        return float((left - self.wrong) / (self.right - left))

    @property
    def counted_from(self) -> tuple[float, float] | None:
        """V_a and V_c - V_a where values in right answers have a unit of their own, else None: without it (V - V_a) / (V_c - V_a).

        References
        ----------
        C21, equation 3. Values that differ by class, and money, are told as they are.

        Examples
        --------
        >>> Worths(right=Decimal(5), wrong=Decimal(-10), abstain=Decimal(-1)).counted_from
        (-1.0, 6.0)
        """
        if self.unit == "money" or self.own_error_weight is None or self.right is None:
            return None
        left = self.abstain or _ZERO
        return None if not left and self.right == _ONE else (float(left), float(self.right - left))

    def right_answer_in_money(self) -> float:
        """Return what a right answer is worth, in currency units, where reviewing costs money and values are right answers.

        Raises
        ------
        UsageError
            Nobody says it, and money is never added to right answers.
        """
        if self.worth_of_right_answer is None:
            raise UsageError(
                advise(
                    'Reviewing costs money and the values are in right answers; say what a right answer is worth in money ({answers.worth_of_right_answer=0.50}), or the values in money (answers.unit = "money")'
                )
            )
        return float(self.worth_of_right_answer)

    @property
    def form(self) -> ValueForm:
        """Which of the ways to say it the user chose.

        >>> Worths(error_weight=Decimal(4)).form, Worths().form
        ('error weight', 'nothing')
        """
        if self.cells:
            return "cells"
        if self.error_weight is not None:
            return "error weight"
        if self.k_fp is not None:
            return "costs"
        return "nothing" if self.right is None else "triple"

    def accepted(self, predicted: str, truth: str) -> Decimal | None:
        """Return the value of accepting ``predicted`` when the truth is ``truth``; None where nobody said it.

        >>> Worths(error_weight=Decimal(4)).accepted("hate", "neither")
        Decimal('-4')
        >>> Worths(k_tp=Decimal(2), k_fp=Decimal(1), k_fn=Decimal(5), positive="loan").accepted("native", "loan")
        Decimal('-5')
        """
        if (predicted, truth) in self.cells:
            return self.cells[predicted, truth]
        same = predicted == truth
        if self.error_weight is not None:
            return _ONE if same else -self.error_weight
        if self.k_tp is not None and self.k_fp is not None and self.k_fn is not None:
            if predicted == self.positive:
                return self.k_tp if same else -self.k_fp
            return _ONE if same else -self.k_fn
        if self.wrong is None and NO_ANSWER in (predicted, truth):
            return min(self.cells.values())
        return self.right if same else self.wrong

    def deferred(self, truth: str) -> Decimal:
        """Return the value of abstaining when the truth is ``truth``: R_j.

        >>> Worths(abstain=Decimal(1), left_out={"hate": Decimal(-2)}).deferred("hate")
        Decimal('-2')
        """
        return self.left_out.get(truth, _ZERO if self.abstain is None else self.abstain)


Order = Literal["uncertain", "score", "value-per-cost"]
"""Who is reviewed first: least confident, highest score, or most expected gain for its price."""


@dataclass(frozen=True)
class Reviewing(ReadOnly):
    """What people do for the items a model leaves to them, where both are planned together (METHODS Part J).

    Attributes
    ----------
    worth
        H_j: worth of reviewing an item of class j, in the unit of the values; ``*`` holds for every class not
        named. Nothing said: what a right answer is worth there.
    error
        e_j: how often people get an item of class j wrong, in [0, 1].
    wrong
        H_wrong,j: what an item that people got wrong is worth. Nothing said: the mean worth of a wrong answer
        there.
    order
        Who is reviewed first.
    """

    worth: Mapping[str, Decimal] = field(default_factory=dict)
    error: Mapping[str, Decimal] = field(default_factory=dict)
    wrong: Mapping[str, Decimal] = field(default_factory=dict)
    order: Order = "uncertain"

    def of(self, truth: str, worths: Worths, answers: tuple[str, ...], losing: Decimal = _ONE) -> Decimal:
        """Return what reviewing an item of class ``truth`` is worth: (1 - e) H + e H_wrong (METHODS F7).

        Parameters
        ----------
        truth
            Its class, or a label that no model knows.
        worths
            What answers are worth.
        answers
            The classes that a model may answer.
        losing
            How many times as much every loss by a wrong answer is: people's, too, unless they have a worth of their own.

        Examples
        --------
        One review in ten is wrong, and a wrong label costs 4, then 8:

        >>> reviewing = Reviewing(error={"*": Decimal("0.1")})
        >>> reviewing.of("hate", Worths(error_weight=Decimal(4)), ("hate", "neither"))
        Decimal('0.5')
        >>> reviewing.of("hate", Worths(error_weight=Decimal(4)), ("hate", "neither"), losing=Decimal(2))
        Decimal('0.1')
        """
        right = self.worth.get(truth, self.worth.get("*"))
        if right is None:
            said = worths.accepted(truth, truth)
            right = worths.deferred(truth) if said is None else said
        error = self.error.get(truth, self.error.get("*", _ZERO))
        if not error:
            return right
        wrong = self.wrong.get(truth, self.wrong.get("*"))
        if wrong is None:
            others = [worths.accepted(one, truth) for one in answers if one != truth]
            known = [value * losing if value < 0 else value for value in others if value is not None]
            wrong = sum(known, _ZERO) / len(known) if known else _ZERO
        return (1 - error) * right + error * wrong
