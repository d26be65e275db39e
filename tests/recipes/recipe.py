#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Carries out one recipe of "How to add" (src/README.md) and tests what it made.

usage: recipe.py NAME --root DIR --build DIR --work DIR

tests/recipes/NAME is what a newcomer writes:
  src/..        new files, each at its place
  rows.txt      lines for files that exist: "== FILE" and "after TEXT" or "before TEXT" name the
                last line of the file that holds TEXT, all up to the next "==" goes there
  model.yaml    a model that uses the new thing; its checks compare with a closed form

The sources are copied, the recipe is applied, its files are counted. What changed is compiled by the
commands of the build, with what the copy's CMakeLists.txt now list (sources.cmake); all else
is the build's own objects. An appended enumerator, declaration or row of a registry leaves
other objects as they are, so of what includes a changed .def those files are compiled that expand it.
Then run: the generic tests of the kind, the model, and the model against the new JSON Schema.
"""

import argparse
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from recipes import RECIPES

ACROSS = {"src/elements/kinds.def", "src/model/methods.def", "src/output/writers.def",
          "src/model/analyses.def"}


class Fault(Exception):
    """The recipe is not true."""


def run(command, **options):
    done = subprocess.run(command, text=True, capture_output=True, check=False, **options)
    if done.returncode != 0:
        text = command if isinstance(command, str) else shlex.join(map(str, command))
        raise Fault(f"{text}\nreturned {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


# --- the copy ---------------------------------------------------------------------------------


def apply_rows(copy, text):
    """Puts the lines of rows.txt into the copy; returns the files."""
    touched = []
    for block in re.split(r"^== ", text, flags=re.MULTILINE)[1:]:
        name, place, lines = block.split("\n", 2)
        path = copy / name.strip()
        word, anchor = place.split(" ", 1)
        old = path.read_text().split("\n")
        found = [k for k, line in enumerate(old) if anchor in line]
        if word not in ("after", "before") or not found:
            raise Fault(f"rows.txt: no line of {name} holds \"{anchor}\"")
        at = found[-1] + (word == "after")
        path.write_text("\n".join(old[:at] + lines.rstrip("\n").split("\n") + old[at:]))
        touched.append(name.strip())
    return touched


def apply_part(folder, copy):
    """Applies one step of a recipe; returns the set of files that it adds and changes."""
    touched = set()
    for path in sorted((folder / "src").rglob("*")) if (folder / "src").is_dir() else []:
        if path.is_file():
            name = path.relative_to(folder).as_posix()
            if (copy / name).exists():
                raise Fault(f"{name} is there already")
            shutil.copyfile(path, copy / name)
            touched.add(name)
    if (folder / "rows.txt").is_file():
        touched.update(apply_rows(copy, (folder / "rows.txt").read_text()))
    return touched


# --- what to compile ----------------------------------------------------------------------------


def stale_sources(copy, changed):
    """The .c files of src in the copy that the changed files reach, and those themselves."""
    stale = {name for name in changed if name.endswith(".c")}
    reached = {name for name in changed if not name.endswith(".c")}
    sources = {}
    for path in (copy / "src").rglob("*.[ch]"):
        found = re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(), re.MULTILINE)
        sources[path.relative_to(copy).as_posix()] = {f"src/{name}" for name in found}
    grew = True
    while grew:
        more = {name for name, found in sources.items()
                if name.endswith(".h") and name not in reached and found & (reached - ACROSS)}
        reached |= more
        grew = bool(more)
    return stale | {name for name, found in sources.items() if name.endswith(".c") and found & reached}


def listed_sources(copy, floor):
    """(all, complex) sources of a floor, as its CMakeLists.txt lists them."""
    script = pathlib.Path(__file__).with_name("sources.cmake")
    done = subprocess.run(["cmake", f"-DROOT={copy}", "-P", str(script)], text=True,
                          capture_output=True, check=False, cwd=copy / "src" / floor)
    if done.returncode != 0:
        raise Fault(done.stderr)
    lists = dict(re.findall(r"(SOURCES|COMPLEX)=(\S*)", done.stdout + done.stderr))
    return (set(lists["SOURCES"].split(";")), set(lists["COMPLEX"].split(";")))


class Build:
    """The build's commands, redirected to the copy."""

    def __init__(self, root, build, copy, work):
        self.root, self.build, self.copy, self.work = root, build, copy, work
        self.entries = {}  # (source below root, folder of the object): argv
        for entry in json.loads((build / "compile_commands.json").read_text()):
            path = pathlib.Path(entry["directory"], entry["file"]).resolve()
            if path.is_relative_to(root):
                argv = shlex.split(entry["command"])
                target = re.search(r"CMakeFiles/([^/]+)\.dir/", argv[argv.index("-o") + 1]).group(1)
                self.entries[path.relative_to(root).as_posix(), target] = (entry["directory"], argv)
        self.objects = {}  # target -> objects of the copy

    def commands_for(self, name):
        """{target: (directory, argv)} by which a source of src is compiled."""
        own = {target: command for (file, target), command in self.entries.items() if file == name}
        if own:
            return own
        floor = name.split("/")[1]
        listed, of_complex = listed_sources(self.copy, floor)
        base = name.split("/", 2)[2]
        if base not in listed:
            raise Fault(f"{name} is not in the build: src/{floor}/CMakeLists.txt does not list it")
        wanted = [f"mbs_{floor}"] + (["mbs_complex"] if base in of_complex else [])
        for target in wanted:
            for (file, other), (directory, argv) in sorted(self.entries.items()):
                if other == target and file.startswith(f"src/{floor}/"):
                    argv = [word.replace(str(self.root / file), str(self.root / name)) for word in argv]
                    own[target] = (directory, argv)
                    break
        return own

    def compile(self, name):
        for target, (directory, argv) in self.commands_for(name).items():
            if target.startswith("test_") or target in ("mbs_lapack_runtime",):
                continue
            made = self.work / "objects" / target / (name.replace("/", "_") + ".o")
            made.parent.mkdir(parents=True, exist_ok=True)
            argv = [word.replace(f"{self.root}/src", f"{self.copy}/src") for word in argv]
            argv[argv.index("-o") + 1] = str(made)
            run(argv + ["-O1", "-fno-lto", "-Werror"], cwd=directory)
            self.objects.setdefault(target, []).append(str(made))

    def link(self, program):
        """Links a program of the build with the copy's objects before all libraries."""
        out = run(["ninja", "-C", str(self.build), "-t", "commands", program])
        line = next(text for text in reversed(out.splitlines()) if f"-o {program}" in text)
        argv = shlex.split(line.split("&&")[1] if "&&" in line else line)
        made = self.work / "bin" / pathlib.Path(program).name
        made.parent.mkdir(exist_ok=True)
        at = argv.index("-o")
        # Of the floors that it links; the complex twins have names of their own.
        ours = [made_object for target, objects in self.objects.items()
                for made_object in objects if any(f"lib{target}.a" in word for word in argv)]
        argv = [re.sub(r"^-flto(=.*)?$", "-fno-lto", word) for word in argv]
        argv[at + 1] = str(made)
        run(argv[:at] + ours + argv[at:], cwd=self.build)
        return made


