"""Expressions of bases mean what the help pages "Bases syntax" and "Functions" say, within bounds."""

import json
import os
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.vault import Vault
from axon_desktop.vault.bases.evaluation import Evaluator, UnsupportedError, unsupported
from axon_desktop.vault.bases.expressions import MAX_LENGTH, Expression, ExpressionError, parse_expression
from axon_desktop.vault.bases.notes import FileFacts, VaultNotes
from axon_desktop.vault.bases.values import MAX_TEXT, show_value

NOTE = """---
title: Winter
price: 12.5
pages: 250
read: true
code: "007"
author: "[[Mei]]"
genre: [novel, snow]
shelf:
  - upper
empty: []
due: 2026-11-30
---
#book/fiction and #later, [[Plan|the plan]], ![[leaf.png]]
"""


WRITTEN = json.loads((Path(__file__).parents[2] / "data" / "base_expressions.json").read_text("utf-8"))
"""Expressions over the note above, and what a cell shows of them."""


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    root = tmp_path_factory.mktemp("vault")
    (root / "Books" / "Old").mkdir(parents=True)
    (root / "Books" / "Old" / "Winter.md").write_text(NOTE, encoding="utf-8")
    (root / "Plan.md").write_text("# Plan\n", encoding="utf-8")
    (root / "Mei.md").write_text("Mei.\n", encoding="utf-8")
    (root / "leaf.png").write_bytes(b"png")
    os.utime(root / "Books" / "Old" / "Winter.md", (1_700_000_000, 1_700_000_000))
    made = Vault(root, data_dir=tmp_path_factory.mktemp("data"))
    made.names.scan()
    return made


