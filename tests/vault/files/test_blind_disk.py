"""Disks that find a file under other names than the one that they list: macOS, Windows, and what they format."""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.errors import InvalidPathError, NoteNotFoundError, UndoConflictError
from axon_desktop.text.file_names import one_form, same_name
from axon_desktop.vault import Vault
from axon_desktop.vault.files.folder import Folder
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.moves.link_rewrite import propose_move

CASES = json.loads((Path(__file__).parents[2] / "data/blind_disk.json").read_text(encoding="utf-8"))
by_reason = pytest.mark.parametrize("case", CASES, ids=[case["why"] for case in CASES])


def short_names(name: str) -> set[str]:
    """Return short names as Windows makes them: of the beginning, or of two letters and a sum."""
    stem, dot, suffix = name.removeprefix(".").partition(".")
    plain = stem.replace(" ", "")
    ways = {f"{plain[:6]}~1", "CO3F2A~1" if plain == "config" else f"{plain[:2]}{zlib.crc32(name.encode()):04X}~1"}
    return {same_name(way + dot + suffix) for way in ways if len(plain) > 4}


def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every folder find its items by other names, too, as the system's calls do on such a disk."""

    def found(folder: Folder, name: str) -> str:
        names, wanted = folder.names(), same_name(name.rstrip(". "))
        if name in names:
            return name
        size = len(one_form(name.rstrip(". ")))  # a letter is compared with one letter
        alike = (it for it in names if wanted == same_name(it) and size == len(one_form(it)))
        return next(alike, next((it for it in names if wanted in short_names(it)), name))

    def finding(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(folder: Folder, name: str, *args: Any, **named: Any) -> Any:
            return real(folder, found(folder, name), *args, **named)

        return call

    def rename_new(folder: Folder, source: str, target: str, into: Folder | None = None) -> None:
        if (into or folder).stat(target) is not None:
            raise FileExistsError(target)
        real_rename(folder, found(folder, source), target, into)

    real_rename = Folder.rename_new
    for method in ("stat", "enter", "_open", "unlink", "readlink", "replace"):
        monkeypatch.setattr(Folder, method, finding(getattr(Folder, method)))
    monkeypatch.setattr(Folder, "rename_new", rename_new)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    blind(monkeypatch)
    folder = tmp_path / "vault"
    folder.mkdir()
    return folder


def put(root: Path, path: str, text: str = "text\n") -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")


@by_reason
def test_a_path_means_only_what_its_folder_lists(case: dict[str, Any], root: Path, tmp_path: Path) -> None:
    put(root, case["disk"])
    gateway, parts = PathGateway(root), tuple(case["asked"].split("/"))
    vault = Vault(root, data_dir=tmp_path / "data")
    if case.get("refused"):
        for act in (gateway.read, gateway.is_file):
            with pytest.raises(InvalidPathError):
                act(parts)
        with pytest.raises((InvalidPathError, NoteNotFoundError)):
            vault.locate(case["asked"])
        if case["asked"].endswith(".md"):
            with pytest.raises(InvalidPathError):
                vault.preview(case["asked"], "new", "overwrite")
    else:
        with gateway.locate(parts) as place:
            assert "/".join(place.parts) == case["disk"]
        assert vault.locate(case["asked"]) == case["disk"]
        assert vault.read(case["asked"]).path == case["disk"]
        assert vault.preview(case["asked"], "new", "overwrite").path == case["disk"]


def test_journal_events_links_and_undo_have_the_listed_name(root: Path, tmp_path: Path) -> None:
    put(root, "Home note.md")
    put(root, "Index.md", "[[Home note]]\n")
    vault = Vault(root, data_dir=tmp_path / "data")
    told: list[str] = []
    vault.subscribe(lambda changed: told.extend(changed.paths))
    written = vault.apply(vault.preview("home NOTE.md", "new\n", "overwrite"), turn="1")
    assert (written.path, written.kind) == ("Home note.md", "modify")
    vault.apply_all(propose_move(vault, vault.locate("HOME NOTE.md"), "Start.md"), turn="2")
    assert (root / "Index.md").read_text(encoding="utf-8") == "[[Start]]\n"
    vault.undo_turn("2")
    vault.apply_all(vault.propose_trash("home note"), turn="3")
    vault.undo_turn("3")
    assert sorted(os.listdir(root)) == ["Home note.md", "Index.md"]
    assert "Home note.md" in told
    assert {change.path for change in vault.journal.changes("3")} == {"Home note.md"}
    assert not [path for path in told if same_name(path) == "home note.md" and path != "Home note.md"]


def test_an_undo_names_the_file_that_has_the_name_in_another_case(root: Path, tmp_path: Path) -> None:
    put(root, "Old.md")
    vault = Vault(root, data_dir=tmp_path / "data")
    moved = vault.apply_all(propose_move(vault, "Old.md", "New.md"), turn="1")[0]
    put(root, "old.md", "another\n")
    file = vault.undo_preview([moved.id]).files[0]
    assert (file.path, file.why, file.detail) == ("New.md", "recreated", "old.md")


def test_a_file_can_change_only_its_case(root: Path, tmp_path: Path) -> None:
    put(root, "Folder/Home note.md")
    vault = Vault(root, data_dir=tmp_path / "data")
    vault.apply_all(propose_move(vault, vault.locate("folder/home note"), "folder/HOME note.md"), turn="1")
    assert os.listdir(root / "Folder") == ["HOME note.md"]
    vault.undo_turn("1")
    assert os.listdir(root / "Folder") == ["Home note.md"]


@pytest.mark.parametrize("remade", ["A/CAF\u00c9.md", "A/cafe\u0301.md", "a/Caf\u00e9.md"])
@pytest.mark.parametrize("act", ["move", "trash"])
def test_what_was_made_again_in_another_spelling_is_a_conflict(
    root: Path, tmp_path: Path, act: str, remade: str
) -> None:
    put(root, "A/Caf\u00e9.md")
    vault = Vault(root, data_dir=tmp_path / "data")
    path = vault.locate("A/Caf\u00e9.md")
    vault.apply_all(propose_move(vault, path, "New.md") if act == "move" else vault.propose_trash(path), turn="1")
    if not remade.startswith("A"):
        (root / "A").rmdir()
    put(root, remade, "another\n")
    with pytest.raises(UndoConflictError, match="created again"):
        vault.undo_turn("1")
    assert (root / remade).read_text(encoding="utf-8") == "another\n"


@pytest.mark.skipif(os.name == "nt", reason="no disk of Windows is exact")
def test_an_exact_disk_is_looked_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "Folder/Note.md")
    gateway, parts = PathGateway(tmp_path), ("Folder", "Note.md")
    gateway.read(parts)

    def names(_folder: Folder) -> list[str]:
        raise AssertionError("the folder is listed")

    monkeypatch.setattr(Folder, "names", names)
    looks: list[str] = []
    real = Folder.stat

    def stat(folder: Folder, name: str) -> os.stat_result | None:
        looks.append(name)
        return real(folder, name)

    monkeypatch.setattr(Folder, "stat", stat)
    gateway.read(parts)
    assert gateway.as_on_disk(parts) == parts
    assert set(looks) == {"Note.md"}


