"""What the command line lays over the settings for one run, and what of it is saved."""

from __future__ import annotations

import argparse
import copy

import pytest

from axon_desktop.commands.models import chosen_model
from axon_desktop.llm.factory import create_online_provider
from axon_desktop.options import apply_options, parse_options, without_options
from axon_desktop.settings.keys import KeyStore, key_id
from axon_desktop.settings.settings import ModelSettings, ProviderId, Settings, ToolsFound

URL = "http://192.168.1.5:8000/v1"
SERVER = ModelSettings(
    provider="openai_compatible",
    base_url=URL,
    model="qwen3",
    protocol="text",
    tools_found=ToolsFound(URL, "qwen3", "text"),
    temperature=0.2,
    max_tokens=500,
    context_window=4096,
)
OTHER = ModelSettings(provider="anthropic", model="claude")


def saved() -> Settings:
    return Settings(model=copy.deepcopy(SERVER), other_models=[copy.deepcopy(OTHER)])


def for_command(provider: ProviderId, base_url: str = "", model: str = "") -> argparse.Namespace:
    return argparse.Namespace(provider=provider, base_url=base_url, model=model)


def test_key_of_the_provider_does_not_go_to_the_server_of_another() -> None:
    settings = saved()
    apply_options(settings, parse_options(["--provider", "deepseek"]))
    assert settings.model == ModelSettings(provider="deepseek", temperature=0.2)
    assert key_id(settings.model) == "deepseek"
    provider = create_online_provider(settings.model, KeyStore())
    assert provider.name == "DeepSeek"


def test_command_takes_nothing_of_another_provider_s_server() -> None:
    assert chosen_model(for_command("deepseek"), SERVER) == ModelSettings(provider="deepseek", temperature=0.2)
    asked = chosen_model(for_command("openai_compatible", model="qwen4"), SERVER)
    assert (asked.base_url, asked.model, asked.context_window) == (URL, "qwen4", 4096)
    assert SERVER.model == "qwen3"


def test_key_of_the_environment_decides_where_nobody_has_chosen() -> None:
    key = KeyStore.from_environment({"DEEPSEEK_API_KEY": "sk-canary"}).default_provider
    none = argparse.Namespace(provider=None, base_url="", model="")
    assert chosen_model(none, ModelSettings(), key).provider == "deepseek"
    assert chosen_model(none, ModelSettings()).provider == "offline"
    assert chosen_model(none, ModelSettings(decided=True), key).provider == "offline"
    assert chosen_model(for_command("offline"), ModelSettings(), key).provider == "offline"
    assert chosen_model(none, SERVER, key) == SERVER


def test_model_by_key_is_not_saved_and_offline_in_its_place_stays() -> None:
    settings = Settings()
    overrides = apply_options(settings, parse_options([]), "deepseek")
    assert settings.model.provider == "deepseek"
    assert without_options(settings, overrides).model == ModelSettings()
    settings.model = ModelSettings()
    assert without_options(settings, overrides).model == ModelSettings(decided=True)
    assert apply_options(Settings(model=ModelSettings(decided=True)), parse_options([]), "deepseek") == []


def test_model_of_the_file_is_saved_whole_while_another_answers() -> None:
    settings = saved()
    overrides = apply_options(settings, parse_options(["--provider", "deepseek", "--theme", "dark"]))
    settings.general.notify = False
    written = without_options(settings, overrides)
    assert (written.model, written.other_models) == (SERVER, [OTHER])
    assert (written.general.theme, written.general.notify) == ("system", False)
    assert settings.model.provider == "deepseek"


def test_model_of_the_file_is_saved_where_the_command_line_s_was_switched_to() -> None:
    settings = saved()
    overrides = apply_options(settings, parse_options(["--provider", "deepseek"]))
    settings.model, settings.other_models = settings.other_models[0], [settings.model]
    written = without_options(settings, overrides)
    assert (written.model, written.other_models) == (OTHER, [SERVER])


def test_model_of_the_file_is_not_lost_when_the_command_line_s_is_changed() -> None:
    settings = saved()
    overrides = apply_options(settings, parse_options(["--provider", "deepseek"]))
    settings.model.temperature = 1.0
    written = without_options(settings, overrides)
    assert written.model == ModelSettings(provider="deepseek", temperature=1.0)
    assert written.other_models == [OTHER, SERVER]


def test_provider_that_is_set_up_anyway_keeps_all_that_belongs_to_it() -> None:
    settings = saved()
    overrides = apply_options(settings, parse_options(["--provider", "openai_compatible"]))
    assert settings == saved()
    settings.model.temperature = 1.0
    assert without_options(settings, overrides) == settings


@pytest.mark.parametrize("arguments", [["--provider", "deepseek"], ["--tour", "pictures"], []])
def test_what_is_not_touched_is_saved_as_it_was(arguments: list[str]) -> None:
    settings = saved()
    assert without_options(settings, apply_options(settings, parse_options(arguments))) == saved()
