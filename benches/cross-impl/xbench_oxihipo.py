"""Reads a file of the data set in one scenario, some times over, with oxihipo.

`xbench_oxihipo.py FILE c_SCENARIO PASSES THREADS`, with oxihipo and numpy on
PYTHONPATH: `touchstone references install` puts both into
target/references/oxihipo-0.9.0/python-*/packages. A scenario is c_count, c_bank1,
c_col1, c_scan2 or c_wide: its Python reads columns, and has no loop over events.
c_count reads the tags of events. 0 threads are as many as the machine runs at once.
The file is opened again for each pass, outside the time taken. Prints
`impl · scenario · cold · warm · events · checksum`: cold is the first pass, warm the
best of the others, in milliseconds.
"""

import sys
import time

import numpy as np
from oxihipo import _oxihipo as oxihipo

USAGE = "usage: xbench_oxihipo.py FILE c_SCENARIO PASSES THREADS"
PARTICLE = "REC::Particle"
SCENARIOS = {
    "c_count": None,
    "c_bank1": ("REC::Event", ["evno"]),
    "c_col1": (PARTICLE, ["pid"]),
    "c_scan2": (PARTICLE, ["pid", "px"]),
    "c_wide": (
        PARTICLE,
        ["pid", "px", "py", "pz", "vz", "charge", "status", "chi2pid"],
    ),
}


def one_pass(path, scenario, threads):
    """Milliseconds, events and checksum of a pass."""
    chain = oxihipo.Chain(path)
    begin = time.perf_counter_ns()
    if scenario is None:
        checksum, events = 0.0, len(chain.event_tags(threads=threads))
    else:
        ((_, offsets, columns),) = chain.read_columns([scenario], threads=threads)
        checksum = sum(float(it[1].sum(dtype=np.float64)) for it in columns)
        events = len(offsets) - 1
    return (time.perf_counter_ns() - begin) / 1e6, events, checksum


def main():
    try:
        path, name, passes, threads = sys.argv[1:]
        passes, threads = max(1, int(passes)), int(threads)
    except ValueError:
        sys.exit(f"xbench_oxihipo: {USAGE}")
    if name not in SCENARIOS:
        sys.exit(f"xbench_oxihipo: no scenario {name}: there are {', '.join(SCENARIOS)}")
    passes = [one_pass(path, SCENARIOS[name], threads) for _ in range(passes)]
    if len({it[1:] for it in passes}) != 1:
        sys.exit("xbench_oxihipo: passes differ in their checksums")
    (cold, events, checksum), others = passes[0], passes[1:]
    warm = min((it[0] for it in others), default=cold)
    print(f"oxihipo · {name} · {cold:.3f} · {warm:.3f} · {events} · {checksum:.3f}")


main()
