"""Workbooks: the same answers and messages as a CSV file, with the row numbers of the spreadsheet."""

import io
import re
import sys
import zipfile

import openpyxl
import pytest

from budgetplan.dataset.predicted import read_classified
from budgetplan.dataset.scored import read_table
from budgetplan.domain.plan import Columns, ModelSpec, Plan, TableForm
from budgetplan.errors import BadDataError
from budgetplan.settings.build import read_plan

HEAD = ["item_id", "gold", "p", "c"]
ROWS = [["a", "ja", 0.25, 2], ["b", "nein", -0.5, 0.04], ["c", None, 1, None]]


def saved(*sheets):
    """Return a workbook with these sheets, each a list of rows."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets, 1):
        sheet = book.create_sheet(f"S{number}")
        for row in rows:
            sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def read_bytes(data, form=TableForm()):  # noqa: B008
        (tmp_path / "t.xlsx").write_bytes(data)
        columns = Columns("gold", cost="c", split="split")
        return read_table(Plan("t.xlsx", columns, ("ja",), (ModelSpec("p", "p"),), form=form))

    return read_bytes


def refused(read, *arguments):
    with pytest.raises(BadDataError) as error:
        read(*arguments)
    return str(error.value)


def test_a_sheet_reads_as_its_csv_file(read, tmp_path):
    # Empty rows above and between, and cells that only look empty, do not count.
    table = read(saved([[], HEAD, ROWS[0], [], [*ROWS[1], None, " "], ROWS[2]]))
    (tmp_path / "t.xlsx").unlink()
    text = "\n" + "\n".join(",".join("" if one is None else str(one) for one in row) for row in [HEAD, *ROWS])
    same = read(text.encode())
    assert (table.items.ids, table.items.classes) == (same.items.ids, same.items.classes)
    assert table.models[0].score.tolist() == same.models[0].score.tolist()
    assert table.items.listed_cost.tolist()[:2] == same.items.listed_cost.tolist()[:2] == [2e6, 40_000]
    assert table.messages == same.messages


def test_lines_are_the_rows_of_the_sheet(read):
    told = refused(read, saved([[], HEAD, [], *ROWS, [], ["d", "ja", "x", 1]]))
    assert told.startswith('t.xlsx, line 8, column p, item d: this is not a number (found "x")')


def test_what_the_file_says_of_its_size_does_not_count(read):
    smaller = changed(lambda _, part: part.replace(b'ref="A1:D4"', b'ref="A1:A2"'), saved([HEAD, *ROWS]))
    assert read(smaller).items.n_items == 3


def test_numbers_that_are_texts_may_have_commas(read):
    table = read(saved([HEAD, ["a", "ja", "0,25", 2], ["b", "nein", "0,5", 3]]))
    assert table.models[0].score.tolist() == [0.25, 0.5]
    assert str(table.messages[0]) == "Read as a workbook, decimal comma."


def test_of_several_sheets_the_filled_one_or_the_named_one_is_read(read):
    data = saved([["notes"]], [HEAD, *ROWS], [])
    assert "the workbook has 2 sheets (S1, S2); say which: --set table.sheet=S1" in refused(read, data)
    assert read(data, TableForm(sheet="S2")).items.n_items == 3
    assert "there is no sheet s2; did you mean S2?" in refused(read, data, TableForm(sheet="s2"))
    assert read(saved([], [HEAD, *ROWS])).items.n_items == 3


def test_a_sheet_of_a_file_without_sheets_is_told(read):
    [told] = refused(read, b"item_id,gold,p,c\na,ja,0.5,2\n", TableForm(sheet="S1")).splitlines()
    assert told.endswith("has no sheets, and S1 is asked for; leave out table.sheet, or name the workbook")


def test_of_two_tables_one_may_have_no_sheets(tmp_path):
    head = ["item_id", "gold", "p:x", "p:y"]
    (tmp_path / "v.xlsx").write_bytes(saved([["notes"]], [head, ["a", "x", 0.9, 0.1], ["b", "y", 0.2, 0.8]]))
    (tmp_path / "e.csv").write_text("item_id,gold,p:x,p:y\nc,x,0.9,0.1\nd,y,0.2,0.8\n")
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'table = {file_validation = "v.xlsx", file_test = "e.csv", label = "gold", sheet = "S2"}\n'
        'models = [{name = "p", probabilities = "p"}]\nanswers = {error_weight = 4}\n'
    )
    assert read_classified(read_plan(str(plan))).validation.ids == ("a", "b")


def test_a_row_beyond_the_header_is_told(read):
    told = refused(read, saved([HEAD, *ROWS, ["d", "ja", 1, 1, "note"]]))
    assert 'line 5: this row is longer than the header, which has 4 cells (found "5")' in told


def test_a_formula_without_a_value_is_told_where_it_is_used(read):
    rows = [[*HEAD, "other"], ["a", "ja", "=1/4", 1, "=2"], ["b", "nein", 1, 1, "=2"]]
    [told] = refused(read, saved(rows)).splitlines()  # and not again as a score that is lacking
    assert 'line 2, column p: this formula has no value (found "=1/4")' in told
    rows[1][2] = 0.25
    assert read(saved(rows)).items.n_items == 2
    assert "line 1: this formula has no value" in refused(read, saved([["item_id", "gold", '="p"'], ["a", "ja", 1]]))


def archive(**members):
    """Return an archive with these members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return file.getvalue()


