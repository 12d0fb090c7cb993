"""The links to a name that the rough check reads by itself are those that the parser finds."""

from __future__ import annotations

from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.links.link_scan import find_linking
from axon_desktop.vault.links.note_parser import find_links, read_marks
from axon_desktop.vault.names.table import name_key
from tests.index.build.test_fast_note import BEFORE, ENDS, PIECES, PROPERTIES

KEYS = frozenset({"note", "x", "a", "y", "café", "to file.md", "target.md"})
MORE = (
    "[[x]]", "[[Note|t]]", "![[x#a^b]]", "[[x\\|y]]", "[[ x ]]", "[[[x]]]", "[a [[x]] b](x)", "[x[[y]]",
    '="[[x]]"', "[^", "text", "text ", "text, ", " ", "\n```\ncode\n```\n", "\n```py\n[[x]]\n```\n", "text <b>",
    "a < b ", "- [[x]]", "# [[x]]", "1) <pre>\n", "[^1]: <pre>\n",
)  # fmt: skip
FRONT = (
    *PROPERTIES, "---\nup: [[x]]\nnone: ''\n---\n",
    '---\nup: "[[Caf\\u00e9]]"\n---\n', "\ufeff---\nup: '[[x]]'\n---\n",
)  # fmt: skip

lines = st.builds(
    lambda before, pieces, end: before + "".join(pieces) + end,
    st.sampled_from(BEFORE),
    st.lists(st.sampled_from(MORE) | st.sampled_from(PIECES), max_size=4),
    st.sampled_from(ENDS),
)
notes = st.builds(
    lambda front, body: front + "".join(body), st.sampled_from(("", "", *FRONT)), st.lists(lines, max_size=6)
)
GATEWAY = PathGateway(Path("/"))


@settings(max_examples=150)
@given(notes)
@example('---\nup: "[[Caf\\u00e9]]"\n---\ntext [[x]]\n')
@example("text [^a[[x]]\n")
@example("text\r    [[x]]\n")
@example("```\n\n[[x]]\n")
@example("```\ncode\n```\n[[x]]\n")
@example("- item\n```\ncode\n ```\n```\n[[x]]\n```\n")
@example("````\n```\n````\n[[x]]\n```\n[[x]]\n")
@example("```\na\n~~~\n```\n[[x]]\n")
@example("`text\n- [[x]] `\n- [[y]]\n")
@example("text <!-- text\n\n[[x]] -->\n[[y]] -->\n")
@example("- <pre>\n\n  [[x]]\n</pre>\n[[y]]\n")
@example("[^1]: - <pre>\n\n[[x]]\n")
@example("| a |\n|---|\n- [[x]] | `\n")
@example("text ` text\n\n[[x]]\n")
@example('same="[[x]]" and ](b[[x]]\n')
def test_links_of_the_rough_check_are_those_of_the_parser(text: str) -> None:
    for html in (False, True):
        known = find_links("a.md", text) if html else read_marks("a.md", text).links
        meant = [link for link in known if name_key(link.target) in KEYS]
        found = find_linking(GATEWAY, (), KEYS, html=html, ahead={"a.md": text.encode()})
        assert [link for file in found for link in file.links] == meant
