from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.errors import InvalidPathError, ReadFailedError, VaultError, WriteFailedError
from axon_desktop.vault import Vault
from axon_desktop.vault.files import trash
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.history.by_file import changed_files
from axon_desktop.vault.moves.attachments import (
    add_attachment,
    attachment_folder,
    attachment_name,
    picture_name,
)
from axon_desktop.vault.obsidian.config import AppSettings

CASES = json.loads((Path(__file__).parents[2] / "data/attachments.json").read_text(encoding="utf-8"))
DATA = bytes(range(256)) * 9


def make_vault(base: Path, setting: str = "/", *there: str) -> Vault:
    root = base / "vault"
    (root / ".obsidian").mkdir(parents=True)
    (root / ".obsidian/app.json").write_text(json.dumps({"attachmentFolderPath": setting}))
    for path in there:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(b"there")
    return Vault(root, data_dir=base / "data")


def files(vault: Vault) -> dict[str, bytes]:
    found = (file for file in vault.root.rglob("*") if file.is_file() and ".obsidian" not in file.parts)
    return {file.relative_to(vault.root).as_posix(): file.read_bytes() for file in found}


def add(vault: Vault, content: Path | bytes, name: str = "photo.png", note: str = "Note.md") -> str:
    change = add_attachment(vault, content, name, note, turn="t", title="Added")
    assert change is not None
    return change.path


@pytest.mark.parametrize("case", CASES["folders"], ids=lambda case: f"{case['setting']} {case['note']}")
def test_folder_is_that_of_the_setting(case: dict[str, str]) -> None:
    assert attachment_folder(AppSettings(attachment_folder=case["setting"]), case["note"]) == case["folder"]


@pytest.mark.parametrize("case", CASES["names"], ids=lambda case: ascii(case["name"]))
def test_name_can_be_kept_and_linked(case: dict[str, str], tmp_path: Path) -> None:
    assert attachment_name(case["name"]) == case["kept"]
    assert add(make_vault(tmp_path), b"x", case["name"]) == case["kept"]


def test_long_name_keeps_its_suffix_and_room_for_a_number(tmp_path: Path) -> None:
    name = attachment_name("长" * 200 + ".png")
    assert name.endswith("长.png")
    assert len(name.encode()) <= 192
    vault = make_vault(tmp_path)
    assert [add(vault, b"x", "长" * 200 + ".png") for _ in range(3)] == [
        name,
        name.replace(".png", " 1.png"),
        name.replace(".png", " 2.png"),
    ]


@pytest.mark.parametrize("case", CASES["taken"], ids=lambda case: ascii(case["there"]))
def test_nothing_is_overwritten(case: dict[str, Any], tmp_path: Path) -> None:
    vault = make_vault(tmp_path, "/", *case["there"])
    before = files(vault)
    assert add(vault, DATA, case["name"]) == case["path"]
    assert files(vault) == {**before, case["path"]: DATA}


def test_picture_has_the_name_that_obsidian_gives() -> None:
    assert picture_name(datetime(2026, 11, 27, 23, 59, 59, tzinfo=UTC)) == "Pasted image 20261127235959.png"


def test_folder_is_made_used_in_its_own_case_and_removed_by_undo(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, "Assets/Deep")
    (vault.root / "assets").mkdir()
    assert add(vault, DATA) == "assets/Deep/photo.png"
    vault.undo_turn("t")
    assert files(vault) == {".trash/assets/Deep/photo.png": DATA}
    assert not (vault.root / "assets/Deep").exists()


@pytest.mark.parametrize("limit", [trash.MAX_BYTES, 100])
def test_is_undone_and_redone_at_any_size(limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trash, "MAX_BYTES", limit)
    if limit == 100:
        monkeypatch.setattr(PathGateway.read, "__defaults__", (100,))
    vault = make_vault(tmp_path)
    source = tmp_path / "from.png"
    source.write_bytes(DATA)
    vault.names.scan()
    assert add(vault, source) == "photo.png"
    (file,) = changed_files(vault.journal.changes("t"))
    assert (file.action, file.shown_path) == ("created", "photo.png")
    assert vault.names.table.has("photo.png")
    for _ in range(2):
        (row,) = vault.undo_preview([change.id for change in vault.journal.changes("t")]).files
        assert (row.action, row.effect) == ("trash", "clean")
        undone = vault.undo_turn("t")
        assert files(vault) == {".trash/photo.png": DATA}
        vault.undo_changes([change.id for change in undone])
        assert files(vault) == {"photo.png": DATA}
    assert source.read_bytes() == DATA


def test_several_of_one_turn_are_undone_together(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    assert [add(vault, DATA), add(vault, b"other")] == ["photo.png", "photo 1.png"]
    vault.undo_turn("t")
    assert set(files(vault)) == {".trash/photo.png", ".trash/photo 1.png"}


def test_given_up_or_failed_copy_leaves_nothing(tmp_path: Path) -> None:
    vault, steps = make_vault(tmp_path), []
    source = tmp_path / "big.bin"
    source.write_bytes(bytes(3 << 20))

    def progress(done: int, size: int) -> None:
        steps.append((done >> 20, size >> 20))

    given_up = add_attachment(
        vault,
        source,
        "b",
        "N.md",
        turn="t",
        title="",
        on_progress=progress,
        give_up=lambda: len(steps) == 2,
    )
    assert given_up is None
    assert (steps, files(vault)) == ([(1, 3), (2, 3)], {})
    with pytest.raises(ReadFailedError):
        add(vault, tmp_path / "gone.png")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(ReadFailedError):
            add(vault, tmp_path / "pipe")
    assert files(vault) == {}


def test_full_disk_leaves_nothing(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    vault, limits = make_vault(tmp_path), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, limits[1]))
    try:
        with pytest.raises(WriteFailedError):
            add(vault, bytes(2 << 20))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert files(vault) == {}


@pytest.mark.parametrize("setting", ["../outside", ".hidden", "Note.md"])
def test_setting_that_names_no_folder_of_the_vault_is_refused(setting: str, tmp_path: Path) -> None:
    vault = make_vault(tmp_path, setting, "Note.md")
    with pytest.raises(InvalidPathError):
        add(vault, DATA)
    assert files(vault) == {"Note.md": b"there"}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_read_only_vault_is_refused(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    vault.root.chmod(0o500)
    try:
        with pytest.raises(VaultError):
            add(vault, DATA)
    finally:
        vault.root.chmod(0o700)


def test_what_a_kill_leaves_is_dropped_later(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    add(vault, DATA)
    old, new = vault.root / ".axon-incoming-1", vault.root / ".axon-incoming-2"
    for file in (old, new):
        file.write_bytes(b"part")
    os.utime(old, (1e9, 1e9))
    vault.open()
    assert (old.exists(), new.exists()) == (False, True)
