"""A process of the kill storm: Axon writing notes until it is killed, or another program rewriting the same notes.

    kill_writer.py axon|rename|inplace VAULT DATA LOG SEED

Every text carries its own id and its length, so that a torn one is seen. What is logged is a fact: a line is
written after the text is in place.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from axon_desktop.errors import VaultError
from axon_desktop.vault import Vault
from axon_desktop.vault.changes import ChangePreview
from axon_desktop.vault.swap import exchange

NOTES = tuple(f"Folder {number % 2}/Note {number}.md" for number in range(5))


ASKED_TO_END: list[int] = []


def make_text(writer: str, rng: random.Random) -> tuple[str, bytes]:
    """Return a new id and a text that proves that it is whole."""
    mark = f"{writer}-{rng.getrandbits(64):016x}"
    body = f"line of {mark}\n" * rng.randint(1, 600)
    return mark, f"{mark} {len(body)}\n{body}end {mark}\n".encode()


def mark_of(text: bytes) -> str | None:
    """Return the id of a whole text, None for a torn or an empty one."""
    head, _, rest = text.partition(b"\n")
    mark, _, length = head.decode(errors="replace").partition(" ")
    whole = (
        length.isdigit()
        and len(rest) == int(length) + len(f"end {mark}\n")
        and rest.endswith(f"end {mark}\n".encode())
    )
    return mark if whole and rest.count(mark.encode()) == rest.count(b"\n") else None


def write_as_axon(vault: Vault, log: int, rng: random.Random) -> None:
    """Write through the gateway for ever, without the settle rule, which would avoid the races wanted here."""
    while True:
        path = rng.choice(NOTES)
        try:
            before = (vault.root / path).read_bytes()
            mark, text = make_text("axon", rng)
            change = vault.apply(ChangePreview(path, before, text, "overwrite"), turn=mark)
            os.write(log, f"{mark} -\n".encode())
            if rng.random() < 0.1:
                vault.undo_change(change.id)
            if rng.random() < 0.1:
                new = f"New {mark}/Sub/Note.md"
                created = vault.apply(ChangePreview(new, None, text, "overwrite"), turn=f"new {mark}")
                if rng.random() < 0.5:
                    vault.undo_change(created.id)
        except VaultError:
            continue


def write_by_rename(vault: Path, log: int, rng: random.Random) -> None:
    """Rewrite notes as editors do that save by rename; an exchange tells which text was replaced."""
    temp = str(vault.parent / "rival.tmp")
    while not ASKED_TO_END:
        path = vault / rng.choice(NOTES)
        mark, text = make_text("rival", rng)
        Path(temp).write_bytes(text)
        exchange(temp, str(path), None)
        os.write(log, f"{mark} {mark_of(Path(temp).read_bytes())}\n".encode())
        time.sleep(rng.random() * 0.01)


def write_in_place(vault: Path, log: int, rng: random.Random) -> None:
    """Rewrite notes as editors do that open the file and write into it."""
    while not ASKED_TO_END:
        path = vault / rng.choice(NOTES)
        mark, text = make_text("rival", rng)
        with path.open("r+b", buffering=0) as file:
            replaced = mark_of(file.read())
            time.sleep(rng.random() * 0.002)
            file.seek(0)
            file.truncate()
            half = rng.randrange(len(text))
            file.write(text[:half])
            time.sleep(rng.random() * 0.002)
            file.write(text[half:])
        os.write(log, f"{mark} {replaced}\n".encode())
        time.sleep(rng.random() * 0.01)


def main() -> None:
    kind, vault, data, log_file, seed = sys.argv[1:]
    rng = random.Random(int(seed))
    log = os.open(log_file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    if kind == "axon":
        opened = Vault(vault, data_dir=Path(data))
        opened.open()
        print("ready", flush=True)
        write_as_axon(opened, log, rng)
    else:
        # Cut off in a write, a rival destroys what it replaces without a line in the log: it ends between two.
        signal.signal(signal.SIGTERM, lambda number, _frame: ASKED_TO_END.append(number))
        print("ready", flush=True)
        (write_by_rename if kind == "rename" else write_in_place)(Path(vault), log, rng)


if __name__ == "__main__":
    main()
