"""The five pages over HTTP: the whole way, what each refuses, and who is not let in."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
import time
import tomllib
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from german_world import candidates, german_csv, workbook
from starlette.testclient import TestClient

from budgetplan.api import Checked
from budgetplan.app import pages, server
from budgetplan.app.folder import Folder, keys_by_heading, open_folder, option_of, today, with_values
from budgetplan.cli.main import main
from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.messages import Message, literal
from budgetplan.domain.options import BY_KEY
from budgetplan.errors import Problem
from budgetplan.render.templating import read_template
from budgetplan.tools import READ

ROOT = Path(__file__).parents[2]
PORT, TOKEN = 8123, "a-token"
BASE = f"http://127.0.0.1:{PORT}"


class Fields(HTMLParser):
    """What a browser would send of each form of a page, untouched."""

    def __init__(self, page):
        super().__init__()
        self.forms, self._select, self._area = [], None, None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        said = dict(attributes)
        if tag == "form":
            self.forms.append({})
        name = said.get("name")
        form = self.forms[-1] if self.forms else {}
        if tag == "input" and name and said.get("type") != "file":
            ticks = said.get("type") in {"checkbox", "radio"}
            if not ticks or "checked" in said:
                form[name] = said.get("value", "")
        elif tag == "select" and name:
            self._select = name
        elif tag == "option" and self._select and ("selected" in said or self._select not in form):
            form[self._select] = said.get("value", "")
        elif tag == "textarea":
            self._area, form[name] = name, ""

    def handle_endtag(self, tag):
        self._select = None if tag == "select" else self._select
        self._area = None if tag == "textarea" else self._area

    def handle_data(self, data):
        if self._area:
            self.forms[-1][self._area] += data.removeprefix("\n")


def form_of(response, place=0):
    return Fields(response.text).forms[place]


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "folder"
    root.mkdir()
    return Folder(root)


def client_of(folder, **headers):
    client = TestClient(
        server.make_app(folder, PORT, TOKEN), base_url=BASE, headers={"accept-language": "en", **headers}
    )
    assert client.get(f"/?token={TOKEN}").status_code == 200
    return client


@pytest.fixture
def client(folder):
    with client_of(folder) as client:
        yield client


def upload(client, content, name="Kandidaten für A.csv", place="scores", **form):
    return client.post("/file", data=form, files={place: (name, content)})


def take(client, page, **said):
    """Send the form of the columns, with more said of them."""
    return client.post("/columns", data=form_of(page) | {"action": "take"} | said)


def refused(page, place):
    """Return what stands beside a field or a column of a page on which something is wrong."""
    assert page.status_code == 422
    return page.text.partition(place)[2].partition("</div>")[0]


def wait(folder):
    deadline = time.monotonic() + 60
    while not folder.job.is_done and time.monotonic() < deadline:
        time.sleep(0.05)
    assert folder.job.is_done


# The whole way.


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A German workbook, taken through all pages in German, up to what is written."""
    folder = Folder(tmp_path_factory.mktemp("german") / "Ordner mit Leerzeichen")
    folder.root.mkdir()
    seen = {}
    with client_of(folder, **{"accept-language": "de-AT,de;q=0.9"}) as client:
        seen["file"] = client.get("/file")
        seen["columns"] = upload(client, workbook(candidates()), "Kandidaten für A.xlsx")
        form = form_of(seen["columns"]) | {"action": "take"}
        seen["guessed"] = {name.removeprefix("role:"): role for name, role in form.items() if name.startswith("role:")}
        labelled = client.post("/columns", data=form | {"role:Lehnwort": "label"})
        said = {"role:Modell A": "score", "role:Modell B": "score", "value:ja": "yes", "value:nein": "no"}
        seen["money"] = take(client, labelled, **said)
        form = form_of(seen["money"]) | {"cost.per_item": "0.40", "cost.currency": "EUR"}
        form |= {"goal.budget": "40", "unit": "money", "sure.resamples": "40", "work.packet": "25"}
        seen["plan"] = client.post("/money", data=form)
        formats = ["html", "docx", "xlsx"]
        seen["started"] = client.post("/plan", data={"action": "report", "format": formats}, follow_redirects=False)
        seen["working"] = client.get("/plan")
        seen["events"] = client.get("/plan/progress").text
        wait(folder)
        seen["written"] = client.get("/plan")
        client.post("/plan", data={"action": "queue", "tool": "csv"})
        wait(folder)
        seen["queued"] = client.get("/plan")
        yield folder, client, seen


def test_the_whole_way_in_german(done):
    folder, _, seen = done
    titles = {"file": "Welche Datei?", "columns": "Was steht in den Spalten?", "money": "Geld und Ziel"}
    for name, words in titles.items():
        assert seen[name].status_code == 200, seen[name].text
        assert words in seen[name].text
        assert '<html lang="de">' in seen[name].text
    assert seen["plan"].url == f"{BASE}/plan"
    plan = folder.plan
    wanted = {"file": "Kandidaten_für_A.xlsx", "label": "Lehnwort", "positive": ["ja"]}
    assert plan["table"].items() >= wanted.items()
    assert [model["name"] for model in plan["models"]] == ["Modell A", "Modell B"]
    assert (plan["goal"]["budget"], plan["report"]["language"]) == ("40", "de")
    assert (seen["guessed"]["Nr"], seen["guessed"]["Wort"]) == ("id", "text")
    assert seen["started"].status_code == 303
    assert 'http-equiv="refresh"' in seen["working"].text or "report.html" in seen["working"].text
    events = [json.loads(line[6:]) for line in seen["events"].splitlines() if line.startswith("data: ")]
    assert events[-1]["is_done"]


