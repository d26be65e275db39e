#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The reference of docs/reference, made from what the loader's tables say and from the models of docs/examples.

  pages.py --root ROOT --writer TABLES --program MBSRUN   every page is fresh, every type and function has an
                                                          example, and every example runs with exit status 0
  ./dev record pages                                      writes the pages

TABLES --print (tests/unit/language/tables/test_tables.c) writes the tables as one text: a section for each
collection, in it a part for each type. Here a type becomes a page with its keys, its measures and its example. Nothing stands twice:

  keys of several types of a collection    in the page of the collection
  a block of keys in several places        a page of its own below shared/ (orientation, markers, ..)
  what is the same in the plane and space  once, before what differs

The example of a type is docs/examples/COLLECTION_TYPE.yaml, or .._planar.yaml and .._spatial.yaml where the plane and
space differ; that of a function is function_NAME.yaml.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

import library_pages

NOTE = "<!-- Written by tests/docs/pages.py from the tables of mbsrun; do not edit. -->\n\n"
HEAD = "| key | value | default | meaning |\n|---|---|---|---|\n"
COMMON = 4   # types with the same key, for it to stand in the page of their collection
SUFFIX = {"in the plane": "_planar", "in space": "_spatial"}
BLOCK = 3    # rows of a block that is worth a page of its own

# The end of a page: heading and example.
EXTRAS = {
    "motions": (("Examples", "motions"),),
    "events": (("Examples", "events"), ("All actions of events", "keys_of_events")),
    "top": (("Frames, families, distributions, includes", "keys_of_planar_models"),
            ("Poses in space, templates", "keys_of_poses")),
    "contact": (("Contacts between groups", "contact_pairs"),),
    "bushing": (("By matrices", "bushing_matrix"),),
    "inverse_dynamics": (("Residual forces of a body that nothing holds", "residual_forces"),),
    "dynamics": (("Integrators, initial states of analyses, checks", "keys_of_integrators"),)}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Row:
    """A key: its cells but the name, and the keys below it."""

    def __init__(self, name, cells):
        self.name, self.cells, self.below, self.link = name, cells, [], None

    def text(self, prefix=""):
        value, default, meaning = self.cells
        link = f" ([its keys]({self.link}))" if self.link else ""
        return f"| `{prefix}{self.name}` | {value} | {default} | {meaning}{link} |\n"

    def content(self):
        return (self.name, *self.cells, *(row.content() for row in self.below))


def rows_of(table):
    """The tree of keys of a table."""
    top = []
    for line in table.splitlines():
        found = re.fullmatch(r"\| `([^`]+)` \| (.*) \| (.*) \| (.*) \|", line)
        if not found:
            continue
        row = Row(found.group(1), found.groups()[1:])
        rows, path = top, row.name
        while rows and path.startswith(rows[-1].name + "."):
            path = path[len(rows[-1].name) + 1:]
            named = path.startswith("NAME.")
            path = path[5:] if named else path
            rows[-1].named = named
            rows = rows[-1].below
        row.name, row.named = path, False
        rows.append(row)
    return top


def count_of(rows):
    return sum(1 + count_of(row.below) for row in rows)


