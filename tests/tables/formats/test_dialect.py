"""How a text file is written, found on all of it: encoding, separator, quotation marks, decimals, line numbers."""

import codecs
import io
from decimal import Decimal

import numpy as np
import pytest

from budgetplan.dataset.predicted import read_classified
from budgetplan.dataset.scored import read_table
from budgetplan.domain.plan import ClassifierSpec, Columns, Deferral, ModelSpec, Plan, TableForm, Worths
from budgetplan.domain.prices import Prices
from budgetplan.errors import BadDataError
from budgetplan.tables import files as opening
from budgetplan.tables.files import Opened
from budgetplan.tables.formats.text import Dialect, encoding_of, find_dialect

ROWS = "item_id,gold,p,c\nä,ja,0.25,1.5\nb,nein,-1e-3,0.04\nc,,2.0,\n"
"""A table as it is written plainly; every test writes the same one in another way."""


def written(separator=",", decimal=".", encoding="utf-8", end="\n", first=""):
    """Return the table as another program would write it."""
    rows = []
    for line in ROWS.splitlines():
        cells = [cell.replace(".", decimal) if cell[:1] not in "ig" else cell for cell in line.split(",")]
        quoted = [f'"{cell}"' if separator in cell else cell for cell in cells]
        rows.append(separator.join(quoted))
    return (first + end.join(rows) + end).encode(encoding)


def read(tmp_path, data, form=TableForm()):  # noqa: B008
    (tmp_path / "t.csv").write_bytes(data)
    columns = Columns("gold", cost="c", split="split")
    plan = Plan(str(tmp_path / "t.csv"), columns, ("ja",), (ModelSpec("p", "p"),), form=form)
    return read_table(plan)


@pytest.mark.parametrize(
    ("encoding", "said", "end"),
    [
        ("utf-8", "UTF-8", "\n"),
        ("utf-8-sig", "UTF-8", "\r\n"),
        ("utf-16", "UTF-16", "\r\n"),
        ("utf-16", "UTF-16", "\r"),
        ("cp1252", "Windows-1252", "\r"),
    ],
)
@pytest.mark.parametrize("decimal", [".", ","])
@pytest.mark.parametrize(("separator", "name"), [(",", "comma"), (";", "semicolon"), ("\t", "tab")])
def test_every_way_to_write_a_table_reads_the_same(tmp_path, separator, name, decimal, encoding, said, end):
    table = read(tmp_path, written(separator, decimal, encoding, end))
    assert table.items.ids == ("b", "c", "ä")
    assert table.items.classes == ("ja", "nein")
    assert table.models[0].score.tolist() == [-0.001, 2.0, 0.25]
    np.testing.assert_array_equal(table.items.listed_cost, [40_000, np.nan, 1_500_000])
    plain = (separator, decimal, said) == (",", ".", "UTF-8")
    sign = "point" if decimal == "." else "comma"
    line = f"Read as {name}-separated, decimal {sign}, {said}."
    assert [text for text in map(str, table.messages) if text.startswith("Read")] == ([] if plain else [line])


