# SPDX-License-Identifier: BSD-3-Clause
"""Members of the structs of C headers."""

import re


def structs_of(paths, plain):
    """{name: (path, line, text between the braces)} of every typedef of a struct; plain: blanks
    comments and strings."""
    found = {}
    pattern = re.compile(r"^typedef struct (\w+) \{\n(.*?)^\} \1;", re.MULTILINE | re.DOTALL)
    for path in paths:
        code = plain(path.read_text())
        for match in pattern.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            found[match.group(1)] = (path, line, match.group(2))
    return found


def members_of(name, structs):
    """(type, declared word) of every member of a struct."""
    # parameters of functions are no members
    body = re.sub(r"\([^()*]*(?:\*[^()]*)?\)(?=\s*;)", "", structs[name][2])
    for member in body.split(";"):
        match = re.match(r"(?:const |enum |struct )*(\w+)\s+(.*)", member.strip(), re.DOTALL)
        if match:
            for word in match.group(2).split(","):
                yield match.group(1), word


def slots_of(name, structs):
    """Members of a struct, those of structs in it counted one by one."""
    count = 0
    for kind, word in members_of(name, structs):
        inner = kind in structs and "*" not in word
        count += slots_of(kind, structs) if inner else 1
    return count


def tables_of(name, kinds, structs):
    """The structs that a kind points to and that no struct but kinds, and tables of theirs, names."""
    users = {}  # of each struct, those that name it
    for other, (_path, _line, text) in structs.items():
        for word in set(re.findall(r"\w+", text)) - {other}:
            users.setdefault(word, set()).add(other)
    found, open_ends = [], [name]
    while open_ends:
        for kind, word in members_of(open_ends.pop(), structs):
            if "*" in word and kind in structs and kind not in kinds and kind not in found and \
                    users[kind] <= kinds.union(found):
                found.append(kind)
                open_ends.append(kind)
    return sorted(found)
