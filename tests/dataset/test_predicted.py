"""Validation and test sets: what is read, that orders do not matter, and what is refused in which words."""

import hashlib
from decimal import Decimal
from itertools import permutations

import numpy as np
import pytest
from rows import rows_of

from budgetplan.dataset.predicted import read_classified
from budgetplan.domain.items import Excluded, Reason
from budgetplan.domain.plan import ClassifierSpec, Columns, Deferral, Plan, Reviewing, TableForm, Worths
from budgetplan.domain.prices import Prices
from budgetplan.errors import BadDataError

DATA = rows_of(__file__)

K4 = Worths(error_weight=Decimal(4))
M = (ClassifierSpec("m", "p"),)
H = "item_id,split,gold,p:x,p:y\n"
TWO = H + "b,test,y,0.4,0.6\na,validation,x,0.9,0.1\nc,test,x,0.5,0.5\n"


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def read_text(text, models=M, worths=K4, second=None, missing="error", positive=(), **more):
        (tmp_path / "t.csv").write_text(text)
        columns = {"label": "gold", "split": "split"}
        columns |= {key: more.pop(key) for key in ("group", "weight", "units", "cost", "id") if key in more}
        prices = more.pop("prices", Prices())
        if second is not None:
            (tmp_path / "v.csv").write_text(second)
            more["file_validation"] = "v.csv"
        deferral = Deferral(tuple(models), worths, **more)
        plan = Plan("t.csv", Columns(**columns), positive, (), prices, missing=missing, deferral=deferral)
        return read_classified(plan)

    return read_text


def refused(read, *arguments, **more):
    with pytest.raises(BadDataError) as caught:
        read(*arguments, **more)
    return str(caught.value)


def same(message, refusal):
    """Return whether each line of the message begins with its place and holds the other pieces."""
    lines = message.splitlines()
    return len(lines) == len(refusal) and all(
        line.startswith(first) and all(piece in line for piece in more)
        for line, (first, *more) in zip(lines, refusal, strict=True)
    )


def test_a_table_with_two_splits(read):
    got = read(TWO)
    assert (got.test.ids, got.validation.ids) == (("b", "c"), ("a",))
    assert got.test.classes == got.validation.classes == ("x", "y")
    assert got.test.truth.tolist() == [1, 0]
    [said] = got.test.models
    # Ties go to the lowest class, as numpy's argmax.
    assert said.predicted.tolist() == [1, 0]
    assert said.confidence.tolist() == [0.6, 0.5]
    assert said.probabilities.tolist() == [[0.4, 0.6], [0.5, 0.5]]
    assert (said.name, said.column) == ("m", "p")
    assert (got.messages, got.excluded, got.n_rows, got.id_column) == ((), (), 3, "item_id")
    assert got.sha256 == hashlib.sha256(TWO.encode()).hexdigest() == got.checksums["t.csv"]
    assert not said.probabilities.flags.writeable


def test_labels_that_no_model_knows_get_codes_beyond_the_classes(read):
    got = read(H + "a,validation,oos,0.9,0.1\nb,test,y,0.4,0.6\nc,test,Weird,0.4,0.6\nd,test,oos,1,0\n")
    assert got.test.unknown == got.validation.unknown == ("Weird", "oos")
    assert got.test.truth.tolist() == [1, 2, 3]
    assert got.validation.truth.tolist() == [3]
    assert tuple(map(str, got.messages)) == (
        'No model knows the label "Weird" (items with it: 1): no answer is right there.',
        'No model knows the label "oos" (items with it: 2): no answer is right there.',
    )


def test_a_label_in_another_case_is_asked_about(read):
    assert tuple(map(str, read(TWO + "d,test,Y,1,0\n").messages)) == (
        'No model knows the label "Y" (items with it: 1): no answer is right there. Did you mean y?',
    )


def test_classes_in_two_cases_are_told_and_none_is_beside_what_is_collected(read):
    told = (
        "The classes Y, y differ in capitals alone and count as several: "
        "if they are the same, write them alike in labels and models."
    )
    assert [*map(str, read(TWO.replace("p:x", "p:Y").replace(",x,", ",Y,")).messages)] == [told]
    collected = refused(read, TWO + "d,test,Y,1,0\n", positive=("y",))
    assert 'line 5, column gold: the label in 1 row differs from y only in capitals (found "Y")' in collected


