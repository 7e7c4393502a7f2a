"""What was said, and where: plan file first, flags over it."""

import pytest

from budgetplan.errors import Problem, UsageError
from budgetplan.settings.sources import Setting, Settings, gather


def test_flags_that_were_not_given_do_not_count():
    settings = gather("t.csv", {"table.label": None, "table.positive": (), "set": (), "models.name": ()})
    assert settings.by_key == {"table.file": Setting("t.csv", "the first argument")}
    assert settings.models == []
    assert settings.problems == []


def test_every_setting_knows_where_it_was_said(tmp_path):
    path = tmp_path / "plan.TOML"
    path.write_text('words = "a,b,c,d"\n[table]\nlabel = "gold"\nid = "i"\n[[models]]\nname = "p"\n')
    settings = gather(str(path), {"table.label": "g", "set": ("sure.seed = 3",)})
    assert settings.by_key["table.id"] == Setting("i", f"{path}, table.id")
    assert settings.by_key["words"] == Setting("a,b,c,d", f"{path}, words")
    assert settings.by_key["table.label"] == Setting("g", "--label")
    assert settings.by_key["sure.seed"] == Setting("3", "--set sure.seed")
    assert settings.models == [{"name": Setting("p", f"{path}, model 1, name")}]


def test_an_empty_value_on_the_command_line_takes_that_of_the_file_away(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text('[table]\nsplit = "test"\n')
    assert "table.split" not in gather(str(path), {"table.split": ""}).by_key


def test_decimals_stay_as_they_are_written(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text("[cost]\nper_item = 0.1000000000000000055\n")
    assert gather(str(path), {}).by_key["cost.per_item"].value == "0.1000000000000000055"


def test_a_class_with_a_dot_or_an_equals_sign_can_be_set_or_written():
    settings = gather("t.csv", {"set": ("entry.value.a.b=3", "cost.fixed.x = y=2")})
    assert settings.by_key["entry.value"].value == {"a.b": "3"}
    assert settings.by_key["cost.fixed"].value == {"x": "y=2"}


def test_classes_of_a_model_are_a_list_and_its_other_keys_are_not(tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text('[[models]]\nname = "m"\nclasses = ["a", "b"]\nprobabilities = ["p"]\n')
    settings = gather(str(plan), {})
    assert settings.models[0]["classes"].value == ["a", "b"]
    assert "probabilities" not in settings.models[0]
    [problem] = settings.problems
    assert (problem.wrong, problem.found) == ("this is not one value", "a list")


def test_names_of_columns_come_from_the_plan_file_the_flag_and_set(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text('[table.map]\n"Punkte" = "score"\nb = "c"\n')
    flags = {"table.map": ("b=d", "x=y=z"), "set": ("table.map.Note = n", "table.map=q=r")}
    settings = gather(str(path), flags)
    assert settings.problems == []
    assert settings.by_key["table.map"].value == {
        "Punkte": "score",
        "b": "d",
        "x=y": "z",
        "Note": "n",
        "q": "r",
    }
    [problem] = gather("t.csv", {"table.map": ("b",)}).problems
    assert str(problem) == '--map: there is no equals sign (found "b"); write THEIRS=OURS'


@pytest.mark.parametrize(
    ("where", "file", "option"),
    [
        ("plan.toml, cost.per_item", "plan.toml", "cost.per_item"),
        ("plan.toml, model 2, name", "plan.toml", "model 2, name"),
        ("plan.toml", "plan.toml", ""),
        ("--set cost.per_item", "", "--set cost.per_item"),
        ("the first argument", "", "the first argument"),
    ],
)
def test_a_refused_value_knows_its_file_and_its_option(where, file, option):
    settings = Settings("plan.toml", {}, [], [])
    settings.refuse(where, "this is bad; mend it", found="x")
    assert settings.problems == [Problem("this is bad", "mend it", file=file, option=option, found="x")]
    assert str(settings.problems[0]) == f'{where}: this is bad (found "x"); mend it'


@pytest.mark.parametrize(
    ("content", "line", "wrong"),
    [
        (b"a = 1\nb = = 2\n", 2, "this cannot be read (Invalid value)"),
        (b"a = 1\n\xff\n", 2, "this is not UTF-8 text"),
    ],
)
def test_a_file_that_is_no_toml_is_one_problem_with_its_line(tmp_path, content, line, wrong):
    path = tmp_path / "plan.toml"
    path.write_bytes(content)
    with pytest.raises(UsageError) as raised:
        gather(str(path), {})
    [problem] = raised.value.problems
    assert (problem.file, problem.line, problem.wrong) == (str(path), line, wrong)


def test_an_option_of_the_command_line_that_says_nothing_is_refused(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text("[goal]\nbudget = 5\n")
    settings = gather(str(path), {"goal.budget": ""})
    assert [str(one) for one in settings.problems] == [
        "--budget: nothing is said here; write a value, or leave it out; --set goal.budget= takes that of a plan file away"
    ]
    assert "goal.budget" not in gather(str(path), {"set": ("goal.budget=",)}).by_key


@pytest.mark.parametrize(
    ("flag", "key", "text", "todo"),
    [
        ("--model", "models.name", "", "write --model NAME=COLUMN"),
        ("--model", "models.name", "=p", "write --model NAME=p"),
        ("--probabilities", "models.probabilities", " =p", "write --probabilities NAME=p"),
    ],
)
def test_a_model_has_a_name(flag, key, text, todo):
    settings = gather("t.csv", {key: (text,)})
    [problem] = settings.problems
    assert str(problem) == f'{flag}: the model has no name (found "{text.strip()}"); {todo}'
    assert not settings.models


def test_a_model_of_a_plan_file_has_a_name(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text('[[models]]\nname = ""\n')
    assert [one.wrong for one in gather(str(path), {}).problems] == ["the model has no name"]
