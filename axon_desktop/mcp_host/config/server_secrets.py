"""Secrets of servers: in the system's key store, with a placeholder in the file.

Calls that reach the key store block: make them in a thread.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Literal, TypeAlias
from urllib.parse import quote, unquote

import msgspec

from axon_desktop.errors import SettingsError
from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.settings.keys import KeyStore

Section: TypeAlias = Literal["env", "headers"]

PLACEHOLDER = "${secret}"
_ENVIRONMENT = re.compile(r"\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}")
_SCHEME = re.compile(r"((?:bearer|basic|token|apikey) +)(\S+)", re.IGNORECASE)
_SECRET_NAME = re.compile(
    r"token|secret|passw|passphrase|pwd|api[-_]?key|apikey|auth|credential|cookie|private|(^|[-_])(pat|pass|key|dsn)($|[-_])",
    re.IGNORECASE,
)
_SECRET_VALUE = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9_+=.\-]{20,}|.*://[^/\s:@]+:[^/\s@]+@.*")
_PLAIN_HEADERS = {"accept", "accept-language", "content-type", "user-agent"}


class MissingSecretError(SettingsError):
    """A value that the server needs is missing; `name` says which."""

    def __init__(self, name: str) -> None:
        super().__init__(f"The value of {name} is missing. Enter it in the settings of the server.")
        self.name = name


def looks_secret(section: Section, name: str, value: str) -> bool:
    """Tell whether a value must not be in a file: by its name, its form, or as a header."""
    if not value.strip() or PLACEHOLDER in value or _ENVIRONMENT.search(value):
        return False
    if section == "headers":
        return name.lower() not in _PLAIN_HEADERS
    return bool(_SECRET_NAME.search(name) or _SECRET_VALUE.fullmatch(value))


def hide_secrets(config: ServerConfig, keys: KeyStore, *, remember: bool = True) -> ServerConfig:
    """Return the server as it may be saved, with its secrets in the key store or (`remember` false) in memory.

    Raises:
        KeyStoreError: there is no key store, or it is locked.
    """
    hidden: dict[Section, dict[str, str]] = {"env": {}, "headers": {}}
    for section, values in _sections(config).items():
        for name, value in values.items():
            shown = value
            if looks_secret(section, name, value):
                scheme = _SCHEME.fullmatch(value)
                secret = scheme[2] if scheme else value
                keys.set(_key(config.name, section, name), _pack(secret), remember=remember)
                shown = f"{scheme[1] if scheme else ''}{PLACEHOLDER}"
            hidden[section][name] = shown
    return msgspec.structs.replace(config, env=hidden["env"], headers=hidden["headers"])


def reveal_secrets(config: ServerConfig, keys: KeyStore, environ: Mapping[str, str] | None = None) -> ServerConfig:
    """Return the server as it is started.

    Raises:
        MissingSecretError: the key store or the environment does not have a value.
        KeyStoreError: the key store is locked.
    """
    environ = os.environ if environ is None else environ
    shown: dict[Section, dict[str, str]] = {"env": {}, "headers": {}}
    for section, values in _sections(config).items():
        for name, value in values.items():
            secret = ""
            if PLACEHOLDER in value:
                packed = keys.get(_key(config.name, section, name))
                if packed is None:
                    raise MissingSecretError(name)
                secret = unquote(packed)
            shown[section][name] = _expand(value, environ).replace(PLACEHOLDER, secret)
    return msgspec.structs.replace(config, env=shown["env"], headers=shown["headers"])


def forget_secrets(config: ServerConfig, keys: KeyStore) -> None:
    """Take the server's secrets out of the key store.

    Raises:
        KeyStoreError: the key store is locked.
    """
    for section, values in _sections(config).items():
        for name, value in values.items():
            if PLACEHOLDER in value:
                keys.delete(_key(config.name, section, name))


def _sections(config: ServerConfig) -> dict[Section, dict[str, str]]:
    return {"env": config.env, "headers": config.headers}


def _key(server: str, section: Section, name: str) -> str:
    """Return the id of a secret; derived from the server's name, so that no server can name another's secret."""
    return f"mcp/{quote(server, safe='')}/{section}/{quote(name, safe='')}"


def _pack(secret: str) -> str:
    """Return a secret as one word of printable characters, as the key store takes it; most stay as they are."""
    return quote(secret, safe="".join(chr(code) for code in range(0x21, 0x7F) if chr(code) != "%"))


def _expand(value: str, environ: Mapping[str, str]) -> str:
    def replace(match: re.Match[str]) -> str:
        if match[1] not in environ:
            raise MissingSecretError(match[1])
        return environ[match[1]]

    return _ENVIRONMENT.sub(replace, value)
