"""Whether the labelled items may speak for the list."""

from __future__ import annotations

from statistics import NormalDist, mean, pstdev

import numpy as np
import pytest
from rows import rows_of
from sample_evidence import falling, gathered

from budgetplan.core.stops import POINTS
from budgetplan.domain.doubt import DoubtKind
from budgetplan.plans.list_check import Beyond, beyond, check_list, doubts_of_list, labels_too_few
from budgetplan.plans.review import Analysis

DATA = rows_of(__file__)


def letters(positive, n_listed):
    return "".join("y" if one else "n" for one in positive) + " " * n_listed


def project(seed, n=200, size=800, list_scores=None, **said):
    rng = np.random.default_rng(seed)
    score = rng.random(n)
    listed = rng.random(size) if list_scores is None else list_scores(rng, size)
    return gathered(letters(rng.random(n) < score, len(listed)), {"m": np.concatenate([score, listed])}, **said)


def test_a_random_sample_of_the_list_speaks_for_it():
    for seed in range(5):
        check = check_list(project(seed))
        assert not check.unlike
        assert not check.refusal


def test_a_list_of_other_scores_is_said_to_be_unlike():
    evidence = project(1, list_scores=lambda rng, size: 0.05 + 0.9 * rng.random(size) ** 2)
    check = check_list(evidence)
    assert check.unlike == ("m",)
    found = Analysis(evidence)
    assert DoubtKind.LIST_UNLIKE in {doubt.kind for doubt in doubts_of_list(found.check, found.evidence)}


def test_labels_from_the_top_of_an_order_are_refused_as_a_sample():
    rng = np.random.default_rng(3)
    score = np.sort(rng.random(1000))[::-1]
    hits = rng.random(1000) < score**2
    labelled = Analysis(gathered(letters(hits[:300], 700), {"m": score}))
    assert (labelled.rule, labelled.refusal) == ("impossible", "reviewed")
    assert labelled.chosen is None
    assert labelled.check.top[0] == "m"


def test_the_order_that_explains_most_labels_is_named():
    rng = np.random.default_rng(2)
    scores = {"s": rng.normal(0, 1, 3000), "t": rng.normal(0, 1, 3000)}
    sampled = np.arange(3000) < 300
    rest = np.where(sampled, -np.inf, scores["t"])
    both = sampled | (rest >= np.sort(rest)[-600])

    def told(labelled, models):
        evidence = gathered("".join("yn"[at % 4 > 0] if has else " " for at, has in enumerate(labelled)), models)
        doubts = doubts_of_list(check_list(evidence), evidence)
        return [(each.column, each.of, each.n) for each in doubts if each.kind is DoubtKind.FROM_THE_TOP]

    assert told(sampled, scores) == []
    ((column, of, n),) = told(both, scores)
    assert (column, of, 600 < n < 720) == ("t", 900, True)
    assert told(both, {"s": scores["t"], "t": scores["s"]}) == [("s", of, n)]


def test_a_plan_beyond_everything_labelled_is_refused():
    evidence = project(5, list_scores=lambda rng, size: 1 + rng.random(size))
    found = Analysis(evidence)
    assert found.refusal == "outside"
    assert found.check.support.outside == found.planned


def test_a_long_curve_is_drawn_from_nothing_to_all_of_the_list():
    found = Analysis(project(11, n=300, size=3000))
    items, entries, *_ = found.curve(found.lead)
    assert (items[0], entries[0], items[-1]) == (0, 0, found.lead.path.n_items)
    assert len(items) <= 2 * POINTS
    (none, once), *_, (every, _) = found.costs_along()
    assert (none, once, every) == (0, 0, found.lead.path.n_items)


@pytest.mark.parametrize("factor", [0.3, 0.8])
def test_a_list_that_scores_lower_is_forecast_by_its_scores(factor):
    evidence = project(11, n=300, size=3000, list_scores=lambda rng, size: factor * rng.random(size))
    found = Analysis(evidence)
    assert not found.refusal
    assert found.check.unlike == ("m",)
    # A score of s is an entry in s of all cases: the list holds the mean of its scores.
    assert found.evidence.n_positives == pytest.approx(3000 * factor / 2, rel=0.25)


