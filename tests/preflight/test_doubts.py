"""What looks like a mistake: for each kind a table that shows it and a neighbour that does not."""

from dataclasses import replace

import numpy as np
import pytest
from table_world import scored, survey

from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.items import ClassifiedSet, Items, ModelOutput, Predictions
from budgetplan.domain.plan import ClassifierSpec, Columns, Deferral, ModelSpec, Plan
from budgetplan.lists.likeness import is_reversed
from budgetplan.preflight.doubts import doubts_of_answers, doubts_of_scores, doubts_of_table

N = 200


def filter_plan(models=("p",), order="higher", **columns):
    specs = tuple(ModelSpec(name, name, order) for name in models)
    return Plan("t.csv", Columns("gold", **columns), ("y",), specs)


def items(positive, group=None):
    groups = () if group is None else tuple(map(str, range(max(group) + 1)))
    return Items(
        tuple(f"{i:04d}" for i in range(len(positive))),
        ("n", "y"),
        np.asarray(positive, dtype=np.int64),
        group=None if group is None else np.asarray(group),
        groups=groups,
    )


POSITIVE = np.arange(N) % 4 == 0
GOOD = POSITIVE + np.sin(np.arange(N))


def of_scores(score, positive=POSITIVE, plan=None, group=None, column="p"):
    plan = plan or filter_plan((column,))
    outputs = [ModelOutput(column, np.asarray(score, dtype=float), column=column)]
    return doubts_of_scores(plan, items(positive, group), outputs)


