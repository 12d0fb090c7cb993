"""What a new user chose, when that is asked, and what the settings become by it."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec
from PySide6.QtCore import QSettings

from axon_desktop.settings.settings import ModelSettings, Settings

_SHOWN = "welcomed"


@dataclass(slots=True)
class Choices:
    """Filled in page by page; what was skipped stays None, and as it is."""

    vault: Path | None = None
    """Folder of the vault."""
    sample: bool = False
    """Whether it is the sample vault instead, which is copied when it is first opened."""
    model: ModelSettings | None = None
    """Who answers."""
    safety: Literal["ask", "apply", "read_only"] | None = None
    question: str = ""
    """What is asked at once; empty for nothing."""


def is_first_run(settings: Settings, options: argparse.Namespace, state: QSettings) -> bool:
    """Tell whether nothing is set up and nobody was asked; who names a vault knows the way already."""
    named = options.vault is not None or options.link or options.tour
    configured = settings.general.last_vault or settings.model.provider != "offline" or settings.other_models
    return not (named or configured or state.value(_SHOWN))


def note_first_run(state: QSettings) -> None:
    """Remember that the user was asked, whatever the answer is."""
    state.setValue(_SHOWN, "yes")


def with_choices(settings: Settings, choices: Choices) -> Settings:
    """Return the settings with what was chosen; a model that answered before stays to be switched to."""
    changed = msgspec.structs.replace(settings)
    if choices.model is not None and choices.model != settings.model:
        kept = [model for model in (settings.model, *settings.other_models) if model.provider != "offline"]
        changed.other_models = [model for model in kept if not _is_same(model, choices.model)]
        changed.model = choices.model
    if choices.safety is not None:
        changed.safety = msgspec.structs.replace(settings.safety, mode=choices.safety)
    return changed


def _is_same(one: ModelSettings, other: ModelSettings) -> bool:
    return (one.provider, one.base_url, one.model) == (other.provider, other.base_url, other.model)
