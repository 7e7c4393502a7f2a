"""The sign before decimals is decided column by column, and no message sends to one that sends back."""

import json
import re
from itertools import product

import numpy as np
import openpyxl
import pytest
from commands import ended

RNG = np.random.default_rng(5)
GOLD = ["ja" if one else "nein" for one in RNG.random(60) < 0.3]
SCORES = [RNG.permutation(np.arange(101, 161)) / 50 for _ in "ab"]
"""No score has a leading nought, so that three decimals may be thousands."""

WRITTEN = {
    "points": lambda value: f"{value:.2f}",
    "commas": lambda value: f"{value:.2f}".replace(".", ","),
    "ambiguous points": lambda value: f"{value:.3f}",
    "ambiguous commas": lambda value: f"{value:.3f}".replace(".", ","),
    "whole": lambda value: str(round(value * 50)),
    "numbers": float,
    "mixed": lambda value: f"{value:.2f}".replace(".", "," if value > 2.5 else "."),
}
CLEAR = ("points", "commas", "whole", "numbers")
ASKED = ("--id", "Nr", "--label", "Lehnwort", "--positive", "ja", "--model", "a", "--model", "b")


def write(folder, kinds, form):
    columns = [map(WRITTEN[kind], column) for kind, column in zip(kinds, SCORES, strict=True)]
    rows = [["Nr", "Lehnwort", "a", "b"]]
    rows += [[f"w{at}", *cells] for at, cells in enumerate(zip(GOLD, *(map(list, columns)), strict=True))]
    path = folder / f"t.{form}"
    if form == "xlsx":
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        book.save(path)
    else:
        sign = {"csv": ",", "scsv": ";", "tsv": "\t"}[form]
        path.write_text("".join(sign.join(f'"{cell}"' for cell in row) + "\n" for row in rows))
    return path


def run(command, path, *more):
    return ended(command, path, *ASKED, "--budget", "20 items", "--set", "sure.resamples=0", *more)


def decision(done):
    """Return what was decided, without how the file was read."""
    return re.sub(r"\bt\.\w+", "t.csv", done.output[done.output.index("Review the") :])


def remedies(path, *more):
    """Return which options a refusal names, each with its values; None where nothing is refused."""
    done = run("check", path, "--json-errors", *more)
    if done.exit_code == 0:
        return None
    assert done.exit_code == 4, done.output
    return {key: tuple(values) for one in json.loads(done.stderr) for key, values in one["options"].items()}


@pytest.mark.parametrize("form", ["csv", "scsv", "tsv", "xlsx"])
@pytest.mark.parametrize("kinds", [*product(CLEAR, CLEAR)])
@pytest.mark.few(5)
def test_what_a_column_shows_is_its_sign(tmp_path, kinds, form):
    done = run("compare", write(tmp_path, kinds, form))
    assert done.exit_code == 0, done.output
    plain = run("compare", write(tmp_path, ("points", "points"), "csv"))
    assert decision(done) == decision(plain)


@pytest.mark.parametrize("form", ["scsv", "xlsx"])
@pytest.mark.parametrize("kinds", [*product(WRITTEN, WRITTEN)])
@pytest.mark.few(19)
def test_a_remedy_is_accepted_and_none_sends_back(tmp_path, kinds, form):
    path = write(tmp_path, kinds, form)
    named = remedies(path)
    if named is None or not named.get("table.decimal"):
        return
    [sign] = named["table.decimal"]
    after = remedies(path, "--set", f"table.decimal={sign}")
    assert after is None or "table.decimal" not in after
    if "mixed" not in kinds and len({one for one in kinds if "ambiguous" in one}) == 1:
        # What was asked about is settled.
        assert after is None


@pytest.mark.parametrize("sign", ["point", "comma"])
def test_a_sign_that_no_column_has_was_said_of_another_file(tmp_path, sign):
    other = "comma" if sign == "point" else "point"
    path = write(tmp_path, (f"{other}s", f"{other}s"), "scsv")
    assert remedies(path, "--set", f"table.decimal={sign}") == {"table.decimal": (other,)}
    assert remedies(path, "--set", f"table.decimal={other}") is None


def test_columns_with_different_signs_are_told(tmp_path):
    done = run("check", write(tmp_path, ("commas", "points"), "scsv"))
    assert "Decimal commas in a, decimal points elsewhere." in done.stdout


@pytest.mark.parametrize("form", ["scsv", "xlsx"])
def test_init_drafts_a_model_for_either_column(tmp_path, form):
    plan = tmp_path / "plan.toml"
    ended("init", write(tmp_path, ("commas", "numbers"), form), "--out", plan)
    text = plan.read_text()
    assert 'name = "a"' in text
    assert 'name = "b"' in text


STEPS = ["1", "1,5", "5"]


@pytest.mark.parametrize(
    ("sign", "steps", "fits"),
    [
        (",", STEPS, True),
        (".", STEPS, False),
        (".", [*STEPS, "2,5", "3,5"], True),
        (".", [*STEPS, "2,5", "3,1"], False),
    ],
)
def test_a_rating_is_one_label_where_numbers_have_decimal_commas_or_half_steps_do(tmp_path, sign, steps, fits):
    ratings = [*steps] * (60 // len(steps))
    rows = [f"w{at};{rating};0{sign}{at:03d}7" for at, rating in enumerate(ratings)]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["item_id;gold;a", *rows, ""]))
    flags = ("--label", "gold", "--positive", "5", "--model", "a", "--budget", "20 items")
    done = ended("check", path, *flags)
    assert ("seems to be several labels at once" not in done.output) == fits
