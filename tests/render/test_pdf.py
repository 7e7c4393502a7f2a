"""The PDF passes both standards, keeps its first page on one page, and is the same each time."""

import hashlib
import importlib
import io
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from laid_out import laid_out
from pango import AVAILABLE
from sample_document import hostile, paragraph, plain, sample

from budgetplan.domain.asked.profile import PROFILES
from budgetplan.errors import PdfUnavailableError
from budgetplan.render import pdf
from budgetplan.render.pdf import render_pdf

OTHERS = [pytest.param(hostile, name, marks=pytest.mark.slow) for name in PROFILES if name not in ("dfg", "a4")]
"""That of dfg is a4's."""
needs_pango = pytest.mark.skipif(not AVAILABLE, reason="the libraries that make a PDF are not here")


def opened(made):
    return pikepdf.open(io.BytesIO(made.data))


def objects(file, name, kind):
    return [each for each in file.objects if isinstance(each, pikepdf.Dictionary) and each.get(name) == kind]


@needs_pango
@pytest.mark.parametrize(
    ("document", "profile", "standard"),
    [
        (sample, "a4", "PDF_UA_1"),
        (hostile, "a4", "PDF_A_3A"),
        pytest.param(hostile, "nih", "PDF_UA_1", marks=pytest.mark.slow),
        pytest.param(sample, "sshrc", "PDF_A_3A", marks=pytest.mark.slow),
    ],
)
@pytest.mark.few(1)
def test_both_standards_are_met(tmp_path, document, profile, standard):
    import page

    path = tmp_path / "report.pdf"
    made = laid_out(replace(document(), profile=profile))[0]
    path.write_bytes(made.data)
    result = str(page.validate_pdf(str(path), profile=page.ValidationProfile[standard]))
    assert "no failures" in result, result
    assert made.warnings == ()


@needs_pango
def test_tags_language_title_and_bookmarks():
    with opened(laid_out(sample())[0]) as file:
        assert str(file.Root.Lang) == "en"
        assert bool(file.Root.MarkInfo.Marked)
        assert str(file.docinfo["/Title"]).startswith("Review the 9,600 candidates")
        assert str(file.docinfo["/Author"]) == "An Invented Applicant"
        assert str(file.docinfo["/CreationDate"]).startswith("D:20261120")
        assert [len(objects(file, "/S", kind)) for kind in ("/Figure", "/Table")] == [4, 4]
        scopes = [str(head.A.Scope) for head in objects(file, "/S", "/TH")]
        assert {"/Column", "/Row"} == set(scopes)
        assert scopes.count("/Column") == 7 + 5 + 8 + 4
        with file.open_outline() as outline:
            titles = [item.title for item in outline.root[0].children]
        assert titles[:2] == ["How sure is this?", "Budget justification"]


@needs_pango
def test_all_fonts_are_in_the_file():
    with opened(laid_out(hostile())[0]) as file:
        described = objects(file, "/Type", "/FontDescriptor")
        assert described
        assert all({"/FontFile2", "/FontFile3"} & set(item.keys()) for item in described)
        names = {str(item.FontName).partition("+")[2] for item in described}
        assert names <= {"Noto-Sans", "Noto-Sans-Bold", "DejaVu-Sans", "DejaVu-Sans-Bold", "DejaVu-Sans-Mono"}


@needs_pango
@pytest.mark.parametrize(("document", "profile"), [(sample, "a4"), (hostile, "a4"), (sample, "sshrc"), *OTHERS])
@pytest.mark.few(1)
def test_the_first_page_is_one_page_in_every_profile(document, profile):
    made, spans = laid_out(replace(document(), profile=profile))
    assert spans["decision"] == (1, 1)
    assert spans["justification"][0] == 2
    with opened(made) as file:
        assert len(file.pages) == max(last for _, last in spans.values())
        height = 842 if PROFILES[profile].paper == "A4" else 792
        assert float(file.pages[0].MediaBox[3]) == pytest.approx(height, abs=0.2)
    assert ("Page 1 of" in text_of(made)) == PROFILES[profile].heads


@needs_pango
@pytest.mark.slow
def test_a_justification_that_takes_more_pages_than_a_funder_allows_is_told():
    document = replace(sample(), profile="sshrc")
    assert laid_out(document)[0].warnings == ()
    first, justification, *_ = document.sections
    long = replace(justification, blocks=justification.blocks * 4)
    (told,) = laid_out(replace(document, sections=(first, long)))[0].warnings
    assert told.startswith("The justification takes ")
    assert "sshrc allows 2" in told


