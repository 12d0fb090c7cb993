from __future__ import annotations

import json
import os
import stat
import tempfile
from pathlib import Path
from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.errors import InvalidPathError
from axon_desktop.vault import Vault
from axon_desktop.vault.files.folder import sha256
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from tests.abilities import BLIND_TO_CASE

OTHER = "b.md" if BLIND_TO_CASE else "a.md"  # test_blind_disk.py has what holds of names in another case there
PATHS = ("A.md", OTHER, "Sub/B.md", "Sub/Deep/C.md", "Sub/pic.png", "字/é.md", "New/D.md", "New/x/E.md")
TEXTS = (b"", b"one\r\ntwo", b"\xef\xbb\xbf[[A]]\n", "字\n".encode(), b"\x00\xff\x89PNG", b"line\n" * 9)

Step: TypeAlias = tuple[str, int, int, list[int], bool]

steps = st.tuples(
    st.sampled_from(["write", "several", "move", "trash"]),
    st.integers(0, 99),
    st.integers(0, 99),
    st.lists(st.integers(0, 99), max_size=4),
    st.booleans(),
)


def tree(root: Path) -> dict[str, tuple[int, bytes]]:
    """Return all files of the vault, but not its trash: what was put there stays there."""
    return {
        file.relative_to(root).as_posix(): (stat.S_IMODE(file.stat().st_mode), file.read_bytes())
        for file in root.rglob("*")
        if file.is_file() and not file.relative_to(root).parts[0].startswith(".")
    }


def propose(root: Path, step: Step, vault: Vault) -> Proposal | None:
    """Make a proposal of what there is, or None when there is nothing to move or trash."""
    action, which, where, others, own = step
    there = sorted(tree(root))
    path = there[which % len(there)] if there else ""
    if action == "trash":
        return vault.propose_trash(path) if path else None
    if action == "write":
        path = PATHS[which % len(PATHS)]
        before = (root / path).read_bytes() if (root / path).exists() else None
        return Proposal.write(ChangePreview(path, before, TEXTS[where % len(TEXTS)], "overwrite"))
    if action == "several":
        paths = dict.fromkeys(PATHS[number % len(PATHS)] for number in (which, *others))
    else:
        paths = dict.fromkeys(there[number % len(there)] for number in others) if there else {}
        if own and path:
            paths[path] = None
    changes = []
    for number, changed in enumerate(paths):
        before = (root / changed).read_bytes() if (root / changed).exists() else None
        changes.append(ChangePreview(changed, before, TEXTS[(where + number) % len(TEXTS)], "links"))
    if action == "several":
        return Proposal("write", changes[0].path, tuple(changes))
    if not path:
        return None
    return Proposal("move", path, tuple(changes), PATHS[where % len(PATHS)], sha256((root / path).read_bytes()))


@settings(max_examples=20 if os.name == "nt" else 100, deadline=None)  # each call costs ten times there
@given(st.lists(st.lists(steps, min_size=1, max_size=4), min_size=1, max_size=4))
def test_random_turns_undone_redone_and_undone_again_give_the_same_tree(turns: list[list[Step]]) -> None:
    with tempfile.TemporaryDirectory() as base:
        root = Path(base) / "vault"
        (root / "Sub").mkdir(parents=True)
        (root / ".obsidian").mkdir()
        (root / ".obsidian/app.json").write_text(json.dumps({"trashOption": "local"}))
        (root / "Sub/B.md").write_bytes(b"[[A]]\r\n")
        (root / "Sub/pic.png").write_bytes(b"\x89PNG\x00")
        (root / "Sub/B.md").chmod(0o604)
        for file in root.rglob("*"):
            os.utime(file, (1e9, 1e9))
        vault = Vault(root, data_dir=Path(base) / "data")
        vault.names.scan()
        states = [tree(root)]
        done: list[str] = []
        for number, turn in enumerate(turns):
            for step in turn:
                proposal = propose(root, step, vault)
                if proposal is None:
                    continue
                before = tree(root)
                try:
                    vault.apply_all(proposal, turn=f"turn {number}")
                except InvalidPathError:  # the name is taken, but for its case perhaps
                    assert tree(root) == before
            if vault.journal.changes(f"turn {number}"):
                done.append(f"turn {number}")
                states.append(tree(root))
        assert list(vault.names.paths) == sorted(states[-1])
        undone = []
        for name, state in zip(reversed(done), reversed(states[:-1]), strict=True):
            undone.append(vault.undo_turn(name)[0].turn)
            assert tree(root) == state
        for name, state in zip(reversed(undone), states[1:], strict=True):
            vault.undo_turn(name)
            assert tree(root) == state
        for _ in done:
            vault.undo_last_turn()
        assert tree(root) == states[0]
        assert sorted(vault.names.paths) == sorted(states[0])
        assert not [name for _, _, names in os.walk(root) for name in names if ".axon-" in name]
        vault.close()
