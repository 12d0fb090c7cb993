"""A local server reports its window, each in its own way: a small guess wastes it, a large one overflows."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.llm.context_size import server_window
from axon_desktop.llm.context_size.server_window import find_window
from axon_desktop.llm.factory import unreported_window
from axon_desktop.llm.models.profiles import Profile
from axon_desktop.llm.providers.deepseek import DeepSeekService
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from axon_desktop.settings.settings import ModelSettings
from tests.llm.local_servers import (
    MODEL,
    HomeServer,
    koboldcpp,
    listed,
    llama_cpp,
    lm_studio,
    ollama,
    open_router,
    tabby,
    text_generation_inference,
    vllm,
)
from tests.llm.loopback import Reply, Stall, Status
from tests.llm.openai_server import OpenAIServer
from tests.llm.talk import HELLO
from tests.waiting import PATIENCE, shortest

UNKNOWN = 32_768
FAMILY_WITH_A_WINDOW = "gemma-2-9b-it"


@pytest.fixture(autouse=True)
def moment(monkeypatch: pytest.MonkeyPatch) -> float:
    """Wait for a server that answers, be the machine ever so busy; return how long the program itself waits."""
    seconds = server_window._SECONDS
    monkeypatch.setattr(server_window, "_SECONDS", PATIENCE)
    return seconds


@pytest.mark.parametrize(
    ("answers", "window"),
    [
        (llama_cpp(4096), 4096),
        (llama_cpp(4096, meta=16384), 4096),  # the slot's, not that of all slots
        ({**llama_cpp(4096, meta=16384), "/props": Status(404, "no")}, 16384),
        ({**llama_cpp(4096), "/props": {"default_generation_settings": {"n_ctx": 0}}}, None),
        (vllm(40960), 40960),
        (ollama(loaded=2048, num_ctx=65536), 2048),
        (ollama(num_ctx=16384), 16384),
        (ollama(), None),  # of a version that does not report the loaded models
        (ollama(loads=16384), 16384),
        (lm_studio(loaded=4096), 4096),
        (lm_studio(), None),
        (open_router(163840), 163840),
        ({"/v1/models": listed("groq", context_window=131072)}, 131072),
        ({"/v1/models": listed("mistralai", max_context_length=32768)}, 32768),
        ({"/v1/models": listed("sglang", max_model_len=40960)}, 40960),
        (koboldcpp(6144), 6144),
        (tabby(24576), 24576),
        (text_generation_inference(8192), 8192),
        ({"/v1/models": listed("somebody")}, None),
        ({"/v1/models": {"data": "?"}}, None),
        ({"/v1/models": {"data": [{"id": "a"}, {"id": "b", "max_model_len": 1024}]}}, None),
        ({"/v1/models": Status(500, "broken")}, None),
    ],
)
def test_window_is_what_the_server_really_gives(answers: dict[str, Any], window: int | None) -> None:
    with HomeServer(answers) as server:
        assert asyncio.run(find_window(server.base_url, MODEL)) == window
        assert not any(request.path.endswith("/chat/completions") for request in server.requests)


def test_models_are_known_by_ollamas_tag_for_no_tag() -> None:
    answers = ollama(loaded=4096)
    answers["/api/ps"]["models"][0] |= {"name": f"{MODEL}:latest", "model": f"{MODEL}:latest"}
    with HomeServer(answers) as server:
        assert asyncio.run(find_window(server.base_url, MODEL)) == 4096
        assert asyncio.run(find_window(server.base_url.removesuffix("/v1"), MODEL)) is None


def test_provider_learns_the_window_once_and_its_requests_are_as_before() -> None:
    with HomeServer(llama_cpp(16384)) as server:
        server.script(Reply("Hello"))

        async def scene() -> tuple[int, int, int]:
            provider = OpenAICompatibleProvider(server.base_url, MODEL)
            before = provider.context_window
            await provider.prepare()
            await provider.prepare()
            await provider.complete(HELLO)
            await provider.aclose()
            return before, provider.context_window, len(server.requests)

        assert asyncio.run(scene()) == (UNKNOWN, 16384, 3)
        assert server.problems == []


def test_server_that_does_not_report_is_asked_again_but_not_forever() -> None:
    answers = ollama()
    with HomeServer(answers) as server:

        async def scene() -> list[int]:
            provider = OpenAICompatibleProvider(server.base_url, MODEL)
            await provider.prepare()
            windows = [provider.context_window]
            answers.update(ollama(loaded=4096))  # the first turn has loaded the model
            await provider.prepare()
            return [*windows, provider.context_window]

        assert asyncio.run(scene()) == [UNKNOWN, 4096]

    with HomeServer({"/v1/models": Status(404, "no")}) as silent:

        async def many() -> int:
            provider = OpenAICompatibleProvider(silent.base_url, MODEL)
            for _ in range(10):
                await provider.prepare()
            return provider.context_window

        assert asyncio.run(many()) == UNKNOWN
        assert len(silent.requests) <= 3


def test_it_is_known_whether_the_window_was_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path))
    with HomeServer(ollama()) as silent, HomeServer(llama_cpp(16384)) as telling:

        async def assumed(server: HomeServer) -> list[bool]:
            provider = OpenAICompatibleProvider(server.base_url, MODEL)
            before = provider.window_assumed
            await provider.prepare()
            await provider.aclose()
            return [before, provider.window_assumed]

        assert asyncio.run(assumed(silent)) == [True, True]
        assert asyncio.run(assumed(telling)) == [True, False]
    url = "http://127.0.0.1:1/v1"
    assert not OpenAICompatibleProvider(url, MODEL, context_window=9000).window_assumed
    assert not OpenAICompatibleProvider(url, MODEL, profile=Profile(context_window=2048)).window_assumed
    for place, model, expected in (
        (url, MODEL, (UNKNOWN, False)),
        ("https://models.example.com/v1", MODEL, (UNKNOWN, False)),
        (url, FAMILY_WITH_A_WINDOW, None),
    ):
        assert (
            unreported_window(ModelSettings(provider="openai_compatible", base_url=place, model=model)) == expected
        )


def test_server_that_hangs_costs_a_moment_only(moment: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_window, "_SECONDS", moment)

    class Hanging(HomeServer):
        def answer(self, request: Any) -> Any:
            return Stall()

    with Hanging({}) as server:
        assert shortest(lambda: asyncio.run(_seconds(server.base_url)), 10) < 10


async def _seconds(base_url: str) -> float:
    loop = asyncio.get_running_loop()
    started = loop.time()
    assert await find_window(base_url, MODEL) is None
    return loop.time() - started


@pytest.mark.parametrize(
    "provider",
    [
        OpenAICompatibleProvider("http://127.0.0.1:1/v1", MODEL, context_window=5000),
        DeepSeekService(base_url="http://127.0.0.1:1", api_key="k"),
    ],
)
def test_the_users_word_and_the_catalogs_are_not_questioned(provider: OpenAICompatibleProvider) -> None:
    window = provider.context_window
    asyncio.run(provider.prepare())
    assert provider.context_window == window


def test_profile_gives_the_window_only_where_nothing_else_does() -> None:
    small = Profile(context_window=2048)
    with HomeServer(vllm(16384)) as server:
        provider = OpenAICompatibleProvider(server.base_url, MODEL, profile=small)
        assert provider.context_window == 2048
        asyncio.run(provider.prepare())
        assert provider.context_window == 16384
    by_hand = OpenAICompatibleProvider("http://127.0.0.1:1/v1", MODEL, profile=small, context_window=9000)
    assert by_hand.context_window == 9000


def test_key_goes_along_to_a_server_that_wants_one() -> None:
    with OpenAIServer(strict=True) as server:
        asyncio.run(find_window(server.base_url, server.model, OpenAIServer.key))
        assert all(request.headers["authorization"] == f"Bearer {server.key}" for request in server.requests)


def test_ollama_loads_a_model_that_is_asked_about_once_and_only_then() -> None:
    with HomeServer(ollama(loads=8192)) as unloaded, HomeServer(ollama(loaded=4096)) as loaded:
        for server, posts in ((unloaded, ["/api/show", "/api/generate"]), (loaded, [])):
            assert asyncio.run(find_window(server.base_url, MODEL)) is not None
            assert [request.path for request in server.requests if request.method == "POST"] == posts


def test_a_remote_server_is_asked_for_its_list_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_window, "is_local", lambda _url: False)
    with HomeServer({"/v1/models": listed("somebody")}) as server:
        assert asyncio.run(find_window(server.base_url, MODEL)) is None
        assert [request.path for request in server.requests] == ["/v1/models"]
