// SPDX-License-Identifier: BSD-3-Clause
// force_friction.c: dry friction of a joint, on its reaction.
//
//   mu(w) = (mu_k + (mu_s - mu_k) exp(-(w/u_s)^2)) tanh(w/u_t)   Coulomb and Stribeck, regularised
//   N: the normal force from the reaction (rubbing.h)
// Along one coordinate:
//   S = -l (mu(u) N + c u)                          along the joint's coordinate
//   u = l rate: sliding speed;  l = pin radius r for an angle, 1 for a displacement
// Along several (in space), against the velocity of rubbing, whose square the losses divide by:
//   u = (x', y', z', r w_x, r w_y, r w_z) of those that the joint leaves free, at marker_j in the
//   axes of marker_i,  w = |u|
//   force and torque = -(mu(w) N + c w) (u_1 .. u_3, r u_4 .. r u_6)/w
//   shaft   (z', r w_z): friction at the pin's surface along the helix on which it moves
//   ball    r (w_x, w_y, w_z): the socket bears all round
//   plate   (x', y', r w_z): on an ellipse of limits; r is the arm at which turning alone rubs
//   point   (x', y')
// Smooth at rest: mu(w)/w is even in w. There S = -(mu(w)/w N + c) sqrt(w^2 + u_t^2), of a unit
// wrench along u/sqrt(w^2 + u_t^2).
//
// Frames: 0 marker_i, 1 marker_j of the joint. It stores no energy.
#include "elements/forces/rubbing.h"
#include "elements/frames/coordinate.h"

enum { MOVES = 6 };
enum {
  REPORT_WRENCH, // along the axes of marker_i
  REPORT_NORMAL = MOVES,
  REPORT_SPEED,
  REPORT_FORCE
};

static bool is_vector(const ForceArgs *in) {
  return !in->planar && in->rubs >= RUBS_SHAFT;
}

// ---- coefficients ----

// (u/u_s) and its exponential; no Stribeck speed: the exponential is 0.
static real stribeck(const real par[], real u, real *ratio) {
  if (re(par[FRICTION_STRIBECK]) == 0) {
    *ratio = 0;
    return 0;
  }
  *ratio = u / par[FRICTION_STRIBECK];
  return exp(-*ratio * *ratio);
}

// mu without its turning round.
static real level_of(const real par[], real u) {
  real ratio;
  const real low = stribeck(par, u, &ratio);
  return par[FRICTION_KINETIC] + (par[FRICTION_STATIC] - par[FRICTION_KINETIC]) * low;
}

static real level_tangent(const real par[], const real dpar[], real u, real du) {
  real ratio;
  const real low = stribeck(par, u, &ratio);
  const real dratio = re(par[FRICTION_STRIBECK]) == 0
                          ? 0
                          : (du - ratio * dpar[FRICTION_STRIBECK]) / par[FRICTION_STRIBECK];
  const real dlow = -2 * ratio * dratio * low;
  return dpar[FRICTION_KINETIC] + (dpar[FRICTION_STATIC] - dpar[FRICTION_KINETIC]) * low +
         (par[FRICTION_STATIC] - par[FRICTION_KINETIC]) * dlow;
}

static real coefficient(const real par[], real u) {
  return level_of(par, u) * tanh(u / par[FRICTION_TRANSITION]);
}

static real coefficient_tangent(const real par[], const real dpar[], real u, real du) {
  const real x = u / par[FRICTION_TRANSITION];
  const real dx = (du - x * dpar[FRICTION_TRANSITION]) / par[FRICTION_TRANSITION];
  const real direction = tanh(x);
  return level_tangent(par, dpar, u, du) * direction +
         level_of(par, u) * (1 - direction * direction) * dx;
}

// mu(w)/w
static real slope_of(const real par[], real w) {
  return re(w) == 0 ? level_of(par, w) / par[FRICTION_TRANSITION] : coefficient(par, w) / w;
}

static real slope_tangent(const real par[], const real dpar[], real w, real dw) {
  const real transition = par[FRICTION_TRANSITION];
  return re(w) == 0 ? (level_tangent(par, dpar, w, 0) -
                       level_of(par, w) * dpar[FRICTION_TRANSITION] / transition) /
                          transition
                    : (coefficient_tangent(par, dpar, w, dw) - slope_of(par, w) * dw) / w;
}

// ---- along one coordinate ----

static bool is_pin(const ForceArgs *in) {
  return in->coordinate == COORDINATE_ANGLE;
}

