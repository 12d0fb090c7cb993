"""Work on one text, to be run under valgrind by test_instructions.py; imports only what it needs.

python -m tests.counting.plain_work KIND PARAGRAPHS
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

_PIECE = 64
_PARAGRAPH = """## A heading of a note

Some words **in bold** with a [[link|to a note]], a #tag, `code`, and an [address](https://example.org/a?b=c).

- one item
- [ ] a task of 知识图谱

> [!note] A callout
> with words in it.

| a | b |
| --- | --- |
| c | d |

"""


def _scan(text: str) -> None:
    """Find the blocks of a note."""
    from axon_desktop.markdown.scan.blocks import scan_blocks

    for _ in scan_blocks(text):
        pass


def _describe(text: str) -> None:
    """Find links, tags and headings of a note for the index."""
    from axon_desktop.index.build.fast_note import read_plain

    read_plain("Note.md", text)


def _filter(text: str) -> None:
    """Look for calls in a reply that comes in pieces."""
    from axon_desktop.tools.calls.stream_filter import StreamFilter

    looking = StreamFilter(())
    for at in range(0, len(text), 4):
        looking.feed(text[at : at + 4])


def _decode(text: str) -> None:
    """Take a reply apart that comes as server-sent events."""
    from axon_desktop.llm.http.sse import SseDecoder

    decoder = SseDecoder()
    for at in range(0, len(text), _PIECE):
        part = text[at : at + _PIECE].replace("\n", " ")
        for _ in decoder.feed(f"data: {part}\n\n".encode()):
            pass


def _name(text: str) -> None:
    """Take many files into the table of names, and look each up."""
    from axon_desktop.vault.names.table import NameTable

    table = NameTable(sorted(f"Folder/{at:07} {text[:3]}.md" for at in range(len(text) // _PIECE)))
    for path in table.paths:
        table.resolve_link(path.removesuffix(".md"), "")


WORK: Mapping[str, Callable[[str], None]] = {
    "scan": _scan,
    "describe": _describe,
    "filter": _filter,
    "decode": _decode,
    "name": _name,
}

if __name__ == "__main__":
    WORK[sys.argv[1]](_PARAGRAPH * int(sys.argv[2]))
