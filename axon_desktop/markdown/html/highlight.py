"""Syntax highlighting of code as HTML; Pygments is imported at the first block that names its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from html import escape
from typing import TYPE_CHECKING

from axon_desktop.theme.colors import Colors
from axon_desktop.theme.derived_colors import syntax

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

MAX_CHARACTERS = 8_000
"""Longer code stays plain: a lexer may be slow on text made to be so."""
MAX_LINE = 600
"""The same for one line."""
_OPENER = re.compile(
    r"^[ \t>*+-]{0,80}(?:\d{1,9}[.)][ \t]{1,4})?(?:`{3,}|~{3,})[ \t]*([^\s`]{1,40})", re.MULTILINE
)
_known: set[str] = set()
"""Languages whose code was coloured before: their lexers are imported."""


def is_quick(source: str) -> bool:
    """Tell whether the code in some Markdown can be coloured without an import, which may take 0.2 s."""
    return _known.issuperset(_languages_of(source))


def note_quick(source: str) -> None:
    """Record that this Markdown was rendered once."""
    _known.update(_languages_of(source))


def _languages_of(source: str) -> list[str]:
    return _OPENER.findall(source) if "```" in source or "~~~" in source else []


def code_html(code: str, language: str, colors: Colors) -> str:
    """Return code with inline colours, its line breaks as `<br>`."""
    palette = syntax(colors)
    html: list[str] = []
    for text, role in code_parts(code.expandtabs(4).rstrip("\n"), language):
        color = palette.get(role)
        html.append(f'<span style="color:{color}">{_keep(text)}</span>' if color else _keep(text))
    return "".join(html)


def code_parts(code: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of code, each with its role among the colours of code; empty for plain text."""
    lexer = _lexer(language) if language and len(code) <= MAX_CHARACTERS else None
    if lexer is None or max(map(len, code.split("\n"))) > MAX_LINE:
        yield code, ""
        return
    left = len(code)  # Pygments adds a line end
    for token, text in lexer.get_tokens(code):
        yield text[:left], "" if text.isspace() else _role(token)
        left -= len(text)
        if left <= 0:
            return


def code_table(inner: str, *, part: bool = False, indent: int = 0) -> str:
    """Put code on its background; a table because Qt pads nothing else."""
    margin = f' style="margin-left:{indent}px"' if indent else ""
    return (
        f'<table class="{"part" if part else "block"}" width="100%" cellspacing="0"{margin}><tr><td class="code">'
        f'<p class="code">{inner}</p></td></tr></table>'
    )


def _keep(text: str) -> str:
    """Escape text; the style sheet keeps its spaces."""
    return escape(text, quote=False).replace("\n", "<br>")


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    """Find the lexer of a language by its name."""
    from pygments.lexers import get_lexer_by_name

    name = language.lower()
    return get_lexer_by_name(name, stripnl=False, handlecodeblocks=False) if name in _languages() else None


@cache
def _languages() -> frozenset[str]:
    """Return every name of a language; for another one Pygments would search all installed packages."""
    from pygments.lexers import get_all_lexers

    return frozenset(alias.lower() for _, aliases, *_ in get_all_lexers(plugins=False) for alias in aliases)


@lru_cache(maxsize=512)
def _role(token: _TokenType) -> str:
    """Name the role of a token; empty for plain text."""
    name = str(token).removeprefix("Token.")
    for prefix, role in _ROLES:
        if name.startswith(prefix):
            return role
    return ""


_ROLES = (
    ("Comment", "comment"),
    ("Keyword.Type", "type"),
    ("Keyword", "keyword"),
    ("Operator.Word", "keyword"),
    ("Literal.String", "string"),
    ("Literal.Number", "number"),
    ("Literal.Date", "number"),
    ("Name.Function", "name"),
    ("Name.Decorator", "name"),
    ("Name.Attribute", "name"),
    ("Name.Class", "type"),
    ("Name.Builtin", "type"),
    ("Name.Namespace", "type"),
    ("Name.Exception", "type"),
    ("Name.Constant", "number"),
    ("Name.Tag", "tag"),
    ("Generic.Inserted", "inserted"),
    ("Generic.Deleted", "deleted"),
    ("Generic.Heading", "name"),
    ("Generic.Subheading", "name"),
)
