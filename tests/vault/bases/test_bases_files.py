"""Bases as files: views, filters, columns; what is not supported is named, and what is hostile is refused."""

import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.vault.bases.base_file import (
    MAX_BYTES,
    MAX_STATEMENTS,
    Base,
    BaseError,
    Group,
    Sorting,
    Statement,
    read_base,
    statements,
)

BOARDS = Path(__file__).parents[2] / "data" / "boards"


def read(name: str) -> Base:
    return read_base((BOARDS / f"{name}.base").read_bytes())


def test_views_have_what_the_file_says() -> None:
    base = read("books")
    first, second = base.views

    assert (first.name, first.layout, first.limit) == ("All books", "table", None)
    assert first.columns == ("file.name", "note.author", "note.price", "formula.per_page", "formula.label")
    assert first.sorting == (Sorting("note.price", descending=True),)
    assert first.widths == {"note.author": 180}
    assert (second.name, second.limit, second.columns) == ("Cheap", 1, ("file.name",))
    assert base.names == {"note.author": "Written by", "formula.per_page": "Price per page"}
    assert base.problems == first.problems == ()


def test_filters_are_groups_of_statements() -> None:
    filters = read("books").filters

    assert isinstance(filters, Group)
    assert filters.kind == "and"
    one, other = filters.members
    assert isinstance(one, Statement)
    assert isinstance(other, Group)
    assert (one.text, other.kind) == ('file.hasTag("book")', "not")
    assert [item.text for item in statements(filters)] == ['file.hasTag("book")', 'file.inFolder("Archive")']


def test_grouping_is_the_first_column_and_the_first_order() -> None:
    (view,) = read("week").views

    assert view.group == "file.folder"
    assert view.columns == ("file.folder", "file.name", "file.mtime", "file.size")
    assert view.sorting == (Sorting("file.folder", descending=True),)


def test_layouts_without_a_table_are_named() -> None:
    assert [(item.kind, item.text) for item in read("books").views[1].problems] == [("layout", "cards")]


def test_everything_that_is_not_supported_is_named() -> None:
    base = read("unsupported")
    shared = [(item.kind, item.text, item.names) for item in base.problems]
    own = [(item.kind, item.text) for item in base.views[0].problems]

    assert ("key", "summaries", ()) in shared
    assert ("formula", "many", (".group()",)) in shared
    assert ("filter", "file.backlinks.length > 3", ("file.backlinks",)) in shared
    assert ("filter", "/regular(?=ly)/.matches(file.name)", ("/regular(?=ly)/",)) in shared
    assert own == [("key", "lat"), ("layout", "map"), ("column", "file.backlinks")]


@pytest.mark.parametrize("data", [b"", b"# only a remark\n", b"{}", b"null", b"filters:\nviews:\n"])
def test_base_without_views_has_one_of_all_files(data: bytes) -> None:
    base = read_base(data)

    assert base.filters is None
    assert [view.columns for view in base.views] == [("file.name",)]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ((BOARDS / "broken.base").read_bytes(), "not_yaml"),
        (b"a: b: c", "not_yaml"),
        (b"\xff\xfe\x00", "not_yaml"),
        (b"just words", "no_base"),
        (b"- a\n- b", "no_base"),
        (b"{[a]: b}", "not_yaml"),
        (b"a: 1\n---\nb: 2", "not_yaml"),
        (b"x: " + b"[" * 100_000, "too_large"),
        (b"x:\n" + b"- " * 100_000 + b"a", "too_large"),
        (b"? " * 100_000, "too_large"),
        (b" " * (MAX_BYTES + 1), "too_large"),
    ],
)
def test_no_base_says_what_is_wrong(data: bytes, fault: str) -> None:
    with pytest.raises(BaseError) as caught:
        read_base(data)

    assert caught.value.fault == fault


def test_wrong_line_is_named() -> None:
    with pytest.raises(BaseError) as caught:
        read_base(b"filters:\n  and:\n   - a: [\nviews: 1\n")

    assert caught.value.where


def test_lists_in_lists_are_refused_in_no_time() -> None:
    rows = "".join(f"{' ' * n}-\n" for n in range(600))
    started = time.process_time()

    with pytest.raises(BaseError):
        read_base(f"filters:\n  and:\n{rows}".encode())

    assert time.process_time() - started < 2


def test_aliases_that_multiply_are_counted() -> None:
    lines = ["a0: &a0 {and: [x, x, x, x]}"]
    lines += [f"a{n}: &a{n} {{and: [{', '.join([f'*a{n - 1}'] * 9)}]}}" for n in range(1, 12)]
    base = read_base("\n".join([*lines, "filters: *a11"]).encode())

    assert sum(1 for _ in statements(base.filters)) <= MAX_STATEMENTS
    assert "too_many" in {item.kind for item in base.problems}


def test_alias_to_itself_is_refused() -> None:
    with pytest.raises(BaseError):
        read_base(b"filters: &f\n  and:\n    - *f\n    - price > 1\n")


def test_unknown_group_is_named_and_decides_nothing() -> None:
    base = read_base(b"filters:\n  xor:\n    - price > 1\n")

    assert [(item.kind, item.text) for item in base.problems] == [("filter", "xor")]
    assert base.filters == Statement("xor", None)


def test_values_of_other_kinds_than_they_should_be_are_left_out() -> None:
    base = read_base(
        b"formulas: [1]\nproperties: x\nviews:\n - 7\n"
        b" - {type: [], order: {a: b}, sort: x, limit: -3, columnSize: 1}\n"
    )

    assert len(base.views) == 1
    assert (base.views[0].columns, base.views[0].limit, base.views[0].layout) == (("file.name",), None, "table")


_TREE = st.recursive(
    st.sampled_from(["price > 1", "and", "x(", "", "file.name", "3"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["and", "or", "not", "filters", "views", "order", "sort", "type", "formulas", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(_TREE)
def test_any_yaml_is_a_base_or_is_refused(tree: object) -> None:
    import yaml

    with suppress(BaseError):
        assert read_base(yaml.safe_dump(tree).encode()).views


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_bytes_are_a_base_or_are_refused(data: bytes) -> None:
    with suppress(BaseError):
        assert read_base(data).views
