"""The schemas beside the templates, and what they refuse."""

from __future__ import annotations

import json
from functools import cache

import jsonschema

from budgetplan.domain.messages import template_dir


@cache
def schema_of(name):
    """Return a schema by its name and version."""
    found = json.loads((template_dir() / "schema" / f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    return found


def validate(name, record):
    """Raise where a record, as it is written, is not what a schema says."""
    jsonschema.Draft202012Validator(schema_of(name)).validate(json.loads(json.dumps(record)))
