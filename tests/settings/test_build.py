"""Plans from plan files and flags: what they come to, and what is refused in which words."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.plan import Budget, Columns, ModelSpec, Plan, TableForm, Target, Values, Words
from budgetplan.domain.prices import Prices
from budgetplan.errors import BudgetplanError, UsageError
from budgetplan.settings.build import read_plan

FLAGS = {"table.label": "gold", "table.positive": ("y",), "models.name": ("p",)}
BASE = '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "y"\n[[models]]\nname = "p"\n'

FULL = """
[table]
file = "scores.csv"
label = "gold"
positive = ["idiom", "collocation"]
id = "key"
split = "test"
split_column = "part"
group = "type"
weight = "w"
units = "chars"
missing = "last"

[[models]]
name = "forest"
column = "p_rf"
cut = 0.5
cost = 12.10

[[models]]
name = "by rank"
order = "rank"

[cost]
currency = "JPY"
per_item = 0.04
per_unit = "0.001"
unit = "characters"
hourly_rate = 20
seconds_per_item = 7.5
seconds_per_unit = 0.1
annotators = 1.2
adjudicated_share = "20 %"
adjudication = 0.3
extra_per_entry = 0.05
contingency = 0.05
indirect = 0.1
fixed = { guidelines = 200, platform = 12.50 }

[entry]
value = { idiom = 10, collocation = 2 }
error = 0.1
wrong = -5
left_out = { idiom = -1 }

[goal]
budget = "40 hours"
covers = "annotation"
target = 0.8

[list]
size = 50000

[words]
item = "candidate"
items = "candidates"

[sure]
seed = 7
resamples = 0

