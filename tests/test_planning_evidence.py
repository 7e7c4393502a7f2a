"""Evidence: paths of the sample or scaled to the list, and what budgets buy by the printed total."""

from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import ONE_EURO, falling, gathered

from budgetplan.domain.plan import Budget, Values
from budgetplan.domain.prices import MICRO, Prices

D = Decimal


def test_models_stand_in_the_order_of_their_names():
    evidence = gathered("yn", {"b": [1, 2], "a": [2, 1]}, costs={"a": 3})
    assert [model.name for model in evidence.models] == ["a", "b"]
    assert evidence.model("a").cost == 3
    assert evidence.model("a").path.sums["positives"].tolist() == [0, 1, 1]
    assert evidence.model("b").path.sums["positives"].tolist() == [0, 0, 1]


def test_cheaper_items_come_first_among_equal_scores():
    evidence = gathered(
        "yny",
        {"m": [1, 1, 1]},
        prices=Prices(listed=True, stated=True),
        columns={"listed": [3 * MICRO, 1 * MICRO, 3 * MICRO]},
    )
    path = evidence.models[0].path
    assert path.items.tolist() == [0, 1, 3]
    assert (path.sums["cost"] / MICRO).tolist() == [0, 1, 7]
    assert path.sums["positives"].tolist() == [0, 0, 2]


def test_a_price_that_depends_on_the_label_never_orders():
    prices = Prices(per_item=D(1), extra_per_entry=D("0.50"), stated=True)
    evidence = gathered("yny", {"m": [1, 1, 1]}, prices=prices)
    path = evidence.models[0].path
    assert path.items.tolist() == [0, 3]  # one tie group
    assert path.total("cost") / MICRO == 4
    assert evidence.bought(evidence.models[0], 1).positives == pytest.approx(2 / 3)


def test_several_classes_are_collected():
    evidence = gathered(["a", "b", "c", "a"], {"m": falling(4)}, positive=("a", "c"))
    assert evidence.n_positives == 3
    assert evidence.models[0].path.sums["positives"].tolist() == [0, 1, 1, 2, 3]


def test_a_list_scales_the_sample_by_share():
    # Four labelled, two unlabelled: by share, the list has two items, one of them an entry.
    evidence = gathered("yn yn ", {"m": [6, 5, 9, 4, 3, 9]})
    assert (evidence.basis, evidence.n_sample, evidence.list_items, evidence.whole_items) == ("list", 4, 2, 2)
    assert evidence.n_positives == 1
    path = evidence.models[0].path
    assert path.items.tolist() == [0, 0.5, 1, 1.5, 2]
    assert path.sums["positives"].tolist() == [0, 0.5, 0.5, 1, 1]
    assert (path.sums["cost"] / MICRO).tolist() == [0, 0.5, 1, 1.5, 2]


def test_a_stated_list_size_holds_and_fixed_costs_are_not_scaled():
    prices = Prices(per_item=D(2), fixed={"Guidelines": D(50)}, stated=True)
    evidence = gathered("yny", {"m": falling(3)}, list_size=300, prices=prices)
    assert (evidence.basis, evidence.list_items) == ("list", 300)
    assert evidence.n_positives == 200
    assert evidence.totals(evidence.models[0], np.array([0.0, 1, 300])).tolist() == [0, 52, 650]
    assert evidence.spend(evidence.models[0], 300) == 650


def test_a_scaled_path_ends_at_the_whole_list():
    # 7 items that stand for 10 / 7 each add up to 10.000000000000002 or so.
    evidence = gathered("y" * 7, {"m": falling(7)}, list_size=10)
    assert evidence.models[0].path.items[-1] == 10
    assert evidence.whole_items == 10