def changed(change, data):
    """Return a workbook with each member changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as whole:
        return archive(**{name: change(name, whole.read(name)) for name in whole.namelist()})


def test_what_is_no_workbook_is_told(read):
    data = saved([HEAD, *ROWS])
    mime = "application/vnd.oasis.opendocument"
    for content, told in (
        (saved([]), "the file is empty; write a header and one row for each item"),
        (archive(mimetype=f"{mime}.spreadsheet"), "this is an OpenDocument sheet, and no table can be read in it"),
        (archive(mimetype=f"{mime}.text"), "this is a document, but not an .xlsx workbook"),
        (
            changed(lambda name, part: part[:200] if "sheet1" in name else part, data),
            "this is not a workbook that can be read",
        ),
        (
            changed(lambda _, part: re.sub(rb"<sheets>.*</sheets>", b"<sheets/>", part), data),
            "the workbook has no sheets",
        ),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "this is a document of an old office program"),
    ):
        assert refused(read, content).startswith(f"t.xlsx: {told}")


def test_without_the_library_it_is_said_how_to_get_it(read, monkeypatch):
    data = saved([HEAD, *ROWS])  # before the library goes: saving loads some of its modules late
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    assert "no library for it is installed; run: pip install openpyxl" in refused(read, data)


def drawn(draw, rows=(HEAD, *ROWS)):
    """Return a workbook of which a sheet is changed."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    draw(book.active)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("cells", "column"),
    [("B2:B4", "gold"), ("A3:B3", "gold"), ("D3:D4", "c"), ("E2:E4", ""), ("E2:F2", ""), ("A9:D12", "")],
)
def test_merged_cells_of_columns_that_are_read_are_refused(read, cells, column):
    rows = ([*HEAD, "note", "more"], *([*row, "x", "y"] for row in ROWS))
    data = drawn(lambda sheet: sheet.merge_cells(cells), rows)
    if column:
        assert f"line {cells[1]}, column {column}: the cells {cells} are merged" in refused(read, data)
    else:
        assert read(data).items.ids == ("a", "b", "c")


def test_merged_cells_are_told_in_the_order_of_their_lines(read):
    rows = [HEAD, *([f"i{at}", "n", at / 50] for at in range(40))]

    def draw(sheet):
        for top in range(38, 2, -4):
            sheet.merge_cells(f"B{top}:B{top + 2}")

    told = refused(read, drawn(draw, rows)).splitlines()
    assert [line.partition(",")[2].partition(":")[0] for line in told if "are merged" in line] == [
        f" line {line}, column gold" for line in (6, 10, 14)
    ]


def test_hidden_rows_are_read_and_told(read):
    def hide(sheet):
        sheet.row_dimensions[3].hidden = True
        sheet.row_dimensions[9].hidden = True

    table = read(drawn(hide))
    assert table.items.ids == ("a", "b", "c")
    assert "1 hidden row is read like the others; the first is row 3." in [*map(str, table.messages)]
    assert not any("hidden" in message for message in map(str, read(drawn(lambda sheet: None)).messages))
