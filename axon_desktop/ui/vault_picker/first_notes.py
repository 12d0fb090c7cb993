"""The note that a new vault shows first: usual names, in English and Chinese."""

from __future__ import annotations

from axon_desktop.ui.language.translation import is_english

_ENGLISH = ("Home", "Introduction", "README", "Index")


_CHINESE = ("开始", "主页", "首页", "目录", "開始", "主頁", "首頁", "目錄")


def first_names() -> tuple[str, ...]:
    """Return usual names of a first note, without suffix, those of the window's language first."""
    return (*_ENGLISH, *_CHINESE) if is_english() else (*_CHINESE, *_ENGLISH)
