"""Notes made to hang, crash, leak or phone home: one family per weakness, each note from its number alone."""

from __future__ import annotations

import random
from collections.abc import Callable

from bench.hostile_languages import (
    SIGNS,
    Random,
    make_code,
    make_diagram,
    make_formula,
    make_html,
    make_places,
    make_yaml,
)

Family = Callable[[Random, float], str | bytes]
"""Makes a note; the size goes from 0 to 1, which is as large as the families know."""


def make_note(number: int) -> tuple[str, str | bytes]:
    """Return the name of a note's family and its text; the first of each family are the largest."""
    name = list(FAMILIES)[number % len(FAMILIES)]
    pick = random.Random(number)
    size = 1.0 if number < len(FAMILIES) else 10 ** pick.uniform(-2.5, 0)
    return name, FAMILIES[name](pick, size)


def _many(part: str, most: int) -> Family:
    """Repeat a part, or a part with a number in it."""

    def make(_pick: Random, size: float) -> str:
        count = max(1, int(most * size))
        if "{n}" not in part:
            return part * count
        return "".join(part.replace("{n}", str(n)) for n in range(count))

    return make


def _deep(opener: str, inner: str, closer: str, most: int) -> Family:
    """Nest something."""

    def make(_pick: Random, size: float) -> str:
        depth = max(1, int(most * size))
        return opener * depth + inner + closer * depth

    return make


def _stairs(step: str, line: str, most: int) -> Family:
    """Write lines each of which is nested deeper."""
    return lambda _pick, size: "".join(step * n + line for n in range(max(1, int(most * size))))


def _between(before: str, inner: Family, after: str) -> Family:
    """Put a text between two others."""

    def make(pick: Random, size: float) -> str:
        text = inner(pick, size)
        assert isinstance(text, str)
        return before + text + after

    return make


def _table(pick: Random, size: float) -> str:
    columns, rows = pick.randint(1, 12), max(1, int(5_000 * size))
    cells = ["x", "**y**", "`z`", "[[Self]]", "![[bomb.png|40]]", "a<br>b", "$x$", "|", "\\|", "", "中文" * 20]
    head = "|" + "a|" * columns + "\n|" + "---|" * columns + "\n"
    return head + "".join(
        "|" + "|".join(pick.choice(cells) for _ in range(pick.randint(0, columns + 2))) + "|\n"
        for _ in range(rows)
    )


def _soup(pick: Random, size: float) -> str:
    return "".join(pick.choices(SIGNS, k=max(20, int(120_000 * size))))


def _lines(pick: Random, size: float) -> str:
    """Mix beginnings of blocks in every order."""
    starts = (
        "> ",
        ">",
        "- ",
        "* ",
        "1. ",
        "99999999) ",
        "    ",
        "\t",
        "# ",
        "###### ",
        "```",
        "~~~",
        "---",
        "===",
        "|a|b|",
        "|-|-|",
        "[^1]: ",
        "[a]: b",
        "%%",
        "$$",
        "<div>",
        "</div>",
        "<details>",
        "</details>",
        "![[",
        "> [!note]- ",
        "- [ ] ",
        "+ [x] ",
        "^name",
        "",
    )
    words = (
        "a",
        "**b",
        "`c",
        "[[Self]]",
        "![[Circle 1]]",
        "#tag",
        "==m==",
        "$x^2$",
        "[^1]",
        "^[y]",
        "<b>",
        "中文。",
        "",
    )
    return "".join(
        "".join(pick.choices(starts, k=pick.randint(0, 5)))
        + " ".join(pick.choices(words, k=pick.randint(0, 6)))
        + "\n"
        for _ in range(max(10, int(6_000 * size)))
    )


def _mixture(pick: Random, size: float) -> str:
    """Put pieces of other families into each other."""
    text = ""
    for _ in range(pick.randint(2, 6)):
        piece = FAMILIES[pick.choice(list(FAMILIES)[:-2])](pick, size * 0.1)
        piece = piece.decode("utf-8", "replace") if isinstance(piece, bytes) else piece
        start = pick.randrange(max(1, len(piece) - 4_000))
        prefix = pick.choice(["", "", "> ", "- ", "    ", "> - ", "1. ", "> [!note]- "])
        text += "\n".join(prefix + line for line in piece[start : start + 4_000].split("\n")) + pick.choice(
            ["", "\n", "\n\n"]
        )
    return text


