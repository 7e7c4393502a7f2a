"""Plans of the defer workflow: what they come to, and what is refused in which words."""

from decimal import Decimal
from pathlib import Path

import pytest

from budgetplan.domain.plan import ClassifierSpec, Deferral, Worths
from budgetplan.errors import UsageError
from budgetplan.settings.build import read_plan

D = Decimal
TABLE = '[table]\nfile = "t.csv"\nlabel = "gold"\n'
MODEL = '[[models]]\nname = "rf"\nprobabilities = "p_rf"\n'
K4 = "[answers]\nerror_weight = 4\n"
FLAGS = {"table.label": "gold", "models.probabilities": ("rf=p_rf",), "answers.error_weight": "4"}


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("item_id,gold,p_rf:a,p_rf:b\nx,a,1,0\n")
    (tmp_path / "m.csv").write_text("predicted,truth,value\na,b,-9\nb,a,-0.5\n")
    (tmp_path / "sub").mkdir()

    def read_text(text="", flags=None, name="plan.toml"):
        (tmp_path / name).write_text(text)
        return read_plan(name, flags or {})

    return read_text


def test_a_full_plan(read):
    text = """
[table]
file = "t.csv"
label = "gold"
positive = "b"
validation = "dev"
test = "eval"
domain = "topic"
[[models]]
name = "rf"
probabilities = "p_rf"
cost = 12.50
[[models]]
name = "net"
array = "net.npy"
classes = ["a", "b"]
[[models]]
name = "llm"
predicted = "pred_llm"
confidence = "conf_llm"
[answers]
unit = "money"
right = 1
wrong = -2.5
left_out = { a = -1 }
abstain = -0.5
review_cost = 0.30
"""
    plan = read(text, name="sub/plan.toml")
    assert plan.table.replace("\\", "/") == "sub/t.csv"
    assert plan.models == ()
    assert plan.deferral == Deferral(
        models=(
            ClassifierSpec("rf", "p_rf", cost=D("12.50")),
            ClassifierSpec("net", array=str(Path("sub/net.npy")), classes=("a", "b")),
            ClassifierSpec("llm", predicted="pred_llm", confidence="conf_llm"),
        ),
        worths=Worths(
            unit="money",
            right=D(1),
            wrong=D("-2.5"),
            abstain=D("-0.5"),
            positive="b",
            left_out={"a": D(-1)},
        ),
        validation="dev",
        test="eval",
        review_cost=D("0.30"),
        domain="topic",
    )
    apart = text.replace('validation = "dev"\ntest = "eval"', 'file_validation = "v.csv"')
    assert read(apart, name="sub/plan.toml").deferral.file_validation == str(Path("sub/v.csv"))


def test_flags_alone_make_a_plan(read):
    plan = read_plan("t.csv", FLAGS | {"models.probabilities": ("rf=p_rf", "p_nb"), "table.test": "eval"})
    assert plan.deferral == Deferral(
        (ClassifierSpec("rf", "p_rf"), ClassifierSpec("p_nb", "p_nb")),
        Worths(error_weight=D(4)),
        test="eval",
    )


def test_flags_choose_among_the_models_of_the_plan(read):
    text = TABLE + MODEL + 'cost = 3\n[[models]]\nname = "nb"\nprobabilities = "p_nb"\n' + K4
    assert read(text, {"models.name": ("rf",)}).deferral.models == (ClassifierSpec("rf", "p_rf", cost=D(3)),)
    chosen = read(text, {"models.probabilities": ("nb=q",)}).deferral.models
    assert chosen == (ClassifierSpec("nb", "q"),)


