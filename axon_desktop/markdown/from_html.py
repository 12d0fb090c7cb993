"""Markdown of pasted HTML, as browsers, Word, Google Docs and LibreOffice put it into the clipboard."""

from __future__ import annotations

import re
from typing import Any

from bs4 import BeautifulSoup, Tag
from markdownify import MarkdownConverter

from axon_desktop.text.edits.tables import from_rows

_LONGEST = 3_000_000
"""Characters of HTML that are read; more is pasted as text."""
_FORMATS = (
    "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "a", "strong", "b", "em", "i", "code", "pre",
    "blockquote", "img", "s", "del", "strike", "mark", "hr", "kbd", "samp",
)  # fmt: skip
_NOT_SHOWN = ("script", "style", "head", "title", "meta", "link", "template", "noscript", "svg", "button")
_CELL, _ROW = "\x1f", "\x1e"
"""What stands between the cells and rows of a table until it is drawn."""
_LEVEL = re.compile(r"mso-list:[^;]*level(\d)")
_NUMBER = re.compile(r"\s*(?:\d+|[a-zA-Z]|[ivxlcdm]+)[.)]", re.IGNORECASE)
_WEIGHT = re.compile(r"font-weight:\s*(\w+)")
_EMPHASIS = re.compile(r"\*|`|(?<![^\W_])_|_(?![^\W_])|<(?=[a-zA-Z/!])")
_LANGUAGE = re.compile(r"(?:language|lang|highlight-source|brush:)[-: ]?([\w+#-]+)")
_CONDITION = re.compile(r"<!\[(?:if|endif)[^>]*>")
"""Word's own marks, which are no comments."""
_BARE = re.compile(r"<[^<>\s]+>")
_BLANKS = re.compile(r"\n{3,}")
_HEAVY = 600
_MOST = 50
"""Columns that one cell may span."""
_ADDRESSES = ("http://", "https://", "mailto:", "obsidian:")


