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
#include <float.h>
#include <math.h>

#include "analysis/drive.h"
#include "analysis/dynamics_inside.h"
#include "analysis/ida_failure.h"
#include "system/forces.h"

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
  dynamics_interpolate(run, t, false);
  state_set(state, t, run->q, run->v);
  if (!state_forces(state)) {
    ida_failure_fault(state, &run->result->failure);
    return dynamics_fails(run, RUN_FAILED);
  }
  if (drive_needs_reactions(state) && !recorder_reactions(&run->recorder)) {
    ida_failure_singular(state, &run->result->failure);
    return dynamics_fails(run, RUN_FAILED);
  }
  double size = 0;
  const double forces = forces_power(state, &size);
  const double drive = drive_power(state, run->recorder.lambda);
  *net = forces + drive;
  *gross = size + fabs(drive);
  return true;
}

// Energies of the motion so far, and of this stretch.
static double energy_of(const Dynamics *run, double gross) {
  const Scales *scales = &run->recorder.scales;
  return fmax(fmax(scales->kinetic, scales_work(scales)), fmax(gross, DBL_MIN));
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
  if (!found.fine && halvings > 0 && middle > from && middle < to) {
    return sum_stretch(run, rule, from, middle, halvings - 1) &&
           sum_stretch(run, rule, middle, to, halvings - 1);
  }
  run->result->counters.rough_work += found.fine ? 0 : 1;
  run->recorder.observation.work += found.net;
  scales_exchange(&run->recorder.scales, found.gross);
  return true;
}

bool dynamics_sum_work(Dynamics *run, double t) {
  const System *system = run->state->system;
  if ((system->force_count == 0 && !system->has_motions) || !(t > run->work_t)) {
    return true;
  }
  const Dense *dense = scheme_dense(run->scheme);
  const bool high = dense->degree >= 7 && t - run->work_t > SHORT * dense->h;
  if (!sum_stretch(run, high ? &five : &three, run->work_t, t, HALVINGS)) {
    return false;
  }
  run->work_t = t;
  return true;
}
