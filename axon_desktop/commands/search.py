"""`axon search`: lines of notes that match a search."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from axon_desktop.commands import DONE, FAILED
from axon_desktop.commands.open_vault import open_search, open_vault

if TYPE_CHECKING:
    from axon_desktop.vault.search.found import Hit


def search(options: argparse.Namespace) -> int:
    """Print the hits, best notes first; like grep it fails when there is none.

    Notes that hold only some of the words are shown when none holds them all.
    """
    from axon_desktop.vault.search.found import Query

    query = Query(
        text=options.query,
        folder=options.folder,
        tag=options.tag.removeprefix("#"),
        regex=options.regex,
        limit=options.limit,
        by=options.by,
    )
    with open_vault(options.vault) as vault, open_search(vault) as engine:
        found = engine.find(query)
    hits = found.hits[: options.limit]
    if found.problem:
        print(f"axon: {found.problem} Words are looked for instead.", file=sys.stderr)
    if hits and not found.whole:
        print("axon: No note holds all the words; these hold some of them.", file=sys.stderr)
    if options.json:
        print(json.dumps([_shown(hit) for hit in hits], ensure_ascii=False))
    elif hits:
        print(_lines(hits))
    return DONE if hits else FAILED


def _shown(hit: Hit) -> dict[str, object]:
    return {name: value for name, value in asdict(hit).items() if name != "score"}


def _lines(hits: tuple[Hit, ...]) -> str:
    return "\n".join(f"{hit.path}:{hit.line}: {hit.snippet}" if hit.line else hit.path for hit in hits)
