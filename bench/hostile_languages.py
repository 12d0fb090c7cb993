"""Hostile texts in the languages that stand in notes: HTML, YAML, TeX, Mermaid, code, and addresses."""

from __future__ import annotations

import random

Random = random.Random

BAIT = "{BAIT}"
"""Stands for a folder outside the vault whose files nobody may open; replaced when a note is written."""
PLACES = (
    f"file://{BAIT}/secret.png",
    f"FILE:{BAIT}/secret.png",
    f"{BAIT}/secret.png",
    f"../../..{BAIT}/secret.png",
    f"..%2F..%2F..{BAIT}/secret.md",
    "file:///etc/passwd",
    "\\\\evil.example\\share\\x.png",
    "//evil.example/x.png",
    "smb://evil.example/x.png",
    "http://127.0.0.1:9/x.png",
    "https://evil.example/x.svg",
    "ftp://evil.example/x",
    "data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=",
    "data:image/png;base64,iVBORw0KGgo=",
    "data:text/html,<script>",
    "javascript:alert(1)",
    "vbscript:x",
    "qrc:/x.png",
    "axon-img:../../secret.png",
    f"axon-img:{BAIT}/secret.png",
    "axon-note:../../x",
    "axon-fold:0",
    "axon-task:1+",
    "axon-more:0",
    "axon-math:text:x",
    "x-apple:y",
    "C:\\x.png",
    "bomb.png",
    "bomb.svg",
    "cut.png",
    "many.gif",
    "wide.bmp",
    "Circle 0",
    "Self",
    "note.pdf",
    "loop/../Self.md",
)
TAGS = [
    "div",
    "p",
    "span",
    "table",
    "tr",
    "td",
    "th",
    "tbody",
    "thead",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "pre",
    "code",
    "blockquote",
    "details",
    "summary",
    "svg",
    "g",
    "use",
    "script",
    "style",
    "iframe",
    "object",
    "embed",
    "link",
    "meta",
    "base",
    "body",
    "html",
    "head",
    "img",
    "video",
    "audio",
    "source",
    "input",
    "button",
    "form",
    "a",
    "b",
    "i",
    "u",
    "s",
    "sub",
    "sup",
    "font",
    "center",
    "marquee",
    "template",
    "math",
]
LANGUAGES = [
    "python",
    "js",
    "html",
    "css",
    "json",
    "yaml",
    "bash",
    "sql",
    "perl",
    "tex",
    "cpp",
    "rust",
    "markdown",
    "diff",
    "xml",
    "php",
    "ini",
    "makefile",
]
SIGNS = "`*_~=[]()<>!#$%^&|\\-+:;\"'/{}\t \n\r\u200b\u202e\u0301\u200d\u2028中あ한العربيةשלום😀"


def make_places(pick: Random, size: float) -> str:
    forms = (
        "![]({})",
        "![a|200]({})",
        "[x]({})",
        "![[{}]]",
        "[[{}]]",
        "<img src='{}'>",
        "<img src={} width=99999>",
        "<a href='{}'>x</a>",
        "<iframe src='{}'></iframe>",
        "<object data='{}'></object>",
        "<embed src='{}'>",
        "<link rel=stylesheet href='{}'>",
        "<style>@import url({});</style>",
        "<base href='{}'>",
        "<table background='{}'><tr><td background='{}'>x</td></tr></table>",
        "<body background='{}'>",
        "<div style=\"background-image:url('{}')\">x</div>",
        "<video src='{}' autoplay></video>",
        "<meta http-equiv=refresh content='0;url={}'>",
        "<svg><image href='{}'/></svg>",
        "<input type=image src='{}'>",
        "[r]: {}\n\n![r][r]",
        "> [!note] ![]({})\n> ![[{}]]",
        "<{}>",
        '```mermaid\ngraph TD\nclick a "{}"\n```',
        '---\ncover: "[[{}]]"\nbanner: {}\n---',
        '<p><img src="{}" srcset="{} 2x"></p>',
    )
    count = max(4, int(400 * size))
    return "\n\n".join(pick.choice(forms).replace("{}", pick.choice(PLACES)) for _ in range(count))


def make_html(pick: Random, size: float) -> str:
    parts = []
    for _ in range(max(10, int(12_000 * size))):
        tag = pick.choice(TAGS)
        attribute = pick.choice(
            [
                "",
                "",
                " class=x",
                ' style="position:fixed;font-size:9999px"',
                " colspan=99999",
                " onclick=alert(1)",
                " width=100000 height=100000",
                ' href="javascript:1"',
                " open",
            ]
        )
        parts.append(
            pick.choice([f"<{tag}{attribute}>", f"</{tag}>", f"<{tag}/>", "x ", "\n", "\n\n", "<!--", "-->"])
        )
    return "".join(parts)