def test_predictions_with_confidences(read):
    text = "item_id,gold,pred,conf\na,x,x,0.5\nb,y,z,1\nc,y,x,0.25\n"
    got = read(text, [ClassifierSpec("m", predicted="pred", confidence="conf", cost=Decimal(3))])
    assert got.validation is None
    # Which classes such a model knows is not said: a label is one, even if it is never the answer.
    assert (got.test.classes, got.test.unknown) == (("x", "y", "z"), ())
    [said] = got.test.models
    assert (said.predicted.tolist(), said.confidence.tolist(), said.cost) == ([0, 2, 0], [0.5, 1, 0.25], 3)
    assert said.probabilities is None
    assert str(got.messages[0]) == (
        "The table has no splits: cutoffs are chosen and tested on the same items, by folds."
    )


def test_labels_are_classes_where_every_prediction_is_one_class(read):
    text = "item_id,gold,pred,conf\na,hate,hate,0.5\nb,neither,hate,1\nc,Hate,hate,0.75\n"
    spec = [ClassifierSpec("m", predicted="pred", confidence="conf")]
    got = read(text, spec)
    assert (got.test.classes, got.test.unknown) == (("Hate", "hate", "neither"), ())
    assert tuple(map(str, got.messages[1:])) == (
        'No model ever answers "Hate" (items with it: 1): no answer is right there. Did you mean hate?',
        'No model ever answers "neither" (items with it: 1): no answer is right there.',
    )
    costs = Worths(k_tp=Decimal(1), k_fp=Decimal(4), k_fn=Decimal(1), positive="hate")
    assert read(text.replace("Hate", "hate"), spec, worths=costs).test.classes == ("neither", "hate")
    nowhere = text.replace("hate,hate", "x,hate").replace("Hate", "x")
    assert "no label is a class of the models" in refused(read, nowhere, spec)
    silent = [ClassifierSpec("m", predicted="pred", no_answer=("hat",))]
    assert refused(read, "item_id,gold,pred\na,x,hat\n", silent).endswith("labels: x; classes: —")


def test_the_order_of_the_columns_of_classes_changes_no_answer(read):
    rows = ((0.25, 0.25, 0.5), (0.4, 0.4, 0.2), (0.2, 0.4, 0.4), (0.3, 0.3, 0.4))
    found = []
    for order in permutations(range(3)):
        head = "item_id,split,gold," + ",".join(f"p:{'xyz'[place]}" for place in order) + "\n"
        lines = [
            f"{'abcd'[at]},{'test' if at % 2 else 'validation'},{'xyz'[at % 3]},"
            + ",".join(str(row[place]) for place in order)
            for at, row in enumerate(rows)
        ]
        got = read(head + "\n".join(lines) + "\n")
        [said] = got.test.models
        found.append((got.test.classes, got.test.truth.tolist(), said.predicted.tolist(), said.probabilities.tolist()))
    assert all(one == found[0] for one in found)
    # .4 and .4: the first of the two in the alphabet.
    assert found[0][2] == [0, 2]


def test_a_class_that_only_predictions_know_is_a_class_of_all(read):
    text = "item_id,gold,p:y,p:x,pred,conf\na,x,0.25,0.75,oos,0.5\nb,oos,0.5,0.5,y,1\n"
    got = read(text, (*M, ClassifierSpec("n", predicted="pred", confidence="conf")))
    assert got.test.classes == ("oos", "x", "y")
    assert got.test.models[0].probabilities.tolist() == [[0, 0.75, 0.25], [0, 0.5, 0.5]]
    assert got.test.truth.tolist() == [1, 0]
    assert "Classes that some model predicts and others have no probability for, taken as 0 there: oos." in map(
        str, got.messages
    )


def test_one_probability_is_that_of_the_positive_class(read):
    text = "item_id,gold,p\na,x,0.25\nb,a,1\n"
    got = read(text, positive=("a",)).test
    assert got.classes == ("a", "x")
    assert got.models[0].probabilities.tolist() == [[0.25, 0.75], [1, 0]]
    assert refused(read, text) == (
        "t.csv, column p: one column of probabilities for the model m needs two classes, one of them positive; "
        "name the positive one (--positive CLASS), or give a column for each class (PREFIX:CLASS in a table); the labels are a, x"
    )


