// SPDX-License-Identifier: BSD-3-Clause
// plan.c: which values run i takes (see plan.h).
#include "sweep/plan.h"

#include <math.h>

#include "sweep/sample.h"

// The k-th value of a list or a range; the ends of a range are exact.
static double listed(const Variable *variable, long k) {
  if (variable->kind == VARIABLE_VALUES) {
    return variable->values[k];
  }
  const Distribution *range = &variable->distribution;
  const long last = variable->count - 1;
  if (k == last) {
    return range->b;
  }
  return (range->a * (double)(last - k) + range->b * (double)k) / (double)last;
}

static double drawn(const Variable *variable, double u) {
  if (variable->kind == VARIABLE_DISTRIBUTION) {
    return distribution_value(&variable->distribution, u);
  }
  if (variable->kind == VARIABLE_RANGE) {
    return variable->distribution.a + u * (variable->distribution.b - variable->distribution.a);
  }
  const long k = (long)(u * (double)variable->count);
  return variable->values[k < variable->count ? k : variable->count - 1];
}

static double coordinate(const Plan *plan, int dimension, long run) {
  switch (plan->method) {
  case PLAN_RANDOM:
    return sample_uniform(plan->seed, dimension, run);
  case PLAN_LATIN_HYPERCUBE:
    return sample_latin_hypercube(plan->seed, dimension, run, plan->runs);
  case PLAN_SOBOL:
    return sample_sobol(plan->seed, dimension, run, plan->scramble);
  case PLAN_GRID:
  case PLAN_ZIP:
    break;
  }
  return 0;
}

static double evaluated(const Variable *variable, const double *values) {
  for (int k = 0; k < variable->program.input_count; k++) {
    variable->inputs[k] = values[variable->program.inputs[k].index];
  }
  return variable->program.constant
             ? variable->program.value
             : program_value(&variable->program, variable->inputs, variable->work);
}

void plan_values(const Plan *plan, long run, double *values) {
  long rest = run; // grid: a number whose digits have the variables' counts as bases
  for (int v = plan->variable_count - 1; v >= 0; v--) {
    const Variable *variable = &plan->variables[v];
    if (variable->kind == VARIABLE_EXPRESSION) {
      continue;
    }
    if (plan->method == PLAN_GRID) {
      values[v] = listed(variable, rest % variable->count);
      rest /= variable->count;
    } else if (plan->method == PLAN_ZIP) {
      values[v] = listed(variable, run);
    } else {
      values[v] = drawn(variable, coordinate(plan, variable->dimension, run));
    }
  }
  for (int v = 0; v < plan->variable_count; v++) {
    if (plan->variables[v].kind == VARIABLE_EXPRESSION) {
      values[v] = evaluated(&plan->variables[v], values);
    }
  }
}

const char *plan_method_word(PlanMethod method) {
  switch (method) {
  case PLAN_GRID:
    return "grid";
  case PLAN_ZIP:
    return "zip";
  case PLAN_RANDOM:
    return "random";
  case PLAN_LATIN_HYPERCUBE:
    return "latin_hypercube";
  case PLAN_SOBOL:
    return "sobol";
  }
  return "";
}
