from __future__ import annotations

import base64
import copy
import json
import logging
import os
import pickle
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as FailKeyring
from keyring.backends.null import Keyring as NullKeyring
from keyring.errors import KeyringLocked

from axon_desktop.errors import KeyStoreError
from axon_desktop.settings import keys
from axon_desktop.settings.keys import KeyFilter, KeyStore, key_id
from axon_desktop.settings.providers import provider_info
from axon_desktop.settings.settings import ModelSettings, ProviderId
from tests.waiting import PATIENCE

ADDRESSES = json.loads((Path(__file__).parents[1] / "data" / "key_addresses.json").read_text("utf-8"))
KEY = "sk-canary+/5f1d0c9b7a"


class MemoryBackend(KeyringBackend):
    """A key store like any other, but for its place."""

    priority = -1.0  # keyring must not choose it by itself for other tests

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


class LockedBackend(MemoryBackend):
    """A key store that the user has not unlocked."""

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked("locked")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked("locked")


def test_environment_is_emptied_and_used() -> None:
    environ = {
        "DEEPSEEK_API_KEY": f" {KEY}\n",
        "OPENAI_API_KEY": "",
        "ANTHROPIC_API_KEY": "other-key",
        "PATH": "/bin",
    }
    store = KeyStore.from_environment(environ, backend=MemoryBackend())
    assert environ == {"PATH": "/bin"}
    assert (store.get("deepseek"), store.where("deepseek")) == (KEY, "environment")
    assert (store.get("openai_compatible"), store.where("openai_compatible")) == (None, "none")
    assert store.get("anthropic") == "other-key"


def server(base_url: str, provider: ProviderId = "openai_compatible") -> str:
    return key_id(ModelSettings(provider=provider, base_url=base_url))


def test_key_belongs_to_one_server() -> None:
    assert server("https://Api.Example.com./v1") == "openai_compatible/api.example.com:443"
    assert server("http://10.0.0.2:8000/v1") == "openai_compatible/10.0.0.2:8000"
    assert server("https://[::1]:8443") == "openai_compatible/::1:8443"
    assert server("http://a:b") == server("") == "openai_compatible"
    assert server("", "deepseek") == server("https://api.deepseek.com/beta", "deepseek") == "deepseek"
    assert server("https://proxy.example/v1", "deepseek") == "deepseek/proxy.example:443"
    assert server("https://api.deepseek.com/anthropic", "anthropic") == "anthropic/api.deepseek.com:443"
    store = KeyStore(backend=MemoryBackend())
    store.set(server("https://one.example/v1"), KEY)
    store.set(server("https://two.example/v1"), "sk-of-two", remember=False)
    assert store.get(server("https://one.example/v2")) == KEY
    assert store.get(server("https://two.example/v1")) == "sk-of-two"
    for other in ("http://one.example/v1", "https://one.example:8443", "https://one.example.evil.net", ""):
        assert store.get(server(other)) is None
    assert store.get("openai") is None


def test_a_provider_s_key_stays_with_the_provider() -> None:
    store = KeyStore(backend=MemoryBackend())
    store.set("anthropic", KEY)
    assert store.get(server("https://api.deepseek.com/anthropic", "anthropic")) is None


@pytest.mark.parametrize("provider", keys.VARIABLES)
def test_key_of_the_environment_stays_with_its_provider(provider: ProviderId) -> None:
    info = provider_info(provider)
    store = KeyStore.from_environment({info.variable: KEY}, backend=MemoryBackend())
    words = {"provider": provider, "base_url": info.base_url, "host": info.host}

    def at(row: tuple[str, str]) -> str:
        kind, address = (part.format(**words) for part in row)
        return server(address, kind)

    for row in ADDRESSES["own"]:
        own = at(row)
        assert (store.get(own), store.where(own)) == (KEY, "environment")
        assert store.variable(own) == info.variable
    for other in (*map(at, ADDRESSES["others"]), *(one for one in keys.VARIABLES if one != provider)):
        assert (store.get(other), store.where(other), store.variable(other)) == (None, "none", "")