def test_decision_values_are_named_in_the_plan_or_by_a_flag(read):
    svc = '[[models]]\nname = "svc"\ndecision = "d_svc"\n'
    assert read(TABLE + svc + K4).deferral.models == (ClassifierSpec("svc", decision="d_svc"),)
    two = svc + 'classes = ["b", "a"]\n'
    assert read(TABLE + two + K4).deferral.models == (
        ClassifierSpec("svc", decision="d_svc", classes=("b", "a")),
    )
    plan = read_plan("t.csv", FLAGS | {"models.decision": ("svc=d_svc", "d_lin")})
    assert plan.deferral.models == (
        ClassifierSpec("rf", "p_rf"),
        ClassifierSpec("svc", decision="d_svc"),
        ClassifierSpec("d_lin", decision="d_lin"),
    )
    with pytest.raises(UsageError, match="--decision svc=d_svc --error-weight 4"):
        read_plan("t.csv", {"models.decision": ("svc=d_svc",), "answers.error_weight": "4"})


def test_the_classes_of_arrays_are_named_beside_them_or_by_a_flag(read, tmp_path):
    flags = {"table.label": "gold", "models.array": ("rf=x.npy", "nb=y.npy"), "answers.error_weight": "4"}

    def found(**more):
        plan = read_plan("t.csv", flags | {f"table.{key}": value for key, value in more.items()})
        return [spec.classes_from for spec in plan.deferral.models]

    with pytest.raises(UsageError, match=r"nb: the columns of an \.npy file have no names"):
        found()
    assert found(classes="sorted") == ["sorted"] * 2
    (tmp_path / "x.classes.json").write_text("[]")
    (tmp_path / "y.classes.json").write_text("[]")
    assert found() == ["x.classes.json", "y.classes.json"]
    (tmp_path / "x.classes.txt").write_text("")
    assert found() == ["x.classes.txt", "y.classes.json"]
    # What is said goes before what lies beside; what a model says itself goes before both.
    assert found(classes="c.txt") == ["c.txt"] * 2
    own = '[[models]]\nname = "rf"\narray = "x.npy"\nclasses = ["a", "b"]\n'
    named = read(TABLE + own + K4, {"models.array": ("rf=z.npy",)}).deferral.models
    assert named == (ClassifierSpec("rf", array="z.npy", classes=("a", "b")),)
    with pytest.raises(UsageError, match=r"--classes: no model has an \.npy file whose classes are open"):
        read(TABLE + own + K4, {"table.classes": "sorted"})


def test_the_workflow_is_seen_from_the_models_or_said(read):
    scores = TABLE + 'positive = "a"\n'
    assert read(scores + '[[models]]\nname = "p"\n').deferral is None
    assert read(TABLE + MODEL + K4).deferral is not None
    assert read(scores + 'workflow = "defer"\n' + MODEL + K4).deferral is not None
    assert read(scores + 'workflow = "auto"\n' + MODEL + K4).deferral is not None
    assert read(scores + 'workflow = "filter"\n[[models]]\nname = "p"\n' + K4).deferral is None


def test_answers_by_expected_value_are_asked_for_as_toml_or_set_says_it(read):
    text = TABLE + MODEL + K4
    assert read(text).deferral.relabel is False
    assert read(text + "relabel = true\n").deferral.relabel is True
    assert read(text + "relabel = false\n").deferral.relabel is False
    assert read(text + "relabel = false\n", {"set": ("answers.relabel=true",)}).deferral.relabel is True


def test_two_files(read):
    text = '[table]\nlabel = "gold"\nfile_validation = "v.csv"\nfile_test = "e.csv"\n' + MODEL + K4
    plan = read(text)
    assert (plan.table, plan.deferral.file_test, plan.deferral.file_validation) == ("e.csv", "e.csv", "v.csv")


WORTHS = [
    ("error_weight = 4", Worths(error_weight=D(4))),
    ("k_tp = 2\nk_fp = 1\nk_fn = 5", Worths(k_tp=D(2), k_fp=D(1), k_fn=D(5), positive="a")),
    ("right = 1\nwrong = -1\nleft_out = -0.5", Worths(right=D(1), wrong=D(-1), abstain=D("-0.5"))),
    (
        'right = 1\nwrong = 0\n[[answers.cell]]\npredicted = "a"\ntruth = "b"\nvalue = -9.5',
        Worths(right=D(1), wrong=D(0), cells={("a", "b"): D("-9.5")}),
    ),
    ('matrix = "m.csv"', Worths(cells={("a", "b"): D(-9), ("b", "a"): D("-0.5")})),
    (
        "error_weight = 2\nworth_of_right_answer = 0.2",
        Worths(error_weight=D(2), worth_of_right_answer=D("0.2")),
    ),
]


