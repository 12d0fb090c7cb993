"""Mentions (`@[[Some note]]`) in the text of a request: how they are written and shown."""

from __future__ import annotations

import re
from collections.abc import Callable

from axon_desktop.text.file_names import without_suffix

_SIMPLE = re.compile(r"[\w./-]*[\w/]")


_IN_TEXT = re.compile(r'(?<![\w.+-])@(?:\[\[([^\[\]\n]{1,400})\]\]|"([^"\n]{1,400})"|([^\s@]{1,400}))')


_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~$^])")


def write_mention(path: str, *, is_folder: bool = False) -> str:
    """Return how a note or folder is mentioned in a request."""
    name = f"{path}/" if is_folder else without_suffix(path)
    return f"@{name}" if _SIMPLE.fullmatch(name) else f"@[[{name}]]"


def show_mentions(text: str, is_known: Callable[[str], bool]) -> str:
    """Return a request as Markdown in which the notes and folders that it mentions are bold."""

    def replace(match: re.Match[str]) -> str:
        named = match[1] or match[2]
        if named is not None:
            return _bold(named.strip())
        plain: str = match[3]
        for length in range(len(plain), 0, -1):
            if (plain[length - 1].isalnum() or plain[length - 1] in "/)") and is_known(plain[:length]):
                return _bold(plain[:length]) + plain[length:]
        return match[0]

    return _IN_TEXT.sub(replace, text) if "@" in text else text


def _bold(name: str) -> str:
    return "**@" + _MARKDOWN.sub(r"\\\1", name) + "**"


def say_mentions(text: str) -> str:
    """Return a request as plain text: `@Some note` for `@[[Some note]]`; for titles and lists."""

    def replace(match: re.Match[str]) -> str:
        named = match[1] or match[2]
        return match[0] if named is None else f"@{named.strip()}"

    return _IN_TEXT.sub(replace, text) if "@" in text else text