class Reference:
    def __init__(self, root):
        self.root, self.problems, self.made = root, [], {}
        self.blocks = {}      # content of a block that stands in several places: the name of its page
        self.block_rows = {}  # name: rows

    # ---- keys ----

    def put_rows(self, rows, here, prefix=""):
        """Rows as they stand in the page `here`; blocks with pages of their own as links."""
        out = []
        for row in rows:
            name = self.blocks.get(tuple(below.content() for below in row.below))
            row.link = os.path.relpath(f"shared/{name}.md", os.path.dirname(here) or ".") if name else None
            out.append(row.text(prefix))
            if row.below and not name:
                out.append(self.put_rows(row.below, here, f"{prefix}{row.name}.{'NAME.' if row.named else ''}"))
        return "".join(out)

    def find_blocks(self, tables):
        """Names the blocks that stand in several places, larger ones first."""
        places = collections.Counter()
        rows_by, name_by = {}, {}

        def visit(rows, where):
            for row in rows:
                if count_of(row.below) >= BLOCK:
                    content = tuple(below.content() for below in row.below)
                    places[content] += 1
                    rows_by[content] = row.below
                    name_by.setdefault(content, (row.name, where))
                visit(row.below, where)

        for where, rows in tables:
            visit(rows, where)
        several = [content for content, count in places.items() if count > 1]
        names = collections.Counter(name_by[content][0] for content in several)
        for content in several:
            name, (word, space) = name_by[content]
            choices = [name] if names[name] == 1 else [f"{name}_of_{word}", f"{name}_of_{word}{space}"]
            name = next(choice for choice in choices if choice not in self.block_rows)
            self.blocks[content], self.block_rows[name] = name, rows_by[content]

    def put_blocks(self):
        for name, rows in self.block_rows.items():
            here = f"shared/{name}.md"
            self.made[here] = (f"# Keys of `{name.split('_of_')[0]}`\n\nThese keys are the same wherever it "
                               f"is used. [All types](../README.md)\n\n{HEAD}{self.put_rows(rows, here)}")

    # ---- examples ----

    def example(self, name, here):
        path = os.path.join(self.root, "docs/examples", name + ".yaml")
        if not os.path.exists(path):
            self.problems.append(f"docs/examples/{name}.yaml is missing")
            return ""
        body = "\n".join(line for line in read(path).splitlines() if not line.startswith("# yaml-language"))
        link = os.path.relpath(f"../examples/{name}.yaml", os.path.dirname(here) or ".")
        return f"\nA model that runs, [{name}.yaml]({link}):\n\n```yaml\n{body}\n```\n"

    def extras(self, name, here):
        return "".join(f"\n## {heading}\n{self.example(example, here)}" for heading, example in EXTRAS.get(name, ()))

    def has_example(self, name):
        return os.path.exists(os.path.join(self.root, "docs/examples", name + ".yaml"))

    # ---- a type ----

    def type_page(self, collection, word, parts, common, measures):
        here = f"{collection}/{word}.md"
        spaces = [space for space, _, _ in parts]
        trees = [[row for row in rows if row.content() not in common] for _, _, rows in parts]
        both = [row for row in trees[0] if all(row.content() in [r.content() for r in tree] for tree in trees)]
        same = {row.content() for row in both}
        borrowed = list(dict.fromkeys(row.name for _, _, rows in parts for row in rows if row.content() in common))
        sentences = list(dict.fromkeys(text for _, text, _ in parts))
        if len(sentences) > 1:
            sentences = [f"{space.capitalize()}: {text[0].lower()}{text[1:]}" for space, text, _ in parts]
        out = [f"# `{word}`\n\n" + "\n\n".join(sentences) + "\n"]
        if len(parts) == 1 and spaces[0]:
            out.append(f"\nIt exists only {spaces[0]}.\n")
        if both:
            out.append("\n" + HEAD + self.put_rows(both, here))
        for (space, _, _), tree in zip(parts, trees):
            rest = [row for row in tree if row.content() not in same]
            if rest:
                out.append(f"\nOnly {space}:\n\n" + HEAD + self.put_rows(rest, here))
        if borrowed:
            out.append("\nAlso these [keys of several types](README.md#keys-of-several-types): "
                       + ", ".join(f"`{name}`" for name in borrowed) + ".\n")
        if measures:
            out.append("\n## Measures\n\n" + put_measures(measures))
        out.append("\n## Example\n" if len(parts) == 1 else "")
        for space, _, _ in parts:
            name = f"{collection}_{word}{SUFFIX.get(space, '')}"
            name = name if self.has_example(name) or not self.has_example(f"{collection}_{word}") else f"{collection}_{word}"
            if len(parts) > 1:
                out.append(f"\n## Example {space}\n")
            out.append(self.example(name, here))
        out.append(self.extras(word, here))
        self.made[here] = "".join(out)

    def collection(self, name, types, measures):
        """The pages of a collection; types: word, then (space, sentence, rows) for the plane and space."""
        stands = collections.Counter()
        for parts in types.values():
            for content in {row.content() for _, _, rows in parts for row in rows}:
                stands[content] += 1
        common = {content for content, count in stands.items() if count >= COMMON}
        listed, shown = [], set()
        for word, parts in types.items():
            self.type_page(name, word, parts, common, measures.pop(word, []))
            spaces = {"in the plane": ", in the plane only", "in space": ", in space only"}
            where = spaces.get(parts[0][0], "") if len(parts) == 1 else ""
            firsts = list(dict.fromkeys(text.split(". ")[0].rstrip(".") for _, text, _ in parts))
            if len(firsts) > 1:
                firsts = [f"{space.capitalize()}: {text[0].lower()}{text[1:]}" for (space, _, _), text in zip(parts, firsts)]
            listed.append(f"| [`{word}`]({word}.md){where} | {'. '.join(firsts)}. |\n")
        here = f"{name}/README.md"
        out = [f"# Types under `{name}`\n\n| type | what |\n|---|---|\n", *listed]
        rows = [row for parts in types.values() for _, _, rows in parts for row in rows
                if row.content() in common and not (row.content() in shown or shown.add(row.content()))]
        if rows:
            order = [row.name for row in rows]
            rows.sort(key=lambda row: order.index(row.name))
            out.append("\n## Keys of several types\n\n" + HEAD + self.put_rows(rows, here))
        self.made[here] = "".join(out)
        return listed

    # ---- the top level ----

    def top_pages(self, rows):
        """One page for each key of the model with keys below it, and the table of all."""
        for row in rows:
            if count_of(row.below) >= BLOCK:
                here = f"model/{row.name}.md"
                self.made[here] = (f"# `{row.name}`\n\n{HEAD}{self.put_rows([row], here)}"
                                   + self.extras(row.name, here))
        lines = [re.sub(r"^\| `(\w+)`", rf"| [`\1`]({row.name}.md)", Row(row.name, row.cells).text())
                 if f"model/{row.name}.md" in self.made else Row(row.name, row.cells).text()
                 + self.put_rows(row.below, "model/README.md", f"{row.name}.{'NAME.' if row.named else ''}")
                 for row in rows]
        self.made["model/README.md"] = ("# Keys of a model\n\n" + HEAD + "".join(lines)
                                        + self.extras("top", "model/README.md"))


