"""The comparison as plain data."""

from __future__ import annotations

import json

import jsonschema
from outcome_world import outcome
from schemas import schema_of

from budgetplan.plans.compared import Comparison
from budgetplan.report.compare import comparison_record


def test_every_number_is_there_and_can_be_written():
    plans = [outcome(said={"k": "1"}), outcome("b", net=7.0, said={"k": "2"}), outcome("c", met=False)]
    record = json.loads(
        json.dumps(comparison_record(Comparison(plans), {"date": "2026-01-01"}), allow_nan=False)
    )
    assert (record["format"], record["version"]) == ("budgetplan comparison", 2)
    assert [one["name"] for one in record["scenarios"]] == ["a", "b", "c"]
    assert [one["meets_goal"] for one in record["scenarios"]] == [True, True, False]
    assert record["scenarios"][1]["net"]["value"] == 7.0
    assert record["differences"]["b"]["net"]["value"] == 2.0
    assert record["differences"]["c"] is None
    assert record["differing"] == {"k": {"a": "1", "b": "2", "c": None}}
    assert record["for_whom"]["net"]["names"] == ["b"]


def test_the_record_is_what_the_schema_says():
    schema = schema_of("comparison-2")
    jsonschema.Draft202012Validator.check_schema(schema)
    provenance = {"budgetplan": "0", "date": "2026-01-01", "identifier": "BP-1", "reports": {}}
    plans = [outcome(said={"k": "1"}), outcome("b", net=7.0, found=30.0), outcome("c", met=False)]
    other = [outcome(), outcome("b", drawn={"seed": "2", "list": "t"}, net=None)]
    for each in (plans, other, plans[::-1]):
        jsonschema.validate(comparison_record(Comparison(each), provenance), schema)