def test_the_report_is_that_of_the_command_line(done, tmp_path):
    folder, _, _ = done
    assert not folder.job.problems
    out = tmp_path / "report"
    words = ["report", folder.path, "--format", "html,docx,xlsx", "--out", str(out), "--date", today()]
    ended = CliRunner().invoke(main, words)
    assert ended.exit_code in {0, 5}, ended.output
    names = {path.relative_to(out) for path in out.rglob("*") if path.is_file()}
    theirs = folder.root / "report"
    assert names == {path.relative_to(theirs) for path in theirs.rglob("*") if path.is_file()}
    assert not [name for name in names if (out / name).read_bytes() != (theirs / name).read_bytes()]


def test_what_was_written_is_there_to_take(done):
    folder, client, seen = done
    for name in ("report.html", "application.docx", "tables.xlsx", "costs.xlsx", "justification.txt"):
        assert f"/written/report/{name}" in seen["written"].text
        got = client.get(f"/written/report/{name}")
        assert got.status_code == 200
        assert got.content == (folder.root / "report" / name).read_bytes()
        assert got.headers["x-content-type-options"] == "nosniff"
    # A tab of its own; what is downloaded needs none.
    assert 'href="/written/report/report.html" target="_blank" rel="noopener"' in seen["written"].text
    assert seen["written"].text.count("target=") == 1
    page = client.get("/written/report/report.html").headers
    assert "script-src" not in page["content-security-policy"]
    assert page["content-security-policy"].startswith("default-src 'none'")
    assert client.get("/written/report/tables.xlsx").headers["content-disposition"].startswith("attachment")
    assert client.get("/written/plan.toml").content == Path(folder.path).read_bytes()
    # The page with a handle runs its own script, and knows nothing of ours.
    (folder.root / "report" / "explore.html").write_text("<script>1</script>", encoding="utf-8")
    assert "/written/report/explore.html" in client.get("/plan").text
    rule = client.get("/written/report/explore.html").headers["content-security-policy"]
    assert rule.startswith("sandbox allow-scripts")
    assert "allow-same-origin" not in rule
    (folder.root / "report" / "explore.html").unlink()


def test_the_queue_comes_as_packets_without_its_manifest(done):
    folder, client, seen = done
    assert not folder.job.problems, folder.job.problems
    assert "/queue.zip" in seen["queued"].text
    names = zipfile.ZipFile(io.BytesIO(client.get("/queue.zip").content)).namelist()
    assert names
    assert {name.partition("/")[0] for name in names} == {"packets", "how-to-import.txt"}
    again = client.post("/plan", data={"action": "queue", "tool": "csv"})  # people may be at work on it
    assert "gibt schon eine Arbeitsliste" in refused(again, 'id="put_away"')
    client.post("/plan", data={"action": "queue", "tool": "csv", "put_away": "1"})
    wait(folder)
    assert not folder.job.problems
    assert (folder.root / "queue" / "packets.before-1").is_dir()


def judged(folder, n=30):
    """Return what came back of a queue: what people say of its first items."""
    known = {row[0]: "ja" if row[3] > 0.5 else "nein" for row in candidates()}
    names = []
    for path in sorted((folder.root / "queue" / "packets").glob("*.csv")):
        names += [re.split("[;,\t]", line)[0].strip('"') for line in path.read_text("utf-8-sig").splitlines()[1:]]
    return "\n".join(["Nr,label", *(f"{name},{known[name]}" for name in names[:n])]).encode()


def test_a_review_says_continue_or_stop(done):
    folder, client, _ = done
    page = client.post("/review", files={"logs": ("zurück.csv", judged(folder))})
    assert page.status_code == 200, page.text
    assert page.url == f"{BASE}/review"
    assert '<section class="card"' in page.text
    assert client.get("/written/progress/card.html").status_code == 200
    assert client.get("/review").text == page.text  # a reload, a second tab
    other = Folder(folder.root)
    with client_of(other) as restarted:
        assert restarted.get("/review").text.count("zurück.csv") >= 1
    wrong = client.post("/review", files={"logs": ("nichts.csv", b"a,b\n1,2\n")})
    assert wrong.status_code == 422
    assert "Traceback" not in wrong.text
    assert client.post("/review", data={}).status_code == 422


def test_the_rest_is_planned_and_queued_round_after_round(done, tmp_path):
    """Nothing but the command line did: its folder was that of the queue which the rest is made from."""
    shutil.copytree(done[0].root, tmp_path / "copy")
    folder = Folder(tmp_path / "copy")
    folder.note(logs=[])
    with client_of(folder) as client:
        for number in (1, 2):
            reviewed = client.post("/review", files={"logs": (f"runde-{number}.csv", judged(folder, 30))})
            page = client.post("/review", data=form_of(reviewed, 1) | {"action": "rest"})
            assert page.url == f"{BASE}/plan"
            # 30 more of 0.40 each are judged and paid.
            assert re.search(rf"Vor diesem Plan wurden {30 * number} .* {12 * number},00", page.text)
            assert folder.plan["list"] == {"reviewed": [f"runde-{number}.csv"], "queue": f"queue-{number}"}
            client.post("/plan", data={"action": "queue", "tool": "csv"})
            wait(folder)
            assert not folder.job.problems
        kept, table = folder.plan["list"], candidates()
        upload(client, workbook(table[::-1]), "gemischt.xlsx")  # the same list in another order
        assert folder.plan["list"] == kept
        folder.write(folder.text.replace("[list]", "[list]\nsize = 5000", 1))
        upload(client, workbook([[f"x{row[0]}", *row[1:]] for row in table]), "andere.xlsx")
        assert not folder.plan.get("list")


