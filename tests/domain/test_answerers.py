"""Answerers as the user names them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from budgetplan.domain.answerers import Answerer


def test_an_answerer_is_not_changed_after_it_was_read() -> None:
    one = Answerer("llm", "answer")
    with pytest.raises(FrozenInstanceError):
        one.column = "other"  # type: ignore[misc]
