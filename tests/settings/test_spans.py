"""Ranges as they are written in plans, and what is refused, in these words."""

from decimal import Decimal

import pytest
from hypothesis import given
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
    plan = plan_of(*TIMED, "cost.ranges.seconds_per_item=15 to 35", "cost.ranges.hourly_rate=22 to 30")
    assert set(plan.ranges.spans) == {"seconds_per_item", "hourly_rate"}
    assert not plan.ranges.computed


def test_a_contingency_that_is_typed_in_stays_what_it_is():
    plan = plan_of(*TIMED, "cost.contingency=5 %")
    assert (plan.prices.contingency, plan.prices.computed, plan.ranges.asked) == (D("0.05"), False, False)


WRONG = [
    (
        ("cost.ranges.seconds_per_item=35 to 15",),
        '--set cost.ranges.seconds_per_item: the low end of this range is above the high one (found "35 to 15"); write the low end first',
    ),
    (
        ("cost.ranges.seconds_per_item=15",),
        '--set cost.ranges.seconds_per_item: a range has two ends (found "15"); write them as [15, 35], or as "15 to 35"',
    ),
    (
        ("cost.ranges.seconds_per_item=-5 to 35",),
        '--set cost.ranges.seconds_per_item: this is below 0 (found "-5 to 35"); write 0 or more',
    ),
    (
        ("cost.ranges.seconds_per_item=0 to 35",),
        '--set cost.ranges.seconds_per_item: no judgement takes no time (found "0 to 35"); write a low end above 0',
    ),
    (
        ("cost.ranges.seconds_per_item=21 to 35",),
        '--set cost.ranges.seconds_per_item: the plan is made with cost.seconds_per_item = 20, which is outside this range (found "21 to 35"); give one of the two otherwise: cost.ranges.seconds_per_item, cost.seconds_per_item',
    ),
    (
        ("cost.ranges.per_item=1 to 2",),
        "--set cost.ranges.per_item: cost.per_item is not given, and a plan is made with one value; give it, such as --cost 1, or leave the range out",
    ),
    (
        ("cost.ranges.second_per_item=15 to 35",),
        '--set cost.ranges.second_per_item: second_per_item has no range (found "15 to 35"); did you mean seconds_per_item?',
    ),
    (
        ("cost.adjudicated_share=0.1", "cost.adjudication=1", "cost.ranges.adjudicated_share=0 to 0.2"),
        '--set cost.ranges.adjudicated_share: the ends of a share lie between none and all (found "0 to 0.2"); write 0.01 to 0.25',
    ),
    (
        ("cost.adjudicated_share=0.1", "cost.adjudication=1", "cost.ranges.adjudicated_share=5 to 20"),
        '--set cost.ranges.adjudicated_share: this is not a share between 0 and 1 (found "5 to 20"); for five percent write 0.05 or 5 %',
    ),
    (
        ("entry.range=1 to 2",),
        "--set entry.range: what an entry is worth is not known; give it, such as --entry-value 1",
    ),
    (
        ("entry.range=1 to 2", "entry.value=3"),
        '--set entry.range: the plan is made with entry.value = 3, which is outside this range (found "1 to 2"); give one of the two otherwise: entry.range, entry.value',
    ),
    (
        ("entry.range=1 to 5", "entry.value=3", "entry.error=0.1"),
        "--set entry.range: entries have no single worth: worths differ by class, people make errors, or what is left out counts; leave the range out",
    ),
    (
        ("cost.contingency=5 %", "cost.ranges.hourly_rate=20 to 30"),
        '--set cost.contingency: there are ranges from which it is computed, and this is typed in (found "5 %"); write --set cost.contingency=computed, or leave out one of the two',
    ),
    (
        ("cost.contingency=computed", "sure.resamples=0"),
        "--set cost.contingency: nothing varies from which it could be computed; say what is known as a range ([cost.ranges]), or have the labels resampled (sure.resamples)",
    ),
    (
        ("cost.contingency=guessed",),
        '--set cost.contingency: this is not a number (found "guessed"); write a number, such as 0.04',
    ),
    (
        ("work.deadline=30.6.2027",),
        '--set work.deadline: this is not a date (found "30.6.2027"); write it as 2026-12-07',
    ),
    (
        ("work.deadline=2026-12-01", "work.start=2026-12-07", "work.hours_a_week=6"),
        '--set work.deadline: this is before the first day, 2026-12-07 (found "2026-12-01"); write a later day',
    ),
    (
        ("work.deadline=2027-12-01", "work.hours_a_week=6"),
        "--set work.deadline: the first day is not known; give it, such as --set work.start=2026-12-07",
    ),
    (
        ("work.deadline=2027-12-01", "work.start=2026-12-07"),
        "--set work.deadline: how many hours a week people have is not known; give them, such as --set work.hours_a_week=6",
    ),
]


