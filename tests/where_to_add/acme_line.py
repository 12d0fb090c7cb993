"""A plugin of pytest that adds the line and the module of Acme before anything else of Axon is imported."""

from pathlib import Path

from axon_desktop.llm import providers as modules
from axon_desktop.settings import providers

ACME = providers.ProviderInfo(
    "acme",
    "Acme",
    "https://api.acme.example/v2",
    "ACME_API_KEY",
    "keys.acme.example",
    default_model="acme-1",
    thinks=True,
    retired_models=(("acme-0", False),),
)

modules.__path__.append(str(Path(__file__).parent / "providers"))
providers.PROVIDERS = (*providers.PROVIDERS, ACME)
