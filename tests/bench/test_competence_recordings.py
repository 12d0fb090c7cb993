"""What a real model once answered gives the same outcome again, without the model."""

from __future__ import annotations

import gzip
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench.competence import measured, recording
from bench.competence.checks import changed_paths, judge, read_files
from bench.competence.requests import HERE, VAULT, load
from bench.competence.runner import run_agent
from tests.bench.recorded_server import RecordedServer
from tests.forking.command import forked

RECORDINGS = sorted((Path(__file__).parent / "recordings").glob("*.jsonl.gz"))


@pytest.mark.parametrize("file", RECORDINGS, ids=lambda file: file.name.partition(".")[0])
def test_recorded_replies_give_the_recorded_outcome(file: Path, tmp_path: Path) -> None:
    about, exchanges = recording.load(file)
    (request,) = (each for each in load(HERE / f"{about.requests}.toml") if each.id == about.id)
    vault = tmp_path / "vault"
    shutil.copytree(VAULT, vault)
    before = read_files(vault)
    agent = measured.find(about.agent)
    python, _, module, *places = agent.command
    assert python == sys.executable
    agent = replace(agent, command=[*forked(module), *places])
    with RecordedServer(exchanges, about.model) as server:
        url = f"{server.base_url}/v1"
        ended = run_agent(agent, request.text, tmp_path, url, about.model, 150, about.context)
        asked, recorded = server.asked, server.recorded
    after = read_files(vault)
    assert changed_paths(before, after) == about.changed, ended.complaints
    assert judge(request, before, after, ended.answer).solved == about.solved, ended.answer
    assert asked == recorded


@pytest.mark.parametrize("file", RECORDINGS, ids=lambda file: file.name.partition(".")[0])
def test_recordings_are_anonymous_and_small(file: Path) -> None:
    text = gzip.decompress(file.read_bytes()).decode()
    assert not re.search(r"/(tmp|root|home|work|Users)/|127\.0\.0\.1|localhost", text)
    assert file.stat().st_size < 60_000