def test_the_positive_class_is_class_1_where_costs_are_given(read):
    costs = Worths(k_tp=Decimal(1), k_fp=Decimal(1), k_fn=Decimal(1), positive="x")
    got = read(TWO, worths=costs).test
    assert got.classes == ("y", "x")
    assert got.models[0].probabilities.tolist() == [[0.6, 0.4], [0.5, 0.5]]
    assert "the classes are x, y" in refused(read, TWO, worths=Worths(**{**vars(costs), "positive": "z"}))
    assert "are for two classes" in refused(read, "item_id,gold,p:x,p:y,p:z\na,x,1,0,0\n", worths=costs)


def test_models_know_the_same_classes(read):
    text = "item_id,gold,p:x,p:y,q:x,q:z\na,x,1,0,1,0\nb,y,0,1,1,0\n"
    assert refused(read, text, (*M, ClassifierSpec("n", "q"))) == (
        "t.csv: the models m and n do not know the same classes; give both a probability for every class; "
        "only one of them knows: y, z"
    )


def test_weights_groups_domains_and_costs(read):
    text = (
        "item_id,split,gold,p:x,p:y,w,g,d,c\nb,test,y,0,1,2,k,news,0.04\n"
        "a,validation,x,1,0,1,l,web,1\nc,test,y,0,1,0,h,web,3\n"
    )
    got = read(text, weight="w", group="g", domain="d", cost="c", prices=Prices(listed=True, stated=True))
    assert got.test.weight.tolist() == [2, 0]
    assert (got.test.group.tolist(), got.test.groups) == ([1, 0], ("h", "k"))
    assert (got.test.domain.tolist(), got.test.domains) == ([0, 1], ("news", "web"))
    assert got.validation.domains == ("web",)
    assert got.test.review_cost.tolist() == [0.04, 3]
    assert read(TWO, review_cost=Decimal("0.3")).test.review_cost.tolist() == [0.3, 0.3]
    timed = Prices(hourly_rate=Decimal(36), seconds_per_item=Decimal(20), stated=True)
    assert read(TWO, prices=timed).test.review_cost.tolist() == pytest.approx([0.2, 0.2])
    assert read(TWO).test.review_cost is None


def test_what_is_left_out_is_told_in_the_order_of_the_table(read):
    text = H + "a,test,x,1,0\nb,train,x,1,0\nc,test,,1,0\nd,test,y,,\ne,,x,1,0\nf,validation,x,1,0\n"
    got = read(text, missing="exclude")
    assert got.test.ids == ("a",)
    assert got.excluded == (
        Excluded("b", Reason("split", "train"), "line 3"),
        Excluded("c", Reason("not_labelled"), "line 4"),
        Excluded("d", Reason("no_prediction", "m"), "line 5"),
        Excluded("e", Reason("no_split"), "line 6"),
    )


def test_two_tables(read):
    rows = "item_id,gold,p:x,p:y\n"
    got = read(rows + "a,x,1,0\nb,,1,0\n", second=rows + "c,y,0,1\nd,,1,0\n")
    assert (got.test.ids, got.validation.ids, got.n_rows) == (("a",), ("c",), 4)
    assert [one.place for one in got.excluded] == ["t.csv, line 3", "v.csv, line 3"]
    assert set(got.checksums) == {"t.csv", "v.csv"}
    both = rows + "".join(f"{name},x,1,0\n" for name in "abcdefg")
    assert refused(read, both, second=both) == (
        "t.csv, column item_id: 7 items are in the validation items too (v.csv); cutoffs are chosen on items that "
        "no value is reported on; leave each item in one of the two: a, b, c, d, e and 2 more"
    )