def evaluator(vault: Vault, formulas: dict[str, str] | None = None) -> Evaluator:
    trees: dict[str, Expression | None] = {name: parse_expression(text) for name, text in (formulas or {}).items()}
    made = Evaluator(trees, lambda path: FileFacts(path, vault, VaultNotes(vault)), "Books.base")
    made.take(FileFacts("Books/Old/Winter.md", vault, VaultNotes(vault)))
    return made


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("7 % 4 - -1", "4"),
        ("10 / 4", "2.5"),
        ("1 / 0", ""),
        ('"a" + 1', "a1"),
        ("price * 2", "25"),
        ("note.price + pages", "262.5"),
        ('note["price"]', "12.5"),
        ("nothing + 1", ""),
        ("price > 12 && pages < 300", "true"),
        ("price > 12 || nothing > 3", "true"),
        ('!(title == "Winter")', "false"),
        ("title != 'Summer'", "true"),
        ("nothing != 'done'", "true"),
        ("nothing == null", "true"),
        ("read == true", "true"),
        ('price == "12.5"', "true"),
        ("nothing < 3", "false"),
        ("nothing >= 3", "false"),
        ('"apple" < "pear"', "true"),
        ('due > date("2026-11-01")', "true"),
        ('due == "2026-11-30"', "true"),
        ('due + "1M"', "2026-12-30"),
        ('date("2024-01-31") + "1M"', "2024-02-29"),
        ('date("2024-12-01") + "1M" + "4h" + "3m"', "2025-01-01 04:03:00"),
        ('(date("2024-12-02") - date("2024-12-01"))', "1d"),
        ("(now() + '1d') - now()", "1d"),
        ("today() <= now()", "true"),
        ("due.year * 100 + due.month", "202611"),
        ('due.format("YYYY/MM/DD")', "2026/11/30"),
        ("file.name", "Winter.md"),
        ("file.basename", "Winter"),
        ("file.ext", "md"),
        ("file.folder", "Books/Old"),
        ("file.path", "Books/Old/Winter.md"),
        ("file.mtime.date()", "2023-11-14"),
        ("file.mtime > now() - '1 week'", "false"),
        ('file.hasTag("book")', "true"),
        ('file.hasTag("#BOOK/fiction")', "true"),
        ('file.hasTag("boo")', "false"),
        ('file.hasTag("x", "later")', "true"),
        ('file.tags.contains("later")', "true"),
        ('file.tags.contains("#later")', "true"),
        ('file.inFolder("Books")', "true"),
        ('file.inFolder("Books/Old")', "true"),
        ('file.inFolder("Bo")', "false"),
        ('file.hasLink("Plan")', "true"),
        ('file.hasLink("Plan.md")', "true"),
        ('file.hasLink("Nobody")', "false"),
        ('file.hasLink(link("Mei"))', "true"),
        ('file.hasProperty("Price")', "true"),
        ('file.hasProperty("nothing")', "false"),
        ("file.embeds", "leaf.png"),
        ('author == link("Mei")', "true"),
        ('author == link("Plan")', "false"),
        ("this.file.name", "Books.base"),
        ('genre.contains("novel")', "true"),
        ('genre.contains("nov")', "false"),
        ('title.contains("int")', "true"),
        ('shelf.contains("upp")', "false"),
        ('shelf.contains("upper")', "true"),
        ("shelf.length", "1"),
        ("genre.length + title.length", "8"),
        ("genre[1]", "snow"),
        ("genre[7]", ""),
        ('genre.join(" + ")', "novel + snow"),
        ('genre.containsAny("x", "snow")', "true"),
        ('genre.containsAll("x", "snow")', "false"),
        ("empty.isEmpty()", "true"),
        ("nothing.isEmpty()", "true"),
        ("title.isEmpty()", "false"),
        ('title.startsWith("Win")', "true"),
        ('title.endsWith("ter")', "true"),
        ("title.lower()", "winter"),
        ('"a,b,c".split(",", 2)', "a, b"),
        ('"hello".slice(1, 4)', "ell"),
        ('"a:b:c".replace(":", "-")', "a-b-c"),
        ('"hello world".title()', "Hello World"),
        ("(2.5).round() + (2.3333).round(2)", "5.33"),
        ("price.toFixed(2) + ' euro'", "12.50 euro"),
        ("max(1, price, 3) - min(2, 5)", "10.5"),
        ('number("3.5") + 1', "4.5"),
        ('if(read, "yes", "no")', "yes"),
        ('if(nothing, "yes")', ""),
        ("[1, 2].contains(2)", "true"),
        ('list("a").length', "1"),
        *[(row["expression"], row["shown"]) for row in WRITTEN],
    ],
)
def test_expression_means_what_the_help_says(vault: Vault, text: str, shown: str) -> None:
    assert show_value(evaluator(vault).value(parse_expression(text))) == shown


def test_formulas_use_each_other(vault: Vault) -> None:
    found = evaluator(vault, {"one": "price / pages", "two": "formula.one * 1000"})

    assert found.formula("two") == 50


def test_formula_that_needs_itself_has_no_value(vault: Vault) -> None:
    found = evaluator(vault, {"one": "formula.two + 1", "two": "formula.one + 1"})

    with pytest.raises(UnsupportedError):
        found.formula("one")


@pytest.mark.parametrize(
    ("text", "value"),
    [("values.reduce(1) || read", True), ("read && false && unknown()", False), ("if(read, 1, unknown())", 1.0)],
)
def test_what_is_not_supported_matters_only_where_it_decides(vault: Vault, text: str, value: object) -> None:
    assert evaluator(vault).value(parse_expression(text)) == value


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("file.backlinks.length > 3", ["file.backlinks"]),
        ("genre.group(value + 1)", [".group()"]),
        ('icon("x") + formula.none', ["formula.none", "icon()"]),
        ("this.status == 1", ["this.status"]),
        ("price.sub.deep", [".deep", ".sub"]),
        ("file.name.lower().length > title.length", []),
    ],
)
def test_what_is_not_supported_is_named(text: str, names: list[str]) -> None:
    assert sorted(unsupported(parse_expression(text), {})) == names


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 +",
        "(1",
        "a b",
        "a..b",
        "f(1,",
        "'open",
        "/re",
        "/[/.matches(x)",
        "a = 1",
        "[1, 2",
        "a.1",
        "1 2",
        "!",
        "$x",
    ],
)
def test_what_is_no_expression_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse_expression(text)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 4_000,
        "!" * 4_000,
        "[" * 2_000 + "]" * 2_000,
        "a" + ".b" * 1_900,
        "a" + "+a" * 1_900,
        "-" * 3_999 + "1",
        "f(" * 1_000 + ")" * 1_000,
        '"' + "\\" * 3_998,
        "x" * (MAX_LENGTH + 1),
    ],
)
def test_deep_and_long_expressions_are_refused_in_no_time(text: str) -> None:
    started = time.process_time()

    with pytest.raises(ExpressionError):
        parse_expression(text)

    assert time.process_time() - started < 0.5


