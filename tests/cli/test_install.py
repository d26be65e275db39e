# SPDX-License-Identifier: BSD-3-Clause
"""cmake --install into a folder with blanks, the program as it stands there, and uninstall."""

import os
import pathlib
import re
import shutil
import subprocess

from program import PATIENCE, ProgramTest, main


class Install(ProgramTest):
    def setUp(self):
        super().setUp()
        self.build = pathlib.Path(self.binary).parent
        # what the tree says of an installation that somebody uses
        for name in ("install_manifest.txt", "install_folders.txt"):
            kept = self.folder.with_suffix("." + name)
            if (self.build / name).exists():
                shutil.move(self.build / name, kept)
                self.addCleanup(shutil.move, kept, self.build / name)
            else:
                self.addCleanup((self.build / name).unlink, missing_ok=True)

    def cmake(self, *words):
        done = subprocess.run(["cmake", *map(str, words)], cwd=self.folder, text=True, capture_output=True,
                              timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def uninstall(self):
        self.cmake("-D", f"BUILD={self.build}", "-P", self.root / "cmake/uninstall.cmake")

    def everything(self):
        return sorted(path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*"))

    def test_a_place_with_blanks(self):
        prefix = self.folder / "my own" / "place for it"
        self.cmake("--install", self.build, "--prefix", prefix)
        self.assertTrue((prefix / "share/mbsrun/models/examples/four_bar.yaml").exists())
        for model in (prefix / "share/mbsrun/models/examples").glob("[a-r]*.yaml"):  # a sample is enough
            model.unlink()
        program = prefix / "bin/mbsrun"
        done = subprocess.run([program, "selftest"], cwd=self.folder, env=self.environment, text=True,
                              capture_output=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.uninstall()
        self.assertEqual(self.everything(), [])

    def test_links_of_pages_lead_somewhere(self):
        prefix = self.folder / "here"
        self.cmake("--install", self.build, "--prefix", prefix)
        pages = [*(prefix / "share/mbsrun").rglob("*.md")]
        self.assertGreater(len(pages), 30)
        lost = []
        for page in pages:
            links = re.findall(r"\]\(([^)\s#]+)[^)]*\)", page.read_text())
            lost += [(page.name, link) for link in links
                     if not re.match(r"\w+:", link) and not (page.parent / link).exists()]
        self.assertEqual(lost, [])
        sources = (self.root / "README.md").read_text()
        self.assertIn("(CONTRIBUTING.md)", sources)
        self.assertEqual(len((prefix / "share/mbsrun/README.md").read_text().splitlines()), len(sources.splitlines()))

    def test_what_was_there_stays(self):
        for name in ("bin/other", "share/mbsrun/models/my_own.yaml", "share/doc/other/README"):
            self.write(f"here/{name}", "mine")
        os.makedirs(self.folder / "here/share/man/man1")
        before = self.everything()
        self.cmake("--install", self.build, "--prefix", self.folder / "here")
        self.cmake("--install", self.build, "--prefix", self.folder / "here")
        self.assertGreater(len(self.everything()), len(before) + 100)
        self.uninstall()
        self.assertEqual(self.everything(), before)


if __name__ == "__main__":
    main()