@pytest.mark.skipif(sys.platform != "win32", reason="on the disk of Windows itself")
def test_windows_own_disk_is_seen_through(tmp_path: Path) -> None:
    import ctypes

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined]
    root = tmp_path / "vault"
    hidden = [".claude/Secret.md", ".secret note.md", "A long name/Note.md"]
    for path in ("Home note.md", "Projects/Plan.md", *hidden):
        put(root, path)
    gateway, vault = PathGateway(root), Vault(root, data_dir=tmp_path / "data")
    refused = ["Projects./Plan.md", "Projects /Plan.md", "Home note.md.", "Home note.md "]
    for path in hidden:
        short = ctypes.create_unicode_buffer(1000)
        kernel.GetShortPathNameW(str(root / path), short, 1000)
        refused.append("/".join(Path(short.value).parts[-len(path.split("/")) :]))
    for path in refused:
        with pytest.raises(InvalidPathError):
            gateway.read(tuple(path.split("/")))
    assert vault.locate("HOME note") == "Home note.md"
    assert vault.preview("projects/PLAN.md", "new", "overwrite").path == "Projects/Plan.md"
    vault.apply_all(propose_move(vault, vault.locate("projects/plan"), "PROJECTS/Start.md"), turn="1")
    vault.undo_turn("1")
    assert (os.listdir(root / "Projects"), {change.path for change in vault.journal.changes("1")}) == (
        ["Plan.md"],
        {"Projects/Plan.md"},
    )
