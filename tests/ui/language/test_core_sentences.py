"""The sentences of the core that reach the window are known to it, whatever stands in their gaps."""

import ast
import re
import ssl
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from axon_desktop import errors
from axon_desktop.llm.http import failures
from axon_desktop.llm.messages import JsonObject, ToolCall, ToolResult
from axon_desktop.ui.chat.cards.wording import call_details
from axon_desktop.ui.language import core_sentences
from axon_desktop.ui.language.core_sentences import in_users_language
from axon_desktop.ui.language.errors import tool_error_text
from tests.tools.desk import Desk

CORE = Path(core_sentences.__file__).parents[1]
ELSEWHERE = (
    "ui", "commands", "cli.py", "commands/terminal.py", "serve", "tools",
    "agent_sync/mcp_server.py", "agent_sync/tools.py", "agent_sync/clients/mock.py", "conversations/serializer.py",
)  # fmt: skip
"""The window itself, and what is read in a terminal, by another program or by a model alone."""
KINDS = {name: 0 for name in vars(errors) if name.endswith("Error")} | {
    "SystemTrashError": 0, "_ObstacleError": 1, "_obstacle": 2, "invalid": 1, "failed": 0,
}  # fmt: skip
"""What makes an error, and which of its arguments is the sentence."""
REASONS = {("listing", "_refusal"), ("listing", "_schema_problem")}
"""Functions, with their modules, that return why a tool of a server cannot be used."""
OF_A_MODEL = {"goal must not be empty"}
SYSTEM = "permission denied"


def texts_of(node: ast.expr, named: dict[str, list[ast.expr]]) -> list[str]:
    """Return the texts that an expression may be, with a sign in each gap; none for what is not written there."""
    match node:
        case ast.Constant(value=str() as text):
            return [text]
        case ast.JoinedStr(values=parts):
            texts = [""]
            for part in parts:
                texts = [f"{text}{more}" for text in texts for more in filter(None, texts_of(part, named) or "…")]
            return texts
        case ast.FormattedValue(value=value):
            if "strerror" in (source := ast.unparse(value)) or source == "reason(error)":
                return [SYSTEM]
            return texts_of(value, named)
        case ast.IfExp(body=body, orelse=orelse):
            return texts_of(body, named) + texts_of(orelse, named)
        case ast.BoolOp(values=parts):
            return [text for part in parts for text in texts_of(part, named) if text]
        case ast.Name(id=name):
            return [text for value in named.get(name, ()) for text in texts_of(value, {})]
        case ast.Attribute(attr="details"):
            return [f"…: {SYSTEM}"]
    return []


def values_of(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """Return what names of a file are given, wherever that is."""
    named: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)], value=value):
                named.setdefault(name, []).append(value)
    return named


def sentences() -> Iterator[str]:
    """Yield what the errors of the core say that the window shows."""
    files = [file for file in CORE.rglob("*.py") if not {"generated", "ui"} & {*file.parts}]
    trees = {file: ast.parse(file.read_text("utf-8")) for file in files}
    given = {file: values_of(tree) for file, tree in trees.items()}
    shared = {
        name: values
        for values_by_name in given.values()
        for name, values in values_by_name.items()
        if name.isupper() and not name.startswith("_")
    }
    for file, tree in trees.items():
        if f"{file.relative_to(CORE).as_posix()}/".startswith(tuple(f"{place}/" for place in ELSEWHERE)):
            continue
        named = shared | given[file]
        for node in ast.walk(tree):
            for text in said_by(node, named, file.stem):
                if re.search(r"\w", text) and text not in OF_A_MODEL:
                    yield text


def said_by(node: ast.AST, named: dict[str, list[ast.expr]], module: str) -> Iterator[str]:
    """Yield what an error says that is made here, or what a function returns that gives a reason."""
    match node:
        case ast.Call(func=func, args=arguments) if len(arguments) > (place := KINDS.get(ast.unparse(func), 99)):
            yield from texts_of(arguments[place], named)
        case ast.FunctionDef(name=name) if (module, name) in REASONS:
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and inner.value is not None:
                    yield from texts_of(inner.value, named)


def statuses() -> Iterator[tuple[str, errors.LLMError]]:
    """Yield what is said of each status, with and without words of the server, and with a time to wait."""
    for status in (*failures._SENTENCES, 302, 418, 599):
        for body in (b"", b'{"error": {"message": "Slow down. Try \\"later\\"."}}'):
            for wait in ({}, {"retry-after": "30"}, {"retry-after": "600"}, {"retry-after": "9000"}):
                found = failures.http_failure(status, wait, body, name="Open Model", model="m-1.5")
                yield f"{status} {body[:4]!r} {wait}", found
    for words in ("context length exceeded", "the model does not support tools", "credit balance is too low"):
        found = failures.http_failure(400, {}, words.encode(), name="Open Model", model="m-1.5")
        yield words, found


