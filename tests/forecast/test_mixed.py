"""The mixture as one more model: honest on labelled items, ordered by the list's own places."""

from dataclasses import replace

import numpy as np
import pytest
from sample_evidence import gathered, items_of

from budgetplan.domain.items import ModelOutput
from budgetplan.domain.plan import MIXTURE, Columns, ModelSpec, Plan
from budgetplan.forecast.mixed import mixed_output
from budgetplan.metrics.ranking.mixture import normal_places, places_in_list

PLAN = Plan("t.csv", Columns("gold"), ("yes",), (ModelSpec("a", "a"), ModelSpec("b", "b")))


def world(seed=1, n=80, listed=0, costs=(0.0, 0.0)):
    """Labelled items of which a quarter are entries, a list, and two models that know something of both."""
    rng = np.random.default_rng(seed)
    entry = rng.random(n + listed) < 0.25
    label = ["yes" if one else "no" for one in entry[:n]] + [""] * listed
    outputs = [
        ModelOutput(name, entry * skill + rng.normal(size=n + listed), cost=cost)
        for name, skill, cost in zip("ab", (1.5, 1.0), costs, strict=True)
    ]
    return items_of(label), outputs, entry[:n].astype(float)


def mixed(items, outputs, positive, plan=PLAN, *, by_score=False, weight=None, group=None):
    return mixed_output(plan, items, outputs, positive, weight=weight, group=group, by_score=by_score)


def test_no_mixture_of_one_model_nor_where_the_user_wants_none_nor_of_too_few_labels():
    items, outputs, positive = world()
    assert mixed(items, outputs, positive) is not None
    assert mixed(items, outputs[:1], positive) is None
    assert mixed(items, outputs, positive, replace(PLAN, mixture=False)) is None
    assert mixed(items, outputs, np.ones(80)) is None


def test_labelled_items_are_judged_without_their_own_label():
    items, outputs, positive = world()
    output, found = mixed(items, outputs, positive)
    places = {one.name: normal_places(one.score) for one in outputs}
    assert output.name == MIXTURE
    for fold, weights in enumerate(found.fold_weights):
        inside = found.fold == fold
        by_hand = sum(weight * places[name][inside] for name, weight in zip("ab", weights, strict=True))
        assert output.score[inside] == pytest.approx(by_hand)


def test_the_list_is_ordered_by_all_labels_and_labelled_items_stand_where_they_would_in_it():
    items, outputs, positive = world(listed=200)
    output, found = mixed(items, outputs, positive, by_score=True)
    own = [one.score[80:] for one in outputs]
    by_hand = sum(w * normal_places(score) for w, score in zip(found.weights, own, strict=True))
    assert output.score[80:] == pytest.approx(by_hand)
    inside = found.fold == 0
    pairs = zip(found.fold_weights[0], outputs, own, strict=True)
    there = sum(w * places_in_list(one.score[:80][inside], listed) for w, one, listed in pairs)
    assert output.score[:80][inside] == pytest.approx(there)


def test_a_list_of_lower_scores_makes_labelled_items_stand_high_in_it():
    items, outputs, positive = world(listed=200)
    lower = [replace(one, score=one.score - 100 * (np.arange(280) >= 80)) for one in outputs]
    like, unlike = (mixed(items, each, positive, by_score=True)[0] for each in (outputs, lower))
    assert np.median(like.score[:80]) < 0.5
    assert unlike.score[:80].min() > unlike.score[80:].max()


def test_its_cost_is_what_its_members_cost():
    items, outputs, positive = world(costs=(0.1, 0.2))
    assert mixed(items, outputs, positive)[0].cost == 0.3
    # One of two models that rank alike is asked, and paid.
    twin = replace(outputs[1], score=np.exp(outputs[0].score))
    assert mixed(items, [outputs[0], twin], positive) is None


def test_weights_of_items_scale_nothing():
    items, outputs, positive = world()
    plain = mixed(items, outputs, positive, weight=np.ones(80))
    tripled = mixed(items, outputs, positive, weight=np.full(80, 3.0))
    assert plain[1].weights.tolist() == tripled[1].weights.tolist()


def test_the_members_are_named_the_heaviest_first():
    items, outputs, positive = world()
    _, found = mixed(items, outputs, positive)
    told = found.recipe
    assert list(told.values()) == sorted(told.values(), reverse=True)
    assert sum(told.values()) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("size", [None, 10**3, 10**9])
def test_the_size_of_the_list_and_the_order_of_models_move_no_weight(size):
    rng = np.random.default_rng(3)
    entry = rng.random(60) < 0.3
    label = "".join("y" if one else "n" for one in entry)
    scores = {name: entry + rng.normal(size=60) for name in "abc"}
    one = gathered(label, scores, mixture=True, list_size=size)
    other = gathered(label, dict(reversed(scores.items())), mixture=True)
    assert one.mixture.recipe == other.mixture.recipe
    assert [model.name for model in one.models] == ["a", "b", "c", MIXTURE]
    assert [model.name for model in one.single] == ["a", "b", "c"]
