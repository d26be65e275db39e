// SPDX-License-Identifier: BSD-3-Clause
// dynamics_work.c: the work of everything that stores no energy, summed along the dense output.
//
// Gauss' rule over a stretch, from one row or end of a step to the next: with five points, of order
// ten, where the dense output is of degree seven, else with three, of order six. Leaving out the
// point in the middle gives a rule of order four (two) on the same points, off by e. With E, what
// energy there is in the motion, e (e/E) bounds the error of the whole rule well; where it is above
// a hundredth of the relative tolerance of E the stretch is halved, at most five times.
#include <float.h>
#include <math.h>

#include "analysis/drive.h"
#include "analysis/dynamics_inside.h"
#include "analysis/ida_failure.h"
#include "system/forces.h"

enum { POINTS = 5, HALVINGS = 5 };
static const double PART = 0.01; // of the relative tolerance

typedef struct WorkRule {
  int count;
  double point[POINTS], weight[POINTS], coarse[POINTS]; // coarse: without the middle
} WorkRule;

static const WorkRule three = {.count = 3,
                               .point = {0.11270166537925831148, 0.5, 0.88729833462074168852},
                               .weight = {5.0 / 18, 8.0 / 18, 5.0 / 18},
                               .coarse = {0.5, 0, 0.5}};
static const WorkRule five = {.count = 5,
                              .point = {0.046910077030668003601, 0.230765344947158454481, 0.5,
                                        0.769234655052841545518, 0.953089922969331996398},
                              .weight = {0.118463442528094543757, 0.239314335249683234020,
                                         0.284444444444444444444, 0.239314335249683234020,
                                         0.118463442528094543757},
                              .coarse = {0.040834993366481113005, 0.459165006633518886994, 0,
                                         0.459165006633518886994, 0.040834993366481113005}};

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

static bool sum_stretch(Dynamics *run, double from, double to, int halvings) {
  const WorkRule *rule = scheme_dense(run->scheme)->degree >= 7 ? &five : &three;
  const double span = to - from;
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
  if (e * e > PART * run->settings.scheme.relative * energy * energy) {
    const double middle = from + 0.5 * span;
    if (halvings > 0 && middle > from && middle < to) {
      return sum_stretch(run, from, middle, halvings - 1) &&
             sum_stretch(run, middle, to, halvings - 1);
    }
    run->result->counters.rough_work++;
  }
  run->recorder.observation.work += sum * span;
  scales_exchange(&run->recorder.scales, sizes * span);
  return true;
}

bool dynamics_sum_work(Dynamics *run, double t) {
  const System *system = run->state->system;
  if ((system->force_count == 0 && !system->has_motions) || !(t > run->work_t)) {
    return true;
  }
  if (!sum_stretch(run, run->work_t, t, HALVINGS)) {
    return false;
  }
  run->work_t = t;
  return true;
}
