#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Proves that schema/model.schema.json serves an editor: asks the YAML language server.

usage: editor.py --root DIR --server FILE

FILE is the server's program, which `node` runs over its standard input and output. The documents are
opened as an editor opens them, and their first lines name the schema by a path. Asked are diagnostics
of a mistake at its line and column, completion of keys and types, hover over every key of the
language, and that no shipped file gets any diagnostic.
"""

import argparse
import pathlib
import subprocess
import sys
import time

import lsp
import words

MODELINE = "# yaml-language-server: $schema=../../schema/model.schema.json\n"
BASE = MODELINE + """\
mbs: 1
space: planar
gravity: [0, -9.81]
parameters:
  L: 1 m
bodies:
  bar: {type: rigid, mass: 1 kg, inertia: 0.1}
joints:
  hinge:
    type: revolute
    marker_i: ground
    marker_j: bar
forces:
  spring:
    type: spring_damper
    marker_i: ground
    marker_j: bar
    stiffness: 10 N/m
    free_length: 1 m
analyses:
  run:
    type: dynamics
    duration: 1 s
    integrator:
      method: ida
outputs:
  x: bar.x
checks:
  still: {max_abs: bar.x, below: 1 m}
"""

# (what, text of BASE, what stands there instead, "|" where the diagnostic begins, part of its text)
UNKNOWN = [
    ("at the top", "gravity:", "|gravitation:", "gravitation"),
    ("in a joint", "    marker_j: bar\nforces", "    marker_j: bar\n    |lenght: L\nforces", "lenght"),
    ("in a body in braces", "inertia: 0.1}", "inertia: 0.1, |markes: {}}", "markes"),
    ("of another type", "    stiffness: 10", "    |axis: [1, 0]\n    stiffness: 10", "axis"),
    ("two maps deep", "      method: ida", "      method: ida\n      |max_stp: 3", "max_stp"),
    ("in a check", "below: 1 m}", "below: 1 m, |analisis: run}", "analisis"),
]
WRONG = [
    ("a list for a number", "mass: 1 kg", "mass: |[1]", "number"),
    ("a negative mass", "mass: 1 kg", "mass: |-1", "0"),
    ("a map for a number", "duration: 1 s", "duration: |{s: 1}", "number"),
    ("a number for a marker", "    marker_j: bar\nforces", "    marker_j: |3\nforces", "string"),
    ("a number for a vector", "gravity: [0, -9.81]", "gravity: |9.81", "array"),
    ("three axes in the plane", "gravity: [0, -9.81]", "gravity: |[0, 0, -9.81]", "items"),
    ("an unknown word", "method: ida", "method: |idda", "ida"),
    ("an unknown type", "type: revolute", "type: |revolut", "revolute"),
    ("a type of space in the plane", "type: revolute", "type: |spherical", "revolute"),
    ("a character that no expression has", "stiffness: 10 N/m", "stiffness: |10 $", "number"),
]


def marked(text):
    """Text without its "|", and the place of that, line and column from zero."""
    at = text.index("|")
    line = text.count("\n", 0, at)
    return text[:at] + text[at + 1:], line, at - text.rfind("\n", 0, at) - 1


def plain(markdown):
    return markdown.replace("\\", "")


class Trial:
    """The assertions, counted; each document has a name of its own that is no file."""

    def __init__(self, server, root):
        self.server, self.root = server, root
        self.documents = 0
        self.held, self.broken = 0, []

    def hold(self, true, sentence):
        if true:
            self.held += 1
        else:
            self.broken.append(sentence)

    def open(self, text):
        self.documents += 1
        path = self.root / "tests" / "editor" / f"document_{self.documents}.yaml"
        return path, self.server.open(path, text)

    # ---- (1) and (2): diagnostics ----

    def mistakes(self, rows, kind):
        for what, old, new, words_of_message in rows:
            if BASE.count(old) != 1:
                raise ValueError(f"\"{old}\" does not stand once in the document")
            text, line, column = marked(BASE.replace(old, new))
            _, found = self.open(text)
            places = [(d["range"]["start"]["line"], d["range"]["start"]["character"],
                       d["message"]) for d in found]
            good = (len(places) == 1 and places[0][:2] == (line, column)
                    and words_of_message in places[0][2])
            self.hold(good, f"{kind} {what}: one diagnostic at {line + 1}:{column + 1} with "
                            f"\"{words_of_message}\" is wanted, not {places}")

    # ---- (3): completion ----

    def complete_keys(self, kind, space):
        """In an element whose type is stated, in both styles: the keys of that type, no others. The
        server adds an item that bundles the required keys, under the title of the type."""
        head = f"mbs: 1\nspace: {space}\n{kind.collection}:\n  a:"
        for text in (f"{head}\n    type: {kind.name}\n    |\n",
                     f"{head} {{type: {kind.name}, x|}}\n"):
            text, line, column = marked(MODELINE + text)
            path, _ = self.open(text)
            items = self.server.complete(path, line, column)
            names = sorted({i["label"] for i in items} - {kind.name, kind.item})
            wanted = sorted(set(kind.own_keys()) | {"repeat"})
            self.hold(names == wanted, f"keys of {space} {kind.collection} {kind.name}: "
                                       f"{wanted} are wanted, not {names}")
            if "{" not in text:
                bare = [i["label"] for i in items if ":" not in i.get("insertText", "")]
                self.hold(not bare, f"keys of {kind.name}: completed without a colon: {bare}")

    def complete_types(self, collection, space, types):
        head = f"mbs: 1\nspace: {space}\n{collection}:\n  a:"
        for text in (f"{head}\n    type: |\n", f"{head} {{type: |}}\n"):
            text, line, column = marked(MODELINE + text)
            path, _ = self.open(text)
            items = self.server.complete(path, line, column)
            names = sorted({i["label"] for i in items})
            self.hold(names == sorted(types), f"types of {space} {collection}: {sorted(types)} are "
                                              f"wanted, not {names}")

    # ---- (4): hover ----

    def hovers(self, head, tree, indent, meanings):
        """Paths whose hover does not show one of their meanings."""
        lines, places, missing = head.split("\n"), {}, {}
        words.write_tree(tree, indent, "", lines, places)
        path, _ = self.open("\n".join(lines) + "\n")
        for key, told in meanings.items():
            line, column = places[key]
            shown = plain(self.server.hover(path, line, column + 1))
            if not any(plain(meaning) in shown for meaning in told):
                missing[key] = shown
        return missing

    def hover_type(self, kind, space):
        head = (f"{MODELINE}mbs: 1\nspace: {space}\n{kind.collection}:\n  a:\n"
                f"    type: {kind.name}")
        missing = self.hovers(head, words.tree_of(kind.keys), 4, kind.keys)
        self.held += len(kind.keys) - len(missing)
        self.broken += [f"hover over {key} of {space} {kind.collection} {kind.name} shows "
                        f"\"{shown}\"" for key, shown in missing.items()]
        path = self.root / "tests" / "editor" / f"document_{self.documents}.yaml"
        shown = plain(self.server.hover(path, 5, 5))
        summary = plain(kind.summary).split(". ")[0].rstrip(".")
        self.hold(summary[1:] in shown,  # the page begins it with a capital
                  f"hover over the type {kind.name} shows \"{shown}\"")

    def hover_top(self, top):
        """Each key of the top level in at least one of the spaces."""
        missing = {}
        for space in ("planar", "spatial"):
            keys = {key: told for key, told in top.items() if key not in ("mbs", "space")}
            head = f"{MODELINE}mbs: 1\nspace: {space}"
            missing[space] = self.hovers(head, words.tree_of(keys), 0, keys)
        both = {key: shown for key, shown in missing["planar"].items() if key in missing["spatial"]}
        self.held += len(top) - 2 - len(both)
        self.broken += [f"hover over {key} shows \"{shown}\"" for key, shown in both.items()]

    # ---- (5): what is shipped ----

    def shipped(self):
        files = [path for folder in ("models", "docs/examples", "studies")
                 for path in sorted((self.root / folder).rglob("*.yaml"))]
        for path in files:
            text = path.read_text(encoding="utf-8")
            found = self.server.open(path, text)
            self.hold(not found, f"{path.relative_to(self.root)}: "
                                 f"{[(d['range']['start'], d['message']) for d in found]}")
            line = next(n for n, row in enumerate(text.splitlines()) if row.startswith("mbs"))
            self.hold("version" in self.server.hover(path, line, 1),
                      f"{path.relative_to(self.root)}: the schema is not in force")
            self.server.close(path)
        self.hold(len(files) >= 40, "no files are shipped")
        return len(files)


def run(trial, root, tables):
    printed = subprocess.run([tables, "--print"], check=True, capture_output=True, text=True).stdout
    top, types = words.read_language(printed)
    trial.hold(len(types) >= 40 and len(top) >= 100, "the tables of the language were not understood")
    _, found = trial.open(BASE)
    trial.hold(not found, f"the document without a mistake has {found}")
    trial.mistakes(UNKNOWN, "unknown key")
    trial.mistakes(WRONG, "wrong value")
    for kind in types:
        for space in kind.spaces:
            trial.complete_keys(kind, space)
            trial.hover_type(kind, space)
    for collection in sorted({kind.collection for kind in types}):
        for space in words.BOTH:
            trial.complete_types(collection, space, {
                k.name for k in types if k.collection == collection and space in k.spaces})
    trial.hover_top(top)
    print(f"editor: {len(types)} types, {len(top)} keys at the top and "
          f"{sum(len(k.keys) for k in types)} in types, {trial.shipped()} shipped files")


def main():
    parser = argparse.ArgumentParser(description="Asks the YAML language server about models.")
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--server", type=pathlib.Path, required=True)
    parser.add_argument("--tables", type=pathlib.Path, required=True)
    options = parser.parse_args()
    root = options.root.resolve()
    begin = time.monotonic()
    try:
        with lsp.Server(["node", str(options.server), "--stdio"], root) as server:
            trial = Trial(server, root)
            run(trial, root, options.tables)
    except lsp.ServerError as error:
        print(f"editor: {error}", file=sys.stderr)
        return 1
    for sentence in trial.broken:
        print(sentence)
    print(f"editor: {trial.held} assertions hold, {len(trial.broken)} do not, "
          f"{time.monotonic() - begin:.0f} s")
    return 1 if trial.broken else 0


if __name__ == "__main__":
    sys.exit(main())
