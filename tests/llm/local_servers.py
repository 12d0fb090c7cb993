"""Local servers: the lists of models of llama.cpp, vLLM, Ollama and LM Studio.

The answers are those of the true programs (research/protocols.md 2.2), shortened.
"""

from __future__ import annotations

import json
from typing import Any

from tests.llm.loopback import Raw, Request, Status, Step
from tests.llm.openai_server import OpenAIServer, Quirk

MODEL = "some-model"


class HomeServer(OpenAIServer):
    """Chat completions with further paths, whose answers are given."""

    def __init__(self, answers: dict[str, Any], *quirks: Quirk, model: str = MODEL) -> None:
        super().__init__(*quirks, strict=True, model=model, keyless=True)
        self.answers = answers

    def problem_of(self, request: Request) -> tuple[int, str] | None:
        return None if request.path in self.answers else super().problem_of(request)

    def answer(self, request: Request) -> Step | None:
        if request.path in self.answers:
            given = self.answers[request.path]
            if callable(given):
                given = given(request)
            return given if isinstance(given, Status) else Raw(json.dumps(given).encode(), "application/json")
        return super().answer(request)


def listed(owner: str, **more: Any) -> dict[str, Any]:
    """Return a list of models in OpenAI's format that holds one."""
    return {"object": "list", "data": [{"id": MODEL, "object": "model", "owned_by": owner, **more}]}


def llama_cpp(slot: int, meta: int | None = None) -> dict[str, Any]:
    """Return the answers of llama.cpp; `meta` is what newer ones say in the list of models, too."""
    return {
        "/v1/models": listed("llamacpp", meta={"n_ctx_train": 32768} | ({"n_ctx": meta} if meta else {})),
        "/props": {"default_generation_settings": {"params": {"n_predict": -1}, "n_ctx": slot}, "total_slots": 2},
    }


def vllm(window: int) -> dict[str, Any]:
    """Return the answers of vLLM."""
    return {"/v1/models": listed("vllm", root=MODEL, parent=None, max_model_len=window)}


def ollama(*, loaded: int | None = None, num_ctx: int | None = None, loads: int | None = None) -> dict[str, Any]:
    """Return the answers of Ollama for a model that is loaded, has a window in its Modelfile, or is loaded now."""
    if loads is not None:
        return _loading_ollama(loads)
    running = [{"name": MODEL, "model": MODEL, "size": 492523008, "size_vram": 0, "context_length": loaded}]
    parameters = 'stop                           "<|eot_id|>"'
    if num_ctx is not None:
        parameters += f"\nnum_ctx                        {num_ctx}"
    return {
        "/v1/models": listed("library"),
        "/api/ps": {"models": running if loaded else []},
        "/api/show": {"parameters": parameters, "model_info": {"llama.context_length": 131072}},
    }


def _loading_ollama(window: int) -> dict[str, Any]:
    before, after = ollama(), ollama(loaded=window)
    running = [before["/api/ps"]]

    def load(request: Request) -> Any:
        if request.body != {"model": MODEL, "stream": False}:
            return Status(400, "a model is loaded by a request without a prompt")
        running.append(after["/api/ps"])
        return {"model": MODEL, "response": "", "done": True, "done_reason": "load"}

    return before | {"/api/ps": lambda _request: running[-1], "/api/generate": load}


def open_router(window: int) -> dict[str, Any]:
    """Return OpenRouter's list of models, which has the window of each."""
    provider = {"context_length": window, "max_completion_tokens": 4096, "is_moderated": False}
    entry = {"id": MODEL, "name": "Some: Model", "context_length": window, "top_provider": provider}
    return {"/v1/models": {"data": [{"id": "another", "context_length": 1_000_000}, entry]}}


def koboldcpp(window: int) -> dict[str, Any]:
    """Return the answers of KoboldCpp."""
    return {"/v1/models": listed("koboldcpp"), "/api/extra/true_max_context_length": {"value": window}}


def tabby(window: int) -> dict[str, Any]:
    """Return the answers of TabbyAPI."""
    parameters = {"max_seq_len": window, "rope_scale": 1.0, "cache_size": window}
    return {"/v1/models": listed("tabbyAPI"), "/v1/model": {"id": MODEL, "parameters": parameters}}


def text_generation_inference(window: int) -> dict[str, Any]:
    """Return the answers of Hugging Face's server."""
    info = {"model_id": MODEL, "max_input_tokens": window - 1024, "max_total_tokens": window}
    return {"/v1/models": listed(MODEL), "/info": info}


def lm_studio(*, loaded: int | None = None) -> dict[str, Any]:
    """Return the answers of LM Studio for a model that is loaded, or not."""
    entry: dict[str, Any] = {"id": MODEL, "type": "llm", "state": "not-loaded", "max_context_length": 131072}
    if loaded is not None:
        entry |= {"state": "loaded", "loaded_context_length": loaded}
    return {
        "/v1/models": listed("organization_owner"),
        "/api/v0/models": {"object": "list", "data": [{"id": "another"}, entry]},
    }
