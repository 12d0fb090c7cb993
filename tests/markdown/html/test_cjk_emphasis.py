"""Emphasis in Chinese, Japanese and Korean text; expectations are those of the amendment's specification."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from axon_desktop.markdown.html.cjk_emphasis import InlineParser
from axon_desktop.text.emphasis import is_cjk


def plain() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("strikethrough")


def friendly() -> MarkdownIt:
    made = plain()
    made.inline, rules = InlineParser(), made.get_active_rules()
    made.inline.ruler.enableOnly(rules["inline"])
    made.inline.ruler2.enableOnly(rules["inline2"])
    return made


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("他说**“归来”**二字", "他说<strong>“归来”</strong>二字"),
        ("请看**《红楼梦》**这本书", "请看<strong>《红楼梦》</strong>这本书"),
        ("是**主线。**接着", "是<strong>主线。</strong>接着"),
        ("一*（斜体）*二", "一<em>（斜体）</em>二"),
        ("一~~删除。~~二", "一<s>删除。</s>二"),
        ("一***都是。***二", "一<em><strong>都是。</strong></em>二"),
        ("湾岸の**46%**を", "湾岸の<strong>46%</strong>を"),
        ("**强调（for example）**的", "<strong>强调（for example）</strong>的"),
        ("强调**这个`code`**吗", "强调<strong>这个<code>code</code></strong>吗"),
        ("**이 용어(This term)**를 강조", "<strong>이 용어(This term)</strong>를 강조"),
        ("a**“b”**c", "a**“b”**c"),
        ("一** 不是 **二", "一** 不是 **二"),
        ("蛇_形_名", "蛇_形_名"),
        ("🎉a**“b”**c🎉", "🎉a**“b”**c🎉"),
    ],
)
def test_emphasis_needs_no_blanks_beside_these_scripts(text: str, html: str) -> None:
    assert friendly().renderInline(text) == html


@given(st.text(st.sampled_from("*_~ ab.,“”()é🎉\n")))
def test_other_text_is_read_as_before(text: str) -> None:
    assert friendly().render(text) == plain().render(text)


@pytest.mark.parametrize(("chars", "known"), [("中。、（）《あア한ㄅ々Ａ", True), ("a é“”…—🎉☺①", False)])
def test_which_characters_are_of_these_scripts(chars: str, known: bool) -> None:
    assert [char for char in chars if is_cjk(char) != known] == []
