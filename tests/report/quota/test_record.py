"""The record of a plan with quotas."""

from decimal import Decimal

import jsonschema
import pytest
from quota_world import world
from schemas import schema_of


@pytest.mark.parametrize(
    "said",
    [{}, {"resamples": 0}, {"quota": "minimum = 70"}, {"goal": "budget = 9"}, {"goal": "budget = 40"}],
)
def test_the_record_is_what_the_schema_says(said):
    told = world(**said)
    schema = schema_of("decision-3")
    jsonschema.validate(told.record["quotas"], {"$defs": schema["$defs"], "$ref": "#/$defs/quotas"})
    assert told.record["plan"]["quota"]["by"] == "language"


def test_what_strata_cost_adds_up_in_the_record():
    told = world(cost="per_item = 0.333\nfixed.Guidelines = 12.3456\nindirect = 0.1")
    quotas = told.record["quotas"]
    parts = [Decimal(one["spend"]) for one in quotas["strata"]]
    assert sum(parts, Decimal(quotas["paid_once"])) == told.quota.chosen.spend
