"""The engines keep to what is asked of one."""

from __future__ import annotations

from duck_world import MemoryEngine

from budgetplan.engines.base import Engine
from budgetplan.engines.duck import DuckEngine


def test_every_engine_has_what_one_needs():
    wanted = {name for name in vars(Engine) if not name.startswith("_")} | set(Engine.__annotations__)
    assert wanted == {
        "words",
        "relation",
        "called",
        "n_buckets",
        "hashed",
        "columns",
        "ask",
        "hold",
        "keep",
    }
    for name in wanted - {"relation", "called"}:
        assert hasattr(DuckEngine, name)
    assert hasattr(MemoryEngine, "ask")
