// SPDX-License-Identifier: BSD-3-Clause
// dynamics_look.c: whether a step was too long for what it does not see itself: pulses between its
// nodes, numbers that are not smooth, and rates that a fixed step is not stable for.
//
// An error estimate supposes a smooth motion. Beside a passage of a switch a number may go like
// s^1.2 with the time s from there: then the estimate may vanish by chance, and both the first step
// behind the passage and the one over it are off by many times what it says (measured: up to 1e-4
// of the energy at a relative tolerance of 1e-7). What is off shows as a difference between the
// accelerations of the dense output and those of the equations, which is looked at
//   in the first step, and in eight behind one that was taken again, at 1/20 and 3/4 of it,
//   in a step that ends at a passage, there, times its length up to there,
// against a hundred times the tolerance: deceived steps had 200 to 20,000 times, others less in 97
// of 100. Such a step is taken again with a third of its length; the one at a passage so that it
// ends just behind the passage, which then its last stage alone sees.
#include <math.h>

#include "analysis/dynamics_inside.h"
#include "analysis/stiffness.h"
#include "system/sizes.h"

enum { JUDGE_FIXED_EVERY = 1024, CAREFUL_STEPS = 8 };

// What moves in one coordinate alone does not magnify differences for long.
bool dynamics_open_growth(Dynamics *run) {
  const SchemeSettings *settings = &run->settings.scheme;
  if (settings->driven || run->input->mobility->dof_rank < 2) {
    return true;
  }
  const System *system = run->state->system;
  double *absolute = arena_array(run->arena, double, system->nq + system->nv);
  double *unit = arena_array(run->arena, double, system->nq + system->nv);
  if (absolute == NULL || unit == NULL) {
    return false;
  }
  sizes_tolerances(run->state, &settings->absolute, absolute, unit);
  return growth_open(&run->growth, run->state, unit, run->arena);
}

// A step that cannot be taken again stands; the audit is told what it passed over.
static void note_missed(Dynamics *run) {
  const Pulses *pulses = &run->pulses;
  Audit *audit = &run->result->audit;
  if (pulses->missed > audit->missed) {
    audit->missed = pulses->missed;
    audit->missed_t = pulses->t;
    audit->missed_body = run->state->system->bodies[pulses->body].name;
  }
}

// Steps that are long beside the run are looked at once more, at a place that is another one each
// time (by the golden section): a net for what has no bounds. Where nothing can hide, for error
// estimates that vanish by chance.
static bool agrees_inside(Dynamics *run) {
  static const double LONG[] = {1.0 / 20, 1.0 / 200}, GOLDEN = 0.61803398874989485;
  if (!(run->scheme->last_step > LONG[run->settings.may_hide] * run->duration)) {
    return true;
  }
  run->looked = fmod(run->looked + GOLDEN, 1);
  return pulses_agree(&run->pulses, run->scheme, run->looked);
}

static bool can_judge(const Dynamics *run) {
  return run->settings.scheme.step == 0 && scheme_has(run->scheme, SCHEME_RATES);
}

// Whether a step that needs care goes as the equations say.
static bool goes_well(Dynamics *run) {
  static const double PLACES[] = {0.05, 0.75};
  const double span = run->scheme->last_step;
  return run->careful == 0 || !can_judge(run) ||
         (pulses_follow(&run->pulses, run->scheme, PLACES[0], span) &&
          pulses_follow(&run->pulses, run->scheme, PLACES[1], span));
}

bool dynamics_saw_all(Dynamics *run, double before, double *t) {
  static const double SHORTER = 1.0 / 3;
  const double longest = SHORTER * run->scheme->last_step;
  const bool seen = pulses_seen(&run->pulses, run->scheme) && agrees_inside(run);
  if (!(seen && goes_well(run)) && scheme_again(run->scheme, longest, &run->result->failure)) {
    run->result->counters.retaken++;
    run->careful = CAREFUL_STEPS;
    *t = before;
    return false;
  }
  if (run->result->failure.code != DIAG_NONE) { // it cannot even start there again
    return dynamics_fails(run, RUN_FAILED);
  }
  if (!seen) {
    note_missed(run);
  }
  run->careful -= run->careful > 0;
  pulses_go_on(&run->pulses);
  return true;
}

bool dynamics_ends_well(Dynamics *run, double before, double *t) {
  static const double BEHIND = 1.01;
  Root *root = &run->events.root;
  const double span = *t - before, h = run->scheme->last_step;
  const bool first = root->start <= before && run->events.which >= 0; // nothing was passed yet
  if (!first || !can_judge(run) || !(BEHIND * span < h) ||
      pulses_follow(&run->pulses, run->scheme, span / h, span) ||
      !scheme_again(run->scheme, BEHIND * span, &run->result->failure)) {
    return run->result->failure.code == DIAG_NONE || dynamics_fails(run, RUN_FAILED);
  }
  run->result->counters.retaken++;
  pulses_restart(&run->pulses);
  root_start(root, before);
  *t = before;
  return false;
}

// A fixed step has no error to show that it is too long for an explicit method: looked at more and
// more seldom.
static double look_at_fixed_step(Dynamics *run) {
  const long steps = run->steps;
  double rate = 0;
  if ((steps & (steps - 1)) != 0 && steps % JUDGE_FIXED_EVERY != 0) {
    return 0;
  }
  return stiffness_of_fixed_step(run->state, &run->settings.scheme, run->arena, &rate) > 1 ? rate
                                                                                           : 0;
}

void dynamics_note_stiffness(Dynamics *run, double t) {
  const Scheme *scheme = run->scheme;
  if (run->stiff_rate > 0) {
    return;
  }
  const bool fixed = run->settings.scheme.step > 0;
  const double rate = fixed ? look_at_fixed_step(run) : scheme->stiff_rate;
  if (rate > 0) {
    run->stiff_t = t;
    run->stiff_rate = rate;
    run->stiff_step = scheme->last_step;
  }
}

void dynamics_warn_of_stiffness(Dynamics *run) {
  Diag *diag = &run->result->warnings;
  if (run->stiff_rate == 0 || run->settings.chooses) {
    return;
  }
  if (run->settings.scheme.step > 0) {
    const double step = run->settings.scheme.step;
    diag_at(diag, DIAG_INT_STIFF, run->settings.scheme.origin,
            "the fixed step of %s, %.3g s, is too long from t = %.6g s on: at rates of %.3g 1/s "
            "this explicit method is not stable, and errors grow instead of dying out",
            run->scheme->name, step, run->stiff_t, run->stiff_rate);
    diag_hint(diag, "take a shorter step, or \"method: auto\" or \"method: ida\"");
    return;
  }
  diag_at(diag, DIAG_INT_STIFF, run->settings.scheme.origin,
          "the motion is stiff from t = %.6g s on: rates of %.3g 1/s hold the steps of %s at %.3g "
          "s, whatever the tolerances; it took %ld steps",
          run->stiff_t, run->stiff_rate, run->scheme->name, run->stiff_step, run->steps);
  diag_hint(diag, "\"method: auto\" or \"method: ida\" needs fewer");
}
