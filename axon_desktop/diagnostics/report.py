"""The diagnostics bundle: what helps to find a fault, in one file that can be given to strangers.

It holds no note text, no note names, no folder names, no addresses and no keys: each part is made of
what may be shared, instead of removing what may not. As a last guard, known folders, the user's name and keys are
replaced in all of it.
"""

from __future__ import annotations

import getpass
import importlib.metadata
import io
import json
import os
import platform
import re
import sqlite3
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from axon_desktop import __version__, paths
from axon_desktop.diagnostics import doctor
from axon_desktop.diagnostics.event_log import module_file
from axon_desktop.diagnostics.log_files import EVENTS, FAULTS, log_dir
from axon_desktop.errors import SettingsError
from axon_desktop.persistence.atomic_write import write_atomically
from axon_desktop.settings import settings
from axon_desktop.settings.keys import KeyStore

_PACKAGES = (
    *("PySide6-Essentials", "qasync", "httpx", "tantivy", "mcp", "markdown-it-py", "msgspec", "keyring"),
    *("watchfiles", "pygments", "ziamath", "rapidfuzz"),
)
_SHAREABLE_CHECKS = {"Program", "Qt", "Window libraries", "Fonts", "Key store", "Sandbox"}
"""Checks whose texts name nothing of the user's."""
_PLAIN_FIELDS = {
    *("language", "theme", "accent", "contrast", "density"),
    *("provider", "protocol", "mode", "command"),
}
"""Settings that are one of a few words of the program itself."""
_MODEL_NAME = re.compile(r"(?!sk-)[a-z0-9][a-z0-9.:_-]{1,30}", re.IGNORECASE)
"""What looks like one: no path, and no key that went into the wrong field."""
_FAULT_PLACE = re.compile(r'File "([^"]*)"')
_EVENT_LINES = 400
_MOST_FILES = 20_000
_CHECKED_BYTES = 300 << 20
_SHORTEST_NAME = 3

README = """\
Axon Desktop diagnostics. You can read everything in this file in a text editor.

It contains:
  about.txt      versions of the program, the system and the packages
  checks.txt     what `axon doctor` finds
  settings.json  settings, without anything you typed in yourself
  stores.txt     size and health of the data that Axon keeps
  servers.txt    number and state of the MCP servers
  events.txt     the latest lines of events.log, which names no notes
  faults.txt     where each thread was when the program crashed

It contains no note text, note names, folders, addresses, conversations or keys.
"""


def collect(keys: KeyStore | None = None, servers: Sequence[str] | None = None) -> dict[str, str]:
    """Return the parts by their file names; takes seconds, so in the window for a thread.

    `servers` are the states of MCP servers; without a window it is only known how many there are.
    """
    parts = {
        "README.txt": README,
        "about.txt": _lines(_about()),
        "checks.txt": _lines(_checks()),
        "settings.json": json.dumps(_settings(), indent=2) + "\n",
        "stores.txt": _lines(_stores()),
        "servers.txt": _lines(_configured_servers() if servers is None else servers),
        "events.txt": _events(),
        "faults.txt": _faults(),
    }
    guard = Redactor(keys)
    return {name: guard.clean(text) for name, text in parts.items()}


def save(parts: Mapping[str, str], file: Path) -> None:
    """Write the parts into a zip file, in place of one of this name.

    Raises:
        OSError: the disk refused; then there is no file, or the old one.
    """
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in parts.items():
            bundle.writestr(name, text)
    write_atomically(file, content.getvalue())


class Redactor:
    """Replaces what must not be shared, in case it occurs after all."""

    def __init__(self, keys: KeyStore | None) -> None:
        self._keys = keys or KeyStore.from_environment(dict(os.environ))
        self._words: dict[str, str] = {}
        for folder, name in (*_known_vaults(), *_own_folders()):
            for form in (folder, os.path.realpath(folder)):
                if len(form) > _SHORTEST_NAME:
                    self._words.setdefault(form, name)
                    self._words.setdefault(form.replace("\\", "\\\\"), name)
        self._user = _user_name()

    def clean(self, text: str) -> str:
        """Return the text without keys, known folders and the user's name."""
        text = self._keys.redact(text)
        for word in sorted(self._words, key=len, reverse=True):
            text = text.replace(word, self._words[word])
        if len(self._user) >= _SHORTEST_NAME:
            text = re.sub(rf"\b{re.escape(self._user)}\b", "[user]", text)
        return text


