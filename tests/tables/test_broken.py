"""Broken and odd files through the command line: one message with its place and its exit code, never a traceback."""

import bz2
import gzip
import io
import json
import lzma
import random
import tarfile
import zipfile

import pandas as pd
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.cli.main import main
from budgetplan.domain.options import BY_KEY

H = "item_id,gold,p\n"
GOOD = H + "a,y,0.9\nb,n,0.4\nc,n,0.2\nd,y,0.7\n"
ASKED = ("--label", "gold", "--positive", "y", "--model", "p", "--set", "sure.resamples=0")


def compare(path, *more):
    """Run the command line on a table, as a user does."""
    return CliRunner().invoke(main, ["compare", str(path), *ASKED, *more], prog_name="budgetplan")


def assert_refused(done, begins, *named):
    """Assert that each line of the message begins so, that it names these, and that nothing else is printed."""
    lines = done.stderr.removeprefix("budgetplan: ").splitlines()
    wanted = begins.split("\n")
    assert len(lines) == len(wanted), done.stderr
    for line, begin in zip(lines, wanted, strict=True):
        assert line.startswith(begin)
    for word in named:
        assert word in done.stderr
    assert (done.exit_code, done.stdout) == (4, "")


def zipped(*members):
    """Return a zip archive of these files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members:
            archive.writestr(name, text)
    return file.getvalue()


def tarred(text):
    """Return a tar archive of one file."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        info = tarfile.TarInfo("t.csv")
        info.size = len(text)
        archive.addfile(info, io.BytesIO(text.encode()))
    return file.getvalue()