static real lever_of(const ForceArgs *in) {
  return is_pin(in) ? in->par[FRICTION_RADIUS] : 1;
}

// d(-l (mu N + c u)) = -dl (mu N + c u) - l (dmu N + mu dN + dc u + c du)
static real scalar_tangent(const ForceArgs *in, const ForceChange *change) {
  const real *const par = in->par, *const dpar = change->par;
  const real l = lever_of(in);
  const real dl = is_pin(in) ? dpar[FRICTION_RADIUS] : 0;
  const real rate = coordinate_rate(in);
  const real u = l * rate;
  const real du = dl * rate + l * coordinate_rate_tangent(in, change->frame);
  const real mu = coefficient(par, u);
  const real N = MBS_NAME(rubbing_normal)(in);
  return -dl * (mu * N + par[FRICTION_VISCOUS] * u) -
         l * (coefficient_tangent(par, dpar, u, du) * N +
              mu * MBS_NAME(rubbing_tangent)(in, change) + dpar[FRICTION_VISCOUS] * u +
              par[FRICTION_VISCOUS] * du);
}

// ---- along several ----

// Whether the k-th of x, y, z, turns about them rubs.
static bool rubs_along(const ForceArgs *in, int k) {
  enum { X = 1, Y = 2, Z = 4, RX = 8, RY = 16, RZ = 32 };
  static const int moves[] = {[RUBS_SHAFT] = Z | RZ,
                              [RUBS_BALL] = RX | RY | RZ,
                              [RUBS_PLATE] = X | Y | RZ,
                              [RUBS_POINT] = X | Y};
  return (moves[in->rubs] >> k & 1) != 0;
}

// The velocity of rubbing and its square; change and du may be NULL.
static real velocity_of(const ForceArgs *in, const ForceChange *change, real u[MOVES],
                        real du[MOVES]) {
  real square = 0;
  for (int k = 0; k < MOVES; k++) {
    const MeasureQuantity rate = k < 3 ? MEASURE_RELATIVE_RATE : MEASURE_RELATIVE_SPIN;
    const real r = k < 3 ? 1 : in->par[FRICTION_RADIUS];
    u[k] = 0;
    if (change != NULL) {
      du[k] = 0;
    }
    if (!rubs_along(in, k)) {
      continue;
    }
    const real value = MBS_NAME(measure_value)(rate, k % 3, in->axis, false, in->frame, 0);
    u[k] = r * value;
    square += u[k] * u[k];
    if (change != NULL) {
      const real dr = k < 3 ? 0 : change->par[FRICTION_RADIUS];
      du[k] = dr * value +
              r * MBS_NAME(measure_tangent)(rate, k % 3, in->axis, false, in->frame, change->frame);
    }
  }
  return square;
}

static real speed_of(const ForceArgs *in) {
  real u[MOVES];
  return is_vector(in) ? sqrt(velocity_of(in, NULL, u, NULL)) : lever_of(in) * coordinate_rate(in);
}

// sqrt(w^2 + u_t^2)
static real scale_of(const ForceArgs *in, real w) {
  const real transition = in->par[FRICTION_TRANSITION];
  return sqrt(w * w + transition * transition);
}

// factor (u, r u) along the axes of marker_i, or its change.
static void components_of(const ForceArgs *in, const ForceChange *change, real factor, real dfactor,
                          real out[MOVES], real dout[MOVES]) {
  real u[MOVES], du[MOVES];
  (void)velocity_of(in, change, u, du);
  for (int k = 0; k < MOVES; k++) {
    const real r = k < 3 ? 1 : in->par[FRICTION_RADIUS];
    out[k] = factor * r * u[k];
    if (change != NULL) {
      const real dr = k < 3 ? 0 : change->par[FRICTION_RADIUS];
      dout[k] = (dfactor * r + factor * dr) * u[k] + factor * r * du[k];
    }
  }
}

