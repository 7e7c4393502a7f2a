"""How far a review is as plain data: it can be written as JSON, and says what was counted."""

import json
from decimal import Decimal

from progress_world import gone

from budgetplan.domain.plan import Budget
from budgetplan.report.card import card_record
from budgetplan.work.onward import Onward
from budgetplan.work.standing import Pace


def test_the_record_is_plain_and_counts_every_role():
    state = gone(100, 40, found=(1, 2, 3), judged=20, tail=10, tail_found=1, budget=Budget(Decimal(30)))
    record = json.loads(json.dumps(card_record(state, Onward(state), Pace(state), {"date": "2026-11-22"})))
    assert record["parts"]["review"] == {"of": 40, "judged": 20, "settled": 20, "found": 3, "unsettled": 0}
    assert record["parts"]["tail sample"]["found"] == 1
    assert (record["found"], record["spent"]) == (4, "15.00")
    assert record["budget_left"] == {"amount": "15.00", "unit": "money"}
    assert record["decision"]["why"]
    assert record["logs"] == [{"file": "log.csv", "sha256": "0" * 64}]
