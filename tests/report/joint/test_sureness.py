"""How sure a joint plan is: each verdict in a world made for it."""

from __future__ import annotations

import pytest
from joint_report_world import BAD, GOOD, HOPELESS, SCENES, TWINS, uneven, world
from scipy.stats import beta

from budgetplan.domain.rounding import rounded_up
from budgetplan.report.display import Style, sentence_text
from budgetplan.report.model import Bullets

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
    ({}, "Model: good, the best single one."),
    (
        {"models": TWINS, "mixture": True},
        "Model: the mean of the models; one alone, the best single one, has EUR\u00a017.00 less net value.",
    ),
    ({"models": (GOOD,)}, "Model: not compared."),
]


@pytest.mark.parametrize(("said", "verdict"), MODEL)
def test_the_model(said, verdict):
    found = points(**said)
    assert [one for one in found if one.startswith("Model:")] == [verdict]
    assert next(iter(found)) == verdict
    assert ("minus that of all together" in found[verdict]) == ("mixture" in said)


JOINING = [
    ({}, "shown to be worth more than either alone."),
    ({"models": (uneven(1),)}, "not shown to be worth more than either alone."),
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
    assert people.value == pytest.approx(joint.option.net.value - joint.rivals["people"].net.value)
    assert machine.value == pytest.approx(3, abs=0.05)
    said = points()["Model and people together: shown to be worth more than either alone."]
    assert (
        f"people alone would reach: EUR {people.value:.2f} (95 % interval EUR {people.low:.2f} to {people.high:.2f})"
        in said
    )
    assert f"the model alone would reach: EUR {machine.value:.2f}" in said
    assert (
        "minus what the model alone would reach: EUR 0.00."
        in points(budget="0")["Model and people together: the plan is the model alone."]
    )


@pytest.mark.parametrize("said", [{"resamples": 0}, SCENES["nothing pays"]])
def test_nothing_is_said_of_joining_where_nothing_is_known_or_done(said):
    assert not [one for one in points(**said) if one.startswith(("Joining", "Choice"))]


def test_the_bound_on_errors_is_clopper_and_pearsons():
    # None of 30 accepted answers is wrong. Of two models, the better chosen by these, each has half the chance of error.
    for models, wrong, accepted in (((GOOD, BAD), 0, 30), ((GOOD,), 0, 30)):
        bound = beta.ppf(1 - 0.1 / len(models), wrong + 1, accepted - wrong)
        told = world(models=models)
        assert told.joint.bound == pytest.approx(bound)
        said, *_ = told.said(
            "joint.bound_all" if len(models) > 1 else "joint.bound"
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


def test_what_would_change_this():
    told = world()
    most = max(row.net.value for row in told.joint.rows)
    assert points()["What would change this:"].startswith(
        f"The budget of EUR 3.00 is the limit: EUR 5.00, for example, would bring a net value of EUR {most:.2f}."
    )
    assert "The budget" not in points(models=(GOOD,), budget="100").get("What would change this:", "")


def test_what_is_not_covered_is_said_last_in_every_report():
    for name, said in SCENES.items():
        told = world(**said)
        (*_, last) = told.document.sections[0].blocks[-1].points
        last = sentence_text(last.verdict, Style.of(told.document)).replace("\u00a0", " ")
        assert last.startswith("Not covered: posts unlike"), name
        errs = any(float(one) for one in said.get("error", {}).values())
        assert ("err more often than the plan says" in last) == errs, name