def test_arrays_are_joined_by_row(read, tmp_path):
    spec = ClassifierSpec("m", array="p.npy", classes=("y", "x"))
    np.save(tmp_path / "p.npy", np.array([[0.6, 0.4], [0.1, 0.9], [0.25, 0.75]], dtype=np.float32))
    got = read(TWO, [spec])
    assert got.test.classes == ("x", "y")
    # The second row of the table is the validation item.
    assert got.test.models[0].probabilities == pytest.approx(np.array([[0.4, 0.6], [0.75, 0.25]]))
    assert got.test.models[0].column == "p.npy"
    assert set(got.checksums) == {"t.csv", "p.npy"}
    np.save(tmp_path / "p.npy", np.ones((2, 2)))
    assert refused(read, TWO, [spec]) == (
        "p.npy: the array has 2 rows and the table 3; write one row for each row of the table, in its order"
    )
    assert "p.npy: rows without ids cannot belong to two tables" in refused(read, TWO, [spec], second=TWO)


# A table and pieces of each line of its refusal: the place, and what decides.
BROKEN = DATA["broken"]


@pytest.mark.parametrize(("text", "refusal"), BROKEN)
def test_a_broken_table_is_refused_with_its_place(read, text, refusal):
    assert same(refused(read, text), refusal)


def test_more_classes_than_a_plan_has_are_refused_by_the_header_alone(read):
    # No row is read: this one would be too short.
    text = f"gold,{','.join(f'p:c{number}' for number in range(1001))}\nc1,1\n"
    assert refused(read, text).startswith("t.csv: there are 1,001 classes, and a plan has at most 1,000; join rare")


def test_many_problems_of_a_kind_are_counted(read):
    message = refused(read, H + "".join(f"i{n},test,x,0.123,0.123\n" for n in range(1000)))
    assert message.count("\n") == 3
    assert message.endswith("t.csv, column p: and 997 more like it")


def test_confidences_are_between_0_and_1(read):
    spec = [ClassifierSpec("m", predicted="pred", confidence="conf")]
    head = "item_id,gold,pred,conf\n"
    assert refused(read, head + "a,x,x,1.5\n", spec).startswith(
        "t.csv, column conf: the confidences of the model m are not between 0 and 1; name columns with decision values as such"
    )
    assert refused(read, head + "a,x,,0.5\n", spec) == (
        "t.csv, line 2, column pred, item a: a prediction lacks its class or its confidence; write both"
    )


def test_a_named_validation_split_must_be_there_and_an_unnamed_one_is_missed(read):
    text = H + "a,test,x,1,0\nb,dev,x,1,0\n"
    got = read(text)
    assert got.validation is None
    assert tuple(map(str, got.messages)) == (
        "1 labelled row of another split is left out (dev 1).",
        'No row is in the split "validation": cutoffs are chosen and tested on the same items, by folds. To name it: --set table.validation=VALUE.',
    )
    assert read(text, validation="dev").validation.ids == ("b",)
    assert refused(read, text, validation="devel").startswith(
        't.csv, column split: no labelled row is in the validation split (found "devel")'
    )
    assert "validation and test are the same split" in refused(read, text, validation="test")


@pytest.mark.parametrize(("weightless", "name"), [("b", "test"), ("a", "validation")])
def test_a_split_has_weights_above_zero(read, weightless, name):
    rows = ("a,validation,x,1,0,", "b,test,x,1,0,")
    text = H.replace("\n", ",w\n") + "".join(row + f"{row[0] != weightless:d}\n" for row in rows)
    assert refused(read, text, weight="w") == (
        f"t.csv, column w: every weight of the {name} items is 0; give the items weights above 0"
    )


# --- decision values
SVC = (ClassifierSpec("svc", decision="d"),)
DECIDED = "item_id,split,gold,d:x,d:y,d:z\nb,test,y,-0.4,1.6,-7\na,validation,x,0.9,-2.1,0\n"


def test_decision_values_are_read_as_they_are(read):
    got = read(DECIDED, SVC)
    assert got.test.classes == ("x", "y", "z")
    [model] = got.test.models
    assert model.decision.tolist() == [[-0.4, 1.6, -7]]
    assert (model.probabilities, model.scaling, model.column) == (None, None, "d")
    assert np.isnan(model.confidence).all()
    assert got.validation.models[0].decision.tolist() == [[0.9, -2.1, 0]]
    turned = read(DECIDED.replace("d:x,d:y,d:z", "d:z,d:y,d:x"), SVC).test
    assert turned.classes == ("x", "y", "z")
    assert turned.models[0].decision.tolist() == [[-7, 1.6, -0.4]]