def test_sound_scores_and_items_without_a_score_give_no_doubt():
    assert of_scores(GOOD, column="s") == ()
    assert of_scores(GOOD, column="s", group=np.arange(N) // 2) == ()
    assert of_scores(np.where(np.arange(N) < 100, -np.inf, GOOD), column="s") == ()
    assert of_scores(np.full(N, -np.inf), column="s") == ()


def test_near_constant_scores():
    almost = np.where(np.arange(N) < 190, 0.5, GOOD)
    assert of_scores(almost) == (Doubt(DoubtKind.CONSTANT, "t.csv", "p", 190, N, ("p",), 0.5),)
    less = np.where(np.arange(N) < 189, 0.5, GOOD)
    assert DoubtKind.CONSTANT not in {doubt.kind for doubt in of_scores(less)}
    # Where lower is better it is shown as it stands.
    assert of_scores(np.full(N, -0.5), plan=filter_plan(order="lower"))[0].value == 0.5


def test_scores_that_look_like_labels():
    (doubt,) = of_scores(np.arange(N) % 3 == 0)
    assert doubt == Doubt(DoubtKind.SCORES_LIKE_LABELS, "t.csv", "p", 2, N, ("p",))
    assert of_scores((np.arange(N) % 3) / 2) == ()


@pytest.mark.parametrize(("order", "todo"), [("higher", "lower"), ("lower", "higher"), ("rank", "higher")])
def test_scores_whose_other_end_is_better(order, todo):
    (doubt,) = of_scores(-GOOD, plan=filter_plan(("s",), order), column="s")
    assert (doubt.kind, doubt.names, doubt.of) == (DoubtKind.REVERSED, ("s", todo), N)
    assert doubt.value < 0.45


def test_a_perfect_order():
    perfect = (POSITIVE + np.arange(N) / 1000) / 2
    assert of_scores(perfect) == (Doubt(DoubtKind.PERFECT, "t.csv", "p", N, N, ("p",)),)
    perfect[0] = 0
    assert of_scores(perfect) == ()
    for n, kinds in ((9, [DoubtKind.FEW_POSITIVES]), (10, [DoubtKind.FEW_POSITIVES, DoubtKind.PERFECT])):
        few = np.arange(N) < n
        assert [doubt.kind for doubt in of_scores((few + np.arange(N) / 1000) / 2, few)] == kinds


def test_probabilities_that_are_none():
    (doubt,) = of_scores(GOOD, column="p_svc")
    assert doubt.kind is DoubtKind.NO_PROBABILITIES
    assert doubt.n == int(((GOOD < 0) | (GOOD > 1)).sum())
    assert of_scores(GOOD, column="d_svc") == ()
    assert of_scores(1 / (1 + np.exp(-GOOD)), column="p_svc") == ()


@pytest.mark.parametrize("order", ["higher", "lower"])
def test_a_score_that_lost_its_decimal_sign(order):
    score = 1 / (1 + np.exp(-GOOD if order == "higher" else GOOD))
    for n, value in ((1, 85_594.0), (1, -85_594.0), (1, 1.5), (5, 85_594.0)):
        score[:n] = value
        kinds = [doubt.kind for doubt in of_scores(score, plan=filter_plan(("s",), order), column="s")]
        assert (DoubtKind.FAR_OUT in kinds) == (n == 1 and value != 1.5)


CONFIDENT = 0.5 + np.abs(np.sin(np.arange(N) * 3.0)) / 2


def test_confidences_are_no_scores():
    (doubt,) = of_scores(CONFIDENT, column="s")
    assert doubt == Doubt(DoubtKind.CONFIDENCE, "t.csv", "s", N, N, ("s", "y"), CONFIDENT.min())
    # Ranks and scores where lower is better are told by whoever knows them.
    assert of_scores(CONFIDENT, plan=filter_plan(("s",), "lower"), column="s") == ()


def test_of_a_confidence_only_what_it_is_is_told_whichever_order_is_said():
    # A model that is sure of most items that are none: lower scores seem better, and hold half of the entries.
    rng = np.random.default_rng(3)
    rate = np.where(POSITIVE, rng.uniform(0.3, 0.9, N), rng.uniform(0.02, 0.35, N))
    likelier = np.maximum(rate, 1 - rate)
    assert is_reversed(likelier, POSITIVE)
    for order, score in (("higher", likelier), ("lower", -likelier)):
        found = of_scores(score, plan=filter_plan(("s",), order), column="s")
        assert [one.kind for one in found] == [DoubtKind.CONFIDENCE]
        assert found[0].value == likelier.min()


def test_a_column_called_a_confidence_is_none_where_it_goes_down_to_0():
    going = 0.5 + (POSITIVE + np.sin(np.arange(N))) / 6
    assert of_scores(going, column="s") == ()
    assert [one.kind for one in of_scores(going, column="bert.confidence")] == [DoubtKind.CONFIDENCE]
    assert of_scores(going - going.min(), column="bert.confidence") == ()


WORLDS = {
    "sound": (np.sin(np.arange(2000) * 7.0), np.arange(2000) % 5 == 0),
    "confidence": (0.5 + np.abs(np.sin(np.arange(2000) * 3.0)) / 2, np.arange(2000) % 5 == 0),
}


@pytest.mark.parametrize("world", WORLDS)
def test_doubts_do_not_depend_on_order_names_or_how_often_all_rows_stand(world):
    score, labelled = WORLDS[world]
    label = np.where(labelled, np.arange(2000) % 4 == 0, -1)
    order = np.random.default_rng(1).permutation(2000)

    def kinds(at, *names):
        outputs = [ModelOutput(name, sign * score[at], column=name) for name, sign in zip(names, (1, -1), strict=False)]
        doubts = doubts_of_scores(filter_plan(names), items(label[at]), outputs)
        return [(doubt.kind, names.index(doubt.names[0])) for doubt in doubts if doubt.kind.value in WORLDS]

    expected = [] if world == "sound" else [(DoubtKind(world), 0)]
    assert kinds(np.arange(2000), "s") == kinds(order, "another") == expected
    assert kinds(np.tile(order, 2), "s") == kinds(order, "s", "r") == expected


@pytest.mark.parametrize(
    ("n_positive", "kind", "n"),
    [(0, DoubtKind.NO_POSITIVES, N), (29, DoubtKind.FEW_POSITIVES, 29), (30, None, 0), (N, DoubtKind.ALL_POSITIVE, N)],
)
def test_few_no_and_nothing_but_entries(n_positive, kind, n):
    doubts = of_scores(np.sin(np.arange(N) * 7.0), np.arange(N) < n_positive, column="s")
    expected = [] if kind is None else [Doubt(kind, "t.csv", "gold", n, N, ("y",))]
    assert [doubt for doubt in doubts if doubt.column == "gold"] == expected


def test_few_groups():
    plan = filter_plan(("s",), group="doc")
    assert of_scores(GOOD, plan=plan, group=np.arange(N) % 29, column="s") == (
        Doubt(DoubtKind.FEW_GROUPS, "t.csv", "doc", 29, N),
    )
    assert of_scores(GOOD, plan=plan, group=np.arange(N) % 30, column="s") == ()
    # Forty groups, but half the items are of one of them.
    uneven = np.where(np.arange(N) % 2, 0, np.arange(N) % 80)
    n_groups = len(np.unique(uneven))
    assert of_scores(GOOD, plan=plan, group=uneven, column="s") == (
        Doubt(DoubtKind.FEW_GROUPS, "t.csv", "doc", n_groups, N),
    )


def test_models_that_order_alike_are_copies():
    plan = filter_plan(("a", "b", "c"))
    scores = {"a": GOOD, "b": np.exp(GOOD), "c": np.cos(np.arange(N))}
    outputs = [ModelOutput(name, score, column=name) for name, score in scores.items()]
    found = [d for d in doubts_of_scores(plan, items(POSITIVE), outputs) if d.kind is DoubtKind.COPIES]
    assert found == [Doubt(DoubtKind.COPIES, "t.csv", "b", N, N, ("b", "a"))]


def test_repeated_rows():
    columns = {"id": list("1234"), "text": list("abac"), "gold": list("ynyn"), "split": list("ttvt")}
    table, plan = survey(**columns), filter_plan(split="split")
    assert doubts_of_table(plan, table) == (
        Doubt(DoubtKind.DUPLICATES, "t.csv", n=1, of=4, names=("2",), line=4),
        Doubt(DoubtKind.DUPLICATES_ACROSS, "t.csv", "split", 2, 4),
    )
    # Of the rows that are reported on, whichever of two equal ones comes first.
    for used, wanted in (("t", (1, 3)), ("v", (1, 1))):
        for order in ([0, 1, 2, 3], [2, 3, 1, 0]):
            turned = {name: [cells[at] for at in order] for name, cells in columns.items()}
            across = doubts_of_table(replace(plan, split=used), survey(**turned))[1]
            assert (across.kind, across.n, across.of) == (DoubtKind.DUPLICATES_ACROSS, *wanted)
    # Where nobody says that the column holds splits, the rows differ.
    assert doubts_of_table(filter_plan(), table) == ()
    assert doubts_of_table(plan, survey(**columns | {"gold": list("ynnn")})) == ()
    # Nor is it a wonder where nothing tells rows apart.
    assert doubts_of_table(filter_plan(), survey(id=list("abcd"), gold=list("ynyn"))) == ()
    # As R writes the names of rows.
    named = survey(**{"row.names": list("1234"), "text": list("abac"), "gold": list("ynyn")})
    assert [one.kind for one in doubts_of_table(filter_plan(), named)] == [DoubtKind.DUPLICATES]


@pytest.mark.parametrize("share", [0.1, 0.49, 0.5, 0.9])
def test_repeats_are_found_whatever_their_share(share):
    n_copies = int(share * 400)
    table = scored(400 - n_copies, 6)
    at = np.concatenate([np.arange(400 - n_copies), np.arange(n_copies) % (400 - n_copies)])
    (doubt,) = doubts_of_table(filter_plan(), survey(**{name: cells[at] for name, cells in table.items()}))
    assert (doubt.n, doubt.of) == (n_copies, 400)
    assert doubt.kind is (DoubtKind.MANY_DUPLICATES if share >= 0.2 else DoubtKind.DUPLICATES)


def test_test_rows_that_were_copied_from_validation_rows():
    table = {name: np.tile(cells, 2) for name, cells in scored(300, 5).items()}
    copied = survey(id=[str(i) for i in range(600)], **table, split=np.repeat(["dev", "test"], 300))
    plan = replace(filter_plan(("p_a",), split="split"), split="test")
    across = Doubt(DoubtKind.MANY_DUPLICATES_ACROSS, "t.csv", "split", 300, 300, ("test",))
    assert doubts_of_table(plan, copied)[-1] == across
    deferring = replace(plan, models=(), deferral=Deferral((), validation="dev", test="test"))
    assert doubts_of_table(deferring, copied)[-1] == across


@pytest.mark.parametrize(
    ("cells", "n"),
    [
        ([f"0.{i % 7}1" for i in range(N)], 7),
        ([str(i) for i in range(201)], 201),
        ([f"text {i % 101}" for i in range(N)], 101),
        ([str(i % 5) for i in range(N)], 0),
        ([f"class {i % 100}" for i in range(N)], 0),
    ],
)
def test_labels_that_look_like_scores(cells, n):
    found = doubts_of_table(filter_plan(), survey(gold=cells))
    assert [(d.kind, d.column, d.n) for d in found] == ([(DoubtKind.LABELS_LIKE_SCORES, "gold", n)] if n else [])


@pytest.mark.parametrize(
    ("rare", "n", "found"),
    [
        ("idoim", 1, True),  # two letters changed places
        ("noen", 1, True),
        ("idi\nom", 1, True),
        ("idoim", 3, False),  # too often for a slip
        ("literal", 1, False),  # another word
        ("idiom2", 1, False),  # numbers tell labels apart
        ("idi", 1, False),  # too short to tell
    ],
)
def test_a_label_that_hardly_any_row_has_may_be_a_slip(rare, n, found):
    cells = [*["idiom"] * 40, *["none"] * 60, *[rare] * n]
    doubts = doubts_of_table(filter_plan(), survey(gold=cells, row=[str(i) for i in range(len(cells))]))
    slips = [one for one in doubts if one.kind is DoubtKind.RARE_LABEL]
    meant = (60, (rare, "none")) if rare == "noen" else (40, (rare.replace("\n", " "), "idiom"))
    assert slips == ([Doubt(DoubtKind.RARE_LABEL, "t.csv", "gold", n, *meant)] if found else [])


@pytest.mark.parametrize(("n", "kinds"), [(100, [DoubtKind.RARE_LABEL]), (300, [])])
def test_very_many_labels_are_not_compared_with_each_other(n, kinds):
    others = [f"{chr(97 + at // 26)}{chr(97 + at % 26)}qzvw" for at in range(n)]
    cells = ["idiom"] * 40 + ["idoim"] + others * 3
    doubts = doubts_of_table(filter_plan(), survey(gold=cells, row=list(map(str, range(len(cells))))))
    assert [one.kind for one in doubts] == kinds


@pytest.mark.parametrize(("n_listed", "told"), [(0, False), (1, True), (29, True), (30, False), (400, False)])
def test_a_list_of_a_few_rows_may_be_labels_that_were_forgotten(n_listed, told):
    score = np.random.default_rng(1).normal(0, 1, 1000)
    labels = items(np.where(np.arange(1000) >= n_listed, np.arange(1000) % 4 == 0, -1))
    doubts = doubts_of_scores(filter_plan(("s",)), labels, [ModelOutput("s", score, column="s")])
    short = [one for one in doubts if one.kind is DoubtKind.SHORT_LIST]
    assert [(one.n, one.of) for one in short] == [(n_listed, 1000)] * told


def test_groups_in_several_splits():
    table = survey(
        gold=["y", "n", "y", "", "n"], split=["test", "test", "train", "dev", "dev"], doc=["a", "b", "a", "b", "c"]
    )
    plan = Plan("t.csv", Columns("gold", split="split", group="doc"), ("y",), (), split="test")
    assert [d for d in doubts_of_table(plan, table) if d.kind is DoubtKind.GROUPS_ACROSS] == [
        Doubt(DoubtKind.GROUPS_ACROSS, "t.csv", "doc", 1, 2, ("a", "test", "train"))
    ]
    together = replace(plan, split="")
    assert not [d for d in doubts_of_table(together, table) if d.kind is DoubtKind.GROUPS_ACROSS]
    apart = survey(gold=["y", "n"], split=["test", "dev"], doc=["a", "b"])
    assert not [d for d in doubts_of_table(plan, apart) if d.kind is DoubtKind.GROUPS_ACROSS]


TRUTH = np.arange(N) % 3
RIGHT = np.arange(N) % 10 < 7
SAID = np.where(RIGHT, TRUTH, (TRUTH + 1) % 3)
SURE = np.where(RIGHT, 0.7, 0.5) + np.sin(np.arange(N)) / 10


def answered(*models, truth=TRUTH, array="", **more):
    specs = tuple(ClassifierSpec(m.name, array=array, predicted="" if array else "pred") for m in models)
    plan = Plan("t.csv", Columns("gold", group="doc"), (), (), deferral=Deferral(specs))
    ids = tuple(f"{i:04d}" for i in range(len(truth)))
    test = ClassifiedSet(ids, ("a", "b", "c"), truth, models=models, **more)
    return plan, test


def model(name="m", predicted=SAID, confidence=SURE, **more):
    return Predictions(name, predicted, confidence, column="pred", **more)


def of_answers(*models, **more):
    plan, test = answered(*models, **more)
    return doubts_of_answers(plan, None, test)


def test_answers_that_agree_by_chance():
    assert of_answers(model()) == ()
    shifted = model(predicted=np.roll(SAID, 100))
    (doubt,) = [d for d in of_answers(shifted) if d.kind is DoubtKind.AGREES_BY_CHANCE]
    assert (doubt.file, doubt.column, doubt.names) == ("t.csv", "pred", ("m",))
    assert doubt.n == int((np.roll(SAID, 100) == TRUTH).sum())
    (doubt,) = [d for d in of_answers(shifted, array="p.npy") if d.kind is DoubtKind.AGREES_BY_CHANCE]
    assert (doubt.file, doubt.column, doubt.names) == ("pred", "", ("m", "array"))


def test_confidence_that_never_changes_or_is_an_error():
    (doubt,) = of_answers(model(confidence=np.ones(N)))
    assert doubt == Doubt(DoubtKind.CONSTANT, "t.csv", "pred", N, N, ("m",), 1.0)
    (doubt,) = of_answers(model(confidence=1.2 - SURE))
    assert (doubt.kind, doubt.of, doubt.value < 0.45) == (DoubtKind.UNSURE_IS_RIGHT, N, True)


def test_confidence_below_what_the_most_probable_class_has():
    low = np.where(np.arange(N) < 3, 0.29, SURE)
    (doubt,) = of_answers(model(confidence=low))
    assert doubt == Doubt(DoubtKind.BELOW_CHANCE, "t.csv", "pred", 3, N, ("m",), 1 / 3)
    assert of_answers(model(confidence=np.where(np.arange(N) < 3, 0.31, SURE))) == ()


def test_who_gives_no_answer_may_be_unsure_of_it():
    """The warning could not be settled: those below chance were just the items that the model had left."""
    silent = np.arange(N) < 3
    for answer in (-1, 0):
        plan, test = answered(model(confidence=np.where(silent, 0.0, SURE), predicted=np.where(silent, answer, SAID)))
        kinds = {doubt.kind for doubt in doubts_of_answers(plan, None, test)}
        assert (DoubtKind.BELOW_CHANCE in kinds) is (answer >= 0)


def test_classifiers_that_are_copies_are_known_before_they_are_scaled():
    assert of_answers(model("a"), model("b")) == (Doubt(DoubtKind.COPIES, "t.csv", "pred", N, N, ("b", "a")),)
    unlike = of_answers(model("a"), model("b", confidence=SURE[::-1].copy()))
    assert DoubtKind.COPIES not in {doubt.kind for doubt in unlike}
    values = {"confidence": np.full(N, np.nan), "decision": np.eye(3)[SAID] * 2 - 0.5}
    (doubt,) = of_answers(model("a", **values), model("b", **values))
    assert doubt.kind is DoubtKind.COPIES
    assert of_answers(model("a", **values)) == ()


def test_few_items_of_a_class_and_one_class():
    truth = np.where(np.arange(N) < 29, 0, 1 + np.arange(N) % 2)
    few, perfect = of_answers(model(predicted=truth), truth=truth)
    assert few == Doubt(DoubtKind.FEW_OF_CLASSES, "t.csv", "gold", 1, 3, ("a 29",))
    # Nobody is right every time.
    assert (perfect.kind, perfect.n, perfect.of) == (DoubtKind.ALL_RIGHT, N, N)
    once_wrong = np.where(np.arange(N) == 0, 1, truth)
    assert len(of_answers(model(predicted=once_wrong), truth=truth)) == 1
    found = of_answers(model(), truth=np.zeros(N, dtype=np.int64))
    assert found[0] == Doubt(DoubtKind.ONE_CLASS, "t.csv", "gold", N, N, ("a",))


def test_groups_in_validation_and_test():
    groups = tuple(f"g{i:02d}" for i in range(40))
    plan, test = answered(model(), group=np.arange(N) % 40, groups=groups)
    validation = ClassifiedSet(("x",), ("a", "b", "c"), np.array([0]), group=np.array([0]), groups=("g07",))
    assert doubts_of_answers(plan, validation, test) == (
        Doubt(DoubtKind.GROUPS_ACROSS, "t.csv", "doc", 1, 40, ("g07", "test", "validation")),
    )
    other = ClassifiedSet(("x",), ("a", "b", "c"), np.array([0]), group=np.array([0]), groups=("h",))
    assert doubts_of_answers(plan, other, test) == ()
