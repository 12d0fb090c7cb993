"""Obsidian's inline syntax as rules for markdown-it: wikilinks, tags, highlights, comments, math, bare addresses.

A rule advances `state.pos` if its syntax begins there; with `silent` it makes no token.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from axon_desktop.text.addresses import MAIL_NAME, address_end, address_target
from axon_desktop.text.tags import TAG, begins_tag

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

WIKILINK = re.compile(r"(!?)\[\[([^\[\]\n]{1,500})\]\]")
"""The mark of an embed, and the text between the brackets; see `links.parse_wikilink`."""
_HIGHLIGHT = re.compile(r"==(?=\S)([^=]|=(?!=)){1,1000}(?<=\S)==")
_COMMENT = re.compile(r"%%(?:[^%]|%(?!%))*%%")
_FOOTNOTE = re.compile(r"\[\^([^\]\s]{1,100})\]")
INLINE_FOOTNOTE = re.compile(r"\^\[((?:[^\[\]\\]|\\.|\[[^\[\]\n]*\]){1,2000})\]")
"""`^[text]`: a footnote in the text itself."""
MATH = re.compile(
    r"\$\$(?=[^$])((?:[^$\\]|\\.){1,2000}?)\$\$|\$(?=[^$\s])((?:[^$\\\n]|\\.){1,500}?)(?<=\S)\$(?!\d)"
)


def use_obsidian_syntax(md: MarkdownIt) -> None:
    """Add Obsidian's inline syntax to a parser."""
    ruler = md.inline.ruler
    ruler.before("escape", "math", _math)
    ruler.before("link", "wikilink", _wikilink)
    ruler.before("link", "footnote_mark", _footnote_mark)
    ruler.before("link", "inline_footnote", _inline_footnote)
    ruler.push("tag", _tag)
    ruler.push("highlight", _highlight)
    ruler.push("comment", _comment)
    ruler.push("address", _address)
    md.inline.add_terminator_char("w")
    md.inline.add_terminator_char("%")
    md.inline.add_terminator_char("=")
    md.inline.add_terminator_char("#")
    md.inline.add_terminator_char("$")
    md.inline.add_terminator_char("^")


def _wikilink(state: StateInline, silent: bool) -> bool:
    """Read `[[…]]` and `![[…]]`."""
    if state.src[state.pos] not in "![":
        return False
    match = WIKILINK.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        token = state.push("embed" if match.group(1) else "wikilink", "", 0)
        token.content = match.group(2)
        token.markup = match.group()
    state.pos = match.end()
    return True


def _footnote_mark(state: StateInline, silent: bool) -> bool:
    """Read `[^label]` if the note defines it."""
    if state.src[state.pos] != "[":
        return False
    match = _FOOTNOTE.match(state.src, state.pos, state.posMax)
    if match is None or match.group(1) not in state.env.get("footnotes", {}):
        return False
    if not silent:
        state.push("footnote_mark", "", 0).content = match.group(1)
    state.pos = match.end()
    return True


def _inline_footnote(state: StateInline, silent: bool) -> bool:
    """Read `^[text]`."""
    match = INLINE_FOOTNOTE.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "^" else None
    if match is None or match.group() not in state.env.get("footnotes", {}):
        return False
    if not silent:
        state.push("footnote_mark", "", 0).content = match.group()
    state.pos = match.end()
    return True


def _tag(state: StateInline, silent: bool) -> bool:
    """Read `#tag` where a word may begin, or behind an HTML tag."""
    if state.src[state.pos] != "#":
        return False
    behind_html = not state.pending and bool(state.tokens) and state.tokens[-1].type == "html_inline"
    match = TAG.match(state.src, state.pos, state.posMax)
    if match is None or not (behind_html or begins_tag(state.src, state.pos)):
        return False
    if not silent:
        state.push("tag", "", 0).content = match.group(1)
    state.pos = match.end()
    return True


def _highlight(state: StateInline, silent: bool) -> bool:
    """Read `==text==` with markup inside."""
    if not state.src.startswith("==", state.pos) or state.level >= state.md.options.maxNesting:
        return False
    match = _HIGHLIGHT.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        end = state.posMax
        state.pos, state.posMax = match.start() + 2, match.end() - 2
        state.push("highlight_open", "span", 1)
        state.md.inline.tokenize(state)
        state.push("highlight_close", "span", -1)
        state.posMax = end
    state.pos = match.end()
    return True


def _comment(state: StateInline, silent: bool) -> bool:
    """Skip `%%…%%`."""
    match = _COMMENT.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "%" else None
    if match is None:
        return False
    state.pos = match.end()
    return True


def _math(state: StateInline, silent: bool) -> bool:
    """Read `$…$` and `$$…$$`."""
    match = MATH.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "$" else None
    if match is None:
        return False
    if not silent:
        token = state.push("math", "", 0)
        token.content = match.group(1) or match.group(2)
        token.markup = "$$" if match.group(1) else "$"
    state.pos = match.end()
    return True


def _address(state: StateInline, silent: bool) -> bool:
    """Read a bare address; of all but `www.` the text before the mark was taken for text already."""
    if silent or state.linkLevel > 0:
        return False
    mark, text = state.src[state.pos], state.pending
    if mark == "w":
        before = 0
    elif mark == ":":
        before = next((len(name) for name in ("https", "http", "mailto") if text.endswith(name)), 0)
    elif mark == "@":
        before = len(text) - len(text.rstrip(MAIL_NAME))
    else:
        return False
    start = state.pos - before
    if (mark != "w" and not before) or state.src[start : state.pos] != text[len(text) - before :]:
        return False
    end = address_end(state.src, start, state.posMax)
    if end <= state.pos:
        return False
    state.pending = text[: len(text) - before]
    address = state.src[start:end]
    token = state.push("link_open", "a", 1)
    token.attrs = {"href": state.md.normalizeLink(address_target(address))}
    token.markup, token.info = "autolink", "auto"
    state.push("text", "", 0).content = state.md.normalizeLinkText(address)
    token = state.push("link_close", "a", -1)
    token.markup, token.info = "autolink", "auto"
    state.pos = end
    return True
