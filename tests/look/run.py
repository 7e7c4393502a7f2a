"""Draws reports of odd plans, each page as an image, and measures what can be measured on them: see README.md."""

from __future__ import annotations

import argparse
import csv
import logging
import re
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
from pypdf import PdfReader

from budgetplan.domain.asked.profile import PROFILES

sys.path.append(str(Path(__file__).parents[1] / "reference"))
from calculator import CENT, faults

logging.getLogger("pypdf").setLevel(logging.ERROR)  # words turned upright are none of a calculator's business

ZOOM = 3
"""So many units a point, as many as there may be: sizes of type are whole numbers of these."""
TOUCH = 1.2
"""Points by which two lines may reach into each other: boxes are higher than letters."""
SMALLEST, IN_FIGURES = 8.0, 6.0
SCRIPTS = ["λόγος", "слово", "كلمة", "מילה", "ŋ̊áʔà", "từ", "Ωμέγα", "жук", "Ɓəɗ", "çğış"]
LONG = "a_model_with_a_name_of_sixty_letters_that_somebody_chose_in_1"


@dataclass
class Case:
    """A plan to look at: rows of a table, the plan file, how the report is asked for."""

    rows: list[dict[str, object]]
    plan: str
    flags: tuple[str, ...] = ()
    problems: list[str] = field(default_factory=list)


