# SPDX-License-Identifier: BSD-3-Clause
"""What one file offers to others is asked for by one of them."""

import re

from house_files import files_below, place, without_text

# Functions without a caller in src, each with the reason why it is there.
UNCALLED = {
    "main": "the operating system calls it",
    "foreign_function_row": "tests hold the list of other tools' functions against the language",
    "dynamics_read": "reads a motion between its steps, as tests of the interpolants do",
}
# What other programs call; tests/library/test_package.py holds it against what they see.
PUBLIC = "library/mbsrun.h"
# A declaration or a definition begins in the first column: words, stars and then name(.
DECLARED = re.compile(r"^(?!(?:return|else|typedef|#)\b)(?:[A-Za-z_]\w*[ *]+)+([a-z_]\w*)\(", re.MULTILINE)
STATIC = re.compile(r"^static\b")


PASTED = re.compile(r"\w+##(_\w+)|(\w+_)##\w+")  # NAME##_suffix, prefix_##NAME


def is_pasted(name, pastes, used):
    """Whether the name is made of a word of the sources by a macro."""
    return any((suffix and name.endswith(suffix) and name[:-len(suffix)] in used)
               or (prefix and name.startswith(prefix) and name[len(prefix):] in used)
               for suffix, prefix in pastes)


def read_or_nothing(path):
    return path.read_text() if path.exists() else ""


def law_used(root, _):
    """Every function that a header declares, or that a source defines for others, has a use in src."""
    paths = files_below(root, ["src"], {".c", ".h", ".def"})
    declared, used, pastes = {}, set(), set()
    for path in paths:
        text = without_text(path.read_text())
        pastes.update(PASTED.findall(text))
        for number, line in enumerate(text.splitlines(), 1):
            found = DECLARED.match(line)
            words = re.findall(r"[A-Za-z_]\w*", line)
            if found:
                name = found.group(1)
                words.remove(name)
                if not STATIC.match(line) or path.suffix == ".h":
                    declared.setdefault(name, (path, number))
            used.update(words)
    public = set(re.findall(r"\bmbs_\w+(?=\()", read_or_nothing(root / "src" / PUBLIC)))
    # a name that ends with _ is called from Fortran
    breaches = [f"{place(root, *declared[name])}: nothing in src uses {name}" for name in declared
                if name not in used and name not in UNCALLED and name not in public and name[-1] != "_" and not is_pasted(name, pastes, used)]
    breaches += [f"src:1: {name} is excepted, and has a use" for name in UNCALLED if name in used]
    return sorted(breaches)
