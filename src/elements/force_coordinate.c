// SPDX-License-Identifier: BSD-3-Clause
// force_coordinate.c: a generalized force on the coordinate of a joint.
//
//   power = value * rate of the coordinate; c the joint's axis on marker_i
//   angle          torque +T c on j, -T c on i
//   displacement   force +F c on j at x_j, -F c on i at the same point
//
// par: value. Frames: 0 marker_i, 1 marker_j of the joint. It stores no energy.
#include "elements/couple.h"
#include "elements/registry.h"

enum { ON_I, ON_J };

// value * axis, and whether the coordinate is an angle.
static bool along(const ForceArgs *in, const Frame *axes, real value, real out[3]) {
  vec_column(axes->A, (int)in->axis - (int)AXIS_X, out);
  for (int k = 0; k < 3; k++) {
    out[k] *= value;
  }
  return in->coordinate == COORDINATE_ANGLE;
}

static void apply(const ForceArgs *in, Wrench wrench[]) {
  real along_axis[3];
  if (along(in, &in->frame[ON_I], in->par[0], along_axis)) {
    couple_torque(along_axis, &wrench[ON_J], &wrench[ON_I]);
  } else {
    couple_force(&in->frame[ON_J], &in->frame[ON_I], along_axis, &wrench[ON_J], &wrench[ON_I]);
  }
}

static void tangent(const ForceArgs *in, const real dpar[], const Frame dframe[],
                    Wrench dwrench[]) {
  real f[3];
  real df[3];
  real turned[3];
  (void)along(in, &in->frame[ON_I], in->par[0], f);
  (void)along(in, &in->frame[ON_I], dpar[0], df);
  const bool angle = along(in, &dframe[ON_I], in->par[0], turned);
  for (int k = 0; k < 3; k++) {
    df[k] += turned[k];
  }
  if (angle) {
    couple_torque(df, &dwrench[ON_J], &dwrench[ON_I]);
    return;
  }
  const Frame frame[2] = {in->frame[ON_J], in->frame[ON_I]};
  const Frame change[2] = {dframe[ON_J], dframe[ON_I]};
  Wrench swapped[2];
  couple_force_tangent(frame, change, f, df, swapped);
  dwrench[ON_J] = swapped[0];
  dwrench[ON_I] = swapped[1];
}

static void report(const ForceArgs *in, const Wrench wrench[], real out[FORCE_REPORTS]) {
  (void)wrench;
  out[0] = in->par[0];
}

static const char *const coordinates[] = {"angle", "displacement", NULL};

static const Field fields[] = {
    {.name = "joint",
     .type = FIELD_JOINT,
     .required = true,
     .summary =
         "the joint on whose coordinate the force acts: one with an angle or a displacement"},
    {.name = "coordinate",
     .type = FIELD_WORD,
     .choices = coordinates,
     .summary = "which one, where the joint has both"},
    {.name = "value",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_ANY,
     .depends = DEPENDS_ON_STATE,
     .required = true,
     .summary = "generalized force: a torque for an angle, a force for a displacement; positive "
                "drives marker_j towards a larger coordinate"},
    {0}};

const ForceKind MBS_NAME(force_coordinate) = {
    .type = "coordinate_force",
    .summary = "a generalized force on a joint's coordinate: a torque for an angle, a force along "
               "the axis for a displacement",
    .fields = fields,
    .spaces = IN_BOTH,
    .par_count = 1,
    .frame_count = 2,
    .wrench_count = 2,
    .apply = apply,
    .tangent = tangent,
    .energy = couple_stores_nothing,
    .report = report,
};