def ranked(names, *, n=240, found=60, entry="y", extra="", cost='per_item = "0.25"', goal='budget = "30"', seed=1):
    """Return a plan of ranked items: every model a little worse than the one before."""
    rng = np.random.default_rng(seed)
    truth = np.zeros(n, bool)
    truth[:found] = True
    scores = {name: truth * 1.6 / (1 + place / 6) + rng.normal(size=n) for place, name in enumerate(names)}
    rows = [
        {"id": f"i{at:04}", "gold": entry if truth[at] else "n"}
        | {name: round(float(scores[name][at]), 4) for name in names}
        for at in range(n)
    ]
    models = "".join(f"[[models]]\nname = {quoted(name)}\ncolumn = {quoted(name)}\n" for name in names)
    costs = f"[cost]\n{cost}\n" if cost else ""
    plan = f'[table]\nfile = "t.csv"\nid = "id"\nlabel = "gold"\npositive = "{entry}"\n{costs}[goal]\n{goal}\n{extra}[sure]\nresamples = 200\n{models}'
    return Case(rows, plan)


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def classified(classes, *, n=300, joint=True, names=("m",), seed=2, error="4"):
    """Return a plan of classifiers, with people under a budget or without."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, len(classes), n)
    rows, spec = [], []
    tables = {}
    for place, name in enumerate(names):
        logits = rng.normal(size=(n, len(classes)))
        logits[np.arange(n), truth] += 3.0 / (1 + place / 3)
        tables[name] = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        spec.append(f"[[models]]\nname = {quoted(name)}\nprobabilities = {quoted(name)}\n")
    for at in range(n):
        row = {"id": f"i{at}", "gold": classes[truth[at]], "split": "validation" if at % 2 else "test"}
        for name, table in tables.items():
            row |= {f"{name}:{one}": round(float(table[at, place]), 5) for place, one in enumerate(classes)}
        rows.append(row)
    money = '[cost]\nper_item = "0.5"\n[goal]\nbudget = "40"\n' if joint else ""
    workflow = "joint" if joint else "defer"
    plan = (
        f'[table]\nfile = "t.csv"\nid = "id"\nlabel = "gold"\nsplit_column = "split"\nworkflow = "{workflow}"\n'
        f'validation = "validation"\ntest = "test"\n{money}[answers]\nunit = "money"\nright = "1"\nwrong = "-{error}"\nleft_out = "0"\n'
        f"[sure]\nresamples = 100\n{''.join(spec)}"
    )
    return Case(rows, plan)


def cases() -> dict[str, Case]:
    """Return every plan by its name."""
    few = ["good", "fair", "poor"]
    notes = ", ".join(quoted(f"Note {n}: what somebody wanted to have said in this report.") for n in range(20))
    strata = ranked(few, n=800, found=400)
    for at, row in enumerate(strata.rows):
        row["language"] = f"language {at % 40:02}"
    strata.plan = (
        strata.plan.replace('label = "gold"', 'label = "gold"\n')
        .replace("[sure]", '[quota]\nby = "language"\nminimum = 3\n[sure]')
        .replace('[goal]\nbudget = "30"\n', "")
    )
    found = {
        "plain": ranked(few, extra='[entry]\nvalue = "1"\n', goal='mixture = "auto"'),
        "thirty_models": ranked([f"model_{n:02}" for n in range(30)]),
        "long_names": ranked([LONG, LONG + "a", LONG + "b"], extra=f"[words]\nitem = {quoted(LONG)}\n"),
        "ten_scripts": ranked(SCRIPTS, extra=f"[report]\nproject = {quoted(' '.join(SCRIPTS[:5]))}\n"),
        "billions": ranked(
            few, cost='per_item = "12345678"\nfixed = { rooms = "987654321" }', goal='budget = "2000000000"'
        ),
        "one_found": ranked(few, found=1),
        "all_found": ranked(few, n=40, found=40),
        "no_price": ranked(few, cost="", goal='budget = "60 items"'),
        "no_goal": ranked(few, goal="", extra=""),
        "target": ranked(few, goal='target = "80 %"'),
        "many_notes": ranked(few, extra=f"[report]\nnotes = [{notes}]\n"),
        "quotas": strata,
        "joint_two": classified(["yes", "no"]),
        "joint_twelve": classified([f"class {n}" for n in range(12)], names=("one", "two")),
        "defer_twelve": classified(
            [f"class {n}" for n in range(12)], joint=False, names=tuple(f"m{n}" for n in range(9))
        ),
        "joint_poor": classified(["a", "b", "c"], error="40"),
    }
    for name in PROFILES:
        case = ranked(few, extra='[entry]\nvalue = "1"\n')
        case.flags = ("--profile", name)
        found[f"profile_{name}"] = case
        found[f"german_{name}"] = replace(case, flags=(*case.flags, "--set", "report.language=de"), problems=[])
    for name in ("plain", "quotas", "joint_two", "defer_twelve"):
        case = found[name]
        found[f"german_{name}"] = Case(case.rows, case.plan, ("--set", "report.language=de"))
    return found


def made(case: Case, folder: Path) -> Path | None:
    """Write the files of a case and its report; return the PDF."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with (folder / "t.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, case.rows[0].keys())
        writer.writeheader()
        writer.writerows(case.rows)
    (folder / "plan.toml").write_text(case.plan, encoding="utf-8")
    words = ["-m", "budgetplan", "report", "plan.toml", "--out", "report", "--date", "2026-01-02"]
    said = [sys.executable, *words, *case.flags]
    done = subprocess.run(said, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in {0, 3}:
        case.problems.append(f"exit {done.returncode}: {done.stderr.strip()[-300:]}")
        return None
    case.problems += [line for line in done.stderr.splitlines() if "must fit one page" in line]
    return folder / "report" / "report.pdf"


@dataclass(frozen=True)
class Line:
    """A line of text on a page, in points."""

    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    words: str


def pages(pdf: Path) -> Iterator[tuple[tuple[float, float], list[Line]]]:
    """Return the size and the lines of every page."""
    said = ["pdftohtml", "-xml", "-i", "-stdout", "-zoom", str(ZOOM), "-fontfullname", str(pdf)]
    text = subprocess.run(said, capture_output=True, text=True, check=True).stdout
    sizes: dict[str, float] = {}
    for page in ET.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", text)):
        if page.tag != "page":
            continue
        sizes |= {one.get("id", ""): float(one.get("size", 0)) / ZOOM for one in page.iter("fontspec")}
        lines = []
        for one in page.iter("text"):
            words = "".join(one.itertext()).strip()
            left, top, wide, high = (float(one.get(name, 0)) / ZOOM for name in ("left", "top", "width", "height"))
            if words:
                lines.append(Line(left, top, left + wide, top + high, sizes[one.get("font", "")], words))
        yield (float(page.get("width", 0)) / ZOOM, float(page.get("height", 0)) / ZOOM), lines


def looked_at(pdf: Path, profile: str) -> list[str]:
    """Return what is wrong on the pages."""
    told, asked = [], PROFILES[profile]
    margin = asked.margin_mm * 72 / 25.4
    for number, ((width, height), lines) in enumerate(pages(pdf), start=1):
        for one in lines:
            if one.x0 < -0.5 or one.y0 < -0.5 or one.x1 > width + 0.5 or one.y1 > height + 0.5:
                told.append(f"page {number}: outside the page: {one.words[:60]}")
            elif one.x0 < margin - 1.5 or one.x1 > width - margin + 1.5:
                beyond = max(margin - one.x0, one.x1 - width + margin)
                told.append(f"page {number}: beyond the margin by {beyond:.1f} pt: {one.words[:60]}")
            if one.size < IN_FIGURES:
                told.append(f"page {number}: {one.size} pt: {one.words[:60]}")
        # A mark that is set by another font than its letter stands on it, as it should.
        whole = [one for one in lines if not unicodedata.combining(one.words[0])]
        for one, other in combinations(whole, 2):
            across = min(one.x1, other.x1) - max(one.x0, other.x0)
            down = min(one.y1, other.y1) - max(one.y0, other.y0)
            # Boxes of letters hold their descenders: lines of one paragraph may touch.
            if across > TOUCH and down > 0.45 * min(one.y1 - one.y0, other.y1 - other.y0):
                told.append(f"page {number}: on each other: {one.words[:40]!r} and {other.words[:40]!r}")
        if number == 1:
            # Running text of page 1: whatever fills most of the width.
            running = [one for one in lines if one.x1 - one.x0 > 0.75 * (width - 2 * margin)]
            small = [one for one in running if one.size < SMALLEST]
            told += [f"page 1: {one.size} pt: {one.words[:60]}" for one in small]
    return told


def standards(pdf: Path) -> list[str]:
    """Return which of the two standards the file fails."""
    import page

    return [
        f"{name} is not met"
        for name in ("PDF_UA_1", "PDF_A_3A")
        if "no failures" not in str(page.validate_pdf(str(pdf), profile=page.ValidationProfile[name]))
    ]


def worked_out(pdf: Path, case: Case, profile: str) -> list[str]:
    """Return what somebody with a calculator finds wrong in the text."""
    text = "\n".join(one.extract_text(extraction_mode="layout") for one in PdfReader(pdf).pages)
    coin = Decimal(1) if PROFILES[profile].coin else CENT
    return faults(text, "de" if "report.language=de" in case.flags else "en", coin)


def main() -> int:
    """Draw, measure, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", default="look")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--images", action="store_true", help="each page as an image, too")
    asked = parser.parse_args()
    failed = 0
    for name, case in cases().items():
        if asked.only not in name:
            continue
        folder = Path(asked.out).absolute() / name
        pdf = made(case, folder)
        if pdf is not None:
            profile = case.flags[1] if case.flags[:1] == ("--profile",) else "a4"
            case.problems += [*looked_at(pdf, profile), *standards(pdf), *worked_out(pdf, case, profile)]
            if asked.images:
                subprocess.run(["pdftoppm", "-png", "-r", "80", str(pdf), str(folder / "page")], check=True)
        failed += bool(case.problems)
        print(f"{name}: {'; '.join(case.problems[:6]) or 'nothing found'}", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
