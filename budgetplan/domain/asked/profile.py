"""For whom a report is printed: paper, margins, type, and what a funder's rules allow, each with its source."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, get_args

ProfileName = Literal["a4", "letter", "nsf", "nih", "horizon", "ukri", "sshrc", "dfg"]

_WIDTHS = {"A4": 210.0, "Letter": 215.9}


@dataclass(frozen=True)
class Rule:
    """A rule of a funder: its text in the catalogue with what is filled in, where it stands, and as of when.

    Rules change: whoever attaches a report reads those of the call.
    """

    key: str
    source: str
    date: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Profile:
    """How a report is printed for somebody.

    Attributes
    ----------
    called
        The funder's name, as it is printed.
    paper, margin_mm, type_pt
        Page size, its margins in millimetres on all sides, the size of running text in points.
    least_pt
        The least size of running text: a full page 1 is set no smaller.
    heads
        Whether pages have running heads and numbers.
    pages
        How many pages the justification may take; 0: no limit.
    day_hours, year_days
        Hours of a working day, and days of work that count as a person's year; 0 where the funder says none.
    computed_contingency
        Whether a contingency is allowed only where it is computed.
    by_year
        Whether the budget is asked for year by year.
    coin
        To multiples of what lines are printed where the plan does not say it; 0: to the currency's own.
    rules
        What the funder says, and what is done about it.
    """

    name: ProfileName
    called: str = ""
    paper: Literal["A4", "Letter"] = "A4"
    margin_mm: float = 25.4
    type_pt: float = 10.5
    least_pt: float = 10.0
    heads: bool = True
    pages: int = 0
    day_hours: float = 0.0
    year_days: int = 0
    computed_contingency: bool = False
    by_year: bool = False
    coin: Decimal = Decimal(0)
    rules: tuple[Rule, ...] = ()

    @property
    def width_mm(self) -> float:
        """Width of the text in millimetres.

        >>> PROFILES["a4"].width_mm, round(PROFILES["nih"].width_mm, 1)
        (159.2, 190.5)
        """
        return _WIDTHS[self.paper] - 2 * self.margin_mm

    @property
    def month_hours(self) -> float:
        """Hours of a person-month; 0 where the funder says none.

        >>> round(PROFILES["horizon"].month_hours, 1), PROFILES["ukri"].month_hours, PROFILES["a4"].month_hours
        (143.3, 137.5, 0.0)
        """
        return self.day_hours * self.year_days / 12


def _profile(name: ProfileName, fields_given: dict[str, Any]) -> Profile:
    rules = tuple(Rule(**rule) for rule in fields_given.pop("rules", ()))
    coin = Decimal(fields_given.pop("coin", 0))
    return Profile(**fields_given, name=name, coin=coin, rules=rules)


_TABLES = tomllib.loads((files("budgetplan.domain.asked") / "profiles.toml").read_text(encoding="utf-8"))
PROFILES = MappingProxyType({name: _profile(name, _TABLES[name]) for name in get_args(ProfileName)})
"""Every profile by its name; the first one holds where none is asked for."""
