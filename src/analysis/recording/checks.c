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
    one->value += value;
    return;
  case CHECK_RMS:
    one->value += value * value;
    return;
  case CHECK_INTEGRAL:
    one->value += first ? 0 : (t - one->last_t) * (value + one->last) / 2;
    one->last_t = t;
    one->last = value;
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

static const char *const FORM_WORDS[] = {[CHECK_MAX_ABS] = "largest size",
                                         [CHECK_MIN] = "smallest value",
                                         [CHECK_MAX] = "largest value",
                                         [CHECK_FINAL] = "final value",
                                         [CHECK_MEAN] = "mean",
                                         [CHECK_RMS] = "root mean square",
                                         [CHECK_VALUE] = "value",
                                         [CHECK_PERIOD] = "period",
                                         [CHECK_FILE] = "difference",
                                         [CHECK_INTEGRAL] = "integral",
                                         [CHECK_FIRST_TIME] = "first time"};

// The quantity that a check is about. False when the run did not produce it.
static bool found_value(const CheckState *one, const Result *result, bool drift, double *value) {
  const double rows = (double)one->rows;
  if (one->undetermined) {
    return false;
  }
  switch (one->check->form) {
  case CHECK_MAX_ABS:
    *value = drift ? fmax(one->value, result->audit.energy_drift_steps) : one->value;
    return one->rows > 0;
  case CHECK_MIN:
  case CHECK_MAX:
  case CHECK_FINAL:
  case CHECK_VALUE:
  case CHECK_INTEGRAL:
    *value = one->value;
    return one->rows > 0;
  case CHECK_MEAN:
    *value = one->value / rows;
    return one->rows > 0;
  case CHECK_RMS:
    *value = sqrt(one->value / rows);
    return one->rows > 0;
  case CHECK_PERIOD:
    *value = one->crossing_last - one->crossing_first;
    return one->crossings > one->check->cycles;
  case CHECK_FILE:
    *value = one->error;
    return one->compared;
  case CHECK_FIRST_TIME:
    *value = one->crossing_first;
    return one->crossings > 0;
  case CHECK_EIGENVALUE:
  case CHECK_EIGENVALUES:
    break;
  }
  return false;
}

// Whether the columns that it is about are written in a unit, while its figures are in SI.
static bool has_unit(const CheckState *one, const Model *model) {
  const Check *check = one->check;
  bool found = false;
  for (int k = 0; check->form == CHECK_FILE && k < check->channel_count; k++) {
    found = found || model->outputs[one->reference_output[k]].unit != NULL;
  }
  for (int o = 0; check->channel >= 0 && o < model->output_count; o++) {
    found = found || (model->outputs[o].number == check->channel && model->outputs[o].unit != NULL);
  }
  return found && check->form != CHECK_PERIOD && check->form != CHECK_FIRST_TIME;
}

static const char *sentence(const CheckState *one, const CheckResult *result, double found,
                            const Model *model, Arena *arena) {
  const Check *check = one->check;
  char found_text[NUMBER_TEXT_SIZE], told[2][NUMBER_TEXT_SIZE];
  number_format(found, found_text);
  number_format_apart(6, 2, (const double[]){result->value, result->limit}, told);
  const char *what = check->form == CHECK_FILE ? check->file : check->channel_text;
  const char *in = has_unit(one, model) ? " in SI" : "";
  if (check->form == CHECK_FILE || check->below >= 0) {
    return text_print(arena, "%s of %s%s is %s, limit %s", FORM_WORDS[check->form], what, in,
                      told[0], told[1]);
  }
  return text_print(arena, "%s of %s%s is %s, off by %s, limit %s", FORM_WORDS[check->form], what,
                    in, found_text, told[0], told[1]);
}

// Rows of a reference outside of the run: how many, and from where to where.
typedef struct Outside {
  int count;
  double first, last;
} Outside;

static Outside rows_outside(const Checks *checks, const CheckState *one, const Result *result) {
  const Reference *reference = &one->reference;
  Outside out = {0};
  for (int k = 0; k < reference->row_count; k++) {
    const double t = reference->t[k], end = result->t_reached;
    if (t < -checks_slack(checks, 0) || t > end + checks_slack(checks, end)) {
      out.first = out.count++ == 0 ? t : out.first;
      out.last = t;
    }
  }
  return out;
}

// A channel of a reference that has no value in all of its rows; -1: none.
static int channel_without_values(const CheckState *one) {
  const Reference *reference = &one->reference;
  for (int c = 0; c < reference->column_count; c++) {
    int k = 0;
    while (k < reference->row_count &&
           isnan(reference->value[(long)k * reference->column_count + c])) {
      k++;
    }
    if (k == reference->row_count) {
      return c;
    }
  }
  return -1;
}

