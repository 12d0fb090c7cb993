"""Every call that touches the disk fails, once or for good: is all done or nothing, and is it said in one line?

python -m bench.fault_sweep [--every 1]

For each kind of change (and its undo and redo), each of six errors, and each number N: the Nth call fails, once
or with all that follow, until a run comes through without a fault. Then the disk is well again and the vault is
opened anew. It must be as before or as after, with no left-over temp file, and the journal must say the same; a
change that was refused must have said so in one line. `--every 7` takes each seventh N. Exit status 1 otherwise.
"""

from __future__ import annotations

import argparse
import errno
import logging
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from axon_desktop.errors import VaultError
from axon_desktop.vault import Vault
from axon_desktop.vault.files import atomic_rename as swap
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from axon_desktop.vault.moves.link_rewrite import propose_move
from bench.undo_turns import Snapshot, choose_trash, snapshot

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EDQUOT, errno.EROFS, errno.EINTR)
_CALLS = (
    *("open", "write", "read", "fsync", "stat", "fchmod"),
    *("mkdir", "rmdir", "rename", "replace", "unlink", "link"),
)
_SWAPS = ("exchange", "rename_new")
_UNSURE = "whether it was done can be said when the disk works again"
_TEXTS = {
    "Note.md": b"own [[Note]]\n",
    "Sub/Hub.md": b"see [[Note]]\r\n",
    "Sub/Other.md": b"\xef\xbb\xbfother",
}

Act = Callable[[Vault], object]


@dataclass
class Sweep:
    """How many faults were tried, and what went wrong."""

    faults: int = 0
    refused: int = 0
    misses: list[str] = field(default_factory=list)


def _write(vault: Vault) -> None:
    vault.apply(vault.preview("Note", "new", "overwrite"), turn="t")


def _create(vault: Vault) -> None:
    vault.apply(vault.preview("New/Deep/Idea", "idea", "overwrite"), turn="t")


def _move(vault: Vault) -> None:
    vault.names.scan()
    vault.apply_all(propose_move(vault, "Note.md", "Far/New.md"), turn="t")


def _trash(vault: Vault) -> None:
    choose_trash(vault.root, "local")
    vault.apply_all(vault.propose_trash("Sub/Hub.md"), turn="t")


def _system_trash(vault: Vault) -> None:
    choose_trash(vault.root, "system")
    vault.apply_all(vault.propose_trash("Sub/Hub.md"), turn="t")


def _bulk(vault: Vault) -> None:
    changes = [ChangePreview(path, text, text + b"\nmore", "edit") for path, text in _TEXTS.items()]
    changes.append(ChangePreview("New/Idea.md", None, b"idea", "overwrite"))
    vault.apply_all(Proposal("write", "Note.md", tuple(changes)), turn="t")


def _undo(vault: Vault) -> None:
    assert vault.undo_turn("t")


def _redo(vault: Vault) -> None:
    assert vault.undo_turn(next(record.turn for record in vault.journal.turns() if record.origin == "undo"))


ACTS: dict[str, Act] = {
    "write": _write,
    "create": _create,
    "move": _move,
    "trash": _trash,
    "system trash": _system_trash,
    "bulk": _bulk,
}
_STAGES: tuple[tuple[str, tuple[Act, ...], Act | None], ...] = (
    ("", (), None),
    ("undo of ", (), _undo),
    ("redo of ", (_undo,), _redo),
)


def sweep(base: Path, every: int = 1, acts: dict[str, Act] | None = None) -> Sweep:
    """Let calls fail in all kinds of changes, in copies of a vault below a folder.

    XDG_DATA_HOME is its subfolder `home`, which is emptied after each.
    """
    found = Sweep()
    number = 0
    for name, act in (acts or ACTS).items():
        for stage, more, last in _STAGES:
            first = () if last is None else (act, *more)
            start = _prepared(base / f"{number} start", first)
            before = _notes(start / "vault")
            end = base / f"{number} end"
            shutil.copytree(start, end)
            _do(end, (last or act,))
            case = _Case(f"{stage}{name}", start, before, _notes(end / "vault"), last or act)
            for error in ERRORS:
                for lasting in (False, True):
                    case.run(found, error, every, lasting=lasting)
            number += 1
    return found


