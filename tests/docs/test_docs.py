# SPDX-License-Identifier: BSD-3-Clause
"""README.md and the guides of docs: every block runs, every link leads somewhere, every option exists (blocks.py)."""

import argparse
import pathlib
import re
import sys

import blocks

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
from program import PATIENCE, ProgramTest, kinds  # pylint: disable=wrong-import-position

ROOT = HERE.parent.parent
MOST_LINES = {"README.md": 130}   # of others: 250
LONGEST_LINE = 125                # rows of tables excepted
# Pages that begin with something else than a model.
WITHOUT_MODEL = {"docs/README.md", "docs/benchmarks.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "models/README.md",
                 "docs/install.md", "docs/licences.md", "docs/glossary.md", "docs/coming/README.md"}


def pages():
    """Every page that people read, but for the reference, which is made."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", ROOT / "CHANGELOG.md",
            ROOT / "models/README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/coming").glob("*.md"))]


def name_of(page):
    return str(page.relative_to(ROOT))


class Blocks(ProgramTest):
    """One test for each page; they are made below."""

    def check_page(self, page):
        text = page.read_text()
        runner = blocks.Page(ROOT, self.binary, self.folder / "here", self.environment, PATIENCE)
        wrong = [f"{name_of(page)}:{block.line}: {said}" for block in blocks.blocks_of(text)
                 if (said := runner.run(block))]
        self.assertEqual(wrong, [], "\n".join(wrong))


for _page in pages():
    setattr(Blocks, "test_" + re.sub(r"\W", "_", name_of(_page)),
            lambda self, page=_page: self.check_page(page))


class Form(ProgramTest):
    def test_sizes(self):
        for page in pages():
            lines = page.read_text().splitlines()
            self.assertLessEqual(len(lines), MOST_LINES.get(name_of(page), 250), name_of(page))
            for number, line in enumerate(lines, 1):
                if not line.startswith(("|", "[")):
                    self.assertLessEqual(len(line), LONGEST_LINE, f"{name_of(page)}:{number}")

    def test_a_guide_begins_with_a_model(self):
        for page in pages():
            if name_of(page) not in WITHOUT_MODEL:
                first = next(block for block in blocks.blocks_of(page.read_text()) if block.language not in blocks.OTHERS)
                self.assertTrue(blocks.WHOLE.match(first.text) or "<<'END'" in first.text, name_of(page))

    def test_links(self):
        count = 0
        for page in [*pages(), *(ROOT / "docs/reference").rglob("*.md")]:
            for link in blocks.links_of(page.read_text()):
                path, _, anchor = link.partition("#")
                there = page.parent / path if path else page
                if re.match(r"\w+:", link):
                    continue
                self.assertTrue(there.exists(), f"{name_of(page)}: {link}")
                if anchor and there.suffix == ".md":
                    self.assertIn(anchor, blocks.anchors_of(there.read_text()), f"{name_of(page)}: {link}")
                count += 1
        self.assertGreater(count, 300)

    def test_every_guide_is_in_the_index(self):
        for folder in (ROOT / "docs", ROOT / "docs/coming"):
            index = (folder / "README.md").read_text()
            for page in folder.glob("*.md"):
                if page.name != "README.md":
                    self.assertIn(f"({page.name})", index)


class Words(ProgramTest):
    """The tables of docs/coming: what a word of another program is called here."""

    def rows(self):
        """(page, words there, words here) of each row."""
        for page in sorted((ROOT / "docs/coming").glob("*.md")):
            for table in re.findall(r"(?m)^\| there \| here \|.*\n((?:\|.*\n)+)", page.read_text()):
                for row in table.splitlines()[1:]:
                    there, here = (re.findall(r"`([^`]+)`", cell) for cell in row.split("|")[1:3])
                    yield page, there, here

    def test_words_here_are_ours(self):
        count = 0
        for page, there, here in self.rows():
            self.assertTrue(there and here, f"{name_of(page)}: {there} {here}")
            for word in here:
                said = self.expect(0, "explain", word).out
                self.assertNotRegex(said.splitlines()[0], ": (a word from other programs|topic$|written in another way)", f"{name_of(page)}: {word}")
                count += 1
        self.assertGreater(count, 300)

    def test_words_there_mean_what_the_program_says(self):
        ours_of = words_of_others()
        count = 0
        for page, there, here in self.rows():
            for word in there:
                ours = ours_of.get(plain(word), set(here)) | {word.lower()}
                self.assertTrue(ours & set(here), f"{name_of(page)}: {word} is {ours}, not {here}")
                count += plain(word) in ours_of
        self.assertGreater(count, 120)


def plain(word):
    """A word as src/spec/foreign.def compares it."""
    return re.sub(r"[ _-]", "", word).lower()


def words_of_others():
    """{plain word of others: our words for it}, from src/spec/foreign.def."""
    found = {}
    for row in re.findall(r'(?m)^FOREIGN\(((?:\s*"[^"]*",?)+)\)', (ROOT / "src/spec/foreign.def").read_text()):
        ours, *theirs = re.findall(r'"([^"]*)"', row)
        for word in "".join(theirs).split():
            found.setdefault(plain(word), set()).add(ours)
    return found


class Commands(ProgramTest):
    """docs/commands.md beside what the program says of itself."""

    def setUp(self):
        super().setUp()
        self.text = (ROOT / "docs/commands.md").read_text()
        self.commands = re.findall(r"(?m)^  (\w+)", self.expect(0, "--help").out.split("says more.")[1].split("Examples:")[0])

    def options_of(self, command):
        return set(re.findall(r"(?m)^  (?:-\w, |    )?(--[a-z][a-z-]+)", self.expect(0, command, "--help").out))

    def test_every_command_has_its_row(self):
        self.assertGreater(len(self.commands), 15)
        for command in self.commands:
            self.assertTrue(re.search(rf"(?m)^\| `mbsrun {command}\b", self.text), command)

    def test_options(self):
        """Every option is named, and every page names only what there is."""
        known = set().union(*(self.options_of(command) for command in self.commands))
        for option in known:
            self.assertTrue(re.search(rf"{option}(?![a-z-])", self.text), option)
        for page in [page for page in pages() if page.name != "CONTRIBUTING.md"]:
            # ./dev, cmake, git and others have options of their own
            ours = "\n".join(line for line in page.read_text().splitlines()
                             if not re.search(r"\./dev|cmake|git |apt|sbatch|srun|mpirun|qsub|SBATCH", line))
            for option in set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", ours)) - {"--cpus-per-task"}:
                self.assertIn(option, known, name_of(page))

    def test_exit_statuses(self):
        said = self.expect(0, "--help").out
        for status in re.findall(r"(?:^| {2,})(\d+) [a-z]", said[said.index("Exit status"):]):
            self.assertIn(f"\n| {status} |", self.text)

    def test_keys_of_the_summary(self):
        text = (ROOT / "docs/results.md").read_text()
        model = ROOT / "models/iftomm/a01_simple_pendulum.yaml"
        self.expect(0, model, "-o", "out")
        summary = self.summary("out")
        swing = summary["analyses"]["swing"]
        table = text[text.index("on which programs may rely"):]
        table = table[:table.index("A number that is not determined")]
        for key in list(summary) + list(swing):
            self.assertRegex(table, rf"`\.?{key}\b", key)
        for key in ("energy_drift", "energy_drift_steps", "constraint_position",
                    "constraint_velocity", "constraint_acceleration", "defect", "free_body"):
            self.assertIn(f"`{key}`", table)
            self.assertIn(key, swing["audit"])


class Front(ProgramTest):
    def test_two_commands_are_marked(self):
        """What tests/fresh/run tries on a bare machine."""
        text = (ROOT / "README.md").read_text()
        marked = re.findall(r"<!-- fresh: (\w+) -->\n```sh\n(.*)\n```\n", text)
        self.assertEqual([name for name, _ in marked], ["run", "test"])
        self.assertTrue(marked[0][1].startswith("./dev run ") and marked[1][1] == "./dev test", marked)

    def test_versions_agree(self):
        version = re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
        self.assertIn(version, self.expect(0, "version").out.splitlines()[0])
        self.assertRegex((ROOT / "CITATION.cff").read_text(), rf'(?m)^version: "?{re.escape(version)}"?$')
        first = re.search(r"(?m)^## (\S+)", (ROOT / "CHANGELOG.md").read_text()).group(1)
        self.assertEqual(first, version)
        self.assertTrue((ROOT / "debian/changelog").read_text().startswith(f"mbsrun ({version}) "))
        for name in ("docs/install.md", "packaging/homebrew/mbsrun.rb", "packaging/conda/meta.yaml", "packaging/Containerfile"):
            self.assertEqual(set(re.findall(r"\d+\.\d+\.\d+(?!\.)", re.sub(r"127\S*", "", (ROOT / name).read_text()))), {version}, name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    options, rest = parser.parse_known_args()
    ProgramTest.binary = str(pathlib.Path(options.binary).resolve())
    kinds.run([sys.argv[0], *rest])


if __name__ == "__main__":
    main()
