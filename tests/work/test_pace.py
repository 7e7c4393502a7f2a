"""Time and price as measured, by hand."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from progress_world import gone

from budgetplan.domain.prices import Prices, Quantities
from budgetplan.domain.review import ROLES
from budgetplan.work.building import used_of
from budgetplan.work.standing import Pace, ReviewState

TIMED = Prices(
    currency="EUR",
    hourly_rate=Decimal(36),
    seconds_per_item=Decimal(30),
    annotators=Decimal(2),
    indirect=Decimal("0.1"),
    stated=True,
)


def with_times(state, seconds):
    back = replace(state.returned, seconds=np.asarray(seconds, dtype=np.float64))
    return ReviewState(state.plan, state.manifest, back)


def test_the_rest_costs_what_the_measured_time_says():
    """30 s were planned, 45 were taken: 20 items of two judgements at 36 an hour, and 10 % on top."""
    state = gone(100, 40, found=(1, 2), judged=20, prices=TIMED)
    each = Decimal("0.60")
    items = replace(state.manifest.items, cost=np.full(100, float(each) * 1e6), seconds=np.full(100, 60.0))
    state = ReviewState(state.plan, replace(state.manifest, items=items), state.returned)
    found = Pace(with_times(state, [45.0] * 20))
    assert (found.time.median, found.time.mean.value) == (45.0, 45.0)
    assert found.planned_seconds == 30.0
    assert found.rest == 20
    assert found.rest_planned == pytest.approx(20 * 0.60 * 1.1)
    assert found.rest_measured == pytest.approx(20 * 2 * 45 * 0.01 * 1.1)


def test_what_is_spent_at_the_measured_time_includes_the_items_with_a_known_label():
    """Half as long again as planned: 20 items at 0.60 and 10 % on top cost half as much again, the known ones too."""
    state = gone(100, 40, found=(1, 2), judged=20, prices=TIMED)
    known = np.flatnonzero(state.judged)[:4]
    each = np.full(100, 0.60e6)
    each[known] = 0
    seconds, role = np.full(100, 60.0), state.manifest.items.role.copy()
    seconds[known], role[known] = 0.0, ROLES.index("control")
    items = replace(state.manifest.items, cost=each, seconds=seconds, role=role)
    state = ReviewState(state.plan, replace(state.manifest, items=items), state.returned)
    found = Pace(with_times(state, [45.0] * 20))
    assert found.planned_seconds == 30.0
    assert found.spent_measured == pytest.approx(float(state.spent) + 0.5 * 20 * 0.60 * 1.1)


def test_times_are_told_by_label_and_by_annotator():
    state = gone(100, 40, found=range(1, 11), judged=20)
    found = Pace(with_times(state, [40.0] * 10 + [10.0] * 10))
    assert {name: one.mean.value for name, one in found.by_label} == {"idiom": 40.0, "literal": 10.0}
    [anna] = found.annotators
    assert (anna.name, anna.judgements, anna.found) == ("anna", 20, 10)
    assert found.pairs is None
    assert found.rest_measured is None


def test_a_log_in_which_nearly_every_judgement_has_a_name_of_its_own_is_counted_by_name():
    """Names of sessions: 4,000 people; each one's times and labels as they are counted one judgement at a time."""
    n, rng = 9_000, np.random.default_rng(3)
    state = gone(n, n, found=range(1, n // 3), judged=n)
    who, seconds = rng.integers(0, 4_000, n), rng.uniform(9.0, 12.0, n)
    seconds[rng.random(n) < 0.2] = np.nan
    names = np.unique(who)
    back = replace(
        state.returned,
        annotators=tuple(f"s{name:04d}" for name in names),
        annotator=np.searchsorted(names, who),
        seconds=seconds,
    )
    found = Pace(ReviewState(state.plan, state.manifest, back))
    wanted = [name in state.manifest.positive for name in state.manifest.labels]
    by_hand = {f"s{name:04d}": [0, 0, []] for name in names}
    for name, said, took in zip(who, back.said, seconds, strict=True):
        mine = by_hand[f"s{name:04d}"]
        mine[0] += 1
        mine[1] += wanted[said]
        mine[2] += [took] if took == took else []  # noqa: PLR0124 - NaN is not itself
    assert len(found.annotators) == len(by_hand)
    for person in found.annotators:
        judgements, hits, times = by_hand[person.name]
        assert (person.judgements, person.found) == (judgements, hits)
        assert (person.time is None) == (not times)
        assert person.time is None or person.time.median == pytest.approx(np.median(times))


def test_who_settles_disagreements_is_no_third_person_beside_those_who_disagree():
    """Anna and Ben differ on one of three items; Eva sees that one alone."""
    state = gone(100, 40, judged=3)
    rows = np.flatnonzero(state.judged)[:3]
    item, who = np.concatenate([rows, rows, rows[:1]]), np.array([0, 0, 0, 1, 1, 1, 2])
    back = replace(
        state.returned,
        item=item,
        said=np.array([0, 1, 1, 1, 1, 1, 1]),
        annotator=who,
        annotators=("anna", "ben", "eva"),
        seconds=np.full(7, np.nan),
        last=np.ones(7, dtype=bool),
    )
    plan = replace(state.plan, form=replace(state.plan.form, annotator="who", adjudicator="eva"))
    for one, told in ((plan, (3, 2)), (state.plan, (5, 3))):
        pairs = Pace(ReviewState(one, state.manifest, back)).pairs
        assert (pairs.n, pairs.agree) == told


def test_without_times_nothing_is_said_of_them():
    found = Pace(gone(100, 40, judged=20))
    assert (found.time, found.by_label, found.planned_seconds) == (None, (), None)
    assert found.rest_planned == pytest.approx(10.0)


def test_a_pace_as_planned_leaves_the_rest_at_its_price_however_much_longer_its_items_are():
    """Short items first, long ones later: judged just as planned, the rest costs what was planned."""
    prices = replace(TIMED, seconds_per_item=Decimal(10), seconds_per_unit=Decimal(2), annotators=Decimal(1))
    state = gone(100, 40, found=(1, 2), judged=20, prices=prices)
    items = state.manifest.items
    units = np.where(items.rank <= 20, 5.0, 50.0)
    items = replace(
        items,
        units=units,
        seconds=prices.item_seconds(len(units), units),
        cost=prices.item_cost(len(units), units, None),
    )
    state = ReviewState(state.plan, replace(state.manifest, items=items), state.returned)
    found = Pace(with_times(state, [20.0] * 20))
    assert found.planned_seconds == 20.0
    # 20 items of 10 + 2 x 50 seconds at a cent a second, and 10 % on top.
    assert found.rest_planned == pytest.approx(20 * 110 * 0.01 * 1.1)
    assert found.rest_measured == pytest.approx(found.rest_planned)
    assert Pace(with_times(state, [30.0] * 20)).rest_measured == pytest.approx(1.5 * found.rest_planned)


def test_entries_that_are_still_to_come_cost_what_entries_cost():
    prices = replace(TIMED, extra_per_entry=Decimal(2))
    state = gone(100, 40, found=(1, 2), judged=20, prices=prices)
    rest = (state.manifest.items.role == 0) & (state.manifest.items.rank > 20)
    coming = float(state.manifest.items.rate[rest].sum())
    assert coming > 0
    plain = Pace(gone(100, 40, found=(1, 2), judged=20, prices=TIMED))
    found = Pace(with_times(state, [30.0] * 20))
    assert found.rest_planned == pytest.approx(plain.rest_planned + 2 * coming * 1.1)
    # Where no rate is known, as many are expected as were found so far: 2 in 20.
    unknown = Pace(gone(100, 40, found=(1, 2), judged=20, prices=prices, rated=False))
    assert unknown.rest_planned == pytest.approx(plain.rest_planned + 2 * 2 * 1.1)


def test_without_prices_what_is_used_is_counted_in_items():
    assert used_of("money", Prices(), Quantities(5), Decimal(0)) == 5
    assert used_of("items", Prices(), Quantities(5), Decimal(0)) == 5