# Of each file what it holds, and what is said of it behind its name, a line each; then what else is in the message.
BROKEN = {
    "empty": ("", ": the file is empty"),
    "blank": ("\n  \n,,\n", ": the file is empty"),
    "header alone": (H, ": the table has a header and no rows"),
    "prose": ("This is no table.\nNot at all.\n", ': only one column was found (found "This is no table.")'),
    "picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ": this is a picture"),
    "gzip cut": (gzip.compress(GOOD.encode(), mtime=0)[:-9], ": this file is packed by gzip and damaged"),
    "gzip with another sum": (
        gzip.compress(GOOD.encode(), mtime=0)[:-8] + b"\0" * 8,
        ": this file is packed by gzip and damaged",
    ),
    "bzip2 cut": (bz2.compress(GOOD.encode())[:-9], ": this file is packed by bzip2 and damaged"),
    "xz cut": (lzma.compress(GOOD.encode())[:-9], ": this file is packed by xz and damaged"),
    "zip cut": (zipped(("t.csv", GOOD))[:-30], ": this file is packed by zip and damaged"),
    "an empty zip": (zipped(), ": this archive is empty"),
    "a zip of two": (zipped(("a.csv", GOOD), ("b.csv", GOOD)), ": this archive holds 2 files (a.csv, b.csv)"),
    "tar.gz": (gzip.compress(tarred(GOOD), mtime=0), ": this is an archive of files"),
    "a JSON score that is a word": (
        '{"item_id": "a", "gold": "y", "p": 1}\n{"item_id": "b", "gold": "n", "p": true}\n',
        ', line 2, column p, item b: this is not a number (found "true")',
    ),
    "zero bytes alone": (bytes(3000), ", line 1: this is not a text file: there is a zero byte here"),
    "a header of semicolons above rows of commas": (
        GOOD.replace(",", ";", 2),
        ", line 1: a semicolon separates the names in the header, a comma the cells below",
        "use the same separator in all lines",
    ),
    "zero byte": (GOOD + "e,n,\0\n", ", line 6: this is not a text file: there is a zero byte here"),
    "UTF-16 without a mark": (
        GOOD.encode("utf-16-le"),
        ": this looks like UTF-16 text without a byte order mark",
        "table.encoding=utf-16-le",
    ),
    "UTF-16 cut": (GOOD.encode("utf-16")[:-1], ", line 5: this is not UTF-16 text"),
    "UTF-16 half a letter": (
        (GOOD + "e").encode("utf-16") + b"\x00\xd8" + ",n,1\n".encode("utf-16-le"),
        ", line 6: this is not UTF-16 text",
    ),
    "UTF-32": (GOOD.encode("utf-32"), ": this is UTF-32 text"),
    "a mark and then no UTF-8": (b"\xef\xbb\xbf" + GOOD.encode() + b"\xe9,n,1\n", ", line 6: this is not UTF-8 text"),
    "two encodings": (
        GOOD.encode() + "é,n,1\n".encode() + b"\xe9t\xe9,n,1\n",
        ", line 7: this line is in another encoding than line",
        "table.encoding=windows-1252",
    ),
    "neither of two": (GOOD.encode() + b"\x81,n,1\n", ", line 6: this is neither UTF-8 nor Windows-1252 text"),
    "two separators": (
        "gold;x,p\ny;1,2\nn;1,3\n",
        ": the columns may be separated by commas (gold;x | p)",
        "table.separator=comma",
    ),
    "open quote": (GOOD + '"e,n,1\nf,n,1\n', ", line 6: a quotation mark opens here and is never closed"),
    "quotes inside": (GOOD + '"e"f,n,1\n', ", line 6: the quotation marks do not match"),
    "a cell without end": (
        GOOD + "x" * (2**24 + 1) + ",n,1\n",
        ", line 6: a cell is longer than 16,777,216 characters,",
    ),
    "short row": (GOOD + "e,n\n", ', line 6: this row is shorter than the header, which has 3 cells (found "2")'),
    "long row": (GOOD + "e,n,0,5\n", ', line 6: this row is longer than the header, which has 3 cells (found "4")'),
    "a line break in a cell before it": (
        GOOD + '"e\r\nf",n,1\ng\n',
        ', line 8: this row is shorter than the header, which has 3 cells (found "1")',
    ),
    "word": (GOOD + "e,n,high\n", ', line 6, column p, item e: this is not a number (found "high")'),
    "one comma among points": (
        GOOD + 'e,n,"0,5"\n',
        ', line 6, column p, item e: this number has a decimal comma (found "0,5")',
        "write 0.5",
    ),
    "thousands or decimals": (
        "item_id;gold;p\na;y;1,250\nb;n;2\n",
        ', line 2, column p, item a: the comma in this number may be a decimal comma or a thousands separator (found "1,250")',
        "write 1250",
        "table.decimal=comma",
    ),
    "points may be thousands": (
        "item_id;gold;p\na;y;1.250\nb;n;0,5\nc;n;0,7\n",
        ', line 2, column p, item a: the point in this number may be a decimal point or a thousands separator (found "1.250")',
        "write 1250",
        "write 1,25",
    ),
    "no score": (GOOD + "e,n,\n", ", line 6, column p, item e: a labelled item has no score", "table.missing=last"),
    "the same id twice": (
        GOOD + "a,n,1\n",
        ', line 6, column item_id: two items have the same id (found "a")',
        "the first is in line 2",
    ),
    "no id": (GOOD + ",n,1\n", ", line 6, column item_id: the item has no id"),
    "two columns of one name": ("gold,p,p\ny,1,1\n", ", line 1, column p: two columns have the same name"),
    "another case": (
        "item_id,Gold,P\na,y,1\n",
        ", column gold: there is no such column\n, column p: there is no such column for the model p",
        "did you mean Gold",
        "has the columns item_id, Gold, P",
        "did you mean P",
    ),
    "no labels": (H + "a,,1\nb,,2\n", ", column gold: no row has a label"),
    "another label": (H + "a,ja,1\nb,nein,2\n", ", column gold: no item has the label y", '"ja" (1), "nein" (1)'),
    "several at once": (
        GOOD + "e,n,x\nf\na,n,1\n",
        ', line 7: this row is shorter than the header, which has 3 cells (found "1")\n, line 8, column item_id: two items have the same id (found "a")\n, line 6, column p, item e: this is not a number (found "x")',
        "the first is in line 2",
    ),
}


