"""What becomes of the notes of a real vault: `python -m bench.real_vault VAULT [--pictures FOLDER]`.

Every note is rendered as the view does it. What its source says (callouts, diagrams, embeds, links) is counted by
means of its own, and compared with what the HTML shows. Ends with 1 if something is missing.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from axon_desktop.markdown.html.callouts import Callout, Folding, parse_callout
from axon_desktop.markdown.html.embed_keys import EmbedKey
from axon_desktop.markdown.html.embeds import EmbeddedNote, scan_embedded
from axon_desktop.markdown.html.render import Renderer
from axon_desktop.markdown.mermaid import Flowchart, read_diagram
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.definitions import collect_definitions
from axon_desktop.markdown.scan.details import gather_details
from axon_desktop.markdown.scan.model import Block
from axon_desktop.theme.colors import DARK, LIGHT, Colors
from axon_desktop.ui.markdown_view.layout.chunk import group_blocks
from axon_desktop.vault import Vault
from bench.callout_account import account

_FENCE = re.compile(r"^([ \t>]*)(`{3,}|~{3,})(.*)\n((?:.*\n)*?)[ \t>]*\2[`~]*[ \t]*$", re.MULTILINE)
_CODE = re.compile(r"(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")
_COMMENT = re.compile(r"<!--.*?-->|%%.*?%%", re.DOTALL)
_EMBED = re.compile(r"!\[\[([^\[\]\n]+)\]\]")
_WIKILINK = re.compile(r"(?<!!)\[\[([^\[\]\n]+)\]\]")
_TEXT = re.compile(r'"[^"]*"|\|[^|]*\||--[^->|\n]+(?=-->|---)|:::[\w-]+|@\{[^}]*\}')
_SHAPE = re.compile(r"\[[^\[\]]*\]|\([^()]*\)|\{[^{}]*\}")
_EDGE = re.compile(r"<?(?:-{2,}>?|-\.+[^.\n]*?\.*->?|={2,}>?|--[xo])|&")
_NO_NODES = re.compile(r"\s*(?:class|classDef|style|linkStyle|click|subgraph|end|direction|%%|flowchart|graph)\b")
_SHOWN_CALLOUT = re.compile(r'<td class="callout"[^>]*><p class="title">.*?<img src="axon-icon:\w+:(\w+)"')
_LINK = re.compile(r'<a (class="\w+" )?href="([^"]*)"')
_DIAGRAM = re.compile(r'<img src="axon-diagram:mermaid:([^"]*)"')

_NO_PROSE = frozenset({"front_matter", "fence", "code", "html", "comment", "math"})


@dataclass(slots=True)
class Findings:
    """What was counted, and what is wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    wrongs: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    """The lines that look like the beginning of a callout and are none, with why."""
    richness: dict[str, int] = field(default_factory=dict)
    """How much of different kinds a note has."""


def check(vault: Vault) -> Findings:
    """Render all notes and compare."""
    findings = Findings()
    for path in sorted(_notes(vault)):
        _check_note(vault, path, findings)
    return findings


def _notes(vault: Vault) -> Iterator[str]:
    for file in vault.root.rglob("*.md"):
        path = file.relative_to(vault.root)
        if not any(part.startswith(".") for part in path.parts):
            yield path.as_posix()


