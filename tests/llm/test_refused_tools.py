"""Tools that a server refuses: none of ours, few of others, and no turn is lost for one."""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from axon_desktop import errors
from axon_desktop.llm import learned_file
from axon_desktop.llm.http.refusals import RefusalFile, Refusals
from axon_desktop.llm.messages import LLMOptions, Message, ToolDefinition, ToolsRefused
from axon_desktop.llm.providers.anthropic import AnthropicProvider
from axon_desktop.llm.providers.online_provider import OnlineProvider
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from axon_desktop.llm.tool_schemas import plain_schema
from axon_desktop.tools import ToolManager
from axon_desktop.tools.validation import as_meant, find_problem
from axon_desktop.vault import Vault
from tests.llm.loopback import Raw, Reply, Status
from tests.llm.openai_server import OpenAIServer
from tests.llm.schema_rules import (
    SchemaAnthropicServer,
    SchemaServer,
    anthropic_problem,
    gemini_problem,
    google_refusal,
    llama_problem,
    llama_refusal,
    openai_problem,
    openai_refusal,
)
from tests.llm.talk import HELLO, PATIENT, Sleeps, finish, stream

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "refused_schemas.json").read_text("utf-8")
)
OTHERS = [ToolDefinition(f"srv.tool_{at}", case["name"], case["schema"]) for at, case in enumerate(CASES)]
LLAMA = llama_problem, llama_refusal
SHAPES: dict[str, tuple[Callable[[Any], str | None], Callable[[int, str, str], Raw]]] = {
    "Google": (gemini_problem, google_refusal),
    "OpenAI": (partial(openai_problem, strict=False), openai_refusal),
    "OpenAI, strict": (partial(openai_problem, strict=True), openai_refusal),
    "llama.cpp": LLAMA,
}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> list[ToolDefinition]:
    return ToolManager(Vault(tmp_path_factory.mktemp("vault")), commands=True).get_tool_definitions()


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    """Return the server of all tests here that say themselves what it answers."""
    with OpenAIServer(keyless=True) as server:
        yield server


def provider_of(server: OpenAIServer, **options: Any) -> OpenAICompatibleProvider:
    return OpenAICompatibleProvider(server.base_url, server.model, limits=PATIENT, sleep=Sleeps(), **options)


def test_schemas_are_put_into_common_words(subtests: pytest.Subtests) -> None:
    for case in CASES:
        with subtests.test(case["name"]):
            plain = plain_schema(case["schema"])
            if "plain" in case:
                assert plain == case["plain"]
            for shape in (plain, plain_schema(case["schema"], strict=True)):
                jsonschema.Draft202012Validator.check_schema(shape)
            for find in (gemini_problem, anthropic_problem, llama_problem, partial(openai_problem, strict=False)):
                assert find(plain) is None or (find is anthropic_problem and case["name"] == "a Chinese name")
            assert openai_problem(plain_schema(case["schema"], strict=True), strict=True) is None
            assert len(json.dumps(plain)) < 20_000


def test_reference_to_many_references_does_not_explode() -> None:
    defs = {
        f"D{n}": {"type": "object", "properties": {k: {"$ref": f"#/$defs/D{n + 1}"} for k in "abcdefgh"}}
        for n in range(12)
    }
    plain = plain_schema({"$ref": "#/$defs/D0", "$defs": defs})
    assert gemini_problem(plain) is None
    assert len(json.dumps(plain)) < 200_000


def test_own_tools_have_only_words_that_all_take(own: list[ToolDefinition]) -> None:
    assert len(own) >= 9
    for tool in own:
        assert tool.parameters["additionalProperties"] is False
        bare = json.loads(json.dumps(tool.parameters).replace(', "additionalProperties": false', ""))
        assert gemini_problem(bare) is None
        assert openai_problem(bare, strict=False) is None


def test_one_object_for_a_list_of_them_is_a_list_of_one(own: list[ToolDefinition]) -> None:
    schema = next(tool for tool in own if tool.name == "edit_note").parameters
    params = as_meant(schema, {"path": "a", "edits": {"old": "x", "new": "y"}})
    assert params == {"path": "a", "edits": [{"old": "x", "new": "y"}]}
    assert find_problem(schema, params) is None


@pytest.mark.parametrize("shape", SHAPES)
def test_no_tool_costs_a_turn(own: list[ToolDefinition], shape: str) -> None:
    with SchemaServer(*SHAPES[shape]) as server:
        server.script(Reply("One"), Reply("Two"))
        provider = provider_of(server)
        tools = [*own, *OTHERS]
        for words in ("One", "Two"):
            deltas = stream(provider, HELLO, tools)
            assert finish(deltas).message.content == words
            assert not [delta for delta in deltas if isinstance(delta, ToolsRefused)]
        assert len(server.refused) == (1 if shape == "OpenAI, strict" else 0)
        assert len(server.requests[-1].body["tools"]) == len(tools)


