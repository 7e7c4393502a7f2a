"""How sure: one point on each of order, stop and amount found, and what would change it."""

from __future__ import annotations

import numpy as np
import pytest
from budgetplan.report.filter.sureness import changes, next_step, sureness
from documents_world import GOOD, LABELS, POOR, SCENES, Model, placed, world
from statement_pairs import SOON

from budgetplan.report.phrases import Speaker

TWINS = (Model("a", 2.0, 1), Model("b", 2.0, 3))
STEPPED = (Model("stepped", order=placed(LABELS, (1, 2, 3, 4, 8, 12, 16, 20, 24, 28))),)
STOP = {"sure.stop_budget", "sure.stop_target", "sure.stop_whole", "sure.stop_worth", "sure.stop_luck"}
MODEL = {"sure.model_only", "sure.model_single", "sure.model_mixture"}


@pytest.mark.parametrize("name", SCENES)
def test_there_is_one_point_on_each_question(name):
    told = world(**SCENES[name])
    points = [point.bullet.verdict.key for point in sureness(told.speaker)]
    decided = told.analysis.decision.rule != "impossible" and name != "no entries"
    chosen = decided and told.analysis.decision.chosen is not None
    assert len(MODEL & set(points)) == int(decided)
    assert len(STOP & set(points)) == int(chosen)
    assert len({"sure.found", "sure.found_plain"} & set(points)) == int(chosen)
    assert points[-1] == "sure.not_covered"


def test_the_order_is_named_with_what_other_single_models_find_alone():
    told = world(models=(GOOD, POOR))
    assert told.said("sure.model_single")[0].args["model"] == "good"
    [fewer] = told.said("sure.alone_fewer")
    poor = next(one for one in told.analysis.decision.contenders if one.name == "poor")
    assert (fewer.args["model"], fewer.args["gap"]) == ("poor", -poor.difference.value)
    span = fewer.args["range"]
    assert (span.low, span.high) == (-poor.difference.high, -poor.difference.low)
    [plain] = world(models=(GOOD, POOR), resamples=0).said("sure.alone_fewer_plain")
    assert plain.args["gap"] == fewer.args["gap"]


def test_beside_the_best_single_model_two_others_are_named():
    models = (GOOD, *(Model(name, 2.0 - at, at) for at, name in enumerate("abcd")))
    told = world(models=models, mixture=True)
    decision = told.analysis.decision
    assert "sure.model_mixture" in told.keys
    ends = ("fewer", "more", "alike")
    named = {one.args["model"] for key in ends for one in told.said(f"sure.alone_{key}")}
    gaps = {one.name: one.difference.value for one in decision.contenders if one.difference is not None}
    others = sorted(gaps.keys() - {decision.single}, key=lambda name: (-gaps[name], name))
    # Of the best one it is said above, once.
    assert named - {decision.by_f1} == set(others[:2]) - {decision.by_f1}


def test_a_stop_by_worth_says_whether_it_is_shown_to_pay():
    paid = world(**SCENES["net value"])
    assert paid.analysis.decision.shown
    assert "sure.stop_worth" in paid.keys
    luck = world(**SCENES["net value"] | {"values": {"entry": {"idiom": "1.2"}}})
    assert luck.analysis.decision.shown is False
    assert "sure.stop_luck" in luck.keys
    assert not {"sure.stop_worth", "lede.luck"} & luck.keys


def test_found_is_an_interval_of_what_the_labels_say():
    told = world()
    chosen = told.analysis.decision.chosen
    span = told.said("sure.found")[0].args["range"]
    assert (span.low, span.high) == (chosen.found.low, chosen.found.high)
    assert span.low <= chosen.found.value <= span.high
    # Eight of the ten labelled idioms are among the first eight.
    assert span.high == 8
    [sample] = told.said("sure.from_sample")
    assert (sample.args["n"], sample.args["positives"]) == (40, 10)
    groups = world(groups="abcdefgh" * 5).said("sure.from_groups")[0].args
    assert (groups["groups"], groups["column"]) == (8, "type")


def test_the_next_step_in_numbers():
    told = world()
    [step] = next_step(told.speaker)
    new = float(np.diff(told.analysis.lead.path.read("positives", np.array([8.0, 12.0])))[0])
    assert (step.args["items"], step.args["new"]) == (4, pytest.approx(new))
    assert step.args["per"] == pytest.approx(4 / new)
    span = step.args["range"]
    assert 0 <= span.low <= new <= span.high <= 4
    # Farther down less is found, at a higher price each.
    [later] = next_step(world(budget=("10", "money")).speaker)
    assert later.args["new"] < step.args["new"]
    assert later.args["per"] > step.args["per"]
    # In no draw does the last item show a type that no other one did.
    [none] = next_step(world(**SCENES["types"] | {"budget": ("39", "money")}).speaker)
    assert none.key == "sure.next_items_none"
    assert 0 <= none.args["most"] <= 4
    [nothing] = next_step(world(budget=("40", "money")).speaker)
    assert nothing.key == "sure.next_nothing"


