"""The settings as a command reads them: values that cannot be used are reported on stderr, the rest holds."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from axon_desktop.settings.settings import Settings


def load_settings() -> Settings:
    """Return the settings."""
    from axon_desktop.settings import settings

    return settings.load(
        on_problem=lambda problem: print(f"axon: {settings.settings_file()}: {problem}", file=sys.stderr)
    )
