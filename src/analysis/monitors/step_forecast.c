// SPDX-License-Identifier: BSD-3-Clause
// step_forecast.c: the monitor of the pace of a run: it tells once, at once, when more than a
// million steps are ahead, by the steps that the run takes, and which frequency makes them so
// short; and in the end where stability held down the steps of an explicit method that the file
// asked for.
//
// The mean h of the later half of n steps, at n = 512, 1024, 2048, ..: (duration - t)/h are ahead,
// told when it is so twice in a row. A rate of the motion at the start does not tell: ida follows a
// slow motion beside a fast one that is not excited. Where the highest rate w, of the motion
// linearized there, has w h near 1 or above what a method of this kind is stable for, it is w that
// makes the steps so short.
#include "analysis/monitors/monitor.h"
#include "analysis/settings/settings.h"

#include <math.h>
#include <stdio.h>

#include "analysis/settings/stiffness.h"

enum { FIRST = 512, TWICE = 2, JUDGE_FIXED_EVERY = 1024 };
static const double MANY = 1e6;
// w h: from several steps in a period, as accuracy asks, to what explicit methods are stable for.
static const double FOLLOWED = 0.1, STABLE = 10;

typedef struct StepForecast {
  MonitoredRun run;
  double stiff_t, stiff_rate, stiff_step; // where stability first held an explicit method down
  double half_t;                          // when half as many steps had been taken
  int many;                               // how often in a row too many were ahead
} StepForecast;

// ---- how many ----

// ", since the motion vibrates at up to 5e+06 Hz, most of all "bob"", where that is so.
static bool name_frequency(const MonitoredRun *run, double step, char *text, size_t size) {
  static const double TURN = 6.283185307179586;
  double rate = 0;
  int body = 0;
  if (run->settings->scheme.step > 0 || !stiffness_estimate(run->state, run->arena, &rate, &body) ||
      rate * step < FOLLOWED || rate * step > STABLE) {
    return false;
  }
  snprintf(text, size, ": they resolve a rate of %.2g 1/s, or %.2g Hz, the highest here%s%.80s%s",
           rate, rate / TURN, body > 0 ? ", mostly of \"" : "",
           body > 0 ? run->state->system->bodies[body].name : "", body > 0 ? "\"" : "");
  return true;
}

static void tell(const MonitoredRun *run, const MonitorStep *at, double step, double total) {
  const double t = at->t;
  Diag *diag = &run->result->warnings;
  const bool fixed = run->settings->scheme.step > 0;
  char frequency[200] = "", limit[160] = "";
  const bool fast = name_frequency(run, step, frequency, sizeof frequency);
  if (total > (double)run->max_steps) {
    snprintf(limit, sizeof limit, "; --max-steps stops the run after %ld, at about t = %.2g s",
             run->max_steps, t + step * (double)(run->max_steps - at->steps));
  }
  diag_at(diag, DIAG_INT_MANY_STEPS,
          run->settings->scheme.origin.id > 0 ? run->settings->scheme.origin
                                              : run->result->analysis->origin,
          "the run will take about %.2g steps: %s takes steps of %.2g s at t = %.2g s%s%s", total,
          at->scheme->name, step, t, frequency, limit);
  diag_hint(
      diag, "%s",
      fast ? "if that vibration does not matter, replace the stiff element by a joint (a spring by "
             "\"distance\"), or use a hundredth of its stiffness, which needs a tenth of the "
             "steps; otherwise shorten the duration"
      : fixed
          ? "use a longer step or error control (\"method: auto\"), or raise --max-steps"
          : "loosen the tolerances, shorten the duration, or remove the cause of the short steps");
  const RunOptions *options = run->options;
  if (options->announce != NULL && diag->newest != NULL) {
    options->announce(options->announce_context, diag->newest);
  }
}

