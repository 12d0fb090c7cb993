"""Paths in some hundred spellings by every door: nothing hidden is read, no link breaks, undo is exact.

AXON_SPELLINGS is how many of them are tried, `all` for each spelling of each path by each door.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import re
import unicodedata
import zlib
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from axon_desktop.vault import Vault
from axon_desktop.vault.links.note_parser import find_links
from tests.path_doors import LOOSE, Open, opened

DATA: dict[str, Any] = json.loads((Path(__file__).parents[2] / "data/path_spellings.json").read_text("utf-8"))
OPEN: list[str] = DATA["open"]
HIDDEN: list[str] = DATA["hidden"]
SPELLINGS = 200
PARTS = 4
"""Of the trials, for as many processes."""
SECRET = "qzx"
LINKING = ["Index.md", "Projects/Source.md", "Map.canvas"]


def _short(name: str, number: int = 1) -> str:
    stem, dot, suffix = name.removeprefix(".").partition(".")
    return f"{stem.replace(' ', '')[:6].upper()}~{number}{dot}{suffix[:3].upper()}"


CALLS = {
    **{name: getattr(str, name) for name in ("upper", "lower", "swapcase", "title", "casefold")},
    "short": _short,
    "second short": lambda name: _short(name, 2),
    "sum": lambda name: f"{name.lstrip('.')[:2].upper()}{zlib.crc32(name.encode()) & 0xFFFF:04X}~1",
    "encode": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()),
    "quote": quote,
    "wide": lambda text: "".join(chr(ord(c) + 0xFEE0) for c in text),
    "bold": lambda text: "".join(chr(0x1D400 + ord(c.upper()) - 65 + 26 * c.islower()) for c in text),
}


def respelled(path: str, way: dict[str, Any], root: Path) -> str:
    """Return a path in another way."""
    put: Any = str(way.get("put", "")).replace("{root}", str(root).replace("\\", "\\\\"))
    if (call := way.get("call")) is not None:

        def put(match: re.Match[str]) -> str:
            if call in ("NFC", "NFD", "NFKC", "NFKD"):
                return unicodedata.normalize(call, match[0])
            if call == "short":
                return "/".join(map(_short, match[0].split("/")))
            return str(CALLS[call](match[0]))

    return re.sub(way.get("find", r"^[\s\S]*$"), put, path, count=way.get("count", 0))


def spellings(path: str, root: Path) -> list[str]:
    """Return ways to write a path: the path itself, each way alone, then pairs of ways that chance picks."""
    found = dict.fromkeys([path, *(respelled(path, way, root) for way in DATA["ways"])])
    pairs = list(itertools.permutations(DATA["ways"], 2))
    random.Random(path).shuffle(pairs)
    for first, second in pairs:
        if len(found) >= SPELLINGS:
            break
        found.setdefault(respelled(respelled(path, first, root), second, root))
    return list(found)[:SPELLINGS]


def make_vault(root: Path) -> None:
    """Make notes, what is hidden, and notes that link to all in each form."""
    texts = dict.fromkeys(OPEN, "words of {}\n") | dict.fromkeys(HIDDEN, SECRET + " words of {}\n")
    texts["Board.canvas"] = '{"nodes": [{"id": "1", "type": "text", "text": "words"}], "edges": []}'
    texts |= {f"{path.rpartition('/')[0]}/{SECRET}.md": SECRET for path in HIDDEN if "/" in path}
    texts |= {f"../outside/{path}": SECRET for path in OPEN}
    texts["Index.md"] = "".join(
        f"[[{path.removesuffix('.md')}]] [x](</{path}>) ![[{path}]]\n" for path in (*OPEN, LOOSE)
    )
    texts["Projects/Source.md"] = "".join(
        f"[x](<../{path}>) [[{path.split('/')[-1]}]]\n" for path in (*OPEN, LOOSE)
    )
    cards = [{"id": str(n), "type": "file", "file": path} for n, path in enumerate((*OPEN, LOOSE))]
    texts["Map.canvas"] = json.dumps({"nodes": cards, "edges": []}, ensure_ascii=False)
    texts[LOOSE] = "words\n"
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text.replace("{}", path), encoding="utf-8")
    for link, target in (("Door", "."), ("Projects/Back", ".."), ("Repository", ".git")):
        (root / link).symlink_to(target)


def state(root: Path) -> dict[str, bytes]:
    """Return all files and folders, with their bytes."""
    found: dict[str, bytes] = {}
    for place, folders, files in os.walk(root.parent):
        for name in files:
            with open(os.path.join(place, name), "rb", buffering=0) as file:
                found[os.path.relpath(os.path.join(place, name), root)] = file.read()
        found |= {os.path.relpath(os.path.join(place, name), root): b"folder" for name in folders}
    return {name.replace(os.sep, "/"): data for name, data in found.items()}


def links(vault: Vault) -> list[str | None]:
    """Return where the links of the notes that link lead now."""
    vault.names.scan()
    found = ((path, find_links(path, (vault.root / path).read_text(encoding="utf-8"))) for path in LINKING)
    return [vault.names.resolve_link(link.target, path) for path, of_note in found for link in of_note]


class Trial:
    """Tries spellings on one vault, and notes what should not be."""

    def __init__(self, root: Path) -> None:
        self.root = root
        make_vault(root)
        self.vault = Vault(root, data_dir=root.parent.parent / "data")
        self.events: list[str] = []
        self.vault.subscribe(lambda changed: self.events.extend(changed.paths))
        self.before, self.links = state(root), links(self.vault)
        assert None not in self.links
        self.faults: list[str] = []
        self.done = dict.fromkeys(("reads", "shown", "writes", "written"), 0)

    async def read(self, door: str, open_path: Open, path: str) -> None:
        self.done["reads"] += 1
        text = await open_path(path)
        self.done["shown"] += "words" in text
        if SECRET in text:
            self.faults.append(f"{door} shows what is hidden: {path!r}")

    async def write(self, door: str, open_path: Open, path: str) -> None:
        self.done["writes"] += 1
        self.events.clear()
        text = await open_path(path)
        if SECRET in text:
            self.faults.append(f"{door} shows what is hidden: {path!r}")
        if not self.events:
            return  # whether something was written all the same, the end shows
        after = state(self.root)
        self.done["written"] += 1
        where = f"{door}: {path!r}: {text!r}"
        changes = self.vault.journal.changes(self.vault.journal.turns(1)[0].turn)
        open_changes = [change for change in changes if not change.undone]
        for change in open_changes:
            known = after if change.kind == "create" else self.before
            if change.path not in known:
                self.faults.append(f"the journal has a path that is not listed: {change.path!r}: {where}")
        if not set(self.events) <= self.before.keys() | after.keys():
            self.faults.append(f"an event has a path that is not listed: {self.events!r}: {where}")
        touched = {name for name in self.before.keys() | after.keys() if self.before.get(name) != after.get(name)}
        if any(part.startswith(".") and part != ".trash" for name in touched for part in name.split("/")):
            self.faults.append(f"something hidden is changed: {touched!r}: {where}")
        self.check_links(door, {one.path: one.target for one in open_changes if one.kind == "move"}, where)
        self.vault.undo_last_turn()
        if (now := state(self.root)) != self.before:
            differ = {name for name in now.keys() | self.before.keys() if now.get(name) != self.before.get(name)}
            self.faults.append(f"undo is not exact: {differ!r}: {where}")
            self.mend(now)

    def check_links(self, door: str, moved: dict[str, str], where: str) -> None:
        if door.startswith("trash_note") or not door.startswith(("move", "rename")):
            return
        expected = [moved.get(target or "", target) for target in self.links]
        if (found := links(self.vault)) != expected:
            broken = sorted({f"{was} -> {now}" for was, now in zip(expected, found, strict=True) if was != now})
            self.faults.append(f"links are broken: {broken}: {where}")

    def mend(self, now: dict[str, bytes]) -> None:
        """Put the files back, so that one fault is not counted again and again."""
        for name in sorted(now.keys() - self.before.keys(), reverse=True):
            (os.rmdir if now[name] == b"folder" else os.unlink)(self.root / name)
        for name in sorted(self.before):
            if now.get(name) != self.before[name]:
                file = self.root / name
                file.mkdir() if self.before[name] == b"folder" else file.write_bytes(self.before[name])


def trials(root: Path, doors: list[str], part: int) -> list[tuple[str, str]]:
    """Return doors and spellings of some of the paths: all, or as many as chance picks."""
    every = [
        (way, door) for path in (*OPEN, *HIDDEN)[part::PARTS] for way in spellings(path, root) for door in doors
    ]
    most = os.environ.get("AXON_SPELLINGS", "400")
    return every if most == "all" else random.Random(part).sample(every, int(most) // PARTS)


def test_there_are_enough_spellings() -> None:
    assert len(OPEN) + len(HIDDEN) == 20
    for path in (*OPEN, *HIDDEN):
        assert len(set(spellings(path, Path("/vault")))) == SPELLINGS


@pytest.mark.parametrize("part", range(PARTS))
def test_no_spelling_opens_what_is_hidden_breaks_a_link_or_spoils_undo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    trial = Trial(tmp_path / "place/vault")

    async def run() -> None:
        async with opened(trial.vault) as (reading, writing):
            for door, open_path in reading.items():
                assert "note" in await open_path("Projects/Deep folder/Ünïcode note.md"), f"{door} does not open"
            for spelling, door in trials(trial.root, [*reading, *writing], part):
                if door in reading:
                    await trial.read(door, reading[door], spelling)
                else:
                    await trial.write(door, writing[door], spelling)

    asyncio.run(run())
    trial.vault.close()
    assert state(trial.root) == trial.before
    print(trial.done, len(trial.faults), "faults")
    assert not trial.faults, "\n".join(trial.faults[:200])
    assert trial.done["written"] > 0
