"""Options of the test run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# Several tests run at once: threads of one that wait for each other would take the others' time.
for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")

# How long an example takes says how busy the machine is, not whether a rule holds.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        default=str(Path(__file__).parent / "cases"),
        help="folder with worked cases (*.json) that tests/test_cases.py runs",
    )
