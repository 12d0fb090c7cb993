"""What must know a new tool once its line is there; `test_tool.py` runs this with it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.tools import ToolManager
from axon_desktop.ui.chat.activity.call_wording import call_words
from axon_desktop.vault import Vault
from tests.agent.scenes import block, collect, make_engine, observations

CALL = ToolCall("count_words", {"path": "Home"})


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Vault:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "axon"))
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_text("one two three\n", "utf-8")
    return Vault(root)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("mode", ["react", "plan"])
def test_model_is_told_of_it_and_may_call_it(vault: Vault, native: bool, mode: str) -> None:
    provider = ScriptedProvider([block("count_words", path="Home"), "Three.", "Three."], native_tools=native)
    engine = make_engine(vault, provider)
    events = asyncio.run(collect(engine, "How many words?", mode="plan" if mode == "plan" else "react"))
    request = provider.requests[0]
    told = [tool.name for tool in request.tools] if native else request.messages[0].content
    assert "count_words" in told
    (seen,) = observations(events)
    assert (seen.result.success, seen.result.data) == (True, "3 words")
    vault.close()


def test_wrong_params_are_refused(vault: Vault) -> None:
    refused = ToolManager(vault).check(ToolCall("count_words", {}))
    assert refused is not None
    assert refused.kind == "invalid"


def test_card_and_line_name_it() -> None:
    assert call_words(CALL, ToolResult(True, "3 words"), failed=False).text == "Used count words"
