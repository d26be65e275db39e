// SPDX-License-Identifier: BSD-3-Clause
// force_touch.c: contact in space at one point (touch.h), as a force between two markers.
//
// Frames: 0 marker_i, 1 marker_j. In touch or not, and never pulling, are branches that can be
// held. Changes are those of touch.c over complex numbers (touch_slope.h).
#include <string.h>

#include "elements/forces/contact_law.h"
#include "elements/forces/enclosed.h"
#include "elements/forces/touch.h"
#include "elements/forces/touch_slope.h"
#include "elements/frames/vector.h"

enum { ON_I, ON_J };
enum { TOUCH, PULL, SWITCHES };

_Static_assert((int)CONTACT_KEPT <= (int)FORCE_KEPT, "the law keeps what a force may");
_Static_assert(SWITCHES *TOUCH_POINTS <= FORCE_SWITCHES, "each point has its switches");

static int points_of(const real par[]) {
  return touch_points(re(par[TOUCH_BALL]) > 0, re(par[TOUCH_CYLINDER]) > 0,
                      re(par[TOUCH_BOX_I]) > 0, re(par[TOUCH_LENGTH_J]) > 0,
                      re(par[TOUCH_BOX_J]) > 0);
}

// How many numbers say something: those of a round body on one surface, or all.
static int numbers_of(const real par[]) {
  const bool more = re(par[TOUCH_RESTITUTION]) > 0 || re(par[TOUCH_LENGTH_I]) > 0 ||
                    re(par[TOUCH_LENGTH_J]) > 0 || re(par[TOUCH_BOX_I]) > 0 ||
                    re(par[TOUCH_BOX_J]) > 0;
  return more ? TOUCH_NUMBERS : TOUCH_PLAIN;
}

// ---- what the formulas see ----

static bool is_apart(const ForceArgs *in, int point) {
  return in->branch != NULL && !in->branch[SWITCHES * point + TOUCH];
}

// force_only: apart, nothing but the gap.
static void look_at(const ForceArgs *in, int point, bool force_only, TouchForce *out) {
  const bool *branch = in->branch == NULL ? NULL : in->branch + SWITCHES * point;
  const Touch touch = {.par = in->par,
                       .frame = in->frame,
                       .point = point,
                       .branch = {branch == NULL  ? -1
                                  : branch[TOUCH] ? 1
                                                  : 0,
                                  branch == NULL ? -1
                                  : branch[PULL] ? 1
                                                 : 0},
                       .force_only = force_only,
                       .kept = in->kept};
  MBS_NAME(touch_force)(&touch, out);
}

static void take(const real *from, int count, double *to) {
  for (int k = 0; k < count; k++) {
    to[k] = re(from[k]);
  }
}

static void take_frame(const Frame *from, double to[TOUCH_SLOPE_FRAME]) {
  take(from->x, 3, to);
  take(from->A, 9, to + 3);
  take(from->v, 3, to + 12);
  take(from->w, 3, to + 15);
}

static void slope_of(const ForceArgs *in, const real dpar[], const Frame dframe[], int point,
                     TouchChange *change) {
  const bool *branch = in->branch == NULL ? NULL : in->branch + SWITCHES * point;
  TouchPoint at = {.count = numbers_of(in->par), .point = point, .kept = in->kept};
  take(in->par, at.count, at.par);
  take(dpar, at.count, at.dpar);
  for (int side = 0; side < 2; side++) {
    take_frame(&in->frame[side], at.frame[side]);
    take_frame(&dframe[side], at.dframe[side]);
  }
  at.branch[TOUCH] = branch == NULL ? -1 : branch[TOUCH] ? 1 : 0;
  at.branch[PULL] = branch == NULL ? -1 : branch[PULL] ? 1 : 0;
  touch_slope(&at, change);
}

// ---- force ----