@pytest.mark.parametrize("provider", keys.VARIABLES)
def test_variable_of_the_address_says_whose_the_key_is(provider: ProviderId) -> None:
    info = provider_info(provider)
    given = {info.variable: KEY, info.address_variable: "http://own.example:8080/v1", "PATH": "/bin"}
    store = KeyStore.from_environment(given, backend=MemoryBackend())
    assert given == {info.address_variable: "http://own.example:8080/v1", "PATH": "/bin"}
    for own in (server("http://own.example:8080/v1"), server("http://own.example:8080", provider)):
        assert (store.get(own), store.variable(own)) == (KEY, info.variable)
    for other in (provider, server("http://own.example/v1", provider), server(info.base_url, provider)):
        assert store.get(other) is None


def test_deepseek_key_alone_decides_who_answers() -> None:
    assert KeyStore.from_environment({"DEEPSEEK_API_KEY": KEY}).default_provider == "deepseek"
    others = {"OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY}
    assert KeyStore.from_environment(others).default_provider == ""
    tied = {"DEEPSEEK_API_KEY": KEY, "DEEPSEEK_BASE_URL": "https://proxy.example"}
    assert KeyStore.from_environment(tied).default_provider == ""


@pytest.mark.parametrize("provider", keys.VARIABLES)
def test_key_that_is_typed_for_an_address_is_bound_to_it(provider: ProviderId) -> None:
    own, other = server("https://own.example/v1", provider), server("https://other.example/v1", provider)
    store = KeyStore.from_environment({keys.VARIABLES[provider]: KEY}, backend=MemoryBackend())
    assert (store.get(own), store.where(own)) == (None, "none")
    store.set(own, "sk-of-its-own")
    assert (store.get(own), store.where(own)) == ("sk-of-its-own", "keyring")
    assert (store.get(other), store.get(provider)) == (None, KEY)
    store.delete(own)
    assert (store.get(own), store.where(own)) == (None, "none")


def test_children_do_not_inherit_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPSEEK_API_KEY", KEY)
    KeyStore.from_environment(backend=MemoryBackend())
    shown = subprocess.run([sys.executable, "-c", "import os; print(os.environ)"], capture_output=True, check=True)
    assert KEY.encode() not in shown.stdout
    assert "DEEPSEEK_API_KEY" not in os.environ


def test_key_goes_to_the_key_store_and_back() -> None:
    backend = MemoryBackend()
    assert KeyStore(backend=backend).set("deepseek", f" {KEY} ") == "keyring"
    assert backend.kept == {("axon-desktop", "deepseek"): KEY}
    store = KeyStore(backend=backend)
    assert (store.get("deepseek"), store.where("deepseek")) == (KEY, "keyring")
    store.delete("deepseek")
    assert (backend.kept, store.where("deepseek")) == ({}, "none")


def test_key_for_this_run_wins_and_is_not_stored() -> None:
    backend = MemoryBackend()
    store = KeyStore({"deepseek": "from-environment"}, backend=backend)
    assert store.set("deepseek", KEY, remember=False) == "memory"
    assert (store.get("deepseek"), store.where("deepseek")) == (KEY, "memory")
    assert backend.kept == {}
    store.delete("deepseek")
    assert store.where("deepseek") == "none"


def test_stored_key_replaces_the_one_of_the_environment() -> None:
    store = KeyStore({"deepseek": "from-environment"}, backend=MemoryBackend())
    store.set("deepseek", KEY)
    assert (store.get("deepseek"), store.where("deepseek")) == (KEY, "keyring")


@pytest.mark.parametrize("text", ["", "  ", "two words", "schlüssel", "a\nb"])
def test_what_is_no_key_is_refused(text: str) -> None:
    store = KeyStore(backend=MemoryBackend())
    with pytest.raises(KeyStoreError, match="no API key"):
        store.set("deepseek", text)


def test_locked_key_store_says_what_to_do() -> None:
    store = KeyStore({"anthropic": KEY}, backend=LockedBackend())
    actions: list[Callable[[], object]] = [
        lambda: store.get("deepseek"),
        lambda: store.set("deepseek", KEY),
        lambda: store.where("deepseek"),
    ]
    for action in actions:
        with pytest.raises(KeyStoreError, match="Unlock it"):
            action()
    assert store.get("anthropic") == KEY


def _plain_text_backend() -> KeyringBackend:
    kind = type("PlaintextKeyring", (MemoryBackend,), {"__module__": "keyrings.alt.file"})
    backend: KeyringBackend = kind()
    return backend


@pytest.mark.parametrize("backend", [FailKeyring(), NullKeyring(), _plain_text_backend()])  # type: ignore[no-untyped-call]
def test_plain_text_and_missing_key_stores_are_refused(
    backend: KeyringBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring, "get_keyring", lambda: backend)
    store = KeyStore()
    assert store.backend_name == ""
    assert (store.get("deepseek"), store.where("deepseek")) == (None, "none")
    with pytest.raises(KeyStoreError, match="DEEPSEEK_API_KEY"):
        store.set("deepseek", KEY)
    assert store.get("deepseek") is None
    assert store.set("deepseek", KEY, remember=False) == "memory"


def test_key_shows_in_no_form_of_the_store() -> None:
    store = KeyStore({"deepseek": KEY}, backend=MemoryBackend())
    store.set("anthropic", KEY + "2", remember=False)
    assert KEY not in repr(store) + str(store) + f"{store!r:>1}"
    for write in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError):
            write(store)


