from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from axon_desktop.errors import (
    FolderNotFoundError,
    InvalidPathError,
    NoteNotFoundError,
    ReadFailedError,
)
from axon_desktop.vault import Entry, Vault
from axon_desktop.vault.files import reader
from axon_desktop.vault.files.reader import NoteReader


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    files = {
        "Home.md": "# Home",
        "Projects/Plan.md": "plan",
        "Projects/Archive/Plan.md": "old plan",
        "Projects/Archive/Unique Name.md": "unique",
        "Meeting Notes January.md": "january",
        "board.canvas": "{}",
        "list.txt": "text",
        "caf\u00e9.md": "coffee",
        "字典.md": "词",
        "pic.png": "\udcff",
        "node_modules/Hidden.md": "no",
        ".obsidian/app.json": "{}",
    }
    for name, text in files.items():
        file = tmp_path / "vault" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
        os.utime(file, (1e9, 1e9))
    return Vault(tmp_path / "vault", data_dir=tmp_path / "data")


def test_missing_vault_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(FolderNotFoundError, match=r"^Folder not found: .*nowhere"):
        Vault(tmp_path / "nowhere")


def test_listing_shows_folders_first_and_no_dot_items(vault: Vault) -> None:
    for root in ("", "/"):
        entries = vault.list_folder(root)
        assert [entry.name for entry in entries] == [
            *("node_modules", "Projects"),
            *(
                "board.canvas",
                "caf\u00e9.md",
                "Home.md",
                "list.txt",
                "Meeting Notes January.md",
                "pic.png",
                "字典.md",
            ),
        ]
    assert vault.list_folder("Projects/") == [
        Entry("Archive", "Projects/Archive", True),
        Entry("Plan.md", "Projects/Plan.md", False),
    ]


@pytest.mark.parametrize("path", ["Nowhere", "Home.md", "Projects/Nowhere/x"])
def test_missing_folder_is_said(vault: Vault, path: str) -> None:
    with pytest.raises(FolderNotFoundError, match=f"^Folder not found: {path}"):
        vault.list_folder(path)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("Home", "Home.md"),
        ("Home.md", "Home.md"),
        ("board.canvas", "board.canvas"),
        ("list.txt", "list.txt"),
        ("home", "Home.md"),
        ("projects/plan", "Projects/Plan.md"),
        ("BOARD.CANVAS", "board.canvas"),
        ("cafe\u0301", "caf\u00e9.md"),
        ("Unique Name", "Projects/Archive/Unique Name.md"),
        ("unique name.md", "Projects/Archive/Unique Name.md"),
        ("Plan", "Projects/Plan.md"),
        ("Archive/Plan", "Projects/Archive/Plan.md"),
        ("字典", "字典.md"),
        ("Meeting Note January", "Meeting Notes January.md"),
        ("meeting-notes-january", "Meeting Notes January.md"),
    ],
)
def test_loose_path_finds_the_note_that_is_meant(vault: Vault, asked: str, found: str) -> None:
    assert vault.resolve(asked) == found
    assert vault.read(asked).path == found


def test_path_with_nothing_near_is_not_found_and_hints_come_after(vault: Vault) -> None:
    with pytest.raises(NoteNotFoundError, match=r"^File not found: no/such$"):
        vault.read("no/such")
    with pytest.raises(
        NoteNotFoundError, match=r"^File not found: Meeting Notes June .*Meeting Notes January\.md"
    ):
        vault.read("Meeting Notes June")
    with pytest.raises(NoteNotFoundError, match=r"^File not found: Home\.md/x"):
        vault.read("Home.md/x")


def test_names_that_differ_only_a_little_are_not_guessed(vault: Vault) -> None:
    (vault.root / "Meeting Notes Januari.md").write_text("other")
    with pytest.raises(NoteNotFoundError, match="did you mean"):
        vault.read("Meeting Notes Januar")


def test_file_that_is_no_text_has_bytes_but_no_text(vault: Vault) -> None:
    note = vault.read("pic.png")
    assert note.data == b"\xff"
    with pytest.raises(ReadFailedError, match=r"^Failed to read file: pic\.png is not a UTF-8 text file"):
        _ = note.text


def test_attachment_is_read_up_to_its_limit(vault: Vault) -> None:
    assert vault.read_attachment("pic.png", 1) == b"\xff"
    with pytest.raises(ReadFailedError, match="larger than 3"):
        vault.read_attachment("list.txt", 3)
    with pytest.raises(NoteNotFoundError):
        vault.read_attachment("list", 3)


def test_vault_is_cheap_until_it_is_used(tmp_path: Path) -> None:
    script = (
        "import sys; from axon_desktop.vault import Vault; v = Vault(sys.argv[1]); v.list_folder('');"
        "heavy = {'sqlite3', 'rapidfuzz', 'platformdirs.unknown', 'PySide6', 'httpx'} & set(sys.modules);"
        "assert not heavy, heavy"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "AXON_HOME": str(tmp_path / "home")}
    subprocess.run([sys.executable, "-c", script, tmp_path], check=True, env=environment)
    assert not (tmp_path / "home").exists()


def test_reading_never_makes_a_journal(vault: Vault) -> None:
    vault.open()
    vault.read("Home")
    assert vault.undo_last_turn() == []
    vault.close()
    assert [file for file in vault.data_dir.rglob("*") if file.name != "write.lock"] == []


# Settling