def _prepared(base: Path, first: tuple[Act, ...]) -> Path:
    for path, text in _TEXTS.items():
        (base / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        (base / "vault" / path).write_bytes(text)
        os.utime(base / "vault" / path, (1e9, 1e9))  # as if nobody had written to it for a while
    (base / "vault/.obsidian").mkdir()
    _do(base, first)
    for file in (base / "vault").rglob("*.md"):
        os.utime(file, (1e9, 1e9))
    return base


def _do(base: Path, acts: tuple[Act, ...]) -> None:
    vault = _open(base)
    for act in acts:
        act(vault)
    vault.close()


def _notes(root: Path) -> Snapshot:
    """Return the files of a vault.

    Not its trash: what cannot be read there stays there, and is made anew from the journal. And not its folders:
    an empty one may stay behind when the disk does not let go of it.
    """
    found = snapshot(root).items()
    return {path: facts for path, facts in found if facts[2] is not None and not path.startswith(".trash")}


def _open(base: Path) -> Vault:
    vault = Vault(base / "vault", data_dir=base / "data")
    assert vault.journal.id  # made now, as it is no part of the change
    return vault


@dataclass
class _Case:
    """One kind of change, and the vault before and after it."""

    name: str
    start: Path
    before: Snapshot
    after: Snapshot
    act: Act

    def run(self, found: Sweep, error: int, every: int, *, lasting: bool) -> None:
        """Let each Nth call fail, until none did."""
        number = 0
        while True:
            base = self.start.with_name("copy")
            shutil.copytree(self.start, base)
            vault = _open(base)
            with _failing(number, error, lasting=lasting) as failed:
                refusal = self._act(vault)
            vault.close()
            what = f"{self.name}, call {number}, {errno.errorcode[error]}{' and all after it' * lasting}"
            found.misses += [f"{what}: {miss}" for miss in self._judge(base, refusal)]
            shutil.rmtree(base)
            # the system's trash: what each leaves there gives the next more to do
            shutil.rmtree(self.start.with_name("home"), ignore_errors=True)
            if not failed():
                return
            found.faults += 1
            found.refused += refusal is not None
            number += every

    def _act(self, vault: Vault) -> str | None:
        try:
            self.act(vault)
        except VaultError as error:
            return str(error)
        return None

    def _judge(self, base: Path, refusal: str | None) -> Iterator[str]:
        vault = Vault(base / "vault", data_dir=base / "data")
        vault.open()
        now = _notes(vault.root)
        newest = vault.journal.turns(1)
        vault.close()
        if now not in (self.before, self.after):
            yield f"half done: {sorted(now)}"
        if refusal is None and now != self.after:
            yield "reported as done, and was not"
        if refusal is not None and (not refusal.strip() or "\n" in refusal):
            yield f"said {refusal!r}"
        if refusal is not None and now != self.before and not refusal.endswith(_UNSURE):
            yield f"said {refusal!r}, and was done"
        if any(".axon-" in path for path in now):
            yield "a temp file is left"
        stage = "undo" if self.name.startswith(("undo", "redo")) else "agent"
        if now == self.after != self.before and (not newest or newest[0].origin != stage):
            yield "the journal does not know of it"


@contextmanager
def _failing(number: int, error: int, *, lasting: bool) -> Iterator[Callable[[], bool]]:
    """Let the call with this number fail, perhaps with all that follow; give what tells whether it came so far."""
    left = [number]

    def wrap(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            left[0] -= 1
            if left[0] == -1 or (lasting and left[0] < 0):
                raise OSError(error, os.strerror(error))
            return real(*args, **kwargs)

        return call

    places: tuple[tuple[Any, tuple[str, ...]], ...] = ((os, _CALLS), (swap, _SWAPS))
    real = [(place, name, getattr(place, name)) for place, names in places for name in names]
    for place, name, function in real:
        setattr(place, name, wrap(function))
    try:
        yield lambda: left[0] < 0
    finally:
        for place, name, function in real:
            setattr(place, name, function)


def main() -> int:
    """Run the command line; 0 when every fault left all or nothing."""
    parser = argparse.ArgumentParser(description="Failing disk calls, one after the other.")
    parser.add_argument("--every", type=int, default=1, help="let only each so many fail")
    options = parser.parse_args()
    begun = time.monotonic()
    logging.disable()
    with tempfile.TemporaryDirectory(prefix="axon-faults-") as base:
        os.environ["XDG_DATA_HOME"] = str(Path(base, "home"))
        found = sweep(Path(base), options.every)
    for miss in found.misses[:50]:
        print(f"MISS {miss}")
    print(
        f"fault_sweep: {found.faults} faults ({len(ACTS) * len(_STAGES)} kinds of change, {len(ERRORS)} errors,"
        f" once and for good), {found.refused} refused in one line: {len(found.misses)} failures"
        f" in {time.monotonic() - begun:.0f} s"
    )
    return 1 if found.misses else 0


if __name__ == "__main__":
    sys.exit(main())
