from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.errors import InvalidPathError, StaleNoteError, UndoConflictError, VaultError, WriteFailedError
from axon_desktop.vault import Vault
from axon_desktop.vault.files import atomic_rename as swap
from axon_desktop.vault.files.folder import Folder, sha256
from axon_desktop.vault.history.changes import ChangePreview, Proposal, VaultChanged
from tests.abilities import BLIND_TO_CASE, ODD_NAME
from tests.vault.kills import FILE_CALLS

OWN = b"my own [[Note#Part]]\n"
OWN_NEW = b"my own [[New#Part]]\n"


def make_vault(base: Path, notes: dict[str, bytes]) -> Vault:
    root = base / "vault"
    for path, data in notes.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        edit(root / path, data)
    root.mkdir(exist_ok=True)
    return Vault(root, data_dir=base / "data")


def edit(file: Path, text: bytes) -> None:
    file.write_bytes(text)
    os.utime(file, (1e9, 1e9))  # as if it was a while ago: reading need not wait until the file settles


def tree(root: Path) -> dict[str, tuple[int, bytes]]:
    return {
        file.relative_to(root).as_posix(): (
            stat.S_IMODE(file.stat().st_mode),
            b"" if file.is_dir() else file.read_bytes(),
        )
        for file in root.rglob("*")
    }


def move(vault: Vault, path: str, target: str, **links: tuple[bytes, bytes]) -> Proposal:
    changes = tuple(ChangePreview(f"{name}.md", *texts, "links") for name, texts in links.items())
    return Proposal("move", path, changes, target, sha256((vault.root / path).read_bytes()))


def hub_vault(base: Path) -> Vault:
    hubs = {f"Hub {number}.md": f"{number} [[A/Note]]\n".encode() for number in range(3)}
    vault = make_vault(base, {"A/Note.md": OWN, **hubs})
    (vault.root / "Hub 1.md").chmod(0o604)
    return vault


def hub_move(vault: Vault, target: str = "B/C/New.md") -> Proposal:
    changes = [ChangePreview("A/Note.md", OWN, OWN_NEW, "links")]
    for number in range(3):
        before = f"{number} [[A/Note]]\n".encode()
        after = f"{number} [[New]]\n".encode()
        changes.append(ChangePreview(f"Hub {number}.md", before, after, "links"))
    return Proposal("move", "A/Note.md", tuple(changes), target, sha256(OWN))


def test_move_takes_the_file_and_its_links_in_one_journal_entry(tmp_path: Path) -> None:
    vault = hub_vault(tmp_path)
    mode = stat.S_IMODE((vault.root / "Hub 1.md").stat().st_mode)
    vault.names.scan()
    events: list[VaultChanged] = []
    vault.subscribe(events.append)
    changes = vault.apply_all(hub_move(vault), turn="t", title="tidy up")
    assert {path: data for path, (_, data) in tree(vault.root).items() if data} == {
        "B/C/New.md": OWN_NEW,
        "Hub 0.md": b"0 [[New]]\n",
        "Hub 1.md": b"1 [[New]]\n",
        "Hub 2.md": b"2 [[New]]\n",
    }
    assert stat.S_IMODE((vault.root / "Hub 1.md").stat().st_mode) == mode
    assert [(change.kind, change.path, change.target) for change in changes[:2]] == [
        ("move", "A/Note.md", "B/C/New.md"),
        ("modify", "B/C/New.md", ""),
    ]
    assert {change.batch for change in changes} == {changes[0].id}
    assert vault.journal.changes("t") == changes
    assert [event.paths for event in events] == [
        ("A/Note.md", "B/C/New.md", "Hub 0.md", "Hub 1.md", "Hub 2.md"),
    ]
    assert list(vault.names.paths) == ["B/C/New.md", "Hub 0.md", "Hub 1.md", "Hub 2.md"]
    assert vault.read("B/C/New").data == OWN_NEW
    vault.close()