def test_what_the_report_says_to_ask_about_can_be_taken(done):
    folder, client, _ = done
    ask = folder.root / "report/tables/ask.csv"
    ask.write_text("wort,llm\na,\n")
    assert "/written/report/tables/ask.csv" in client.get("/plan").text
    ask.unlink()


@pytest.mark.slow
def test_commands_that_are_shown_run(done, monkeypatch):
    folder, client, _ = done
    for name in ("columns", "money", "plan", "review"):
        shown = re.search(r"<pre[^>]*><code>(.*?)</code>", client.get(f"/{name}").text, re.DOTALL)[1]
        first, *commands = shown.replace("&#34;", '"').replace("&#39;", "'").strip().splitlines()
        assert shlex.split(first) == ["cd", str(folder.root)]
        assert commands
        for command in commands:
            program, *words = shlex.split(command)
            assert program == "budgetplan"
            assert words[0] in main.commands
    monkeypatch.chdir(folder.root)
    ended = CliRunner().invoke(main, ["check", "plan.toml"])
    assert ended.exit_code == 0, ended.output


# Each page, and what it refuses.


def take_example(client, name="klubicka2018", draws="40"):
    page = client.post("/file", data={"example": name})
    if draws:  # intervals take long, and are not looked at
        client.post("/money", data={"sure.resamples": draws}, follow_redirects=False)
    return page


@pytest.mark.parametrize("name", ["loanwords", "hate_speech", "answerer"])
@pytest.mark.few(1)
def test_an_example_stays_the_plan_that_it_is(client, folder, name):
    page = take_example(client, name, draws="")
    assert page.status_code == 200, page.text
    before = folder.plan
    assert take(client, page).url == f"{BASE}/money"
    page = client.get("/money")
    assert client.post("/money", data=form_of(page), follow_redirects=False).status_code == 303
    after = folder.plan
    for section in before.keys() | after.keys():
        if section != "table":
            assert after.get(section) == before.get(section), section
    assert after["table"].items() >= before["table"].items()


@pytest.mark.slow
def test_every_key_is_below_more(client):
    take_example(client, "loanwords")
    names = set(form_of(client.get("/money")))
    known = {option.key for name in names if (option := option_of(name))}
    assert {*BY_KEY} - known == {*pages.FORM, "words", "table.file", "table.labels"} - known
    assert {*BY_KEY} - known == {"words", "table.file", "table.labels"}
    assert "models.5.cut" in names
    assert BY_KEY["sure.resamples"].help in client.get("/money").text


@pytest.mark.slow
def test_keys_of_all_kinds_are_kept(client, folder):
    take_example(client, "loanwords")
    form = form_of(client.get("/money"))
    form |= {"cost.fixed": "Guidelines and training = 480.00\r\nA = B = 12", "report.notes": "one\r\n\r\ntwo"}
    form |= {"cost.ranges": "seconds_per_item = 15 to 30", "models.2.order": "higher", "goal.mixture": "off"}
    form |= {"entry.value": "", "answerers.1.name": ""}
    page = client.post("/money", data=form, follow_redirects=False)
    assert page.headers["location"] == "/plan", page.text
    said = folder.plan
    assert said["cost"]["fixed"] == {"Guidelines and training": "480.00", "A = B": "12"}
    assert said["report"]["notes"] == ["one", "two"]
    assert said["models"][1]["order"] == "higher"
    assert "value" not in said["entry"]
    assert "# figures come from these rows" in folder.text  # comments of the user stay
    assert form_of(client.get("/money"))["cost.ranges"] == "seconds_per_item = 15 to 30"


def planned(client):
    """Take a table through the page of columns."""
    page = take(client, upload(client, german_csv(candidates())), **{"role:Lehnwort": "label"})
    said = {"value:ja": "yes", "role:Modell A": "score", "role:Modell B": "score"}
    assert take(client, page, **said).url == f"{BASE}/money"


ONE_LINE = [
    'cost = { per_item = "0.5", currency = "EUR", fixed = { rules = 480 } }\n',
    'cost.per_item = "0.5"\ncost.currency = "EUR"\ncost.fixed.rules = 480\n',
]


@pytest.mark.parametrize("cost", ONE_LINE)
def test_keys_that_stand_in_one_line_are_changed(client, folder, cost):
    planned(client)
    Path(folder.path).write_text(cost + re.sub(r"(?ms)^\[cost\].*?(?=^\[)", "", folder.text), "utf-8")
    before = folder.plan
    form = form_of(client.get("/money")) | {"cost.per_item": "0.7"}
    page = client.post("/money", data=form, follow_redirects=False)
    assert page.status_code == 303, page.text
    assert folder.plan == before | {"cost": before["cost"] | {"per_item": "0.7"}}
    page = client.post("/columns", data={"action": "again"}, follow_redirects=False)
    assert page.status_code == 303, page.text
    assert folder.plan["cost"] == before["cost"] | {"per_item": "0.7"}


def test_a_text_with_the_end_of_a_line_in_it_stays():
    text = '[report]\ntitle = "a\u2028b" # mine\n[goal]\nbudget = 6\n'
    assert with_values(text, {"goal.budget": "7"}) == text.replace("= 6", '= "7"')


def test_an_answer_and_how_sure_it_is_are_one_model(client, folder):
    rows = ["Nr,gold,sure,said"]
    rows += [f"{at},{'abc'[at % 4 % 3]},0.{50 + at % 45},{'abc'[at % 3]}" for at in range(60)]
    page = upload(client, "\n".join(rows), "answers.csv")
    roles = {"role:gold": "label", "role:said": "answer", "role:sure": "answer"}
    take(client, page, **roles)
    take(client, client.get("/columns"), **roles, label="gold")
    assert folder.plan["models"] == [{"name": "said", "predicted": "said", "confidence": "sure"}]


