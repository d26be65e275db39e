// SPDX-License-Identifier: BSD-3-Clause
// dynamics_work.c: the work of everything that stores no energy, summed along the dense output.
//
// Gauss' rule over a stretch, from one row or end of a step to the next: with five points, of order
// ten, where the dense output is of degree seven and the stretch is more than a seventh of the
// step, else with three, of order six. Leaving out the point in the middle gives a rule of order
// four (two) on the same points, off by e, which is of order five (three) in the stretch, while the
// whole rule is off by order eleven (seven). So with E, what energy there is in the motion, it is
// off by about E (e/E)^(11/5), E (e/E)^(7/3); where that is above a thousandth of the relative
// tolerance of E the stretch is halved, at most five times.
//
// Where rows stand close, or stretches had to be halved, the power P is one polynomial for all of
// the step: by its values at Gauss' eight points, with x from -1 to 1 over the part of it that
// counts,
//   P = sum over k of c_k P_k(x), k = 0 .. 7 (Legendre),   integral of P_k = (P_k+1 - P_k-1)/(2k +
//   1)
// The term that is missing first, c_8 P_8, is zero at these points; with A the larger of |c_7|,
// |c_6| and B of |c_5|, |c_4| it is about A^2/B, and its integral never more than a seventeenth of
// that times the span. The part is halved as above.
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/dynamics/drive.h"
#include "analysis/dynamics/dynamics_inside.h"
#include "system/equations/faults.h"
#include "system/forces/forces.h"

enum { POINTS = 5, HALVINGS = 5 };
static const double PART = 0.001; // of the relative tolerance
static const double SHORT = 0.15; // of a step

typedef struct WorkRule {
  int count;
  double point[POINTS], weight[POINTS], coarse[POINTS]; // coarse: without the middle
  double power;                                         // of e/E
} WorkRule;

static const WorkRule three = {.count = 3,
                               .point = {0.11270166537925831148, 0.5, 0.88729833462074168852},
                               .weight = {5.0 / 18, 8.0 / 18, 5.0 / 18},
                               .coarse = {0.5, 0, 0.5},
                               .power = 7.0 / 3};
static const WorkRule five = {.count = 5,
                              .point = {0.046910077030668003601, 0.230765344947158454481, 0.5,
                                        0.769234655052841545518, 0.953089922969331996398},
                              .weight = {0.118463442528094543757, 0.239314335249683234020,
                                         0.284444444444444444444, 0.239314335249683234020,
                                         0.118463442528094543757},
                              .coarse = {0.040834993366481113005, 0.459165006633518886994, 0,
                                         0.459165006633518886994, 0.040834993366481113005},
                              .power = 11.0 / 5};

// Power at a time inside the last step [W]: the net, and that of each element by its size.
static bool power_at(Dynamics *run, double t, double *net, double *gross) {
  State *state = run->state;
  const bool reacts = drive_needs_reactions(state);
  dynamics_interpolate(run, t);
  state_set_level(state, t, run->q, run->v, reacts ? PAIR_ACCELERATION : PAIR_NOTHING);
  if (!(reacts ? state_forces(state) : forces_numbers(state))) {
    faults_tell(state, &run->result->failure);
    return dynamics_fails(run, RUN_FAILED);
  }
  if (reacts && !recorder_reactions(&run->recorder)) {
    faults_tell_singular(state, &run->result->failure);
    return dynamics_fails(run, RUN_FAILED);
  }
  double size = 0;
  const double forces = forces_power(state, &size);
  const double drive = drive_power(state, run->recorder.lambda);
  *net = forces + drive;
  *gross = size + fabs(drive);
  if (!isfinite(size)) {
    state_blame(state, -1, false);
    faults_tell(state, &run->result->failure);
    return dynamics_fails(run, RUN_FAILED);
  }
  return true;
}

// Energies of the motion so far, and of this stretch.
static double energy_of(const Dynamics *run, double gross) {
  const AuditScales *scales = &run->recorder.scales;
  return fmax(fmax(scales->kinetic, audit_scales_work(scales)), fmax(gross, DBL_MIN));
}

// What a rule finds over a stretch.
typedef struct Found {
  double net, gross; // J
  bool fine;         // it agrees with the rule without its middle
} Found;

static bool is_fine(const Dynamics *run, const WorkRule *rule, double part) {
  const double limit = PART * run->settings.scheme.relative;
  return part * part <= limit || pow(part, rule->power) <= limit || isnan(part);
}

static bool apply(Dynamics *run, const WorkRule *rule, double from, double span, Found *found) {
  double sum = 0, coarse = 0, sizes = 0;
  for (int k = 0; k < rule->count; k++) {
    double net = 0, gross = 0;
    if (!power_at(run, from + rule->point[k] * span, &net, &gross)) {
      return false;
    }
    sum += rule->weight[k] * net;
    coarse += rule->coarse[k] * net;
    sizes += rule->weight[k] * gross;
  }
  const double energy = energy_of(run, sizes * span), e = fabs(sum - coarse) * span;
  *found =
      (Found){.net = sum * span, .gross = sizes * span, .fine = is_fine(run, rule, e / energy)};
  return true;
}

static bool sum_stretch(Dynamics *run, const WorkRule *rule, double from, double to, int halvings) {
  const double middle = from + 0.5 * (to - from);
  Found found;
  if (!apply(run, rule, from, to - from, &found)) {
    return false;
  }
  run->work_points += rule->count;
  if (!found.fine && halvings > 0 && middle > from && middle < to) {
    return sum_stretch(run, rule, from, middle, halvings - 1) &&
           sum_stretch(run, rule, middle, to, halvings - 1);
  }
  run->result->counters.rough_work += found.fine ? 0 : 1;
  run->recorder.observation.work += found.net;
  audit_scales_exchange(&run->recorder.scales, found.gross);
  return true;
}

// ---- one polynomial for many rows ----

static const double node[WORK_NODES / 2] = {0.18343464249564980494, 0.52553240991632898582,
                                            0.79666647741362673959, 0.96028985649753623168};
static const double share[WORK_NODES / 2] = {0.36268378337836198297, 0.31370664587788728734,
                                             0.22238103445337447054, 0.10122853629037625915};

// P_0 .. P_WORK_NODES at x.
static void legendre(double x, double p[WORK_NODES + 1]) {
  p[0] = 1;
  p[1] = x;
  for (int k = 1; k < WORK_NODES; k++) {
    p[k + 1] = ((2 * k + 1) * x * p[k] - k * p[k - 1]) / (k + 1);
  }
}

// Adds w P_k(x) (2 k + 1)/2 to every term.
static void add_terms(double *term, double x, double w) {
  double p[WORK_NODES + 1];
  legendre(x, p);
  for (int k = 0; k < WORK_NODES; k++) {
    term[k] += (k + 0.5) * w * p[k];
  }
}

static double value_of(const double *term, double x) {
  double p[WORK_NODES + 1], sum = 0;
  legendre(x, p);
  for (int k = 0; k < WORK_NODES; k++) {
    sum += term[k] * p[k];
  }
  return sum;
}

// From -1 to x.
static double integral_of(const double *term, double x) {
  double p[WORK_NODES + 1], sum = term[0] * (x + 1);
  legendre(x, p);
  for (int k = 1; k < WORK_NODES; k++) {
    sum += term[k] * (p[k + 1] - p[k - 1]) / (2 * k + 1);
  }
  return sum;
}

// Whether the rule of three points would be fine over the whole course.
static bool is_smooth(const Dynamics *run, const double *term, double gross) {
  double off = 0;
  for (int k = 0; k < three.count; k++) {
    off += 2 * (three.weight[k] - three.coarse[k]) * value_of(term, 2 * three.point[k] - 1);
  }
  return is_fine(run, &three, fabs(off) / energy_of(run, gross));
}

