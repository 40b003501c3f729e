"""What of touchstone_hipo is Rust; its names are for use from there."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, TypeAlias, TypedDict, final, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

Path: TypeAlias = str | os.PathLike[str]
ColumnNames: TypeAlias = str | Iterable[str] | Mapping[str, Iterable[str] | None]
"""``"BANK"``, ``"BANK.column"``, several of them, or ``{"BANK": ["column"]}``."""

class HipoError(ValueError):
    """What is wrong with a HIPO file, or with what is asked of it. It says what
    and where. What the system refuses is an ``OSError``."""

@final
class Schema:
    """A bank's name, identity and columns.

    ``Schema("{REC::Event/300/30}{evno/L,beamE/F,cov/F#5}")`` reads the text that
    files have, and ``str(schema)`` is it. A column has a letter for its type, B
    (int8), S (int16), I (int32), L (int64), F (float32) or D (float64), and with
    ``#5`` five values in a row.
    """

    def __new__(cls, text: str) -> Self: ...
    @classmethod
    def from_json(cls, text: str) -> Schema:
        """Reads the form in JSON, which Java goes by."""
    def to_json(self) -> str:
        """The form in JSON."""
    @property
    def name(self) -> str:
        """The bank's name."""
    @property
    def group(self) -> int:
        """The group of its structures."""
    @property
    def item(self) -> int:
        """The item of its structures."""
    @property
    def columns(self) -> list[Column]:
        """The columns, in the order of their bytes."""
    @property
    def row_bytes(self) -> int:
        """Bytes of a row."""
    def keys(self) -> list[str]:
        """The names of the columns."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: str) -> bool: ...
    def __getitem__(self, name: str) -> Column: ...
    def __hash__(self) -> int: ...

@final
class Column:
    """A column of a schema."""

    @property
    def name(self) -> str:
        """Its name."""
    @property
    def letter(self) -> Literal["B", "S", "I", "L", "F", "D"]:
        """The letter of its type."""
    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its values in NumPy."""
    @property
    def length(self) -> int:
        """Values in a row: 1, or the length of an array column."""