@pytest.mark.parametrize(("sets", "told"), WRONG, ids=[one[1][:60] for one in WRONG])
def test_one_message_says_where_what_and_what_to_do(sets, told):
    assert refused(*TIMED, *sets) == [told]


def test_what_needs_a_price_a_goal_or_a_time_says_so():
    assert refused("cost.contingency=computed") == [
        "--set cost.contingency: there is no price for reviewing an item; give a price, such as --cost 0.04"
    ]
    with pytest.raises(UsageError, match="what is wanted is not known, and no plan has a cost"):
        read_plan(
            "t.csv",
            {key: FLAGS[key] for key in FLAGS if key != "goal.budget"}
            | {"set": (*TIMED, "cost.contingency=computed")},
        )
    told = refused(
        "work.deadline=2027-12-01", "work.start=2026-12-07", "work.hours_a_week=6", **{"cost.per_item": "1"}
    )
    assert told == [
        "--set work.deadline: how long a judgement takes is not known; give it, such as --set cost.seconds_per_item=20"
    ]


def test_ranges_without_keys_are_refused(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text('[table]\nfile = "t.csv"\n[cost]\nranges = "15 to 35"\n')
    with pytest.raises(UsageError, match="it is not said what lies in this range"):
        read_plan(str(file))


def test_where_a_model_answers_it_is_not_worked_out():
    flags = {"table.label": "gold", "models.probabilities": ("p=p_",), "answers.error_weight": "4"}
    sets = ("cost.ranges.per_item=1 to 3", "cost.per_item=2", "cost.contingency=computed")
    with pytest.raises(UsageError) as caught:
        read_plan("t.csv", flags | {"set": sets})
    told = [str(one) for one in caught.value.problems]
    assert sum("ranked lists alone" in one for one in told) == 2


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


def test_with_quotas_it_is_not_worked_out():
    flags = {"cost.per_item": "2"}
    told = refused("cost.ranges.per_item=1 to 3", "quota.by=language", "quota.minimum=3", **flags)
    assert any("ranked lists alone, not with quotas; leave it out" in one for one in told)


@pytest.mark.parametrize("profile", ["nsf", "nih"])
def test_a_federal_funder_takes_no_contingency_that_is_typed_in(tmp_path, profile):
    table = tmp_path / "t.csv"
    table.write_text("gold,p\ny,0.9\nn,0.1\ny,0.8\nn,0.3\n", "utf-8")
    plan = tmp_path / "plan.toml"
    plan.write_text(
        f'[table]\nfile = "{table.as_posix()}"\nlabel = "gold"\npositive = "y"\n[[models]]\nname = "p"\n'
        '[cost]\nper_item = "1"\ncontingency = "5 %"\n[goal]\nbudget = "3"\n',
        "utf-8",
    )
    assert read_plan(str(plan), {}).prices.contingency == Decimal("0.05")
    with pytest.raises(
        UsageError, match=rf"for {profile} a contingency is allowed only where it is computed"
    ):
        read_plan(str(plan), {"report.profile": profile})
    assert read_plan(str(plan), {"report.profile": "horizon"}).prices.contingency
