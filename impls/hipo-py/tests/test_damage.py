"""Damaged files, and what the system refuses."""

from __future__ import annotations


import pytest

import touchstone_hipo as hipo

FLIPPED = "mut_record0_payload_flip.hipo"


def test_what_is_no_file(tmp_path, fixtures):
    missing = tmp_path / "missing.hipo"
    with pytest.raises(FileNotFoundError, match="No such file") as told:
        hipo.open(missing)
    assert told.value.filename == str(missing)
    text = tmp_path / "text.hipo"
    text.write_text("no HIPO file " * 100)
    with pytest.raises(hipo.HipoError, match="this is not a HIPO file") as told:
        hipo.open(text)
    assert str(text) in str(told.value)
    assert issubclass(hipo.HipoError, ValueError)
    (tmp_path / "empty.hipo").touch()
    with pytest.raises(hipo.HipoError, match="0 are left"):
        hipo.open(tmp_path / "empty.hipo")
    with pytest.raises(OSError, match="."):
        hipo.open(tmp_path)
    with pytest.raises(TypeError):
        hipo.open(5042)


def test_a_damaged_record(fixtures):
    with hipo.open(fixtures / FLIPPED) as file:
        assert file.faults == []
        with pytest.raises(hipo.HipoError, match="record 0, byte 284: LZ4 data is damaged"):
            file.arrays()
        with pytest.raises(hipo.HipoError, match="record 0"):
            file.arrays(threads=2)
        # It goes on with the records after it.
        events, faults = 0, 0
        for iterator in (file.events(), file.batches(events=1)):
            while True:
                try:
                    item = next(iterator)
                except StopIteration:
                    break
                except hipo.HipoError:
                    faults += 1
                    continue
                events += item.events if isinstance(item, hipo.Columns) else 1
        assert (events, faults) == (1600, 2)
        assert file.arrays(records=(1, 5)).events == 800
        with pytest.raises(hipo.HipoError, match="record 0"):
            file[3]
        assert file[200].number == 200


def test_a_damaged_record_ends_a_stream(fixtures):
    import pyarrow as pa

    with hipo.open(fixtures / FLIPPED) as file:
        reader = pa.RecordBatchReader.from_stream(file.batches(events=1))
        with pytest.raises(Exception, match="LZ4 data is damaged"):
            reader.read_all()


def test_files_without_an_end(fixtures):
    with hipo.open(fixtures / "mut_truncated_midrecord.hipo") as file:
        assert len(file) == 400
        assert len(file.faults) == 2
        assert "it ends early" in file.faults[1]
    with hipo.open(fixtures / "cpp_noclose.hipo") as file:
        assert len(file) == 500
        assert "never closed" in file.faults[0]


def test_any_cut_is_an_error_or_less(fixtures, tmp_path):
    whole = (fixtures / "cpp_tags.hipo").read_bytes()
    path = tmp_path / "cut.hipo"
    for length in range(0, len(whole), 517):
        path.write_bytes(whole[:length])
        try:
            with hipo.open(path) as file:
                assert file.arrays().events == len(file) <= 1000
                assert len(list(file)) == len(file)
        except hipo.HipoError as error:
            assert str(path) in str(error)


def test_any_byte_is_an_error_or_another(fixtures, tmp_path):
    whole = bytearray((fixtures / "ox_zstd_column.hipo").read_bytes())
    path = tmp_path / "flipped.hipo"
    for at in range(0, len(whole), 89):
        damaged = whole.copy()
        damaged[at] ^= 0x55
        path.write_bytes(damaged)
        try:
            with hipo.open(path, record_limit=1 << 24) as file:
                file.arrays(threads=1 + at % 2)
        except hipo.HipoError as error:
            assert str(error)


def test_limits(bench, fixtures):
    with (
        hipo.open(fixtures / "cpp_bench3000.hipo", record_limit=1000) as file,
        pytest.raises(hipo.HipoError, match="where the limit is 1000"),
    ):
        file.arrays()


def test_closed_files(fixtures):
    file = hipo.open(fixtures / "cpp_bench3000.hipo")
    batches, event = file.batches(), file[0]
    assert not file.closed
    file.close()
    file.close()
    assert file.closed and "closed" in repr(file)
    for ask in (lambda: len(file), file.arrays, lambda: file[0], lambda: file.banks):
        with pytest.raises(hipo.HipoError, match="the file is closed"):
            ask()
    # What was asked for before keeps what it needs.
    assert next(batches).events == 3000
    assert event["REC::Event"]["evno"].tolist() == [0]


def test_salvage(fixtures, tmp_path):
    out = tmp_path / "left.hipo"
    report = hipo.salvage(fixtures / FLIPPED, out, compression="zstd")
    assert report["events_kept"] >= 800
    assert report["records_lost"] + report["records_in_part"] == 1
    assert report["text"]
    assert report["losses"] and report["losses"][0]["reason"]
    with hipo.open(out) as file:
        assert len(file) == report["events_kept"]
        assert file.arrays().events == len(file)
    with pytest.raises(hipo.HipoError, match="is no compression"):
        hipo.salvage(fixtures / FLIPPED, out, compression="rar")
