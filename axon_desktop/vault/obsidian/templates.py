"""Templates: the notes of the templates folder, and filling in `{{title}}`, `{{date}}` and `{{time}}`.

Nothing is ever run: what only a plugin understands stays in the text as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from axon_desktop.text.file_names import is_note
from axon_desktop.vault.obsidian.config import read_config, text_in
from axon_desktop.vault.obsidian.moment_format import format_moment

_VARIABLE = re.compile(r"\{\{[ \t]*(title|date|time)[ \t]*(?::([^{}\n]{1,200}))?\}\}", re.IGNORECASE)
_PLUGIN_TAG = re.compile(r"<%[^>]{0,2000}%>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TemplateSettings:
    """The settings of `templates.json`."""

    folder: str = ""
    """Vault path of the folder with the templates; empty when none is set."""
    date_format: str = "YYYY-MM-DD"
    time_format: str = "HH:mm"


@dataclass(frozen=True, slots=True)
class FilledTemplate:
    """A template with its variables replaced."""

    text: str
    keeps_tags: bool
    """Whether it contains tags of a plugin such as Templater, which were not run."""


def read_template_settings(root: Path) -> TemplateSettings:
    """Read where the templates of the vault in `root` are, and how they write date and time."""
    found = read_config(root / ".obsidian" / "templates.json")
    usual = TemplateSettings()
    return TemplateSettings(
        folder=text_in(found, "folder").strip("/"),
        date_format=text_in(found, "dateFormat", usual.date_format),
        time_format=text_in(found, "timeFormat", usual.time_format),
    )


def read_templates(root: Path, paths: Iterable[str]) -> tuple[TemplateSettings, list[str]]:
    """Return the settings and the templates among all vault paths; for a thread."""
    settings = read_template_settings(root)
    return settings, find_templates(paths, settings)


def find_templates(paths: Iterable[str], settings: TemplateSettings) -> list[str]:
    """Return the notes of the templates folder, among all vault paths; none when no folder is set."""
    if not settings.folder:
        return []
    inside = settings.folder + "/"
    return [path for path in paths if path.startswith(inside) and is_note(path)]


def fill_template(
    text: str, title: str, when: datetime, settings: TemplateSettings, language: str = "en"
) -> FilledTemplate:
    """Return a template's text for a note of this title; `{{date:FORMAT}}` and `{{time:FORMAT}}` are moment.js."""

    def value(match: re.Match[str]) -> str:
        name, pattern = match[1].casefold(), match[2]
        if name == "title":
            return title
        usual = settings.date_format if name == "date" else settings.time_format
        return format_moment(pattern.strip() if pattern else usual, when, language)

    return FilledTemplate(_VARIABLE.sub(value, text), _PLUGIN_TAG.search(text) is not None)
