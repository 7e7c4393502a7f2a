"""Text of any kind in every field that takes text: it reaches every file as text, and nothing else comes of it."""

import csv
import io
import json
import re
import shutil
import subprocess
import unicodedata
from html.parser import HTMLParser

import numpy as np
import pikepdf
import pytest
from commands import ended
from pango import needs_pdf
from rows import rows_of

DATA = rows_of(__file__)

PLAIN = "plain"
FOREIGN = DATA["foreign"]
WORKFLOWS = ("filter", "defer")
N = 100


def toml(value):
    """Return texts as TOML writes them; its quoted texts are those of JSON."""
    return json.dumps(value, ensure_ascii=False)


class World:
    """A plan and its table, with one kind of text in every field; a field's name makes its text its own."""

    def __init__(self, workflow, kind):
        self.workflow = workflow
        self.kind = kind
        self.fields = {}

    def text(self, field):
        return self.fields.setdefault(field, f"{FOREIGN[self.kind]} {field}")

    def table(self):
        """Return the table as CSV."""
        text = self.text
        labels = [text("class A"), text("class B")]
        truth = np.arange(N) % 2
        sure = 0.5 + (np.arange(N) * 37 % 50) / 100
        right = (np.arange(N) % 7) != 0
        rows = {
            text("id column"): [text(f"item {number}") for number in range(N)],
            text("label column"): [labels[one] for one in truth.tolist()],
            text("group column"): [text(f"group {number // 2}") for number in range(N)],
            text("domain column"): [text(f"domain {number % 3}") for number in range(N)],
            text("split column"): [text(("validation", "test")[number // 2 % 2]) for number in range(N)],
        }
        # Nobody has labelled these: they are the list.
        rows[text("label column")][:20] = [""] * 20
        for model, agrees in (("model 1", right), ("model 2", np.arange(N) % 3 != 0)):
            says_b = np.where(agrees, truth, 1 - truth).astype(bool)
            of_b = np.where(says_b, sure, 1 - sure)
            rows[text(f"{model} score")] = [f"{value:.2f}" for value in of_b.tolist()]
            for name, values in zip(labels, (1 - of_b, of_b), strict=True):
                rows[f"{text(model)}:{name}"] = [f"{value:.2f}" for value in values.tolist()]
        # No model says anything of this one, so that it is left out by its name.
        for column, cells in rows.items():
            if "model" in column:
                cells[25] = ""
        stream = io.StringIO()
        writer = csv.writer(stream)
        writer.writerow(rows)
        writer.writerows(zip(*rows.values(), strict=True))
        return stream.getvalue()

    def plan(self):
        """Return the plan file."""
        text, is_filter = self.text, self.workflow == "filter"
        lines = ["[report]"]
        lines += [f"{key} = {toml(text(key))}" for key in ("title", "project", "author")]
        lines += [f"notes = {toml([text('note 1'), text('note 2')])}"]
        lines += ["[table]", 'file = "t.csv"', 'missing = "exclude"', f"id = {toml(text('id column'))}"]
        lines += [f"label = {toml(text('label column'))}", f"group = {toml(text('group column'))}"]
        if is_filter:
            lines += [f"positive = [{toml(text('class B'))}]"]
        else:
            lines += [f"domain = {toml(text('domain column'))}"]
            lines += [f"split_column = {toml(text('split column'))}"]
            lines += [f"{key} = {toml(text(key))}" for key in ("validation", "test")]
        for model in ("model 1", "model 2"):
            lines += ["[[models]]", f"name = {toml(text(model))}"]
            score = text(f"{model} score")
            lines += [f"column = {toml(score)}" if is_filter else f"probabilities = {toml(text(model))}"]
        lines += ["[words]"]
        lines += [f"{key} = {toml(text(key))}" for key in ("item", "items")]
        if is_filter:
            lines += [f"{key} = {toml(text(key))}" for key in ("entry", "entries")]
            lines += ["[entry.value]", f'{toml(text("class B"))} = "3"']
        else:
            lines += ["[answers]", 'unit = "money"', 'right = "0.10"', 'wrong = "-0.10"']
        if is_filter:
            lines += ["[cost]", 'per_item = "0.02"', "[cost.fixed]", f'{toml(text("fixed cost"))} = "0.10"']
            lines += ["[goal]", 'budget = "0.60"']
        return "\n".join([*lines, "[sure]", "resamples = 40", ""])

    @property
    def printed(self):
        """The fields whose text a report shows."""
        common = {"title", "project", "author", "note 1", "note 2", "model 1", "model 2", "items", "class B"}
        if self.workflow == "filter":
            return common | {"entries", "fixed cost"}
        return common | {"class A", "domain 0", "domain 1", "domain 2"}


def report(folder, world, formats):
    """Make the report, and return the folder with its files."""
    (folder / "t.csv").write_text(world.table(), encoding="utf-8", newline="")
    (folder / "plan.toml").write_text(world.plan(), encoding="utf-8")
    out = folder / "out"
    asked = ["report", str(folder / "plan.toml"), "--out", str(out), "--format", formats]
    done = ended(*asked, "--date", "2026-11-21")
    assert done.exit_code == 0, done.output
    return out


class Page(HTMLParser):
    """What a browser makes of a page: the text that is shown, and the names of its elements and attributes."""

    def __init__(self, out):
        super().__init__()
        self.words, self.tags, self.attributes, self.hidden = [], set(), set(), ""
        self.feed((out / "report.html").read_text(encoding="utf-8"))
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.hidden = tag if tag == "style" else self.hidden
        assert tag != "script"
        assert not any(name.startswith("on") for name, _ in attrs)

    def handle_endtag(self, tag):
        self.hidden = "" if tag == self.hidden else self.hidden

    def handle_data(self, data):
        if not self.hidden:
            self.words.append(data)

    @property
    def text(self):
        return close("".join(self.words))


def close(text):
    """Return a text without spaces: where lines are broken says nothing, nor whether marks are composed."""
    return unicodedata.normalize("NFD", re.sub(r"[\s\u00a0\u200b\u00ad\u2060]+", "", text))


@pytest.fixture(scope="module", params=WORKFLOWS)
def usual(request, tmp_path_factory):
    """Return a workflow, and its page in which nothing is odd."""
    return request.param, Page(report(tmp_path_factory.mktemp("usual"), World(request.param, PLAIN), "html"))


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("kind", [kind for kind in FOREIGN if kind != PLAIN])
@pytest.mark.few(1)
def test_foreign_text_is_shown_adds_no_element_is_exact_in_data_and_no_formula(tmp_path, usual, kind):
    workflow, plain = usual
    world = World(workflow, kind)
    out = report(tmp_path, world, "html")
    page, fields = Page(out), world.fields
    assert [field for field in sorted(world.printed) if close(fields[field]) not in page.text] == []
    # Directions are marked where a text has one, and long names are broken in figures.
    assert page.tags - plain.tags <= {"bdi", "tspan", "br"}
    assert page.attributes - plain.attributes <= {"dir", "dy"}
    told = json.loads((out / "decision.json").read_text(encoding="utf-8"))
    plan = told["plan"]
    assert plan["notes"] == [fields["note 1"], fields["note 2"]]
    for part, keys in ((plan, ("title", "project", "author")), (plan["words"], ("item", "items"))):
        assert {key: part[key] for key in keys} == {key: fields[key] for key in keys}
    columns = (plan["columns"]["id"], plan["columns"]["label"])
    assert columns == (fields["id column"], fields["label column"])
    models = [fields["model 1"], fields["model 2"]]
    if workflow == "filter":
        assert [model["name"] for model in plan["models"]] == models
        assert told["recommendation"]["best_single"] in models
        assert plan["positive"] == [fields["class B"]]
    else:
        assert [model["name"] for model in plan["deferral"]["models"]] == models
        assert told["sample"]["classes"] == [fields["class A"], fields["class B"]]
    cells = set()
    for path in (*out.glob("tables/*.csv"), out / "excluded.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            cells |= {cell for row in csv.reader(file, strict=True) for cell in row}
    for cell in cells:
        if cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r")):
            float(cell)
    for field in ("model 1", "model 2", "item 25"):
        assert {fields[field], f"'{fields[field]}"} & cells, field
    if kind in ("formula", "minus"):
        assert f"'{fields['model 1']}" in cells


class Mixed(World):
    """All kinds of text in one report, field by field in turn."""

    def text(self, field):
        kinds = [kind for kind in FOREIGN if kind != PLAIN]
        return self.fields.setdefault(field, f"{FOREIGN[kinds[len(self.fields) % len(kinds)]]} {field}")

    def plan(self):
        notes = [f"{text} note" for kind, text in FOREIGN.items() if kind != PLAIN]
        return re.sub(r"^notes = .*$", lambda _: f"notes = {toml(notes)}", super().plan(), flags=re.MULTILINE)


@pytest.mark.parametrize(
    "workflow", ["filter", *(pytest.param(name, marks=pytest.mark.slow) for name in WORKFLOWS[1:])]
)
@pytest.mark.slow
def test_foreign_text_can_be_copied_from_the_pdf(tmp_path, workflow):
    needs_pdf()
    world = Mixed(workflow, "mixed")
    out = report(tmp_path, world, "pdf")
    with pikepdf.open(out / "report.pdf") as file:
        named = str(file.docinfo["/Title"])
        assert any(world.fields[model] in named for model in ("model 1", "model 2", "item", "items"))
        kept = b"".join(bytes(item.read_bytes()) for item in file.objects if isinstance(item, pikepdf.Stream))
        assert b"/JavaScript" not in kept
        assert "/OpenAction" not in file.Root
        assert "/AA" not in file.Root
    # Where no program copies the text out, the letters of every font are named at least.
    if shutil.which("pdftotext") is None:
        assert b"beginbfchar" in kept
        return
    copied = ["pdftotext", "-raw", str(out / "report.pdf"), "-"]
    done = subprocess.run(copied, capture_output=True, check=True)
    shown = close(done.stdout.decode())
    for kind in ("markup", "template", "formula", "minus", "quotes", "marks", "IPA"):
        assert close(FOREIGN[kind]) in shown, kind
    # What stands in which order is the viewer's business here; that every letter is there is ours.
    for kind in ("right to left", "emoji"):
        assert {*close(FOREIGN[kind])} - {*"()\u200d\ufe0f"} <= {*shown}, kind
