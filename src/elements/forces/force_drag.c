// SPDX-License-Identifier: BSD-3-Clause
// force_drag.c: drag of a fluid at a marker's origin.
//
//   u = v - v_fluid,  f = -(c1 + c2 |u|) u
//   df = -(dc1 + dc2 |u| + c2 d|u|) u - (c1 + c2 |u|) du,  d|u| = u . du / |u|
// |u| u is differentiable at u = 0, with the derivative 0: there the middle term drops out.
//
// par: linear c1, quadratic c2, fluid_velocity [3]. Frame: 0 the marker. It stores no energy.
#include "elements/frames/couple.h"

enum { LINEAR, QUADRATIC, FLUID, PAR_COUNT = FLUID + 3 };
enum { REPORT_FORCE, REPORT_SPEED };

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  const real *const par = in->par;
  real u[3];
  vector_zero(3, wrench[0].t);
  vector_subtract(in->frame[0].v, par + FLUID, u);
  const real speed = vec_norm(u), factor = par[LINEAR] + par[QUADRATIC] * speed;
  if (change == NULL) {
    for (int i = 0; i < 3; i++) {
      wrench[0].f[i] = -factor * u[i];
    }
    return;
  }
  const real *const dpar = change->par;
  real du[3];
  vector_subtract(change->frame[0].v, dpar + FLUID, du);
  const real dspeed = re(speed) == 0 ? 0 : vec_dot(u, du) / speed;
  const real dfactor = dpar[LINEAR] + dpar[QUADRATIC] * speed + par[QUADRATIC] * dspeed;
  for (int i = 0; i < 3; i++) {
    wrench[0].f[i] = -dfactor * u[i] - factor * du[i];
  }
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  real u[3];
  if (wrench != NULL) {
    vector_subtract(in->frame[0].v, in->par + FLUID, u);
    told->own[REPORT_FORCE] = vec_norm(wrench[0].f);
    told->own[REPORT_SPEED] = vec_norm(u);
  }
}

static const Field fields[] = {
    KEY("marker", MARKER, "the drag acts at this marker's origin and depends on its velocity",
        .required = true),
    KEY_NUMBER("linear", DAMPING, ANY,
               "force per speed, opposing the velocity relative to the fluid",
               .depends = DEPENDS_ON_STATE, .fallback = "0"),
    KEY_NUMBER("quadratic", QUADRATIC_DRAG, ANY,
               "force per square of the speed: density*drag coefficient*area/2",
               .depends = DEPENDS_ON_STATE, .fallback = "0"),
    KEY("fluid_velocity", VECTOR,
        "velocity of the fluid, ground axes; like gravity, it is not rotated with a part",
        .quantity = QUANTITY_VELOCITY, .depends = DEPENDS_ON_STATE, .fallback = "[0, 0, 0]"),
    {0}};

const ForceKind MBS_NAME(force_drag) = {
    .type = "drag",
    .summary = "drag of a fluid on a marker: -(linear + quadratic*speed)*velocity, with the "
               "velocity relative to the fluid",
    .fields = fields,
    .spaces = IN_BOTH,
    .apply = apply,
    .tell = tell,
};
