"""How servers refuse a request that is too long, in their own words, as users and maintainers have quoted them.

Each comment names where the words were seen; numbers are as they were.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Refusal(NamedTuple):
    """One answer, and what it says."""

    server: str
    status: int
    body: dict[str, Any] | list[Any] | str
    window: int | None
    """Tokens that the server takes."""
    needed: int | None = None
    """Tokens that it counted in the prompt."""
    excess: int | None = None
    """By how many that is too many."""


def _openai(message: str, code: str | int | None = None, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": code, **more}}


def _vllm(message: str) -> dict[str, Any]:
    return {"object": "error", "message": message, "type": "BadRequestError", "param": None, "code": 400}


REFUSALS = [
    Refusal(  # ChatGPTNextWeb/NextChat#625
        "OpenAI",
        400,
        _openai(
            "This model's maximum context length is 4097 tokens. However, your messages resulted in 4619 tokens."
            " Please reduce the length of the messages.",
            "context_length_exceeded",
        ),
        4097,
        4619,
    ),
    Refusal(  # FoundationAgents/OpenManus#62
        "OpenAI, with functions",
        400,
        _openai(
            "This model's maximum context length is 8192 tokens. However, you requested 8213 tokens (6683 in the"
            " messages, 730 in the functions, and 800 in the completion). Please reduce the length of the"
            " messages, functions, or completion.",
            "context_length_exceeded",
        ),
        8192,
        7413,
    ),
    Refusal(  # letta's and others' tables of errors
        "OpenAI, newer models",
        400,
        _openai("Your input exceeds the context window of this model. Please adjust your input and try again."),
        None,
    ),
    Refusal(  # FoundationAgents/OpenManus#79
        "DeepSeek",
        400,
        _openai(
            "This model's maximum context length is 65536 tokens. However, you requested 66343 tokens (62247 in"
            " the messages, 4096 in the completion). Please reduce the length of the messages or completion.",
            "invalid_request_error",
        ),
        65536,
        62247,
    ),
    Refusal(  # vllm-project/vllm#20409
        "vLLM",
        400,
        _vllm(
            "This model's maximum context length is 16384 tokens. However, you requested 19591 tokens (9591 in the"
            " messages, 10000 in the completion). Please reduce the length of the messages or completion. None"
        ),
        16384,
        9591,
    ),
    Refusal(  # vllm-project/vllm#42474
        "vLLM, newer",
        400,
        _vllm(
            "This model's maximum context length is 128000 tokens. However, you requested 65535 output tokens and"
            " your prompt contains at least 62466 input tokens, for a total of at least 128001 tokens."
        ),
        128000,
        62466,
    ),
    Refusal(  # ggml-org/llama.cpp#15780
        "llama.cpp",
        500,
        {
            "error": {
                "code": 500,
                "message": "the request exceeds the available context size. try increasing the context size or"
                " enable context shift",
                "type": "exceed_context_size_error",
                "n_prompt_tokens": 1407,
                "n_ctx": 256,
            }
        },
        256,
        1407,
    ),
    Refusal(  # oobabooga/textgen#7257
        "llama.cpp, with status 400",
        400,
        {
            "error": {
                "code": 400,
                "message": "the request exceeds the available context size. try increasing the context size or"
                " enable context shift",
                "type": "exceed_context_size_error",
                "n_prompt_tokens": 14429,
                "n_ctx": 8192,
            }
        },
        8192,
        14429,
    ),
    Refusal(  # the same server later: the numbers are in the text
        "llama.cpp, newer",
        400,
        {
            "error": {
                "code": 400,
                "message": "request (14429 tokens) exceeds the available context size (8192 tokens), try"
                " increasing it",
                "type": "exceed_context_size_error",
                "n_prompt_tokens": 14429,
                "n_ctx": 8192,
            }
        },
        8192,
        14429,
    ),
    Refusal(  # fedora-copr/logdetective#100
        "llama-cpp-python",
        400,
        _openai("Requested tokens (2138) exceed context window of 2048", "context_length_exceeded"),
        2048,
        2138,
    ),
    Refusal(  # lmstudio-ai/lmstudio-bug-tracker#546
        "LM Studio",
        400,
        {
            "error": "Trying to keep the first 111490 tokens when context the overflows. However, the model is"
            " loaded with context length of only 32768 tokens, which is not enough. Try to load the model with a"
            " larger context length, or provide a shorter input. Error Data: n/a, Additional Data: n/a"
        },
        32768,
        111490,
    ),
    Refusal(  # anomalyco/opencode#11141
        "LM Studio, newer",
        400,
        {"error": "Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)"},
        7424,
        15028,
    ),
    Refusal(  # lmstudio-ai/lmstudio-bug-tracker#1251
        "LM Studio, while it writes",
        400,
        {
            "error": "Reached context length of 4096 tokens with model (arch: qwen3vlmoe) that does not currently"
            " support mid-generation context overflow. Try reloading with a larger context length or shortening"
            " the prompt/chat."
        },
        4096,
    ),
    Refusal(  # dyad-sh/dyad#3498
        "Ollama's cloud",
        400,
        {
            "error": "prompt too long; exceeded max context length by 540451 tokens"
            " (ref: 00ad71bb-fea0-4639-9dc9-3ad800192057)"
        },
        None,
        None,
        540451,
    ),
    Refusal(  # anthropics/claude-code#12186
        "Anthropic",
        400,
        {
            "type": "error",
            "error": {
                "type": "invalid_request_error",
                "message": "prompt is too long: 208310 tokens > 200000 maximum",
            },
            "request_id": "req_011",
        },
        200000,
        208310,
    ),
    Refusal(  # Anthropic's documents of errors
        "Anthropic, with the reply",
        400,
        {
            "type": "error",
            "error": {
                "type": "invalid_request_error",
                "message": "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease"
                " input length or `max_tokens` and try again",
            },
        },
        200000,
        190000,
    ),
    Refusal(  # google-gemini/gemini-cli#6678
        "Gemini",
        400,
        [
            {
                "error": {
                    "code": 400,
                    "message": "The input token count (1200293) exceeds the maximum number of tokens allowed"
                    " (1048576).",
                    "status": "INVALID_ARGUMENT",
                }
            }
        ],
        1048576,
        1200293,
    ),
    Refusal(  # letta-ai/letta#1963
        "Groq",
        400,
        _openai("Please reduce the length of the messages or completion.", "context_length_exceeded"),
        None,
    ),
    Refusal(  # ITSpecialist111/ai_automation_suggester#61
        "Groq, more than a minute's tokens",
        413,
        {
            "error": {
                "message": "Request too large for model `llama-3.3-70b-versatile` in organization `org_1` service"
                " tier `on_demand` on tokens per minute (TPM): Limit 6000, Requested 14810, please reduce your"
                " message size and try again. Visit https://console.groq.com/docs/rate-limits for more"
                " information.",
                "type": "tokens",
                "code": "rate_limit_exceeded",
            }
        },
        6000,
        14810,
    ),
    Refusal(  # topoteretes/cognee#1061
        "OpenRouter",
        400,
        {
            "error": {
                "message": "This endpoint's maximum context length is 16384 tokens. However, you requested about"
                " 94307 tokens (94307 of text input). Please reduce the length of either one, or use the"
                ' "middle-out" transform to compress your prompt automatically.',
                "code": 400,
                "metadata": {"provider_name": None},
            }
        },
        16384,
        94307,
    ),
    Refusal(  # ai-christianson/RA.Aid#41, as the provider behind it says it
        "OpenRouter, in a provider's words",
        400,
        {
            "error": {
                "message": "Provider returned error",
                "code": 400,
                "metadata": {
                    "raw": '{"object": "error", "message": "This model\'s maximum context length is 16000 tokens.'
                    " However, you requested 17165 tokens (13069 in the messages, 4096 in the completion). Please"
                    ' reduce the length of the messages or completion."}',
                    "provider_name": "DeepInfra",
                },
            }
        },
        16000,
        13069,
    ),
    Refusal(  # huggingface/chat-ui#1149; Together says the same: stanford-crfm/helm#2079
        "Together, text-generation-inference",
        422,
        {
            "error": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8192. Given: 6204"
            " `inputs` tokens and 2047 `max_new_tokens`",
            "error_type": "validation",
        },
        8192,
        6204,
    ),
    Refusal(  # huggingface/text-generation-inference#695
        "text-generation-inference, the prompt alone",
        422,
        {"error": "Input validation error: `inputs` must have less than 1024 tokens. Given: 1168"},
        1024,
        1168,
    ),
    Refusal(  # cline/cline#3120
        "xAI",
        400,
        {
            "code": "Client specified an invalid argument",
            "error": "This model's maximum prompt length is 131072 but the request contains 136973 tokens.",
        },
        131072,
        136973,
    ),
    Refusal(  # QwenLM/Qwen3#1321
        "SGLang",
        400,
        _vllm("The input (61709 tokens) is longer than the model's context length (40960 tokens)."),
        40960,
        61709,
    ),
    Refusal(  # sgl-project/sglang#4048
        "SGLang, what its memory holds",
        400,
        _vllm("Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens)."),
        59862,
        160062,
    ),
    Refusal(  # QwenLM/Qwen-Agent#615
        "DashScope",
        400,
        {
            "error": {
                "code": "invalid_parameter_error",
                "message": "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]",
                "param": None,
                "type": "invalid_request_error",
            },
            "request_id": "81a373d6",
        },
        30720,
    ),
    Refusal(  # ValueCell-ai/ClawX#658
        "oMLX",
        400,
        _openai("Prompt too long: 41911 tokens exceeds max context window of 32768 tokens"),
        32768,
        41911,
    ),
    Refusal(  # Mistral's documents of errors
        "Mistral",
        400,
        {
            "object": "error",
            "message": "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum"
            " context length",
            "type": "invalid_request_error",
            "code": "3051",
        },
        32768,
        40000,
    ),
    Refusal(  # openxjarvis/pi-mono-python's table of errors
        "Kimi",
        400,
        _openai("Invalid request: Your request exceeded model token limit: 8192 (requested: 9000)"),
        8192,
    ),
    Refusal(
        "GitHub Copilot",
        400,
        _openai("prompt token count of 70123 exceeds the limit of 64000", "model_max_prompt_tokens_exceeded"),
        64000,
        70123,
    ),
    Refusal("Amazon Bedrock", 400, {"message": "Input is too long for requested model."}, None),
    Refusal("MiniMax", 400, _openai("invalid params, context window exceeds limit (2013)"), None),
    Refusal("plain text", 400, "Prompt exceeds maximum context length", None),  # ddalcu/mlx-serve#66
]

OTHER_ERRORS = [
    # Each of these is about something else, though it speaks of tokens, limits or lengths.
    (400, _openai("max_tokens is too large: 100000. This model supports at most 16384 completion tokens.")),
    (  # anthropics/claude-code#11302
        400,
        _openai(
            "max_tokens: 21333 > 4096, which is the maximum allowed number of output tokens for"
            " claude-3-opus-20240229"
        ),
    ),
    (  # Alishahryar1/free-claude-code#955
        400,
        _openai(
            "max_completion_tokens must be less than or equal to 40960, the maximum value for"
            " max_completion_tokens is less than the context_window for this model"
        ),
    ),
    (
        429,
        _openai("Rate limit reached for gpt-6 on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000."),
    ),
    (500, "context deadline exceeded"),
    (400, _openai("Invalid 'messages[3].name': string too long. Expected a string with maximum length 64.")),
    (401, _openai("Incorrect API key provided: sk-context length.")),
    (503, _openai("Loading model", "unavailable_error")),
]
