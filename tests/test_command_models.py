"""The model that a command asks, with the command line laid over the settings."""

import argparse

import pytest

from axon_desktop.commands.models import chosen_model
from axon_desktop.errors import AxonError
from axon_desktop.settings.settings import ModelSettings


def chosen(**given: str) -> ModelSettings:
    options = {"provider": None, "base_url": None, "model": None, **given}
    return chosen_model(argparse.Namespace(**options), ModelSettings(provider="deepseek"))


@pytest.mark.parametrize(
    ("provider", "written", "address"),
    [
        ("openai_compatible", "127.0.0.1:18431", "http://127.0.0.1:18431/v1"),
        ("openai_compatible", "host.example", "https://host.example/v1"),
        ("anthropic", "localhost:8080/v1/messages", "http://localhost:8080"),
    ],
)
def test_address_on_the_command_line_is_taken_as_people_write_it(
    provider: str, written: str, address: str
) -> None:
    assert chosen(provider=provider, base_url=written).base_url == address


def test_what_is_no_address_is_said() -> None:
    with pytest.raises(AxonError, match="is no address"):
        chosen(provider="openai_compatible", base_url="no address")
