"""Packed tables read as what they hold; the bytes tell how they are packed, not the name."""

import bz2
import gzip
import hashlib
import io
import lzma
import zipfile

import pytest

from budgetplan.errors import BadDataError
from budgetplan.readers.opening import open_bytes
from budgetplan.readers.packing import is_office, unpacked
from budgetplan.readers.problems import Problems
from budgetplan.readers.tablefile import open_table

TEXT = "item_id,gold,p\n" + "".join(f"i{n},y,{n}\n" for n in range(2000))


def zipped(*names, data=TEXT):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, "" if name.endswith("/") else data)
    return file.getvalue()


PACKED = {
    "plain": TEXT.encode(),
    "gzip": gzip.compress(TEXT.encode()),
    "bzip2": bz2.compress(TEXT.encode()),
    "xz": lzma.compress(TEXT.encode()),
    "zip": zipped("t.csv"),
    "zip of a Mac": zipped("data/", "data/t.csv", "__MACOSX/data/t.csv", "data/.DS_Store"),
    "two parts": gzip.compress(TEXT[:100].encode()) + gzip.compress(TEXT[100:].encode()),
}


@pytest.mark.parametrize("name", PACKED)
def test_a_packed_table_reads_as_what_it_holds(tmp_path, name):
    path = tmp_path / "any.name"
    path.write_bytes(PACKED[name])
    with open_table(str(path)) as file:
        content = file.read("item_id", ("gold",), ("p",), Problems("t"))
    assert content.numbers["p"].values.tolist() == list(range(2000))
    assert content.lines.tolist() == list(range(2, 2002))
    # The checksum is that of the file that was named, so that it can be checked with any tool.
    assert content.sha256 == hashlib.sha256(PACKED[name]).hexdigest()


def test_a_document_of_an_office_program_is_no_packed_table():
    assert is_office(io.BytesIO(zipped("[Content_Types].xml", "xl/workbook.xml")))
    assert is_office(io.BytesIO(zipped("mimetype")))
    assert not is_office(io.BytesIO(zipped("t.csv")))
    assert not is_office(io.BytesIO(b"PK\x03\x04"))


def test_a_password_is_told(tmp_path):
    data = bytearray(zipped("t.csv"))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    path = tmp_path / "t.zip"
    path.write_bytes(bytes(data))
    with (
        open_bytes(str(path)) as opened,
        pytest.raises(BadDataError, match="has a password"),
        unpacked(opened),
    ):
        pass


def test_a_name_in_an_archive_that_is_no_text_is_damage(tmp_path):
    data = bytearray(zipped("ä.csv"))
    data[data.rindex("ä".encode())] = 0xFF
    (tmp_path / "t.zip").write_bytes(bytes(data))
    with pytest.raises(BadDataError, match="packed by zip and damaged"), open_table(str(tmp_path / "t.zip")):
        pass
