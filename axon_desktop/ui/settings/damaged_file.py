"""Messages about a settings file with invalid values, and about the backup of the original."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from axon_desktop.settings import settings as settings_file
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.runtime import open_external as outside

if TYPE_CHECKING:
    from pathlib import Path

    from axon_desktop.errors import SettingsError
    from axon_desktop.ui.window.main_window import MainWindow

_MOST = 3
"""Number of values that are named; of more only the number is shown."""


def report_damaged(window: MainWindow, problems: Sequence[SettingsError]) -> None:
    """Report in the window the invalid values of the file, and offer to show the file."""
    sentences = [
        translate("DamagedSettings", "The settings file is damaged. What can be read of it is used."),
        *(error_text(problem) for problem in problems[:_MOST]),
    ]
    if len(problems) > _MOST:
        more = len(problems) - _MOST
        words = translate("DamagedSettings", "There are {count} more such places in it.")
        words = translate("DamagedSettings", "There is 1 more such place in it.") if more == 1 else words
        sentences.append(words.format(count=more))
    _report(window, " ".join(sentences), settings_file.settings_file())


def report_backup(window: MainWindow, original: Path, problems: Sequence[SettingsError]) -> None:
    """Report the backup of a file that had to be replaced, and once more its errors."""
    words = translate("DamagedSettings", "A new settings file was written. The original was saved as {file}.")
    sentences = [words.format(file=original), *(error_text(problem) for problem in problems[:_MOST])]
    _report(window, " ".join(sentences), original)


async def check_user_tables(window: MainWindow) -> None:
    """Report errors in the user's own data of models and profiles."""
    problems = await asyncio.to_thread(_read_own_tables)
    if problems:
        window.show_error(" ".join(error_text(problem) for problem in problems[:_MOST]), problems[0])


def _read_own_tables() -> list[SettingsError]:
    from axon_desktop.llm.models import model_catalog as catalog
    from axon_desktop.llm.models import profiles

    problems: list[SettingsError] = []
    if (own := catalog.user_file()).exists():
        catalog.load(own, problems.append)
    if (own := profiles.user_file()).exists():
        profiles.load(own, problems.append)
    return problems


def _report(window: MainWindow, words: str, file: Path) -> None:
    action = (
        translate("DamagedSettings", "Show the file"),
        lambda: outside.reveal(file.parent, file.name),
    )
    window.error_bar.show_error(words, action=action, stays=True)
