#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""try_page.py BINARY PAGE...: runs the blocks of pages and says what is wrong, while one writes."""

import os
import pathlib
import sys
import tempfile

import blocks

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def main():
    wrong = 0
    for name in sys.argv[2:]:
        text = pathlib.Path(name).read_text()
        with tempfile.TemporaryDirectory() as work:
            page = blocks.Page(ROOT, os.path.abspath(sys.argv[1]), pathlib.Path(work) / "here",
                               {"PATH": os.environ["PATH"], "HOME": work}, 3000)
            for block in blocks.blocks_of(text):
                said = page.run(block)
                if said:
                    wrong += 1
                    print(f"{name}:{block.line}: {said}\n")
            print(f"{name}: {page.count} blocks, {len(text.splitlines())} lines")
        for number, line in enumerate(text.splitlines(), 1):
            if len(line) > 120 and not line.startswith("|"):
                print(f"{name}:{number}: {len(line)} characters")
        for link in blocks.links_of(text):
            path, _, anchor = link.partition("#")
            there = (pathlib.Path(name).parent / path) if path else pathlib.Path(name)
            if link.startswith("http"):
                continue
            if not there.exists() or (anchor and anchor not in blocks.anchors_of(there.read_text())):
                print(f"{name}: broken link {link}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
