// SPDX-License-Identifier: BSD-3-Clause
// eigenvalues_check.c: what a model demands of its eigenvalues.
//
//   {eigenvalue: [re, im], within: D, count: N}  N true (or neutral) values lie within D of it, and
//                                                the value is the distance of the farthest of them
//   {eigenvalues: LABEL, count: N}               N values have the label
// Errors of values count: where they leave open whether the check holds, it could not be made.
#include <math.h>

#include "analysis/modes/eigenvalues.h"
#include "base/number.h"
#include "base/text.h"

// A check that the errors do not let tell has not passed, and could not be made.
static void leave_open(CheckResult *out) {
  out->evaluated = out->passed = false;
  out->hint = "the column \"error\" of the eigenvalues shows how accurately they are known";
}

static bool check_count(const Check *check, const Spectrum *s, CheckResult *out, Arena *arena) {
  const int found = s->counts[check->label], wanted = check->eigen_count;
  const bool own = check->label == EIGEN_TRUE || check->label == EIGEN_NEUTRAL;
  const int most = found + (own ? s->counts[EIGEN_UNDETERMINED] : 0);
  out->value = found;
  out->limit = wanted > 0 ? wanted : 1;
  out->passed = wanted > 0 ? found == wanted : found > 0;
  const bool open = wanted > 0 ? found <= wanted && wanted <= most : found == 0;
  if (open && most > found) {
    out->text = text_print(arena, "%d eigenvalues are %s, and %d more are not determined", found,
                           spectrum_label_word(check->label), most - found);
    leave_open(out);
    return out->text != NULL;
  }
  out->text = text_print(arena, "%d eigenvalues are %s, expected %s%d", found,
                         spectrum_label_word(check->label), wanted > 0 ? "" : "at least ",
                         wanted > 0 ? wanted : 1);
  return out->text != NULL;
}

// Distance of the k-th nearest value (from 1); infinity when there are fewer.
static double nearest(const Spectrum *s, double re, double im, int k) {
  double last = -1;
  while (k > 0) {
    double next = (double)INFINITY;
    int equal = 0;
    for (int i = 0; i < s->count; i++) {
      const Eigenvalue *value = &s->list[i];
      if (!spectrum_own(value)) {
        continue;
      }
      const double distance = hypot(value->re - re, value->im - im);
      if (distance > last && distance < next) {
        next = distance;
        equal = 1;
      } else if (distance == next) {
        equal++;
      }
    }
    if (equal == 0) {
      return (double)INFINITY;
    }
    k -= equal;
    last = next;
  }
  return last;
}

// How many lie within the limit for certain, and how many may.
typedef struct Inside {
  int least, most;
  double error; // of one that may or may not
} Inside;

static Inside count_inside(const Spectrum *s, double re, double im, double limit) {
  Inside inside = {0};
  for (int i = 0; i < s->count; i++) {
    const Eigenvalue *value = &s->list[i];
    if (!spectrum_own(value)) {
      continue;
    }
    const bool exact = value->label == EIGEN_NEUTRAL || isnan(value->error);
    const double error = exact ? 0 : value->error, off = hypot(value->re - re, value->im - im);
    inside.least += off + error <= limit ? 1 : 0;
    inside.most += off - error <= limit ? 1 : 0;
    inside.error = off + error > limit && off - error <= limit ? error : inside.error;
  }
  return inside;
}

static bool check_value(const State *state, const Check *check, const Spectrum *s, CheckResult *out,
                        Arena *arena) {
  const double re = state->values[check->eigenvalue], im = state->values[check->eigenvalue + 1];
  const int wanted = check->eigen_count > 0 ? check->eigen_count : 1;
  out->limit = state->values[check->within];
  out->value = nearest(s, re, im, wanted);
  const Inside inside = count_inside(s, re, im, out->limit);
  const bool some = check->eigen_count == 0;
  const bool open =
      some ? inside.least == 0 && inside.most > 0
           : inside.least <= wanted && inside.most >= wanted && inside.least < inside.most;
  out->passed = some ? inside.least > 0 : inside.least == wanted;
  char told[3][NUMBER_TEXT_SIZE];
  number_format_apart(6, 2, (const double[]){out->limit, out->value}, told);
  if (open) {
    out->text = text_print(
        arena, "an eigenvalue near %.9g %+.9g i is known only to %.2g 1/s, but \"within\" is %s",
        re, im, inside.error, told[0]);
    leave_open(out);
  } else if (some) {
    out->text = text_print(arena, "the eigenvalue nearest to %.9g %+.9g i is off by %s, limit %s",
                           re, im, told[1], told[0]);
  } else {
    out->text = text_print(
        arena, "%d eigenvalues lie within %s of %.9g %+.9g i, expected %d; number %d is off by %s",
        inside.least, told[0], re, im, wanted, wanted, told[1]);
  }
  return out->text != NULL;
}

bool eigenvalues_check(const State *state, Result *result, Arena *arena) {
  const Model *model = state->system->model;
  const int number = (int)(result->analysis - model->analyses);
  result->checks = arena_array(arena, CheckResult, model->check_count);
  if (result->checks == NULL) {
    return false;
  }
  for (int c = 0; c < model->check_count; c++) {
    const Check *check = &model->checks[c];
    const bool eigen = check->form == CHECK_EIGENVALUE || check->form == CHECK_EIGENVALUES;
    if (!eigen || (check->analysis >= 0 && check->analysis != number)) {
      continue;
    }
    CheckResult *out = &result->checks[result->check_count++];
    *out = (CheckResult){.check = check, .evaluated = result->linear != NULL};
    if (!out->evaluated) {
      out->text = "there are no eigenvalues";
    } else if (!(check->form == CHECK_EIGENVALUES
                     ? check_count(check, result->linear->spectrum, out, arena)
                     : check_value(state, check, result->linear->spectrum, out, arena))) {
      return false;
    }
  }
  return !arena->allocator->exhausted;
}
