"""What Obsidian's syntax takes away from CommonMark: `python -m bench.commonmark spec.txt`.

The file is the specification itself, or its examples as its own tool writes them (`spec_tests.py --dump-tests`).
It is not kept here, since its licence is another one: `packaging/setup.sh desktop` installs it by npm, into
`.node/node_modules/commonmark-spec`.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from axon_desktop.markdown.html.markup import make_parser

_OBSIDIAN = {
    "wikilink": "[[…]] is a link to a note",
    "embed": "![[…]] shows a note",
    "tag": "#word is a tag",
    "highlight_open": "==…== is marked",
    "math": "$…$ is a formula",
    "table_open": "lines with bars are a table",
    "s_open": "~~…~~ is struck through",
}
"""Why a token of ours may make an example come out otherwise."""
_EXAMPLE = re.compile(r"^`{32} example\n(.*?)^\.\n(.*?)^`{32}$", re.DOTALL | re.MULTILINE)
_BARE_ADDRESS = "an address is a link without angle brackets"


@dataclass(frozen=True, slots=True)
class Difference:
    """An example that plain markdown-it-py gets right and our parser does not."""

    number: int
    source: str
    reason: str
    """What of Obsidian's syntax it holds; empty if nothing: then something is broken."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the examples came out."""

    examples: int
    plain: int
    """How many plain markdown-it-py gets right."""
    ours: int
    """How many our parser with all its rules gets right."""
    differences: tuple[Difference, ...]


def read_examples(file: Path) -> list[Mapping[str, Any]]:
    """Return the examples of the specification with `markdown`, `html` and their number as `example`."""
    text = file.read_text("utf-8")
    if file.suffix == ".json":
        read: list[Mapping[str, Any]] = json.loads(text)
        return read
    parts = (tuple(part.replace("→", "\t") for part in found) for found in _EXAMPLE.findall(text))
    return [{"markdown": text, "html": html, "example": at} for at, (text, html) in enumerate(parts, 1)]


def plain_parser() -> MarkdownIt:
    """Return markdown-it-py as it comes."""
    return MarkdownIt("commonmark")


def our_parser() -> MarkdownIt:
    """Return our parser with the HTML of the specification, and with what only shapes tokens left out."""
    md = make_parser()
    md.renderer = RendererHTML(md)
    md.options["breaks"] = False
    md.options["xhtmlOut"] = True
    md.core.ruler.disable(["shape", "finish"])
    return md


def compare(examples: Iterable[Mapping[str, Any]]) -> Outcome:
    """Render the examples with both parsers."""
    plain, ours = plain_parser(), our_parser()
    rights: Counter[str] = Counter()
    differences = []
    for example in examples:
        source, expected = example["markdown"], example["html"]
        is_right = {"plain": plain.render(source) == expected, "ours": ours.render(source) == expected}
        rights.update(name for name, right in is_right.items() if right)
        rights["all"] += 1
        if is_right["plain"] and not is_right["ours"]:
            differences.append(Difference(example["example"], source, reason_for(source, plain, ours)))
    return Outcome(rights["all"], rights["plain"], rights["ours"], tuple(differences))


def reason_for(source: str, plain: MarkdownIt, ours: MarkdownIt) -> str:
    """Name the first thing in a text that only our parser sees; empty if there is none."""
    found = list(_walk(ours.parse(source)))
    for token in found:
        if token.type in _OBSIDIAN:
            return _OBSIDIAN[token.type]
    links = [sum(token.info == "auto" for token in tokens) for tokens in (found, _walk(plain.parse(source)))]
    return _BARE_ADDRESS if links[0] > links[1] else ""


def _walk(tokens: Iterable[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _walk(token.children or ())


def main() -> int:
    """Print how many examples both get right, and each difference with its reason."""
    parser = argparse.ArgumentParser(prog="python -m bench.commonmark", description=__doc__)
    parser.add_argument("examples", type=Path)
    outcome = compare(read_examples(parser.parse_args().examples))
    print(f"{outcome.examples} examples: plain markdown-it-py {outcome.plain}, with our rules {outcome.ours}")
    for found in outcome.differences:
        print(f"{found.number}: {found.source!r}: {found.reason or 'BROKEN'}")
    return 1 if any(not found.reason for found in outcome.differences) else 0


if __name__ == "__main__":
    sys.exit(main())
