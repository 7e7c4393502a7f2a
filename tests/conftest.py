"""Options of the test run."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from budgetplan.domain.messages import ENGLISH, catalogue

# Several tests run at once: threads of one that wait for each other would take the others' time.
for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")

if sys.dont_write_bytecode:
    # Who wants no compiled files beside the code has them in pytest's folder instead: otherwise every worker, and every
    # command that a test starts, would compile the tests or the program anew, which takes longer than most tests.
    _COMPILED = str(Path(__file__).parents[1] / ".pytest_cache" / "compiled")
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = _COMPILED
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Tests in which files cannot be opened would hide the words of the message that says so.
catalogue(ENGLISH)

# Python looks through all that lives for what is dead each time some hundred objects were made; seldom is enough.
gc.set_threshold(100_000, 20, 100)

# What a test writes need not outlive a loss of power: waiting for the disk takes longer than most tests that write.
os.fsync = lambda _: None

# How long an example takes says how busy the machine is, not whether a rule holds.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


FAST = ("budgetplan/core", "budgetplan/domain", "budgetplan/lists", "budgetplan/models", "tests/core", "tests/domain")
"""What ``-m fast`` runs: the rules that most numbers rest on."""
TOP = Path(__file__).parents[1]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even look elsewhere for fast tests: collecting all takes as long as running these."""
    path = collection_path.relative_to(TOP).as_posix() if collection_path.is_relative_to(TOP) else ""
    is_above = any(folder.startswith(path) for folder in FAST)
    return True if config.option.markexpr == "fast" and not (is_above or path.startswith(FAST)) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is fast, and further cases of one rule as slow, before tests are chosen and put in another order."""
    n_cases = Counter[str]()
    for item in items:
        if item.nodeid.startswith(FAST):
            item.add_marker("fast")
        few = item.get_closest_marker("few")
        if few and not item.get_closest_marker("slow"):
            name = item.nodeid.partition("[")[0]
            n_cases[name] += 1
            if n_cases[name] > few.args[0]:
                item.add_marker("slow")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples in the helpers and the references, not in the tests, which have none."""
    found = yield
    return [one for one in found if not (file_path.name.startswith("test_") and isinstance(one, DoctestModule))]


def pytest_collection_finish() -> None:
    """Look for dead objects no more among the modules and the thousands of objects that the collected tests are.

    They are let go of when Python ends, so that libraries find nothing left behind.
    """
    gc.collect()
    gc.freeze()
    atexit.register(gc.unfreeze)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        default=str(Path(__file__).parent / "cases"),
        help="folder with worked cases (*.json) that tests/test_cases.py runs",
    )


@pytest.fixture
def plan_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what stands beside a plan, for tests that read nothing but the plan: it takes up to half of the time.

    That is what other budgets buy, in a queue and with a model that answers alone, dearer errors, and the prices at
    which answerers drop out. Each of them has tests of its own.
    """
    monkeypatch.setattr("budgetplan.plans.review.Analysis._budgets", ())
    monkeypatch.setattr("budgetplan.plans.joint.JointPlan.ladder", ())
    monkeypatch.setattr("budgetplan.plans.joint.HARSHER", ())
    monkeypatch.setattr("budgetplan.plans.joint.asked_of", lambda *_: ())


BLANK = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 170 60"></svg>'


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the figures of pages white, for tests that look at all but the pictures: drawing takes most of a run.

    What figures show is in the data and words of a report, too; how they are drawn, ``tests/render`` looks at.
    """
    monkeypatch.setattr("budgetplan.render.html.Drawings.draw", lambda *_, **__: BLANK)
