"""Every kind of option has one converter, and what nobody says is what the table of options says."""

import pytest

from budgetplan.domain.asked.keys import ValueKind
from budgetplan.domain.options import BY_KEY
from budgetplan.errors import BadDataError
from budgetplan.settings.kinds import Reader, read_matrix
from budgetplan.settings.sources import Setting, Settings


def reader(**values):
    settings = {key.replace("__", "."): Setting(value, "here") for key, value in values.items()}
    return Reader(Settings("plan.toml", settings, [], []))


def test_no_kind_takes_what_no_value_can_be():
    for key, entry in BY_KEY.items():
        if entry.kind is not ValueKind.CELLS:
            given = reader(**{key.replace(".", "__"): 1 if entry.kind is ValueKind.PAIRS else 1979**99})
            given.value(key)
            [problem] = given.settings.problems
            assert problem.wrong, key
            assert problem.todo, key


def test_what_is_not_said_is_what_the_table_of_options_says():
    for key, entry in BY_KEY.items():
        value = reader().value(key)
        assert value == entry.value, key
        if value and key != "cost.minor_digits":  # the currency has a say there
            assert str(value) == entry.default, key


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("predicted,truth\na,b\n", "m.csv, column value: there is no such column"),
        ("predicted,truth,value\na,b,x\na,b,1\n", "m.csv, line 2, column value: this is not a number (found"),
        ("predicted,truth,value\na,b,1\na,b,1\n", 'm.csv, line 3: this cell is given twice (found "a, b")'),
    ],
)
def test_a_broken_table_of_worths_is_told_with_its_place(tmp_path, monkeypatch, text, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.csv").write_text(text)
    with pytest.raises(BadDataError) as caught:
        read_matrix("m.csv")
    assert str(caught.value).startswith(told)
