"""A process of the kill storm: Axon changing notes until it is killed, or another program rewriting the same.

    kill_writer.py axon|rename|inplace VAULT DATA LOG SEED

Every text carries its own id and its length, so that a torn one is seen. What is logged is a fact: a line is
written after the text is in place.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from pathlib import Path

from axon_desktop.errors import VaultError
from axon_desktop.vault import Vault
from axon_desktop.vault.files.atomic_rename import exchange
from axon_desktop.vault.files.folder import sha256
from axon_desktop.vault.history.changes import ChangePreview, Proposal

NOTES = tuple(f"Folder {number % 2}/Note {number}.md" for number in range(5))
TRAVELLER = ("Folder 0/Traveller.md", "Folder 1/Deep/Voyager.md")
"""The two places of a note that is moved to and fro."""
LINKS = tuple(f"Folder {number % 2}/Link {number}.md" for number in range(3))
"""Notes that say which of the two it is; every move rewrites them."""


ASKED_TO_END: list[str] = []


def make_text(writer: str, rng: random.Random, place: int | None = None) -> tuple[str, bytes]:
    """Return a new id and a text that proves that it is whole; the id may name the traveller's place."""
    mark = f"{writer}-{rng.getrandbits(64):016x}" + ("" if place is None else f"-at{place}")
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


def place_of(mark: str | None) -> int | None:
    """Return the traveller's place that an id names."""
    number = (mark or "").rpartition("-at")[2]
    return int(number) if number.isdigit() and len(number) == 1 else None


def write_as_axon(vault: Vault, log: int, rng: random.Random) -> None:
    """Change the vault for ever, without the settle rule of reading, which would avoid the races wanted here."""
    while True:
        try:
            rng.choices((write_a_note, make_a_note, move_the_traveller), (6, 2, 3))[0](vault, log, rng)
        except (VaultError, FileNotFoundError):
            continue


def write_a_note(vault: Vault, log: int, rng: random.Random) -> None:
    path = rng.choice(NOTES)
    before = (vault.root / path).read_bytes()
    mark, text = make_text("axon", rng)
    change = vault.apply(ChangePreview(path, before, text, "overwrite"), turn=mark)
    os.write(log, f"{mark} -\n".encode())
    if rng.random() < 0.1:
        vault.undo_change(change.id)


def make_a_note(vault: Vault, log: int, rng: random.Random) -> None:
    """Make a note, and take it away again by undo or into the trash, or leave it."""
    mark, text = make_text("axon", rng)
    path = f"New {mark}/Sub/Note.md"
    created = vault.apply(ChangePreview(path, None, text, "overwrite"), turn=f"new {mark}")
    os.write(log, f"{mark} -\n".encode())
    fate = rng.random()
    if fate < 0.3:
        vault.undo_change(created.id)
    elif fate < 0.7:
        goes = Proposal("trash", path, (), f".trash/{path}", sha256(text))
        (change,) = vault.apply_all(goes, turn=f"trash {mark}")
        if fate < 0.4:
            vault.undo_change(change.id)


def move_the_traveller(vault: Vault, log: int, rng: random.Random) -> None:
    """Move the traveller to its other place, with its own text and all links, sometimes there and back."""
    here = int(not (vault.root / TRAVELLER[0]).exists())
    changes = []
    for path in (TRAVELLER[here], *LINKS):
        before = (vault.root / path).read_bytes()
        changes.append(ChangePreview(path, before, make_text("axon", rng, 1 - here)[1], "links"))
    goes = Proposal("move", TRAVELLER[here], tuple(changes), TRAVELLER[1 - here], sha256(changes[0].before or b""))
    done = vault.apply_all(goes, turn=f"move {rng.getrandbits(64)}")
    for change in changes:
        os.write(log, f"{mark_of(change.after)} -\n".encode())
    if rng.random() < 0.3:
        undone = vault.undo_change(rng.choice(done).id)
        if rng.random() < 0.5:
            vault.undo_change(undone.id)


def choose_for_rival(vault: Path, rng: random.Random) -> Path:
    """Return a file for another program to write; it writes the notes that Axon moves and links as well."""
    return vault / rng.choice((*NOTES, *LINKS, *TRAVELLER))


def write_by_rename(vault: Path, log: int, rng: random.Random) -> None:
    """Rewrite notes as editors do that save by rename; an exchange shows which text was replaced."""
    temp = str(vault.parent / "rival.tmp")
    while not ASKED_TO_END:
        path = choose_for_rival(vault, rng)
        try:
            mark, text = make_text("rival", rng, place_of(mark_of(path.read_bytes())))
            Path(temp).write_bytes(text)
            exchange(temp, str(path), None)
        except FileNotFoundError:
            continue
        os.write(log, f"{mark} {mark_of(Path(temp).read_bytes())}\n".encode())
        time.sleep(rng.random() * 0.01)


def write_in_place(vault: Path, log: int, rng: random.Random) -> None:
    """Rewrite notes as editors do that open the file and write into it."""
    while not ASKED_TO_END:
        try:
            file = choose_for_rival(vault, rng).open("r+b", buffering=0)
        except FileNotFoundError:
            continue
        with file:
            replaced = mark_of(file.read())
            mark, text = make_text("rival", rng, place_of(replaced))
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
        threading.Thread(target=lambda: ASKED_TO_END.append(sys.stdin.read()), daemon=True).start()
        print("ready", flush=True)
        (write_by_rename if kind == "rename" else write_in_place)(Path(vault), log, rng)


if __name__ == "__main__":
    main()
