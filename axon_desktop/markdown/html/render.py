"""The renderer of blocks as HTML for QTextDocument; the Markdown parser is imported at the first block."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from axon_desktop.markdown.html.callouts import Folding
from axon_desktop.markdown.html.embed_keys import EmbedKey, EmbedKind
from axon_desktop.markdown.html.embeds import (
    MAX_SOURCE,
    EmbeddedNote,
    EmbeddedPicture,
    EmbedFrame,
    FindNote,
    Nesting,
    choose_blocks,
    file_card,
    marked,
    picture_html,
)
from axon_desktop.markdown.html.highlight import code_html, code_table
from axon_desktop.markdown.html.links import ResolveLink, WikiLink, note_link
from axon_desktop.markdown.html.pictures import diagram_html, formula_html, icon_html
from axon_desktop.markdown.scan.definitions import Definitions, note_text
from axon_desktop.markdown.scan.details import MAX_DEPTH, read_details
from axon_desktop.markdown.scan.model import Block
from axon_desktop.markdown.scan.properties import read_properties, tags_of
from axon_desktop.markdown.scan.split import dedent
from axon_desktop.markdown.scan.structure import Kind
from axon_desktop.text.file_names import is_note
from axon_desktop.theme.colors import Colors

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_VALUE = 120
"""Characters of one property that are shown."""
_MAX_PROPERTIES = 40
"""More of them are not shown."""

_FENCE = re.compile(r"(?:[ \t]*(?:\r\n|\r|\n))*([ ]{0,3})(`{3,}|~{3,})[ \t]*([^\r\n]*)")
_BODY = '<table class="block" width="100%" cellspacing="0" cellpadding="0"><tr>'
_EMPTY = re.compile(r"<p>\s*</p>")
_ORDINARY = frozenset({"paragraph", "heading", "hr", "list", "quote", "table"})
_INVISIBLE = frozenset({"front_matter", "blank", "comment", "footnote"})


class Words(Struct, frozen=True):
    """The renderer's own texts, in the user's language."""

    more: str = "Show more"
    """The link to the parts of a huge block."""
    rest: str = "Open the note to read the rest"
    """Under an embed that is cut."""
    loop: str = "This note embeds itself"
    deep: str = "Notes are nested too deeply"
    unreadable: str = "This note cannot be shown here"
    no_place: str = "This note has no such part"
    details: str = "Details"
    """The line of `<details>` that gives none."""
    audio: str = "Audio"
    video: str = "Video"
    """Under the names of embedded files."""


class Renderer:
    """Render blocks in the colours of a theme; may be used from any thread.

    With `find_note`, embedded notes are shown; with `pictures`, formulas, diagrams and icons become images with
    addresses of their own (`axon-math:`, `axon-diagram:`, `axon-icon:`), for a view that draws them. With
    `strict_breaks`, a line end inside a paragraph is a blank. `find_note` also finds files of the kinds in
    `embeds`; others have a card.
    """

    def __init__(
        self,
        colors: Colors,
        resolve_link: ResolveLink = lambda _target: None,
        *,
        words: Words | None = None,
        find_note: FindNote | None = None,
        pictures: bool = False,
        strict_breaks: bool = False,
        embeds: Sequence[EmbedKind] = (),
    ) -> None:
        self.colors = colors
        self._strict_breaks = strict_breaks
        self._embeds = embeds
        self._resolve = resolve_link
        self._words = words or Words()
        self._find_note = find_note
        self._pictures = pictures
        self._special: dict[Kind, Callable[[Block, _Pass], str]] = {
            "fence": self._fence,
            "code": self._code,
            "html": self._raw_html,
            "list": self._list,
            "quote": self._quote,
            "table": self._table,
            "text": self._text,
            "math": self._math,
            "more": self._more,
            "note": self._note,
            "details": self._details,
        }

    def render(
        self,
        blocks: Sequence[Block],
        definitions: Definitions,
        folding: Folding | None = None,
        own_path: str | None = None,
    ) -> str:
        """Return the HTML of consecutive blocks, fit for `QTextDocument.setHtml` under our style sheet.

        With `folding`, callouts fold; without it all of them are open. With `own_path`, the vault path of the note
        (empty for none), its tasks can be ticked and its own sections be embedded in it.
        """
        return self._render(blocks, _Pass(definitions, folding, Nesting(), own_path))

    def _render(self, blocks: Sequence[Block], now: _Pass) -> str:
        html: list[str] = []
        run: list[Block] = []
        for block in blocks:
            if block.kind in _ORDINARY and not (block.continues or block.widths or block.loose is not None):
                if run and run[-1].offset + len(run[-1].source) != block.offset:
                    html.append(self._run(run, now))
                    run = []
                run.append(block)
                continue
            if run:
                html.append(self._run(run, now))
                run = []
            html.append(self._block(block, now))
        if run:
            html.append(self._run(run, now))
        return "".join(html)

    def render_header(self, title: str, front_matter: str = "") -> str:
        """Return the title of a note, unless it is empty, and a line with its properties."""
        from axon_desktop.markdown.html.markup import tag_chip

        properties = read_properties(front_matter)[:_MAX_PROPERTIES]
        chips = [tag_chip(tag) for tag in tags_of(properties)]
        others: list[str] = []
        for entry in properties:
            if entry.name.lower() in ("tags", "tag"):
                continue
            value = ", ".join(entry.values)
            name = f"{escape(_elide(entry.name))}: " if entry.name else ""
            others.append(f'<span class="property">{name}{self._property(value)}</span>')
        line = " &nbsp; ".join([*chips, *others])
        heading = f"<h1>{escape(title)}</h1>" if title else ""
        return heading + (f'<p class="properties">{line}</p>' if line else "")

    def _property(self, value: str) -> str:
        """Return a property's value; links in it work."""
        if "[[" in value or value.startswith(("http://", "https://")):
            env = self._env(_Pass(Definitions(), None, Nesting()))
            return str(self._parser.renderInline(value[: 4 * MAX_VALUE], env))
        return escape(_elide(value))

    @property
    def _parser(self) -> MarkdownIt:
        from axon_desktop.markdown.html.markup import shared_parser

        return shared_parser()

    def _env(self, now: _Pass, **more: Any) -> dict[str, Any]:
        """Return the environment for the rules of the parser."""
        return {
            "references": now.definitions.references,
            "footnotes": now.definitions.footnotes,
            "resolve": self._resolve,
            "colors": self.colors,
            "pictures": self._pictures,
            "strict_breaks": self._strict_breaks,
            "folding": now.folding,
            "path": now.nesting.path,
            "embed": partial(self._embed, now=now) if self._find_note is not None else None,
            "line": None,
            **more,
        }

    def _line(self, block: Block, now: _Pass) -> int | None:
        """Return the line at which the text of a block begins, if its tasks can be ticked."""
        return block.line if now.own_path is not None and not now.nesting.path else None

    def _run(self, blocks: list[Block], now: _Pass) -> str:
        """Render consecutive whole blocks in one go: every call of the parser is expensive."""
        source = _escape_brackets("".join(block.source for block in blocks))
        if any(block.kind == "quote" for block in blocks):
            from axon_desktop.markdown.html.callouts import limit_quote_depth

            source = limit_quote_depth(source)
        return self._html(source, self._env(now, line=self._line(blocks[0], now)))

    def _block(self, block: Block, now: _Pass) -> str:
        """Render one block or part."""
        if block.kind in _INVISIBLE:
            return ""
        if special := self._special.get(block.kind):
            return special(block, now)
        return self._part(block, now)

    def _part(self, block: Block, now: _Pass) -> str:
        """Render a later part of a paragraph."""
        env = self._env(now, depth=block.depth, line=self._line(block, now))
        source = "".join(dedent(line, block.indent) for line in block.source.splitlines(keepends=True))
        inner = self._html(_escape_brackets(source if block.indent else source.lstrip(" \t")), env)
        if block.depth:
            return f'<ul style="list-style-type:none;-qt-list-indent:{min(block.depth, 10)}"><li>{inner}</li></ul>'
        return inner

    def _list(self, block: Block, now: _Pass) -> str:
        """Render a list or a part of one, with the numbers and the spacing of the whole."""
        source = block.source
        if block.indent:
            source = "".join(dedent(line, block.indent) for line in source.splitlines(keepends=True))
        env = self._env(now, depth=block.depth, line=self._line(block, now))
        tokens = self._parser.parse(source, env)
        if tokens and tokens[0].type == "ordered_list_open" and block.start is not None:
            tokens[0].attrSet("start", str(block.start))
        if block.loose is not None:
            for token in tokens:
                if token.level == 2 and token.type in ("paragraph_open", "paragraph_close"):
                    token.hidden = not block.loose
        return self._finish(tokens, env)

    def _quote(self, block: Block, now: _Pass) -> str:
        """Render a quote or callout; a later part continues without the title."""
        from axon_desktop.markdown.html.callouts import callout_of, limit_quote_depth

        source = limit_quote_depth(block.source)
        env = self._env(now, line=self._line(block, now))
        if block.continues:
            if now.folding is not None and now.folding.hides(block.head):
                return ""
            source = source if source.lstrip(" ").startswith(">") else "> " + source.lstrip(" \t")
            env |= {"callout": callout_of(block.head), "continues": True}
        return self._html(source, env)

    def _table(self, block: Block, now: _Pass) -> str:
        """Render a table; later parts are parsed under its header, which is shown once."""
        env = self._env(now, widths=block.widths)
        tokens = self._parser.parse(block.head + block.source, env)
        if block.continues:
            end = next((n for n, token in enumerate(tokens) if token.type == "thead_close"), -1)
            tokens = tokens[:1] + tokens[end + 1 :] if end >= 0 else tokens
        return self._finish(tokens, env)

    def _html(self, source: str, env: dict[str, Any]) -> str:
        return self._finish(self._parser.parse(source, env), env)

    def _finish(self, tokens: Sequence[Token], env: dict[str, Any]) -> str:
        html = str(self._parser.renderer.render(tokens, self._parser.options, env))
        if env.get("apart"):  # content between paragraphs leaves empty ones and breaks without a line
            html = _EMPTY.sub("", html.replace("<br></p>", "</p>").replace("<p><br>", "<p>"))
        return html

    def _fence(self, block: Block, now: _Pass) -> str:
        """Render fenced code; a later part is coloured on its own."""
        code, language = fence_code(block)
        if not code and block.continues:
            return ""
        if language.lower() == "mermaid" and not block.continues:
            return diagram_html(code, self.colors, self._resolve, pictures=self._pictures and _is_closed(block))
        table = code_table(code_html(code, language, self.colors), part=block.continues)
        kind = next((kind for kind in self._embeds if kind.language and kind.language == language.lower()), None)
        fits = not block.continues and 0 < len(code) <= MAX_SOURCE and _is_closed(block)
        if kind is not None and self._find_note is not None and fits and now.nesting.begin():
            return self._embed_file(kind.key("", "", _shown_in(now), code), table, now)
        return table

    def _code(self, block: Block, _now: _Pass) -> str:
        """Render indented code."""
        code = "\n".join(dedent(line, 4) for line in block.source.splitlines()).strip("\n")
        return code_table(code_html(code, "", self.colors), part=block.continues)

    def _raw_html(self, block: Block, _now: _Pass) -> str:
        """Render an HTML block, or what fits in a part of it."""
        from axon_desktop.markdown.html.raw_html import clean_html

        html = clean_html(block.source, self._resolve, self.colors)
        return html if html.strip() else ""

    def _details(self, block: Block, now: _Pass) -> str:
        """Render a line that folds and unfolds the content under it."""
        from axon_desktop.markdown.html.raw_html import clean_html

        if now.details >= MAX_DEPTH:
            return clean_html(block.source, self._resolve, self.colors)
        found = read_details(block)
        closed, fold = False, ""
        if now.folding is not None:
            number, closed = now.folding.begin("+" if found.is_open else "-", outermost=False)
            fold = f'<a href="axon-fold:{number}" style="color:{self.colors.text}">'
        # Folded content is rendered too: its callouts are numbered.
        body = self._render(found.blocks, replace(now, details=now.details + 1))
        summary = clean_html(found.summary, self._resolve, self.colors) or escape(self._words.details)
        mark = icon_html("folded" if closed else "unfolded", self.colors.muted, "", pictures=self._pictures)
        mark = mark or ("▸" if closed else "▾")
        apart = "</a> " if fold and "<a " in summary else " "
        end = "</a>" if fold and "<a " not in summary else ""
        title = f'<p class="title">{fold}{mark}{apart}{summary}{end}</p>'
        inner = f'{_BODY}<td class="details">{body}</td></tr></table>' if body and not closed else ""
        return title + inner + (clean_html(found.rest, self._resolve, self.colors) if found.rest else "")

    def _text(self, block: Block, _now: _Pass) -> str:
        """Render what is too large for its own form as plain text."""
        return f'<p class="text">{escape(block.source.strip())}</p>'

    def _math(self, block: Block, _now: _Pass) -> str:
        """Render a formula on lines of its own."""
        source = block.source.strip()
        whole = not block.continues and len(source) > 4 and source.endswith("$$")  # not yet while it is written
        tex = source.removeprefix("$$").removesuffix("$$").strip()
        if not tex:
            return ""
        return formula_html(tex, self.colors, pictures=self._pictures and whole)

    def _more(self, block: Block, now: _Pass) -> str:
        """Render the link to the parts that are not shown."""
        if block.of == "quote" and now.folding is not None and now.folding.hides(block.head):
            return ""
        label = escape(f"{self._words.more} ({len(block.source):,})")
        return f'<p><a href="axon-more:{block.offset}">{label}</a></p>'

    def _note(self, block: Block, now: _Pass) -> str:
        """Render a footnote at the end of the note, under a rule before the first."""
        inner = self._html(note_text(block.source), self._env(now, depth=1))
        rule = "" if block.continues else "<hr>"
        if block.start is None:
            return f'<ul style="list-style-type:none"><li>{inner}</li></ul>'
        return f'{rule}<ol start="{block.start}"><li><a name="fn-{block.start}"></a>{inner}</li></ol>'

    def _embed(self, link: WikiLink, now: _Pass) -> str:
        """Render an embedded note: its source, and the part that the link names."""
        assert self._find_note is not None
        path = self._resolve(link.target) if link.target else now.nesting.path or now.own_path
        if not path or not now.nesting.begin():
            return ""
        if not is_note(path):
            kinds = {"audio": self._words.audio, "video": self._words.video}
            href = note_link(path, link.anchor, lambda target: target).href
            card = file_card(path, link, href, self.colors, kinds, pictures=self._pictures)
            kind = next((kind for kind in self._embeds if path.lower().endswith(kind.suffix)), None)
            if kind is None:
                return card
            return self._embed_file(kind.key(path, link.anchor, _shown_in(now)), card, now)
        name = f"{PurePosixPath(path).stem} › {' › '.join(part for part in link.anchor.split('#') if part)}"
        target = note_link(link.target or path, link.anchor, lambda _target: path)
        frame = EmbedFrame(self.colors, path, target.href, name if link.anchor else PurePosixPath(path).stem)
        if now.nesting.repeats(path, link.anchor) or (path == now.own_path and not link.anchor):
            return frame.html(muted=self._words.loop)
        if now.nesting.too_deep:
            return frame.html(muted=self._words.deep)
        note = self._find_note(EmbedKey(path))
        if not isinstance(note, EmbeddedNote):
            return frame.html()
        if not note.readable:
            return frame.html(muted=self._words.unreadable)
        chosen = choose_blocks(note, link.anchor, now.nesting)
        if chosen is None:
            return frame.html(muted=self._words.no_place)
        nesting = now.nesting.within(path, link.anchor)
        body = self._inner(note, chosen[0], nesting, now)
        return frame.html(body, rest="" if chosen[1] else self._words.rest)

    def _inner(self, note: EmbeddedNote, blocks: list[Block], nesting: Nesting, now: _Pass) -> str:
        """Render blocks of another note, whose links are its own."""
        inner = Renderer(
            self.colors,
            note.resolve,
            words=self._words,
            find_note=self._find_note,
            pictures=self._pictures,
            strict_breaks=self._strict_breaks,
            embeds=self._embeds,
        )
        return inner._render(blocks, _Pass(note.definitions, now.folding, nesting, now.own_path))

    def _embed_file(self, key: EmbedKey, card: str, now: _Pass) -> str:
        """Render what is no note; `card` stands there until it has come, and where it cannot be shown."""
        assert self._find_note is not None
        found = self._find_note(key)
        if found is None:
            return marked(card, key)
        if isinstance(found, EmbeddedPicture):
            return picture_html(card, found.address, key)
        chosen = choose_blocks(found, "", now.nesting)
        if not found.blocks or chosen is None:
            return card
        body = self._inner(found, chosen[0], now.nesting.within(key.mark, ""), now)
        rest = "" if chosen[1] else f'<p><span class="muted">… {escape(self._words.rest)}</span></p>'
        return marked(("" if key.source else card) + body + rest, key)


