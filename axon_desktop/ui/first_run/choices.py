"""Choices: the answers of a new user, when to ask for them, and how they change the settings."""

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
    """Filled in page by page; what was skipped stays None and unchanged."""

    vault: Path | None = None
    """Folder of the vault."""
    sample: bool = False
    """Whether to open the sample vault instead, which is copied when it is first opened."""
    model: ModelSettings | None = None
    """The model that answers."""
    safety: Literal["ask", "apply", "read_only"] | None = None
    question: str = ""
    """The first question; empty for none."""


def is_first_run(settings: Settings, options: argparse.Namespace, state: QSettings) -> bool:
    """Tell whether nothing is set up and nobody was asked; a start with a named vault needs no welcome."""
    named = options.vault is not None or options.link or options.tour
    configured = settings.general.last_vault or settings.model.provider != "offline" or settings.other_models
    return not (named or configured or state.value(_SHOWN))


def note_first_run(state: QSettings) -> None:
    """Remember that the user was asked, whatever the answer is."""
    state.setValue(_SHOWN, "yes")


def with_choices(settings: Settings, choices: Choices) -> Settings:
    """Return the settings with the choices; a model that was in use before stays among the configured ones."""
    changed = msgspec.structs.replace(settings)
    if choices.model is not None and choices.model != settings.model:
        kept = [model for model in settings.models if model.provider != "offline"]
        changed.other_models = [model for model in kept if not _is_same(model, choices.model)]
        changed.model = choices.model
    if choices.safety is not None:
        changed.safety = msgspec.structs.replace(settings.safety, mode=choices.safety)
    return changed


def _is_same(one: ModelSettings, other: ModelSettings) -> bool:
    return (one.provider, one.base_url, one.model) == (other.provider, other.base_url, other.model)
