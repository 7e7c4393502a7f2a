"""The five pages in a browser: by mouse, by keyboard alone, on a telephone, in German, and without scripts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from chromium import browser, violations
from german_world import candidates, german_csv, workbook

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def chromium():
    with browser() as made:
        yield made


@pytest.fixture
def address(tmp_path):
    words = [sys.executable, "-u", "-m", "budgetplan", "app", str(tmp_path / "folder"), "--no-browser"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
        told = next(found for line in server.stdout if (found := re.search(r"http://\S+", line)))
        yield told[0]
        server.terminate()


@pytest.fixture
def open_page(chromium, address):
    """Give what opens the first page in a window of its own; nothing may go wrong there, or leave this computer."""
    contexts, heard = [], []

    def opened(**how):
        context = chromium.new_context(**{"locale": "en-GB", **how})
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.on("request", lambda request: heard.append(request.url) if not ours(request.url) else None)
        page.goto(address)
        page.wait_for_url("**/file")
        return page

    def ours(url):
        return url.startswith((address.partition("/?")[0], "data:"))

    yield opened
    for context in contexts:
        context.close()
    assert not [one for one in heard if "422" not in one]


def no_scroll(page):
    wide, window = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide <= window, page.url


def reloaded(page, name):
    """Load a page anew, and make sure that it is the same, and can be used by those who do not see it."""
    page.wait_for_url(f"**/{name}*")
    assert violations(page) == []
    before = page.locator("main").inner_text()
    page.goto(page.url.partition("#")[0])
    assert page.locator("main").inner_text() == before


def write_and_take(page, tmp_path):
    page.get_by_label("PDF").uncheck()
    page.get_by_role("button", name="Bericht schreiben").click()
    page.locator(".downloads a").first.wait_for()
    with page.expect_download() as got:
        page.evaluate(
            "document.querySelector('.downloads a[href$=\"justification.txt\"]').setAttribute('download', '')"
        )
        page.get_by_role("link", name="Begründung zum Einfügen").click()
    assert got.value.path().read_bytes() == (tmp_path / "folder/report/justification.txt").read_bytes()


@pytest.mark.parametrize("width", [1280, pytest.param(360, marks=pytest.mark.slow)])
def test_a_german_workbook_leads_to_a_report_by_mouse(open_page, tmp_path, width):
    page = open_page(viewport={"width": width, "height": 800}, locale="de-DE")
    book = tmp_path / "Kandidaten für A.xlsx"
    book.write_bytes(workbook(candidates()))
    no_scroll(page)
    page.set_input_files("input[name=scores]", book)
    page.get_by_role("button", name="Datei lesen").click()
    reloaded(page, "columns")
    page.get_by_label("Lehnwort", exact=True).select_option("label")
    page.get_by_role("button", name="Diese Spalten verwenden").first.click()
    page.get_by_role("radio", name="ja: Das suche ich").check()
    for name in ("Modell A", "Modell B"):
        page.get_by_label(name, exact=True).select_option("score")
    no_scroll(page)
    page.get_by_role("button", name="Diese Spalten verwenden").first.click()
    reloaded(page, "money")
    page.get_by_label("Preis eines Urteils").fill("0.40")
    page.get_by_label("Währung").fill("EUR")
    page.get_by_text("Mehr: alle weiteren").click()
    page.get_by_text("Wie sicher", exact=True).click()
    page.get_by_label("Ziehungen", exact=True).fill("40")
    page.get_by_label("Budget", exact=True).fill("viel")
    page.get_by_role("button", name="Weiter zum Plan").first.click()
    page.get_by_role("alert").wait_for()
    no_scroll(page)
    page.get_by_label("Budget", exact=True).fill("40")
    page.get_by_role("button", name="Weiter zum Plan").first.click()
    reloaded(page, "plan")
    assert "EUR" in page.locator(".card h1").inner_text()
    no_scroll(page)
    if width == 1280:
        write_and_take(page, tmp_path)
    page.get_by_role("link", name="5 Rücklauf").click()
    reloaded(page, "review")
    no_scroll(page)
    # A second tab, in the same session, has the same plan.
    tab = page.context.new_page()
    tab.goto(page.url.replace("review", "money"))
    assert tab.get_by_label("Preis eines Urteils").input_value() == "0.40"


def tab_to(page, selector):
    """Press Tab until something has the focus."""
    for _ in range(400):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


@pytest.mark.slow
def test_the_whole_way_by_keyboard_alone(open_page):
    page = open_page()
    tab_to(page, "#example")
    page.keyboard.type("The worked")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/columns")
    tab_to(page, "button.main")
    page.keyboard.press("Enter")
    page.wait_for_url("**/money")
    tab_to(page, "[id='goal.budget']")
    page.keyboard.press("Control+A")
    page.keyboard.type("8")
    tab_to(page, "button.main")
    page.keyboard.press("Enter")
    page.wait_for_url("**/plan")
    assert page.locator(".card h1").inner_text()
    for _ in range(3):  # past "Plan again", to the report: PDF is left out
        tab_to(page, "input[name=format], button[value=report]")
        if page.evaluate("document.activeElement.value") == "pdf":
            page.keyboard.press("Space")
            break
    tab_to(page, "button[value=report]")
    page.keyboard.press("Enter")
    page.locator(".downloads a").first.wait_for()
    tab_to(page, ".skip")
    tab_to(page, "nav a[href='/review']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/review")
    tab_to(page, "summary")
    page.keyboard.press("Enter")
    assert "budgetplan progress" in page.locator("pre").inner_text()


@pytest.mark.slow
def test_somebody_who_is_paid_by_the_answer_is_planned_with(open_page, tmp_path):
    page = open_page()
    rows = (ROOT / "examples/answerer/answers.csv").read_bytes().splitlines(keepends=True)
    (tmp_path / "answers.csv").write_bytes(b"".join([rows[0], *rows[1::16]]))
    page.set_input_files("input[name=scores]", tmp_path / "answers.csv")
    page.get_by_role("button", name="Read the file").click()
    page.wait_for_url("**/columns")
    for name in ("assistant", "assistant_sure"):
        page.get_by_label(name, exact=True).select_option("paid answer")
    page.get_by_role("button", name="Use these columns").first.click()
    reloaded(page, "money")
    no_scroll(page)
    page.get_by_label("Price of one call (assistant)").fill("0.002")
    page.get_by_label("Price of one judgement").fill("0.04")
    page.get_by_label("Budget", exact=True).fill("5")
    page.get_by_text("More: every other key").click()
    for heading in ("What a model's answers are worth", "How sure"):
        page.get_by_text(heading, exact=True).click()
    page.locator("[id='answers.unit']").select_option("money")
    for key, value in (("answers.right", "0.08"), ("answers.wrong", "-0.40"), ("sure.resamples", "40")):
        page.locator(f"[id='{key}']").fill(value)
    page.get_by_role("button", name="On to the plan").first.click()
    reloaded(page, "plan")
    asked = page.locator("tr", has_text="assistant").first.inner_text().split("\t")
    assert f"{int(asked[1]) * 0.002:.2f}" == asked[-1]


@pytest.mark.slow
def test_the_clock_times_ten_judgements(open_page, tmp_path):
    page = open_page()
    table = tmp_path / "words.csv"
    table.write_bytes(german_csv(candidates()))
    page.set_input_files("input[name=scores]", table)
    page.get_by_role("button", name="Read the file").click()
    page.wait_for_url("**/columns")
    page.goto(page.url.replace("columns", "money"))
    page.get_by_text("I don't know how long").click()
    page.get_by_role("button", name="Start").click()
    seen = set()
    for _ in range(10):
        seen.add(page.locator("#clock li:visible").inner_text())
        page.get_by_role("button", name="Judged: next").click()
    assert len(seen) == 10
    assert re.fullmatch(r"\d+\.\d", page.get_by_label("Seconds for one judgement").input_value())


@pytest.mark.slow
def test_the_whole_way_without_scripts(open_page):
    page = open_page(java_script_enabled=False)
    page.get_by_label("Example", exact=True).select_option("klubicka2018")
    page.get_by_role("button", name="Take this example").click()
    page.wait_for_url("**/columns")
    page.get_by_role("button", name="Use these columns").first.click()
    page.wait_for_url("**/money")
    page.get_by_role("button", name="On to the plan").first.click()
    page.wait_for_url("**/plan")
    page.get_by_label("Budget", exact=True).fill("8")
    page.get_by_role("button", name="Plan again").click()
    page.get_by_label("PDF").uncheck()
    page.get_by_role("button", name="Write the report").click()
    page.locator(".downloads a").first.wait_for()  # by the refresh of the page
    assert page.get_by_label("Budget", exact=True).input_value() == "8"
