"""The sentences of the core that reach the window are known to it, whatever stands in their gaps."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from axon_desktop.ui import core_sentences
from axon_desktop.ui.core_sentences import in_users_language

CORE = Path(core_sentences.__file__).parents[1]
ROOMS = ("conversations", "llm", "mcp_host", "vault")
KINDS = {"SettingsError", "KeyStoreError", "StoreError"}


def texts_of(node: ast.expr) -> str:
    """Return the text of a literal, with a sign in each gap; empty for what is no literal."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(texts_of(part) or "…" for part in node.values)
    return ""


def sentences() -> Iterator[str]:
    """Yield what the errors of the core say that the window shows as they are."""
    rooms = [file for room in ROOMS for file in (CORE / room).rglob("*.py")]
    for file in (*rooms, CORE / "settings.py", CORE / "keys.py"):
        calls = (node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call))
        for call in calls:
            if ast.unparse(call.func) in KINDS and call.args and (text := texts_of(call.args[0])):
                yield text


@pytest.mark.parametrize("sentence", sorted(set(sentences())))
def test_sentence_of_the_core_is_known(sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_sentences, "translate", lambda _context, english: (english, f"<{english}>"))
    assert in_users_language(sentence).startswith("<")


def test_gaps_are_filled_and_sentences_inside_of_sentences_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_sentences, "translate", lambda _context, english: (english, f"<{english}>"))
    found = in_users_language("/a/{b}.json: server 'x' must be an object. Mend that entry, or delete it.")
    assert found == "</a/{b}.json: <server 'x' must be an object.> Mend that entry, or delete it.>"


def test_sentence_that_is_not_known_stays() -> None:
    assert in_users_language("Nobody says so {here}.") == "Nobody says so {here}."
