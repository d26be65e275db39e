// SPDX-License-Identifier: BSD-3-Clause
// force_joint_limit.c: elastic stops of the coordinate x of a joint.
//
//   lower  d = lower - x > 0   drives towards a larger x with  k d^n (1 + c d')
//   upper  d = x - upper > 0   drives towards a smaller one     (contact_law.h)
//
// par: lower, upper, stiffness k, exponent n, damping c. Frames: 0 marker_i, 1 marker_j of the
// joint; action and reaction as of a coordinate_force. In touch or not, and never pulling, are
// branches that can be held.
#include "elements/contact_law.h"
#include "elements/couple.h"
#include "elements/enclosed.h"
#include "elements/measure.h"
#include "elements/registry.h"

enum { LOWER, UPPER, STIFFNESS, EXPONENT, DAMPING, PAR_COUNT };
enum { ON_I, ON_J };
enum { STOPS = 2, SWITCHES = 4 }; // touch and pull of the lower stop, then of the upper one

static MeasureQuantity value_of(const ForceArgs *in) {
  return in->coordinate == COORDINATE_ANGLE ? MEASURE_JOINT_ANGLE : MEASURE_JOINT_DISPLACEMENT;
}

static MeasureQuantity rate_of(const ForceArgs *in) {
  return in->coordinate == COORDINATE_ANGLE ? MEASURE_JOINT_ANGLE_RATE
                                            : MEASURE_JOINT_DISPLACEMENT_RATE;
}

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
  const real x =
      MBS_NAME(measure_value)(value_of(in), 0, in->axis, in->planar, in->frame, in->turn);
  const real rate = MBS_NAME(measure_value)(rate_of(in), 0, in->axis, in->planar, in->frame, 0);
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

// Along the joint's axis: a torque for an angle, a force for a displacement.
static void put(const ForceArgs *in, const real along[3], Wrench wrench[]) {
  if (in->coordinate == COORDINATE_ANGLE) {
    couple_torque(along, &wrench[ON_J], &wrench[ON_I]);
  } else {
    couple_force(&in->frame[ON_J], &in->frame[ON_I], along, &wrench[ON_J], &wrench[ON_I]);
  }
}

static void axis_of(const ForceArgs *in, const Frame *frame, real axis[3]) {
  vec_column(frame->A, (int)in->axis - (int)AXIS_X, axis);
}

static void apply(const ForceArgs *in, Wrench wrench[]) {
  real axis[3];
  const real value = push(in);
  axis_of(in, &in->frame[ON_I], axis);
  for (int k = 0; k < 3; k++) {
    axis[k] *= value;
  }
  put(in, axis, wrench);
}

static real push_tangent(const ForceArgs *in, const real dpar[], const Frame dframe[]) {
  const ContactLaw law = law_of(in->par), dlaw = law_of(dpar);
  const real dx =
      MBS_NAME(measure_tangent)(value_of(in), 0, in->axis, in->planar, in->frame, dframe);
  const real drate =
      MBS_NAME(measure_tangent)(rate_of(in), 0, in->axis, in->planar, in->frame, dframe);
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

static void tangent(const ForceArgs *in, const real dpar[], const Frame dframe[],
                    Wrench dwrench[]) {
  const real value = push(in), change = push_tangent(in, dpar, dframe);
  real axis[3], daxis[3], f[3], df[3];
  axis_of(in, &in->frame[ON_I], axis);
  axis_of(in, &dframe[ON_I], daxis);
  for (int k = 0; k < 3; k++) {
    f[k] = value * axis[k];
    df[k] = change * axis[k] + value * daxis[k];
  }
  if (in->coordinate == COORDINATE_ANGLE) {
    couple_torque(df, &dwrench[ON_J], &dwrench[ON_I]);
    return;
  }
  const Frame frame[2] = {in->frame[ON_J], in->frame[ON_I]};
  const Frame moved[2] = {dframe[ON_J], dframe[ON_I]};
  Wrench swapped[2];
  couple_force_tangent(frame, moved, f, df, swapped);
  dwrench[ON_J] = swapped[0];
  dwrench[ON_I] = swapped[1];
}

static real energy(const ForceArgs *in, real *rate) {
  const ContactLaw law = law_of(in->par);
  Stop stop[STOPS];
  real sum = 0;
  *rate = 0;
  stops_of(in, stop);
  for (int k = 0; k < STOPS; k++) {
    real change = 0;
    ContactState state = contact_state(in, &law, stop[k].gap, stop[k].rate, 2 * k, 2 * k + 1);
    if (in->par_rate != NULL) {
      const ContactLaw dlaw = law_of(in->par_rate);
      state.rate += k == 0 ? in->par_rate[LOWER] : -in->par_rate[UPPER];
      sum += contact_energy(&law, &state, &dlaw, &change);
    } else {
      sum += contact_energy(&law, &state, NULL, &change);
    }
    *rate += change;
  }
  return sum;
}

static void switches(const ForceArgs *in, double f[]) {
  const ContactLaw law = law_of(in->par);
  Stop stop[STOPS];
  stops_of(in, stop);
  for (int k = 0; k < STOPS; k++) {
    contact_switches(&law, stop[k].gap, stop[k].rate, &f[2 * k], &f[2 * k + 1]);
  }
}

static void report(const ForceArgs *in, const Wrench wrench[], real out[FORCE_REPORTS]) {
  (void)wrench;
  Stop stop[STOPS];
  stops_of(in, stop);
  out[0] = push(in);
  out[1] = re(stop[0].gap) < re(stop[1].gap) ? stop[0].gap : stop[1].gap;
  out[2] = re(out[1]) < 0 ? -out[1] : 0;
}

static const Field fields[] = {
    KEY("joint", JOINT,
        "the joint whose coordinate the stops limit: one with an angle or a displacement",
        .required = true),
    KEY_WORD("coordinate", ONE_OF("angle", "displacement"), "which one, where the joint has both"),
    KEY("lower", NUMBER,
        "coordinate below which the lower stop pushes back; unstated: no such stop",
        .required = true, .unless = "upper", .fallback = "-1e30"),
    KEY("upper", NUMBER,
        "coordinate above which the upper stop pushes back; unstated: no such stop",
        .fallback = "1e30"),
    KEY_NUMBER("stiffness", ANY, POSITIVE,
               "k in k*d^n*(1 + c*d'), d how far the coordinate is beyond the stop: force or "
               "torque over d to the power \"exponent\", in SI units",
               .required = true),
    KEY_NUMBER("exponent", RATIO, AT_LEAST_ONE, "n: 1 for a linear spring", .fallback = "1"),
    KEY_NUMBER("damping", ANY, NOT_NEGATIVE,
               "c: a small c with a rate v gives a restitution of 1 - 2/3 c v", .fallback = "0"),
    {0}};

const ForceKind MBS_NAME(force_joint_limit) = {
    .type = "joint_limit",
    .summary = "elastic stops of a joint's coordinate: k*d^n*(1 + c*d') where it is beyond by d",
    .fields = fields,
    .spaces = IN_BOTH,
    .par_count = PAR_COUNT,
    .frame_count = 2,
    .wrench_count = 2,
    .apply = apply,
    .tangent = tangent,
    .energy = energy,
    .report = report,
    .switches = switches,
    .enclose = enclosed_joint_limit,
    .switch_count = SWITCHES,
};