def test_move_is_a_rename_that_keeps_the_file(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Pictures/cat.png": b"\x89PNG\x00\xff", "Home.md": b"![[cat.png]]"})
    file = vault.root / "Pictures/cat.png"
    if hasattr(os, "setxattr"):
        os.setxattr(file, "user.tag", b"red")
    file.chmod(0o444)
    before = file.stat()
    proposal = move(vault, "Pictures/cat.png", "Media/Cats/tiger.png", Home=(b"![[cat.png]]", b"![[tiger.png]]"))
    vault.apply_all(proposal, turn="t")
    moved = vault.root / "Media/Cats/tiger.png"
    assert (moved.stat().st_ino, moved.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert not hasattr(os, "getxattr") or os.getxattr(moved, "user.tag") == b"red"
    vault.undo_turn("t")
    assert file.stat().st_ino == before.st_ino
    assert sorted(tree(vault.root)) == ["Home.md", "Pictures", "Pictures/cat.png"]
    vault.close()


def test_any_member_undoes_the_whole_move_and_redo_brings_it_back(tmp_path: Path) -> None:
    for number in range(5):
        vault = hub_vault(tmp_path / str(number))
        vault.names.scan()
        start = tree(vault.root)
        changes = vault.apply_all(hub_move(vault), turn="t")
        end = tree(vault.root)
        undone = vault.undo_change(changes[number].id)
        assert (undone.kind, undone.path, undone.target) == ("move", "B/C/New.md", "A/Note.md")
        assert tree(vault.root) == start
        assert "A/Note.md" in vault.names.paths
        assert "B/C/New.md" not in vault.names.paths
        assert all(change.undone for change in vault.journal.changes("t"))
        with pytest.raises(UndoConflictError, match="undone already"):
            vault.undo_change(changes[0].id)
        again = vault.undo_change(undone.id)
        assert tree(vault.root) == end
        vault.undo_change(again.id)
        assert tree(vault.root) == start
        vault.close()


def test_moved_note_goes_back_with_the_edits_made_afterwards(tmp_path: Path) -> None:
    vault = hub_vault(tmp_path)
    vault.apply_all(hub_move(vault), turn="t")
    edit(vault.root / "B/C/New.md", OWN_NEW + b"and more\n")
    edit(vault.root / "Hub 2.md", b"above\n2 [[New]]\n")
    vault.undo_turn("t")
    assert (vault.root / "A/Note.md").read_bytes() == OWN + b"and more\n"
    assert (vault.root / "Hub 2.md").read_bytes() == b"above\n2 [[A/Note]]\n"
    assert not (vault.root / "B").exists()
    vault.undo_turn(vault.journal.turns()[0].turn)
    assert (vault.root / "B/C/New.md").read_bytes() == OWN_NEW + b"and more\n"
    vault.close()


@pytest.mark.parametrize(
    ("spoil", "advice"),
    [
        (lambda root: (root / "B/C/New.md").unlink(), "moved or deleted since"),
        (lambda root: edit(root / "A/Note.md", b"mine"), r"A/Note\.md was created again"),
        (lambda root: edit(root / "A/NOTE.md", b"mine"), r"A/NOTE\.md was created again"),
        (lambda root: edit(root / "Hub 1.md", b"1 [[New|mine]]\n"), "in the same lines"),
        (lambda root: (root / "Hub 1.md").unlink(), r"Hub 1\.md was moved or deleted"),
    ],
    ids=["gone", "created again", "other case", "same line", "hub gone"],
)
def test_conflict_leaves_the_whole_batch_untouched(
    tmp_path: Path, spoil: Callable[[Path], object], advice: str
) -> None:
    vault = hub_vault(tmp_path)
    changes = vault.apply_all(hub_move(vault), turn="t")
    spoil(vault.root)
    state = tree(vault.root)
    with pytest.raises(UndoConflictError, match=advice):
        vault.undo_change(changes[3].id)
    assert tree(vault.root) == state
    assert not any(change.undone for change in vault.journal.changes("t"))
    vault.close()


def test_turn_with_several_batches_is_undone_in_reverse_order(tmp_path: Path) -> None:
    vault = hub_vault(tmp_path)
    start = tree(vault.root)
    vault.apply_all(hub_move(vault), turn="t")
    vault.apply(vault.preview("B/C/New", "my line\n", "append"), turn="t")
    vault.apply_all(move(vault, "B/C/New.md", "Hub 9.md"), turn="t")
    vault.apply_all(move(vault, "Hub 1.md", "B/C/New.md"), turn="t")
    vault.apply(vault.preview("A/Note", "a new one", "overwrite"), turn="t")
    vault.apply_all(move(vault, "A/Note.md", "A/note 2.md"), turn="t")
    end = tree(vault.root)
    undone = vault.undo_turn("t")
    assert tree(vault.root) == start
    vault.undo_turn(undone[0].turn)
    assert tree(vault.root) == end
    assert vault.undo_last_turn()
    assert tree(vault.root) == start
    vault.close()


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("Hub 1.md", r"Hub 1\.md exists already"),
        ("hub 1.MD", r"Hub 1\.md (only in case|exists already)"),
        *([("a/New.md", "A only in case")] if not BLIND_TO_CASE else []),
        ("A", "it is a folder"),
        ("A/Note.md", "there already"),
        ("Hub 1.md/New.md", "not a folder"),
        (".obsidian/New.md", "dot folders"),
        (".trash/New.md", "dot folders"),
        ("../New.md", "not allowed"),
        ("What?.md", r"must not contain \?"),
        ("New/con.md", "reserved"),
    ],
)
def test_bad_target_is_refused_and_nothing_happens(tmp_path: Path, target: str, why: str) -> None:
    vault = hub_vault(tmp_path)
    start = tree(vault.root)
    with pytest.raises(InvalidPathError, match=why):
        vault.apply_all(hub_move(vault, target), turn="t")
    assert tree(vault.root) == start
    assert vault.journal.changes("t") == []
    vault.close()


