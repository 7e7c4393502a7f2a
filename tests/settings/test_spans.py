"""Ranges as they are written in plans, and what is refused, in these words."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.domain.risk.ranges import RANGED, WORTH, Span
from budgetplan.errors import UsageError
from budgetplan.settings.amounts import RefusedError, amount, share
from budgetplan.settings.build import read_plan
from budgetplan.settings.kinds import ends, span_key

D = Decimal
FLAGS = {"table.label": "gold", "table.positive": ("y",), "models.name": ("p",), "goal.budget": "400 items"}
TIMED = ("cost.hourly_rate=24", "cost.seconds_per_item=20")


def plan_of(*sets, **flags):
    return read_plan("t.csv", FLAGS | flags | {"set": sets})


def refused(*sets, **flags):
    with pytest.raises(UsageError) as caught:
        plan_of(*sets, **flags)
    return [str(problem) for problem in caught.value.problems]


def test_ranges_are_read_from_a_plan_file(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "y"\n[[models]]\nname = "p"\n'
        '[cost]\nhourly_rate = 24\nseconds_per_item = "20"\nadjudicated_share = "10 %"\nadjudication = 0.5\n'
        'contingency = "computed"\n[cost.ranges]\nseconds_per_item = [15, 35.5]\nhourly_rate = "22 to 30"\n'
        'adjudicated_share = ["5 %", 0.2]\n[entry]\nvalue = 6\nrange = [3, 9]\n'
        '[work]\nstart = "2026-12-07"\nhours_a_week = 6\ndeadline = "2027-06-30"\n'
    )
    plan = read_plan(str(file))
    assert plan.ranges.spans == {
        "seconds_per_item": Span(D(15), D("35.5")),
        "hourly_rate": Span(D(22), D(30)),
        "adjudicated_share": Span(D("0.05"), D("0.2")),
        WORTH: Span(D(3), D(9)),
    }
    assert plan.ranges.computed
    assert (plan.prices.contingency, plan.prices.computed) == (0, True)
    assert plan.work.deadline == "2027-06-30"


def test_ranges_are_read_from_the_command_line():
    plan = plan_of(*TIMED, "cost.ranges.seconds_per_item=20 to 35", "cost.ranges.hourly_rate=22 to 24")
    assert set(plan.ranges.spans) == {"seconds_per_item", "hourly_rate"}
    assert not plan.ranges.computed


def test_a_contingency_that_is_typed_in_stays_what_it_is():
    plan = plan_of(*TIMED, "cost.contingency=5 %")
    assert (plan.prices.contingency, plan.prices.computed, plan.ranges.asked) == (D("0.05"), False, False)


SHARE = ("cost.adjudicated_share=0.1", "cost.adjudication=1")
WEEKS = ("work.deadline=2027-12-01", "work.hours_a_week=6")


def test_a_range_may_be_typed_as_a_plan_file_has_it():
    plan = plan_of("cost.ranges.adjudicated_share=[0.05, 0.3]", *SHARE)
    assert plan.ranges.spans == {"adjudicated_share": Span(D("0.05"), D("0.3"))}


def test_what_needs_a_price_a_goal_or_a_time_says_so():
    [line] = refused("cost.contingency=computed")
    assert line.startswith("--set cost.contingency: there is no price for reviewing an item")
    [line] = refused(*TIMED, "cost.contingency=computed", **{"goal.budget": None})
    assert "without a goal no plan has a cost" in line
    [line] = refused(*WEEKS, "work.start=2026-12-07", **{"cost.per_item": "1"})
    assert line.startswith("--set work.deadline: how long a judgement takes is not known")


def test_ranges_without_keys_are_refused(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text('[table]\nfile = "t.csv"\n[cost]\nranges = "15 to 35"\n')
    with pytest.raises(UsageError, match="what this range is for is not given"):
        read_plan(str(file))


def test_where_a_model_answers_or_with_quotas_it_is_not_worked_out():
    flags = {"models.name": None, "table.positive": None, "goal.budget": None}
    flags |= {"models.probabilities": ("p=p_",), "answers.error_weight": "4", "cost.per_item": "2"}
    lines = refused("cost.ranges.per_item=1 to 3", "cost.contingency=computed", **flags)
    assert sum("only for ranked lists" in line for line in lines) == 2
    lines = refused("cost.ranges.per_item=1 to 3", "quota.by=l", "quota.minimum=3", **{"cost.per_item": "2"})
    assert any("only for ranked lists, not with quotas; leave it out" in line for line in lines)
    lines = refused("work.deadline=2027-06-30", "quota.by=l", "quota.minimum=3", **{"cost.per_item": "2"})
    assert any(
        'with quotas; write the hours until then as the budget, such as --budget "80 hours"' in line for line in lines
    )


@settings(max_examples=60)
@given(st.decimals(0, 1000, places=2), st.decimals(0, 1000, places=2))
def test_both_ways_of_writing_a_range_say_the_same(one, other):
    low, high = min(one, other), max(one, other)
    assert ends([str(low), str(high)], amount) == ends(f"{low} to {high}", amount) == (low, high)
    if low < high:
        with pytest.raises(RefusedError, match="above the high one"):
            ends([str(high), str(low)], amount)


def test_ends_and_keys_of_other_kinds_are_refused():
    for value in (15, [1, 2, 3], "15-35", None, {"low": 1}):
        with pytest.raises(RefusedError, match="two ends"):
            ends(value, share)
    assert [span_key(key) for key in RANGED if key != WORTH] == [key for key in RANGED if key != WORTH]
    with pytest.raises(RefusedError, match="the keys here are"):
        span_key("zzz")


@pytest.mark.parametrize("profile", ["nsf", "nih"])
def test_a_federal_funder_takes_no_contingency_that_is_typed_in(profile):
    more = {"cost.per_item": "1", "cost.contingency": "5 %"}
    assert plan_of(**more).prices.contingency == plan_of(**more, **{"report.profile": "horizon"}).prices.contingency
    [line] = refused(**more, **{"report.profile": profile})
    assert f"for {profile} a contingency is allowed only if it is computed" in line
