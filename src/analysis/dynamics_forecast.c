// SPDX-License-Identifier: BSD-3-Clause
// dynamics_forecast.c: how many steps the rest of a run will take.
//
// The mean h of the later half of n steps, at n = 512, 1024, 2048, ..: (duration - t)/h are ahead,
// told when it is so twice in a row. A rate of the motion at the start does not tell: ida follows a
// slow motion beside a fast one that is not excited. Where the highest rate w, of the motion
// linearized there, has w h near 1 or above what a method of this kind is stable for, it is w that
// makes the steps so short.
#include <math.h>
#include <stdio.h>

#include "analysis/dynamics_inside.h"
#include "analysis/stiffness.h"

enum { FIRST = 512, TWICE = 2 };
static const double MANY = 1e6;
// w h: from several steps in a period, as accuracy asks, to what explicit methods are stable for.
static const double FOLLOWED = 0.1, STABLE = 10;

// ", since the motion vibrates at up to 5e+06 Hz, most of all "bob"", where that is so.
static bool name_frequency(Dynamics *run, double step, char *text, size_t size) {
  static const double TURN = 6.283185307179586;
  double rate = 0;
  int body = 0;
  if (run->settings.scheme.step > 0 || !stiffness_estimate(run->state, run->arena, &rate, &body) ||
      rate * step < FOLLOWED || rate * step > STABLE) {
    return false;
  }
  snprintf(text, size, ": they follow a rate of %.2g 1/s, or %.2g Hz, the highest here%s%.80s%s",
           rate, rate / TURN, body > 0 ? ", most of all of \"" : "",
           body > 0 ? run->state->system->bodies[body].name : "", body > 0 ? "\"" : "");
  return true;
}

static void tell(Dynamics *run, double t, double step, double total) {
  Diag *diag = &run->result->warnings;
  const bool fixed = run->settings.scheme.step > 0;
  char frequency[200] = "", limit[160] = "";
  const bool fast = name_frequency(run, step, frequency, sizeof frequency);
  if (total > (double)run->max_steps) {
    snprintf(limit, sizeof limit, "; --max-steps ends it after %ld, at about t = %.2g s",
             run->max_steps, t + step * (double)(run->max_steps - run->steps));
  }
  diag_at(diag, DIAG_INT_MANY_STEPS,
          run->settings.scheme.origin.id > 0 ? run->settings.scheme.origin
                                             : run->result->analysis->origin,
          "about %.2g steps are ahead: %s takes steps of %.2g s at t = %.2g s%s%s", total,
          run->scheme->name, step, t, frequency, limit);
  diag_hint(
      diag, "%s",
      fast ? "where that vibration does not matter, hold what is so stiff by a joint (in place of "
             "a spring, \"distance\"), or take a hundredth of its stiffness, which takes a tenth "
             "of the steps; else a shorter duration"
      : fixed ? "take a longer step, or error control (\"method: auto\"), or raise --max-steps"
              : "looser tolerances, a shorter duration, or a motion without what makes the "
                "steps so short");
  const RunOptions *options = run->input->options;
  if (options->announce != NULL && diag->newest != NULL) {
    options->announce(options->announce_context, diag->newest);
  }
}

void dynamics_forecast(Dynamics *run, double t) {
  const long steps = run->steps;
  if ((steps & (steps - 1)) != 0 || steps < FIRST / 2 || run->many == TWICE) {
    return;
  }
  const double step = (t - run->half_t) / ((double)steps / 2);
  run->half_t = t;
  if (steps < FIRST || !(step > 0)) {
    return;
  }
  const double total = (double)steps + (run->duration - t) / step;
  const bool fixed = run->settings.scheme.step > 0;
  run->many = total > (fixed ? (double)run->max_steps : MANY) ? run->many + 1 : 0;
  if (run->many == TWICE) { // what stalls for a moment is no forecast
    tell(run, t, step, total);
  }
}