[report]
title = "T"
project = "P"
author = "A"
notes = ["one", "two"]
parts = 20
"""


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("item_id,gold,p\na,y,1\n")

    def read_text(text=BASE, **flags):
        (tmp_path / "plan.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_plan("plan.toml", {key.replace("__", "."): value for key, value in flags.items()})

    return read_text


def test_a_full_plan_file(read):
    assert read(FULL) == Plan(
        table="scores.csv",
        columns=Columns("gold", "key", "part", "type", "w", "chars"),
        positive=("idiom", "collocation"),
        models=(
            ModelSpec("forest", "p_rf", cut=0.5, cost=Decimal("12.10")),
            ModelSpec("by rank", "by rank", "rank"),
        ),
        prices=Prices(
            currency="JPY",
            minor_digits=0,
            per_item=Decimal("0.04"),
            per_unit=Decimal("0.001"),
            unit="characters",
            hourly_rate=Decimal(20),
            seconds_per_item=Decimal("7.5"),
            seconds_per_unit=Decimal("0.1"),
            annotators=Decimal("1.2"),
            adjudicated_share=Decimal("0.2"),
            adjudication=Decimal("0.3"),
            extra_per_entry=Decimal("0.05"),
            fixed={"guidelines": Decimal(200), "platform": Decimal("12.50")},
            contingency=Decimal("0.05"),
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
        title="T",
        project="P",
        author="A",
        notes=("one", "two"),
    )


def test_a_table_with_flags_alone_has_the_defaults():
    plan = read_plan("t.csv", FLAGS)
    assert plan == Plan("t.csv", Columns("gold", split="split"), ("y",), (ModelSpec("p", "p"),))


def test_a_file_on_the_sample_has_columns_of_its_own_names():
    flags = {"table.label": "gold", "table.positive": ("y",), "models.name": ("p",)}
    drawn = read_plan("t.csv", flags | {"set": ("table.sample=s.csv",)})
    assert (drawn.form.sample, drawn.columns.weight, drawn.columns.stratum) == ("s.csv", "weight", "stratum")
    other = read_plan(
        "t.csv", flags | {"set": ("table.sample=s.csv", "table.weight=w", "table.stratum=part")}
    )
    assert (other.columns.weight, other.columns.stratum) == ("w", "part")
    # Whole groups are resampled whatever they were drawn from.
    grouped = read_plan("t.csv", flags | {"set": ("table.sample=s.csv",), "table.group": "verb"})
    assert (grouped.columns.weight, grouped.columns.stratum) == ("weight", "")


def test_one_share_of_errors_holds_for_every_class_and_one_amount_for_every_false_entry(read):
    values = read(
        BASE + "[cost]\nper_item = 1\n[entry]\nvalue = 10\nerror = 0.1\nwrong = -20\nleft_out = -3\n"
    ).values
    assert values.reviewed("y", ("y",)) == 9
    assert values.reviewed("n", ("y",)) == -2
    assert values.left_out == {"y": -3}


def test_the_table_starts_at_the_folder_of_the_plan_file(tmp_path):
    (tmp_path / "plan.toml").write_text(BASE)
    assert read_plan(str(tmp_path / "plan.toml")).table == str(tmp_path / "t.csv")
    (tmp_path / "plan.toml").write_text(BASE.replace("t.csv", "/data/t.csv"))
    assert read_plan(str(tmp_path / "plan.toml")).table == "/data/t.csv"


def test_flags_override_the_file(read):
    plan = read(
        FULL,
        table__positive=("idiom",),
        entry__value="3",
        models__name=("forest", "new=p_new"),
        cost__currency="EUR",
        words="a,b,c,d",
        set=("cost.fixed.training=3", "report.notes=three", "entry.left_out.idiom=-2", "sure.seed=9"),
    )
    assert plan.positive == ("idiom",)
    assert plan.values.entry == {"idiom": 3}
    assert plan.values.left_out == {"idiom": -2}
    assert plan.models == (
        ModelSpec("forest", "p_rf", cut=0.5, cost=Decimal("12.10")),
        ModelSpec("new", "p_new"),
    )
    assert plan.prices.minor_digits == 2
    assert plan.words == Words("candidate", "candidates", "c", "d")
    assert plan.prices.fixed == {"guidelines": 200, "platform": Decimal("12.5"), "training": 3}
    assert plan.notes == ("three",)
    assert plan.seed == 9


@pytest.mark.parametrize(
    ("text", "flags", "place"),
    [
        (BASE + "[cost]\nper_item = 1\n[goal]\nbudget = 1.600\n", {}, "plan.toml, goal.budget"),
        (BASE + '[cost]\nper_item = "1.600"\n', {}, "plan.toml, cost.per_item"),
        (BASE + "[cost]\nper_item = 1\n[entry]\nvalue = { y = 1.600 }\n", {}, "plan.toml, entry.value.y"),
        (BASE, {"cost.per_item": "1.600"}, "--cost"),
        (BASE, {"set": ("list.size=1.600",)}, "--set list.size"),
    ],
)
def test_three_digits_behind_a_point_are_refused_wherever_somebody_types_an_amount(read, text, flags, place):
    with pytest.raises(UsageError) as error:
        read(text, **flags)
    wrong = 'the point in this number may be a decimal point or separate thousands (found "1.600")'
    todo = "write 1600 if it separates thousands, 1.6 if it is a decimal point"
    assert str(error.value) == f"{place}: {wrong}; {todo}"


def test_a_cut_is_a_score_and_has_no_thousands(read):
    assert read(BASE + "cut = 1.600\n").models[0].cut == 1.6


def test_money_is_stated_only_where_reviewing_costs_something():
    assert not read_plan("t.csv", FLAGS | {"cost.per_item": "0"}).prices.stated
    assert not read_plan("t.csv", FLAGS | {"cost.seconds_per_item": "20"}).prices.stated
    assert read_plan("t.csv", FLAGS | {"cost.per_item": "0.04"}).prices.stated
    assert read_plan("t.csv", FLAGS | {"table.cost": "price"}).prices.stated


def test_a_notebook_may_give_numbers_and_single_texts():
    plan = read_plan(
        "t.csv", {"table.label": "gold", "table.positive": "y", "models.name": "p", "cost.per_item": 0.04}
    )
    assert plan.positive == ("y",)
    assert plan.models == (ModelSpec("p", "p"),)
    assert plan.prices.per_item == Decimal("0.04")


LACKING = """\
t.csv: still needed: the column with the labels (--label), the label that is collected (--positive), a model (--model); for example:
  budgetplan report t.csv --label gold --positive y --model p
