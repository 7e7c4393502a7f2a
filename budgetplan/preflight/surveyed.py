"""A table as it stands, before anybody has said what its columns are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.messages import Message
from budgetplan.tables.cells import Texts

MOST_CHOICES = 20
"""A column of texts without a telling name may be labels, splits or the like where it has no more different ones."""

MOST_LABELS = 200
"""More different texts than this are no labels, unless models know them as classes."""


@dataclass(frozen=True, eq=False)
class Column:
    """One column, as texts and as numbers.

    Attributes
    ----------
    name
        Its name in the header.
    texts
        Its cells as texts; those of numbers are made where somebody asks for them.
    values
        Shape (n,): numbers, NaN where a cell is empty or no finite number.
    n_odd
        How many cells are neither empty nor a number.
    """

    name: str
    texts: Texts
    values: FloatArray
    n_odd: int

    @property
    def codes(self) -> IntArray:
        """Shape (n,): position of each cell's text in ``names``."""
        return self.texts.codes

    @property
    def names(self) -> Sequence[str]:
        """The texts as they appear; empty cells are ""."""
        return self.texts.names

    @cached_property
    def filled(self) -> BoolArray:
        """Shape (n,): which cells hold something."""
        return ~self.texts.empty

    @cached_property
    def n_filled(self) -> int:
        """How many cells hold something."""
        return int(self.filled.sum())

    @cached_property
    def different(self) -> tuple[str, ...]:
        """The texts that occur, sorted, without the empty one."""
        return tuple(sorted(name for name in self.names if name))

    @property
    def n_different(self) -> int:
        """How many texts occur but for the empty one: sorting them takes long where each row has its own."""
        return self.texts.n_different

    @property
    def is_number(self) -> bool:
        """Whether every cell that holds something holds a number, and there is one."""
        return self.n_odd == 0 and bool(np.isfinite(self.values).any())

    @cached_property
    def is_whole(self) -> bool:
        """Whether all of it are whole numbers."""
        numbers = self.numbers
        return self.is_number and bool((numbers == np.rint(numbers)).all())

    @cached_property
    def numbers(self) -> FloatArray:
        """The numbers, without empty cells."""
        is_number = np.isfinite(self.values)
        return self.values if is_number.all() else self.values[is_number]

    def counts(self, among: BoolArray | None = None) -> dict[str, int]:
        """Return how many rows have each text, in the order of the texts, without the empty one."""
        return dict(sorted(self.texts.counts(among).items()))


@dataclass(frozen=True)
class ClassColumns:
    """Columns of one beginning with a column for each class, such as p_rf:hate and p_rf:neither.

    ``low``, ``high``: smallest and greatest number in them. ``n_off``: rows with a number in every column that
    do not add up to 1, beyond what rounding explains; ``n_rows``: rows with a number in every column.
    """

    prefix: str
    classes: tuple[str, ...]
    columns: tuple[str, ...]
    low: float
    high: float
    n_off: int
    n_rows: int


@dataclass(frozen=True)
class ArrayBeside:
    """An array file in the folder of a table that has as many rows as it.

    ``n_columns``: its columns. ``classes``: their names, where a file beside it says them. ``low``, ``high``:
    smallest and greatest number. ``n_off``: rows that do not add up to 1, beyond what rounding explains.
    """

    path: str
    n_columns: int
    classes: tuple[str, ...]
    low: float
    high: float
    n_off: int


@dataclass(frozen=True, eq=False)
class Survey:
    """All columns of a table, in their order, and those that belong together.

    ``messages``: how the file was read. ``lines``: shape (n,), where the rows begin. ``models``:
    names of columns that are scores of models, as a long table says. ``arrays``: files beside the table that may
    be models. ``label``, ``ids``: the columns with the labels and with the items' names, where the table itself
    tells. ``n_tied``: by column, how many items people have judged without agreeing. ``header``: its line, where others
    above it are left out. ``questions``: labels that items were asked about one at a time; what is said here is of the first.
    ``halves``: by class, the columns
    of two that add up to 1, as probabilities of two classes do.
    """

    path: str
    columns: tuple[Column, ...]
    by_class: tuple[ClassColumns, ...]
    lines: IntArray
    messages: tuple[Message, ...] = ()
    models: tuple[str, ...] = ()
    arrays: tuple[ArrayBeside, ...] = ()
    label: str = ""
    ids: str = ""
    n_tied: Mapping[str, int] = field(default_factory=dict)
    header: int = 0
    questions: tuple[str, ...] = ()
    halves: Mapping[str, str] = field(default_factory=dict)

    @property
    def n_rows(self) -> int:
        """Number of rows below the header."""
        return len(self.lines)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> Column | None:
        """Return a column, or None where there is none of this name."""
        return self.by_name.get(name)

    @cached_property
    def by_name(self) -> dict[str, Column]:
        """The columns by their names."""
        return {column.name: column for column in reversed(self.columns)}
