"""Writing files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any

import numpy as np

from ._native import Bank, Columns, Dataset, Event, HipoError, RawWriter, Schema

Rows = Mapping[str, Any]
"""The columns of a bank, by name: arrays, or what NumPy makes arrays of."""


class Writer:
    """Writes a file.

        schemas = ["{REC::Particle/300/1}{pid/I,px/F}"]
        with Writer("run.hipo", schemas) as writer:
            writer.write({"REC::Particle": {"pid": [11, 22], "px": [0.5, 1.5]}})

    The file appears under its name when the writer is closed; when the block of
    ``with`` ends by an exception, there is none, and one that was there before
    stays. Events with a tag other than 0 go to records of their tag, behind the
    others, unless ``tags_apart`` is false.

    ``schemas`` are texts or ``Schema``; or a file or chain, whose schemas are
    taken. ``compression`` is ``none``, ``lz4``, ``lz4-high``, ``gzip`` or
    ``zstd``, by itself or with ``-per-bank`` or ``-per-column`` behind it; C++
    reads the first three by themselves. ``level`` is the codec's.
    ``byte_split`` saves a lot for numbers that are much alike, per column only.
    ``profile`` is ``plain``, or ``cpp`` for the bytes that C++ would write. A
    record is closed before ``record_bytes`` (8 MiB unless told) or at
    ``record_events`` (99,999). ``config`` are keys and values that the file tells
    of itself, which C++ crashes at; ``tag_names`` are names of bits of tags;
    ``user_integers`` are two numbers of the file's header, free for use.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        schemas: Iterable[str | Schema] | Dataset,
        *,
        compression: str = "lz4",
        level: int | None = None,
        byte_split: bool = False,
        profile: str = "plain",
        record_bytes: int | None = None,
        record_events: int | None = None,
        config: Mapping[str, str] | None = None,
        tag_names: Mapping[str, int] | None = None,
        user_integers: tuple[int, int] = (0, 0),
        tags_apart: bool = True,
    ) -> None:
        if isinstance(schemas, str):
            raise TypeError("schemas belong in a list")
        if isinstance(schemas, Dataset):
            schemas = schemas.schemas.values()
        self._path = os.fspath(path)
        self._schemas: dict[str, Schema] = {}
        self._raw = RawWriter(
            path,
            [str(schema) for schema in schemas],
            compression,
            level,
            byte_split,
            profile,
            record_bytes,
            record_events,
            list((config or {}).items()),
            list((tag_names or {}).items()),
            user_integers,
            tags_apart,
        )

    @property
    def events(self) -> int:
        """Events that were written so far."""
        return self._raw.events()

    @property
    def closed(self) -> bool:
        """Whether it is closed."""
        return self._raw.closed

    def schema(self, bank: str) -> Schema:
        """The schema of a bank."""
        known = self._schemas.get(bank)
        if known is None:
            known = self._schemas[bank] = self._raw.schema(bank)
        return known

    def write(self, banks: Mapping[str, Rows], *, tag: int = 0, mask: int = 0) -> None:
        """Adds an event, of banks and their columns.

        Columns of a bank are equally long. Those that are left out are zeros; a
        bank of no rows is left out of the event.
        """
        made = []
        for name, columns in banks.items():
            schema = self.schema(name)
            rows, values = _columns(schema, columns)
            made.append((name, [0, rows], values))
        self._raw.write(1, made, [tag], mask)

    def write_arrays(
        self,
        banks: Columns | Mapping[str, Bank | tuple[Any, Rows]],
        *,
        tags: Sequence[int] | np.ndarray | None = None,
    ) -> None:
        """Adds many events at once.

        ``banks`` are what ``arrays`` gave; or for each bank one of its ``Bank``,
        or offsets and columns: ``{"REC::Particle": (offsets, {"pid": pid})}``.
        Offsets say where the rows of each event begin, from 0, and where the
        last end, one number more than events. ``tags`` are the events' tags.

        Nothing is written unless all of it fits.
        """
        made = []
        count = None if tags is None else len(tags)
        for name, given in banks.items():
            schema = self.schema(name)
            offsets, columns = (given.offsets, given) if isinstance(given, Bank) else given
            rows, values = _columns(schema, columns)
            checked = _offsets(name, offsets, rows if values else None)
            if count is None:
                count = len(checked) - 1
            elif len(checked) - 1 != count:
                raise HipoError(
                    f"bank {name} has offsets of {len(checked) - 1} events, "
                    f"where there are {count}"
                )
            made.append((name, checked.tolist(), values))
        if count is None and isinstance(banks, Columns):
            count = banks.events
        numbers = None if tags is None else [int(tag) for tag in tags]
        self._raw.write(count or 0, made, numbers, 0)

    def write_event(self, event: Event | bytes) -> None:
        """Adds a copy of an event of another file, as it is: with all of its
        structures, tag and mask."""
        self._raw.write_bytes(bytes(event))

    def flush(self) -> None:
        """Closes the record of untagged events that is being collected."""
        self._raw.flush()

    def set_user_words(self, first: int, second: int) -> None:
        """Sets the two words of the records of untagged events that are free for
        use, from the one that is being collected on."""
        self._raw.set_user_words(first, second)

    def close(self) -> None:
        """Writes what is left, and gives the file its name. Once closed, nothing
        is done."""
        if not self._raw.closed:
            self._raw.finish()

    def abort(self) -> None:
        """Leaves nothing of the file, unless it is closed."""
        self._raw.abort()

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.abort()

    def __repr__(self) -> str:
        state = "closed" if self.closed else f"{self.events} events so far"
        return f"<Writer {self._path}: {state}>"


