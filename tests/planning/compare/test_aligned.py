"""No plan is told as worth more than one that was free to do the same."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from outcome_world import NOISE, outcome

from budgetplan.comparing import compare_scenarios
from budgetplan.domain.plan import Budget, Quota, Target, Values
from budgetplan.planning.compare.aligned import aligned, compared
from budgetplan.planning.compare.replicated import Replicated
from budgetplan.settings.scenarios import read_scenarios

pytestmark = pytest.mark.usefixtures("plan_alone")
D = Decimal
WORTH = replace(outcome().plan, values=Values({"y": D(2)}))


def valued(name, net, budget, *, found=10.0, done=("m", 20), off=(1.0, 0.5), spend=4, **plan):
    """A plan with a worth of 2 for each entry, chosen for its net value within a budget; None: without."""
    own = Replicated(net + NOISE, found + NOISE, None, done=done, off=off, worth=2.0)
    within = None if budget is None else Budget(D(budget))
    return outcome(
        name, net, found, spend, plan=replace(WORTH, budget=within, **plan), replicated=own
    )  # fmt: skip


def test_a_smaller_budget_is_told_with_no_more_than_a_larger_one_has():
    """By hand: 5 is held down to 3; the 2 of money are one entry of worth 2."""
    small, large = aligned([valued("small", 5.0, 9), valued("large", 3.0, 12, found=11.0, done=("m", 30))])
    assert (small.net.value, small.found.value, small.held_down) == (3.0, 9.0, 2.0)
    assert (large.net.value, large.found.value, large.held_down) == (3.0, 11.0, 0.0)
    assert small.replicated.off == (3.0, 1.5)
    np.testing.assert_allclose(small.replicated.net, 3.0 + NOISE)
    np.testing.assert_allclose(small.replicated.found, 9.0 + NOISE)


def test_what_does_the_same_has_the_same_figures():
    one, other = aligned([valued("one", 5.0, 9), valued("other", 3.0, None, found=9.2, off=(3.0, 1.3))])
    assert (one.net.value, one.found.value) == (other.net.value, other.found.value) == (3.0, 9.2)


def test_one_review_finds_one_number_whatever_an_entry_is_worth_and_whatever_the_seed():
    """By hand: 10 entries of worth 2, 9.2 of worth 2 by another seed, 9.6 of worth 3: all are told with 9.2."""
    dear = replace(WORTH, values=Values({"y": D(3)}))
    one = valued("one", 16.0, 9)
    seed = replace(valued("seed", 14.4, 9, found=9.2, off=(3.0, 1.5)), drawn={"seed": "2", "table": "t"})
    worth = outcome(
        "worth",
        24.8,
        9.6,
        4,
        plan=replace(dear, budget=Budget(D(9))),
        replicated=Replicated(
            24.8 + 3 * NOISE, 9.6 + NOISE, None, done=("m", 20), off=(4.0, 4 / 3), worth=3.0
        ),
    )
    told = aligned([one, seed, worth])
    assert [each.found.value for each in told] == [9.2] * 3
    assert [each.net.value for each in told] == pytest.approx([14.4, 14.4, 23.6])
    assert [each.held_down for each in told] == pytest.approx([1.6, 0.0, 1.2])
    # What differs is what an entry is worth: 9.2 times 1, in every resample alike.
    apart = compared([told[2], told[0]]).gaps[1]
    assert apart.net.value == pytest.approx(-9.2)
    # Another list has other items, however many.
    other = replace(seed, drawn={"seed": "1", "table": "u"})
    assert [each.found.value for each in aligned([one, other])] == [10.0, 9.2]
    # Where entries have several worths nobody knows whose they would be.
    several = replace(one, replicated=replace(one.replicated, worth=0.0))
    assert [each.found.value for each in aligned([several, seed])] == [10.0, 9.2]


def test_a_target_is_held_down_to_what_no_target_brings_and_never_the_other_way():
    free, target = valued("free", 3.0, None), valued("t", 5.0, None, done=("m", 9), target=Target(D(8)))
    assert [one.net.value for one in aligned([free, target])] == [3.0, 3.0]
    low = valued("t", 2.0, None, done=("m", 9), target=Target(D(8)))
    assert [one.net.value for one in aligned([free, low])] == [3.0, 2.0]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(valued("other", 3.0, 8), id="a smaller budget"),
        pytest.param(valued("other", 3.0, 12, seed=2), id="another plan"),
        pytest.param(valued("other", 3.0, 12, target=Target(D(5))), id="a target"),
        pytest.param(valued("other", 3.0, 12, quota=Quota("language", 2)), id="quotas"),
        pytest.param(replace(valued("other", 3.0, 12), drawn={"seed": "2"}), id="other resamples"),
        pytest.param(outcome("other", 3.0), id="no worth"),
    ],
)
def test_only_who_could_have_done_the_same_holds_another_down(other):
    assert aligned([valued("one", 5.0, 9), other])[0].net.value == 5.0


@pytest.mark.parametrize(
    ("budget", "pays"),
    [
        pytest.param(Budget(D(4)), True, id="the spend"),
        pytest.param(Budget(D("3.99")), False, id="less than the spend"),
        pytest.param(Budget(D(20), "items"), True, id="items"),
        pytest.param(Budget(D(19), "items"), False, id="fewer items"),
        pytest.param(Budget(D(900), covers="annotation"), False, id="annotation alone"),
    ],
)
def test_budgets_of_other_kinds_pay_for_what_is_done(budget, pays):
    target = valued("t", 5.0, None, target=Target(D(8)))
    freer = replace(valued("free", 3.0, 9), plan=replace(WORTH, budget=budget))
    assert aligned([target, freer])[0].net.value == (3.0 if pays else 5.0)


def test_the_order_in_which_plans_are_named_changes_no_figure():
    plans = [valued("a", 5.0, 9), valued("b", 3.0, 12, done=("m", 30)), valued("c", 4.0, 11, done=("m", 25))]
    there, back = compared(plans).outcomes, compared(plans[::-1]).outcomes
    assert {one.name: one.net for one in there} == {one.name: one.net for one in back}


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