def _bytes(pick: Random, size: float) -> bytes:
    return pick.randbytes(max(50, int(400_000 * size)))


def _broken(pick: Random, size: float) -> bytes:
    """Break the UTF-8 of a text in many places."""
    data = bytearray(("# 标题\n\n正文 with **bold** [[Self]] 😀\n\n" * max(1, int(4_000 * size))).encode())
    for _ in range(max(3, len(data) // 50)):
        data[pick.randrange(len(data))] = pick.randrange(256)
    return bytes(data)


def _other_coding(pick: Random, size: float) -> bytes:
    text = "# Ünï\n\nwörds 中文 😀\r\n" * max(1, int(5_000 * size))
    coding = pick.choice(["utf-16", "utf-16-be", "utf-32", "gb18030", "utf-7"])
    return text.encode(coding)


def _surrogates(pick: Random, size: float) -> bytes:
    return "a\ud800b\udfff\U0010ffff\ufdd0".encode("utf-8", "surrogatepass") * max(1, int(9_000 * size))


def _embeds(pick: Random, size: float) -> str:
    targets = [*(f"Circle {n}" for n in range(8)), "Self", "Big", "Big#Heading 3", "Circle 1#Part", "Wide",
               "Self#^a", "bomb.png", "bomb.svg|300", "cut.png", "note.pdf", "Gone", "many.gif",
               "bomb.base", "bomb.canvas"]  # fmt: skip
    return "\n\n".join(f"![[{pick.choice(targets)}]]" for _ in range(max(3, int(800 * size))))


def _definitions(pick: Random, size: float) -> str:
    count = max(5, int(20_000 * size))
    uses = "".join(f"[a{pick.randrange(count)}] [^{pick.randrange(count)}] " for _ in range(count // 4))
    return (
        uses
        + "\n\n"
        + "".join(f"[a{n}]: x{n}\n" if pick.random() < 0.7 else f"\n[^{n}]: y [^{n // 2}]\n" for n in range(count))
    )


FAMILIES: dict[str, Family] = {
    "table of rows": _table,
    "table of columns": lambda _pick, size: "\n".join(
        f"|{sign * max(1, int(3_000 * size))}" for sign in ("a|", "-|", "x|")
    ),
    "table of one huge cell": _between("|a|b|\n|-|-|\n|", _many("x `y` ", 60_000), "|z|\n"),
    "table in each item": _many("- |a|\n  |-|\n  |b|\n", 2_000),
    "a megabyte of words on a line": _many("word **bold** [[x]] ", 50_000),
    "a megabyte without a blank": _many("a", 1_000_000),
    "a megabyte of Chinese": _many("中文没有空格的一行", 110_000),
    "a megabyte of emoji": _many("👩‍👩‍👧‍👦", 40_000),
    "a megabyte of blanks": _many(" ", 1_000_000),
    "empty lines": _many("\n", 300_000),
    "carriage returns": _many("a\r", 60_000),
    "tabs": _many("\t", 200_000),
    "180 KB of backticks": _many("`", 180_000),
    "backticks of all lengths": lambda _pick, size: " ".join(
        "`" * (n % 80 + 1) for n in range(int(6_000 * size) + 1)
    ),
    "fences never closed": _many("```{n}\n~~~~\n", 12_000),
    "quotes in one line": _deep(">", " text", "", 10_000),
    "quotes deeper by line": _stairs(">", " x\n", 600),
    "quotes and items": _deep("> - ", "x\n", "", 3_000),
    "items in one line": _deep("- ", "x\n", "", 5_000),
    "lists deeper by line": _stairs("  ", "- x\n", 600),
    "numbered lists deeper by line": _stairs("   ", "1. x\n", 500),
    "list of items": _many("- item {n} with [[Self]] and **text**\n", 6_000),
    "list of tasks": _many("- [ ] {n}\n\t- [x] #t\n", 4_000),
    "loose list": _many("* a\n\n  b\n\n", 4_000),
    "brackets": _many("[", 40_000),
    "closing brackets": _many("[a]", 30_000),
    "links begun": _many("[a](", 20_000),
    "links in links": _deep("[", "a", "](b)", 8_000),
    "images in images": _deep("![", "a", "](b)", 8_000),
    "wikilinks begun": _many("[[a|", 25_000),
    "wikilinks": _many("[[Note {n}#a#b|c]] ", 8_000),
    "embeds of itself": _many("![[Self]] ", 6_000),
    "embeds": _embeds,
    "emphasis": _many("*a **b _c __d ", 12_000),
    "emphasis without end": _many("*_", 60_000),
    "struck and marked": _many("~~a ==b ", 20_000),
    "angle brackets": _many("<a ", 30_000),
    "entities": _many("&#x0;&#9999999;&amp;&nosuch; ", 10_000),
    "comments": _many("%% a <!-- b ", 20_000),
    "dollars": _many("$ a $$ b ", 20_000),
    "formulas": _many("$\\frac{{n}}{2}$ ", 5_000),
    "hostile formulas": make_formula,
    "footnotes in footnotes": _deep("^[", "x", "]", 5_000),
    "definitions": _definitions,
    "reference definitions": _many("[a{n}]: <b> 'c'\n", 30_000),
    "tags": _many("#a/b/c{n} ", 15_000),
    "headings": _many("# Heading {n}\n", 10_000),
    "underlined headings": _many("a\n===\nb\n---\n", 6_000),
    "rules": _many("***\n", 20_000),
    "block names": _many("a ^b{n}\n\n", 10_000),
    "callouts": _many("> [!note]- a {n}\n> b\n\n", 3_000),
    "callouts in callouts": _stairs("> ", "[!tip]- x\n", 1_000),
    "callout with a long title": _between("> [!warning]+ ", _many("**t** ", 40_000), "\n> x\n"),
    "details in details": _deep("<details><summary>s</summary>\n\n", "x", "\n\n</details>\n\n", 1_000),
    "diagrams": make_diagram,
    "code": make_code,
    "places outside": make_places,
    "html": make_html,
    "tables in tables": _deep("<table><tr><td>", "x", "</td></tr></table>", 3_000),
    "html never closed": _many("<div><table><tr><td><b>", 4_000),
    "html attributes": _between("<div ", _many('a{n}="b" ', 20_000), ">x</div>"),
    "svg in the note": _between("<svg>", _many("<g><use href='#{n}'/><text>x</text>", 9_000), "</svg>"),
    "html comment never closed": _between("<!--", _many("a\n\n", 60_000), ""),
    "bases": _many(
        "```base\nfilters:\n  or: ['file.name != \"{n}\"', '(((1']\nviews:\n  - type: table\n"
        "    order: [file.name, file.links, note.x, formula.y]\n```\n\n![[bomb.base#{n}]] ![[bomb.canvas]]\n\n",
        300,
    ),
    "properties": make_yaml,
    "front matter never closed": _between("---\n", _many("a{n}: b\n", 20_000), ""),
    "right to left": _many("\u202eشكل\u202c \u2067עברית\u2069 abc \u200f", 9_000),
    "zero width": _many("a\u200b\u200c\u200d\ufeff", 60_000),
    "combining marks": _many("a" + "\u0301\u0489\u20dd" * 30, 3_000),
    "controls": _many("a\x00b\x01\x1b[31m\x7f\u2028\ufffe", 20_000),
    "rare scripts": lambda pick, size: "".join(
        chr(pick.choice([0x1780, 0x0B80, 0x12000, 0x1F600, 0x20000, 0xE000]) + pick.randrange(256))
        for _ in range(int(60_000 * size) + 1)
    ),
    "bytes": _bytes,
    "broken UTF-8": _broken,
    "another coding": _other_coding,
    "surrogates": _surrogates,
    "soup of signs": _soup,
    "soup of lines": _lines,
    "mixture": _mixture,
    "mixture of more": _mixture,
}
"""The last two put pieces of the others together."""
