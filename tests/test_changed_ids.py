"""Ids that a spreadsheet took for numbers are named as that, and no label is lost on the way."""

import numpy as np
import pytest
from click.testing import CliRunner

from budgetplan.cli.main import main

N = 200
TWEETS = [str(1_234_563_452_359_492_539 + 2_323_456_789_123 * n) for n in range(N)]
CHANGES = {
    "leading zeros": ([f"{n:05d}" for n in range(N)], lambda name: str(int(name))),
    "a power of ten": (TWEETS, lambda name: f"{float(name):.5E}"),
    "a power of ten with a comma": (TWEETS, lambda name: f"{float(name):.5E}".replace(".", ",")),
    "fifteen digits": (TWEETS, lambda name: name[:15] + "0" * (len(name) - 15)),
    "floats": (TWEETS, lambda name: repr(float(name))),
    "whole floats": (TWEETS, lambda name: str(int(float(name)))),
    "a decimal": ([str(n) for n in range(N)], lambda name: f"{name}.0"),
    "round numbers": ([str(100_000 * n) for n in range(1, N + 1)], lambda name: f"{int(name):.0e}"),
}


def run(*words):
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def write(path, header, *columns):
    rows = [";".join(cells) for cells in zip(*columns, strict=True)]
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")


def scores():
    better = 0.5 * (np.arange(N) % 3 == 0)
    return [f"{one:.4f}" for one in better + np.random.default_rng(1).random(N) / 2]


def labels(n):
    return ["yes" if at % 3 == 0 else "no" for at in range(n)]


SAID = ("--id", "item_id", "--label", "gold", "--positive", "yes", "--model", "p")


@pytest.mark.parametrize("kind", CHANGES)
def test_labels_whose_ids_were_changed_are_refused_with_the_cause(tmp_path, monkeypatch, kind):
    monkeypatch.chdir(tmp_path)
    names, change = CHANGES[kind]
    write(tmp_path / "t.csv", "item_id;p", names, scores())
    write(tmp_path / "l.csv", "item_id;gold", [*names[:60], *map(change, names[60:100])], labels(100))
    done = run("check", "t.csv", *SAID, "--set", "table.labels=l.csv")
    assert done.exit_code == 4
    assert "l.csv: a spreadsheet, or a program that takes ids for numbers, has changed" in done.output


@pytest.mark.parametrize("kind", CHANGES)
def test_a_log_whose_ids_were_changed_is_refused_with_the_cause(tmp_path, monkeypatch, kind):
    monkeypatch.chdir(tmp_path)
    names, change = CHANGES[kind]
    write(tmp_path / "t.csv", "item_id;p;gold", names, scores(), [*labels(100), *[""] * 100])
    assert (
        run("queue", "t.csv", *SAID, "--budget", "40 items", "--for", "csv", "--out", "queue").exit_code == 0
    )
    queue = (tmp_path / "queue/packets/packet-001.csv").read_text(encoding="utf-8-sig").splitlines()[1:]
    judged = [line.split(";")[0] for line in queue]
    assert {*judged} <= {*names}
    write(tmp_path / "log.csv", "item_id;gold", [change(one) for one in judged], ["no"] * len(judged))
    done = run("progress", "t.csv", "log.csv", *SAID, "--budget", "40 items", "--queue", "queue")
    assert done.exit_code == 4
    assert "has changed 40 of 40 ids: here" in done.output
    assert "belongs to another queue" not in done.output


def test_ids_that_are_other_numbers_are_other_items(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "t.csv", "item_id;p", TWEETS, scores())
    others = [*TWEETS[:100], str(int(TWEETS[100]) + 1)]
    write(tmp_path / "l.csv", "item_id;gold", others, labels(101))
    done = run("check", "t.csv", *SAID, "--set", "table.labels=l.csv")
    assert done.exit_code == 0, done.output
    assert f"left out: 1 ({others[-1]})" in done.output


@pytest.mark.parametrize(("n_other", "code"), [(1, 0), (2, 4)])
def test_no_more_than_one_label_in_a_hundred_is_lost_in_passing(tmp_path, monkeypatch, n_other, code):
    monkeypatch.chdir(tmp_path)
    names = [f"w{at}" for at in range(N)]
    write(tmp_path / "t.csv", "item_id;p", names, scores())
    others = [*names[:99], *(f"x{at}" for at in range(n_other))]
    write(tmp_path / "l.csv", "item_id;gold", others, labels(99 + n_other))
    done = run("check", "t.csv", *SAID, "--set", "table.labels=l.csv")
    assert done.exit_code == code, done.output
    if code:
        assert (
            "l.csv: of 101 labels some are for items that the table does not have: 2 (x0, x1)" in done.output
        )
        write(tmp_path / "l.csv", "item_id;gold", others[:99], labels(99))
        assert run("check", "t.csv", *SAID, "--set", "table.labels=l.csv").exit_code == 0
