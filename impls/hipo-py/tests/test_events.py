"""Events, one at a time, and by their numbers."""

from __future__ import annotations

import numpy as np
import pytest

import touchstone_hipo as hipo


def test_an_event(bench):
    event = bench[5]
    assert (event.number, event.record, event.index, event.tag, event.mask) == (5, 0, 5, 0, 0)
    assert list(event) == event.keys() == [name for name, _ in event.items()]
    assert "REC::Event" in event and "REC::Nothing" not in event
    assert event["REC::Event"]["evno"].tolist() == [5]
    bank = event["REC::Event"]
    assert bank.rows == 1 and bank.keys() == ["evno", "beamE"] and "evno" in bank
    assert bank.to_numpy().keys() == {"evno", "beamE"}
    assert repr(bank) == "<REC::Event, 1 rows of evno, beamE>"
    assert repr(event).startswith("<Event 5, tag 0: REC::")
    assert bytes(event)[:4] == b"EVNT" and len(event.structures()) == len(event)
    with pytest.raises(KeyError, match=r"no bank REC::event \(is it REC::Event\?\)"):
        event["REC::event"]
    with pytest.raises(KeyError, match="no column evn "):
        bank["evn"]


def test_events_are_the_columns(arrays):
    columns = arrays.arrays()
    for number, event in enumerate(arrays):
        for name, bank in columns.items():
            rows = slice(bank.offsets[number], bank.offsets[number + 1])
            for column in bank:
                one = event[name][column]
                assert one.dtype == bank[column].dtype
                assert one.shape == bank[column][rows].shape
                assert np.array_equal(one, bank[column][rows])


def test_by_number(large):
    with hipo.open(large) as file:
        assert len(file) == 400_000
        pid = file.arrays("REC::Particle.pid")["REC::Particle"]
        numbers = [399_999, 0, 17, 16, 250_000, -1, -400_000]
        events = file[numbers]
        assert [event.number for event in events] == [n % 400_000 for n in numbers]
        for event in events:
            rows = slice(pid.offsets[event.number], pid.offsets[event.number + 1])
            assert np.array_equal(event["REC::Particle"]["pid"], pid["pid"][rows])
        assert [event.number for event in file[4998:5003]] == list(range(4998, 5003))
        assert [event.number for event in file[5:0:-2]] == [5, 3, 1]
        assert [event.number for event in file[np.array([3, 1])]] == [3, 1]
        assert file[np.int64(7)].number == 7
        assert file[2:2] == []
        for wrong in (400_000, -400_001, [0, 400_000]):
            with pytest.raises(IndexError, match="there are 400000"):
                file[wrong]
        with pytest.raises(TypeError):
            file["REC::Particle"]


def test_a_chain(fixtures):
    paths = [fixtures / name for name in ("cpp_noevents.hipo", "java_lz4.hipo")]
    paths += [fixtures / "cpp_noevents.hipo", fixtures / "java_none.hipo"]
    with hipo.chain(paths) as chain, hipo.open(paths[1]) as one, hipo.open(paths[3]) as other:
        assert len(chain) == len(one) + len(other) == 1200
        assert chain.paths == [str(path) for path in paths]
        assert repr(chain).startswith("<Chain of 4 files: 1200 events")
        assert [bytes(event) for event in chain] == [bytes(event) for event in [*one, *other]]
        for number in (0, 599, 600, 1199):
            event = chain[number]
            assert event.number == number and event.file == (1 if number < 600 else 3)
        columns = chain.arrays(threads=2)
        for name, bank in one.arrays().items():
            for column, array in bank.items():
                both = np.concatenate([array, other.arrays()[name][column]])
                assert np.array_equal(columns[name][column], both)
        counts = [record.events for record in chain.records]
        assert sum(counts) == 1200
        assert len(list(chain.batches(events=1))) == len(counts)
        inside = chain.events(records=(len(counts) - 1, len(counts)))
        assert [event.number for event in inside] == list(range(1200 - counts[-1], 1200))


def test_which_files_a_chain_takes(fixtures, tmp_path):
    for name in ("run10.hipo", "run2.hipo", "notes.txt"):
        (tmp_path / name).symlink_to(fixtures / "cpp_bench3000.hipo")
    expected = [str(tmp_path / "run2.hipo"), str(tmp_path / "run10.hipo")]
    assert hipo.chain(tmp_path).paths == expected
    assert hipo.chain(tmp_path / "run*.hipo").paths == expected
    assert hipo.chain(str(tmp_path / "run[0-9].hipo")).paths == expected[:1]
    assert hipo.chain(expected[1]).paths == expected[1:]
    assert hipo.chain(reversed(expected), threads=2).paths == expected[::-1]
    with pytest.raises(hipo.HipoError, match="none has a name that matches"):
        hipo.chain(tmp_path / "walk*.hipo")
    with pytest.raises(hipo.HipoError, match="a chain needs a file"):
        hipo.chain([])
    with pytest.raises(FileNotFoundError):
        hipo.chain([tmp_path / "run3.hipo"])
