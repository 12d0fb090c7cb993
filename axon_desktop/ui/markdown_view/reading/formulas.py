"""Formulas in words: LaTeX as somebody would read it aloud."""

from __future__ import annotations

import re

from axon_desktop.ui.language.translation import translate

_MOST = 2_000
_GROUP = r"\{([^{}]*)\}"
_ONE = rf"(?:{_GROUP}|(\\[a-zA-Z]+|[^\s{{}}\\]))"
_COMMAND = re.compile(r"\\([a-zA-Z]+)\*?|\\(.)")


def formula_words(latex: str) -> str:
    """Return a formula in words; what is not known is said by its name."""
    text = latex[:_MOST]
    for pattern, words in _rules():
        before = ""
        while before != text:  # from the innermost group outwards
            before, text = text, pattern.sub(words, text)
    names = _names()
    text = _COMMAND.sub(lambda found: f" {names.get(found[1] or '', found[1] or ' ')} ", text)
    for sign, words in _signs().items():
        text = text.replace(sign, f" {words} ")
    return " ".join(re.sub(r"[{}&]", " ", text).split())


def _rules() -> list[tuple[re.Pattern[str], str]]:
    """Return what stands for forms with groups; the groups are the first that are not empty."""

    def rule(pattern: str, words: str) -> tuple[re.Pattern[str], str]:
        return re.compile(pattern), f" {words} "

    return [
        rule(rf"\\(?:text|mathrm|mathbf|operatorname)\s*{_GROUP}", r"\1"),
        rule(rf"\\sqrt\s*{_GROUP}", translate("Formula", "the root of {a}").format(a=r"\1,")),
        rule(rf"\^\s*{_ONE}(?<=[\^ {{]2|2\}})", translate("Formula", "squared")),
        rule(rf"\^\s*{_ONE}", translate("Formula", "to the power of {a}").format(a=r"\1\2")),
        rule(rf"_\s*{_ONE}", translate("Formula", "sub {a}").format(a=r"\1\2")),
        rule(
            rf"\\[dt]?frac\s*{_GROUP}\s*{_GROUP}",
            translate("Formula", "{a} over {b}").format(a=r"\1", b=r"\2,"),
        ),
    ]


def _names() -> dict[str, str]:
    return {
        "times": translate("Formula", "times"),
        "cdot": translate("Formula", "times"),
        "le": translate("Formula", "is at most"),
        "leq": translate("Formula", "is at most"),
        "ge": translate("Formula", "is at least"),
        "geq": translate("Formula", "is at least"),
        "neq": translate("Formula", "is not equal to"),
        "approx": translate("Formula", "is about"),
        "infty": translate("Formula", "infinity"),
        "sum": translate("Formula", "the sum"),
        "int": translate("Formula", "the integral"),
        "to": translate("Formula", "goes to"),
        "in": translate("Formula", "is in"),
        "left": "",
        "right": "",
        "quad": "",
        "displaystyle": "",
    }


def _signs() -> dict[str, str]:
    return {
        "=": translate("Formula", "equals"),
        "+": translate("Formula", "plus"),
        "-": translate("Formula", "minus"),
        "<": translate("Formula", "is less than"),
        ">": translate("Formula", "is greater than"),
    }
