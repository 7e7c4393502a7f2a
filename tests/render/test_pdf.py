"""The PDF passes both standards, keeps its first page on one page, and is the same each time.

Where the libraries of the system are missing, each of these tests checks the message instead.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
import io
import os
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest
from laid_out import laid_out
from sample_document import hostile, paragraph, plain, sample

from budgetplan.domain.asked.profile import PROFILES
from budgetplan.errors import PdfUnavailableError
from budgetplan.render import pdf
from budgetplan.render.figures.drawing import Drawings
from budgetplan.render.pdf import HOW_TO_INSTALL, render_pdf
from budgetplan.report.display import Style

try:
    import weasyprint  # noqa: F401

    AVAILABLE = True
except (ImportError, OSError):
    AVAILABLE = False


@pytest.fixture
def made():
    """Return a function that makes a PDF; without the libraries, check the message and end the test there."""

    def make(document):
        if AVAILABLE:
            return laid_out(document)[0]
        with pytest.raises(PdfUnavailableError) as caught:
            render_pdf(document)
        assert str(caught.value) == HOW_TO_INSTALL
        pytest.xfail("no Pango here: the message was checked instead")
        raise AssertionError

    return make


@pytest.mark.parametrize("document", [sample, hostile])
@pytest.mark.parametrize("profile", ["PDF_UA_1", "PDF_A_3A"])
def test_both_standards_are_met(made, tmp_path, document, profile):
    import page

    path = tmp_path / "report.pdf"
    made_file = made(document())
    path.write_bytes(made_file.data)
    result = str(page.validate_pdf(str(path), profile=page.ValidationProfile[profile]))
    assert "no failures" in result, result
    assert made_file.warnings == ()


def opened(made_file):
    return pikepdf.open(io.BytesIO(made_file.data))


def test_tags_language_title_and_bookmarks(made):
    with opened(made(sample())) as file:
        assert str(file.Root.Lang) == "en"
        assert bool(file.Root.MarkInfo.Marked)
        assert str(file.docinfo["/Title"]).startswith("Review the 9,600 candidates")
        assert str(file.docinfo["/Author"]) == "An Invented Applicant"
        assert str(file.docinfo["/CreationDate"]).startswith("D:20261120")
        kinds = [
            str(item.S) for item in file.objects if isinstance(item, pikepdf.Dictionary) and "/S" in item
        ]
        assert kinds.count("/Figure") == 4
        assert kinds.count("/Table") == 4
        scopes = [
            str(item.A.Scope)
            for item in file.objects
            if isinstance(item, pikepdf.Dictionary) and item.get("/S") == "/TH"
        ]
        assert {"/Column", "/Row"} == set(scopes)
        assert scopes.count("/Column") == 7 + 5 + 8 + 4
        with file.open_outline() as outline:
            assert [item.title for item in outline.root[0].children][:2] == [
                "How sure is this?",
                "Budget justification",
            ]


def test_all_fonts_are_in_the_file(made):
    with opened(made(hostile())) as file:
        described = [
            item
            for item in file.objects
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor"
        ]
        assert described
        assert all({"/FontFile2", "/FontFile3"} & set(item.keys()) for item in described)
        names = {str(item.FontName).partition("+")[2] for item in described}
        assert names <= {"Noto-Sans", "Noto-Sans-Bold", "DejaVu-Sans", "DejaVu-Sans-Bold", "DejaVu-Sans-Mono"}


@pytest.mark.parametrize(
    ("document", "profile"),
    # That of dfg is a4's.
    [
        *((sample, name) for name in PROFILES if name != "dfg"),
        (hostile, "a4"),
        (hostile, "nih"),
        (hostile, "sshrc"),
    ],
)
def test_the_first_page_is_one_page_in_every_profile(made, tmp_path, document, profile):
    document = dataclasses.replace(document(), profile=profile)
    made_file = made(document)
    _, spans = laid_out(document)
    assert spans["decision"] == (1, 1)
    assert spans["justification"][0] == 2
    wanted = PROFILES[profile]
    with opened(made_file) as file:
        assert len(file.pages) == max(last for _, last in spans.values())
        assert float(file.pages[0].MediaBox[3]) == pytest.approx(
            842 if wanted.paper == "A4" else 792, abs=0.2
        )
    try:
        text = text_of(made_file, tmp_path)
    except FileNotFoundError:
        return
    assert ("Page 1 of" in text) == wanted.heads


@pytest.mark.parametrize("profile", ["nih", "sshrc", "horizon"])
@pytest.mark.parametrize("standard", ["PDF_UA_1", "PDF_A_3A"])
def test_both_standards_are_met_in_other_profiles(made, tmp_path, profile, standard):
    import page

    path = tmp_path / "report.pdf"
    path.write_bytes(made(dataclasses.replace(sample(), profile=profile)).data)
    result = str(page.validate_pdf(str(path), profile=page.ValidationProfile[standard]))
    assert "no failures" in result, result


def test_a_justification_that_takes_more_pages_than_a_funder_allows_is_told(made):
    document = dataclasses.replace(sample(), profile="sshrc")
    assert made(document).warnings == ()
    first, justification, *rest = document.sections
    long = dataclasses.replace(justification, blocks=justification.blocks * 4)
    told = made(dataclasses.replace(document, sections=(first, long, *rest))).warnings
    assert any(one.startswith("The justification takes ") and "sshrc allows 2" in one for one in told), told


def crowded(paragraphs):
    document = sample()
    first = document.sections[0]
    more = paragraph(
        (plain("One more sentence that fills a line of the first page, from its left to its right end."),)
    )
    return dataclasses.replace(
        document,
        sections=(
            dataclasses.replace(first, blocks=(*first.blocks, *(more,) * paragraphs)),
            *document.sections[1:],
        ),
    )


def test_a_fuller_page_is_set_tighter(made):
    made_file = made(crowded(4))
    assert made_file.warnings == ()
    assert laid_out(crowded(4))[1]["decision"] == (1, 1)


def test_a_page_that_cannot_fit_is_told(made):
    made_file = made(crowded(30))
    assert len(made_file.warnings) == 1
    assert "'decision' must fit one page and takes 2" in made_file.warnings[0]


def sheets_of(document, monkeypatch, *, spread):
    """Return the pages of a document, and how much of each is left; ``spread``: whether blocks take what is left."""
    if not spread:
        monkeypatch.setattr(pdf, "_MOST", 1.0)
        monkeypatch.setattr(pdf, "_LOWER", 1.0)
        monkeypatch.setattr(pdf, "_AIR", 0.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "0")
        press = pdf._press(pdf._engine(), document)
        sheets = pdf._laid_out(press, document, Drawings(Style.of(document)))[0].pages
    return sheets, [press.left(sheet) for sheet in sheets[:-1]]


@pytest.mark.skipif(not AVAILABLE, reason="needs Pango")
@pytest.mark.parametrize("lines", [0, 12, 24, 36])
def test_what_is_left_of_a_page_is_taken_and_no_block_goes_to_a_later_one(monkeypatch, lines):
    document = sample()
    first, *rest = document.sections
    filler = paragraph((plain("A line of its own."),))
    work = dataclasses.replace(rest[0], blocks=(*(filler,) * lines, *rest[0].blocks))
    document = dataclasses.replace(document, sections=(first, work, *rest[1:]))
    sheets, left = sheets_of(document, monkeypatch, spread=True)
    usual, left_usually = sheets_of(document, monkeypatch, spread=False)
    at, at_usually = (
        {name: number for number, sheet in reversed([*enumerate(pages)]) for name in sheet.anchors}
        for pages in (sheets, usual)
    )
    assert at.keys() == at_usually.keys()
    assert all(at[name] <= number for name, number in at_usually.items())
    if at == at_usually:
        assert all(now <= then + 0.1 for now, then in zip(left, left_usually, strict=True))
        white = {number for number, room in enumerate(left_usually) if room > 10.0}
        with_figure = {number for name, number in at.items() if name.startswith("f-")}
        assert all(left[number] < left_usually[number] for number in white & with_figure)


def test_letters_without_a_font_are_told_in_one_sentence(made):
    document = dataclasses.replace(sample(), project="\U00012000 \U00012001 \U00013000")
    warnings = made(document).warnings
    assert len(warnings) == 1
    assert "Cuneiform U+12000, U+12001" in warnings[0]
    assert "apt-get install fonts-noto-core" in warnings[0]


@pytest.mark.parametrize(
    ("letter", "script", "package"),
    [
        ("क", "Devanagari", "fonts-noto-core"),
        ("漢", "CJK", "fonts-noto-cjk"),
        ("한", "Hangul", "fonts-noto-cjk"),
        ("\U0001f600", "symbols", "fonts-noto-color-emoji"),
        ("\ue000", "unnamed", "fonts-noto-core"),
    ],
)
def test_scripts_and_packages(letter, script, package):
    message = pdf._letters_message({letter})
    assert f"{script} U+{ord(letter):04X}" in message
    assert package in message


def text_of(made_file, tmp_path):
    """Return the text a reader copies, by the letters noted in the fonts."""
    path = tmp_path / "report.pdf"
    path.write_bytes(made_file.data)
    done = subprocess.run(
        ["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_text_can_be_copied(made, tmp_path):
    made_file = made(hostile())
    try:
        text = text_of(made_file, tmp_path)
    except FileNotFoundError:
        with opened(made_file) as file:
            assert b"beginbfchar" in b"".join(
                item.read_bytes()
                for item in file.objects
                if isinstance(item, pikepdf.Stream) and "/Type" not in item
            )
        return
    assert "Review the 9,600 candidates" in text
    assert "<script>alert(1)" in text
    # Marks are copied once each, and stay off letters that don't have them.
    assert "ŋ\u030a" in text
    assert "e\u1dc4" in text
    assert text.count("\u1dc4") == 2


SCRIPT = """
import hashlib, sys
sys.path.insert(0, {tests!r})
import sample_document
from budgetplan.render.pdf import render_pdf
print(hashlib.sha256(render_pdf(sample_document.hostile()).data).hexdigest())
"""


def test_the_same_document_gives_the_same_bytes(made):
    here = hashlib.sha256(made(hostile()).data).hexdigest()
    code = SCRIPT.format(tests=str(Path(__file__).parents[1] / "worlds"))
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONHASHSEED": other},
    )  # fmt: skip
    assert done.stdout.strip() == here


@pytest.mark.skipif(not AVAILABLE, reason="needs Pango")
def test_the_clock_is_set_back(monkeypatch):
    seen, laid_out = [], pdf._laid_out

    def noted(*args):
        seen.append(os.environ["SOURCE_DATE_EPOCH"])
        return laid_out(*args)

    monkeypatch.setattr(pdf, "_laid_out", noted)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "7")
    document = dataclasses.replace(sample(), date="2026-11-20")
    render_pdf(document)
    assert os.environ["SOURCE_DATE_EPOCH"] == "7"
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    render_pdf(document)
    assert seen == ["1795132800"] * 2
    assert "SOURCE_DATE_EPOCH" not in os.environ


@pytest.mark.parametrize(
    "error", [OSError("cannot load library 'libgobject-2.0-0'"), ImportError("weasyprint")]
)
def test_missing_libraries_are_one_line_with_the_command(monkeypatch, capfd, error):
    def fails(name):
        print("a page of advice", name)
        raise error

    monkeypatch.setattr(importlib, "import_module", fails)
    with pytest.raises(PdfUnavailableError) as caught:
        render_pdf(sample())
    message = str(caught.value)
    assert "\n" not in message
    for command in (
        "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
        "brew install pango",
        "MSYS2",
    ):
        assert command in message
    assert capfd.readouterr() == ("", "")


def test_running_lines_cannot_leave_their_string():
    text = pdf._css_string('a"} @import url(http://example.org);\n\\')
    assert '"' not in text[1:-1]
    assert set(text[1:-1]) <= set("abcdefghijklmnopqrstuvwxyz0123456789\\ ")
    assert "2026 " in pdf._css_string("x" * 80)
