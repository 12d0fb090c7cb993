"""The plain loop, as a control: VAULT BASE_URL MODEL REQUEST; prints the answer.

Schemas in the prompt, a regular expression for ```json:tool blocks, results fed back, ten rounds; nothing else.
"""

from __future__ import annotations

import json
import re
import sys

import httpx

from bench.competence.agents.tool_pipe import ROLE, ROUNDS, ToolPipe

_PROMPT = """{role}

To use a tool, reply with a block like this:

```json:tool
{{"tool": "<name>", "params": {{<parameters>}}}}
```

You will get the result in the next message. An answer without such a block ends the task.

Tools:

{tools}"""
_BLOCK = re.compile(r"```json:tool\s*\n(.*?)```", re.DOTALL)


def main(root: str, base_url: str, model: str, request: str) -> None:
    """Ask the model until it calls no more tools."""
    tools = ToolPipe(root)
    described = "\n\n".join(
        f"{tool['name']}: {tool['description']}\nParameters: {json.dumps(tool['parameters'])}"
        for tool in tools.definitions
    )
    messages = [
        {"role": "system", "content": _PROMPT.format(role=ROLE, tools=described)},
        {"role": "user", "content": request},
    ]
    with httpx.Client(timeout=600, trust_env=False) as client:
        for _ in range(ROUNDS):
            body = {"model": model, "messages": messages}
            reply = client.post(f"{base_url}/chat/completions", json=body).raise_for_status().json()
            text = reply["choices"][0]["message"]["content"] or ""
            messages.append({"role": "assistant", "content": text})
            results = [_run(tools, block) for block in _BLOCK.findall(text)]
            if not results:
                print(text)
                break
            messages.append({"role": "user", "content": "\n\n".join(results)})
        else:
            sys.stderr.write(f"no answer after {ROUNDS} rounds\n")
    tools.close()


def _run(tools: ToolPipe, block: str) -> str:
    try:
        call = json.loads(block)
        name, params = call["tool"], call["params"]
    except (ValueError, KeyError, TypeError) as error:
        return f"Error: the block is not valid: {error}"
    return f"Result of {name}:\n{tools.call(name, params)}"


if __name__ == "__main__":
    main(*sys.argv[1:])
