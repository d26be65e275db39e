// SPDX-License-Identifier: BSD-3-Clause
// library_support.h: a model, and what tests of the library do with any.
#ifndef MBS_TESTS_LIBRARY_LIBRARY_SUPPORT_H
#define MBS_TESTS_LIBRARY_LIBRARY_SUPPORT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "library/mbsrun.h"

// A bar on a hinge that a torque u holds; w^2 = m g c/(I + m c^2) about its lowest point.
#define BAR                                                                                        \
  "mbs: 1\nspace: planar\ngravity: [0, -10]\n"                                                     \
  "parameters: {m: 2 kg, c: 0.5 m, u: 0 N*m, twice: \"2*c\"}\n"                                    \
  "bodies:\n"                                                                                      \
  "  bar: {type: rigid, mass: m, inertia: 0.1, center_of_mass: [0, -c], "                          \
  "initial: {angle: 0.01}}\n"                                                                      \
  "joints:\n  hinge: {type: revolute, marker_i: ground, marker_j: bar}\n"                          \
  "forces:\n  drive: {type: coordinate_force, joint: hinge, value: u}\n"                           \
  "outputs: {angle: hinge.angle, degrees: {value: hinge.angle, unit: deg}, length: twice}\n"       \
  "analyses:\n  swing: {type: dynamics, duration: 2, output_step: 0.01, "                          \
  "integrator: {tolerances: {relative: 1e-10}}}\n"

static inline mbs_model *load(const char *text) {
  mbs_model *model;
  const mbs_status status = mbs_load_text(text, strlen(text), NULL, NULL, &model);
  if (status != MBS_OK) {
    fail_msg("%s", mbs_messages_text(mbs_model_messages(model)));
  }
  return model;
}

static inline mbs_column column_of(const mbs_result *result, const char *name) {
  mbs_column column = {.size = sizeof column};
  for (size_t k = 0; mbs_column_get(result, 0, k, &column) == MBS_OK; k++) {
    if (strcmp(column.name, name) == 0) {
      return column;
    }
  }
  fail_msg("no column %s", name);
  return column;
}

#endif
