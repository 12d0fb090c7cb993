"""Servers as people run them at home: what llama.cpp, vLLM, Ollama and LM Studio say of their models.

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


def ollama(*, loaded: int | None = None, num_ctx: int | None = None) -> dict[str, Any]:
    """Return the answers of Ollama for a model that is loaded, or whose Modelfile sets its window."""
    running = [{"name": MODEL, "model": MODEL, "size": 492523008, "size_vram": 0, "context_length": loaded}]
    parameters = 'stop                           "<|eot_id|>"'
    if num_ctx is not None:
        parameters += f"\nnum_ctx                        {num_ctx}"
    return {
        "/v1/models": listed("library"),
        "/api/ps": {"models": running if loaded else []},
        "/api/show": {"parameters": parameters, "model_info": {"llama.context_length": 131072}},
    }


def lm_studio(*, loaded: int | None = None) -> dict[str, Any]:
    """Return the answers of LM Studio for a model that is loaded, or not."""
    entry: dict[str, Any] = {"id": MODEL, "type": "llm", "state": "not-loaded", "max_context_length": 131072}
    if loaded is not None:
        entry |= {"state": "loaded", "loaded_context_length": loaded}
    return {
        "/v1/models": listed("organization_owner"),
        "/api/v0/models": {"object": "list", "data": [{"id": "another"}, entry]},
    }
