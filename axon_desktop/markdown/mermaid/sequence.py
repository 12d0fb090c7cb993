"""Read Mermaid sequence diagrams: participants, messages, notes, frames such as `loop` and `alt`, activations."""

from __future__ import annotations

import re
from collections.abc import Sequence as Lines
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from axon_desktop.markdown.mermaid.drawing import Tip
from axon_desktop.markdown.mermaid.flowchart import clean_label

MAX_PARTICIPANTS = 40
MAX_STEPS = 500
MAX_FRAMES = 8
"""Frames in frames."""

_PARTICIPANT = re.compile(r"(?:create[ \t]+)?(participant|actor)[ \t]+([^\n]*)$")
_MESSAGE = re.compile(
    r"(?P<source>[^\s:;,<>+][^:;,<>+\n]*?)[ \t]*(?P<arrow><<-{1,2}>>|-{1,2}(?:>>|>|x|X|\)))[ \t]*"
    r"(?P<mark>[+-]?)[ \t]*(?P<target>[^:;,\n<>+-][^:;,\n]*?)[ \t]*(?::[ \t]*(?P<text>.*))?$"
)
_NOTE = re.compile(r"note[ \t]+(left of|right of|over)[ \t]+([^:\n]+):[ \t]*(.*)$", re.IGNORECASE)
_FRAME = re.compile(r"(loop|alt|opt|par|critical|break|rect)\b[ \t]*(.*)$")
_BRANCH = re.compile(r"(else|and|option)\b[ \t]*(.*)$")
_ACTIVE = re.compile(r"(activate|deactivate)[ \t]+(.+)$")
_BOX = re.compile(r"box\b")
_IGNORED = re.compile(r"(?:links?|destroy|accTitle|accDescr|properties|details)\b")
_ENDS: dict[str, Tip] = {">>": "arrow", ">": "none", "x": "cross", "X": "cross", ")": "open"}


@dataclass(slots=True)
class Participant:
    """A participant of the diagram."""

    id: str
    text: str
    actor: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """An arrow between two participants."""

    source: str
    target: str
    text: str
    dashed: bool
    start: Tip
    end: Tip


@dataclass(frozen=True, slots=True)
class SequenceNote:
    """A note beside one participant or over some."""

    side: Literal["left of", "right of", "over"]
    about: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a frame begins, continues with another branch, or ends."""

    step: Literal["begin", "branch", "end"]
    word: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Activation:
    """Where a participant begins or ends being active."""

    id: str
    active: bool


Step: TypeAlias = Message | SequenceNote | Frame | Activation


@dataclass(slots=True)
class Sequence:
    """A parsed sequence diagram."""

    title: str = ""
    numbered: bool = False
    participants: dict[str, Participant] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)


class _NotUnderstoodError(Exception):
    """The source is not a sequence diagram, or too large."""


def read_sequence(lines: Lines[str]) -> Sequence | None:
    """Read the lines after the header; None if they are not understood."""
    reader = _Reader()
    try:
        for line in lines:
            for statement in line.split(";") if "#" not in line else [line]:
                if statement.strip():
                    reader.read(statement.strip())
    except _NotUnderstoodError:
        return None
    return reader.diagram if reader.diagram.participants and not reader.open else None


class _Reader:
    """Takes statements one after the other."""

    def __init__(self) -> None:
        self.diagram = Sequence()
        self.open: list[str] = []
        """Words of the frames and boxes that are open."""

    def read(self, text: str) -> None:
        """Read one statement."""
        if match := _PARTICIPANT.match(text):
            self._participant(match.group(2), actor=match.group(1) == "actor")
        elif text.split()[0] == "autonumber":
            self.diagram.numbered = not text.endswith("off")
        elif text.startswith("title"):
            self.diagram.title = clean_label(text.removeprefix("title").lstrip(": \t"))
        elif match := _NOTE.match(text):
            about = tuple(self._known(name) for name in match.group(2).split(",")[:2])
            side: Literal["left of", "right of", "over"] = match.group(1).lower()  # type: ignore[assignment]
            self._add(SequenceNote(side, about, clean_label(match.group(3))))
        elif match := _ACTIVE.match(text):
            self._add(Activation(self._known(match.group(2)), match.group(1) == "activate"))
        elif not self._frame(text) and not _IGNORED.match(text):
            self._message(text)

    def _frame(self, text: str) -> bool:
        """Read what begins, divides or ends a frame."""
        if _BOX.match(text) and ":" not in text:
            self.open.append("box")
        elif match := _FRAME.match(text):
            if len(self.open) >= MAX_FRAMES:
                raise _NotUnderstoodError
            self.open.append(match.group(1))
            self._add(Frame("begin", match.group(1), clean_label(match.group(2))))
        elif (match := _BRANCH.match(text)) and self.open:
            self._add(Frame("branch", match.group(1), clean_label(match.group(2))))
        elif text == "end":
            if not self.open:
                raise _NotUnderstoodError
            if self.open.pop() != "box":
                self._add(Frame("end"))
        else:
            return False
        return True

    def _participant(self, text: str, *, actor: bool) -> None:
        name, _, label = re.sub(r"@\{[^}]*\}", "", text).partition(" as ")
        known = self._known(name)
        self.diagram.participants[known].actor = actor
        if label:
            self.diagram.participants[known].text = clean_label(label)

    def _message(self, text: str) -> None:
        match = _MESSAGE.match(text)
        if match is None:
            raise _NotUnderstoodError
        source, target = self._known(match["source"]), self._known(match["target"])
        arrow = match["arrow"]
        both = arrow.startswith("<<")
        body = arrow.removeprefix("<<")
        dashed = body.startswith("--")
        end = _ENDS[body.lstrip("-")]
        words = clean_label(match["text"] or "")
        self._add(Message(source, target, words, dashed, "arrow" if both else "none", end))
        if match["mark"] == "+":
            self._add(Activation(target, active=True))
        elif match["mark"] == "-":
            self._add(Activation(source, active=False))

    def _known(self, name: str) -> str:
        """Return a participant's id; add it if it is new."""
        name = name.strip()
        if not name:
            raise _NotUnderstoodError
        if name not in self.diagram.participants:
            if len(self.diagram.participants) >= MAX_PARTICIPANTS:
                raise _NotUnderstoodError
            self.diagram.participants[name] = Participant(name, clean_label(name))
        return name

    def _add(self, step: Step) -> None:
        if len(self.diagram.steps) >= MAX_STEPS:
            raise _NotUnderstoodError
        self.diagram.steps.append(step)