class _Pass(Struct, frozen=True):
    """State of one run of the renderer."""

    definitions: Definitions
    folding: Folding | None
    nesting: Nesting
    own_path: str | None = None
    """Vault path of the note; None without a note."""
    details: int = 0
    """How many `<details>` are around."""


def _shown_in(now: _Pass) -> str:
    """Return the path of the note that shows an embed."""
    return now.nesting.path or now.own_path or ""


def fence_code(block: Block) -> tuple[str, str]:
    """Return the code and the language of a fence block or part."""
    opener = _FENCE.match(block.head if block.continues else block.source)
    if opener is None:
        return block.source, ""
    info = opener.group(3).split(maxsplit=1)
    lines = block.source.splitlines()
    if not block.continues:
        lines = lines[block.source[: opener.end()].count("\n") + 1 :]
    while lines and not lines[-1].strip():
        lines.pop()
    mark = opener.group(2)
    if lines and lines[-1].strip().startswith(mark) and not lines[-1].strip().strip(mark[0]):
        lines.pop()
    return "\n".join(dedent(line, len(opener.group(1))) for line in lines), info[0] if info else ""


def _is_closed(block: Block) -> bool:
    """Tell whether a fence has its end: neither cut nor still being written."""
    lines = block.source.strip().splitlines()
    return len(lines) > 1 and lines[-1].lstrip(" >").startswith(("```", "~~~"))


def _escape_brackets(source: str) -> str:
    """Escape brackets that cannot open a link: the parser searches the end of each of them."""
    return source.replace("[", "&#91;") if source.count("[") > 40 and "]" not in source else source


def _elide(text: str) -> str:
    return text if len(text) <= MAX_VALUE else text[: MAX_VALUE - 1] + "…"
