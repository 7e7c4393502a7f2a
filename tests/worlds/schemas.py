"""What the schemas beside the templates refuse."""

from __future__ import annotations

import json

import jsonschema

from budgetplan.report.locale import template_dir


def validate(name, record):
    """Raise where a record, as it is written, is not what a schema says."""
    schema = json.loads((template_dir() / "schema" / f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(json.loads(json.dumps(record)))
