#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes anew what is derived from other files of the tree, and says in a line each what changed.

usage: ./dev record [WHAT ...] [--why "REASON"]

  tables        schema/model.schema.json, schema/study.schema.json, from the tables of the language
  pages         docs/reference, from the tables of the language and the models of docs/examples
  transcripts   what programs say in README.md, docs/*.md and docs/coming/*.md: a block without a language that the
                program does not say any more. Where "..." stands for lines, those most like the old ones are taken
  labels        tests/verdict/labels.txt: a row for each test that has none, none for a test that is gone
  data          reference/*.csv, from tests/reference/generate
  instructions  tests/bench/instructions.csv, from the release build, with the reason for what has become
                more expensive (without --why: the words of the last commit)
  faults        makes nothing: lists the planted faults of tests/bench/faults.txt whose old text is not in
                its file any more, with the lines that are nearest. A person mends them.

Without WHAT all of them, in this order. What has become another file is looked at before it is committed.
"""

import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
QUICK = ROOT / "build/quick"
MBSRUN = QUICK / "mbsrun"
LABELS = ROOT / "tests/verdict/labels.txt"
counts = {"same": 0, "changed": 0}


def tell(path, before, after):
    name = path.relative_to(ROOT)
    counts["same" if before == after else "changed"] += 1
    if before == after:
        return
    if before is None or after is None:
        print(f"{name}: {'new' if before is None else 'removed'}")
        return
    changes = [line for line in difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
               if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    shown = next((line for line in changes if line[0] == "+"), changes[0])
    print(f"{name}: {sum(c[0] == '+' for c in changes)} lines in, {sum(c[0] == '-' for c in changes)} out, "
          f"first {shown[:100]}")


def write(path, after):
    before = path.read_text(encoding="utf-8") if path.exists() else None
    if before != after:
        path.write_text(after, encoding="utf-8")
    tell(path, before, after)


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def tables(_):
    write(ROOT / "schema/model.schema.json", output(MBSRUN, "schema"))
    write(ROOT / "schema/study.schema.json", output(MBSRUN, "schema", "--study"))


def pages(_):
    sys.path.insert(0, str(ROOT / "tests/docs"))
    import pages as docs  # pylint: disable=import-outside-toplevel
    problems = []
    folder = ROOT / "docs/reference"
    made = docs.pages(str(ROOT), docs.tables_of(QUICK / "tests/unit/test_unit_language_tables"), problems)
    for name, text in made.items():
        (folder / name).parent.mkdir(exist_ok=True)
        write(folder / name, text)
    for name in docs.committed(folder):
        if name not in made:
            tell(folder / name, (folder / name).read_text(encoding="utf-8"), None)
            (folder / name).unlink()
    if problems:
        sys.exit("\n".join(problems))


def windows(said, shown):
    """The shown lines as they are said now. Between "..." stand pieces: of each, as many lines as it had, those most
    like it, one piece after the other."""
    pieces = [[line for line in piece.split("\n") if line] for piece in re.split(r"(?m)^\.\.\.$", shown)]
    if len(pieces) == 1:
        return said
    made, at = [], 0
    for number, piece in enumerate(pieces):
        made += ["..."] if number > 0 else []
        if piece:
            here = max(range(at, max(at, len(said) - len(piece)) + 1),
                       key=lambda k, old=piece: difflib.SequenceMatcher(
                           None, "\n".join(said[k:k + len(old)]), "\n".join(old), autojunk=False).ratio())
            made += said[here:here + len(piece)]
            at = here + len(piece)
    return made


def transcripts(_):
    """Blocks of pages that show what a program says, where it says something else now."""
    sys.path[:0] = [str(ROOT / "tests/docs"), str(ROOT / "tests/cli")]
    import blocks  # pylint: disable=import-outside-toplevel
    from program import PATIENCE  # pylint: disable=import-outside-toplevel
    environment = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"], "LC_ALL": "C"}
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/coming").glob("*.md"))]:
        text = after = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            runner = blocks.Page(ROOT, MBSRUN, pathlib.Path(folder) / "here", environment, PATIENCE)
            for block in blocks.blocks_of(text):
                wrong = runner.run(block)
                if wrong and block.language == "" and runner.said is not None:
                    lines = windows(runner.said.rstrip("\n").split("\n"), block.text)
                    after = after.replace("```\n" + block.text + "```", "```\n" + "\n".join(lines) + "\n```", 1)
                elif wrong:
                    print(f"{page.relative_to(ROOT)}:{block.line}: {wrong}")
        write(page, after)


def label_of(test):
    """What a new test is called at first: its ending, as CMake made it, else everyday."""
    ending = test.rsplit(".", 1)[-1]
    if ending in ("campaign", "machinery"):
        return ending
    return "campaign" if test.startswith(("m32.", "wasm.")) else "everyday"


def labels(_):
    lines = LABELS.read_text(encoding="utf-8").splitlines()
    rows = {line.split()[0]: line for line in lines if line and not line.startswith("#")}
    known = set()
    for build in ("quick", "m32", "wasm"):  # what is a test elsewhere is one in quick
        listing = ROOT / "build" / build / "tests.txt"
        known |= set(listing.read_text(encoding="utf-8").split()) if listing.exists() else set()
    for name in sorted(known - set(rows)):
        rows[name] = f"{name} {label_of(name)}"
        print(f"new: {rows[name]} (its label is yours to choose)")
    for name in sorted(set(rows) - known):
        if not name.startswith(("m32.", "wasm.")) or (ROOT / "build" / name.split(".")[0] / "tests.txt").exists():
            print(f"gone: {rows.pop(name)}")
    head = [line for line in lines if line.startswith("#")]
    write(LABELS, "\n".join(head + sorted(rows.values(), key=lambda row: row.split()[0].lower())) + "\n")


def data(_):
    tracked = sorted((ROOT / "reference").rglob("*.csv"))
    before = {path: path.read_text(encoding="utf-8") for path in tracked}
    subprocess.run([sys.executable, "-B", ROOT / "tests/reference/generate/generate.py"], cwd=ROOT, check=True,
                   stdout=subprocess.DEVNULL)
    after = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "reference").rglob("*.csv"))}
    for path in sorted(set(before) | set(after)):
        tell(path, before.get(path), after.get(path))


def instructions(why):
    why = why or output("git", "log", "-1", "--format=%s").strip()
    done = subprocess.run([sys.executable, "-B", ROOT / "tests/bench/instructions.py", "--record", why], cwd=ROOT,
                          check=False, capture_output=True, text=True)
    print((done.stdout + done.stderr).strip() or "tests/bench/instructions.csv: as it was")


def nearest(lines, old):
    """Number and similarity of the lines that are most like the old text."""
    wanted = old.splitlines()
    best = (0, 0.0)
    for k in range(max(1, len(lines) - len(wanted) + 1)):
        here = "\n".join(line.strip() for line in lines[k:k + len(wanted)])
        match = difflib.SequenceMatcher(None, here, "\n".join(line.strip() for line in wanted), autojunk=False)
        if match.real_quick_ratio() > best[1] and match.quick_ratio() > best[1] and match.ratio() > best[1]:
            best = (k, match.ratio())
    return best


def faults(_):
    sys.path.insert(0, str(ROOT / "tests/bench"))
    import faults as planted  # pylint: disable=import-outside-toplevel
    stale = 0
    entries = planted.read_faults(planted.HERE / "faults.txt")
    for fault in entries:
        path = ROOT / fault["file"]
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        count = text.count(fault["old"])
        if count == 1:
            continue
        stale += 1
        print(f"tests/bench/faults.txt: {fault['place']} | {fault['file']} | {fault['what']}: its old text stands "
              f"there {count} times" if path.is_file() else f"tests/bench/faults.txt: there is no {fault['file']}")
        if text and count == 0:
            lines = text.splitlines()
            k, ratio = nearest(lines, fault["old"])
            print(f"  nearest, {100 * ratio:.0f} % alike, {fault['file']}:{k + 1}:")
            print("\n".join("    " + line for line in lines[k:k + len(fault["old"].splitlines())]))
    print(f"faults: {len(entries) - stale} of {len(entries)} stand in today's sources")


PARTS = {part.__name__: part for part in (tables, pages, transcripts, labels, data, instructions, faults)}


def main():
    parser = argparse.ArgumentParser(prog="./dev record", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", metavar="WHAT", help=", ".join(PARTS))
    parser.add_argument("--why", default="")
    options = parser.parse_args()
    for word in options.what:
        if word not in PARTS:
            parser.error(f"{word} is none of {', '.join(PARTS)}")
    for name, part in PARTS.items():
        if not options.what or name in options.what:
            part(options.why)
    print(f"{counts['changed']} files changed, {counts['same']} are as they were")
    return 0


if __name__ == "__main__":
    sys.exit(main())
