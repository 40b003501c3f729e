"""Files that are written."""

from __future__ import annotations

import re

import numpy as np
import pytest

import touchstone_hipo as hipo

COMPRESSIONS = [
    codec + layout
    for codec in ("none", "lz4", "lz4-high", "gzip", "zstd")
    for layout in ("", "-per-bank", "-per-column")
]
PARTICLES = "{REC::Particle/300/1}{pid/I,px/F,cov/F#3}"
EVENTS = "{REC::Event/300/30}{evno/L,beamE/F}"


def assert_alike(one: hipo.Columns, other: hipo.Columns) -> None:
    assert one.events == other.events
    assert one.keys() == other.keys()
    for name, bank in one.items():
        assert np.array_equal(bank.offsets, other[name].offsets)
        for column, array in bank.items():
            assert array.dtype == other[name][column].dtype
            assert array.tobytes() == other[name][column].tobytes()


@pytest.mark.parametrize("compression", COMPRESSIONS)
def test_columns_come_back(arrays, bench, tmp_path, compression):
    for file in (arrays, bench):
        path = tmp_path / "out.hipo"
        with hipo.Writer(path, file, compression=compression, record_events=70) as writer:
            writer.write_arrays(file.arrays())
            assert writer.events == len(file)
        with hipo.open(path) as back:
            assert_alike(back.arrays(), file.arrays())
            assert [str(schema) for schema in back.schemas.values()] == [
                str(schema) for schema in file.schemas.values()
            ]


def test_event_by_event(tmp_path):
    path = tmp_path / "out.hipo"
    with hipo.Writer(path, [PARTICLES, hipo.Schema(EVENTS)]) as writer:
        writer.write({
            "REC::Particle": {"pid": [11, 22], "px": [0.5, -1.5], "cov": [[1, 2, 3], [4, 5, 6]]},
            "REC::Event": {"evno": [1], "beamE": np.array([10.6])},
        })
        writer.write({"REC::Event": {"evno": [2]}}, tag=7, mask=9)
        writer.write({})
        writer.write({"REC::Particle": {"pid": []}})
        assert repr(writer) == f"<Writer {path}: 4 events so far>"
        assert not path.exists()
    assert repr(writer) == f"<Writer {path}: closed>"
    with hipo.open(path) as file:
        assert [event.tag for event in file] == [0, 0, 0, 7]
        first, tagged = file[0], file[3]
        assert first["REC::Particle"]["cov"].tolist() == [[1, 2, 3], [4, 5, 6]]
        assert first["REC::Event"]["beamE"].tolist() == [np.float32(10.6)]
        assert tagged.mask == 9 and tagged["REC::Event"]["beamE"].tolist() == [0]
        assert len(file[1]) == len(file[2]) == 0


def test_tags_and_counts(tmp_path):
    path = tmp_path / "out.hipo"
    offsets = np.array([0, 2, 2, 3], np.uint64)
    with hipo.Writer(path, [PARTICLES, EVENTS], tags_apart=False) as writer:
        writer.write_arrays(
            {
                "REC::Particle": (offsets, {"pid": np.arange(3, dtype=np.int16)}),
                "REC::Event": ([0, 1, 2, 3], {"evno": [5, 6, 7]}),
            },
            tags=[1, 0, 4],
        )
        writer.write_arrays({}, tags=[8])
    with hipo.open(path) as file:
        assert [event.tag for event in file] == [1, 0, 4, 8]
        assert file.arrays()["REC::Particle"].counts.tolist() == [2, 0, 1, 0]
        assert file.arrays()["REC::Event.evno"].tolist() == [5, 6, 7]


def test_events_are_copied(fixtures, tmp_path):
    path = tmp_path / "out.hipo"
    with (
        hipo.open(fixtures / "java_lz4.hipo") as file,
        hipo.Writer(path, file, tags_apart=False) as writer,
    ):
        for event in file:
            writer.write_event(event)
    with hipo.open(path) as back, hipo.open(fixtures / "java_lz4.hipo") as file:
        assert list(map(bytes, back)) == list(map(bytes, file))


def test_cpp_writes_the_same_bytes(fixtures, tmp_path):
    """A file of C++ hipo4 comes out again, byte for byte."""
    path = tmp_path / "out.hipo"
    source = fixtures / "cpp_bench3000.hipo"
    with hipo.open(source) as file, hipo.Writer(path, file, profile="cpp") as writer:
        for event in file:
            writer.write_event(event)
    assert path.read_bytes() == source.read_bytes()


