"""Obsidian's extensions as rules on tokens: callouts, tasks, depth of lists, names of blocks.

`shape` works before inline text is parsed, `finish` after it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import markdown_it  # noqa: F401 - the package before its parts: another thread may be importing it
from markdown_it.token import Token

from axon_desktop.markdown.html.callouts import Folding, parse_callout
from axon_desktop.markdown.scan.anchors import BLOCK_ID

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore

MAX_LISTS = 10
"""Depth of nested lists up to which they are indented further."""
DONE = frozenset("xX")
"""Characters of tasks that are done and struck through; any other one only ticks the box."""

_TASK = re.compile(r"\[([^\]\n])\](?:[ \t]+|$)")


def shape(state: StateCore) -> None:
    """Rewrite block tokens: quotes into callouts, items into tasks, depth of lists and quotes into `meta`."""
    tokens: list[Token] = []
    lists = [state.env.get("depth", 0)]
    hidden: int | None = None
    for index, token in enumerate(state.tokens):
        if hidden is not None:
            if token.type != "blockquote_close" or token.level != hidden:
                _count_hidden(state, index)
                continue
            hidden = None
        if token.type == "blockquote_open":
            lists.append(0)
            token.meta["level"] = len(lists) - 1
            tokens.append(token)
            title, closed = _open_callout(state, index)
            tokens += title
            hidden = token.level if closed else None
            continue
        if token.type == "blockquote_close":
            token.meta["level"] = len(lists) - 1
            lists.pop()
        elif token.type.endswith("_list_open"):
            lists[-1] += 1
            token.meta["depth"] = min(lists[-1], MAX_LISTS)
        elif token.type.endswith("_list_close"):
            lists[-1] -= 1
        elif token.type in ("fence", "code_block"):
            token.meta["depth"] = min(lists[-1], MAX_LISTS)
        elif token.type == "list_item_open":
            _mark_task(state.tokens, index)
        elif token.type == "inline":
            _take_name(state.tokens, index)
        tokens.append(token)
    _mark_task_lists(tokens)
    state.tokens = tokens


def finish(state: StateCore) -> None:
    """Wrap parsed inline text by what the block tokens recorded."""
    for token in state.tokens:
        if token.type != "inline" or not token.meta or token.children is None:
            continue
        if token.meta.get("done"):
            token.children = [Token("done_open", "span", 1), *token.children, Token("done_close", "span", -1)]
        if name := token.meta.get("name"):
            token.children.insert(0, Token("block_name", "a", 0, content=name))


def _open_callout(state: StateCore, index: int) -> tuple[list[Token], bool]:
    """Turn the quote that begins at `index` into a callout if it has a marker; return title and fold."""
    quote = state.tokens[index]
    following = state.tokens[index + 1 : index + 3]
    parsed = None
    if len(following) == 2 and following[0].type == "paragraph_open":
        parsed = parse_callout(following[1].content)
    if parsed is None:
        if quote.level == 0:
            if callout := state.env.get("callout"):
                quote.meta["callout"] = callout
            elif state.env.get("folding"):
                state.env["folding"].closed = False
        return [], False
    callout, following[1].content = parsed
    quote.meta["callout"] = callout
    if not following[1].content.strip():
        for token in state.tokens[index + 1 : index + 4]:
            token.hidden = True
    title = Token("title_open", "p", 1, meta={"callout": callout}, block=True)
    folding: Folding | None = state.env.get("folding")
    closed = False
    if folding is not None:
        number, closed = folding.begin(callout.fold, outermost=quote.level == 0)
        title.meta |= {"number": number, "closed": closed, "outermost": quote.level == 0}
    inline = Token("inline", "", 0, content=callout.title, children=[], block=True)
    return [title, inline, Token("title_close", "p", -1, meta=title.meta, block=True)], closed


def _count_hidden(state: StateCore, index: int) -> None:
    """Count a callout inside a folded one, so that the numbers stay the same when it is unfolded."""
    following = state.tokens[index + 1 : index + 3]
    if state.tokens[index].type == "blockquote_open" and len(following) == 2:
        parsed = parse_callout(following[1].content) if following[0].type == "paragraph_open" else None
        if parsed is not None:
            state.env["folding"].begin(parsed[0].fold, outermost=False)


def _mark_task(tokens: list[Token], index: int) -> None:
    """Remove the box from the text of a task, and record its character."""
    if index + 2 >= len(tokens) or tokens[index + 1].type != "paragraph_open":
        return
    inline = tokens[index + 2]
    if match := _TASK.match(inline.content):
        tokens[index].meta["task"] = match.group(1)
        inline.content = inline.content[match.end() :]
        inline.meta["done"] = match.group(1) in DONE


def _take_name(tokens: list[Token], index: int) -> None:
    """Remove the name of a block from its end; a paragraph of only a name is not shown."""
    inline = tokens[index]
    if "^" not in inline.content or not (match := BLOCK_ID.search(inline.content)):
        return
    inline.content = inline.content[: match.start()].rstrip()
    inline.meta["name"] = match.group(1)
    if not inline.content and tokens[index - 1].type == "paragraph_open":
        tokens[index - 1].hidden = tokens[index + 1].hidden = True


def _mark_task_lists(tokens: list[Token]) -> None:
    """Mark lists with tasks, and their other items, so that bullets and boxes do not collide."""
    lists: list[tuple[Token, list[Token]]] = []
    for token in tokens:
        if token.type.endswith("_list_open"):
            lists.append((token, []))
        elif token.type == "list_item_open" and lists:
            lists[-1][1].append(token)
        elif token.type.endswith("_list_close") and lists:
            opener, items = lists.pop()
            if token.type == "bullet_list_close" and any("task" in item.meta for item in items):
                opener.meta["tasks"] = True
                for item in items:
                    item.meta.setdefault("task", "")
