"""The page cannot make its maker read files or ask the network."""

import base64
import contextlib
import re

import pytest
from pango import AVAILABLE
from rows import rows_of
from weasyprint.urls import FatalURLFetchingError

from budgetplan.render.pdf import _engine
from budgetplan.render.templating import font_dir

DATA = rows_of(__file__)

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the libraries that make a PDF are not here")
PAGE = '<!doctype html><html lang="en"><title>x</title><body>{}<p>x</p></body></html>'


@pytest.fixture(scope="module")
def engine():
    return _engine()


@pytest.fixture
def folder(tmp_path):
    for name, text in {"fonts/a": "may be read", "secret": "secret", "fonts-of-others/b": "secret"}.items():
        path = tmp_path / f"{name}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    (tmp_path / "fonts" / "link.txt").symlink_to(tmp_path / "secret.txt")
    return tmp_path


def test_the_page_and_the_folder_may_be_read(engine, folder):
    fetcher = engine.AllowList([folder / "fonts"])
    assert fetcher.fetch("data:text/plain,hello").read() == b"hello"
    assert fetcher.fetch((folder / "fonts" / "a.txt").as_uri()).read() == b"may be read"


@pytest.mark.parametrize("url", DATA["refused"])
def test_everything_else_is_refused(engine, folder, url):
    with pytest.raises(FatalURLFetchingError):
        engine.AllowList([folder / "fonts"]).fetch(url.format(folder=folder))


@pytest.mark.parametrize("html", DATA["elements"])
def test_no_element_of_a_page_reads_anything(engine, folder, html):
    page = PAGE.format(html.format((folder / "secret.txt").as_uri()))
    with pytest.raises(FatalURLFetchingError):
        engine.write(engine.Press("", [font_dir()]).lay_out(page))


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/x.png", "secret.txt"])
def test_a_picture_in_the_page_reads_nothing_either(engine, folder, monkeypatch, address):
    if address == "secret.txt":
        address = (folder / "secret.txt").as_uri()
    read, real = [], engine.URLFetcher.fetch

    def noted(self, url, headers=None):
        read.append(url)
        return real(self, url, headers)

    monkeypatch.setattr(engine.URLFetcher, "fetch", noted)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="{address}" width="9" height="9"/></svg>'
    source = "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
    # The refusal may end the rendering or leave the picture white: what counts is that nothing is read.
    with contextlib.suppress(FatalURLFetchingError):
        engine.write(engine.Press().lay_out(PAGE.format(f'<img alt="x" src="{source}">')))
    assert {url.partition(":")[0] for url in read} == {"data"}


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
    page = PAGE.format(f'<img alt="a dot" src="data:image/png;base64,{dot}">')
    data = engine.write(engine.Press("", (font_dir(),)).lay_out(page))
    assert set(re.findall(rb"/Interpolate (\w+)", data)) == {b"false"}