def test_the_share_that_makes_labels_like_the_list_hangs_on_no_unit_of_weight():
    """Half of 120 labelled items are entries, of the list a tenth: that much is within what its scores suggest."""
    rng = np.random.default_rng(3)
    hit = np.concatenate([np.arange(120) < 60, rng.random(900) < 0.1])
    label, score = letters(hit[:120], 900), {"m": rng.normal(2 * hit, 1)}
    plain = check_list(gathered(label, score)).share
    assert plain.low < 0.1 < plain.high < 0.15
    light = check_list(gathered(label, score, columns={"weight": [0.01] * 120 + [1.0] * 900})).share
    assert vars(light) == pytest.approx(vars(plain))


def test_items_that_a_model_lacks_do_not_make_the_list_unlike():
    """A third of the list has no score of one of two models: the others are a sample of each other."""
    rng = np.random.default_rng(4)
    hit = rng.random(1000) < 0.25
    models = {name: rng.normal(by * hit, 1) for name, by in (("a", 1.5), ("b", 1.2))}
    models["b"][200::3] = -np.inf
    for mixture in (False, True):
        evidence = gathered(letters(hit[:200], 800), models, mixture=mixture, resamples=40)
        assert check_list(evidence).unlike == ()
    # What else is unlike is seen all the same.
    models["b"][200:] += 1.5
    evidence = gathered(letters(hit[:200], 800), models, mixture=True, resamples=40)
    assert check_list(evidence).unlike


def test_how_far_labels_are_from_a_list_is_told_of_what_every_model_scores():
    """Places and distances by hand: item by item, beside those of the list that both models have a score of."""
    rng, n = np.random.default_rng(8), 60
    models = {name: rng.normal(by, 1, 400).round(1) for name, by in (("a", 0.0), ("b", 1.0))}
    models["b"][:n] += 0.8
    models["a"][5:n:9] = models["b"][100::4] = models["a"][140::7] = -np.inf
    shifts = check_list(gathered("yn" * (n // 2) + " " * 340, models, resamples=40)).shifts
    scored = [at for at in range(400) if np.isfinite(models["a"][at]) and np.isfinite(models["b"][at])]
    labelled, listed = ([at for at in scored if (at < n) == kind] for kind in (True, False))
    for name, score in models.items():

        def place(at, score=score):
            below, equal = (sum(score[each] < score[at] for each in listed), (score[listed] == score[at]).sum())
            return NormalDist().inv_cdf((below + equal / 2 + 0.5) / (len(listed) + 1))

        far = []
        for turn in (float, abs):
            here, there = ([turn(place(at)) for at in some] for some in (labelled, listed))
            error = pstdev(there) * (1 / len(here) + 1 / len(there)) ** 0.5
            far.append((mean(here) - mean(there)) / error)
        # The farther of two is as likely by chance as twice such a distance of one.
        normal = NormalDist()
        assert shifts[name] == pytest.approx(normal.inv_cdf(2 * normal.cdf(max(map(abs, far))) - 1), rel=1e-6)


def test_both_ends_of_the_list_count_as_beyond_what_was_labelled():
    """Three of a hundred stand above all labels, seven below; of 98 that are planned five of these are reached."""
    evidence = gathered("ynyy" * 100 + " " * 100, {"m": [0.9, 0.1] * 200 + [2.0] * 3 + [0.5] * 90 + [0.0] * 7})
    found, model = beyond(evidence, evidence.models[0], 98), evidence.models[0]
    assert (found.planned, found.outside, found.share) == (98, 8, pytest.approx(0.1))
    upto = model.path.read("positives", [3, 93, 98])
    assert found.entries == pytest.approx(upto[2])
    assert found.entries_outside == pytest.approx(upto[0] + upto[2] - upto[1])
    assert upto[2] > upto[1] + 1


@pytest.mark.parametrize(("entries", "others", "lack"), DATA["few"])
def test_which_labels_are_too_few(entries, others, lack):
    labels = "y" * entries + "n" * others
    columns = {} if entries else {"positive": ("yes",)}
    assert labels_too_few(gathered(labels, {"m": falling(len(labels))}, **columns)) == lack


# --- how much of a plan for the list lies beyond all that is labelled, and when that is too much
def planned_for(outside, *, share=0.5, entries_outside=0.0, entries=10.0):
    return Beyond(100.0, outside, entries, entries_outside, share)


@pytest.mark.parametrize(("outside", "more", "labelled", "refused"), DATA["beyond"])
def test_how_much_of_a_plan_may_lie_beyond_all_labels(outside, more, labelled, refused):
    assert planned_for(outside, **more).too_much(labelled) == refused