static MonitorVerdict forecast(void *self, const MonitorStep *at, Failure *failure) {
  StepForecast *it = self;
  const MonitoredRun *run = &it->run;
  const double t = at->t;
  const long steps = at->steps;
  (void)failure;
  if ((steps & (steps - 1)) != 0 || steps < FIRST / 2 || it->many == TWICE) {
    return MONITOR_PASSES;
  }
  const double step = (t - it->half_t) / ((double)steps / 2);
  it->half_t = t;
  if (steps < FIRST || !(step > 0)) {
    return MONITOR_PASSES;
  }
  const double total = (double)steps + (run->result->duration - t) / step;
  const bool fixed = run->settings->scheme.step > 0;
  it->many = total > (fixed ? (double)run->max_steps : MANY) ? it->many + 1 : 0;
  if (it->many == TWICE) { // what stalls for a moment is no forecast
    tell(run, at, step, total);
  }
  return MONITOR_PASSES;
}

// ---- how short ----

// A fixed step has no error to show that it is too long for an explicit method: looked at more and
// more seldom.
static double look_at_fixed_step(const MonitoredRun *run, long steps) {
  double rate = 0;
  if ((steps & (steps - 1)) != 0 && steps % JUDGE_FIXED_EVERY != 0) {
    return 0;
  }
  return stiffness_of_fixed_step(run->state, &run->settings->scheme, run->arena, &rate) > 1 ? rate
                                                                                            : 0;
}

static MonitorVerdict note_stiffness(void *self, const MonitorStep *at, Failure *failure) {
  StepForecast *it = self;
  (void)failure;
  if (it->stiff_rate > 0) {
    return MONITOR_PASSES;
  }
  const bool fixed = it->run.settings->scheme.step > 0;
  const double rate = fixed ? look_at_fixed_step(&it->run, at->steps) : at->scheme->stiff_rate;
  if (rate > 0) {
    it->stiff_t = at->t;
    it->stiff_rate = rate;
    it->stiff_step = at->scheme->last_step;
  }
  return MONITOR_PASSES;
}

// Told only to those who chose the method, since auto goes on with another one.
static MonitorVerdict warn_of_stiffness(void *self, const MonitorStep *at, Failure *failure) {
  const StepForecast *it = self;
  const MonitoredRun *run = &it->run;
  Diag *diag = &run->result->warnings;
  const double step = run->settings->scheme.step;
  (void)failure;
  if (it->stiff_rate == 0 || run->settings->chooses) {
    return MONITOR_PASSES;
  }
  if (step > 0) {
    diag_at(diag, DIAG_INT_STIFF, run->settings->scheme.origin,
            "the fixed step of %s, %.3g s, is too long from t = %.6g s on: at rates of %.3g 1/s "
            "this explicit method is not stable, and errors grow instead of dying out",
            at->scheme->name, step, it->stiff_t, it->stiff_rate);
    diag_hint(diag, "use a shorter step, \"method: auto\" or \"method: ida\"");
    return MONITOR_PASSES;
  }
  diag_at(diag, DIAG_INT_STIFF, run->settings->scheme.origin,
          "the motion is stiff from t = %.6g s on: rates of %.3g 1/s hold the steps of %s at %.3g "
          "s, whatever the tolerances; it took %ld steps",
          it->stiff_t, it->stiff_rate, at->scheme->name, it->stiff_step, at->steps);
  diag_hint(diag, "\"method: auto\" or \"method: ida\" needs fewer");
  return MONITOR_PASSES;
}

bool step_forecast_monitor(const MonitoredRun *run) {
  StepForecast *it = arena_new(run->arena, StepForecast);
  if (it == NULL) {
    return false;
  }
  *it = (StepForecast){.run = *run};
  monitors_add(run, "stiffness", MONITOR_DONE, note_stiffness, it);
  monitors_add(run, "forecast", MONITOR_DONE, forecast, it);
  monitors_add(run, "stiffness", MONITOR_ENDED, warn_of_stiffness, it);
  return true;
}
