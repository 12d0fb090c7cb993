"""A vault with picture bombs and notes that embed each other in circles, and a folder beside it that is bait."""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import os
import struct
import sys
import zlib
from pathlib import Path

_IN_OPEN, _IN_ACCESS, _IN_ISDIR = 0x20, 0x01, 0x40000000
_NONBLOCK = 0o4000


def fill_vault(root: Path) -> None:
    """Write what the hostile notes embed."""
    root.mkdir(parents=True)
    circles = {
        f"Circle {n}": f"# Part\n\n![[Circle {(n + 1) % 8}]]\n\n![[Circle {n * 3 % 8}#Part]]\n\n![[Self]] ^a\n"
        for n in range(8)
    }
    notes = circles | {
        "Self": "Round\n\n![[Self]]\n\n![[Self#^a]] ^a\n",
        "Big": "".join(f"# Heading {n}\n\n" + "A line of a big note.\n\n" * 400 for n in range(20)),
        "Wide": "|" + "a|" * 500 + "\n|" + "-|" * 500 + "\n" + ("|" + "x|" * 500 + "\n") * 50,
    }
    for name, text in notes.items():
        (root / f"{name}.md").write_text(text, encoding="utf-8")
    bomb = _png(30_000, 30_000)
    pictures = {
        "bomb.png": bomb,
        "cut.png": bomb[: len(bomb) // 2],
        "many.gif": b"GIF89a\xff\xff\xff\xff\xf0\x00\x00\x00\x00\x00\xff\xff\xff"
        + (b"!\xf9\x04\x00\x00\x00\x00\x00,\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x02D\x01\x00" * 5_000),
        "wide.bmp": b"BM"
        + struct.pack("<IHHIIiiHHIIiiII", 1 << 30, 0, 0, 54, 40, 60_000, 60_000, 1, 32, *[0] * 6),
        "bomb.svg": _svg_bomb(),
        "bomb.base": b"formulas:\n"
        + b"".join(b"  f%d: f%d + f%d\n" % (n, n + 1, n + 1) for n in range(900))
        + b"views:\n  - type: table\n    order: [file.name, formula.f0]\n",
        "bomb.canvas": _canvas_bomb(),
        "note.pdf": b"%PDF-1.7\n" + b"1 0 obj<</Kids[1 0 R]>>endobj\n" * 5_000,
    }
    for name, data in pictures.items():
        (root / name).write_bytes(data)


def _png(width: int, height: int) -> bytes:
    """Return a picture of some hundred KB that fills gigabytes when it is decoded."""

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    squeeze = zlib.compressobj(9)
    rows = bytearray()
    line = b"\0" * (1 + width // 8)
    for _ in range(height):
        rows += squeeze.compress(line)
    rows += squeeze.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", bytes(rows)) + part(b"IEND", b"")


def _svg_bomb() -> bytes:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    uses = "".join(f'<g id="g{n}">{f"""<use href="#g{n - 1}"/>""" * 10}</g>' for n in range(1, 10))
    return (
        f'<!DOCTYPE svg [<!ENTITY e0 "x">{entities}]><svg xmlns="http://www.w3.org/2000/svg" width="99999" '
        f'height="99999"><text>&e9;</text><g id="g0"><rect width="9" height="9"/></g>{uses}</svg>'
    ).encode()


def _canvas_bomb() -> bytes:
    """Return a canvas of cards that lie over each other, as far out and as large as may be, with bait in them."""
    nodes = [
        {"id": str(n), "type": ("text", "file", "group", "link")[n % 4], "x": -(10**n), "y": 10**n, "width": 10**n,
         "height": 1e308, "text": "**" * 2_000, "file": "/etc/passwd", "label": "g" * 9_000, "url": "file:///etc"}
        for n in range(150)
    ]  # fmt: skip
    edges = [{"id": f"e{n}", "fromNode": str(n % 150), "toNode": str(n * 7 % 150)} for n in range(300)]
    return json.dumps({"nodes": nodes, "edges": edges}).encode()


class Bait:
    """A folder that nobody has a reason to look into; the kernel tells when a file in it is opened."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        for name in ("secret.png", "secret.md"):
            (folder / name).write_bytes(b"secret")
        self._watch = -1
        if sys.platform == "linux":
            libc = ctypes.CDLL(ctypes.util.find_library("c"))
            self._watch = libc.inotify_init1(_NONBLOCK)
            libc.inotify_add_watch(self._watch, os.fsencode(folder), _IN_OPEN | _IN_ACCESS)

    def touched(self) -> bool:
        """Tell whether a file was opened since the last question, also by code that is not Python."""
        if self._watch < 0:
            return False
        try:
            events = os.read(self._watch, 65_536)
        except BlockingIOError:
            return False
        at = 0
        while at < len(events):
            _, what, _, length = struct.unpack_from("iIII", events, at)
            if not what & _IN_ISDIR:  # somebody else who lists the folder reads nothing of it
                return True
            at += 16 + length
        return False

    def close(self) -> None:
        """Watch no longer."""
        if self._watch >= 0:
            os.close(self._watch)
            self._watch = -1
