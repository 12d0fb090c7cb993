"""What the model gets of a vault without asking: the user's instructions, for some a list of notes."""

from __future__ import annotations

from axon_desktop.errors import VaultError
from axon_desktop.text.file_names import is_note
from axon_desktop.text.visible import JOINERS, visible
from axon_desktop.vault import Vault

FILE = "AGENTS.md"
_LIMIT = 32_768
"""Bytes; a longer file is not read, because it would fill the window of small models."""


def read_instructions(vault: Vault) -> str:
    """Return the text of AGENTS.md, empty when there is none; reads a file, so call it in a thread."""
    try:
        data = vault.read_attachment(FILE, _LIMIT)
    except VaultError:
        return ""
    return data.decode("utf-8-sig", "replace").strip()


def list_notes(vault: Vault, most: int) -> str:
    """Return the paths of at most `most` notes, one on each line; of too many, those near the root.

    The same notes give the same text, so that prefix caches hit. May walk the vault, so call it in a thread.
    """
    from axon_desktop.agent.context.context import context_words  # the window needs only the rest at its start

    vault.names.refresh()
    notes = [path for path in vault.names.paths if is_note(path)]
    shown = sorted(sorted(notes, key=lambda path: (path.count("/"), path))[:most])
    lines = [visible(path, keep=JOINERS) for path in shown]
    if len(notes) > most:
        lines.append(context_words()["notes_rest"].replace("{{count}}", str(len(notes) - most)))
    return "\n".join(lines)