def test_note_can_change_its_case_and_its_unicode_form(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"note.md": b"x", "e\u0301.md": b"y"})
    start = tree(vault.root)
    vault.apply_all(move(vault, "note.md", "NOTE.md"), turn="t")
    vault.apply_all(move(vault, "e\u0301.md", "\u00e9.md"), turn="t")
    assert sorted(tree(vault.root)) == ["NOTE.md", "\u00e9.md"]
    vault.undo_turn("t")
    assert tree(vault.root) == start
    vault.close()


def test_odd_name_can_be_moved_away_and_comes_back(tmp_path: Path) -> None:
    odd = f"{ODD_NAME}.md"
    vault = make_vault(tmp_path, {odd: b"x"})
    vault.apply_all(move(vault, odd, "even.md"), turn="t")
    vault.undo_turn("t")
    assert sorted(tree(vault.root)) == [odd]
    vault.close()


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (lambda root: edit(root / "Hub 1.md", b"mine"), "Hub 1"),
        (lambda root: (root / "Hub 1.md").unlink(), "Hub 1"),
        (lambda root: (root / "Hub 1.md").chmod(0o444), "Hub 1"),
        (lambda root: edit(root / "A/Note.md", b"mine"), "A/Note"),
        (lambda root: (root / "A/Note.md").unlink(), "A/Note"),
        (lambda root: edit(root / "B/C/New.md", b"mine"), "B/C/New"),
    ],
    ids=["edited", "deleted", "read-only", "note edited", "note deleted", "target made"],
)
def test_move_after_a_change_by_another_program_is_refused_as_a_whole(
    tmp_path: Path, spoil: Callable[[Path], object], named: str
) -> None:
    vault = hub_vault(tmp_path)
    proposal = hub_move(vault)
    (vault.root / "B/C").mkdir(parents=True)
    spoil(vault.root)
    state = tree(vault.root)
    with pytest.raises(VaultError, match=named):
        vault.apply_all(proposal, turn="t")
    assert tree(vault.root) == state
    assert vault.journal.turns() == []
    vault.close()


