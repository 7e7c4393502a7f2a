"""The page cannot make its maker read files or ask the network."""

from __future__ import annotations

import base64
import contextlib
import re

import pytest
from weasyprint.urls import FatalURLFetchingError

from budgetplan.errors import PdfUnavailableError
from budgetplan.render.pdf import _engine
from budgetplan.render.templating import font_dir

SECRET = "the secret of the machine"


@pytest.fixture
def engine():
    """Return the module; without the libraries of the system, check that this is what is said."""
    try:
        return _engine()
    except PdfUnavailableError as error:
        assert "apt-get install" in str(error)  # noqa: PT017
        pytest.xfail("no Pango here: the message was checked instead")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "a.txt").write_text("may be read")
    (tmp_path / "secret.txt").write_text(SECRET)
    (tmp_path / "fonts-of-others").mkdir()
    (tmp_path / "fonts-of-others" / "b.txt").write_text(SECRET)
    (tmp_path / "fonts" / "link.txt").symlink_to(tmp_path / "secret.txt")
    return tmp_path


def test_the_page_and_the_folder_may_be_read(engine, folder):
    fetcher = engine.AllowList([folder / "fonts"])
    assert fetcher.fetch("data:text/plain,hello").read() == b"hello"
    assert fetcher.fetch((folder / "fonts" / "a.txt").as_uri()).read() == b"may be read"


@pytest.mark.parametrize(
    "url",
    [
        "file://{folder}/secret.txt",
        "file://{folder}/fonts/../secret.txt",
        "file://{folder}/fonts/%2e%2e/secret.txt",
        "file://{folder}/fonts/link.txt",
        "file://{folder}/fonts-of-others/b.txt",
        "FILE://{folder}/secret.txt",
        "file://localhost{folder}/secret.txt",
        "file://example.org{folder}/fonts/a.txt",
        "file://{folder}/fonts/a.txt?x=1",
        "http://127.0.0.1:9/x",
        "https://127.0.0.1:9/x",
        "ftp://127.0.0.1:9/x",
        "HTTP://127.0.0.1:9/x",
        "//127.0.0.1:9/x",
        "relative.png",
        "",
    ],
)
def test_everything_else_is_refused(engine, folder, url):
    with pytest.raises(FatalURLFetchingError):
        engine.AllowList([folder / "fonts"]).fetch(url.format(folder=folder))


@pytest.mark.parametrize(
    "html",
    [
        '<img src="{address}">',
        '<link rel="stylesheet" href="{address}">',
        '<link rel="attachment" href="{address}">',
        '<a rel="attachment" href="{address}">x</a>',
        '<style>@import url("{address}");</style>',
        '<p style="background: url({address})">x</p>',
        '<style>@font-face {{ font-family: x; src: url("{address}") }} p {{ font-family: x }}</style><p>x</p>',
        '<object data="{address}"></object>',
        '<embed src="{address}">',
    ],
)
@pytest.mark.parametrize("address", ["http://127.0.0.1:9/x.png", "secret.txt"])
def test_no_element_of_a_page_reads_anything(engine, folder, html, address):
    if address == "secret.txt":
        address = (folder / "secret.txt").as_uri()
    page = f'<!doctype html><html lang="en"><title>x</title><body>{html.format(address=address)}<p>x</p></body></html>'
    with pytest.raises(FatalURLFetchingError):
        engine.write(engine.Press("", [font_dir()]).lay_out(page))


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/x.png", "secret.txt"])
def test_a_picture_in_the_page_reads_nothing_either(engine, folder, monkeypatch, address):
    if address == "secret.txt":
        address = (folder / "secret.txt").as_uri()
    read = []
    real = engine.URLFetcher.fetch

    def noted(self, url, headers=None):
        read.append(url)
        return real(self, url, headers)

    monkeypatch.setattr(engine.URLFetcher, "fetch", noted)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="{address}" width="9" height="9"/></svg>'
    source = "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
    page = f'<!doctype html><html lang="en"><title>x</title><body><img alt="x" src="{source}"></body></html>'
    # The refusal may end the rendering or leave the picture white: what counts is that nothing is read.
    with contextlib.suppress(FatalURLFetchingError):
        engine.write(engine.Press().lay_out(page))
    assert {url.partition(":")[0] for url in read} == {"data"}


def streams(data):
    """Yield of each stream what it says of its length, and its bytes as a strict reader sees them."""
    for start in re.finditer(rb">>\nstream\n", data):
        said = data[data.rindex(b" obj\n", 0, start.start()) : start.start()]
        end = data.index(b"\nendstream\nendobj", start.end())
        # CR LF is one end of line.
        end -= data[end - 1 : end] == b"\r"
        yield int(re.findall(rb"/Length (\d+)", said)[-1]), data[start.end() : end]


def test_every_stream_is_as_long_as_it_says(engine):
    ended = set()
    for number in range(60):
        pages = engine.Press("", (font_dir(),)).lay_out(
            f'<html lang="en"><title>t</title><p>{number} {"abc" * number}</p></html>'
        )
        data = engine.write(pages)
        found = list(streams(data))
        assert len(found) == data.count(b"\nendstream\nendobj") > 5
        for length, body in found:
            assert length == len(body), number
            ended.add(body[-1:])
    # The case was among them: about one stream in 256.
    assert b"\r" in ended


@pytest.mark.parametrize(
    ("piece", "written"),
    [
        (b"1 0 obj\nstream\nab\r\nendstream\nendobj", b"1 0 obj\nstream\nab\r\r\nendstream\nendobj"),
        (b"1 0 obj\nstream\nab\nendstream\nendobj", b"1 0 obj\nstream\nab\nendstream\nendobj"),
        (b"%%EOF", b"%%EOF"),
    ],
)
def test_a_stream_that_ends_in_cr_has_an_end_of_line_of_two(engine, piece, written):
    lines = []
    engine._write_piece(lambda line, _: lines.append(line), piece, None)
    assert lines == [written]


def test_no_picture_asks_to_be_smoothed(engine):
    dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    page = f'<html lang="en"><title>t</title><img alt="a dot" src="data:image/png;base64,{dot}"></html>'
    data = engine.write(engine.Press("", (font_dir(),)).lay_out(page))
    asked = re.findall(rb"/Interpolate (\w+)", data)
    assert asked
    assert set(asked) == {b"false"}
