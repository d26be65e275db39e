#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What is handed on gives the same results: the resolved model (dump), the same without any other
file (dump --bundle), the same as JSON, and the starter model (init).

usage: test_share.py --binary MBSRUN --root ROOT
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import kinds  # pylint: disable=wrong-import-position

BINARY = SOURCE = None
SANITIZED = False  # such a build loads and writes models here; the release build runs them as well


def mbsrun(*arguments, folder=None, status=0):
    done = subprocess.run([str(BINARY), *map(str, arguments)], cwd=folder, capture_output=True,
                          check=False, timeout=3000)
    if status is not None and done.returncode != status:
        raise AssertionError(f"{arguments}: exit {done.returncode}\n{done.stderr.decode()}")
    return done


def without_places(value):
    """A summary without what names the file: the same keys, without paths, hashes and lines."""
    if isinstance(value, dict):
        gone = {"file", "sha256", "line", "column", "place", "includes", "text"}
        return {key: without_places(item) for key, item in value.items() if key not in gone}
    if isinstance(value, list):
        # that a body moves freely is told of a family's first member, in a resolved model of every one
        return [without_places(item) for item in value
                if not (isinstance(item, dict) and item.get("code") == "I-PHYS-005")]
    if isinstance(value, str):  # a resolved model has no families
        return re.sub(r", with \w+ = \d+.*$", "", value)
    return value


def results(model, folder):
    """{name: bytes} of a run's files, the summary without places."""
    status = mbsrun(model, "-o", folder, "--reproducible", "-q", "--max-nodes", "1000000",
                    status=None).returncode
    found = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    found["summary.json"] = without_places(json.loads(found["summary.json"]))
    del found["summary.json"]["parameters"]  # those that count copies are resolved
    return status, found


class Share(unittest.TestCase):
    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="mbsrun-share-"))
        self.addCleanup(shutil.rmtree, self.scratch, True)


class TestShipped(Share):
    """Every shipped model, beside its original and alone in an empty folder."""

    @kinds.sampled
    def test_same_bytes(self):
        for folder in ("models", "reference"):
            shutil.copytree(SOURCE / folder, self.scratch / folder)
        alone = self.scratch / "alone"
        alone.mkdir()
        models = [path for path in sorted((self.scratch / "models").rglob("*.yaml"))
                  if not path.read_text().startswith("mbs_study") and "\nmbs_study" not in path.read_text()]
        self.assertGreater(len(models), 10)
        for count, path in enumerate(kinds.some(models, 8)):
            with self.subTest(model=path.name):
                self.look_at(path, alone, count)

    def look_at(self, path, alone, count):
        dumped = mbsrun("dump", path).stdout
        beside = path.with_name("resolved.yaml")
        beside.write_bytes(dumped)
        self.assertEqual(mbsrun("dump", beside).stdout, dumped)
        bundle = alone / f"{path.stem}.yaml"
        bundle.write_bytes(mbsrun("dump", "--bundle", path).stdout)
        self.assertNotIn(b"file:", bundle.read_bytes())
        if SANITIZED:
            mbsrun("dump", bundle)
            beside.unlink()
            return
        ours = results(path, self.scratch / f"ours{count}")
        self.assertEqual(ours, results(beside, self.scratch / f"beside{count}"))
        self.assertEqual(ours, results(bundle, self.scratch / f"alone{count}"))
        beside.unlink()