def test_answers_that_are_paid_for_are_an_answerer_with_a_price(client, folder):
    rows = (ROOT / "examples/answerer/answers.csv").read_bytes().splitlines(keepends=True)
    page = upload(client, b"".join(rows[:300]), "answers.csv")
    roles = dict.fromkeys(("role:assistant", "role:assistant_sure"), "answerer")
    assert take(client, page, **roles).url == f"{BASE}/money"
    sure = {"confidence": "assistant_sure", "levels": ["low", "medium", "high"]}
    assert folder.plan["answerers"] == [{"name": "assistant", **sure}]
    page = client.get("/money")
    assert '<label for="answerers.1.price">Price of one call (assistant)</label>' in page.text
    assert page.text.count('name="answerers.1.price"') == 1
    worth = {"answers.unit": "money", "answers.right": "0.08", "answers.wrong": "-0.40", "cost.per_item": "0.04"}
    client.post("/money", data=form_of(page) | worth | {"answerers.1.price": "0.002"})
    paid = [{"name": "assistant", **sure, "price": "0.002"}]
    assert folder.plan["answerers"] == paid
    take(client, client.get("/columns"))
    assert folder.plan["answerers"] == paid
    take(client, client.get("/columns"), **dict.fromkeys(roles, ""))
    assert "answerers" not in folder.plan


@pytest.mark.slow
def test_a_plan_of_the_user_is_put_away_before_it_is_changed(client, folder):
    take_example(client)
    mine = folder.text + "\n# mine\n"
    Path(folder.path).write_text(mine, encoding="utf-8")
    client.post("/plan", data={"action": "again", "goal.budget": "900", "unit": "money"}, follow_redirects=False)
    assert (folder.root / "plan.toml.before-1").read_text(encoding="utf-8") == mine
    client.post("/plan", data={"action": "again", "goal.budget": "901", "unit": "money"}, follow_redirects=False)
    assert not (folder.root / "plan.toml.before-2").exists()
    assert "# mine" in folder.text


@pytest.mark.parametrize("place", ["/money", "/plan"])
@pytest.mark.few(1)
def test_a_wrong_amount_stands_beside_its_field_and_is_kept(client, folder, place):
    take_example(client)
    before = folder.text
    form = form_of(client.get(place)) | {"goal.budget": "a lot", "entry.value": "six", "action": "again"}
    page = client.post(place, data=form)
    beside = refused(page, 'id="goal.budget"')
    assert all(part in beside for part in ("a lot", 'class="error"', 'aria-invalid="true"'))
    assert form_of(page)["entry.value"] == "six"
    assert folder.text == before


@pytest.mark.slow
def test_an_error_stands_beside_its_column(client, folder):
    page = upload(client, (ROOT / "examples/loanwords/scores.csv").read_bytes(), "scores.csv")
    assert "a labelled item has no score" in refused(page, "<strong>s_meaning_prior</strong>")
    assert take(client, page, **{"table.missing": "last"}).url == f"{BASE}/money"
    assert folder.plan["table"]["missing"] == "last"
    assert client.get("/columns").status_code == 200


def test_a_doubt_is_no_error(client, monkeypatch):
    take_example(client)
    doubts = (Problem(literal("these look alike", ""), column="rank_M1"), Problem(literal("this may be old", "")))
    monkeypatch.setattr(Folder, "checked", lambda *_: Checked((), doubts))
    page = client.get("/columns")
    assert page.status_code == 200
    beside = page.text.partition("<strong>rank_M1</strong>")[2].partition("</div>")[0]
    assert '<li class="doubt">these look alike</li>' in beside
    assert '<li class="doubt">this may be old</li>' in page.text.partition("<form")[0]


@pytest.mark.parametrize(
    ("language", "rows", "empty"), [("en", "1,500 rows", "(1,200 now)"), ("de", "1.500 Zeilen", "1.200)")]
)
def test_counts_are_written_as_the_language_does(folder, language, rows, empty):
    with client_of(folder, **{"accept-language": language}) as client:
        upload(client, german_csv(candidates(1500)))
        page = take(client, client.get("/columns"), **{"role:Lehnwort": "label"}).text
    assert f"<p>{rows}, " in page
    assert empty in page


def test_a_column_can_be_one_thing_alone(client, folder):
    page = upload(client, german_csv(candidates()))
    before = folder.text
    page = take(client, page, **{"role:Wort": "id"})
    assert "two columns cannot both be this" in refused(page, "<strong>Wort</strong>")
    assert form_of(page)["role:Wort"] == "id"
    assert folder.text == before


def test_what_nobody_has_judged_is_said_by_a_mark(client, folder):
    rows = [(*row[:2], row[2] or "offen", *row[3:]) for row in candidates()]
    page = take(client, upload(client, german_csv(rows)), **{"role:Lehnwort": "label"})
    said = {"value:ja": "yes", "value:nein": "no", "value:offen": "none", "role:Modell A": "score"}
    assert take(client, page, **said).url == f"{BASE}/money"
    assert folder.plan["table"]["empty"] == ["offen"]
    assert form_of(client.get("/columns"))["value:offen"] == "none"
    # What is still needed is asked for, and nothing else.
    page = take(client, client.get("/columns"), **{"value:ja": "no"})
    assert page.status_code == 422
    assert "which label do you collect?" in page.text


