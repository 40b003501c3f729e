"""What tests share: the fixtures of three writers, and what their manifest tells."""

from __future__ import annotations

from pathlib import Path

import pytest

import touchstone_hipo as hipo

FIXTURES = Path(__file__).resolve().parents[3] / "golden" / "hipo-fixtures"


@pytest.fixture(scope="session")
def fixtures() -> Path:
    """The folder of fixtures."""
    return FIXTURES


@pytest.fixture
def bench(fixtures: Path):
    """A file of 3,000 events in one record."""
    with hipo.open(fixtures / "cpp_bench3000.hipo") as file:
        yield file


@pytest.fixture
def arrays(fixtures: Path):
    """A file with array columns, per column."""
    with hipo.open(fixtures / "ox_zstd_column.hipo") as file:
        yield file


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of 80 records, which takes a while to read."""
    import numpy as np

    path = tmp_path_factory.mktemp("large") / "large.hipo"
    random = np.random.default_rng(5042)
    events, schemas = 5_000, ["{REC::Particle/300/1}{pid/I,px/F,py/F,pz/F}"]
    with hipo.Writer(path, schemas, record_events=events) as writer:
        for _ in range(80):
            counts = random.integers(0, 9, events)
            offsets = np.concatenate([[0], np.cumsum(counts)])
            columns = {
                name: random.normal(size=offsets[-1]).astype(np.float32)
                for name in ("px", "py", "pz")
            }
            columns["pid"] = random.choice([11, 22, 211, 2212], offsets[-1])
            writer.write_arrays({"REC::Particle": (offsets, columns)})
    return path