@final
class Values:
    """What owns the memory of an array: ``array.base`` of arrays that
    ``Bank.__getitem__`` and ``Bank.offsets`` give."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...

@final
class Columns:
    """Columns of a range of events, bank by bank: a mapping from names to
    ``Bank``.

    ``columns["REC::Particle"]["pid"]``, or for short
    ``columns["REC::Particle.pid"]``, is a NumPy array of the values of all rows.
    Arrow's C data interface gives a row for each event, and a list for each
    column: ``pyarrow.table(columns)``, ``polars.DataFrame(columns)``. Neither
    copies values.
    """

    @property
    def events(self) -> int:
        """Number of events."""
    @property
    def first_event(self) -> int:
        """Number, in the file or the chain, of the first event of the first
        record that these are from."""
    def keys(self) -> list[str]:
        """The names of the banks, in the order asked for."""
    def values(self) -> list[Bank]:
        """The banks, in the order asked for."""
    def items(self) -> list[tuple[str, Bank]]:
        """Names and banks, in the order asked for."""
    def to_arrow(self) -> Any:
        """A table of pyarrow, which does not copy values."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: str) -> bool: ...
    def __getitem__(self, name: str) -> Any: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Bank:
    """The columns of one bank: a mapping from names to NumPy arrays.

    An array has the values of all rows of all events, one after another; that of
    an array column has a row of values for each. Rows of event ``i`` are
    ``offsets[i]`` to ``offsets[i + 1]``. Arrays cannot be written to, as they are
    not copied; ``array.copy()`` can.
    """

    @property
    def name(self) -> str:
        """The bank's name."""
    @property
    def schema(self) -> Schema:
        """The bank's schema, also of columns that were not read."""
    @property
    def events(self) -> int:
        """Number of events."""
    @property
    def rows(self) -> int:
        """Rows of all events."""
    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where the rows of each event begin, and where the last end: one number
        more than events. Not copied."""
    @property
    def counts(self) -> NDArray[np.int64]:
        """The number of rows of each event."""
    def keys(self) -> list[str]:
        """The names of the columns, in the order asked for."""
    def values(self) -> list[NDArray[Any]]:
        """The arrays, in the order asked for."""
    def items(self) -> list[tuple[str, NDArray[Any]]]:
        """Names and arrays, in the order asked for."""
    def to_numpy(self) -> dict[str, NDArray[Any]]:
        """All arrays, by name. Not copied."""
    def to_pandas(self, first_event: int | None = None) -> Any:
        """A ``pandas.DataFrame`` of all rows, by event and row; of an array
        column ``x``, columns ``x[0]``, ``x[1]`` and so on. Events are numbered
        from ``first_event``, or as told."""
    def to_awkward(self) -> Any:
        """An ``awkward.Array``: for each event a list of records. Not copied."""
    def to_arrow(self) -> Any:
        """A table of pyarrow, which does not copy values."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: str) -> bool: ...
    def __getitem__(self, name: str) -> NDArray[Any]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Batches:
    """Columns, batch by batch: an iterator of ``Columns``, and a stream of Arrow.

    Memory is bounded by a batch. A batch has as many records as it takes for the
    events asked for, one at least. After an error it goes on with the batch after
    it.
    """

    def __iter__(self) -> Self: ...
    def __next__(self) -> Columns: ...
    def __length_hint__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The batches that are left, read as they are asked for: what the stream
        has taken, the iterator does not give."""

@final
class Event:
    """One event: a mapping from names of banks to ``EventBank``.

    ``event["REC::Particle"]["pid"]`` is a NumPy array of a value for each row. A
    bank that the schemas have and the event has not is of no rows.
    """

    @property
    def number(self) -> int:
        """Its number in the file, or in the chain."""
    @property
    def file(self) -> int:
        """The file that it is of, from 0 in the order of the chain."""
    @property
    def record(self) -> int:
        """The record of the file that it is of, from 0."""
    @property
    def index(self) -> int:
        """Its number within its record."""
    @property
    def tag(self) -> int:
        """Its tag."""
    @property
    def mask(self) -> int:
        """The fourth word of its header: 0, or a mask from Java."""
    def __bytes__(self) -> bytes:
        """All of its bytes, header and structures."""
    def structures(self) -> list[tuple[int, int, str, bytes]]:
        """Group, item, type and payload of each structure, be it of a schema or
        not, in order."""
    def keys(self) -> list[str]:
        """The names of the banks that it has, with one row or more."""
    def values(self) -> list[EventBank]:
        """The banks that it has, with one row or more."""
    def items(self) -> list[tuple[str, EventBank]]:
        """Names and banks, of those that it has, with one row or more."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: str) -> bool: ...
    def __getitem__(self, name: str) -> EventBank: ...

