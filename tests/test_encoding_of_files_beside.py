"""An encoding that is said holds for whichever file is no UTF-8: the table, or a file of labels, prices or weights."""

import json

import pytest
from click.testing import CliRunner

from budgetplan.cli.main import main

WORDS = [
    "żółw",
    "źdźbło",
    "łódka",
    "wąż",
    "kość",
    "święto",
    "człowiek",
    "dziękuję",
    "późno",
    "książka",
    "już",
    "mąż",
]
IDS = [f"{WORDS[at % 12]}{at:02}" for at in range(60)]
FITTING = ["windows-1250", "iso-8859-2", "windows-1252"]
FURTHER = {
    "labels": ("label", lambda at: "tak" if at % 3 else "nie", 'label = "label"\npositive = ["tak"]'),
    "costs": ("price", lambda at: "0.5", 'cost = "price"'),
    "sample": ("weight", lambda at: str(1 + at % 2), ""),
}
CODECS = [
    ("utf-8", "windows-1250"),
    ("windows-1250", "utf-8"),
    ("iso-8859-2", "iso-8859-2"),
    ("utf-8", "utf-8"),
]
CODECS += [("utf-16", "windows-1250"), ("utf-8-sig", "iso-8859-2")]


def write(path, columns, codec):
    lines = [";".join(columns), *(";".join(row) for row in zip(*columns.values(), strict=True))]
    path.write_bytes(("\n".join(lines) + "\n").encode(codec))


def files(folder, key, table, beside):
    """Write a table and a file beside it; return what the plan says of them."""
    name, value, more = FURTHER[key]
    columns = {"slowo": IDS, "p": [f"0.{at + (400 if at % 3 else 100)}" for at in range(60)]}
    if key != "labels":
        columns["label"] = [FURTHER["labels"][1](at) for at in range(60)]
        more += "\n" + FURTHER["labels"][2]
    write(folder / "t.csv", columns, table)
    further = {"stratum": ["all"] * 60} if key == "sample" else {}
    write(folder / "b.csv", {"slowo": IDS, name: [value(at) for at in range(60)], **further}, beside)
    form = f'[table]\nfile = "t.csv"\nid = "slowo"\n{key} = "b.csv"\n{more}\n[[models]]\nname = "p"\n'
    (folder / "plan.toml").write_text(form + ("[cost]\ncurrency = 'EUR'\n" if key == "costs" else ""))
    return str(folder / "plan.toml")


def old_of(*codecs):
    """Return the encoding that no file shows by itself."""
    return next((codec for codec in codecs if not codec.startswith("utf")), "")


def run(*words):
    return CliRunner().invoke(main, [*map(str, words)])


@pytest.mark.parametrize(("table", "beside"), CODECS)
@pytest.mark.parametrize("key", FURTHER)
def test_it_is_asked_once_and_the_remedy_reads_both(tmp_path, key, table, beside):
    plan = files(tmp_path, key, table, beside)
    done, old = run("check", plan, "--json-errors"), old_of(table, beside)
    if old:
        [problem] = json.loads(done.stderr)
        assert problem["file"].endswith("t.csv" if table == old else "b.csv")
        assert all(f'" in {name}' in problem["wrong"] and name in problem["todo"] for name in FITTING)
        done = run("check", plan, "--set", f"table.encoding={old}")
    assert done.exit_code == 0, done.output
    assert "Items without" not in done.output


@pytest.mark.parametrize(("table", "beside"), CODECS)
def test_a_draft_asks_once_and_says_it_in_the_plan(tmp_path, table, beside):
    files(tmp_path, "labels", table, beside)
    said = [
        "init",
        tmp_path / "t.csv",
        "--out",
        tmp_path / "draft.toml",
        "--set",
        f"table.labels={tmp_path / 'b.csv'}",
    ]
    done = run(*said)
    if old := old_of(table, beside):
        assert done.exit_code == 4, done.output
        assert all(name in done.output for name in FITTING)
        done = run(*said, "--set", f"table.encoding={old}")
    assert done.exit_code == 0, done.output
    assert run("check", tmp_path / "draft.toml", "--positive", "tak").exit_code == 0


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le"])
def test_a_file_of_plain_letters_beside_a_table_in_utf_16_is_read(tmp_path, codec):
    plan = files(tmp_path, "labels", codec, "utf-8")
    assert run("check", plan, "--set", f"table.encoding={codec}").exit_code == 0


def test_to_leave_out_the_encoding_is_no_remedy_where_another_file_needs_it(tmp_path):
    plan = files(tmp_path, "labels", "windows-1250", "windows-1250")
    done = run("check", plan, "--set", "table.encoding=ascii")
    assert done.exit_code == 4
    assert "save the table as CSV UTF-8" in done.output
    assert "leave out table.encoding" not in done.output