def connections(*kinds: type[httpx.HTTPError]) -> Iterator[errors.LLMError]:
    """Yield what is said of each way in which a connection fails."""
    untrusted = ssl.SSLCertVerificationError(1, "certificate has expired")
    untrusted.verify_message = "certificate has expired"
    unencrypted = ssl.SSLError(1, "wrong version number")
    unencrypted.reason = "WRONG_VERSION_NUMBER"
    for cause in (untrusted, unencrypted, None):
        for kind in kinds:
            error = kind("407 Proxy Authentication Required")
            error.__cause__ = cause
            yield failures.connection_failure(error, name="Open Model", address="https://a.example/v1")


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put each sentence that is known into signs of its own."""
    monkeypatch.setattr(core_sentences, "translated", lambda english: f"<{english}>")


@pytest.mark.usefixtures("foreign")
def test_sentences_of_the_core_are_known() -> None:
    found = set(sentences())
    assert len(found) > 160
    assert sorted(sentence for sentence in found if not in_users_language(sentence).startswith("<")) == []


@pytest.mark.usefixtures("foreign")
def test_what_a_provider_answers_is_known() -> None:
    for case, error in statuses():
        said = in_users_language(str(error))
        assert said.startswith("<"), case
        assert said.count("<") >= 1 + (" says: " in said), case


@pytest.mark.usefixtures("foreign")
def test_what_a_connection_fails_of_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [*connections(httpx.ConnectError, httpx.ConnectTimeout, httpx.ReadError, httpx.UnsupportedProtocol)]
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    found += connections(httpx.ConnectError, httpx.ProxyError)
    assert [str(error) for error in found if not in_users_language(str(error)).startswith("<")] == []


def test_sentence_with_the_servers_words_keeps_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {
        "{sentence} {name} says: “{words}”": "{sentence}{name} 说：“{words}”",
        "{sentence} {name} says: “{words}”.": "{sentence}{name} 说：“{words}”。",
        "{sentence} Try again in {seconds} seconds.": "{sentence}请在 {seconds} 秒后重试。",
        "{name} is overloaded.": "{name} 过载。",
    }
    monkeypatch.setattr(core_sentences, "translated", lambda english: words.get(english, english))
    english = "My Model is overloaded. Try again in 30 seconds. My Model says: “Busy. Really.”"
    assert in_users_language(english) == "My Model 过载。请在 30 秒后重试。My Model 说：“Busy. Really.”"
    english = "My Model is overloaded. My Model says: “Busy”."
    assert in_users_language(english) == "My Model 过载。My Model 说：“Busy”。"


@pytest.mark.usefixtures("foreign")
def test_gaps_are_filled_and_sentences_inside_of_sentences_known() -> None:
    found = in_users_language("/a/{b}.json: Server “x” must be an object. Mend that entry, or delete it.")
    assert found == "</a/{b}.json: <Server “x” must be an object.> Mend that entry, or delete it.>"


@pytest.mark.usefixtures("foreign")
def test_path_with_an_unknown_reason_stays() -> None:
    assert in_users_language("a (b): c/d.md (it is a folder)") == "<a (b): c/d.md (<it is a folder>)>"
    assert in_users_language("a.md: something new") == "a.md: something new"
    assert in_users_language("Something new. Try again in 5 seconds.") == "Something new. Try again in 5 seconds."


@pytest.mark.usefixtures("foreign")
def test_end_of_a_program_is_known_with_and_without_its_words() -> None:
    assert in_users_language("exit code 3") == "<exit code 3>"
    assert in_users_language("exit code 1: no such table: a") == "<exit code 1: no such table: a>"


def test_sentence_that_is_not_known_stays() -> None:
    assert in_users_language("Nobody says so {here}.") == "Nobody says so {here}."
    assert in_users_language("") == ""


@pytest.mark.usefixtures("foreign")
def test_what_a_tool_says_is_known_too() -> None:
    said = "Failed to write file: a.md is read-only"
    assert tool_error_text(said) == "Failed to write file: <a.md is read-only>"
    assert tool_error_text("Nobody says so.") == "Nobody says so."


@pytest.mark.usefixtures("foreign")
def test_what_a_tool_has_written_is_known(tmp_path: Path) -> None:
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
        assert shown.endswith(f"Result\n{in_users_language(result.data or '')}")
        assert "\n<" in shown, shown
    unrecorded = "Created A.md (1 bytes). It could not be recorded, so it cannot be undone."
    assert in_users_language(unrecorded).startswith("<<Created")
    assert in_users_language("Moved A.md to the system's trash; undo brings it back.").startswith(
        "<Moved A.md to the s"
    )
    read = ToolResult(True, "Created A.md (1 bytes).")
    assert call_details(ToolCall("read_note", {"path": "A"}), read).endswith("\nCreated A.md (1 bytes).")
    failed = ToolResult(False, error="Failed to write file: a.md is read-only")
    assert call_details(ToolCall("edit_note", {}), failed).endswith("Failed to write file: <a.md is read-only>")
    desk.close()
