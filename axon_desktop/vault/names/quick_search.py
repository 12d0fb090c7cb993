"""Quick search for notes by some letters of their names: fast enough to run after each key, with 100,000 names.

The names are in a few long texts, shortest first, one name per line. A query searches these texts as a whole, in
steps from the likeliest meaning to the least likely; a step ends as soon as enough is found, and the next one
runs only if it is not. What is found early is therefore short, which is what people mean. No text is so long that
searching it blocks the window: all threads wait for it.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Literal, TypeAlias

from axon_desktop.text.file_names import is_note, without_suffix
from axon_desktop.text.fuzzy import Marks, fold_name, fold_with_origins, is_within, marks_at, places, score

MAX_QUERY = 100
"""Letters of a query; the rest is ignored."""
_PORTION = 2_000
"""Names in one text."""
_MOST_INNER = 5_000
"""Names with the query inside a word that are passed over in the search for one where a word begins so."""
_MOST_LOOSE = 600
"""Names that only hold the letters in their order which are compared with each other."""
_RARE = 3
"""A letter that fewer than one in three lines contain is searched for by itself."""
_NEAR = 72.0
_SHORTEST_NEAR = 3
_INITIAL = re.compile(r"(?:(?<=[\W_])|^)[^\W_]|(?<=[a-z])[A-Z]")


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A file that may be meant."""

    path: str
    name: str
    """The name of a note without its suffix, or one of its aliases."""
    is_alias: bool = False
    marks: Marks = ()
    """Where in `name` the letters of the query are."""
    folder_marks: Marks = ()
    """The same in the folder."""

    @property
    def folder(self) -> str:
        """Where it is; empty for the root."""
        return self.path.rpartition("/")[0]


def shown_name(path: str) -> str:
    """Return the display name of a file: its name, without the suffix of a note."""
    name = path.rpartition("/")[2]
    return without_suffix(name)


class _Lines:
    """Folded names one below the other, each after a line break."""

    __slots__ = ("_starts", "text")

    def __init__(self, lines: Sequence[str]) -> None:
        self.text = "\n" + "\n".join(lines) + "\n"
        self._starts = array("I", accumulate((len(line) + 1 for line in lines[:-1]), initial=1))

    def number(self, at: int) -> int:
        """Return the line of a position; the break before a line belongs to it."""
        return bisect_right(self._starts, at + (self.text[at] == "\n")) - 1


class _Portion:
    """Some names in the forms that are searched: names, paths, initials of their words."""

    __slots__ = ("initials", "names", "paths")

    def __init__(self, names: Sequence[str], paths: Sequence[str]) -> None:
        self.names = _Lines([fold_name(name) for name in names])
        self.paths = _Lines([fold_name(without_suffix(path)) for path in paths])
        self.initials = _Lines([fold_name("".join(_INITIAL.findall(name))) for name in names])


_Form: TypeAlias = Literal["names", "paths", "initials"]
_Finds: TypeAlias = Iterator[int]