def _check_note(vault: Vault, path: str, findings: Findings) -> None:
    text = vault.read(path).text
    blocks = [block for block in gather_details(scan_blocks(text)) if block is not None]
    shown = _render(vault, path, blocks, embeds=False)  # without what other notes say
    fences = [(match[3].strip(), match[4]) for match in _FENCE.finditer(text)]
    said_in = "".join(block.source for block in blocks if block.kind not in _NO_PROSE)
    prose = _COMMENT.sub("", _CODE.sub("", _FENCE.sub("", said_in)))
    findings.counts["notes"] += 1
    callouts = _check_callouts(path, text, shown, findings)
    if "axon-fold:" in _render(vault, path, blocks, embeds=False, folding=Folding()):
        findings.counts["notes with callouts that fold"] += 1
    elif any(callout.fold for callout in callouts):
        findings.wrongs.append(f"{path}: no callout folds")

    diagrams = [body for language, body in fences if language == "mermaid"]
    findings.counts["diagrams"] += len(diagrams)
    drawn = [unquote(match[1]) for match in _DIAGRAM.finditer(shown)]
    if len(drawn) != len(diagrams):
        findings.wrongs.append(f"{path}: {len(diagrams)} diagrams, {len(drawn)} drawn")
    for source in drawn:
        _check_diagram(path, source, findings)

    embeds = len(_EMBED.findall(prose))
    findings.counts["embeds"] += embeds
    whole = _render(vault, path, blocks, embeds=True)
    made = sum(map(whole.count, ("axon-embed:", '<td class="file"', '<img src="axon-img:')))
    if made < embeds:
        findings.wrongs.append(f"{path}: {embeds} embeds, {made} shown")
    findings.counts["wikilinks"] += len(_WIKILINK.findall(prose))
    _check_links(vault, path, shown, findings)
    kinds = (
        len(callouts),
        3 * len(diagrams),
        2 * embeds,
        len(fences),
        prose.count("\n|") // 3,
        prose.count("\n#"),
    )
    findings.richness[path] = sum(min(kind, 12) for kind in kinds)


def _render(vault: Vault, path: str, blocks: list[Block], *, embeds: bool, folding: Folding | None = None) -> str:
    """Return the HTML of a note, made piece by piece as the view does it."""

    def find_note(key: EmbedKey) -> EmbeddedNote:
        text = vault.read(key.path).text
        return scan_embedded(key.path, text, lambda target: vault.names.resolve_link(target, key.path))

    definitions = collect_definitions(blocks)
    renderer = Renderer(
        LIGHT,
        lambda target: vault.names.resolve_link(target, path),
        find_note=find_note if embeds else None,
        pictures=True,
    )
    groups = group_blocks([*blocks, *definitions.note_blocks()])
    return "".join(renderer.render(group, definitions, folding, path) for group in groups)


def _check_callouts(path: str, text: str, shown: str, findings: Findings) -> list[Callout]:
    """Compare the callouts in the source with those that are shown, in order and with their types."""
    marked = account(text)
    said = [parsed[0] for line in marked if line.place == "callout" and (parsed := parse_callout(line.text))]
    seen = [match[1] for match in _SHOWN_CALLOUT.finditer(shown)]
    findings.counts["lines that look like a callout"] += len(marked)
    findings.counts["callouts"] += len(said)
    for line in marked:
        if line.place != "callout":
            findings.counts[f"no callout, in {line.place}"] += 1
            findings.others.append(f"{path}:{line.line}: in {line.place}, so no callout: {line.text}")
    findings.counts.update(f"  {callout.kind}" for callout in said)
    if seen != [callout.icon for callout in said]:
        findings.wrongs.append(f"{path}: {len(said)} callouts in the source, {len(seen)} shown, or other types")
    return said


def _check_links(vault: Vault, path: str, shown: str, findings: Findings) -> None:
    for match in _LINK.finditer(shown):
        href = unquote(match[2])
        scheme = href.partition(":")[0] if not href.startswith("#") else "#"
        findings.counts[f"links {scheme}"] += 1
        if scheme == "axon-new":
            findings.wrongs.append(f"{path}: leads nowhere: {href}")
        elif scheme in ("axon-note", "#"):
            _check_place(vault, path, href, findings)


