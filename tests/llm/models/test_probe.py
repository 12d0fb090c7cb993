"""The faults behind the Test button: each is real on loopback, and each has its own code."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.llm.models import discovery
from axon_desktop.llm.models.discovery import LocalServer, find_local_servers
from axon_desktop.llm.models.probe import ProbeResult, probe
from axon_desktop.settings.keys import KeyStore, key_id
from axon_desktop.settings.settings import ModelSettings
from tests.llm.deepseek_server import DeepSeekServer
from tests.llm.loopback import Raw, Reply, Request, Stall, Status, Step
from tests.llm.openai_server import OpenAIServer, Quirk
from tests.llm.test_network import self_signed
from tests.waiting import PATIENCE


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer(strict=True) as server:
        yield server


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def closed_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port: int = held.getsockname()[1]
    return port


def run(base_url: str, model: str = "gpt-6-mini", *, key: str = OpenAIServer.key, **more: Any) -> ProbeResult:
    settings = ModelSettings(provider="openai_compatible", base_url=base_url, model=model)
    return asyncio.run(probe(settings, KeyStore({key_id(settings): key}), **more))


def run_deepseek(server: DeepSeekServer, *steps: Step, model: str = "") -> ProbeResult:
    server.script(*steps)
    settings = ModelSettings(provider="deepseek", base_url=server.base_url, model=model)
    return asyncio.run(probe(settings, KeyStore({key_id(settings): server.key})))


def test_working_model_is_ok_and_its_server_lists_models(server: OpenAIServer) -> None:
    server.script(Reply("ok", pace=0.01))
    found = run(server.base_url)
    assert (found.ok, found.code, found.detail, found.models) == (True, "ok", "", (server.model,))
    assert found.seconds > 0
    assert [request.method for request in server.requests] == ["GET", "POST"]
    assert server.requests[1].body["max_tokens"] <= 16
    assert server.problems == []


def test_model_that_only_thinks_is_ok(server: OpenAIServer) -> None:
    server.script(Reply("", finish="length"))
    assert run(server.base_url).ok


def test_server_without_a_list_of_models_is_ok(server: OpenAIServer) -> None:
    with DeepSeekServer() as bare:  # it has no list below /v1
        bare.script(Reply("ok"))
        found = run(f"{bare.base_url}/v1", "deepseek-flash", key=bare.key)
    assert (found.code, found.models) == ("ok", ())


def test_wrong_key(server: OpenAIServer) -> None:
    found = run(server.base_url, key="sk-another-key")
    assert found.code == "key"
    assert "sk-another-key" not in found.detail


@pytest.mark.parametrize("code", [401, 403])
def test_key_without_rights(server: OpenAIServer, code: int) -> None:
    server.script(Status(code, "You have insufficient permissions"))
    assert run(server.base_url).code == "key"


def test_missing_key_is_seen_before_anything_is_sent(server: OpenAIServer) -> None:
    class Empty:
        def get_password(self, service: str, username: str) -> str | None:
            return None

        def set_password(self, service: str, username: str, password: str) -> None: ...

        def delete_password(self, service: str, username: str) -> None: ...

    model = ModelSettings(provider="deepseek", base_url=server.base_url)
    assert asyncio.run(probe(model, KeyStore(backend=Empty()))).code == "key"
    assert not server.requests


@pytest.mark.parametrize("code", [402, 429])
def test_no_balance_at_the_request(server: OpenAIServer, code: int) -> None:
    server.script(Status(code, "You exceeded your current quota", error={"code": "insufficient_quota"}))
    assert run(server.base_url).code == "balance"


def test_deepseek_account_without_balance() -> None:
    with DeepSeekServer(strict=True) as server:
        server.balance = "0.00"
        found = run_deepseek(server)
        assert found.code == "balance"
        assert "0.00 CNY" in found.detail
        assert [request.path for request in server.requests] == ["/models", "/user/balance"]


def test_deepseek_that_works() -> None:
    with DeepSeekServer(strict=True) as server:
        assert run_deepseek(server, Reply("ok", reasoning="Hm.")).code == "ok"


@pytest.mark.parametrize("model", ["gpt-4", "deepseek-chat"])
def test_unknown_model(server: OpenAIServer, model: str) -> None:
    found = run(server.base_url, model)
    assert (found.code, found.models) == ("model", (server.model,))
    with DeepSeekServer(strict=True) as deepseek:
        assert run_deepseek(deepseek, model=model).code == "model"


def test_closed_port_is_the_network() -> None:
    assert run(f"http://127.0.0.1:{closed_port()}/v1").code == "network"


def test_name_that_does_not_resolve_is_the_network() -> None:
    assert run("https://model.invalid/v1").code == "network"


def test_silent_server_is_the_network() -> None:
    class Silent(OpenAIServer):
        def answer(self, request: Request) -> Step:
            return Stall()

    with Silent() as server:
        found = run(server.base_url, seconds=0.5)
        assert found.code == "network"
        assert "0.5 seconds" in found.detail
        assert server.wait_for_disconnects(1)


def test_silent_model_of_a_server_that_answers_is_the_servers_fault(server: OpenAIServer) -> None:
    server.script(Stall())
    found = run(server.base_url, seconds=2.5)
    assert (found.code, found.models) == ("server", (server.model,))
    assert "2.5 seconds" in found.detail
    assert "busy" in found.detail
    assert server.wait_for_disconnects(1)


def test_self_signed_certificate_is_tls(tmp_path: Path) -> None:
    with DeepSeekServer(tls=self_signed(tmp_path)) as server:
        found = run(server.base_url)
    assert found.code == "tls"
    assert "certificate" in found.detail


def test_encrypted_talk_to_a_plain_server_is_tls() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    async def scene() -> ProbeResult:
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as plain:
            port = plain.sockets[0].getsockname()[1]
            return await probe(
                ModelSettings(provider="openai_compatible", base_url=f"https://127.0.0.1:{port}", model="m"),
                KeyStore(),
            )

    found = asyncio.run(scene())
    assert found.code == "tls"
    assert "http://" in found.detail


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_proxy_that_wants_a_password(server: OpenAIServer, scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Proxy(DeepSeekServer):
        def lacks_key(self, _request: object) -> bool:
            return False

        def answer(self, _request: object) -> Step:
            return Status(407, "Proxy Authentication Required")

    with Proxy() as proxy:
        monkeypatch.setenv(f"{scheme}_proxy", proxy.base_url)
        found = run(f"{scheme}://model.invalid/v1")
    assert found.code == "proxy"
    assert "user name and password" in found.detail


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_dead_proxy(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"{scheme}_proxy", f"http://user:secret@127.0.0.1:{closed_port()}")
    found = run(f"{scheme}://model.invalid/v1")
    assert found.code == "proxy"
    assert "secret" not in found.detail


@pytest.mark.parametrize("code", [500, 503])
def test_failing_server(server: OpenAIServer, code: int) -> None:
    server.script(Status(code, "out of order"))
    found = run(server.base_url)
    assert found.code == "server"
    assert len(server.requests) == 2


@pytest.mark.parametrize("address", ["nonsense", "ftp://host/v1", "http://127.0.0.1:99999", ""])
def test_what_is_no_address(address: str) -> None:
    assert run(address).code == "address"


def test_wrong_path_and_web_page_are_the_address(server: OpenAIServer) -> None:
    assert run(f"{server.base_url}/wrong").code == "address"
    page = Raw(b"<!doctype html><title>Sign in</title>", "text/html")

    class Site(OpenAIServer):
        def answer(self, _request: object) -> Step:
            return page

    with Site() as site:
        assert run(site.base_url).code == "address"


def test_missing_model_is_named_before_anything_is_sent(server: OpenAIServer) -> None:
    assert run(server.base_url, "").code == "model"
    assert not server.requests


def test_offline_provider_has_nothing_to_probe() -> None:
    assert asyncio.run(probe(ModelSettings(), KeyStore())).ok


def test_servers_on_this_machine_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "_SECONDS", PATIENCE)  # they answer, be the machine ever so busy
    with OpenAIServer(Quirk.WHOLE_CALLS, keyless=True) as one, DeepSeekServer() as locked:
        ports = {
            int(url.split(":")[2].split("/")[0]): name
            for url, name in ((one.base_url, "A"), (locked.base_url, "B"))
        }
        ports[closed_port()] = "C"
        found = asyncio.run(find_local_servers(ports))
        assert found == [LocalServer("A", one.base_url, (one.model,))]
        assert "authorization" not in one.requests[0].headers
