"""Sections of a plan file that had another name once: both names make the same plan, and one line says so."""

import pytest
from commands import ended

import budgetplan
from budgetplan.domain.options import BY_KEY, FORMER_SECTIONS, SECTIONS, ending, today
from budgetplan.errors import UsageError
from budgetplan.settings.arguments import meanings
from budgetplan.settings.build import read_plan

FILTER = '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "a"\n[cost]\nper_item = 1\n[[models]]\nname = "s"\n'
DEFER = '[table]\nfile = "t.csv"\nlabel = "gold"\n[[models]]\nname = "rf"\nprobabilities = "p_rf"\n'
OLD = "old names still work"
ENTRY = f"plan.toml: the section value is now called entry; {OLD}"
ANSWERS = f"plan.toml: the section values is now called answers; {OLD}"


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"x{n},{'ab'[n % 2]},{0.9 - n / 100}" for n in range(40)]
    (tmp_path / "t.csv").write_text("\n".join(["item_id,gold,s", *rows]))

    def read_text(text, *changes):
        (tmp_path / "plan.toml").write_text(text)
        plan = read_plan("plan.toml", {"set": changes} if changes else {})
        return plan, [str(notice) for notice in plan.notices]

    return read_text


@pytest.mark.parametrize(
    ("head", "old", "new", "line"),
    [
        (FILTER, "[value]\nentry = 6\nleft_out = -1\nerror = 0.1\n", "[entry]\nvalue = 6\nleft_out = -1\nerror = 0.1\n", ENTRY),
        (FILTER, "[value.entry]\na = 6\n", "[entry.value]\na = 6\n", ENTRY),
        (
            DEFER,
            '[values]\nright = 1\nwrong = -2\n[[values.cell]]\npredicted = "a"\ntruth = "b"\nvalue = -9\n',
            '[answers]\nright = 1\nwrong = -2\n[[answers.cell]]\npredicted = "a"\ntruth = "b"\nvalue = -9\n',
            ANSWERS,
        ),
    ],
)  # fmt: skip
def test_both_names_make_the_same_plan_and_one_line_says_so(read, head, old, new, line):
    plan, told = read(head + new)
    assert told == []
    assert read(head + old) == (plan, [line])


@pytest.mark.parametrize("key", [key for key, entry in BY_KEY.items() if entry.section in FORMER_SECTIONS.values()])
def test_every_key_of_a_section_that_had_another_name_has_it_still(key):
    [former] = [old for old, new in FORMER_SECTIONS.items() if new == key.partition(".")[0]]
    old = f"{former}.{'entry' if key == 'entry.value' else key.partition('.')[2]}"
    assert (today(old), today(key)) == (key, key)
    assert meanings(old.replace(".", "__")) == (key,)


def test_no_section_has_the_former_name_of_another_and_what_means_two_keys_is_asked_about():
    assert not FORMER_SECTIONS.keys() & SECTIONS.keys()
    assert ending("entry") == [*meanings("entry")] == ["entry.value", "words.entry"]


def test_the_command_line_takes_the_old_names_and_both_sections_are_told_once(read):
    plan, told = read(FILTER, "value.entry.a=6", "value.error=0.1")
    assert told == [f"--set value.entry.a: the section value is now called entry; {OLD}"]
    assert plan == read(FILTER, "entry.value.a=6", "entry.error=0.1")[0]
    both = FILTER + "[value]\nentry = 6\n[values]\nreview_cost = 1\n"
    assert read(both, "table.workflow=filter")[1] == [
        f"plan.toml: the section value is now called entry and values is now called answers; {OLD}"
    ]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("[values]\nerror_weight = 4\n[answers]\nerror_weight = 5\n", [("answers.error_weight", "5")]),
        ("[values]\nerror_weight = -1\nrigth = 2\n", [("values.rigth", None), ("values.error_weight", "-1")]),
    ],
)
def test_a_key_under_both_names_and_what_is_wrong_below_an_old_name_is_told_where_it_stands(read, text, places):
    with pytest.raises(UsageError) as caught:
        read(DEFER + text)
    assert [(one.option, one.found) for one in caught.value.problems] == places


@pytest.mark.usefixtures("plan_alone")
def test_every_command_says_the_line_and_goes_on(read):
    read(FILTER + "[value]\nentry = 6\n")
    for command in ("compare", "check"):
        done = ended(command, "plan.toml")
        assert done.exit_code in {0, 3}
        assert (done.stdout.count(OLD), ENTRY in done.stdout) == (1, True)


def test_python_takes_the_old_names_too():
    gold, scores = ["a", "b"] * 20, [n / 40 for n in range(40)]
    said = {"positive": "a", "cost": 1, "resamples": 0}
    new = budgetplan.plan(gold, {"m": scores}, entry={"value": 6}, **said)
    for old in ({"value": {"entry": 6}}, {"value__entry": 6}):
        planned = budgetplan.plan(gold, {"m": scores}, **old, **said)
        assert planned.decision["plan"] == new.decision["plan"]
        assert sum(OLD in line for line in planned.messages) == 1
