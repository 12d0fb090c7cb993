"""Splitting a shell line without running it: its words with quotes and escapes removed.

A word may have parts that only the shell knows (variables, output of commands). Such a part is marked, so that a
reader can check the text around it. More is read as words than a shell would take for them: comments, names of
variables, both readings of what shells disagree about. That is on purpose, since the words are checked for what
must not be in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import bracex

UNKNOWN = "\0"
"""Placeholder in a word for a part that only the shell knows."""
_BREAKS = frozenset(" \t\n\r\v\f|&;<>()")
_NAME = re.compile(r"[A-Za-z_]\w*|[0-9@*#?$!-]")
_BACKTICKS = re.compile(r"`((?:\\.|[^`\\])*)`?", re.DOTALL)
_C_QUOTED = re.compile(r"'((?:\\.|[^'\\])*)'?", re.DOTALL)
_REPLACED = re.compile(r"\w+//?[^/]*/(.*)", re.DOTALL)
_REPLACING = re.compile(r"^[!#]?\w*(?::?[-+=?])?")
_MOST_BRACES = 64
_DEEPEST = 40


@dataclass(slots=True)
class _Reader:
    line: str
    dollar_quotes: bool
    at: int = 0
    words: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    depth: int = 0

    def read(self, end: str = "") -> None:
        """Read up to the character that ends this part, or to the end."""
        word, begun = "", False
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ValueError("it is nested too deeply")
        while self.at < len(self.line):
            character = self.line[self.at]
            if character == end:
                break
            if character in _BREAKS:
                self._add(word, begun=begun)
                word, begun = "", False
                self.at += 1
                if character == "(" and end == ")":
                    self.read(")")
                    self.at += 1
                continue
            word += self._piece(character)
            begun = True
        self._add(word, begun=begun)
        self.depth -= 1

    def _add(self, word: str, *, begun: bool) -> None:
        if begun:
            self.words.append(word)

    def _piece(self, character: str) -> str:
        """Return the meaning of the next character, and skip it."""
        match character:
            case "\\":
                return self._escaped()
            case "'":
                return self._until("'")
            case '"':
                return self._double_quoted()
            case "$" | "`":
                return self._expansion(character)
        self.at += 1
        return character

    def _escaped(self) -> str:
        following = self.line[self.at + 1 : self.at + 2] or "\\"
        self.at += 2
        return "" if following == "\n" else following

    def _until(self, end: str) -> str:
        stop = self.line.find(end, self.at + 1)
        stop = len(self.line) if stop < 0 else stop
        text, self.at = self.line[self.at + 1 : stop], stop + 1
        return text

    def _double_quoted(self) -> str:
        text = ""
        self.at += 1
        while self.at < len(self.line) and (character := self.line[self.at]) != '"':
            if character == "\\" and self.line[self.at + 1 : self.at + 2] in ("$", "`", '"', "\\", "\n"):
                text += self._escaped()
            elif character in "$`":
                text += self._expansion(character)
            else:
                text += character
                self.at += 1
        self.at += 1
        return text

    def _expansion(self, character: str) -> str:
        """Skip an expansion that begins with a dollar or a backtick, reading the commands and texts in it."""
        following = self.line[self.at + 1 : self.at + 2]
        if character == "`":
            found = _BACKTICKS.match(self.line, self.at)
            assert found is not None
            self.at = found.end()
            self._read_separately(re.sub(r"\\([$`\\])", r"\1", found[1]))
        elif following == "(":
            self.at += 2
            self.read(")")
            self.at += 1
        elif following == "{":
            self._braced()
        elif following and following in "'\"" and self.dollar_quotes:
            self.at += 1
            return self._c_quoted() if following == "'" else self._double_quoted()
        elif name := _NAME.match(self.line, self.at + 1):
            self.names.append(name[0])
            self.at = name.end()
        else:
            self.at += 1
            return "$"
        return UNKNOWN

    def _braced(self) -> None:
        """Read `${name}`, and the word that may replace it, as in `${name:-word}`."""
        depth, start = 1, self.at + 2
        self.at = start
        while self.at < len(self.line) and depth:
            depth += {"{": 1, "}": -1}.get(self.line[self.at], 0)
            self.at += 1
        inside = self.line[start : self.at - 1] if not depth else self.line[start:]
        name = _NAME.match(inside.lstrip("!#"))
        if name:
            changed = inside.lstrip("!#") != name[0] or inside[0] in "!#"
            self.names.append(f"{name[0]}%" if changed else name[0])
        if replaced := _REPLACED.match(inside):
            inside = replaced[1]
        self._read_separately(_REPLACING.sub("", inside))

    def _c_quoted(self) -> str:
        """Read `$'…'`, in which a slash may be a number."""
        found = _C_QUOTED.match(self.line, self.at)
        assert found is not None
        self.at = found.end()
        return re.sub(
            r"\\(x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|U[0-9A-Fa-f]{1,8}|[0-7]{1,3}|.)", _c_character, found[1]
        )

    def _read_separately(self, text: str) -> None:
        inner = _Reader(text, self.dollar_quotes, depth=self.depth)
        inner.read()
        self.words += inner.words
        self.names += inner.names


def _c_character(found: re.Match[str]) -> str:
    code = found[1]
    if code[0] in "xuU" and len(code) > 1:
        number = int(code[1:], 16)
        return chr(number) if number < 0x110000 else ""
    if code[0] in "01234567":
        return chr(int(code, 8) & 0xFF)
    return {"n": "\n", "t": "\t", "r": "\r"}.get(code, code)


def read_shell_line(line: str) -> tuple[list[str], list[str]]:
    """Return the words of a line, and the names of variables in it; `%` follows one that its braces change.

    Raises:
        ValueError: the line is nested too deeply.
    """
    words, names = [], []
    for dollar_quotes in (True, False):  # not every shell knows $'…'; for the others the dollar is plain text
        reader = _Reader(line, dollar_quotes)
        while reader.at < len(line):
            reader.read()
            reader.at += 1
        words += reader.words
        names += reader.names
    return [other for word in dict.fromkeys(words) for other in _unbraced(word)], names


def _unbraced(word: str) -> Iterator[str]:
    """Yield a word and its expansions in some shells: `{a,b}c` is `ac` and `bc`."""
    yield word
    if "{" in word and len(word) < 1000:
        try:
            yield from bracex.expand(word, keep_escapes=True, limit=_MOST_BRACES)
        except bracex.ExpansionLimitException:
            yield from re.split(r"[{},]", word)
