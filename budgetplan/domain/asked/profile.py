"""For whom a report is printed: paper, margins, type, and what a funder's rules allow, each with its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Literal

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
    said: Mapping[str, Any] = field(default_factory=dict)


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
        To multiples of what lines are rounded where the plan does not say it; 0: to the currency's own.
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


_FEDERAL = (
    Rule("contingency", "2 CFR 200.433", "2024"),
    Rule("de_minimis", "2 CFR 200.414 (f)", "2024", {"rate": 0.15}),
)
_ALL = (
    Profile("a4"),
    Profile("letter", paper="Letter"),
    Profile(
        "nsf",
        "NSF",
        "Letter",
        type_pt=11,
        least_pt=11,
        heads=False,
        pages=5,
        computed_contingency=True,
        by_year=True,
        rules=(
            Rule("pages", "ctsi.ucla.edu/nsf-requirements/budget", "2026", {"pages": 5}),
            Rule("type", "PAPPG, II.B", "2017", {"size": 10, "margin": 25.4}),
            Rule(
                "fonts",
                "PAPPG, II.B",
                "2017",
                {"fonts": "Arial, Courier New, Palatino Linotype, Times New Roman"},
            ),
            Rule("no_heads", "Research.gov", "2026"),
            Rule("by_year", "ctsi.ucla.edu/nsf-requirements/budget", "2026"),
            *_FEDERAL,
        ),
    ),
    Profile(
        "nih",
        "NIH",
        "Letter",
        margin_mm=12.7,
        type_pt=11,
        least_pt=11,
        heads=False,
        computed_contingency=True,
        by_year=True,
        coin=Decimal(1),
        rules=(
            Rule("type", "nexus.od.nih.gov, Format Attachments", "2021", {"size": 11, "margin": 12.7}),
            Rule("no_heads", "nexus.od.nih.gov, Format Attachments", "2021"),
            Rule("file_name", "nexus.od.nih.gov, Format Attachments", "2021", {"letters": 50}),
            Rule("by_year", "grants.nih.gov, G.300 R&R Budget Form", "2023"),
            Rule("whole", "grants.nih.gov, Develop Your Budget", "2026"),
            Rule("months", "nexus.od.nih.gov, What is a person month", "2017"),
            *_FEDERAL,
        ),
    ),
    Profile(
        "horizon",
        "Horizon Europe",
        margin_mm=15,
        type_pt=11,
        least_pt=11,
        day_hours=8,
        year_days=215,
        rules=(
            Rule("margin", "Horizon Europe, Part B, standard form", "2025", {"margin": 15}),
            Rule("whole_units", "erc.europa.eu, FAQ", "2026"),
            Rule(
                "effort", "Horizon Europe, grant agreement, article 6.2.A", "2025", {"days": 215, "hours": 8}
            ),
            Rule("flat", "Horizon Europe, grant agreement, article 6.2.E", "2025", {"rate": 0.25}),
            Rule("no_links", "Horizon Europe, Part B, standard form", "2025"),
        ),
    ),
    Profile(
        "ukri",
        "UKRI",
        type_pt=11,
        least_pt=11,
        day_hours=7.5,
        year_days=220,
        rules=(
            Rule("text_box", "ukri.org, AHRC curiosity award, round four", "2026"),
            Rule("pictures", "ukri.org, AHRC curiosity award, round four", "2026", {"size": 5}),
            Rule("effort", "TRAC guidance, part V, C", "2014", {"days": 220, "hours": 7.5}),
            Rule("inflation", "je-s.rcuk.ac.uk, costings handbook", "2024"),
        ),
    ),
    Profile(
        "sshrc",
        "SSHRC",
        "Letter",
        margin_mm=19,
        type_pt=12,
        least_pt=12,
        pages=2,
        by_year=True,
        coin=Decimal(1),
        rules=(
            Rule("pages", "SSHRC, Insight Grants", "2026", {"pages": 2}),
            Rule("type", "SSHRC, Insight Grants", "2026", {"size": 12, "margin": 18.7}),
            Rule("fonts", "SSHRC, Insight Grants", "2026", {"fonts": "Times New Roman"}),
            Rule("characters", "SSHRC, Insight Development Grants", "2026", {"letters": 500}),
            Rule("by_year", "SSHRC, Insight Grants, funds requested", "2026"),
            Rule("whole", "SSHRC, Insight Grants, funds requested", "2026"),
        ),
    ),
    Profile("dfg", "DFG", rules=(Rule("modules", "DFG, 54.01", "2021"),)),
)

PROFILES: Mapping[str, Profile] = MappingProxyType({one.name: one for one in _ALL})
"""Every profile by its name; the first one holds where none is asked for."""
