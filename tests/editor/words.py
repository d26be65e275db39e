# SPDX-License-Identifier: BSD-3-Clause
"""What the tables of the language say about every key.

They are printed by tests/unit/language/tables/test_tables.c, not taken from the JSON Schema: what an editor shows
through the schema is held against them.
"""

import re

SPACES = {"in the plane": ["planar"], "in space": ["spatial"]}
BOTH = ["planar", "spatial"]


class Type:
    """One type of a collection in one or both spaces, with its keys and their meanings."""

    def __init__(self, collection, name, spaces):
        self.collection = collection
        self.name = name
        self.spaces = spaces
        self.summary = ""
        self.item = {"bodies": "body", "analyses": "analysis"}.get(collection, collection[:-1])
        self.keys = {}  # "initial.position" -> the meanings of its rows

    def own_keys(self):
        """The keys that stand directly in an element of this type."""
        return sorted({path.split(".")[0] for path in self.keys})


def add_row(keys, line):
    match = re.match(r"\| `([^`]+)` \|.*\| (.*) \|$", line)
    if match:
        keys.setdefault(match.group(1), []).append(match.group(2))


def read_language(text):
    """(meanings of the top level by path, list of Type)."""
    top, types = {}, []
    section = ""
    collection = None
    for line in text.splitlines():
        if line.startswith("## "):
            section = line[3:]
            match = re.match(r"Types under `(\w+)`", section)
            collection = match.group(1) if match else None
        elif line.startswith("### ") and collection:
            match = re.match(r"### `(\w+)`(?:, (.*))?$", line)
            types.append(Type(collection, match.group(1), SPACES.get(match.group(2), BOTH)))
        elif section == "Top level":
            add_row(top, line)
        elif collection and types and types[-1].collection == collection:
            if line and not line.startswith(("|", "`", "NAME")) and not types[-1].summary:
                types[-1].summary = line
            add_row(types[-1].keys, line)
    return top, types


def tree_of(paths):
    """Dotted paths as nested maps; a leaf is an empty map."""
    tree = {}
    for path in paths:
        branch = tree
        for word in path.split("."):
            branch = branch.setdefault(word, {})
    return tree


def write_tree(tree, indent, prefix, lines, places):
    """Appends the map as YAML in block style; places tells line and column of every path."""
    for key, branch in tree.items():
        path = f"{prefix}.{key}" if prefix else key
        places[path] = (len(lines), indent)
        lines.append(" " * indent + key + (":" if branch else ": a"))
        write_tree(branch, indent + 2, path, lines, places)
