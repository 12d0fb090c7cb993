"""Data files in TOML that users can override, with errors by file and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from axon_desktop.errors import N_, SettingsError, system_reason

_Data = TypeVar("_Data")
OnProblem: TypeAlias = Callable[[SettingsError], object]

WRONG_LINE = N_("Core", "{file}, line {line}: {why}. Mend that line.")


def stamp_of(file: Path) -> int:
    """Return a number that changes with the file, 0 for one that is not there."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


@cache
def read_toml(file: Path) -> dict[str, Any]:
    """Return the content of a file of the program, which is read once and must not be changed."""
    return tomllib.loads(file.read_text("utf-8"))


def read_own(file: Path | None, on_problem: OnProblem) -> dict[str, Any]:
    """Return the content of the user's file, nothing for one that does not exist.

    `on_problem` is called for what cannot be read, with its line; the tables before and after it are read all the
    same.
    """
    try:
        text = file.read_text("utf-8-sig") if file is not None else ""
    except FileNotFoundError:
        return {}
    except OSError as error:
        on_problem(SettingsError(SettingsError.CANNOT_READ, file=file, why=system_reason(error)))
        return {}
    except ValueError as error:
        on_problem(
            SettingsError(
                N_("Core", "{file}: {why}. Mend that line, or delete the file."),
                file=file,
                why=error,
            )
        )
        return {}
    try:
        return tomllib.loads(text)
    except ValueError:
        return _read_by_table(text, file, on_problem)


def _read_by_table(text: str, file: Path | None, on_problem: OnProblem) -> dict[str, Any]:
    """Read the text without the tables, and those below them, that are not valid TOML."""
    good, line = "", 1
    for table in _tables(text):
        try:
            tomllib.loads(good + table)
            good += table
        except ValueError as error:
            where = re.search(r"line (\d+)", str(error))
            number = int(where[1]) + line - 1 - good.count("\n") if where else line
            what = re.sub(r" \(at .*\)$", "", str(error))
            on_problem(
                SettingsError(
                    WRONG_LINE,
                    file=file,
                    line=number,
                    why=what,
                )
            )
        line += table.count("\n")
    return tomllib.loads(good)


def _tables(text: str) -> Iterator[str]:
    """Yield the text table by table, each with its subtables."""
    starts, root = [0], None
    for header in re.finditer(r"^\s*\[\[?\s*([\w\"'-]+)([\w .\"'-]*)\]{0,2}[ \t]*(?:#.*)?$", text, re.MULTILINE):
        if not (header[2].strip() and header[1] == root):
            starts.append(header.start())
        root = header[1]
    yield from (text[start:end] for start, end in pairwise([*starts, len(text)]))


def convert(raw: dict[str, Any], kind: type[_Data]) -> _Data:
    """Return what was read from a file of the program as typed data."""
    return msgspec.convert(raw, kind)


def convert_own(raw: dict[str, Any], kind: type[_Data], file: Path | None, on_problem: OnProblem) -> _Data:
    """Return what was read from the user's file as typed data.

    An entry in which a field is missing, unknown or out of bounds is left out; `on_problem` is called for it, with
    its line.
    """
    left = {key: list(value) if isinstance(value, list) else value for key, value in raw.items()}
    numbers = {key: list(range(len(value))) for key, value in left.items() if isinstance(value, list)}
    while True:
        try:
            return msgspec.convert(left, kind)
        except msgspec.ValidationError as error:
            what, _, place = str(error).partition(" - at `")
            place = place.rstrip("`")
            entry = re.match(r"\$\.(\w+)\[(\d+)\]", place)
            if entry and isinstance(left.get(entry[1]), list):
                number = numbers[entry[1]].pop(int(entry[2]))
                del left[entry[1]][int(entry[2])]
                place = f"$.{entry[1]}[{number}]{place[entry.end() :]}"
            else:
                unknown = re.search(r"unknown field `(\w+)`", what)
                key = place.removeprefix("$.").partition(".")[0].partition("[")[0]
                place = place if key in left else f"$.{unknown[1]}" if unknown else place
                left.pop(key if key in left else unknown[1] if unknown else key)
            number = line_of(file, place) if file is not None else 1
            on_problem(SettingsError(WRONG_LINE, file=file, line=number, why=f"{what} ({place})"))


def line_of(file: Path, place: str) -> int:
    """Return the number of the line of a path such as `$.models[2].prices.input`, as close as possible."""
    lines = file.read_text("utf-8-sig").split("\n")
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
