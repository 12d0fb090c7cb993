"""The user's servers, in `mcp.json` in the config folder; never in a vault, which may come from anybody.

The file has the `mcpServers` form that other programs read too. What only Axon knows is under one key of each
server; keys that Axon does not know are preserved.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import shlex
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct, field

from axon_desktop import paths
from axon_desktop.errors import N_, SettingsError, system_reason
from axon_desktop.llm.messages import JsonObject
from axon_desktop.net_address import web_address
from axon_desktop.persistence.atomic_write import save_damaged_copy, write_atomically
from axon_desktop.persistence.damaged_json import read_damaged, read_strictly
from axon_desktop.persistence.partial_decode import whole

SERVERS = "mcpServers"
_OURS = "axon"
_LONGEST_NAME = 100


class ServerConfig(Struct, frozen=True, kw_only=True):
    """How one server is reached, and what its tools may do."""

    name: str
    """As the user calls it."""
    command: str = ""
    """Program that speaks the protocol over its standard input and output; empty for a server with an address."""
    args: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict)
    """Variables for the program besides the few that it always gets. `${secret}` in a value is replaced from
    the key store, `${env:NAME}` by a variable of ours."""
    cwd: str = ""
    """Folder that the program starts in; empty for the home folder."""
    url: str = ""
    """Address of a server that speaks Streamable HTTP; empty for a program."""
    headers: dict[str, str] = field(default_factory=dict)
    """Headers of every request, with the same placeholders as `env`."""
    enabled: bool = True
    timeout: Annotated[float, Meta(gt=0, le=3600)] | None = None
    """Seconds that a call may take; None for the limit of all tools."""
    disabled: tuple[str, ...] = ()
    """Tools that are not offered, by the server's own names."""
    reading: tuple[str, ...] = ()
    """Tools that the user trusts to only read: they are not asked about, and may be used while planning."""
    always_load: bool = False
    """Whether its tools are always offered in full, however many tools there are."""

    @property
    def kind(self) -> Literal["stdio", "http"]:
        """How the server is connected."""
        return "http" if self.url else "stdio"

    @property
    def shown(self) -> str:
        """The exact command line or address, for the user to check beforehand."""
        return self.url or shlex.join((self.command, *self.args))

    @property
    def identity(self) -> str:
        """Hash over all that decides which program runs or which address is called."""
        parts = [
            self.command,
            self.args,
            sorted(self.env.items()),
            self.cwd,
            self.url,
            sorted(self.headers.items()),
        ]
        return hashlib.sha256(json.dumps(parts).encode("utf-8", "replace")).hexdigest()


class _Ours(Struct, kw_only=True, rename="camel", omit_defaults=True):
    """The values under our key of a server."""

    enabled: bool = True
    timeout: Annotated[float, Meta(gt=0, le=3600)] | None = None
    disabled_tools: tuple[str, ...] = ()
    reading_tools: tuple[str, ...] = ()
    always_load: bool = False


_OUR_KEYS = tuple(name.encode_name for name in msgspec.structs.fields(_Ours))


def config_file() -> Path:
    """Return the path of the file."""
    return paths.config_dir() / "mcp.json"


def load_configs(
    file: Path | None = None, on_problem: Callable[[SettingsError], object] = lambda _problem: None
) -> list[ServerConfig]:
    """Read the servers; a missing file has none.

    Invalid entries, and parts of the file that are no JSON, are left out; `on_problem` is called for each.
    """
    file = file or config_file()
    return list(_entries(_read(file, on_problem), file, on_problem).values())


def save_configs(configs: Sequence[ServerConfig], file: Path | None = None) -> Path | None:
    """Write the servers atomically; valid entries with other names are removed.

    Unknown keys of the others stay, as do invalid entries. Where something of the file would still be lost, the
    original is saved beside it first.

    Returns:
        Where the original is, if it had to be saved.

    Raises:
        SettingsError: the file cannot be written.
    """
    file = file or config_file()
    lost: list[SettingsError] = []
    raw = _read(file, lost.append)
    old = raw.get(SERVERS, {})
    if not isinstance(old, dict):
        lost.append(_no_servers(file))
        old = {}
    readable = _entries(raw, file, lambda _problem: None)
    left = {name: whole(entry) for name, entry in old.items() if name not in readable}
    raw = whole(raw)
    raw[SERVERS] = {**left, **{config.name: _merged(old.get(config.name), config) for config in configs}}
    try:
        original = save_damaged_copy(file, _bytes_of(file)) if lost else None
    except OSError as error:
        raise SettingsError(SettingsError.CANNOT_WRITE, file=file, why=system_reason(error)) from error
    write_json(file, raw)
    return original


def _bytes_of(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


def _no_servers(file: Path) -> SettingsError:
    return SettingsError(
        N_("Core", "{file}: {key} must be an object. Mend it, or move the file away."),
        file=file,
        key=SERVERS,
    )


def _entries(
    raw: JsonObject, file: Path, on_problem: Callable[[SettingsError], object]
) -> dict[str, ServerConfig]:
    """Return the valid servers by name."""
    servers, configs = raw.get(SERVERS, {}), {}
    if not isinstance(servers, dict):
        on_problem(_no_servers(file))
        return {}
    for name, entry in servers.items():
        try:
            configs[name] = read_entry(name, entry)
        except SettingsError as error:
            on_problem(
                SettingsError(N_("Core", "{file}: {why} Mend that entry, or delete it."), file=file, why=error)
            )
    return configs


def read_entry(name: str, raw: object) -> ServerConfig:
    """Return the server that an entry of a `mcpServers` object describes; unknown keys do not matter.

    Raises:
        SettingsError: the entry is invalid.
    """
    check_name(name)
    if not isinstance(raw, dict):
        raise SettingsError(N_("Core", "Server “{name}” must be an object."), name=name)
    known = {key: raw[key] for key in ("command", "args", "cwd", "url") if raw.get(key) is not None}
    if isinstance(url := known.get("url"), str) and "://" not in url:
        known["url"] = web_address(url) or url
    for key in ("env", "headers"):
        if raw.get(key):
            known[key] = _texts(name, key, raw[key])
    try:
        ours = msgspec.convert(raw.get(_OURS) or {}, _Ours)
        config = msgspec.convert({"name": name, **known}, ServerConfig)
    except msgspec.ValidationError as error:
        raise SettingsError(N_("Core", "Server “{name}”: {why}."), name=name, why=error) from error
    config = msgspec.structs.replace(
        config,
        enabled=ours.enabled,
        timeout=ours.timeout,
        disabled=ours.disabled_tools,
        reading=ours.reading_tools,
        always_load=ours.always_load,
    )
    check_config(config)
    return config


def check_name(name: str) -> None:
    """Check that a name can be part of a sentence.

    Raises:
        SettingsError: it cannot.
    """
    if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        raise SettingsError(
            N_("Core", "A server is called {name}: a name is a short line of text."),
            name=f"{name[:50]!r}",
        )


def check_config(config: ServerConfig) -> None:
    """Check what the types cannot.

    Raises:
        SettingsError: the server has no command and no address, or both, or one that cannot be.
    """
    if bool(config.command.strip()) == bool(config.url.strip()):
        raise SettingsError(
            N_("Core", "Server “{name}” needs either a command or an address (url)."),
            name=config.name,
        )
    texts = (config.command, *config.args, config.cwd, *config.env, *config.env.values())
    if any("\0" in text for text in texts):
        raise SettingsError(N_("Core", "Server “{name}”: no text may hold a NUL character."), name=config.name)
    if config.url:
        try:
            parts = urlsplit(config.url)
            usable = parts.scheme in ("http", "https") and bool(parts.hostname)
        except ValueError:
            usable = False
        if not usable:
            raise SettingsError(
                N_("Core", "Server “{name}”: its url must begin with http:// or https://."),
                name=config.name,
            )


def _texts(name: str, key: str, raw: object) -> dict[str, str]:
    """Return variables or headers; numbers and true or false, which many files hold, become texts."""
    if not isinstance(raw, dict) or any(isinstance(value, dict | list) for value in raw.values()):
        raise SettingsError(N_("Core", "Server “{name}”: {key} must hold texts by name."), name=name, key=key)
    return {
        str(variable): value if isinstance(value, str) else json.dumps(value)
        for variable, value in raw.items()
        if value is not None
    }


def _read(file: Path, on_problem: Callable[[SettingsError], object]) -> JsonObject:
    """Return the file's content, with `Broken` values; `on_problem` is called for what writing it would lose."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        on_problem(SettingsError(SettingsError.CANNOT_READ, file=file, why=system_reason(error)))
        return {}
    with suppress(ValueError, RecursionError):
        raw = read_strictly(data.removeprefix(codecs.BOM_UTF8))
        if isinstance(raw, dict):
            return raw
    found = read_damaged(data)
    if not isinstance(found.value, dict):
        on_problem(
            SettingsError(
                N_("Core", "{file} must hold a JSON object. Mend it, or move it away to start without servers."),
                file=file,
            )
        )
        return {}
    for fault in found.faults[:1]:
        on_problem(
            SettingsError(
                N_("Core", "{file}, line {line}: this is not valid JSON. What can be read of the file is used."),
                file=file,
                line=fault.line,
            )
        )
    return found.value


def _merged(old: object, config: ServerConfig) -> JsonObject:
    entry = dict(old) if isinstance(old, dict) else {}
    ours = entry.pop(_OURS, None)
    for key in ("command", "args", "env", "cwd", "url", "headers"):
        entry.pop(key, None)
        if value := getattr(config, key):
            entry[key] = msgspec.to_builtins(value)
    if config.url:
        entry["type"] = "http"
    elif entry.get("type") != "stdio":
        entry.pop("type", None)
    others = {key: value for key, value in ours.items() if key not in _OUR_KEYS} if isinstance(ours, dict) else {}
    new = _Ours(
        enabled=config.enabled,
        timeout=config.timeout,
        disabled_tools=config.disabled,
        reading_tools=config.reading,
        always_load=config.always_load,
    )
    if mine := {**others, **msgspec.to_builtins(new)}:
        entry[_OURS] = mine
    return entry


def write_json(file: Path, content: JsonObject) -> None:
    """Write a file that only the user may read, atomically.

    Raises:
        SettingsError: the folder or the file cannot be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, json.dumps(content, ensure_ascii=False, indent=2).encode())
    except OSError as error:
        raise SettingsError(SettingsError.CANNOT_WRITE, file=file, why=system_reason(error)) from error
