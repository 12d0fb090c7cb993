"""The texts of the core are shown in the user's language, with all their values."""

import ssl
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from axon_desktop import errors
from axon_desktop.errors import NoteNotFoundError, SettingsError, Text
from axon_desktop.llm.http import failures
from axon_desktop.llm.messages import JsonObject, ToolCall, ToolResult
from axon_desktop.ui.chat.cards.wording import call_details
from axon_desktop.ui.language import error_texts as core_texts
from axon_desktop.ui.language.error_texts import error_text, in_users_language
from tests.tools.desk import Desk
from tests.ui.language.test_translation import translations

KNOWN = {source for context, source in translations("zh_CN") if context == "Core"}


@pytest.fixture(autouse=True)
def foreign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mark each text that has a translation with characters that occur in no other."""
    monkeypatch.setattr(core_texts, "translated", lambda text: f"<{text}>" if text in KNOWN else text)


def statuses() -> Iterator[tuple[str, errors.LLMError]]:
    """Yield the error of each status, with and without a message of the server, and with a waiting time."""
    for status in (*failures._SENTENCES, 302, 418, 599):
        for body in (b"", b'{"error": {"message": "Slow down. Try \\"later\\"."}}'):
            for wait in ({}, {"retry-after": "30"}, {"retry-after": "600"}, {"retry-after": "9000"}):
                found = failures.http_failure(status, wait, body, name="Open Model", model="m-1.5")
                yield f"{status} {body[:4]!r} {wait}", found
    for words in ("context length exceeded", "the model does not support tools", "credit balance is too low"):
        found = failures.http_failure(400, {}, words.encode(), name="Open Model", model="m-1.5")
        yield words, found


def connections(*kinds: type[httpx.HTTPError]) -> Iterator[errors.LLMError]:
    """Yield the error of each way in which a connection fails."""
    untrusted = ssl.SSLCertVerificationError(1, "certificate has expired")
    untrusted.verify_message = "certificate has expired"
    unencrypted = ssl.SSLError(1, "wrong version number")
    unencrypted.reason = "WRONG_VERSION_NUMBER"
    for cause in (untrusted, unencrypted, None):
        for kind in kinds:
            error = kind("407 Proxy Authentication Required")
            error.__cause__ = cause
            yield failures.connection_failure(error, name="Open Model", address="https://a.example/v1")


def test_what_a_provider_answers_is_known() -> None:
    for case, error in statuses():
        shown = error_text(error)
        assert shown.startswith("<"), case
        assert shown.count("<") >= 1 + (" says: " in shown), case
        assert shown.replace("<", "").replace(">", "") == str(error), case


def test_what_a_connection_fails_of_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [*connections(httpx.ConnectError, httpx.ConnectTimeout, httpx.ReadError, httpx.UnsupportedProtocol)]
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    found += connections(httpx.ConnectError, httpx.ProxyError)
    assert [str(error) for error in found if not error_text(error).startswith("<")] == []


def test_reason_within_a_sentence_is_known_too() -> None:
    inner = SettingsError("Server “{name}” must be an object.", name="x")
    outer = SettingsError("{file}: {why} Mend that entry, or delete it.", file="/a/{b}.json", why=inner)
    assert error_text(outer) == "</a/{b}.json: <Server “x” must be an object.> Mend that entry, or delete it.>"
    busy = errors.WriteFailedError("{path}: {reason}", path="a.md", reason="Permission denied")
    assert error_text(busy) == "<Failed to write file: <a.md: <permission denied>>>"


def test_names_stay_as_they_are() -> None:
    assert error_text(NoteNotFoundError("{path}.md")) == "<File not found: {path}.md>"
    assert in_users_language("Nobody says so {here}.") == "Nobody says so {here}."
    assert in_users_language("") == ""


def test_what_the_system_says_is_known_in_any_case() -> None:
    assert in_users_language("No space left on device") == "<no space left on device>"
    assert in_users_language("[Errno 13] Permission denied") == "<[Errno 13] <permission denied>>"


def test_text_of_earlier_versions_is_known_where_it_has_no_values() -> None:
    assert in_users_language("The conversations are closed.") == "<The conversations are closed.>"
    assert in_users_language("File not found: a.md") == "File not found: a.md"


def test_what_a_tool_has_done_is_known(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    (root / ".obsidian").mkdir(parents=True)
    desk = Desk(root, tmp_path / "data")
    calls: tuple[tuple[str, JsonObject], ...] = (
        ("create_note", {"path": "A", "content": "x"}),
        ("create_note", {"path": "A", "content": "y", "mode": "append"}),
        ("create_note", {"path": "A", "content": "one"}),
        ("edit_note", {"path": "A", "edits": [{"old": "one", "new": "[[B]] [[B]]"}]}),
        ("create_note", {"path": "B", "content": "b"}),
        ("move_note", {"path": "B", "to": "C"}),
        ("create_note", {"path": "D", "content": "[[C]]"}),
        ("move_note", {"path": "C", "to": "E"}),
        ("edit_note", {"path": "A", "edits": [{"old": "[[E]] [[E]]", "new": "none"}]}),
        ("move_note", {"path": "E", "to": "F"}),
        ("move_note", {"path": "A", "to": "G"}),
        ("trash_note", {"path": "G"}),
    )
    for tool, params in calls:
        result = desk.call(tool, **params)
        assert result.success, result.error
        shown = call_details(ToolCall(tool, params), result)
        assert shown.endswith(f"Result\n<{result.data}>"), shown
    failed = desk.call("read_note", path="none")
    assert (failed.kind, failed.success) == ("not_found", False)
    assert call_details(ToolCall("read_note", {}), failed).endswith("\n<File not found: none>")
    read = ToolResult(True, Text("Created {path} ({size} bytes).", path="A.md", size=1))
    assert call_details(ToolCall("read_note", {"path": "A"}), read).endswith("\nCreated A.md (1 bytes).")
    desk.close()
