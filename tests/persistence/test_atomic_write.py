from __future__ import annotations

import os
from pathlib import Path

import pytest

from axon_desktop.persistence.atomic_write import write_atomically


@pytest.mark.parametrize("lasting", [True, False])
def test_a_file_takes_the_place_of_another_and_is_for_the_user_only(tmp_path: Path, lasting: bool) -> None:
    file = tmp_path / "a.json"
    for content in (b"old", b"new\r\n\xff"):
        write_atomically(file, content, lasting=lasting)
        assert file.read_bytes() == content
    assert [found.name for found in tmp_path.iterdir()] == ["a.json"]
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600


def test_a_link_to_a_file_stays_one(tmp_path: Path) -> None:
    """As those have it who keep their settings in a folder of their own."""
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept/a.json").write_bytes(b"old")
    link = tmp_path / "a.json"
    link.symlink_to("kept/a.json")
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "kept/a.json").read_bytes() == b"new"
    assert sorted(found.name for found in tmp_path.rglob("*")) == ["a.json", "a.json", "kept"]


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_disk_that_refuses_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError("full")

    file = tmp_path / "a.json"
    file.write_bytes(b"old")
    monkeypatch.setattr(os, call, fail)
    with pytest.raises(OSError, match="full"):
        write_atomically(file, b"new")
    assert file.read_bytes() == b"old"
    assert [found.name for found in tmp_path.iterdir()] == ["a.json"]
