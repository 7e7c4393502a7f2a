"""Archives without times: the same content, the same bytes."""

import io
import zipfile

from budgetplan.render.workbook import clean, without_times


def archive(names, time):
    """Return what saves an archive of that time."""

    def save(stream):
        with zipfile.ZipFile(stream, "w") as made:
            for name in names:
                made.writestr(zipfile.ZipInfo(name, time), f"<dc:date>{time[0]}</dc:date><p>{name}</p>")

    return save


def test_when_it_was_made_plays_no_part_and_its_kind_stands_first():
    names = ["content.xml", "mimetype", "meta.xml"]
    made = [without_times(archive(names, (year, 1, 1, 0, 0, 0))) for year in (1999, 2026)]
    assert made[0] == made[1]
    with zipfile.ZipFile(io.BytesIO(made[0])) as opened:
        assert opened.namelist() == ["mimetype", "content.xml", "meta.xml"]
        assert opened.infolist()[0].compress_type == zipfile.ZIP_STORED
        assert b"<p>meta.xml</p>" in opened.read("meta.xml")


def test_signs_that_no_file_can_hold_are_replaced():
    assert clean("a\x07b\ud800") == "a\ufffdb\ufffd"
