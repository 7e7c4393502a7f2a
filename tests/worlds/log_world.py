"""Logs of annotation tools as files, for the tests of their readers."""

import json

from budgetplan.domain.plan import TableForm
from budgetplan.tools.log import read_logs


def read_log(path, **said):
    """Return the judgements of one file."""
    return read_logs([path], **said)[0]


def written(folder, name, content):
    """Write a file; return its path as text. What is no text and no bytes is written as JSON."""
    path = folder / name
    data = content if isinstance(content, bytes | str) else json.dumps(content, ensure_ascii=False)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return str(path)


def logged(folder, content, name="log.json", ids="sentence_id", labels="gold", known=(), positive=(), aside="", **form):
    """Return a file as a log; ``known``: all classes."""
    path = written(folder, name, content)
    more = {"labels": known, "positive": positive, "aside": aside}
    return read_log(path, form=TableForm(**form), id_column=ids, label_column=labels, **more)
