"""The inline parser of markdown-it with the rules of `text.emphasis` for what opens and closes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import markdown_it  # noqa: F401 - the package before its parts: another thread may be importing it
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned

from axon_desktop.text.emphasis import flanking, is_cjk

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markdown_it.utils import EnvType


class _State(StateInline):
    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N803 - the library's name
        """Return whether a run of marks may open or close, like `StateInline`, but with these scripts' rules."""
        scanned = super().scanDelims(start, canSplitWord)
        end = start + scanned.length
        before = self.src[start - 1] if start > 0 else " "
        after = self.src[end] if end < self.posMax else " "
        if not (is_cjk(before) or is_cjk(after)):
            return scanned
        return Scanned(*flanking(before, after, splits=canSplitWord), scanned.length)


class InlineParser(ParserInline):
    """The inline parser of markdown-it, with emphasis that fits these scripts."""

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        """Parse a text into `tokens`."""
        state = _State(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens
