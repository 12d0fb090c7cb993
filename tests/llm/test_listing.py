"""Which models a server has, asked at the address as it was written."""

from __future__ import annotations

import asyncio
import socket

import pytest

from axon_desktop.llm.models.probe import Listing, look_for_models
from axon_desktop.settings.keys import KeyStore, key_id
from axon_desktop.settings.settings import ModelSettings
from tests.llm.listing_server import PAGE, ListingServer
from tests.llm.loopback import Status, Step
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def look(text: str, key: str = "") -> Listing:
    model = ModelSettings(provider="openai_compatible", base_url=text)
    named = ModelSettings(provider="openai_compatible", base_url=f"http://{text}")
    keys = KeyStore({key_id(named): key} if key else {})
    return asyncio.run(look_for_models(model, keys, seconds=PATIENCE))


@pytest.mark.parametrize("elsewhere", [Status(404, "no"), PAGE, Status(500, "no")], ids=["404", "page", "500"])
@pytest.mark.parametrize("root", ["/v1", ""])
@pytest.mark.parametrize("written", ["{}", "http://{}", "{}/", "{}/v1", "http://{}/v1/chat/completions"])
def test_server_is_found_with_v1_and_without(written: str, root: str, elsewhere: Step) -> None:
    with ListingServer(["a", "b"], root=root, elsewhere=elsewhere) as server:
        found = look(written.format(server.where))
        assert found == Listing(f"{server.base_url}{root}", ("a", "b"))


def test_server_below_a_path_is_found_with_v1_and_without() -> None:
    with ListingServer(root="/openai/v1") as server:
        assert look(f"{server.where}/openai") == Listing(f"{server.base_url}/openai/v1", ("qwen3:4b",))
        assert look(f"{server.where}/openai/v1").models == ("qwen3:4b",)


def test_server_that_needs_a_key_is_asked_once_and_says_so() -> None:
    with ListingServer(needs_key=True) as server:
        found = look(server.where)
        assert found.failure is not None
        assert (found.failure.code, found.base_url) == ("key", f"{server.base_url}/v1")
        assert len(server.requests) == 1
        assert look(server.where, server.key).models == ("qwen3:4b",)


@pytest.mark.parametrize("page", [PAGE, Status(404, "not here")])
def test_server_of_another_kind_is_no_model_server(page: Step) -> None:
    with ListingServer(root="/nowhere", elsewhere=page) as server:
        found = look(server.where)
        assert found.failure is not None
        assert (found.failure.code, found.models) == ("address", ())


def test_a_server_that_is_not_there_is_reported_as_such() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
    found = look(f"127.0.0.1:{port}")
    assert found.failure is not None
    assert found.failure.code == "network"
    assert f"http://127.0.0.1:{port}/v1" in found.failure.detail


def test_server_without_a_model_gives_an_empty_list() -> None:
    with ListingServer([]) as server:
        assert look(server.where) == Listing(f"{server.base_url}/v1", ())


def test_no_address_is_asked_nowhere() -> None:
    found = look("no address")
    assert found.failure is not None
    assert found.failure.code == "address"
