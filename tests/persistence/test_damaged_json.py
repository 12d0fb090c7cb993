"""Reading JSON that is damaged: what can be read is, and what cannot is named with its line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.persistence.damaged_json import Broken, read_damaged, read_strictly

WHOLE = [
    ("a BOM", '\ufeff{"a": 1, "b": "x"}'),
    ("a comma too many", '{"a": 1, "b": "x",}'),
    ("two commas", '{"a": 1,, "b": "x"}'),
    ("a comma too few", '{"a": 1\n"b": "x"}'),
    ("a comma too few in one line", '{"a": 1 "b": "x"}'),
    ("comments", '// mine\n{"a": 1, # one\n/* two */ "b": "x" // three\n}'),
    ("keys without quotes", "{a: 1, 'b': \"x\"}"),
    ("a colon of a Chinese keyboard", '{"a"： 1, "b"： "x"}'),
    ("an end too early", '{"a": 1, "b": "x"'),
    ("a brace too many", '{"a": 1}, "b": "x"}'),
    ("marks of a merge", '{"a": 1,\n<<<<<<< mine\n"b": "x"\n=======\n}'),
    ("blanks that are none", '{"a":\u00a01,\u3000"b":\u00a0"x"}'),
]


@pytest.mark.parametrize("text", [text for _, text in WHOLE], ids=[name for name, _ in WHOLE])
def test_damage_around_values_costs_none_of_them(text: str) -> None:
    assert read_damaged(text.encode()).value == {"a": 1, "b": "x"}
    with pytest.raises(ValueError, match=r".+"):
        read_strictly(text.encode())


BROKEN = [
    ("a word that is none", '{"a": gloomy,\n"b": "x"}', "gloomy"),
    ("nothing", '{"a": ,\n"b": "x"}', ""),
    ("a text without an end", '{"a": "x y\n, "b": "x"}', '"x y'),
    ("a number that is none", '{"a": NaN,\n"b": "x"}', "NaN"),
    ("a number beyond all", '{"a": 1e999,\n"b": "x"}', "1e999"),
    ("two values", '{"a": 1 2,\n"b": "x"}', "1 2"),
    ("lone surrogate", '{"a": "\\ud800",\n"b": "x"}', '"\\ud800"'),
    ("single quotes", '{"a": \'x\',\n"b": "x"}', "'x'"),
    ("digits without end", '{"a": ' + "9" * 5000 + ',\n"b": "x"}', "9" * 5000),
    ("Python's words", '{"a": None,\n"b": "x"}', "None"),
]


@pytest.mark.parametrize(("text", "left"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_value_that_is_none_stands_alone_for_itself(text: str, left: str) -> None:
    found = read_damaged(text.encode())
    assert found.value == {"a": Broken(left), "b": "x"}
    assert [(fault.place, fault.kind) for fault in found.faults][:1] == [(("a",), "broken")]
    assert (found.lines["a",], found.lines["b",]) == (1, 2)


@pytest.mark.parametrize("value", ["1", "tru", '"x', "[1", "-"])
def test_value_that_the_end_cuts_is_not_taken_for_whole(value: str) -> None:
    found = read_damaged(f'{{"b": "x",\n"a": {value}'.encode())
    assert found.value["b"] == "x"
    assert found.value["a"] in (Broken(value), [Broken("1")])
    assert found.faults[0].kind == "cut"


def test_list_that_is_not_closed_swallows_nothing_behind_it() -> None:
    found = read_damaged(b'{"a": [1, 2,\n"b": {"c": [3}, "d": 4}')
    assert found.value == {"a": [1, 2], "b": {"c": [3]}, "d": 4}
    assert [(fault.place, fault.line) for fault in found.faults] == [(("a",), 2), (("b", "c"), 2)]


def test_key_that_is_there_twice_is_reported_and_the_last_one_counts() -> None:
    found = read_damaged(b'{"a": 1,\n"a": 2}')
    assert found.value == {"a": 2}
    assert [(fault.line, fault.kind) for fault in found.faults] == [(2, "twice")]


@pytest.mark.parametrize("data", [b"", b"\0\0\0", b" \n", b"[" * 100_000, b"\xff\xfe{", b"hello", b"{" * 5000])
def test_what_holds_nothing_gives_nothing(data: bytes) -> None:
    value = read_damaged(data).value
    assert not isinstance(value, dict) or not value


@given(st.binary(max_size=300))
def test_reading_ends_whatever_is_read(data: bytes) -> None:
    read_damaged(b'{"a": ' + data)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(st.dictionaries(st.text(), _VALUES, max_size=5), st.sampled_from([None, 1]))
def test_json_without_damage_is_read_as_it_is(value: dict[str, object], indent: int | None) -> None:
    try:
        data = json.dumps(value, indent=indent).encode()
        strict = read_strictly(data)
    except ValueError:  # a lone surrogate
        return
    found = read_damaged(data)
    assert (found.value, found.faults) == (strict, [])
