"""Pictures in a text: those of the vault, and formulas, diagrams and icons, which a view draws itself."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from html import escape
from urllib.parse import quote, unquote
from zlib import compress, decompress

from axon_desktop.markdown.html import links
from axon_desktop.markdown.html.highlight import code_html, code_table
from axon_desktop.theme.colors import Colors

MATH_SCHEME = "axon-math"
DIAGRAM_SCHEME = "axon-diagram"
ICON_SCHEME = "axon-icon"
SCHEMES = (MATH_SCHEME, DIAGRAM_SCHEME, ICON_SCHEME)
CANVAS = "canvas"
"""Detail of a diagram that is a canvas, as JSON; the others have `mermaid` and the addresses of links."""
DISPLAY = "display"
"""Size of a formula on lines of its own; `text` and `h1` to `h6` are those of the text around the others."""
MAX_TEX = 1_500
"""Characters of a formula; a longer one is shown as it is written."""


def image_html(
    address: str, alt: str, size: tuple[int, int] | None, resolve: links.ResolveLink, *, fixed: bool
) -> str:
    """Return an image of the vault, or a link to one elsewhere, or the name of a missing one.

    One that is `fixed` is not written in the note's own Markdown, so that its size cannot be changed there.
    """
    source = links.image_source(address, resolve)
    if source:
        width = f' width="{size[0]}"' if size and size[0] else ""
        height = f' height="{size[1]}"' if size and size[1] else ""
        title = ' title="fixed"' if fixed else ""
        return f'<img src="{escape(source)}" alt="{escape(alt)}"{title}{width}{height}>'
    link = links.markdown_link(address, resolve)
    if link is not None and link.kind == "web" and (name := links.host(link.href)):
        label = f"{alt} ({name})" if alt and alt != name else name
        return f'<a href="{escape(link.href)}">▧ {escape(label)}</a>'
    return f'<span class="muted">▧ {escape(alt or address[:200])}</span>'


def formula_html(tex: str, colors: Colors, *, pictures: bool) -> str:
    """Return a formula on lines of its own."""
    if not pictures or not tex or len(tex) > MAX_TEX:
        return code_table(code_html(tex, "", colors))
    return f'<p class="display" align="center">{_image(MATH_SCHEME, DISPLAY, tex, alt=tex)}</p>'


def inline_formula_html(tex: str, size: str, *, pictures: bool) -> str:
    """Return a formula in text whose size is `text` or that of a heading such as `h2`."""
    if not pictures:
        return f"<code>{escape(tex)}</code>"
    return _image(MATH_SCHEME, size, tex, alt=tex)


def diagram_html(
    source: str, colors: Colors, resolve: links.ResolveLink, *, pictures: bool, indent: int = 0
) -> str:
    """Return a Mermaid diagram; an unsupported one is its source under the name of its kind."""
    # not with this module, which is imported before the first note: few notes have a diagram
    from axon_desktop.markdown.mermaid import diagram_kind, links_of, read_diagram

    diagram = read_diagram(source) if pictures else None
    if diagram is not None:
        margin = f' style="margin-left:{indent}px"' if indent else ""
        hrefs = [links.note_link(*_parts(name), resolve).href for name in links_of(diagram)]
        detail = ",".join(["mermaid", *(quote(href, safe="") for href in hrefs)])
        return f'<p class="display" align="center"{margin}>{_image(DIAGRAM_SCHEME, detail, source)}</p>'
    kind = diagram_kind(source)
    caption = f'<p class="caption">Mermaid{f": {escape(kind)}" if kind else ""}</p>'
    return caption + code_table(code_html(source, "", colors), indent=indent)


def icon_html(name: str, color: str, symbol: str, *, pictures: bool) -> str:
    """Return an icon in text."""
    return _image(ICON_SCHEME, color.lstrip("#"), name, alt=symbol) if pictures else symbol


def canvas_address(drawing: str) -> str:
    """Return the address of a canvas (JSON), packed: each time that a text is laid out, its addresses are read."""
    return f"{DIAGRAM_SCHEME}:{CANVAS}:{urlsafe_b64encode(compress(drawing.encode())).decode()}"


def canvas_drawing(source: str) -> str:
    """Return the canvas that is packed in the source of its address."""
    return decompress(urlsafe_b64decode(source)).decode()


def read_address(address: str) -> tuple[str, str, str] | None:
    """Return the scheme, the detail (a size or a colour) and the source of such an address; None for any other."""
    scheme, _, rest = address.partition(":")
    detail, colon, source = rest.partition(":")
    return (scheme, detail, unquote(source)) if scheme in SCHEMES and colon else None


def diagram_links(detail: str) -> list[str]:
    """Return the addresses of a diagram's links, in the order of their nodes."""
    return [unquote(href) for href in detail.split(",")[1:]]


def _parts(name: str) -> tuple[str, str]:
    target, _, anchor = name.partition("#")
    return target.strip(), anchor.strip()


def _image(scheme: str, detail: str, source: str, *, alt: str = "") -> str:
    return f'<img src="{scheme}:{detail}:{quote(source, safe="")}" alt="{escape(alt)}">'
