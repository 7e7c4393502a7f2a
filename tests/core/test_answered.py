"""Pools of models, and truths of items in every draw, beside plain loops over items, classes and draws."""

from dataclasses import replace

import answered
import numpy as np
import pytest
from stood import close

from budgetplan.core.answers import (
    FINE,
    DrawnItems,
    Payoffs,
    Statement,
    Truths,
    _rows,
    decide,
    draw_answers,
    together,
    useful,
)
from budgetplan.core.draws import SINGLE

N, B = 42, 15
KINDS = ["plain", "weights", "groups", "unseen", "parts of the list"]


def made(kind, classes=3):
    """Two models, the second of which may state an answer and its confidence alone, and what is true."""
    rng = np.random.default_rng(KINDS.index(kind) + classes)
    truth = rng.integers(0, classes, N)
    logits = rng.normal(size=(2, N, classes))
    logits[:, np.arange(N), truth] += [[1.2], [1.8]]
    first, second = (np.exp(2 * each) / np.exp(2 * each).sum(axis=1, keepdims=True) for each in logits)
    models = [Statement(p.argmax(axis=1), p.max(axis=1), p) for p in (first.round(3), second)]
    if kind == "plain":
        models[1] = replace(models[1], probability=None)
    more = {"weights": {"weight": np.where(np.arange(N) % 3 == 1, 3.0, 1.0)}, "groups": {"group": np.arange(N) % 5}}
    more |= {
        "unseen": {"n_unknown": 2},
        "parts of the list": {"drawn": np.arange(N) % 2, "weight": 1.0 + np.arange(N) % 2},
    }
    if kind == "unseen":
        truth = np.where(np.arange(N) % 6 == 5, classes + np.arange(N) % 2, truth)
    return models, Truths(truth, classes, seed=3, **more.get(kind, {}))


@pytest.mark.parametrize("kind", KINDS)
def test_a_pool_is_as_sure_as_its_labels_are_likely_and_each_is_pooled_without_its_own(kind):
    models, labels = made(kind)
    pooled, (pool, said) = together(models, labels), answered.together(models, labels)
    assert (pooled.share.tolist(), [*pooled.inverse], pooled.of_mean) == close((pool.share, pool.inverse, pool.of_mean))
    assert pooled.labelled.tolist() == close(said)
    assert pooled.of(models).tolist() == close(pool.of(models))
    guess = Statement(models[0].answer[::-1], models[0].confidence, models[0].probability[::-1])
    for some in ([*models, guess], [models[0], models[0]]):
        assert useful(some, labels) == answered.useful(some, labels)


