"""The OpenAPI document of the HTTP surface, made of the types that the endpoints use."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import msgspec

from axon_desktop import __version__
from axon_desktop.serve.http import api_types as shapes

DOCUMENT_PATH = "/openapi.json"


class _Endpoint(NamedTuple):
    method: str
    path: str
    summary: str
    body: type[msgspec.Struct] | None
    answer: type[msgspec.Struct]
    failures: tuple[int, ...] = ()


_ENDPOINTS = (
    _Endpoint("get", "/api/mcp/tools", "List the tools", None, shapes.ToolList),
    _Endpoint("post", "/api/ai-reply", "Ask the model for a reply", shapes.ReplyRequest, shapes.Reply, (502,)),
    _Endpoint("post", "/api/mcp/execute-tool", "Run one tool", shapes.ToolRequest, shapes.ToolAnswer),
    _Endpoint(
        "post",
        "/api/mcp/execute-tools",
        "Run several tools, one after another; a failure does not stop the rest",
        shapes.BatchRequest,
        shapes.BatchAnswer,
    ),
)
_PROBLEMS = {
    400: "The body is not JSON or not of the right shape; the error names the field",
    401: "The bearer token is missing or wrong",
    403: "The Host or Origin header is not of this server",
    413: "The request is too large",
    429: "Too many requests are running",
    502: "The model failed",
}
_ALWAYS = (401, 403, 413, 429)


@cache
def document() -> dict[str, Any]:
    """Return the document."""
    used = [shape for endpoint in _ENDPOINTS for shape in (endpoint.body, endpoint.answer) if shape is not None]
    used.append(shapes.Problem)
    _, schemas = msgspec.json.schema_components(used, ref_template="#/components/schemas/{name}")
    paths: dict[str, Any] = {}
    for endpoint in _ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Axon Desktop",
            "version": __version__,
            "description": "The tools of a vault and of MCP servers, and the model, for programs on this machine.",
        },
        "security": [{"bearer": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
            "schemas": schemas,
        },
    }


def _operation(endpoint: _Endpoint) -> dict[str, Any]:
    failures = (*_ALWAYS, *endpoint.failures, *((400,) if endpoint.body is not None else ()))
    responses = {"200": _response("Done; `success` tells whether it worked", endpoint.answer)}
    for status in sorted(failures):
        responses[str(status)] = _response(_PROBLEMS[status], shapes.Problem)
    operation: dict[str, Any] = {
        "operationId": endpoint.path.rsplit("/", 1)[-1].replace("-", "_"),
        "summary": endpoint.summary,
        "responses": responses,
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.body)}
    return operation


def _response(description: str, shape: type[msgspec.Struct]) -> dict[str, Any]:
    return {"description": description, "content": _content(shape)}


def _content(shape: type[msgspec.Struct]) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{shape.__name__}"}}}
