"""Hundreds of hostile paths per system against every way of reading, listing, writing, moving and trashing.

python -m bench.path_attacks [--every 1]

The names of all three systems are tried on this one, both with folder handles and with checked paths as on
Windows. Nothing outside the vault and nothing in `.obsidian`, `.git` and `.trash` may be shown or changed.
`--every 10` takes each tenth. Exit status 1 when one got through.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal

from axon_desktop.errors import AxonError, VaultError
from axon_desktop.vault import Vault
from axon_desktop.vault.files.folder import HAS_HANDLES
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.moves.link_rewrite import propose_move
from bench.path_spellings import Spelling, all_spellings

SECRET = b"secret that no tool may show"
_GUARDED = ("outside", "vault-evil", "vault/.obsidian", "vault/.git")
_LINKS = {
    "link out": "../outside",
    "link absolute": "{outside}",
    "link chain": "link out",
    "link up": "..",
    "link root": "/",
    "link git": ".git",
    "link obsidian": "Daily/../.obsidian",
    "link loop": "link loop",
    "link evil": "../vault-evil",
    "link trashed": ".trash",
    "file out.md": "../outside/secret.md",
    "file absolute.md": "{outside}/secret.md",
    "file git.md": ".git/config",
    "file obsidian.md": ".obsidian/app.json",
    "file evil.md": "../vault-evil/secret.md",
}


class World:
    """A vault, what is around it, and what in it nobody may touch."""

    def __init__(self, base: Path, *, handles: bool) -> None:
        self.base, self.root = base, base / "vault"
        (base / "data").mkdir()
        for name in ("Home.md", "Plain.md", "Daily/2026-01-01.md", "caf\u00e9.md"):
            self._write(self.root / name, b"inside\n")
        settings = {"trashOption": "local", "secret": SECRET.decode()}
        self._write(self.root / ".obsidian/app.json", json.dumps(settings).encode())
        self._write(self.root / ".obsidian/plugins/x/main.js", SECRET)
        for name in ("config", "hooks/pre-commit", "secret.md"):
            self._write(self.root / ".git" / name, SECRET)
        self._write(self.root / ".trash/Old.md", SECRET)
        for name in ("outside/secret.md", "outside/Sub/inner.md", "vault-evil/secret.md"):
            self._write(base / name, SECRET)
        for link, target in _LINKS.items():
            (self.root / link).symlink_to(target.format(outside=base / "outside"))
        os.mkfifo(self.root / "pipe.md")
        self._socket = socket.socket(socket.AF_UNIX)
        where = Path.cwd()
        os.chdir(self.root)  # a socket's name is short
        self._socket.bind("Socket.md")
        os.chdir(where)
        defaults = PathGateway.__init__.__kwdefaults__
        PathGateway.__init__.__kwdefaults__ = {"handles": handles}
        self.vault = Vault(self.root, data_dir=base / "data")
        PathGateway.__init__.__kwdefaults__ = defaults
        self._guarded = self._look()

    @staticmethod
    def _write(file: Path, data: bytes) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        os.utime(file, (1e9, 1e9))  # as if nobody had written to it for a while: reading need not wait

    def _look(self) -> dict[str, object]:
        found: dict[str, object] = {
            "names": sorted(os.listdir(self.base)),
            "trashed": (self.root / ".trash/Old.md").read_bytes(),
        }
        for folder in _GUARDED:
            for place, folders, files in os.walk(self.base / folder):
                found[place] = sorted(folders)
                for name in files:
                    file = Path(place, name)
                    found[str(file)] = (file.lstat().st_mode, file.lstat().st_ino, file.read_bytes())
        return found

    def try_all(self, spelling: Spelling, number: int) -> Iterator[str]:
        """Try one path in every way, and say what went wrong."""
        path = spelling.path.replace("{outside}", str(self.base / "outside")).replace("{vault}", str(self.root))
        turn = f"attack {number}"
        for name, work in self._ways(path, turn):
            refused, shown = False, b""
            try:
                shown = work()
            except VaultError as error:
                refused = True
                shown = str(error).encode("utf-8", "replace")
                if b"\n" in shown:
                    yield f"{name} {path!r}: an error text of several lines"
            if SECRET in shown or b"pre-commit," in shown or b"inner.md," in shown:
                yield f"{name} {path!r}: shown {shown[:60]!r}"
            if name in ("append", "overwrite", "move to") and spelling.must_fail and not refused:
                yield f"{name} {path!r}: not refused"
            if self._look() != self._guarded:
                yield f"{name} {path!r}: something outside, or in a dot folder, was changed"
                self._guarded = self._look()
        while self.vault.undo_turn(turn):
            pass
        for name in ("Home.md", "Plain.md", "Daily/2026-01-01.md"):
            os.utime(self.root / name, (1e9, 1e9))

    def _ways(self, path: str, turn: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
        vault = self.vault

        def write(mode: Literal["overwrite", "append"]) -> bytes:
            vault.apply(vault.preview(path, "overwritten", mode), turn=turn)
            return b""

        def move(source: str, target: str) -> bytes:
            vault.apply_all(propose_move(vault, source, target), turn=turn)
            return b""

        def trash() -> bytes:
            vault.apply_all(vault.propose_trash(path), turn=turn)
            return b""

        yield "read", lambda: vault.read(path).data
        yield "attachment", lambda: vault.read_attachment(path, 1 << 20)
        yield "list", lambda: ",".join([*(entry.name for entry in vault.list_folder(path)), ""]).encode()
        yield "link", lambda: (vault.names.resolve_link(path, "Home.md") or "").encode()
        yield "append", lambda: write("append")
        yield "overwrite", lambda: write("overwrite")
        yield "move to", lambda: move("Plain.md", path)
        yield "move from", lambda: move(path, "Got.md")
        yield "trash", trash

    def close(self) -> None:
        """Let go of the vault and the socket."""
        with suppress(AxonError):
            self.vault.close()
        self._socket.close()


def attack(base: Path, every: int = 1) -> tuple[dict[str, int], list[str]]:
    """Try the paths of all systems in new worlds below a folder; return how many of each, and what went wrong."""
    spellings = all_spellings()
    faults = []
    for handles in (True, False) if HAS_HANDLES else (False,):
        for system, paths in spellings.items():
            folder = base / f"{system} {handles}"
            folder.mkdir()
            world = World(folder, handles=handles)
            for number, spelling in enumerate(paths[::every]):
                faults += [f"{system}: {fault}" for fault in world.try_all(spelling, number)]
            world.close()
    return {system: len(paths[::every]) for system, paths in spellings.items()}, faults


def main() -> int:
    """Run the command line; 0 when no path got through."""
    parser = argparse.ArgumentParser(description="Hostile paths of three systems.")
    parser.add_argument("--every", type=int, default=1, help="try only each so many")
    options = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="axon-paths-") as base:
        counts, faults = attack(Path(base), options.every)
    for fault in faults[:40]:
        print(f"MISS {fault}")
    print(
        f"path_attacks: {', '.join(f'{count} {system}' for system, count in counts.items())} paths, nine ways"
        f" each: {len(faults)} escapes or writes to a dot folder in {time.monotonic() - begun:.0f} s"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
