from __future__ import annotations

import asyncio
import datetime
import ssl
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from axon_desktop.errors import LLMConnectionError, LLMError, LLMRequestError
from axon_desktop.llm.http.connection import trusted_authorities
from axon_desktop.llm.messages import Message
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from tests.llm.deepseek_server import DeepSeekServer, Reply

HELLO = [Message("user", "Hello")]


async def no_sleep(_seconds: float) -> None: ...


def self_signed(folder: Path) -> ssl.SSLContext:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now)
        .not_valid_after(now + datetime.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    file = folder / "server.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def test_untrusted_certificate_is_named_and_never_passed(tmp_path: Path) -> None:
    connections = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        writer.close()

    async def run() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=self_signed(tmp_path))
        async with server:
            port = server.sockets[0].getsockname()[1]
            provider = OpenAICompatibleProvider(f"https://localhost:{port}", "m", name="Box", sleep=no_sleep)
            with pytest.raises(LLMConnectionError, match="Box's certificate is not trusted") as caught:
                await provider.complete(HELLO)
            assert not caught.value.retryable
            await provider.aclose()

    asyncio.run(run())
    assert connections == 0


def test_proxy_is_not_asked_for_servers_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with DeepSeekServer() as server:
        server.script(Reply("Direct"))
        provider = OpenAICompatibleProvider(server.base_url, "m", api_key=server.key)
        assert asyncio.run(provider.complete(HELLO)).content == "Direct"


def test_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with DeepSeekServer() as server:  # a proxy gets the whole address as path
        monkeypatch.setenv("HTTP_PROXY", server.base_url)
        monkeypatch.setenv("ALL_PROXY", "socks://127.0.0.1:9/")
        server.script(Reply("Through the proxy"))
        provider = OpenAICompatibleProvider("http://model.invalid/v1", "m", api_key=server.key)
        assert asyncio.run(provider.complete(HELLO)).content == "Through the proxy"
        assert server.requests[0].path == "http://model.invalid/v1/chat/completions"


@pytest.mark.parametrize("proxy", ["socks://127.0.0.1:9/", "socks5://me:secret@127.0.0.1:9", "foo://host:1"])
def test_proxy_that_cannot_be_used_is_a_named_error(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("ALL_PROXY", proxy)
    provider = OpenAICompatibleProvider("https://model.invalid/v1", "m", sleep=no_sleep)
    with pytest.raises(LLMError, match="HTTPS_PROXY") as caught:
        asyncio.run(provider.complete(HELLO))
    assert not caught.value.retryable
    assert proxy.partition(":")[0] in caught.value.text
    for printed in ("secret", "URL(", "socksio", "pip install"):
        assert printed not in caught.value.text


def test_port_that_cannot_be_is_a_wrong_address() -> None:
    provider = OpenAICompatibleProvider("https://localhost:99999", "m", sleep=no_sleep)
    with pytest.raises(LLMRequestError, match="no web address"):
        asyncio.run(provider.complete(HELLO))


def test_certificates_that_are_not_there_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    trusted_authorities.cache_clear()
    provider = OpenAICompatibleProvider("https://localhost:1", "m", sleep=no_sleep)
    with pytest.raises(LLMConnectionError, match="SSL_CERT_FILE"):
        asyncio.run(provider.complete(HELLO))