def test_log_holds_no_key(caplog: pytest.LogCaptureFixture) -> None:
    store = KeyStore({"deepseek": KEY}, backend=MemoryBackend())
    log = logging.getLogger("test_keys")
    encoded = base64.b64encode(KEY.encode()).decode()
    with caplog.filtering(KeyFilter(store)):
        log.warning("sent %s and %s to %s", KEY, quote(KEY, safe=""), {"key": KEY, "basic": encoded})
        try:
            raise ValueError(KEY)
        except ValueError:
            log.exception("failed")
    assert "sent [key] and [key]" in caplog.text
    assert "ValueError: [key]" in caplog.text
    assert not [form for form in (KEY, quote(KEY, safe=""), encoded.rstrip("=")) if form in caplog.text]


_SESSION = """
import sys
from axon_desktop.settings.keys import KeyStore

first = KeyStore()
print(first.where("deepseek"), first.set("deepseek", sys.stdin.readline()), first.backend_name)
second = KeyStore()
print(second.get("deepseek"), second.where("deepseek"))
second.delete("deepseek")
print(second.get("deepseek"), KeyStore().where("deepseek"))
"""


def _in_session(tmp_path: Path, session: str, before: str) -> list[str]:
    """Run a script in a session of its own with a real, empty key store; return what it prints."""
    script = tmp_path / "session.py"
    script.write_text(textwrap.dedent(session), "utf-8")
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "XDG_RUNTIME_DIR": str(runtime),
        "PYTHONPATH": str(Path(keys.__file__).parent.parent),
    }
    done = subprocess.run(
        ["dbus-run-session", "--", "sh", "-c", f'{before}\nprintf "%s" "{KEY}" | "{sys.executable}" "{script}"'],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environ,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    written = [file for file in tmp_path.rglob("*") if file.is_file() and file != script]
    assert not [file for file in written if KEY.encode() in file.read_bytes()]
    return done.stdout.splitlines()


_needs_key_store = pytest.mark.skipif(
    not (shutil.which("dbus-run-session") and shutil.which("gnome-keyring-daemon")),
    reason="needs dbus-run-session and gnome-keyring-daemon",
)


@_needs_key_store
def test_real_key_store_keeps_a_key(tmp_path: Path) -> None:
    unlock = "printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1"
    first, second, third = _in_session(tmp_path, _SESSION, unlock)
    assert first.startswith("none keyring SecretService")
    assert second == f"{KEY} keyring"
    assert third == "None none"


_LOOKING = """
from axon_desktop.settings.keys import KeyStore

store = KeyStore()
print(store.backend_name, store.where("deepseek"))
store.delete("deepseek")
"""


@_needs_key_store
def test_looking_for_a_key_makes_no_key_store(tmp_path: Path) -> None:
    start = "gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1"
    (found,) = _in_session(tmp_path, _LOOKING, start)  # making one would ask for a password; nobody is there
    assert found.startswith("SecretService")
    assert found.endswith(" none")
    assert not list(tmp_path.rglob("*.keyring"))


def test_key_store_that_cannot_be_reached_is_named() -> None:
    class Unreachable:
        def get_password(self, service: str, username: str) -> str | None:
            raise PermissionError(13, "Permission denied")

        def set_password(self, service: str, username: str, password: str) -> None:
            raise ConnectionRefusedError(111, "Connection refused")

        def delete_password(self, service: str, username: str) -> None:
            raise ConnectionRefusedError(111, "Connection refused")

    store = KeyStore(backend=Unreachable())
    with pytest.raises(KeyStoreError, match="Permission denied"):
        store.get("deepseek")
    with pytest.raises(KeyStoreError, match="Connection refused"):
        store.set("deepseek", "sk-123456")