// Force at marker_j and torque along the axes of marker_i, and the opposite on the other body.
static void couple(const ForceArgs *in, const ForceChange *change, const real along[MOVES],
                   const real dalong[MOVES], Wrench wrench[2]) {
  const Frame *const i = &in->frame[0];
  const Frame both[2] = {in->frame[1], in->frame[0]};
  real f[3], t[3];
  Wrench swapped[2];
  vec_rotate(i->A, along, f);
  if (change == NULL) {
    couple_force(&both[0], &both[1], f, &swapped[0], &swapped[1]);
    vec_rotate(i->A, along + 3, t);
  } else {
    const Frame moved[2] = {change->frame[1], change->frame[0]};
    real df[3];
    vector_rotate_change(i->A, change->frame[0].A, along, dalong, df);
    couple_force_tangent(both, moved, f, df, swapped);
    vector_rotate_change(i->A, change->frame[0].A, along + 3, dalong + 3, t);
  }
  for (int k = 0; k < 3; k++) {
    swapped[0].t[k] += t[k];
    swapped[1].t[k] -= t[k];
  }
  wrench[COORDINATE_ON_J] = swapped[0];
  wrench[COORDINATE_ON_I] = swapped[1];
}

static void vector_apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[2]) {
  const real *const par = in->par;
  const real w = speed_of(in), N = MBS_NAME(rubbing_normal)(in), slope = slope_of(par, w);
  const real factor = -(slope * N + par[FRICTION_VISCOUS]);
  real out[MOVES], dout[MOVES], u[MOVES], du[MOVES], dfactor = 0;
  if (change != NULL) {
    (void)velocity_of(in, change, u, du);
    real dw = 0;
    for (int k = 0; k < MOVES && re(w) != 0; k++) {
      dw += u[k] * du[k] / w;
    }
    dfactor = -(slope_tangent(par, change->par, w, dw) * N +
                slope * MBS_NAME(rubbing_tangent)(in, change) + change->par[FRICTION_VISCOUS]);
  }
  components_of(in, change, factor, dfactor, out, dout);
  couple(in, change, out, dout, wrench);
}

// ---- the law ----

static real force(const ForceArgs *in) {
  const real w = speed_of(in), N = MBS_NAME(rubbing_normal)(in);
  return is_vector(in)
             ? -scale_of(in, w) * (slope_of(in->par, w) * N + in->par[FRICTION_VISCOUS])
             : -lever_of(in) * (coefficient(in->par, w) * N + in->par[FRICTION_VISCOUS] * w);
}

// Of the force by the normal force.
static real by_normal(const ForceArgs *in) {
  const real w = speed_of(in);
  return is_vector(in) ? -scale_of(in, w) * slope_of(in->par, w)
                       : -lever_of(in) * coefficient(in->par, w);
}

static void direction(const ForceArgs *in, Wrench wrench[2]) {
  real along[MOVES];
  if (is_vector(in)) {
    components_of(in, NULL, 1 / scale_of(in, speed_of(in)), 0, along, NULL);
    couple(in, NULL, along, NULL, wrench);
  } else {
    coordinate_wrench(in, NULL, 1, 0, wrench);
  }
}

static void gradient(const ForceArgs *in, real out[REACTION]) {
  MBS_NAME(rubbing_gradient)(in, by_normal(in), out);
}

static real bound(const ForceArgs *in, const real dreaction[REACTION]) {
  return real_abs(by_normal(in)) * MBS_NAME(rubbing_bound)(in, dreaction);
}

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  if (is_vector(in)) {
    vector_apply(in, change, wrench);
  } else {
    coordinate_wrench(in, change, force(in), change == NULL ? 0 : scalar_tangent(in, change),
                      wrench);
  }
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  if (wrench == NULL) {
    return;
  }
  vec_rotate_back(in->frame[0].A, wrench[1].f, told->own + REPORT_WRENCH);
  vec_rotate_back(in->frame[0].A, wrench[1].t, told->own + REPORT_WRENCH + 3);
  told->own[REPORT_NORMAL] = MBS_NAME(rubbing_normal)(in);
  told->own[REPORT_SPEED] = real_abs(speed_of(in));
  told->own[REPORT_FORCE] = force(in);
}

static const FrictionLaw law = {
    .force = force, .gradient = gradient, .bound = bound, .direction = direction};

// clang-format off
#define LAW                                                                                        \
  KEY_NUMBER("static", RATIO, NOT_NEGATIVE,                                                        \
             "largest coefficient, near rest; default: that of sliding"),                          \
  KEY_NUMBER("kinetic", RATIO, NOT_NEGATIVE, "coefficient of sliding", .required = true),          \
  KEY_NUMBER("stribeck_speed", VELOCITY, POSITIVE,                                                 \
             "sliding speed over which the coefficient falls from static to kinetic, as "          \
             "exp(-(speed/stribeck_speed)^2)",                                                     \
             .required = true, .with = ONE_OF("static")),                                          \
  KEY_NUMBER("transition_speed", VELOCITY, POSITIVE,                                               \
             "sliding speed over which friction changes its sign, as "                             \
             "tanh(speed/transition_speed); below it the joint creeps instead of sticking",        \
             .required = true),                                                                    \
  KEY_NUMBER("viscous", DAMPING, NOT_NEGATIVE,                                                     \
             "additional force per sliding speed, independent of the reaction", .fallback = "0")
