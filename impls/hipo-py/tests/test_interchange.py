"""What others take: pyarrow, polars, pandas, awkward, Parquet."""

from __future__ import annotations

import gc
import os

import awkward as ak
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import parquet

import touchstone_hipo as hipo


def address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def test_the_shape_is_that_of_hipo_export(arrays):
    columns = arrays.arrays(["OX::arr", "OX::single"])
    table = pa.table(columns)
    table.validate(full=True)
    assert table.num_rows == columns.events == 200
    assert [(field.name, str(field.type), field.nullable) for field in table.schema] == [
        ("OX::arr.id",
         "list<item: fixed_size_list<item: int16 not null>[2] not null>", False),
        ("OX::arr.cov",
         "list<item: fixed_size_list<item: float not null>[5] not null>", False),
        ("OX::arr.e", "list<item: double not null>", False),
        ("OX::arr.adc",
         "list<item: fixed_size_list<item: int8 not null>[3] not null>", False),
        ("OX::single.n", "list<item: int64 not null>", False),
    ]
    for number, event in enumerate(arrays):
        for name in ("id", "cov", "e", "adc"):
            assert table[f"OX::arr.{name}"][number].as_py() == event["OX::arr"][name].tolist()


def test_arrow_has_the_same_memory(bench, arrays):
    for columns in (bench.arrays(), arrays.arrays()):
        for source in (columns, *columns.values()):
            batch = pa.record_batch(source)
            for field in batch.schema:
                name = field.name
                values = batch.column(name).values
                if pa.types.is_fixed_size_list(values.type):
                    values = values.values
                assert values.buffers()[1].address == address(columns[name])
                ours = values.to_numpy(zero_copy_only=True)
                assert np.shares_memory(ours, columns[name])


def test_arrow_outlives_all_else(fixtures):
    with hipo.open(fixtures / "cpp_bench3000.hipo") as file:
        columns = file.arrays("REC::Event")
        table, expected = pa.table(columns), columns["REC::Event.evno"].tolist()
        capsules = columns.__arrow_c_array__()
    del columns, file
    gc.collect()
    others = [np.full(3000, -1, np.int64) for _ in range(50)]
    assert table["REC::Event.evno"].combine_chunks().flatten().to_pylist() == expected
    # Capsules that nobody takes give up what they hold.
    del capsules, table
    assert others[0][0] == -1


def test_schemas_and_configuration(fixtures):
    with hipo.open(fixtures / "cpp_userconfig.hipo") as file:
        schema = pa.schema(file.batches())
        assert schema.metadata[b"hipo.config.run"] == b"5042"
        assert schema == pa.schema(file.arrays()) == pa.table(file.arrays()).schema
        assert pa.table(file.arrays()).schema.metadata == schema.metadata


def test_no_columns_and_no_events(bench, fixtures):
    # pyarrow's own tables of no columns have no rows: the array tells them.
    assert len(pa.array(bench.arrays([]))) == 3000
    with hipo.open(fixtures / "cpp_noevents.hipo") as file:
        table = pa.table(file.arrays())
        assert table.num_rows == 0 and table.num_columns > 0
        assert list(file.batches()) == []
        assert pa.RecordBatchReader.from_stream(file.batches()).read_all() == table
        assert file.arrays().values()[0].to_pandas().empty


def test_a_stream_of_batches(large):
    with hipo.open(large) as file:
        expected = pa.table(file.arrays())
        batches = file.batches(events=10_000)
        first = next(batches)
        rest = pa.RecordBatchReader.from_stream(batches)
        tables = [pa.table(first), rest.read_all()]
        assert tables[1].column(0).num_chunks == 39
        assert pa.concat_tables(tables).combine_chunks() == expected.combine_chunks()
        with pytest.raises(StopIteration):
            next(batches)


def test_polars(bench):
    frame = pl.DataFrame(bench.arrays(["REC::Particle.pid", "REC::Event.evno"]))
    assert frame.shape == (3000, 2)
    assert frame.schema["REC::Particle.pid"] == pl.List(pl.Int32)
    total = frame["REC::Particle.pid"].explode().sum()
    assert total == bench.arrays()["REC::Particle.pid"].sum() == 125999
    lazy = pl.DataFrame(bench.arrays("REC::Event")["REC::Event"]).lazy()
    assert lazy.select(pl.len()).collect().item() == 3000


def test_pandas(bench, arrays):
    bank = bench.arrays("REC::Particle")["REC::Particle"]
    frame = bank.to_pandas()
    assert frame.shape == (9000, 8)
    assert frame.index.names == ["event", "row"]
    assert frame["pid"].dtype == np.int32
    for number in (0, 1, 2999):
        event = bench[number]["REC::Particle"]
        if event.rows:
            assert frame.loc[number]["px"].tolist() == event["px"].tolist()
            assert frame.loc[number].index.tolist() == list(range(event.rows))
    assert bank.to_pandas(first_event=100).index[0][0] == frame.index[0][0] + 100
    wide = arrays.arrays("OX::arr")["OX::arr"].to_pandas()
    assert "cov[4]" in wide and "id[1]" in wide and wide.shape == (67, 11)
    # By Arrow, lists stay lists.
    lists = pd.DataFrame.from_arrow(bench.arrays("REC::Event.evno"))
    assert len(lists) == 3000


def test_awkward(bench, arrays):
    bank = bench.arrays("REC::Particle")["REC::Particle"]
    particles = bank.to_awkward()
    assert len(particles) == 3000
    assert ak.fields(particles) == bank.keys()
    assert ak.num(particles).tolist() == bank.counts.tolist()
    assert ak.sum(particles.pid) == 125999
    assert np.shares_memory(ak.flatten(particles.px).layout.data, bank["px"])
    wide = arrays.arrays("OX::arr")["OX::arr"].to_awkward()
    assert str(wide.type).startswith("200 * var * {")
    assert ak.to_numpy(ak.flatten(wide.cov)).shape == (67, 5)
    of_arrow = ak.from_arrow(bank.to_arrow())
    assert ak.sum(of_arrow["REC::Particle.pid"]) == 125999


def test_parquet(large, tmp_path):
    path = tmp_path / "out.parquet"
    seen = []
    with hipo.open(large) as file:
        written = file.to_parquet(
            path, "REC::Particle", events=100_000, threads=2, progress=seen.append
        )
        assert written == 400_000 and seen == [100_000, 200_000, 300_000, 400_000]
        found = parquet.ParquetFile(path)
        assert found.num_row_groups == 4
        assert found.read().combine_chunks() == pa.table(file.arrays()).combine_chunks()
        mask = os.umask(0)
        os.umask(mask)
        assert path.stat().st_mode & 0o777 == 0o666 & ~mask
        some = tmp_path / "some.parquet"
        where = "REC::Particle[pid == 11]"
        count = file.to_parquet(some, "REC::Particle.pid", where=where, compression="zstd")
        assert parquet.read_metadata(some).num_rows == count < 400_000


def test_parquet_appears_when_it_is_whole(fixtures, tmp_path):
    path = tmp_path / "out.parquet"
    path.write_text("before")
    with (
        hipo.open(fixtures / "mut_record0_payload_flip.hipo") as file,
        pytest.raises(hipo.HipoError, match="record 0"),
    ):
        file.to_parquet(path)
    assert path.read_text() == "before"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.parquet"]
