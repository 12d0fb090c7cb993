"""Profiles: found by a model's name however servers spell it, with the user's own file over the shipped one."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.errors import SettingsError
from axon_desktop.llm.factory import create_provider
from axon_desktop.llm.messages import LLMOptions
from axon_desktop.llm.models import profiles
from axon_desktop.llm.models.profiles import Profile, find_profile, load
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import ModelSettings, ProviderId, Settings, ToolsFound
from axon_desktop.settings.settings import load as load_settings
from axon_desktop.settings.settings import save as save_settings
from tests.llm.loopback import Reply
from tests.llm.openai_server import OpenAIServer
from tests.llm.talk import HELLO


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AXON_HOME", str(tmp_path))
    profiles.user_file().parent.mkdir(parents=True, exist_ok=True)
    return tmp_path


def find(model: str) -> Profile:
    return find_profile("openai_compatible", model)


@pytest.mark.parametrize(
    "model",
    [
        "qwen2.5-coder:1.5b",
        "Qwen2.5-Coder-1.5B-Instruct-Q4_K_M.gguf",
        "qwen2.5-coder-1.5b",
        "Qwen/Qwen2.5-Coder-1.5B-Instruct",
        "/srv/models/Qwen2.5-Coder-1.5B.gguf",
        r"C:\models\qwen2.5_coder_1.5b.gguf",
        "hf.co/bartowski/Qwen2.5-Coder-1.5B-Instruct-GGUF:Q4_K_M",
        "models--Qwen--Qwen2.5-Coder-1.5B-Instruct/snapshots/2e1fd397ee46e1388853d2af2c993145b0f1098a",
        "mlx-community/Qwen2.5-Coder-1.5B-Instruct-4bit",
    ],
)
def test_one_model_is_found_under_all_its_names(model: str) -> None:
    found = find(model)
    assert (found.family, found.protocol, found.small) == ("Qwen2.5 Coder", "text", True)
    assert found.listed_notes > 0


@pytest.mark.parametrize(
    ("model", "family", "protocol", "small"),
    [
        ("qwen2.5-coder:32b", "Qwen2.5 Coder", "text", False),
        ("qwen2.5:3b", "Qwen2.5", "native", True),
        ("Qwen2.5-7B-Instruct-1M", "Qwen2.5", "native", False),
        ("qwen3:4b-instruct-2507-q4_K_M", "Qwen3", "native", True),
        ("qwen3:0.6b", "Qwen3", "native", True),
        ("Qwen3-30B-A3B-Instruct-2507", "Qwen3", "native", False),
        ("qwen3.5:9b", "Qwen3", "native", False),
        ("Qwen3-Coder-30B-A3B", "Qwen3 Coder", "native", False),
        ("DeepSeek-R1-Distill-Qwen-1.5B-Q4_K_M.gguf", "DeepSeek R1 distill", "text", True),
        ("deepseek-r1:8b", "DeepSeek R1 distill", "text", False),
        ("deepseek-r1:671b", "", None, False),
        ("llama-3.2-3b.gguf", "Llama 3", "text", True),
        ("llama3.2", "Llama 3", "text", True),
        ("llama3.1:8b", "Llama 3", "text", False),
        ("Meta-Llama-3.1-70B-Instruct", "Llama 3", "native", False),
        ("Hermes-3-Llama-3.2-3B", "Hermes", "native", True),
        ("gemma3:270m", "Gemma 3", "text", True),
        ("gemma-3n-E4B-it", "Gemma 3", "text", True),
        ("google/gemma-4-26B-A4B-it", "Gemma 4", "native", False),
        ("gemma-2-2b-it", "Gemma", "text", True),
        ("ministral-3:3b", "Ministral", "native", True),
        ("mistralai/Devstral-Small-2507", "Mistral Small", "native", False),
        ("mistral:7b", "", None, False),
        ("phi4-mini", "Phi mini", "text", True),
        ("Phi-3.5-mini-instruct", "Phi mini", "text", True),
        ("phi4:14b", "Phi", "text", False),
        ("dolphin3:8b", "", None, False),
        ("SmolLM2-135M-Instruct", "SmolLM", "text", True),
        ("smollm3", "SmolLM3", "native", True),
        ("granite4:micro-h", "Granite", "native", True),
        ("granite-3.1-1b-a400m-instruct", "Granite", "native", True),
        ("granite-4.0-h-small", "Granite", "native", False),
        ("openai/gpt-oss-20b", "gpt-oss", "native", False),
        ("GLM-4.7-Flash-UD-Q4_K_XL.gguf", "GLM", "native", False),
        ("tinyllama:1.1b", "", "text", True),
        ("mixtral:8x7b", "", None, False),
        ("some-4bit-model", "", None, False),
        ("my-finetune", "", None, False),
        ("", "", None, False),
    ],
)
def test_families_and_sizes_are_read_from_the_name(
    model: str, family: str, protocol: str | None, small: bool
) -> None:
    found = find(model)
    assert (found.family, found.protocol, found.small) == (family, protocol, small)
    assert (found.listed_notes > 0) == small


def test_every_shipped_family_says_something_of_its_own() -> None:
    shipped = load()
    assert len(shipped.profiles) > 20
    for entry in shipped.profiles:
        assert entry.names == tuple(name.lower() for name in entry.names)
        assert entry.protocol or entry.temperature is not None or entry.context_window


@pytest.mark.parametrize("provider", ["offline", "deepseek", "openai", "anthropic"])
def test_strong_hosted_models_get_the_plain_default(provider: ProviderId) -> None:
    assert find_profile(provider, "qwen2.5-coder:1.5b") == Profile()
    made = create_provider(ModelSettings(provider=provider), KeyStore())
    assert made.profile == Profile()


def test_providers_without_a_model_have_the_default_and_scripts_what_they_are_given() -> None:
    small = Profile(family="x", small=True, listed_notes=3)
    assert OfflineProvider().profile == ScriptedProvider([]).profile == Profile()
    assert ScriptedProvider([], profile=small).profile == small


# --- the user's file ---------------------------------------------------------------------------------------------


def test_users_file_lies_over_the_shipped_one_and_is_read_again_when_it_changes() -> None:
    file = profiles.user_file()
    assert find("qwen2.5-coder:1.5b").protocol == "text"
    file.write_text(
        '[[profiles]]\nfamily = "Mine"\nnames = ["qwen2.5-coder"]\nprotocol = "native"\nsmall = false\n'
    )
    os.utime(file, ns=(1, 1))
    mine = find("Qwen2.5-Coder-1.5B.gguf")
    assert (mine.family, mine.protocol, mine.small, mine.listed_notes) == ("Mine", "native", False, 0)
    assert find("llama3.2:1b").family == "Llama 3"
    file.write_text("[small]\nup_to = 9\nlisted_notes = 7\n")
    os.utime(file, ns=(2, 2))
    assert (find("qwen3:8b").small, find("qwen3:8b").listed_notes) == (True, 7)
    file.unlink()
    assert find("qwen3:8b").small is False


def test_damaged_file_of_the_user_is_left_out_with_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    profiles.user_file().write_text("[[profiles]]\nfamily = 3\n")
    assert find("qwen2.5-coder:1.5b").family == "Qwen2.5 Coder"
    assert "profiles.toml, line 2" in caplog.text


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('[[profiles]]\nfamily = "a"\nprotocol = "both"\n', 3, "both"),
        (
            '[[profiles]]\nfamily = "a"\nnames = ["zzz"]\n[[profiles]]\nfamily = "b"\ntemperature = 3\n',
            6,
            "temperature",
        ),
        ('\n[[profiles]]\nfamily = "a"\nsizes = 3\n', 2, "sizes"),
        ('[[profiles]]\nnames = ["a"]\n', 1, "family"),
        ("[small]\nup_to = 0\n", 2, "up_to"),
        ("[[profiles]\n", 1, "TOML"),
    ],
)
def test_errors_name_the_file_and_the_line(text: str, line: int, words: str) -> None:
    file = profiles.user_file()
    file.write_text(f'{text}\n[[profiles]]\nfamily = "Good"\nnames = ["good"]\ncontext_window = 7000\n')
    problems: list[SettingsError] = []
    found = load(file, problems.append)
    assert f"{file}, line {line}" in str(problems[0])
    assert words in str(problems[0]) or words == "TOML"
    assert found.find("good").context_window == 7000, "the other entries hold"
    assert found.small == load().small


# --- what it does ------------------------------------------------------------------------------------------------


def sent(profile: Profile, options: LLMOptions | None = None, given: LLMOptions | None = None) -> dict[str, Any]:
    """Return the body of a request."""
    with OpenAIServer(strict=True) as server:
        server.script(Reply("Hello"))
        provider = OpenAICompatibleProvider(
            server.base_url, server.model, api_key=server.key, options=options, profile=profile
        )
        asyncio.run(provider.complete(HELLO, given))
        return server.requests[-1].body


def test_temperature_of_the_profile_is_sent_only_when_the_user_sets_none() -> None:
    profile = Profile(temperature=0.15)
    assert sent(profile)["temperature"] == 0.15
    assert sent(profile, LLMOptions(max_tokens=5))["temperature"] == 0.15
    assert sent(profile, LLMOptions(temperature=1.0))["temperature"] == 1.0
    assert sent(profile, None, LLMOptions(temperature=0.0))["temperature"] == 0.0
    assert "temperature" not in sent(Profile())


def test_what_a_test_found_takes_the_place_of_the_profiles_protocol_for_that_server_and_model() -> None:
    here = "http://127.0.0.1:8080/v1"
    found = ToolsFound(here, "qwen2.5-coder:1.5b", "native")

    def protocol(base_url: str, model: str) -> str | None:
        settings = ModelSettings(provider="openai_compatible", base_url=base_url, model=model, tools_found=found)
        return create_provider(settings, KeyStore()).profile.protocol

    assert protocol(here, "qwen2.5-coder:1.5b") == "native"
    assert protocol("http://127.0.0.1:8081/v1", "qwen2.5-coder:1.5b") == "text"
    assert protocol(here, "llama3.2:3b") == "text"


def test_what_a_test_found_is_kept_in_the_settings_file() -> None:
    found = ToolsFound("http://127.0.0.1:8080/v1", "m", "text")
    save_settings(Settings(model=ModelSettings(tools_found=found), other_models=[ModelSettings()]))
    assert load_settings().model.tools_found == found
    save_settings(Settings())
    assert load_settings().model.tools_found is None