ODD_OPTIONS = {
    "a column that is not there to be renamed": (
        GOOD,
        ("--map", "socre=score"),
        ", column socre: there is no such column, which is to be called",
        "has the columns item_id, gold, p",
    ),
    "two columns renamed to one": (
        "gold,p,q\ny,1,2\nn,2,1\n",
        ("--map", "q=p"),
        '--map: the table has a column p already, so q cannot have this name (found "q=p")',
    ),
    "Windows-1252 that is said to be UTF-8": (
        GOOD.encode() + b"\xe9,n,1\n",
        ("--set", "table.encoding=utf-8"),
        ", line 6: this is not UTF-8 text",
        "table.encoding",
    ),
}


LONG = ("--set", "table.long=item_id,model,score")
LONG_GOOD = "item_id,gold,model,score\na,y,p,0.9\na,y,q,0.8\nb,n,p,0.4\nb,n,q,0.1\n"
ODD_OPTIONS |= {
    "a label that programs write where there is none": (
        GOOD + "e,NA,0.6\nf,null,0.5\ng,NA,0.3\n",
        (),
        ', line 6, column gold: the label in 2 rows may mean that nobody has judged the item (found "NA")\n, line 7, column gold: the label in 1 row may mean that nobody has judged the item (found "null")',
        "table.empty=NA",
        "table.as_label=NA",
        "table.empty=null",
        "table.as_label=null",
    ),
    "two labels of a text, as doccano joins them": (
        GOOD + "e,y#n,0.6\nf,c#,0.5\ng,y#n,0.3\n",
        (),
        ', line 6, column gold: the label in 2 rows seems to be several labels at once (found "y#n")',
    ),
    "two labels of a text, as people write them": (
        GOOD + "e,y; n,0.6\nf,y;z,0.5\n",
        (),
        ', line 6, column gold: the label in 1 row seems to be several labels at once (found "y; n")',
        'table.as_label="y; n"',
    ),
    "no column of models": (
        GOOD,
        LONG,
        ", column model: there is no such column\n, column score: there is no such column",
        "has the columns item_id, gold, p",
    ),
    "a pair twice": (
        LONG_GOOD + "\na,y,q,0.8\n",
        LONG,
        ", line 7, column score, item a: the item has two",
        "the first is in line 3",
    ),
    "a pair without its score": (
        LONG_GOOD + "c,n,q,1\nc,n,p,\n",
        LONG,
        ", line 7, column score, item c: a labelled item has no",
        "table.missing=last",
    ),
    "two labels": (LONG_GOOD + "c,n,p,1\nc,y,q,1\n", LONG, ", line 7, column gold, item c: the rows of this item"),
    "a row without a model": (LONG_GOOD + "a,y,,1\n", LONG, ", line 6, column model, item a: the row has no model"),
    "a model with the name of a column": (
        LONG_GOOD + "a,y,gold,1\n",
        LONG,
        ', line 6, column model: this model has the name of a column of the table (found "gold")',
    ),
    "a model that is not there": (
        LONG_GOOD.replace("p,0", "pp,0"),
        LONG,
        ", column p: there is no such column for the model p",
        "did you mean pp",
        "has the columns item_id, gold, pp, q",
    ),
}


CHOICE = {"from_name": "gold", "to_name": "text", "type": "choices", "value": {"choices": ["y"]}}
SPAN = CHOICE | {"type": "labels", "value": {"start": 0, "end": 4, "labels": ["y"]}}


def tasks(*results, **more):
    """Return a Label Studio export of two judged tasks; the annotation of the second one has these results."""
    sound = {"completed_by": 1, "lead_time": 2.5, "result": [CHOICE]}
    listed = [{"id": n, "data": {"p": n}, "annotations": [sound]} for n in (1, 2)]
    listed[1]["annotations"] = [sound | {"result": results} | more]
    return json.dumps(listed, indent=None).replace(', {"id"', ',\n{"id"')