@pytest.mark.parametrize(("text", "worths"), WORTHS)
def test_each_way_to_say_what_answers_are_worth(read, text, worths):
    got = read(TABLE + 'positive = "a"\n' + MODEL + "[answers]\n" + text).deferral.worths
    assert got == Worths(**{**vars(worths), "positive": "a"})


P = "plan.toml, "
ONE = 'give one of probabilities = "p_rf", decision = "d_svc", array = "proba.npy", predicted = "pred_rf"'
REFUSED = [
    (
        MODEL + 'array = "p.npy"\n' + K4,
        P + f'model 1, name: the model has more than one source (found "rf"); {ONE}',
    ),
    (
        MODEL + K4 + 'relabel = true\n[goal]\nmost_wrong = "2 %"\n',
        P
        + "goal.most_wrong: a share of wrong answers is guaranteed for cutoffs, not for answers by expected value; leave out this or answers.relabel",
    ),
    (
        MODEL + K4 + "[goal]\nmost_wrong = 1\n",
        P
        + 'goal.most_wrong: this is none or all of them (found "1"); write a share in between, such as 0.03 or 3 %',
    ),
    (
        '[[models]]\nname = "rf"\n' + K4,
        P
        + f'model 1, name: the model has no class probabilities and no predicted classes (found "rf"); {ONE}',
    ),
    (
        '[[models]]\nname = "rf"\nprobabilities = "p"\nno_answer = ["-1"]\n' + K4,
        P + "model 1, no_answer: this says nothing beside probabilities; leave it out",
    ),
    (
        '[[models]]\nname = "rf"\narray = "x.npy"\n' + K4,
        P
        + 'model 1, name: the columns of an .npy file have no names (found "rf"); name the classes in their order: in a file (--classes classes.txt, or x.classes.txt beside it), by classes = ["hate", "neither"] in a plan file, or use --classes sorted if they are the sorted labels, as scikit-learn has them',
    ),
    (
        '[[models]]\nname = "rf"\narray = "x.npy"\nclasses = ["a", "a"]\n' + K4,
        P
        + 'model 1, classes: two classes have the same name (found "a"); give each column a class of its own',
    ),
    (MODEL + "cut = 0.5\n" + K4, P + "model 1, cut: this says nothing beside probabilities; leave it out"),
    (
        MODEL + 'classes = ["a"]\n' + K4,
        P + "model 1, classes: classes are named for an array or decision values alone; leave them out",
    ),
    (
        '[[models]]\nname = "svc"\ndecision = "d"\nclasses = ["a", "b", "c"]\n' + K4,
        P
        + 'model 1, classes: a column of decision values tells two classes apart (found "a, b, c"); name two, the one with the higher values second: classes = ["neither", "hate"]; or write columns PREFIX:CLASS',
    ),
    (
        MODEL + 'decision = "d"\n' + K4,
        P + f'model 1, name: the model has more than one source (found "rf"); {ONE}',
    ),
    (
        '[[models]]\nname = "rf"\ndecision = "gold"\n' + K4,
        P
        + 'model 1, name: the model rf reads the column with the labels (found "gold"); name the columns with its predictions and confidences',
    ),
    (
        MODEL + MODEL + K4,
        'plan.toml: two models have the same name (found "rf"); give each model a name of its own: --probabilities NAME=PREFIX',
    ),
    (
        '[[models]]\nname = "The mean of the models"\nprobabilities = "p"\n' + K4,
        P
        + 'model 1, name: the mean of all models has this name (found "The mean of the models"); give the model another name, or leave the mean out (--mixture off)',
    ),
    (
        '[[models]]\nname = "rf"\npredicted = "gold"\nconfidence = "c"\n' + K4,
        P
        + 'model 1, name: the model rf reads the column with the labels (found "gold"); name the columns with its predictions and confidences',
    ),
    (
        MODEL + K4 + "right = 1\nwrong = 0\n",
        P + "answers.right: answers.error_weight says otherwise what answers are worth; give one of them",
    ),
    (
        MODEL + "[answers]\nerror_weight = -1\n",
        P + 'answers.error_weight: this is below 0 (found "-1"); write 0 or more',
    ),
    (
        MODEL + "[answers]\nk_fp = 1\n",
        P + "answers.k_fp: three costs belong together; give answers.k_tp, answers.k_fp, answers.k_fn",
    ),
    (
        MODEL + "[answers]\nk_tp = 1\nk_fp = 1\nk_fn = 1\n",
        P + "answers.k_tp: these costs need one positive class; name it: --positive CLASS",
    ),
    (
        MODEL + "[answers]\nright = 1\n",
        P
        + "answers.right: the worth of right and of wrong answers belong together; give answers.right and answers.wrong, or --error-weight 4",
    ),
    (
        MODEL + "[answers]\nright = 1\nwrong = 4\n",
        P
        + 'answers.wrong: a wrong answer is worth more than a right one, which is worth 1 (found "4"); write what it loses with a minus: -4',
    ),
    (
        MODEL + "[answers]\nright = 1\nwrong = 0\nabstain = 1\n",
        P
        + 'answers.right: a right answer is worth no more than leaving the item to people: nothing would ever be accepted (found "1"); give right answers more than 1',
    ),
    (
        MODEL + "[answers]\nright = 1\nwrong = 0\nabstain = 0\nleft_out = 0\n",
        P + "answers.left_out: answers.abstain says the same; give one of the two",
    ),
    (
        MODEL + '[answers]\nunit = "euro"\nerror_weight = 1\n',
        P + 'answers.unit: this is not one of the choices (found "euro"); write one of money, right answers',
    ),
    (
        MODEL + K4 + 'relabel = "maybe"\n',
        P + 'answers.relabel: this is not one of the choices (found "maybe"); write one of true, false',
    ),
    (
        MODEL + '[answers]\nunit = "money"\nright = 1\nwrong = 0\nworth_of_right_answer = 1\n',
        P
        + 'answers.worth_of_right_answer: the values are in money already; leave it out, or say answers.unit = "right answers"',
    ),
    (
        MODEL + K4 + 'unit = "right answers"\nworth_of_right_answer = 0\n',
        P
        + 'answers.worth_of_right_answer: a right answer worth no money pays for no review (found "0"); give an amount above 0, or leave it out',
    ),
    (
        MODEL + '[answers]\ncell = "a"\n',
        P
        + 'answers.cell: cells are not written like this (found "a"); write [[answers.cell]] with predicted, truth and value for each, in a plan file',
    ),
    (
        MODEL + '[[answers.cell]]\npredicted = "a"\nvalue = 1\n',
        P
        + 'answers.cell 1: a cell has predicted, truth and value (found "predicted, value"); write these three keys',
    ),
    (
        MODEL + '[answers]\nmatrix = "none.csv"\n',
        "none.csv: there is no such file; check the name and the folder",
    ),
    (
        MODEL + K4 + "review_cost = 1\n[cost]\nper_item = 2\n",
        P + "answers.review_cost: [cost] says what reviewing costs; give one of the two",
    ),
    (
        MODEL + K4 + '[goal]\nbudget = "40 hours"\n',
        P
        + 'goal.budget: a budget in hours needs the time of a judgement (found "40 hours"); give it, such as --set cost.seconds_per_item=20',
    ),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_cannot_be_is_refused_in_these_words(read, text, message):
    with pytest.raises(UsageError) as caught:
        read(TABLE + text)
    assert str(caught.value) == message


def test_a_cell_given_twice(read):
    cell = '[[answers.cell]]\npredicted = "a"\ntruth = "b"\nvalue = 1\n'
    with pytest.raises(UsageError) as caught:
        read(TABLE + MODEL + cell + cell)
    assert str(caught.value) == P + 'answers.cell 2: this cell is given twice (found "a, b"); give it once'


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (
            {"table.split": "test"},
            "table.split: items are deferred with two splits; name them: --set table.validation=VALUE and --set table.test=VALUE",
        ),
        (
            {"table.missing": "last"},
            "table.missing: an item without a prediction has no place in a queue; write error or exclude",
        ),
        (
            {"set": ("table.workflow=both",)},
            '--set table.workflow: this is not one of the choices (found "both"); write one of auto, filter, defer, joint',
        ),
        (
            {"set": ("table.workflow=filter",), "table.positive": ("a",)},
            '--probabilities rf: the filter workflow needs one score an item; give the model a column, or say workflow = "defer"',
        ),
        (
            {"set": ("table.file_test=e.csv",)},
            "the first argument: table.file_test names the test items; give one of the two",
        ),
    ],
)
def test_what_contradicts_the_workflow(read, flags, message):
    with pytest.raises(UsageError) as caught:
        read_plan("t.csv", FLAGS | flags)
    assert str(caught.value) == message