def at_call(monkeypatch: pytest.MonkeyPatch, method: str, number: int, act: Callable[[], object]) -> None:
    """Let another program act right before one call of a folder's method."""
    real = getattr(Folder, method)
    calls: list[int] = []

    def hooked(self: Folder, *args: object, **named: object) -> None:
        calls.append(1)
        if len(calls) == number:
            act()
        real(self, *args, **named)

    monkeypatch.setattr(Folder, method, hooked)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_rival_in_the_middle_takes_the_whole_batch_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """The rival saves the note that is to be swapped next; the notes swapped before it get their text back."""
    vault = hub_vault(tmp_path)
    proposal = hub_move(vault)
    start = tree(vault.root)
    rival = vault.root / ("B/C/New.md" if number == 1 else f"Hub {number - 2}.md")
    at_call(monkeypatch, "exchange", number, lambda: edit(rival, b"rival"))
    with pytest.raises(StaleNoteError, match=rival.stem):
        vault.apply_all(proposal, turn="t")
    kept = "A/Note.md" if number == 1 else rival.name
    assert tree(vault.root) == {**start, kept: (start[kept][0], b"rival")}
    assert vault.journal.turns() == []
    vault.close()


def test_note_rewritten_right_before_its_rename_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = hub_vault(tmp_path)
    proposal = hub_move(vault)
    start = tree(vault.root)
    at_call(monkeypatch, "rename_new", 1, lambda: edit(vault.root / "A/Note.md", b"rival"))
    with pytest.raises(StaleNoteError, match=r"A/Note\.md was changed by someone else just now"):
        vault.apply_all(proposal, turn="t")
    assert tree(vault.root) == {**start, "A/Note.md": (start["A/Note.md"][0], b"rival")}
    vault.close()


def test_file_that_comes_to_the_target_in_the_last_moment_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = hub_vault(tmp_path)
    proposal = hub_move(vault)
    start = tree(vault.root)
    at_call(monkeypatch, "rename_new", 1, lambda: edit(vault.root / "B/C/New.md", b"rival"))
    with pytest.raises(InvalidPathError, match="came into being"):
        vault.apply_all(proposal, turn="t")
    left = {path: facts for path, facts in tree(vault.root).items() if not path.startswith("B")}
    assert left == start
    assert (vault.root / "B/C/New.md").read_bytes() == b"rival"
    vault.close()