@needs_pango
@pytest.mark.slow
def test_a_fuller_page_is_set_tighter_and_what_cannot_fit_is_told():
    first, justification, *_ = sample().sections
    words = plain("One more sentence that fills a line of the first page, from its left to its right end.")
    # The table leaves before the figure does.
    for paragraphs, pages, kept in ((4, 1, (True, True)), (11, 1, (True, False)), (30, 2, (False, False))):
        fuller = replace(first, blocks=(*first.blocks, *(paragraph((words,)),) * paragraphs))
        made, spans = laid_out(replace(sample(), sections=(fuller, justification)))
        page_1 = text_of(made).partition("\f")[0]
        assert ("Figure 1." in page_1, "Table 1." in page_1) == kept
        assert spans["decision"] == (1, pages)
        assert ["'decision' must fit one page and takes 2" in told for told in made.warnings] == [True] * (pages - 1)


@needs_pango
def test_letters_without_a_font_are_told_in_one_sentence():
    document = replace(sample(), project="\U00012000 \U00012001 \U00013000", sections=sample().sections[1:2])
    (told,) = laid_out(document)[0].warnings
    assert "Cuneiform U+12000, U+12001" in told
    assert "apt-get install fonts-noto-core" in told


@pytest.mark.parametrize(
    ("letter", "script", "package"),
    [("漢", "CJK", "noto-cjk"), ("\U0001f600", "symbols", "color-emoji"), ("\ue000", "unnamed", "noto-core")],
)
def test_scripts_and_packages(letter, script, package):
    message = pdf._letters_message({letter})
    assert f"{script} U+{ord(letter):04X}" in message
    assert package in message


def text_of(made):
    """Return the text a reader copies, by the letters noted in the fonts; end the test where there is no reader."""
    try:
        done = subprocess.run(["pdftotext", "-layout", "-", "-"], input=made.data, capture_output=True, check=True)
    except FileNotFoundError:
        pytest.skip("pdftotext is not here")
    return done.stdout.decode()


@needs_pango
def test_text_can_be_copied():
    text = text_of(laid_out(hostile())[0])
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


@needs_pango
@pytest.mark.slow
def test_the_same_document_gives_the_same_bytes():
    here = hashlib.sha256(laid_out(hostile())[0].data).hexdigest()
    code = SCRIPT.format(tests=str(Path(__file__).parents[1] / "worlds"))
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONHASHSEED": other},
    )  # fmt: skip
    assert done.stdout.strip() == here


@needs_pango
def test_the_clock_is_set_back(monkeypatch):
    seen, lay_out = [], pdf._laid_out

    def noted(*args):
        seen.append(os.environ["SOURCE_DATE_EPOCH"])
        return lay_out(*args)

    monkeypatch.setattr(pdf, "_laid_out", noted)
    document = replace(sample(), sections=sample().sections[3:4])
    for before in ("7", None):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", before) if before else monkeypatch.delenv("SOURCE_DATE_EPOCH")
        render_pdf(document)
        assert os.environ.get("SOURCE_DATE_EPOCH") == before
    assert seen == ["1795132800"] * 2


@pytest.mark.parametrize("error", [OSError("cannot load library"), ImportError("weasyprint")])
def test_missing_libraries_are_one_line_with_the_command(monkeypatch, capfd, error):
    load = importlib.import_module

    def fails(name):
        if name != "budgetplan.render.pdf_engine":
            return load(name)
        print("a page of advice", name)
        raise error

    monkeypatch.setattr(importlib, "import_module", fails)
    with pytest.raises(PdfUnavailableError) as caught:
        render_pdf(sample())
    message = str(caught.value)
    assert "\n" not in message
    for command in ("apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0", "brew", "MSYS2"):
        assert command in message
    assert capfd.readouterr() == ("", "")


def test_running_lines_cannot_leave_their_string():
    text = pdf._css_string('a"} @import url(http://example.org);\n\\')
    assert '"' not in text[1:-1]
    assert set(text[1:-1]) <= set("abcdefghijklmnopqrstuvwxyz0123456789\\ ")
    assert "2026 " in pdf._css_string("x" * 80)