static void add(const real f[3], const real t_i[3], const real t_j[3], Wrench wrench[]) {
  for (int k = 0; k < 3; k++) {
    wrench[ON_I].f[k] -= f[k];
    wrench[ON_J].f[k] += f[k];
    wrench[ON_I].t[k] += t_i[k];
    wrench[ON_J].t[k] += t_j[k];
  }
}

static void add_force(const ForceArgs *in, int points, Wrench wrench[]) {
  for (int p = 0; p < points; p++) {
    TouchForce now;
    if (!is_apart(in, p)) {
      look_at(in, p, true, &now);
      add(now.f, now.t[ON_I], now.t[ON_J], wrench);
    }
  }
}

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  const int points = points_of(in->par);
  memset(wrench, 0, 2 * sizeof *wrench);
  if (change == NULL) {
    add_force(in, points, wrench);
    return;
  }
  for (int p = 0; p < points; p++) {
    TouchChange d;
    real f[3], t[2][3];
    if (is_apart(in, p)) {
      continue;
    }
    slope_of(in, change->par, change->frame, p, &d);
    for (int k = 0; k < 3; k++) {
      f[k] = d.f[k];
      t[ON_I][k] = d.t[ON_I][k];
      t[ON_J][k] = d.t[ON_J][k];
    }
    add(f, t[ON_I], t[ON_J], wrench);
  }
}

// ---- what it tells ----

static void store(const ForceArgs *in, int point, const TouchForce *now, ForceTold *told) {
  static const Frame still[2];
  const ForceArgs one = {.branch = in->branch == NULL ? NULL : in->branch + SWITCHES * point};
  const ContactLaw law = MBS_NAME(touch_law)(in->par, in->kept);
  ContactState state = contact_state(&one, &law, now->gap, now->rate, TOUCH, PULL);
  real rate = 0;
  if (in->par_rate == NULL) {
    told->energy += contact_energy(&law, &state, NULL, &rate);
    told->energy_rate += rate;
    return;
  }
  const ContactLaw dlaw = {.stiffness = in->par_rate[TOUCH_STIFFNESS],
                           .exponent = in->par_rate[TOUCH_EXPONENT]};
  TouchChange d;
  slope_of(in, in->par_rate, still, point, &d);
  state.rate -= d.gap;
  told->energy += contact_energy(&law, &state, &dlaw, &rate);
  told->energy_rate += rate;
}

static void report_friction(const TouchForce *now, const real par[], ForceTold *told) {
  told->limit += par[TOUCH_FRICTION] * now->normal;
  told->rub += now->friction;
  told->slip += re(told->rub) > 0 ? (now->slip - told->slip) * now->friction / told->rub : 0;
}

// Of several points: all their force, the least gap, the place by the forces or, apart, the
// nearest.
static void report(const TouchForce *now, bool first, ForceTold *told) {
  enum { NORMAL, RUB, GAP, DEPTH, PLACE };
  real *const own = told->own;
  const bool nearest = first || re(now->gap) < re(own[GAP]);
  const real before = own[NORMAL], sum = before + now->normal;
  own[NORMAL] = sum;
  own[RUB] += now->friction;
  own[GAP] = nearest ? now->gap : own[GAP];
  own[DEPTH] = re(own[GAP]) < 0 ? -own[GAP] : 0;
  told->touches = true;
  for (int k = 0; k < 3; k++) {
    if (first || (re(sum) == 0 && nearest)) {
      own[PLACE + k] = now->point[k];
    } else if (re(sum) > 0) {
      own[PLACE + k] += (now->point[k] - own[PLACE + k]) * now->normal / sum;
    }
    told->point[k] = own[PLACE + k];
  }
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  const int points = points_of(in->par);
  for (int p = 0; p < points; p++) {
    TouchForce now;
    if (wrench == NULL && is_apart(in, p)) {
      continue;
    }
    look_at(in, p, false, &now);
    if (wrench == NULL) {
      store(in, p, &now, told);
    } else {
      report(&now, p == 0, told);
      report_friction(&now, in->par, told);
    }
  }
}

