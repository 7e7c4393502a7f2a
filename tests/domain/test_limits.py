"""Totals up to a million million are planned; greater ones are refused before anything is worked out."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner
from sample_evidence import falling, gathered

from budgetplan.cli.main import main
from budgetplan.domain.prices import GREATEST_TOTAL, Prices, check_total
from budgetplan.errors import UsageError

D = Decimal
LABELS = "ynnynnnnyn"


def at(price, size=None, **more):
    prices = Prices(per_item=D(price), stated=True, **more)
    return gathered(LABELS, {"m": falling(10)}, prices=prices, list_size=size)


def test_the_whole_list_may_cost_a_million_million():
    assert at(10**11).spend(at(10**11).models[0], 10) == GREATEST_TOTAL
    assert at(10**3, 10**9).list_items == 10**9


@pytest.mark.parametrize(
    ("price", "size", "more"),
    [
        (10**11 + 1, None, {}),
        (10**12, None, {}),
        (10**9, 10**8, {}),
        (10**11, 10**7, {}),
        (10**11, None, {"fixed": {"office": D(1)}}),
        (10**11, None, {"contingency": D("0.01")}),
        (10**11, None, {"indirect": D("0.01")}),
        (10**11, None, {"extra_per_entry": D("0.01")}),
    ],
)
def test_a_dearer_list_is_refused(price, size, more):
    with pytest.raises(UsageError, match=r"reviewing all [\d,]+ items would cost .* write prices, worths"):
        at(price, size, **more)


def test_where_nothing_has_a_price_nothing_is_refused():
    check_total(Prices(), 1e30, D(0), 1e12)


@pytest.mark.parametrize("asked", [[], ["--budget", "50 items"], ["--entry-value", "1e12"]])
@pytest.mark.parametrize("size", ["10", "1e5", "1e8"])
def test_greatest_prices_end_in_one_message(tmp_path, asked, size):
    table = tmp_path / "t.csv"
    rows = [f"{label},{10 - place}" for place, label in enumerate(LABELS)]
    table.write_text("\n".join(["gold,p", *rows, ""]), encoding="utf-8")
    said = ["--label", "gold", "--positive", "y", "--model", "p", "--set", "sure.resamples=40"]
    cost = ["--cost", "1e12", "--set", f"list.size={size}", *asked]
    done = CliRunner().invoke(main, ["compare", str(table), *said, *cost])
    assert done.exit_code == 2, done.exception
    assert len(done.stderr.splitlines()) == 1
    assert "more than can be counted (1,000,000,000,000)" in done.stderr


def test_joint_plans_have_the_same_limit():
    plan = str(Path(__file__).parents[2] / "examples" / "intents" / "joint.toml")
    done = CliRunner().invoke(main, ["compare", plan, "--cost", "1e12"])
    assert done.exit_code == 2, done.exception
    assert "more than can be counted" in done.stderr
