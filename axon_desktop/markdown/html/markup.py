"""Renderer of parsed Markdown as HTML for QTextDocument: tables where Qt ignores padding, glyphs for boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.renderer import RendererHTML

from axon_desktop.markdown.html import links
from axon_desktop.markdown.html.callouts import MAX_QUOTES
from axon_desktop.markdown.html.cjk_emphasis import InlineParser
from axon_desktop.markdown.html.highlight import code_html, code_table
from axon_desktop.markdown.html.pictures import (
    diagram_html,
    formula_html,
    icon_html,
    image_html,
    inline_formula_html,
)
from axon_desktop.markdown.html.raw_html import InlineHtml, clean_html
from axon_desktop.markdown.html.shaping import finish, shape
from axon_desktop.markdown.html.wikilinks import use_obsidian_syntax
from axon_desktop.theme.derived_colors import tint

if TYPE_CHECKING:
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict, PresetType

LIST_INDENT = 24
"""Pixels that code inside a list is moved to the right per level."""
_LINKS = frozenset({"link_open", "wikilink", "embed", "footnote_mark", "html_inline", "tag"})
_BOXES = {" ": ("task_open", "☐"), "-": ("task_left", "☒")}
_TICKED = ("task_done", "☑")


class _BlockParser(ParserBlock):
    def parse(self, src: str, md: MarkdownIt, env: EnvType, outTokens: list[Token]) -> list[Token] | None:  # noqa: N803 - the library's name
        """Parse a text with a line break at its end, without which some rules read beyond it."""
        return super().parse(src if src.endswith("\n") else f"{src}\n", md, env, outTokens)


class _Parser(MarkdownIt):
    """A parser that lets every link through: `links` decides where it leads, and its text stays."""

    def configure(self, presets: str | PresetType, options_update: Mapping[str, Any] | None = None) -> _Parser:
        self.block, self.inline = _BlockParser(), InlineParser()  # before the rules of the preset are chosen
        super().configure(presets, options_update)
        return self

    def validateLink(self, url: str) -> bool:
        return True


def make_parser() -> MarkdownIt:
    """Make the Markdown parser with Obsidian's syntax and our HTML."""
    md = _Parser("commonmark", {"breaks": True, "maxNesting": 100}, renderer_cls=HtmlRenderer)
    md.enable(["table", "strikethrough"])
    use_obsidian_syntax(md)
    md.core.ruler.before("inline", "shape", shape)
    md.core.ruler.after("inline", "finish", finish)
    for ruler in (md.core.ruler, md.block.ruler, md.inline.ruler, md.inline.ruler2):
        ruler.getRules("")  # compiled now: at first use two threads could see a half-built list
    return md


@lru_cache(maxsize=1)
def shared_parser() -> MarkdownIt:
    """Return the one parser of the program; it keeps nothing between calls."""
    return make_parser()


def anchor(link: links.Link) -> str:
    """Return the opening tag of a link; one to a note that does not exist looks different."""
    css = ' class="new"' if link.kind == "new" else ""
    return f'<a{css} href="{escape(link.href)}">'


