"""What is built holds all that is needed: the example is rendered from the wheel, far from the checkout."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from budgetplan import __version__

ROOT = Path(__file__).parents[1]
NEEDED = sorted(
    path.relative_to(ROOT).as_posix() for path in (ROOT / "templates").rglob("*.*") if "__pycache__" not in path.parts
)


RENDER = """
import sys
from pathlib import Path
import budgetplan
from budgetplan.cli.main import main
installed, plan, out = sys.argv[1:]
assert Path(budgetplan.__file__).is_relative_to(installed), budgetplan.__file__
main(["report", plan, "--out", out, "--date", "2026-11-21", "--quiet", "--format", "html", "--set", "sure.resamples=40"])
"""


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def build(folder, *more):
    done = run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), *more, str(ROOT)])
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return the folder of the wheel, built from the tree; as it is built for a release, a slow test builds it."""
    return build(tmp_path_factory.mktemp("built"), "--wheel")


def test_the_wheel_holds_package_templates_fonts_schema_command_and_both_licences(built):
    [wheel] = built.glob("*.whl")
    archive = zipfile.ZipFile(wheel)
    names = set(archive.namelist())
    assert {"templates/schema/decision-3.json", "templates/fonts/OFL.txt"} <= {*NEEDED}
    assert {f"budgetplan/{name}" for name in NEEDED} <= names
    for kind in ("py", "toml"):
        modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "budgetplan").rglob(f"*.{kind}")}
        assert modules
        assert modules <= names
    assert "budgetplan/py.typed" in names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"budgetplan"}
    by_end = {name.partition(".dist-info/")[2]: name for name in names if ".dist-info/" in name}
    assert "budgetplan = budgetplan.cli.main:main" in archive.read(by_end["entry_points.txt"]).decode()
    assert {"licenses/LICENSE", "licenses/templates/fonts/OFL.txt"} <= by_end.keys()
    # No index takes it while blanks stand.
    assert ("Private :: Do Not Upload" in archive.read(by_end["METADATA"]).decode()) == bool(listed()[0])


@pytest.mark.slow
def test_the_source_distribution_holds_all_that_the_wheel_is_made_of(tmp_path):
    [sdist] = build(tmp_path).glob("*.tar.gz")
    assert [*tmp_path.glob("*.whl")]
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {*NEEDED, "pyproject.toml", "README.md", "mkdocs.yml", "docs/reference/options.md"} <= names
    assert {"CONTRIBUTING.md", "LICENSE", "examples/klubicka2018/plan.toml", "tests/conftest.py"} <= names
    assert not [name for name in names if name.startswith((".ci", ".git/"))]


@pytest.mark.slow
def test_the_example_is_rendered_from_the_wheel_alone(built, tmp_path):
    installed, elsewhere, out = tmp_path / "installed", tmp_path / "elsewhere", tmp_path / "out"
    elsewhere.mkdir()
    [wheel] = built.glob("*.whl")
    options = ["--quiet", "--no-deps", "--no-index", "--target", str(installed)]
    done = run([sys.executable, "-m", "pip", "install", *options, str(wheel)])
    assert done.returncode == 0, done.stderr
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}
    plan = ROOT / "examples" / "klubicka2018" / "plan.toml"
    done = run([sys.executable, "-c", RENDER, str(installed), str(plan), str(out)], cwd=elsewhere, env=environment)
    assert done.returncode == 0, done.stderr
    record = json.loads((out / "decision.json").read_text(encoding="utf-8"))
    # 16 dollars at 0.04 buy 400 candidates, whichever model ranks them.
    assert record["recommendation"]["reviewed"]["value"] == 400
    assert record["recommendation"]["spend"] == "16.00"
    page = (out / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 4  # two figures, each for a wide and a narrow window


def test_the_version_is_that_of_the_changelog_and_of_the_citation():
    changes, citation = ((ROOT / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "CITATION.cff"))
    assert re.findall(r"^## \[(\d.*?)\]", changes, re.MULTILINE)[0] == __version__
    assert f"\nversion: {__version__}\n" in citation


MARK = "-".join(["FILL", "IN"])


def listed():
    """Return what the list of blanks says: an exit code, and a line for each."""
    done = run([sys.executable, str(ROOT / "hatch_build.py")])
    return done.returncode, done.stderr.splitlines()


def test_every_blank_is_listed_with_its_line():
    top = [path for path in [*ROOT.iterdir(), *(ROOT / ".github").rglob("*")] if path.is_file()]
    expected = {
        f"{path.relative_to(ROOT).as_posix()}:{n}: {line.strip()}"
        for path in top
        for n, line in enumerate(path.read_bytes().decode(errors="replace").splitlines(), 1)
        if MARK in line
    }
    code, lines = listed()
    assert expected <= {*lines}
    assert code == bool(lines)


@pytest.mark.slow
@pytest.mark.parametrize("filled", [False, True])
def test_a_release_with_blanks_is_refused(tmp_path, filled):
    tree, out = tmp_path / "tree", tmp_path / "out"
    tree.mkdir()
    for name in ("budgetplan", "templates"):
        shutil.copytree(ROOT / name, tree / name)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        text = (ROOT / name).read_text(encoding="utf-8")
        # What keeps an index from taking a tree with blanks is cut with the last of them.
        text = re.sub(r'.*\n +"Private ::.*\n', "", text).replace(MARK, "name")
        (tree / name).write_text(text, encoding="utf-8")
    if not filled:
        (tree / "CITATION.cff").write_text(f"title: budgetplan\nauthor: {MARK}\n", encoding="utf-8")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(tree)]
    done = run(command, env={**os.environ, "BUDGETPLAN_RELEASE": "1"})
    assert done.returncode == (not filled), done.stderr
    assert (f"CITATION.cff:2: author: {MARK}" in done.stdout + done.stderr) == (not filled)
    assert len([*out.glob("*.whl")]) == filled
