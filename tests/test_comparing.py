"""Plans compared from their files: the same numbers as their own reports, and what cannot be compared."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from compare_world import CHEAP, MORE, OTHER_SEED, PLAN, SAME, TOO_SMALL, WORTHLESS, made_of, write_plan
from workflow_world import plan_of

from budgetplan.api import Solved, compare_scenarios
from budgetplan.errors import BadDataError, UsageError
from budgetplan.render.text import render_text
from budgetplan.settings.build import Scenario, read_plan, read_scenarios

pytestmark = pytest.mark.usefixtures("plan_alone")
NONE = {"value": 0.0, "low": 0.0, "high": 0.0}


def by_name(made):
    return {one["name"]: one for one in made.record["scenarios"]}


def said_of(made, *parts):
    return " ".join(render_text(made.document, parts).split())


def cells_of(made, name):
    """Return the cells of a column of the table of scenarios."""
    (shown,) = [table for table in made.document.tables() if table.key == "scenarios"]
    place = [column.name for column in shown.columns].index(name)
    return [row.cells[place] for row in shown.rows]


def test_every_scenario_has_the_numbers_of_its_own_report_whatever_their_order(tmp_path):
    path = write_plan(tmp_path, CHEAP + MORE)
    made = made_of(tmp_path, sources=[path])
    for name, one in by_name(made).items():
        record = Solved(read_plan(path, {} if name == "plan" else {"scenario": name})).made("2026-01-01").record
        assert one["recommendation"] | {"meets_goal": True} == record["recommendation"]
        assert one["net"] == record["recommendation"]["net"]
    assert by_name(made_of(tmp_path, MORE + CHEAP)) == by_name(made)
    assert made.inputs == (str(tmp_path / "words.csv"),)


def test_a_plan_beside_itself_differs_in_nothing_whatever_else_its_table_holds(tmp_path):
    """One more column, and rows in another order: the draws are those of the other table."""
    path, noted = write_plan(tmp_path), tmp_path / "noted.toml"
    header, *rows = (tmp_path / "words.csv").read_text(encoding="utf-8").splitlines()
    lines = [f"{header},note", *(f"{row},x" for row in rows[::-1])]
    (tmp_path / "noted.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    noted.write_text(PLAN.replace("words.csv", "noted.csv"), encoding="utf-8")
    for made in (made_of(tmp_path, SAME), made_of(tmp_path, sources=[path, str(noted)])):
        (difference,) = made.record["differences"].values()
        assert difference["net"] == difference["found"] == NONE
        assert (difference["spend"], difference["apart"]) == ("0.00", [])


def test_orders_of_the_same_labels_share_their_draws(tmp_path):
    """Two models that differ little find nearly as many in every draw of the labels; a copy of one finds as many."""
    write_plan(tmp_path)
    words, models = tmp_path / "words.csv", 'name = "a"\n[[models]]\nname = "b"'
    header, *rows = (row.split(",") for row in words.read_text(encoding="utf-8").splitlines())
    more = ([f"{float(row[2]) + 0.05 * (at % 2):.3f}", f"{1 + float(row[2])}"] for at, row in enumerate(rows))
    lines = [[*header, "near", "copy"], *(row + two for row, two in zip(rows, more, strict=True))]
    words.write_text("".join(",".join(row) + "\n" for row in lines), encoding="utf-8")
    plans = [tmp_path / f"{name}.toml" for name in ("a", "near", "copy")]
    for plan in plans:
        text = PLAN.replace(models, f'name = "{plan.stem}"').replace('"40"', '"40000"')
        plan.write_text(text + "[list]\nsize = 100_000\n", encoding="utf-8")
    made = made_of(tmp_path, sources=[*map(str, plans)])
    near, copy = (made.record["differences"][name]["found"] for name in ("near", "copy"))
    found = by_name(made)["a"]["recommendation"]["found"]
    assert copy == NONE
    assert near["low"] <= 0 <= near["high"]
    assert near["high"] - near["low"] < 0.4 * (found["high"] - found["low"])


def test_a_scenario_that_cannot_be_planned_or_does_not_start_is_a_row_that_says_so(tmp_path):
    made = made_of(tmp_path, TOO_SMALL + MORE + WORTHLESS)
    found = by_name(made)
    assert not made.unmet
    assert [found[name]["meets_goal"] for name in ("small", "more", "worthless")] == [False, True, True]
    assert made.record["differences"]["small"] is None
    assert (found["worthless"]["recommendation"]["model"], found["worthless"]["net"]["value"]) == (None, 0.0)
    assert made.record["differences"]["worthless"]["net"]["value"] == -found["plan"]["net"]["value"]
    assert made_of(tmp_path, flags={"goal.budget": ("1", "2")}).unmet


def test_of_other_seeds_no_interval_is_told(tmp_path):
    difference = made_of(tmp_path, OTHER_SEED + MORE).record["differences"]
    assert (difference["seed"]["apart"], difference["seed"]["net"]["low"]) == (["seed"], None)
    assert difference["more"]["apart"] == []
    assert difference["more"]["net"]["low"] < difference["more"]["net"]["high"]


def test_what_makes_any_of_the_reports_doubtful_is_told_with_whose_it_is(tmp_path):
    """In the other plan scores are read the wrong way round: its report is doubtful, so is this one."""
    assert not [one for one in made_of(tmp_path, CHEAP).warnings if one.severity == "serious"]
    wrong_way = PLAN.replace('name = "a"', 'name = "a"\norder = "lower"')
    wrong_way = wrong_way.replace('name = "b"', 'name = "b"\norder = "lower"')
    sources = [write_plan(tmp_path), write_plan(tmp_path, name="turned", text=wrong_way)]
    made = made_of(tmp_path, sources=sources)
    serious = [one.told.endswith("(turned)") for one in made.warnings if one.severity == "serious"]
    assert serious
    assert all(serious)
    assert made.document.title.startswith("Doubtful until the warning is settled")
    assert [one["told"] for one in made.record["warnings"]] == [one.told for one in made.warnings]


def test_plans_with_quotas_say_how_often_each_meets_all_of_them(tmp_path):
    text = (PLAN + '[quota]\nby = "half"\nminimum = 5\n').replace('budget = "40"', "")
    text = text.replace('[entry]\nvalue = "3.00"\n', "")
    path = write_plan(tmp_path, '\n[[scenario]]\nname = "sure"\nquota.sure = "90 %"\n', text=text)
    table = tmp_path / "words.csv"
    header, *rows = table.read_text(encoding="utf-8").splitlines()
    lines = [f"{row},{'ab'[place % 2]}" for place, row in enumerate(rows)]
    table.write_text("\n".join([f"{header},half", *lines]) + "\n", encoding="utf-8")
    made = made_of(tmp_path, sources=[path])
    told = {name: one["quotas_met"] for name, one in by_name(made).items()}
    assert told["plan"] < 0.9 <= told["sure"]
    assert cells_of(made, "quotas") == [*told.values()]
    assert [one["quotas_met"] for one in by_name(made_of(tmp_path, CHEAP)).values()] == [None, None]


def test_joint_plans_are_compared_too(tmp_path):
    plan_of(tmp_path)
    path = tmp_path / "plan.toml"
    text = path.read_text(encoding="utf-8").replace("[answers]\nerror_weight = 2\n", "")
    text += (
        '[answers]\nunit = "money"\nright = "1"\nwrong = "-2"\nabstain = "0"\n[cost]\nper_item = "0.5"\n'
        'currency = "EUR"\n[goal]\nbudget = "3"\n[sure]\nresamples = 40\n[[scenario]]\nname = "more"\ngoal.budget = "6"\n'
    )
    path.write_text(text, encoding="utf-8")
    scenarios = read_scenarios([str(path)], {})
    assert [one.plan.workflow for one in scenarios] == ["joint", "joint"]
    made = compare_scenarios(scenarios, date="2026-01-01")
    found, gap = by_name(made), made.record["differences"]["more"]["net"]
    assert gap["value"] == found["more"]["net"]["value"] - found["plan"]["net"]["value"]
    assert gap["low"] <= gap["high"]


def test_plans_that_count_different_things_are_not_compared(tmp_path):
    (tmp_path / "other").mkdir()
    plans = [*read_scenarios([write_plan(tmp_path)], {}), Scenario("other", plan_of(tmp_path / "other"), {}, "")]
    with pytest.raises(UsageError, match="scenario other: this plan has no budget"):
        compare_scenarios(plans, date="2026-01-01")


def test_several_budgets_are_called_by_their_amounts_with_the_unit(tmp_path):
    made = made_of(tmp_path, flags={"goal.budget": ("40", "60.50", "30 items")})
    assert list(by_name(made)) == ["EUR 40", "EUR 60.50", "30 items"]


OPEN = '\n[[scenario]]\nname = "{}"\ngoal.budget = ""\nentry.value = ""\n'


@pytest.mark.parametrize(
    ("more", "places"), [("", ["plan"]), (OPEN.format("open") + OPEN.format("too"), ["scenario open", "scenario too"])]
)
def test_one_plan_is_compared_with_nothing_and_everything_in_the_way_is_said_at_once(tmp_path, more, places):
    with pytest.raises(UsageError) as caught:
        made_of(tmp_path, more)
    assert [line.partition(": ")[0] for line in str(caught.value).splitlines()] == places


def test_plans_in_two_currencies_stand_side_by_side_without_differences_and_without_a_winner(tmp_path):
    """Two plans in euros and one in yen: the two are told apart, the third stands beside them."""
    yen = '\n[[scenario]]\nname = "abroad"\ncost.currency = "JPY"\ncost.per_item = "150"\nentry.value = "450"\ngoal.budget = "6000"\n'
    made = made_of(tmp_path, yen)
    assert (made.record["unlike"], made.record["differences"]) == (["currencies"], {"abroad": None})
    assert not any(made.record["for_whom"].values())
    # 39 items at 150, and 5
    assert [one["recommendation"]["spend"] for one in by_name(made).values()] == ["40.00", "5855"]
    assert cells_of(made, "currency") == ["EUR", "JPY"]
    (shown,) = [table for table in made.document.tables() if table.key == "scenarios"]
    assert "EUR" not in " ".join(column.heading for column in shown.columns)
    assert "These 2 scenarios cannot be ranked: they differ in the currency" in said_of(made)
    assert "EUR 40" not in said_of(made)
    both = made_of(tmp_path, MORE + yen).record["differences"]
    assert (both["abroad"], both["more"]["spend"]) == (None, "17.00")  # 57 items at 1, and 5


def test_bad_data_of_one_scenario_names_it_and_of_all_is_said_once(tmp_path):
    with pytest.raises(BadDataError, match="scenario typo"):
        made_of(tmp_path, '\n[[scenario]]\nname = "typo"\ntable.id = "nobody"\n')
    path = write_plan(tmp_path, MORE, text=PLAN.replace('name = "b"', 'name = "c"'))
    with pytest.raises(BadDataError) as caught:
        made_of(tmp_path, sources=[path])
    [told] = str(caught.value).splitlines()
    assert ", scenario " not in told


@pytest.mark.parametrize("language", ["en", "de"])
def test_scenarios_that_collect_different_labels_are_not_ranked(tmp_path, language):
    other = '\n[[scenario]]\nname = "other"\ntable.positive = ["native"]\n'
    made = made_of(tmp_path, f'\n[report]\nlanguage = "{language}"\n' + other + MORE)
    record, told = made.record, said_of(made, "scenarios")
    assert record["for_whom"] == {"net": None, "found": None, "cheapest": None, "rate": None, "by_worth": []}
    assert (record["unlike"], record["differences"]["other"]) == (["labels"], None)
    # What collects the same label is told apart as ever.
    assert record["differences"]["more"]["net"]["low"] is not None
    assert {"en": "they differ in the labels", "de": "Sie unterscheiden sich in den Labels"}[language] in told
    assert not any(word in told for word in ("ahead", "earns most", "finds most", "vor „"))


def test_scenarios_of_other_worths_stand_side_by_side(tmp_path):
    """What an entry is worth differs: entries and money are told apart in the same draws, net values are not."""
    made = made_of(tmp_path, '\n[[scenario]]\nname = "dear"\nentry.value = "6.00"\n')
    assert (made.record["unlike"], made.record["for_whom"]["net"]) == (["worths"], None)
    difference = made.record["differences"]["dear"]
    assert (difference["net"], difference["apart"]) == (None, [])
    assert difference["found"]["low"] is not None


@pytest.mark.parametrize("seed", range(2))
def test_the_net_value_never_falls_as_the_budget_grows(tmp_path, seed):
    """Few labels and several models of like worth: there choosing flatters most."""
    rng = np.random.default_rng(seed)
    lines = ["id,gold,a,b"]
    for at in range(900):
        entry = rng.random() < 0.15
        a, b = rng.normal(size=2) + entry
        lines.append(f"i{at},{'' if at >= 200 else 'yn'[not entry]},{a:.4f},{b:.4f}")
    (tmp_path / "t.csv").write_text("\n".join(lines))
    (tmp_path / "plan.toml").write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = ["y"]\n[[models]]\nname = "a"\n[[models]]\nname = "b"\n'
        '[cost]\ncurrency = "EUR"\nper_item = "0.8"\n[entry]\nvalue = "4.5"\n[sure]\nresamples = 200\n'
    )
    made = made_of(
        tmp_path, flags={"goal.budget": ("30", "60", "90", "150", "600")}, sources=[str(tmp_path / "plan.toml")]
    )
    by_stop, kept, nets = {}, [], []
    for one in made.record["scenarios"]:
        chosen, net = one["recommendation"], one["net"]["value"]
        stop, found = (chosen["model"], chosen["reviewed"]["value"]), chosen["found"]["value"]
        assert by_stop.setdefault(stop, (net, found)) == pytest.approx((net, found))
        kept.append(net / (4.5 * found - float(chosen["spend"])))
        nets.append(net)
    assert nets == sorted(nets)
    # Luck is taken off in proportion to what a stop earns, so that all of them keep one and the same share.
    assert kept == pytest.approx([kept[0]] * len(kept))
    assert 0 < kept[0] < 1


def test_budgets_without_a_computed_contingency_are_named_and_their_own_pages_say_so():
    """Almost all of the list holds fewer loanwords than expected in half of the draws: no reserve finds as many in 80 %."""
    path = str(Path(__file__).parents[1] / "examples" / "loanwords" / "ranges.toml")
    asked = {"set": ("goal.target=", "work.deadline=", "sure.resamples=99")}
    made = compare_scenarios(read_scenarios([path], asked | {"goal.budget": ("700", "1300")}), date="2026-01-01")
    assert "Without a contingency: “EUR 1,300”." in said_of(made)
    for budget, told in (
        ("700", "With the contingency of"),
        ("1300", "No contingency is included: none can be computed"),
    ):
        own = Solved(read_plan(path, asked | {"goal.budget": budget})).made("2026-01-01")
        assert told in said_of(own)