def test_the_deepest_expression_that_is_read_can_be_worked_out(vault: Vault) -> None:
    deep = "(" * 58 + "1" + " + 1" * 290 + ")" * 58
    chained = {f"f{n}": f"formula.f{n + 1} + 1" for n in range(190)} | {"f190": "1"}

    with pytest.raises(UnsupportedError):
        evaluator(vault).value(parse_expression(deep))
    with pytest.raises(UnsupportedError):
        evaluator(vault, chained).formula("f0")
    assert evaluator(vault).value(parse_expression("1" + " + 1" * 150)) == 151


def test_formulas_that_double_a_text_stay_small(vault: Vault) -> None:
    doubling = {"f0": '"0123456789"'} | {f"f{n}": f"formula.f{n - 1} + formula.f{n - 1}" for n in range(1, 60)}
    replacing = '"aaaaaaaaaa"' + '.replace("a", "aaaaaaaaaa")' * 12
    found = evaluator(vault, doubling | {"r": replacing})

    assert len(show_value(found.formula("f59"))) == MAX_TEXT
    assert len(show_value(found.formula("r"))) <= MAX_TEXT


@pytest.mark.parametrize(
    "text",
    [
        '"a".repeat(20000).split("").map(value.repeat(20000).split("").map(index))',
        '"a".repeat(20000).split("").reduce(acc + value.repeat(20000), "")',
        "/(a+)+$/.matches('" + "a" * 3_000 + "b')",
        '/(a|aa)+$/.matches("a".repeat(20000) + "b")',
        '"a".repeat(20000).replace(/(?:)/g, "$&".repeat(5000))',
        '"a".repeat(20000).split(/a*?/)',
        "/(((a{100}){100}){100})/.matches(title)",
    ],
)
def test_hostile_loops_and_patterns_end(vault: Vault, text: str) -> None:
    started = time.process_time()

    with suppress(UnsupportedError):
        evaluator(vault).value(parse_expression(text))

    assert time.process_time() - started < 2


def test_unknown_formulas_are_not_worked_out_again_and_again(vault: Vault) -> None:
    doubling = {"f0": "unknown()"} | {f"f{n}": f"formula.f{n - 1} || formula.f{n - 1}" for n in range(1, 60)}
    started = time.process_time()

    with pytest.raises(UnsupportedError):
        evaluator(vault, doubling).formula("f59")

    assert time.process_time() - started < 1


_WORDS = st.sampled_from(
    [
        *("file", "note", "formula", "this", "price", "title", "genre", "name", "tags", "contains", "if", "now"),
        *("date", "hasTag", "format", "round", "length", "true", "null", "'a'", '"1d"', "1", "2.5", "2026-11-30"),
        *(
            "(",
            ")",
            "[",
            "]",
            ".",
            ",",
            "+",
            "-",
            "*",
            "/",
            "%",
            "==",
            "!=",
            "<",
            ">",
            "<=",
            ">=",
            "&&",
            "||",
            "!",
        ),
    ]
)


@given(st.text(max_size=60) | st.lists(_WORDS, max_size=30).map(" ".join))
def test_any_text_is_read_or_refused_and_worked_out(vault: Vault, text: str) -> None:
    try:
        tree = parse_expression(text)
    except ExpressionError:
        return
    try:
        value = evaluator(vault).value(tree)
    except UnsupportedError:
        return
    assert len(show_value(value)) <= max(MAX_TEXT, len(text) + 400)