// Off the branch of touching nobody asks for the other.
static void values(const ForceArgs *in, double f[]) {
  const int points = points_of(in->par);
  const ContactLaw law = MBS_NAME(touch_law)(in->par, in->kept);
  for (int p = 0; p < points; p++) {
    TouchForce now;
    look_at(in, p, in->branch != NULL, &now);
    now.gap = re(now.gap) == re(now.gap) ? now.gap : -1; // without a normal: the force will tell
    contact_switches(&law, now.gap, now.rate, &f[SWITCHES * p + TOUCH], &f[SWITCHES * p + PULL]);
  }
}

// The radius of a ball about marker_i that holds its shape, and of one about marker_j. Planes,
// cylinders and tubes have no end.
static double reach(const real par[]) {
  const double box_i[3] = {re(par[TOUCH_BOX_I]), re(par[TOUCH_BOX_I + 1]),
                           re(par[TOUCH_BOX_I + 2])};
  const double ball = re(par[TOUCH_BALL]) + re(par[TOUCH_LENGTH_I]) / 2;
  const double at_i = box_i[0] > 0 ? hypot(hypot(box_i[0], box_i[1]), box_i[2]) / 2 : ball;
  const double at_j =
      re(par[TOUCH_RADIUS]) + re(par[TOUCH_LENGTH_J]) / 2; // nothing else meets these
  return at_i > 0 ? at_i + at_j : HUGE_VAL;
}

static int standing(const bool stated[]) {
  return SWITCHES * touch_points(stated[TOUCH_BALL], stated[TOUCH_CYLINDER], stated[TOUCH_BOX_I],
                                 stated[TOUCH_LENGTH_J], stated[TOUCH_BOX_J]);
}

static const ForceSwitches switches = {.count = SWITCHES * TOUCH_POINTS,
                                       .standing = standing,
                                       .in_twos = true,
                                       .values = values,
                                       .reach = reach,
                                       .enclose = enclosed_touch};

