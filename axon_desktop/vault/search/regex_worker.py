"""The child process of `regex`: reads a task from stdin, writes what it found to stdout, both JSON."""

from __future__ import annotations

import faulthandler
import json
import re
import sys
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from axon_desktop.text.snippets import SNIPPET, window
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.names.index import NameIndex
from axon_desktop.vault.obsidian.config import read_app_settings
from axon_desktop.vault.search.scan import LINES_PER_NOTE, Hit, SearchQuery, has_tag, read_texts

_MAX_PLACES = 20
_LINE_END = re.compile(r"\r\n|\r|\n")


def search(root: Path, query: SearchQuery) -> dict[str, Any]:
    """Return the hits and the number of notes with any, or the error of a broken pattern."""
    try:
        pattern = re.compile(query.text, re.IGNORECASE)
    except (re.error, RecursionError, OverflowError) as error:
        return {"error": str(error)}
    gateway = PathGateway(root)
    names = NameIndex(root, gateway)
    names.scan()
    found: list[tuple[int, list[Hit]]] = []
    for path, text in read_texts(gateway, names.paths, query.folder):
        if query.tag and not has_tag(path, text, query.tag):
            continue
        count = 0
        hits: list[Hit] = []
        for number, line in enumerate(_LINE_END.split(text), 1):
            match = pattern.search(line) if line.strip() else None
            if match is None:
                continue
            count += 1
            if count <= LINES_PER_NOTE:
                hits.append(Hit(path, number, _snippet(line, match, pattern), 0.0))
        if hits:
            found.append((count, hits))
    ignores = read_app_settings(root).ignores
    found.sort(key=lambda note: (ignores(note[1][0].path), -note[0], note[1][0].path))
    best = [asdict(hit) | {"score": float(count)} for count, hits in found[: query.limit] for hit in hits]
    places = [_match_ranges(hit["snippet"], pattern) for hit in best]
    return {"hits": best, "notes": len(found), "places": places}


def _snippet(line: str, match: re.Match[str], pattern: re.Pattern[str]) -> str:
    """Return the part of a line around a match, or the whole line if the match needs it."""
    part = window(line, match.start(), match.end()) if len(line) > SNIPPET else line
    return part if pattern.search(part) else line


def _match_ranges(snippet: str, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    """Return where a snippet matches."""
    return [match.span() for match in islice(pattern.finditer(snippet), _MAX_PLACES) if match[0]]


def _limit_work(seconds: int) -> None:
    """Let the system kill this process after `seconds` of processor time, if it can count them."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def main() -> None:
    """Do one task."""
    task = json.load(sys.stdin)
    _limit_work(task["work"])
    # A pattern holds the interpreter, so only this clock, which needs none, can end us if our parent has died.
    faulthandler.dump_traceback_later(task["seconds"], exit=True)
    result = search(Path(task["root"]), SearchQuery(**task["query"]))
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    main()
