"""What a report says of more labels: its point on page 1, its tables, and that both are what the record has."""

from __future__ import annotations

from budgetplan.report.model import Bullets


def cells(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


def point(told):
    """Return what page 1, or what stands behind it, says of labels: one point, or none."""
    every = [
        one
        for section in told.document.sections
        if section.key in {"decision", "behind"}
        for block in section.blocks
        if isinstance(block, Bullets)
        for one in block.points
    ]
    found = [one for one in every if ".labels_" in one.verdict.key or "labels." in one.verdict.key]
    assert len(found) <= 1
    return found[0] if found else None


def hold_to_the_record(told, labels, close):
    """Hold point and tables to what was worked out and to decision.json; ``close``: models that may do as well."""
    record = told.record["labels"]
    assert (record is None) == (labels is None) == (point(told) is None)
    if labels is None:
        assert "head.labels" not in told.keys
        return
    assert record["everything"] == labels.everything
    assert [row["n"] for row in record["by_n"]] == cells(told.table("labels"), "more")
    assert [row["worth"] for row in record["by_n"]] == cells(told.table("labels"), "worth")
    columns = [one.name for one in told.table("labels").columns]
    assert ("price" in columns) == (record["price"] is not None)
    assert ("net" in columns) == (record["beyond"] is not None)
    settling = record["settling"]
    assert [row["model"] for row in settling] == (cells(told.table("settling"), "model") if settling else [])
    assert {row["model"] for row in settling} == set(close)
