"""The page with a handle: one file with a script of its own, which loads nothing and sends nothing."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from budgetplan.render.templating import read_template, render
from budgetplan.report.model import Document


def render_explore(document: Document, data: Mapping[str, Any]) -> str:
    """Return the page on which other amounts are tried.

    Parameters
    ----------
    document
        The report, which the page is headed as.
    data
        What :mod:`budgetplan.report.explore` gives: every number that the page can show.

    Returns
    -------
    str
        HTML that needs no other file. Its policy lets this one script run, and nothing be loaded.
    """
    script = read_template("explore.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    parts = {"script": script, "css": read_template("report.css") + read_template("explore.css")}
    ready = {name: Markup(part) for name, part in parts.items()}  # noqa: S704 - files of the package
    how = {"words": data["text"], "digest": digest, "json": as_json(data), **ready}
    return render("explore.html", document, data=data, **how)


def as_json(data: Mapping[str, Any]) -> Markup:
    """Return data for a script element, which only "<" could end."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return Markup(text)  # noqa: S704 - no markup is left in it
