"""Dask: parts of files as tasks."""

from __future__ import annotations

import dask
import dask.array as da
import numpy as np
import pytest

import touchstone_hipo as hipo


@pytest.mark.parametrize("scheduler", ["threads", "processes"])
def test_delayed_parts(large, scheduler):
    with hipo.open(large) as file:
        whole = file.arrays()["REC::Particle"]

        @dask.delayed
        def total(file, part):
            px = file.arrays("REC::Particle.px", records=part)["REC::Particle.px"]
            return px.sum(dtype=np.float64)

        parts = [total(file, part) for part in file.partitions(100_000)]
        assert len(parts) == 4
        found = dask.delayed(sum)(parts).compute(scheduler=scheduler, num_workers=2)
        assert np.isclose(found, whole["px"].sum(dtype=np.float64))


def test_an_array_of_parts(large):
    with hipo.open(large) as file:
        whole = file.arrays()["REC::Particle"]

        def column(part):
            return file.arrays("REC::Particle.pz", records=part)["REC::Particle.pz"]

        parts = [
            da.from_delayed(dask.delayed(column)(part), (np.nan,), np.float32)
            for part in file.partitions(50_000)
        ]
        found = da.concatenate(parts).astype(np.float64).mean().compute(scheduler="threads")
        assert np.isclose(found, whole["pz"].mean(dtype=np.float64))
