"""No model is called better than a random order where chance explains what it finds; a good one is."""

import numpy as np
import pytest
from documents_world import GOOD, Model, world

from budgetplan.domain.doubt import DoubtKind
from budgetplan.intervals.comparison import any_better


def found(**said):
    return [doubt for doubt in world(**said).analysis.warnings if doubt.kind is DoubtKind.NO_BETTER]


RANDOM = tuple(Model(f"m{seed}", 0.0, seed) for seed in range(10))
TWO_OF_THIRTY = "...x............x............."


@pytest.mark.parametrize("more", [{}, {"list_size": 1000, "budget": ("100", "money")}, {"budget": None}])
def test_ten_random_models_on_two_entries_are_no_better_than_chance(more):
    [doubt] = found(labels=TWO_OF_THIRTY, models=RANDOM, **more)
    assert doubt.names == tuple(sorted(one.name for one in RANDOM))


@pytest.mark.parametrize(
    "more",
    [{}, {"budget": None}, {"groups": "abcde" * 8}, {"values": {"entry": {"idiom": "6"}}, "budget": None}],
)
def test_a_model_that_knows_is_better_and_says_nothing(more):
    assert found(models=(GOOD, *RANDOM[:3]), **more) == []


def test_nothing_is_said_without_resamples_nor_where_all_is_reviewed_nor_without_entries():
    random = {"labels": TWO_OF_THIRTY, "models": RANDOM}
    assert found(**random, resamples=0) == []
    assert found(**random, budget=("30", "money")) == []
    assert found(labels="." * 30, models=RANDOM) == []


def test_a_model_that_is_the_same_in_every_resample_is_taken_at_its_word():
    assert any_better(np.full((1, 50), 2.0))
    assert not any_better(np.zeros((3, 50)))
    assert not any_better(np.full((1, 50), -2.0))


def test_the_best_of_many_random_models_is_rarely_called_better():
    # Each draw: the errors of ten models that are as good as chance, and how resamples scatter around them.
    rng = np.random.default_rng(7)
    called = 0
    for _ in range(400):
        error = rng.normal(size=(10, 1))
        called += any_better(error + rng.normal(size=(10, 400)))
    # One of ten would be called better in 22 of 100 draws if each were judged alone at 97.5 %.
    assert called / 400 <= 0.05