def test_labels_may_have_a_file_of_their_own(client, folder):
    rows = candidates()
    scores = "\n".join(["Nr,Modell A", *(f"{row[0]},{row[3]}" for row in rows)])
    labels = "\n".join(["Nr,label", *(f"{row[0]},{row[2]}" for row in rows if row[2])])
    sent = {"scores": ("scores.csv", scores), "labels": ("labels.csv", labels)}
    page = client.post("/file", files=sent)
    assert page.url == f"{BASE}/columns", page.text
    assert folder.plan["table"]["labels"] == "labels.csv"
    assert take(client, page, **{"value:ja": "yes", "role:Modell A": "score"}).url == f"{BASE}/money"


@pytest.mark.slow
def test_models_that_answer_are_asked_for_the_price_of_an_error(client, folder):
    page = upload(client, (ROOT / "examples/hate_speech/scores.csv").read_bytes(), "scores.csv")
    models, rest = folder.plan["models"], {"table.missing": "exclude"}
    assert take(client, page, **rest).url == f"{BASE}/money"
    assert folder.plan["models"] == models
    prefix = models[0].get("probabilities") or models[0]["decision"]
    columns = [name for name in form_of(page) if name.startswith(f"role:{prefix}:")]
    for role, left in (("", models[1:]), ("answer", models)):
        take(client, client.get("/columns"), **rest, **dict.fromkeys(columns, role))
        found = [{**model, "name": ""} for model in folder.plan["models"]]
        assert sorted(map(str, found)) == sorted(str({**model, "name": ""}) for model in left)
    page = client.post("/money", data=form_of(client.get("/money")))
    assert "still needed" in refused(page, 'id="answers.error_weight"')
    page = client.post("/money", data=form_of(page) | {"answers.error_weight": "4", "sure.resamples": "40"})
    assert page.url == f"{BASE}/plan"
    assert page.status_code == 200


@pytest.mark.parametrize(
    ("name", "content"),
    [("x.csv", b""), ("x.csv", b"\x00\x01\xff"), ("x.csv", b"a;a\n1;2\n"), ("x.xlsx", b"PK\x03\x04 no workbook"),
     ("x.parquet", b"a\n"), ("x.json", b"{")],
)  # fmt: skip
def test_a_wrong_file_is_told_without_a_traceback(client, name, content):
    page = upload(client, content, name)
    assert page.status_code == 422
    assert "Traceback" not in page.text
    assert 'class="error"' in page.text
    assert name in page.text  # what was chosen is still there


def test_how_a_file_is_written_can_be_said(client, folder):
    table = "# made by hand\nNr\tgold\tp\n" + "".join(f"{row[0]}\t{row[2]}\t{row[3]}\n" for row in candidates())
    upload(client, table.encode(), "t.csv", **{"table.separator": "tab", "table.header": "2"})
    assert folder.plan["table"]["separator"] == "tab"
    folder.change({"cost.per_item": "0.5"})
    client.post("/columns", data={"action": "again", "table.separator": "tab", "table.decimal": "point"})
    assert folder.plan["table"]["decimal"] == "point"
    assert folder.plan["cost"]["per_item"] == "0.5"


def test_a_file_may_be_named_by_its_path(client, folder, tmp_path):
    path = tmp_path / "large one.csv"
    path.write_bytes(german_csv(candidates()))
    assert client.post("/file", data={"path": f'"{path}"'}).url == f"{BASE}/columns"
    assert (folder.root / folder.plan["table"]["file"]).samefile(path)
    assert not (folder.root / path.name).exists()
    page = client.post("/file", data={"path": str(tmp_path / "none.csv")})
    assert page.status_code == 422
    assert str(tmp_path / "none.csv") in page.text


def test_without_a_plan_all_pages_lead_to_the_file(client):
    assert client.get("/").url == f"{BASE}/file"
    for name in ("columns", "money", "plan", "review"):
        assert client.get(f"/{name}").url == f"{BASE}/file"
    assert client.post("/file", data={}).status_code == 422


@pytest.mark.parametrize("broken", [b"[table\nfile = 1", b"\xff", b"[[answers.cell]]\n"])
def test_a_broken_plan_file_is_told_on_each_page(client, folder, broken):
    Path(folder.path).write_bytes(broken)
    for name in ("columns", "money", "plan", "review"):
        page = client.get(f"/{name}")
        assert page.status_code in {200, 422}
        assert "Traceback" not in page.text
        page = client.post(f"/{name}", data={"action": "again", "goal.budget": "3"})
        assert page.status_code == 422, name
    assert Path(folder.path).read_bytes() == broken


ODD = [b'models = "x"', b"goal = 3", b"[cost]\nfixed = [1]", b"[[models]]\nprobabilities = 3\npredicted = []"]


@pytest.mark.parametrize("odd", ODD)
def test_no_plan_file_breaks_a_page(client, folder, odd):
    shutil.copy(ROOT / "examples/klubicka2018/candidates.csv", folder.root)
    table = (
        b'[table]\nfile = "candidates.csv"\nlabel = "gold"\npositive = "VNIC"\nempty = "x"\n[sure]\nresamples = 40\n'
    )
    Path(folder.path).write_bytes(table + odd if odd.startswith(b"[") else odd + b"\n" + table)
    for name in pages.PAGES:
        assert client.get(f"/{name}").status_code in {200, 422}
    assert take(client, client.get("/columns")).status_code in {200, 422}
    form = form_of(client.get("/money")) | {"sure.resamples": "40"}
    assert client.post("/money", data=form).status_code in {200, 422}


def test_the_language_is_chosen_on_the_page(client, folder):
    take_example(client)
    assert folder.plan["report"]["language"] == "en"
    page = client.get("/language/de?page=money")
    assert page.url == f"{BASE}/money"
    assert "Was kostet ein Urteil?" in page.text
    assert folder.plan["report"]["language"] == "de"
    assert "Was kostet ein Urteil?" in client.get("/money").text
    assert client.get("/language/de?page=//evil.example", follow_redirects=False).headers["location"] == "/"


