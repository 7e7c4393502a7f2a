"""Collects what is wrong with a file, and says it once where it is wrong a thousand times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

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
        wrong: str,
        todo: str,
        *,
        line: int | None = None,
        column: str = "",
        item: str = "",
        found: str | None = None,
        file: str = "",
    ) -> None:
        """Note one problem; ``file``: where it is, if not in the file itself."""
        kind = (wrong, column)
        self._n[kind] += 1
        kept = self._kept.setdefault(kind, [])
        if len(kept) < GREATEST_SHOWN:
            text = None if found is None else shown(found)
            kept.append(Problem(wrong, todo, file or self.file, line, column, item, text, by=self.by))

    def count_more(self, wrong: str, column: str, n_more: int) -> None:
        """Note that there are ``n_more`` problems of a kind already noted, without looking at each."""
        self._n[wrong, column] += n_more

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
                more = f"and {n_more:,} more like it"
                listed += [*kept[:N_EXAMPLES], Problem(more, "", self.file, column=kind[1], n_more=n_more)]
        return tuple(listed)


def shown(text: str) -> str:
    """Return a text from the file in one short line.

    >>> shown("a  long" + chr(10) + "cell"), len(shown("x" * 1000))
    ('a long cell', 61)
    """
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:60] + "…"


def did_you_mean(name: str) -> str:
    """Return the question whether a name is meant, to stand before what else there is; empty where no name is like it.

    >>> did_you_mean("p_rf"), did_you_mean("")
    ('did you mean p_rf? ', '')
    """
    return f"did you mean {name}? " if name else ""


def listing(names: Sequence[str], most: int = 30) -> str:
    """Return names with commas, the first ones alone where there are many.

    >>> listing(["a", "b", "c", "d"], most=2)
    'a, b and 2 more'
    """
    listed = [shown(name) for name in names[:most]]
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(listed) + more
