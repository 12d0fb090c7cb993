"""Put the icon's PNG files together into what Windows and macOS want: containers that hold PNG as it is."""

from __future__ import annotations

import struct
from pathlib import Path

_ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
_ICNS_KINDS = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09"}


def write_ico(icons: Path, target: Path) -> Path:
    """Write the icon of a Windows program."""
    pictures = [(icons / f"axon-{size}.png").read_bytes() for size in _ICO_SIZES]
    place = 6 + 16 * len(pictures)
    table = b""
    for size, picture in zip(_ICO_SIZES, pictures, strict=True):
        table += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), place)
        place += len(picture)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(struct.pack("<HHH", 0, 1, len(pictures)) + table + b"".join(pictures))
    return target


def write_icns(icons: Path, target: Path) -> Path:
    """Write the icon of a macOS program."""
    parts = b""
    for size, kind in _ICNS_KINDS.items():
        picture = (icons / f"axon-{size}.png").read_bytes()
        parts += kind + struct.pack(">I", 8 + len(picture)) + picture
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(b"icns" + struct.pack(">I", 8 + len(parts)) + parts)
    return target