def flat(table, above=""):
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{above}{key}/")
        else:
            yield f"{above}{key}"


def test_both_languages_say_the_same_things():
    english, german = (tomllib.loads(read_template(f"app/{name}.toml")) for name in ("en", "de"))
    said = [*flat(english)]
    assert [name for name in flat(german) if name in said] == said
    # Of keys the English words are those of the code.
    more = {name.partition("/")[0] for name in {*flat(german)} - {*said}}
    assert more == {"labels", "hints", "choices", "headings", "kinds", "defaults"}
    assert {*english["written"]} >= {*pages.OF_REPORT}
    assert {*english["roles"]} == {"none", *pages.ROLES}
    assert len(read_template("app/app.js").splitlines()) <= 150


def test_every_key_has_german_words():
    german = pages.wording("de")
    options = [option_of(key) for names in keys_by_heading({}, ()).values() for key in names]
    keys = {option.key for option in options} | {*pages.FORM, *pages.PRICES, *pages.TIMES}
    assert not keys - german["labels"].keys()
    assert not keys - german["hints"].keys()
    assert not {option.section for option in options} - german["headings"].keys()
    assert not {option.kind.name for option in options} - german["kinds"].keys()
    in_words = {option.key for option in options if " " in option.default and not option.choices}
    assert not in_words - german["defaults"].keys()
    names = {*READ, *PROFILES, "postgres", "bigquery", "datafusion", "clickhouse"}
    choices = {choice for option in options for choice in option.choices}
    assert choices - german["choices"].keys() == names


def test_a_budget_in_items_is_never_one_in_money_however_its_number_is_written(client, folder):
    take_example(client)
    for amount in ("400", "1'600", "4e2", "400 Elemente", "400 items"):
        form = form_of(client.get("/money")) | {"goal.budget": amount, "unit": "items"}
        assert client.post("/money", data=form, follow_redirects=False).status_code == 303, amount
        assert folder.plan["goal"]["budget"] == f"{amount.split()[0]} items"
    form = form_of(client.get("/money")) | {"goal.budget": "40 Stunden", "cost.seconds_per_item": "20"}
    assert client.post("/money", data=form, follow_redirects=False).status_code == 303
    assert folder.plan["goal"]["budget"] == "40 hours"


# Who is not let in.


@pytest.fixture
def stranger(folder):
    with TestClient(server.make_app(folder, PORT, TOKEN), base_url=BASE) as client:
        yield client


def test_nobody_comes_in_without_the_token(stranger):
    for path in ("/", "/file", "/static/app.css", "/written/plan.toml", "/?token=", "/?token=other", "/x"):
        assert stranger.get(path).status_code == 403, path
    assert stranger.post("/file", data={"path": "/etc/passwd"}).status_code == 403
    assert stranger.get("/file", headers={"cookie": f"budgetplan-{PORT}=other"}).status_code == 403
    # The token opens the first address alone.
    assert stranger.get(f"/file?token={TOKEN}").status_code == 403


def test_the_cookie_is_for_this_site_alone(stranger):
    told = stranger.get(f"/?token={TOKEN}").headers["set-cookie"]
    assert "HttpOnly" in told
    assert "SameSite=strict" in told
    assert told.startswith(f"budgetplan-{PORT}=")


@pytest.mark.parametrize(
    ("host", "code"),
    [("evil.example", 400), (f"evil.example:{PORT}", 400), ("127.0.0.1:1", 400), ("", 400), (f"localhost:{PORT}", 200)],
)  # fmt: skip
def test_another_host_is_refused(client, host, code):
    cookie = f"budgetplan-{PORT}={TOKEN}"
    assert client.get("/file", headers={"host": host, "cookie": cookie}).status_code == code


@pytest.mark.parametrize(
    ("header", "value", "code"),
    [("origin", "http://evil.example", 403), ("origin", "null", 403), ("origin", "http://127.0.0.1:1", 403),
     ("origin", "", 403), ("sec-fetch-site", "cross-site", 403), ("origin", BASE, 422)],
)  # fmt: skip
def test_a_form_of_another_page_is_refused(client, header, value, code):
    assert client.post("/file", data={}, headers={header: value}).status_code == code


def test_uploads_are_bounded(client, folder, monkeypatch):
    monkeypatch.setattr(server, "MOST_BYTES", 1000)
    assert upload(client, b"x" * 2000).status_code == 413

    def pieces():
        for _ in range(10):
            yield b"x" * 500

    kind = {"content-type": "multipart/form-data; boundary=b"}
    assert client.post("/file", content=pieces(), headers=kind).status_code == 413  # nobody said how long
    monkeypatch.setattr(server, "MOST_BYTES", 10**6)
    many = [("logs", (f"{number}.csv", b"a")) for number in range(server.MOST_FILES + 1)]
    assert client.post("/file", files=many).status_code == 413
    assert not [*folder.root.iterdir()]


@pytest.mark.parametrize("name", ["../evil.csv", "/etc/evil.csv", "..\\evil.csv", ".evil.csv", "-evil.csv"])
def test_names_of_uploads_are_no_paths(client, folder, name):
    upload(client, german_csv(candidates(60, 50)), name)
    kept = {path.name for path in folder.root.iterdir() if "evil" in path.name}
    assert kept == {"evil.csv"}
    assert not [path for path in folder.root.parent.rglob("*evil*") if path.parent != folder.root]


