"""Every file of three writers: rows, and sums to the last bit."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import manifest
import numpy as np
import pytest

import touchstone_hipo as hipo

FOLDER = Path(__file__).resolve().parents[3] / "golden" / "hipo-fixtures"
TOLD = manifest.read(FOLDER)
# Its first record is damaged: test_damage.py.
FLIPPED = "mut_record0_payload_flip.hipo"
NAMES = sorted(TOLD.keys() - {FLIPPED})


def total(parts: list[np.ndarray]) -> float:
    """The sum in double precision, added one value after another."""
    sums = 0.0
    for part in parts:
        values = part.astype(np.float64).ravel()
        if len(values):
            # NumPy's sum adds in another order; its accumulate does not.
            sums = float(np.add.accumulate(np.concatenate([[sums], values]))[-1])
    return sums


def same(one: float, other: float) -> bool:
    return one == other or (math.isnan(one) and math.isnan(other))


def check(told: manifest.File, parts: list[hipo.Columns]) -> None:
    assert sum(part.events for part in parts) == told.events
    for bank in told.banks:
        name = bank.schema.partition("{")[2].partition("/")[0]
        banks = [part[name] for part in parts]
        assert sum(of.rows for of in banks) == bank.rows
        for column, expected in bank.sums.items():
            found = total([of[column] for of in banks])
            assert same(found, expected), f"{name}.{column}: {found!r}, not {expected!r}"


def test_all_files_are_told_of():
    assert len(NAMES) == 31
    assert {path.name for path in FOLDER.glob("*.hipo")} == TOLD.keys()


@pytest.mark.parametrize("name", NAMES)
def test_columns(name: str):
    told = TOLD[name]
    with hipo.open(FOLDER / name) as file:
        assert len(file) == told.events
        for bank in told.banks:
            assert bank.schema in map(str, file.schemas.values())
        for threads in (1, 3):
            check(told, [file.arrays(threads=threads)])
        check(told, list(file.batches(events=100)))
        records = [(r.position, r.bytes, r.events, r.tag, r.user_word) for r in file.records]
        assert records == told.records
        assert file.config == told.config


@pytest.mark.parametrize("name", NAMES)
def test_events(name: str):
    told = TOLD[name]
    with hipo.open(FOLDER / name) as file:
        events = list(file)
        assert Counter(event.tag for event in events) == told.tags
        assert [event.number for event in events] == list(range(told.events))
        for bank in told.banks:
            of = bank.schema.partition("{")[2].partition("/")[0]
            banks = [event[of] for event in events]
            identity = (file.schema(of).group, file.schema(of).item)
            # Also banks of no rows are there.
            having = [[s[:2] for s in event.structures()].count(identity) for event in events]
            assert sum(map(bool, having)) == bank.events_with
            assert sum(each.rows for each in banks) == bank.rows
            for column, expected in bank.sums.items():
                assert same(total([each[column] for each in banks]), expected)