// Why a reference was not compared, or not all of it; NULL: it was.
static const char *file_sentence(const Checks *checks, const CheckState *one, const Result *result,
                                 Arena *arena) {
  const Check *check = one->check;
  const char *file = check->file != NULL ? check->file : "its table";
  if (one->missing) {
    return text_print(arena, "there is no file \"%s\"", file);
  }
  const Outside out = rows_outside(checks, one, result);
  const int channel = channel_without_values(one);
  if (out.count > 0) {
    return text_print(arena,
                      "%d of the %d rows of \"%s\", from t = %.9g s to %.9g s, lie outside of the "
                      "run, which ends at t = %.9g s",
                      out.count, one->reference.row_count, file, out.first, out.last,
                      result->t_reached);
  }
  return channel < 0 ? NULL
                     : text_print(arena, "channel \"%s\" has no value in \"%s\"",
                                  check->channels[channel], file);
}

static const char *missing_sentence(const CheckState *one, Arena *arena) {
  const Check *check = one->check;
  if (one->undetermined) {
    return text_print(arena, "%s reads a reaction that redundant joints leave undetermined",
                      check->channel_text);
  }
  if (check->form == CHECK_PERIOD) {
    return text_print(arena, "%s crosses zero upwards %d times, %d cycles need %d",
                      check->channel_text, one->crossings, check->cycles, check->cycles + 1);
  }
  return "the run did not reach what it asks for";
}

static const char *hint_of(const CheckState *one, const Model *model, Arena *arena) {
  if (one->missing) {
    return text_print(arena,
                      "it is looked for below the model's folder, \"%s\"; to send a model with its "
                      "references: mbsrun dump --bundle",
                      model->directory);
  }
  return one->undetermined ? "check a sum that the joints determine, or take out what is redundant"
         : one->check->form == CHECK_FILE ? "let the run reach them, or leave them out of the table"
                                          : NULL;
}

static bool reads_drift(const Model *model, int channel) {
  if (channel < 0) {
    return false;
  }
  const Program *program = &model->numbers[channel].program;
  return program->count == 1 && program->input_count == 1 &&
         program->inputs[0].kind == SYMBOL_MEASURE &&
         model->measures[program->inputs[0].index].kind->quantity == MEASURE_DRIFT;
}

// Why a check could not be made; NULL: it could.
static const char *obstacle_of(const Checks *checks, const CheckState *one, const Result *result,
                               bool found, Arena *arena) {
  if (!one->undetermined && one->check->form == CHECK_FILE) {
    return file_sentence(checks, one, result, arena);
  }
  return found ? NULL : missing_sentence(one, arena);
}

static void judge(const CheckState *one, const State *state, double found, CheckResult *out) {
  const Check *check = one->check;
  out->channel_error = one->channel_error;
  out->found = check->form == CHECK_FILE ? (double)NAN : found;
  if (check->below >= 0) {
    out->value = found;
    out->limit = state->values[check->below];
    out->passed = found < out->limit;
    return;
  }
  const double target = check->equals >= 0 ? state->values[check->equals] : 0;
  out->target = check->form == CHECK_FILE ? (double)NAN : target;
  out->value = check->form == CHECK_FILE ? found : fabs(found - target);
  out->limit = state->values[check->within] * (check->relative ? fabs(target) : 1);
  out->passed = out->value <= out->limit;
}

// What could be made in part has failed where that part does, and is not made where it does not.
static bool finish_one(const Checks *checks, const CheckState *one, const State *state,
                       const Result *result, CheckResult *out, Arena *arena) {
  const Model *model = state->system->model;
  const Check *check = one->check;
  double found = 0;
  *out = (CheckResult){.check = check, .found = (double)NAN, .target = (double)NAN};
  out->evaluated = found_value(one, result, reads_drift(model, check->channel), &found);
  if (check->figure) {
    out->passed = true;
    out->value = out->found = out->evaluated ? found : (double)NAN;
    return true;
  }
  if (out->evaluated) {
    judge(one, state, found, out);
  }
  const bool failed = out->evaluated && !out->passed;
  const char *obstacle = failed ? NULL : obstacle_of(checks, one, result, out->evaluated, arena);
  if (obstacle == NULL) {
    out->text = sentence(one, out, found, model, arena);
  } else {
    out->evaluated = out->passed = false;
    out->text = obstacle;
    out->hint = hint_of(one, model, arena);
  }
  return !arena->allocator->exhausted;
}

bool checks_finish(Checks *checks, State *state, Result *result, Arena *arena) {
  result->checks = arena_array(arena, CheckResult, checks->count);
  result->check_count = checks->count;
  bool ok = result->checks != NULL;
  for (int k = 0; ok && k < checks->count; k++) {
    ok = finish_one(checks, &checks->list[k], state, result, &result->checks[k], arena);
  }
  return ok;
}
