"""golden/hipo-fixtures/MANIFEST.txt, read."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Bank:
    """What a bank of a file has."""

    schema: str
    events_with: int
    rows: int
    sums: dict[str, float] = field(default_factory=dict)


@dataclass
class File:
    """What a file has."""

    events: int = 0
    records: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    tags: dict[int, int] = field(default_factory=dict)
    config: dict[str, str] = field(default_factory=dict)
    banks: list[Bank] = field(default_factory=list)


def read(folder: Path) -> dict[str, File]:
    """All files of a manifest, by name."""
    files: dict[str, File] = {}
    told = None
    record = re.compile(r"\[pos (\d+) bytes (\d+) events (\d+) .*?u1 (-?\d+) u2 (-?\d+)\]")
    for line in (folder / "MANIFEST.txt").read_text().splitlines():
        if line.startswith("FILE "):
            told = files.setdefault(line.split()[1], File())
            continue
        if not line.startswith("  "):
            told = None
        if told is None:
            continue
        word, _, rest = line.strip().partition(" ")
        if word == "records":
            told.records = [tuple(map(int, found)) for found in record.findall(rest)]
        elif word == "events":
            count, _, tags = rest.partition(" tags ")
            told.events = int(count)
            told.tags = {int(tag): events for tag, events in json.loads(tags).items()}
        elif word == "config":
            told.config = json.loads(rest)
        elif word == "bank":
            schema, _, counts = rest.partition("} ")
            _, events_with, _, rows = counts.split()
            told.banks.append(Bank(schema + "}", int(events_with), int(rows)))
        elif word == "sums":
            pairs = (pair.rpartition("=") for pair in rest.split())
            told.banks[-1].sums = {name: float(number) for name, _, number in pairs}
    return files
