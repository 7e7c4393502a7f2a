"""An export as a table: what is read, its columns and what is told of it."""

import pytest
from log_world import written

from budgetplan.domain.plan import TableForm
from budgetplan.errors import Problems
from budgetplan.tables.opened import open_table


@pytest.fixture
def read(tmp_path):
    def read_export(content, name="e.jsonl", texts=("label",), numbers=(), ids="item_id", **form):
        problems = Problems("t")
        with open_table(written(tmp_path, name, content), TableForm(**form)) as file:
            return file.read(ids, texts, numbers, problems), file.header, [*map(str, problems.listed())]

    return read_export
