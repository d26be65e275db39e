# SPDX-License-Identifier: BSD-3-Clause
"""What stands in a page of README.md, docs/*.md and docs/coming/*.md, and how each block of it is run.

A page's blocks, in their order:

  ```yaml, first line "# name.yaml"   a whole model or study: it is kept under this name and run, exit status 0.
                                      "# name.yaml: exit 6" where it is meant to end so
  ```yaml, anything else              a piece of a model: it is put into the last whole one of the page (or into the
                                      one that its first line names, "# in name.yaml"), key by key, and that is run
  ```sh                               commands, one after the other in the folder of the page; "# exit 3" at the end
                                      of a line where it is not 0
  ``` without a language              what the command before says, on standard output or error. A line "..." stands
                                      for any lines. Numbers agree to 1 in 20, or are both smaller than 1e-3; times of
                                      the processor are any
  ```adams, ```xml, .. (OTHERS)       the file of another program: not run
  ```pycon, ```c                      of docs/library.md: tests/library/test_guide.py runs them

The folder holds models, reference, schema and studies, as a checkout does. Commands that this machine cannot be
asked for (a browser, a cluster) have stand-ins on the PATH which look at what they are given.
"""

import io
import json
import re
import shlex
import shutil
import subprocess

import ruamel.yaml

WHOLE = re.compile(r"# ([\w./-]+\.yaml)(?:: exit (\d+))?\n")
INTO = re.compile(r"# in ([\w./-]+\.yaml)\n")
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
ROOMS = ("models", "reference", "schema", "studies")
OTHERS = ("adams", "simscape", "xml", "modelica", "mbdyn", "chrono", "python", "pycon", "c")


class Block:
    def __init__(self, language, text, line):
        self.language, self.text, self.line = language, text, line


def blocks_of(text):
    found, language, lines, start = [], None, [], 0
    for number, line in enumerate(text.splitlines(), 1):
        if language is None and line.startswith("```"):
            language, lines, start = line[3:].strip(), [], number
        elif language is not None and line == "```":
            found.append(Block(language, "\n".join(lines) + "\n", start))
            language = None
        elif language is not None:
            lines.append(line)
    return found


def prose_of(text):
    """The page without its blocks."""
    return re.sub(r"(?ms)^```.*?^```$", "", text)


