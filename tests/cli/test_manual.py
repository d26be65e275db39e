# SPDX-License-Identifier: BSD-3-Clause
"""The manual pages: every command, option and key is told, nothing of ours is read as a request of roff, and what
shows pages (man, groff, mandoc) has nothing to say against them."""

import json
import pathlib
import re
import shutil
import subprocess

from program import PATIENCE, ProgramTest, kinds, main

REQUESTS = {".TH", ".SH", ".SS", ".PP", ".TP", ".RS", ".RE", ".BR", ".br", ".nf", ".fi", ".ad", ".nh"}
ESCAPES = re.compile(r"\\(?:-|e|&|\((?:aq|ha|ti|ga)|f[BIR]|\[u[0-9A-F]{4,5}\])")
SPOKEN = {r"\-": "-", r"\e": "\\", r"\(aq": "'", r"\(ha": "^", r"\(ti": "~", r"\(ga": "`"}


def spoken(source):
    """The words of a page, one blank between them."""
    lines = [line.split(" ", 1)[1] if line[:3] in (".SH", ".SS", ".BR") else line
             for line in source.splitlines() if line[:3] in (".SH", ".SS", ".BR") or line[:1] != "."]
    text = ESCAPES.sub(lambda found: SPOKEN.get(found.group(), ""), "\n".join(lines))
    return " ".join(text.split())


def keys_of(schema):
    """All names of properties, and all words of choices, in a JSON Schema."""
    if isinstance(schema, list):
        return set().union(*map(keys_of, schema))
    if not isinstance(schema, dict):
        return set()
    words = set(schema.get("properties", ())) | {word for word in schema.get("enum", ()) if word and word != "null"}
    return words.union(*(keys_of(value) for word, value in schema.items() if word != "not"))  # names nothing may take


class Manual(ProgramTest):
    def setUp(self):
        super().setUp()
        self.commands = re.findall(r"(?m)^  ([a-z]+) ", self.expect(0, "help").out.split("says more.")[1].split("Examples:")[0])
        self.assertGreater(len(self.commands), 18)

    def page(self, *words):
        return self.expect(0, "help", "--man", *words).out

    def pages(self):
        """File name: source."""
        return {"mbsrun.1": self.page(), "mbsrun-model.5": self.page("model"), "mbsrun-study.5": self.page("study"),
                **{f"mbsrun-{command}.1": self.page(command) for command in self.commands}}

    def test_every_command_and_option(self):
        program = spoken(self.page())
        for command in self.commands:
            help_text = self.expect(0, "help", command).out
            page = spoken(self.page(command))
            self.assertIn(f"NAME mbsrun-{command} - ", page)
            self.assertIn(f"mbsrun-{command} (1)", program)
            options = re.split(r"(?m)^  (?=-| {4}-)", help_text.split("Options:")[1].split("\n\nExit")[0])[1:]
            self.assertGreater(len(options), 2)
            for option in options:
                names, meaning = re.split(r"\n| {2,}", option.strip(), maxsplit=1)
                self.assertIn(" " + names, page)
                self.assertIn(" ".join(meaning.split())[1:], page)
            for line in help_text.split("\n\n", 2)[2].split("\nOptions:")[0].splitlines():
                self.assertIn(" ".join(line.split()).replace("Examples:", "EXAMPLES"), page)

    def test_every_key_and_word(self):
        for name, words in (("model", ["schema"]), ("study", ["schema", "--study"])):
            page = spoken(self.page(name))
            keys = keys_of(json.loads(self.expect(0, *words).out)) - ({"repeat"} if name == "study" else set())  # no families
            self.assertGreater(len(keys), 40)
            self.assertEqual({key for key in keys if not re.search(rf"(?<!\w){re.escape(key)}(?!\w)", page)}, set())
        page = spoken(self.page("model"))
        index = self.expect(0, "explain").out
        words = index.split("functions of expressions")[1].split("keys of a study")[0].replace(",", " ").split()
        self.assertGreater(len(words), 25)
        for word in words:
            self.assertIn(f" {word}(", page)
        for word in re.findall(r"(?m)^  (\S+)", self.expect(0, "explain", "measures").out):
            self.assertIn(f" {word} ", page)

    def test_source(self):
        for name, source in self.pages().items():
            self.assertTrue(source.isascii(), name)
            self.assertRegex(source, r'(?m)^\.TH MBSRUN\S* [15] "\d{4}-\d\d-\d\d" "mbsrun \d', name)
            depth = 0
            for line in source.splitlines()[1:]:
                self.assertIsNone(re.search(r"\\|[-'^~`]", ESCAPES.sub("", line)) if line[:3] != ".TH" else None,
                                  f"{name}: {line}")
                self.assertTrue(line[:1] != "." or line[:3] in REQUESTS, f"{name}: {line}")
                self.assertEqual(line, line.rstrip(), name)
                depth += {".RS": 1, ".RE": -1}.get(line, 0)
                self.assertGreaterEqual(depth, 0)
            self.assertEqual(depth, 0)

    def test_of_nothing(self):
        outcome = self.expect(2, "help", "--man", "simulate")
        self.assertEqual(outcome.out, "")
        self.assertIn('there is no command "simulate"', outcome.err)
        self.assertEqual(self.page(), self.page())

    def tool(self, *command):
        if not shutil.which(command[0]):
            self.skipTest(f"{command[0]} is not installed")
        return subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True,
                              timeout=PATIENCE, check=False)

    @kinds.machinery
    def test_no_warning(self):
        self.environment["LC_ALL"] = "C.UTF-8"
        for name, source in self.pages().items():
            self.write(name, source)
            for command in (["man", "--warnings", "-l", name], ["groff", "-man", "-Tutf8", "-ww", "-rLL=80n", name],
                            ["mandoc", "-Tlint", "-Wwarning", name]):
                done = self.tool(*command)
                self.assertEqual((done.returncode, done.stderr), (0, ""), f"{command}: {done.stdout[:500]}")
            words = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", self.tool("man", "-l", name).stdout)
            self.assertIn("mbsrun", words)
            self.assertIn("SEE ALSO", words)

    @kinds.machinery
    def test_installed(self):
        build = pathlib.Path(self.binary).parent
        done = self.tool("cmake", "--install", str(build), "--prefix", str(self.folder / "a b"))
        self.assertEqual(done.returncode, 0, done.stderr)
        share = self.folder / "a b/share/man"
        found = {f"{path.parent.name}/{path.name}": path.read_text() for path in share.rglob("*.[0-9]")}
        found.pop("man1/mbsrun-mpi.1", None)  # names another one; where there is MPI
        self.assertEqual(found, {f"man{name[-1]}/{name}": source for name, source in self.pages().items()})
        self.assertEqual(self.tool("man", "-w", "-M", str(share), "mbsrun-run").returncode, 0)


if __name__ == "__main__":
    main()
