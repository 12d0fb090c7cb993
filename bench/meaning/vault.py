"""The notes and queries of this bench, and the vault made from them: the same one each time."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

LANGUAGES = ("zh-Hans", "zh-Hant", "ja", "ko", "en")
OTHERS = 320
"""Notes of each language that are put together from parts."""
_HERE = Path(__file__).parent
_SEED = 27


class Note(msgspec.Struct, frozen=True):
    """A note that somebody wrote; those with an id are asked for."""

    path: str
    """Without the suffix."""
    text: str
    id: str = ""


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question, and the only note that answers it."""

    text: str
    language: str
    note: str
    """The id of the note."""
    note_language: str
    half: Literal["a", "b"]

    @property
    def pair(self) -> str:
        """Both languages, that of the query first."""
        return f"{self.language} > {self.note_language}"


class _Domain(msgspec.Struct, frozen=True):
    folder: str
    subjects: list[str]
    lines: list[str]


class _Notes(msgspec.Struct, frozen=True):
    language: str
    note: list[Note]


class _Queries(msgspec.Struct, frozen=True):
    query: list[Query]


class _Parts(msgspec.Struct, frozen=True):
    language: str
    people: list[str]
    places: list[str]
    headings: list[str]
    domain: list[_Domain]


_Content = TypeVar("_Content")


def _read(kind: str, language: str, form: type[_Content]) -> _Content:
    file = _HERE / f"{kind}_{language.lower().replace('-', '_')}.toml"
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), form)


def asked_for() -> dict[str, Note]:
    """Return the notes that queries ask for, by their ids."""
    return {note.id: note for language in LANGUAGES for note in _read("notes", language, _Notes).note}


def near() -> list[Note]:
    """Return the notes on neighbouring subjects."""
    return [note for language in LANGUAGES for note in _read("near", language, _Notes).note]


def queries() -> list[Query]:
    """Return one query for each note that is asked for."""
    return [query for language in LANGUAGES for query in _read("queries", language, _Queries).query]


def others() -> Iterator[Note]:
    """Yield notes put together from parts of sentences."""
    chance = random.Random(_SEED)
    turns: Counter[str] = Counter()
    for language in LANGUAGES:
        parts = _read("others", language, _Parts)
        subjects = [(domain, subject) for domain in parts.domain for subject in domain.subjects]
        for domain, subject in islice(cycle(subjects), OTHERS):
            path = f"{domain.folder}/{subject}"
            turns[path] += 1
            lines = [
                line.format(
                    s=subject,
                    n=chance.randint(3, 28),
                    m=chance.randint(15, 90),
                    who=chance.choice(parts.people),
                    where=chance.choice(parts.places),
                )
                for line in [domain.lines[0], *chance.sample(domain.lines[1:], 4)]
            ]
            heading = chance.choice(parts.headings)
            text = f"{lines[0]}\n{lines[1]}\n\n## {heading}\n" + "\n".join(lines[2:])
            yield Note(f"{path} {turns[path]}", text)


def make(folder: Path) -> dict[str, str]:
    """Write the vault, and return the path of each note that is asked for, by its id."""
    wanted = asked_for()
    for note in (*wanted.values(), *near(), *others()):
        file = folder / f"{note.path}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as out:
            out.write(note.text.strip() + "\n")
    return {name: f"{note.path}.md" for name, note in wanted.items()}
