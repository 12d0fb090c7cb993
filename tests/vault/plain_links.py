"""A second, simple-minded reader and resolver of links, to check the real one; blind to code and comments."""

import json
import posixpath
import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote

WIKI = re.compile(r"\[\[([^\[\]|#\n]+?)(?:\\?\||#|\]\])")
MARKDOWN = re.compile(
    r"\]\((?:<([^<>#\n]+)[^<>\n]*>|([^()\s#]+(?:\([^()\s]*\)[^()\s#]*)*)[^()\s]*)(?: \"[^\"]*\")?\)"
)
DEFINITION = re.compile(r"^\[[^\]^][^\]]*\]: (?:<([^<>#\n]+)[^<>\n]*>|([^\s#<]+))", re.MULTILINE)


def targets(path: str, text: str) -> Iterator[tuple[str, bool]]:
    """Yield each link's path, and whether it is one from the root that needs no resolving."""
    if path.endswith(".canvas"):
        for node in json.loads(text)["nodes"]:
            if node["type"] == "file":
                yield node["file"], True
            elif node["type"] == "text":
                yield from targets("card.md", node["text"])
        return
    text = re.sub(r"'((?:[^'\n]|'')*)'$", lambda match: match[0].replace("''", "'"), text, flags=re.MULTILINE)
    for match in WIKI.finditer(text):
        yield match[1].strip(), False
    for pattern in (MARKDOWN, DEFINITION):
        for match in pattern.finditer(text):
            written = match[1] or match[2]
            if "://" not in written:
                yield unquote(written), False


def same(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def meanings(files: Iterable[str], source: str, target: str, rooted: bool = False) -> list[str]:
    """Return the files that a link may mean, best first: one of them is what Obsidian opens."""
    files = [*files]
    wanted = [same(target), same(target + ".md")]

    def exact(places: list[str]) -> list[str]:
        return [path for path in files if same(path) in places]

    folder = posixpath.dirname(source)
    if target.startswith(("./", "../")):
        return exact(
            [same(posixpath.normpath(posixpath.join(folder, place))) for place in (target, target + ".md")]
        )
    found = exact(wanted)
    if found or rooted:
        return found
    found = exact([same(posixpath.join(folder, place)) for place in (target, target + ".md")])
    if found:
        return found
    ends = [path for path in files if any(same("/" + path).endswith("/" + place) for place in wanted)]
    return sorted(ends, key=lambda path: (path.count("/"), len(path), path))


def read_vault(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".obsidian" not in path.parts
    }


def graph(files: dict[str, bytes]) -> dict[str, list[list[str]]]:
    """Return what the links of every file may mean, in their order."""
    return {
        path: [
            meanings(files, path, target, rooted)
            for target, rooted in targets(path, data.decode("utf-8", "surrogateescape"))
        ]
        for path, data in files.items()
        if path.endswith((".md", ".canvas"))
    }
