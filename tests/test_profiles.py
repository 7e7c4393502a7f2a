"""For whom a report is printed changes how its money is printed, never the plan."""

from dataclasses import asdict
from pathlib import Path

import pytest

from budgetplan.api import Solved
from budgetplan.domain.asked.profile import PROFILES
from budgetplan.settings.build import read_plan

EXAMPLES = Path(__file__).parents[1] / "examples"
PLANS = ["loanwords/quota.toml", pytest.param("hate_speech/joint.toml", marks=pytest.mark.slow)]


pytestmark = pytest.mark.usefixtures("plan_alone")


def recommended(path, profile, **more):
    plan = read_plan(str(EXAMPLES / path), {"report.profile": profile} | more)
    return asdict(Solved(plan).recommendation)


@pytest.mark.parametrize("path", PLANS)
@pytest.mark.slow
def test_a_profile_prints_other_money_and_changes_nothing_else(path):
    asked = {"set": ("sure.resamples=40",)}
    here = recommended(path, "a4", **asked)
    for profile in ("nih", "horizon"):
        other = recommended(path, profile, **asked)
        differs = {key for key in here if here[key] != other[key]}
        assert differs <= ({"spend", "spend_range"} if PROFILES[profile].coin else set())
        assert abs(other["spend"] - here["spend"]) <= 5
        assert other["spend"] == round(other["spend"]) or not PROFILES[profile].coin


@pytest.mark.slow
@pytest.mark.parametrize("budget", ["39.60", "40.00"])
def test_lines_that_come_to_more_than_the_budget_are_warned_of_and_the_remedy_works(budget):
    asked = {"goal.budget": budget, "report.profile": "nih", "set": ("sure.resamples=0",)}
    solved = Solved(read_plan(str(EXAMPLES / "hate_speech/joint.toml"), asked))
    over = solved.recommendation.spend > solved.plan.budget.amount
    assert over == ("rounded up" in {one.key for one in solved.warnings})
    assert over == (budget == "39.60")
    if over:
        mended = asked | {"set": (*asked["set"], "cost.round_to=1")}
        again = Solved(read_plan(str(EXAMPLES / "hate_speech/joint.toml"), mended))
        assert again.recommendation.spend <= again.plan.budget.amount
