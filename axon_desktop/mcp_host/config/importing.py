"""Import of servers from the files of Claude Desktop, Cursor, Claude Code and VS Code.

Nothing is run and nothing is saved here; the caller shows what would be added, with the exact command, and asks.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from axon_desktop.errors import N_, SettingsError, Text, system_reason
from axon_desktop.llm.messages import JsonObject
from axon_desktop.mcp_host.config.config import ServerConfig, check_name, read_entry
from axon_desktop.mcp_host.config.server_secrets import PLACEHOLDER

_LARGEST = 1_000_000
_INPUT = re.compile(r"\$\{input:([^}]+)\}")
_VARIABLE = re.compile(r"\$\{([A-Za-z]+[^}]*)\}")
_ENV_LINE = re.compile(r"\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.]*)\s*=\s*(.*?)\s*")
_STRING = r'"(?:[^"\\]|\\.)*"'
# an unclosed comment ends with the text, so that the search stays linear
_COMMENTS = re.compile(rf"{_STRING}|//[^\n]*|/\*(?:.*?\*/|.*)", re.DOTALL)
_LAST_COMMAS = re.compile(rf"{_STRING}|,(?=\s*[}}\]])", re.DOTALL)


@dataclass(frozen=True, slots=True)
class RequiredInput:
    """A value that a file leaves to the user."""

    id: str
    description: str
    secret: bool
    default: str = ""


@dataclass(frozen=True, slots=True)
class FoundServer:
    """One server of a file, as it would be added."""

    config: ServerConfig
    inputs: tuple[RequiredInput, ...] = ()
    """What the user must give before the server can start; see `fill`."""
    notes: tuple[str, ...] = ()
    """Notes for the user, as sentences."""

    @property
    def shown(self) -> str:
        """The exact command line or address, for the user to check."""
        return self.config.shown


@dataclass(frozen=True, slots=True)
class FoundServers:
    """The servers of a file."""

    servers: tuple[FoundServer, ...]
    problems: tuple[str, ...] = ()
    """Entries that cannot be used, each with the reason."""


def default_config_files() -> list[tuple[str, Path]]:
    """Return (program, file) of the files of other programs that are there."""
    home = Path.home()
    roaming = Path(os.environ.get("APPDATA", home / "AppData" / "Roaming"))
    settings = {"win32": roaming, "darwin": home / "Library" / "Application Support"}.get(
        sys.platform, Path(os.environ.get("XDG_CONFIG_HOME", home / ".config"))
    )
    candidates = [
        ("Claude Desktop", settings / "Claude" / "claude_desktop_config.json"),
        ("Cursor", home / ".cursor" / "mcp.json"),
        ("VS Code", settings / "Code" / "User" / "mcp.json"),
        ("Claude Code", home / ".claude.json"),
    ]
    return [(program, file) for program, file in candidates if file.is_file()]


def find_servers(file: Path) -> FoundServers:
    """Read a file of another program.

    Raises:
        SettingsError: it cannot be read, is no JSON, or has no servers; the message says what to do.
    """
    try:
        with file.open("rb") as source:
            data = source.read(_LARGEST + 1)
    except OSError as error:
        raise SettingsError(SettingsError.CANNOT_READ, file=file, why=system_reason(error)) from error
    if len(data) > _LARGEST:
        raise SettingsError(
            N_("Core", "{file} is too large for a list of servers. Choose another file."), file=file
        )
    try:
        raw = json.loads(_plain_json(data.decode("utf-8-sig")))
    except (ValueError, RecursionError) as error:
        raise SettingsError(
            N_("Core", "{file} is not valid JSON ({why}). Mend it, or choose another file."),
            file=file,
            why=error,
        ) from error
    entries, inputs = _entries(raw)
    if entries is None:
        raise SettingsError(
            N_("Core", "{file} lists no MCP servers: it has neither 'mcpServers' nor 'servers'."),
            file=file,
        )
    found: list[FoundServer] = []
    problems: list[str] = []
    for name, entry in entries.items():
        try:
            found.append(_read_server(name, entry, inputs, file.parent))
        except SettingsError as error:
            problems.append(error.text)
    return FoundServers(tuple(found), tuple(problems))


def fill(server: FoundServer, answers: Mapping[str, str]) -> ServerConfig:
    """Return the server with the user's answers, by the ids of its inputs, filled in."""

    def put(text: str) -> str:
        return _INPUT.sub(lambda match: answers.get(match[1], match[0]), text)

    return _map_texts(server.config, put)


