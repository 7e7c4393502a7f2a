"""Plans as they are read: from the text of a plan file, or from flags alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from budgetplan.errors import UsageError
from budgetplan.preflight.survey import read_plan


@pytest.fixture
def read(tmp_path, monkeypatch):
    """Return what reads a plan file with this text and these flags, in an empty folder; without a text, a table."""
    monkeypatch.chdir(tmp_path)

    def read_text(text=None, flags=None):
        if text is None:
            return read_plan("t.csv", flags or {})
        Path("plan.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_plan("plan.toml", flags or {})

    return read_text


@pytest.fixture
def refused(read):
    """Return what reads as ``read`` and is refused, each problem in its line."""

    def refused_text(text=None, flags=None):
        with pytest.raises(UsageError) as caught:
            read(text, flags)
        assert caught.value.exit_code == 2
        return str(caught.value).splitlines()

    return refused_text
