"""Names that nobody can tell apart are one, wherever they are compared: types, groups, strata, splits, annotators."""

from __future__ import annotations

import pytest
from commands import ended

TWINS = {
    "accents": ("caf\u00e9", "cafe\u0301", "in how letters and accents are combined"),
    "no-break space": ("Old Norse", "Old\u00a0Norse", "in spaces"),
    "two spaces": ("Old Norse", "Old  Norse", "in spaces"),
    "zero-width space": ("le", "le\u200b", "in invisible characters"),
    "soft hyphen": ("le", "l\u00ade", "in invisible characters"),
}
APART = [("Arm", "arm"), ("7", "07"), ("t\u02b0", "th"), ("true", "1"), ("le", "l\u0435")]
PLAN = """
[table]
file = "t.csv"
label = "gold"
positive = ["y"]
id = "item_id"
{more}
[[models]]
name = "p"
"""
ROLES = {
    "type": ('type = "part"\n[entry]\nunit = "type"', "type"),
    "group": ('group = "part"', "group"),
    "split": ('split_column = "part"\nsplit = "{first}"', "split"),
    "stratum": ('[quota]\nby = "part"\nminimum = 1', "stratum"),
    "annotator": ('annotator = "part"', "annotator"),
}


def write(folder, names, labelled=120):
    rows = ["item_id,gold,p,part"]
    rows += [f"i{at:03},{'yn'[at % 3 > 0]},0.{at + (100 if at % 3 else 500)},{names[at % 2]}" for at in range(labelled)]
    (folder / "t.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")


def check(folder, role, first):
    more = ROLES[role][0].replace("{first}", first)
    (folder / "plan.toml").write_text(PLAN.format(more=more), encoding="utf-8")
    return ended("check", folder / "plan.toml")


@pytest.mark.parametrize(("role", "twin"), [*zip(ROLES, TWINS, strict=True), ("group", "accents")])
def test_names_that_look_alike_are_refused_with_how_they_differ(tmp_path, role, twin):
    first, second, how = TWINS[twin]
    write(tmp_path, (first, second))
    found = check(tmp_path, role, first)
    assert found.exit_code == 4, found.output
    assert f"this {ROLES[role][1]} looks like another one" in found.output
    assert f"from which it differs {how}" in found.output


def test_people_do_not_differ_in_capitals_alone(tmp_path):
    write(tmp_path, ("Latvian", "latvian"))
    found = check(tmp_path, "annotator", "Latvian")
    assert found.exit_code == 4, found.output
    assert "from which it differs in capitals" in found.output


@pytest.mark.parametrize("names", APART)
def test_words_may(tmp_path, names):
    write(tmp_path, names)
    assert "looks like another" not in check(tmp_path, "type", names[0]).output


def test_the_labels_are_no_types(tmp_path):
    write(tmp_path, ("a", "b"))
    (tmp_path / "plan.toml").write_text(PLAN.format(more='type = "gold"\n[entry]\nunit = "type"'))
    found = ended("check", tmp_path / "plan.toml")
    assert found.exit_code == 4
    assert "column gold: this column has the labels, not types" in found.output


def test_a_quota_of_a_name_in_another_form_is_told_how_it_differs(tmp_path):
    write(tmp_path, ("Fran\u00e7ais", "Latvian"))
    more = '[quota]\nby = "part"\nminimum = 1\n[quota.minimums]\n"Franc\u0327ais" = 2'
    (tmp_path / "plan.toml").write_text(PLAN.format(more=more), encoding="utf-8")
    found = ended("check", tmp_path / "plan.toml")
    assert found.exit_code == 4, found.output
    assert "did you mean Français, which differs in how letters and accents are combined" in found.output


@pytest.mark.parametrize("names", [("Jos\u00e9", "Jose\u0301"), ("Anna", "anna")])
def test_one_person_in_two_logs_is_not_two(tmp_path, names):
    write(tmp_path, ("a", "b"))
    rows = [f"u{at:03},,0.{2 * at + 100},a" for at in range(60)]
    with (tmp_path / "t.csv").open("a", encoding="utf-8") as table:
        table.write("\n".join(rows) + "\n")
    more = '[cost]\ncurrency = "EUR"\nper_item = "0.5"\n[goal]\nbudget = "20"\n[sure]\nresamples = 40'
    (tmp_path / "plan.toml").write_text(PLAN.format(more=more), encoding="utf-8")
    plan = str(tmp_path / "plan.toml")
    queue = tmp_path / "queue"
    made = ended("queue", plan, "--out", queue)
    assert made.exit_code == 0, made.output
    packet = (queue / "packets" / "packet-001.csv").read_text(encoding="utf-8-sig").splitlines()
    ids = [line.split(",")[0] for line in packet[1:11]]
    logs = []
    for at, name in enumerate(names):
        logs.append(tmp_path / f"log{at}.csv")
        lines = ["item_id,gold,annotator", *(f"{one},y,{name}" for one in ids)]
        logs[-1].write_text("\n".join(lines) + "\n", encoding="utf-8")
    asked = ["progress", plan, *map(str, logs), "--queue", str(queue), "--out", str(tmp_path / "out")]
    found = ended(*asked)
    assert found.exit_code == 4, found.output
    assert "line 2: this annotator looks like another one" in found.output