def _entries(raw: object) -> tuple[dict[str, Any] | None, list[Any]]:
    """Return the entries by name and the inputs, in whichever format; None when there are none."""
    if not isinstance(raw, dict):
        return None, []
    nested = raw.get("mcp")
    for holder in (raw, nested):
        if not isinstance(holder, dict):
            continue
        for key in ("mcpServers", "servers"):
            if isinstance(entries := holder.get(key), dict):
                inputs = holder.get("inputs")
                return entries, inputs if isinstance(inputs, list) else []
    return None, []


def _read_server(name: str, raw: object, inputs: list[Any], folder: Path) -> FoundServer:
    check_name(name)
    if not isinstance(raw, dict):
        raise SettingsError(N_("Core", "Server “{name}” must be an object."), name=name)
    entry: JsonObject = {key: value for key, value in raw.items() if key != "axon"}
    if "url" not in entry and isinstance(entry.get("serverUrl"), str):
        entry["url"] = entry["serverUrl"]
    kind = str(entry.get("type") or entry.get("transport") or "").lower()
    if kind == "sse":
        raise SettingsError(
            N_(
                "Core",
                "Server “{name}” speaks the old HTTP+SSE transport, which Axon does not. Look for its newer"
                " address, which often ends in /mcp.",
            ),
            name=name,
        )
    notes: list[str] = []
    config = read_entry(name, entry)
    if isinstance(env_file := entry.get("envFile"), str):
        try:
            config = msgspec.structs.replace(
                config, env={**_read_env(_expand_home(env_file), folder), **config.env}
            )
        except (OSError, ValueError):
            notes.append(Text(N_("Core", "Its file of variables cannot be read: {file}"), file=env_file))
    config = _map_texts(config, _expand_home)
    if PLACEHOLDER in json.dumps(msgspec.to_builtins(config)):
        raise SettingsError(
            N_("Core", "Server “{name}” asks for secrets of the key store, which no file may do."),
            name=name,
        )
    texts = _texts(config)
    unknown = {match for text in texts for match in _VARIABLE.findall(text)}
    unknown = {variable for variable in unknown if not variable.startswith(("env:", "input:"))}
    notes.extend(
        Text(
            N_("Core", "Axon does not know {variable}: put its value there."),
            variable=f"${{{variable}}}",
        )
        for variable in sorted(unknown)
    )
    if entry.get("disabled") is True:
        config = msgspec.structs.replace(config, enabled=False)
    wanted = dict.fromkeys(match for text in texts for match in _INPUT.findall(text))
    known = {item["id"]: item for item in inputs if isinstance(item, dict) and isinstance(item.get("id"), str)}
    return FoundServer(config, tuple(_wanted(key, known.get(key, {})) for key in wanted), tuple(notes))


def _wanted(key: str, item: JsonObject) -> RequiredInput:
    wanted = RequiredInput(key, str(item.get("description") or key)[:500], item.get("password") is not False)
    default = item.get("default")
    return replace(wanted, default=default) if isinstance(default, str) else wanted


def _texts(config: ServerConfig) -> list[str]:
    return [config.command, *config.args, config.cwd, config.url, *config.env.values(), *config.headers.values()]


def _map_texts(config: ServerConfig, change: Any) -> ServerConfig:
    return msgspec.structs.replace(
        config,
        command=change(config.command),
        args=tuple(map(change, config.args)),
        cwd=change(config.cwd),
        url=change(config.url),
        env={name: change(value) for name, value in config.env.items()},
        headers={name: change(value) for name, value in config.headers.items()},
    )


def _expand_home(text: str) -> str:
    """Fill in what is the same on every machine: the home folder, a slash, and `${NAME}` as `${env:NAME}`."""
    text = (
        text.replace("${userHome}", str(Path.home())).replace("${pathSeparator}", os.sep).replace("${/}", os.sep)
    )
    text = re.sub(r"\$\{([A-Z_][A-Z0-9_]*)(?::-[^}]*)?\}", r"${env:\1}", text)
    return str(Path(text).expanduser()) if text.startswith("~/") else text


def _read_env(file: str, folder: Path) -> dict[str, str]:
    """Return the variables of a .env file."""
    path = Path(file) if Path(file).is_absolute() else folder / file
    if path.stat().st_size > _LARGEST:
        raise ValueError(file)
    found: dict[str, str] = {}
    for line in path.read_text("utf-8").splitlines():
        if match := _ENV_LINE.fullmatch(line):
            value = match[2]
            quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
            found[match[1]] = value[1:-1] if quoted else value.partition(" #")[0].rstrip()
    return found


def _plain_json(text: str) -> str:
    """Return the text without comments and trailing commas, which some of these programs allow."""
    for unwanted in (_COMMENTS, _LAST_COMMAS):
        text = unwanted.sub(lambda match: match[0] if match[0].startswith('"') else " ", text)
    return text
