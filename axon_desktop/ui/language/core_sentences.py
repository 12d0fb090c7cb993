"""What the core says in English, in the user's language: a sentence is known by its form.

The core has no languages: its errors are read in logs and on the command line too. The window knows the sentences
that reach it, one table for each part of the core; names stay as they are, and so does what the system or a server
says, unless it is said often.
"""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QCoreApplication

_GAP = re.compile(r"\{(\w+)\}")
_KNOWN = {"sentence": r".+\.", "reason": r".+"}
"""Gaps that hold a sentence or a reason of the tables: with anything else in them, it is another form."""


def translate(_context: str, english: str) -> str:
    """Return a text as it is; named so, it is collected for the translators."""
    return english


def translated(english: str) -> str:
    """Return a form in the user's language."""
    return QCoreApplication.translate("Core", english)


def in_users_language(sentence: str) -> str:
    """Return a sentence of the core in the user's language; one that is not known stays as it is."""
    found = _find(sentence)
    return sentence if found is None or found.casefold() == sentence.casefold() else found


def _find(sentence: str) -> str | None:
    folded = sentence.casefold()
    for english, parts in _forms():
        if not all(part in folded for part in parts):  # most forms are never made a pattern of
            continue
        found = _pattern(english).fullmatch(sentence)
        if found is None:
            continue
        gaps = {name: (_find(text), text) for name, text in found.groupdict().items()}
        if all(known is not None or name not in _KNOWN for name, (known, _) in gaps.items()):
            return translated(english).format(**{name: known or text for name, (known, text) in gaps.items()})
    return None


@cache
def _forms() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the sentences and what stands between their gaps; first those that a later one matches as well."""
    # not before the first paint: the window seldom opens with an error
    from axon_desktop.ui.language.model_sentences import model_sentences
    from axon_desktop.ui.language.settings_sentences import settings_sentences
    from axon_desktop.ui.language.system_errors import system_sentences
    from axon_desktop.ui.language.vault_sentences import vault_sentences

    tables = (model_sentences, settings_sentences, vault_sentences, system_sentences)
    forms = (english for table in tables for english in table(translate))
    return tuple((english, tuple(filter(None, _GAP.split(english.casefold())[::2]))) for english in forms)


@cache
def _pattern(english: str) -> re.Pattern[str]:
    """Return what matches a sentence, alone or inside of another, with whatever stands in its gaps."""
    pieces = [re.escape(piece) if index % 2 == 0 else piece for index, piece in enumerate(_GAP.split(english))]
    pieces[1::2] = [f"(?P<{name}>{_KNOWN.get(name, '.+')})" for name in pieces[1::2]]
    return re.compile("".join(pieces), re.IGNORECASE | re.DOTALL)
