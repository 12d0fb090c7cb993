"""The sample vault is shown completely, and what is not shown is reported."""

from __future__ import annotations

import shutil
from pathlib import Path

from axon_desktop import paths
from axon_desktop.vault import Vault
from bench.real_vault import Findings, check


def findings_of(folder: Path) -> Findings:
    vault = Vault(folder)
    vault.names.scan()
    try:
        return check(vault)
    finally:
        vault.close()


def test_sample_vault_is_shown_whole(tmp_path: Path) -> None:
    shutil.copytree(paths.resources_dir() / "sample_vault", tmp_path / "vault")
    findings = findings_of(tmp_path / "vault")
    assert findings.wrongs == []
    assert findings.counts["notes"] >= 25
    assert findings.counts["callouts"] > 0


def test_what_is_missing_is_reported(tmp_path: Path) -> None:
    text = "[[Gone]] [[#Nowhere]]\n\n![[Gone too]]\n\n```mermaid\npie\n```\n"
    (tmp_path / "Note.md").write_text(text, encoding="utf-8")
    assert [wrong.removeprefix("Note.md: ") for wrong in findings_of(tmp_path).wrongs] == [
        "1 diagrams, 0 drawn",
        "1 embeds, 0 shown",
        "leads nowhere: axon-new:Gone",
        "no such place: #Nowhere",
        "leads nowhere: axon-new:Gone too",
    ]