def put_measures(rows):
    """rows: owner's space, measure, unit, level, meaning."""
    return ("| measure | unit | known as | meaning |\n|---|---|---|---|\n"
            + "".join(f"| {name}{f' ({space})' if space else ''} | {unit} | {level} | {meaning} |\n"
                      for space, name, unit, level, meaning in rows))


def function_page(reference, text):
    rows = ["\n## Examples\n\nEach model prints the function as its output `value`.\n\n",
            "| function | example call | model |\n|---|---|---|\n"]
    for name in re.findall(r"(?m)^\| `(\w+)\(", text):
        path = os.path.join(reference.root, "docs", "examples", f"function_{name}.yaml")
        if not os.path.exists(path):
            reference.problems.append(f"docs/examples/function_{name}.yaml is missing")
            continue
        call = re.search(r'value: "(.*)"', read(path)).group(1)
        rows.append(f"| `{name}` | `{call}` | [function_{name}.yaml](../examples/function_{name}.yaml) |\n")
    return text.strip("\n") + "\n" + "".join(rows)


def measures_of(text):
    """Owner: its rows; and what stands before the table."""
    found = collections.OrderedDict()
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if line.startswith("| ") and len(cells) == 5 and cells[0] != "of":
            owner, _, space = cells[0].partition(", ")
            found.setdefault(owner, []).append((space, *cells[1:]))
    return found, text.split("| of |", maxsplit=1)[0].strip()


def types_of(text):
    """Word: (space, sentence, rows) for each part of a collection's section."""
    types = collections.OrderedDict()
    for part in re.split(r"(?m)^### ", text)[1:]:
        heading, body = part.split("\n", 1)
        word, space = re.match(r"`(\w+)`(?:, (.*))?", heading).groups()
        types.setdefault(word, []).append((space or "", body.split("```", maxsplit=1)[0].strip(), rows_of(body)))
    return types


