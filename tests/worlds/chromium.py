"""A page in a browser: Debian's Chromium, driven by Playwright; tests are skipped with one line where either is missing."""

from __future__ import annotations

import shutil
from contextlib import contextmanager

import pytest

CHROMIUM = shutil.which("chromium") or ""


@contextmanager
def browser():
    """Give a browser that no page can leave the machine from."""
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if not CHROMIUM:
        pytest.skip("Chromium is not installed")
    with api.sync_playwright() as playwright:
        # Root has no sandbox in a container.
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield made
        finally:
            made.close()


@contextmanager
def page_of(made, address, *, width=1280, requests=None, **how):
    """Give a page of a browser at an address; what it asks for is noted in ``requests``, errors of its script fail."""
    context = made.new_context(viewport={"width": width, "height": 900}, **how)
    page, wrong = context.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    page.on("request", lambda asked: None if requests is None else requests.append(asked.url))
    page.goto(address)
    try:
        yield page
        assert not wrong
    finally:
        context.close()


def violations(page):
    """Return what axe finds wrong with a page for those who do not see it, or use no mouse."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    return [(each["id"], len(each["nodes"])) for each in axe.Axe().run(page).response["violations"]]