def test_weights_count_items():
    evidence = gathered("yny", {"m": falling(3)}, columns={"weight": [2.0, 0.5, 1.0]})
    assert (evidence.basis, evidence.list_items, evidence.whole_items) == ("sample", 3.5, 3)
    assert evidence.n_positives == 3
    scaled = gathered("yny", {"m": falling(3)}, columns={"weight": [2.0, 0.5, 1.0]}, list_size=7)
    assert scaled.n_positives == 6
    assert scaled.models[0].path.items.tolist() == [0, 4, 5, 7]


def test_groups_are_counted_among_labelled_items():
    evidence = gathered("yn n", {"m": falling(4)}, columns={"group": ["g", "h", "only unlabelled", "g"]})
    assert evidence.n_groups == 2
    assert evidence.group.tolist() == [0, 1, 0]


def test_perfect_order_finds_cheap_entries_first_and_random_order_is_straight():
    evidence = gathered(
        "nyny",
        {"m": falling(4)},
        prices=Prices(listed=True, stated=True),
        columns={"listed": [MICRO, 4 * MICRO, 2 * MICRO, 3 * MICRO]},
    )
    assert evidence.perfect.path.sums["positives"].tolist() == [0, 1, 2, 2, 2]
    assert (evidence.perfect.path.sums["cost"] / MICRO).tolist() == [0, 3, 7, 8, 10]
    assert evidence.random.path.read("positives", [1, 3]).tolist() == [0.5, 1.5]


def test_net_value_counts_what_is_left_out():
    # An entry is worth 5, one left out loses 2; an item costs 1.
    values = Values({"yes": D(5)}, left_out={"yes": D(-2)})
    evidence = gathered("yny", {"m": falling(3)}, values=values)
    net = evidence.net_values(evidence.models[0], np.array([0.0, 1, 2, 3]))
    assert net.tolist() == [-4, 5 - 2 - 1, 5 - 2 - 2, 10 - 3]
    assert evidence.left_value == -4
    assert evidence.common_worth is None


def test_net_value_counts_errors():
    # 0.9 * 5 for an entry, -0.1 * 5 for a false one.
    values = Values({"yes": D(5)}, error={"*": D("0.1")})
    evidence = gathered("yn", {"m": falling(2)}, values=values)
    assert evidence.net_values(evidence.models[0], np.array([0.0, 1, 2])).tolist() == pytest.approx(
        [0, 3.5, 2]
    )
    assert evidence.common_worth is None


@pytest.mark.parametrize(
    ("entry", "worth"),
    [
        ({"a": 5, "b": 5}, 5),
        ({"a": 5, "b": 4}, None),
        ({"a": 5}, None),  # the other class that is collected is worth nothing
        ({"a": 5, "b": 5, "c": 1}, None),  # a class that is not collected is worth something
        ({"a": 5, "b": 5, "c": 0}, 5),
    ],
)
def test_entries_have_a_common_worth_only_if_nothing_else_counts(entry, worth):
    values = Values({name: D(amount) for name, amount in entry.items()})
    evidence = gathered(["a", "b", "c"], {"m": falling(3)}, positive=("a", "b"), values=values)
    assert evidence.common_worth == worth


PRICES = {
    "flat": Prices(per_item=D("0.04"), stated=True),
    "half a cent": Prices(per_item=D("0.005"), stated=True),
    "everything": Prices(
        hourly_rate=D("23.50"),
        seconds_per_item=D(11),
        annotators=D("1.2"),
        adjudicated_share=D("0.1"),
        adjudication=D("0.35"),
        extra_per_entry=D("0.07"),
        fixed={"Guidelines": D(3)},
        contingency=D("0.07"),
        indirect=D("0.19"),
        stated=True,
    ),
    "free": Prices(per_item=D(0), stated=True),
}


@pytest.mark.parametrize("prices", PRICES.values(), ids=PRICES)
@pytest.mark.parametrize("covers", ["everything", "annotation"])
def test_affordable_is_the_greatest_of_all_tried(prices, covers):
    evidence = gathered("ynyyn" * 7, {"m": [3, 3, 3, 2, 1] * 7}, prices=prices, costs={"m": 2})
    model = evidence.models[0]
    bought = [evidence.bought(model, m) for m in range(36)]
    printed = [
        prices.printed_total(one, D(2)) if covers == "everything" else prices.annotation_total(one)
        for one in bought
    ]
    assert printed == sorted(printed)
    for cents in range(int(printed[-1] * 100) + 3):
        budget = D(cents) / 100
        expected = max(m for m in range(36) if printed[m] <= budget)
        assert evidence.affordable(model, Budget(budget, covers=covers)) == expected


