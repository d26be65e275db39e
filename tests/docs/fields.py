#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every key of the model language stands in a model that runs.

  fields.py --root ROOT

Keys are the properties of schema/model.schema.json, which mbsrun writes from the loader's tables; those
of the plane and of space count as one. Models are those of docs/examples and of models, all of which
tests run. A model is walked along the schema: of alternatives, those whose condition holds.
"""
import argparse
import json
import pathlib
import re
import sys

import jsonschema
from ruamel.yaml import YAML


# Tables that stand in several places count once: the rows are the same.
SHARED = ((r"^model\.templates\.(events|frames|motions|parts)\b", r"model.\1"),
          (r".*\.orientation\.", "orientation."),
          (r".*\.markers\.(angle|orientation)$", r"markers.\1"),
          (r".*\.shapes\.", "shapes."),
          (r".*\.repeat$", "repeat"),
          (r"^joint_\w+\.(marker_i|marker_j|body_i|body_j|at|axis|relative_to)$", r"joint.\1"),
          (r"^joint_\w+\.initial", "joint.initial"),
          (r"^analysis_\w+\.(from|initial)$", r"analysis.\1"),
          (r"^analysis_\w+\.(?:integrator\.)?baumgarte", "baumgarte"),
          (r"^body_\w+\.initial\.relative_to$", "body.initial.relative_to"))


def shared(name):
    for pattern, common in SHARED:
        name = re.sub(pattern, common, name)
    return name


class Walk:
    def __init__(self, schema):
        self.schema = schema
        self.keys = {}   # id of a property's schema -> its name
        self.used = set()
        self.name("model", schema)
        for name, definition in schema["definitions"].items():
            self.name(re.sub(r"^(planar|spatial)_", "", name), definition)

    def name(self, path, schema):
        """Names every property below."""
        if not isinstance(schema, dict):
            return
        for key, value in schema.get("properties", {}).items():
            self.keys[id(value)] = shared(f"{path}.{key}")
            self.name(f"{path}.{key}", value)
        for key in ("then", "else", "items", "additionalProperties"):
            self.name(path, schema.get(key))
        for key in ("allOf", "anyOf", "oneOf"):
            for part in schema.get(key, []):
                self.name(path, part)

    def walk(self, schema, value):
        if not isinstance(schema, dict):
            return
        if "$ref" in schema:
            self.walk(self.schema["definitions"][schema["$ref"].rsplit("/", 1)[1]], value)
        for key in ("allOf", "anyOf", "oneOf"):
            for part in schema.get(key, []):
                self.walk(part, value)
        if "if" in schema and jsonschema.Draft7Validator(schema["if"]).is_valid(value):
            self.walk(schema.get("then"), value)
        if isinstance(value, list):
            for item in value:
                self.walk(schema.get("items"), item)
        if isinstance(value, dict):
            properties = schema.get("properties", {})
            for key, part in value.items():
                if key in properties:
                    self.used.add(self.keys[id(properties[key])])
                    self.walk(properties[key], part)
                else:
                    self.walk(schema.get("additionalProperties"), part)

    def missing(self):
        # the conditions of rules ("if", "then") repeat keys; "required" alone names none
        return sorted(set(self.keys.values()) - self.used)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True, type=pathlib.Path)
    root = parser.parse_args().root
    walk = Walk(json.loads((root / "schema/model.schema.json").read_text(encoding="utf-8")))
    yaml = YAML(typ="safe", pure=True)
    models = sorted((root / "docs/examples").glob("*.yaml")) + sorted((root / "models").rglob("*.yaml"))
    for path in models:
        document = yaml.load(path.read_text(encoding="utf-8"))
        if isinstance(document, dict) and "mbs" in document:
            walk.walk(walk.schema, document)
    missing = walk.missing()
    for key in missing:
        print(f"no model of docs/examples or models says {key}", file=sys.stderr)
    print(f"{len(set(walk.keys.values()))} keys, {len(missing)} in no model")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