def pages(root, tables, problems):
    """Name of each page below docs/reference and its text."""
    reference = Reference(root)
    sections = [section.split("\n", 1) for section in re.split(r"(?m)^## ", tables)[1:]]
    found = {}
    trees = []
    for heading, text in sections:
        name = re.match(r"(?:Types under `)?(\w+)", heading).group(1)
        collection = heading.startswith("Types under")
        found[("types" if collection else name.lower())] = found.get("types", {}) if collection else text
        if collection:
            found["types"][name] = types_of(text)
            trees += [((word, SUFFIX.get(space, "")), rows)
                      for word, parts in found["types"][name].items() for space, _, rows in parts]
        elif name in ("Top", "Every"):
            trees.append((("model", ""), rows_of(text)))
    reference.find_blocks(trees)
    measures, words = measures_of(found["measures"])
    index = ["# Reference\n\nEvery word of the model language, with a model that runs for each type. `mbsrun explain WORD` "
             "shows the same in a\nterminal. The [guides](../README.md) say what to use when.\n\n"
             "- [keys of a model](model/README.md)\n- [measures](measures.md)\n- [functions of expressions](expressions.md)\n"
             "- [units](units.md)\n- [keys of every item](every.md): families\n"
             "- [mbsrun.h](library_c.md) and [the package for Python](library_python.md)\n"]
    for name, types in found["types"].items():
        listed = reference.collection(name, types, measures)
        index.append(f"\n## `{name}`\n\n| type | what |\n|---|---|\n" + "".join(listed).replace("](", f"]({name}/"))
    reference.top_pages(rows_of(found["top"]))
    reference.made["every.md"] = "# Keys of every item of a collection\n\n" + HEAD + reference.put_rows(
        rows_of(found["every"]), "every.md")
    reference.made["measures.md"] = (f"# Measures\n\n{words} Measures of a single type are on the page of that type.\n" + "".join(
        f"\n## {owner[0].upper()}{owner[1:]}\n\n{put_measures(rows)}" for owner, rows in measures.items())
        + reference.extras("measures", "measures.md"))
    reference.made["expressions.md"] = "# Functions of expressions\n\n" + function_page(reference, found["functions"])
    reference.made["units.md"] = "# Units\n\n" + found["units"].strip() + "\n"
    reference.put_blocks()
    reference.made["README.md"] = "".join(index)
    problems += reference.problems
    return {**{name: NOTE + text for name, text in reference.made.items()}, **library_pages.pages(root)}


def tables_of(writer):
    return subprocess.run([writer, "--print"], check=True, capture_output=True, text=True).stdout


def committed(folder):
    """The pages that are there."""
    return sorted(os.path.relpath(os.path.join(path, name), folder)
                  for path, _, names in os.walk(folder) for name in names)


def run_examples(root, program, problems):
    folder = os.path.join(root, "docs", "examples")
    with tempfile.TemporaryDirectory() as work:
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".yaml"):
                continue
            done = subprocess.run([program, "run", "-o", os.path.join(work, name), name],
                                  cwd=folder, capture_output=True, text=True, timeout=3000, check=False)
            if done.returncode != 0:
                problems.append(f"{name}: exit status {done.returncode}\n{done.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True)
    parser.add_argument("--writer", required=True)
    parser.add_argument("--program")
    options = parser.parse_args()
    problems = []
    folder = os.path.join(options.root, "docs", "reference")
    made = pages(options.root, tables_of(options.writer), problems)
    for name, text in made.items():
        path = os.path.join(folder, name)
        if not os.path.exists(path) or read(path) != text:
            problems.append(f"docs/reference/{name} is not fresh: ./dev record pages")
    problems += [f"docs/reference/{name} belongs to nothing: ./dev record pages"
                 for name in committed(folder) if name not in made]
    if options.program:
        run_examples(options.root, options.program, problems)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