def test_anthropic_sets_aside_only_the_tool_whose_names_it_refuses(own: list[ToolDefinition]) -> None:
    with SchemaAnthropicServer() as server:
        server.script(Reply("One"), Reply("Two"))
        provider = AnthropicProvider(
            api_key=server.key, base_url=server.base_url, model="claude-haiku-5-5", limits=PATIENT
        )
        deltas = stream(provider, HELLO, [*own, *OTHERS])
        assert [delta.tools for delta in deltas if isinstance(delta, ToolsRefused)] == [(OTHERS[-1].name,)]
        assert finish(deltas).message.content == "One"
        assert finish(stream(provider, HELLO, [*own, *OTHERS])).message.content == "Two"
        assert len(server.refused) == 1


@pytest.mark.parametrize("refuse", [google_refusal, openai_refusal, llama_refusal])
def test_tools_that_are_refused_all_the_same_are_set_aside(refuse: Callable[[int, str, str], Raw]) -> None:
    def find(schema: Any) -> str | None:
        return "I do not like this parameter" if "bad" in schema["properties"] else None

    tools = [
        ToolDefinition(f"s.t{n}", "", {"properties": {"bad" if n in (3, 11) else "a": {"type": "string"}}})
        for n in range(13)
    ]
    with SchemaServer(find, refuse) as server:
        server.script(*[Reply("Fine")] * 30)
        provider = provider_of(server)
        deltas = stream(provider, HELLO, tools)
        refused = [name for delta in deltas if isinstance(delta, ToolsRefused) for name in delta.tools]
        assert sorted(refused) == ["s.t11", "s.t3"]
        assert finish(deltas).message.content == "Fine"
        asked = len(server.requests)
        assert asked <= 20
        stream(provider, HELLO, tools)
        assert len(server.requests) == asked + 1


@pytest.mark.parametrize("probes", [[Reply("with tools")], [Status(400, "bad parameters")] * 2])
def test_refusal_that_no_tool_is_the_cause_of_stays_one(
    server: OpenAIServer, probes: list[Reply | Status]
) -> None:
    words = "Invalid value for function call in messages"
    before = len(server.requests)
    server.play_now(Status(400, words), *probes)
    with pytest.raises(errors.LLMRequestError, match=words):
        stream(provider_of(server), HELLO, OTHERS[:3])
    assert len(server.requests) == before + 1 + len(probes)


REFUSED_FIELDS = [
    ("Unrecognized request argument supplied: stream_options", {"stream_options"}),
    ("Extra inputs are not permitted: stream_options", {"stream_options"}),
    ("Streaming is not supported for this model", {"stream", "stream_options"}),
    ("invalid temperature: only 1 is allowed for this model", {"temperature"}),
    ("`temperature` is deprecated for this model.", {"temperature"}),
    ("Unsupported parameter: 'max_tokens' is not supported with this model.", {"max_tokens"}),
]


def test_refused_field_is_left_out_from_then_on(server: OpenAIServer, subtests: pytest.Subtests) -> None:
    for words, gone in REFUSED_FIELDS:
        with subtests.test(words):
            before = len(server.requests)
            server.play_now(Status(400, words), Reply("One"), Reply("Two"))
            provider = provider_of(server, options=LLMOptions(0.3, 100))
            assert [finish(stream(provider)).message.content for _ in range(2)] == ["One", "Two"]
            assert not gone & set(server.requests[-1].body)
            assert len(server.requests) == before + 3


REFUSED_ROLES = [
    (400, "System role not supported"),
    (500, "Jinja Exception: System role not supported"),
    (400, "Developer instruction is not enabled for models/gemma-3-27b-it"),
    (400, "Unexpected role 'system'"),
]


def test_system_prompt_goes_into_the_first_message_where_there_may_be_none(
    server: OpenAIServer, subtests: pytest.Subtests
) -> None:
    messages = [Message("system", "Be kind."), Message("user", "Hi")]
    for code, words in REFUSED_ROLES:
        with subtests.test(words):
            server.play_now(Status(code, words), Reply("One"))
            assert finish(stream(provider_of(server), messages)).message.content == "One"
            assert server.requests[-1].body["messages"] == [{"role": "user", "content": "Be kind.\n\nHi"}]


def test_neighbours_of_one_role_become_one_message_where_roles_must_alternate(server: OpenAIServer) -> None:
    server.play_now(
        Status(400, "Conversation roles must alternate user/assistant/user/assistant/..."), Reply("One")
    )
    messages = [
        Message("user", "Hi"),
        Message("user", "there"),
        Message("assistant", "Yes?"),
        Message("user", "So"),
    ]
    assert finish(stream(provider_of(server), messages)).message.content == "One"
    assert [m["content"] for m in server.requests[-1].body["messages"]] == ["Hi\n\nthere", "Yes?", "So"]


NO_FUNCTION_CALLING = [
    "registry.ollama.ai/library/gemma:2b does not support tools",
    "Function calling is not enabled for models/gemma-3-27b-it",
    "No endpoints found that support tool use. To learn more visit the site.",
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    "tools param requires --jinja flag",
    "Unrecognized request argument supplied: tools",
    "Tool use is not supported for this model",
    "`tools` is not supported by this model",
    "This model does not support function calling",
]


