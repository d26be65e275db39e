# SPDX-License-Identifier: BSD-3-Clause
"""All errors of a file in one pass: shipped models with three errors each, of all kinds. Every error is
reported where it stands, once, and nothing else is reported as its consequence."""

import json
import random
import re

from program import ProgramTest, main

FILES, WHOLE = 60, 57

# A pattern with one group, the word that becomes wrong, and what it becomes.
ERRORS = {
    "misspelt key": (r"\b(mass|inertia|stiffness|damping|marker_j|joint|output_step|free_length): ",
                     lambda word: word[:-1] + "xq"),
    "misspelt type": (r"\{type: (revolute|rigid|point_mass|spring_damper|distance|prismatic|dynamics|spherical)\b",
                      lambda word: word[:-1]),
    "another program's type": (r"\{type: (revolute|rigid|point_mass|prismatic|spherical)\b",
                               {"revolute": "hinge", "rigid": "rigid_body", "point_mass": "particle",
                                "prismatic": "slider", "spherical": "ball"}.get),
    "no type": (r"^  \w+: \{(type: (?:revolute|rigid|point_mass|spring_damper|distance|prismatic|dynamics), )",
                lambda word: ""),
    "unknown marker": (r"\bmarker_[ij]: ([a-z]\w*\.?\w*)(?=[,}])", lambda word: "nobody.nowhere"),
    "unknown parameter": (r"\b(?:mass|inertia|stiffness|damping): ([\w./*^ -]+)(?=[,}])", lambda word: "unheard_of"),
    "broken expression": (r"\b(?:mass|inertia|stiffness|damping): ([\w./*^ -]+)(?=[,}])", lambda word: word + "*"),
    "wrong unit": (r"\b(?:duration|output_step): ([\d.]+(?: m?s)?)(?=[,}])", lambda word: "3 kg"),
    "unknown measure": (r"^  \w+: (\w+\.(?:x|y|angle|displacement))\s*(?:#.*)?$", lambda word: word + "_qq"),
    "unknown function": (r"\b(?:mass|inertia|stiffness|damping): ([\w./*^ -]+)(?=[,}])", lambda word: "sinn(1)"),
    "empty value": (r"\b(?:mass|stiffness|output_step): ([\w./*^ -]+)(?=[,}])", lambda word: ""),
    "map for a number": (r"\b(?:stiffness|damping|duration|output_step): ([\w./*^ -]+)(?=[,}])", lambda word: "{value: 1}"),
    "negative": (r"\b(?:mass|duration|output_step): ([\w./*^ -]+)(?=[,}])", lambda word: "-2"),
    "key twice": (r"\bmass: ([\w./*^ -]+)(?=[,}])", lambda word: word + ", mass: 1"),
    "unknown joint": (r"\bjoint: (\w+)(?=[,}])", lambda word: "nobody"),
    "unknown body": (r"\bbody_[ij]: (\w+)(?=[,}])", lambda word: "nobody"),
    "unknown word": (r"\b(?:method|level): (\w+)(?=[,}])", lambda word: word + "_x"),
    "unknown analysis": (r"\bfrom: (\w+)(?=[,}])", lambda word: "nowhere"),
    "short list": (r"\bposition: \[([^\[\]]*)\]", lambda word: "0"),
}


def break_lines(text, chance, count):
    """The text with `count` errors on lines that hold none yet; the lines, and what is wrong there."""
    lines = text.split("\n")
    heads = []  # the key of the top level that each line belongs to
    for line in lines:
        key = re.match(r"(\w+):", line)
        heads.append(key.group(1) if key else heads[-1] if heads else "")
    wrong = {}
    kinds = sorted(ERRORS)
    chance.shuffle(kinds)
    for kind in kinds:
        pattern, change = ERRORS[kind]
        places = [(k, found) for k, line in enumerate(lines) if k not in wrong
                  and "repeat" not in line and heads[k] not in ("parameters", "templates", "functions", "checks")
                  for found in re.finditer(pattern, line) if "#" not in line[:found.start(1)]]
        if len(wrong) == count or not places:
            continue
        k, found = chance.choice(places)
        lines[k] = lines[k][:found.start(1)] + change(found.group(1)) + lines[k][found.end(1):]
        wrong[k] = kind
    return "\n".join(lines), {k + 1: kind for k, kind in wrong.items()}


class OnePass(ProgramTest):
    def errors_of(self, text):
        self.write("a.yaml", text)
        messages = json.loads(self.call("check", "a.yaml", "--json").out)
        return [(message["line"], message["column"], message["message"]) for message in messages if message["severity"] == "error"]

    def test_three_errors(self):
        chance = random.Random(20261129)
        models = sorted((self.root / "models").glob("*/*.yaml"))
        whole = tried = 0
        trouble = []
        while tried < FILES:
            model = chance.choice(models)
            text, wrong = break_lines(model.read_text(), chance, 3)
            if len(wrong) < 3:
                continue
            tried += 1
            errors = self.errors_of(text)
            lines = {error[0] for error in errors}
            self.assertEqual(len(errors), len(set(errors)), f"{model.name}: twice the same: {errors}")
            if lines == set(wrong) and len(errors) == 3:
                whole += 1
            else:
                trouble.append(f"{model.name}: {wrong}: {errors}")
        print(f"{whole} of {tried} files with three errors have exactly these reported")
        self.assertGreaterEqual(whole, WHOLE, "\n".join(trouble))


if __name__ == "__main__":
    main()
