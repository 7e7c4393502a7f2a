"""How sure a joint plan is: each verdict in a world made for it."""

from __future__ import annotations

import pytest
from joint_report_world import BAD, GOOD, HASTY, HOPELESS, SCENES, SLOW, SURE, TWINS, UNLUCKY, world
from scipy.stats import beta

from budgetplan.render.display import Style, sentence_text
from budgetplan.report.joint.context import JointContext
from budgetplan.report.joint.sureness import choice
from budgetplan.report.model import Bullets
from budgetplan.report.phrases import rounded_up

GROUPS = {"group": tuple(place // 4 for place in range(40))}


def points(**said):
    """Return the points by their verdicts, each with what it says on page 1 and behind it."""
    told = world(**said)
    style, found = Style.of(told.document), {}
    first, *rest = told.document.sections
    for block in (first.blocks[-1], *(block for one in rest if one.key == "behind" for block in one.blocks)):
        if isinstance(block, Bullets):
            for point in block.points:
                told_of = found.setdefault(sentence_text(point.verdict, style), [])
                told_of += [sentence_text(one, style).replace("\u00a0", " ") for one in point.sentences]
    return {verdict: " ".join(sentences) for verdict, sentences in found.items()}


MODEL = [
    ({}, "Model: firm."),
    ({"models": TWINS}, "Model: no clear winner."),
    ({"models": (GOOD,)}, "Model: not compared."),
    ({"resamples": 0}, "Model: best estimate only."),
]


@pytest.mark.parametrize(("said", "verdict"), MODEL)
def test_the_model(said, verdict):
    found = points(**said)
    assert [one for one in found if one.startswith("Model:")] == [verdict]
    assert next(iter(found)) == verdict
    assert ("As good may be" in found[verdict]) == (said.get("models") == TWINS)


JOINING = [
    ({}, "firmly worth more than either alone."),
    (GROUPS, "not shown to be worth more than either alone."),
    ({"models": (UNLUCKY,)}, "firmly worth less than one of them alone."),
    ({"models": (HOPELESS,)}, "the plan is people alone."),
    ({"budget": "0"}, "the plan is the model alone."),
]


@pytest.mark.parametrize(("said", "verdict"), JOINING)
def test_joining(said, verdict):
    assert [one for one in points(**said) if one.startswith("Model and people")] == [
        f"Model and people together: {verdict}"
    ]


def test_joining_says_by_how_much():
    joint = world().joint
    people, machine = (joint.over_rivals[kind] for kind in ("people", "machine"))
    # 33 against 3 and 30.
    assert (people.value, machine.value) == (30, 3)
    said = points()["Model and people together: firmly worth more than either alone."]
    assert (
        f"people alone would reach: EUR 30.00 (95 % interval EUR {people.low:.2f} to {people.high:.2f})"
        in said
    )
    assert (
        f"the model alone would reach: EUR 3.00 (95 % interval EUR {machine.low:.2f} to {machine.high:.2f})"
        in said
    )
    assert (
        "minus what the model alone would reach: EUR 0.00."
        in points(budget="0")["Model and people together: the plan is the model alone."]
    )


@pytest.mark.parametrize("said", [{"resamples": 0}, SCENES["nothing pays"]])
def test_nothing_is_said_of_joining_where_nothing_is_known_or_done(said):
    assert not [one for one in points(**said) if one.startswith(("Joining", "Choice"))]


def test_the_bound_on_errors_is_clopper_and_pearsons():
    # None of 30 accepted answers is wrong; of UNLUCKY's 40, 20. Of two models each has half the chance of error.
    for models, wrong, accepted in (((GOOD, BAD), 0, 30), ((GOOD,), 0, 30), ((UNLUCKY,), 20, 40)):
        bound = beta.ppf(1 - 0.1 / len(models), wrong + 1, accepted - wrong)
        told = world(models=models)
        assert told.joint.bound == pytest.approx(bound)
        said, *_ = told.said(
            "defer.guarantee_all" if len(models) > 1 else "defer.guarantee"
        )  # on page 1, and with its reasons behind it
        assert said.args["bound"] == rounded_up(bound)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"validation": False}, "each fold has its own"),
        (GROUPS, "weighted or come in groups"),
        ({"weight": (2.0,) * 40}, "weighted or come in groups"),
    ],
)
def test_no_bound_where_none_holds(said, why):
    found = points(**said)
    assert why in found["Errors: no exact bound can be given."]
    assert not [one for one in found if "90" in one]


def test_errors_are_not_spoken_of_where_nothing_is_answered():
    assert not [one for one in points(models=(HOPELESS,)) if one.startswith("Errors")]


def chosen(**said):
    """What is said of the choice of cutoff and stop."""
    told = world(**said)
    style = Style.of(told.document)
    return " ".join(sentence_text(one, style) for one in choice(JointContext(told.joint))).replace(
        "\u00a0", " "
    )


def test_the_choice_of_cutoff_and_stop():
    repeated = world().joint.repeated
    said = chosen()
    assert f"EUR {repeated.optimism:.2f} better than they are" in said
    assert "figures here are from other posts" in said
    assert (
        f"in {repeated.repeats} resamples, the 95 % interval of the net value is EUR {repeated.net.low:.2f}"
        in said
    )
    assert "made without it" in chosen(validation=False)
    # Nobody accepts anything of HOPELESS, however its items are drawn: there is no choice to flatter itself.
    alone = chosen(models=(HOPELESS,))
    assert "no better than they are" in alone
    assert "interval" not in alone
    assert "no better" in chosen(models=(SURE,))


def test_what_would_change_this():
    assert points()["What would change this:"] == (
        "The budget of EUR 3.00 is the limit: EUR 5.00, for example, would bring a net value of EUR 35.00. "
        "At none of 13 budgets up to EUR 6.00 is another model worth more."
    )
    # HASTY 22 + 0.5 m up to m = 8, SLOW 20 + 0.5 m: equal at 6.00, the next budget looked at is 6.67.
    changes = points(models=(HASTY, SLOW), budget="4")["What would change this:"]
    assert "At EUR 6.67 slow is worth most (best estimate)." in changes
    # If wrong answers lose 2 or 5 times as much, on validation 38 - 16 is still more than 3, 38 - 40 is not.
    assert points(models=(UNLUCKY,))["What would change this:"] == (
        "If a wrong answer lost 5 times as much, 0 posts would be answered alone, not 40."
    )
    assert "What would change this:" not in points(models=(GOOD,), budget="100")


def test_what_is_not_covered_is_said_last_in_every_report():
    for name, said in SCENES.items():
        told = world(**said)
        (*_, last) = told.document.sections[0].blocks[-1].points
        last = sentence_text(last.verdict, Style.of(told.document)).replace("\u00a0", " ")
        assert last.startswith("Not covered: posts unlike"), name
        errs = any(float(one) for one in said.get("error", {}).values())
        assert ("err more often than the plan says" in last) == errs, name