def test_a_review_cost_is_a_price(read):
    plan = read_plan("t.csv", FLAGS | {"answers.review_cost": "0.5"})
    assert (plan.deferral.review_cost, plan.prices.stated) == (D("0.5"), False)
    # With a budget reviewing is planned: it has a price like any other.
    plan = read_plan("t.csv", FLAGS | {"answers.review_cost": "0.5", "goal.budget": "100"})
    assert (plan.deferral.review_cost, plan.prices.per_item, plan.budget.amount) == (None, D("0.5"), 100)
    assert plan.prices.stated


def test_what_is_lacking_is_said_with_a_command(read):
    with pytest.raises(UsageError) as caught:
        read_plan("t.csv", {"set": ("table.workflow=defer",)})
    assert str(caught.value) == (
        't.csv: still needed: the column with the labels (--label), a model with class probabilities (--probabilities), or with answers alone (a plan file\'s [[models]] with predicted = "COLUMN"), what answers are worth (--error-weight); for example:\n'
        "  budgetplan report t.csv --label gold --probabilities rf=p_rf --error-weight 4\n"
        "The columns of t.csv: item_id, gold, p_rf:a, p_rf:b\n"
        "The labels in gold: a (1)"
    )


@pytest.mark.parametrize("key", ["validation", "test", "split_column"])
def test_splits_say_nothing_beside_a_table_for_each(read, key):
    flags = {"answers.error_weight": "4", "table.label": "gold", "models.probabilities": ("rf=p_rf",)}
    with pytest.raises(UsageError) as caught:
        read_plan("t.csv", flags | {"table.file_validation": "v.csv", f"table.{key}": "x"})
    assert str(caught.value) == (
        f"table.{key}: validation and test items have a table each, of which all rows are used; leave this out, or put both into one table"
    )


@pytest.mark.parametrize("key", ["validation", "test", "file_validation", "domain"])
def test_what_only_classifiers_need_is_refused_for_scores(read, key):
    flags = {"table.label": "gold", "table.positive": ("a",), "models.name": ("p",)}
    with pytest.raises(UsageError, match=f"table.{key}: this is for plans in which a model answers"):
        read_plan("t.csv", flags | {f"table.{key}": "x"})


def test_a_class_without_a_name_is_refused(tmp_path):
    (tmp_path / "p.npy").write_bytes(b"")
    flags = {"table.label": "gold", "models.array": (f"m={tmp_path / 'p.npy'}",), "table.classes": "a,,b"}
    with pytest.raises(UsageError, match="--classes: a class has no name"):
        read_plan(str(tmp_path / "t.csv"), flags | {"answers.error_weight": "4"})