The columns of t.csv: item_id, gold, p
The labels in gold: y (1)"""


def test_what_is_lacking_is_said_with_an_example_and_the_columns(read):
    read()
    with pytest.raises(UsageError) as error:
        read_plan("t.csv")
    assert str(error.value) == LACKING
    with pytest.raises(UsageError) as error:
        read_plan("no.csv", {"table.positive": ("my class",), "models.name": ("p", "m=q")})
    assert str(error.value) == (
        "no.csv: still needed: the column with the labels (--label); for example:\n"
        '  budgetplan report no.csv --label gold --positive "my class" --model p --model m=q\n'
        "no.csv: there is no such file; check the name and the folder"
    )


BROKEN = [
    (
        BASE + "[sure]\nresamples = 1\n",
        {},
        'plan.toml, sure.resamples: so few draws have no middle 95 % (found "1"); write 0 for none, or 39 or more, such as 999',
    ),
    (
        "a = 1\nb = = 2\n",
        {},
        'plan.toml, line 2: this cannot be read (Invalid value); write texts in quotation marks (label = "gold") and numbers with a point (per_item = 0.04)',
    ),
    (b"a = 1\n# \xff", {}, "plan.toml, line 2: this is not UTF-8 text; save the plan file as UTF-8"),
    ("x = " + "[" * 5000, {}, "plan.toml: the lists or tables are nested too deeply; write each key once"),
    (
        "x = " + "1" * 5000,
        {},
        'plan.toml: this cannot be read (a number has too many digits); write texts in quotation marks (label = "gold") and numbers with a point (per_item = 0.04)',
    ),
    ("", {}, 'plan.toml: the plan names no table; write file = "scores.csv" below [table]'),
    (
        BASE + "[cost]\nper_itm = 1\n",
        {},
        "plan.toml, cost.per_itm: there is no such key; did you mean cost.per_item?",
    ),
    (
        BASE + "[foo]\nzzz = 1\n",
        {},
        "plan.toml, foo: there is no such section; the sections are table, models, answerers, cost, entry, answers, goal, quota, list, work, words, sure, report",
    ),
    (
        "cost = 3\n" + BASE,
        {},
        'plan.toml, cost: this is a section (found "3"); write [cost] and its keys below, or cost.KEY',
    ),
    (
        BASE + "[words]\nitem = ['a']\n",
        {},
        'plan.toml, words.item: this is a list (found "a list"); write one value',
    ),
    (
        BASE + "[sure.seed]\na = 1\n",
        {},
        'plan.toml, sure.seed: this is a table (found "a table"); write one value',
    ),
    (BASE + 'nam = "q"\n', {}, "plan.toml, model 1, nam: there is no such key; did you mean name?"),
    (
        BASE + "order = 'up'\n",
        {},
        'plan.toml, model 1, order: this is not one of the choices (found "up"); write one of higher, lower, rank',
    ),
    (
        BASE + "cut = 'x'\n",
        {},
        'plan.toml, model 1, cut: this is not a number (found "x"); write a number, such as 0.04',
    ),
    (
        BASE + "[[models]]\ncolumn = 'q'\n",
        {},
        'plan.toml, model 2: the model has no name; write name = "..."',
    ),
    (
        BASE + "[cost]\nper_item = -1\n",
        {},
        'plan.toml, cost.per_item: this is below 0 (found "-1"); write 0 or more',
    ),
    (
        BASE + "[cost]\nper_item = nan\n",
        {},
        'plan.toml, cost.per_item: this is not a finite number (found "nan"); write a number, such as 0.04',
    ),
    # A model without a name is told once: that no model is left needs no words.
    (
        "[table]\nfile = 't.csv'\nlabel = 'gold'\npositive = 'y'\n[[models]]\nname = ''\n",
        {},
        'plan.toml, model 1, name: the model has no name; write name = "..."',
    ),
    (
        "[table]\nfile = 't.csv'\nlabel = 'gold'\npositive = 'y'\n",
        {"models__name": ("=p",)},
        '--model: the model has no name (found "=p"); write --model NAME=p',
    ),
    (
        BASE + f"[cost]\nper_item = 0x1{'0' * 5000}\n",
        {},
        'plan.toml, cost.per_item: this is not a number (found "a very great number"); write one number, such as 0.04',
    ),
    (
        BASE + "[cost]\nannotators = 0.5\n",
        {},
        'plan.toml, cost.annotators: every item is judged by 1 to 1000 people (found "0.5"); write how many, such as 1.2 where a fifth is judged twice',
    ),
    (
        BASE + "[cost]\nannotators = 1e6\n",
        {},
        'plan.toml, cost.annotators: every item is judged by 1 to 1000 people (found "1e6"); write how many, such as 1.2 where a fifth is judged twice',
    ),
    (
        BASE + "[work]\nmonth_hours = 0.001\n",
        {},
        'plan.toml, work.month_hours: a month of work has 1 to 744 hours (found "0.001"); write how many of them one person works, such as 160',
    ),
    (
        BASE + "[cost]\nindirect = 5\n",
        {},
        'plan.toml, cost.indirect: this is not a share between 0 and 1 (found "5"); for five percent write 0.05 or 5 %',
    ),
    (
        BASE + "[cost]\nfixed = 5\n",
        {},
        'plan.toml, cost.fixed: this cost has no name (found "5"); write cost.fixed.NAME = 5',
    ),
    (
        BASE + "[cost]\nper_item = 1\nfixed = {a = 'x'}\n",
        {},
        'plan.toml, cost.fixed.a: this is not a number (found "x"); write a number, such as 0.04',
    ),
    (
        BASE,
        {"cost__per_item": "1,040"},
        '--cost: the comma in this number may be a decimal comma or separate thousands (found "1,040"); write 1040 if it separates thousands, 1.04 if it is a decimal comma',
    ),
    (
        BASE,
        {"table__missing": "skip"},
        'table.missing: this is not one of the choices (found "skip"); write one of error, last, exclude',
    ),
    (
        BASE,
        {"set": ("x",)},
        '--set: there is no equals sign (found "x"); write --set key=value, such as --set report.parts=20',
    ),
    (
        BASE,
        {"set": ("models.ordr=1",)},
        "--set models.ordr: there is no such key; did you mean order?",
    ),
    (BASE, {"set": ("table.file=x",)}, "--set table.file: the table is the first argument; write it there"),
    (BASE, {"set": ("per_item=1",)}, "--set per_item: there is no such key; did you mean cost.per_item?"),
    (
        BASE,
        {"sure__seed": "1", "set": ("sure.seed=2",)},
        'sure.seed: this is given twice (found "2"); give it once',
    ),
    (
        BASE,
        {"qqqq": "1"},
        "qqqq: there is no such key; the sections are table, models, answerers, cost, entry, answers, goal, quota, list, work, words, sure, report",
    ),
]


@pytest.mark.parametrize(("text", "flags", "message"), BROKEN)
def test_a_broken_plan_is_refused_in_these_words(read, text, flags, message):
    with pytest.raises(UsageError) as error:
        read(text, **flags)
    assert str(error.value) == message
    assert error.value.exit_code == 2


def test_all_problems_are_said_at_once(read):
    with pytest.raises(UsageError) as error:
        read("[table]\nfile = 't.csv'\n[cost]\nper_item = -1\nfoo = 1\n", sure__seed="x")
    assert [line.partition(":")[0] for line in str(error.value).splitlines()[:4]] == [
        "plan.toml, cost.foo",
        "plan.toml, cost.per_item",
        "sure.seed",
        "plan.toml",
    ]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nope.toml", "nope.toml: there is no such plan file; check the name and the folder"),
        (
            "a\0.toml",
            "a\0.toml: the plan file cannot be read (embedded null byte); check the name and the rights",
        ),
        (
            "folder.toml",
            "folder.toml: the plan file cannot be read (Is a directory); check the name and the rights",
        ),
    ],
)
def test_a_plan_file_that_cannot_be_opened(tmp_path, monkeypatch, name, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(UsageError) as error:
        read_plan(name)
    assert str(error.value) == message


toml_value = st.one_of(
    st.integers().map(str),
    st.floats().map(repr),
    st.sampled_from(["true", "[]", "{}", "{a = 1}", "[1]", "1979-05-27", '"5 %"', '"x"', '""', "'40 hours'"]),
)
toml_key = st.sampled_from(
    [
        "table.label",
        "table.positive",
        "cost.per_item",
        "cost.fixed",
        "cost.annotators",
        "entry.value",
        "entry.error",
        "goal.budget",
        "goal.target",
        "words",
        "words.item",
        "sure.seed",
        "report.notes",
        "models",
        "models.name",
        "cost",
        "list.size",
        "cost.unit",
    ],
)


@settings(max_examples=300, deadline=None)
@given(
    pairs=st.dictionaries(toml_key, toml_value, max_size=6),
    tail=st.one_of(st.just(b""), st.binary(max_size=20)),
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


@settings(max_examples=200, deadline=None)
@given(texts=st.lists(st.text(max_size=20), max_size=3), value=st.text(max_size=20))
def test_any_flags_are_an_answer_or_an_error_that_is_said(texts, value):
    flags = {
        "set": tuple(texts),
        "models.name": tuple(texts),
        "words": value,
        "goal.budget": value,
        "table.positive": tuple(texts),
    }
    try:
        read_plan("t.csv", FLAGS | flags)
    except BudgetplanError as error:
        message = str(error)
        assert message


def test_how_the_table_is_written_can_be_said(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "y"\nseparator = "semicolon"\ndecimal = "comma"\n'
        'encoding = "windows-1252"\nsheet = "A"\n[table.map]\nPunkte = "p"\n[[models]]\nname = "p"\n'
    )
    said = {"separator": "semicolon", "decimal": "comma", "encoding": "windows-1252", "sheet": "A"}
    assert read_plan(str(path)).form == TableForm(**said, map={"Punkte": "p"})
    assert read_plan(str(path), {"set": ("table.decimal=auto",)}).form.decimal == ""
    path.write_text(path.read_text().replace('[table.map]\nPunkte = "p"', 'map = ["Punkte=p"]'))
    with pytest.raises(UsageError) as error:
        read_plan(str(path), {"set": ("table.separator=;",)})
    assert str(error.value) == (
        '--set table.separator: this is not one of the choices (found ";"); write one of auto, comma, semicolon, tab, space\n'
        f'{path}, table.map: names are not written like this (found "a list"); write [table.map] and below it lines such as "Punkte" = "score"'
    )


def test_a_fixed_cost_that_is_no_amount_is_shown_an_amount(read):
    with pytest.raises(
        UsageError, match=r"this cost has no name \(found \"true\"\); write cost.fixed.NAME = 200"
    ):
        read(BASE + "[cost]\nper_item = 1\nfixed = true\n")


@pytest.mark.parametrize(
    "flags",
    [
        {"cost__per_item": "0,50 €", "goal__budget": "1.500,00 €"},
        {"cost__per_item": "0,50", "goal__budget": "1500 €"},
        {"cost__per_item": "EUR 0.50", "goal__budget": "1500"},
        {"cost__per_item": "0.5", "goal__budget": "1 500", "set": ("entry.value.y=6,00 €",)},
    ],
)
def test_the_currency_is_that_of_the_amounts_where_nothing_else_says_one(read, flags):
    plan = read(**flags)
    assert plan.prices.currency == "EUR"
    assert plan.prices.per_item == Decimal("0.5")
    assert plan.budget == Budget(Decimal(1500))
    assert read(**flags) == read(**flags, cost__currency="EUR")


def test_a_currency_that_is_said_and_another_beside_an_amount_contradict_each_other(read):
    with pytest.raises(UsageError) as error:
        read(cost__per_item="0.50", goal__budget="1500 €", cost__currency="USD")
    assert (
        str(error.value)
        == '--budget: the budget is in another currency than the plan (found "1500 €"); write it in USD'
    )
    with pytest.raises(UsageError) as error:
        read(cost__per_item="0,50 €", goal__budget="1500 USD")
    assert (
        str(error.value)
        == '--budget: the budget is in another currency than the plan (found "1500 USD"); write it in EUR'
    )


def test_a_sign_of_several_currencies_asks_which_is_meant(read):
    with pytest.raises(
        UsageError, match=r"names no currency, and the budget does .*; name it: --currency USD"
    ):
        read(cost__per_item="0.50", goal__budget="$1500")
    assert read(cost__per_item="$0.50", goal__budget="$1500", cost__currency="USD").budget == Budget(
        Decimal(1500)
    )


@pytest.mark.parametrize("name", ["perfect order", "random order", "Random order"])
def test_a_model_is_never_called_as_what_all_are_compared_with(read, name):
    with pytest.raises(UsageError) as error:
        read(models__name=(f"{name}=p",))
    assert str(error.value) == (
        f"--model {name}: every model is compared with an order of this name "
        f'(found "{name}"); give the model another name: --model NAME=COLUMN'
    )


def test_how_the_review_is_carried_out_is_read_and_refused_where_it_cannot_be(tmp_path):
    said = {
        "table.label": "gold",
        "table.positive": ("yes",),
        "models.name": ("m",),
        "set": ("work.packet=50", "work.hours_a_week=7.5", "work.start=2026-12-07", "work.tail_sample=120"),
    }
    work = read_plan("t.csv", said).work
    assert (work.packet, work.people, work.hours_a_week) == (50, 1, Decimal("7.5"))
    assert (work.start, work.tail_sample, work.looks, work.control) == ("2026-12-07", 120, 0, 0)
    assert work.month_hours is None
    assert read_plan("t.csv", said | {"set": ("work.month_hours=160.5",)}).work.month_hours == Decimal(
        "160.5"
    )
    wrong = ("work.packet=0", "work.hours_a_week=169", "work.start=7.12.2026", "work.month_hours=745")
    with pytest.raises(UsageError) as raised:
        read_plan("t.csv", said | {"set": wrong})
    assert len(raised.value.problems) == 4


def test_a_funder_may_want_whole_units_and_the_plan_says_otherwise():
    said = {"table.label": "gold", "table.positive": ("yes",), "models.name": ("m",), "cost.per_item": "0.3"}
    coins = {name: read_plan("t.csv", said | {"report.profile": name}).prices.printed_in for name in PROFILES}
    assert {name for name, coin in coins.items() if coin} == {"nih", "sshrc"}
    assert coins["nih"] == coins["sshrc"] == 1
    own = said | {"report.profile": "nih", "set": ("cost.round_to=0.05",)}
    prices = read_plan("t.csv", own).prices
    assert (prices.coin, prices.printed_in) == (Decimal("0.05"), 0)


def test_logs_named_in_a_plan_file_start_at_its_folder_and_others_where_the_command_runs(tmp_path):
    text = '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "y"\n[[models]]\nname = "p"\n[list]\nreviewed = "log.csv"\nqueue = "q"\n'
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    inside = read_plan(str(path)).reviewed
    assert (inside.logs, inside.queue) == ((str(tmp_path / "log.csv"),), str(tmp_path / "q"))
    path.write_text(text.partition("[list]")[0], encoding="utf-8")
    assert read_plan(str(path)).reviewed is None
    said = read_plan(str(path), {"set": ("list.reviewed=a.csv", "list.reviewed=b.csv")}).reviewed
    assert (said.logs, said.queue) == (("a.csv", "b.csv"), "queue")