def test_one_column_of_decision_values_is_for_the_positive_class_or_the_second_named(read):
    text = "item_id,gold,d\na,x,-2\nb,y,3.5\n"
    positive = read(text, SVC, positive=("x",)).test
    assert (positive.classes, positive.models[0].decision.tolist()) == (("x", "y"), [[-2, 0], [3.5, 0]])
    named = read(text, [ClassifierSpec("svc", decision="d", classes=("y", "x"))]).test
    assert (named.classes, named.models[0].decision.tolist()) == (("x", "y"), [[-2, 0], [3.5, 0]])
    assert refused(read, text, SVC) == (
        "t.csv, column d: one column of decision values for the model svc needs two classes, one of them positive; "
        'name the positive one (--positive CLASS), or both, the higher one second (classes = ["neither", "hate"]), '
        "or give a column for each class (PREFIX:CLASS in a table); the labels are x, y"
    )


def test_a_model_without_a_class_that_another_predicts_has_no_decision_value_for_it(read):
    text = "item_id,gold,d:x,d:y,pred,conf\na,x,1,2,oos,0.5\nb,y,3,4,x,1\n"
    got = read(text, (*SVC, ClassifierSpec("n", predicted="pred", confidence="conf"))).test
    assert got.classes == ("oos", "x", "y")
    assert got.models[0].decision.tolist() == [[-np.inf, 1, 2], [-np.inf, 3, 4]]


@pytest.mark.parametrize(("old", "new", "refusal"), DATA["decision_values"])
def test_broken_decision_values_are_refused_with_their_place(read, old, new, refusal):
    assert same(refused(read, DECIDED.replace(old, new), SVC), [refusal])


def test_classes_are_not_named_twice(read):
    spec = [ClassifierSpec("svc", decision="d", classes=("x", "y"))]
    assert refused(read, DECIDED, spec) == (
        "t.csv, column d:x: the columns of the model svc name their classes; leave out classes, which is for one column"
    )


def test_one_column_may_have_a_colon_in_its_name(read):
    text = "item_id,gold,d:hate\na,x,-2\nb,y,3.5\n"
    got = read(text, [ClassifierSpec("svc", decision="d:hate")], positive=("y",)).test
    assert got.models[0].decision[:, 1].tolist() == [-2, 3.5]


LISTED = TWO + "d,,,0.3,0.7\ne,,,0.8,0.2\n"
JOINT = {"reviewing": Reviewing()}


@pytest.mark.parametrize("more", [JOINT, {}])
def test_rows_without_a_label_are_the_list(read, more):
    got = read(LISTED, **more)
    assert (got.n_unlabelled, got.listed.ids, got.listed.truth.tolist()) == (2, ("d", "e"), [-1, -1])
    assert got.listed.models[0].predicted.tolist() == [1, 0]
    assert "2 of 5 rows have no label: taken as your list." in map(str, got.messages)
    assert read(TWO, **more).listed is None


PRICED = (
    "item_id,split,gold,p:x,p:y,c\nb,test,y,0,1,2\na,validation,x,1,0,1\nc,test,y,0,1,3\n"
    "d,,,0.3,0.7,{}\ne,,,0.8,0.2,{}\nf,,,0.8,0.2,{}\n"
)


@pytest.mark.parametrize(
    ("prices", "cost", "lacking"),
    [
        (("1", "", "0.25"), [1, 0.625, 0.25], 1),
        (("", "", "4"), [4, 4, 4], 2),
        (("", "", ""), [2, 2, 2], 3),  # that of the labelled items
        (("1", "2", "3"), [1, 2, 3], 0),
    ],
)
def test_a_row_of_the_list_without_a_price_has_the_mean_of_the_others(read, prices, cost, lacking):
    got = read(PRICED.format(*prices), cost="c", prices=Prices(listed=True, stated=True), **JOINT)
    assert got.listed.review_cost.tolist() == cost
    told = (
        f"{lacking} of the 3 rows without a label have nothing in the column c: they count as the mean of the others."
    )
    assert (told in map(str, got.messages)) == bool(lacking)


