"""Packed tables read as what they hold; the bytes tell how they are packed, not the name."""

import bz2
import gzip
import hashlib
import io
import lzma
import zipfile

import pytest

from budgetplan.errors import BadDataError, Problems
from budgetplan.tables.files import open_bytes, unpacked
from budgetplan.tables.opened import open_table

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


def test_a_password_is_told(tmp_path):
    data = bytearray(zipped("t.csv"))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    path = tmp_path / "t.zip"
    path.write_bytes(bytes(data))
    with open_bytes(str(path)) as opened, pytest.raises(BadDataError, match="has a password"), unpacked(opened):
        pass


def test_a_name_in_an_archive_that_is_no_text_is_damage(tmp_path):
    data = bytearray(zipped("ä.csv"))
    data[data.rindex("ä".encode())] = 0xFF
    (tmp_path / "t.zip").write_bytes(bytes(data))
    with pytest.raises(BadDataError, match="packed by zip and damaged"), open_table(str(tmp_path / "t.zip")):
        pass


ZEROS = b"0" * (80 << 20)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, lambda data: zipped("t.csv", data=data)])
@pytest.mark.few(1)
def test_what_grows_as_no_table_does_is_refused_early(tmp_path, pack):
    path = tmp_path / "t.csv"
    path.write_bytes(pack(ZEROS))
    told = r"unpacks to more than 200 times its size \([\d,]+ bytes\)"
    with pytest.raises(BadDataError, match=told), open_table(str(path)):
        pass


def test_a_workbook_whose_parts_grow_so_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "t.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/comments1.xml", b" " * (80 << 20))
    with pytest.raises(BadDataError, match="unpacks to more than 200 times its size"), open_table(str(path)):
        pass


def test_tables_of_few_different_rows_are_no_such_file(tmp_path):
    path = tmp_path / "t.csv.gz"
    rows = "gold,p\n" + "y,1\n" * 300_000
    path.write_bytes(gzip.compress(rows.encode()))
    assert len(rows) > 200 * path.stat().st_size
    with open_table(str(path)) as file:
        assert file.header == ("gold", "p")
