from __future__ import annotations

import subprocess
import sys

import pytest

from axon_desktop.errors import SettingsError
from axon_desktop.keys import KeyStore
from axon_desktop.llm.deepseek import DeepSeekService
from axon_desktop.llm.factory import create_provider
from axon_desktop.llm.offline import OfflineProvider
from axon_desktop.llm.openai_compatible import OpenAICompatibleProvider
from axon_desktop.settings import ModelSettings


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
        "from axon_desktop.keys import KeyStore\n"
        "from axon_desktop.llm.factory import create_provider\n"
        "from axon_desktop.settings import ModelSettings\n"
        "create_provider(ModelSettings(provider='deepseek'), KeyStore.from_environment())\n"
        "print([name for name in ('httpx', 'keyring', 'tenacity', 'ssl') if name in sys.modules])\n"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() in ("[]", "['ssl']")  # asyncio itself needs ssl
