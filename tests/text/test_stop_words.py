"""The words of a request that can tell what it is about."""

import pytest

from axon_desktop.text.stop_words import distinctive_words, may_be_name, people_in, word_stems


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What is the door code at Ada Quill's?", ["door", "code", "Ada", "Quill"]),
        ("Please tell me. Where is it?", []),
        ("hello hello!", ["hello"]),
        ("陈静住在哪里？请告诉我地址。", ["陈静住在哪里", "请告诉我地址"]),
        ("My pulse on 7 March 2026", ["2026-03-07", "pulse", "March", "2026"]),
        ("lunch, March 3rd", ["03-03", "lunch", "March", "3rd"]),
        ("2026 年 5 月 20 日的会议", ["2026-05-20", "2026", "20", "日的会议"]),
        ("it may rain in May", ["rain"]),
        ("把陈晓东的电话改成 139", ["陈晓东", "的电话改成", "139"]),
    ],
)
def test_names_and_rare_words_are_what_a_request_is_about(text: str, words: list[str]) -> None:
    assert distinctive_words(text, 16) == words


def test_of_a_long_request_the_first_words_are_taken() -> None:
    assert distinctive_words(" ".join(f"word{number}" for number in range(50)), 3) == ["word0", "word1", "word2"]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("王倩换手机号了，请在她的笔记里把电话改成 177。", ["王倩"]),
        ("請把陳曉東的電話改成 139，再改陳曉東的地址", ["陳曉東"]),
        ("欧阳老师说，李医生的新地址在人民路", ["李医生"]),
        ("张伟搬家了", ["张伟"]),
        ("把周末的电话会议改到周一", []),
        ("马上把购物清单里的牛奶换成豆浆", []),
        ("陈静住在哪里？", []),
    ],
)
def test_chinese_names_of_people_are_known_by_what_follows(text: str, people: list[str]) -> None:
    assert people_in(text) == people


@pytest.mark.parametrize(
    ("word", "may"), [("Ida", True), ("ida", False), ("王倩", True), ("周末", False), ("购物清单", False)]
)
def test_a_word_may_be_a_name_by_its_look(word: str, may: bool) -> None:
    assert may_be_name(word) is may


def test_a_figure_is_a_stem_as_a_whole() -> None:
    """Else every date of a year would be about every other one."""
    assert word_stems("start: 2026-06-12", 9) == {"start", "2026-06-12"}