def _columns(schema: Schema, columns: Rows | Bank) -> tuple[int, list[tuple[str, bytes]]]:
    """How many rows columns have, and the bytes of their values."""
    rows: int | None = None
    values = []
    for name, given in columns.items():
        if name not in schema:
            # With a name much like it.
            raise HipoError(_message(schema, name))
        column = schema[name]
        array = _cells(schema, column, np.asarray(given))
        if rows is None:
            rows = len(array)
        elif len(array) != rows:
            raise HipoError(
                f"column {name} of bank {schema.name} has {len(array)} rows, "
                f"where others have {rows}"
            )
        values.append((name, array.tobytes()))
    return rows or 0, values


def _message(schema: Schema, name: str) -> str:
    try:
        schema[name]
    except KeyError as error:
        return str(error.args[0])
    return name


def _cells(schema: Schema, column: Any, array: np.ndarray) -> np.ndarray:
    """The values as the column has them, if none is changed by that but for the
    precision of floating-point numbers."""
    where = f"column {column.name} of bank {schema.name}"
    shape = array.shape[1:]
    if array.ndim == 1 and column.length > 1 and array.size == 0:
        array = array.reshape(0, column.length)
    elif array.ndim == 0 or shape != (() if column.length == 1 else (column.length,)):
        row = "one value" if column.length == 1 else f"{column.length} values"
        raise HipoError(f"{where} takes {row} in a row: the shape {array.shape} has others")
    if array.dtype == column.dtype:
        return array
    if array.size == 0:
        return array.astype(column.dtype)
    integers = column.dtype.kind == "i"
    if array.dtype.kind not in ("iub" if integers else "iubf"):
        raise HipoError(f"{where} holds {column.dtype}, which {array.dtype} does not become")
    if integers and array.dtype.kind != "b":
        limits = np.iinfo(column.dtype)
        least, most = int(array.min()), int(array.max())
        if least < limits.min or most > limits.max:
            raise HipoError(f"{where} holds {column.dtype}: {least} to {most} is out of its range")
    return array.astype(column.dtype)


def _offsets(bank: str, given: Any, rows: int | None) -> np.ndarray:
    """Offsets, if they are sound."""
    offsets = np.asarray(given)
    if offsets.ndim != 1 or offsets.size == 0 or offsets.dtype.kind not in "iu":
        raise HipoError(f"offsets of bank {bank} are one row of integers: one more than events")
    if offsets[0] != 0 or np.any(offsets[1:] < offsets[:-1]):
        raise HipoError(f"offsets of bank {bank} begin at 0 and do not go back")
    if rows is not None and int(offsets[-1]) != rows:
        raise HipoError(
            f"offsets of bank {bank} end at row {int(offsets[-1])}, where columns have {rows}"
        )
    return offsets
