# What a request does, by its first byte.

import platform

import numpy as np
from oxihipo import _oxihipo as oxihipo

# By the letters of columns.
DTYPES = {"B": "<i1", "S": "<i2", "I": "<i4", "F": "<f4", "D": "<f8", "L": "<i8"}
LETTERS = {
    "int8": "B",
    "int16": "S",
    "int32": "I",
    "float32": "F",
    "float64": "D",
    "int64": "L",
}


def about(_request, answer):
    answer.text(oxihipo.__version__)
    answer.text(np.__version__)
    answer.text(platform.python_version())


def column(typename):
    """Letter and array length of a column, of a name such as float32[3]."""
    name, bracket, length = typename.partition("[")
    return LETTERS[name], int(length[:-1]) if bracket else 1


def schemas(chain):
    """Name, group, item and columns of every bank."""
    types, found = chain.typenames(), []
    for name, (group, item) in chain.bank_ids():
        columns = [(it, *column(types[f"{name}/{it}"])) for it in chain.columns(name)]
        found.append((name, group, item, columns))
    return found


def pieces(chain, way, threads):
    """Tags of events, and columns of banks, read in one of the ways that there are."""
    every = [(name, []) for name in chain.keys()]
    count = chain.num_entries
    if way == 0:  # all at once
        yield chain.event_tags(threads=threads), chain.read_columns(every, threads=threads)
    elif way == 1:  # by their numbers, from the last to the first
        numbers = list(range(count - 1, -1, -1))
        tags = chain.event_tags(threads=threads)[::-1]
        yield tags, chain.read_columns_at(every, numbers, threads=threads)
    elif way == 2:  # in ranges
        step = max(1, (count + 2) // 3)
        for begin in range(0, count, step):
            end = min(count, begin + step)
            yield (
                chain.event_tags(begin, end, threads=threads),
                chain.read_columns(every, begin, end, threads=threads),
            )
    else:  # by their tags
        for tag in np.unique(chain.event_tags(threads=threads)).tolist():
            some = chain.filtered(event_tag=[tag])
            yield (
                some.event_tags(threads=threads),
                some.read_columns(every, threads=threads),
            )


def raw(array, dtype):
    """The bytes of an array, little-endian."""
    array = np.ascontiguousarray(array)
    if array.dtype != np.dtype(dtype):
        raise TypeError(f"{array.dtype} where {dtype} was due")
    return memoryview(array).cast("B") if array.size else b""


def read(request, answer):
    path, way, threads = request.text(), request.number(), request.number()
    chain = oxihipo.Chain(path)
    of = schemas(chain)
    letters = {name: [it[1] for it in columns] for name, _, _, columns in of}

    def put_column(it):
        answer.text(it[0])
        answer.text(it[1])
        answer.number(it[2])

    def put_schema(schema):
        name, group, item, columns = schema
        answer.text(name)
        answer.number(group)
        answer.number(item)
        answer.list(columns, put_column)

    def put_entry(entry):
        answer.text(entry[0])
        answer.text(entry[1])

    def put_bank(bank):
        name, offsets, columns = bank
        answer.text(name)
        answer.bytes(raw(offsets, "<i8"))
        of_bank = zip(columns, letters[name], strict=True)
        answer.list(
            of_bank, lambda it: answer.bytes(raw(it[0][1], DTYPES[it[1]]))
        )

    def put_piece(piece):
        tags, banks = piece
        answer.bytes(raw(tags, "<u4"))
        answer.list(banks, put_bank)

    answer.list(of, put_schema)
    answer.list(chain.user_config(), put_entry)
    answer.list(pieces(chain, way, threads), put_piece)


def write(request, answer):
    path, compression = request.text(), request.text()
    writer = oxihipo.Writer(path, compression, None, None)

    def schema():
        name, group, item = request.text(), request.number(), request.number()
        columns = request.list(lambda: (request.text(), request.text()))
        writer.add_schema(name, columns, group, item)
        return name, [(it, DTYPES[kind[0]]) for it, kind in columns]

    of = request.list(schema)
    for key, value in request.list(lambda: (request.text(), request.text())):
        writer.add_config(key, value)

    def array(dtype):
        # A copy, for oxihipo wants it aligned.
        return np.frombuffer(request.bytes(), dtype).copy()

    def bank():
        name, columns = of[request.number()]
        offsets = array("<i8")
        values = [(it, array(dtype)) for it, dtype in columns]
        return name, offsets, values

    for _ in range(request.number()):
        tags = np.frombuffer(request.bytes(), "<u4").tolist()
        writer.extend(request.list(bank), tags)
    answer.number(writer.close()["events"])


def total(request, answer):
    """The sum of some columns of a bank, in double precision."""
    path, threads, bank = request.text(), request.number(), request.text()
    columns = request.list(request.text)
    chain = oxihipo.Chain(path)
    if columns:
        ((_, offsets, values),) = chain.read_columns([(bank, columns)], threads=threads)
        checksum = sum(float(it[1].sum(dtype=np.float64)) for it in values)
        events = len(offsets) - 1
    else:
        checksum, events = 0.0, len(chain.event_tags(threads=threads))
    answer.bytes(np.float64(checksum).astype("<f8").tobytes())
    answer.number(events)


CALLS = [about, read, write, total]
