"""Columns: what is asked for, and what comes."""

from __future__ import annotations

import gc
import re

import numpy as np
import pytest

import touchstone_hipo as hipo


def test_what_can_be_asked_for(bench):
    whole = bench.arrays()
    assert whole.keys() == bench.banks == list(whole)
    assert len(whole) == 3
    for columns, expected in [
        ("REC::Event", {"REC::Event": ["evno", "beamE"]}),
        ("REC::Particle.px", {"REC::Particle": ["px"]}),
        (
            ["REC::Particle.py", "REC::Event.evno", "REC::Particle.px"],
            {"REC::Particle": ["py", "px"], "REC::Event": ["evno"]},
        ),
        ({"REC::Particle": ["pid"], "REC::Event": None},
         {"REC::Particle": ["pid"], "REC::Event": ["evno", "beamE"]}),
        ({"REC::Particle": []}, {"REC::Particle": []}),
        ([], {}),
    ]:
        read = bench.arrays(columns)
        assert {name: bank.keys() for name, bank in read.items()} == expected
        assert read.events == 3000
        for name, bank in read.items():
            assert np.array_equal(bank.offsets, whole[name].offsets)
            for column, array in bank.items():
                assert np.array_equal(array, whole[name][column])


def test_shapes_and_types(arrays):
    bank = arrays.arrays("OX::arr")["OX::arr"]
    assert bank.rows == 67
    for column in bank.schema.columns:
        array = bank[column.name]
        assert array.dtype == column.dtype
        assert array.shape == ((67,) if column.length == 1 else (67, column.length))
    assert [(c.letter, c.length) for c in bank.schema.columns] == [
        ("S", 2), ("F", 5), ("D", 1), ("B", 3),
    ]
    assert bank.offsets.dtype == np.int64
    assert bank.counts.sum() == 67


def test_nothing_is_copied(bench, arrays):
    for file in (bench, arrays):
        for bank in file.arrays().values():
            for array in [*bank.values(), bank.offsets]:
                assert not array.flags.owndata
                assert not array.flags.writeable
                assert type(array.base).__name__ == "Values"
            for name in bank:
                address = bank[name].__array_interface__["data"]
                assert bank[name].__array_interface__["data"] == address
                assert np.shares_memory(bank[name], bank[name]) or bank[name].size == 0
            assert bank.to_numpy().keys() == set(bank.keys())
    with pytest.raises(ValueError, match="read-only"):
        bench.arrays("REC::Event.evno")["REC::Event.evno"][0] = 1


def test_arrays_outlive_all_else(fixtures):
    file = hipo.open(fixtures / "cpp_bench3000.hipo")
    columns = file.arrays("REC::Event")
    evno, offsets = columns["REC::Event.evno"], columns["REC::Event"].offsets
    expected = evno.copy()
    file.close()
    del file, columns
    gc.collect()
    # Memory that was given up would be taken by these.
    others = [np.full(3000, -1, np.int64) for _ in range(50)]
    assert np.array_equal(evno, expected)
    assert offsets[-1] == 3000
    assert others[0][0] == -1


def test_names_are_looked_up(bench):
    columns = bench.arrays(["REC::Event.evno"])
    assert "REC::Event" in columns and "REC::Event.evno" in columns
    assert "REC::Particle" not in columns and "REC::Event.beamE" not in columns
    bank = columns["REC::Event"]
    assert "evno" in bank and "beamE" not in bank
    with pytest.raises(KeyError, match="REC::Particle was not read"):
        columns["REC::Particle"]
    with pytest.raises(KeyError, match="beamE of bank REC::Event was not read"):
        bank["beamE"]
    with pytest.raises(hipo.HipoError, match=r"no bank REC::particle \(is it REC::Particle\?\)"):
        bench.arrays("REC::particle")
    with pytest.raises(hipo.HipoError, match="no column pidd"):
        bench.arrays("REC::Particle.pidd")
    with pytest.raises(hipo.HipoError, match="belong in a list"):
        bench.arrays({"REC::Particle": "pid"})
    with pytest.raises(TypeError, match="no argument wher"):
        bench.arrays(wher="x")


def test_selections(fixtures):
    with hipo.open(fixtures / "cpp_tags.hipo") as file:
        assert file.arrays([], tags=7).events == 200
        assert file.arrays([], tags=[7, 42]).events == 400
        assert file.arrays([], record_tags=100000).events == 200
        assert file.arrays([], any_tag_bit=1).events == 400
        assert file.arrays([], has=file.banks[0]).events == sum(
            file.banks[0] in event for event in file
        )
        assert file.arrays([], records=(1, 3)).events == 400
        assert file.arrays([], records=range(5)).events == 1000
        assert file.arrays([], records=(1, 1)).events == 0
        assert [event.tag for event in file.events(records=(2, 3))] == [7] * 200
        assert [event.number for event in file.events(tags=7)] == list(range(400, 600))
        with pytest.raises(hipo.HipoError, match="no records 3 to 6: there are 5"):
            file.arrays(records=(3, 6))
        with pytest.raises(hipo.HipoError, match="tags is empty"):
            file.arrays(tags=[])


