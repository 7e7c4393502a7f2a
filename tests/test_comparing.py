"""Plans compared from their files: the same numbers as their own reports, and what cannot be compared."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from compare_world import (
    CHEAP,
    MORE,
    OTHER_SEED,
    PLAN,
    SAME,
    TOO_SMALL,
    WORTHLESS,
    made_of,
    write_plan,
)
from workflow_world import plan_of

from budgetplan.api import compare_scenarios, work
from budgetplan.errors import BadDataError, UsageError
from budgetplan.files import checksum
from budgetplan.render.text import render_text
from budgetplan.settings.build import Scenario, read_plan, read_scenarios

pytestmark = pytest.mark.usefixtures("plan_alone")


def by_name(made):
    return {one["name"]: one for one in made.record["scenarios"]}


def refused(folder, more="", **how):
    with pytest.raises(UsageError) as caught:
        made_of(folder, more, **how)
    return str(caught.value).splitlines()


def test_every_scenario_has_the_numbers_of_its_own_report(tmp_path):
    made = made_of(tmp_path, CHEAP + SAME)
    for name, one in by_name(made).items():
        own = work(
            read_plan(write_plan(tmp_path, CHEAP + SAME), {} if name == "plan" else {"scenario": name})
        )
        record = own("2026-01-01").record
        assert one["recommendation"] | {"meets_goal": True} == record["recommendation"]
        assert one["net"] == record["recommendation"]["net"]


def test_a_plan_beside_itself_differs_in_nothing(tmp_path):
    path = write_plan(tmp_path)
    for made in (made_of(tmp_path, SAME), made_of(tmp_path, sources=[path, path])):
        (difference,) = made.record["differences"].values()
        assert difference["net"] == difference["found"] == {"value": 0.0, "low": 0.0, "high": 0.0}
        assert (difference["spend"], difference["apart"]) == ("0.00", [])
        assert made.record["differing"] == {}


def test_the_order_of_plans_changes_no_number(tmp_path):
    texts = {"cheap": CHEAP, "more": MORE}
    told = [
        by_name(made_of(tmp_path, "".join(texts[name] for name in order)))
        for order in itertools.permutations(("cheap", "more"))
    ]
    assert told[0] == told[1]


def test_a_scenario_that_cannot_be_planned_is_a_row_that_says_so(tmp_path):
    made = made_of(tmp_path, TOO_SMALL + MORE)
    assert not made.unmet
    found = by_name(made)
    assert (found["small"]["meets_goal"], found["more"]["meets_goal"]) == (False, True)
    assert made.record["differences"]["small"] is None
    assert made_of(tmp_path, flags={"goal.budget": ("1", "2")}).unmet


def test_not_to_start_is_a_plan_that_earns_nothing(tmp_path):
    made = made_of(tmp_path, WORTHLESS)
    idle = by_name(made)["worthless"]
    assert (idle["meets_goal"], idle["recommendation"]["model"], idle["net"]["value"]) == (True, None, 0.0)
    plan = by_name(made)["plan"]
    assert made.record["differences"]["worthless"]["net"]["value"] == -plan["net"]["value"]


def test_of_other_seeds_no_interval_is_told(tmp_path):
    difference = made_of(tmp_path, OTHER_SEED + MORE).record["differences"]
    assert difference["seed"]["apart"] == ["seed"]
    assert difference["seed"]["net"]["low"] is None
    assert difference["more"]["apart"] == []
    assert difference["more"]["net"]["low"] < difference["more"]["net"]["high"]


def test_what_makes_any_of_the_reports_doubtful_is_told_with_whose_it_is(tmp_path):
    """In the other plan scores are read the wrong way round: its report is doubtful, so is this one."""
    plain = made_of(tmp_path, CHEAP)
    assert not [one for one in plain.warnings if one.severity == "serious"]
    wrong_way = PLAN.replace('name = "a"', 'name = "a"\norder = "lower"').replace(
        'name = "b"', 'name = "b"\norder = "lower"'
    )
    made = made_of(
        tmp_path, sources=[write_plan(tmp_path), write_plan(tmp_path, name="turned", text=wrong_way)]
    )
    serious = [one for one in made.warnings if one.severity == "serious"]
    assert serious
    assert all(one.told.endswith("(turned)") for one in serious)
    assert made.document.title.startswith("Doubtful until the warning is settled")
    assert [one["told"] for one in made.record["warnings"]] == [one.told for one in made.warnings]


def test_plans_with_quotas_say_how_often_each_meets_all_of_them(tmp_path):
    """The one that is to be surer meets them more often; that stands in the table and in the record."""
    text = (PLAN + '[quota]\nby = "half"\nminimum = 5\n').replace('budget = "40"', "")
    path = write_plan(
        tmp_path,
        '\n[[scenario]]\nname = "sure"\nquota.sure = "90 %"\n',
        text=text.replace('[entry]\nvalue = "3.00"\n', ""),
    )
    table = tmp_path / "words.csv"
    header, *rows = table.read_text(encoding="utf-8").splitlines()
    lines = [f"{row},{'ab'[place % 2]}" for place, row in enumerate(rows)]
    table.write_text("\n".join([f"{header},half", *lines]) + "\n", encoding="utf-8")
    made = compare_scenarios(read_scenarios([path], {}), date="2026-01-01")
    told = {name: one["quotas_met"] for name, one in by_name(made).items()}
    assert told["plan"] < 0.9 <= told["sure"]
    (shown,) = [one for one in made.document.tables() if one.key == "scenarios"]
    place = [column.name for column in shown.columns].index("quotas")
    assert [row.cells[place] for row in shown.rows] == list(told.values())
    plain = by_name(made_of(tmp_path, CHEAP))
    assert [one["quotas_met"] for one in plain.values()] == [None, None]


def test_joint_plans_are_compared_too(tmp_path):
    plan_of(tmp_path)
    text = (tmp_path / "plan.toml").read_text(encoding="utf-8").replace("[answers]\nerror_weight = 2\n", "")
    text += (
        '[answers]\nunit = "money"\nright = "1"\nwrong = "-2"\nabstain = "0"\n[cost]\nper_item = "0.5"\n'
        'currency = "EUR"\n[goal]\nbudget = "3"\n[sure]\nresamples = 40\n[[scenario]]\nname = "more"\ngoal.budget = "6"\n'
    )
    (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
    scenarios = read_scenarios([str(tmp_path / "plan.toml")], {})
    assert [one.plan.workflow for one in scenarios] == ["joint", "joint"]
    made = compare_scenarios(scenarios, date="2026-01-01")
    found = by_name(made)
    gap = made.record["differences"]["more"]
    assert gap["net"]["value"] == found["more"]["net"]["value"] - found["plan"]["net"]["value"]
    assert gap["net"]["low"] <= gap["net"]["high"]


def test_plans_that_count_different_things_are_not_compared(tmp_path):
    path = write_plan(tmp_path)
    (tmp_path / "other").mkdir()
    deferred = plan_of(tmp_path / "other")
    first, second = *read_scenarios([path], {}), Scenario("other", deferred, {}, "")
    with pytest.raises(UsageError, match="scenario other: no budget bounds this plan"):
        compare_scenarios([first, second], date="2026-01-01")


def test_several_budgets_are_called_by_their_amounts_with_the_unit(tmp_path):
    made = made_of(tmp_path, flags={"goal.budget": ("40", "60.50", "30 items")})
    assert list(by_name(made)) == ["EUR 40", "EUR 60.50", "30 items"]
    assert [name for name, _ in made.document.sections[-1].blocks[-1].facts][:2] == [
        "budgetplan",
        "EUR 40",
    ]


def test_one_plan_is_compared_with_nothing(tmp_path):
    assert refused(tmp_path) == [
        "plan: one plan alone is compared with nothing; name a second plan or a second budget, or write [[scenario]] with a name and what it changes into the plan"
    ]


def test_everything_in_the_way_is_said_at_once(tmp_path):
    open_one = '\n[[scenario]]\nname = "open"\ngoal.budget = ""\nentry.value = ""\n'
    open_too = open_one.replace('"open"', '"open too"')
    assert refused(tmp_path, open_one + open_too) == [
        "scenario open: this plan has no budget, no target and no worth of an entry; say one of them: goal.budget, goal.target or entry.value",
        "scenario open too: this plan has no budget, no target and no worth of an entry; say one of them: goal.budget, goal.target or entry.value",
    ]


def test_plans_in_two_currencies_stand_side_by_side_without_differences_and_without_a_winner(tmp_path):
    """Two plans in euros and one in yen: the two are told apart, the third stands beside them."""
    yen = '\n[[scenario]]\nname = "abroad"\ncost.currency = "JPY"\ncost.per_item = "150"\nentry.value = "450"\ngoal.budget = "6000"\n'
    made = made_of(tmp_path, yen)
    assert (made.record["unlike"], made.record["differences"]) == (["currencies"], {"abroad": None})
    assert not any(made.record["for_whom"].values())
    own = by_name(made)
    assert [own[name]["recommendation"]["spend"] for name in own] == [
        "40.00",
        "5855",
    ]  # 39 items at 150, and 5
    (shown,) = [one for one in made.document.tables() if one.key == "scenarios"]
    place = [column.name for column in shown.columns].index("currency")
    assert [row.cells[place] for row in shown.rows] == ["EUR", "JPY"]
    text = " ".join(render_text(made.document, []).split())
    assert "These 2 scenarios cannot be ranked: they differ in the currency" in text
    assert "Amounts are in EUR and JPY, and no exchange rate is given" in text
    assert "EUR 40" not in text
    both = made_of(tmp_path, MORE + yen).record["differences"]
    assert (both["abroad"], both["more"]["spend"]) == (None, "17.00")  # 57 items at 1, and 5


def test_bad_data_of_one_scenario_names_it_and_of_all_is_said_once(tmp_path):
    wrong = '\n[[scenario]]\nname = "typo"\ntable.id = "nobody"\n'
    with pytest.raises(BadDataError) as caught:
        made_of(tmp_path, wrong)
    assert "scenario typo" in str(caught.value)
    path = write_plan(tmp_path, MORE, text=PLAN.replace('name = "b"', 'name = "c"'))
    with pytest.raises(BadDataError) as caught:
        made_of(tmp_path, sources=[path])
    assert ", scenario " not in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_the_tables_that_were_read_are_not_written_over(tmp_path):
    made = made_of(tmp_path, MORE)
    assert made.inputs == (str(tmp_path / "words.csv"),)
    assert (made.stem, made.record_file) == ("comparison", "comparison-record.json")
    assert checksum(tmp_path / "words.csv")


def test_the_example_is_three_scenarios_beside_a_plan():
    path = Path(__file__).parents[1] / "examples" / "loanwords" / "compare" / "plan.toml"
    plan, *others = read_scenarios([str(path)], {})
    assert [one.name for one in (plan, *others)] == ["plan", "half the money", "twice the money", "students"]
    assert Path(plan.plan.table).resolve() == path.parents[1] / "scores.csv"
    assert {one.plan.budget.amount for one in others} == {750, 1500, 3000}


@pytest.mark.parametrize("language", ["en", "de"])
def test_scenarios_that_collect_different_labels_are_not_ranked(tmp_path, monkeypatch, language):
    monkeypatch.chdir(tmp_path)
    other = '\n[[scenario]]\nname = "other"\ntable.positive = ["native"]\n'
    made = made_of(tmp_path, f'\n[report]\nlanguage = "{language}"\n' + other + MORE)
    record = made.record
    assert record["for_whom"] == {"net": None, "found": None, "cheapest": None, "rate": None, "by_worth": []}
    assert record["differences"]["other"] is None
    # What collects the same label is told apart as ever.
    assert record["differences"]["more"]["net"]["low"] is not None
    assert record["unlike"] == ["labels"]
    said = " ".join(render_text(made.document, ("scenarios",)).split())
    assert {"en": "they differ in the labels", "de": "Sie unterscheiden sich in den Labels"}[language] in said
    assert not any(word in said for word in ("ahead", "earns most", "finds most", "vor „"))


def test_scenarios_of_other_worths_stand_side_by_side(tmp_path):
    """What an entry is worth differs: entries and money are told apart in the same draws, net values are not."""
    made = made_of(tmp_path, '\n[[scenario]]\nname = "dear"\nentry.value = "6.00"\n')
    assert (made.record["unlike"], made.record["for_whom"]["net"]) == (["worths"], None)
    difference = made.record["differences"]["dear"]
    assert (difference["net"], difference["apart"]) == (None, [])
    assert difference["found"]["low"] is not None


def test_labels_and_list_are_the_same_whatever_else_the_tables_hold(tmp_path):
    """One more column, and rows in another order: the draws are those of the other table."""
    first = write_plan(tmp_path)
    header, *rows = (tmp_path / "words.csv").read_text(encoding="utf-8").splitlines()
    lines = [f"{header},note", *(f"{row},x" for row in rows[::-1])]
    (tmp_path / "noted.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    second = tmp_path / "noted.toml"
    second.write_text(PLAN.replace("words.csv", "noted.csv"), encoding="utf-8")
    (difference,) = made_of(tmp_path, sources=[first, str(second)]).record["differences"].values()
    assert difference["net"] == difference["found"] == {"value": 0.0, "low": 0.0, "high": 0.0}


@pytest.mark.parametrize("seed", range(3))
def test_the_net_value_never_falls_as_the_budget_grows(tmp_path, seed):
    """F7. Few labels and several models of like worth: there choosing flatters most."""
    rng = np.random.default_rng(seed)
    lines = ["id,gold,a,b"]
    for at in range(900):
        entry = rng.random() < 0.15
        label = "" if at >= 200 else "y" if entry else "n"
        scores = rng.normal(size=2) + entry
        lines.append(f"i{at},{label},{scores[0]:.4f},{scores[1]:.4f}")
    (tmp_path / "t.csv").write_text("\n".join(lines))
    (tmp_path / "plan.toml").write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = ["y"]\n[[models]]\nname = "a"\n[[models]]\nname = "b"\n'
        '[cost]\ncurrency = "EUR"\nper_item = "0.8"\n[entry]\nvalue = "4.5"\n[sure]\nresamples = 200\n'
    )
    scenarios = read_scenarios(
        [str(tmp_path / "plan.toml")], {"goal.budget": ("30", "60", "90", "150", "600")}
    )
    told = compare_scenarios(scenarios, date="2026-01-31").record["scenarios"]
    nets = [one["net"]["value"] for one in told]
    assert nets == sorted(nets)
    by_stop, kept = {}, []
    for one in told:
        said = one["recommendation"]
        stop = said["model"], said["reviewed"]["value"]
        numbers = one["net"]["value"], said["found"]["value"]
        assert by_stop.setdefault(stop, numbers) == pytest.approx(numbers)
        kept.append(one["net"]["value"] / (4.5 * said["found"]["value"] - float(said["spend"])))
    # Luck is taken off in proportion to what a stop earns, so that all of them keep one and the same share.
    assert kept == pytest.approx([kept[0]] * len(kept))
    assert 0 < kept[0] < 1
