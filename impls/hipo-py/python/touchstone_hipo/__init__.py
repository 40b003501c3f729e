"""HIPO files, CLAS12's physics events, as NumPy arrays and Arrow tables.

    import touchstone_hipo as hipo

    with hipo.open("run.hipo") as file:
        columns = file.arrays(["REC::Particle.pid", "REC::Particle.pz"])
    pid = columns["REC::Particle.pid"]

``open`` reads one file, ``chain`` several as one, and ``Writer`` writes one.
Columns are read by native code without Python's lock, and are not copied on
their way to NumPy or Arrow.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from ._native import (
    Bank,
    Batches,
    Chain,
    Column,
    Columns,
    Dataset,
    Event,
    EventBank,
    Events,
    File,
    HipoError,
    Record,
    Schema,
    salvage,
)
from ._writer import Writer

__all__ = [
    "Bank",
    "Batches",
    "Chain",
    "Column",
    "Columns",
    "Dataset",
    "Event",
    "EventBank",
    "Events",
    "File",
    "HipoError",
    "Record",
    "Schema",
    "Writer",
    "chain",
    "open",
    "salvage",
]


def open(path: str | os.PathLike[str], *, record_limit: int | None = None) -> File:
    """Opens a file for reading.

    ``record_limit`` is the most that a record may take when decompressed, in
    bytes: 1 GiB unless told. A file that was never closed, or is cut off, is
    read as far as its records go; ``File.faults`` tells so.

    Raises ``HipoError`` for what is no HIPO file, and ``OSError`` for what the
    system refuses.
    """
    return File(path, record_limit)


def chain(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    threads: int = 1,
    first_dictionary: bool = False,
    open_files: int = 64,
    record_limit: int | None = None,
) -> Chain:
    """Opens several files, to be read one after another as if they were one.

    ``paths`` are the files in their order; or one folder, of which all files are
    taken whose names end in ``.hipo``; or one pattern with ``*``, ``?``,
    ``[a-z]`` and ``**``. Of the latter two the order is natural: ``run2.hipo``
    before ``run10.hipo``.

    ``threads`` open files, 0 being as many as the machine runs at once; reading
    has threads of its own. ``first_dictionary`` takes the schemas of the first
    file only, and does not compare them with the others'. No more than
    ``open_files`` are kept open. ``record_limit`` is as for ``open``.
    """
    return Chain(paths, threads, first_dictionary, open_files, record_limit)