GOLD = ("--map", "label=gold")
AN_EXPORT = {
    "spans of Label Studio": (tasks(SPAN, CHOICE), (), ", line 2: a Label Studio export with labels cannot be"),
    "relations of Label Studio": (
        tasks(CHOICE, {"type": "relation", "from_id": "a", "to_id": "b"}, SPAN | {"type": "taxonomy"}),
        (),
        ", line 2: a Label Studio export with relation,",
    ),
    "choices for parts of texts": (
        tasks(CHOICE | {"value": {"start": 1, "end": 2, "choices": ["y"]}}),
        (),
        ", line 2: a Label Studio export with choices for parts",
    ),
    "a choice that is no text": (
        tasks(CHOICE | {"value": "y"}),
        GOLD,
        ', line 2, column label, item 2: the choice is not a list of one text (found "y")',
    ),
    "annotations that are none": (
        tasks(CHOICE)[:-1] + ',\n{"id": 3, "data": {"p": 1}, "annotations": {"id": 1}}]',
        GOLD,
        ', line 3, column label, item 3: the annotations are not a list of objects (found "{"id": "1"}")',
    ),
    "nobody has judged": (
        tasks(CHOICE).replace("lead_time", "was_cancelled").replace("2.5", "true"),
        GOLD,
        ", column gold: no row has a label",
    ),
    "a task twice": (
        tasks(CHOICE).replace('"id": 2', '"id": 1'),
        GOLD,
        ', line 2, column id: two items have the same id (found "1")',
        "the first is in line 1",
    ),
    "relations of Prodigy": (
        '{"text": "T", "label": "y", "relations": [{"head": 0}], "answer": "accept"}\n',
        (),
        ", line 1: a Prodigy export with relations cannot be",
    ),
    "relations of doccano": (
        '{"id": 1, "text": "T", "entities": [{"id": 1}], "relations": [{"id": 2}]}\n',
        (),
        ", line 1: a doccano export with relations, spans",
    ),
    "no JSON where JSON is said": (GOOD, ("--dialect", "doccano"), ": this is not JSON, but a doccano export is"),
    "JSON where a table is said": (
        '{"title": "T", "included": 1}\n',
        ("--dialect", "asreview"),
        ": this is JSON, but an ASReview export is a table",
    ),
}


ONE_FILE = {name: (data, (), *told) for name, (data, *told) in BROKEN.items()} | ODD_OPTIONS | AN_EXPORT


@pytest.mark.parametrize("name", ONE_FILE)
def test_a_file_that_cannot_be_used_gives_one_message(tmp_path, monkeypatch, name):
    data, options, message, *named = ONE_FILE[name]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_bytes(data if isinstance(data, bytes) else data.encode())
    lines = [f"t.csv{line}" if line[0] in ":," else line for line in message.split("\n")]
    assert_refused(compare("t.csv", *options), "\n".join(lines), *named)


L = ("--set", "table.labels=l.csv")
P = ("--set", "table.costs=l.csv", "--set", "table.cost=c")
T = "item_id,p\na,0.9\nb,0.4\n"
FURTHER = {
    "no file": (T, None, L, "l.csv: there is no such file"),
    "no ids in the table": (
        "p\n1\n",
        "item_id,gold\na,y\n",
        L,
        "t.csv: a label is found by the item's id, and the table has",
        "--id",
    ),
    "no ids in the file": (T, "key,gold\na,y\n", L, "l.csv: this file has no column with the items' ids"),
    "no labels in the file": (
        T,
        "id,gld\na,y\n",
        L,
        "l.csv, column gold: there is no such column",
        "did you mean gld",
        "has the columns id, gld",
    ),
    "labels in both": (GOOD, "id,gold\na,y\n", L, "t.csv, column gold: this column is in the table and in l.csv"),
    "labels in the wrong one": (
        GOOD,
        "id,urteil\na,y\n",
        L,
        "t.csv, column gold: this column is in the table, but not in l.csv, from which it is to be taken",
        "the columns there are id, urteil",
    ),
    "an item twice": (
        T,
        "id;gold\na;y\nb;n\n\na;n\n;n\n",
        L,
        'l.csv, line 5: this item has two rows with a label (found "a")\nl.csv, line 6: this label has no id',
        "the first is in line 2",
        "if several people judged the same items, use --set table.annotator=COLUMN",
    ),
    "two encodings": (
        T,
        "id,gold\na,é\nb,".encode() + b"\xe9\n",
        L,
        "l.csv, line 3: this line is in another encoding than line",
        "table.encoding=windows-1252",
    ),
    "a price that is a word": (
        GOOD,
        "id;c\nd;1,5\nc;x\nb;-2,5\na;0.5\n",
        P,
        'l.csv, line 5, column c, item a: this number has a decimal point (found "0.5")\nl.csv, line 3, column c, item c: this is not a number (found "x")\nl.csv, line 4, column c, item b: the price is below 0 (found "-2,5")',
        "write 0,5",
    ),
    "no price": (
        GOOD,
        "id,c\na,1\nb,1\nc,\n",
        P,
        "l.csv, line 4, column c, item c: a labelled item has no\nl.csv, column c, item d: a labelled item has no price",
    ),
}


