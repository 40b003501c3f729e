"""Threads, processes and Python's lock."""

from __future__ import annotations

import multiprocessing
import pickle
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np

import touchstone_hipo as hipo


def progress_during(work) -> int:
    """How often another thread of Python came to run."""
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.0005)

    # A thread that holds the lock would keep it for as long as that.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)
    thread = threading.Thread(target=tick)
    thread.start()
    time.sleep(0.01)
    before = ticks
    work()
    counted = ticks - before
    done.set()
    thread.join()
    sys.setswitchinterval(interval)
    return counted


def test_others_run_while_a_file_is_read(large, tmp_path):
    with hipo.open(large) as file:
        whole = file.arrays()
        for work in (
            lambda: file.arrays(),
            lambda: list(file.batches(events=10**9)),
            lambda: file[[0, 399_999] * 20],
        ):
            # One that kept the lock would let nobody run: not once.
            assert progress_during(work) >= 3
        with hipo.Writer(tmp_path / "out.hipo", file, compression="lz4-high") as writer:
            assert progress_during(lambda: writer.write_arrays(whole)) >= 3


def test_one_file_in_many_threads(large):
    with hipo.open(large) as file, ThreadPoolExecutor(8) as pool:
        expected = file.arrays("REC::Particle.px")["REC::Particle.px"].sum(dtype=np.float64)
        parts = file.partitions(5000)

        def total(part: tuple[int, int]) -> float:
            read = file.arrays("REC::Particle.px", records=part)["REC::Particle.px"]
            assert file[part[0] * 5000].number == part[0] * 5000
            return read.sum(dtype=np.float64)

        assert np.isclose(sum(pool.map(total, parts)), expected)
        # One iterator, shared: every batch and every event comes once.
        batches = file.batches(events=5000)
        taken = pool.map(lambda _: [batch.first_event for batch in batches], range(8))
        assert sorted(sum(taken, [])) == list(range(0, 400_000, 5000))
        events = file.events(records=(0, 2))
        taken = pool.map(lambda _: [event.number for event in events], range(4))
        assert sorted(sum(taken, [])) == list(range(10_000))


def test_one_writer_in_many_threads(tmp_path):
    path = tmp_path / "out.hipo"
    schema = "{A::b/1/1}{n/I}"
    with hipo.Writer(path, [schema]) as writer, ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: writer.write({"A::b": {"n": [n]}}), range(400)))
    with hipo.open(path) as file:
        assert sorted(file.arrays()["A::b.n"]) == list(range(400))


def test_pickling(fixtures, tmp_path, monkeypatch):
    monkeypatch.chdir(fixtures)
    file = hipo.open("cpp_bench3000.hipo", record_limit=1 << 28)
    chain = hipo.chain(["java_lz4.hipo", "java_none.hipo"])
    monkeypatch.chdir(tmp_path)
    for dataset in (file, chain):
        back = pickle.loads(pickle.dumps(dataset))
        assert type(back) is type(dataset) and len(back) == len(dataset)
        assert back.banks == dataset.banks
    assert file.path == "cpp_bench3000.hipo"
    schema = file.schema("REC::Event")
    assert pickle.loads(pickle.dumps(schema)) == schema


def count(task: tuple[hipo.File, tuple[int, int]]) -> int:
    """Electrons in a part of a file."""
    file, part = task
    pid = file.arrays("REC::Particle.pid", records=part)["REC::Particle.pid"]
    return int(np.count_nonzero(pid == 11))


def test_processes(large):
    with hipo.open(large) as file:
        expected = int(np.count_nonzero(file.arrays()["REC::Particle.pid"] == 11))
        tasks = [(file, part) for part in file.partitions(100_000)]
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            assert sum(pool.map(count, tasks)) == expected