@pytest.mark.parametrize("threads", [1, 2])
def test_where(bench, threads):
    whole = bench.arrays()["REC::Particle"]
    event = np.repeat(np.arange(3000), whole.counts)
    fits = (whole["pid"] == 11) & (whole["px"].astype(float) > 1.5)
    wanted = np.unique(event[fits])
    assert 0 < len(wanted) < 3000
    where = "REC::Particle[pid == 11 && px > 1.5]"
    read = bench.arrays(
        ["REC::Event.evno", "REC::Particle.pz"], where=where, threads=threads
    )
    assert read.events == len(wanted)
    assert read["REC::Event"].keys() == ["evno"]
    assert read["REC::Particle"].keys() == ["pz"]
    assert np.array_equal(read["REC::Event.evno"], bench.arrays()["REC::Event.evno"][wanted])
    kept = np.isin(event, wanted)
    assert np.array_equal(read["REC::Particle.pz"], whole["pz"][kept])
    assert np.array_equal(read["REC::Particle"].counts, whole.counts[wanted])
    assert [event.number for event in bench.events(where=where)] == wanted.tolist()
    # The bank of the condition need not be read, and several have all to hold.
    both = bench.arrays("REC::Event", where=[where, "REC::Event[evno < 100]"])
    assert both.keys() == ["REC::Event"]
    assert both.events == np.count_nonzero(wanted < 100)
    assert bench.arrays([], where="REC::Particle[row() == 0]").events == np.count_nonzero(
        whole.counts
    )
    assert bench.arrays([], where="REC::Event[false]").events == 0


def test_where_of_arrays(arrays):
    bank = arrays.arrays("OX::arr")["OX::arr"]
    event = np.repeat(np.arange(bank.events), bank.counts)
    wanted = np.unique(event[bank["cov"][:, 2].astype(float) > 30])
    read = arrays.arrays("OX::arr", where="OX::arr[cov[2] > 30]")["OX::arr"]
    kept = np.isin(event, wanted)
    for name, array in read.items():
        assert np.array_equal(array, bank[name][kept])


def test_where_is_checked(bench):
    for where, message in [
        ("pid == 11", "a condition takes a bank and an expression in brackets"),
        ("REC::Particle[pidd == 11]", "no column pidd"),
        ("REC::Particle[pid == ]", "character 7: expected a value"),
        ("REC::Nothing[1]", "no bank REC::Nothing"),
    ]:
        with pytest.raises(hipo.HipoError, match=re.escape(message)):
            bench.arrays(where=where)
        with pytest.raises(hipo.HipoError, match=re.escape(message)):
            bench.events(where=where)


def test_batches(large):
    with hipo.open(large) as file:
        whole = file.arrays(threads=2)
        for how in ({"events": 1}, {"events": 12_000}, {"bytes": 1 << 20}, {}, {"events": 10**9}):
            batches = file.batches(threads=2, **how)
            assert batches.__length_hint__() > 0
            parts = list(batches)
            assert [part.first_event for part in parts] == np.cumsum(
                [0] + [part.events for part in parts[:-1]]
            ).tolist()
            for name in whole["REC::Particle"]:
                joined = np.concatenate([part["REC::Particle"][name] for part in parts])
                assert np.array_equal(joined, whole["REC::Particle"][name])
        assert len(list(file.batches(events=1))) == 80
        assert len(list(file.batches(events=12_000))) == 27
        where = "REC::Particle[pid == 11 && pz > 2.5]"
        events = file.arrays([], where=where).events
        assert events == sum(part.events for part in file.batches([], events=9000, where=where))
        with pytest.raises(hipo.HipoError, match="not both"):
            file.batches(events=1, bytes=1)
        with pytest.raises(hipo.HipoError, match="1 is the least"):
            file.batches(events=0)


def test_partitions(large):
    with hipo.open(large) as file:
        parts = file.partitions(21_000)
        assert parts[0] == (0, 5) and parts[-1][1] == 80
        counts = [file.arrays([], records=part).events for part in parts]
        assert sum(counts) == len(file) == 400_000


def test_representations(bench):
    columns = bench.arrays(["REC::Event.evno"])
    assert repr(columns) == "<Columns of 3000 events: REC::Event, 3000 rows of evno>"
    assert repr(columns["REC::Event"]) == "<Bank of 3000 events: REC::Event, 3000 rows of evno>"
    assert "3000 events in 1 records, 3 banks" in repr(bench)
    assert repr(bench.schema("REC::Event")) == 'Schema("{REC::Event/300/30}{evno/L,beamE/F}")'
    assert repr(bench.schema("REC::Event")["evno"]) == "<Column evno/L>"
    assert repr(columns["REC::Event.evno"].base) == "<values of REC::Event.evno>"
    assert repr(bench.batches(events=10)) == "<Batches: 1 of 1 left>"
    assert repr(bench.records[0]) == "<Record of 3000 events: 247548 bytes, tag 0>"


def test_schemas(bench):
    schema = bench.schema("REC::Event")
    assert (schema.name, schema.group, schema.item, schema.row_bytes) == ("REC::Event", 300, 30, 12)
    assert schema == hipo.Schema(str(schema)) == hipo.Schema.from_json(schema.to_json())
    assert hash(schema) == hash(hipo.Schema(str(schema)))
    assert schema != bench.schema("REC::Particle")
    assert list(schema) == ["evno", "beamE"] and len(schema) == 2
    with pytest.raises(hipo.HipoError, match="the schema"):
        hipo.Schema("REC::Event")
    with pytest.raises(KeyError, match="no column evn "):
        schema["evn"]
