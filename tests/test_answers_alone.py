"""A model that says a class and nothing of how sure it is: labels say in which of its answers it can be left alone."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from commands import ended

import budgetplan
from budgetplan.cli.main import main
from budgetplan.errors import BadDataError, UsageError

NAMES = np.array(["bug", "feature", "praise"])
LLM = {"llm": {"predicted": "llm_label"}}
WORTH = {"answers": {"right": 1, "wrong": -4, "abstain": 0}}
MONEY = {"worth_of_right_answer": 1, "cost": 0.3}


def by_hand(counts=((49, 1), (21, 9), (8, 12)), listed=(100, 60, 40)):
    """Items by answer: right and wrong among the labelled (a wrong one is of the next class), and of the list."""
    rows = [
        (answer, (answer + wrong) % 3)
        for answer, pair in enumerate(counts)
        for wrong, times in enumerate(pair)
        for _ in range(times)
    ]
    rows += [(answer, -1) for answer, times in enumerate(listed) for _ in range(times)]
    answer, truth = np.array(rows).T
    gold = np.where(truth < 0, "", NAMES[truth])
    ids = [f"t{(37 * row) % len(rows):04}" for row in range(len(rows))]
    return pd.DataFrame({"item_id": ids, "gold": gold, "llm_label": NAMES[answer]})


def drawn(n, rates, seed, labelled):
    """Items of as many answers as there are rates, and what is true of each."""
    rng, k = np.random.default_rng(seed), len(rates)
    answer = rng.integers(0, k, n)
    right = rng.random(n) < np.asarray(rates)[answer]
    truth = np.where(right, answer, (answer + rng.integers(1, k, n)) % k)
    names = np.array([f"c{code:02}" for code in range(k)])
    gold = np.where(np.arange(n) < labelled, names[truth], "")
    ids = [f"t{row:05}" for row in rng.permutation(n)]
    return pd.DataFrame({"item_id": ids, "gold": gold, "llm_label": names[answer]}), names[truth]


def planned(frame, models=LLM, **options):
    """Return a plan, and what becomes of each answer, if that is told."""
    given = {"label": "gold", "id": "item_id", "resamples": 100, **options}
    made = budgetplan.plan(frame, models=models, **given)
    table = made.tables["by_answer"].set_index("answer") if "by_answer" in [*made.tables] else None
    return made, table


def alone_and_wrong(frame, truth, table):
    """Return how many items of the list the model answers alone, and how many of these wrongly."""
    alone = frame["gold"].eq("") & frame["llm_label"].map(table["alone"]).gt(0)
    return alone.sum(), int((frame["llm_label"].to_numpy() != truth)[alone].sum())


def test_each_answer_is_as_sure_as_labels_with_it_are_right():
    """Rates .98, .70 and .40; a wrong answer costs four right ones, so that .80 is needed: the first alone."""
    made, table = planned(by_hand(), **WORTH)
    assert table["judged"].to_dict() == {"bug": 50, "feature": 30, "praise": 20}
    assert table["right"].to_dict() == {"bug": 49, "feature": 21, "praise": 8}
    assert table["share_right"].round(9).to_dict() == {"bug": 0.98, "feature": 0.7, "praise": 0.4}
    assert table["alone"].to_dict() == {"bug": 100, "feature": 0, "praise": 0}
    assert table["people"].to_dict() == {"bug": 0, "feature": 60, "praise": 40}
    # Clopper and Pearson for 49 of 50 and 8 of 20, as printed in tables.
    assert table.loc["bug", ["interval_low", "interval_high"]].round(3).tolist() == [0.894, 0.999]
    assert table.loc["praise", ["interval_low", "interval_high"]].round(3).tolist() == [0.191, 0.639]
    # 49 - 4 = 45 net right answers of 100 labelled, each counted by the labels of other folds, of which one lets a
    # second answer stand; of the list's 100 two are wrong, or a few more.
    assert made.tables["models"]["value"].tolist() == pytest.approx([450.0], rel=0.1)
    chosen = made.decision["recommendation"]
    assert chosen["answered_alone"]["value"] == 100
    assert chosen["wrong"]["low"] < 2.0 < chosen["wrong"]["value"] < 5.0
    joint = planned(by_hand(), **WORTH, **MONEY, budget=9)[1]
    assert joint["alone"].to_dict() == {"bug": 100, "feature": 0, "praise": 0}
    assert joint["people"].sum() == pytest.approx(30)


@pytest.mark.parametrize("seed", range(3))
def test_wrong_answers_on_the_list_lie_within_what_is_said(seed):
    frame, truth = drawn(4000, [0.97, 0.94, 0.7, 0.5], seed, 600)
    made, table = planned(frame, **WORTH)
    chosen = made.decision["recommendation"]
    alone, wrong = alone_and_wrong(frame, truth, table)
    assert chosen["answered_alone"]["value"] == alone
    assert chosen["wrong"]["low"] <= wrong <= chosen["wrong"]["high"]
    assert not made.decision["warnings"]


@pytest.mark.parametrize("joint", [False, True])
@pytest.mark.few(1)
def test_many_classes_of_few_labels_are_not_surer_by_luck(joint):
    """30 answers with 6 labels each, all right 8 times in 10 where 6 in 7 are needed: nothing is gained."""
    gaps = []
    for seed in range(2):
        frame, _ = drawn(580, [0.8] * 30, seed, 180)
        more = {"worth_of_right_answer": 1, "cost": 10, "budget": 20} if joint else {}
        made, _ = planned(frame, answers={"right": 1, "wrong": -6, "abstain": 0}, resamples=0, **more)
        if joint:
            gaps.append(made.decision["joint"]["chosen"]["net"]["value"] / 400)
        else:
            gaps.append(made.tables["models"]["value"].iloc[0] / 1000)
    assert np.mean(gaps) < 0.02


def test_the_luckiest_of_many_answers_do_not_make_errors_look_fewer():
    said = true = 0.0
    for seed in range(3):
        frame, truth = drawn(2180, np.random.default_rng(100 + seed).uniform(0.6, 1, 30), seed, 180)
        made, table = planned(frame, **WORTH, resamples=0)
        said += made.decision["defer"]["chosen"]["wrong"]["value"]
        true += alone_and_wrong(frame, truth, table)[1]
    assert said > 0.85 * true


def test_which_folds_labels_come_into_hardly_moves_how_many_answers_are_wrong():
    """Of 24 answers "threat" 11 are right and 10 truly "ok": in a fold without much of the 11 it is likelier "ok"."""
    counts = {"insult": (74, 31, 2), "ok": (10, 335, 0), "threat": (3, 10, 11)}
    labelled = [
        (said, truth) for said, each in counts.items() for truth, n in zip(counts, each, strict=True) for _ in range(n)
    ]
    rows = labelled + [(said, "") for said, each in counts.items() for _ in range(4 * sum(each))]
    frame = pd.DataFrame(rows, columns=["llm_label", "gold"]).assign(item_id=[f"t{row:04}" for row in range(len(rows))])
    wrong = [
        planned(frame, answers={"right": 1, "wrong": -0.01}, seed=seed)[0].decision["defer"]["wrong_by_answer"][
            "threat"
        ]["value"]
        for seed in (1, 2, 4)
    ]
    assert max(wrong) - min(wrong) < 3
    assert np.mean(wrong) == pytest.approx(4 * 13, rel=0.12)


@pytest.mark.parametrize(("right", "alone"), [((38, 20), {"a"}), ((34, 34), {"a", "b"}), ((20, 20), set())])
@pytest.mark.parametrize("joint", [False, True])
def test_of_equal_confidences_those_of_a_class_stand_that_is_right_more_often_than_by_chance(right, alone, joint):
    """Forty answers of either class at .85 where .8 are needed: one temperature of both would take or leave both."""
    rows = [
        (name, name if n < k else "ab"[name == "a"]) for name, k in zip("ab", right, strict=True) for n in range(40)
    ]
    rows += [(name, "") for name in "ab" for _ in range(50)]
    frame = pd.DataFrame(rows, columns=["llm_label", "gold"]).assign(
        sure=0.85, item_id=[f"t{n:03}" for n in range(len(rows))]
    )
    models = {"llm": {"predicted": "llm_label", "confidence": "sure"}}
    more = {**MONEY, "cost": 10, "budget": 20} if joint else {}
    made, _ = planned(frame, models, answers={"right": 1, "wrong": -4, "abstain": 0}, **more)
    answered = made.decision["recommendation"]["answered_alone"]["value"]
    assert answered == pytest.approx(50 * len(alone))
    assert made.decision["recommendation"]["cutoff"] is None
    assert " sure)" not in repr(made)
    if not joint:
        assert made.tables["models"]["alone"].tolist() == pytest.approx([len(alone) / 2])


def test_two_labels_do_not_make_an_answer_certain():
    frame = by_hand(counts=((49, 11), (28, 12), (2, 0)))
    assert planned(frame, answers={"right": 1, "wrong": -19, "abstain": 0})[1]["alone"].sum() == 0


def test_the_order_of_rows_says_nothing():
    (first, table), (second, turned) = (planned(by_hand().iloc[::step], **WORTH) for step in (1, -1))
    assert first.decision["defer"]["own_list"] == second.decision["defer"]["own_list"]
    assert table.equals(turned)


@pytest.mark.parametrize("silent", ["", "-1"])
@pytest.mark.parametrize("joint", [False, True])
def test_no_answer_goes_to_people(silent, joint):
    frame = by_hand()
    asked = np.arange(len(frame)) % 9 > 0
    frame["llm_label"] = frame["llm_label"].where(asked, silent)
    more = {**MONEY, "budget": 40} if joint else {}
    named = {"no_answer": [silent]} if silent else {}
    table = planned(frame, {"llm": {"predicted": "llm_label", **named}}, **WORTH, **more)[1]
    listed = (frame["gold"].eq("") & ~asked).sum()
    assert table.loc["—", ["n", "alone", "people"]].tolist() == [listed, 0, listed]
    assert table.loc["bug", "alone"] == (frame["gold"].eq("") & frame["llm_label"].eq("bug")).sum()


@pytest.mark.parametrize("where", [True, False])
def test_no_model_answers_every_item_that_refuses_some(where):
    """Wrong answers cost so little that every answer stands: of labelled items, or of the list alone, a ninth has none."""
    frame = by_hand().replace({"feature": "idea", "praise": "idea"})
    silent = (np.arange(len(frame)) % 9 == 0) & (where | frame["gold"].eq(""))
    frame["llm_label"] = frame["llm_label"].where(~silent, "")
    made, table = planned(frame, answers={"right": 1, "wrong": -0.1, "abstain": 0})
    left = (silent & frame["gold"].eq("")).sum()
    assert table["people"].sum() == table.loc["—", "people"] == left > 0
    assert "people decide what it calls —" in repr(made)


@pytest.mark.parametrize(
    "worth",
    [
        {"positive": "bug", "answers": {"k_fp": 4, "k_fn": 4, "k_tp": 1}},
        {"answers": {("bug", "bug"): 1, ("bug", "idea"): -4, ("idea", "bug"): -4, ("idea", "idea"): 1}},
    ],
)
def test_no_answer_needs_no_worth_beside_those_of_answers(worth):
    frame = by_hand().replace({"feature": "idea", "praise": "idea"})
    frame.loc[::7, "llm_label"] = ""
    table = planned(frame, **worth)[1]
    assert table.loc["—", "alone"] == 0 < table.loc["bug", "alone"]


def test_a_confidence_may_have_no_answers_beside_it():
    frame = by_hand()
    frame["sure"] = np.where(frame["llm_label"] == "bug", 0.97, 0.6)
    frame.loc[::9, "llm_label"] = "-1"
    spec = {"llm": {"predicted": "llm_label", "confidence": "sure", "no_answer": ["-1"]}}
    listed = frame["gold"].eq("") & frame["llm_label"].eq("bug")
    assert planned(frame, spec, **WORTH)[0].decision["recommendation"]["answered_alone"]["value"] == listed.sum()


@pytest.mark.parametrize("joint", [False, True])
def test_nothing_truly_is_of_the_class_that_stands_for_no_answer(joint):
    """The mean wrong answer for praise is that of two answers, (-.2 - .4) / 2, also where a third says nothing."""
    frame = by_hand()
    frame["sure"] = 1.0
    frame.loc[::9, "llm_label"] = "-1"
    spec = {"llm": {"predicted": "llm_label", "confidence": "sure", "no_answer": ["-1"]}}
    worth = {"unit": "money", "right": 1, "wrong": -0.4, "abstain": 0, ("bug", "praise"): -0.2}
    more = {"cost": 0.3, "budget": 9, "review_error": 0.1} if joint else {}
    made, _ = planned(frame, spec, answers=worth, **more)
    values, classes = made.tables["values"], made.tables["classes" if joint else "wrong_by_class"]
    assert sorted(classes["class"]) == ["bug", "feature", "praise"]
    assert [*values.columns] == ["answer", "truth_bug", "truth_feature", "truth_praise"]
    alone = made.decision["recommendation"]["answered_alone"]["value"]
    assert classes["alone"].sum() == pytest.approx(alone, abs=1.5)
    if joint:
        assert values.iloc[-1, 1:].tolist() == pytest.approx([0.86, 0.86, 0.87])


def test_what_stands_for_no_answer_is_no_label_and_says_nothing_beside_probabilities():
    with pytest.raises(BadDataError, match="the word that means no answer of llm is a label"):
        planned(by_hand(), {"llm": {"predicted": "llm_label", "no_answer": ["praise"]}}, **WORTH)
    with pytest.raises(UsageError, match=r"no_answer.*: this has no effect beside probabilities"):
        planned(by_hand().assign(**{"p:bug": 1.0}), {"llm": {"probabilities": "p", "no_answer": ["-1"]}}, **WORTH)


def test_validation_items_say_how_sure_answers_are():
    """Test items are all right, so that their labels alone would accept every answer."""
    rows = by_hand(listed=(0, 0, 0)).assign(split="validation")
    test = rows.assign(split="test", gold=rows["llm_label"], item_id="x" + rows["item_id"])
    table = planned(pd.concat([rows, test], ignore_index=True), split_column="split", **WORTH)[1]
    assert table["alone"].to_dict() == {"bug": 50, "feature": 0, "praise": 0}


@pytest.mark.parametrize(
    ("model", "code", "told"),
    [
        ('[[answerers]]\nname = "llm"\ncolumn', 2, '[[models]] with predicted = "llm_label" in place of [[answerers]]'),
        ('[[models]]\nname = "llm"\npredicted', 0, "Nothing is wrong"),
    ],
)
def test_answers_that_are_there_are_pointed_to_the_key_that_plans_them(tmp_path, model, code, told):
    by_hand().to_csv(tmp_path / "t.csv", index=False)
    head = '[table]\nfile = "t.csv"\nid = "item_id"\nlabel = "gold"'
    text = f'{head}\n{model} = "llm_label"\n[answers]\nerror_weight = 4\n'
    (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
    done = ended("check", tmp_path / "plan.toml")
    assert (done.exit_code, told in done.output) == (code, True), done.output


def test_random_answers_are_judged_and_a_second_round_is_planned_without_what_was(tmp_path):
    """The rows to take out are those judged that had no label: of control items the labels are needed."""
    frame, run = by_hand(), CliRunner().invoke
    frame.to_csv(tmp_path / "t.csv", index=False)
    text = (
        '[table]\nfile = "t.csv"\nid = "item_id"\nlabel = "gold"\n[[models]]\nname = "llm"\npredicted = "llm_label"\n'
    )
    text += "[answers]\nerror_weight = 4\n[work]\ntail_sample = 5\ncontrol = 3\n[sure]\nresamples = 50\n"
    (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
    done = run(main, ["queue", str(tmp_path / "plan.toml"), "--out", str(tmp_path / "q")], catch_exceptions=False)
    assert "Mixed in: 5 random items of the 100 that people would not review" in done.output
    assert "Answered by the model: 95 items, in answered.csv, without the random ones." in done.output
    judged = pd.concat(map(pd.read_csv, (tmp_path / "q/packets").glob("*.csv")))["item_id"]
    rest = frame[~(frame["item_id"].isin(judged) & frame["gold"].eq(""))]
    assert len(judged) == 108
    assert len(frame) - len(rest) == 105
    assert planned(rest, **WORTH)[1]["n"].sum() == 95