class TestDefaults(Share):
    """Said defaults change nothing: rows to the byte, for every example of the reference pages."""

    @kinds.sampled
    def test_same_rows(self):
        shutil.copytree(SOURCE / "docs" / "examples", self.scratch / "examples")
        paths = sorted((self.scratch / "examples").glob("*.yaml"))
        self.assertGreater(len(paths), 80)
        for count, path in enumerate(kinds.some(paths, 15)):
            with self.subTest(model=path.name):
                said = path.with_name("said_" + path.name)
                said.write_bytes(mbsrun("dump", "--defaults", path).stdout)
                self.assertEqual(mbsrun("dump", "--defaults", said).stdout, said.read_bytes())
                if SANITIZED:
                    continue
                rows = [{name: content for name, content in results(model, self.scratch / f"{kind}{count}")[1].items()
                         if name.endswith(".csv")} for kind, model in (("plain", path), ("said", said))]
                self.assertTrue(rows[0])
                self.assertEqual(rows[0], rows[1])
                said.unlink()

    @unittest.skipIf("--sanitized" in sys.argv, "the release build loads them all")
    def test_what_is_said_is_taken(self):
        shutil.copytree(SOURCE / "docs" / "examples", self.scratch / "examples")
        for path in sorted((self.scratch / "examples").glob("*.yaml")):
            with self.subTest(model=path.name):
                said = path.with_name("said.yaml")
                said.write_bytes(mbsrun("dump", "--defaults", path).stdout)
                self.assertEqual(mbsrun("dump", "--defaults", said).stdout, said.read_bytes())

    def test_what_is_said(self):
        text = mbsrun("dump", "--defaults", SOURCE / "models/examples/cam_follower.yaml").stdout.decode()
        for line in ("    level: position", "    impulse: false", "      method: auto", "      angle: 0",
                     "      relative_to: ground", "    initial: check"):
            self.assertIn("\n" + line + "\n", text)
        # what unsaid means more than any value stays unsaid
        self.assertNotIn("velocity", text)
        self.assertEqual(text.count("angle_rate"), 0)


