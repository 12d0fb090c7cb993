"""Emphasis beside Chinese, Japanese and Korean text, which has no blanks between its words.

CommonMark lets `**` next to punctuation open or close only towards a blank: in `**主线。**接着` the asterisks
would stay. This follows the amendment that several parsers have adopted; other text is read as before.

Source: https://github.com/tats-u/markdown-cjk-friendly, `specification.md`, without its variation selectors.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markdown_it.utils import EnvType

_FIRST = "\u1100"
"""Nothing below is one of these scripts."""


def is_cjk(char: str) -> bool:
    """Tell whether a character belongs to Chinese, Japanese or Korean text; emoji do not."""
    if char < _FIRST:
        return False
    if "\u1100" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7ff":
        return True  # parts of Korean syllables, some of which have no width
    if unicodedata.east_asian_width(char) not in "WFH":
        return False
    return unicodedata.category(char) != "So" or "\u2e80" <= char <= "\u33ff"


class _State(StateInline):
    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N803 - the library's name
        """Return whether a run of marks may open or close, like `StateInline`, but with these scripts' rules."""
        scanned = super().scanDelims(start, canSplitWord)
        end = start + scanned.length
        before = self.src[start - 1] if start > 0 else " "
        after = self.src[end] if end < self.posMax else " "
        cjk_before, cjk_after = is_cjk(before), is_cjk(after)
        if not (cjk_before or cjk_after):
            return scanned
        punctuation_before, punctuation_after = _is_punctuation(before), _is_punctuation(after)
        blank_before, blank_after = isWhiteSpace(ord(before)), isWhiteSpace(ord(after))
        left = not blank_after and (
            not punctuation_after or cjk_after or blank_before or punctuation_before or cjk_before
        )
        right = not blank_before and (
            not punctuation_before or cjk_before or blank_after or punctuation_after or cjk_after
        )
        return Scanned(
            left and (canSplitWord or not right or punctuation_before),
            right and (canSplitWord or not left or punctuation_after),
            scanned.length,
        )


def _is_punctuation(char: str) -> bool:
    return isMdAsciiPunct(ord(char)) or isPunctChar(char)


class InlineParser(ParserInline):
    """The inline parser of markdown-it, with emphasis that fits these scripts."""

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        """Parse a text into `tokens`."""
        state = _State(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens
