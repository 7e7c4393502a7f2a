"""The user's plan: which table, which models, what things cost and answers are worth, what is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from budgetplan.domain.asked import keys
from budgetplan.domain.asked.keys import ReadOnly, WorthKeys
from budgetplan.domain.decision import WorkflowName
from budgetplan.domain.items import Answerer, Missing
from budgetplan.domain.messages import Message
from budgetplan.domain.prices import Prices
from budgetplan.domain.review import Before
from budgetplan.domain.risk.ranges import Ranges
from budgetplan.errors import Problem, UsageError

_ZERO, _ONE = Decimal(0), Decimal(1)

NO_ANSWER = "—"
"""What is printed in place of an answer where a model gave none, so that people decide."""


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
            raise UsageError.of(Message("settings.right_answers_unpriced"))
        return float(self.worth_of_right_answer)

    def of_money(self, amount: Decimal) -> float:
        """Return money in the unit of the values.

        >>> Worths(error_weight=Decimal(4), worth_of_right_answer=Decimal("0.5")).of_money(Decimal(3))
        6.0
        """
        return float(amount) / self.in_money if amount else 0.0

    @property
    def in_money(self) -> float:
        """What the unit of the values is in currency units; a usage error where nobody says it."""
        return 1.0 if self.unit == "money" else self.right_answer_in_money()

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
            accepted = worths.accepted(truth, truth)
            right = worths.deferred(truth) if accepted is None else accepted
        error = self.error.get(truth, self.error.get("*", _ZERO))
        if not error:
            return right
        wrong = self.wrong.get(truth, self.wrong.get("*"))
        if wrong is None:
            others = [worths.accepted(answer, truth) for answer in answers if answer != truth]
            losses = [value * losing if value < 0 else value for value in others if value is not None]
            wrong = sum(losses, _ZERO) / len(losses) if losses else _ZERO
        return (1 - error) * right + error * wrong


EVERY_CLASS = "*"
"""In ``Values.error``: every class not named. In ``Values.wrong``: every class that is not collected."""

PERFECT, RANDOM = "perfect order", "random order"
"""What every ranked model is compared with, by these names; no model may have one of them."""

MEAN = "the mean of the models"
"""The mean of several classifiers, as one more of them; no model may have this name."""

MIXTURE = "mixture"
"""The model that all ranked models make together; no other may have this name."""


MOST_CHECKS = 5
"""So often at most, the last item among them, it is looked whether a review goes as planned."""


class Words(keys.WordKeys):
    """The user's words for an item of the list and for what the resource collects.

    Languages with cases ask for the dative of the plurals; where it is empty, it is made from the plural.
    """


class ModelSpec(keys.CostKeys, keys.ScoreKeys, keys.NameKeys):
    """A model as the user names it.

    ``order`` says which end of the column is reviewed first: ``higher`` or ``lower`` scores, or ``rank``
    (1 = first). ``cut`` is the score from which the model itself says "positive". ``cost`` is in currency units.
    ``says``: the column with the label of which the score is the probability; empty: of what is collected.
    """


class Columns(keys.ColumnKeys):
    """Where things stand in the table. Empty: there is no such column."""

    # What a plan file means by nothing is the column "split"; columns without a plan file have none.
    split: str = ""


class TableForm(keys.FormKeys):
    """How the table is written, where the user says it; empty: as its bytes show. ``map``: from names in the file to ours.

    ``collected``: labels that the resource collects, by which tools are read that ask about each label by itself.
    ``of_two``: it is said of two tables, of which one may be a workbook, or in another encoding.
    """

    collected: tuple[str, ...] = field(default=(), compare=False)
    of_two: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Values(keys.ReadOnly):
    """What reviewed and left-out items are worth, in currency units, by class (METHODS F7).

    ``entry``: H_j, the worth of an entry of class j. ``error``: e_j, how often people get an item of class j
    wrong after adjudication. ``wrong``: H_wrong,j. ``left_out``: R_j.
    """

    entry: Mapping[str, Decimal]
    error: Mapping[str, Decimal] = field(default_factory=dict)
    wrong: Mapping[str, Decimal] = field(default_factory=dict)
    left_out: Mapping[str, Decimal] = field(default_factory=dict)

    @property
    def common(self) -> float | None:
        """What one entry is worth, where all are worth the same and nobody errs."""
        worths = set(self.entry.values())
        return None if len(worths) != 1 or self.error else float(next(iter(worths)))

    def reviewed(self, label: str, positive: tuple[str, ...]) -> Decimal:
        """Return the worth of reviewing an item of class ``label``: (1 - e) H + e H_wrong.

        H_wrong defaults to 0 for a lost entry and to minus the (dearest) entry's worth for a false one.

        >>> values = Values({"idiom": Decimal(10)}, error={"idiom": Decimal("0.1"), "literal": Decimal("0.05")})
        >>> values.reviewed("idiom", ("idiom",)), values.reviewed("literal", ("idiom",))
        (Decimal('9.0'), Decimal('-0.50'))
        """
        error = self.error_of(label)
        right = self.entry.get(label, Decimal(0))
        return (1 - error) * right + error * self.wrong_worth(label, positive) if error else right

    def error_of(self, label: str) -> Decimal:
        """Return how often people get an item of a class wrong, in [0, 1]."""
        return self.error.get(label, self.error.get(EVERY_CLASS, Decimal(0)))

    def wrong_worth(self, label: str, positive: tuple[str, ...]) -> Decimal:
        """Return H_wrong of a class, given or by default."""
        if label in self.wrong:
            return self.wrong[label]
        if label in positive:
            return Decimal(0)
        return self.wrong.get(EVERY_CLASS, -max(self.entry.values(), default=Decimal(0)))


Covers = Literal["everything", "annotation"]
"""What a budget has to pay for: everything, or the annotation alone (without fixed costs...)."""


@dataclass(frozen=True)
class Budget:
    """An amount to stay within."""

    amount: Decimal
    unit: Literal["money", "hours", "items"] = "money"
    covers: Covers = "everything"


@dataclass(frozen=True)
class Target:
    """How much is to be found: a count of entries, or a share of all (0 to 1)."""

    amount: Decimal
    unit: Literal["entries", "share"] = "entries"


class Work(keys.WorkKeys):
    """How the review is carried out; empty or None: nobody said."""

    def packets(self, items: int) -> tuple[int, int]:
        """Return how many packets hold so many items, and how many items the last one has.

        >>> Work().packets(400), Work().packets(401), Work().packets(7)
        ((2, 200), (3, 1), (1, 7))
        """
        packets = -(-items // self.packet)
        return packets, items - (packets - 1) * self.packet

    def checked_at(self, items: int) -> tuple[int, ...]:
        """Return after how many items to look: ends of packets, the first one among them, and the last item.

        >>> Work().checked_at(400), Work().checked_at(1092), Work().checked_at(150), Work(100).checked_at(10_000)
        ((200, 400), (200, 600, 800, 1092), (150,), (100, 2500, 5000, 7500, 10000))
        """
        packets, _ = self.packets(items)
        quarters = (packets * part // 4 for part in (1, 2, 3))
        ends = range(1, packets) if packets <= MOST_CHECKS else sorted({1, *quarters})
        return (*(end * self.packet for end in ends), items)


class Quota(keys.QuotaKeys):
    """At least so many entries of each stratum."""

    def of(self, stratum: str) -> int:
        """Return how many entries of a stratum are wanted at least.

        >>> Quota("language", 300, {"Latvian": 100}).of("Latvian"), Quota("language", 300).of("Czech")
        (100, 300)
        """
        return self.minimums.get(stratum, self.minimum)


@dataclass(frozen=True)
class Reviewed(keys.ReadOnly):
    """What has been judged of the list already.

    Attributes
    ----------
    logs
        Files that came back.
    queue
        Folder of the queue from which they come, with its manifest.
    ids
        Names of the items that are judged; empty until the logs are read.
    model, recipe, depth
        In whose order, of a mixture with which weights, how many items of this queue's list were reviewed.
    earlier
        How many items of the whole list were judged in the rounds before this queue.
    alike
        Names of the labelled items that would have stood among these: they say nothing of what is left.
    known
        Names and labels of random items from after the stop: where all before it is reviewed, a sample of what is left.
    labels
        Names and labels of all items that are judged and settled.
    latest
        Which of the last items reviewed were wanted, a packet of them at most, in the order of the queue.
    checksums
        Of each log.
    pace, seconds
        How many seconds a judgement took on average, and how many the plan has; 0: nobody knows.
    settings
        What the plan would have to say to have as many as it took; empty where it has, chance aside.
    before, measured
        What was judged and paid in all rounds so far, None until the logs are read; and what that comes to where the last
        of them took as long as was measured (0: as planned, chance aside, or not known).
    began
        The first day of the work, as the queue has it; empty: not known.
    """

    logs: tuple[str, ...]
    queue: str = "queue"
    ids: frozenset[str] = field(default=frozenset(), compare=False)
    model: str = field(default="", compare=False)
    recipe: Mapping[str, float] = field(default_factory=dict, compare=False)
    depth: int = field(default=0, compare=False)
    earlier: int = field(default=0, compare=False)
    alike: frozenset[str] = field(default=frozenset(), compare=False)
    known: Mapping[str, str] = field(default_factory=dict, compare=False)
    labels: Mapping[str, str] = field(default_factory=dict, compare=False)
    latest: tuple[bool, ...] = field(default=(), compare=False)
    checksums: Mapping[str, str] = field(default_factory=dict, compare=False)
    pace: float = field(default=0.0, compare=False)
    seconds: float = field(default=0.0, compare=False)
    settings: tuple[str, ...] = field(default=(), compare=False)
    before: Before | None = field(default=None, compare=False)
    measured: float = field(default=0.0, compare=False)
    began: str = field(default="", compare=False)


class ListFiles(keys.ListKeys):
    """The list where it is not in the table: path or pattern of its files. None of this changes a number."""

    files: str


class ClassifierSpec(keys.CostKeys, keys.ClassifierKeys, keys.NameKeys):
    """A classifier as the user names it: where its class probabilities stand, its decision values, or its answers.

    ``probabilities`` and ``decision`` are beginnings of columns, ``p_rf`` for ``p_rf:hate`` and ``p_rf:neither``; one
    column with just this name is the probability of the positive class of two, or their decision values, where lower
    ones are for the first of ``classes``; where they are not named, the second is the positive one. ``classes_from``:
    where the classes of an .npy file are named instead of in ``classes``: a file, or ``sorted`` for the table's labels
    in sorted order; empty: ``classes`` names them, or the array itself.
    """

    classes_from: str = field(default="", kw_only=True)

    @property
    def prefix(self) -> str:
        """Beginning of the columns by class, of probabilities or of decision values; empty where there are none."""
        return self.probabilities or self.decision


class Deferral(keys.SplitKeys):
    """The plan's part for the defer workflow: accept a model's answer or leave the item to people.

    Attributes
    ----------
    models
        The classifiers.
    worths
        What answers are worth.
    review_cost
        What reviewing one item costs, in currency units; None: what the prices say, if anything.
    most_wrong
        The greatest share of wrong answers among the accepted, which the cutoff has to guarantee; None: no such goal.
    relabel
        Whether items get the answer of greatest expected value, which need not be the most probable class.
    reviewing
        What people do for the items left to them, where both are planned together; None: answers are accepted
        or not, and no more is asked.
    """

    models: tuple[ClassifierSpec, ...]
    worths: Worths = field(default_factory=Worths)
    review_cost: Decimal | None = None
    relabel: bool = False
    most_wrong: Decimal | None = None
    reviewing: Reviewing | None = None


class Plan(keys.ReportKeys, keys.SureKeys):
    """All that the user says. Made by readers from the command line and the plan file.

    ``table`` is the path as the user wrote it; ``positive`` the classes the resource collects; ``split`` the
    value of the split column whose labelled rows give the figures (empty: all rows); ``list_size`` the number
    of items in the project's own list where it is not in the table; ``prevalence`` the share of entries in it where
    the labelled items were chosen to hold more or fewer; ``deferral`` what the defer workflow
    needs, or None for the filter workflow; ``mixture`` whether what all models say together is one more model;
    ``form`` how the table is written; ``work`` how the review is carried out; ``reviewed`` what has been judged
    already; ``answerers`` who answers items for a price; ``quota`` how many entries of each stratum are wanted, if any
    are; ``by_type`` whether an entry is a type, counted once; ``ranges`` which inputs are known as ranges; ``language``
    that of the report, ``notices`` what the user should know of how the plan was said, and ``listed`` where the list is
    if not in the table: none of these three changes a number.
    """

    table: str
    columns: Columns
    positive: tuple[str, ...]
    models: tuple[ModelSpec, ...]
    prices: Prices = field(default_factory=Prices)
    values: Values | None = None
    budget: Budget | None = None
    target: Target | None = None
    words: Words = Words()
    split: str = ""
    list_size: int | None = None
    prevalence: Decimal | None = None
    missing: Missing = "error"
    deferral: Deferral | None = None
    mixture: bool = True
    form: TableForm = TableForm()
    work: Work = Work()
    reviewed: Reviewed | None = None
    answerers: tuple[Answerer, ...] = ()
    quota: Quota | None = None
    by_type: bool = False
    ranges: Ranges = field(default_factory=Ranges)
    written: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    notices: tuple[Problem, ...] = field(default=(), compare=False)
    listed: ListFiles | None = field(default=None, compare=False)

    @property
    def draws(self) -> int:
        """How many draws means are taken over: as many as intervals are asked of, else 999."""
        return self.resamples or 999

    def answerer(self, name: str) -> Answerer:
        """Return who answers for a price by this name."""
        return next(answerer for answerer in self.answerers if answerer.name == name)

    @property
    def answering(self) -> Deferral:
        """What is said of models that answer, in a plan of such."""
        assert self.deferral is not None
        return self.deferral

    @property
    def workflow(self) -> WorkflowName:
        """What is planned: a ranked list, a selective classifier, or both on one budget."""
        if self.deferral is None:
            return "filter"
        return "defer" if self.deferral.reviewing is None else "joint"
