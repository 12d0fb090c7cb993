"""A provider is one line and one module: with both, everything that must know it does."""

from __future__ import annotations

from importlib.util import find_spec

from axon_desktop.settings.providers import PROVIDERS


def test_each_provider_has_its_module() -> None:
    online = [info.id for info in PROVIDERS if info.id != "offline"]
    assert all(find_spec(f"axon_desktop.llm.providers.{provider}") for provider in online)