class HtmlRenderer(RendererHTML):
    """Turn tokens into HTML; `env` carries the colours, the resolver and the definitions."""

    def renderInline(self, tokens: Sequence[Token], options: OptionsDict, env: EnvType) -> str:
        """Render inline tokens; raw tags are balanced within them."""
        raw = InlineHtml(env["resolve"], env["colors"], in_paragraph=env.get("around") == "p")
        parts = []
        for index, token in enumerate(tokens):
            if token.type == "html_inline":
                parts.append(raw.tag(token.content))
            elif rule := self.rules.get(token.type):
                parts.append(rule(tokens, index, options, env))
            else:
                parts.append(self.renderToken(tokens, index, options, env))
        html = "".join(parts) + raw.finish()
        if raw.centers:
            env["apart"] = True
        return html

    def renderToken(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render a plain tag, without the line break that Qt would draw as a space."""
        token = tokens[idx]
        if token.hidden:
            return ""
        if token.nesting < 0:
            return f"</{token.tag}>"
        return f"<{token.tag}{self.renderAttrs(token)}>"

    def text(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render text."""
        return escape(tokens[idx].content)

    def hardbreak(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render a line break."""
        return "<br>"

    def softbreak(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render a line end inside a paragraph, which Obsidian shows as a break unless line breaks are strict."""
        return " " if env["strict_breaks"] else "<br>"

    def code_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render code in text."""
        return f"<code>{escape(tokens[idx].content)}</code>"

    def math(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render a formula; one that fills its paragraph is set apart."""
        token = tokens[idx]
        if token.markup == "$$" and env.get("around") is not None:
            return self._apart(formula_html(token.content.strip(), env["colors"], pictures=env["pictures"]), env)
        return inline_formula_html(token.content.strip(), env.get("size", "text"), pictures=env["pictures"])

    def _apart(self, block: str, env: EnvType) -> str:
        """Put something between paragraphs: end the present one, and begin another after it."""
        env["apart"] = True
        return f"</p>{block}<p>" if env["around"] == "p" else block

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render fenced code inside a container."""
        token = tokens[idx]
        language = token.info.split(maxsplit=1)[0] if token.info.strip() else ""
        indent = LIST_INDENT * int(token.meta.get("depth", 0))
        if language.lower() == "mermaid":
            pictures = env["pictures"]
            return diagram_html(token.content, env["colors"], env["resolve"], pictures=pictures, indent=indent)
        return code_table(code_html(token.content, language, env["colors"]), indent=indent)

    code_block = fence

    def html_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render raw HTML."""
        return clean_html(tokens[idx].content, env["resolve"], env["colors"])

    def strong_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Begin strong text."""
        return "<b>"

    def strong_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """End strong text."""
        return "</b>"

    def highlight_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Begin marked text."""
        return '<span class="hl">'

    def hr(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render a rule."""
        return "<hr>"

    def bullet_list_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Begin a list; tasks replace the bullets."""
        meta = tokens[idx].meta
        if meta.get("tasks"):
            return f'<ul style="list-style-type:none;-qt-list-indent:{meta["depth"] - 1}">'
        return f'<ul style="-qt-list-indent:{meta["depth"]}">'

    def ordered_list_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Begin a numbered list."""
        start = tokens[idx].attrGet("start")
        number = f' start="{start}"' if start is not None else ""
        return f'<ol{number} style="-qt-list-indent:{tokens[idx].meta["depth"]}">'

    def list_item_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Begin an item, with its box if it is a task; the box goes into the paragraph of a loose item."""
        task = tokens[idx].meta.get("task")
        if task is None:
            return "<li>"
        box = _task_box(task, tokens[idx], env) if task else "•"
        following = tokens[idx + 1]
        if following.type == "paragraph_open" and not following.hidden:
            following.meta["box"] = box
            return "<li>"
        return f"<li>{box} "

    def heading_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Begin a heading; formulas in it are as large as its text."""
        env["size"] = tokens[idx].tag
        return f"<{tokens[idx].tag}>"

    def heading_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """End a heading."""
        env["size"] = "text"
        return f"</{tokens[idx].tag}>"

    def paragraph_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Begin a paragraph."""
        token = tokens[idx]
        box = token.meta.get("box")
        env["around"] = "" if token.hidden else "p"
        if token.hidden:
            # Two tight paragraphs of one item, or one after a nested block, are still apart.
            return "<br>" if idx and tokens[idx - 1].type == "paragraph_close" and tokens[idx - 1].hidden else ""
        return f"<p>{box} " if box else "<p>"

    def paragraph_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """End a paragraph."""
        env["around"] = None
        return "" if tokens[idx].hidden else "</p>"

    def title_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Begin the title of a callout; where it folds, it is a link except where it has another."""
        meta = tokens[idx].meta
        color = env["title_color"]
        icon = icon_html(meta["callout"].icon, color, meta["callout"].symbol, pictures=env["pictures"])
        start = f'<p class="title"><span style="color:{color}">'
        if not _folds(meta):
            return f"{start}{icon} "
        whole = not any(child.type in _LINKS for child in tokens[idx + 1].children or ())
        meta["whole"] = whole
        return f"{start}{_fold_link(meta, color)}{icon} {'' if whole else '</a>'}"

    def title_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """End the title of a callout, with a mark that shows whether it is folded."""
        meta = tokens[idx].meta
        if not _folds(meta):
            return "</span></p>"
        color = env["title_color"]
        mark = icon_html("folded" if meta["closed"] else "unfolded", color, "", pictures=env["pictures"])
        mark = mark or ("▸" if meta["closed"] else "▾")
        return f"{'' if meta['whole'] else _fold_link(meta, color)} {mark}</a></span></p>"

    def blockquote_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Begin a quote or callout: a bar and a body."""
        token = tokens[idx]
        callout = token.meta.get("callout")
        if callout is not None:  # its title is shown also where its frame is not
            env["title_color"] = tint(env["colors"], callout.hue).title
        if token.meta["level"] > MAX_QUOTES:
            return ""
        css = "part" if env.get("continues") and token.level == 0 else "block"
        table = f'<table class="{css}" width="100%" cellspacing="0" cellpadding="0"><tr><td class="bar" width="3" '
        if callout is None:
            return f'{table}bgcolor="{env["colors"].line}"></td><td class="quote">'
        colors = tint(env["colors"], callout.hue)
        return f'{table}bgcolor="{colors.bar}"></td><td class="callout" bgcolor="{colors.ground}">'

    def blockquote_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """End a quote or callout."""
        return "" if tokens[idx].meta["level"] > MAX_QUOTES else "</td></tr></table>"

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Begin a table; one cut into parts has fixed column widths."""
        env["columns"] = list(env.get("widths", ()))
        if env["columns"]:
            return '<table class="grid" width="100%" cellspacing="0" style="margin:0">'
        return '<table class="grid" cellspacing="0">'

    def th_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Begin a cell, aligned and of its width where that is given."""
        token = tokens[idx]
        align = str(token.attrGet("style") or "").removeprefix("text-align:")
        width = env["columns"].pop(0) if env["columns"] else 0
        return (
            f"<{token.tag}"
            + (f' align="{align}"' if align else "")
            + (f' width="{width}%"' if width else "")
            + ">"
        )

    td_open = th_open

    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Begin a link; one that leads nowhere allowed is only text."""
        link = links.markdown_link(str(tokens[idx].attrGet("href") or ""), env["resolve"])
        if link is not None and link.kind == "here" and env["path"]:
            link = links.Link("axon-note:" + quote(env["path"]) + link.href, "note")
        env.setdefault("anchors", []).append(link is not None)
        return anchor(link) if link else "<span>"

    def link_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """End a link."""
        return "</a>" if env["anchors"].pop() else "</span>"

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render an image of the vault; any other becomes a link that shows where it leads."""
        token = tokens[idx]
        alt, _, size = token.content.rpartition("|")
        measures = links.image_size(size)
        if measures is None:
            alt = token.content
        return image_html(str(token.attrGet("src") or ""), alt, measures, env["resolve"], fixed=bool(env["path"]))

    def wikilink(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render `[[…]]`."""
        link = links.parse_wikilink(tokens[idx].content)
        if link is None:
            return escape(tokens[idx].markup)
        return f"{anchor(_note_link(link.target, link.anchor, env))}{escape(link.label)}</a>"

    def embed(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render `![[…]]`: an image, the note itself where there is room for it, or a link."""
        link = links.parse_wikilink(tokens[idx].content)
        if link is None:
            return escape(tokens[idx].markup)
        if not links.is_image(link.target):
            shown = env["embed"](link) if env.get("embed") and env.get("around") is not None else ""
            return self._apart(shown, env) if shown else self.wikilink(tokens, idx, options, env)
        size = link.text.rpartition("|")[2]
        return image_html(link.target, link.text, links.image_size(size), env["resolve"], fixed=bool(env["path"]))

    def tag(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render a tag as a chip that leads to its notes, unless it is in another link."""
        return tag_chip(tokens[idx].content, linked=not env.get("anchors"))

    def footnote_mark(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render a reference to a footnote."""
        number = env["footnotes"][tokens[idx].content]
        if env["path"]:  # in an embed: its footnotes are at the end of the note that it is from
            return f"<sup>{number}</sup>"
        return f'<sup><a href="#fn-{number}">{number}</a></sup>'

    def block_name(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Mark where a block with a name is; the name is not shown."""
        return "" if env["path"] else f'<a name="^{escape(tokens[idx].content)}"></a>'

    def done_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Begin the text of a task that is done."""
        return '<span class="done">'


def _note_link(target: str, place: str, env: EnvType) -> links.Link:
    """Find where a link to a note leads; in an embed, `#anchor` is one of the embedded note."""
    if not target and env["path"]:
        return links.note_link(env["path"], place, lambda path: path)
    return links.note_link(target, place, env["resolve"])


def _task_box(task: str, item: Token, env: EnvType) -> str:
    """Return the box of a task; any character but the two known ones ticks it, as in Obsidian.

    In a note it is a link with the line of the task, from 1, and the state after a click.
    """
    name, letter = _BOXES.get(task, _TICKED)
    color = env["colors"].muted if name == "task_open" else env["colors"].accent
    box = icon_html(name, color, letter, pictures=env["pictures"])
    if env.get("line") is None or item.map is None:
        return box
    change = "+" if name == "task_open" else "-"
    return f'<a href="axon-task:{env["line"] + item.map[0] + 1}{change}">{box}</a>'


def _folds(meta: dict[str, Any]) -> bool:
    return bool(meta["callout"].fold) and "number" in meta


def _fold_link(meta: dict[str, Any], color: str) -> str:
    """Return the link that folds a callout; `!` marks one whose later parts may be blocks of their own."""
    outermost = "!" if meta["outermost"] else ""
    return f'<a href="axon-fold:{meta["number"]}{outermost}" style="color:{color}">'


def tag_chip(name: str, *, linked: bool = True) -> str:
    """Return a tag as a chip, which leads to the notes that have it."""
    text = f"&nbsp;&nbsp;#{escape(name)}&nbsp;&nbsp;"  # Qt widens no blank beside Chinese
    if not linked:
        return f'<span class="tag">{text}</span>'
    return f'<a class="tag" href="axon-tag:{quote(name)}">{text}</a>'
