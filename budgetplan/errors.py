"""What can go wrong, with the exit code of each kind. One small class per case owns its wording."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

UNMET = 3
"""Exit code where nothing meets the goal: no error."""


def counted(n: int, noun: str, several: str = "") -> str:
    """Return a count with its noun.

    >>> counted(1, "task"), counted(1200, "task"), counted(2, "class", "classes")
    ('1 task', '1,200 tasks', '2 classes')
    """
    return f"{n:,} {noun if n == 1 else several or noun + 's'}"


class NamedOption(NamedTuple):
    """An option that an advice names, with the value that it would have it take, or what stands for one (``like``)."""

    key: str
    value: str = ""
    like: str = ""


class Advice(str):
    """A text in the words of the command line that knows which options it names, so that other doors word them anew."""

    __slots__ = ("parts",)
    parts: tuple[str | NamedOption, ...]

    def __new__(cls, text: str, parts: Sequence[str | NamedOption] = ()) -> Self:
        """Make it of its text and what this consists of."""
        advice = super().__new__(cls, text)
        advice.parts = tuple(parts)
        return advice


def parts_of(text: str) -> tuple[str | NamedOption, ...]:
    """Return what a text consists of: plain text, and the options that an advice names."""
    return text.parts if isinstance(text, Advice) else (text,)


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with the data: where, what was found, what to do.

    Attributes
    ----------
    wrong
        What is wrong, as the beginning of a sentence without a full stop.
    todo
        What to do about it, a sentence without a full stop. May be empty.
    file, line, column, item
        Where. ``line`` counts from 1 as an editor does. Empty or None where it does not apply.
    found
        What stands there, verbatim.
    option
        Where, if not in a table: the key of the plan file, or the option of the command line.
    n_more
        For how many problems this one stands, where it only counts those like the ones before it; else 0.
    ways
        Options that the advice names, where its text is a translated one.
    language
        Of both texts.
    by
        What ``line`` counts: ``line``, or ``position`` in arrays, which count from 0 as Python does.
    """

    wrong: str
    todo: str
    file: str = ""
    line: int | None = None
    column: str = ""
    item: str = ""
    found: str | None = None
    option: str = ""
    n_more: int = 0
    by: str = "line"
    ways: tuple[NamedOption, ...] = ()
    language: str = "en"

    @property
    def options(self) -> dict[str, list[str]]:
        """The options that the advice names, each with the values that it would have them take."""
        options = [part for part in (*parts_of(self.todo), *self.ways) if isinstance(part, NamedOption)]
        return {key: [part.value for part in options if part.key == key and part.value] for key, _, _ in options}

    def __str__(self) -> str:
        """Return the problem in one line.

        Examples
        --------
        >>> print(Problem("the score is not a number", "write a number, or see table.missing",
        ...               file="scores.csv", line=7, column="p_rf", item="w12", found="n/a"))
        scores.csv, line 7, column p_rf, item w12: the score is not a number (found "n/a"); write a number, or see table.missing
        """
        place = [name for name in (self.file, self.option) if name]
        if self.line is not None:
            place.append(f"{self.by} {self.line}")
        if self.column:
            place.append(f"column {self.column}")
        if self.item:
            place.append(f"item {self.item}")
        found_text = "" if self.found is None else f' (found "{self.found}")'
        start = ", ".join(place) + ": " if place else ""
        todo = f"; {self.todo}" if self.todo else ""
        return f"{start}{self.wrong}{found_text}{todo}"


class BudgetplanError(Exception):
    """Base of all errors that a user can mend. ``str(error)`` is the whole message.

    ``problems`` are the same things one by one; an error that is said in one message is one of them.
    """

    exit_code = 1

    def __init__(self, content: str | Sequence[Problem]) -> None:
        # What two readers of one file find is one thing to mend.
        self.problems = (Problem(content, ""),) if isinstance(content, str) else tuple(dict.fromkeys(content))
        super().__init__("\n".join(str(problem) for problem in self.problems))

    @classmethod
    def of(cls, message: str, file: str = "", **where: Any) -> Self:
        """Make it of one problem: what is wrong and, behind the first semicolon, what to do.

        >>> str(UsageError.of("this is given twice; give it once", option="--cost", found="3"))
        '--cost: this is given twice (found "3"); give it once'
        """
        wrong, _, todo = message.partition("; ")
        return cls([Problem(wrong, todo, file, **where)])


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