static double larger_size(const double *term, int k) {
  return fmax(fabs(term[k]), fabs(term[k - 1]));
}

// *gross: of the powers' sizes [J]; *fine: whether what is missing counts for nothing.
static bool fit(Dynamics *run, WorkCourse *course, double *gross, bool *fine) {
  const double half = 0.5 * (course->to - course->from), middle = course->from + half;
  const double limit = PART * run->settings.scheme.relative;
  double sizes = 0;
  memset(course->term, 0, sizeof course->term);
  for (int k = 0; k < WORK_NODES; k++) {
    const double x = k % 2 == 0 ? -node[k / 2] : node[k / 2], w = share[k / 2];
    double net = 0, size = 0;
    if (!power_at(run, middle + x * half, &net, &size)) {
      return false;
    }
    add_terms(course->term, x, w * half * net);
    sizes += w * half * size;
  }
  const double last = larger_size(course->term, WORK_NODES - 1);
  const double other = larger_size(course->term, WORK_NODES - 3);
  const double missing = last * fmin(1, last / fmax(other, DBL_MIN)) * 2 / (2 * WORK_NODES + 1);
  *gross = sizes;
  *fine = !(missing > limit * energy_of(run, sizes));
  return true;
}

// The polynomial from where the work is summed up to, as far as it is fine.
static bool begin_course(Dynamics *run, double to) {
  WorkCourse *course = &run->course;
  double gross = 0;
  bool fine = false;
  *course = (WorkCourse){.from = run->work_t, .to = to, .before = run->recorder.observation.work};
  for (int k = 0; k <= HALVINGS && !fine; k++) {
    course->to = k == 0 ? to : course->from + 0.5 * (course->to - course->from);
    if (!fit(run, course, &gross, &fine)) {
      return false;
    }
  }
  if (course->to == to && is_smooth(run, course->term, gross)) {
    run->work_points = three.count;
  }
  run->result->counters.rough_work += fine ? 0 : 1;
  audit_scales_exchange(&run->recorder.scales, gross);
  return true;
}

static bool follow_course(Dynamics *run, double t) {
  const WorkCourse *course = &run->course;
  while (run->work_t < t) {
    if (!(run->work_t < course->to) && !begin_course(run, run->rows_to)) {
      return false;
    }
    const double until = fmin(t, course->to), span = course->to - course->from;
    const double x = until < course->to ? 2 * (until - course->from) / span - 1 : 1;
    run->recorder.observation.work = course->before + integral_of(course->term, x);
    run->work_t = until;
  }
  return true;
}

// ---- both ----

void dynamics_plan_work(Dynamics *run, double reached) {
  const int rows = recorder_rows_ahead(&run->recorder, reached);
  run->course = (WorkCourse){.from = 0};
  const bool known = run->work_points > 0;
  run->rows_to = !known || (rows + 1) * run->work_points > WORK_NODES ? reached : -HUGE_VAL;
}

static bool does_work(const Dynamics *run) {
  const System *system = run->state->system;
  return system->force_count > 0 || system->has_motions;
}

bool dynamics_work_ahead(Dynamics *run, double t, double *net) {
  Found found = {.net = 0};
  const bool ahead = t < run->work_t && does_work(run);
  const bool good = !ahead || apply(run, &three, t, run->work_t - t, &found);
  *net = found.net;
  return good;
}

bool dynamics_sum_work(Dynamics *run, double t) {
  if (!does_work(run) || !(t > run->work_t)) {
    return true;
  }
  if (t <= run->rows_to) {
    return follow_course(run, t);
  }
  const Dense *dense = scheme_own_dense(run->scheme);
  const bool high = dense->degree >= 7 && t - run->work_t > SHORT * dense->h;
  run->work_points = 0;
  if (!sum_stretch(run, high ? &five : &three, run->work_t, t, HALVINGS)) {
    return false;
  }
  run->work_t = t;
  return true;
}
