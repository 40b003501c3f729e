"""From columns to what other packages have; none of them is needed before."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ._native import Bank, Columns, Dataset


def to_arrow(columns: Bank | Columns) -> Any:
    """A table of pyarrow."""
    import pyarrow

    return pyarrow.table(columns)


def to_pandas(bank: Bank, first_event: int) -> Any:
    """A data frame of all rows, by event and row."""
    import pandas

    offsets = bank.offsets
    counts = np.diff(offsets)
    events = np.repeat(np.arange(first_event, first_event + bank.events), counts)
    rows = np.arange(bank.rows) - np.repeat(offsets[:-1], counts)
    index = pandas.MultiIndex.from_arrays([events, rows], names=["event", "row"])
    values: dict[str, np.ndarray] = {}
    for name, array in bank.items():
        if array.ndim == 1:
            values[name] = array
        else:
            for place in range(array.shape[1]):
                values[f"{name}[{place}]"] = array[:, place]
    return pandas.DataFrame(values, index=index)


def to_awkward(bank: Bank) -> Any:
    """An array of awkward: for each event a list of records."""
    import awkward
    from awkward.contents import ListOffsetArray, NumpyArray, RecordArray
    from awkward.index import Index64

    names = bank.keys()
    columns = [NumpyArray(array) for array in bank.values()]
    rows = RecordArray(columns, names, length=bank.rows)
    return awkward.Array(ListOffsetArray(Index64(bank.offsets), rows))


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[str]:
    """The name of a new file that takes its place at ``path`` at the end, if
    nothing was raised; else nothing is left of it."""
    target = os.fspath(path)
    folder = os.path.dirname(target) or "."
    number, name = tempfile.mkstemp(prefix=".hipo-", suffix=".partial", dir=folder)
    os.close(number)
    try:
        yield name
        # As a new file has them: less what the process masks.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def to_parquet(
    dataset: Dataset,
    path: str | os.PathLike[str],
    columns: Any = None,
    *,
    compression: str = "snappy",
    progress: Callable[[int], object] | None = None,
    **reading: Any,
) -> int:
    """Writes columns to a file of Parquet, a row group for each batch."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise ImportError(
            "to_parquet needs pyarrow: pip install 'touchstone_hipo[parquet]'"
        ) from error

    batches = dataset.batches(columns, **reading)
    schema = pyarrow.schema(batches)
    events = 0
    with (
        replacing(path) as name,
        parquet.ParquetWriter(name, schema, compression=compression) as writer,
    ):
        for batch in batches:
            # However large, a batch is a row group.
            writer.write_batch(pyarrow.record_batch(batch), row_group_size=batch.events or None)
            events += batch.events
            if progress is not None:
                progress(events)
    return events