@pytest.mark.parametrize("mark", [codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_both_byte_orders_of_utf16(tmp_path, mark):
    encoding = "utf-16-le" if mark == codecs.BOM_UTF16_LE else "utf-16-be"
    assert read(tmp_path, mark + written(encoding=encoding)).items.ids == ("b", "c", "ä")
    # Without the mark nothing is guessed, and it can be said.
    with pytest.raises(BadDataError, match=f"without a byte order mark.*table.encoding={encoding}"):
        read(tmp_path, written(encoding=encoding))
    said = read(tmp_path, written(encoding=encoding), TableForm(encoding=encoding))
    assert said.items.ids == ("b", "c", "ä")


def test_utf16_that_is_said_needs_its_mark_or_its_order(tmp_path):
    marked = written(encoding="utf-16")
    assert read(tmp_path, marked, TableForm(encoding="utf-16-le")).items.ids == ("b", "c", "ä")
    with pytest.raises(BadDataError) as error:
        read(tmp_path, written(), TableForm(encoding="utf-16"))
    assert str(error.value).endswith(
        "there is no byte order mark, which UTF-16 has; leave out table.encoding, or use --set table.encoding=utf-16-le or utf-16-be"
    )


def test_a_letter_at_the_very_end_decides_the_encoding():
    data = b"a,b\n" + b"x,y\n" * (opening.BLOCK // 2)
    assert encoding_of(Opened("t", io.BytesIO(data))) == "utf-8"
    assert encoding_of(Opened("t", io.BytesIO(data + "é".encode()))) == "utf-8"
    assert encoding_of(Opened("t", io.BytesIO(data + "é".encode("cp1252")))) == "windows-1252"
    # A letter of two bytes, one in each block that is read.
    data = b"x" * (opening.BLOCK - 1) + "é".encode()
    assert encoding_of(Opened("t", io.BytesIO(data))) == "utf-8"
    assert encoding_of(Opened("t", io.BytesIO(data[:-1]))) == "windows-1252"


def test_excels_first_line_names_the_separator_and_counts_as_a_line(tmp_path):
    table = read(tmp_path, written(";", ",", first="sep=;\n"))
    assert table.items.n_items == 3
    with pytest.raises(BadDataError) as error:
        read(tmp_path, written(";", ",", first="sep=;\r\n") + b"d;ja;x;1\n")
    assert error.value.problems[0].line == 6


def test_the_rows_decide_where_the_header_can_be_read_in_two_ways():
    data = b"id;text, raw;gold\na;one;y\nb;one, two, three;n\n"
    assert find_dialect(Opened("t", io.BytesIO(data))).separator == "semicolon"
    assert find_dialect(Opened("t", io.BytesIO(data), form=TableForm(separator="comma"))).separator == "comma"
    # No reading fits: the one with more rows of the right length is taken, and the others are told.
    data += b"c;x;y;z\n"
    assert find_dialect(Opened("t", io.BytesIO(data))).separator == "semicolon"


def test_quotation_marks_between_tabs_may_be_letters(tmp_path):
    rows = b'item_id\ttext\tgold\tp\na\t"Yes" she said\tja\t1\nb\t"\tnein\t2\n'
    plan = Plan(str(tmp_path / "t.tsv"), Columns("gold", split="split"), ("ja",), (ModelSpec("p", "p"),))
    (tmp_path / "t.tsv").write_bytes(rows)
    table = read_table(plan)
    assert table.items.ids == ("a", "b")
    assert str(table.messages[0]) == "Read as tab-separated, quotation marks as text, UTF-8."
    # Where quotation marks fit together they hold cells together.
    quoted = io.BytesIO(b'a\tb\n"x\ty"\tz\n')
    assert find_dialect(Opened("t", quoted)) == Dialect("utf-8", "tab")


def test_weights_sizes_and_probabilities_have_decimal_commas_too(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("item_id;gold;p:x;p:y;w;u\na;x;0,75;0,25;1,5;2,5\nb;y;0,5;0,5;1;3\n")
    columns = Columns("gold", weight="w", units="u", split="split")
    deferral = Deferral((ClassifierSpec("m", "p"),), Worths(error_weight=Decimal(4)))
    prices = Prices(per_unit=Decimal(2), stated=True)
    got = read_classified(Plan(str(path), columns, (), (), prices, deferral=deferral))
    assert got.test.models[0].probabilities.tolist() == [[0.75, 0.25], [0.5, 0.5]]
    assert got.test.weight.tolist() == [1.5, 1]
    assert got.test.review_cost.tolist() == [5, 6]
    assert str(got.messages[0]) == "Read as semicolon-separated, decimal comma, UTF-8."


def test_what_the_user_says_holds(tmp_path):
    rows = b"item_id;gold;p;c\na;ja;1,250;1\nb;nein;2,5;1\n"
    assert read(tmp_path, rows).models[0].score.tolist() == [1.25, 2.5]
    with pytest.raises(BadDataError, match="decimal comma"):
        read(tmp_path, rows, TableForm(decimal="point"))
    only = b"item_id;gold;p;c\na;ja;1,250;1\nb;nein;2,500;1\n"
    with pytest.raises(BadDataError, match="may be a decimal comma or a thousands separator"):
        read(tmp_path, only)
    assert read(tmp_path, only, TableForm(decimal="comma")).models[0].score.tolist() == [1.25, 2.5]


def test_a_word_that_ends_in_a_sharp_s_before_a_quotation_mark_is_windows_1252(tmp_path):
    rows = "item_id;gold;p;c;text\na;ja;1;1;„süß“ und „Fuß” – »heiß«\nb;nein;2;1;groß\xa0–ß…\n"
    assert read(tmp_path, rows.encode("cp1252")).models[0].score.tolist() == [1, 2]
    # Beside letters of UTF-8 it is a part of two encodings all the same.
    with pytest.raises(BadDataError, match="line 3: one part of this line is UTF-8"):
        read(tmp_path, b"id,gold\na,y\nb,\xdf\x93\xe4\xc3\xa4\n")
