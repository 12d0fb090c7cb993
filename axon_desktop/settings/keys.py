"""API keys: in the system's key store, from the environment, or in memory for this run; never in a file.

Calls that reach the key store block, perhaps until the user has unlocked it: make them in a thread.
"""

from __future__ import annotations

import base64
import logging
import os
from collections.abc import Callable, Iterable, MutableMapping
from contextlib import closing
from typing import Literal, Protocol, TypeAlias, TypeVar
from urllib.parse import quote, urlsplit

from axon_desktop.errors import N_, KeyStoreError
from axon_desktop.net_address import host_of
from axon_desktop.settings.providers import PROVIDERS, provider_info

_T = TypeVar("_T")
KeyPlace: TypeAlias = Literal["keyring", "environment", "memory", "none"]

SERVICE = "axon-desktop"
VARIABLES = {info.id: info.variable for info in PROVIDERS if info.variable}
"""Environment variable of each provider. Its key goes to the provider's own host only, or only to the one that the
variable of the address names; see `ProviderInfo.address_variable`."""

_DEFAULT = "deepseek"
"""The provider whose key in the environment decides that it answers, if no model was chosen."""
_SHORTEST = 6
"""Keys shorter than this are not looked for in texts: they would hit ordinary words."""

# Backends that keep keys readable, forget them, or are no backend at all.
_REFUSED = ("keyrings.alt", "keyring.backends.null", "keyring.backends.fail", "keyring.backends.chainer")


class Endpoint(Protocol):
    """The part of the model settings that says whose key is needed."""

    @property
    def provider(self) -> str:
        """Provider id."""

    @property
    def base_url(self) -> str:
        """Address of the server, empty for the provider's own."""


def key_id(model: Endpoint) -> str:
    """Return the id of the key that this model needs.

    It is the provider at its own address, anywhere else `provider/host:port`, so that a key is never sent to
    another server than the one it was given for. An address that is none has the bare provider.
    """
    return _id_at(model.provider, model.base_url)


def _id_at(provider: str, address: str) -> str:
    try:
        parts = urlsplit(address.strip())
        port = parts.port or (80 if parts.scheme == "http" else 443)
    except ValueError:
        return provider
    place = f"{host_of(address)}:{port}"
    own = place in (f":{port}", f"{provider_info(provider).host}:443")
    return provider if own else f"{provider}/{place}"


class KeyringBackend(Protocol):
    """The part of a keyring backend that is used."""

    def get_password(self, service: str, username: str) -> str | None:
        """Return the stored password."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Store a password."""

    def delete_password(self, service: str, username: str) -> None:
        """Forget a password."""


