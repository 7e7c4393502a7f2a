"""What differs between dialects is said once."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.engines.base import DIALECTS


@pytest.mark.parametrize("name", DIALECTS)
def test_numbers_are_read_back_as_they_were(name):
    rng = np.random.default_rng(1)
    for value in [*rng.normal(size=50) * 10.0 ** rng.integers(-300, 300, 50), 0.1, 5e-324, -0.0]:
        text = DIALECTS[name].number(value)
        assert float(text.removeprefix("CAST(").partition(" AS ")[0]) == value
        # Without an exponent engines take it for a decimal number, which is equal to other ones.
        assert "E" in text


def test_names_and_texts_end_where_they_should():
    words = DIALECTS["duckdb"]
    assert words.named('x" FROM t; --') == '"x"" FROM t; --"'
    assert words.literal("a'; DROP TABLE t; --") == "'a''; DROP TABLE t; --'"
    assert DIALECTS["spark"].named("a`b") == "`a``b`"