def test_a_budget_below_the_fixed_costs_buys_nothing():
    evidence = gathered(
        "yn", {"m": falling(2)}, prices=Prices(per_item=D(1), fixed={"F": D(10)}, stated=True)
    )
    model = evidence.models[0]
    bought = [evidence.affordable(model, Budget(D(amount))) for amount in ("0", "10.99", "11", "11.99", "12")]
    assert bought == [0, 0, 1, 1, 2]
    assert evidence.spend(model, 0) == 0
    assert evidence.affordable(model, Budget(D(1), covers="annotation")) == 1


def test_budgets_of_hours_and_items():
    prices = Prices(hourly_rate=D(20), seconds_per_item=D(40), annotators=D("1.5"), stated=True)
    evidence = gathered("yn" * 70, {"m": falling(140)}, prices=prices)
    model = evidence.models[0]
    # 60 paid seconds an item.
    assert [evidence.affordable(model, Budget(D(h), "hours")) for h in ("0", "1", "1.01", "9")] == [
        0,
        60,
        60,
        140,
    ]
    assert [evidence.affordable(model, Budget(D(m), "items")) for m in ("0", "7.9", "140", "999")] == [
        0,
        7,
        140,
        140,
    ]


def test_hours_inside_a_tie_are_expected_hours():
    # Sizes set the time but not the price: 14 tied items of 18 s together, so 9 s are expected for 7.
    prices = Prices(per_item=D(1), seconds_per_unit=D(1), stated=True)
    units = [2.0] * 4 + [1.0] * 10
    evidence = gathered("y" * 14, {"m": np.zeros(14)}, prices=prices, columns={"units": units})
    assert evidence.affordable(evidence.models[0], Budget(D("0.0025"), "hours")) == 7


def test_limits_for_resamples():
    prices = Prices(per_item=D("0.30"), fixed={"F": D(10)}, indirect=D("0.25"), stated=True)
    evidence = gathered("yn", {"m": falling(2)}, prices=prices, costs={"m": 2})
    model = evidence.models[0]
    assert evidence.limit(model, Budget(D(7), "items")) == ("items", 7)
    assert evidence.limit(model, Budget(D(2), "hours")) == ("seconds", 7200)
    # 20 / 1.25 - 12 = 4 for the annotation; a fraction of a millionth buys nothing.
    assert evidence.limit(model, Budget(D(20))) == ("cost", 4 * MICRO)
    assert evidence.limit(model, Budget(D("20.000001"))) == ("cost", 4 * MICRO)
    assert evidence.limit(model, Budget(D(20), covers="annotation")) == ("cost", 20 * MICRO)


def test_unpriced_items_are_counted():
    evidence = gathered("yny", {"m": falling(3)}, prices=Prices())
    assert evidence.spend(evidence.models[0], 2) == 2
    assert evidence.totals(evidence.models[0], np.array([0.0, 2.0])).tolist() == [0, 2]


def test_measures_are_per_labelled_item():
    prices = Prices(per_unit=D("0.10"), seconds_per_unit=D(2), annotators=D(2), stated=True)
    evidence = gathered("y n", {"m": falling(3)}, prices=prices, columns={"units": [3.0, np.nan, 5.0]})
    assert (evidence.measures["cost"] / MICRO).tolist() == pytest.approx([0.6, 1.0])
    assert evidence.measures["seconds"].tolist() == [12, 20]
    assert evidence.measures["units"].tolist() == [3, 5]
    assert evidence.prices is evidence.plan.prices
    assert ONE_EURO.stated