def test_where_few_items_bring_nearly_all_of_the_next_step_no_average_cost_is_told():
    told = world(**SOON)
    [step] = next_step(told.speaker)
    path, few = told.analysis.lead.path, step.args["few"]
    start, before, there, end = path.read("positives", np.array([20.0, 19.0 + few, 20.0 + few, 145.0]))
    assert (step.args["items"], step.args["new"]) == (125, pytest.approx(end - start))
    # The first item with which nine tenths are found.
    assert before - start < 0.9 * (end - start) <= there - start
    assert "per" not in step.args
    assert (told.analysis.next_step.cost, told.analysis.next_step.soon) == (125, few)


def test_from_which_worth_on_all_of_the_review_pays_and_from_which_any_of_it():
    told = world(models=STEPPED)
    [said] = told.said("change.earlier")
    found = told.analysis.lead.path.read("positives", np.arange(9.0))
    # The first item pays from the price of what it finds on, the eighth from the price of what it adds on.
    assert said.args["least"] == pytest.approx(1 / found[1])
    assert said.args["per"] == pytest.approx(1 / (found[8] - found[7]))
    [unpriced] = world(models=STEPPED, price=None, budget=("8", "items")).said("change.earlier_items")
    assert (unpriced.args["least"], unpriced.args["per"]) == pytest.approx(
        (said.args["least"], said.args["per"])
    )
    # With so much paid once, one begins only where all of it pays.
    once = {"per_item": "1", "currency": "EUR", "fixed": {"Guidelines": "100"}}
    dear = world(models=STEPPED, price=once, budget=("108", "money"))
    [alike] = dear.said("change.earlier_alike")
    chosen = dear.analysis.decision.chosen
    assert alike.args["per"] == pytest.approx(108 / chosen.found.value)


def test_a_dearer_review_buys_less():
    # 8.80 for 8 items at 1.00; at 1.10 the 8.00 buy 7.
    told = world()
    [said] = told.said("change.price")
    assert (said.args["items"], said.args["found"]) == (
        7,
        float(told.analysis.lead.path.read("positives", 7)),
    )
    assert said.args["found"] < told.analysis.decision.chosen.found.value
    aimed = world(**SCENES["target count"])
    [target] = aimed.said("change.price_target")
    assert target.args["spend"] == pytest.approx(1.1 * float(aimed.analysis.decision.chosen.spend))


def test_fixed_costs_do_not_get_dearer():
    args = SCENES["target count"] | {
        "price": {"per_item": "1", "currency": "EUR", "fixed": {"Guidelines": "10"}}
    }
    told = world(**args)
    items = told.analysis.decision.chosen.items
    assert told.said("change.price_target")[0].args["spend"] == pytest.approx(10 + 1.1 * items)


def test_how_far_to_go_for_a_target():
    told = world(**SCENES["target share"])
    [safe] = told.said("sure.target_safe")
    assert safe.args["items"] > told.analysis.decision.chosen.items
    assert safe.args["spend"] == safe.args["items"]
    # A fifth of all, about two of the seven idioms in twenty equal sentences: at worst all others come before them.
    tied = (Model("tied", order="aabb" * 4 + "aaab" * 4 + "b" * 8),)
    aimed = world(models=tied, budget=None, target=("0.2", "share"))
    [worst] = aimed.said("sure.target_worst")
    found = float(aimed.analysis.lead.path.read("positives", 20))
    assert worst.args["items"] == int(np.ceil(20 - found + np.ceil(aimed.document.title.args["wanted"])))


def test_few_groups_are_warned_of():
    assert "sure.few_groups" in world(groups="abcdefgh" * 5).keys
    assert "sure.few_groups" not in world().keys


def test_every_page_that_decides_says_what_would_change_it():
    for name in SCENES:
        told = world(**SCENES[name])
        said = changes(told.speaker) if told.analysis.decision.contenders else []
        if told.analysis.decision.contenders and name != "no entries":
            assert all(one.key.startswith(("change.", "risk.")) for one in said)


def test_speakers_of_one_analysis_say_the_same():
    told = world(models=(GOOD, POOR))
    assert sureness(Speaker(told.analysis)) == sureness(told.speaker)


def test_the_best_stop_lies_between_those_of_the_draws():
    told = world(budget=None, models=(GOOD,), values={"entry": {"idiom": "3"}})
    [said] = told.said("sure.stop_range")
    chosen = told.analysis.decision.chosen
    assert 0 < said.args["low"] <= chosen.items <= said.args["high"] <= 40
    assert (said.args["low"], said.args["high"]) == told.analysis.stop_range
    money = said.args["money"]
    assert (money.low, money.high) == (said.args["low"], said.args["high"])
    # A good order's best stop is about where its idioms end: ten of forty labels vary by sqrt(40 / 4 * 3 / 4) = 2.7.
    assert 10 - 3 * 2.7 < said.args["low"] < said.args["high"] < 10 + 3 * 2.7
    # What an entry is worth three times as much for is not stopped earlier.
    more = world(budget=None, models=(GOOD,), values={"entry": {"idiom": "9"}})
    assert more.analysis.decision.chosen.items >= chosen.items
