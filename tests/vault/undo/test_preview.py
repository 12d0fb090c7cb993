"""The preview of an undo: exactly that is then done, or nothing."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from axon_desktop.errors import InvalidPathError, JournalError, UndoConflictError, VaultError
from axon_desktop.text.merge import clashes, merge
from axon_desktop.vault import Vault
from axon_desktop.vault.files.folder import sha256
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from axon_desktop.vault.moves.link_rewrite import propose_move
from axon_desktop.vault.undo.preview import FileUndo, UndoPreview

Tree: TypeAlias = dict[str, bytes]


def make_vault(base: Path) -> Vault:
    (base / "vault/.obsidian").mkdir(parents=True, exist_ok=True)
    (base / "vault/.obsidian/app.json").write_text(json.dumps({"trashOption": "local"}))
    return Vault(base / "vault", data_dir=base / "data")


def write(vault: Vault, path: str, content: str, turn: str, mode: Any = "overwrite") -> int:
    return vault.apply(vault.preview(path, content, mode), turn=turn).id


def edit(file: Path, text: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text)
    os.utime(file, (1e9, 1e9))  # as if it was a while ago: reading need not wait until the file settles


def tree(root: Path) -> Tree:
    """Return all files of the vault, but not its trash."""
    return {
        file.relative_to(root).as_posix(): file.read_bytes()
        for file in root.rglob("*")
        if file.is_file() and not file.relative_to(root).parts[0].startswith(".")
    }


def only(preview: UndoPreview) -> FileUndo:
    (file,) = preview.files
    return file


# --- one file


def test_a_file_that_nobody_touched_goes_back_cleanly(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    edit(vault.root / "字.md", b"one\n")
    change = write(vault, "字", "two\n", "t")
    before = tree(vault.root)
    preview = vault.undo_preview([change])
    assert only(preview) == FileUndo("字.md", "edit", "clean", b"two\n", b"one\n", changes=(change,))
    assert preview.ok
    assert preview.plain
    assert preview.possible == (change,)
    assert tree(vault.root) == before
    assert len(vault.journal.turns()) == 1
    vault.close()


def test_later_edits_are_kept_and_the_text_that_comes_is_shown(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    edit(vault.root / "Home.md", b"a\nb\nc\n")
    change = write(vault, "Home", "a\nB\nc\n", "t")
    edit(vault.root / "Home.md", b"a\nB\nc\nmine\n")
    preview = vault.undo_preview([change])
    file = only(preview)
    assert (file.effect, file.after) == ("merged", b"a\nb\nc\nmine\n")
    assert preview.ok
    assert not preview.plain
    vault.undo_changes([change], agreed=preview)
    assert (vault.root / "Home.md").read_bytes() == b"a\nb\nc\nmine\n"
    vault.close()


def test_a_conflict_names_the_lines_that_stand_in_the_way(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    edit(vault.root / "Home.md", b"a\nb\nc\nd\n")
    change = write(vault, "Home", "a\nB\nc\nd\n", "t")
    edit(vault.root / "Home.md", b"new\na\nmine\nc\nd\n")
    file = only(vault.undo_preview([change]))
    assert (file.effect, file.why, file.lines) == ("conflict", "same_lines", ((3, 3),))
    assert (file.before, file.after) == (b"new\na\nmine\nc\nd\n", b"a\nb\nc\nd\n")
    with pytest.raises(UndoConflictError, match="in the same lines"):
        vault.undo_changes([change])
    vault.close()


@pytest.mark.parametrize("created", [False, True])
def test_a_note_goes_back_over_later_edits_if_asked_and_redo_brings_them_back(
    tmp_path: Path, created: bool
) -> None:
    vault = make_vault(tmp_path)
    home = vault.root / "Home.md"
    if not created:
        edit(home, b"old words\n")
    first = write(vault, "Home", "agent words\n", "t")
    second = write(vault, "Home", "agent wrote\n", "t")
    other = write(vault, "Other", "agent\n", "t")
    before = tree(vault.root) | {"Home.md": b"agent wr0te\n"}
    edit(home, before["Home.md"])
    ids = [first, second, other]
    assert vault.undo_preview(ids).files[0].effect == "conflict"
    assert vault.undo_preview(ids, over=["Other.md"]) == vault.undo_preview(ids)
    preview = vault.undo_preview(ids, over=["Home.md"])
    assert preview.ok
    assert not preview.plain
    file = preview.files[0]
    assert (file.path, file.effect, file.before) == ("Home.md", "overwritten", before["Home.md"])
    assert file.after == (None if created else b"old words\n")
    with pytest.raises(UndoConflictError):
        vault.undo_changes(ids, agreed=preview)
    assert tree(vault.root) == before
    undone = vault.undo_changes(ids, agreed=preview, over=["Home.md"])
    assert tree(vault.root) == ({} if created else {"Home.md": b"old words\n"})
    redo = [change.id for change in vault.journal.redoable(vault.journal.changes("t"))]
    assert sorted(redo) == sorted(change.id for change in undone)
    assert vault.undo_preview(redo).plain
    vault.undo_changes(redo)
    assert tree(vault.root) == before
    vault.close()


def test_nothing_goes_over_later_edits_where_files_move(tmp_path: Path) -> None:
    """A path would name one file now and another one in between: the note that was not meant could go."""
    vault = make_vault(tmp_path)
    first = write(vault, "P", "first\n", "t")
    vault.names.scan()
    (moved,) = vault.apply_all(propose_move(vault, "P.md", "Q.md"), turn="t")
    again = write(vault, "P", "second\n", "t")
    edit(vault.root / "P.md", b"mine in P\n")
    edit(vault.root / "Q.md", b"mine in Q\n")
    before, ids = tree(vault.root), [first, moved.id, again]
    preview = vault.undo_preview(ids)
    assert not preview.ok
    assert not preview.may_overwrite
    for over in (["P.md"], ["Q.md"], ["P.md", "Q.md"]):
        assert vault.undo_preview(ids, over=over) == preview
        with pytest.raises(UndoConflictError):
            vault.undo_changes(ids, over=over)
    assert tree(vault.root) == before
    vault.close()


def test_words_of_one_paragraph_go_back_beside_words_typed_since(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    edit(vault.root / "Home.md", b"A plain beginning of some lines, and its end.\n")
    change = write(vault, "Home", "My own beginning of some lines, and its end.\n", "t")
    edit(vault.root / "Home.md", b"My own beginning of some lines, and its end. Typed since.\n")
    preview = vault.undo_preview([change])
    assert only(preview).effect == "merged"
    vault.undo_changes([change], agreed=preview)
    assert tree(vault.root) == {"Home.md": b"A plain beginning of some lines, and its end. Typed since.\n"}
    vault.close()


@pytest.mark.parametrize(
    ("then", "why"), [("gone", "gone"), ("edited", "edited"), ("read-only", "read_only"), ("undone", "undone")]
)
def test_it_says_why_a_file_cannot_be_brought_back(tmp_path: Path, then: str, why: str) -> None:
    vault = make_vault(tmp_path)
    change = write(vault, "New", "agent\n", "t")
    file = vault.root / "New.md"
    if then == "gone":
        file.unlink()
    elif then == "edited":
        edit(file, b"agent\nmine\n")
    elif then == "read-only":
        file.chmod(stat.S_IRUSR)
    else:
        vault.undo_change(change)
    preview = vault.undo_preview([change])
    assert only(preview).why == why
    assert not preview.ok
    state = tree(vault.root)
    with pytest.raises(VaultError):
        vault.undo_changes([change])
    assert tree(vault.root) == state
    vault.close()


def test_a_file_that_was_moved_since_names_where_it_went(tmp_path: Path) -> None:
    """Red when undoing the creation of a note does not report that its move has to be undone first."""
    vault = make_vault(tmp_path)
    made = write(vault, "New", "agent\n", "made")
    vault.names.scan()
    moved = vault.apply_all(Proposal("move", "New.md", (), "Old/New.md", sha256(b"agent\n")), turn="m")[0].id
    file = only(vault.undo_preview([made]))
    assert (file.path, file.why, file.detail) == ("New.md", "moved", "Old/New.md")
    assert vault.undo_preview([made, moved]).ok
    vault.undo_change(moved)
    assert vault.undo_preview([made]).ok
    (vault.root / "New.md").unlink()
    assert only(vault.undo_preview([made])).why == "gone"
    vault.close()


def test_a_name_that_was_taken_meanwhile_is_named(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    edit(vault.root / "Old.md", b"text\n")
    vault.names.scan()
    proposal = Proposal("move", "Old.md", (), "New.md", sha256(b"text\n"))
    change = vault.apply_all(proposal, turn="t")[0].id
    edit(vault.root / "old.md", b"another\n")
    file = vault.undo_preview([change]).files[0]
    assert (file.path, file.why, file.detail) == ("New.md", "recreated", "old.md")
    vault.close()


def test_a_pruned_text_is_reported(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    edit(vault.root / "Home.md", b"one\n")
    change = write(vault, "Home", "two\n", "t")
    with vault.journal._transaction() as db:  # what a damaged disk or another program may do
        db.execute("DELETE FROM blob")
    assert only(vault.undo_preview([change])).why == "not_kept"
    with pytest.raises(JournalError, match="not kept any more"):
        vault.undo_changes([change])
    vault.close()


# --- several


def test_what_is_not_in_the_way_can_be_undone_alone(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    for name in "AB":
        edit(vault.root / f"{name}.md", b"old\n")
    stays = write(vault, "A", "agent\n", "t")
    goes = write(vault, "B", "agent\n", "t")
    edit(vault.root / "A.md", b"mine\n")
    preview = vault.undo_preview([stays, goes])
    assert [(file.path, file.effect) for file in preview.files] == [("A.md", "conflict"), ("B.md", "clean")]
    assert preview.possible == (goes,)
    vault.undo_changes(preview.possible)
    assert tree(vault.root) == {"A.md": b"mine\n", "B.md": b"old\n"}
    vault.close()


def test_an_older_change_of_a_file_that_is_stuck_is_left_alone(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    first = write(vault, "A", "one\n", "t")
    second = write(vault, "A", "two\n", "t")
    edit(vault.root / "A.md", b"mine\n")
    preview = vault.undo_preview([first, second])
    assert only(preview).changes == (second, first)
    assert preview.possible == ()
    vault.close()


def test_a_file_that_has_moved_and_must_stay_is_named_once_where_it_is_now(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    edit(vault.root / "Sub/Idea.md", b"idea\n")
    edit(vault.root / "Home.md", b"[[Sub/Idea]]\n")
    first = write(vault, "Sub/Idea", "new idea\n", "t")
    vault.names.scan()
    done = vault.apply_all(propose_move(vault, "Sub/Idea.md", "Far/Plan.md"), turn="t")
    assert len(done) == 2
    edit(vault.root / "Home.md", b"mine [[Far/Plan]]\n")
    preview = vault.undo_preview([first, done[0].id])
    assert [(file.path, file.why) for file in preview.files] == [
        ("Home.md", "same_lines"),
        ("Far/Plan.md", "together"),
    ]
    assert preview.files[1].changes == (done[0].id, first)
    edit(vault.root / "Sub/Idea.md", b"another\n")
    again = vault.undo_preview([first, done[0].id])
    assert {file.path for file in again.files} == {"Home.md", "Far/Plan.md", "Sub/Idea.md"}
    vault.close()


def test_nothing_moves_when_the_vault_is_no_longer_what_was_agreed_to(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    edit(vault.root / "Home.md", b"a\nb\n")
    change = write(vault, "Home", "A\nb\n", "t")
    preview = vault.undo_preview([change])
    edit(vault.root / "Home.md", b"A\nb\nlate\n")
    with pytest.raises(UndoConflictError, match="changed since undo was looked at"):
        vault.undo_changes([change], agreed=preview)
    assert (vault.root / "Home.md").read_bytes() == b"A\nb\nlate\n"
    vault.undo_changes([change], agreed=vault.undo_preview([change]))
    assert (vault.root / "Home.md").read_bytes() == b"a\nb\nlate\n"
    vault.close()


def test_an_undo_that_fails_in_the_middle_is_taken_back(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    edit(vault.root / "Deep/A.md", b"old\n")
    edit(vault.root / "B.md", b"old\n")
    ids = [write(vault, "Deep/A", "agent\n", "t"), write(vault, "B", "agent\n", "t")]
    state = tree(vault.root)

    def interfere(_event: object) -> None:
        raise AssertionError("nothing was undone")

    vault.subscribe(interfere)
    # the older change is undone last, and another program holds its file
    with (vault.root / "Deep/A.md").open("ab"), pytest.raises(VaultError, match=r"open for writing|has it open"):
        vault.undo_changes(ids)
    assert tree(vault.root) == state
    assert not any(vault.journal.change(number).undone for number in ids)
    vault.close()


UNDO = """
import sys
from pathlib import Path
from axon_desktop.vault import Vault
vault = Vault(sys.argv[1], data_dir=Path(sys.argv[2]))
vault.open()
vault.undo_changes([change.id for turn in ("t0", "t1") for change in vault.journal.changes(turn)])
"""


def test_an_undo_that_is_killed_in_the_middle_is_taken_back_at_the_next_start(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    names = [f"Deep {number % 2}/N{number}" for number in range(40)]
    for number, name in enumerate(names):
        if number % 3:
            edit(vault.root / f"{name}.md", b"old\n")
        write(vault, name, "agent\n", f"t{number % 2}")
    agent = tree(vault.root)
    vault.close()

    def still_there(file: tuple[str, bytes]) -> bool:
        try:
            return (vault.root / file[0]).read_bytes() == file[1]
        except OSError:  # while it is replaced, on Windows nobody else may open it
            return False

    child = subprocess.Popen([sys.executable, "-c", UNDO, str(vault.root), str(tmp_path / "data")])
    try:
        end = time.monotonic() + 60
        while child.poll() is None and sum(map(still_there, agent.items())) > len(agent) - 5:
            assert time.monotonic() < end
    finally:
        child.kill()
        child.wait()
    cut = tree(vault.root)
    assert cut != agent
    again = make_vault(tmp_path)
    again.open()
    assert again.journal.unfinished_turn() is None
    undone = tree(again.root)
    assert undone == agent or (undone == cut and not any(text == b"agent\n" for text in undone.values()))
    assert len({change.undone for turn in ("t0", "t1") for change in again.journal.changes(turn)}) == 1
    again.close()


def test_redo_takes_back_what_undid_a_turn(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    edit(vault.root / "A.md", b"old\n")
    first, second = write(vault, "A", "one\n", "t"), write(vault, "B", "new\n", "t")
    vault.undo_change(first)
    vault.undo_change(second)
    assert [change.undoes for change in vault.journal.redoable(vault.journal.changes("t"))] == [first, second]
    ids = [change.id for change in vault.journal.redoable(vault.journal.changes("t"))]
    preview = vault.undo_preview(ids)
    assert {(file.path, file.action) for file in preview.files} == {("A.md", "edit"), ("B.md", "create")}
    vault.undo_changes(ids, agreed=preview)
    assert tree(vault.root) == {"A.md": b"one\n", "B.md": b"new\n"}
    assert vault.journal.last_undo() is None
    vault.close()


# --- all of it


Step: TypeAlias = tuple[str, int, int, int]
PATHS = ("A.md", "a.md", "Sub/B.md", "Sub/Deep/C.md", "字/é.md", "New/D.md")
TEXTS = (b"", b"one\ntwo\nthree\n", b"one\nTWO\nthree\n", b"one\ntwo\nthree\nfour", "字\n".encode(), b"\x00\xff\n")
steps = st.tuples(
    st.sampled_from(["write", "write", "several", "move", "trash", "edit", "edit", "delete", "rename", "undo"]),
    st.integers(0, 99),
    st.integers(0, 99),
    st.integers(0, 5),
)


def act(vault: Vault, step: Step) -> None:
    """Do a step: as the agent, in one of six turns, or as another program behind its back."""
    kind, which, what, turn = step
    root = vault.root
    there = sorted(tree(root))
    path = PATHS[which % len(PATHS)]
    old = there[which % len(there)] if there else ""
    text = TEXTS[what % len(TEXTS)]
    if kind in ("move", "trash", "edit", "delete", "rename") and not old:
        return
    try:
        if kind in ("write", "several"):
            paths = [path] if kind == "write" else list(dict.fromkeys((path, PATHS[what % len(PATHS)])))
            before = [(root / name).read_bytes() if (root / name).exists() else None for name in paths]
            changes = [ChangePreview(name, now, text, "edit") for name, now in zip(paths, before, strict=True)]
            vault.apply_all(Proposal("write", path, tuple(changes)), turn=f"turn {turn}")
        elif kind == "move":
            data = (root / old).read_bytes()
            own = (ChangePreview(old, data, text, "links"),) if what % 2 else ()
            proposal = Proposal("move", old, own, PATHS[what % len(PATHS)], sha256(data))
            vault.apply_all(proposal, turn=f"turn {turn}")
        elif kind == "trash":
            vault.apply_all(vault.propose_trash(old), turn=f"turn {turn}")
        elif kind == "undo":
            vault.undo_last_turn()
        elif kind == "edit":
            edit(root / old, b"above\n" + (root / old).read_bytes() if what % 2 else text)
        elif kind == "delete":
            (root / old).unlink()
        elif not (root / path).exists():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.move(root / old, root / path)
    except (InvalidPathError, JournalError):
        pass  # the name is taken, but for its case perhaps; what should be undone was edited


def foretold(now: Tree, preview: UndoPreview) -> Tree:
    """Return the vault as the preview says that it will be."""
    then = dict(now)
    for file in preview.files:
        if file.action != "create":
            del then[file.path]
    for file in preview.files:
        new = file.target or file.path
        if file.action == "move" and file.after is None:
            then[new] = now[file.path]
        elif file.after is not None:
            assert file.before == now.get(file.path) or file.action == "create"
            then[new] = file.after
    return then


@settings(max_examples=100, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))  # disks are slow
@example(  # a file comes beside one that comes too, and differs only in case
    [
        *[("trash", 0, 0, 2), ("write", 21, 89, 2), ("trash", 74, 4, 1), ("several", 35, 85, 0)],
        *[("undo", 0, 0, 0), ("write", 75, 87, 0), ("delete", 39, 0, 0)],
    ],
    set(range(31)),
)
@example(  # a name whose case was changed is taken again
    [("edit", 16, 54, 3), ("move", 52, 19, 3), ("rename", 48, 75, 5), ("move", 42, 49, 1), ("write", 93, 6, 3)],
    {21, 22},
)
@example(  # a file goes, another comes in its place, and goes too
    [
        *[
            ("edit", 25, 93, 5),
            ("write", 65, 42, 5),
            ("trash", 14, 21, 1),
            ("undo", 73, 94, 0),
            ("several", 48, 44, 1),
        ],
        *[
            ("write", 10, 41, 0),
            ("several", 29, 49, 2),
            ("move", 2, 81, 2),
            ("trash", 32, 37, 1),
            ("write", 56, 9, 5),
        ],
    ],
    {0, 7, 12, 16, 18, 19, 20, 22, 23, 24, 25, 27, 28},
)
@given(st.lists(steps, min_size=1, max_size=10), st.sets(st.integers(0, 30), min_size=1))
def test_preview_is_exactly_what_undo_does(done: list[Step], chosen: set[int]) -> None:
    with tempfile.TemporaryDirectory() as base:
        vault = make_vault(Path(base))
        edit(vault.root / "Sub/B.md", TEXTS[1])
        edit(vault.root / "A.md", TEXTS[2])
        for step in done:
            act(vault, step)
        for file in vault.root.rglob("*.md"):
            os.utime(file, (1e9, 1e9))
        everything = [change.id for turn in vault.journal.turns(99) for change in turn.changes]
        ids = sorted({everything[number % len(everything)] for number in chosen}) if everything else []
        now = tree(vault.root)
        preview = vault.undo_preview(ids)
        assert tree(vault.root) == now
        if preview.ok:
            vault.undo_changes(ids, agreed=preview)
            assert tree(vault.root) == foretold(now, preview)
        else:
            with pytest.raises(VaultError):
                vault.undo_changes(ids, agreed=preview)
            assert tree(vault.root) == now
            over = {file.path for file in preview.files if file.effect == "conflict"}
            anyway = vault.undo_preview(ids, over=over)
            if anyway.ok:
                undone = vault.undo_changes(ids, agreed=anyway, over=over)
                assert tree(vault.root) == foretold(now, anyway)
                vault.undo_changes([change.id for change in undone])
                assert tree(vault.root) == now
                assert vault.undo_preview(ids).files == preview.files
                return
            rest = vault.undo_preview(preview.possible)
            assert rest.ok
            vault.undo_changes(preview.possible, agreed=rest)
            assert tree(vault.root) == foretold(now, rest)
        vault.close()


texts = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"d"]), max_size=7).map(b"".join)


@settings(max_examples=200)
@given(texts, texts, texts)
def test_lines_are_named_whenever_a_merge_fails(base: bytes, ours: bytes, theirs: bytes) -> None:
    if merge(base, ours, theirs) is not None:
        return
    count = ours.count(b"\n") + (not ours.endswith(b"\n"))
    found = clashes(base, ours, theirs)
    assert found
    assert all(1 <= first <= last <= max(count, 1) for first, last in found)
