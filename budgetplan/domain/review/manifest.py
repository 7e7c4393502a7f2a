"""What is kept of a queue that was written, apart from those who judge it: who is in it, why, and what was declared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.prices import Prices
from budgetplan.domain.recommendation import WorkflowName
from budgetplan.domain.review.before import Before
from budgetplan.domain.review.course import Band, OrderBy

if TYPE_CHECKING:
    from budgetplan.core.curve import Labelled

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
    cost: FloatArray
    seconds: FloatArray
    units: FloatArray
    listed: FloatArray
    label: tuple[str, ...]
    stratum: tuple[str, ...] = ()
    answered_by: tuple[str, ...] = ()
    said: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Manifest:
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
    sample
        The labelled items, as the curve takes them: places are in the order of the list. None where no curve says how
        likely an entry is.
    before
        What was judged before the queue was written, where it is one of the rest.
    prices
        What judging cost then: of :class:`~budgetplan.domain.prices.Prices` that part alone; None: not noted.
    budget
        The budget it was planned with, less what earlier rounds used of it, such as ``EUR 400``; empty: none, or not noted.
    """

    identifier: str
    workflow: WorkflowName
    model: str
    recipe: Mapping[str, float]
    order_by: OrderBy
    model_cost: Decimal
    seed: int
    table_sha256: str
    prices: Prices | None = None
    budget: str = ""
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
    items: QueueItems
    before: Before | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "recipe", MappingProxyType(dict(self.recipe)))