@pytest.mark.parametrize("row", ["f,,,,\n", "f,,,0.3,\n", "f,,,0.3,0.3\n", "f,,,x,0.3\n", "f,,,2,-1\n"])
def test_a_list_without_sound_predictions_is_planned_for_by_share(read, row):
    got = read(LISTED + row, **JOINT)
    assert (got.n_unlabelled, got.listed) == (3, None)
    assert any("your list is planned by share only" in message for message in map(str, got.messages))


def test_a_list_without_sound_predictions_is_left_out_where_no_review_is_planned(read):
    got = read(LISTED + "f,,,,\n")
    assert got.listed is None
    assert "3 of 6 rows have no label: left out." in map(str, got.messages)
    assert [entry.reason for entry in got.excluded] == [Reason("not_labelled")] * 3
    priced = read(PRICED.format("1", "x", "2"), cost="c", prices=Prices(listed=True, stated=True), **JOINT)
    assert priced.listed is None


def test_sizes_of_items_are_kept(read):
    got = read("item_id,split,gold,p:x,p:y,n\na,test,x,0.9,0.1,7\nb,validation,x,0.9,0.1,8\n", units="n")
    assert (got.test.units.tolist(), got.validation.units.tolist()) == ([7.0], [8.0])


@pytest.mark.parametrize(
    ("reviewing", "told"),
    [
        ({"worth": {"z": Decimal(1)}}, ("reviewed", '"z"')),
        ({"error": {"X": Decimal("0.1")}}, ("review_error", '"X"')),
        ({"wrong": {"xx": Decimal(-1)}}, ("review_wrong", '"xx"')),
    ],
)
def test_what_is_said_of_reviewing_is_said_of_classes_that_exist(read, reviewing, told):
    message = refused(read, TWO, reviewing=Reviewing(**reviewing))
    assert "a class that does not exist" in message
    assert all(piece in message for piece in told)
    assert read(TWO, reviewing=Reviewing({"x": Decimal(1), "*": Decimal(2)})).test.n_items == 2


def test_every_label_of_both_sets_is_counted(read):
    assert read(TWO, positive=("y",)).labels == (("y", 1, "positive"), ("x", 2, ""))


def test_a_positive_class_that_is_not_there_is_refused(read):
    told = refused(read, TWO, positive=("Y",))
    assert told == (
        "t.csv, column gold: no item has the label Y, and no model knows it; did you mean y? the labels are x, y"
    )


def test_a_label_that_looks_like_a_class_of_a_model_is_refused(read):
    head = "item_id,split,gold,p:0,p:1\n"
    told = refused(read, head + "a,validation,1.0,0.4,0.6\nb,test,0.0,0.9,0.1\nc,test,1.0,0.5,0.5\n")
    differs = "differs in how a number is written"
    assert same(
        told,
        [
            ("t.csv, line 2, column gold:", 'in 2 rows looks like "1"', differs, '"1.0"', "--set table.as_label=1.0"),
            ("t.csv, line 3, column gold:", 'in 1 row looks like "0"', differs, '"0.0"', "--set table.as_label=0.0"),
        ],
    )


def test_labels_of_two_tables_that_look_alike_are_refused(read):
    head = "item_id,gold,hat,c\n"
    models = (ClassifierSpec("m", predicted="hat", confidence="c"),)
    told = refused(read, head + "b,z z,x,0.6\nc,x,x,0.5\n", models, second=head + "a,z\u00a0z,x,0.6\nd,x,x,1\n")
    assert (
        't.csv, line 2, column gold: the label in 1 row looks like "z\\u00a0z", which is a label of the other' in told
    )
    assert "v.csv" in told


def test_a_class_that_looks_like_an_empty_cell_is_one_where_a_model_knows_it(read):
    head = "item_id,split,gold,p:none,p:y\n"
    rows = "b,test,y,0.4,0.6\na,validation,none,0.9,0.1\nc,test,none,0.5,0.5\n"
    assert read(head + rows).labels == (("none", 2, ""), ("y", 1, ""))
    told = refused(read, rows.join([head, ""]).replace("c,test,none", "c,test,-1"))
    assert 'may mean that nobody has judged the item (found "-1"); if so, use --set table.empty=-1; if it is' in told