# --- what is tested -------------------------------------------------------------------------------


def program_path(build, name):
    """The ninja target of a program or of a ctest such as unit.elements_joint_table."""
    if name == "mbsrun":
        return name
    kind, rest = name.split(".", 1)
    return f"tests/{kind}/test_{kind}_{rest}"


def check_model(mbsrun, model, work, options):
    """The model runs, its checks hold, and it has some."""
    results = work / f"results_{model.stem}"
    run([mbsrun, "check", model])
    run([mbsrun, model, "-o", results, *options])
    summary = json.loads((results / "summary.json").read_text())
    checks = [check for analysis in summary["analyses"].values()
              for check in analysis.get("checks", [])]
    if not checks or not all(check.get("status", "passed") in ("passed", "ok") for check in checks):
        raise Fault(f"{model.name}: {len(checks)} checks: {checks}")
    return results


def check_schema(mbsrun, model):
    """The model against the schema that the new program prints."""
    import jsonschema
    from ruamel.yaml import YAML
    loader = YAML(typ="safe", pure=True)
    loader.version = (1, 2)
    schema = json.loads(run([mbsrun, "schema"]))
    jsonschema.validate(loader.load(model.read_text()), schema)


def carry_out(name, root, build, work):
    recipe = RECIPES[name]
    folder = root / "tests" / "recipes" / name
    shutil.rmtree(work, ignore_errors=True)
    copy = work / "copy"
    shutil.copytree(root / "src", copy / "src")
    shutil.copytree(root / "cmake", copy / "cmake")
    touched = apply_part(folder, copy)
    if len(touched) != recipe.files:
        raise Fault(f"{len(touched)} files, not {recipe.files}: {sorted(touched)}")
    print(f"{len(touched)} files: {' '.join(sorted(touched))}")
    shown = apply_part(folder / "shown", copy) if (folder / "shown").is_dir() else set()
    if shown:
        print(f"and, to show it: {' '.join(sorted(shown))}")
    house = Build(root, build, copy, work)
    stale = stale_sources(copy, touched | shown)
    print(f"{len(stale)} sources compiled: {' '.join(sorted(stale))}")
    for source in sorted(stale):
        house.compile(source)
    for test in recipe.tests:
        run([house.link(program_path(build, test))], cwd=work)
        print(f"{test} passes")
    mbsrun = house.link("mbsrun")
    model = folder / "model.yaml"
    results = check_model(mbsrun, model, work, recipe.options)
    check_schema(mbsrun, model)
    for word in recipe.words:
        run([mbsrun, "explain", word])
    if recipe.after is not None:
        recipe.after(results, lambda *words: run([mbsrun, *words], cwd=folder))
    refused = subprocess.run([build / "mbsrun", "check", model, *recipe.options], text=True,
                             capture_output=True, check=False)
    if not recipe.options and refused.returncode == 0:
        raise Fault("the build as it is takes the model: it shows nothing new")
    print("the model runs and its checks hold")


def main():
    parser = argparse.ArgumentParser(description="Carries out one recipe.")
    parser.add_argument("name", choices=sorted(RECIPES))
    for folder in ("root", "build", "work"):
        parser.add_argument(f"--{folder}", type=pathlib.Path, required=True)
    options = parser.parse_args()
    try:
        carry_out(options.name, options.root.resolve(), options.build.resolve(),
                  options.work.resolve())
    except Fault as fault:
        print(fault)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
