#!/usr/bin/env python3
"""Reads a file of the data set in one scenario, some times over, by Python.

`xbench_py.py FILE SCENARIO PASSES THREADS`: the twin of xbench_rs.rs, with the
same scenarios, arguments and output. Columns (`c_…`) are read by
`touchstone_hipo` and summed by NumPy in double precision. The package is to be
built with --release:

    maturin build --release -m impls/hipo-py/Cargo.toml
"""

from __future__ import annotations

import sys
import time

import numpy as np

import touchstone_hipo as hipo

USAGE = "usage: xbench_py.py FILE [c_]SCENARIO PASSES THREADS"
WIDE = ["pid", "px", "py", "pz", "vz", "charge", "status", "chi2pid"]
SCENARIOS: dict[str, tuple[str, list[str]]] = {
    "count": ("", []),
    "bank1": ("REC::Event", ["evno"]),
    "col1": ("REC::Particle", ["pid"]),
    "scan2": ("REC::Particle", ["pid", "px"]),
    "wide": ("REC::Particle", WIDE),
}

Pass = tuple[float, int, float]
"""The sum of all values read, the number of events, and the time in seconds."""


def total(array: np.ndarray) -> float:
    """The sum in double precision."""
    return float(array.sum(dtype=np.float64))


def columnar(file: hipo.File, bank: str, columns: list[str], threads: int) -> Pass:
    """Reads whole columns."""
    begin = time.perf_counter()
    read = file.arrays({bank: columns} if bank else {}, threads=threads)
    checksum = sum(total(read[bank][column]) for column in columns)
    return checksum, read.events, time.perf_counter() - begin


def per_event(file: hipo.File, bank: str, columns: list[str]) -> Pass:
    """Reads event by event."""
    begin = time.perf_counter()
    checksum, events = 0.0, 0
    for event in file:
        events += 1
        if columns:
            rows = event[bank]
            for column in columns:
                checksum += total(rows[column])
    return checksum, events, time.perf_counter() - begin


def main(arguments: list[str]) -> str:
    """Runs all passes, and tells the line that is printed."""
    if len(arguments) != 4:
        raise SystemExit(USAGE)
    path, name, passes, threads = arguments
    scenario = SCENARIOS.get(name.removeprefix("c_"))
    if scenario is None:
        raise SystemExit(f"no scenario {name}: {', '.join(SCENARIOS)}\n{USAGE}")
    done: list[Pass] = []
    for _ in range(max(1, int(passes))):
        with hipo.open(path) as file:
            if name.startswith("c_"):
                done.append(columnar(file, *scenario, int(threads)))
            else:
                done.append(per_event(file, *scenario))
    checksum, events, cold = done[0]
    if any(other[0] != checksum for other in done):
        raise SystemExit("passes differ in their checksums")
    warm = min((took for *_, took in done[1:]), default=cold)
    return f"python · {name} · {cold * 1e3:.3f} · {warm * 1e3:.3f} · {events} · {checksum:.3f}"


if __name__ == "__main__":
    print(main(sys.argv[1:]))
