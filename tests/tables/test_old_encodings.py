"""Texts of western Europe in Windows-1252 are read as they are; those of other places are asked about, by name."""

import json

import pytest
from commands import ended
from rows import rows_of
from table_world import read_header

from budgetplan.errors import BadDataError

DATA = rows_of(__file__)

WESTERN = DATA["western"]
OTHERS = DATA["others"]
CASES = [(name, codec) for name, (codecs, _) in OTHERS.items() for codec in codecs.split()]


def write(folder, words, codec):
    lines = "".join(f"{word};{'ja' if at % 3 else 'nein'};0.{at + 10}\n" for at, word in enumerate(words))
    (folder / "t.csv").write_bytes(("Wort;Urteil;p\n" + lines).encode(codec))
    return folder / "t.csv"


def check(path, *more):
    return ended("check", path, "--id", "Wort", "--label", "Urteil", "--positive", "ja", "--model", "p", *more)


READ = (0, 3)
"""Exit codes of a table that is read: whether its few labels allow a stop is asked elsewhere."""


@pytest.mark.parametrize("language", WESTERN)
@pytest.mark.few(3)
def test_western_texts_are_read_without_a_question(tmp_path, language):
    words = WESTERN[language].replace(",", "").split()
    done = check(write(tmp_path, words, "cp1252"))
    assert done.exit_code in READ, done.output
    assert "Windows-1252" in done.stdout
    # One word alone, too.
    for word in (word for word in words if not word.isascii() and word != "jäääär"):
        read_header(str(write(tmp_path, [word, "a", "b"], "cp1252")))


def test_texts_of_all_of_them_are_read_without_a_question(tmp_path):
    words = [*dict.fromkeys(" ".join(WESTERN.values()).split())]
    assert check(write(tmp_path, words, "cp1252")).exit_code in READ


@pytest.mark.parametrize(("language", "codec"), CASES)
def test_other_texts_are_asked_about_and_each_remedy_is_accepted(tmp_path, language, codec):
    words = OTHERS[language][1].split()
    path = write(tmp_path, words, codec)
    with pytest.raises(BadDataError, match="does not look like Windows-1252"):
        read_header(str(path))
    done = check(path, "--json-errors")
    assert done.exit_code == 4, done.output
    [problem] = json.loads(done.stderr)
    assert "does not look like Windows-1252" in problem["wrong"]
    assert any(f'"{word}" in {codec}' in problem["wrong"] for word in words)
    [first] = problem["options"]["table.encoding"]
    assert check(path, "--set", f"table.encoding={first}").exit_code in READ
    done = check(path, "--set", f"table.encoding={codec}")
    assert done.exit_code in READ, done.output
    assert f", {codec}." in done.stdout


@pytest.mark.parametrize("name", ["rot13", "idna", "base64", "zip", "hex", "unicode_escape", "punycode", "x"])
def test_what_is_no_encoding_of_texts_is_refused(tmp_path, name):
    done = check(write(tmp_path, ["a", "b"], "ascii"), "--set", f"table.encoding={name}")
    assert done.exit_code == 2
    assert f'--set table.encoding: there is no such encoding of texts (found "{name}")' in done.output


@pytest.mark.parametrize("name", ["UTF8", "latin-1", "cp1252", "mac-roman", "auto", "UTF-8"])
def test_an_encoding_has_all_the_names_that_python_knows(tmp_path, name):
    codec = "utf-8" if name == "auto" else name
    assert check(write(tmp_path, ["Größe", "b"], codec), "--set", f"table.encoding={name}").exit_code in READ
