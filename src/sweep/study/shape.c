// SPDX-License-Identifier: BSD-3-Clause
// shape.c: the model of runs that have the same elements (see shape.h).
#include "sweep/study/shape.h"
#include "language/judge.h"

#include <string.h>

#include "sweep/study/outputs.h"
#include "sweep/study/paths.h"
#include "sweep/study/variables.h"

void shape_open(Shape *shape, Allocator *allocator) {
  *shape = (Shape){.sweep = NULL};
  arena_open(&shape->arena, allocator);
}

void shape_close(Shape *shape) {
  Allocator *allocator = shape->arena.allocator;
  arena_close(&shape->arena);
  shape_open(shape, allocator);
}

static bool fits(const Shape *shape, const Sweep *sweep, const double *values) {
  bool same = shape->sweep != NULL;
  for (int v = 0; same && v < sweep->plan.variable_count; v++) {
    same = !sweep->plan.variables[v].shapes || shape->values[v] == values[v];
  }
  return same;
}

static const Model *load(const Sweep *sweep, const double *values, Arena *arena, Diag *diag) {
  NodeValue *list = arena_array(arena, NodeValue, sweep->plan.variable_count);
  int count = 0;
  for (int v = 0; list != NULL && v < sweep->plan.variable_count; v++) {
    if (sweep->plan.variables[v].shapes) {
      list[count++] = (NodeValue){.node = sweep->plan.variables[v].node, .value = values[v]};
    }
  }
  return list == NULL ? NULL
                      : model_with_stated(sweep->model, &sweep->load, list, count, arena, diag);
}

// Where the model states what else varies. A model with fewer elements may not have it any more.
static bool find_variables(const Sweep *sweep, Sweep *own, Arena *arena, Diag *diag) {
  Plan *plan = &own->plan;
  plan->variables = arena_array(arena, Variable, plan->variable_count);
  if (plan->variables == NULL) {
    return false;
  }
  plan->variable_count = 0;
  for (int v = 0; v < sweep->plan.variable_count; v++) {
    const Variable *from = &sweep->plan.variables[v];
    Variable *to = &plan->variables[v], found;
    *to = *from;
    if (!from->shapes) {
      if (!paths_open(own, from->path, from->mark, &found, arena, diag)) {
        return false;
      }
      to->number = found.number;
      to->node = found.node;
    }
    plan->variable_count++;
  }
  return variables_sort(own, arena);
}

static const Sweep *make(const Sweep *sweep, const double *values, Arena *arena, Diag *diag) {
  Sweep *own = arena_new(arena, Sweep);
  const Model *model = own == NULL ? NULL : load(sweep, values, arena, diag);
  if (model == NULL) {
    return NULL;
  }
  *own = *sweep;
  own->model = model;
  own->load.frozen = sweep->model;
  if (!outputs_resolve(own, arena, diag) || !find_variables(sweep, own, arena, diag) ||
      diag->error_count > 0) {
    return NULL;
  }
  own->system = system_compile(own->model, arena);
  return own->system == NULL || arena->allocator->exhausted ? NULL : own;
}

const Sweep *shape_take(Shape *shape, const Sweep *sweep, const double *values, Diag *diag) {
  if (fits(shape, sweep, values)) {
    return shape->sweep;
  }
  shape_close(shape);
  const size_t size = (size_t)sweep->plan.variable_count * sizeof *values;
  double *kept = arena_array(&shape->arena, double, sweep->plan.variable_count);
  const Sweep *made = kept == NULL ? NULL : make(sweep, values, &shape->arena, diag);
  if (made == NULL) {
    return NULL; // what there is of it goes with the next one
  }
  memcpy(kept, values, size);
  shape->sweep = made;
  shape->values = kept;
  return made;
}
