from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.index.catalog.text_index import analyzer, tokens
from axon_desktop.text.fold import as_tokens, fold, is_unspaced, spaced


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Axon", "axon"),
        ("Crème Brûlée", "creme brulee"),
        ("Smørrebrød Łódź", "smorrebrod lodz"),
        ("Straße", "strasse"),
        ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
        ("Ёлка", "елка"),
        ("Ｆｕｌｌ", "full"),
        ("ガラス", "ガラス"),
        ("한국어", "한국어"),
        ("\u1112\u1161\u11ab", "한"),
        ("中文Mixed", "中文mixed"),
        ("〸ヿ", "十コト"),
        ("Мой й и\u0306", "мой й й"),
        ("Ўїё", "ўїе"),
        ("İstanbul ılık", "istanbul ilik"),
        ("ﬁne ﬀ", "fine ff"),
        ("ｶﾞﾗｽ", "ガラス"),
        ("か\u3099き", "がき"),
        ("हिन्दी", "हिन्दी"),
        ("，é，", "，e，"),
        ("½ ² Ⅳ", "1⁄2 2 iv"),
    ],
)
def test_fold_leaves_out_case_and_accents_only(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("笔记", ["笔记", "记"]),
        ("我的笔记本", ["我的", "的笔", "笔记", "记本", "本"]),
        ("Axon笔记 v2", ["axon", "笔记", "记", "v2"]),
        ("snake_case-word", ["snake", "case", "word"]),
        ("ภาษา", ["ภา", "าษ", "ษา", "า"]),
        ("一", ["一"]),
    ],
)
def test_tokens_are_words_and_pairs(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@given(st.text(alphabet=st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=2))
def test_every_pair_of_a_chinese_run_is_a_token(text: str) -> None:
    found = set(spaced(fold(text)).split())
    assert all(text[at : at + 2] in found for at in range(len(text) - 1))


@given(
    st.text()
    | st.lists(st.sampled_from("aÉ 笔记ｆ한가\u0301\u3099\u1100\u1161か\u20d7<\u0338ßİ-、É")).map("".join)
)
def test_tokens_are_the_same_run_by_run(text: str) -> None:
    assert analyzer().analyze(as_tokens(text)) == analyzer().analyze(spaced(fold(text)))


@given(st.text())
def test_fold_is_stable_and_keeps_lines(text: str) -> None:
    folded = fold(text)
    assert fold(folded) == folded
    assert folded.count("\n") == text.count("\n")


def test_only_writing_without_blanks_is_unspaced() -> None:
    assert [is_unspaced(character) for character in "笔かア한ไaяع"] == [True] * 5 + [False] * 3


@given(st.text(), st.text())
def test_a_part_of_a_text_is_folded_as_the_whole_is(text: str, more: str) -> None:
    assert fold(f"{text} {more}") == f"{fold(text)} {fold(more)}"