@pytest.mark.parametrize(
    ("labels", "sample", "stratum"),
    [
        ("item_id,gold\nd,y\na,x\n", "item_id,stratum,weight\na,union,1.5\nd,rest,2.5\n", [1, 0]),
        ("item_id,gold,stratum,weight\nd,y,rest,2.5\na,x,union,1.5\n", "", [1, 0]),
        ("item_id,gold,stratum,weight\nd,y,rest,1.25\na,x,union,1.5\nb,,rest,1.25\n", "", [1, 0]),
        ("item_id,gold\nd,y\na,x\n", "item_id,stratum,weight\na,union,1.5\nd,rest,1.25\nb,rest,1.25\n", [1, 0]),
        ("item_id,gold,weight\nd,y,2.5\na,x,1.5\n", "", None),
        ("", "", None),
    ],
)
def test_weights_and_strata_of_a_sample_are_those_of_its_file_and_the_list_stands_for_itself(
    tmp_path, monkeypatch, labels, sample, stratum
):
    monkeypatch.chdir(tmp_path)
    rows, more = ["a,0.9,0.1", "b,0.4,0.6", "c,0.5,0.5", "d,0.2,0.8"], ["x,1.5", ",", ",", "y,2.5"]
    table = ["item_id,p:x,p:y", *rows]
    if not labels:
        table = ["item_id,p:x,p:y,gold,weight", *map(",".join, zip(rows, more, strict=True))]
    (tmp_path / "t.csv").write_text("\n".join(table))
    (tmp_path / "l.csv").write_text(labels)
    (tmp_path / "s.csv").write_text(sample)
    columns = Columns("gold", weight="weight", stratum="stratum" if stratum else "")
    form = TableForm(labels="l.csv" if labels else "", sample="s.csv" if sample else "")
    got = read_classified(Plan("t.csv", columns, (), (), deferral=Deferral(M, K4), form=form))
    assert {*got.checksums} == {"t.csv", form.labels, form.sample} - {""}
    assert (got.test.ids, got.test.weight.tolist()) == (("a", "d"), [1.5, 2.5])
    assert (got.test.stratum is None) if stratum is None else (got.test.stratum.tolist() == stratum)
    assert got.listed is not None
    assert (got.listed.ids, got.listed.weight.tolist(), got.listed.stratum) == (("b", "c"), [1, 1], None)


def test_of_two_tables_the_one_with_the_test_items_has_the_list(read):
    head = "item_id,gold,p:x,p:y\n"
    first, second = head + "a,x,1,0\nb,y,0,1\nc,,1,0\n", head + "d,x,1,0\ne,y,0,1\nf,,1,0\n"
    got = read(first, second=second, reviewing=Reviewing({"x": Decimal(1), "y": Decimal(1)}))
    assert got.listed.ids == ("c",)
    assert tuple(map(str, got.messages)) == (
        "t.csv: 1 of 3 rows has no label: taken as your list.",
        "v.csv: 1 of 3 rows has no label: left out.",
    )


def test_a_row_that_is_left_out_is_told_with_the_name_of_its_table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    head = "item_id,gold,p:x,p:y\n"
    (tmp_path / "t{0}.csv").write_text(head + "a,x,1,0\nb,y,0,1\nc,,,\n")
    (tmp_path / "v.csv").write_text(head + "d,x,1,0\ne,y,0,1\n")
    deferral = Deferral(M, K4, file_validation="v.csv")
    got = read_classified(Plan("t{0}.csv", Columns("gold"), (), (), Prices(), deferral=deferral))
    assert got.excluded == (Excluded("c", Reason("not_labelled"), "t{0}.csv, line 4"),)


def test_predicted_labels_that_look_alike_are_refused(read):
    models = (ClassifierSpec("m", predicted="hat", confidence="c"),)
    rows = "a,validation,café,café,0.6\nb,test,no,cafe\u0301,0.6\nc,test,café,no,0.5\n"
    told = refused(read, "item_id,split,gold,hat,c\n" + rows, models)
    assert told.startswith('t.csv, column hat: a class of the model m looks like "cafe\\u0301" of the model m, and')
