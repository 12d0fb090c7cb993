"""The files of the help, in a packaged program and in the source tree."""

from __future__ import annotations

import re
from pathlib import Path

from axon_desktop import paths
from axon_desktop.settings.languages import LANGUAGES

GUIDES = {info.tag: info.guide for info in LANGUAGES}
"""File of the guide by the window's language."""
NEWS = "CHANGELOG.md"

_NEWS_FOLDER = "news"
"""The news in other languages, among the resources; each part begins with the version in its heading."""

_PART = re.compile(r"^## ", re.MULTILINE)
_VERSION = re.compile(r"## \[?([\w.-]+)")
_UNRELEASED = re.compile(r"## Unreleased(?:（(.+)）)?$", re.MULTILINE)
_MOST_BYTES = 4_000_000


def help_folder() -> Path:
    """Return the folder of the guides and their pictures."""
    packaged = paths.resources_dir() / "help"
    return packaged if packaged.is_dir() else paths.resources_dir().parent / "docs"


def read_help(name: str) -> str:
    """Return a text of the help; the news are beside the folder in the source tree.

    Raises:
        OSError: it is missing.
    """
    file = help_folder() / name
    if not file.is_file():
        file = help_folder().parent / name
    return file.read_text("utf-8")


def find_picture(address: str) -> str | None:
    """Return a picture's path in the help folder, None for anything else that a guide refers to."""
    return address if address.endswith(".png") and (help_folder() / address).is_file() else None


def read_picture(source: str) -> bytes | None:
    """Return a picture of a guide, None for anything else."""
    folder = help_folder()
    file = (folder / source).resolve()
    if not file.is_relative_to(folder.resolve()) or file.suffix != ".png":
        return None
    try:
        with file.open("rb") as picture:
            return picture.read(_MOST_BYTES)
    except OSError:
        return None


def read_news(language: str) -> str:
    """Return the news of the newest version, in a language such as `zh-CN`, else in English.

    A version that is not released yet is named so in the language's words, which the news give in brackets.

    Raises:
        OSError: the news are missing.
    """
    newest = newest_part(read_help(NEWS))
    file = paths.resources_dir() / _NEWS_FOLDER / f"{language.replace('-', '_')}.md"
    translated = newest_part(file.read_text("utf-8")) if file.is_file() else ""
    part = translated if version_of(translated) == version_of(newest) else newest
    return _UNRELEASED.sub(lambda heading: f"## {heading[1] or 'In development'}", part, count=1)


def version_of(part: str) -> str:
    """Return the version that a part of the news is about; empty if there is none."""
    found = _VERSION.match(part)
    return found[1] if found is not None else ""


def newest_part(news: str) -> str:
    """Return the first part of a changelog, with its heading."""
    parts = [match.start() for match in _PART.finditer(news)]
    return news[parts[0] : parts[1] if len(parts) > 1 else None].strip() + "\n" if parts else ""
