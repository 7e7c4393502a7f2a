"""What tests do on a machine without the libraries that make a PDF."""

from __future__ import annotations

import pytest
from sample_document import sample

from budgetplan.errors import PdfUnavailableError
from budgetplan.render.pdf import render_pdf

try:
    import weasyprint  # noqa: F401

    AVAILABLE = True
except (ImportError, OSError):
    AVAILABLE = False


def needs_pdf():
    """End a test that cannot go on without a PDF, once the message was checked."""
    if AVAILABLE:
        return
    with pytest.raises(PdfUnavailableError) as caught:
        render_pdf(sample())
    assert "apt-get install libpango" in str(caught.value)
    pytest.xfail("no Pango here: the message was checked instead")