class _Converter(MarkdownConverter):
    """Writes Markdown as Obsidian does."""

    def escape(self, text: str, parent_tags: set[str]) -> str:
        del parent_tags
        return _EMPHASIS.sub(r"\\\g<0>", text)

    def convert_mark(self, _el: Tag, text: str, parent_tags: set[str]) -> str:
        return _around(text, "==") if "_noformat" not in parent_tags else text

    def convert_input(self, el: Tag, _text: str, parent_tags: set[str]) -> str:
        if el.get("type") != "checkbox" or "li" not in parent_tags:
            return ""
        mark = "[x]" if el.has_attr("checked") else "[ ]"
        return mark if str(el.next_sibling or "").startswith((" ", "\n", "\xa0")) else mark + " "

    def convert_img(self, el: Tag, _text: str, parent_tags: set[str]) -> str:
        address = str(el.get("src") or "")
        if not address.startswith(("http://", "https://")):
            return str(el.get("alt") or "") if "a" in parent_tags else ""
        words = re.sub(r"[\[\]\n|]", " ", str(el.get("alt") or ""))
        return f"![{words}]({address.replace(' ', '%20')})"

    def convert_td(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        del parent_tags
        span = str(el.get("colspan") or "1")
        cells = min(int(span), _MOST) if span.isdigit() else 1
        return text.replace(_ROW, " ").replace(_CELL, " ").strip() + _CELL * cells

    convert_th = convert_td

    def convert_tr(self, _el: Tag, text: str, parent_tags: set[str]) -> str:
        del parent_tags
        return text + _ROW

    def convert_table(self, _el: Tag, text: str, parent_tags: set[str]) -> str:
        rows = [row.split(_CELL)[:-1] for row in text.split(_ROW)]
        rows = [row for row in rows if any(cell.strip() for cell in row)]
        if not rows or "td" in parent_tags or max(map(len, rows)) == 1:
            return "\n\n".join(" ".join(row) for row in rows)
        return f"\n\n{from_rows(rows)}\n\n"


def markdown_of(html: str) -> str | None:
    """Return what a fragment of HTML says as Markdown; None where its plain text says as much."""
    if len(html) > _LONGEST:
        return None
    try:
        soup = BeautifulSoup(_CONDITION.sub("", html), "html.parser")
        for tag in soup(_NOT_SHOWN):
            tag.decompose()
        _read_styles(soup)
        _read_word_lists(soup)
        _nest_lists(soup)
        if soup.find(_FORMATS) is None or _is_code(soup):
            return None
        made = _Converter(
            heading_style="atx",
            bullets="-",
            wrap=True,
            wrap_width=None,
            newline_style="backslash",
            code_language_callback=_language,
        ).convert_soup(soup)
    except RecursionError:
        return None
    lines = (line.rstrip() for line in made.replace("\xa0", " ").replace("\\\n", "\n").split("\n"))
    text = _BLANKS.sub("\n\n", "\n".join(lines)).strip()
    return None if not text or _BARE.fullmatch(text) else text


def _read_styles(soup: BeautifulSoup) -> None:
    """Make tags of styles that say the same, and drop tags that only look like saying something."""
    for tag in soup.find_all(True):
        style = str(tag.get("style") or "").lower()
        weight = _WEIGHT.search(style)
        heavy = weight is not None and (weight[1] == "bold" or (weight[1].isdigit() and int(weight[1]) >= _HEAVY))
        if tag.name in ("b", "strong") and weight is not None and not heavy:
            tag.unwrap()  # Google Docs begins with one that is not bold
        elif tag.name == "a" and not str(tag.get("href") or "").startswith(_ADDRESSES):
            tag.unwrap()
        elif tag.name in ("span", "font") and tag.get_text(strip=True) and not _is_in(tag, "a", "pre", "code"):
            for name, is_worn in (
                ("b", heavy and not _is_in(tag, "h1", "h2", "h3", "h4", "h5", "h6", "b", "strong", "th")),
                ("i", "font-style:italic" in style.replace(" ", "")),
                ("s", "line-through" in style),
            ):
                if is_worn:
                    tag.wrap(soup.new_tag(name))


def _is_in(tag: Tag, *names: str) -> bool:
    return tag.find_parent(names) is not None


def _read_word_lists(soup: BeautifulSoup) -> None:
    """Make lists of Word's paragraphs that only look like items."""
    stack: list[Tag] = []
    for tag in soup.find_all("p"):
        level = _LEVEL.search(str(tag.get("style") or ""))
        if level is None:
            stack = []
            continue
        before = tag.find_previous_sibling()
        if before is not None and before.name not in ("ul", "ol"):
            stack = []
        marker = tag.find(style=re.compile("mso-list:\\s*ignore", re.IGNORECASE))
        kind = "ol" if marker is not None and _NUMBER.match(marker.get_text()) else "ul"
        if marker is not None:
            marker.decompose()
        depth = int(level[1])
        del stack[depth:]
        while len(stack) < depth:
            made = soup.new_tag(kind)
            if stack:
                items = stack[-1].find_all("li", recursive=False)
                (items[-1] if items else stack[-1]).append(made)
            else:
                tag.insert_before(made)
            stack.append(made)
        item = soup.new_tag("li")
        for part in list(tag.contents):
            item.append(part)
        stack[-1].append(item)
        tag.decompose()


def _nest_lists(soup: BeautifulSoup) -> None:
    """Put lists that stand beside the items of a list into the item before them, and open items' paragraphs."""
    for tag in soup.find_all(["ul", "ol"]):
        if tag.parent is not None and tag.parent.name in ("ul", "ol"):
            item = tag.find_previous_sibling("li")
            if item is not None:
                item.append(tag.extract())
    for item in soup.find_all("li"):
        inner = [part for part in item.contents if isinstance(part, Tag) or str(part).strip()]
        paragraphs = [part for part in inner if isinstance(part, Tag) and part.name == "p"]
        if len(paragraphs) == 1 and inner[0] is paragraphs[0]:
            paragraphs[0].unwrap()


def _is_code(soup: BeautifulSoup) -> bool:
    """Tell whether all of it is code of an editor: coloured text with the line breaks that it has."""
    parts: list[Any] = [
        part for part in (soup.body or soup).contents if isinstance(part, Tag) or str(part).strip()
    ]
    if len(parts) != 1 or not isinstance(parts[0], Tag):
        return False
    style = str(parts[0].get("style") or "").replace(" ", "").lower()
    return parts[0].name == "pre" or ("white-space:pre" in style and "font-family" in style)


def _language(tag: Tag) -> str:
    """Return the language of a block of code, as the classes of the block and its parts say it."""
    for one in (tag, tag.find("code"), tag.parent):
        found = _LANGUAGE.search(" ".join(one.get("class") or ())) if isinstance(one, Tag) else None
        if found is not None:
            return found[1]
    return ""


def _around(text: str, marker: str) -> str:
    inner = text.strip()
    return text.replace(inner, f"{marker}{inner}{marker}") if inner else text
