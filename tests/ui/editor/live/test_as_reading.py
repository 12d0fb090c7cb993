"""With the caret elsewhere Live shows what Reading shows, element by element, but for what `docs/live.md` lists.

The notes are those of `test_live`, of which more are named in the environment, and others that are put together
from parts without a fault: what random characters make of a note, each reader guesses in its own way.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from axon_desktop.ui.editor.live.looks import Sources
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from tests.ui.editor.live.elements import Element, differences, in_live, in_reading, top_blocks
from tests.ui.editor.live.test_live import named_notes

ROOT = Path(__file__).parents[4]
ROWS: list[Mapping[str, Any]] = json.loads((ROOT / "tests/data/live_differences.json").read_text("utf-8"))
NOTE = """# Title *leaning*

Two lines
of a title
===

a **b *c*** and ***both***, `code`, ~~gone~~, ==marked **bold**==, **主线。**接着 and snake_case_name
[[Target|alias]] [[Target]] [[#Place]] [words](note.md "title") <https://a.example/b_c>
https://a.example/(x) #tag/k
mass $E = mc^2$, ![[pic.png|40]] and ![alt|30](other.png), \\*escaped\\*, 😀 **粗体**

H<sub>2</sub>O, x<sup>2</sup>, <u>under *it*</u>, <kbd>Ctrl</kbd>, <b>bold</b> <span style="color:red">red</span>
<mark>lit <i>it</i></mark> <del>gone</del> <small>s</small><big>b</big> <code>c</code> a<br>b <!-- no -->
<foo>t</foo>
<ruby>漢<rt>かん</rt></ruby>

- one **bold**
  - two
\t- [ ] open
\t- [x] done `code`
- three $x$

3. three
4. four

> quoted *words*
> and more

> [!tip]- A callout
> - [ ] a task in it
> ```python
> print(1)
> ```

| a | b |
| - | - |
| 1 **x** | [[Target]] |

```python
def f(): return "%% and $$"
```

    indented code

    after a blank line

text with `%%` in code

<!-- a remark
- that nobody reads
-->

%%
another
%%

$$
x^2
$$

```
> in a fence
```

---

![[pic.png]]
"""


@pytest.fixture
def edit(qtbot: QtBot) -> NoteTextEdit:
    made = NoteTextEdit()
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.set_live(True)
    made.set_sources(Sources(lambda _path: None, lambda _key: None, lambda target: target))
    return made


def found_in(edit: NoteTextEdit, text: str) -> list[tuple[str, set[Element]]]:
    """Return the blocks of a note that Live shows otherwise, each with the elements that differ."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    edit.open_text(text)
    blocks, found = top_blocks(text), []
    for parts, reading, live in zip(blocks, in_reading(edit, blocks), in_live(edit, blocks), strict=True):
        only_reading, only_live = differences(reading, live)
        if parts[0].kind != "front_matter" and (only_reading or only_live):
            found.append(("".join(part.source for part in parts), {*only_reading, *only_live}))
    return found


def rows_of(source: str) -> list[Mapping[str, Any]]:
    return [row for row in ROWS if re.search(row["pattern"], source)]


def generated() -> Iterator[str]:
    """Yield notes of all that Markdown has, one in another."""
    chance = random.Random(5)
    words = [
        "word",
        "中文",
        "😀",
        "two words",
        "snake_case",
        "5 * 6",
        "**bold**",
        "*leaning*",
        "***both***",
        "`code`",
    ]
    words += [
        "~~gone~~",
        "==marked==",
        "[[Target]]",
        "[[Target|alias]]",
        "[a](b.md)",
        "![[p.png|40]]",
        "$x^2$",
        "#tag/a",
    ]
    words += [
        "**a *b* c**",
        "==a **b**==",
        "https://example.com/a_b",
        "<https://example.com>",
        "\\*not\\*",
        "**粗。**细",
    ]

    def line() -> str:
        return " ".join(chance.choices(words, k=chance.randrange(1, 6)))

    def block() -> str:
        kind = chance.randrange(13)
        if kind < 3:
            return line()
        code = "def f(x):\n    return x  # **no** $$ %% [[no]]\n> no quote"
        return (
            f"{'#' * chance.randrange(1, 7)} {line()}",
            f"{line()}\n{chance.choice('=-') * 3}",
            "\n".join(f"{'  ' * min(at, chance.randrange(3))}- {line()}" for at in range(4)),
            "\n".join(f"{at}. {line()}" for at in range(1, 4)),
            "\n".join(f"- [{chance.choice('x ')}] {line()}" for _ in range(3)),
            f"> {line()}\n> {line()}",
            f"> [!{chance.choice(('tip', 'warning', 'odd'))}] {line()}\n> {line()}\n>\n> - {line()}",
            f"| {line()} | b |\n| --- | :-: |\n| `c` | {chance.choice(('$x$', 'd', '**e**'))} |",
            f"```{chance.choice(('python', '', 'odd'))}\n{code}\n```",
            chance.choice(
                ("---", "***", "    indented **code**", "$$\nx\n$$", "%%\n# no\n%%", "<!-- - no\n# no -->")
            ),
        )[kind - 3]

    for _ in range(int(os.environ.get("AXON_LIVE_GENERATED", "5"))):
        yield f"{line()}\n\n" + "\n\n".join(block() for _ in range(chance.randrange(1, 12))) + "\n"


def is_listed(source: str, elements: set[Element]) -> bool:
    """Tell whether the table allows all that differs in a block."""
    rows = rows_of(source)
    return all(any(row["kinds"] == "*" or element[0] in row["kinds"] for row in rows) for element in elements)


def test_live_shows_the_elements_of_reading(edit: NoteTextEdit) -> None:
    assert found_in(edit, NOTE) == []


def test_what_differs_in_other_notes_is_listed(edit: NoteTextEdit) -> None:
    unlisted = [
        (source, elements)
        for text in (*named_notes(), *generated())
        for source, elements in found_in(edit, text)
        if not is_listed(source, elements)
    ]
    assert unlisted == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_each_listed_difference_is_one(edit: NoteTextEdit, row: Mapping[str, Any]) -> None:
    assert found_in(edit, row["example"])
    assert any(row in rows_of(source) for source, _ in found_in(edit, row["example"]))


@pytest.mark.parametrize("page", ["live.md", "live.zh_CN.md"])
def test_table_for_people_has_the_same_rows(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    lines = re.findall(r"^\| ([^|]+) \| (`+)( ?)(.*?)\3\2 \|", text, re.MULTILINE)
    for row, (name, _, _, example) in zip(ROWS, lines, strict=True):
        shown = row["example"].partition("\n\n")[0].strip("\n").replace("\n", "↵")
        assert example.strip() == shown.strip()
        assert page != "live.md" or name == row["name"]
