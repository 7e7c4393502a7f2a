"""The lines of a plan file as it is written: keys with what the table of options says of them, and comments."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from types import MappingProxyType

from budgetplan.domain.options import BY_KEY, SECTIONS

WIDTH = 100
"""Comments are broken into lines of at most so many characters."""

NEEDED = "Needed: "
"""How a comment begins above what must be filled in before there can be a report."""

EXAMPLES: Mapping[str, str] = MappingProxyType(
    {
        "cost.currency": '"EUR"',
        "cost.per_item": '"0.04"',
        "cost.per_unit": '"0.002"',
        "cost.hourly_rate": '"24.00"',
        "cost.seconds_per_item": '"20"',
        "cost.annotators": '"2"',
        "cost.contingency": '"computed"',
        "cost.ranges": '{ seconds_per_item = ["15", "30"] }',
        "entry.value": '"6.00"',
        "answerers.price": '"0.002"',
        "answerers.priced_on": '"2026-11-01"',
        "answers.error_weight": '"4"',
        "answers.review_cost": '"0.10"',
        "answers.right": '"0.08"',
        "answers.wrong": '"-0.40"',
        "goal.budget": '"400 items"',
        "goal.target": '"80 %"',
        "quota.minimum": "300",
        "quota.sure": '"95 %"',
        "list.size": "12000",
        "words.item": '"sentence"',
        "words.items": '"sentences"',
        "words.entry": '"idiom"',
        "words.entries": '"idioms"',
        "work.packet": "200",
        "work.tail_sample": "200",
        "work.people": "2",
        "work.hours_a_week": "6",
        "work.start": '"2026-12-07"',
        "work.deadline": '"2027-06-30"',
        "report.title": '"Dictionary of idioms"',
        "report.project": '"Idioms"',
    }
)
"""What stands for a value that a table cannot tell."""


class PlanLines:
    """A plan file as it grows; each key is explained once."""

    def __init__(self) -> None:
        self.needed: list[str] = []
        self._heading = ""
        self._lines: list[str] = []
        self._explained: set[str] = set()

    def text(self) -> str:
        """Return the plan file."""
        return "\n".join(self._lines).strip("\n") + "\n"

    def say(self, text: str) -> None:
        """Write a comment."""
        self._lines += textwrap.wrap(
            clean(text), WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False
        )

    def remark(self, text: str) -> None:
        """Write a comment that belongs to no section."""
        self._lines.append("")
        self.say(text)

    def section(self, name: str, told: str = "", *, is_model: bool = False, used: bool = True) -> None:
        """Open a section or a model; ``used``: otherwise its heading waits for :meth:`ask_model`."""
        heading = f"[[{name}]]" if is_model else f"[{name}]"
        first = name not in self._explained
        self._explained.add(name)
        self._lines.append("")
        if first:
            self.say(f"{SECTIONS[name]}.")
        if told:
            self.say(told)
        self._heading = heading if used else f"# {heading}"
        if used:
            self._lines.append(heading)

    def ask_model(self, question: str, *, needed: bool) -> None:
        """Write the heading of a model that is not sure, below the question."""
        if needed:
            self.needed.append("models.name")
        start = NEEDED if needed else "Not used: "
        self.say(f"{start}{question}")
        self._lines.append(self._heading)

    def key(self, key: str, value: str, note: str = "") -> None:
        """Write a key that is used."""
        self._explain(key, note)
        self._lines.append(f"{_last(key)} = {value}")

    def maybe(self, key: str, value: str, note: str = "") -> None:
        """Write a key as a comment, to be used by whoever wants it."""
        self._explain(key, note)
        self._lines.append(f"# {_last(key)} = {value}")

    def need(self, key: str, value: str, note: str) -> None:
        """Write a key as a comment that must be used before there can be a report."""
        self._explain(key, "")
        self.needed.append(key)
        self.say(f"{NEEDED}{note}")
        self._lines.append(f"# {_last(key)} = {value}")

    def maybe_all(self, *keys: str) -> None:
        """Write keys as comments, with values as they might be."""
        for key in keys:
            self.maybe(key, EXAMPLES[key])

    def _explain(self, key: str, note: str) -> None:
        if key not in self._explained:
            self._explained.add(key)
            # What belongs to a model that stands as a comment stays together.
            if self._lines[-1] != self._heading and not self._heading.startswith("#"):
                self._lines.append("")
            self.say(BY_KEY[key].help)
        if note:
            self.say(note)


def _last(key: str) -> str:
    return key.partition(".")[2]


def quoted(text: str) -> str:
    r"""Return a text as TOML has it: letters that nobody sees, or that turn what follows, by their numbers.

    >>> print(quoted('a "b" ü' + chr(9) + chr(127) + chr(0x202E)))
    "a \"b\" ü\t\u007f\u202e"
    """
    written = json.dumps(text, ensure_ascii=False)
    return "".join(
        sign
        if sign.isprintable()
        else f"\\u{ord(sign):04x}"
        if ord(sign) < 1 << 16
        else f"\\U{ord(sign):08x}"
        for sign in written
    )


def clean(text: str) -> str:
    """Return a text in one line without control characters, which no comment may hold."""
    return "".join(sign if sign.isprintable() else " " for sign in " ".join(text.split()))