def test_note_that_is_being_written_is_read_when_it_is_whole(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = vault.root / "Home.md"
    file.write_bytes(b"torn")

    def write_on(_seconds: float) -> None:
        if file.read_bytes() == b"torn":
            file.write_bytes(b"torn no more")

    monkeypatch.setattr(reader, "time", SimpleNamespace(time=time.time, sleep=write_on))
    assert vault.read("Home").data == b"torn no more"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows who has a file open")
def test_half_text_that_looks_settled_is_not_read(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axon_desktop.vault.files.reader._YOUNG", 1000.0)
    monkeypatch.setattr("axon_desktop.vault.files.reader._PAUSE", 0.001)
    note = vault.root / "Half.md"
    with note.open("wb", buffering=0) as writer:
        writer.write(b"half a te")
        with pytest.raises(ReadFailedError, match="being written by another program"):
            vault.read("Half")
        writer.write(b"xt")
    assert vault.read("Half").data == b"half a text"


def test_note_that_never_settles_is_not_read(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axon_desktop.vault.files.reader._TRIES", 3)
    file = vault.root / "Home.md"
    started, stop = threading.Event(), threading.Event()

    def rival() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            file.write_bytes(b"%d" % number)
            started.set()

    thread = threading.Thread(target=rival)
    thread.start()
    started.wait()
    try:
        with pytest.raises(ReadFailedError, match="being written by another program"):
            vault.read("Home")
    finally:
        stop.set()
        thread.join()


def test_own_writes_need_no_wait(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axon_desktop.vault.files.reader._TRIES", 1)
    vault.apply(vault.preview("Home", "mine", "overwrite"), turn="t")
    assert vault.read("Home").data == b"mine"
    (vault.root / "Home.md").write_bytes(b"another's")
    with pytest.raises(ReadFailedError):
        vault.read("Home")
    vault.close()


def test_reader_remembers_only_so_many(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axon_desktop.vault.files.reader._REMEMBERED", 2)
    reader = NoteReader(vault._gateway)
    for name in "abc":
        reader.remember(name, name)
    assert sorted(reader._own) == ["b", "c"]


# Names


def test_index_knows_every_file_and_its_own_writes(vault: Vault) -> None:
    at_first = vault.names.ready
    vault.names.scan()
    assert (at_first, vault.names.ready) == (False, True)
    assert vault.names.folders == ["Projects", "Projects/Archive"]
    assert "Projects/Plan.md" in vault.names.paths
    assert vault.names.count_notes == 7
    vault.apply(vault.preview("New/Sub/Fresh", "x", "overwrite"), turn="t")
    assert "New/Sub/Fresh.md" in vault.names.paths
    assert vault.names.resolve_link("Fresh", "Home.md") == "New/Sub/Fresh.md"
    assert list(vault.names.folders) == ["New", "New/Sub", "Projects", "Projects/Archive"]
    vault.undo_last_turn()
    assert "New/Sub/Fresh.md" not in vault.names.paths
    assert vault.names.resolve_link("Fresh", "Home.md") is None
    vault.close()


def test_index_leaves_out_links_that_lead_out(vault: Vault, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("secret")
    (vault.root / "leak.md").symlink_to(tmp_path / "secret.md")
    (vault.root / "alias.md").symlink_to("Home.md")
    (vault.root / "Loop").symlink_to(".")
    vault.names.scan()
    assert "alias.md" in vault.names.paths
    assert "leak.md" not in vault.names.paths
    assert not [path for path in vault.names.paths if path.startswith("Loop")]


@pytest.mark.parametrize(
    ("target", "source", "found"),
    [
        ("Home", "Projects/Plan.md", "Home.md"),
        ("home#Heading", "Projects/Plan.md", "Home.md"),
        ("Plan", "Home.md", "Projects/Plan.md"),
        ("Plan", "Projects/Archive/Unique Name.md", "Projects/Archive/Plan.md"),
        ("Archive/Plan", "Home.md", "Projects/Archive/Plan.md"),
        ("../Plan", "Projects/Archive/Plan.md", "Projects/Plan.md"),
        ("./Plan.md", "Projects/Archive/Unique Name.md", "Projects/Archive/Plan.md"),
        ("../../../etc/passwd", "Projects/Plan.md", None),
        ("/Home", "Projects/Plan.md", "Home.md"),
        ("pic.png", "Projects/Plan.md", "pic.png"),
        ("board.canvas", "Home.md", "board.canvas"),
        ("cafe\u0301", "Home.md", "caf\u00e9.md"),
        ("#Heading", "Home.md", None),
        ("Nothing", "Home.md", None),
    ],
)
def test_links_are_resolved_as_obsidian_does(vault: Vault, target: str, source: str, found: str | None) -> None:
    vault.names.scan()
    assert vault.names.resolve_link(target, source) == found


@pytest.mark.parametrize("encoding", ["utf-16", "gb18030"])
def test_nothing_is_added_to_text_of_another_encoding(vault: Vault, encoding: str) -> None:
    (vault.root / "Old.md").write_bytes("# 旧\n".encode(encoding))
    with pytest.raises(ReadFailedError, match="not a UTF-8 text file"):
        vault.preview("Old", "new\n", "append")
    assert vault.preview("Old", "new\n", "overwrite").after == b"new\n"


def test_preview_shows_what_would_be_written_and_writes_nothing(vault: Vault) -> None:
    preview = vault.preview("Home", "!", "append")
    assert (preview.path, preview.before, preview.after, preview.mode) == (
        "Home.md",
        b"# Home",
        b"# Home!",
        "append",
    )
    assert vault.preview("Home", " \n", "overwrite").empties
    assert vault.preview("Projects/Plan", "x", "overwrite").shrinks
    created = vault.preview("New/Note", "x", "overwrite")
    assert created.kind == "create"
    assert not (vault.root / "New").exists()
    for path in ("Projects", "Projects.md/x", "Home.md/x"):
        if path == "Projects":
            assert vault.preview(path, "x", "overwrite").path == "Projects.md"
        elif path == "Home.md/x":
            with pytest.raises(InvalidPathError):
                vault.preview(path, "x", "overwrite")
