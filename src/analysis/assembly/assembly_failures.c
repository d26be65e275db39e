// SPDX-License-Identifier: BSD-3-Clause
// assembly_failures.c: why an assembly ended: joints that stay open, rates that contradict.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/assembly/assembly_inside.h"
#include "base/cpu.h"
#include "system/constraints/rows.h"
#include "system/state/constraint.h"

enum { GAPS_TOLD = 5, NAMES_SIZE = 400 };

bool assembly_goes_on(void *context) {
  const AnalysisInput *input = ((Assembling *)context)->input;
  return !options_interrupted(input->options) &&
         !(input->cpu_limit > 0 && cpu_seconds() > input->cpu_limit);
}

void assembly_tell_stopped(Assembling *a) {
  Failure *failure = &a->result->failure;
  if (options_interrupted(a->input->options)) {
    a->result->status = RUN_INTERRUPTED;
    failure_set(failure, DIAG_INT_INTERRUPTED, origin_none(), "interrupted while assembling");
    return;
  }
  a->result->status = RUN_BUDGET;
  failure_set(failure, DIAG_LIMIT_TIME, a->result->analysis->origin,
              "the time budget is used up while assembling");
  failure_hint(failure, "raise --time-limit");
}

static AssemblyGap gap_of_joint(const State *state, int joint) {
  const System *system = state->system;
  AssemblyGap gap = {0};
  for (int p = system->joint_first_part[joint]; p < system->joint_first_part[joint + 1]; p++) {
    const PrimitiveKind *primitive = system->parts[p].primitive;
    for (int r = 0; r < primitive->row_count; r++) {
      double *size = primitive->pure_number ? &gap.angle : &gap.length;
      *size = hypot(*size, state->rows[p].phi[r]);
    }
  }
  // the sine of an angle that is beyond 90 degrees
  if (state_branch((State *)state, joint) < 0 && gap.angle <= 1) {
    gap.angle = 3.14159265358979323846 - asin(gap.angle);
  }
  return gap;
}

static int larger_gap_first(const void *one, const void *other) {
  const AssemblyGap *a = one, *b = other;
  return a->size > b->size ? -1 : a->size < b->size ? 1 : a->origin.id - b->origin.id;
}

static AssemblyGap gap_of(const State *state, int index) {
  const Model *model = state->system->model;
  const Constraint it = constraint_of(model, index);
  const int r = index - model->joint_count;
  AssemblyGap gap = {0};
  if (r < 0) {
    gap = gap_of_joint(state, index);
  } else {
    const int row = state->system->relations[r].row;
    *(state->relations[r].turns ? &gap.angle : &gap.length) =
        fabs(row_phi(state, row)) / state->row_size[row];
  }
  gap.leaves = r < 0 ? state->system->model->joints[index].kind->leaves : NULL;
  gap.what = it.what;
  gap.name = it.name;
  gap.origin = it.origin;
  return gap;
}

static AssemblyGap gap_of_fixed(const Assembling *a, int k) {
  const double off = fabs(closure_row_misfit(a->state, &a->positions[k]));
  const bool angle = assembly_is_angle(a->positions[k].quantity);
  return (AssemblyGap){.what = "fixed value",
                       .name = a->position_names[k],
                       .origin = a->result->analysis->origin,
                       .length = angle ? 0 : off,
                       .angle = angle ? off : 0};
}

static bool list_gaps(Assembling *a) {
  State *state = a->state;
  const int constraints = constraint_count(state->system->model);
  AssemblyGap *gaps = arena_array(a->arena, AssemblyGap, constraints + a->position_count);
  if (gaps == NULL) {
    return false;
  }
  int count = constraints + a->position_count;
  for (int j = 0; j < count; j++) {
    gaps[j] = j < constraints ? gap_of(state, j) : gap_of_fixed(a, j - constraints);
    const double length = j < constraints ? constraint_length(state, j) : state->length;
    gaps[j].size = fmax(gaps[j].length / length, gaps[j].angle);
  }
  qsort(gaps, (size_t)count, sizeof *gaps, larger_gap_first);
  while (count > 0 && gaps[count - 1].size < 1e-3 * gaps[0].size) {
    count--;
  }
  a->out->gaps = gaps;
  a->out->gap_count = count;
  return true;
}

static int put_gap(char *text, size_t size, const AssemblyGap *gap) {
  const char *what = gap->what;
  if (gap->length > 0 && gap->angle > 1e-6) {
    return snprintf(text, size, "%s \"%s\" by %.3g m and %.3g rad", what, gap->name, gap->length,
                    gap->angle);
  }
  return snprintf(text, size, "%s \"%s\" by %.3g %s", what, gap->name,
                  gap->length > 0 ? gap->length : gap->angle, gap->length > 0 ? "m" : "rad");
}

bool assembly_tell_open(Assembling *a, const ClosureReport *report) {
  char names[NAMES_SIZE] = "";
  size_t used = 0;
  double total = 0;
  if (!list_gaps(a)) {
    return false;
  }
  const AssemblyResult *out = a->out;
  for (int k = 0; k < out->gap_count; k++) {
    total += out->gaps[k].length;
    if (k < GAPS_TOLD && used + 100 < sizeof names) {
      used += (size_t)snprintf(names + used, sizeof names - used, "%s", k > 0 ? ", " : "");
      used += (size_t)put_gap(names + used, sizeof names - used, &out->gaps[k]);
      used = used < sizeof names ? used : sizeof names - 1;
    }
  }
  Failure *failure = &a->result->failure;
  a->result->status = RUN_FAILED;
  char sum[NAMES_SIZE] = "";
  if (total > 0) {
    (void)snprintf(sum, sizeof sum, ": %.3g m in total", total);
  }
  failure_set(failure, DIAG_IC_OPEN,
              out->gap_count > 0 ? out->gaps[0].origin : a->result->analysis->origin,
              "the joints cannot all be closed; the closest pose found leaves open %s%s%s", names,
              out->gap_count > GAPS_TOLD ? " and more" : "", sum);
  const bool turned = out->gap_count > 0 && out->gaps[0].angle > 1e-6;
  const char *leaves = turned ? out->gaps[0].leaves : NULL;
  failure_hint(failure,
               "check lengths, marker positions and \"fixed\" values; %d disturbed guesses did not "
               "close the joints either%s%s",
               report->tries, leaves != NULL ? "; the joint leaves " : "",
               leaves != NULL ? leaves : "");
  return true;
}

void assembly_tell_rates(Assembling *a) {
  State *state = a->state;
  const char *name = "";
  double size = 0;
  for (int k = 0; k < a->rate_count; k++) {
    const double off = fabs(closure_row_misfit(state, &a->rates[k])) / a->rates[k].unit;
    if (off > size) {
      size = off;
      name = a->rate_names[k];
    }
  }
  a->result->status = RUN_FAILED;
  failure_set(&a->result->failure, DIAG_IC_RATE, a->result->analysis->origin,
              "the fixed rates contradict the joints or each other: \"%s\" is the worst; the "
              "closest motion still misses them by %.3g (scaled)",
              name, a->out->velocity_misfit);
  failure_hint(&a->result->failure, "fix at most as many rates as there are degrees of freedom");
}
