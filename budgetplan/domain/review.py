"""A review under way: what was declared when its queue was written, and what came back of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.asked.keys import ReadOnly
from budgetplan.domain.decision import WorkflowName
from budgetplan.domain.prices import Calls, Prices

if TYPE_CHECKING:
    from budgetplan.core.curve import Labelled


@dataclass(frozen=True)
class Before:
    """Earlier rounds, all of them together.

    Attributes
    ----------
    ids
        Names of the items judged in them, sorted.
    found
        How many of these are entries.
    spent
        What they cost, what is paid once included, in currency units (items, without prices).
    used
        How much of a budget they used up, by what a budget may be counted in: ``money``, ``annotation`` (money that covers
        judging alone), ``items`` and ``hours``; a unit that is missing is not known.
    labels
        What each is judged to be, empty where that is not settled; none where an earlier version counted these rounds.
    random
        Of those that were drawn at random from after a stop where they stand in the whole list, by name: see
        :class:`QueueItems`.
    """

    ids: tuple[str, ...]
    found: int
    spent: Decimal
    used: Mapping[str, Decimal]
    labels: tuple[str, ...] = ()
    random: Mapping[str, float] = field(default_factory=dict)

    @property
    def beside(self) -> Decimal:
        """What of it was not paid for judging: fixed costs, contingency, indirect costs; 0 where that is not known."""
        return self.spent - self.used.get("annotation", self.spent)


@dataclass(frozen=True, eq=False)
class WholeOrder:
    """The order of a whole list of which some is judged: what is left of it keeps this order, and its places in it.

    Attributes
    ----------
    model, recipe, left_out
        Whose order it is, the weights of a mixture's members, and the models that it has no use for.
    ids, place
        Names of the labelled items, and where they stand in the whole list, on a normal scale.
    labels
        How many of them, and of those that were judged, have each label.
    gone
        By model: where the items of the list stand that are judged.
    n_items
        Of the whole list.
    sample, rate
        The labelled items and those that were judged, as the curve takes them, and the share of entries among the
        labelled ones alone.
    """

    model: str
    recipe: Mapping[str, float]
    left_out: tuple[str, ...]
    ids: tuple[str, ...]
    labels: Mapping[str, int]
    place: FloatArray
    gone: Mapping[str, FloatArray]
    n_items: float
    sample: Labelled
    rate: float


OrderBy = Literal["score", "uncertain", "value-per-cost", "random"]
"""What orders a queue: a score, the least sure answers first, what a review is worth for its price, or nothing but its price."""


@dataclass(frozen=True, eq=False)
class Band:
    """What is expected to be found along the queue, shape (P,) each: after so many items, with a 95 % interval.

    ``low`` and ``high`` are NaN where nothing was resampled.
    """

    items: FloatArray
    expected: FloatArray
    low: FloatArray
    high: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class Course(ReadOnly):
    """What becomes of the N rows of a list.

    Attributes
    ----------
    model
        Whose order, and whose answers.
    recipe
        Of a mixture the weight of each member; else empty.
    order_by
        What orders the queue.
    ids
        Names of the items, sorted; N of them.
    queue
        Shape (K,): rows in the order in which people review them, the first one first; those after the stop too.
    review
        How many of these the plan has reviewed, in [0, K].
    answered, answers
        Rows that nobody reviews as they are answered, shape (A,), and the answer to each; A + K = N.
    answered_by
        Who answers each of them, A names; empty: the model answers all.
    said, corrections
        What the model says of each of the N rows, and of how many of its answers along the queue people are expected
        to differ; empty and None where models only order the list.
    score
        Shape (N,): what the queue is ordered by, as far as one number says it: higher is reviewed earlier.
    rate
        Shape (N,): how likely each item is an entry, in [0, 1]; NaN where nothing says so.
    known_cost
        Shape (N,): price of reviewing each as known beforehand, in millionths of the currency unit.
    sizes
        ``seconds``, ``units`` and ``listed`` of each, shape (N,): what the price is made of.
    band
        What is expected along the queue; None where nothing is collected.
    weighted
        Whether rows stand for more items than one.
    model_cost, calls
        What using the model costs, in currency units, and what is paid for asking who answers beside it; None: nobody is.
    sample, sample_rate
        The labelled items, as the curve takes them; None where no curve along the queue says how likely an entry is. The
        share of entries among those that were labelled at random, where others are in the sample; else None.
    standing
        Shape (N,): where each stands in the whole list that was planned first, on a normal scale; empty: not known.
    strata
        The stratum of each of the N rows, where so many entries of each are wanted; else empty.
    """

    model: str
    order_by: OrderBy = "score"
    ids: tuple[str, ...]
    queue: IntArray
    review: int
    answered: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    answers: tuple[str, ...] = ()
    score: FloatArray
    rate: FloatArray
    known_cost: FloatArray
    sizes: Mapping[str, FloatArray]
    band: Band | None = None
    recipe: Mapping[str, float] = field(default_factory=dict)
    weighted: bool = False
    model_cost: Decimal = Decimal(0)
    calls: Calls | None = None
    strata: tuple[str, ...] = ()
    answered_by: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    corrections: Band | None = None
    sample: Labelled | None = None
    sample_rate: float | None = None
    standing: FloatArray = field(default_factory=lambda: np.zeros(0))

    @property
    def n_items(self) -> int:
        """Rows of the list."""
        return len(self.ids)


NOT_YET, UNSETTLED, SKIPPED = -1, -2, -3
"""In place of a label: nobody has judged the item; those who did disagree; it was skipped."""

OfJudgements = Literal["again", "repeated", "disagree", "settler", "slow", "skipped", "ahead", "outside", "answered"]
OfChanges = Literal["table", "prices", "prices_sizes", "prices_unknown", "budget", "fewer"]
NoteKind = OfJudgements | OfChanges
"""What is to be told of logs: an annotator judged items again, a log holds another one, annotators disagree, nobody
is called as who settles that, items were skipped, items were judged before others that stand above them, items of the list that are not in the queue were judged, the table or
what judging costs or what may be spent has changed since the queue was written, items were judged that the model had answered."""


@dataclass(frozen=True)
class LogNote:
    """Something to be told of the logs: how many items it is about, and the first of them by name.

    ``timed``: the judgements have times, by which they stand in order.
    """

    kind: NoteKind
    n: int
    items: tuple[str, ...] = ()
    timed: bool = True


@dataclass(frozen=True, eq=False)
class Returned:
    """All judgements of a queue.

    Attributes
    ----------
    label
        Shape (n,), an item of the manifest each: code among its labels, or one of the negative codes above.
    item, said, annotator, seconds
        Shape (J,), a judgement each, in the order in which they were made: row in the manifest, code of the label
        (:data:`SKIPPED` where none was given), who judged (position in ``annotators``), and how long it took (NaN:
        not known).
    annotators
        Names, sorted.
    last
        Shape (J,): whether it is the last one that this annotator gave of the item.
    notes
        What is to be told.
    logs
        Name and checksum of every log.
    """

    label: IntArray
    item: IntArray
    said: IntArray
    annotator: IntArray
    seconds: FloatArray
    annotators: tuple[str, ...]
    last: BoolArray
    notes: tuple[LogNote, ...]
    logs: tuple[tuple[str, str], ...]

    @property
    def settled(self) -> BoolArray:
        """Shape (n,): which items have a label now."""
        return self.label >= 0

    def settling(self, name: str) -> BoolArray:
        """Return which judgements are of who settles, by this name, and of an item that others judged, shape (J,)."""
        theirs = np.array([person == name for person in self.annotators], dtype=bool)[self.annotator]
        return theirs & np.isin(self.item, self.item[~theirs])


Role = Literal["review", "tail sample", "control", "answered", "left"]
"""Why an item is in a queue: the plan has it reviewed; drawn at random from those after the stop; labelled already,
to see how people agree with its label; answered by the model or an answerer; or not in it at all."""
ROLES: tuple[Role, ...] = ("review", "tail sample", "control", "answered", "left")

ALPHA = 0.05
"""What may be left is said with an error of at most this."""


@dataclass(frozen=True)
class TailSample:
    """Items drawn at random from those after the stop (METHODS R1).

    Attributes
    ----------
    items
        How many, in [0, of].
    of
        How many items lay after the stop.
    looks
        How often they are read before all of them are judged; 0: after any of them.
    alpha
        What is said of those that are left is wrong with this chance at most.
    """

    items: int
    of: int
    looks: int = 0
    alpha: float = ALPHA


@dataclass(frozen=True)
class PacketFile:
    """A file of the queue: its name, how many items it has, and its checksum."""

    name: str
    items: int
    sha256: str


def packet_name(number: int, n_packets: int) -> str:
    """Return what a packet is called; names stand in the order of the numbers.

    >>> packet_name(4, 11), packet_name(4, 2_500)
    ('packet-004', 'packet-0004')
    """
    return f"packet-{number:0{max(3, len(str(n_packets)))}d}"


@dataclass(frozen=True, eq=False)
class QueueItems:
    """All items of the list, and the control items: those of the queue first, in its order, then the others.

    Attributes
    ----------
    ids
        Names; n of them.
    role
        Shape (n,): position in :data:`ROLES`.
    place
        Shape (n,): place in the queue from 1 on, as people get it; 0: not in it.
    rank
        Shape (n,): place in the plan's order from 1 on, those after the stop too; 0: control, or answered.
    packet
        Shape (n,): number of the packet from 1 on; 0: in none.
    score, rate
        Shape (n,): what orders them, and how likely each is an entry; NaN: not known.
    nearby
        Shape (n,): how likely an entry, as the items around it are.
    standing
        Shape (n,): where each stands in the whole list that was planned first, on a normal scale; NaN: not known.
    cost, seconds, units, listed
        Shape (n,): price as known beforehand, in millionths, and what it is made of; 0 for control items, which
        cost what others of their kind do on average.
    label
        What a control item is labelled as, or what is answered; else empty; n of them.
    stratum
        Of which stratum each is, empty for control items; n of them, none where the plan has no quotas.
    answered_by
        Who answers each, empty for items that nobody answers; n of them, none where the model alone answers.
    said
        What the model says of each, empty for control items; n of them, none where models only order the list.
    """

    ids: tuple[str, ...]
    role: IntArray
    place: IntArray
    rank: IntArray
    packet: IntArray
    score: FloatArray
    rate: FloatArray
    nearby: FloatArray
    standing: FloatArray
    cost: FloatArray
    seconds: FloatArray
    units: FloatArray
    listed: FloatArray
    label: tuple[str, ...]
    stratum: tuple[str, ...] = ()
    answered_by: tuple[str, ...] = ()
    said: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Manifest(ReadOnly):
    """Everything declared when a queue was written, in the order in which it stands in the file.

    What has a default is missing from files of earlier versions.

    Attributes
    ----------
    identifier
        Of the report with the same plan.
    workflow, model, recipe, order_by, model_cost
        What was planned, whose order it is, the weights of a mixture's members, what orders the queue.
    seed
        Start of the random numbers.
    table_sha256
        Checksum of the table that was planned from.
    n_list
        Items of the list.
    review
        How many of them the plan has reviewed.
    tail
        The random items after the stop.
    tool, packets
        For which tool it was written, and the files.
    id_column, label_column, text_column
        Columns of the items: names, judgements, and the text that is judged (empty: none).
    labels, positive
        What a judgement may say, and which of that is collected.
    band
        What was expected along the queue; None where nothing is collected.
    items
        Every item.
    corrections
        Of how many answers of the model along the queue people were expected to differ; None where it gives none.
    judgements, again
        How many judgements an item has on average, and the files of the items that one person more judges, where that
        is no whole number.
    sample, sample_rate
        The labelled items, as the curve takes them: places are in the order of the whole list. None where no curve says
        how likely an entry is. The share of entries among those that were labelled at random, where items of earlier
        rounds are in the sample; else None.
    before
        What was judged before the queue was written, where it is one of the rest.
    prices
        What judging cost then: of :class:`~budgetplan.domain.prices.Prices` that part alone; None: not noted.
    budget
        The budget it was planned with, less what earlier rounds used of it, such as ``EUR 400``; empty: none, or not noted.
    start
        The first day of the work, as the plan had it; empty: it had none, or it is not noted.
    calls
        What was paid for asking who answers beside the model; None: nobody was asked, or it is part of ``model_cost``.
    """

    identifier: str
    workflow: WorkflowName
    model: str
    recipe: Mapping[str, float]
    order_by: OrderBy
    model_cost: Decimal
    calls: Calls | None = None
    seed: int
    table_sha256: str
    prices: Prices | None = None
    budget: str = ""
    start: str = ""
    n_list: int
    review: int
    tail: TailSample
    tool: str
    packets: tuple[PacketFile, ...]
    judgements: Decimal = Decimal(1)
    again: tuple[PacketFile, ...] = ()
    id_column: str
    label_column: str
    text_column: str
    labels: tuple[str, ...]
    positive: tuple[str, ...]
    band: Band | None
    corrections: Band | None = None
    sample: Labelled | None = None
    sample_rate: float | None = None
    items: QueueItems
    before: Before | None = None
