"""Errors: a template with values gives the text, and what the core makes can be shown in every language."""

import ast
import pickle
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop import errors
from axon_desktop.errors import AxonError, LLMServerError, NoteNotFoundError, SettingsError, Text, WriteFailedError
from axon_desktop.llm.retry_advice import IN_A_MOMENT, IN_SECONDS, TRY_AGAIN, without_advice
from axon_desktop.paths import resources_dir
from tests.marked_texts import RESERVED, core_trees, gaps, made, marked, template_of

ALONE = (
    "commands/", "cli.py", "serve/", "tools/", "agent_sync/mcp_server.py", "agent_sync/tools.py",
    "agent_sync/clients/mock.py", "mcp_host/server.py", "conversations/serializer.py", "errors.py",
)  # fmt: skip
"""What only a terminal, another program or a model reads."""
OF_A_MODEL = {"goal must not be empty", "{refusal} {then}", "{refusal} {then}."}
VALUES = st.text() | st.integers() | st.builds(AxonError, st.text())


def test_text_is_what_it_was_made_of() -> None:
    error = WriteFailedError("{path}: {reason}", path="a{b}.md", reason=Text("it is {what}", what="full"))
    assert str(error) == "Failed to write file: a{b}.md: it is full"
    assert error.details == "a{b}.md: it is full"
    assert error.details.template == "{path}: {reason}"
    assert type(str(error)) is str
    assert str(SettingsError("{file}: {why} Mend it.", file="f", why=NoteNotFoundError("a.md"))) == (
        "f: File not found: a.md Mend it."
    )


def test_text_without_values_may_hold_braces() -> None:
    assert str(NoteNotFoundError("{path}.md")) == "File not found: {path}.md"
    assert str(AxonError(Text("{a}", a="{b}"))) == "{b}"


@given(st.dictionaries(st.sampled_from(["one", "two", "three"]), VALUES, min_size=1))
def test_text_survives_the_store_and_another_process(values: dict[str, object]) -> None:
    text = Text(" ".join(f"{{{name}}}" for name in values), **values)
    outer = Text("<{inner}>", inner=text)
    for again in (Text.from_json(outer.to_json()), pickle.loads(pickle.dumps(outer))):
        assert (again, again.template, again.values) == (outer, outer.template, outer.values)
        inner = again.values["inner"]
        assert isinstance(inner, Text)
        assert inner.template == text.template


def test_advice_is_left_out_wherever_it_stands() -> None:
    failure = LLMServerError("{name} is gone.", then=IN_A_MOMENT, name="A")
    assert str(failure) == "A is gone. Try again in a moment."
    assert without_advice(failure.text) == "A is gone."
    quoted = Text("{sentence} {name} says: “{words}”", sentence=failure.text, name="A", words="Try again.")
    assert without_advice(quoted) == "A is gone. A says: “Try again.”"
    assert without_advice(Text(IN_SECONDS, sentence="Busy.", seconds=3)) == "Busy."
    assert without_advice("Gone. Try again.") == "Gone. Try again."


def test_secret_that_a_server_sent_back_is_nowhere_in_its_error() -> None:
    words = "wrong key sk-1"
    quoted = LLMServerError(Text("{name}: {words}", name="A", words=words), then=TRY_AGAIN, words=words)
    for error in (quoted, LLMServerError(words)):
        error.hide("sk-1", "[key]")
        assert "sk-1" not in f"{error} {error.args} {error.words} {error.text.to_json()}"
        assert "wrong key [key]" in str(error)


def test_every_class_can_be_made_of_a_template() -> None:
    for kind in vars(errors).values():
        if isinstance(kind, type) and issubclass(kind, AxonError):
            assert str(kind("{a} and {b}", a=1, b="{c}")).endswith("1 and {c}"), kind


def calls() -> Iterator[tuple[str, ast.Call, ast.expr]]:
    for place, tree in core_trees():
        for call, template in made(tree):
            yield f"{place}:{call.lineno}", call, template


def test_every_marked_template_formats_where_it_is_used() -> None:
    found = 0
    for place, call, node in calls():
        template = template_of(node)
        if template is None or any(keyword.arg is None for keyword in call.keywords):
            continue
        values = {str(keyword.arg) for keyword in call.keywords}
        assert gaps(template) == values - (RESERVED - gaps(template)), place
        template.format(**dict.fromkeys(values, "x"))
        found += 1
    assert found > 150


def test_errors_that_reach_the_window_are_marked() -> None:
    unmarked = []
    for place, _, node in calls():
        if place.startswith(ALONE):
            continue
        text = str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and text and text not in OF_A_MODEL):
            unmarked.append(f"{place} {text}")
    assert unmarked == []


@pytest.mark.parametrize("language", ["zh_CN", "zh_TW"])
def test_every_marked_template_has_a_translation_with_the_same_values(language: str) -> None:
    root = ElementTree.parse(resources_dir() / "i18n" / f"axon_{language}.ts").getroot()
    core = next(context for context in root.iter("context") if context.findtext("name") == "Core")
    known = {message.findtext("source"): message.findtext("translation") for message in core.iter("message")}
    templates = {text for _, tree in core_trees() for node in ast.walk(tree) if (text := marked(node)) is not None}
    assert len(templates) > 180
    assert [text for text in templates if not known.get(text)] == []
    assert [text for text in templates if gaps(known[text] or "") != gaps(text)] == []
