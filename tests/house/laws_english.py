# SPDX-License-Identifier: BSD-3-Clause
"""The law of the language: texts that a user meets use the words of docs/glossary.md, as colleagues speak.

A text is a literal of a source file, with the literals that follow it at once, or a line of a page, a help file, a
model's comments and descriptions. Sentences may run over lines: pages are read paragraph by paragraph.
"""

import re

from house_files import files_below, place

# What is not written, and what is. One row for each habit, so that a breach says what to write instead.
AVOID = [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in (
    (r"\b(?:tells?|told)\b(?! (?:\w+ ){0,4}apart)", "report, say, show"),
    (r"\bmistakes?\b", "error"),
    (r"\bunstated\b", "default: ..., or: if it is not given"),
    (r"\bstated\b", "given"),
    (r"\banew\b", "again"),
    (r"\b(?:go|goes|going|went|gone) on\b(?! (?:top|the|a|an)\b)", "continue"),
    (r"\bso man[y]?th\b|\bso many(?:th|st)?\b(?! \w+ that)", "n-th, or the number itself"),
    (r"\bof the way of\b", "of the distance that ... travels"),
    (r"\bsquare to\b", "perpendicular to"),
    (r"\bstands? (?:here|there|under|beside|behind|between)\b", "is, belongs"),
    (r"\b(?:its|their|own|same|another|the) places?\b(?! (?:of|where))", "position, location"),
    (r"\bbut for\b", "except for"),
    (r"\ball the same\b", "anyway, nevertheless"),
    (r"\b(?:has|have|is|are) ended\b", "finished, or stopped"),
    (r"(?<!there )\b(?:is|are) no (?!longer\b|more\b|such\b|better\b|worse\b|less\b|further\b|larger\b|smaller\b|need\b)[a-z]+", "is not a ..."),
    (r"\bwhere it is meant\b", "if this is intended"),
    (r"\bturn (?:its|their|the) signs?\b|\bturn(?:s|ed)? it round\b|\bturned round\b", "reverse"),
    (r"\bwanted\b", "required, expected"),
    (r"\bfor good\b", "permanently"),
    (r"\bhalves of (?:its|the|their)\b[^.;]{0,30}\baxes\b", "semi-axes"),
    (r"(?<!full )\bturns count\b|\bcounted over turns\b", "counted over full turns"),
    (r"\b(?:no|not) (?:larger|greater|more|higher) than\b|\bmay not be above\b", "at most"),
    (r"\brubs?\b(?!:)|\brubbing\b", "has friction"),
    (r"\bis had\b|\bbe had\b|\bto be had\b", "is there, is given"),
    (r"\bby and by\b|\bthe like\b", "similar, and so on"),
    (r"\bas (?:good|well|long|far) as it (?:gets|likes)\b", "how good, how far"),
)]
BEFORE, AFTER = 24, 30  # characters of a breach that are shown

TOKEN = re.compile(r"//(?:\\\n|[^\n])*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^\s*#\s*include[^\n]*",
                   re.DOTALL | re.MULTILINE)


SCRIPT_TEXT = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\\n])*`")


def literals(source):
    """(line, text) of each literal of C, with those that follow it at once."""
    found, end = [], None
    for match in TOKEN.finditer(source):
        token = match.group()
        if token[0] != '"':
            continue
        text = token[1:-1].replace('\\"', '"').replace("\\n", "\n")
        if end is not None and not source[end:match.start()].strip():
            found[-1][1] += text
        else:
            found.append([source.count("\n", 0, match.start()) + 1, text])
        end = match.end()
    return found


def paragraphs(text):
    """(line, text) of each paragraph of a page; what stands between backquotes and in blocks is not prose."""
    text = re.sub(r"(?ms)^```.*?^```$", lambda block: "\n" * block.group().count("\n"), text)
    text = re.sub(r"`[^`\n]*`", "``", text)
    found, start, lines = [], 1, []
    for number, line in enumerate(text.split("\n") + [""], 1):
        if line.strip() and not line.startswith("|"):
            start = start if lines else number
            lines.append(line.strip())
            continue
        if lines:
            found.append((start, " ".join(lines)))
        lines = []
        if line.startswith("|"):
            found.append((number, line))
    return found


def comments(text):
    """(line, text) of each comment, title and description of a model; comments of consecutive lines together."""
    found, start, lines = [], 1, []
    for number, line in enumerate(text.split("\n") + [""], 1):
        match = re.search(r"(?:^|\s)# ?(.*)$", line)
        alone = match is not None and line.lstrip().startswith("#")
        if not alone and lines:
            found.append((start, " ".join(lines)))
            lines = []
        if alone:
            start = start if lines else number
            lines.append(match.group(1))
        else:
            found.append((number, match.group(1) if match else line if re.match(r"(?:title|description)\b|  [A-Z]", line) else ""))
    return found


def script_texts(line):
    """The texts of a line of JavaScript, without what is computed in them."""
    return " ".join(re.sub(r"\$\{[^{}]*\}", "", text) for text in SCRIPT_TEXT.findall(re.sub(r"(?:^|\s)//.*", "", line)))


def texts(root):
    """(path, line, text) of everything that a user meets."""
    for path in files_below(root, ["src"], {".c", ".h", ".def"}):
        for line, text in literals(path.read_text()):
            if len(re.findall(r"[A-Za-z]{2,}", text)) > 1:
                yield path, line, text
    for path in [path for path in (root / "src").rglob("*") if path.suffix in (".js", ".mjs", ".html")]:
        for number, line in enumerate(path.read_text().split("\n"), 1):
            yield path, number, line if path.suffix == ".html" else script_texts(line)
    pages = [root / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")]
    pages += [path for path in files_below(root, ["docs", "models"], {".md", ".txt"}) if "reference" not in path.parts]
    for path in pages:
        if path.is_file():
            for line, text in paragraphs(path.read_text()):
                yield path, line, text
    for path in files_below(root, ["docs", "models"], {".yaml"}):
        for line, text in comments(path.read_text()):
            yield path, line, text


def law_english(root, _):
    """No text that a user meets has a word of AVOID."""
    breaches = []
    for path, line, text in texts(root):
        for pattern, instead in AVOID:
            for match in pattern.finditer(text):
                around = text[max(0, match.start() - BEFORE):match.end() + AFTER].replace("\n", " ")
                breaches.append(f"{place(root, path, line)}: \"{match.group()}\" in \"{around}\"; write: {instead}")
    return breaches
