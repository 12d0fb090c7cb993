"""The runner starts agents on a copy of the vault, records the wire and goes on where it was ended."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from bench.competence import measured, recording
from bench.competence.report import RESULTS, report
from bench.competence.requests import HERE, load
from bench.competence.runner import Runner, read_results
from tests.llm.loopback import Reply, Request, Step
from tests.llm.openai_server import OpenAIServer, Quirk

CALL = (
    '```json:tool\n{"tool": "create_note", "params": {"path": "Inbox.md", "mode": "append", "content": "%s"}}\n```'
)


def run(
    agent: measured.Agent,
    out: Path,
    *ids: str,
    steps: Sequence[Step] = (),
    quirks: Sequence[Quirk] = (),
    limit: float = 60,
) -> list[Request]:
    """Run an agent over requests of the first file; return what the server was asked."""
    requests = [("first", request) for request in load(HERE / "first.toml") if request.id in ids]
    with OpenAIServer(*quirks, keyless=True) as server:
        server.script(*steps)
        runner = Runner(
            agent=agent,
            base_url=server.base_url,
            model=server.model,
            limit=limit,
            seed=7,
            temperature=0.0,
            record=out.parent / "wire",
        )
        runner.run_all(requests, out)
    return [request for request in server.requests if request.method == "POST"]


def test_axon_runs_on_a_copy_and_its_wire_is_kept(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    steps = (Reply(CALL % "- Ask Mr Wendt about the piano stool\\n"), Reply("It is in the Inbox now."))
    sent = run(measured.find("axon"), out, "inbox-stool", steps=steps)
    (result,) = read_results([out])
    assert result.solved, result
    assert result.rounds == 2
    assert result.prompt_tokens > 0
    assert result.diff == ["Inbox.md", "@@ -5,0 +6 @@", "+- Ask Mr Wendt about the piano stool"]
    assert [(request.body["seed"], request.body["temperature"]) for request in sent] == [(7, 0.0)] * 2
    about, exchanges = recording.load(tmp_path / "wire" / "inbox-stool.jsonl.gz")
    assert (about.solved, about.changed) == (True, ["Inbox.md"])
    posts = [exchange for exchange in exchanges if exchange.method == "POST"]
    assert [exchange.body["messages"] for exchange in posts] == [request.body["messages"] for request in sent]
    assert posts[1].response.endswith(b"[DONE]\n\n")


def test_a_finished_request_is_not_run_again(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    agent = measured.Agent("parrot", [sys.executable, "-c", "print('1.7 bar')"], "")
    run(agent, out, "boiler-pressure")
    run(agent, out, "boiler-pressure", "vitamin-d")
    assert [(result.id, result.solved) for result in read_results([out])] == [
        ("boiler-pressure", True),
        ("vitamin-d", False),
    ]
    page = report(read_results([out]))
    assert "| parrot | first | 1 / 2 |" in page
    assert "the answer lacks 41" in page


def test_an_agent_that_does_not_end_is_ended(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    endless = "import time; print('1.7 bar', flush=True); time.sleep(60)"
    run(measured.Agent("slow", [sys.executable, "-c", endless], ""), out, "boiler-pressure", limit=1)
    (result,) = read_results([out])
    assert result.timed_out
    assert not result.solved
    assert result.reasons == ["no end after 1 s"]


def test_the_page_says_what_the_results_say() -> None:
    page = measured.ROOT / "docs" / "competence.md"
    if RESULTS:
        assert page.read_text("utf-8") == report(read_results(RESULTS))


def test_the_plain_loop_uses_the_same_tools(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    steps = (Reply(CALL % "- Ask Mr Wendt about the piano stool\\n"), Reply("Done."))
    sent = run(measured.find("plain"), out, "inbox-stool", steps=steps, quirks=(Quirk.IGNORES_STREAM,))
    (result,) = read_results([out])
    assert result.solved, result
    assert "Result of create_note:" in sent[1].body["messages"][-1]["content"]
