"""Examples of the user guide, and the documentation of every name."""

from __future__ import annotations

import inspect
import re
import shutil
from pathlib import Path

import pytest

import touchstone_hipo as hipo

ROOT = Path(__file__).resolve().parents[3]
PAGES = ["docs/python.md", "impls/hipo-py/README.md"]


@pytest.fixture
def folder(fixtures, tmp_path, monkeypatch):
    """A folder with the files that examples are about."""
    for name in ("run.hipo", "run2.hipo"):
        shutil.copy(fixtures / "cpp_bench3000.hipo", tmp_path / name)
    shutil.copy(fixtures / "mut_record0_payload_flip.hipo", tmp_path / "broken.hipo")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_examples_run(page, folder, capsys):
    text = (ROOT / page).read_text()
    examples = list(re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    assert examples
    names: dict[str, object] = {}
    for example in examples:
        # Errors then tell the line of the page.
        lines = text[: example.start(1)].count("\n")
        exec(compile("\n" * lines + example[1], page, "exec"), names)
    if page == "docs/python.md":
        told = capsys.readouterr().out
        assert "<File run.hipo: 3000 events in 1 records, 3 banks>" in told
        assert "['REC::Calorimeter', 'REC::Event', 'REC::Particle']" in told
        assert "there is no bank REC::particle (is it REC::Particle?)" in told
        electrons = names["electrons"]["REC::Particle"]["pid"]
        assert names["total"] == (electrons == 11).sum() > 0
        assert names["tagged"] == 3000
        assert len(names["parts"]) == 2
        frame = names["frame"].compute(scheduler="processes")
        assert (frame.pid == 11).sum() == 2 * names["total"]
        assert sorted(path.name for path in folder.iterdir()) == [
            "broken.hipo", "left.hipo", "out.hipo", "run.hipo", "run.parquet",
            "run2.hipo", "skim.hipo",
        ]


def test_every_name_is_told():
    for name in hipo.__all__:
        thing = getattr(hipo, name)
        assert inspect.getdoc(thing), name
        for member, value in vars(thing).items() if inspect.isclass(thing) else []:
            if not member.startswith("_"):
                assert inspect.getdoc(value), f"{name}.{member}"


def test_stubs_have_every_name():
    from touchstone_hipo import _native

    stubs = Path(_native.__file__).with_name("_native.pyi").read_text()
    for name, thing in vars(_native).items():
        if name.startswith("_") or inspect.ismodule(thing):
            continue
        kind = "class" if inspect.isclass(thing) else "def"
        body = re.search(rf"^{kind} {name}\b.*?(?=^\S|\Z)", stubs, re.DOTALL | re.MULTILINE)
        if name == "HipoError":
            assert "class HipoError(ValueError)" in stubs
            continue
        assert body, f"{name} is not in _native.pyi"
        for member in vars(thing) if inspect.isclass(thing) else []:
            if not member.startswith("_"):
                assert re.search(rf"def {member}\(", body[0]), f"{name}.{member}"
    assert Path(_native.__file__).with_name("py.typed").exists()
