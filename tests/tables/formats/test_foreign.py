"""Files that are no tables: each is named by its format, with one remedy; a table is never taken for one of them."""

import gzip
import pickle
import zlib
from pathlib import Path

import pandas as pd
import pytest
from rows import rows_of

from budgetplan.errors import BadDataError
from budgetplan.tables.opened import open_table

DATA = rows_of(__file__)

FIXTURES = Path(__file__).parents[2] / "tools" / "fixtures"
FOREIGN = {
    "R workspace": (gzip.compress(b"RDX3\nX\n\0\0\0\3"), "an R workspace", "write.csv(TABLE"),
    "R object": (gzip.compress(b"X\n\0\0\0\3\0\4"), "an object that R saved", 'write.csv(readRDS("t.x"), "t.csv"'),
    "R object as text": (b"A\n3\n262146\n", "an object that R saved", "readRDS"),
    "R code": (b"structure(list(item = c(", "a table as R code", 'dget("t.x")'),
    "pickle": (pickle.dumps(pd.DataFrame({"a": [1]})), "a Python pickle", "read_pickle"),
    "old pickle": (pickle.dumps({"a": [1]}, 2), "a Python pickle", "read_pickle"),
    "DocBin": (zlib.compress(b"\x87\xa7version\xa30.1\xa5attrs\x9a"), "a spaCy DocBin", "doc.cats"),
    "Zstandard": (b"\x28\xb5\x2f\xfd\x24\0", "a file packed in a way that is not read", "unpack it"),
    "gzip twice": (gzip.compress(gzip.compress(b"a,b\n")), "a file packed in a way that is not read", "unpack it"),
    "HDF5": (b"\x89HDF\r\n\x1a\n\0", "an HDF5 file", "read_hdf"),
    "SQLite": (b"SQLite format 3\0", "an SQLite database", "as CSV"),
    "PDF": (b"%PDF-1.7\n", "a PDF", "as CSV"),
    "brat": (
        b"T1\tIdiom 4 21\tspilled\nA1\tSure T1\nT2\tIdiom 30 35;40 44\tlet out\n",
        "a brat annotation file",
        "a row",
    ),
    "WebAnno": (b"#FORMAT=WebAnno TSV 3.3\n#T_SP=custom.Candidate|label\n\n\n", "WebAnno TSV", "UIMA CAS JSON"),
    "XMI": (b'<?xml version="1.0"?>\n<xmi:XMI xmlns="x">', "a UIMA document", "UIMA CAS JSON"),
    "XML": (b'<?xml version="1.0"?>\n<ANNOTATION_DOCUMENT a="b">', "XML", "a row for each item"),
    "page": (b"<!DOCTYPE html>\n<html><head>", "a web page", "again"),
    "fastText": (b"__label__idiom She spilled the beans.\n", "a fastText file", "a row for each item"),
    "RIS": (b"\xef\xbb\xbfTY  - GEN\nTI  - s-0042\n", "RIS", "as CSV"),
    "ARFF": (b"% idioms\n@RELATION idioms\n", "a Weka table", "as CSV"),
    "CoNLL-U": (b"# sent_id = 1\n1\tShe\tshe\tPRON\t_\t_\t2\tnsubj\t_\t_\n", "CoNLL-U", "a row for each item"),
}


def refused(path):
    with pytest.raises(BadDataError) as caught, open_table(str(path)):
        pass
    return str(caught.value)


@pytest.mark.parametrize("name", FOREIGN)
def test_it_is_named_with_one_remedy(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    content, called, remedy = FOREIGN[name]
    Path("t.x").write_bytes(content)
    told = refused("t.x")
    assert told.startswith(f"t.x: this is {called}")
    assert remedy in told
    assert "{" not in told or name == "DocBin"


@pytest.mark.parametrize(
    "path", ["r/ranked.rds", "r/ranked.RData", "r/ranked.R", "spacy/docs.spacy", "inception/candidates.xmi"]
)
def test_what_the_programs_wrote_is_known(path):
    told = refused(FIXTURES / path)
    assert "this is a" in told
    assert "zero byte" not in told


@pytest.mark.parametrize("table", DATA["tables"])
def test_a_table_is_a_table(table, tmp_path):
    (tmp_path / "t.csv").write_text(table, encoding="utf-8")
    with open_table(str(tmp_path / "t.csv")) as file:
        assert len(file.header) > 1