def test_an_upload_replaces_nothing(client, folder):
    (folder.root / "x.csv").write_text("mine")
    (folder.root / "outside").symlink_to(folder.root.parent / "target.csv")
    upload(client, b"a", "x.csv")
    upload(client, b"b", "outside")
    upload(client, b"b", "plan.toml")
    assert (folder.root / "x.csv").read_text() == "mine"
    assert (folder.root / "x-2.csv").read_bytes() == b"a"
    assert not (folder.root.parent / "target.csv").exists()


@pytest.mark.parametrize(
    "path",
    [
        "report/../../secret.txt", "..%2fsecret.txt", "%2e%2e/secret.txt", "/etc/passwd", "report/link.txt", "report",
        ".budgetplan-app.json", "Kandidaten.csv", "queue/manifest/manifest.json", "report/%00", "report/none.html",
    ],
)  # fmt: skip
def test_nothing_else_is_read_from_outside(client, folder, path):
    (folder.root / "report").mkdir()
    (folder.root / "queue" / "manifest").mkdir(parents=True)
    for name in ("../secret.txt", "Kandidaten.csv", "queue/manifest/manifest.json"):
        (folder.root / name).write_text("secret")
    (folder.root / "report" / "link.txt").symlink_to(folder.root.parent / "secret.txt")
    folder.note(language="en")
    got = client.get(f"/written/{path}")
    assert got.status_code == 404
    assert "secret" not in got.text


@pytest.mark.usefixtures("plan_alone")
def test_pages_run_no_script_but_ours(client):
    take_example(client)
    for name in pages.PAGES:
        page = client.get(f"/{name}")
        rule = page.headers["content-security-policy"]
        assert "unsafe" not in rule
        parts = ("default-src 'none'", "script-src 'self'", "style-src 'self'", "form-action 'self'")
        assert all(part in rule for part in (*parts, "base-uri 'none'", "frame-ancestors 'none'"))
        assert page.headers["x-content-type-options"] == "nosniff"
        assert "<style" not in page.text
        assert " style=" not in page.text
        assert not re.search(r" on\w+=", page.text)
        scripts = {*re.findall(r"<script[^>]*>", page.text)}
        more = {'<script src="/static/explore.js" defer>', '<script type="application/json" id="data">'}
        assert scripts == {'<script src="/static/app.js" defer>'} | (more if name == "plan" else set())

        assert not re.findall(r"""(?:src|href|action)=["'](?:https?:)?//""", page.text)


def test_the_plan_page_has_the_handle_of_the_file_that_the_command_line_writes(client, folder, tmp_path):
    take_example(client)
    page = client.get("/plan").text
    plan = folder.path
    done = CliRunner().invoke(main, ["report", plan, "--format", "explore", "--out", str(tmp_path / "cli")])
    assert done.exit_code == 0, done.output
    written = (tmp_path / "cli" / "explore.html").read_text(encoding="utf-8")
    data = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
    assert data.search(page)[1] == data.search(written)[1]
    assert client.get("/static/explore.js").text in written


@pytest.mark.usefixtures("plan_alone")
def test_what_the_user_wrote_is_text(client):
    evil = "<img src=x onerror=alert(1)>"
    table = german_csv([(row[0], evil, *row[2:]) for row in candidates(120, 100)]).decode("cp1252")
    table = table.replace("Wort;Lehn", "<b>Wort</b>;Lehn").replace("nein", "<i>nein</i>")
    page = upload(client, table.encode(), "<script>.csv")
    page = take(client, page, **{"role:Lehnwort": "label", "role:<b>Wort</b>": "text"})
    form = form_of(page) | {"action": "take", "value:ja": "yes", "role:Modell A": "score"}
    seen = [page, client.post("/columns", data=form), client.get("/columns")]
    form = form_of(client.get("/money")) | {"report.title": evil, "words.entry": "<u>x</u>"}
    for budget in (evil, "20"):
        said = {"goal.budget": budget, "unit": "items", "sure.resamples": "40"}
        seen.append(client.post("/money", data=form | said))
    assert seen[-1].url == f"{BASE}/plan", seen[-1].text
    text = "".join(page.text for page in seen)
    assert not re.search(r"<(img src=x|b>|i>|u>|script>)", text)
    assert "&lt;img src=x" in text


def test_a_bug_shows_no_traceback(folder, monkeypatch):
    monkeypatch.setitem(pages.PAGES, "file", (lambda *_: 1 / 0, None))
    app = server.make_app(folder, PORT, TOKEN)
    with TestClient(app, base_url=BASE, raise_server_exceptions=False) as client:
        client.get(f"/?token={TOKEN}")
        page = client.get("/file")
    assert page.status_code == 500
    assert "ZeroDivision" not in page.text
    assert page.headers["content-security-policy"]


# The server and the command.


def test_a_table_or_a_plan_is_used_where_it_lies(tmp_path):
    (tmp_path / "scores.csv").write_bytes(german_csv(candidates()))
    folder = open_folder(str(tmp_path / "scores.csv"))
    assert folder.root == tmp_path
    with client_of(folder) as client:
        assert "scores.csv" in client.get("/file").text
        assert client.post("/file", data={}).url == f"{BASE}/columns"
    assert folder.plan["table"]["file"] == "scores.csv"
    (tmp_path / "second.csv").write_bytes(german_csv(candidates()))
    with client_of(open_folder(str(tmp_path / "second.csv"))) as client:
        assert client.get("/").url == f"{BASE}/file"  # the plan there is for another table
    Path(folder.path).rename(tmp_path / "other.toml")
    other = open_folder(str(tmp_path / "other.toml"))
    with client_of(other) as client:
        assert client.get("/").url == f"{BASE}/plan"
    ended = CliRunner().invoke(main, ["app", str(tmp_path / "none.csv"), "--no-browser"])
    assert ended.exit_code == 4
    assert "there is no such file" in ended.output


