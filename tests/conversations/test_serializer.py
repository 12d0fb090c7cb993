import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from axon_desktop.conversations.models import (
    Conversation,
    ConversationMetadata,
    Message,
    MessageRole,
    ToolOutcome,
    ToolUse,
)
from axon_desktop.conversations.serializer import VERSION, ConversationSerializer
from axon_desktop.errors import DataCorruptionError, InvalidJSONError, SchemaVersionError

SERIALIZER = ConversationSerializer()

EXAMPLE = Conversation(
    "c1",
    "标题",
    (
        Message("m1", "user", "Hi", 1),
        Message("m2", "tool", "x", 2, ToolUse("read_note", {"path": "Home"}, ToolOutcome(False, "", "No."))),
    ),
    ConversationMetadata("deepseek", 12, ("read_note",)),
    1,
    2,
)


def _joined(text: str) -> str:
    """Two adjacent surrogates of a pair are one character, as everywhere outside of Python."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


TEXT = st.text(st.characters(exclude_categories=[]), max_size=10).map(_joined) | st.sampled_from(
    ["", " a ", "\r\n", "line\n" * 50, "\x00", '{"a": "\\"}', "e\u0301", "null"]
)
STAMP = st.integers(min_value=-(2**70), max_value=2**70)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**60), 10**60) | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.lists(st.tuples(TEXT, inner), max_size=3).map(dict),
    max_leaves=4,
)
ROLES = st.sampled_from(MessageRole.__args__)  # type: ignore[attr-defined]
OUTCOMES = st.builds(ToolOutcome, st.booleans(), TEXT, st.none() | TEXT)
USES = st.builds(ToolUse, TEXT, st.lists(st.tuples(TEXT, JSON), max_size=2).map(dict), OUTCOMES)
MESSAGES = st.builds(Message, TEXT, ROLES, TEXT, STAMP, st.none() | USES)
METADATA = st.builds(ConversationMetadata, TEXT, st.integers(min_value=0), st.lists(TEXT, max_size=3).map(tuple))
CONVERSATIONS = st.builds(
    Conversation, TEXT, TEXT, st.lists(MESSAGES, max_size=3).map(tuple), METADATA, STAMP, STAMP
)


@settings(max_examples=100)
@given(CONVERSATIONS)
@example(
    Conversation(
        "c2",
        " title\n",
        (
            Message("m1", "assistant", " later ", 9),
            Message("m2", "tool", "", 3, ToolUse("a", {}, ToolOutcome(True, "", "with a warning"))),
        ),
        ConversationMetadata("m", 0, ("a", "a")),
        1,
        2,
    )
)
def test_reading_what_was_written_gives_an_equal_conversation(conversation: Conversation) -> None:
    """Feature: vscode-agent, Property 1: a conversation is the same after serialising and deserialising.

    Validates: Requirements 11.1, 11.2, 11.3
    """
    text = SERIALIZER.serialize(conversation)
    text.encode()
    again = SERIALIZER.deserialize(text)
    assert again == conversation
    assert repr(again) == repr(conversation)  # 1, 1.0 and True are equal, but not the same
    assert SERIALIZER.serialize(again) == text


def test_the_keys_are_the_seeds() -> None:
    assert json.loads(SERIALIZER.serialize(EXAMPLE)) == {
        "version": 1,
        "id": "c1",
        "title": "标题",
        "messages": [
            {"id": "m1", "role": "user", "content": "Hi", "timestamp": 1},
            {
                "id": "m2",
                "role": "tool",
                "content": "x",
                "timestamp": 2,
                "toolCall": {
                    "name": "read_note",
                    "parameters": {"path": "Home"},
                    "result": {"success": False, "output": "", "error": "No."},
                },
            },
        ],
        "metadata": {"model": "deepseek", "totalTokens": 12, "toolsUsed": ["read_note"]},
        "createdAt": 1,
        "updatedAt": 2,
    }


def changed(**changes: Any) -> str:
    data = {**json.loads(SERIALIZER.serialize(EXAMPLE)), **changes}
    return json.dumps({key: value for key, value in data.items() if value is not ...})


def test_keys_that_are_not_known_are_left_out() -> None:
    assert SERIALIZER.deserialize(changed(color="red")) == EXAMPLE


def test_a_conversation_without_version_is_read() -> None:
    assert SERIALIZER.deserialize(changed(version=...)) == EXAMPLE
    bare = SERIALIZER.deserialize(changed(version=..., metadata=...))
    assert bare.metadata == ConversationMetadata()
    assert bare.messages == EXAMPLE.messages


@pytest.mark.parametrize("version", [VERSION + 1, 99, -1, 1.0, "1", True, None, [], "\ud800"])
def test_versions_that_are_not_known_are_refused(version: object) -> None:
    with pytest.raises(SchemaVersionError):
        SERIALIZER.deserialize(changed(version=version))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1, column 1"),
        ('{"version": 1,\n  "id": }', "line 2, column 9"),
        ('{"version": 1} x', "line 1, column 16"),
        ("[" * 100_000, "recursion"),
        ('{"version": ' + "9" * 5000 + "}", "digits"),
    ],
)
def test_what_is_no_json_is_named_with_its_place(text: str, place: str) -> None:
    with pytest.raises(InvalidJSONError, match=place):
        SERIALIZER.deserialize(text)


BAD_MESSAGE = {"id": "x", "role": "robot", "content": "", "timestamp": 1}


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("[]", "list"),
        ('"text"', "string"),
        ("null", "null"),
        (changed(id=...), "`id`"),
        (changed(createdAt="yesterday"), "createdAt"),
        (changed(createdAt=1.5), "createdAt"),
        (changed(messages=...), "messages"),
        (changed(messages={}), "messages"),
        (changed(messages=[{**BAD_MESSAGE, "role": "user"}, BAD_MESSAGE]), r"messages\[1\].role"),
        (changed(messages=[1]), r"messages\[0\]"),
        (changed(metadata={"model": "m", "totalTokens": "many", "toolsUsed": []}), "metadata.totalTokens"),
        (changed(metadata=...), "metadata"),
        (changed(messages=[{**BAD_MESSAGE, "role": "\ud800"}]), "surrogates"),
        (changed(version=..., metadata=3), "damaged"),
    ],
)  # fmt: skip
def test_damage_is_named_with_its_field_and_what_to_do(text: str, field: str) -> None:
    with pytest.raises(DataCorruptionError, match=field) as caught:
        SERIALIZER.deserialize(text)
    assert "backup" in str(caught.value)


@given(st.text() | JSON.map(json.dumps))
def test_any_text_gives_a_conversation_or_one_of_the_errors(text: str) -> None:
    with pytest.raises((InvalidJSONError, SchemaVersionError, DataCorruptionError)):
        SERIALIZER.deserialize(text)
