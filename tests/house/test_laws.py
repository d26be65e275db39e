#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Each law of laws.py catches a breach, and lets a clean sample pass."""

import argparse
import pathlib
import subprocess
import tempfile
import unittest

import laws
import laws_link
import laws_rooms

HEADER = """// SPDX-License-Identifier: BSD-3-Clause
// x.h: a sample.
#ifndef MBS_BASE_X_H
#define MBS_BASE_X_H
int x_value(void);
#endif
"""
SOURCE = """// SPDX-License-Identifier: BSD-3-Clause
// x.c: a sample that may say system( in a comment, and "getenv(" in a string.
#include "base/x.h"
static const char *const words[] = {"getenv(", "{", "'"};
int x_value(void) { return words[0][0] == '{'; }
"""


class Laws(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        self.options = argparse.Namespace(compiler="gcc", include=[], build=self.folder.name, binary=None)
        self.write("src/base/x.h", HEADER)
        self.write("src/base/x.c", SOURCE)
        self.write("cmake/x.cmake", f"# {laws.LICENCE}\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def breaches(self, law):
        return laws.LAWS[law](self.root, self.options)

    def assert_breach(self, law, *texts):
        """Exactly these breaches, each beginning so."""
        found = self.breaches(law)
        self.assertEqual(len(found), len(texts), found)
        for breach, text in zip(found, texts):
            self.assertTrue(breach.startswith(text), breach)

    def test_clean_sample_passes(self):
        for law in ("floors", "folders", "circles", "slots", "headers", "sizes", "licence", "words", "calls"):
            self.assertEqual(self.breaches(law), [], law)

    def test_include_upwards(self):
        self.write("src/model/y.h", HEADER)
        self.write("src/base/x.c", '#include "model/y.h"\n')
        self.assert_breach("floors", "src/base/x.c:1: base may not include model")

    def test_include_of_a_sibling(self):
        self.write("src/yaml/y.h", HEADER)
        self.write("src/expr/y.c", '// first\n  #  include "yaml/y.h"\n')
        self.assert_breach("floors", "src/expr/y.c:2: expr may not include yaml")

    def test_include_downwards_is_allowed(self):
        self.write("src/cli/main.c", '#include "base/x.h"\n')
        self.assertEqual(self.breaches("floors"), [])

    def test_include_without_floor_or_file(self):
        self.write("src/base/x.c", '#include "x.h"\n#include "base/gone.h"\n')
        self.assert_breach("floors", 'src/base/x.c:1: "x.h" is not written as floor/file',
                           'src/base/x.c:2: "base/gone.h" does not exist')

    def test_unit_test_keeps_to_its_floor(self):
        self.write("src/spec/s.h", HEADER)
        self.write("tests/support/help.h", "")
        self.write("tests/unit/base/room/test_x.c", '#include "support/help.h"\n#include "spec/s.h"\n')
        self.assert_breach("floors", "tests/unit/base/room/test_x.c:2: base may not include spec")

    def test_unknown_folder(self):
        self.write("src/attic/x.c", "")
        self.assert_breach("floors", 'src/attic/x.c:1: "attic" is not a floor')

    def test_circle_of_modules(self):
        self.write("src/spec/a.c", '#include "spec/b.h"\n')
        self.write("src/spec/b.h", '#include "spec/c.h"\n')
        self.write("src/spec/c.h", "")
        self.assertEqual(self.breaches("circles"), [])
        self.write("src/spec/c_inside.h", '#include "spec/a.h"\n')
        self.assert_breach("circles", "src/spec/a:1: modules stand in a circle: "
                           "spec/a spec/b spec/c")

    def test_circle_of_a_part(self):
        """x_y.c without a header of its own is a part of x, whatever else begins so."""
        self.write("src/spec/a.h", '#include "spec/b.h"\n')
        self.write("src/spec/b.h", "")
        self.write("src/spec/b_far_away.c", '#include "spec/a.h"\n')
        self.write("src/spec/c_d.c", '#include "spec/a.h"\n')
        self.assert_breach("circles", "src/spec/a:1: modules stand in a circle: spec/a spec/b")
        self.write("src/spec/b_far.h", "")
        self.assert_breach("circles")

    def test_used(self):
        self.assert_breach("used", "src/base/x.c:5: nothing in src uses x_value")
        self.write("src/base/y.c", "static int unseen(void) { return 0; }\nconst char *x_value_of = \"x_value\"; // x_value()\n")
        self.assert_breach("used", "src/base/x.c:5: nothing in src uses x_value")
        self.write("src/base/y.c", "int main(void) {\n  return x_value();\n}\n")
        self.assert_breach("used")
        # a macro may make the name of two words
        self.write("src/base/y.c", "#define CALL(name) name##_value()\n")
        self.assert_breach("used", "src/base/x.c:5: nothing in src uses x_value")
        self.write("src/base/y.c", "#define CALL(name) name##_value()\nint y = CALL(x);\n")
        self.assert_breach("used")
        # an inline function of a header counts, an exception must be one
        self.write("src/base/z.h", "static inline int z_value(void) {\n  return 1;\n}\nint dynamics_read(void);\n")
        self.assert_breach("used", "src/base/z.h:1: nothing in src uses z_value")
        self.write("src/base/z.c", "static int z = 1;\n  z_value() + dynamics_read();\n")
        self.assert_breach("used", "src:1: dynamics_read is excepted, and has a use")
        self.write("src/base/x.c", "")

    def test_nothing_to_look_at(self):
        """A law that looks for files by name says so when it finds none."""
        self.root = self.root / "empty"
        self.root.mkdir()
        for law in ("floors", "pages", "comments", "circles", "slots", "sizes", "licence", "words", "calls", "types", "used",
                    "methods", "decisions", "rooms", "folders"):
            self.assertNotEqual(self.breaches(law), [], law)

    def test_slots(self):
        inner = "typedef struct Inner {\n  double a, b; // with; a word\n  int (*f)(int x, int y);\n} Inner;\n"
        kind = ("typedef struct OneKind {\n  const char *name;\n  Inner inner;\n  Inner *other;\n"
                "  bool (*run)(void *self, double t, const double *q, const double *v,\n"
                "              int *count);\n  int c, d;\n%s} OneKind;\n")
        self.write("src/base/y.h", inner + kind % "")
        self.assert_breach("slots")
        self.write("src/base/y.h", inner + kind % "  int e;\n")
        self.assert_breach("slots", "src/base/y.h:5: OneKind has 9 slots, at most 8")

    def test_slots_of_tables(self):
        table = "typedef struct %s {\n  int a, b, c, d, e;\n  unsigned f;\n  const struct Frame *g%s;\n} %s;\n"
        kind = "typedef struct OneKind {\n  const Flow *flow;\n  const Loss *loss;\n%s} OneKind;\n"
        two = table % ("Flow", ", h", "Flow") + table % ("Loss", "", "Loss")
        self.write("src/base/y.h", two + kind % "")
        self.assert_breach("slots")
        self.write("src/base/y.h", two.replace("g, h", "g, h, i") + kind % "")
        self.assert_breach("slots", "src/base/y.h:1: Flow has 9 slots, at most 8")
        # what others know, too, is no table of a kind; nor is another kind
        self.write("src/base/z.h", "typedef struct Pump {\n  const Flow *flow;\n} Pump;\n")
        self.assert_breach("slots")
        third = table % ("Gain", "", "Gain")
        self.write("src/base/z.h", third)
        self.write("src/base/y.h", two + kind % "  const OtherKind *other;\n")
        self.assert_breach("slots")
        self.write("src/base/y.h", two + kind % "  const Gain *gain;\n")
        self.assert_breach("slots", "src/base/y.h:11: OneKind has the tables Flow, Gain, Loss, at most 2")
        # a table of a table counts, too
        self.write("src/base/z.h", third.replace("int a", "const Loss *a; int z"))
        self.write("src/base/y.h", two + kind.replace("const Loss *loss", "const Gain *gain") % "")
        self.assert_breach("slots", "src/base/y.h:11: OneKind has the tables Flow, Gain, Loss, at most 2")

    def test_integrators_see_no_mechanism(self):
        self.write("src/integrators/equations.h", HEADER)
        self.write("src/integrators/dense.h", HEADER)
        self.write("src/system/saddle/kkt.h", '#include "integrators/equations.h"\n')
        self.write("src/integrators/ida.c", '#include "integrators/dense.h"\n')
        self.assert_breach("floors")
        self.write("src/integrators/ida.c", '#include "system/saddle/kkt.h"\n')
        self.write("src/system/saddle/kkt.c", '\n#include "integrators/dense.h"\n')
        self.assert_breach("floors", "src/integrators/ida.c:1: integrators may not include system",
                           "src/system/saddle/kkt.c:2: system may include no more of integrators than integrators/equations.h")

    def fill_rooms(self):
        for floor, rooms in laws_rooms.ROOMS.items():
            for room in rooms:
                self.write(f"src/{floor}/{room}/{(room or floor).split('/')[-1]}_room.h", HEADER)

    def test_rooms(self):
        self.assert_breach("rooms", "src/elements ")
        self.write("src/output/x.h", HEADER)
        self.assertEqual(len(self.breaches("rooms")), sum(map(len, laws_rooms.ROOMS.values())) - 1)
        (self.root / "src/output/x.h").unlink()
        self.fill_rooms()
        self.write("src/system/state/a.c", '#include "system/mechanism/mechanism_room.h"\n#include "system/state/state_room.h"\n')
        self.assert_breach("rooms")
        self.write("src/system/state/a.c", '\n#include "system/saddle/saddle_room.h"\n')
        self.write("src/analysis/attic/b.h", HEADER)
        self.assert_breach("rooms", 'src/analysis/attic/b.h:1: "attic" is no room of analysis',
                           "src/system/state/a.c:2: system/state may not include system/saddle")

    def test_folders(self):
        for k in range(laws_rooms.FOLDER_FILES):
            self.write(f"src/spec/f{k}.c", "")
        self.assert_breach("folders")
        self.write("src/spec/f.h", "")
        self.assert_breach("folders", "src/spec:1: 46 files, at most 45")

    def test_pages(self):
        self.assert_breach("pages", "src/base:1: it has no page (README.md)")
        self.write("src/base/README.md", "# base\n\n1. `x.h`: what it is\n")
        self.assert_breach("pages")
        self.write("src/base/README.md", "# base\n\n1. `y.h`: what it is\n" + "a\n" * 18)
        self.assert_breach("pages", "src/base/README.md:1: 21 lines, at most 20", "src/base/README.md:3: there is no y.h")
        self.write("src/base/README.md", "# base\n")
        self.write("src/README.md", "# house\n" * 50 + "`base/x.h` and `base/z.h`\n")
        self.assert_breach("pages", "src/README.md:51: there is no base/z.h")

    def test_comments_that_name_a_file(self):
        self.write("src/base/x.c", "// x.c: see x.h, base/x.h and <math.h>; a.b(c) is none, nor is x.hat\nint x;\n")
        self.assert_breach("comments")
        self.write("src/base/x.c", "int x; // as in base/y.h\n")
        self.assert_breach("comments", "src/base/x.c:1: there is no base/y.h")

    def test_methods_by_name(self):
        self.assert_breach("methods", "src/analysis/dynamics ")
        self.write("src/model/methods.def", "METHOD(ida,    IDA, CONTROLLED, a word)\n")
        self.write("src/integrators/ida.c", "int x = METHOD_IDA;\n")
        self.write("src/analysis/settings/settings.c", "// METHOD_IDA\nint x = METHOD_AUTO | METHOD_WORDS;\n")
        self.assert_breach("methods")
        self.write("src/analysis/dynamics/dynamics_open.c", "\nint x = METHOD_IDA;\n")
        self.assert_breach("methods", "src/analysis/dynamics/dynamics_open.c:2: METHOD_IDA is a method by name")

    def test_header_that_needs_another(self):
        self.write("src/base/x.h", HEADER.replace("int x_value", "size_t x_value"))
        found = self.breaches("headers")
        self.assertTrue(found)
        self.assertTrue(all("does not compile alone" in breach for breach in found), found)

    def test_header_guard(self):
        self.write("src/base/x.h", HEADER.replace("MBS_BASE_X_H", "X_H"))
        self.assert_breach("headers", "src/base/x.h:1: the guard is not MBS_BASE_X_H")

    def test_header_over_complex_numbers(self):
        self.write("src/base/real.h", HEADER.replace("_X_H", "_REAL_H"))
        text = HEADER.replace("int x_value(void);",
                              '#include "base/real.h"\n#ifdef MBS_COMPLEX_STEP\nwrong\n#endif')
        self.write("src/base/x.h", text)
        found = self.breaches("headers")
        self.assertTrue(found)
        self.assertTrue(all("MBS_COMPLEX_STEP" in breach for breach in found), found)

    def test_long_file(self):
        self.write("src/base/x.c", SOURCE + "\n" * laws.FILE_LINES)
        self.assert_breach("sizes", "src/base/x.c:1: 505 lines")

    def body(self, lines):
        return "int f(int a)\n{\n" + "  a = '}' + \"}\"[0]; // }\n" * (lines - 1) + "}\n"

    def test_long_function(self):
        for lines, expected in ((60, []), (61, [(2, 61)])):
            found = [size for size in laws.function_sizes(self.body(lines)) if size[1] > 60]
            self.assertEqual(found, expected)

    def test_functions_are_found(self):
        source = ("struct S {\n  int a;\n};\nconst T table[] = {\n  {1},\n};\n"
                  "#define M(x) \\\n  { x }\nint f(void)\n{\n#ifdef A\n  if (a) {\n#else\n  if (b) {\n"
                  "#endif\n  }\n}\nvoid g(int a) {\n}\n")
        self.assertEqual(list(laws.function_sizes(source)), [(10, 7), (18, 1)])

    def test_long_function_in_a_file(self):
        self.write("src/base/x.c", self.body(70))
        self.assert_breach("sizes", "src/base/x.c:2: a function of 70 lines")

    def test_decisions(self):
        self.write("src/DECISIONS.md", "# Decisions\n\n## 1 One\n" + "a\n" * 12 + "\n## 2 Two\nb\n")
        self.assert_breach("decisions")
        self.write("src/DECISIONS.md", "# Decisions\n\n## 1 One\n" + "a\n\n" * 13 + "## 2\n" + "b" * 181)
        self.assert_breach("decisions", 'src/DECISIONS.md:3: "1 One" has 13 lines',
                           "src/DECISIONS.md:31: 181 characters")

    def test_types(self):
        self.write("src/elements/t.c", 'K k[] = {{.type = "rod"}, JOINT("ball_joint", IN_SPACE)};\n')
        self.write("src/system/s.c", 'F f = {"rod", "ball", "a ball_joint"}; // "ball_joint"\n'
                   "bool b = strcmp(key, \"rod\") == 0;\n")
        self.assert_breach("types")
        self.write("src/system/s.c", 'bool b = strcmp(joint->kind->type, "rod") == 0;\n'
                   'const char *c = "rod, ball_joint";\n')
        self.assert_breach("types", 'src/system/s.c:1: "rod" is a type',
                           'src/system/s.c:2: "rod, ball_joint" is a type')

    def test_licence(self):
        self.write("src/base/x.c", "// x.c\n" + SOURCE)
        self.write("tests/bad/run.py", "\n\n# " + laws.LICENCE)
        self.assert_breach("licence", "src/base/x.c:1:", "tests/bad/run.py:1:")

    def test_words(self):
        self.write("src/base/x.c", "// mkstemp(XX" "XXXX)\n// TO" "DO: later\n")
        self.assert_breach("words", "src/base/x.c:2: TO" "DO")

    def test_calls(self):
        self.write("src/base/x.c", 'int a;\n// getenv("A")\nint b = system ("ls");\nf = on_exit(1);\n')
        self.write("src/cli/main.c", "exit(1);\n")
        self.write("src/cli/shared/options.c", "exit(1);\n")
        self.assert_breach("calls", "src/base/x.c:3: system is not called here",
                           "src/cli/shared/options.c:1: exit is not called here")

    def archive(self, source):
        self.write("x.c", source)
        here = self.root
        subprocess.run(["gcc", "-fPIE", "-c", here / "x.c", "-o", here / "x.o"], check=True)
        (here / "libmbs_x.a").unlink(missing_ok=True)
        subprocess.run(["ar", "rcs", here / "libmbs_x.a", here / "x.o"], check=True)

    def test_globals(self):
        self.archive("static const int a[] = {1, 2};\nconst int *const p[] = {a, a + 1};\n"
                     "int f(void) { return a[0]; }\n")
        self.assertEqual(self.breaches("globals"), [])
        self.archive("int counter = 1;\n")
        self.assert_breach("globals", "x.o: counter can change (.data)")
        self.archive("int f(void) { static int calls; return ++calls; }\n")
        self.assert_breach("globals", "x.o: calls")
        self.archive("const char *word = \"a\";\n")
        self.assert_breach("globals", "x.o: word can change")

    def test_globals_without_anything_built(self):
        self.assert_breach("globals", "no libmbs_")

    def test_link(self):
        self.assertEqual(laws_link.link_breaches(
            ["libc", "libyaml-0", laws_link.library_word("/usr/lib/libklu.so.1")],
            ["libmbs_base", "libsundials_ida", "libm", laws_link.library_word("/a/liblapack.a")]), [])
        found = laws_link.link_breaches([laws_link.library_word("libumfpack.so.5"), "libc"],
                                        [laws_link.library_word("/usr/lib/libcholmod.so"), "libreadline"])
        self.assertEqual(len(found), 3, found)

    def test_static_link(self):
        ours = laws_link.archives_of("src/base/libmbs_base.a(text.c.o)\n        main.o (text)\n/usr/lib/libz.a(deflate.o)\n")
        second = laws_link.archives_of("libklu.a(klu_z_solve.o)\n/usr/lib/libc.a(printf.o)\n/usr/lib/libm-2.36.a(sin.o)\n")
        self.assertEqual(ours, {"libmbs_base", "libz"})
        self.assertEqual(laws_link.static_breaches(ours, second), [])
        for first, then in ((ours | {"libklu"}, second), (ours, second | {"libz"}), (ours | {"libreadline"}, second),
                            (ours, second | {"libcholmod"}), (set(), second)):
            self.assertNotEqual(laws_link.static_breaches(first, then), [], (first, then))

    def test_schema(self):
        program = self.root / "mbsrun"
        program.write_text("#!/bin/sh\necho '{}'\n")
        program.chmod(0o755)
        self.options.binary = str(program)
        self.assert_breach("schema", "schema/model.schema.json:1: missing")
        self.write("schema/model.schema.json", "{}\n")
        self.assertEqual(self.breaches("schema"), [])
        self.write("schema/model.schema.json", '{"a": 1}\n')
        self.assertIn("not fresh", self.breaches("schema")[0])

    def test_labels(self):
        tests = "add_test(unit.a true)\nadd_test(unit.b true)\n"
        self.write("CTestTestfile.cmake", tests + """set_tests_properties(unit.a PROPERTIES LABELS "everyday;once")
set_tests_properties(unit.b PROPERTIES LABELS "models;record")\n""")
        self.write("tests/verdict/labels.txt", "# words\nm32.a campaign\nunit.a everyday once cost=3\nunit.b record\n")
        self.assert_breach("labels")
        self.write("CTestTestfile.cmake", tests)
        self.assert_breach("labels", "tests/verdict/labels.txt:3: ctest does not know unit.a as everyday, once",
                           "tests/verdict/labels.txt:4: ctest does not know unit.b as record")
        self.write("tests/verdict/labels.txt", "unit.a everyday record\nunit.0 everyday\nunit.c everyday twice\n")
        found = "\n".join(self.breaches("labels"))
        for text in (":1: unit.a needs exactly one of", ":2: unit.0 is not behind the name above it",
                     ":3: unit.c needs exactly one of campaign, everyday, machinery, record, and twice",
                     ":2: there is no test unit.0", ":3: there is no test unit.c", ":1: no row for the test unit.b"):
            self.assertIn("tests/verdict/labels.txt" + text, found)
        self.write("CTestTestfile.cmake", "")
        self.assertIn(f"{self.folder.name}: ctest knows no test", self.breaches("labels"))

    PLANTED = (
        "The run tells the error of its rows.", "A mistake in the file ends it.", "The law of the motion is told.",
        "free length; unstated: 0", "the stated mass is negative", "Start the analysis anew.",
        "The same command goes on there.", "the so manyth of the eigenvalues", "missed by 1e-9 of the way of P1",
        "the axis is square to the plane", "the other end stands here", "It stands under the key forces.",
        "a point at its own place", "all but for the last one", "All the same it is written.",
        "22 of 22 runs have ended", "the matrix is no rotation", "where it is meant: accept it",
        "let it turn its signs", "the length is not larger than 2", "the angle of the joint, turns count",
        "a joint that rubs by its radius")
    SPOKEN = (
        "There is no file of that name.", "The eigenvalues are told apart by their size.", "It is no longer needed.",
        "Both markers are at the same position.", "The default is 0.", "Place the body at the origin.",
        "The run continues.", "z is perpendicular to the plane.", "It stands for any lines.", "In many places of the text")

    def test_english(self):
        for folder in ("docs", "models"):
            self.write(f"{folder}/x.yaml", "# A pendulum.\ntitle: A pendulum\n")
            self.write(f"{folder}/x.md", "# A pendulum\n")
        for name, around in (("src/base/x.c", 'static const char *const x = "%s";\n'), ("docs/x.md", "# Title\n\n%s\n"),
                             ("docs/help/x.txt", "Usage.\n\n%s\n"), ("models/x.yaml", "# %s\nmbs: 1\n"),
                             ("src/report/x.js", "const x = '%s';\n")):
            for text in self.SPOKEN:
                self.write(name, around % text)
                self.assertEqual(self.breaches("english"), [], (name, text))
            for text in self.PLANTED:
                self.write(name, around % text)
                self.assertEqual(len(self.breaches("english")), 1, (name, text, self.breaches("english")))
            self.write(name, around % self.SPOKEN[0])
        self.write("src/base/x.c", 'static const char *const x = "all of it goes "\n  "on as before";\n// it goes on\n')
        self.assert_breach("english", 'src/base/x.c:1: "goes on"')
        self.write("src/base/x.c", HEADER)
        self.write("docs/x.md", "Lines of a page, the last of which is cut: all the\nsame it is found.\n\n```sh\nanew\n```\n")
        self.assert_breach("english", 'docs/x.md:1: "all the same"')


if __name__ == "__main__":
    unittest.main()
