# SPDX-License-Identifier: BSD-3-Clause
"""Laws of what is written: the decisions, and words of types in code (see laws.py)."""

import re

from house_files import files_below, place

DECISION_LINES = 12
DECISION_WIDTH = 180


def law_decisions(root, _):
    """Each section of DECISIONS.md: what was chosen, what was rejected and why, in few lines."""
    breaches = []
    path = root / "src" / "DECISIONS.md"
    title, count, where = None, 0, 0
    for number, line in enumerate(path.read_text().split("\n") + ["## end"], 1):
        if line.startswith("## "):
            if title is not None and count > DECISION_LINES:
                breaches.append(f"{place(root, path, where)}: \"{title}\" has {count} lines, at most "
                                f"{DECISION_LINES}; figures belong in tests/bench/RESULTS.md")
            title, count, where = line[3:], 0, number
        elif line.strip():
            count += 1
        if len(line) > DECISION_WIDTH:
            breaches.append(f"{place(root, path, number)}: {len(line)} characters, at most "
                            f"{DECISION_WIDTH}")
    return breaches


# Where the types of bodies, joints, forces and couplers are stated, and what is told of them.
TYPE_TABLES = ("src/elements/*.c", "src/language/tables/tables_relations.c")
MEASURE_TABLE = "src/elements/frames/measure_table.c"


def type_words(root):
    """{word: files whose tables state it as a type}"""
    found = {}
    for pattern in TYPE_TABLES:
        for path in root.glob(pattern):
            if path != root / MEASURE_TABLE:
                for word in re.findall(r'(?:\.type = |\b(?:KIND|JOINT)\()"(\w+)"', path.read_text()):
                    found.setdefault(word, set()).add(path)
    return found


def law_types(root, _):
    """No code asks for a type of element by its word, or tells it, outside the tables.

    A comparison with a type's word whose other side is a type is a breach, and so is any text made of
    nothing but types, one of which cannot be another word (it has an underscore).
    """
    breaches = []
    words = type_words(root)
    for path in files_below(root, ["src"], {".c", ".h"}):
        if path == root / MEASURE_TABLE:
            continue
        for number, line in enumerate(path.read_text().split("\n"), 1):
            line = re.sub(r"//.*", "", line)
            compares = re.search(r"cmp\([^()]*\btype\b", line)
            for text in re.findall(r'"((?:\\.|[^"\\])*)"', line):
                told = re.findall(r"\w+", text)
                if not told or any(word not in words or path in words[word] for word in told):
                    continue
                if re.fullmatch(r"[\w, ]+", text) and (
                        compares or any("_" in word for word in told)):
                    breaches.append(f"{place(root, path, number)}: \"{text}\" is a type of element")
    return breaches
