// SPDX-License-Identifier: BSD-3-Clause
// plan.c: which values run i takes (see plan.h).
#include "sweep/plan/plan.h"

#include <math.h>

#include "sweep/plan/sample.h"

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

// The outermost levels of an unbounded distribution are these quantiles.
static const double MORRIS_TAIL = 0.005;

static double drawn(const Plan *plan, const Variable *variable, double u) {
  if (plan->method == PLAN_MORRIS && variable->kind == VARIABLE_DISTRIBUTION &&
      variable->distribution.kind == DISTRIBUTION_NORMAL) {
    return distribution_value(&variable->distribution, MORRIS_TAIL + (1 - 2 * MORRIS_TAIL) * u);
  }
  if (variable->kind == VARIABLE_DISTRIBUTION) {
    return distribution_value(&variable->distribution, u);
  }
  if (variable->kind == VARIABLE_RANGE) {
    return variable->distribution.a + u * (variable->distribution.b - variable->distribution.a);
  }
  const long k = (long)(u * (double)variable->count);
  return variable->values[k < variable->count ? k : variable->count - 1];
}

// Of A, of B, or of A with one coordinate of B.
static double mixed_coordinate(const Plan *plan, int dimension, long run) {
  const int group = plan_group(plan), which = (int)(run % group);
  const bool of_b = which == 1 || which == dimension + 2;
  return sample_sobol(plan->seed, of_b ? plan->dimensions + dimension : dimension, run / group,
                      plan->scramble);
}

static double coordinate(const Plan *plan, int dimension, long run) {
  switch (plan->method) {
  case PLAN_RANDOM:
    return sample_uniform(plan->seed, dimension, run);
  case PLAN_LATIN_HYPERCUBE:
    return sample_latin_hypercube(plan->seed, dimension, run, plan->runs);
  case PLAN_SOBOL:
    return sample_sobol(plan->seed, dimension, run, plan->scramble);
  case PLAN_MORRIS:
    return sample_morris(plan->seed, dimension, plan->dimensions, plan->levels,
                         run / plan_group(plan), (int)(run % plan_group(plan)));
  case PLAN_SOBOL_INDICES:
    return mixed_coordinate(plan, dimension, run);
  case PLAN_GRID:
  case PLAN_ZIP:
  case PLAN_LIST:
  case PLAN_METHOD_COUNT:
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
    } else if (!plan_is_drawn(plan->method)) {
      values[v] = listed(variable, run);
    } else {
      values[v] = drawn(plan, variable, coordinate(plan, variable->dimension, run));
    }
  }
  for (int v = 0; v < plan->variable_count; v++) {
    if (plan->variables[v].kind == VARIABLE_EXPRESSION) {
      values[v] = evaluated(&plan->variables[v], values);
    }
  }
}

bool plan_is_drawn(PlanMethod method) {
  return method != PLAN_GRID && method != PLAN_ZIP && method != PLAN_LIST;
}

int plan_group(const Plan *plan) {
  return plan->method == PLAN_MORRIS          ? plan->dimensions + 1
         : plan->method == PLAN_SOBOL_INDICES ? plan->dimensions + 2
                                              : 0;
}

const char *plan_method_word(PlanMethod method) {
  static const char *const words[PLAN_METHOD_COUNT] = {"grid",  "zip",  "random", "latin_hypercube",
                                                       "sobol", "list", "morris", "sobol_indices"};
  return method < PLAN_METHOD_COUNT ? words[method] : "";
}

const char *plan_key(const Plan *plan, Arena *arena) {
  if (plan_group(plan) == 0) {
    return "";
  }
  Text text = text_open(arena->allocator);
  text_printf(&text, "%s %d %llu", plan_method_word(plan->method), plan->levels,
              (unsigned long long)plan->seed);
  for (int v = 0; v < plan->variable_count; v++) {
    if (plan->variables[v].kind != VARIABLE_EXPRESSION) {
      text_printf(&text, " %d", v);
    }
  }
  return text_keep(&text, arena);
}
