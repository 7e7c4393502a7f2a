"""Tables of Stata, SPSS, LibreOffice and old Excel: the same cells as the CSV file of the same table."""

import importlib
import sys
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from budgetplan.domain.plan import TableForm
from budgetplan.errors import BadDataError, Problems
from budgetplan.tables.opened import open_table

FIXTURES = Path(__file__).parents[2] / "tools" / "fixtures"
FRAME = pd.DataFrame(
    {
        "item": ["a", "b", "c"],
        "gold": ["ja", "", "nein"],
        "p": np.array([0.1, np.nan, 0.25], dtype=np.float32),
        "n": [1, 2, 3],
    }
)


def read(path, form=None):
    problems = Problems("t")
    with open_table(str(path), form) as file:
        frame = file.read("item", ["gold"], ["p", "n"], problems)
    assert not problems
    return frame


def cells(frame, name):
    text = frame.texts[name]
    return [text.names[code] if code >= 0 else "" for code in text.codes.tolist()]


def same_as_csv(path, tmp_path, form=None):
    FRAME.to_csv(tmp_path / "same.csv", index=False)
    own, other = read(path, form), read(tmp_path / "same.csv")
    assert own.ids == other.ids
    assert cells(own, "gold") == cells(other, "gold")
    np.testing.assert_array_equal(own.numbers["p"].values, other.numbers["p"].values)
    np.testing.assert_array_equal(own.numbers["n"].values, other.numbers["n"].values)
    assert own.lines.tolist() == other.lines.tolist()
    return own


@pytest.mark.parametrize("gold", [FRAME.gold, pd.Categorical(["ja", None, "nein"])])
def test_stata_with_the_names_of_its_values(tmp_path, gold):
    FRAME.assign(gold=gold).to_stata(tmp_path / "t.dta", write_index=False)
    assert (*map(str, same_as_csv(tmp_path / "t.dta", tmp_path).messages),) == ("Read as a Stata file.",)


def test_spss_with_the_names_of_its_values(tmp_path):
    library = importlib.import_module("pyreadstat")
    coded = FRAME.assign(gold=[1.0, np.nan, 2.0], p=FRAME.p.astype(str).astype(float))
    library.write_sav(coded, str(tmp_path / "t.sav"), variable_value_labels={"gold": {1.0: "ja", 2.0: "nein"}})
    same_as_csv(tmp_path / "t.sav", tmp_path)


@pytest.mark.parametrize("name", ["table.ods", "table.xls"])
def test_sheets_that_libreoffice_saved(name):
    known = pd.read_csv(FIXTURES / "libreoffice" / "table.csv", keep_default_na=False)
    problems = Problems("t")
    with open_table(str(FIXTURES / "libreoffice" / name)) as file:
        assert file.header == ("item", "gold", "model_a")
        frame = file.read("item", ["gold"], ["model_a"], problems)
    assert list(frame.ids) == known["item"].tolist()
    assert cells(frame, "gold") == known["gold"].tolist()
    np.testing.assert_allclose(frame.numbers["model_a"].values, known["model_a"], rtol=0)
    assert frame.lines.tolist() == list(range(2, len(known) + 2))


def test_a_named_sheet_that_is_empty_is_not_another_one(tmp_path):
    path = tmp_path / "two.ods"
    with zipfile.ZipFile(FIXTURES / "libreoffice" / "table.ods") as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            sheet = b'<table:table table:name="leer"><table:table-row/></table:table></office:spreadsheet>'
            content = old.read(name)
            if name == "content.xml":
                content = content.replace(b"</office:spreadsheet>", sheet)
            new.writestr(name, content)
    with open_table(str(path)) as file:
        assert file.header == ("item", "gold", "model_a")
    for sheet, told in (("leer", "the file is empty"), ("Blatt", "no sheet Blatt; .*has the sheets table, leer")):
        with pytest.raises(BadDataError, match=told):
            read(path, TableForm(sheet=sheet))


@pytest.mark.parametrize(
    ("name", "library", "called"),
    [
        ("libreoffice/table.ods", "python_calamine", "an OpenDocument sheet"),
        ("libreoffice/table.xls", "python_calamine", "a document of an old office program"),
        ("office/table.sav", "pyreadstat", "an SPSS file"),
    ],
)
def test_without_its_library_it_is_said_what_to_install(name, library, called, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    told = f"this is {called}, and no library for it is installed; run: pip install {library.replace('_', '-')}"
    with pytest.raises(BadDataError, match=told):
        read(FIXTURES / name)


@pytest.mark.parametrize(
    "start", [b"$FL2@(#) SPSS", b"\x72\x02\x01\x00\x03", b"<stata_dta><header>", b"\xd0\xcf\x11\xe0x"]
)
def test_a_damaged_file_is_one_message(start, tmp_path):
    (tmp_path / "t").write_bytes(start + b"\0" * 300)
    with pytest.raises(BadDataError, match="and no table can be read in it; save the table as"):
        read(tmp_path / "t")
