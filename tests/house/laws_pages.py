# SPDX-License-Identifier: BSD-3-Clause
"""What a reader is told of files: the page of each room, and comments that name a file."""

import re

from house_files import files_below, place

PAGE_LINES = 20
NAME = re.compile(r"(?<![\w./\]<])((?:\w+/)*[a-z]\w*\.(?:c|h|def|js|mjs))\b(?![\w(])")


def names_of(root):
    """Paths below the root of everything that a page or a comment may name."""
    return {path.relative_to(root).as_posix()
            for path in files_below(root, ["src", "tests"], {".c", ".h", ".def", ".js", ".mjs"})}


def is_there(names, name):
    return any(path == name or path.endswith(f"/{name}") for path in names)


def unknown_files(root, page, names):
    return [f"{place(root, page, number)}: there is no {name}"
            for number, line in enumerate(page.read_text().splitlines(), 1)
            for name in re.findall(r"`([\w./-]+\.(?:c|h|def|js|mjs))`", line) if not is_there(names, name)]


def law_pages(root, _):
    """Each folder of src with sources has a README.md of at most PAGE_LINES lines, and what it names is there."""
    names, breaches = names_of(root), []
    folders = sorted({path.parent for path in files_below(root, ["src"], {".c", ".h", ".def"})})
    for folder in folders:
        page = folder / "README.md"
        if not page.is_file():
            breaches.append(f"{folder.relative_to(root).as_posix()}:1: it has no page (README.md)")
            continue
        count = page.read_text().count("\n")
        if count > PAGE_LINES:
            breaches.append(f"{place(root, page, 1)}: {count} lines, at most {PAGE_LINES}")
        breaches += unknown_files(root, page, names)
    way_in = root / "src" / "README.md"
    return breaches + (unknown_files(root, way_in, names) if way_in.is_file() else [])


def law_comments(root, _):
    """A file that a comment of src names exists."""
    names, breaches = names_of(root), []
    paths = files_below(root, ["src"], {".c", ".h", ".def"})
    for path in paths:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            comment = line[line.index("//"):] if "//" in line else ""
            breaches += [f"{place(root, path, number)}: there is no {name}"
                         for name in NAME.findall(comment) if not is_there(names, name)]
    return breaches
