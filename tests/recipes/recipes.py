# SPDX-License-Identifier: BSD-3-Clause
"""What each recipe costs, and which generic tests the new thing has to pass."""

import dataclasses
import json


@dataclasses.dataclass
class Recipe:
    files: int              # of src: added or changed
    tests: tuple            # programs of the build, linked with what is new
    words: tuple = ()       # mbsrun explain WORD
    options: tuple = ()     # of mbsrun, where the model alone does not ask for the new thing
    after: object = None    # looks further, at the folder of results and with the new mbsrun


def tsv(results, _):
    """A header row, and the numbers of the table."""
    head, *rows = [line.split("\t") for line in (results / "fall.tsv").read_text().splitlines()]
    assert head == ["t", "y"] and len(rows) == 101
    assert all(abs(float(y) + 5 * float(t) ** 2) < 1e-9 for t, y in rows)


def order_of_rk4(_, mbsrun):
    """A study of convergence, which knows the method by its row, finds order four."""
    study = json.loads(mbsrun("convergence", "model.yaml", "--json"))
    orders = [order for method in study["methods"] for channel in method["channels"]
              for order in channel["order"] if order is not None]
    assert len(orders) >= 9 and all(3.7 < order < 4.4 for order in orders), orders


RECIPES = {
    "joint": Recipe(1, ("unit.elements_joint_table", "unit.elements_registry",
                        "derivatives.pairs"), ("sliding_universal",)),
    "primitive": Recipe(2, ("derivatives.primitives", "derivatives.pairs",
                            "unit.elements_joint_table"), ("point_on_cylinder",)),
    "force": Recipe(2, ("derivatives.forces", "derivatives.force_pairs", "unit.elements_force"),
                    ("attraction",)),
    "integrator": Recipe(2, ("unit.language_load",), ("method",), after=order_of_rk4),
    "writer": Recipe(2, ("unit.output_writers", "unit.output_results"),
                     options=("--format", "tsv"), after=tsv),
    "body": Recipe(2, ("derivatives.bodies", "derivatives.pairs", "unit.elements_body"), ("rod",)),
    "measure": Recipe(1, ("derivatives.measures", "unit.elements_measure"), ("bearing",)),
    "coupler": Recipe(2, ("unit.language_load",), ("lever",)),
    "analysis": Recipe(6, ("unit.language_load",), ("instant",)),
}
