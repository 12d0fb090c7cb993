"""`axon undo`: redo, and what would become of each file."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from axon_desktop.cli import main
from axon_desktop.vault import Vault
from axon_desktop.vault.moves.folder_move import carry_out, propose_folder_move
from axon_desktop.vault.undo.preview import FileUndo, UndoPreview


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Vault:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_bytes(b"a\nb\n")
    (root / "字.md").write_bytes(b"old\n")
    for file in root.iterdir():
        os.utime(file, (1e9, 1e9))
    made = Vault(root)
    for turn, path, text in (("one", "Home", "A\nb\n"), ("two", "字", "new\n")):
        made.apply(made.preview(path, text, "overwrite"), turn=turn)
    made.close()
    return made


def undo(vault: Vault, *options: str) -> int:
    return main(["undo", "--vault", str(vault.root), *options])


def texts(vault: Vault) -> list[str]:
    return [(vault.root / name).read_text(encoding="utf-8") for name in ("Home.md", "字.md")]


def test_a_note_that_moves_and_is_edited_is_one_note(vault: Vault, capsys: pytest.CaptureFixture[str]) -> None:
    (vault.root / "Home.md").write_text("[[字]] and [[Home]]\n", encoding="utf-8")
    (vault.root / "字.md").write_text("[[Home]]\n", encoding="utf-8")
    main(["tool", "move_note", '{"path": "Home", "to": "Start"}', "--vault", str(vault.root)])
    assert (vault.root / "Start.md").read_text(encoding="utf-8") == "[[字]] and [[Start]]\n"
    assert vault.journal.summaries()[0].files == 2
    capsys.readouterr()
    assert undo(vault, "--list") == 0
    assert "    move  Home.md -> Start.md  (and 1 other note)\n" in capsys.readouterr().out
    assert undo(vault) == 0
    assert sorted(capsys.readouterr().out.splitlines()) == ["Undone: Start.md -> Home.md", "Undone: 字.md"]
    assert undo(vault, "--redo") == 0
    assert sorted(capsys.readouterr().out.splitlines()) == ["Redone: Home.md -> Start.md", "Redone: 字.md"]
    assert [turn.files for turn in vault.journal.summaries(3)] == [2, 2, 2]


def test_redo_takes_back_the_last_undo_and_then_the_one_before(
    vault: Vault, capsys: pytest.CaptureFixture[str]
) -> None:
    assert undo(vault) == 0
    assert undo(vault) == 0
    assert texts(vault) == ["a\nb\n", "old\n"]
    capsys.readouterr()
    assert undo(vault, "--redo") == 0
    assert capsys.readouterr().out == "Redone: Home.md\n"
    assert texts(vault) == ["A\nb\n", "old\n"]
    assert undo(vault, "--redo") == 0
    assert texts(vault) == ["A\nb\n", "new\n"]
    assert undo(vault, "--redo") == 1
    assert capsys.readouterr().err == "axon: There is nothing to redo.\n"


def test_redo_of_one_turn_leaves_the_others_undone(vault: Vault) -> None:
    undo(vault)
    undo(vault)
    assert undo(vault, "--redo", "--turn", "two") == 0
    assert texts(vault) == ["a\nb\n", "new\n"]


def test_preview_says_what_would_happen_and_changes_nothing(
    vault: Vault, capsys: pytest.CaptureFixture[str]
) -> None:
    assert undo(vault, "--preview") == 0
    assert capsys.readouterr().out == "clean  edit  字.md\n"
    (vault.root / "Home.md").write_bytes(b"mine\nb\n")
    os.utime(vault.root / "Home.md", (1e9, 1e9))
    assert undo(vault, "--preview", "--turn", "one") == 1
    assert capsys.readouterr().out == "conflict  edit  Home.md  (same lines)  lines 1-1\n"
    assert texts(vault) == ["mine\nb\n", "new\n"]
    assert undo(vault, "--preview", "--redo") == 1


def test_undo_of_a_folder_rename_brings_empty_folders_back(vault: Vault) -> None:
    (vault.root / "Projects/Empty").mkdir(parents=True)
    (vault.root / "Projects/Plan.md").write_text("plan", encoding="utf-8")
    carry_out(vault, propose_folder_move(vault, "Projects", "Work"), turn="three", title="")
    vault.close()
    assert not (vault.root / "Projects").exists()
    assert undo(vault) == 0
    assert (vault.root / "Projects/Plan.md").is_file()
    assert (vault.root / "Projects/Empty").is_dir()
    assert not (vault.root / "Work").exists()
    assert undo(vault, "--redo") == 0
    assert (vault.root / "Work/Empty").is_dir()
    assert not (vault.root / "Projects").exists()


def test_what_axon_tool_writes_is_known_as_a_command(vault: Vault) -> None:
    assert main(["tool", "create_note", '{"path": "New", "content": "x"}', "--vault", str(vault.root)]) == 0
    newest = vault.journal.summaries()[0]
    assert (newest.origin, newest.program, newest.path) == ("command", "", "New.md")
    vault.close()


# --- over what was written since


def _talk(vault: Vault, answer: bytes, *options: str) -> tuple[int, str]:
    """Run the command at a terminal, and answer when it asks."""
    import pty  # not on Windows

    master, slave = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "axon_desktop.cli", "undo", "--vault", str(vault.root), *options],
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    os.close(slave)
    assert child.stdout is not None
    shown = b""
    while b"[y/n]" not in shown and (piece := os.read(child.stdout.fileno(), 4096)):
        shown += piece
    os.write(master, answer)
    shown += child.stdout.read()
    child.stdout.close()
    code = child.wait()
    os.close(master)
    return code, shown.decode()


@pytest.fixture
def edited(vault: Vault) -> Vault:
    """The vault after the user wrote where the agent had written."""
    (vault.root / "Home.md").write_bytes(b"mine\nb\n")
    os.utime(vault.root / "Home.md", (1e9, 1e9))
    return vault


@pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")
def test_over_shows_what_is_lost_and_asks_and_redo_brings_it_back(edited: Vault) -> None:
    code, shown = _talk(edited, b"n\n", "--turn", "one", "--over", "Home.md")
    assert (code, texts(edited)) == (1, ["mine\nb\n", "new\n"])
    assert "overwritten  edit  Home.md\n    -mine\n    +a\n" in shown
    code, shown = _talk(edited, b"y\n", "--turn", "one", "--over", "Home.md")
    assert code == 0
    assert "Undone: Home.md" in shown
    assert texts(edited) == ["a\nb\n", "new\n"]
    assert undo(edited, "--redo") == 0
    assert texts(edited) == ["mine\nb\n", "new\n"]


@pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")
def test_over_undoes_only_what_was_shown(
    edited: Vault, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

        def readline(self) -> str:  # meanwhile somebody writes more
            (edited.root / "Home.md").write_bytes(b"mine, and more\nb\n")
            return "y\n"

    monkeypatch.setattr("sys.stdin", Terminal())
    assert undo(edited, "--turn", "one", "--over", "Home.md") == 1
    assert "nothing was undone" in capsys.readouterr().err
    assert texts(edited)[0] == "mine, and more\nb\n"


def test_over_does_not_do_unasked_what_could_not_be_done_when_it_was_shown(
    edited: Vault, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    look = Vault.undo_preview

    def look_earlier(vault: Vault, ids: Iterable[int], *, over: Collection[str]) -> UndoPreview:
        seen = look(vault, ids, over=over)
        return replace(seen, files=(FileUndo("Late.md", "none", "impossible", why="unreadable"), *seen.files))

    monkeypatch.setattr(Vault, "undo_preview", look_earlier)
    assert undo(edited, "--turn", "one", "--over", "Home.md") == 1
    assert "nothing was undone" in capsys.readouterr().err
    assert texts(edited) == ["mine\nb\n", "new\n"]


@pytest.mark.parametrize(("options", "deed"), [(("--turn", "one"), "Undo"), (("--redo",), "Redo")])
def test_over_asks_about_what_it_does(
    options: tuple[str, ...],
    deed: str,
    vault: Vault,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if deed == "Redo":
        assert undo(vault, "--turn", "one") == 0
    (vault.root / "Home.md").write_bytes(b"mine\nb\n")
    os.utime(vault.root / "Home.md", (1e9, 1e9))
    terminal = io.StringIO("n\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)
    assert undo(vault, *options, "--over", "Home.md") == 1
    assert f"{deed}, and lose what was written since?" in capsys.readouterr().err


def test_over_without_a_terminal_or_a_need_changes_nothing(
    edited: Vault, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert undo(edited, "--turn", "one", "--over", "Home.md") == 1
    assert "no terminal to ask at" in capsys.readouterr().err
    assert undo(edited, "--turn", "one", "--over", "Home.md", "--preview") == 0
    assert "-mine" in capsys.readouterr().out
    assert undo(edited, "--turn", "one", "--over", "Other.md") == 1
    assert "No later edits stand in the way in Other.md" in capsys.readouterr().err
    assert texts(edited) == ["mine\nb\n", "new\n"]


def test_over_is_refused_where_files_move(edited: Vault, capsys: pytest.CaptureFixture[str]) -> None:
    (edited.root / "Projects").mkdir()
    (edited.root / "Projects/Plan.md").write_text("plan", encoding="utf-8")
    carry_out(edited, propose_folder_move(edited, "Projects", "Work"), turn="three", title="")
    edited.close()
    assert undo(edited, "--over", "Work/Plan.md") == 1
    assert "Files move with this undo" in capsys.readouterr().err
    assert (edited.root / "Work/Plan.md").is_file()
