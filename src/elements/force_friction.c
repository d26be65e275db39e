// SPDX-License-Identifier: BSD-3-Clause
// force_friction.c: dry friction of a revolute or prismatic joint in the plane, on its reaction.
//
//   S = -l (mu(u) N + c u)                          along the joint's coordinate
//   mu = (mu_k + (mu_s - mu_k) exp(-(u/u_s)^2)) tanh(u/u_t)    Coulomb and Stribeck, regularised
//   u = l rate: sliding speed;  l = pin radius r for an angle, 1 for a displacement
//   N, the sum of the sizes of the normal forces, from the reaction (R_x, R_y, T) at marker_j:
//     revolute    N = |(R_x, R_y)| + p
//     prismatic   N = |R_y/2 + T/b| + |R_y/2 - T/b| + p: two pads on body_j, at b/2 before and
//                 behind marker_j along the axis; for b = 0: N = |R_y| + p
//   |x| = sqrt(x.x + s^2) - s: smooth at zero for a smoothing force s > 0. For s = 0 its gradient
//   at zero is taken as zero.
//
// par: mu_s, mu_k, u_s, u_t, c, r, b, p, s. u_s = 0 (unstated): mu_s does not count.
// Frames: 0 marker_i, 1 marker_j of the joint. It stores no energy.
#include "elements/coordinate.h"
#include "elements/registry.h"

enum {
  STATIC,
  KINETIC,
  STRIBECK,
  TRANSITION,
  VISCOUS,
  RADIUS,
  OVERLAP,
  PRELOAD,
  SMOOTHING,
  PAR_COUNT
};
enum { FORCE_X, FORCE_Y, TORQUE_Z = 5 };
enum { REPORT_FORCE, REPORT_NORMAL };

// The two vectors whose sizes add up to the normal force: each of at most two components.
typedef struct Pads {
  real part[2][2];
} Pads;

static bool is_pin(const ForceArgs *in) {
  return in->coordinate == COORDINATE_ANGLE;
}

// Linear in the reaction.
static void pads_of(const ForceArgs *in, const real reaction[REACTION], Pads *pads) {
  memset(pads, 0, sizeof *pads);
  if (is_pin(in)) {
    pads->part[0][0] = reaction[FORCE_X];
    pads->part[0][1] = reaction[FORCE_Y];
    return;
  }
  const real overlap = in->par[OVERLAP];
  if (re(overlap) == 0) {
    pads->part[0][0] = reaction[FORCE_Y];
    return;
  }
  pads->part[0][0] = 0.5 * reaction[FORCE_Y] + reaction[TORQUE_Z] / overlap;
  pads->part[1][0] = 0.5 * reaction[FORCE_Y] - reaction[TORQUE_Z] / overlap;
}

static real square_of(const real x[2]) {
  return x[0] * x[0] + x[1] * x[1];
}

// sqrt(x.x + s^2): the size of a pad's force before s is taken off.
static real root_of(const real x[2], real smoothing) {
  return sqrt(square_of(x) + smoothing * smoothing);
}

static real normal_of(const ForceArgs *in) {
  Pads pads;
  pads_of(in, in->reaction, &pads);
  const real s = in->par[SMOOTHING];
  return root_of(pads.part[0], s) + root_of(pads.part[1], s) - 2 * s + in->par[PRELOAD];
}

// Change of the normal force with that of the pads and of the smoothing.
static real normal_tangent(const ForceArgs *in, const Pads *dpads, real ds) {
  Pads pads;
  pads_of(in, in->reaction, &pads);
  const real s = in->par[SMOOTHING];
  real change = -2 * ds;
  for (int k = 0; k < 2; k++) {
    const real *const x = pads.part[k];
    const real *const dx = dpads->part[k];
    const real root = root_of(x, s);
    if (re(root) != 0) {
      change += (x[0] * dx[0] + x[1] * dx[1] + s * ds) / root;
    }
  }
  return change;
}

static real lever_of(const ForceArgs *in) {
  return is_pin(in) ? in->par[RADIUS] : 1;
}

static MeasureQuantity rate_quantity(const ForceArgs *in) {
  return is_pin(in) ? MEASURE_JOINT_ANGLE_RATE : MEASURE_JOINT_DISPLACEMENT_RATE;
}

static real rate_of(const ForceArgs *in) {
  return MBS_NAME(measure_value)(rate_quantity(in), 0, in->axis, in->planar, in->frame, 0);
}

// (u/u_s) and its exponential; no Stribeck speed: the exponential is 0.
static real stribeck(const real par[], real u, real *ratio) {
  if (re(par[STRIBECK]) == 0) {
    *ratio = 0;
    return 0;
  }
  *ratio = u / par[STRIBECK];
  return exp(-*ratio * *ratio);
}

static real coefficient(const real par[], real u) {
  real ratio;
  const real low = stribeck(par, u, &ratio);
  return (par[KINETIC] + (par[STATIC] - par[KINETIC]) * low) * tanh(u / par[TRANSITION]);
}

static real coefficient_tangent(const real par[], const real dpar[], real u, real du) {
  real ratio;
  const real low = stribeck(par, u, &ratio);
  const real dratio = re(par[STRIBECK]) == 0 ? 0 : (du - ratio * dpar[STRIBECK]) / par[STRIBECK];
  const real dlow = -2 * ratio * dratio * low;
  const real level = par[KINETIC] + (par[STATIC] - par[KINETIC]) * low;
  const real dlevel =
      dpar[KINETIC] + (dpar[STATIC] - dpar[KINETIC]) * low + (par[STATIC] - par[KINETIC]) * dlow;
  const real x = u / par[TRANSITION];
  const real dx = (du - x * dpar[TRANSITION]) / par[TRANSITION];
  const real direction = tanh(x);
  return dlevel * direction + level * (1 - direction * direction) * dx;
}

