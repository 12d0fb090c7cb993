from __future__ import annotations

import asyncio
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from axon_desktop.errors import SettingsError
from axon_desktop.llm.factory import create_provider
from axon_desktop.llm.messages import Message, Usage
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.llm.providers.anthropic import AnthropicProvider
from axon_desktop.llm.providers.deepseek import DeepSeekService
from axon_desktop.llm.providers.openai import OpenAIProvider
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from axon_desktop.settings.keys import KeyStore, key_id
from axon_desktop.settings.settings import ModelSettings, ProviderId
from tests.llm.loopback import Reply
from tests.llm.openai_server import OpenAIServer


def test_settings_choose_the_provider() -> None:
    keys = KeyStore()
    assert isinstance(create_provider(ModelSettings(), keys), OfflineProvider)
    deepseek = create_provider(ModelSettings(provider="deepseek"), keys)
    assert isinstance(deepseek, DeepSeekService)
    assert (deepseek.model, deepseek.base_url) == ("deepseek-flash", "https://api.deepseek.com")
    local = ModelSettings(provider="openai_compatible", base_url="http://localhost:11434/v1/", model="qwen3")
    other = create_provider(local, keys)
    assert isinstance(other, OpenAICompatibleProvider)
    assert (other.name, other.model, other.base_url) == ("localhost", "qwen3", "http://localhost:11434/v1")


def test_every_provider_has_its_own_defaults() -> None:
    keys = KeyStore()
    openai = create_provider(ModelSettings(provider="openai"), keys)
    assert isinstance(openai, OpenAIProvider)
    assert (openai.name, openai.base_url) == ("OpenAI", "https://api.openai.com/v1")
    anthropic = create_provider(ModelSettings(provider="anthropic"), keys)
    assert isinstance(anthropic, AnthropicProvider)
    assert (anthropic.name, anthropic.base_url) == ("Anthropic", "https://api.anthropic.com")
    by_hand = ModelSettings(
        provider="openai_compatible", base_url="https://api.openai.com/v1/", model="gpt-6-luna"
    )
    assert isinstance(create_provider(by_hand, keys), OpenAIProvider)


def test_deepseek_set_up_by_hand_keeps_to_its_rules() -> None:
    by_hand = ModelSettings(
        provider="openai_compatible", base_url="https://api.deepseek.com/v1", model="deepseek-flash"
    )
    made = create_provider(by_hand, KeyStore())
    assert isinstance(made, DeepSeekService)  # else a conversation begun with another model would be refused
    assert (made.base_url, made.context_window) == ("https://api.deepseek.com/v1", 1_000_000)


@pytest.mark.parametrize("provider", ["deepseek", "openai", "anthropic"])
def test_window_and_price_are_known_for_the_default_models(provider: ProviderId) -> None:
    made = create_provider(ModelSettings(provider=provider), KeyStore())
    assert made.context_window >= 1_000_000
    off_peak = datetime(2026, 11, 21, 12, tzinfo=UTC)
    cost = made.cost(Usage(prompt_tokens=100_000, completion_tokens=1_000), off_peak)
    assert cost is not None
    assert 0 < cost < 1


def test_deepseek_costs_twice_as_much_in_peak_hours() -> None:
    made = create_provider(ModelSettings(provider="deepseek"), KeyStore())
    usage = Usage(prompt_tokens=1_000_000, completion_tokens=1_000_000, cached_tokens=500_000)
    monday = datetime(2026, 11, 23, 12, tzinfo=UTC)
    assert made.cost(usage, monday) == pytest.approx(0.6765)
    assert made.cost(usage, monday.replace(hour=7)) == pytest.approx(2 * 0.6765)


@pytest.mark.parametrize("provider", ["deepseek", "openai", "anthropic", "openai_compatible"])
def test_window_of_the_settings_wins(provider: ProviderId) -> None:
    model = ModelSettings(provider=provider, base_url="http://127.0.0.1:1", model="m", context_window=4_096)
    assert create_provider(model, KeyStore()).context_window == 4_096


def test_settings_and_the_key_of_the_server_reach_the_wire() -> None:
    with OpenAIServer(strict=True) as server:
        server.script(Reply("Hi"))
        model = ModelSettings(
            provider="openai_compatible",
            base_url=server.base_url,
            model=server.model,
            temperature=0.5,
            max_tokens=10,
            stop=("END", "STOP"),
        )
        keys = KeyStore()
        keys.set(key_id(model), server.key, remember=False)
        keys.set("openai_compatible/another.example:443", "sk-of-another", remember=False)
        provider = create_provider(model, keys)
        assert asyncio.run(provider.complete([Message("user", "Hello")])).content == "Hi"
        body = server.requests[0].body
    assert (body["temperature"], body["max_tokens"], body["stop"]) == (0.5, 10, ["END", "STOP"])


def test_pasted_address_of_the_endpoint_is_understood() -> None:
    provider = OpenAICompatibleProvider(" https://host/v1/chat/completions/ ", "m")
    assert provider.base_url == "https://host/v1"


@pytest.mark.parametrize(
    ("base_url", "model", "missing"), [("", "m", "base URL"), ("http://x", "", "model's name")]
)
def test_missing_settings_are_named(base_url: str, model: str, missing: str) -> None:
    with pytest.raises(SettingsError, match=missing):
        create_provider(ModelSettings(provider="openai_compatible", base_url=base_url, model=model), KeyStore())


def test_making_a_provider_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from axon_desktop.settings.keys import KeyStore\n"
        "from axon_desktop.llm.factory import create_provider\n"
        "from axon_desktop.settings.settings import ModelSettings\n"
        "create_provider(ModelSettings(provider='deepseek'), KeyStore.from_environment())\n"
        "print([name for name in ('httpx', 'keyring', 'tenacity', 'ssl') if name in sys.modules])\n"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() in ("[]", "['ssl']")  # asyncio itself needs ssl
