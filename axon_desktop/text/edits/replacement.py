"""Search: what is to be found in a text, and what takes its place. No pattern takes more than linear time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Protocol

from msgspec import Struct

from axon_desktop.text.edits.edit import Edit

_CJK = re.compile("[\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Characters of writing systems that have no blanks between words: any may begin or end one."""
_GROUP = re.compile(r"\$(?:(\$)|(&)|(\d{1,2})|\{(\w+)\})|\\([nt\\])")
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\"}


class _Match(Protocol):
    def span(self) -> tuple[int, int]: ...
    def group(self, group: int | str = 0, /) -> Any: ...


class PatternError(ValueError):
    """A regular expression that cannot be used; its text is what RE2 says."""


class Search(Struct, frozen=True, dict=True):
    """What is to be found."""

    text: str
    case: bool = False
    """Whether upper and lower case differ."""
    words: bool = False
    """Whether only whole words count."""
    regex: bool = False

    @cached_property
    def _pattern(self) -> Any:
        if not self.regex:
            return re.compile(re.escape(self.text), 0 if self.case else re.IGNORECASE)
        import re2  # not needed before a regular expression is searched for

        options = re2.Options()
        options.log_errors = False
        options.case_sensitive = self.case
        try:
            return re2.compile("(?m)" + self.text, options)
        except re2.error as error:
            why = error.args[0] if error.args else error
            raise PatternError(why.decode("utf-8", "replace") if isinstance(why, bytes) else str(why)) from error

    def matches(
        self, text: str, start: int, end: int, is_over: Callable[[], bool] | None = None
    ) -> list[tuple[int, int]]:
        """Return the ranges that are found between two places, without empty ones, until `is_over`."""
        return [match.span() for match in self._found(text, start, end, is_over)]

    def edits(
        self, text: str, instead: str, start: int, end: int, is_over: Callable[[], bool] | None = None
    ) -> list[Edit]:
        """Return the edits that replace all that is found; `$1` is a group of a regular expression."""
        return [
            Edit(*match.span(), self._filled(match, instead)) for match in self._found(text, start, end, is_over)
        ]

    def _found(self, text: str, start: int, end: int, is_over: Callable[[], bool] | None) -> Iterator[_Match]:
        if not self.text:
            return
        plain = text if self.regex else text.replace("\xa0", " ")
        for match in self._pattern.finditer(plain):
            if is_over is not None and is_over():
                return
            first, last = match.span()
            if start <= first < last <= end and not (self.words and _inside_word(text, first, last)):
                yield match

    def _filled(self, match: _Match, instead: str) -> str:
        if not self.regex:
            return instead

        def fill(found: re.Match[str]) -> str:
            dollar, whole, number, name, escape = found.groups()
            if dollar or escape:
                return "$" if dollar else _ESCAPES[escape]
            try:
                return match.group(0 if whole else int(number) if number else name) or ""
            except (IndexError, KeyError, re.error):
                return found[0]

        return _GROUP.sub(fill, instead)


def _inside_word(text: str, start: int, end: int) -> bool:
    """Tell whether a range begins or ends within a word."""
    return _joined(text[start - 1 : start], text[start]) or _joined(text[end - 1], text[end : end + 1])


def _joined(before: str, after: str) -> bool:
    return all(char.isalnum() or char == "_" for char in (before, after)) and not (
        _CJK.match(before) or _CJK.match(after)
    )