@pytest.mark.parametrize("kind", [*KINDS, "two classes", "few rows"])
@pytest.mark.parametrize("by_size", [False, True])
def test_every_truth_in_every_draw_is_that_of_each_item(kind, by_size, monkeypatch):
    for name in ("HELD", "AT_HAND"):  # in pieces of some draws
        monkeypatch.setattr(f"budgetplan.core.answers.{name}", 7 * N)
    models, labels = made("weights", 2) if kind == "two classes" else made("weights" if kind == "few rows" else kind)
    if kind == "few rows":
        monkeypatch.setattr("budgetplan.core.curve.MANY", N // 2)
        labels = replace(labels, truth=labels.truth[::-1])  # that many wrong answers are one row
    rows = together(models, labels).labelled
    rows = rows.round(1) / rows.round(1).sum(axis=1, keepdims=True) if kind == "few rows" else rows
    drawn = draw_answers(rows, labels, B)
    anew = answered.Answered(drawn, rows.tolist(), labels)
    assert drawn.factor.tolist() == close(anew.factor)
    assert drawn.unseen.tolist() == close(anew.unseen)
    assert drawn.times.tolist() == close(anew.weighed())
    said = rows if by_size else np.concatenate([rows[::-1], rows[:20].round(1)])
    said = said / said.sum(axis=1, keepdims=True)
    n = len(said)
    top, count = said.argmax(axis=1), 1.0 + np.arange(n) % 3
    answer = np.where(np.arange(n) % 4 == 0, (top + 1) % labels.n_classes, top)
    part, items = np.arange(n) % 3, DrawnItems(drawn, said, count, sample=np.arange(n) if by_size else None)
    times = anew.weighed() if by_size else None

    def of(codes, answers):
        return anew.counts(said.tolist(), codes, answers.tolist(), count.tolist(), times)

    counts = of(part.tolist(), answer)

    found, at_once = np.zeros((2, 3, len(anew.C), B, len(anew.T)))
    for code, given, draws, truths in items.by_part(answer, part, chance=False):
        found[code, given, draws] += truths[0]
    for code, given, parts, draws, truths in items.expected_by_part(answer, np.zeros_like(part), part):
        assert code == 0
        at_once[parts, given, draws] += truths
    by_hand = np.zeros_like(found)
    for (code, given, b), truths in counts.items():
        by_hand[code, given, b] = truths
    assert found == pytest.approx(by_hand, abs=1e-6)
    assert at_once == pytest.approx(by_hand, abs=1e-6)

    worth = np.arange(len(anew.C) * len(anew.T)).reshape(len(anew.C), -1) % 5 - 2.0
    worths, stands = Payoffs(worth, np.ones(len(anew.T)), np.arange(len(anew.T)) - 1.0), part < 2
    kinds = np.where(stands, answer, top)
    outcome = items.outcome(answer, stands)
    counts = of(stands.tolist(), kinds)
    alone, left = np.zeros((len(anew.C), len(anew.T))), np.zeros(len(anew.T))
    for (stood, given, _), truths in counts.items():
        if stood:
            alone[given] += np.array(truths) / B
        else:
            left += np.array(truths) / B
    assert outcome.alone.mean(axis=0) == pytest.approx(alone, abs=1e-6)
    assert outcome.left.mean(axis=0) == pytest.approx(left, abs=1e-6)
    assert outcome.answered == count[stands].sum()
    wrong = [[alone[c][t] * (c != t) for t in anew.T] for c in anew.C]
    assert outcome.wrong_by_answer.mean(axis=0).tolist() == close([sum(row) for row in wrong])
    assert outcome.wrong_by_truth.mean(axis=0).tolist() == close([sum(column) for column in zip(*wrong, strict=True)])
    if not by_size:  # the list's own chance moves whole items, and no sum of all
        assert (outcome.alone.sum(axis=(1, 2)) + outcome.left.sum(axis=1)) == pytest.approx(count.sum())

    value = sum(float(alone[c] @ worth[c]) for c in anew.C) + float(left @ worths.left)
    assert outcome.value(worths).mean() == pytest.approx(value, abs=1e-6)

    for by, said_of in ((None, answer), (np.arange(n) % 7 / 8, answer), (None, None)):
        surest, given = items.surest(said_of, by), top if said_of is None else said_of
        order = [round(max(row), 9) for row in said.tolist()] if by is None else by.tolist()
        level = sorted(set(order), reverse=True)
        place = [level.index(each) for each in order]
        counts = of(place, given)
        missed = [0.0 for _ in level]
        for (code, c, _), truths in counts.items():
            missed[code] += (sum(truths) - truths[c]) / B
        assert surest.cutoff.tolist() == close(level)
        answered_to = [sum(m for m, p in zip(count, place, strict=True) if p <= k) for k in range(len(level))]
        assert surest.answered.tolist() == answered_to
        assert surest.wrong.mean(axis=0).tolist() == close(np.cumsum(missed).tolist())
        for share, sure in ((0.3, 0.9), (0.5, 0.5), (0.001, 0.95)):
            held = [
                sum(wrong <= share * many + 1e-9 for wrong in column) / B >= sure
                for column, many in zip(surest.wrong.T.tolist(), answered_to, strict=True)
            ]
            assert surest.least(share, sure) == max((k for k, each in enumerate(held) if each), default=None)

    if drawn.fit.sample.group is not None:  # by how much more groups make a total vary than as many single items
        group, size = np.arange(n) % 9 // 2, np.ones(n) if by_size else count
        sums = [sum(size[i] for i in range(n) if group[i] == code) for code in range(5)]
        together_by = 1 + drawn.fit.worth.rho * (sum(each**2 for each in sums) / sum(sums) - 1)
        rows = _rows(replace(items, group=group), part)
        assert (rows.alike, rows.group) == (pytest.approx(together_by), None)
        alone = _rows(DrawnItems(drawn, said, group=group), part)
        assert (alone.alike, sorted(alone.code.tolist())) == (1.0, sorted(part.tolist()))
        assert all(alone.code[at] == part[i] for i, at in enumerate(alone.cell))

    margin = (np.arange(n) % 7) / 2
    along = items.gain_along(answer, margin, worths, saved=np.arange(n) / 10)
    place = (6 - np.arange(n) % 7).tolist()
    counts = of(place, answer)
    gain = np.zeros((B, 8))
    for (code, given, b), truths in counts.items():
        gain[b, code + 1] += sum(n * (worth[given][t] - worths.left[t]) for t, n in enumerate(truths))
    for i in range(n):
        gain[:, place[i] + 1] += count[i] * i / 10
    assert along == pytest.approx(np.cumsum(gain, axis=1), abs=1e-6)

    decided, plain = decide(said, worths, leaving=np.arange(n) / 40), decide(said, worths, relabel=False)
    for i, row in enumerate(said.tolist()):
        value = [sum(p * worth[c][t] for t, p in enumerate(row)) for c in anew.C]
        best = max((c for c in anew.C if value[c] >= max(value) - 1e-12), key=lambda c: (row[c], -c))
        leave = sum(p * worths.left[t] for t, p in enumerate(row)) - i / 40
        assert (decided.answer[i], decided.alone[i], decided.left[i]) == (best, *close((value[best], leave)))
        assert (plain.answer[i], plain.alone[i]) == (top[i], pytest.approx(value[top[i]]))
        assert (decided.answered[i], decided.seen[i]) == (value[best] >= leave - 1e-12, pytest.approx(sum(row)))

    if not by_size:  # how likely each truth is on average, items taken together whose next class has as great a share
        steps, kind = FINE * (SINGLE // n), []
        for row in said.tolist():
            rest = sorted((p for c, p in enumerate(row) if c != answered.first_of(row)), reverse=True)
            second = max((c for c in anew.C if c != answered.first_of(row)), key=lambda c, row=row: (row[c], -c))
            kind.append((second, round(steps * rest[0] / max(sum(rest), 1e-12))))
        counts, number = anew.counts(said.tolist(), kind, answer.tolist()), {}
        for key in zip(kind, answer.tolist(), strict=True):
            number[key] = number.get(key, 0) + 1
        expected = items.expected_truths(answer)
        for key, many in number.items():
            of_key = [i for i in range(n) if (kind[i], answer[i]) == key]
            total = [sum(counts[*key, b][t] for b in anew.B) / B for t in anew.T]
            assert expected[of_key].sum(axis=0) == pytest.approx(total, abs=1e-6), many
