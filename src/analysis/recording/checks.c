// SPDX-License-Identifier: BSD-3-Clause
// checks.c: the checks of a model (see checks.h).
#include "analysis/recording/checks.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"

static bool open_file(CheckState *out, State *state, const ModelReader *reader, Arena *arena,
                      Diag *diag) {
  const Model *model = state->system->model;
  const Check *check = out->check;
  if (!reference_open(check, model, reader, &out->reference, &out->missing, arena, diag)) {
    return out->missing;
  }
  int *output = arena_array(arena, int, check->channel_count);
  out->channel_error = arena_array(arena, double, check->channel_count);
  if (output == NULL || out->channel_error == NULL) {
    return false;
  }
  for (int k = 0; k < check->channel_count; k++) {
    output[k] = reference_output(model, check->channels[k]);
  }
  out->reference_output = output;
  out->outputs = model->outputs;
  return true;
}

static int compare_times(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static bool collect_times(Checks *checks, const State *state, double duration, Arena *arena) {
  int count = 0;
  for (int k = 0; k < checks->count; k++) {
    count += 1 + checks->list[k].reference.row_count;
  }
  checks->times = arena_array(arena, double, count);
  if (checks->times == NULL) {
    return false;
  }
  for (int k = 0; k < checks->count; k++) {
    const CheckState *one = &checks->list[k];
    if (one->check->form == CHECK_VALUE && state->values[one->check->at] <= duration) {
      checks->times[checks->time_count++] = state->values[one->check->at];
    }
    for (int r = 0; r < one->reference.row_count && one->reference.t[r] <= duration; r++) {
      if (one->reference.t[r] >= 0) {
        checks->times[checks->time_count++] = one->reference.t[r];
      }
    }
  }
  for (int k = 1; k < checks->time_count; k++) {
    if (checks->times[k] < checks->times[k - 1]) { // several files, or other checks before one
      qsort(checks->times, (size_t)checks->time_count, sizeof(double), compare_times);
      break;
    }
  }
  return true;
}

bool checks_seeks_crossings(const Check *check) {
  return check->form == CHECK_PERIOD || check->form == CHECK_FIRST_TIME;
}

// Eigenvalues belong to linearize; in an equilibrium there is one moment, t = 0.
static bool has_meaning(const State *state, const Check *check, const Analysis *analysis) {
  if (check->form == CHECK_EIGENVALUE || check->form == CHECK_EIGENVALUES) {
    return false;
  }
  const bool moment = analysis->kind == ANALYSIS_EQUILIBRIUM || analysis->kind == ANALYSIS_ASSEMBLE;
  if (!moment || check->analysis >= 0) {
    return true;
  }
  return !checks_seeks_crossings(check) && check->form != CHECK_FILE &&
         (check->form != CHECK_VALUE || state->values[check->at] == 0);
}

bool checks_open(Checks *checks, State *state, const Analysis *analysis, const ModelReader *reader,
                 double duration, Arena *arena, Diag *diag) {
  const Model *model = state->system->model;
  *checks = (Checks){.instant = checks_instant(duration)};
  checks->list = arena_array(arena, CheckState, model->check_count);
  checks->between = arena_array(arena, CheckState *, model->check_count);
  if (checks->list == NULL || checks->between == NULL) {
    return false;
  }
  const int number = (int)(analysis - model->analyses);
  for (int c = 0; c < model->check_count; c++) {
    const Check *check = &model->checks[c];
    if ((check->analysis >= 0 && check->analysis != number) ||
        !has_meaning(state, check, analysis)) {
      continue;
    }
    CheckState *one = &checks->list[checks->count++];
    *one = (CheckState){.check = check, .present_t = (double)NAN};
    one->value = check->form == CHECK_MIN ? HUGE_VAL : check->form == CHECK_MAX ? -HUGE_VAL : 0;
    one->source = check->channel >= 0 ? state_source(state, check->channel) : NULL;
    checks_open_between(one, model, analysis);
    if (one->between) {
      checks->between[checks->between_count++] = one;
    }
    if (check->form == CHECK_FILE && !open_file(one, state, reader, arena, diag)) {
      return false;
    }
  }
  return collect_times(checks, state, duration, arena);
}

static bool same_time(const Checks *checks, double a, double b) {
  return fabs(a - b) <= checks_slack(checks, b);
}

static void compare_with_file(const Checks *checks, CheckState *one, double t,
                              const double *outputs) {
  const Reference *reference = &one->reference;
  const double slack = checks_slack(checks, t);
  int next = one->reference_next;
  while (next < reference->row_count && reference->t[next] < t - slack) {
    next++;
  }
  one->reference_next = next;
  if (next >= reference->row_count || !same_time(checks, t, reference->t[next])) {
    return;
  }
  while (next + 1 < reference->row_count && reference->t[next + 1] == reference->t[next]) {
    next++; // a row holds what is behind an event
  }
  const double *value = reference->value + (long)next * reference->column_count;
  for (int c = 0; c < reference->column_count; c++) {
    if (isnan(value[c])) {
      continue;
    }
    const int o = one->reference_output[c];
    const double error = fabs(outputs[o] - output_read(&one->outputs[o], value[c]));
    one->compared = true;
    if (error > one->channel_error[c] || isnan(error)) {
      one->channel_error[c] = error;
      one->error = error > one->error || isnan(error) ? error : one->error;
    }
  }
  one->reference_next = next + 1;
}

// Of what means something at rows only; a single row stands for itself.
static void add_trapezoid(CheckState *one, double t, double term, bool first) {
  one->value += first ? 0 : (t - one->last_t) * (term + one->last) / 2;
  one->first_t = first ? t : one->first_t;
  one->last_t = t;
  one->last = term;
}

// What the form of the check makes of a row.
static void accumulate(CheckState *one, double t, double value) {
  const bool first = one->rows++ == 0;
  switch (one->check->form) {
  case CHECK_MAX_ABS:
  case CHECK_MIN:
  case CHECK_MAX:
    checks_extreme(one, value);
    return;
  case CHECK_MEAN:
  case CHECK_RMS:
  case CHECK_INTEGRAL:
    if (!one->integrates) {
      add_trapezoid(one, t, one->check->form == CHECK_RMS ? value * value : value, first);
    }
    return;
  case CHECK_FINAL:
  case CHECK_VALUE:
    one->value = value;
    return;
  case CHECK_PERIOD:
  case CHECK_FILE:
  case CHECK_EIGENVALUE:
  case CHECK_EIGENVALUES:
  case CHECK_FIRST_TIME:
    return;
  }
}

double checks_value(State *state, const CheckState *one) {
  return one->source != NULL ? *one->source : state_number(state, one->check->channel, NULL);
}

bool checks_accept(const CheckState *one, State *state, double value) {
  if (fabs(value) <= DBL_MAX || one->undetermined) {
    return true;
  }
  const int number = one->check->channel;
  state_gather(state, &state->system->model->numbers[number].program);
  return state_blame(state, number, false);
}

bool checks_sample(Checks *checks, State *state, double t, const double *outputs, bool row) {
  for (int k = 0; k < checks->count; k++) {
    CheckState *one = &checks->list[k];
    const Check *check = one->check;
    if (check->form == CHECK_FILE) {
      compare_with_file(checks, one, t, outputs);
      continue;
    }
    const bool at = check->form == CHECK_VALUE;
    if (at ? !same_time(checks, t, state->values[check->at]) : !row) {
      continue;
    }
    if (checks_seeks_crossings(check)) {
      continue;
    }
    const double value = checks_value(state, one);
    if (!checks_accept(one, state, value)) {
      return false;
    }
    accumulate(one, t, value);
    if (!at) {
      one->present = value;
      one->present_t = t;
    }
  }
  return true;
}

bool checks_wants_crossings(const CheckState *one) {
  return (one->check->form == CHECK_PERIOD && one->crossings <= one->check->cycles) ||
         (one->check->form == CHECK_FIRST_TIME && one->crossings == 0);
}

void checks_crossing(CheckState *one, double t) {
  if (one->crossings == 0) {
    one->crossing_first = t;
  }
  one->crossing_last = t;
  one->crossings++;
}