static real force(const ForceArgs *in) {
  const real l = lever_of(in);
  const real u = l * rate_of(in);
  return -l * (coefficient(in->par, u) * normal_of(in) + in->par[VISCOUS] * u);
}

static void gradient(const ForceArgs *in, real out[REACTION]) {
  const real l = lever_of(in);
  const real factor = -l * coefficient(in->par, l * rate_of(in));
  for (int k = 0; k < REACTION; k++) {
    real unit[REACTION] = {0};
    Pads change;
    unit[k] = 1;
    pads_of(in, unit, &change);
    out[k] = factor * normal_tangent(in, &change, 0);
  }
}

// | |x + dx| - |x| | <= |dx|, for the smooth size, too.
static real bound(const ForceArgs *in, const real dreaction[REACTION]) {
  const real l = lever_of(in);
  Pads change;
  pads_of(in, dreaction, &change);
  return real_abs(l * coefficient(in->par, l * rate_of(in))) *
         (root_of(change.part[0], 0) + root_of(change.part[1], 0));
}

// d(-l (mu N + c u)) = -dl (mu N + c u) - l (dmu N + mu dN + dc u + c du)
static real force_tangent(const ForceArgs *in, const ForceChange *change) {
  static const real nothing[REACTION] = {0};
  const real *const par = in->par, *const dpar = change->par;
  const real l = lever_of(in);
  const real dl = is_pin(in) ? dpar[RADIUS] : 0;
  const real rate = rate_of(in);
  const real drate = MBS_NAME(measure_tangent)(rate_quantity(in), 0, in->axis, in->planar,
                                               in->frame, change->frame);
  const real u = l * rate;
  const real du = dl * rate + l * drate;
  const real mu = coefficient(par, u);
  const real dmu = coefficient_tangent(par, dpar, u, du);
  const real N = normal_of(in);
  Pads dpads;
  pads_of(in, change->reaction != NULL ? change->reaction : nothing, &dpads);
  if (!is_pin(in) && re(par[OVERLAP]) != 0) { // T / b
    const real turned = in->reaction[TORQUE_Z] / (par[OVERLAP] * par[OVERLAP]) * dpar[OVERLAP];
    dpads.part[0][0] -= turned;
    dpads.part[1][0] += turned;
  }
  const real dN = normal_tangent(in, &dpads, dpar[SMOOTHING]) + dpar[PRELOAD];
  return -dl * (mu * N + par[VISCOUS] * u) -
         l * (dmu * N + mu * dN + dpar[VISCOUS] * u + par[VISCOUS] * du);
}

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  coordinate_wrench(in, change, force(in), change == NULL ? 0 : force_tangent(in, change), wrench);
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  if (wrench != NULL) {
    told->own[REPORT_FORCE] = force(in);
    told->own[REPORT_NORMAL] = normal_of(in);
  }
}

static const FrictionLaw law = {.force = force, .gradient = gradient, .bound = bound};

static const Field fields[] = {
    KEY("joint", JOINT,
        "the joint that rubs: along its displacement when \"overlap\" is stated, about its angle "
        "when \"radius\" is",
        .required = true),
    KEY_NUMBER("static", RATIO, NOT_NEGATIVE,
               "largest coefficient, near rest; unstated: that of sliding"),
    KEY_NUMBER("kinetic", RATIO, NOT_NEGATIVE, "coefficient of sliding", .required = true),
    KEY_NUMBER("stribeck_speed", VELOCITY, POSITIVE,
               "sliding speed over which the coefficient falls from static to kinetic: by "
               "exp(-(speed/stribeck_speed)^2)",
               .required = true, .with = ONE_OF("static")),
    KEY_NUMBER(
        "transition_speed", VELOCITY, POSITIVE,
        "sliding speed over which friction turns round: by tanh(speed/transition_speed); below "
        "it the joint creeps instead of sticking",
        .required = true),
    KEY_NUMBER("viscous", DAMPING, NOT_NEGATIVE,
               "further force per sliding speed, whatever the reaction", .fallback = "0"),
    KEY_NUMBER("radius", LENGTH, POSITIVE,
               "joints with an angle: radius of the pin, at which it slides", .group = 1),
    KEY_NUMBER("overlap", LENGTH, NOT_NEGATIVE,
               "joints with a displacement: distance of two pads on body_j, half of it before and "
               "half behind marker_j, which carry the normal force and the torque of the joint; 0: "
               "one point, and the torque does not rub",
               .group = 1),
    KEY_NUMBER("preload", FORCE, NOT_NEGATIVE, "normal force that is there without a reaction",
               .fallback = "0"),
    KEY_NUMBER("smoothing", FORCE, NOT_NEGATIVE,
               "s of the smooth size sqrt(R^2 + s^2) - s of a normal force R; 0: |R|, with a kink "
               "where the reaction passes zero",
               .fallback = "0"),
    {0}};

const ForceKind MBS_NAME(force_friction) = {
    .type = "friction",
    .summary = "dry friction of a joint on its true reaction: regularised Coulomb friction with "
               "Stribeck's fall and a viscous part",
    .fields = fields,
    .spaces = IN_PLANE,
    .apply = apply,
    .tell = tell,
    .friction = &law,
};
