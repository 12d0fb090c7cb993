"""Each line that looks like the beginning of a callout is accounted for."""

from __future__ import annotations

from pathlib import Path

from axon_desktop.vault import Vault
from bench.callout_account import account
from bench.real_vault import check

NOTE = """---
title: >
  > [!note] Front matter
---
> [!note] One
> text
> > [!tip]- Nested
> > x

- item
  > [!bug] In an item

````text
> [!tip] Fenced
````

> ```
> > [!tip] Fenced in a quote
> ```

Text

    > [!check] Indented

<div>
> [!info] In HTML
</div>

%%
> [!todo] In a comment
%%

> words first
> [!quote] Not the first line
"""


def test_only_the_first_line_of_a_quote_begins_a_callout() -> None:
    assert [(marked.line, marked.place) for marked in account(NOTE)] == [
        (5, "callout"),
        (7, "callout"),
        (11, "callout"),
        (14, "fenced code"),
        (18, "fenced code"),
        (23, "indented code"),
        (26, "HTML"),
        (30, "comment"),
        (34, "middle of a quote"),
    ]


def test_account_agrees_with_what_is_shown(tmp_path: Path) -> None:
    (tmp_path / "Note.md").write_text(NOTE, encoding="utf-8")
    vault = Vault(tmp_path)
    vault.names.scan()
    findings = check(vault)
    vault.close()
    assert [wrong for wrong in findings.wrongs if "callout" in wrong] == []
    assert findings.counts["lines that look like a callout"] == 9
    assert findings.counts["callouts"] == 3
    assert len(findings.others) == 6