@final
class EventBank:
    """The rows that an event has of a bank: a mapping from names of columns to
    NumPy arrays, which are copies."""

    @property
    def name(self) -> str:
        """The bank's name."""
    @property
    def schema(self) -> Schema:
        """The bank's schema."""
    @property
    def rows(self) -> int:
        """Number of rows."""
    def keys(self) -> list[str]:
        """The names of the columns."""
    def values(self) -> list[NDArray[Any]]:
        """The arrays, in the order of the columns."""
    def items(self) -> list[tuple[str, NDArray[Any]]]:
        """Names and arrays."""
    def to_numpy(self) -> dict[str, NDArray[Any]]:
        """All arrays, by name."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: str) -> bool: ...
    def __getitem__(self, name: str) -> NDArray[Any]: ...

@final
class Events:
    """Events, one after another. Memory is bounded by a record.

    After an error it goes on with the record after it.
    """

    def __iter__(self) -> Self: ...
    def __next__(self) -> Event: ...

@final
class Record:
    """A record, as the index or its header tells."""

    @property
    def file(self) -> int:
        """The file that it is of, from 0 in the order of the chain."""
    @property
    def position(self) -> int:
        """Where it begins in its file, in bytes."""
    @property
    def bytes(self) -> int:
        """How long it is, in bytes."""
    @property
    def events(self) -> int:
        """Events that it has."""
    @property
    def first_event(self) -> int:
        """Events of all records before it."""
    @property
    def tag(self) -> int:
        """The tag of its events, as C++ and Java sort them (user word 1)."""
    @property
    def user_word(self) -> int:
        """Free for use (user word 2)."""

class Dataset:
    """What files and chains have in common: schemas, events, columns.

    ``len(dataset)`` is the number of events, ``dataset[i]`` an event, and going
    through it is going through its events.

    ``arrays``, ``batches`` and ``events`` take the same arguments for which
    events; all have to hold:

    ``records``: only these records, ``range(2, 5)`` or ``(2, 5)``, as
    ``partitions`` gives them. ``tags``: only events with this tag, or one of
    several. ``record_tags``: only records with this tag, or one of several (user
    word 1, as C++ selects by). ``any_tag_bit``: only events whose tag has one of
    these bits. ``has``: only events with a row of this bank, or of each of
    several. ``where``: only events with a row of a bank for which an expression
    holds, as ``"REC::Particle[pid == 11 && pz > 1]"``, or for each of several.
    """

    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> Events: ...
    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice | Iterable[int]) -> list[Event]: ...
    @property
    def banks(self) -> list[str]:
        """The names of the banks that there are schemas of."""
    @property
    def schemas(self) -> dict[str, Schema]:
        """The schemas, by the names of their banks."""
    def schema(self, bank: str) -> Schema:
        """The schema of a bank."""
    @property
    def config(self) -> dict[str, str]:
        """Keys and values that the file tells of itself; of a chain, the first
        one."""
    @property
    def tag_names(self) -> dict[str, int]:
        """Names of bits of event tags, with their numbers; of a chain, those of
        the first file."""
    @property
    def records(self) -> list[Record]:
        """The records of all files, in order."""
    @property
    def faults(self) -> list[str]:
        """What is wrong with the files, but did not keep them from being opened:
        an index that is missing or damaged, an end that is cut off, schemas that
        cannot be read. Records are not read for this."""
    @property
    def closed(self) -> bool:
        """Whether it is closed."""
    def partitions(self, events: int) -> list[tuple[int, int]]:
        """Cuts the records into parts of ``events`` events or more, to be read
        one by one as ``records=part``, by any process. A record is not cut."""
    def arrays(
        self,
        columns: ColumnNames | None = None,
        *,
        threads: int = 1,
        records: range | tuple[int, int] | None = None,
        tags: int | Iterable[int] | None = None,
        record_tags: int | Iterable[int] | None = None,
        any_tag_bit: int | None = None,
        has: str | Iterable[str] | None = None,
        where: str | Iterable[str] | None = None,
    ) -> Columns:
        """Reads columns: ``"BANK"``, ``"BANK.column"``, several of them, or
        ``{"BANK": ["column"]}``; of all banks unless told. ``threads`` read, 0
        being as many as the machine runs at once."""
    def batches(
        self,
        columns: ColumnNames | None = None,
        *,
        events: int | None = None,
        bytes: int | None = None,
        threads: int = 1,
        records: range | tuple[int, int] | None = None,
        tags: int | Iterable[int] | None = None,
        record_tags: int | Iterable[int] | None = None,
        any_tag_bit: int | None = None,
        has: str | Iterable[str] | None = None,
        where: str | Iterable[str] | None = None,
    ) -> Batches:
        """Reads columns in batches of so many events, or of so many bytes of
        events before compression: 64 MiB unless told."""
    def events(
        self,
        *,
        records: range | tuple[int, int] | None = None,
        tags: int | Iterable[int] | None = None,
        record_tags: int | Iterable[int] | None = None,
        any_tag_bit: int | None = None,
        has: str | Iterable[str] | None = None,
        where: str | Iterable[str] | None = None,
    ) -> Events:
        """Goes through events: all, or those for which every argument holds."""
    def to_parquet(
        self,
        path: Path,
        columns: ColumnNames | None = None,
        *,
        compression: str = "snappy",
        progress: Callable[[int], object] | None = None,
        events: int | None = None,
        bytes: int | None = None,
        threads: int = 1,
        records: range | tuple[int, int] | None = None,
        tags: int | Iterable[int] | None = None,
        record_tags: int | Iterable[int] | None = None,
        any_tag_bit: int | None = None,
        has: str | Iterable[str] | None = None,
        where: str | Iterable[str] | None = None,
    ) -> int:
        """Writes columns to a file of Parquet, in the shape of ``hipo export``: a
        row for each event, a row group for each batch. Returns how many events
        were written; ``progress`` is told so after each batch. The file appears
        under its name when it is whole. Needs pyarrow."""
    def close(self) -> None:
        """Closes the files. What was read from them stays."""
    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

@final
class File(Dataset):
    """A HIPO file, open for reading, by any number of threads.

    It holds header, schemas and list of records; events are read as they are
    asked for. It is pickled by its path.
    """

    def __new__(cls, path: Path, record_limit: int | None = None) -> Self: ...
    @property
    def path(self) -> str:
        """Its path, as it was opened by."""
    @property
    def size(self) -> int:
        """Its size in bytes."""

@final
class Chain(Dataset):
    """Several HIPO files, read one after another as if they were one, by any
    number of threads. It is pickled by their paths.

    A bank means the same in all files that have it, or the chain is not opened.
    Only a few files are kept open: one that changes in the meantime is an error
    when it is read.
    """

    def __new__(
        cls,
        paths: Path | Iterable[Path],
        threads: int = 1,
        first_dictionary: bool = False,
        open_files: int = 64,
        record_limit: int | None = None,
    ) -> Self: ...
    @property
    def paths(self) -> list[str]:
        """The paths of the files, in order."""

class Loss(TypedDict):
    """What was lost of a damaged file."""

    begin: int
    end: int
    events: int
    reason: str

class SalvageReport(TypedDict):
    """What became of a damaged file."""

    bytes: int
    records: int
    records_whole: int
    records_in_part: int
    records_lost: int
    events_kept: int
    events_doubtful: int
    events_lost: int
    losses_left_off: int
    losses: list[Loss]
    text: str

def salvage(path: Path, output: Path, *, compression: str = "lz4") -> SalvageReport:
    """Writes what is left of a damaged file to another, and tells what is not.

    Files that were never closed or are cut off need none of it: ``open`` reads
    them. This reads on without a header or a dictionary, past bytes that are no
    record, and into records that are damaged.
    """

@final
class RawWriter:
    """What ``touchstone_hipo.Writer`` writes with: it takes the bytes of arrays."""

    def __new__(
        cls,
        path: Path,
        schemas: list[str],
        compression: str,
        level: int | None,
        byte_split: bool,
        profile: str,
        record_bytes: int | None,
        record_events: int | None,
        config: list[tuple[str, str]],
        tag_names: list[tuple[str, int]],
        user_integers: tuple[int, int],
        tags_apart: bool,
    ) -> Self: ...
    def schema(self, bank: str) -> Schema: ...
    def events(self) -> int: ...
    def write(
        self,
        events: int,
        banks: Sequence[tuple[str, list[int], list[tuple[str, bytes]]]],
        tags: list[int] | None,
        mask: int,
    ) -> None: ...
    def write_bytes(self, event: bytes) -> None: ...
    def flush(self) -> None: ...
    def set_user_words(self, first: int, second: int) -> None: ...
    def finish(self) -> None: ...
    def abort(self) -> None: ...
    @property
    def closed(self) -> bool: ...
