// SPDX-License-Identifier: BSD-3-Clause
// hinged_support.h: a mechanism from a text in which one rigid body is replaced by the one with an
// internal coordinate of support/hinged_body.h.
#ifndef MBS_TESTS_UNIT_HINGED_SUPPORT_H
#define MBS_TESTS_UNIT_HINGED_SUPPORT_H

#include "support/hinged_body.h"
#include "unit/system_support.h"

// The numbers of the replaced body; its file states mass [0] alone.
static double hinged_own[HINGED_PAR] = {3.5, 2, 0.05, 1.5, 0.04, 0.5, 0.45, 13};

static inline void hinged_own_shape(const double par[], const double z[], const double z_rate[],
                                    const FrameGeometry *rest, FrameGeometry *now,
                                    FrameShape *shape) {
  (void)par;
  hinged_shape_planar(hinged_own, z, z_rate, rest, now, shape);
}

static inline void hinged_own_inertia(const double par[], const double g[3], const double q[],
                                      const double v[], double M[], double h[], double *energy) {
  (void)par;
  hinged_inertia(hinged_own, g, q, v, M, h, energy);
}

static inline void hinged_own_slopes(const double par[], const double g[3], const double q[],
                                     const double v[], const double a[], double F_q[],
                                     double F_v[]) {
  (void)par;
  hinged_slopes(hinged_own, g, q, v, a, F_q, F_v);
}

static const BodyInside hinged_own_inside = {.count = 1,
                                             .shape = hinged_own_shape,
                                             .inertia = hinged_own_inertia,
                                             .slopes = hinged_own_slopes};

static inline void hinged_swap(Loaded *loaded, const char *name) {
  static BodyKind kind;
  const Model *model = loaded_model(loaded);
  kind = hinged_planar;
  kind.inside = &hinged_own_inside;
  int found = 0;
  for (int b = 1; b < model->body_count; b++) {
    if (strcmp(model->bodies[b].name, name) == 0) {
      model->bodies[b].kind = &kind;
      found++;
    }
  }
  assert_int_equal(found, 1);
}

static inline void hinged_open(Mechanism *mechanism, const char *text, const char *name) {
  loaded_open(&mechanism->loaded, text, NULL, 0);
  hinged_swap(&mechanism->loaded, name);
  mechanism_start(mechanism, true);
}

#endif