def _lines(lines: Iterator[str] | Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _own_folders() -> list[tuple[str, str]]:
    return [
        (str(paths.config_dir()), "[config]"),
        (str(paths.data_dir()), "[data]"),
        (str(paths.cache_dir()), "[cache]"),
        (str(Path.home()), "~"),
    ]


def _known_vaults() -> Iterator[tuple[str, str]]:
    from axon_desktop.vault.obsidian.known_vaults import read_known_vaults

    for vault in read_known_vaults():
        yield str(vault.path), "[vault]"
    last = settings.load().general.last_vault
    if last:
        yield last, "[vault]"


def _user_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def _about() -> Iterator[str]:
    yield f"Axon Desktop {__version__}" + (" (packaged)" if getattr(sys, "frozen", False) else "")
    yield f"Python {platform.python_version()} ({platform.python_implementation()})"
    yield f"{platform.system()} {platform.release()} {platform.machine()}, {os.cpu_count()} processors"
    if sys.platform == "linux":
        try:
            yield platform.freedesktop_os_release().get("PRETTY_NAME", "")
        except OSError:
            yield "no os-release"
    for name in ("XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "QT_QPA_PLATFORM", "QT_SCALE_FACTOR", "LANG"):
        if os.environ.get(name):
            yield f"{name}={os.environ[name]}"
    for package in _PACKAGES:
        try:
            yield f"{package} {importlib.metadata.version(package)}"
        except importlib.metadata.PackageNotFoundError:
            yield f"{package}: version not known"


def _checks() -> Iterator[str]:
    for check in doctor.run_checks():
        found = check.found if check.name in _SHAREABLE_CHECKS else ""
        yield f"{doctor.MARKS[check.state]} {check.name}{': ' if found else ''}{found}"


# --- settings ----------------------------------------------------------------------------------------------------


def _settings() -> dict[str, Any]:
    problems: list[SettingsError] = []
    tree: dict[str, Any] = msgspec.to_builtins(settings.load(on_problem=problems.append))
    shared = {name: _shareable(value, name) for name, value in tree.items()}
    return {**shared, "cannot_be_used": len(problems)} if problems else shared


def _shareable(value: Any, name: str) -> Any:
    """Return a value of the settings; of what was typed only that it is there."""
    match value:
        case dict():
            return {key: _shareable(inner, key) for key, inner in value.items()}
        case list() | tuple():
            return [_shareable(inner, name) for inner in value]
        case str() if value and name not in _PLAIN_FIELDS:
            is_name = name in ("model", "keys") and (name == "keys" or _MODEL_NAME.fullmatch(value))
            return value if is_name else "[set]"
    return value


# --- stores ------------------------------------------------------------------------------------------------------


def _stores() -> Iterator[str]:
    data, cache = paths.data_dir(), paths.cache_dir()
    yield f"conversations: {_database(data / 'conversations.sqlite')}"
    vaults = _folders(data / "vaults")
    yield f"vaults with a journal: {len(vaults)}"
    for number, vault in enumerate(vaults, 1):
        yield f"vault {number}: {_size_of(vault)}"
        for file in sorted(vault.glob("*.sqlite")):
            yield f"vault {number}, journal: {_database(file)}"
        yield f"vault {number}, drafts: {_size_of(vault / 'drafts')}"
        yield f"vault {number}, held: {_size_of(vault / 'held')}"
    for number, index in enumerate(_folders(cache / "index"), 1):
        yield f"index {number}: {_size_of(index)}"
    yield f"log: {_size_of(log_dir())}"


def _folders(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError:
        return []


def _size_of(folder: Path) -> str:
    files = size = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                size += Path(place, name).stat().st_size
            except OSError:
                continue
            files += 1
        if files > _MOST_FILES:
            return f"more than {_MOST_FILES} files"
    return f"{files} files, {size} bytes"


def _database(file: Path) -> str:
    """Return size, health and number of rows of a database, which is only read."""
    try:
        size = file.stat().st_size
    except OSError:
        return "not there"
    if size > _CHECKED_BYTES:
        return f"{size} bytes, not checked: too large"
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=2)) as db:
            healthy = db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            counts = [f"{name} {_count(db, name)}" for name in sorted(tables) if name.isidentifier()]
    except sqlite3.Error as error:
        return f"{size} bytes, cannot be read ({type(error).__name__})"
    return f"{size} bytes, {'healthy' if healthy else 'DAMAGED'}; rows: {', '.join(counts) or 'none'}"


def _count(db: sqlite3.Connection, table: str) -> int:
    count: int = db.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]  # noqa: S608 - its own schema says it
    return count


def _configured_servers() -> Iterator[str]:
    try:
        servers = json.loads((paths.config_dir() / "mcp.json").read_text("utf-8")).get("mcpServers", {})
        yield f"{len(servers)} MCP servers are set up"
    except FileNotFoundError:
        yield "no MCP server is set up"
    except (OSError, ValueError, AttributeError, TypeError, RecursionError) as error:
        yield f"the list of MCP servers cannot be read ({type(error).__name__})"


def _faults() -> str:
    """Return the newest crashes: signal, files of the program, lines and functions."""
    try:
        lines = (log_dir() / FAULTS).read_text("utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    faults = (
        _FAULT_PLACE.sub(lambda place: f'File "{module_file(place[1])}"', line) for line in lines[-_EVENT_LINES:]
    )
    return _lines(list(faults)) or "None.\n"


def _events() -> str:
    try:
        lines = (log_dir() / EVENTS).read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return "No events are logged: the window was not opened yet.\n"
    return _lines(lines[-_EVENT_LINES:])