class KeyStore:
    """Knows the keys of this run, and asks the system's key store for the others.

    A key typed in this run wins over the environment, and that over the key store, which may have to be unlocked;
    for a server of the user's own the key store wins.
    """

    def __init__(
        self, environment: dict[str, str] | None = None, *, backend: KeyringBackend | None = None
    ) -> None:
        self._environment = dict(environment or {})
        self._memory: dict[str, str] = {}
        self._typed: set[str] = set()
        """Ids whose keys were put into the key store in this run."""
        self._backend = backend
        self._seen: set[str] = set(self._environment.values())

    @classmethod
    def from_environment(
        cls, environ: MutableMapping[str, str] | None = None, *, backend: KeyringBackend | None = None
    ) -> KeyStore:
        """Take the keys out of the environment, so that no child process inherits them.

        A variable such as OPENAI_BASE_URL says which server the key belongs to.
        """
        environ = os.environ if environ is None else environ
        found = {}
        for info in PROVIDERS:
            if info.variable and (key := environ.pop(info.variable, "").strip()):
                address = info.address_in(environ.get(info.address_variable, ""))
                found[_id_at(info.id, address)] = key
        return cls(found, backend=backend)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(environment={sorted(self._environment)}, memory={sorted(self._memory)})"

    def __reduce__(self) -> str:
        raise TypeError("a KeyStore is never written anywhere")

    def get(self, provider: str) -> str | None:
        """Return the key of this id (see `key_id`), None if there is none.

        Raises:
            KeyStoreError: the system's key store is locked. One that is missing holds no key.
        """
        return self._find(provider)[0]

    def where(self, provider: str) -> KeyPlace:
        """Say where the key of this id is.

        Raises:
            KeyStoreError: the system's key store is locked.
        """
        return self._find(provider)[1]

    def variable(self, provider: str) -> str:
        """Return the environment variable that holds the key of this id, empty if none does."""
        return VARIABLES[self._given(provider).partition("/")[0]] if self._given(provider) else ""

    @property
    def default_provider(self) -> str:
        """The provider that answers where no model was chosen, empty if the environment has no key for it."""
        return _DEFAULT if _DEFAULT in self._environment else ""

    def _given(self, provider: str) -> str:
        """Return under which id the environment has the key of this one, empty if it has none."""
        _, _, place = provider.partition("/")
        owners = (info.id for info in PROVIDERS if info.host and f"{info.host}:443" == place)
        ids = [provider, *owners]
        if place:
            ids += [f"{info.id}/{place}" for info in PROVIDERS]
        return next((one for one in ids if one in self._environment), "")

    def _find(self, provider: str) -> tuple[str | None, KeyPlace]:
        if key := self._memory.get(provider):
            return self._note(key), "memory"
        typed = provider in self._typed
        given = "" if typed else self._given(provider)
        if given and not provider_info(provider.partition("/")[0]).needs_address:
            return self._note(self._environment[given]), "environment"
        if key := self._stored(provider):
            return self._note(key), "keyring"
        if given:
            return self._note(self._environment[given]), "environment"
        return None, "none"

    def _stored(self, provider: str) -> str | None:
        """Return what the key store holds; one that nobody has used yet is not asked."""
        backend = self._find_backend()
        if backend is None or not _call(lambda: _may_hold(backend)):
            return None
        return _call(lambda: backend.get_password(SERVICE, provider))

    def _note(self, key: str) -> str:
        self._seen.add(key)
        return key

    def set(self, provider: str, key: str, *, remember: bool = True) -> KeyPlace:
        """Store a key, in the system's key store or (`remember` false) for this run; return where it is.

        Raises:
            KeyStoreError: this is no key, or the key store is missing or locked; then nothing is stored.
        """
        key = key.strip()
        if not key or not key.isascii() or not key.isprintable() or " " in key:
            raise KeyStoreError(
                N_(
                    "Core",
                    "This is no API key: a key is one word of letters, digits and punctuation. Copy it again.",
                )
            )
        self._seen.add(key)
        if not remember:
            self._memory[provider] = key
            return "memory"
        backend = self._find_backend()
        if backend is None:
            raise KeyStoreError(
                N_(
                    "Core",
                    "This computer has no key store that Axon can use. Keep the key for this run only, or set"
                    " {variable} before the start.",
                ),
                variable=VARIABLES.get(provider, VARIABLES["openai"]),
            )
        _call(lambda: backend.set_password(SERVICE, provider, key))
        self._memory.pop(provider, None)
        self._environment.pop(provider, None)
        self._typed.add(provider)
        return "keyring"

    def delete(self, provider: str) -> None:
        """Forget a key everywhere.

        Raises:
            KeyStoreError: the system's key store is locked.
        """
        self._memory.pop(provider, None)
        self._environment.pop(provider, None)
        self._typed.discard(provider)
        backend = self._find_backend()
        if backend is not None and self._stored(provider) is not None:
            _call(lambda: backend.delete_password(SERVICE, provider))

    @property
    def backend_name(self) -> str:
        """Name of the system's key store, empty if there is none that can be used."""
        backend = self._find_backend()
        return str(getattr(backend, "name", type(backend).__name__)) if backend is not None else ""

    def redact(self, text: str) -> str:
        """Return a text with every key that was used in this run replaced, plain or encoded."""
        for key in self._seen:
            if len(key) < _SHORTEST:
                continue
            encoded = base64.b64encode(key.encode()).decode().rstrip("=")
            for form in (key, quote(key, safe=""), encoded):
                text = text.replace(form, "[key]")
        return text

    def _find_backend(self) -> KeyringBackend | None:
        if self._backend is None:
            self._backend = _system_backend()
        return self._backend


class KeyFilter(logging.Filter):
    """Keeps keys out of the log; add it to every handler."""

    def __init__(self, keys: KeyStore) -> None:
        super().__init__()
        self._keys = keys

    def filter(self, record: logging.LogRecord) -> bool:
        """Replace keys in the message and in the traceback; the record always passes."""
        record.msg = self._keys.redact(record.getMessage())
        record.args = None
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = self._keys.redact(record.exc_text)
        return True


def _is_refused(backend: object) -> bool:
    return type(backend).__module__.startswith(_REFUSED)


def _system_backend() -> KeyringBackend | None:
    """Return the first real key store of this system."""
    import keyring
    from keyring.backends import chainer

    chosen = _call(keyring.get_keyring)
    candidates: Iterable[KeyringBackend] = (
        chosen.backends if isinstance(chosen, chainer.ChainerBackend) else [chosen]
    )
    return next((backend for backend in candidates if not _is_refused(backend)), None)


def _may_hold(backend: KeyringBackend) -> bool:
    """Tell whether a key store may hold anything.

    A Secret Service without a keyring makes its first one even to look for a key, and asks for its password.
    """
    import keyring  # noqa: F401 - the package before its parts: another thread may be importing it
    from keyring.backends import SecretService

    if not isinstance(backend, SecretService.Keyring):
        return True
    import secretstorage

    with closing(secretstorage.dbus_init()) as connection:
        try:
            secretstorage.get_collection_by_alias(connection, "default")
        except secretstorage.ItemNotFoundException:
            return False
        except secretstorage.SecretStorageException:
            return True  # the backend says what is wrong
    return True


def _call(action: Callable[[], _T]) -> _T:
    """Ask the key store.

    Raises:
        KeyStoreError: it cannot be unlocked or reached.
    """
    import keyring  # noqa: F401 - the package before its parts: another thread may be importing it
    from keyring.errors import KeyringError

    try:
        return action()
    except (KeyringError, OSError) as error:  # OSError: its files or its socket cannot be reached
        raise KeyStoreError(
            N_(
                "Core",
                "The system's key store cannot be used ({why}). Unlock it, or keep the key for this run only.",
            ),
            why=error,
        ) from error
