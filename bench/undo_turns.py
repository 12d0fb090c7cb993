"""Random turns on a copy of a vault, and what the vault looks like before and after them."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
from pathlib import Path
from typing import Any, TypeAlias

_WORDS = (
    "tea",
    "rain",
    "house",
    "计划",
    "笔记",
    "garden",
    "the",
    "ünïcode",
    "星期",
    "[[Home]]",
    "#tag",
    "- [ ] task",
)
_ENDS = ("\n", "\r\n", "")
_MODES = (0o644, 0o600, 0o664, 0o640)
_FILES = (".png", ".gif", ".svg", ".jpg", ".canvas", ".base")
"""Files that are no notes, and are moved and trashed as well."""

Call: TypeAlias = tuple[str, dict[str, Any]]
Snapshot: TypeAlias = dict[str, tuple[object, ...]]
_SETTINGS = ".obsidian/app.json"
BULK = "bulk"
"""Not a tool: several notes changed in one step, as by a property that is renamed everywhere."""


def prepare(vault: Path, folder: Path) -> Path:
    """Copy a vault, with odd modes and attributes."""
    root = folder / "vault"
    shutil.copytree(vault, root)
    (root / ".obsidian").mkdir(exist_ok=True)
    choose_trash(root, "local")
    for number, name in enumerate((*notes_of(root), *others_of(root))):
        (root / name).chmod(_MODES[number % len(_MODES)])
        if number % 3 == 0 and hasattr(os, "setxattr"):
            os.setxattr(root / name, "user.color", f"{number}".encode())
    return root


def choose_trash(root: Path, kind: str) -> None:
    """Let the vault's setting name its own trash (`local`) or the `system`'s."""
    (root / _SETTINGS).write_text(json.dumps({"trashOption": kind}), "utf-8")


def snapshot(root: Path) -> Snapshot:
    """Return mode, attributes and content of all that is in a vault but its settings, empty folders too."""
    found: Snapshot = {}
    for place, folders, files in os.walk(root):
        for name in (*folders, *files):
            path = Path(place, name)
            content: object = None
            if path.is_symlink():
                content = str(path.readlink())
            elif path.is_file():
                content = hashlib.sha256(path.read_bytes()).hexdigest()
            found[str(path.relative_to(root))] = (path.lstat().st_mode, _attributes(path), content)
    found.pop(_SETTINGS, None)
    return found


def _attributes(path: Path) -> tuple[tuple[str, bytes], ...]:
    if not hasattr(os, "listxattr"):
        return ()
    keys = sorted(os.listxattr(path, follow_symlinks=False))
    return tuple((key, os.getxattr(path, key, follow_symlinks=False)) for key in keys)


def differences(step: str, wanted: Snapshot, found: Snapshot) -> list[str]:
    """Say what is not as it was."""
    faults = []
    for path in sorted(wanted.keys() | found.keys()):
        if wanted.get(path) != found.get(path):
            kind = "gone" if path not in found else "new" if path not in wanted else "not the same"
            faults.append(f"after {step}: {path} is {kind}")
    return faults


def notes_of(root: Path) -> list[str]:
    """Return the vault paths of all notes."""
    return _paths(root, (".md",))


def others_of(root: Path) -> list[str]:
    """Return the vault paths of images, canvases and bases."""
    return _paths(root, _FILES)


def _paths(root: Path, suffixes: tuple[str, ...]) -> list[str]:
    found = []
    for place, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [
            Path(place, name).relative_to(root).as_posix()
            for name in files
            if name.endswith(suffixes) and not name.startswith(".")
        ]
    return sorted(found)


def random_calls(random_: random.Random, root: Path, number: int) -> list[Call]:
    """Return the calls of one turn, on what is there now."""
    notes, others = notes_of(root), others_of(root)
    return [
        _random_call(random_, notes, others, f"{number}" if index == 0 else f"{number} {index}")
        for index in range(random_.choice((1, 1, 2, 5)))
    ]


def _random_call(random_: random.Random, notes: list[str], others: list[str], mark: str) -> Call:
    file = note = random_.choice(notes)
    if others and random_.random() < 0.2:
        file = random_.choice(others)
    kind = random_.choices(
        ("create", "over", "append", "edit", "end", "move", "trash", "bulk"), (3, 2, 3, 1, 2, 3, 2, 1)
    )[0]
    match kind:
        case "create":
            folder = random_.choice(("", "New/", "New/Deep/er/", "日记/", f"Made {mark}/"))
            return "create_note", {"path": f"{folder}Note {mark}", "content": random_text(random_)}
        case "over":
            return "create_note", {"path": note, "content": random_text(random_)}
        case "append":
            return "create_note", {"path": note, "content": random_text(random_), "mode": "append"}
        case "edit":
            return "edit_note", {"path": note, "old": "the", "new": f"the {mark}"}
        case "end":
            return "edit_note", {"path": note, "heading": "", "content": random_text(random_), "position": "end"}
        case "move":
            target = f"Moved {random_.randrange(7)}/{Path(file).stem} {mark}{Path(file).suffix}"
            return "move_note", {"path": file, "to": target}
        case "trash":
            return "trash_note", {"path": file}
        case _:
            chosen = random_.sample(notes, min(len(notes), random_.randint(2, 8)))
            return BULK, {"notes": chosen, "line": f"bulk {mark}", "new": f"Bulk {mark}/New {mark}.md"}


def random_text(random_: random.Random) -> str:
    """Return some lines with ends of all kinds."""
    return "".join(
        " ".join(random_.choices(_WORDS, k=random_.randint(0, 9))) + random_.choice(_ENDS)
        for _ in range(random_.randint(1, 12))
    )


def edit(root: Path, note: str, number: int, random_: random.Random) -> str:
    """Write a line of its own into a note, as another program does; return the line."""
    line = f"another hand {number} {random_.random()}"
    path = root / note
    parts = path.read_bytes().splitlines(keepends=True)
    at = random_.randint(0, len(parts))
    if at and not parts[at - 1].endswith(b"\n"):
        parts[at - 1] += b"\n"
    path.write_bytes(b"".join([*parts[:at], line.encode() + b"\n", *parts[at:]]))
    return line


def missing_lines(root: Path, lines: list[str]) -> list[str]:
    """Return those of the lines that stand in no note any more, the vault's trash counted as notes."""
    left = "\n".join(path.read_bytes().decode("utf-8", "replace") for path in root.rglob("*.md"))
    return [line for line in lines if line not in left]
