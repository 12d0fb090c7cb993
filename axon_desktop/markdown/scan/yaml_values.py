"""Values of YAML: the entries of a mapping as texts, by the YAML library, within limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from axon_desktop.markdown.scan.properties import NULL

_MAX_DEPTH = 50
_MAX_REPEATED = 200_000
"""Characters: a long value can be named many times."""
_KNOWN_TAGS = "tag:yaml.org,2002:"


class YamlValue(NamedTuple):
    """The value of a node."""

    source: str
    """What the node says, in one line."""
    texts: list[str]
    """A scalar, none if it is null; the scalars of a list; the source of anything else."""
    listed: bool = False


class _TooMuchError(Exception):
    """This is nested or repeated further than anybody writes."""


def read_mapping(text: str) -> list[tuple[str, YamlValue]]:
    """Return the entries of a mapping; nothing if the text is none, is not YAML or is beyond the limits.

    Scalars stay as written: what a date or a number is depends on who asks.
    """
    import yaml

    found: list[tuple[str, YamlValue]] = []
    events: Iterator[Any] = yaml.parse(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    try:
        next(events), next(events)  # the beginnings of stream and document
        if not isinstance(next(events), yaml.MappingStartEvent):
            return []
        reader = _Reader(text, events)
        while (key := reader.read()) is not None:
            found.append((key.texts[0] if key.texts and not key.listed else key.source, reader.read() or key))
        next(events)  # the end of the document
        return found if isinstance(next(events), yaml.StreamEndEvent) else []
    except (yaml.YAMLError, ValueError, StopIteration, _TooMuchError):
        return []


class _Reader:
    """Makes values of events."""

    def __init__(self, text: str, events: Iterator[Any]) -> None:
        self._text = text
        self._events = events
        self._anchors: dict[str, YamlValue] = {}
        self._repeated = 0
        self._position = 0
        """Where the event that was read last ends."""

    def read(self, depth: int = 0) -> YamlValue | None:
        """Return the next node; None at the end of a list or mapping."""
        from yaml import events

        event: Any = next(self._events)
        start, end = event.start_mark.index, event.end_mark.index
        closes = isinstance(event, events.CollectionEndEvent)
        if end > start or not closes:  # without brackets the end is where the next entry begins
            self._position = end
        if closes:
            return None
        if isinstance(event, events.AliasEvent):
            value = self._anchors.get(str(event.anchor)) or self._written(start)
            self._repeated += sum(1 + len(text) for text in value.texts)
            if self._repeated > _MAX_REPEATED:
                raise _TooMuchError
            return value
        if isinstance(event, events.ScalarEvent):
            value = _scalar(event)
        elif depth == _MAX_DEPTH:
            raise _TooMuchError
        else:
            items: list[YamlValue] = []
            while (item := self.read(depth + 1)) is not None:
                items.append(item)
            value = self._written(start)
            is_wikilink = len(items) == 1 and value.source.startswith("[[")
            if isinstance(event, events.SequenceStartEvent) and not is_wikilink:
                texts = [text for item in items for text in ([item.source] if item.listed else item.texts)]
                value = YamlValue(value.source, texts, listed=True)
        if event.tag and not event.tag.startswith(_KNOWN_TAGS):
            value = self._written(start)
        if event.anchor:
            self._anchors[event.anchor] = value
        return value

    def _written(self, start: int) -> YamlValue:
        source = " ".join(self._text[start : self._position].split())
        return YamlValue(source, [source])


def _scalar(event: Any) -> YamlValue:
    text = event.value.removesuffix("\n") if event.style in ("|", ">") else event.value
    return YamlValue(text, [] if event.implicit[0] and text in NULL else [text])