@pytest.mark.parametrize("name", FURTHER)
def test_a_further_file_that_does_not_fit_gives_one_message(tmp_path, monkeypatch, name):
    table, further, options, message, *named = FURTHER[name]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(table)
    if further is not None:
        (tmp_path / "l.csv").write_bytes(further if isinstance(further, bytes) else further.encode())
    done = compare("t.csv", *options)
    assert_refused(done, message, *named)


EMPTY = "e,y,-999\nf,NA,0.95\ng,NA,NA\n"


def test_what_stands_for_an_empty_cell_can_be_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = ("--set", "table.empty=NA", "--set", "table.empty=-999", "--set", "table.missing=last")
    (tmp_path / "t.csv").write_text(GOOD + EMPTY, encoding="utf-8")
    named = compare("t.csv", *said)
    (tmp_path / "t.csv").write_text(GOOD + EMPTY.replace("NA", "").replace("-999", ""), encoding="utf-8")
    left = compare("t.csv", "--set", "table.missing=last")
    # The list's two items score beyond all that is labelled: nothing is recommended for them.
    assert (named.exit_code, named.output) == (3, left.output)
    assert "2 of 7 rows have no label" in left.output


def test_in_further_files_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("item_id,p\na,0.9\nb,0.4\nc,0.2\n", encoding="utf-8")
    (tmp_path / "l.csv").write_text("item_id,gold\na,y\nb,n\nc,NA\n", encoding="utf-8")
    assert_refused(
        compare("t.csv", *L),
        'l.csv, line 4, column gold: the label in 1 row may mean that nobody has judged the item (found "NA")',
    )
    taken = compare("t.csv", *L, "--set", "table.empty=NA")
    # The list's only item scores below both labelled ones: nothing is recommended for it.
    assert taken.exit_code == 3
    assert "1 of 3 rows has no label" in taken.output


SETS = (
    "table.separator=comma",
    "table.separator=semicolon",
    "table.decimal=comma",
    "table.encoding=utf-16",
    "table.encoding=windows-1252",
)


def as_json(text):
    """Return the good table as JSON Lines."""
    head, *rows = (line.split(",") for line in text.splitlines())
    return "".join(json.dumps(dict(zip(head, row, strict=True))) + "\n" for row in rows)


def as_parquet(text):
    """Return the good table as a Parquet file."""
    file = io.BytesIO()
    pd.read_csv(io.StringIO(text)).to_parquet(file)
    return file.getvalue()


def as_workbook(text):
    """Return the good table as a workbook."""
    file = io.BytesIO()
    pd.read_csv(io.StringIO(text)).to_excel(file, index=False)
    return file.getvalue()


def answers_or_says(path, *more):
    """Assert that a table gives an answer or one message, and no traceback."""
    done = compare(path, *more)
    # 3: all could be read, and nothing can be recommended.
    if done.exit_code in (0, 3):
        assert done.stderr == ""
        assert done.stdout
    else:
        assert isinstance(done.exception, SystemExit), done.exception
        assert done.exit_code == 4
        assert done.stderr.startswith("budgetplan: ")
        assert done.stdout == ""