class Fault:
    """Lets the file call with this number fail."""

    def __init__(self, number: int, error: int) -> None:
        self.left = number
        self.error = error
        self.happened = False

    def wrap(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            self.left -= 1
            if self.left == -1:
                self.happened = True
                raise OSError(self.error, os.strerror(self.error))
            return real(*args, **kwargs)

        return call


def test_every_failing_call_leaves_all_of_a_move_or_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(400):
        vault = hub_vault(tmp_path / str(number))
        assert vault.journal.id
        start = tree(vault.root)
        fault = Fault(number, errno.ENOSPC)
        with monkeypatch.context() as patch:
            for name in (*FILE_CALLS, "stat"):
                patch.setattr(os, name, fault.wrap(getattr(os, name)))
            for name in ("exchange", "rename_new"):
                patch.setattr(swap, name, fault.wrap(getattr(swap, name)))
            moved, why = True, ""
            try:
                vault.apply_all(hub_move(vault), turn="t")
            except VaultError as error:
                moved, why = False, str(error)
        vault.open()
        now = tree(vault.root)
        assert moved == bool(vault.journal.changes("t")), number
        if moved:
            assert now["B/C/New.md"][1] == OWN_NEW, number
            assert all(b"[[New]]" in now[f"Hub {hub}.md"][1] for hub in range(3)), number
        else:
            assert now == start, number
        vault.close()
        if not fault.happened:
            assert moved, why
            assert number > 50
            return
    pytest.fail("the move never ran through")


@pytest.mark.parametrize("call", ["exchange", "rename_new"])
def test_moving_works_without_the_special_renames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def unsupported(*args: object) -> None:
        raise swap.SwapUnsupportedError(22, "no such rename")

    monkeypatch.setattr(swap, call, unsupported)
    vault = hub_vault(tmp_path)
    start = tree(vault.root)
    vault.apply_all(hub_move(vault), turn="t")
    assert (vault.root / "B/C/New.md").read_bytes() == OWN_NEW
    vault.undo_turn("t")
    assert tree(vault.root) == start
    proposal = hub_move(vault)
    late = "replace" if call == "exchange" else "exchange"
    at_call(monkeypatch, late, 3, lambda: edit(vault.root / "Hub 2.md", b"rival"))
    with pytest.raises(StaleNoteError, match=r"Hub 2\.md"):
        vault.apply_all(proposal, turn="t2")
    assert tree(vault.root) == {**start, "Hub 2.md": (start["Hub 2.md"][0], b"rival")}
    vault.close()


def test_link_is_not_moved(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Real.md": b"x"})
    (vault.root / "Link.md").symlink_to("Real.md")
    with pytest.raises(WriteFailedError, match=r"Link\.md is a link"):
        vault.apply_all(move(vault, "Link.md", "New.md"), turn="t")
    assert (vault.root / "Real.md").read_bytes() == b"x"
    vault.close()


def test_several_texts_are_written_together_or_not_at_all(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"One.md": b"1", "Two.md": b"2"})
    start = tree(vault.root)
    changes = (
        ChangePreview("New/Three.md", None, b"3", "overwrite"),
        ChangePreview("One.md", b"1", b"one", "overwrite"),
        ChangePreview("Two.md", b"2", b"two", "overwrite"),
    )
    done = vault.apply_all(Proposal("write", "One.md", changes), turn="t")
    assert {change.batch for change in done} == {done[0].id}
    end = tree(vault.root)
    undone = vault.undo_change(done[1].id)
    assert tree(vault.root) == start
    vault.undo_change(undone.id)
    assert tree(vault.root) == end
    with pytest.raises(StaleNoteError, match="exists by now"):
        vault.apply_all(Proposal("write", "One.md", changes), turn="t2")
    assert tree(vault.root) == end
    vault.close()


def test_names_made_together_may_not_differ_in_case_only(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {})
    for names in (("One.md", "one.md"), ("Sub/One.md", "sub/Two.md")):
        changes = tuple(ChangePreview(name, None, b"", "overwrite") for name in names)
        with pytest.raises(InvalidPathError, match="only in case"):
            vault.apply_all(Proposal("write", names[0], changes), turn="t")
    assert tree(vault.root) == {}
    vault.close()


def test_locate_takes_what_is_there_literally_and_never_guesses(tmp_path: Path) -> None:
    notes = {"Board.canvas": b"{}", "Note.md": b"", "Plain": b"", "Plain.md": b"", "Sub/Deep.md": b""}
    vault = make_vault(tmp_path, notes)
    assert vault.locate("Board.canvas") == "Board.canvas"
    assert vault.locate("Note") == "Note.md"
    assert vault.locate("Note.md") == "Note.md"
    assert vault.locate("Plain") == "Plain"
    for loose in ("Deep", *([] if BLIND_TO_CASE else ["note"]), "Sub", "Board"):
        with pytest.raises(VaultError, match=f"^File not found: {loose}"):
            vault.locate(loose)
    with pytest.raises(InvalidPathError):
        vault.locate("../x")