def make_yaml(pick: Random, size: float) -> str:
    count = max(2, int(2_000 * size))
    laughs = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"a{n}: &a{n} [" + ",".join([f"*a{n - 1}"] * 9) + "]\n" for n in range(1, 12)
    )
    bodies = (
        laughs,
        "a: [" * count,
        "a: {" * count,
        "? " * count,
        "- " * count + "x",
        "k{n}: v\n" * count,
        "tags: [" + "a," * count + "]\n",
        "tags: " + "#x " * count,
        "a: !!python/object/apply:os.system [id]\n" * 9,
        "a: &a\n  b: *a\n",
        "<<: *x\n" * count,
        "a: |\n" + "  y\n" * count,
        "a: '" + "z" * count,
        "\t" * count,
        "a" * count * 50 + ": 1\n",
        "a: 1\n" * count,
        "---\n" * count,
        "a: 0x" + "f" * count,
        "a: " + "9" * count,
        "date: 99999-99-99\nb: .inf\nc: !!float 1e999999\n",
    )
    return f"---\n{pick.choice(bodies)}\n---\n\nText [[Self]]\n"


def make_formula(pick: Random, size: float) -> str:
    count = max(2, int(400 * size))
    bodies = (
        "\\frac{" * count + "x" + "}{y}" * count,
        "\\sqrt{" * count + "x" + "}" * count,
        "{" * count,
        "}" * count,
        "\\left(" * count + "x" + "\\right)" * count,
        "x^{" * count + "y" + "}" * count,
        "x_" * count,
        "\\begin{matrix}" + "a & b \\\\ " * count + "\\end{matrix}",
        "\\def\\a{\\a\\a}\\a",
        "\\newcommand{\\x}{\\x}\\x",
        "\\rule{99999cm}{99999cm}",
        "\\hspace{999999999em} x",
        "\\begin{a}" * count,
        "\\\\" * count,
        "\\text{" * count,
        "\\overbrace{" * count + "x" + "}" * count,
        "中" * count,
        "\\mathbb{" * count,
        "&" * count,
        "\\" * count,
        "\\left" * count,
        "\\binom" * count,
        "\\input{/etc/passwd}",
        "\\href{file:///etc/passwd}{x}",
        "'" * count,
        "\\color{red}" * count + "x",
        "\\huge " * count + "x",
        "\\int_" * count,
        "a\\over " * count,
        "#1" * count,
    )
    body = pick.choice(bodies)
    return f"${body}$\n\n$$\n{body}\n$$\n\n" * max(1, int(40 * size))


def make_diagram(pick: Random, size: float) -> str:
    count = max(3, int(3_000 * size))
    label = "x" * pick.choice([1, 30, 3_000])
    bodies = (
        "graph TD\n" + "".join(f"n{n} --> n{pick.randrange(count)}\n" for n in range(count)),
        "graph LR\n" + " --> ".join(f"n{n}" for n in range(count)),
        "graph TD\n" + "".join(f"a[{label}] --> b{n}({label})\n" for n in range(count // 3 + 1)),
        "graph TD\n" + "subgraph s\n" * count + "a-->b\n" + "end\n" * count,
        "graph TD\n"
        + " & ".join(f"a{n}" for n in range(count))
        + " --> "
        + " & ".join(f"b{n}" for n in range(count)),
        "flowchart LR\n" + "a-->a\n" * count,
        "graph TD\n" + "a[[((>{" * count,
        "sequenceDiagram\n" + "".join(f"P{n}->>P{pick.randrange(count)}: {label}\n" for n in range(count)),
        "sequenceDiagram\n" + "loop x\n" * count + "A->>B: y\n" + "end\n" * count,
        "sequenceDiagram\n" + "Note over A,B: z\n" * count + "activate A\n" * count,
        "gantt\n" + "a: 1d\n" * count,
        "%%{init: {}}%%\n" * count,
        "graph " * count,
        "\n" * count + "graph TD\na-->b",
        "graph TD\n" + "".join(f"n{n}{{{{x}}}} -. y .-> n{n // 2}\n" for n in range(count)),
        "graph TD\nclassDef x fill:url(file:///etc/passwd)\n" + "style a fill:#f9f\n" * count + "a-->b",
    )
    return f"```mermaid\n{pick.choice(bodies)}\n```\n\n" * pick.choice([1, 1, max(1, int(30 * size))])


def make_code(pick: Random, size: float) -> str:
    body = pick.choice(
        [
            "(" * 4_000,
            "\\" * 4_000,
            '"' * 4_001,
            "a" * 9_000,
            "/*" * 3_000,
            "<a " * 3_000,
            "${" * 3_000,
            "'''" * 2_000,
            "{{" * 3_000,
            "#!" * 3_000,
            "x = [\n" * 2_000,
            "&" * 5_000,
            "0x" * 4_000,
        ]
    )
    body = body[: max(100, int(len(body) * size))]
    body += "\n" + "".join(pick.choices(SIGNS, k=3_000))
    return f"```{pick.choice(LANGUAGES)}\n{body}\n```\n\n" * max(1, int(20 * size))
