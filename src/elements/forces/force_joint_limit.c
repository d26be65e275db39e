// SPDX-License-Identifier: BSD-3-Clause
// force_joint_limit.c: elastic stops of the coordinate x of a joint.
//
//   lower  d = lower - x > 0   drives towards a larger x with  k d^n (1 + c d')
//   upper  d = x - upper > 0   drives towards a smaller one     (contact_law.h)
//
// par: lower, upper, stiffness k, exponent n, damping c. Frames: 0 marker_i, 1 marker_j of the
// joint; action and reaction as of a coordinate_force. In touch or not, and never pulling, are
// branches that can be held.
#include "elements/forces/contact_law.h"
#include "elements/forces/enclosed.h"
#include "elements/frames/coordinate.h"
#include "elements/frames/measure.h"

enum { LOWER, UPPER, STIFFNESS, EXPONENT, DAMPING, PAR_COUNT };
enum { STOPS = 2, SWITCHES = 4 }; // touch and pull of the lower stop, then of the upper one

static ContactLaw law_of(const real par[]) {
  return (ContactLaw){
      .stiffness = par[STIFFNESS], .exponent = par[EXPONENT], .damping = par[DAMPING]};
}

// Gap of a stop and its rate; sign: how it grows with the coordinate.
typedef struct Stop {
  real gap, rate;
  double sign;
} Stop;

static void stops_of(const ForceArgs *in, Stop stop[STOPS]) {
  const real x = coordinate_value(in);
  const real rate = coordinate_rate(in);
  stop[0] = (Stop){.gap = x - in->par[LOWER], .rate = rate, .sign = 1};
  stop[1] = (Stop){.gap = in->par[UPPER] - x, .rate = -rate, .sign = -1};
}

// The generalized force along the coordinate.
static real push(const ForceArgs *in) {
  const ContactLaw law = law_of(in->par);
  Stop stop[STOPS];
  real sum = 0;
  stops_of(in, stop);
  for (int k = 0; k < STOPS; k++) {
    const ContactState state = contact_state(in, &law, stop[k].gap, stop[k].rate, 2 * k, 2 * k + 1);
    sum += stop[k].sign * contact_force(&law, &state);
  }
  return sum;
}

static real push_tangent(const ForceArgs *in, const ForceChange *change) {
  const real *const dpar = change->par;
  const Frame *const dframe = change->frame;
  const ContactLaw law = law_of(in->par), dlaw = law_of(dpar);
  const real dx = coordinate_value_tangent(in, dframe);
  const real drate = coordinate_rate_tangent(in, dframe);
  const real dgap[STOPS] = {dx - dpar[LOWER], dpar[UPPER] - dx};
  Stop stop[STOPS];
  real sum = 0;
  stops_of(in, stop);
  for (int k = 0; k < STOPS; k++) {
    const ContactState state = contact_state(in, &law, stop[k].gap, stop[k].rate, 2 * k, 2 * k + 1);
    sum +=
        stop[k].sign * contact_force_tangent(&law, &state, &dlaw, -dgap[k], -stop[k].sign * drate);
  }
  return sum;
}

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  coordinate_wrench(in, change, push(in), change == NULL ? 0 : push_tangent(in, change), wrench);
}

static void store(const ForceArgs *in, ForceTold *told) {
  const ContactLaw law = law_of(in->par);
  Stop stop[STOPS];
  stops_of(in, stop);
  for (int k = 0; k < STOPS; k++) {
    real change = 0;
    ContactState state = contact_state(in, &law, stop[k].gap, stop[k].rate, 2 * k, 2 * k + 1);
    if (in->par_rate != NULL) {
      const ContactLaw dlaw = law_of(in->par_rate);
      state.rate += k == 0 ? in->par_rate[LOWER] : -in->par_rate[UPPER];
      told->energy += contact_energy(&law, &state, &dlaw, &change);
    } else {
      told->energy += contact_energy(&law, &state, NULL, &change);
    }
    told->energy_rate += change;
  }
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  real *const own = told->own;
  Stop stop[STOPS];
  if (wrench == NULL) {
    store(in, told);
    return;
  }
  stops_of(in, stop);
  own[0] = push(in);
  own[1] = re(stop[0].gap) < re(stop[1].gap) ? stop[0].gap : stop[1].gap;
  own[2] = re(own[1]) < 0 ? -own[1] : 0;
}

static void values(const ForceArgs *in, double f[]) {
  const ContactLaw law = law_of(in->par);
  Stop stop[STOPS];
  stops_of(in, stop);
  for (int k = 0; k < STOPS; k++) {
    contact_switches(&law, stop[k].gap, stop[k].rate, &f[2 * k], &f[2 * k + 1]);
  }
}

static const ForceSwitches switches = {
    .count = SWITCHES, .in_twos = true, .values = values, .enclose = enclosed_joint_limit};

static const Quantity coordinates[] = {QUANTITY_ANGLE, QUANTITY_LENGTH};

static const Field fields[] = {
    KEY("joint", JOINT,
        "the joint whose coordinate the stops limit: one with an angle or a displacement",
        .required = true),
    COORDINATE_KEYS,
    KEY("lower", NUMBER,
        "coordinate below which the lower stop pushes back; default: no lower stop",
        .required = true, .unless = "upper", .fallback = "-1e30", .along = coordinates),
    KEY("upper", NUMBER,
        "coordinate above which the upper stop pushes back; default: no upper stop",
        .fallback = "1e30", .along = coordinates),
    KEY_NUMBER("stiffness", ANY, POSITIVE,
               "k in k*d^n*(1 + c*d'), d how far the coordinate is beyond the stop: force or "
               "torque per d to the power \"exponent\", in SI units",
               .required = true),
    KEY_NUMBER("exponent", RATIO, AT_LEAST_ONE, "n: 1 for a linear spring", .fallback = "1"),
    KEY_NUMBER(
        "damping", ANY, NOT_NEGATIVE,
        "c: at an impact rate v, a small c gives a coefficient of restitution of 1 - 2/3 c v",
        .fallback = "0"),
    {0}};

const ForceKind MBS_NAME(force_joint_limit) = {
    .type = "joint_limit",
    .summary =
        "elastic stops of a joint's coordinate: k*d^n*(1 + c*d') when it is beyond a stop by d",
    .fields = fields,
    .spaces = IN_BOTH,
    .apply = apply,
    .tell = tell,
    .switches = &switches,
};
