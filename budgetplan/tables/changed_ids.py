"""Ids that a spreadsheet, or a program that takes them for numbers, has written anew: 12 for 0012, 1.23457E+17, 12.0."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from budgetplan.domain.messages import Message

_NUMBER = r"^([0-9]{1,40})(?:[.,]([0-9]{1,40}))?(?:[eE]\+?([0-9]{1,2}))?$"
_KEPT = 15
"""So many digits of a number a spreadsheet keeps."""


def changed_ids(strange: Iterable[str], ids: Iterable[str]) -> list[tuple[str, str]]:
    """Return which of the strange ids are a known one that was taken for a number, each with one that it may have been.

    That is where both are the same number, or the strange one is rounded as spreadsheets and floats are.

    >>> known = ["0012", "100000", "1234563452359492539", "7"]
    >>> changed_ids(["1234563452359492540", "1234563452359492608"], known)
    [('1234563452359492608', '1234563452359492539')]
    >>> changed_ids(["12", "1e+05", "1.23456E+18", "1234563452359490000", "7.0", "8", "w1"], known)
    [('12', '0012'), ('1e+05', '100000'), ('1.23456E+18', '1234563452359492539'), ('1234563452359490000', '1234563452359492539'), ('7.0', '7')]
    """
    names = pd.Series(list(strange), dtype=object)
    parts = names.str.extract(_NUMBER).fillna("")
    is_number = (parts[0] != "").to_numpy()
    if not is_number.any():
        return []
    names, parts = names[is_number], parts[is_number]
    ours = pd.Series(list(ids), dtype=object)
    theirs = pd.to_numeric(ours[ours.str.fullmatch(_NUMBER)].str.replace(",", "."), errors="coerce").astype(float)
    theirs = theirs.sort_values(kind="stable")
    if not len(theirs):
        return []
    value = pd.to_numeric(names.str.replace(",", ".")).to_numpy(np.float64)
    places = theirs.to_numpy()
    last = len(places) - 1
    at = np.clip(np.searchsorted(places, value), min(1, last), last)
    at = np.where((at > 0) & (np.abs(places[at - 1] - value) <= np.abs(places[at] - value)), at - 1, at)
    unit = _unit(names, parts)
    # Of long numbers many are the same float: one is changed where its digits are those of the float.
    whole = (parts[1] + parts[2] == "").to_numpy() & (unit == 0) & (names.str.len() > _KEPT).to_numpy()
    kept = whole & (names != pd.Series(value, names.index).map("{:.0f}".format)).to_numpy()
    same = np.flatnonzero(~kept & (np.abs(places[at] - value) <= unit))
    return list(zip(names.iloc[same], ours.loc[theirs.index[at[same]]], strict=True))


def _unit(names: pd.Series, parts: pd.DataFrame) -> np.ndarray:
    """Return what the last digit that a number keeps is worth; 0 where it keeps all."""
    digits = (parts[0].str.len() + parts[1].str.len()).to_numpy()
    power = pd.to_numeric(parts[2]).fillna(0).to_numpy() + parts[0].str.len().to_numpy()
    by_power = (parts[2] != "").to_numpy() & (power > digits)
    cut = (parts[1] == "").to_numpy() & names.str.slice(_KEPT).str.fullmatch("0+").to_numpy()
    return np.where(by_power | cut, 10.0 ** (power - np.where(by_power, digits, _KEPT)), 0.0)


def told_of_changed(changed: Sequence[tuple[str, str]], n: int, where: Message) -> Message:
    """Return what is wrong with a file of ``n`` ids; ``where``: in which place they stand as they were.

    >>> told_of_changed([("12", "0012")], 40, Message("tables.in_table")).texts()[0]
    'a spreadsheet, or a program that mistakes ids for numbers, has changed 1 of 40 ids: here 12, in the table 0012'
    """
    here, there = changed[0]
    return Message("tables.ids_changed", n=len(changed), of=n, here=here, where=where, there=there)