static const Field fields[] = {
    KEY("marker_i", MARKER,
        "the plane through the origin of this marker, perpendicular to z, free on the side of z; "
        "or the centre of a ball, a capsule or a box, or a point on the z axis of a cylinder or a "
        "tube; or a shape, BODY.SHAPE, which gives the dimensions",
        .required = true, .shapes = true, .marker = MARKER_ANYWHERE),
    KEY("marker_j", MARKER,
        "the point that touches, or the centre of a ball, a wheel, an ellipsoid, a capsule, a "
        "cylinder or a box; or a shape, BODY.SHAPE",
        .required = true, .shapes = true),
    KEY_NUMBER("stiffness", ANY, POSITIVE,
               "k in k*d^n*(1 + c*d'), d the penetration depth: force per depth to the power "
               "\"exponent\", in SI units; for two balls (Hertz) 4/3*E*sqrt(R), 1/E = (1 - "
               "nu_1^2)/E_1 + (1 - nu_2^2)/E_2, 1/R = 1/R_1 + 1/R_2",
               .required = true),
    KEY_NUMBER("exponent", RATIO, AT_LEAST_ONE,
               "n: 1.5 for round bodies of solid material (Hertz), 1 for a linear spring",
               .fallback = "1.5"),
    KEY_NUMBER("damping", ANY, NOT_NEGATIVE,
               "c [s/m]: at an impact velocity v, a small c gives a coefficient of restitution of "
               "1 - 2/3 c v",
               .fallback = "0", .without = ONE_OF("restitution")),
    KEY_NUMBER("radius_i", LENGTH, POSITIVE,
               "radius of a ball at marker_i, or of a capsule (\"length_i\"); default: a plane, a "
               "cylinder, a tube or a box",
               .group = -1, .without = ONE_OF("edge_radius")),
    KEY_NUMBER("cylinder_radius", LENGTH, POSITIVE,
               "radius of a long cylinder about z of marker_i, outside which marker_j moves",
               .group = -1, .without = ONE_OF("edge_radius")),
    KEY_NUMBER("tube_radius", LENGTH, POSITIVE,
               "radius of a long tube about z of marker_i, inside which marker_j moves",
               .group = -1, .without = ONE_OF("edge_radius")),
    KEY_NUMBER("radius_j", LENGTH, NOT_NEGATIVE,
               "radius of the ball at marker_j, or of a capsule (\"length_j\"); default: a point, "
               "or the size of the shape",
               .group = -2),
    KEY_NUMBER(
        "edge_radius", LENGTH, POSITIVE,
        "on a plane: radius of a disc or a wheel about z of marker_j, over its tread, or of a "
        "cylinder (\"length_j\")",
        .group = -2, .without = ONE_OF("semi_axes")),
    KEY_NUMBER("crown", LENGTH, NOT_NEGATIVE,
               "radius of the wheel's round tread, at most that of the wheel; 0: a thin disc",
               .with = ONE_OF("edge_radius")),
    KEY("semi_axes", VECTOR, "on a plane: semi-axes of an ellipsoid along x, y and z of marker_j",
        .quantity = QUANTITY_LENGTH, .range = RANGE_POSITIVE, .size = 3, .group = -1,
        .without = ONE_OF("radius_j")),
    KEY_NUMBER("friction", RATIO, NOT_NEGATIVE,
               "Coulomb friction coefficient: the friction force is friction*N*s/sqrt(s^2 + "
               "transition_speed^2), opposing the sliding at speed s",
               .fallback = "0"),
    KEY_NUMBER("transition_speed", VELOCITY, POSITIVE,
               "sliding speed around which friction changes its sign smoothly; at rest the contact "
               "creeps instead of sticking",
               .required = true, .with = ONE_OF("friction")),
    KEY_NUMBER("restitution", RATIO, UP_TO_ONE,
               "instead of damping: the coefficient of restitution of an impact at \"at_speed\" on "
               "which nothing else acts; slower impacts lose less"),
    KEY_NUMBER("at_speed", VELOCITY, POSITIVE, "approach speed to which \"restitution\" belongs",
               .required = true, .with = ONE_OF("restitution")),
    KEY_NUMBER("length_i", LENGTH, POSITIVE,
               "length of a capsule about z of marker_i, between the centres of its round ends",
               .with = ONE_OF("radius_i")),
    KEY_NUMBER(
        "length_j", LENGTH, POSITIVE,
        "length of a capsule about z of marker_j, between the centres of its round ends; of a "
        "cylinder, between its edges. On planes and in tubes the two ends touch separately",
        .with = ONE_OF("radius_j", "edge_radius"), .without = ONE_OF("crown")),
    KEY("box_i", VECTOR,
        "edges of a box along x, y and z of marker_i and centred there, outside which a ball moves",
        .quantity = QUANTITY_LENGTH, .range = RANGE_POSITIVE, .size = 3, .group = -1,
        .without = ONE_OF("edge_radius", "length_j")),
    KEY("box_j", VECTOR,
        "on a plane or in a tube: edges of a box along x, y and z of marker_j and centred there; "
        "the corners touch separately",
        .quantity = QUANTITY_LENGTH, .range = RANGE_POSITIVE, .size = 3, .group = -2,
        .without = ONE_OF("radius_i", "cylinder_radius", "semi_axes", "box_i", "length_j")),
    {0}};

const ForceKind MBS_NAME(force_touch) = {
    .type = "contact",
    .summary =
        "contact of a point, a ball, a wheel, an ellipsoid, a capsule, a cylinder or a box with a "
        "plane, of balls and capsules with each other, with cylinders and tubes, of balls with "
        "boxes: k*d^n*(1 + c*d') at a penetration depth d, never pulling, and friction",
    .fields = fields,
    .spaces = IN_SPACE,
    .apply = apply,
    .tell = tell,
    .switches = &switches,
};