#define LENGTHS(pin, slide)                                                                        \
  KEY_NUMBER("radius", LENGTH, POSITIVE, pin, .group = 1),                                         \
  KEY_NUMBER("overlap", LENGTH, NOT_NEGATIVE, slide, .group = 1)
#define PADS_OF_SLIDE                                                                              \
  "0 for a single point, where the torque causes no friction, or the distance between two pads "    \
  "on body_j, centred at marker_j, which carry the normal force and the torque of the joint"
#define SIZE_OF_REACTION                                                                           \
  KEY_NUMBER("preload", FORCE, NOT_NEGATIVE, "normal force that is present without a reaction",    \
             .fallback = "0"),                                                                     \
  KEY_NUMBER("smoothing", FORCE, NOT_NEGATIVE,                                                     \
             "s in the smooth magnitude sqrt(R^2 + s^2) - s of a normal force R; 0: |R|, with a "  \
             "kink where the reaction passes through zero", .fallback = "0")

static const Field fields_planar[] = {
  KEY("joint", JOINT,
      "the joint with friction: along its displacement if \"overlap\" is given, about its angle "
      "if \"radius\" is", .required = true),
  LAW,
  LENGTHS("joints with an angle: radius of the pin, at which it slides",
          "joints with a displacement: " PADS_OF_SLIDE),
  SIZE_OF_REACTION,
  {0}};

static const Field fields_spatial[] = {
  KEY("joint", JOINT,
      "the joint with friction: revolute, universal, prismatic and point_on_line along their "
      "coordinate; cylindrical, screw, spherical, planar and point_on_plane along all motions "
      "that they leave free, opposing the sliding velocity, to which rotations contribute by "
      "\"radius\"", .required = true),
  LAW,
  LENGTHS("of a revolute, universal or cylindrical joint the radius of the pin, of a screw the "
          "mean radius of its thread, of a spherical joint that of the ball; of a planar joint "
          "the lever arm of friction when it only turns: 2/3 of the radius of a disc with even "
          "pressure",
          "of a prismatic joint: " PADS_OF_SLIDE "; of a point on a line or a plane: 0"),
  SIZE_OF_REACTION,
  KEY_NUMBER("bearing_length", LENGTH, NOT_NEGATIVE,
             "of a pin, a shaft or a screw: distance between two bearings along the axis, "
             "centred at marker_j, which carry the torque of the joint; of a planar joint: "
             "diameter of the ring that carries it; default or 0: no friction from that torque",
             .with = ONE_OF("radius")),
  KEY_NUMBER("shoulder_radius", LENGTH, NOT_NEGATIVE,
             "of a revolute or universal joint: radius at which the force along the pin causes "
             "friction; default or 0: no friction from it",
             .with = ONE_OF("radius")),
  KEY_NUMBER("key_radius", LENGTH, POSITIVE,
             "of a prismatic joint: distance from the axis at which the guide carries the "
             "torque about it; default: no friction from that torque",
             .with = ONE_OF("overlap")),
  KEY_WORD("coordinate", ONE_OF("angle_1", "angle_2"),
           "of a universal joint: the angle about the pin with friction; the other pin gets a "
           "friction force of its own", .with = ONE_OF("radius")),
  {0}};
// clang-format on

const ForceKind MBS_NAME(force_friction_planar) = {
    .type = "friction",
    .summary = "dry friction of a joint, from its actual reaction: regularised Coulomb friction "
               "with the Stribeck effect and a viscous part",
    .fields = fields_planar,
    .spaces = IN_PLANE,
    .apply = apply,
    .tell = tell,
    .friction = &law,
};

const ForceKind MBS_NAME(force_friction_spatial) = {
    .type = "friction",
    .summary =
        "dry friction of a joint, from its actual reaction: mu*N + viscous*speed, opposing the "
        "sliding, with mu = (kinetic + (static - kinetic)*exp(-(speed/stribeck_speed)^2)) * "
        "tanh(speed/transition_speed), and N the sum of the magnitudes of its bearing forces",
    .fields = fields_spatial,
    .spaces = IN_SPACE,
    .apply = apply,
    .tell = tell,
    .friction = &law,
};
