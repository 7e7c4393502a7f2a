"""What can go wrong, with the exit code of each kind, and the problems of a file together, each said once."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from budgetplan.domain.messages import ENGLISH, Message, NamedOption, as_flag, catalogue, shortened

UNMET = 3
"""Exit code where nothing meets the goal: no error."""


def counted(n: int, noun: str, several: str = "") -> str:
    """Return a count with its noun.

    >>> counted(1, "task"), counted(1200, "task"), counted(2, "class", "classes")
    ('1 task', '1,200 tasks', '2 classes')
    """
    return f"{n:,} {noun if n == 1 else several or noun + 's'}"


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with the data: what and what to do about it, and where it was found.

    Attributes
    ----------
    message
        What is wrong, and what to do about it.
    file, line, column, item
        Where. ``line`` counts from 1 as an editor does. Empty or None where it does not apply.
    found
        What stands there, verbatim.
    option
        Where, if not in a table: the key of the plan file, or the option of the command line.
    n_more
        For how many problems this one stands, where it only counts those like the ones before it; else 0.
    by
        What ``line`` counts: ``line``, or ``position`` in arrays, which count from 0 as Python does.
    """

    message: Message
    file: str = ""
    line: int | None = None
    column: str = ""
    item: str = ""
    found: str | None = None
    option: str = ""
    n_more: int = 0
    by: str = "line"

    @property
    def wrong(self) -> str:
        """What is wrong, in the words of the command line."""
        return self.message.texts()[0]

    @property
    def todo(self) -> str:
        """What to do about it, in the words of the command line."""
        return self.message.texts()[1]

    @property
    def options(self) -> dict[str, list[str]]:
        """The options that the advice names, each with the values that it would have them take."""
        options = [part for text in self.message.parts()[1:] for part in text if isinstance(part, NamedOption)]
        return {key: [part.value for part in options if part.key == key and part.value] for key, _, _ in options}

    def words(self, language: str = ENGLISH, option: Callable[[NamedOption], str] = as_flag) -> str:
        """Return the problem in one line; ``option``: how the door that says it has its options given.

        Examples
        --------
        >>> from budgetplan.domain.messages import literal
        >>> print(Problem(literal("the score is not a number", "write a number, or see table.missing"),
        ...               file="scores.csv", line=7, column="p_rf", item="w12", found="n/a").words())
        scores.csv, line 7, column p_rf, item w12: the score is not a number (found "n/a"); write a number, or see table.missing
        """
        word = catalogue(language)["words"]
        inner = {self.by: self.line, "column": self.column, "item": self.item}
        place = [name for name in (self.file, self.option) if name]
        place += [f"{word[name]} {value}" for name, value in inner.items() if value not in (None, "")]
        wrong, todo = self.message.texts(language, option)
        found_text = "" if self.found is None else f' ({word["found"]} "{self.found}")'
        start = ", ".join(place) + ": " if place else ""
        return f"{start}{wrong}{found_text}{todo and f'; {todo}'}"

    def __str__(self) -> str:
        return self.words()


class BudgetplanError(Exception):
    """Base of all errors that a user can mend. ``str(error)`` is the whole message.

    ``problems`` are the same things one by one. ``option``: how the door at which it arose has options given.
    """

    exit_code = 1
    option: Callable[[NamedOption], str] = staticmethod(as_flag)

    def __init__(self, problems: Sequence[Problem]) -> None:
        # What two readers of one file find is one thing to mend.
        self.problems = tuple(dict.fromkeys(problems))
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(problem.words(option=self.option) for problem in self.problems)

    @classmethod
    def of(cls, message: Message, file: str = "", **where: Any) -> Self:
        """Make it of one problem.

        >>> from budgetplan.domain.messages import literal
        >>> str(UsageError.of(literal("this is given twice", "give it once"), option="--cost", found="3"))
        '--cost: this is given twice (found "3"); give it once'
        """
        return cls([Problem(message, file, **where)])


class UsageError(BudgetplanError):
    """The command or the plan file asks for something that cannot be (exit code 2)."""

    exit_code = 2


class PdfUnavailableError(BudgetplanError):
    """The libraries that make the PDF are not on this machine (exit code 5)."""

    exit_code = 5


class CannotWriteError(BudgetplanError):
    """The output cannot be written (exit code 6)."""

    exit_code = 6


class BadDataError(BudgetplanError):
    """The data cannot be used as it is (exit code 4). All problems of a file at once."""

    exit_code = 4


def imported(module: str, lacking: BudgetplanError) -> Any:
    """Return a library that may not be installed; ``lacking`` is raised where it is not."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise lacking from None


GREATEST_SHOWN = 5
"""Up to so many problems of one kind in one column are shown one by one."""

N_EXAMPLES = 3
"""So many of them are shown where there are more."""


class Problems:
    """Problems of one file, grouped by what is wrong and in which column; ``by``: what its lines count."""

    def __init__(self, file: str, by: str = "line") -> None:
        self.file, self.by = file, by
        self._kept: dict[tuple[str, str], list[Problem]] = {}
        self._n: Counter[tuple[str, str]] = Counter()

    def __bool__(self) -> bool:
        return bool(self._kept)

    def add(
        self, message: Message, *, column: str = "", found: str | None = None, file: str = "", **where: Any
    ) -> None:
        """Note one problem; ``file``: where it is, if not in the file itself; ``where``: its line and item."""
        kind = (_kind(message), column)
        self._n[kind] += 1
        kept = self._kept.setdefault(kind, [])
        if len(kept) < GREATEST_SHOWN:
            where |= {"column": column, "found": None if found is None else shortened(found), "by": self.by}
            kept.append(Problem(message, file or self.file, **where))

    def count_more(self, message: Message, column: str, n_more: int) -> None:
        """Note that there are ``n_more`` problems of a kind already noted, if that is any, without looking at each."""
        self._n[_kind(message), column] += max(n_more, 0)

    def take(self, other: Problems, columns: Collection[str] | None = None) -> None:
        """Take over what was noted elsewhere about the same file; ``columns``: of single columns, what is about these."""
        for kind, kept in other._kept.items():
            if columns is None or not kind[1] or kind[1] in columns:
                room = GREATEST_SHOWN - len(self._kept.setdefault(kind, []))
                moved = (replace(row, file=self.file) if row.file == other.file else row for row in kept[:room])
                self._kept[kind] += moved
                self._n[kind] += other._n[kind]

    def raise_if_any(self) -> None:
        """Raise all problems together, if there are any."""
        if self:
            raise BadDataError(self.listed())

    def listed(self) -> tuple[Problem, ...]:
        """Return the problems in the order in which their kinds were found."""
        listed: list[Problem] = []
        for kind, kept in self._kept.items():
            if self._n[kind] <= GREATEST_SHOWN:
                listed += kept
            else:
                n_more = self._n[kind] - N_EXAMPLES
                more = Message("tables.more_like_it", n=n_more)
                listed += [*kept[:N_EXAMPLES], Problem(more, kept[0].file, column=kind[1], n_more=n_more)]
        return tuple(listed)


def _kind(message: Message) -> str:
    # A message around another one is of the kind of both.
    wrong = dict(message.values).get("wrong", "")
    return f"{message.kind} {_kind(wrong) if isinstance(wrong, Message) else wrong}"


def did_you_mean(name: str) -> Message | str:
    """Return the question whether a name is meant, to stand before what else there is; empty where no name is like it.

    >>> str(did_you_mean("p_rf")), did_you_mean("")
    ('did you mean p_rf? ', '')
    """
    return Message("words.did_you_mean", name=name) if name else ""
