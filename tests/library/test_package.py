# SPDX-License-Identifier: BSD-3-Clause
"""What is installed of the library: projects of others find it, and see nothing of it but its header."""

import csv
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from program import PATIENCE, ProgramTest, main  # noqa: E402

EXAMPLE = "docs/library/run_model.c"
MODEL = "models/iftomm/a01_simple_pendulum.yaml"
PROJECT = """cmake_minimum_required(VERSION 3.22)
project(of_a_stranger C)
find_package(mbsrun 0.2 REQUIRED)
foreach(form IN ITEMS mbsrun mbsrun_static)
  add_executable(with_${form} run_model.c)
  target_link_libraries(with_${form} PRIVATE mbsrun::${form})
endforeach()
"""


class Package(ProgramTest):
    def setUp(self):
        super().setUp()
        self.build = pathlib.Path(self.binary).parent
        self.prefix = self.folder / "my own place" / "of it"
        # as cmake --install would, but for what a build tree notes of its last installation
        tree = self.folder / "tree"
        tree.mkdir()
        self.call("cmake", "-D", f"CMAKE_INSTALL_PREFIX={self.prefix}", "-P", self.build / "src/library/cmake_install.cmake",
                  cwd=tree)

    def call(self, *words, cwd=None, env=None, status=0):
        done = subprocess.run([*map(str, words)], cwd=cwd or self.folder, env={**os.environ, **(env or {})}, text=True,
                              capture_output=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def rows(self, text):
        table = list(csv.reader(io.StringIO(text)))
        return table[0], [[float(cell) for cell in row] for row in table[1:]]

    def as_the_program(self):
        self.call(self.binary, "run", self.root / MODEL, "-q", "-o", "results")
        return self.rows((self.folder / "results/swing.csv").read_text())

    def test_projects_of_strangers(self):
        source = self.folder / "a project"
        source.mkdir()
        shutil.copy(self.root / EXAMPLE, source)
        expected = self.as_the_program()
        lib = next(self.prefix.rglob("libmbsrun.so")).parent

        # pkg-config
        words = subprocess.run(["pkg-config", "--cflags", "--libs", "mbsrun"], text=True, capture_output=True, check=True,
                               env={**os.environ, "PKG_CONFIG_PATH": str(lib / "pkgconfig")}).stdout
        subprocess.run(f"cc -std=c11 -Wall -Wextra -Werror run_model.c {words.strip()} -o with_pkg_config", shell=True,
                       cwd=source, check=True, timeout=PATIENCE)
        programs = [(source / "with_pkg_config", {"LD_LIBRARY_PATH": str(lib)})]

        # CMake, both libraries
        (source / "CMakeLists.txt").write_text(PROJECT)
        self.call("cmake", "-S", source, "-B", source / "build", "-D", f"CMAKE_PREFIX_PATH={self.prefix}")
        self.call("cmake", "--build", source / "build")
        programs += [(source / "build/with_mbsrun", {}), (source / "build/with_mbsrun_static", {})]
        for program, environment in programs:
            with self.subTest(program=program.name):
                self.assertEqual(self.rows(self.call(program, self.root / MODEL, env=environment)), expected)
        self.call(programs[0][0], "no such file.yaml", env=programs[0][1], status=5)

    def test_names(self):
        """The functions of the header, no more and no fewer; and all that Python calls."""
        header = (self.root / "src/library/mbsrun.h").read_text()
        declared = set(re.findall(r"^MBS_API [^;]*?\b(mbs_\w+)\(", header, re.MULTILINE))
        self.assertGreater(len(declared), 40)
        lib = next(self.prefix.rglob("libmbsrun.so"))
        listed = subprocess.run(["nm", "-D", "--defined-only", lib], text=True, capture_output=True, check=True).stdout
        self.assertEqual({name.split("@")[0] for kind, name in re.findall(r" ([A-Z]) (\S+)", listed) if kind != "A"},
                         declared)
        listed = subprocess.run(["nm", "--defined-only", "-g", lib.with_suffix(".a")], text=True, capture_output=True,
                                check=True).stdout
        self.assertEqual(set(re.findall(r" [A-Z] (\S+)", listed)), declared)
        python = (self.root / "src/python/mbsrun/_native.py").read_text()
        self.assertEqual(set(re.findall(r'^    "(mbs_\w+)":', python, re.MULTILINE)), declared)

    def test_from_python(self):
        found = self.call("/usr/bin/python3", "-c", "import mbsrun, json, sys\n"
                          f"run = mbsrun.load({str(self.root / MODEL)!r}).run().check()\n"
                          "json.dump([list(map(float, run['swing'][name])) for name in run['swing']], sys.stdout)",
                          env={"PYTHONPATH": str(self.prefix / "lib/python3/dist-packages")})
        _, rows = self.as_the_program()
        self.assertEqual(json.loads(found), [list(column) for column in zip(*rows)])


if __name__ == "__main__":
    main()