def test_server_without_function_calling_is_recognised(server: OpenAIServer, subtests: pytest.Subtests) -> None:
    for words in NO_FUNCTION_CALLING:
        with subtests.test(words):
            server.play_now(Status(400, words))
            provider: OnlineProvider = provider_of(server)
            with pytest.raises(errors.LLMRequestError) as caught:
                stream(provider, HELLO, OTHERS[:2])
            assert caught.value.retryable
            assert not provider.native_tools


def bad_property(schema: Any) -> str | None:
    return "I do not like this parameter" if "bad" in schema["properties"] else None


def tool_with(*names: str) -> ToolDefinition:
    return ToolDefinition("s.odd", "", {"properties": {name: {"type": "string"} for name in names}})


def sentence(
    server: OpenAIServer, file: RefusalFile, tools: Sequence[ToolDefinition] = (), model: str = ""
) -> tuple[int, Any]:
    """Ask in a run of its own; return how many requests that took, and the body of the last one."""
    before = len(server.requests)
    made = OpenAICompatibleProvider(
        server.base_url,
        model or server.model,
        limits=PATIENT,
        sleep=Sleeps(),
        options=LLMOptions(0.3),
        refusals=file,
    )
    assert finish(stream(made, HELLO, tools)).message.content == "Fine"
    return len(server.requests) - before, server.requests[-1].body


def test_later_runs_know_what_was_refused(
    server: OpenAIServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = RefusalFile(tmp_path / "new" / "refusals.json")
    refused = [Status(400, words) for words in ("System role not supported", "temperature is not supported")]
    server.play_now(*refused, *[Reply("Fine")] * 9)
    assert sentence(server, file)[0] == 3
    count, body = sentence(server, file)
    assert (count, body.get("temperature"), [one["role"] for one in body["messages"]]) == (1, None, ["user"])
    assert sentence(server, file, model="another")[1]["temperature"] == 0.3
    later = learned_file.today() + timedelta(days=31)
    with monkeypatch.context() as patch:
        patch.setattr(learned_file, "today", lambda: later)
        assert sentence(server, file)[1]["temperature"] == 0.3
    made = provider_of(server, refusals=file)
    made.forget_refusals()
    assert sentence(server, file)[1]["temperature"] == 0.3


def test_later_runs_know_a_refused_tool_until_it_changes(tmp_path: Path) -> None:
    file = RefusalFile(tmp_path / "refusals.json")
    with SchemaServer(bad_property, openai_refusal) as server:
        server.script(*[Reply("Fine")] * 9)
        assert sentence(server, file, [tool_with("bad")])[0] == 2
        assert sentence(server, file, [tool_with("bad")])[0] == 1
        assert sentence(server, file, [tool_with("bad", "more")])[0] == 2
        count, body = sentence(server, file, [tool_with("good")])
        assert (count, len(body["tools"])) == (1, 1)


def test_later_runs_know_that_there_is_no_function_calling(server: OpenAIServer, tmp_path: Path) -> None:
    file = RefusalFile(tmp_path / "refusals.json")
    server.play_now(Status(400, "This model does not support function calling"), Reply("Fine"))
    made = provider_of(server, refusals=file)
    with pytest.raises(errors.LLMRequestError):
        stream(made, HELLO, OTHERS[:1])
    assert provider_of(server, refusals=file).native_tools  # nothing was accepted yet
    stream(made)
    assert not provider_of(server, refusals=file).native_tools


def test_tools_that_are_too_many_are_tried_again_in_the_next_run(tmp_path: Path) -> None:
    file = RefusalFile(tmp_path / "refusals.json")
    tools = [ToolDefinition(f"s.t{n}", "", {"properties": {}}) for n in range(4)]

    class Crowded(OpenAIServer):
        def answer(self, request: Any) -> Any:
            too_many = len(request.body.get("tools", ())) > 3
            return Status(400, "Invalid 'tools': array too long") if too_many else super().answer(request)

    with Crowded(keyless=True) as server:
        server.script(*[Reply("Fine")] * 9)
        assert len(sentence(server, file, tools)[1]["tools"]) == 2
        assert len(sentence(server, file, tools[1:])[1]["tools"]) == 3


def test_damaged_file_costs_nothing(tmp_path: Path) -> None:
    place = tmp_path / "refusals.json"
    for damage in (b"", b"\xff", b"[" * 100_000, b"[{}]", b'{"a": 1}', b'[{"server": 1}]'):
        place.write_bytes(damage)
        file = RefusalFile(place)
        assert file.find("http://a", "m") is None, damage[:9]
        refusals = Refusals("http://a", "m", file)
        refusals.learn_no_function_calling()
        refusals.save()
        assert "function calling" in Refusals("http://a/", "m", RefusalFile(place)), damage[:9]
