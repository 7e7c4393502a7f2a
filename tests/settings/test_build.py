"""Plans from plan files and flags: what they come to, and what is refused."""

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rows import rows_of

from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.options import BY_KEY
from budgetplan.domain.plan import Budget, Columns, ModelSpec, Plan, TableForm, Target, Values, Words
from budgetplan.domain.prices import Prices
from budgetplan.errors import BudgetplanError, UsageError
from budgetplan.preflight.survey import read_plan

DATA = rows_of(__file__)
BASE, COST = DATA["pieces"]["BASE"], DATA["pieces"]["COST"]

FLAGS = {"table.label": "gold", "table.positive": ("y",), "models.name": ("p",)}

FULL = DATA["full"]


def test_a_full_plan_file(read):
    assert read(FULL) == Plan(
        table="scores.csv",
        columns=Columns("gold", split="part"),
        positive=("idiom", "collocation"),
        models=(ModelSpec("forest", "p_rf", cut=0.5, cost=Decimal("12.10")), ModelSpec("by rank", "by rank", "rank")),
        prices=Prices(
            currency="JPY",
            minor_digits=0,
            per_item=Decimal("0.04"),
            seconds_per_item=Decimal("7.5"),
            annotators=Decimal("1.2"),
            fixed={"guidelines": Decimal(200), "platform": Decimal("12.50")},
            indirect=Decimal("0.1"),
            stated=True,
        ),
        values=Values(
            {"idiom": Decimal(10), "collocation": Decimal(2)},
            error={"*": Decimal("0.1")},
            wrong={"*": Decimal(-5)},
            left_out={"idiom": Decimal(-1)},
        ),
        budget=Budget(Decimal(40), "hours", "annotation"),
        target=Target(Decimal("0.8"), "share"),
        words=Words("candidate", "candidates"),
        split="test",
        list_size=50_000,
        missing="last",
        parts=20,
        resamples=0,
        seed=7,
        notes=("one", "two"),
    )


def test_a_table_with_flags_alone_has_the_defaults():
    plan = read_plan("t.csv", FLAGS)
    assert plan == Plan("t.csv", Columns("gold", split="split"), ("y",), (ModelSpec("p", "p"),))
    # A notebook may give numbers and single texts.
    one = {"table.label": "gold", "table.positive": "y", "models.name": "p", "cost.per_item": 0.04}
    assert (read_plan("t.csv", one).positive, read_plan("t.csv", one).models) == (plan.positive, plan.models)
    assert read_plan("t.csv", one).prices.per_item == Decimal("0.04")


def test_a_file_on_the_sample_has_columns_of_its_own_names(read):
    sample = "table.sample=s.csv"
    drawn = read(None, FLAGS | {"set": (sample,)})
    assert (drawn.form.sample, drawn.columns.weight, drawn.columns.stratum) == ("s.csv", "weight", "stratum")
    other = read(None, FLAGS | {"set": (sample, "table.weight=w", "table.stratum=part")})
    assert (other.columns.weight, other.columns.stratum) == ("w", "part")
    # Whole groups are resampled whatever they were drawn from.
    grouped = read(None, FLAGS | {"set": (sample,), "table.group": "verb"})
    assert (grouped.columns.weight, grouped.columns.stratum) == ("weight", "")


def test_one_share_of_errors_holds_for_every_class_and_one_amount_for_every_false_entry(read):
    values = read(BASE + COST + "[entry]\nvalue = 10\nerror = 0.1\nwrong = -20\nleft_out = -3\n").values
    assert values.reviewed("y", ("y",)) == 9
    assert values.reviewed("n", ("y",)) == -2
    assert values.left_out == {"y": -3}


