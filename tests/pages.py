"""How many pages each report has and how much of them is white, printed as a table.

    python tests/pages.py [--language en --language de] [--profile a4 ...] [PLAN ...]

White is the area inside the margins in bands of full width, 20 mm or more high, without ink; the last page is left
out. A report of a ranked list or of quotas takes five pages at most, others six; less than 8 % is white.
Needs ``pdftoppm`` (poppler-utils).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from budgetplan.api import make_report
from budgetplan.domain.asked.profile import PROFILES
from budgetplan.settings.build import read_plan

ROOT = Path(__file__).parents[1]
DOTS = 50
"""Dots an inch: half a millimetre each."""
BAND_MM, WHITE = 20.0, 250
MOST_WHITE = 0.08
MOST_PAGES = {"filter": 5, "defer": 6, "joint": 6}


def white_of(page: np.ndarray, margin_mm: float) -> float:
    """Return which share of a page inside its margins is white in high bands of full width.

    >>> page = np.full((200, 100), 255); page[:20] = 0
    >>> white_of(page, 0.0)
    0.9
    """
    dots = DOTS / 25.4
    margin = round(margin_mm * dots)
    inside = page[margin : page.shape[0] - margin, margin : page.shape[1] - margin]
    ink = np.flatnonzero((inside < WHITE).any(axis=1))
    ends = np.concatenate(([-1], ink, [len(inside)]))
    gaps = np.diff(ends) - 1
    return float(gaps[gaps >= BAND_MM * dots].sum() / len(inside))


def pages_of(pdf: Path) -> list[np.ndarray]:
    """Return the pages of a PDF as grey pictures."""
    with tempfile.TemporaryDirectory() as folder:
        stem = Path(folder, "p")
        subprocess.run(["pdftoppm", "-gray", "-r", str(DOTS), str(pdf), str(stem)], check=True)
        return [read_grey(path) for path in sorted(Path(folder).glob("p-*.pgm"))]


def read_grey(path: Path) -> np.ndarray:
    """Return a picture of the simplest kind: a head of four words, then a byte a dot."""
    data = path.read_bytes()
    _, width, height, _ = data.split(maxsplit=4)[:4]
    size = int(width) * int(height)
    return np.frombuffer(data[-size:], np.uint8).reshape(int(height), int(width))


def main() -> int:
    """Print a line a report; the exit code is 1 where one is too long or too white."""
    asked = argparse.ArgumentParser()
    asked.add_argument("plans", nargs="*", type=Path)
    asked.add_argument("--language", action="append")
    asked.add_argument("--profile", action="append")
    given = asked.parse_args()
    worst = 0
    for path in given.plans or sorted(ROOT.glob("examples/*/*.toml")):
        for language in given.language or ["en", "de"]:
            for profile in given.profile or ["a4"]:
                plan = read_plan(str(path), {"report.language": language, "report.profile": profile})
                with tempfile.TemporaryDirectory() as folder:
                    make_report(plan, out=Path(folder), date="2026-01-01", formats=("pdf",))
                    pages = pages_of(Path(folder, "report.pdf"))
                margin = PROFILES[profile].margin_mm
                shares = [white_of(page, margin) for page in pages[:-1]]
                white = sum(shares) / max(len(shares), 1)
                most = MOST_PAGES[path_kind(plan)]
                bad = len(pages) > most or white > MOST_WHITE
                worst |= bad
                by_page = " ".join(f"{share:.0%}" for share in shares)
                name = path.resolve().relative_to(ROOT) if path.resolve().is_relative_to(ROOT) else path
                print(
                    f"{name} {language} {profile}: {len(pages)} pages, {white:.1%} white ({by_page}){'  !' * bad}",
                    flush=True,
                )
    return int(worst)


def path_kind(plan: object) -> str:
    """Return the kind of a plan, by which its length goes."""
    from budgetplan.workflows import workflow_of

    name: str = workflow_of(plan).name  # type: ignore[arg-type]
    return name if name in MOST_PAGES else "filter"


if __name__ == "__main__":
    sys.exit(main())
