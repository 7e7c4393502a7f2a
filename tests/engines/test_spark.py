"""Spark, without a session: what it says where it is not installed. With one: python tests/engines/same_everywhere.py."""

from __future__ import annotations

import sys

import pytest

from budgetplan.domain.plan import ListFiles, TableForm
from budgetplan.engines.open_list import SparkEngine
from budgetplan.errors import UsageError


def test_without_the_library_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(UsageError, match="Spark is not installed; run: pip install pyspark"):
        SparkEngine(ListFiles("list"), ["a.parquet"], TableForm())