class NameSearch:
    """The names of a vault at one moment, ready to be searched; to be made and asked in a thread."""

    def __init__(self, paths: Sequence[str], aliases: Iterable[tuple[str, str]] = ()) -> None:
        """Take all vault paths, and (path, alias) of notes; notes come before other files."""
        by_length: dict[tuple[bool, int], list[tuple[str, str]]] = {}
        for path in paths:
            key = not is_note(path), len(shown_name(path))
            by_length.setdefault(key, []).append((path, ""))
        for path, alias in aliases:
            by_length.setdefault((False, len(alias)), []).append((path, alias))
        self._paths: list[str] = []
        self._aliases: dict[int, str] = {}
        """Of those that are not found by the name of the file."""
        for key in sorted(by_length):
            for path, alias in by_length[key]:
                if alias:
                    self._aliases[len(self._paths)] = alias
                self._paths.append(path)
        numbers = range(len(self._paths))
        self._portions = [
            _Portion([self._name(number) for number in some], [self._paths[number] for number in some])
            for some in (numbers[at : at + _PORTION] for at in range(0, len(numbers), _PORTION))
        ]

    def __len__(self) -> int:
        return len(self._paths)

    def find(self, query: str, limit: int = 50, cancelled: Callable[[], bool] = lambda: False) -> list[NameMatch]:
        """Return what the query may mean, best first, each file once; nothing for an empty query.

        The words of a query may come in any order; one with `/` is about paths. What does not hold all the
        letters is returned only when nothing does.
        """
        wanted = " ".join(fold_name(query[:MAX_QUERY]).split())
        if not wanted:
            return []
        found: dict[str, int] = {}
        for step, enough in self._steps(wanted, limit):
            if len(found) >= min(enough, limit) or cancelled():
                break
            for number in step:
                found.setdefault(self._paths[number], number)
                if len(found) >= limit:
                    break
        if not found and not cancelled():
            return [self._match(number, "") for number in islice(self._near(wanted, cancelled), limit)]
        return [] if cancelled() else [self._match(number, wanted) for number in found.values()]

    def _steps(self, wanted: str, limit: int) -> Iterator[tuple[_Finds, int]]:
        """Yield the ways of finding, the surest first, each with the number of finds that make it needless."""
        words = wanted.split()
        letters = wanted.replace(" ", "")
        if "/" in wanted:
            yield self._holding(f"\n{wanted}", "paths"), limit
            yield self._holding(wanted, "paths"), limit
            yield self._with_words(words, "paths"), limit
            yield self._loose(letters, "paths"), 1
            return
        yield self._holding(f"\n{wanted}\n", "names"), limit
        yield self._holding(f"\n{wanted}", "names"), limit
        inner: list[int] = []
        yield self._beginning(wanted, limit, inner), limit
        if len(letters) > 1:
            yield self._holding(letters, "initials"), limit
        yield iter(inner), limit
        if len(words) > 1:
            yield self._with_words(words, "names"), limit
        yield self._with_words(words, "paths"), limit
        if len(letters) > 1 and not letters.isdigit():  # numbers with others between them are other numbers
            yield self._loose(letters, "names"), limit
            yield self._loose(letters, "paths"), 1

    def _holding(self, wanted: str, form: _Form) -> _Finds:
        """Yield the lines that hold a text; line breaks in it stand for the beginning and the end of a line."""
        for first, lines in self._lines(form):
            text = lines.text
            at = text.find(wanted)
            while at >= 0:
                yield first + lines.number(at)
                at = text.find(wanted, text.find("\n", at + 1))

    def _beginning(self, wanted: str, limit: int, inner: list[int]) -> _Finds:
        """Yield the names in which a word begins with the text; others that contain it go to `inner`."""
        for first, lines in self._lines("names"):
            text = lines.text
            at = text.find(wanted)
            while at >= 0:
                number = first + lines.number(at)
                if text[at - 1].isalnum():
                    inner.append(number)
                else:
                    yield number
                at = text.find(wanted, at + len(wanted))
            if len(inner) > max(limit, _MOST_INNER):
                return

    def _with_words(self, words: Sequence[str], form: _Form) -> _Finds:
        """Yield the lines that hold all the words: those with the rarest are looked at."""
        for first, lines in self._lines(form):
            text = lines.text
            rarest, *others = sorted(words, key=text.count)
            at = text.find(rarest)
            while at >= 0:
                begin, end = text.rfind("\n", 0, at), text.find("\n", at)
                for word in others:
                    if text.find(word, begin, end) < 0:
                        break
                else:
                    yield first + lines.number(at)
                at = text.find(rarest, end)

    def _loose(self, letters: str, form: _Form) -> _Finds:
        """Yield the lines that hold the letters in this order, the best of the shorter ones first."""
        scored: list[tuple[int, int]] = []
        rarest = self._rarest(letters, form)
        for first, lines in self._lines(form):
            text = lines.text
            for begin, end in islice(_loose_lines(letters, rarest, text), _MOST_LOOSE - len(scored)):
                fits = score(letters, text[begin:end])
                if fits is not None:
                    scored.append((-fits, first + lines.number(begin)))
            if len(scored) >= _MOST_LOOSE:
                break
        scored.sort()
        yield from (number for _, number in scored)

    def _rarest(self, letters: str, form: _Form) -> str:
        """Return the letter that the fewest names hold, judged by some of them."""
        sample = getattr(self._portions[len(self._portions) // 2], form).text if self._portions else ""
        return min(set(letters), key=lambda letter: (sample.count(letter), letter))

    def _near(self, wanted: str, cancelled: Callable[[], bool]) -> _Finds:
        """Yield names that are nearly as written, the best first."""
        from rapidfuzz import fuzz, process

        if len(wanted) < _SHORTEST_NEAR:
            return
        hits: list[tuple[float, int]] = []
        for first, lines in self._lines("names"):
            if cancelled():
                return
            names = lines.text[1:-1].split("\n")
            for _, near, line in process.extract(wanted, names, scorer=fuzz.ratio, limit=5, score_cutoff=_NEAR):
                hits.append((-near, first + line))
        hits.sort()
        yield from (number for _, number in hits)

    def _lines(self, form: _Form) -> Iterator[tuple[int, _Lines]]:
        """Yield the texts with the number of the first line of each."""
        for at, portion in enumerate(self._portions):
            yield at * _PORTION, getattr(portion, form)

    def _name(self, number: int) -> str:
        return self._aliases.get(number) or shown_name(self._paths[number])

    def _match(self, number: int, wanted: str) -> NameMatch:
        """Return a find with the ranges to highlight: in the name, else in the whole path."""
        path, name = self._paths[number], self._name(number)
        is_alias = number in self._aliases
        marks = _marks(name, wanted)
        if marks or is_alias:
            return NameMatch(path, name, is_alias, marks)
        cut = len(path.rpartition("/")[0])
        whole = _marks(without_suffix(path), wanted)
        inside = tuple((max(begin - cut - 1, 0), end - cut - 1) for begin, end in whole if end > cut + 1)
        return NameMatch(path, name, False, inside, tuple((a, min(b, cut)) for a, b in whole if a < cut))


def _loose_lines(letters: str, rarest: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield where the lines begin and end that hold the letters in this order; the rarest of them is known."""
    if not all(letter in text for letter in set(letters)):
        return
    pattern = "".join(f"[^\n{re.escape(letter)}]*+{re.escape(letter)}" for letter in letters)
    if text.count(rarest) * _RARE > text.count("\n"):
        for match in re.finditer(f"\n{pattern}", text):
            yield match.start() + 1, text.find("\n", match.end())
        return
    fits = re.compile(pattern).match
    at = text.find(rarest)
    while at >= 0:
        begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        if fits(text, begin, end):
            yield begin, end
        at = text.find(rarest, end)


def _marks(text: str, wanted: str) -> Marks:
    """Return the ranges in a text that match: the whole query, its words, or its letters; empty for no match."""
    if not wanted:
        return ()
    folded, origins = fold_with_origins(text)
    at = _best_position(folded, wanted)
    if at >= 0:
        return marks_at(range(at, at + len(wanted)), origins)
    words = wanted.split()
    letters = wanted.replace(" ", "")
    found = [_best_position(folded, word) for word in words]
    if min(found) >= 0:
        held = {place for at, word in zip(found, words, strict=True) for place in range(at, at + len(word))}
        return marks_at(held, origins)
    return marks_at(places(letters, folded), origins) if is_within(letters, folded) else ()


def _best_position(folded: str, word: str) -> int:
    """Return the position of a word: at the beginning of another, else anywhere; -1 for none."""
    first = at = folded.find(word)
    while at >= 0:
        if not at or not folded[at - 1].isalnum():
            return at
        at = folded.find(word, at + 1)
    return first
