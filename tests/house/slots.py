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


def slots_of(name, structs):
    """Members of a struct, those of structs in it counted one by one."""
    count = 0
    # parameters of functions are no members
    body = re.sub(r"\([^()*]*(?:\*[^()]*)?\)(?=\s*;)", "", structs[name][2])
    for member in (part.strip() for part in body.split(";")):
        match = re.match(r"(?:const |unsigned |enum |struct )*(\w+)\s+(.*)", member, re.DOTALL)
        if match:
            kind, declared = match.groups()
            for word in declared.split(","):
                inner = kind in structs and "*" not in word
                count += slots_of(kind, structs) if inner else 1
    return count
