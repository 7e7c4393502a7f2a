"""Keys that change nothing in a plan: the plan is read, and each is answered by one line."""

import pytest

from budgetplan.settings.build import read_plan

RANKED = '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = ["y"]\n[[models]]\nname = "a"\n[goal]\nbudget = "9"\n[cost]\nper_item = "1"\n'
ANSWERS = '[table]\nfile = "t.csv"\nlabel = "gold"\n[[models]]\nname = "a"\nprobabilities = "p"\n[answers]\nright = 1\nwrong = -2\nunit = "money"\n'
JOINT = ANSWERS + '[goal]\nbudget = "9"\n[cost]\nper_item = "1"\n'


def told(tmp_path, text, **said):
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    plan = read_plan(
        str(path), {"set": tuple(f"{key.replace('__', '.')}={value}" for key, value in said.items())}
    )
    return [str(notice) for notice in plan.notices]


@pytest.mark.parametrize(
    ("text", "said", "reason"),
    [
        (RANKED, {"goal__covers": "annotation"}, "nothing but annotation is paid for"),
        (ANSWERS, {"goal__covers": "annotation"}, "there is no budget"),
        (RANKED, {"work__looks": "3"}, "no random items are mixed in"),
        (RANKED, {"work__month_hours": "160"}, "no time for an item is said"),
        (RANKED, {"work__hours_a_week": "5"}, "no time for an item is said"),
        (RANKED, {"cost__unit": "words"}, "nothing is paid or timed by size"),
        (RANKED, {"table__units": "size"}, "nothing is paid or timed by size"),
        (JOINT, {"report__parts": "7"}, "only a ranked list is told in parts"),
        (ANSWERS, {"report__parts": "7"}, "only a ranked list is told in parts"),
        (JOINT, {"entry__value": "3"}, "what answers are worth is said by [answers]"),
    ],
)
def test_a_key_that_changes_nothing_is_told_in_one_line(tmp_path, text, said, reason):
    (line,) = told(tmp_path, text, **said)
    (key,) = said
    assert key.replace("__", ".") in line
    assert f"this changes nothing here: {reason}" in line
    assert line.endswith("leave it out")


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"goal__covers": "everything"},
        {"goal__covers": "annotation", "cost__indirect": "0.2"},
        {"goal__covers": "annotation", "cost__fixed.Training": "3"},
        {"work__looks": "3", "work__tail_sample": "20"},
        {"work__hours_a_week": "5", "cost__seconds_per_item": "20"},
        {"cost__unit": "words", "cost__per_unit": "0.1", "table__units": "size"},
        {"report__parts": "7"},
        {"entry__value": "3"},
    ],
)
def test_what_has_its_use_is_not_told(tmp_path, said):
    text = RANKED.replace('per_item = "1"\n', "") if "cost__per_unit" in said else RANKED
    assert told(tmp_path, text, **said) == []


def test_a_key_of_the_plan_file_is_named_with_its_file(tmp_path):
    (line,) = told(tmp_path, RANKED + "[work]\nlooks = 2\n")
    assert line.startswith("plan.toml") or "plan.toml" in line
    assert "looks" in line
