// SPDX-License-Identifier: BSD-3-Clause
// conservative.c: whether every force is one of position alone (see conservative.h).
//
// A force reads velocities through its measures, or because damping multiplies a rate; every such
// constant of an element has the quantity of damping.
#include "system/forces/conservative.h"

static bool refuse(const SystemForce *force, const State *state, const char *what,
                   Failure *failure) {
  const Force *source = &state->system->model->forces[force->force];
  failure_set(failure, DIAG_INT_MECHANISM, source->origin,
              "force \"%s\" %s: the symplectic method accepts only forces that depend on position",
              source->name, what);
  return failure_hint(failure, "use another method, such as runge_kutta or ida");
}

static const char *fault_of(const State *state, const Program *program) {
  if (program->uses_time) {
    return "depends on time";
  }
  for (int i = 0; i < program->input_count; i++) {
    const Symbol *symbol = &program->inputs[i];
    if (symbol->kind == SYMBOL_MEASURE &&
        measure_level(state->system->model->measures[symbol->index].kind->quantity) !=
            LEVEL_POSITION) {
      return "depends on velocities";
    }
  }
  return NULL;
}

// Whether a number of the force is damping that acts.
static bool has_damping(const State *state, const SystemForce *force) {
  for (int k = 0; k < force->layout.par_count; k++) {
    const Number *number = &state->system->model->numbers[force->first_number + k];
    const bool damps = number->quantity == QUANTITY_DAMPING ||
                       number->quantity == QUANTITY_ANGULAR_DAMPING ||
                       number->quantity == QUANTITY_COUPLING_DAMPING ||
                       number->quantity == QUANTITY_QUADRATIC_DRAG;
    if (damps && (number->program.uses_state || state->values[force->first_number + k] != 0)) {
      return true;
    }
  }
  return false;
}

bool conservative_forces(const State *state, Failure *failure) {
  const System *system = state->system;
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    for (int k = 0; k < force->dynamic_count; k++) {
      const Program *program = &system->model->numbers[force->dynamic[k]].program;
      const char *fault = fault_of(state, program);
      if (fault != NULL) {
        return refuse(force, state, fault, failure);
      }
    }
    if (force->kind->friction != NULL) {
      return refuse(force, state, "rubs", failure);
    }
    if (has_damping(state, force)) {
      return refuse(force, state, "has damping", failure);
    }
  }
  return true;
}