def _check_diagram(path: str, source: str, findings: Findings) -> None:
    """Compare the nodes of a drawing with the names in its source."""
    diagram = read_diagram(source)
    if isinstance(diagram, Flowchart):
        names = set()
        for line in source.splitlines():
            if not _NO_NODES.match(line):
                plain = _TEXT.sub(" ", line)
                while plain != (plain := _SHAPE.sub("", plain)):
                    pass
                names |= {part.strip() for part in _EDGE.split(plain) if part.strip()}
        findings.counts["nodes of diagrams"] += len(diagram.nodes)
        if len(names) != len(diagram.nodes):
            findings.wrongs.append(f"{path}: a diagram of {len(names)} nodes has {len(diagram.nodes)} drawn")


def _check_place(vault: Vault, path: str, href: str, findings: Findings) -> None:
    """Look whether the heading or block that a link names is there."""
    from axon_desktop.markdown.scan.anchors import find_excerpt

    target, _, place = href.removeprefix("axon-note:").partition("#")
    if not place or (target and not target.endswith(".md")):
        return
    if place.startswith("fn-"):
        return
    findings.counts["links to places"] += 1
    blocks = [block for block in scan_blocks(vault.read(target or path).text) if block is not None]
    if find_excerpt(blocks, place) is None:
        findings.wrongs.append(f"{path}: no such place: {href}")


def take_pictures(vault: Vault, paths: list[str], folder: Path) -> None:
    """Save what the view shows of some notes, in both themes."""
    from PySide6.QtWidgets import QApplication

    from axon_desktop.ui.look.theme import Theme
    from axon_desktop.ui.markdown_view import MarkdownView

    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    folder.mkdir(parents=True, exist_ok=True)

    def picture(path: str, colors: Colors, name: str) -> None:
        def find(target: str) -> str | None:
            return vault.names.resolve_link(target, path)

        view = MarkdownView(
            resolve_link=find,
            load_image=lambda image: vault.read_attachment(image, 20_000_000),
            load_note=lambda key: scan_embedded(key.path, vault.read(key.path).text, find),
        )
        view.setVerticalScrollBarPolicy(view.verticalScrollBarPolicy().ScrollBarAlwaysOff)
        view.resize(860, 1400)
        view.show()
        view.set_note(Path(path).stem, vault.read(path).text, path=path)
        for page in range(3):
            view.verticalScrollBar().setValue(page * 1360)
            while view.at_work:
                app.processEvents()
            if page and view.verticalScrollBar().value() < (page - 1) * 1360 + 200:
                break
            view.grab().save(str(folder / f"{Path(path).stem}-{name}-{page + 1}.png"))
        view.close()
        view.deleteLater()

    for name, colors in (("light", LIGHT), ("dark", DARK)):
        Theme(app, "dark" if colors is DARK else "light")
        for path in paths:
            picture(path, colors, name)


def _print_callouts(findings: Findings) -> None:
    """Account for every line that looks like the beginning of a callout."""
    reasons = {name: count for name, count in findings.counts.items() if name.startswith("no callout, in ")}
    parts = [f"{findings.counts['callouts']} callouts, each shown with its type"]
    parts += [f"{count} {name.removeprefix('no callout, ')}" for name, count in sorted(reasons.items())]
    print(f"{findings.counts['lines that look like a callout']} callout lines = {' + '.join(parts)}")
    for line in findings.others:
        print(" ", line)


def main() -> int:
    """Print the counts."""
    parser = argparse.ArgumentParser(prog="python -m bench.real_vault", description=__doc__)
    parser.add_argument("vault", type=Path)
    parser.add_argument("--pictures", type=Path, help="save pictures of the ten richest notes here")
    options = parser.parse_args()
    vault = Vault(options.vault)
    vault.names.scan()
    findings = check(vault)
    for name, count in findings.counts.items():
        print(f"{count:6} {name}")
    _print_callouts(findings)
    print(f"{len(findings.wrongs)} wrong")
    for wrong in findings.wrongs:
        print(" ", wrong)
    if options.pictures:
        richest = sorted(findings.richness, key=lambda path: -findings.richness[path])[:10]
        take_pictures(vault, richest, options.pictures)
    vault.close()
    return 1 if findings.wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
