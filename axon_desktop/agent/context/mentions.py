"""What the user points at: notes and folders mentioned with `@`, the open note, the selected text.

It is added to the prompt as data. The user's own words stay as they are.
"""

from __future__ import annotations

import re
from itertools import islice

from msgspec import Struct

from axon_desktop.agent.context.context import context_words, fenced
from axon_desktop.agent.context.focus import Focus as Focus
from axon_desktop.errors import NoteNotFoundError, VaultError
from axon_desktop.text.visible import JOINERS, visible
from axon_desktop.vault import Vault

NOTE_LIMIT = 20_000
"""Characters of one mentioned note that are sent along; the rest can be read with a tool."""
TOTAL_LIMIT = 80_000
"""Characters of all mentioned notes together."""
_FOLDER_LIMIT = 100
"""Notes of a mentioned folder that are named."""
_LONGEST_NAME = 200
_MENTIONS = 20
"""Mentions of one prompt that are looked at."""

# `@[[path]]`, `@"path"`, or `@` and a name up to a blank; not inside a Latin word, as in a mail address.
_MENTION = re.compile(r'(?<![A-Za-z0-9_.+-])@(?:\[\[([^\[\]\n]{1,400})\]\]|"([^"\n]{1,400})"|(\S{1,400}))')


class Mention(Struct, frozen=True):
    """One `@` of a prompt."""

    start: int
    """Place of the `@` in the prompt."""
    end: int
    path: str
    """Vault path of the note or folder; as it was written when there is no such thing."""
    kind: str
    """`note`, `folder` or `missing`."""


def find_mentions(text: str, vault: Vault) -> list[Mention]:
    """Return the mentions of a prompt, in order; may walk the vault, so call it in a thread.

    A plain `@name` ends at a blank; if no note has that name, its longest beginning that is one counts, so that
    punctuation and Chinese text may follow at once. Anything else with an `@` is no mention.
    """
    found: list[Mention] = []
    for match in islice(_MENTION.finditer(text), _MENTIONS):
        named, plain = match[1] or match[2], match[3]
        if named is not None:
            path, kind = _look_up(named.strip(), vault) or (named.strip(), "missing")
            found.append(Mention(match.start(), match.end(), path, kind))
            continue
        for length in range(min(len(plain), _LONGEST_NAME), 0, -1):
            if not plain[length - 1].isalnum() and plain[length - 1] not in "/)])_】」》）":
                continue
            hit = _look_up(plain[:length], vault)
            if hit is not None:
                found.append(Mention(match.start(), match.start() + 1 + length, *hit))
                break
    return found


def name_mentions(text: str, vault: Vault) -> str:
    """Return the prompt with each mention replaced by the path that it means, for readers of plain commands."""
    for mention in reversed(find_mentions(text, vault)):
        text = text[: mention.start] + mention.path + text[mention.end :]
    return text


def _look_up(name: str, vault: Vault) -> tuple[str, str] | None:
    """Return the path and the kind of what has this name."""
    names = vault.names
    if not names.ready:
        names.scan()
    folder = name.strip("/")
    if name.endswith("/") or folder in names.folders:
        return (folder, "folder") if folder in names.folders else None
    path = names.find_name(name)
    return (path, "note") if path is not None else None


def describe(text: str, focus: Focus | None, vault: Vault) -> str:
    """Return what is added to the prompt for its mentions and for what is open; may read notes: for a thread."""
    words = context_words()
    parts: list[str] = []
    room = TOTAL_LIMIT
    for path, kind in dict.fromkeys((mention.path, mention.kind) for mention in find_mentions(text, vault)):
        part = _describe_folder(path, vault) if kind == "folder" else _describe_note(path, vault, room)
        room -= len(part)
        parts.append(part)
    if parts:
        parts.insert(0, words["mentioned"])
    if focus is not None and focus.note:
        path = visible(focus.note, keep=JOINERS)
        if focus.names_note:
            parts.append(words["active"].replace("{{path}}", path))
        if focus.selection.strip():
            said = words["selection"] if focus.names_note else words["selection_of"].replace("{{path}}", path)
            parts.append(f"{said}\n\n{fenced(focus.selection[:NOTE_LIMIT])}")
    return "\n\n".join(parts)


def _describe_note(path: str, vault: Vault, room: int) -> str:
    words = context_words()
    head = f"## {visible(path, keep=JOINERS)}"
    try:
        text = vault.read(path).text
    except NoteNotFoundError:
        return f"{head}\n\n{words['missing']}"
    except VaultError as error:
        return f"{head}\n\n({error})"
    shown = text[: max(0, min(NOTE_LIMIT, room))]
    if len(shown) == len(text):
        return f"{head}\n\n{fenced(text)}"
    rest = words["rest"].replace("{{shown}}", str(len(shown))).replace("{{total}}", str(len(text)))
    return f"{head}\n\n{fenced(shown)}\n{rest}"


def _describe_folder(path: str, vault: Vault) -> str:
    words = context_words()
    inside = [note for note in vault.names.paths if note.startswith(f"{path}/")]
    lines = [words["folder"].replace("{{count}}", str(len(inside)))]
    lines += [f"- {visible(note, keep=JOINERS)}" for note in inside[:_FOLDER_LIMIT]]
    if len(inside) > _FOLDER_LIMIT:
        lines.append(words["folder_rest"].replace("{{count}}", str(len(inside) - _FOLDER_LIMIT)))
    return f"## {visible(path, keep=JOINERS)}/\n\n" + "\n".join(lines)