texts = st.text("ab,;\t\n\r\"'1e.,-= éÃ©\0\x81", max_size=60)


@settings(max_examples=30, deadline=None)
@given(
    data=st.one_of(
        st.binary(max_size=100),
        texts.map(lambda text: (GOOD + text).encode()),
        texts.map(lambda text: (GOOD.replace(",", ";") + text).encode("utf-16", "surrogatepass")),
        st.binary(max_size=40).map(lambda data: GOOD.encode() + data),
    ),
    said=st.sampled_from(((), *(("--set", one) for one in SETS))),
)
@pytest.mark.slow
def test_any_bytes_give_an_answer_or_one_message(tmp_path_factory, data, said):
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes(data)
    answers_or_says(path, *said)


KEYS = [
    "id", "item_id", "data", "annotations", "predictions", "result", "value", "choices", "type", "from_name", "text",
    "was_cancelled", "ground_truth", "lead_time", "completed_by", "annotation_id", "annotator", "model_version", "gold",
    "score", "label", "meta", "answer", "accept", "options", "spans", "versions", "_task_hash", "cats", "prediction",
    "entities", "relations", "p", "asreview_label",
]  # fmt: skip
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats()
    | st.sampled_from(["choices", "y", "n", "accept", "reject", "", "x", "\ud83d"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=30,
)
DIALECTS = BY_KEY["table.dialect"].choices


@settings(max_examples=50, deadline=None)
@given(found=st.lists(values, max_size=4), as_lines=st.booleans(), dialect=st.sampled_from(DIALECTS))
@pytest.mark.slow
def test_any_json_gives_an_answer_or_one_message(tmp_path_factory, found, as_lines, dialect):
    path = tmp_path_factory.getbasetemp() / "any.json"
    whole = "\n".join(map(json.dumps, found)) if as_lines else json.dumps(found, indent=1)
    path.write_text(whole)
    for more in ((), GOLD):
        answers_or_says(path, "--dialect", dialect, *more)


@pytest.mark.parametrize("write", [as_json, as_parquet, as_workbook])
@pytest.mark.few(1)
def test_other_kinds_of_files_with_bytes_changed_give_an_answer_or_one_message(tmp_path, write):
    chance = random.Random(1)
    good = write(GOOD)
    good = good.encode() if isinstance(good, str) else good
    path = tmp_path / "t"
    path.write_bytes(good)
    assert compare(path).exit_code in (0, 3)
    for _ in range(40):
        data = bytearray(good)
        for _ in range(chance.randint(1, 3)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        end = chance.choice((len(data), chance.randrange(1, len(data))))
        path.write_bytes(bytes(data[:end]))
        answers_or_says(path)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.few(8)
def test_a_good_file_with_bytes_changed_gives_an_answer_or_one_message(tmp_path, seed):
    chance = random.Random(seed)
    good = [GOOD, GOOD.replace(",", ";").replace(".", ","), GOOD.replace(",", "\t").replace("a", "é")]
    encodings = ("utf-8", "utf-8-sig", "utf-16", "cp1252")
    for number in range(25):
        pack = chance.choice(
            (bytes, bytes, bytes, gzip.compress, bz2.compress, lzma.compress, lambda data: zipped(("t.csv", data)))
        )
        data = bytearray(pack(chance.choice(good).encode(chance.choice(encodings))))
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(data))
            deed = chance.choice(("change", "leave out", "put in", "cut"))
            if deed == "change":
                data[at] = chance.randrange(256)
            elif deed == "leave out":
                del data[at]
            elif deed == "put in":
                data[at:at] = chance.choice((b'"', b";", b",", b"\n", b"\0", b"\xff", b"\xe9"))
            else:
                data = data[: max(at, 1)]
            if not data:
                break
        path = tmp_path / f"{number}.csv"
        path.write_bytes(bytes(data))
        answers_or_says(path)