def test_the_server_answers_this_computer_alone(tmp_path, monkeypatch):
    told, bound = [], []

    class Server:
        def __init__(self, config):
            self.config = config

        def run(self, sockets):
            bound.extend(one.getsockname()[0] for one in sockets)

    monkeypatch.setattr(server.uvicorn, "Server", Server)
    monkeypatch.setattr(server.webbrowser, "open", told.append)
    ended = CliRunner().invoke(main, ["app", str(tmp_path)])
    assert ended.exit_code == 0, ended.output
    assert bound == ["127.0.0.1"]
    [address] = told
    assert address in ended.output
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{40,}", address)
    assert CliRunner().invoke(main, ["app", str(tmp_path), "--no-browser"]).exit_code == 0
    assert len(told) == 1


def test_a_port_that_is_taken_is_told(tmp_path):
    import socket

    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        ended = CliRunner().invoke(main, ["app", str(tmp_path), "--port", port, "--no-browser"])
    assert ended.exit_code == 6
    assert "this port cannot be used" in ended.output


@pytest.mark.usefixtures("plan_alone")
def test_a_plan_is_never_lost_to_an_example_or_to_another_table(client, folder):
    upload(client, german_csv(candidates()))
    client.post("/money", data={"cost.per_item": "0.40", "cost.currency": "EUR"}, follow_redirects=False)
    first = folder.text
    mended = candidates()
    upload(client, german_csv(mended[::-1]))
    # A table that was mended: what was said of money stays.
    assert folder.plan["table"]["file"] == "Kandidaten_für_A-2.csv"
    assert folder.plan["cost"] == {"per_item": "0.40", "currency": "EUR"}
    assert (folder.root / "plan.toml.before-1").read_text(encoding="utf-8") == first
    second = folder.text
    take_example(client)
    assert (folder.root / "plan.toml.before-2").read_text(encoding="utf-8") == second
    upload(client, german_csv(candidates()))
    assert "USD" not in folder.text  # of an example nothing stays


@pytest.mark.slow
def test_what_came_back_adds_up_and_old_packets_are_told(done):
    folder, client, _ = done
    before, notes = folder.text, folder.notes
    try:
        content = judged(folder)
        half = content.splitlines(keepends=True)
        header, rows = half[0], half[1:]
        client.post("/review", files={"logs": ("eins.csv", header + b"".join(rows[: len(rows) // 2]))})
        page = client.post(
            "/review",
            data={"log": folder.notes["logs"]},
            files={"logs": ("zwei.csv", header + b"".join(rows[len(rows) // 2 :]))},
        )
        assert folder.notes["logs"] == ["eins.csv", "zwei.csv"]
        whole = client.post("/review", files={"logs": ("alle.csv", content)})
        titles = [
            re.search(r"<h1>.*?</h1>", one.text.partition('class="card"')[2], re.DOTALL)[0] for one in (page, whole)
        ]
        assert titles[0] == titles[1]
        old = pages.wording("de")["plan"]["old_queue"]
        folder.change({"report.language": "en"})  # in another language the queue is the same
        assert old not in client.get("/plan").text
        folder.change({"report.language": "de", "goal.budget": "21"})
        assert old in client.get("/plan").text
    finally:
        folder.write(before)
        folder.note(**notes)


@pytest.mark.usefixtures("plan_alone")
def test_a_window_that_was_open_longer_takes_nothing_back_unasked(client, folder):
    take_example(client)
    stale, fresh = (form_of(client.get("/money")) for _ in range(2))
    client.post("/money", data=fresh | {"goal.budget": "20"}, follow_redirects=False)
    text = folder.text
    page = client.post("/money", data=stale | {"goal.budget": "400"})
    assert page.status_code == 422
    assert str(Message("app.changed")) in page.text
    assert folder.text == text
    # What was entered is kept, and holds once it is sent again.
    again = form_of(page)
    assert again["goal.budget"] == "400"
    assert client.post("/money", data=again, follow_redirects=False).status_code == 303
    assert folder.plan["goal"]["budget"] == "400"


def test_what_is_doubtful_is_said_in_german_on_a_german_page(client, folder):
    client.get("/language/de?page=columns")
    rows = "".join(f"w{at};{'ja' if at % 3 else 'nein'};{at / 1000};s{at % 5}\n" for at in range(60))
    page = upload(client, ("wort;label;score;sprecher\n" + rows).encode(), "a.csv")
    take(client, page, **{"role:sprecher": "group"})
    page = client.get("/columns")
    doubts = re.findall(r'<li class="doubt">(.*?)</li>', page.text)
    assert any("5 Gruppen" in doubt for doubt in doubts)
    assert not re.search(r"\b(column|line) ", " ".join(doubts))


def test_what_is_not_installed_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    ended = CliRunner().invoke(main, ["app", str(tmp_path)])
    assert ended.exit_code == 2
    assert 'pip install "budgetplan[app]"' in ended.output


def test_cells_of_a_score_that_are_no_numbers_are_told_beside_their_column(client):
    rows = candidates()
    rows[4] = (*rows[4][:3], "03.07.2026", rows[4][4])
    page = upload(client, german_csv(rows))
    told = re.findall(r'<p class="notice odd">(.*?)</p>', page.text)
    assert told == [pages.wording("en")["columns"]["odd"].format(number=1, cell="03,07,2026")]
    # It is no text to judge either: those who judge would see what a model says.
    assert "text" not in {role for name, role in form_of(page).items() if name.startswith("role:Modell")}