def test_files_named_in_a_plan_file_start_at_its_folder_and_others_where_the_command_runs(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(BASE + '[list]\nreviewed = "log.csv"\nqueue = "q"\n')
    plan = read_plan(str(path))
    assert plan.table == str(tmp_path / "t.csv")
    assert (plan.reviewed.logs, plan.reviewed.queue) == ((str(tmp_path / "log.csv"),), str(tmp_path / "q"))
    path.write_text(BASE.replace("t.csv", "/data/t.csv"))
    assert (read_plan(str(path)).table, read_plan(str(path)).reviewed) == ("/data/t.csv", None)
    said = read_plan(str(path), {"set": ("list.reviewed=a.csv", "list.reviewed=b.csv")}).reviewed
    assert (said.logs, said.queue) == (("a.csv", "b.csv"), "queue")


def test_flags_override_the_file(read):
    plan = read(
        FULL,
        {
            "table.positive": ("idiom",),
            "entry.value": "3",
            "models.name": ("forest", "new=p_new"),
            "cost.currency": "EUR",
            "words": "a,b,c,d",
            "set": ("cost.fixed.training=3", "report.notes=three", "entry.left_out.idiom=-2", "sure.seed=9"),
        },
    )
    assert plan.positive == ("idiom",)
    assert plan.values.entry == {"idiom": 3}
    assert plan.values.left_out == {"idiom": -2}
    assert plan.models == (ModelSpec("forest", "p_rf", cut=0.5, cost=Decimal("12.10")), ModelSpec("new", "p_new"))
    assert plan.prices.minor_digits == 2
    assert plan.words == Words("a", "b", "c", "d")
    assert plan.prices.fixed == {"guidelines": 200, "platform": Decimal("12.5"), "training": 3}
    assert (plan.notes, plan.seed) == (("three",), 9)


@pytest.mark.parametrize(
    ("text", "flags", "place"),
    [
        (BASE + COST + "[goal]\nbudget = 1.600\n", {}, "plan.toml, goal.budget"),
        (BASE, {"set": ("list.size=1.600",)}, "--set list.size"),
    ],
)
def test_three_digits_behind_a_point_are_refused_wherever_somebody_types_an_amount(refused, text, flags, place):
    [line] = refused(text, flags)
    assert line.startswith(f"{place}: the point in this number may be a decimal point or")
    assert '(found "1.600"); write 1600 if it separates thousands, 1.6 if' in line


def test_a_cut_is_a_score_and_has_no_thousands(read):
    assert read(BASE + "cut = 1.600\n").models[0].cut == 1.6


def test_money_is_stated_only_where_reviewing_costs_something(read):
    said = ({"cost.per_item": "0"}, {"cost.seconds_per_item": "20"}, {"cost.per_item": "0.04"}, {"table.cost": "c"})
    assert [read(None, FLAGS | one).prices.stated for one in said] == [False, False, True, True]


def test_a_queue_without_what_came_back_from_it_is_refused(refused):
    [line] = refused(BASE, {"set": ("list.queue=queue",)})
    assert line.startswith("--set list.queue: ")
    assert "--set list.reviewed=FILE" in line


def test_what_is_lacking_is_said_with_what_can_be_done(read, refused):
    Path("t.csv").write_text("item_id,p\n1,0.25\n2,0.5\n")
    assert "If nobody has labelled any of it yet, budgetplan pilot t.csv draws the items to label first" in refused()
    # A column of a few words is perhaps that of labels, and perhaps of something else.
    Path("t.csv").write_text(
        "item_id,prefix,p\n" + "".join(f"{n},{'be' if n % 3 else 'ver'},0.{n}\n" for n in range(10, 40))
    )
    assert "If nobody has labelled any of it yet, budgetplan pilot t.csv draws the items to label first" in refused()
    Path("t.csv").write_text("item_id,gold,p\na,y,1\n")
    [_, example, *_] = refused(None, {"set": ("table.workflow=defer",)})
    assert example == "  budgetplan report t.csv --label gold --probabilities COLUMN=COLUMN --error-weight 4"
    Path("t.csv").unlink()
    _, example, why = refused(None, {"table.positive": ("my class",), "models.name": ("p", "m=q")})
    assert example == '  budgetplan report t.csv --label gold --positive "my class" --model p --model m=q'
    assert why.startswith("t.csv: there is no such file")


@pytest.mark.parametrize(("text", "told"), DATA["needed"])
def test_what_a_plan_with_answers_lacks_is_said_by_what_it_has(refused, text, told):
    assert (
        refused(f'[table]\nfile = "t.csv"\nlabel = "gold"\n{text}')[0]
        == f"plan.toml: still needed: {told}; for example:"
    )


def test_what_is_lacking_beside_labels_of_several_people_is_said_by_what_is_there(read, refused):
    """Who judged stands beside the labels, and how sure a model is of its answers is no score."""
    rows = [f"c{n},{'ok' if n % 3 else 'bad'},0.{50 + n}" for n in range(30)]
    Path("t.csv").write_text("id,llm_label,llm_confidence\n" + "\n".join(rows))
    judged = [f"c{n},{who},{'ok' if n % 4 else 'bad'}" for n in range(12) for who in ("Ann", "Ben")]
    Path("labels.csv").write_text("id,who,label\n" + "\n".join(judged))
    beside = ("table.labels=labels.csv", "table.annotator=who")
    _, example, *shown = refused(None, {"table.label": ("label",), "set": beside})
    *_, given = example.partition(" --label label ")
    assert given == "--set table.labels=labels.csv --set table.annotator=who --positive bad --model COLUMN"
    assert shown[:3] == [
        "The columns of t.csv: id, llm_label, llm_confidence",
        "The columns of labels.csv: id, label",
        "The labels in label: bad (3), ok (9)",
    ]
    assert 'predicted = "llm_label" and confidence = "llm_confidence"' in shown[3]


def test_odd_cells_of_the_scores_are_named_where_a_model_is_asked_for(read, refused):
    Path("t.csv").write_text("gold,price,p,text\ny,1,0.5,1.5\nn,2,k.A.,a\n,3,0.25,b\n")
    [needed, example, *_, odd] = refused(None, {"table.label": ("gold",), "table.positive": ("y",)})
    assert needed == "t.csv: still needed: a model (--model); for example:"
    assert example == "  budgetplan report t.csv --label gold --positive y --model p"
    told = (
        "The column p holds no number in 1 cell, the first on line 3 (k.A.): mend these before you name it as a model"
    )
    assert odd == told
    [*_, labels] = refused(None, {"table.positive": ("y",), "models.name": ("p",), "set": ("table.label=",)})
    assert labels == "The labels in gold: n (1), y (1)"


def test_a_misspelt_name_of_a_plan_file_lacks_nothing(read, refused):
    Path("plan.toml").write_text(BASE)
    Path("t.csv").write_text("gold,p\ny,1\n")
    told = "there is no such file; did you mean plan.toml?"
    with pytest.raises(UsageError) as caught:
        read_plan("plan.tml", {})
    assert str(caught.value) == f"plan.tml: {told}"
    with pytest.raises(UsageError, match=r"plna\.toml: there is no such plan file; did you mean plan\.toml\?"):
        read_plan("plna.toml", {})
    with pytest.raises(UsageError, match=r"still needed(.|\n)*t\.cvs: there is no such file; did you mean t\.csv\?"):
        read_plan("t.cvs", {})


def test_a_path_with_backslashes_is_told_how_to_write(read, refused):
    Path("plan.toml").write_text('[table]\nfile = "C:\\temp\\new.csv"\nlabel = "gold"\n')
    with pytest.raises(UsageError) as caught:
        read_plan("plan.toml", {})
    assert r"C:\temp\new.csv: there is no such file; in quotation marks a backslash has a special" in str(caught.value)


LARGE = [
    (b"a = 1\n# \xff", "plan.toml, line 2: this is not UTF-8 text"),
    ("x = " + "[" * 5000, "plan.toml: the lists or tables are nested too deeply"),
    ("x = " + "1" * 5000, "plan.toml: this cannot be read (a number has too many digits)"),
    (BASE + f"[cost]\nper_item = 0x1{'0' * 5000}\n", "plan.toml, cost.per_item: this is not a number"),
]


@pytest.mark.parametrize(("text", "told"), [*DATA["broken"], *LARGE])
def test_a_broken_plan_is_refused_with_its_place(refused, text, told):
    [line] = refused(text)
    assert line.startswith(told)


@pytest.mark.parametrize(("flags", "told"), DATA["flags"])
def test_a_broken_flag_is_refused_with_its_name(refused, flags, told):
    [line] = refused(BASE, flags)
    assert line.startswith(told)


def test_all_problems_are_said_at_once(refused):
    lines = refused("[table]\nfile = 't.csv'\n[cost]\nper_item = -1\nfoo = 1\n", {"sure.seed": "x"})
    places = ["plan.toml, cost.foo", "plan.toml, cost.per_item", "sure.seed", "plan.toml"]
    assert [line.partition(":")[0] for line in lines[:4]] == places


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nope.toml", "nope.toml: there is no such plan file"),
        ("a\0.toml", "a\0.toml: the plan file cannot be read (embedded null byte)"),
        ("folder.toml", "folder.toml: the plan file cannot be read (Is a directory)"),
    ],
)
def test_a_plan_file_that_cannot_be_opened(tmp_path, monkeypatch, name, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(UsageError) as error:
        read_plan(name)
    assert str(error.value).startswith(message)


TOML_KEYS = [*BY_KEY, "models", "cost"]
TOML_VALUES = ["true", "[]", "{}", "{a = 1}", "[1]", "1979-05-27", '"5 %"', '"x"', '""', "'40 hours'"]


@settings(max_examples=80)
@given(
    pairs=st.dictionaries(
        st.sampled_from(TOML_KEYS),
        st.integers().map(str) | st.floats().map(repr) | st.sampled_from(TOML_VALUES),
        max_size=6,
    ),
    tail=st.just(b"") | st.binary(max_size=20),
)
def test_any_plan_file_is_an_answer_or_an_error_that_is_said(tmp_path_factory, pairs, tail):
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes("".join(f"{key} = {value}\n" for key, value in pairs.items()).encode() + tail)
    for flags in ({}, FLAGS, FLAGS | {"cost.per_item": "1"}):
        try:
            read_plan(str(path), flags)
        except BudgetplanError as error:
            message = str(error)
            assert message


def test_how_the_table_is_written_can_be_said(read, refused):
    how = {"separator": "semicolon", "decimal": "comma", "encoding": "windows-1252", "sheet": "A"}
    lines = "".join(f'{key} = "{value}"\n' for key, value in how.items())
    text = BASE.replace("[[models]]", lines + '[table.map]\nPunkte = "p"\n[[models]]')
    assert read(text).form == TableForm(**how, map={"Punkte": "p"})
    assert read(text, {"set": ("table.decimal=auto",)}).form.decimal == ""
    listed = text.replace('[table.map]\nPunkte = "p"', 'map = ["Punkte=p"]')
    separator, names = refused(listed, {"set": ("table.separator=;",)})
    assert separator.startswith('--set table.separator: this is not one of the choices (found ";")')
    assert names.startswith("plan.toml, table.map: names are not written like this")


@pytest.mark.parametrize(
    "flags",
    [
        {"cost.per_item": "0,50 €", "goal.budget": "1.500,00 €"},
        {"cost.per_item": "EUR 0.50", "goal.budget": "1500"},
        {"cost.per_item": "0.5", "goal.budget": "1 500", "set": ("entry.value.y=6,00 €",)},
    ],
)
def test_the_currency_is_that_of_the_amounts_where_nothing_else_says_one(read, flags):
    plan = read(BASE, flags)
    assert (plan.prices.currency, plan.prices.per_item) == ("EUR", Decimal("0.5"))
    assert plan.budget == Budget(Decimal(1500))
    assert plan == read(BASE, flags | {"cost.currency": "EUR"})


@pytest.mark.parametrize(
    ("cost", "budget", "currency", "told"),
    [
        ("0.50", "1500 €", "USD", 'another currency than the plan (found "1500 €"); write it in USD'),
        ("0,50 €", "1500 USD", None, 'another currency than the plan (found "1500 USD"); write it in EUR'),
        ("0.50", "$1500", None, "name it: --currency USD"),
    ],
)
def test_amounts_in_two_currencies_or_in_which_is_not_clear_are_refused(refused, cost, budget, currency, told):
    [line] = refused(BASE, {"cost.per_item": cost, "goal.budget": budget, "cost.currency": currency})
    assert line.startswith("--budget: ")
    assert told in line


def test_how_the_review_is_carried_out_is_read(read):
    work = read(None, FLAGS | {"set": ("work.packet=50", "work.hours_a_week=7.5", "work.start=2026-12-07")}).work
    assert (work.packet, work.people, work.hours_a_week) == (50, 1, Decimal("7.5"))
    assert (work.start, work.tail_sample, work.looks, work.control) == ("2026-12-07", 0, 0, 0)
    assert work.month_hours is None
    work = read(None, FLAGS | {"set": ("work.month_hours=160.5", "work.tail_sample=120")}).work
    assert (work.month_hours, work.tail_sample) == (Decimal("160.5"), 120)


def test_a_funder_may_want_whole_units_and_the_plan_says_otherwise(read):
    said = FLAGS | {"cost.per_item": "0.3"}
    coins = {name: read(None, said | {"report.profile": name}).prices.printed_in for name in PROFILES}
    assert {name: coin for name, coin in coins.items() if coin} == {"nih": 1, "sshrc": 1}
    prices = read(None, said | {"report.profile": "nih", "set": ("cost.round_to=0.05",)}).prices
    assert (prices.coin, prices.printed_in) == (Decimal("0.05"), 0)
