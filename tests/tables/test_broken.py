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
from commands import ended
from hypothesis import given, settings
from hypothesis import strategies as st
from rows import rows_of

from budgetplan.domain.options import BY_KEY

DATA = rows_of(__file__)
H = "item_id,gold,p\n"
GOOD = H + "a,y,0.9\nb,n,0.4\nc,n,0.2\nd,y,0.7\n"
ASKED = ("--label", "gold", "--positive", "y", "--model", "p", "--set", "sure.resamples=0")


def compare(path, *more):
    """Run the command line on a table, as a user does."""
    return ended("compare", path, *ASKED, *more)


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


# What is no text, or too long to be written down, by the name of its row.
MADE = {
    "picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "gzip cut": gzip.compress(GOOD.encode(), mtime=0)[:-9],
    "gzip with another sum": gzip.compress(GOOD.encode(), mtime=0)[:-8] + b"\0" * 8,
    "bzip2 cut": bz2.compress(GOOD.encode())[:-9],
    "xz cut": lzma.compress(GOOD.encode())[:-9],
    "zip cut": zipped(("t.csv", GOOD))[:-30],
    "an empty zip": zipped(),
    "a zip of two": zipped(("a.csv", GOOD), ("b.csv", GOOD)),
    "tar.gz": gzip.compress(tarred(GOOD), mtime=0),
    "zero bytes alone": bytes(3000),
    "UTF-16 without a mark": GOOD.encode("utf-16-le"),
    "UTF-16 cut": GOOD.encode("utf-16")[:-1],
    "UTF-16 half a letter": (GOOD + "e").encode("utf-16") + b"\x00\xd8" + ",n,1\n".encode("utf-16-le"),
    "UTF-32": GOOD.encode("utf-32"),
    "a mark and then no UTF-8": b"\xef\xbb\xbf" + GOOD.encode() + b"\xe9,n,1\n",
    "two encodings": GOOD.encode() + "é,n,1\n".encode() + b"\xe9t\xe9,n,1\n",
    "neither of two": GOOD.encode() + b"\x81,n,1\n",
    "a cell without end": (GOOD + "x" * (2**24 + 1) + ",n,1\n").encode(),
    "Windows-1252 that is said to be UTF-8": GOOD.encode() + b"\xe9,n,1\n",
    "two encodings in a further file": "id,gold\na,é\nb,".encode() + b"\xe9\n",
}
GOLD, L = ("--map", "label=gold"), ("--set", "table.labels=l.csv")


@pytest.mark.parametrize("name", DATA)
def test_a_file_that_cannot_be_used_gives_one_message(tmp_path, monkeypatch, name):
    row = DATA[name]
    monkeypatch.chdir(tmp_path)
    held = {"file" if "file" not in row else "further": MADE[name]} if name in MADE else {}
    held |= {key: row[key].replace("{GOOD}", GOOD).encode() for key in ("file", "further") if key in row}
    for key, data in held.items():
        (tmp_path / {"file": "t.csv", "further": "l.csv"}[key]).write_bytes(data)
    lines = [f"t.csv{line}" if line[0] in ":," else line for line in row["told"].split("\n")]
    assert_refused(compare("t.csv", *row.get("options", ())), "\n".join(lines), *row.get("named", ()))


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
