#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Holds schema/model.schema.json against an independent validator.

usage: validate.py --root DIR

python3-jsonschema reads the schema, python3-ruamel.yaml (YAML 1.2) the files. Every shipped model
must validate. A broken model of tests/bad must fail or pass as its first line says, and every one
with a message of the class E-SCHEMA must be one that says "fails".
"""

import argparse
import json
import pathlib
import re
import sys
import tempfile

import jsonschema
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

LEAST_MODELS = 1
LEAST_FAILING = 50


def read(path):
    loader = YAML(typ="safe", pure=True)
    loader.version = (1, 2)
    return loader.load(path.read_text(encoding="utf-8-sig"))


def faults(validator, path):
    """The validator's complaints about a file, none when it validates."""
    found = []
    for error in validator.iter_errors(read(path)):
        place = "/".join(str(word) for word in error.absolute_path)
        found.append(f"{place}: {error.message[:120]}")
    return found


def expectation(path):
    """(codes, word) of the first line: what mbsrun says, and what is asked of the schema."""
    first = path.read_bytes().splitlines()[0].decode("utf-8-sig")
    match = re.match(r"# expect: ([^;]*)(?:; schema: (\w+))?$", first)
    if not match:
        return None
    return re.findall(r"[EWI]-[A-Z]+-\d+", match.group(1)), match.group(2)


def check_models(validator, root):
    breaches = []
    models = sorted((root / "models").rglob("*.yaml"))
    if len(models) < LEAST_MODELS:
        breaches.append("no model found below models")
    for path in models:
        for fault in faults(validator, path):
            breaches.append(f"{path.relative_to(root)}: must validate, but {fault}")
    return breaches


def check_bad_file(validator, path, codes, word):
    """Breaches of one broken model."""
    schema_class = any(code.startswith("E-SCHEMA") for code in codes)
    yaml_class = any(code.startswith("E-YAML") for code in codes)
    if schema_class and not yaml_class and word != "fails":
        return [f"{path.name}: of class E-SCHEMA, but its first line does not say \"fails\""]
    if word not in ("fails", "passes"):
        return []
    try:
        found = faults(validator, path)
    except YAMLError as error:
        return [f"{path.name}: is no YAML for ruamel: {error}"]
    if word == "fails" and not found:
        return [f"{path.name}: must fail, but validates"]
    if word == "passes" and found:
        return [f"{path.name}: must validate, but {fault}" for fault in found]
    return []


def check_bad(validator, root):
    breaches = []
    failing = 0
    for path in sorted((root / "tests" / "bad").glob("*.yaml")):
        expected = expectation(path)
        if expected is None:
            breaches.append(f"{path.name}: the first line says nothing")
            continue
        breaches += check_bad_file(validator, path, *expected)
        failing += expected[1] == "fails"
    if failing < LEAST_FAILING:
        breaches.append(f"only {failing} files say \"fails\"")
    return breaches


def check_studies(root):
    """Shipped studies validate; slips of the pen do not."""
    schema = json.loads((root / "schema" / "study.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    studies = sorted((root / "studies").glob("*.yaml"))
    breaches = [] if studies else ["no study found below studies"]
    for path in studies:
        for fault in faults(validator, path):
            breaches.append(f"{path.relative_to(root)}: must validate, but {fault}")
        for old, new in (("vary:", "vari:"), ("period:", "preiod:"), ("count:", "counts:"),
                         ("mbs_study: 1", "mbs_study: one")):
            text = path.read_text(encoding="utf-8")
            with tempfile.TemporaryDirectory() as folder:
                broken = pathlib.Path(folder) / "broken.yaml"
                broken.write_text(text.replace(old, new), encoding="utf-8")
                if old in text and not faults(validator, broken):
                    breaches.append(f"{path.name}: must fail with \"{new}\", but validates")
    return breaches


def main():
    parser = argparse.ArgumentParser(description="Validates models with an independent validator.")
    parser.add_argument("--root", type=pathlib.Path, required=True)
    root = parser.parse_args().root.resolve()
    schema = json.loads((root / "schema" / "model.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    breaches = check_models(validator, root) + check_bad(validator, root) + check_studies(root)
    for breach in breaches:
        print(breach)
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
