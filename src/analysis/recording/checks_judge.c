// SPDX-License-Identifier: BSD-3-Clause
// checks_judge.c: what the checks of a run that has ended come to (see checks.h): passed, failed,
// or not made, with a sentence.
#include <math.h>

#include "analysis/recording/checks.h"
#include "base/text.h"
#include "expr/enclosures/interval.h"

static const char *const FORM_WORDS[] = {[CHECK_MAX_ABS] = "largest magnitude",
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

// Over the time of the run.
static double mean_of(const CheckState *one) {
  const double span = one->last_t - one->first_t;
  return span > 0 ? one->value / span : one->last;
}

// The quantity that a check is about. False when the run did not produce it.
static bool found_value(const CheckState *one, const Result *result, bool drift, double *value) {
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
    *value = mean_of(one);
    return one->rows > 0;
  case CHECK_RMS:
    *value = sqrt(mean_of(one));
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
                      "%d of the %d rows of \"%s\", from t = %.9g s to %.9g s, lie outside the "
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
  return "the run did not produce the value that the check asks for";
}

static const char *hint_of(const CheckState *one, const Model *model, Arena *arena) {
  if (one->missing) {
    return text_print(arena,
                      "it was looked for as \"%s/%s\", and below each DIR of --allow-path DIR; to "
                      "send a model with its references: mbsrun dump --bundle",
                      model->directory, one->check->file);
  }
  return one->undetermined ? "check a sum that the joints determine, or remove the redundancy"
         : one->check->form == CHECK_FILE
             ? "extend the run to reach them, or leave them out of the table"
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

// By how much a mean or an integral may be off, where its channel jumps.
static double unknown_of(const CheckState *one, const CheckResult *out) {
  if (one->unknown == 0) {
    return 0; // nothing of what is 0, too
  }
  const double span = one->last_t - one->first_t;
  const double mean = one->unknown / span;
  return one->check->form == CHECK_INTEGRAL ? one->unknown
         : one->check->form == CHECK_MEAN   ? mean
                                            : mean / fmax(out->found, sqrt(mean));
}

// Between what the figure may be.
static Interval possible(const CheckState *one, const CheckResult *out) {
  const double off = one->integrates ? unknown_of(one, out) : 0;
  const CheckForm form = one->check->form;
  const bool passages = checks_seeks_crossings(one->check);
  return (Interval){out->found - off - (form == CHECK_MIN || passages ? one->unseen : 0),
                    out->found + off + (form != CHECK_MIN ? one->unseen : 0)};
}

// Whether every figure that is possible passes, or none does.
static bool is_certain(const CheckState *one, const CheckResult *out) {
  const Interval found = possible(one, out);
  const double least = fmax(fmax(found.lo - out->target, out->target - found.hi), 0);
  const double most = fmax(found.hi - out->target, out->target - found.lo);
  return one->check->below >= 0 ? found.hi < out->limit || found.lo >= out->limit
                                : most <= out->limit || least > out->limit;
}

// What may be told of a figure that is not certain.
static const char *uncertain_sentence(const CheckState *one, const CheckResult *out, Arena *arena) {
  const char *form = FORM_WORDS[one->check->form], *channel = one->check->channel_text;
  if (one->integrates) {
    return text_print(arena, "%s of %s is known only to %.3g", form, channel, unknown_of(one, out));
  }
  return text_print(arena,
                    "%s of %s cannot be determined: between t = %.9g s and %.9g s the expression "
                    "is too narrow or changes too fast to be searched",
                    form, channel, one->unseen_from, one->unseen_to);
}

// Why a check could not be made; NULL: it could.
static const char *obstacle_of(const Checks *checks, const CheckState *one, const Result *result,
                               const CheckResult *out, Arena *arena) {
  const bool found = out->evaluated;
  if (found && one->check->form != CHECK_FILE && !is_certain(one, out)) {
    return uncertain_sentence(one, out, arena);
  }
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
  const bool file = check->form == CHECK_FILE;
  const bool failed = out->evaluated && !out->passed && (file || is_certain(one, out));
  const char *obstacle = failed ? NULL : obstacle_of(checks, one, result, out, arena);
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
