"""PROVIDERS: the table of all providers of models; everything that lists, names or finds one reads it.

A new provider is one line here and one module, `axon_desktop/llm/providers/<id>.py`, with a function
`create(model, common)` that returns an `OnlineProvider` (see `llm.factory.ProviderModule`). Plain and light: the
command line is read before the first paint.
"""

from __future__ import annotations

from typing import Literal, NamedTuple


class ProviderInfo(NamedTuple):
    """What is known of one provider before it is asked anything."""

    id: str
    """Its name in the settings file, on the command line, for keys and models.toml, and of its module."""
    name: str = ""
    """What people call it, in every language; empty for those that the window has words for."""
    base_url: str = ""
    """Its own address; empty for one that is on this computer or wherever the user says."""
    variable: str = ""
    """Environment variable of its key; empty for none."""
    key_site: str = ""
    """Where people get a key."""
    default_model: str = ""
    """Asked for where the settings name none."""
    needs_model: bool = False
    """Whether the settings dialog wants the name of a model all the same."""
    sample_model: str = ""
    """Shown as an example where a name is needed."""
    needs_address: bool = False
    """Whether the user says where the server is. Such a server may do without a key."""
    thinks: bool = False
    """Whether the user chooses if it thinks before it answers."""
    wire: Literal["openai", "anthropic"] = "openai"
    """The format that it speaks."""
    retired_models: tuple[tuple[str, bool], ...] = ()
    """Names that the provider retired in favour of the default model, and whether that then thinks."""

    @property
    def host(self) -> str:
        """Host of its own address."""
        return self.base_url.partition("://")[2].partition("/")[0]

    @property
    def address_variable(self) -> str:
        """Environment variable of the address that the key of `variable` belongs to; empty for none."""
        return self.variable.replace("_API_KEY", "_BASE_URL")

    @property
    def usual_model(self) -> str:
        """What the settings dialog takes an empty name of a model for; empty where it wants one."""
        return "" if self.needs_model else self.default_model

    def address_in(self, text: str) -> str:
        """Return the base URL that is meant by what somebody wrote, empty if it is no address."""
        from axon_desktop.net_address import base_url  # not before the first paint

        if self.wire == "anthropic":  # whose requests name the version themselves
            return base_url(text, path="").removesuffix("/v1")
        path = self.base_url.partition("://")[2].removeprefix(self.host) if self.base_url else "/v1"
        return base_url(text, path=path)


PROVIDERS: tuple[ProviderInfo, ...] = (
    ProviderInfo("offline"),
    ProviderInfo(
        "deepseek",
        "DeepSeek",
        "https://api.deepseek.com",
        "DEEPSEEK_API_KEY",
        "platform.deepseek.com",
        default_model="deepseek-flash",
        thinks=True,
        retired_models=(("deepseek-chat", False), ("deepseek-reasoner", True)),
    ),
    ProviderInfo(
        "openai",
        "OpenAI",
        "https://api.openai.com/v1",
        "OPENAI_API_KEY",
        "platform.openai.com",
        default_model="gpt-6.2-sol",
        needs_model=True,
    ),
    ProviderInfo(
        "anthropic",
        "Anthropic",
        "https://api.anthropic.com",
        "ANTHROPIC_API_KEY",
        "console.anthropic.com",
        default_model="claude-sonnet-5-5",
        needs_model=True,
        thinks=True,
        wire="anthropic",
    ),
    ProviderInfo("openai_compatible", needs_address=True, needs_model=True, sample_model="qwen3:4b"),
)
"""In the order in which they are offered."""

SAMPLE_ADDRESS = "http://127.0.0.1:11434/v1"
"""Shown as an example of the address of a server: Ollama's on this computer."""


def provider_ids() -> tuple[str, ...]:
    """Return the ids of all providers."""
    return tuple(info.id for info in PROVIDERS)


def provider_info(provider: str) -> ProviderInfo:
    """Return the line of a provider.

    Raises:
        KeyError: the table has none with this id.
    """
    for info in PROVIDERS:
        if info.id == provider:
            return info
    raise KeyError(provider)


def provider_at(host: str) -> ProviderInfo | None:
    """Return whose servers of OpenAI's format are at a host; None for all others."""
    return next((info for info in PROVIDERS if host and info.host == host and info.wire == "openai"), None)
