"""The page with a handle says at each stop what the report of that budget prints; by mouse, by keyboard, in German."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from chromium import browser, page_of, violations
from explored_world import plan_of, world

from budgetplan.api import make_report
from budgetplan.report.display import Style, show
from budgetplan.report.model import interval
from budgetplan.settings.build import read_plan

ROOT = Path(__file__).parents[2]
EUR, DE = Style("EUR", 2), Style("EUR", 2, "de")


@pytest.fixture(scope="module")
def chromium():
    with browser() as made:
        yield made


def written(source, folder, **flags):
    plan = read_plan(str(source), flags)
    make_report(plan, date="2026-11-28", out=folder, formats=("explore",), command=("budgetplan", "report", "p.toml"))
    return f"file://{folder / 'explore.html'}"


@pytest.fixture(scope="module")
def awkward(tmp_path_factory):
    folder = tmp_path_factory.mktemp("awkward")
    path = world(folder, work='start = "2026-12-07"')
    return path, written(path, folder / "report")


def sentence(page):
    return page.inner_text("#sentence").replace("\u00a0", " ")


def test_three_positions_say_what_the_report_of_their_budget_says(chromium, awkward):
    path, address = awkward
    with page_of(chromium, address) as page:
        for at in (300, 600, 900):
            page.locator("#handle").fill(str(at))
            command = page.inner_text("#command")
            assert command.startswith("budgetplan report p.toml --budget ")
            chosen = plan_of(path, goal__budget=command.split()[-1]).chosen
            said = sentence(page)
            money, found = show(chosen.spend, "amount", EUR), show(chosen.found.value, "count", EUR)
            span = show(interval(chosen.found), "count", EUR)
            wanted = f"For {money} review {show(chosen.items, 'count', EUR)} items and find about {found} entries (95 %: {span})."
            assert said.startswith(wanted.replace("\u00a0", " "))
            cells = page.locator("#ledger td:last-child").all_inner_texts()
            amounts = [float(cell.replace(",", "")) for cell in cells]
            assert sum(amounts[:-1]) == pytest.approx(amounts[-1]) == pytest.approx(float(chosen.spend))


def test_keys_move_the_handle_and_the_sentence_is_spoken(chromium, awkward):
    with page_of(chromium, awkward[1]) as page:
        before = sentence(page)
        page.focus("#handle")
        page.keyboard.press("ArrowRight")
        assert sentence(page) != before
        assert page.get_attribute("#handle", "aria-valuetext").replace("\u00a0", " ") == sentence(page)
        assert page.get_attribute("#sentence", "aria-live") == "polite"
        page.keyboard.press("Home")
        assert sentence(page) == "Nothing is reviewed for this."
        page.fill("#amount", "150")
        page.keyboard.press("Enter")
        spent = float(sentence(page).split()[2])
        assert 140 < spent <= 150
        assert page.inner_text("#nearest") == "For 150 the stop below it is shown."
        page.fill("#amount", "abc")
        page.keyboard.press("Enter")
        assert page.get_attribute("#amount", "aria-invalid") == "true"
        assert spent == float(sentence(page).split()[2])


@pytest.mark.slow
def test_the_pointer_drags_the_handle_and_the_axis_changes_nothing_that_is_found(chromium, awkward):
    with page_of(chromium, awkward[1]) as page:
        box = page.locator("#chart svg").bounding_box()
        page.mouse.move(box["x"] + 400, box["y"] + 100)
        page.mouse.down()
        page.mouse.move(box["x"] + 500, box["y"] + 100)
        page.mouse.up()
        dragged = sentence(page)
        for axis in ("items", "hours", "weeks", "money"):
            page.select_option("#axis", axis)
            assert sentence(page) == dragged
        dot = page.locator("circle").bounding_box()
        assert abs(dot["x"] + dot["width"] / 2 - box["x"] - 500) < 8


@pytest.mark.slow
def test_people_and_hours_a_week_move_the_last_day_as_in_a_report(chromium, awkward, tmp_path):
    path, address = awkward
    with page_of(chromium, address) as page:
        budget = page.inner_text("#command").split()[-1]
        assert " 1 week for 3 people, " in page.inner_text("#time")
        page.fill("#people", "4")
        page.press("#people", "Enter")
        page.fill("#a-week", "0.5")
        said = page.inner_text("#time")

    from budgetplan.api import Solved

    solved = Solved(read_plan(path, {"goal.budget": budget, "work.people": "4", "work.hours_a_week": "0.5"}))
    work = solved.workflow.work(solved.solution)
    assert f"{work.weeks} weeks for 4 people, from 7 December 2026 to" in said
    assert EUR.locale.printed_date(work.end) in said


def test_the_worth_of_an_entry_marks_its_best_stop(chromium, awkward):
    path, address = awkward
    with page_of(chromium, address) as page:
        page.locator("#worth").fill("24")
        worth = page.inner_text("#worth-value").split()[-1]
        said = page.inner_text("#best").replace("\u00a0", " ")
        chosen = plan_of(path, entry__value=worth).chosen
        assert f": {chosen.items:,} items for EUR {chosen.spend:,}, " in said
        assert f"Net value {show(chosen.net.value, 'whole', EUR)}," in said.replace("EUR ", "EUR\u00a0")
        page.click("#go")
        assert f" {chosen.items:,} items " in sentence(page)
        assert page.locator("path.best").count() == 1
        page.locator("#pay").fill("8")
        assert page.inner_text("#pay-value") == "200 %"
        assert "Net value" not in page.inner_text("#best")
        # Nobody is to paste a bill of other prices.
        assert [page.is_visible(one) for one in ("#ledger table", "#copy-text", "#command", "#other-prices")] == [
            False
        ] * 3 + [True]


def test_the_command_has_the_worth_that_was_chosen(chromium, tmp_path):
    path = world(tmp_path, '[entry]\nvalue = "2"')
    with page_of(chromium, written(path, tmp_path / "report")) as page:
        assert "--entry-value" not in page.inner_text("#command")
        page.locator("#worth").fill("30")
        page.click("#go")
        *_, worth, _, budget = page.inner_text("#command").split()
        assert float(worth) == float(page.inner_text("#worth-value").split()[-1]) != 2
        chosen = plan_of(path, entry__value=worth, goal__budget=budget).chosen
        assert f" {chosen.items:,} items " in sentence(page)


@pytest.mark.slow
def test_models_are_shown_and_hidden_and_what_is_copied_holds_the_bill(chromium, awkward):
    with page_of(chromium, awkward[1]) as page:
        assert page.locator("#chart path.other").count() == 0
        page.locator("#models input").first.check()
        assert page.locator("#chart path.other").count() == 1
        page.click("#copy-text")
        assert page.inner_text("#copied") == "Copied."
        page.evaluate("document.body.append(document.createElement('textarea'))")
        page.focus("body > textarea")
        page.keyboard.press("Control+V")
        lines = page.input_value("body > textarea").replace("\u00a0", " ").splitlines()
        money, items = sentence(page).split(" ")[2], sentence(page).split(" ")[4]
        assert lines[0].startswith(f"We request EUR {money} to have {items} items judged by people. We expect")
        assert sum(float(line.rsplit(" ", 1)[1].replace(",", "")) for line in lines[1:]) == pytest.approx(float(money))


@pytest.mark.slow
def test_a_joint_plan_has_its_flow_at_each_budget(chromium, tmp_path):
    address = written(ROOT / "examples" / "hate_speech" / "joint.toml", tmp_path / "r")
    with page_of(chromium, address) as page:
        for at in ("0", "400", "1000"):
            page.locator("#handle").fill(at)
            numbers = [
                int(line.rsplit(" ", 1)[1].replace(",", "")) for line in page.locator("#flow li").all_inner_texts()
            ]
            assert sum(numbers) == 4957
            widths = page.eval_on_selector_all(".flow span", "all => all.map(one => one.getBoundingClientRect().width)")
            assert widths[0] / sum(widths) == pytest.approx(numbers[0] / sum(numbers), abs=0.01)
            right = numbers[0] + numbers[2]
            assert f" about {right:,} posts have the right label" in sentence(page)


@pytest.mark.slow
def test_german_at_the_width_of_a_telephone_and_nothing_is_asked_of_the_network(chromium, tmp_path):
    address = written(ROOT / "examples" / "loanwords" / "quota.toml", tmp_path / "r", **{"report.language": "de"})
    asked = []
    with page_of(chromium, address, width=360, requests=asked) as page:
        said = sentence(page)
        assert said.startswith("Für ")
        assert "Erfüllte Quoten: " in said
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert asked == [address]


@pytest.mark.slow
def test_those_who_do_not_see_the_page_can_use_it(chromium, awkward):
    for scheme in ("light", "dark"):
        with page_of(chromium, awkward[1], color_scheme=scheme) as page:
            page.locator("#models input").first.check()
            assert violations(page) == []


def test_words_of_the_user_are_text(chromium, tmp_path):
    evil = "</script><script>document.title='owned'</script>"
    path = world(tmp_path, words=f'[words]\nitems = "{evil}"\nentries = "<b>&"')
    with page_of(chromium, written(path, tmp_path / "r")) as page:
        assert evil in sentence(page)
        assert page.title() != "owned"


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("flags", [{"report.profile": "dfg"}, {"goal.budget": "0.01"}])
@pytest.mark.few(1)
def test_no_page_for_a_funder_nor_where_nothing_can_be_said(tmp_path, flags):
    plan = read_plan(world(tmp_path), {"goal.budget": "150", **flags})
    made = make_report(plan, date="2026-11-28", out=tmp_path / "r", formats=("html", "explore"))
    there = (tmp_path / "r" / "explore.html").exists()
    assert there is ("report.profile" not in flags)
    assert ("explore.html" in " ".join(made.files)) is there


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("formats", "report"), [(("html",), "report.html"), ((), "")])
def test_the_page_links_to_the_report_where_there_is_one(tmp_path, formats, report):
    plan = read_plan(world(tmp_path), {"goal.budget": "150", "sure.resamples": "40"})
    make_report(plan, date="2026-11-28", out=tmp_path / "r", formats=(*formats, "explore"))
    page = (tmp_path / "r" / "explore.html").read_text(encoding="utf-8")
    assert re.findall('<a href="(.*?)"', page) == ([report] if report else [])