def test_what_a_file_tells_of_itself(tmp_path):
    path = tmp_path / "out.hipo"
    with hipo.Writer(
        path, [EVENTS], config={"target": "LH2"}, tag_names={"dis": 3}, level=9,
        compression="zstd-per-column", byte_split=True, user_integers=(5, 6),
    ) as writer:
        writer.set_user_words(42, 43)
        writer.write({"REC::Event": {"evno": [1]}})
        writer.flush()
        writer.set_user_words(44, 45)
        writer.write({"REC::Event": {"evno": [2]}})
    with hipo.open(path) as file:
        assert file.config == {"target": "LH2"} and file.tag_names == {"dis": 3}
        assert [(record.tag, record.user_word) for record in file.records] == [(42, 43), (44, 45)]
        assert file.arrays(record_tags=44)["REC::Event.evno"].tolist() == [2]


def test_a_file_appears_when_it_is_whole(tmp_path):
    path = tmp_path / "out.hipo"
    with pytest.raises(KeyError, match="of my own"), hipo.Writer(path, [EVENTS]) as writer:
        writer.write({"REC::Event": {"evno": [1]}})
        raise KeyError("of my own")
    assert list(tmp_path.iterdir()) == []
    with hipo.Writer(path, [EVENTS]) as writer:
        writer.write({"REC::Event": {"evno": [1]}})
    before = path.read_bytes()
    writer = hipo.Writer(path, [EVENTS])
    writer.write({"REC::Event": {"evno": [2]}})
    assert path.read_bytes() == before
    writer.abort()
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
    with pytest.raises(hipo.HipoError, match="the writer is closed"):
        writer.write({})
    writer.close()
    with pytest.raises(FileNotFoundError):
        hipo.Writer(tmp_path / "none" / "out.hipo", [EVENTS])


@pytest.mark.parametrize(
    ("banks", "message"),
    [
        ({"REC::particle": {"pid": [1]}}, "no bank REC::particle (is it REC::Particle?)"),
        ({"REC::Particle": {"pidd": [1]}}, "bank REC::Particle has no column pidd (is it pid?)"),
        ({"REC::Particle": {"pid": [1], "px": [1, 2]}}, "px of bank REC::Particle has 2 rows"),
        ({"REC::Particle": {"pid": [1.5]}}, "holds int32, which float64 does not become"),
        ({"REC::Particle": {"pid": ["11"]}}, "holds int32, which <U2 does not become"),
        ({"REC::Particle": {"pid": [2**31]}}, "2147483648 is out of its range"),
        ({"REC::Particle": {"pid": np.array([2**40], np.uint64)}}, "is out of its range"),
        ({"REC::Particle": {"pid": 11}}, "one value in a row: the shape ()"),
        ({"REC::Particle": {"pid": [[11]]}}, "one value in a row: the shape (1, 1)"),
        ({"REC::Particle": {"cov": [[1, 2]]}}, "3 values in a row: the shape (1, 2)"),
        ({"REC::Particle": {"pid": np.zeros(2_000_000)[:0].astype(int), "px": [1]}}, "has 1 rows"),
        ({"REC::Particle": {"px": np.zeros(900_000)}}, "the most is 16777215"),
    ],
)
def test_what_does_not_fit(tmp_path, banks, message):
    path = tmp_path / "out.hipo"
    with hipo.Writer(path, [PARTICLES]) as writer:
        with pytest.raises(hipo.HipoError, match=re.escape(message)):
            writer.write(banks)
        assert writer.events == 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (([0, 1], {"pid": [1, 2]}), "end at row 1, where columns have 2"),
        (([1, 2], {"pid": [1, 2]}), "begin at 0"),
        (([0, 2, 1], {"pid": [1]}), "do not go back"),
        (([], {"pid": []}), "one row of integers"),
        (([0.0, 1.0], {"pid": [1]}), "one row of integers"),
        (([0, 1, 2, 3], {"pid": [1, 2, 3]}), "offsets of 3 events, where there are 2"),
    ],
)
def test_offsets_that_do_not_fit(tmp_path, given, message):
    with hipo.Writer(tmp_path / "out.hipo", [PARTICLES, EVENTS]) as writer:
        with pytest.raises(hipo.HipoError, match=message):
            writer.write_arrays({"REC::Event": ([0, 1, 2], {}), "REC::Particle": given})
        assert writer.events == 0


def test_options_that_there_are_not(tmp_path):
    path = tmp_path / "out.hipo"
    for options, message in [
        ({"compression": "rar"}, "is no compression"),
        ({"compression": "gzip", "level": 12}, "has no level 12"),
        ({"profile": "java"}, "is no profile"),
    ]:
        with pytest.raises(hipo.HipoError, match=message):
            hipo.Writer(path, [EVENTS], **options)
    with pytest.raises(hipo.HipoError, match="defined twice"):
        hipo.Writer(path, [EVENTS, "{REC::Event/300/30}{evno/I}"])
    with pytest.raises(TypeError, match="belong in a list"):
        hipo.Writer(path, EVENTS)
    assert list(tmp_path.iterdir()) == []
