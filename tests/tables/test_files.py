"""Files as bytes: what cannot be opened, pipes, checksums."""

import warnings

import pytest
from numpy.lib.format import write_array_header_1_0

from budgetplan.errors import BadDataError
from budgetplan.tables.files import load_array, unreadable


def test_a_disk_that_fails_is_told():
    assert str(unreadable("t", OSError(5, "Input/output error"))) == (
        "t: the file cannot be read (Input/output error); check the disk"
    )


@pytest.mark.parametrize("shape", [(2**40, 2**40), (2**63, 2), (2**33, 2**33), (-60, 2), (6 * 10**9, 2)])
def test_an_array_whose_header_lies_is_an_error_without_a_warning(tmp_path, shape):
    path = tmp_path / "a.npy"
    with path.open("wb") as file:
        write_array_header_1_0(file, {"descr": "<f8", "fortran_order": False, "shape": shape})
        file.write(bytes(960))
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        with pytest.raises(BadDataError, match="this is not a whole"):
            load_array(str(path), str(path), "save it again")
    assert not warned
