#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The reference pages of docs/reference, made from what the loader's tables say and from the models
of docs/examples.

  pages.py --root ROOT --program MBSRUN          every page is fresh, every type and function has an
                                                 example, and every example runs with exit status 0
  ./dev record pages                             writes the pages

schema/model-language.md is written by mbsrun's own tables (tests/unit/language/tables/test_tables.c); here it
becomes one page for each collection, each type followed by its example, as the file says it. The
example of a type is docs/examples/COLLECTION_TYPE.yaml, or .._planar.yaml and .._spatial.yaml where
the plane and space have tables of their own; that of a function is function_NAME.yaml.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

NOTE = "<!-- Written by tests/docs/pages.py from the tables of mbsrun; do not edit. -->\n\n"


# What stands at the end of a page: heading and example.
EXTRAS = {
    "top": (("`motions`", "motions"), ("`events`", "events"),
            ("Everything that an event can do", "keys_of_events"),
            ("Frames, families, distributions, includes", "keys_of_planar_models"),
            ("Poses in space, templates", "keys_of_poses"),
            ("Contacts between groups", "contact_pairs")),
    "forces": (("`bushing` by matrices", "bushing_matrix"),),
    "analyses": (("Residual forces of a body that nothing holds", "residual_forces"),
                 ("Integrators, where analyses start, checks", "keys_of_integrators")),
    "measures": (("In the plane", "measures_planar"), ("In space", "measures_spatial"))}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def example_block(root, name, problems):
    path = os.path.join(root, "docs", "examples", name + ".yaml")
    if not os.path.exists(path):
        problems.append(f"docs/examples/{name}.yaml is missing")
        return ""
    text = read(path)
    body = "\n".join(line for line in text.splitlines() if not line.startswith("# yaml-language"))
    return (f"\nA model that runs, [{name}.yaml](../examples/{name}.yaml):\n\n"
            f"```yaml\n{body}\n```\n")


def type_page(root, collection, text, problems):
    """The section of one collection with an example behind each type."""
    parts = re.split(r"(?m)^### ", text)
    page = [parts[0]]
    for part in parts[1:]:
        heading = part.split("\n", 1)[0]
        word = re.match(r"`(\w+)`", heading).group(1)
        suffix = ("_planar" if heading.endswith("in the plane")
                  else "_spatial" if heading.endswith("in space") else "")
        name = f"{collection}_{word}{suffix}"
        if suffix and not os.path.exists(os.path.join(root, "docs/examples", name + ".yaml")):
            other = f"{collection}_{word}"
            name = other if os.path.exists(os.path.join(root, "docs/examples",
                                                        other + ".yaml")) else name
        page.append("## " + part.rstrip("\n") + "\n" + example_block(root, name, problems) + "\n")
    return "".join(page)


def function_page(root, text, problems):
    rows = ["\n## Examples\n\nEach model prints the function as its output `value`.\n\n",
            "| function | a call | model |\n|---|---|---|\n"]
    for name in re.findall(r"(?m)^\| `(\w+)\(", text):
        path = os.path.join(root, "docs", "examples", f"function_{name}.yaml")
        if not os.path.exists(path):
            problems.append(f"docs/examples/function_{name}.yaml is missing")
            continue
        call = re.search(r'value: "(.*)"', read(path)).group(1)
        rows.append(f"| `{name}` | `{call}` | "
                    f"[function_{name}.yaml](../examples/function_{name}.yaml) |\n")
    return text.rstrip("\n") + "\n" + "".join(rows)


def pages(root, problems):
    """Name of each page and its text."""
    sections = re.split(r"(?m)^## ", read(os.path.join(root, "schema", "model-language.md")))
    made = {}
    index = ["# The model language, page by page\n\n"]
    for section in sections[1:]:
        heading, text = section.split("\n", 1)
        collection = re.match(r"Types under `(\w+)`", heading)
        name = collection.group(1) if collection else heading.split()[0].lower()
        if collection:
            text = type_page(root, name, text, problems)
        elif name == "functions":
            name = "calls"
            text = function_page(root, text, problems)
        for heading_of_extra, extra in EXTRAS.get(name, ()):
            text = (text.rstrip("\n") + f"\n\n## {heading_of_extra}\n"
                    + example_block(root, extra, problems))
        made[name + ".md"] = NOTE + "# " + heading + "\n" + text.rstrip("\n") + "\n"
        index.append(f"- [{heading}]({name}.md)\n")
    made["README.md"] = NOTE + "".join(index)
    return made


def run_examples(root, program, problems):
    folder = os.path.join(root, "docs", "examples")
    with tempfile.TemporaryDirectory() as work:
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".yaml"):
                continue
            done = subprocess.run([program, "run", "-o", os.path.join(work, name), name],
                                  cwd=folder, capture_output=True, text=True, timeout=3000)
            if done.returncode != 0:
                problems.append(f"{name}: exit status {done.returncode}\n{done.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True)
    parser.add_argument("--program")
    options = parser.parse_args()
    problems = []
    folder = os.path.join(options.root, "docs", "reference")
    made = pages(options.root, problems)
    for name, text in made.items():
        path = os.path.join(folder, name)
        if not os.path.exists(path) or read(path) != text:
            problems.append(f"docs/reference/{name} is not fresh: ./dev record pages")
    for name in sorted(os.listdir(folder)):
        if name not in made:
            problems.append(f"docs/reference/{name} belongs to nothing: ./dev record pages")
    if options.program:
        run_examples(options.root, options.program, problems)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
