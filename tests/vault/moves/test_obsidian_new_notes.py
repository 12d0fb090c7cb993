from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.errors import InvalidPathError
from axon_desktop.vault import Vault
from axon_desktop.vault.moves.new_path import (
    NewPath,
    check_new_folder,
    check_new_note,
    check_rename,
    make_folder,
    path_of_link,
    path_of_name,
    path_of_rename,
    place_of_new,
    remove_folders,
)
from axon_desktop.vault.obsidian.config import AppSettings
from tests.abilities import BLIND_TO_CASE


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "V"
    for path in ("Home.md", "Projects/Idea.md", "Projects/知识.md", "pic.png"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x", encoding="utf-8")
    made = Vault(root, data_dir=tmp_path / "data")
    made.names.scan()
    return made


def test_a_new_note_belongs_where_the_setting_says() -> None:
    assert place_of_new(AppSettings(), "a/b.md") == ""
    assert place_of_new(AppSettings(new_file_location="current"), "a/b.md") == "a"
    assert place_of_new(AppSettings(new_file_location="current"), "b.md") == ""
    assert (
        place_of_new(AppSettings(new_file_location="folder", new_file_folder="Inbox/New"), "a/b.md") == "Inbox/New"
    )


@pytest.mark.parametrize(
    ("name", "folder", "path"),
    [
        ("Idea", "", "Idea.md"),
        (" Idea ", "Inbox", "Inbox/Idea.md"),
        ("a/Idea", "Inbox", "Inbox/a/Idea.md"),
        ("/Idea", "Inbox", "Idea.md"),
        ("Idea.md", "Inbox", "Inbox/Idea.md"),
        ("v1.2", "", "v1.2.md"),
    ],
)
def test_what_is_typed_names_a_place(name: str, folder: str, path: str) -> None:
    assert path_of_name(name, folder) == path


@pytest.mark.parametrize(
    ("target", "path"),
    [
        ("Idea", "Inbox/Idea.md"),
        ("Idea#Heading", "Inbox/Idea.md"),
        ("Other/Idea", "Other/Idea.md"),
        ("/Idea", "Idea.md"),
        ("./Idea", "a/b/Idea.md"),
        ("../Idea", "a/Idea.md"),
    ],
)
def test_a_link_makes_the_note_that_it_leads_to(target: str, path: str) -> None:
    settings = AppSettings(new_file_location="folder", new_file_folder="Inbox")
    assert path_of_link(settings, target, "a/b/Source.md") == path


@pytest.mark.parametrize(
    ("path", "fault", "why"),
    [
        (".md", "empty", ""),
        ("a//b.md", "empty", ""),
        ("a:b?.md", "character", ": ?"),
        ("a\\b.md", "character", "\\"),
        ("A [b] #c.md", "link_character", "# [ ]"),
        (".hidden.md", "dot", ".hidden"),
        ("../out.md", "outside", ""),
        ("Projects/../out.md", "outside", ""),
        ("end..md", "end", "end."),
        ("a /b.md", "end", "a "),
        ("x" * 300 + ".md", "long", "197"),
        ("知" * 70 + ".md", "long", "197"),
        ("Home.md/x.md", "other", ""),
        ("CON.md", "other", ""),
        ("a\u200bb.md", "other", ""),
    ],
)
def test_a_name_that_cannot_be_had_says_why(vault: Vault, path: str, fault: str, why: str) -> None:
    found = check_new_note(vault, path)
    assert found.fault == fault
    assert not found.exists
    assert found.why == why or (fault == "other" and found.why)


def test_a_note_that_is_there_is_opened_whatever_its_case(vault: Vault) -> None:
    assert check_new_note(vault, "New.md") == NewPath("New.md")
    assert check_new_note(vault, "New folder/New.md") == NewPath("New folder/New.md")
    assert check_new_note(vault, "projects/idea.md") == NewPath("Projects/Idea.md", exists=True)
    assert check_new_note(vault, "Home.md").exists


def test_a_new_folder_must_not_be_there(vault: Vault) -> None:
    assert check_new_folder(vault, "Archive") == NewPath("Archive")
    assert check_new_folder(vault, "projects") == NewPath("projects", fault="taken", why="Projects")
    assert check_new_folder(vault, "Home.md").fault == "taken"


def test_a_folder_is_made_and_taken_back_while_it_is_empty(vault: Vault) -> None:
    made = make_folder(vault, "Archive/2026/May")
    assert (vault.root / "Archive/2026/May").is_dir()
    assert "Archive/2026" in vault.names.folders
    (vault.root / "Archive/note.md").write_text("x")
    remove_folders(vault, made)
    assert not (vault.root / "Archive/2026").exists()
    assert (vault.root / "Archive/note.md").exists()
    with pytest.raises(InvalidPathError):
        make_folder(vault, ".obsidian/x")
    if not BLIND_TO_CASE:
        with pytest.raises(InvalidPathError):
            make_folder(vault, "PROJECTS/x")


def test_a_rename_keeps_the_suffix() -> None:
    assert path_of_rename("a/b.md", "a/c") == "a/c.md"
    assert path_of_rename("a/b.md", "a/c.MD") == "a/c.MD"
    assert path_of_rename("pic.png", "photo") == "photo.png"
    assert path_of_rename("pic.png", "photo.PNG") == "photo.PNG"
    assert path_of_rename("v1.2.md", "v1.3") == "v1.3.md"
    assert path_of_rename("Makefile", " Other/Makefile ") == "Other/Makefile"


def test_a_rename_may_change_the_case_of_its_own_name_only(vault: Vault) -> None:
    assert check_rename(vault, "Home.md", "HOME.md") == NewPath("HOME.md")
    assert check_rename(vault, "Home.md", "projects/idea.md").fault == "taken"
    assert check_rename(vault, "Home.md", "Home.md").exists
    assert check_rename(vault, "Home.md", "a|b.md").fault == "character"


@given(st.text(max_size=60))
def test_what_is_said_to_be_free_can_be_made(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    root = tmp_path_factory.mktemp("v")
    vault = Vault(root, data_dir=root.parent / f"{root.name}-data")
    found = check_new_note(vault, path_of_name(name, ""))
    if not found.fault and not found.exists:
        preview = vault.preview(found.path, "text", "overwrite")
        vault.apply(preview, turn="t", origin="user")
        assert (root / found.path).read_text() == "text"
    vault.close()
