# SPDX-License-Identifier: BSD-3-Clause
"""What the laws share: files, places, sources without their texts."""

import re


def files_below(root, folders, endings):
    """Sorted files below the folders of root with one of the endings. There must be one."""
    found = []
    for folder in folders:
        for path in (root / folder).rglob("*"):
            if path.suffix in endings and path.is_file():
                found.append(path)
    if not found:
        raise FileNotFoundError(f"{' '.join(folders)}:1: there is no file in it")
    return sorted(found)


def place(root, path, line):
    return f"{path.relative_to(root)}:{line}"


def without_text(source):
    """Blanks comments, string and character literals, and keeps every line where it was."""
    pattern = re.compile(
        r"//(?:\\\n|[^\n])*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)

    def blank(match):
        newlines = "\n" * match.group().count("\n")
        return ('""' if match.group()[0] in "\"'" else " ") + newlines

    return pattern.sub(blank, source)
