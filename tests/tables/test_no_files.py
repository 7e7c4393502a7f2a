"""What is no file that ends is refused by what it is, wherever a file is named; what changes while it is read, too."""

from __future__ import annotations

import os
import socket

import pytest
from commands import ended

from budgetplan.errors import BadDataError
from budgetplan.tables.files import open_bytes

TABLE = "item_id,gold,p\n" + "".join(f"i{at},{'yn'[at % 3 > 0]},0.{at + 10}\n" for at in range(60))


def check(*words):
    return ended("check", *words)


@pytest.fixture
def odd(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "pipe.toml")
    with socket.socket(socket.AF_UNIX) as held:
        held.bind(str(tmp_path / "socket"))
        yield {
            "/dev/zero": "this is a device",
            "/dev/full": "this is a device",
            tmp_path / "pipe": "this is a named pipe, which may never send anything",
            tmp_path / "pipe.toml": "this is a named pipe, which may never send anything",
            tmp_path / "socket": "this is a socket",
        }


def test_what_never_ends_or_never_begins_is_refused_as_what_it_is(odd, tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    for path, what in odd.items():
        found = check(path, "--label", "gold", "--positive", "y", "--model", "p")
        told = f"{path}: {what}; save its output as a file, and name that"
        assert (found.exit_code != 0, told in found.output) == (True, True), found.output
        # So are the files of a list.
        plan = f'[table]\nfile = "t.csv"\nlabel = "gold"\npositive = ["y"]\n[list]\nfile = "{path}"\n'
        (tmp_path / "plan.toml").write_text(plan + '[[models]]\nname = "p"\n')
        found = check(tmp_path / "plan.toml")
        assert (found.exit_code, what in found.output) == (4, True), found.output


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(TABLE)
    with pytest.raises(BadDataError, match="the file changed while it was read"), open_bytes(str(path)):
        path.write_text(TABLE + "i99,y,0.5\n")
