"""Every amount that a report prints multiplies and adds up in the text of its PDF, in every profile and both languages."""

from __future__ import annotations

import io
import re
from decimal import Decimal

import numpy as np
import pytest
from calculator import CENT, WORDS, faults, numbers, total_of
from commands import ended
from pypdf import PdfReader

from budgetplan.domain.asked.profile import PROFILES
from budgetplan.render import pdf

pytestmark = pytest.mark.usefixtures("undrawn", "fitted_once")
FORBID = {"nsf", "nih"}
"""Funders that allow no contingency."""
WHOLE = {"nih", "sshrc"}
"""Funders whose budgets are in whole units of the currency."""
COSTS = """[cost]
currency = "EUR"
hourly_rate = "31.40"
seconds_per_item = 47
annotators = 2
adjudication = "0.85"
adjudicated_share = 0.13
extra_per_entry = "0.115"
indirect = 0.25
fixed = { guidelines = "312.50", servers = "99.99" }
"""

CHANGED = [("costs", "Guidelines", -1), ("years", "Total", 1), ("gain", "4", 4), ("ladder", "recommended", 2)]
"""Rows of tables, and a number of each, that are made wrong."""


@pytest.fixture
def fitted_once(monkeypatch):
    """Leave the first page as it is laid out first: which setting fits it best is asked elsewhere."""
    monkeypatch.setattr(pdf, "_SLACK", 1000.0)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Return the folder of a table of two models, ranking and classifying 240 items of two kinds."""
    rng, folder = np.random.default_rng(5), tmp_path_factory.mktemp("calculator")
    truth = np.arange(240) < 70
    good, fair = (truth * pull + rng.normal(size=240) for pull in (1.9, 1.2))
    likely = 1 / (1 + np.exp(1.5 - 2 * good))
    rows = [
        f"i{at:03},{'yes' if truth[at] else 'no'},{good[at]:.4f},{fair[at]:.4f},{likely[at]:.4f},{1 - likely[at]:.4f}"
        for at in range(240)
    ]
    head = "id,gold,good,fair,m:yes,m:no"
    (folder / "t.csv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    return folder


def read(folder, plan, *flags):
    """Return the text of the PDF of a plan."""
    (folder / "plan.toml").write_text(plan, encoding="utf-8")
    said = ["report", str(folder / "plan.toml"), "--out", str(folder / "out"), "--format", "pdf", *flags]
    done = ended(*said)
    assert done.exit_code == 0, done.output
    pages = PdfReader(io.BytesIO((folder / "out" / "report.pdf").read_bytes())).pages
    return "\n".join(page.extract_text(extraction_mode="layout") for page in pages)


def ranked(profile):
    more = "" if profile in FORBID else "contingency = 0.075\n"
    return (
        '[table]\nfile = "t.csv"\nid = "id"\nlabel = "gold"\npositive = "yes"\n[list]\nsize = 4000\n'
        f'{COSTS}{more}[entry]\nvalue = "6.50"\n[work]\nhours_a_week = 0.35\npeople = 2\n[sure]\nresamples = 40\n'
        '[[models]]\nname = "good"\ncolumn = "good"\n[[models]]\nname = "fair"\ncolumn = "fair"\ncost = "17.77"\n'
    )


@pytest.mark.parametrize(
    ("language", "profile"),
    [
        ("en", "nih"),
        ("de", "dfg"),
        *(pytest.param("en", name, marks=pytest.mark.slow) for name in PROFILES if name != "nih"),
    ],
)
@pytest.mark.few(1)
def test_what_is_asked_for_can_be_worked_out_whoever_pays(table, language, profile):
    coin = Decimal(1) if profile in WHOLE else CENT
    said = "--profile", profile, "--only", "justification", "--set", f"report.language={language}"
    text = read(table, ranked(profile), *said, "--set", "sure.resamples=0")
    assert faults(text, language, coin) == []
    total = total_of(text, language)
    assert total == total.quantize(coin)
    asked = re.search(r"(?:We request|Wir beantragen)\s+(?:EUR\s+)?([\d.,]+\d)", text)
    assert numbers(asked[1], language) == [total]
    assert WORDS[language]["years"] in text


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.slow)])
def test_all_tables_of_a_ranked_list_can_be_worked_out(table, language):
    text = read(table, ranked("a4"), "--set", f"report.language={language}")
    assert [name for name, heading in WORDS[language].items() if heading not in text] == []
    assert faults(text, language) == []
    if language == "en":
        _every_change_is_found(text)


def _every_change_is_found(text):
    for name, row, cell in CHANGED:
        before, heading, after = text.partition(WORDS["en"][name])
        lines = after.splitlines()
        at = next(at for at, line in enumerate(lines) if line.strip().lower().startswith(f"{row} ".lower()))
        cells = re.split(r"\s{2,}", lines[at].strip())
        cells[cell] = re.sub(r"\d", lambda one: str((int(one[0]) + 3) % 10), cells[cell], count=1)
        lines[at] = "   ".join(cells)
        assert faults(before + heading + "\n".join(lines), "en"), name


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.slow), "de"])
def test_the_costs_of_a_model_with_people_can_be_worked_out(table, language):
    plan = (
        '[table]\nfile = "t.csv"\nid = "id"\nlabel = "gold"\nworkflow = "joint"\n'
        f'{COSTS}contingency = 0.075\n[goal]\nbudget = "700"\n'
        '[answers]\nunit = "money"\nright = "9"\nwrong = "-24"\nleft_out = "0"\n'
        '[[models]]\nname = "m"\nprobabilities = "m"\ncost = "17.77"\n'
    )
    said = "--only", "justification", "--set", f"report.language={language}"
    text = read(table, plan, *said, "--set", "sure.resamples=0")
    assert faults(text, language) == []
    assert WORDS[language]["costs"] in text
    assert total_of(text, language) <= 700
