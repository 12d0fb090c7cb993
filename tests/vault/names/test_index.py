"""Names, aliases and links: what a loose path means, and what a link means."""

import os
import time
from pathlib import Path

import pytest

from axon_desktop.errors import NoteNotFoundError
from axon_desktop.vault import Vault
from axon_desktop.vault.names.table import NameTable, relative


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    texts = {
        "Home.md": "---\naliases: [Start, 'The Beginning']\n---\n",
        "People/Ada.md": "\ufeff---\r\nalias: Countess, 伯爵夫人\r\n---\r\n",
        "Deep/er/Ada L.md": "---\naliases:\n  - countess\n---\n",
        "No.md": "aliases: [Nothing]\n",
    }
    for path, text in texts.items():
        (tmp_path / "v" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "v" / path).write_text(text, newline="")
        os.utime(tmp_path / "v" / path, (time.time() - 60,) * 2)
    return Vault(tmp_path / "v", data_dir=tmp_path / "data")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("Start", "Home.md"),
        ("the beginning", "Home.md"),
        ("Countess", "People/Ada.md"),
        ("伯爵夫人.md", "People/Ada.md"),
        ("ada", "People/Ada.md"),
    ],
)
def test_a_note_is_found_by_its_alias(vault: Vault, asked: str, found: str) -> None:
    assert vault.read(asked).path == found


def test_what_is_no_alias_is_not_found(vault: Vault) -> None:
    with pytest.raises(NoteNotFoundError):
        vault.read("Nothing")


FILES = sorted(
    ["Note.md", "a/Note.md", "a/b/Note.md", "a/x.png", "b/x.png.md", "c/Only.md", "c/It's 1.5.md", "é.md"]
)


@pytest.mark.parametrize(
    ("source", "target", "found", "sure"),
    [
        ("q.md", "Note", "Note.md", True),
        ("a/q.md", "Note", "Note.md", True),
        ("a/q.md", "./Note", "a/Note.md", True),
        ("a/b/q.md", "../Note.md", "a/Note.md", True),
        ("a/b/q.md", "../../../Note", None, True),
        ("a/q.md", "b/Note", "a/b/Note.md", True),
        ("q.md", "only", "c/Only.md", True),
        ("q.md", "/c/only", "c/Only.md", True),
        ("q.md", "x.png", "a/x.png", True),
        ("q.md", "It's 1.5", "c/It's 1.5.md", True),
        ("q.md", "e\u0301", "é.md", True),
        ("q.md", "zz/Only", None, True),
        ("q.md", "", None, True),
    ],
)
def test_a_link_means_one_file(source: str, target: str, found: str | None, sure: bool) -> None:
    assert NameTable(FILES).find_link(target, source) == (found, sure)


def test_a_link_to_one_of_many_is_not_sure() -> None:
    assert NameTable(["a/N.md", "b/N.md"]).find_link("N", "q.md") == ("a/N.md", False)


def test_a_table_is_never_changed() -> None:
    table = NameTable(["a.md"])
    more = table.with_changes(["b/a.md"], [])
    assert (table.resolve_link("b/a", ""), more.resolve_link("b/a", "")) == (None, "b/a.md")
    assert more.without("a.md").resolve_link("a", "") == "b/a.md"
    assert [*more.paths] == ["a.md", "b/a.md"]
    assert table.without("zz") is table
    assert table.with_changes(["a.md"], []) is table


@pytest.mark.parametrize(
    ("folder", "path", "expected"),
    [("", "a.md", "a.md"), ("a", "a/b.md", "b.md"), ("a/b", "c.md", "../../c.md"), ("a", "a/b/c.md", "b/c.md"),
     ("a/b", "a/c/d.md", "../c/d.md"), ("x", "x.md", "../x.md")],
)  # fmt: skip
def test_a_relative_path_leads_from_the_folder(folder: str, path: str, expected: str) -> None:
    assert relative(folder, path) == expected
