"""Sections of a plan file that had another name once: both names make the same plan, and one line says so."""

import pytest
from click.testing import CliRunner

import budgetplan
from budgetplan.api import check
from budgetplan.cli.main import main
from budgetplan.domain.options import BY_KEY, FORMER_SECTIONS, SECTIONS, ending, today
from budgetplan.errors import UsageError
from budgetplan.settings.arguments import meanings
from budgetplan.settings.build import read_plan

FILTER = (
    '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "a"\n[cost]\nper_item = 1\n[[models]]\nname = "s"\n'
)
DEFER = '[table]\nfile = "t.csv"\nlabel = "gold"\n[[models]]\nname = "rf"\nprobabilities = "p_rf"\n'
OLD = "old names still work"
ENTRY = f"plan.toml: the section value is now called entry; {OLD}"
ANSWERS = f"plan.toml: the section values is now called answers; {OLD}"


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"x{n},{'ab'[n % 2]},{0.9 - n / 100}" for n in range(40)]
    (tmp_path / "t.csv").write_text("\n".join(["item_id,gold,s", *rows]))

    def read_text(text, flags=None):
        (tmp_path / "plan.toml").write_text(text)
        return read_plan("plan.toml", flags or {})

    return read_text


def told(plan):
    return [str(notice) for notice in plan.notices]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (
            FILTER + "[value]\nentry = 6\nleft_out = -1\nerror = 0.1\nwrong = -2\n",
            FILTER + "[entry]\nvalue = 6\nleft_out = -1\nerror = 0.1\nwrong = -2\n",
            ENTRY,
        ),
        (FILTER + "[value.entry]\na = 6\n", FILTER + "[entry.value]\na = 6\n", ENTRY),
        (DEFER + "[values]\nerror_weight = 4\n", DEFER + "[answers]\nerror_weight = 4\n", ANSWERS),
        (
            DEFER
            + '[values]\nright = 1\nwrong = -2\n[[values.cell]]\npredicted = "a"\ntruth = "b"\nvalue = -9\n',
            DEFER
            + '[answers]\nright = 1\nwrong = -2\n[[answers.cell]]\npredicted = "a"\ntruth = "b"\nvalue = -9\n',
            ANSWERS,
        ),
    ],
)
def test_both_names_make_the_same_plan_and_one_line_says_so(read, old, new, line):
    plan = read(old)
    assert plan == read(new)
    assert told(plan) == [line]
    assert told(read(new)) == []


@pytest.mark.parametrize(
    "key", [key for key, entry in BY_KEY.items() if entry.section in FORMER_SECTIONS.values()]
)
def test_every_key_of_a_section_that_had_another_name_has_it_still(key):
    [former] = [old for old, new in FORMER_SECTIONS.items() if new == key.partition(".")[0]]
    old = f"{former}.{'entry' if key == 'entry.value' else key.partition('.')[2]}"
    assert today(old) == key
    assert today(key) == key
    assert meanings(old.replace(".", "__")) == (key,)


def test_no_section_has_the_former_name_of_another():
    assert not FORMER_SECTIONS.keys() & SECTIONS.keys()


def test_the_command_line_takes_the_old_names_too(read):
    plan = read(FILTER, {"set": ("value.entry.a=6", "value.error=0.1")})
    assert plan == read(FILTER, {"set": ("entry.value.a=6", "entry.error=0.1")})
    assert told(read(FILTER, {"set": ("value.entry.a=6", "value.error=0.1")})) == [
        f"--set value.entry.a: the section value is now called entry; {OLD}"
    ]


def test_a_file_with_both_old_sections_says_it_once(read):
    both = FILTER + "[value]\nentry = 6\n[values]\nreview_cost = 1\n"
    line = f"plan.toml: the section value is now called entry and values is now called answers; {OLD}"
    assert told(read(both, {"set": ("table.workflow=filter",)})) == [line]


def test_a_key_under_both_names_is_refused(read):
    with pytest.raises(UsageError) as caught:
        read(DEFER + "[values]\nerror_weight = 4\n[answers]\nerror_weight = 5\n")
    assert str(caught.value) == (
        'plan.toml, answers.error_weight: answers.error_weight says the same (found "5"); give one of the two'
    )


def test_what_is_wrong_below_an_old_name_is_told_where_it_stands(read):
    with pytest.raises(UsageError) as caught:
        read(DEFER + "[values]\nerror_weight = -1\nrigth = 2\n")
    assert str(caught.value).splitlines() == [
        "plan.toml, values.rigth: there is no such key; did you mean answers.right?",
        'plan.toml, values.error_weight: this is below 0 (found "-1"); write 0 or more',
    ]


def test_every_command_says_the_line_and_goes_on(read):
    read(FILTER + "[value]\nentry = 6\n")
    for arguments in (
        ["compare", "plan.toml"],
        ["report", "plan.toml", "--format", "html"],
        ["check", "plan.toml"],
    ):
        done = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert done.exit_code in {0, 3}
        assert done.stdout.count(OLD) == 1, done.stdout
        assert ENTRY in done.stdout
    assert [str(one) for one in check("plan.toml").doubts].count(ENTRY) == 1


def test_python_takes_the_old_names_too():
    gold, scores = ["a", "b"] * 20, [n / 40 for n in range(40)]
    said = {"positive": "a", "cost": 1, "resamples": 0}
    new = budgetplan.plan(gold, {"m": scores}, entry={"value": 6}, **said)
    for old in ({"value": {"entry": 6}}, {"value__entry": 6}):
        planned = budgetplan.plan(gold, {"m": scores}, **old, **said)
        assert planned.decision["plan"] == new.decision["plan"]
        assert sum(OLD in line for line in planned.messages) == 1


def test_what_means_two_keys_under_either_name_is_asked_about():
    assert ending("entry") == ["entry.value", "words.entry"]
    assert meanings("entry") == ("entry.value", "words.entry")