class TestJson(Share):
    def test_schema_holds(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("no python3-jsonschema")
        schema = json.loads((SOURCE / "schema" / "model.schema.json").read_text())
        validator = jsonschema.Draft7Validator(schema)
        for path in sorted((SOURCE / "models").rglob("*.yaml")):
            if "\nmbs_study" in path.read_text():
                continue
            with self.subTest(model=path.name):
                document = json.loads(mbsrun("dump", "--format", "json", path).stdout)
                faults = [error.message[:200] for error in validator.iter_errors(document)]
                self.assertEqual(faults, [])


class TestDump(Share):
    def test_overrides_and_families(self):
        chain = SOURCE / "models" / "examples" / "chain.yaml"
        text = mbsrun("dump", chain, "--set", "N=3", "--set", "bodies.rod_2.mass=7").stdout.decode()
        self.assertIn("rod_3:", text)
        self.assertNotIn("rod_4:", text)
        self.assertNotIn("repeat", text)
        self.assertEqual(text.count("mass: 7"), 1)

    def test_large_models_are_noted(self):
        chain = SOURCE / "models" / "examples" / "chain.yaml"
        done = mbsrun("dump", chain, "--set", "N=8000")
        self.assertIn(b"W-DUMP-001", done.stderr)
        path = self.scratch / "large.yaml"
        path.write_bytes(done.stdout)
        mbsrun("dump", path, status=3)
        self.assertEqual(mbsrun("dump", path, "--max-nodes", "1000000").stdout, done.stdout)

    def test_studies_of_families_and_parts(self):
        """The number of links of the shipped chain; a parameter of one part."""
        chain = SOURCE / "models" / "examples" / "chain.yaml"
        mbsrun("sweep", chain, "--vary", "N=10,40", "-o", self.scratch / "study")
        rows = (self.scratch / "study" / "results.csv").read_text().splitlines()
        tip = rows[0].split(",").index("tip_x_final")
        for row, known in zip(rows[1:], (7.52722902, 38.651905), strict=True):
            self.assertAlmostEqual(float(row.split(",")[tip]), known, delta=5e-6)
        swings = SOURCE / "models" / "examples" / "three_pendulums.yaml"
        mbsrun("sweep", swings, "--vary", "wide.L=1,1.2", "-o", self.scratch / "swings", status=None)
        rows = (self.scratch / "swings" / "results.csv").read_text().splitlines()
        self.assertEqual(len(rows), 3)

    def test_refused_model_prints_nothing(self):
        path = self.scratch / "bad.yaml"
        path.write_text("mbs: 1\nspace: planar\nbodies: {bar: {type: rigid}}\n")
        done = mbsrun("dump", path, status=3)
        self.assertEqual(done.stdout, b"")

    def test_bundle_needs_its_files(self):
        path = self.scratch / "a.yaml"
        text = (SOURCE / "models/iftomm/a01_simple_pendulum.yaml").read_text()
        path.write_text(text.replace("file: reference/iftomm/a01.csv", "file: nowhere.csv"))
        self.assertIn(b"nowhere.csv", mbsrun("dump", "--bundle", path, status=5).stderr)


class TestInit(Share):
    def test_runs_and_passes(self):
        for kind in ([], ["--spatial"]):
            with self.subTest(kind=kind):
                name = "first" + "".join(kind) + ".yaml"
                mbsrun("init", *kind, "--", name, folder=self.scratch)
                done = mbsrun(name, folder=self.scratch)
                self.assertIn(b"3 checks passed", done.stderr)
                self.assertNotIn(b"warning", done.stderr)
                self.assertEqual(mbsrun("init", *kind).stdout, (self.scratch / name).read_bytes())
                self.assertIn(b"exists already",
                              mbsrun("init", "--", name, folder=self.scratch, status=5).stderr)

    def test_copies_of_installed_models(self):
        """Each is listed by its title; copied by name or by --from it comes with its data, and loads."""
        models = sorted((SOURCE / "models").glob("*/*.yaml"))
        listed = mbsrun("init", "--list").stdout.decode()
        for model in models:
            self.assertRegex(listed, rf"(?m)^  {model.stem} +\S")
            folder = self.scratch / "copies" / model.stem
            folder.mkdir(parents=True)
            said = mbsrun("init", model.name, folder=folder).stderr.decode()
            self.assertIn(f"a copy of models/{model.parent.name}/{model.name}", said)
            data = set(re.findall(r"reference/\S+\.csv", model.read_text()))
            if data:
                mbsrun("check", model.name, folder=folder)
            self.assertEqual({str(path.relative_to(folder)) for path in folder.rglob("*.csv")}, data)
        folder = self.scratch / "copies" / "mine"
        folder.mkdir()
        mbsrun("init", "mine.yaml", "--from", "double_pendulum", folder=folder)
        self.assertIn(b"3 checks passed", mbsrun("mine.yaml", folder=folder).stderr)
        mbsrun("init", "too.yaml", "--from", "double_pendulum", folder=folder)  # its data stand there
        self.assertIn(b'did you mean "double_pendulum"?',
                      mbsrun("init", "x.yaml", "--from", "double_pendulm", folder=folder, status=2).stderr)

    def test_nothing_is_half_written(self):
        """Other data of the same name are in the way: neither they nor the model are written."""
        folder = self.scratch / "taken"
        (folder / "reference/examples").mkdir(parents=True)
        (folder / "reference/examples/double_pendulum.csv").write_text("mine\n")
        done = mbsrun("init", "a.yaml", "--from", "double_pendulum", folder=folder, status=5)
        self.assertIn(b"exists already", done.stderr)
        self.assertEqual([path.name for path in folder.rglob("*") if path.is_file()], ["double_pendulum.csv"])
        self.assertEqual((folder / "reference/examples/double_pendulum.csv").read_text(), "mine\n")
        mbsrun("init", "nowhere/a.yaml", folder=folder, status=5)
        for name in "slider_crank", "a.txt", "":
            self.assertIn(b"does not end with .yaml", mbsrun("init", "--", name, folder=folder, status=2).stderr)
        for words in (["--list", "a.yaml"], ["a.yaml", "--spatial", "--study"], ["a.yaml", "--from", "x", "--spatial"]):
            self.assertIn(b"exclude each other", mbsrun("init", *words, folder=folder, status=2).stderr)

    def test_study(self):
        folder = self.scratch / "study"
        folder.mkdir()
        mbsrun("init", "--study", "s.yaml", folder=folder)
        self.assertIn(b"25 runs, 25 ok", mbsrun("sweep", "s.yaml", folder=folder).stderr)
        mbsrun("init", "--study", "t.yaml", folder=folder, status=5)
        self.assertFalse((folder / "t.yaml").exists())


def widened(text):
    """Twice the indentation of keys and comments; lines inside values move along."""
    wide = []
    shift = depth = 0
    for line in text.split("\n"):
        blanks = len(line) - len(line.lstrip(" "))
        if depth == 0 and re.match(r" *(#|[A-Za-z_][\w.()+-]*:)", line):
            shift = blanks
        wide.append(" " * (blanks + shift if line.strip() else 0) + line.lstrip(" "))
        bare = re.sub(r'"[^"]*"|(^| )#.*', "", line)
        depth += sum(bare.count(open) for open in "{[") - sum(bare.count(close) for close in "}]")
    return wide


class TestFmt(Share):
    """The layout changes, the document does not: the program itself holds the two against each
    other; here, that shipped models are laid out already, and come back from worse layouts."""

    def test_shipped_models_stay(self):
        for path in sorted((SOURCE / "models").rglob("*.yaml")):
            with self.subTest(model=path.name):
                mbsrun("fmt", "--check", path)
                self.assertEqual(mbsrun("fmt", path).stdout, path.read_bytes())

    def test_other_layouts_come_back(self):
        path = self.scratch / "other.yaml"
        for model in sorted((SOURCE / "models").rglob("*.yaml")):
            wide = widened(model.read_text())
            with self.subTest(model=model.name):
                path.write_text("\n\n" + "\r\n".join(wide).replace("\r\n\r\n", "\r\n \r\n\r\n") + "\r\n\r\n",
                                newline="")
                mbsrun("fmt", "--check", path, status=6)
                mbsrun("fmt", "--write", path)
                self.assertEqual(path.read_text(), model.read_text())

    @kinds.sampled
    def test_accepted_files(self):
        """Every file of tests/bad that is a document: laid out or refused, twice the same."""
        done = refused = 0
        paths = kinds.some(sorted((SOURCE / "tests" / "bad").glob("*.yaml")), 60)
        for path in paths:
            once = mbsrun("fmt", path, status=None)
            if once.returncode != 0:
                self.assertEqual(once.returncode, 3, path.name)
                refused += b"E-FMT" in once.stderr
                continue
            again = self.scratch / "again.yaml"
            again.write_bytes(once.stdout)
            self.assertEqual(mbsrun("fmt", again).stdout, once.stdout, path.name)
            done += 1
        print(f"{done} files laid out, {refused} refused for their layout")
        self.assertGreater(done, 150 if kinds.whole else 15)

    def test_comments_lists_and_texts(self):
        path = self.scratch / "a.yaml"
        path.write_text("""# first


a:
      # above b
      b:   1    # behind
      c: |
         one

           two
      d:
      - x
      -   y: 1
          # above z
          z: [1,
              2]
      # last
e: "long
    text"
""")
        self.assertEqual(mbsrun("fmt", path).stdout.decode(), """# first

a:
  # above b
  b:   1    # behind
  c: |
     one

       two
  d:
    - x
    -   y: 1
        # above z
        z: [1,
            2]
    # last
e: "long
    text"
""")


def main():
    global BINARY, SOURCE, SANITIZED
    parser = argparse.ArgumentParser(description="What is handed on gives the same results.")
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--sanitized", action="store_true")
    arguments, rest = parser.parse_known_args()
    BINARY, SOURCE = arguments.binary.resolve(), arguments.root.resolve()
    SANITIZED = arguments.sanitized
    os.environ["NO_COLOR"] = "1"
    kinds.run([sys.argv[0], *rest])


if __name__ == "__main__":
    main()
