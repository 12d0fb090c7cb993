"""Texts of the Offline provider, in the language of the command."""

from __future__ import annotations

import re
import tomllib
from functools import cache

from axon_desktop import paths
from axon_desktop.llm.offline.command_grammar import Command, Language
from axon_desktop.llm.prompts import fill
from axon_desktop.text.file_names import without_suffix

_LONGEST = 200
_LINKED = (".md", ".canvas", ".base")
"""Files that a wikilink opens."""


@cache
def _words() -> dict[str, dict[str, str]]:
    return tomllib.loads((paths.resources_dir() / "prompts" / "offline.toml").read_text("utf-8"))


def say(language: Language, key: str, **values: str) -> str:
    """Return one of the texts of resources/prompts/offline.toml."""
    return fill(_words()[language][key].strip(), **values)


def link(path: str, label: str = "") -> str:
    """Return a link to a note, canvas or base; what a wikilink cannot lead to is only named."""
    if not path.lower().endswith(_LINKED) or re.search(r"[\[\]|#^\n\r]", path):
        return code(path)
    target = without_suffix(path)
    return f"[[{target}|{label}]]" if label not in ("", target) else f"[[{target}]]"


def code(text: str) -> str:
    """Return a line of a note or a name as inline code, so that nothing in it acts as Markdown."""
    text = " ".join(text.split())
    marks = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{marks} {text} {marks}" if text[:1] == "`" or text[-1:] == "`" else f"{marks}{text}{marks}"


def short(text: str) -> str:
    """Return words on one line, cut where they are long."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


# Error texts for models by the vault, the tools and the rules, and the texts for people; the first match counts.
_ERRORS = [
    (key, re.compile(pattern, re.DOTALL))
    for key, pattern in [
        ("plan", r"Not allowed while planning\b"),
        ("read_only", r"Not allowed: Axon is set to read only"),
        ("folder_rule", r"Not allowed: the user does not let anything in (?P<path>.+) be changed"),
        ("refused", r"Not allowed: (?:the user already refused|.*; the user said no\. Do not)"),
        ("needs_person", r"Not allowed: .*; (?:a person must approve this|there is no terminal to ask)"),
        ("this_run", r"Not allowed: .*; changes are not allowed in this run"),
        ("refused_because", r"Not allowed: .*?; (?P<why>.+?)\.? Do not send this call again"),
        ("no_note_near", r"File not found: (?P<path>.+) \(did you mean: (?P<near>.+)\?\)$"),
        ("no_note", r"File not found: (?P<path>.+)"),
        ("no_folder", r"Folder not found: (?P<path>.+)"),
        ("bad_path", r"Invalid path: (?P<path>.+?) \((?P<reason>.+)\)$"),
        ("stale", r"[^:]+: (?P<path>.+) changed since you last read it"),
        ("busy_vault", r"[^:]+: (?:another Axon process|Axon) is writing"),
        (
            "disturbed",
            r".+?: (?P<path>.+?)(?: was changed by| exists by|:? (?:its folder )?is gone;| is open| is being w)",
        ),
        ("old_missing", r"[^:]+: edits\.old is not in (?P<path>.+); copy it exactly"),
        ("old_often", r"[^:]+: edits\.old stands (?P<count>\d+) times in (?P<path>.+?) \(lines? "),
        ("old_same", r"[^:]+: the edits change nothing in (?P<path>.+)"),
        ("trash_full", r"[^:]+: (?P<path>.+) cannot go to the system's trash"),
        ("too_large", r"[^:]+: (?P<path>.+) is larger than \d+ MB, too large to be brought back"),
        ("protected", r"[^:]+: (?P<path>.+) is read-only$"),
        ("no_text", r"Failed to read file: (?P<path>.+) is not a (?:UTF-8 text|plain) file"),
        ("slow", r".* took longer than \d"),
        ("unavailable", r"Tool '.*' is not available"),
    ]
]
_REASONS = [
    ("root", r"absolute|drives|'\.' and|a vault path|backslashes|it is empty|a part of it is empty"),
    ("dot", r"dot folders|this name imitates"),
    ("outside", r"a link in it leads|too many links"),
    ("alike", r"it differs from"),
    ("there", r"it exists already|the file is there already|.* exists already$|a file of this name came"),
    ("not_folder", r"a part of it is not a folder"),
    ("folder", r"it is a folder"),
    ("link_character", r".* and a link cannot hold"),
    ("long", r"it is too long|a name may have at most"),
    ("character", r"a name must not|control|invisible|not valid Unicode"),
]


def explain(command: Command, error: str) -> str:
    """Return for people why a command was not carried out; `error` is the text for a model."""
    error = " ".join(error.split())
    for key, pattern in _ERRORS:
        if (match := pattern.match(error)) is None:
            continue
        values = match.groupdict()
        if "near" in values:
            values["near"] = ", ".join(link(path) for path in values["near"].split(", "))
        if "reason" in values:
            values["reason"] = _explain_path(command.language, values["reason"])
        if "path" in values:
            values["note"] = link(values["path"])
        return say(command.language, key, **values, old=short(command.old))
    return say(command.language, "failed", error=short(error))


def _explain_path(language: Language, reason: str) -> str:
    found = (key for key, pattern in _REASONS if re.match(pattern, reason))
    return say(language, f"path_{next(found, 'other')}")
