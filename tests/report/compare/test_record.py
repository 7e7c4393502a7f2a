"""The comparison as plain data."""

from __future__ import annotations

import json

from outcome_world import outcome

from budgetplan.planning.compare.outcome import compared
from budgetplan.report.compare.record import comparison_record


def test_every_number_is_there_and_can_be_written():
    plans = [outcome(said={"k": "1"}), outcome("b", net=7.0, said={"k": "2"}), outcome("c", met=False)]
    record = json.loads(
        json.dumps(comparison_record(compared(plans), {"date": "2026-01-01"}), allow_nan=False)
    )
    assert (record["format"], record["version"]) == ("budgetplan comparison", 1)
    assert [one["name"] for one in record["scenarios"]] == ["a", "b", "c"]
    assert [one["meets_goal"] for one in record["scenarios"]] == [True, True, False]
    assert record["scenarios"][1]["net"]["value"] == 7.0
    assert record["differences"]["b"]["net"]["value"] == 2.0
    assert record["differences"]["c"] is None
    assert record["differing"] == {"k": {"a": "1", "b": "2", "c": None}}
    assert record["for_whom"]["net"]["names"] == ["b"]
