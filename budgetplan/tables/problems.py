"""Collects what is wrong with a file, and says it once where it is wrong a thousand times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from budgetplan.domain.messages import Message, shortened
from budgetplan.errors import BadDataError, Problem

GREATEST_SHOWN = 5
"""Up to so many problems of one kind in one column are shown one by one."""

N_EXAMPLES = 3
"""So many of them are shown where there are more."""


class Problems:
    """Problems of one file, grouped by what is wrong and in which column; ``by``: what its lines count."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.by = "line"
        self._kept: dict[tuple[str, str], list[Problem]] = {}
        self._n: Counter[tuple[str, str]] = Counter()

    def __bool__(self) -> bool:
        return bool(self._kept)

    def add(
        self,
        message: Message,
        *,
        line: int | None = None,
        column: str = "",
        item: str = "",
        found: str | None = None,
        file: str = "",
    ) -> None:
        """Note one problem; ``file``: where it is, if not in the file itself."""
        kind = (_kind(message), column)
        self._n[kind] += 1
        kept = self._kept.setdefault(kind, [])
        if len(kept) < GREATEST_SHOWN:
            text = None if found is None else shortened(found)
            kept.append(Problem(message, file or self.file, line, column, item, text, by=self.by))

    def count_more(self, message: Message, column: str, n_more: int) -> None:
        """Note that there are ``n_more`` problems of a kind already noted, without looking at each."""
        self._n[_kind(message), column] += n_more

    def take(self, other: Problems, columns: Collection[str] | None = None) -> None:
        """Take over what was noted elsewhere about the same file; ``columns``: of single columns, what is about these."""
        for kind, kept in other._kept.items():
            if columns is None or not kind[1] or kind[1] in columns:
                room = GREATEST_SHOWN - len(self._kept.setdefault(kind, []))
                self._kept[kind] += [
                    replace(problem, file=self.file) if problem.file == other.file else problem
                    for problem in kept[:room]
                ]
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
                listed += [*kept[:N_EXAMPLES], Problem(more, self.file, column=kind[1], n_more=n_more)]
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
