// SPDX-License-Identifier: BSD-3-Clause
// checks_rows.c: checks fed with blocks of rows (see checks.h).
#include <math.h>

#include "analysis/checks_inside.h"

bool checks_take_blocks(const Checks *checks) {
  for (int k = 0; k < checks->count; k++) {
    const CheckState *one = &checks->list[k];
    if (one->check->form != CHECK_FILE && !checks_seeks_crossings(one->check) && one->measure < 0) {
      return false;
    }
  }
  return true;
}

bool checks_rows_finite(const Checks *checks, int count, const double *const *measure) {
  double finite = 0; // stays zero as long as all are
  for (int c = 0; c < checks->count; c++) {
    const int from = checks->list[c].measure;
    for (int k = 0; k < count && from >= 0; k++) {
      finite += measure[from] != NULL ? measure[from][k] * 0 : 0;
    }
  }
  return finite == 0;
}

static void accumulate_rows(CheckState *one, const double *t, int count, const double *values) {
  if (one->check->form == CHECK_MAX_ABS) {
    double largest = one->largest_size;
    for (int k = 0; k < count; k++) {
      largest = fabs(values[k]) > largest ? fabs(values[k]) : largest;
    }
    one->largest_size = largest;
    one->rows += count;
    return;
  }
  for (int k = 0; k < count; k++) {
    checks_accumulate(one, t[k], values[k]);
  }
}

void checks_rows(Checks *checks, const State *state, const double *t, int count,
                 const double *const *measure, const double *const *output) {
  for (int c = 0; c < checks->count; c++) {
    CheckState *one = &checks->list[c];
    const Check *check = one->check;
    if (check->form == CHECK_FILE) {
      for (int k = 0; k < count; k++) {
        checks_compare_with_file(one, t[k], &(CheckValues){.columns = output, .row = k});
      }
    } else if (check->form == CHECK_VALUE) {
      for (int k = 0; k < count; k++) {
        if (checks_same_time(t[k], state->values[check->at])) {
          one->value_at = measure[one->measure][k];
          one->have_value = true;
        }
      }
    } else if (!checks_seeks_crossings(check)) {
      accumulate_rows(one, t, count, measure[one->measure]);
    }
  }
}
