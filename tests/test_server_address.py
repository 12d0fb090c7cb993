"""Which server is meant by what people write."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from axon_desktop.net_address import base_url, host_of, places_of_models, web_address, with_scheme
from axon_desktop.settings.providers import provider_info


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://api.example.org/v1", "api.example.org"),
        (" https://user:word@API.Example.org.:8443/v1\n", "api.example.org"),
        ("http://[::1]:1234", "::1"),
        ("api.example.org", ""),
        ("http://[::1", ""),
        ("", ""),
    ],
)
def test_host_of_an_address(address: str, host: str) -> None:
    assert host_of(address) == host


AS_PEOPLE_WRITE = [
    ("127.0.0.1:18431", "http://127.0.0.1:18431/v1"),
    ("localhost", "http://localhost/v1"),
    ("localhost:8080", "http://localhost:8080/v1"),
    ("LOCALHOST:8080/", "http://localhost:8080/v1"),
    ("gpu-box:8000", "http://gpu-box:8000/v1"),
    ("gpu.local:1234", "http://gpu.local:1234/v1"),
    ("192.168.1.5:8000", "http://192.168.1.5:8000/v1"),
    ("10.0.0.0:8080", "http://10.0.0.0:8080/v1"),
    ("0.0.0.0:8080", "http://127.0.0.1:8080/v1"),
    ("http://[::]:8080", "http://[::1]:8080/v1"),
    ("1.2.3.4", "https://1.2.3.4/v1"),
    ("api.example.com", "https://api.example.com/v1"),
    ("api.example.com/v1/", "https://api.example.com/v1"),
    ("http://api.example.com", "http://api.example.com/v1"),
    ("https://host.example/openai", "https://host.example/openai"),
    ("https://user:word@host.example/v1", "https://user:word@host.example/v1"),
    ("http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/v1"),
    ("http://127.0.0.1:11434/v1/chat/completions", "http://127.0.0.1:11434/v1"),
    ("http://host/openai/v1/chat/completions?x=1", "http://host/openai/v1"),
    ("https://api.perplexity.ai/chat/completions", "https://api.perplexity.ai"),
    ("127.0.0.1:11434/v1/models", "http://127.0.0.1:11434/v1"),
    ("http://localhost:11434/api/chat", "http://localhost:11434/v1"),
    ("http://localhost:11434/api/tags", "http://localhost:11434/v1"),
    ("http://localhost:11434/api", "http://localhost:11434/v1"),
    ("HTTP://LocalHost:8080", "http://localhost:8080/v1"),
    ("http:/localhost:1", "http://localhost:1/v1"),
    ("http//localhost:8080", "http://localhost:8080/v1"),
    ("http:\\\\localhost:8080", "http://localhost:8080/v1"),
    ("//localhost:8080", "http://localhost:8080/v1"),
    ('  "http://localhost:8080" ', "http://localhost:8080/v1"),
    ("<http://localhost:1234/v1>", "http://localhost:1234/v1"),
    ("“localhost:1234”", "http://localhost:1234/v1"),
    ("127.0.0.1 : 8080", "http://127.0.0.1:8080/v1"),
    ("127.0.0.1:8080,", "http://127.0.0.1:8080/v1"),
    ("localhost:11434\n", "http://localhost:11434/v1"),
    ("\u200b127.0.0.1:80", "http://127.0.0.1:80/v1"),
    ("１２７．０．０．１：１８４３１", "http://127.0.0.1:18431/v1"),
    ("ｌｏｃａｌｈｏｓｔ：８０８０", "http://localhost:8080/v1"),
    ("localhost：11434／v1", "http://localhost:11434/v1"),
    ("127。0。0。1:8000", "http://127.0.0.1:8000/v1"),
    ("https：／／api.example.com", "https://api.example.com/v1"),
    ("::1", "http://[::1]/v1"),
    ("[::1]:8080", "http://[::1]:8080/v1"),
    ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
    ("fe80::1", "http://[fe80::1]/v1"),
    ("[fe80::1%eth0]:8080", "http://[fe80::1%eth0]:8080/v1"),
    ("[2001:db8::1]:8080", "http://[2001:db8::1]:8080/v1"),
    ("你好.com", "https://你好.com/v1"),
    ("https://服务器.本地:8080", "https://服务器.本地:8080/v1"),
    ("http://host#top", "http://host/v1"),
]
NONE = [
    "", "  ", "hello world", "model server", "http://", "ftp://host", "host:99999", "host:abc", "host:0", "http://[",
    "[::1", "a..b", ".com", "foo@bar", "mailto:a@b.c", "javascript:alert(1)", "file:///etc/passwd", "C:\\x",
    "$HOST:80", "http://http://localhost:8080", "http:// :8080", "https://", ":8080", "/v1",
]  # fmt: skip


@pytest.mark.parametrize(("text", "address"), AS_PEOPLE_WRITE)
def test_address_is_taken_as_people_write_it(text: str, address: str) -> None:
    assert base_url(text) == address
    assert base_url(address) in (address, f"{address}/v1"), "what is meant is also what is written"


@pytest.mark.parametrize("text", NONE)
def test_what_names_no_server_is_no_address(text: str) -> None:
    assert base_url(text) == ""
    assert web_address(text) == ""


@given(st.text(max_size=40))
@example("A?\x80")
@example("HOST#é")
def test_any_text_is_an_address_that_stays_or_none(text: str) -> None:
    address = base_url(text)
    assert base_url(address) in (address, f"{address}/v1")
    assert not address or host_of(address)


@pytest.mark.parametrize(
    ("provider", "text", "address"),
    [
        ("openai", "api.openai.com", "https://api.openai.com/v1"),
        ("deepseek", "api.deepseek.com", "https://api.deepseek.com"),
        ("deepseek", "https://api.deepseek.com/v1/chat/completions", "https://api.deepseek.com/v1"),
        ("anthropic", "api.anthropic.com", "https://api.anthropic.com"),
        ("anthropic", "https://api.anthropic.com/v1/messages", "https://api.anthropic.com"),
    ],
)
def test_each_provider_has_its_own_place(provider: str, text: str, address: str) -> None:
    assert provider_info(provider).address_in(text) == address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8000/mcp", "http://127.0.0.1:8000/mcp"),
        ("mcp.example.org/x?y=1#z", "https://mcp.example.org/x?y=1#z"),
        ("https://MCP.Example.org/Path/", "https://mcp.example.org/Path/"),
        ("ｌｏｃａｌｈｏｓｔ：８０００／ｍｃｐ", "http://localhost:8000/mcp"),
    ],
)
def test_path_of_another_kind_of_server_stays(text: str, address: str) -> None:
    assert web_address(text) == address


def test_server_may_be_in_two_places() -> None:
    assert places_of_models("localhost:1") == ["http://localhost:1/v1", "http://localhost:1"]
    assert places_of_models("https://a.b/x") == ["https://a.b/x", "https://a.b/x/v1"]
    assert places_of_models("no address") == []


def test_address_of_a_file_with_a_scheme_is_left_as_it_is() -> None:
    assert with_scheme("http://127.0.0.1:1") == "http://127.0.0.1:1"
    assert with_scheme("127.0.0.1:1") == "http://127.0.0.1:1/v1"
    assert (with_scheme(""), with_scheme("no address")) == ("", "no address")
