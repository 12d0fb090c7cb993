"""Data that users may lay their own over: TOML files, and what is wrong with them by file and line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from axon_desktop.errors import SettingsError

_Data = TypeVar("_Data")


def stamp_of(file: Path) -> int:
    """Return a number that changes with the file, 0 for one that is not there."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


def read_toml(file: Path) -> dict[str, Any]:
    """Return what a file holds, nothing for one that is not there.

    Raises:
        SettingsError: it cannot be read, or is no TOML.
    """
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsError(f"Cannot read {file}: {error.strerror}.") from error
    except ValueError as error:  # no TOML, with the line in its words, or no UTF-8
        raise SettingsError(f"{file}: {error}. Mend that line, or delete the file.") from error


def convert(raw: dict[str, Any], kind: type[_Data], file: Path) -> _Data:
    """Return what was read from a file as typed data.

    Raises:
        SettingsError: a field is missing, unknown or out of bounds; the message names the file and the line.
    """
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `")
        place = place.rstrip("`")
        raise SettingsError(f"{file}, line {line_of(file, place)}: {what} ({place}). Mend that line.") from error


def line_of(file: Path, place: str) -> int:
    """Return the number of the line that a path such as `$.models[2].prices.input` is about, as near as may be."""
    lines = file.read_text("utf-8").split("\n")
    start = 0
    if found := re.match(r"\$\.(\w+)\[(\d+)\]", place):
        headers = [number for number, line in enumerate(lines) if re.match(rf"\s*\[\[{found[1]}\]\]", line)]
        start = headers[int(found[2])] if int(found[2]) < len(headers) else 0
    for name in reversed(re.findall(r"\.(\w+)", place)):
        for number in range(start, len(lines)):
            if number > start and re.match(r"\s*\[\[", lines[number]):
                break
            if re.search(rf"\b{re.escape(name)}\b", lines[number].split("#")[0]):
                return number + 1
    return start + 1
