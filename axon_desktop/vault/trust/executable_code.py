"""Parts of a note that Obsidian, its plugins or a browser would run as code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

_FENCE = re.compile(r"^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})[ \t]*\{?\.?([\w+-]*)(.*)$")
_RUN_LANGUAGES = frozenset(
    {
        "dataviewjs", "js-engine", "templater", "customjs", "run-js", "jsx", "button", "meta-bind-button",
        "meta-bind-js-view", "datacore", "datacorejs", "datacorejsx", "datacorets", "datacoretsx", "metabind-js",
        "execute", "run-python", "shellcommands", "cardboard-js", "reactive", "react", "svelte", "modal-form-js",
    }
)  # fmt: skip
"""Code fences that plugins run when the note is shown."""
_FUNCTION = re.compile(r"\b(?:filter|sort|group)\s+by\s+function\b", re.IGNORECASE)
"""Instructions of the Tasks plugin that hold JavaScript."""
_INLINE = (
    ("templater", re.compile(r"<%(?:(?!<%)[\s\S]){1,4000}?%>")),
    ("dataviewjs", re.compile(r"`\$=[^`\n]{1,2000}`")),
    ("script", re.compile(r"<\s*+(?:script|iframe|object|embed|base|link|meta)\b[^<]{0,4000}", re.IGNORECASE)),
    (
        "handler",
        re.compile(r"<[a-z][^<>]{0,2000}?[\s\"'/]on[a-z]{3,30}\s*+=[^<>]{0,2000}", re.IGNORECASE),
    ),
    (
        "address",
        re.compile(
            r"(?:\]\(|href\s*+=|src\s*+=|^\[[^\]\n]{1,200}\]:)\s*+[<\"']?+\s*+"
            r"(?:j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t|vbscript|data\s*+:\s*+text/html|"
            r"obsidian://(?:shell-commands|advanced-uri|adv-uri|quickadd|run|actions-uri))[^\s)>\"']{0,2000}",
            re.IGNORECASE | re.MULTILINE,
        ),
    ),
)
"""Code that runs anywhere in a note; each pattern takes linear time, whatever the text."""


def executable_parts(text: str) -> Counter[tuple[str, str]]:
    """Return the parts that would be run, each as (kind, its text), with how often each occurs."""
    return Counter([*_fences(text), *_inline(text)])


def new_executable(before: str, after: str) -> list[str]:
    """Return the kinds of executable parts that a change adds, in order; a part that only moves is not added."""
    added = executable_parts(after) - executable_parts(before)
    return list(dict.fromkeys(kind for kind, _ in added))


def _fences(text: str) -> Iterator[tuple[str, str]]:
    """Yield the fenced blocks that plugins run; an unclosed one extends to the end, as in Obsidian."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        match = _FENCE.match(lines[at])
        at += 1
        if match is None:
            continue
        fence, language = match[1], match[2].casefold()
        begun = at
        while at < len(lines) and not _closes(lines[at], fence):
            at += 1
        body = "\n".join(lines[begun:at])
        if language in _RUN_LANGUAGES:
            yield language, body
        elif language == "tasks" and _FUNCTION.search(body):
            yield "tasks", body
        elif language == "query" and _FUNCTION.search(body):
            yield "query", body
        at += 1


def _closes(line: str, fence: str) -> bool:
    bare = line.strip(" \t>")
    return len(bare) >= len(fence) and set(bare) == {fence[0]}


def _inline(text: str) -> Iterator[tuple[str, str]]:
    for kind, pattern in _INLINE:
        for match in pattern.finditer(text):
            yield kind, match[0]