def anchors_of(text):
    """The names that headings get, as the sites that show markdown make them."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in re.findall(r"(?m)^#+ (.*)$", prose_of(text))}


def links_of(text):
    prose = re.sub(r"`[^`]*`", "", prose_of(text))
    return re.findall(r"\]\(([^)\s]+)\)", prose) + re.findall(r'(?:src|href)="([^"]+)"', prose)


def commands_of(text):
    """(command, exit status) of each line of a block; what follows << or a backslash is of its line."""
    lines = text.splitlines()
    while lines:
        command = lines.pop(0)
        while command.endswith("\\"):
            command += "\n" + lines.pop(0)
        here = re.search(r"<<-?\s*'?(\w+)'?", command)
        while here and command.splitlines()[-1] != here.group(1):
            command += "\n" + lines.pop(0)
        status = re.search(r"#.*\bexit (\d+)", command.splitlines()[0])
        if command.strip() and not command.startswith("#"):
            yield command, int(status.group(1)) if status else 0


def same_words(said, shown):
    """None, or what of the shown lines is not said."""
    said = said.splitlines()
    at = 0
    skip = False
    for line in shown.splitlines():
        if line.strip() == "...":
            skip = True
            continue
        while skip and at < len(said) and not same_line(said[at], line):
            at += 1
        if at >= len(said) or not same_line(said[at], line):
            return f"shown: {line}\nsaid:  {said[at] if at < len(said) else '(nothing more)'}"
        at += 1
        skip = False
    return None if skip or at == len(said) else f"said, not shown: {said[at]}"


def same_line(said, shown):
    def words(line):
        return " ".join(NUMBER.sub("#", line).split())

    def numbers(line):
        return [(float(found.group()), bool(re.match(r" ?m?s\b", line[found.end():])))
                for found in NUMBER.finditer(line)]

    if words(said) != words(shown):
        return False
    return all(of_time or abs(a - b) <= 0.05 * abs(b) or max(abs(a), abs(b)) < 1e-3
               for (a, of_time), (b, _) in zip(numbers(said), numbers(shown)))


def merge(base, piece):
    """The piece put into the base; an element of another type takes the place of the one before."""
    for key, value in piece.items():
        there = base.get(key)
        other = isinstance(there, dict) and isinstance(value, dict) and there.get("type") != value.get("type", there.get("type"))
        if isinstance(there, dict) and isinstance(value, dict) and not other:
            merge(there, value)
        else:
            base[key] = value
    return base


def load(text):
    return ruamel.yaml.YAML(typ="safe", pure=True).load(io.StringIO(text))


class Page:
    """Runs the blocks of one page in a folder."""

    def __init__(self, root, binary, folder, environment, patience):
        self.root, self.binary, self.folder, self.patience = root, binary, folder, patience
        self.environment = dict(environment)
        self.kept = []        # lines that change the shell: cd and export
        self.whole = {}       # text of each whole model and study
        self.last = None      # its name
        self.said = None      # of the last command
        self.count = 0
        tools = folder / ".tools"
        tools.mkdir(parents=True)
        (tools / "mbsrun").symlink_to(binary)
        for name, script in STAND_INS.items():
            (tools / name).write_text("#!/bin/sh\n" + script)
            (tools / name).chmod(0o755)
        self.environment["PATH"] = f"{tools}:{self.environment['PATH']}"
        for room in ROOMS:
            shutil.copytree(root / room, folder / room, ignore=shutil.ignore_patterns("results"))
        build = folder / "build/release"
        build.mkdir(parents=True)
        (build / "mbsrun").symlink_to(binary)

    def shell(self, command):
        script = "\n".join([*self.kept, re.sub(r"(?m)^\./dev run\b", "mbsrun", command)])
        return subprocess.run(["sh", "-c", script], cwd=self.folder, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=self.patience, check=False)

    def run(self, block):
        """None, or what is wrong with a block."""
        self.count += 1
        if block.language == "sh":
            return self.run_commands(block)
        if block.language == "yaml":
            return self.run_yaml(block)
        if block.language == "":
            if self.said is None:
                return "nothing was said before"
            return same_words(self.said, block.text)
        if block.language in OTHERS:
            return None
        return f'a block of "{block.language}" is neither sh nor yaml nor what a command says'

    def run_commands(self, block):
        for command, status in commands_of(block.text):
            if re.match(r"cd |export ", command):
                self.kept.append(command)
                continue
            if command.startswith("./dev ") and not command.startswith("./dev run "):
                verb = shlex.split(command)[1]
                if f"{verb})" not in (self.root / "dev").read_text() and f"\n{verb}:" not in (self.root / "dev").read_text():
                    return f"./dev has no verb {verb}"
                continue
            done = self.shell(command)
            self.said = done.stdout
            if done.returncode != status:
                return f"{command}\nexit status {done.returncode}, not {status}\n{done.stdout}"
        return None

    def run_yaml(self, block):
        whole, into = WHOLE.match(block.text), INTO.match(block.text)
        if whole:
            name = self.last = whole.group(1)
            self.whole[name] = block.text
            (self.folder / name).write_text(block.text)
            return self.run_file(name, int(whole.group(2) or 0))
        name = into.group(1) if into else self.last
        if name not in self.whole:
            return "a piece, and no whole model before it"
        both = merge(load(self.whole[name]), load(block.text) or {})
        made = re.sub(r"\.yaml$", f"_{block.line}.yaml", name)
        (self.folder / made).write_text(json.dumps(both, indent=1, default=str))
        return self.run_file(made, 0)

    def run_file(self, name, status):
        study = "mbs_study" in (self.folder / name).read_text()
        command = ["sweep"] if study else ["run"]
        done = subprocess.run([self.binary, *command, name, "-o", f"out/{name}", "--color", "never"], cwd=self.folder,
                              env=self.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=self.patience, check=False)
        self.said = done.stdout
        return None if done.returncode == status else (
            f"{name}: exit status {done.returncode}, not {status}\n{done.stdout}")


STAND_INS = {
    "xdg-open": 'test -s "$1"\n',
    "jq": 'shift "$(($# - 1))"; python3 -c "import json, sys; json.load(open(sys.argv[1]))" "$1"\n',
    "sbatch": 'test -s "$1"\n',
    "mpirun": 'while [ "$1" != mbsrun-mpi ]; do shift; done; shift; exec mbsrun "$@"\n',
}
