# SPDX-License-Identifier: BSD-3-Clause
"""Two pages of the reference: mbsrun.h from its declarations and comments, the package for Python from its docstrings."""

import ast
import inspect
import pathlib
import re
import textwrap

NOTE = "<!-- Written by tests/docs/library_pages.py from {}; do not edit. -->\n\n"
WIDTH = 120


def filled(text):
    """Paragraphs of at most WIDTH; indented lines stay as they are, as code."""
    made = []
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        code = [line for line in part.split("\n") if line.startswith("  ")]
        if code and len(code) == len(part.split("\n")):
            made.append("```\n" + textwrap.dedent(part) + "\n```")
        elif code:  # a formula in a paragraph
            before = part.split("\n")
            at = next(k for k, line in enumerate(before) if line.startswith("  "))
            to = next((k for k in range(at, len(before)) if not before[k].startswith("  ")), len(before))
            pieces = ["\n".join(before[:at]), "\n".join(before[at:to]), "\n".join(before[to:])]
            made += [filled(piece) for piece in pieces if piece.strip()]
        else:
            made.append(textwrap.fill(" ".join(part.split()), WIDTH, break_on_hyphens=False, break_long_words=False))
    return "\n\n".join(made)


def uncommented(lines):
    return "\n".join(re.sub(r"^// ?", "", line) for line in lines)


def opened(text):
    """With a capital letter."""
    return text[0].upper() + text[1:]


def header_page(text):
    """Each declaration with the comment before it, below the heading of its part."""
    lines = [line for line in text.split("\n") if line != "// SPDX-License-Identifier: BSD-3-Clause"]
    at = next(k for k, line in enumerate(lines) if not line.startswith("//"))
    first = uncommented(lines[:at])
    made = ["# mbsrun.h\n", filled(opened(first[first.index(":") + 1:].strip())) + "\n",
            "How to compile and link, and an example: [Python and C](../library.md).\n"]
    comment, rest, before, at_code = [], lines[at:], None, 0
    while rest:
        line = rest.pop(0)
        part = re.match(r"// ---- (.*) ----", line)
        if part:
            made.append(f"## {part.group(1).capitalize()}\n")
            comment = []
        elif line.startswith("//"):
            comment.append(line)
        elif re.match(r"typedef|MBS_API|#define MBS_\w+(OPTIONS|_ABI| )", line) and "__attribute__" not in line:
            declared = [line]
            while not re.search(r"[;}0-9]$", declared[-1]) or (declared[0].startswith("typedef") and "{" in declared[0]
                                                             and not declared[-1].startswith("}")
                                                             and not declared[-1].endswith("};")
                                                             and "} mbs_" not in declared[-1]):
                declared.append(rest.pop(0))
            code = re.sub(r"^MBS_API (.*)$", lambda found: found.group(1).replace("\n        ", "\n"), "\n".join(declared),
                          flags=re.DOTALL)
            if code == "#define MBS_API":
                continue
            if not comment and made[-1] == before:  # with the one above it
                made[at_code] = made[at_code].replace("\n```\n", "\n" + code + "\n```\n")
                continue
            at_code = len(made)
            made.append("```c\n" + code + "\n```\n")
            made += [filled(uncommented(comment)) + "\n"] if comment else []
            comment, before = [], made[-1]
        elif not line.strip():
            comment = []
    return "\n".join(made)


def signature(node):
    for argument in (*node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg):
        if argument is not None:
            argument.annotation = None  # the words below say it
    words = ast.unparse(node.args)
    words = re.sub(r"^self(, )?", "", words)
    return f"{node.name}({words})"


def is_property(node):
    return any(isinstance(each, ast.Name) and each.id == "property" for each in node.decorator_list)


def described(node):
    return filled(inspect.cleandoc(ast.get_docstring(node, clean=False) or ""))


def python_page(folder):
    """Public functions and classes, in the order of __all__, with their docstrings."""
    nodes = {}
    for path in sorted(folder.glob("[a-z]*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                nodes[node.name] = node
    package = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    names = next(ast.literal_eval(node.value) for node in package.body
                 if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    made = ["# Package mbsrun\n", described(package) + "\n"]
    functions = [name for name in names if isinstance(nodes[name], ast.FunctionDef)]
    for name in functions:
        made += [f"## {name}\n", f"```python\nmbsrun.{signature(nodes[name])}\n```\n", described(nodes[name]) + "\n"]
    for name in [name for name in names if name not in functions]:
        made += [f"## {name}\n", described(nodes[name]) + "\n"]
        for node in nodes[name].body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and ast.get_docstring(node):
                title = node.name if is_property(node) else signature(node)
                made += [f"### `{title}`\n", described(node) + "\n"]
            elif isinstance(node, ast.AnnAssign):
                made += [f"- `{node.target.id}`: {ast.unparse(node.annotation)}"]
        if isinstance(nodes[name].body[-1], ast.AnnAssign):
            made.append("")
    return "\n".join(made)


def pages(root):
    """Name of each page below docs/reference and its text."""
    root = pathlib.Path(root)
    return {"library_c.md": NOTE.format("src/library/mbsrun.h")
            + header_page((root / "src/library/mbsrun.h").read_text(encoding="utf-8")),
            "library_python.md": NOTE.format("src/python/mbsrun") + python_page(root / "src/python/mbsrun")}
