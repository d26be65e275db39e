// SPDX-License-Identifier: BSD-3-Clause
// state_space.c: small motions with inputs and outputs (see state_space.h).
#include "system/small_motions/state_space.h"

#include <math.h>
#include <string.h>

#include "elements/frames/frame.h"
#include "elements/frames/measure.h"
#include "math/rank.h"
#include "system/mechanism/point.h"

static const double SAME_ROWS = 1e-11; // of the largest singular value of J

// ---- opening ----

bool state_space_open(StateSpace *space, State *state, Arena *arena) {
  const System *system = state->system;
  const int nv = system->nv;
  *space = (StateSpace){.state = state};
  return linearize_open(&space->linearization, state, arena) &&
         parameter_open(state, &space->slope, arena) &&
         arena_doubles(arena, nv * nv, &space->M, &space->C, &space->K, &space->m) &&
         arena_doubles(arena, system->nc * nv, &space->J) && arena_doubles(arena, nv, &space->x) &&
         arena_doubles(arena, system->nq, &space->dq) &&
         arena_doubles(arena, system->largest_inputs, &space->gradient);
}

// ---- reduced matrices ----

// N_i' X N_j.
static double reduced(const StateSpace *space, const double *X, int i, int j) {
  const int nv = space->state->system->nv;
  const double *a = space->N + (long)i * nv, *b = space->N + (long)j * nv;
  double sum = 0;
  for (int column = 0; column < nv; column++) {
    double part = 0;
    for (int row = 0; row < nv && b[column] != 0; row++) {
      part += a[row] * X[row + (long)column * nv];
    }
    sum += part * b[column];
  }
  return sum;
}

// Cholesky: m = L L'. False where it is not positive definite.
static bool factor_mass(StateSpace *space) {
  const int n = space->free;
  double *L = space->m;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      double sum = reduced(space, space->M, i, j);
      for (int k = 0; k < j; k++) {
        sum -= L[i * n + k] * L[j * n + k];
      }
      if (i == j && !(sum > 0)) {
        return false;
      }
      L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
    }
  }
  return true;
}

// b := m^-1 b.
static void divide_by_mass(const StateSpace *space, double *b) {
  const int n = space->free;
  const double *L = space->m;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) {
      b[i] -= L[i * n + k] * b[k];
    }
    b[i] /= L[i * n + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) {
      b[i] -= L[k * n + i] * b[k];
    }
    b[i] /= L[i * n + i];
  }
}

// N: all directions where no row holds any. False when memory ran out.
static bool find_free(StateSpace *space, Arena *arena) {
  const System *system = space->state->system;
  const int nv = system->nv;
  if (system->nc > 0) {
    Rank rank; // J, column-major, is J' by rows
    const bool found = rank_of(space->J, nv, system->nc, SAME_ROWS, &rank, arena);
    space->N = found ? rank.null_space : NULL;
    space->free = found ? rank.null_count : 0;
    return found;
  }
  double *all = arena_array(arena, double, nv *nv);
  for (int k = 0; all != NULL && k < nv; k++) {
    all[k * nv + k] = 1;
  }
  space->N = all;
  space->free = nv;
  return all != NULL;
}

bool state_space_at(StateSpace *space, Arena *arena) {
  State *state = space->state;
  const System *system = state->system;
  if (system->rate_rows > 0 ||
      !linearize_at(&space->linearization, space->M, space->C, space->K, space->J)) {
    return false;
  }
  return find_free(space, arena) && factor_mass(space);
}

void state_space_matrix(const StateSpace *space, double *A) {
  const int n = space->free, order = 2 * n;
  memset(A, 0, (size_t)order * (size_t)order * sizeof *A);
  for (int j = 0; j < n; j++) {
    A[(long)(n + j) * order + j] = 1;
    double *stiff = A + (long)j * order + n, *damp = A + (long)(n + j) * order + n;
    for (int i = 0; i < n; i++) {
      stiff[i] = -reduced(space, space->K, i, j);
      damp[i] = -reduced(space, space->C, i, j);
    }
    divide_by_mass(space, stiff);
    divide_by_mass(space, damp);
  }
}

// ---- inputs ----

static bool is_zero(const double *numbers, long count) {
  bool zero = true;
  for (long k = 0; zero && k < count; k++) {
    zero = numbers[k] == 0;
  }
  return zero;
}

// Whether nothing but forces and outputs changes with the input.
static bool moves_nothing(const StateSpace *space) {
  const System *system = space->state->system;
  const ParameterSlope *slope = &space->slope;
  bool still = is_zero(slope->row, system->number_count) && is_zero(slope->gravity, 3);
  for (int m = 0; still && m < system->model->marker_count; m++) {
    still = !slope->moved[m];
  }
  for (int b = 1; still && b < system->body_count; b++) {
    still = is_zero(slope->mass[b], (long)BODY_V * BODY_V);
  }
  return still;
}

bool state_space_input(StateSpace *space, int parameter, double *column) {
  State *state = space->state;
  const int nv = state->system->nv, n = space->free;
  const NumberValue one = {.number = state->system->model->parameters[parameter].number,
                           .value = 1};
  parameter_refresh(state, (NumberValues){.list = &one, .count = 1}, &space->slope);
  if (!state_forces(state) || !parameter_point(state, &space->slope) || !moves_nothing(space)) {
    return false;
  }
  memset(column, 0, (size_t)n * sizeof *column);
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < nv; k++) {
      sum += space->N[(long)i * nv + k] * space->slope.Q[k];
    }
    column[n + i] = sum;
  }
  divide_by_mass(space, column + n);
  return true;
}

// ---- outputs ----

bool state_space_reads(const State *state, int number) {
  const Program *program = &state->system->model->numbers[number].program;
  for (int i = 0; i < program->input_count; i++) {
    const Symbol *symbol = &program->inputs[i];
    if (symbol->kind == SYMBOL_MEASURE) {
      const Measure *measure = &state->system->model->measures[symbol->index];
      const MeasureKind *kind = measure->vector != NULL ? measure->vector : measure->kind;
      if (measure_level(kind->quantity) > LEVEL_VELOCITY) {
        return false;
      }
    }
  }
  return true;
}

// The change of a marker's frame along dq and dv.
static void frame_along(const State *state, int marker, const double *dq, const double *dv,
                        Frame *change) {
  enum { NUMBERS = sizeof(Frame) / sizeof(double) };
  const int b = state->system->model->markers[marker].body;
  const SystemBody *body = &state->system->bodies[b];
  const FrameGeometry *geometry = &state->geometry[marker];
  double *sum = (double *)(void *)change;
  memset(change, 0, sizeof *change);
  for (int k = 0; k < body->nq + body->nv; k++) {
    const double weight = k < body->nq ? dq[body->q + k] : dv[body->v + k - body->nq];
    Frame one;
    if (weight == 0) {
      continue;
    }
    if (k < body->nq) {
      frame_tangent_q(body->kind, &state->motion[b], (const real(*)[9])state->dA[b], geometry, k,
                      &one);
    } else {
      frame_tangent_v(body->kind, &state->motion[b], geometry, k - body->nq, &one);
    }
    const double *part = (const double *)(const void *)&one;
    for (int i = 0; i < NUMBERS; i++) {
      sum[i] += weight * part[i];
    }
  }
}

static double measure_along(State *state, int index, const double *dq, const double *dv) {
  const Measure *measure = &state->system->model->measures[index];
  int marker[2];
  Axis axis;
  Frame frame[2], change[2];
  state_measure_frames(state->system->model, measure, marker, &axis);
  for (int k = 0; k < 2; k++) {
    frame[k] = *state_frame(state, marker[k]);
    frame_along(state, marker[k], dq, dv, &change[k]);
  }
  return state_side_of(state, index) * measure_tangent(measure->kind->quantity,
                                                       measure->kind->component, axis,
                                                       state->system->planar, frame, change);
}

// dv of a displacement x with x' = O x: (W + O) x.
static void rates_of(const StateSpace *space, const double *x, double *dv) {
  const State *state = space->state;
  const System *system = state->system;
  const int nv = system->nv;
  memset(dv, 0, (size_t)nv * sizeof *dv);
  for (int j = 0; space->linearization.moving && j < nv; j++) {
    for (int i = 0; i < nv && x[j] != 0; i++) {
      dv[i] += space->linearization.O[i + (long)j * nv] * x[j];
    }
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body->kind->rotations == 3) {
      const int at = body->v + body->kind->translations;
      const double *w = state->v + at, *r = x + at;
      for (int k = 0; k < 3; k++) {
        dv[at + k] += w[(k + 1) % 3] * r[(k + 2) % 3] - w[(k + 2) % 3] * r[(k + 1) % 3];
      }
    }
  }
}

static double number_along(State *state, int number, const double *gradient, const double *dq,
                           const double *dv) {
  const Program *program = &state->system->model->numbers[number].program;
  double sum = 0;
  for (int i = 0; i < program->input_count; i++) {
    if (program->inputs[i].kind == SYMBOL_MEASURE && gradient[i] != 0) {
      sum += gradient[i] * measure_along(state, program->inputs[i].index, dq, dv);
    }
  }
  return sum;
}

static void take_gradient(StateSpace *space, int number) {
  State *state = space->state;
  const Program *program = &state->system->model->numbers[number].program;
  for (int i = 0; i < program->input_count; i++) {
    if (program->inputs[i].kind == SYMBOL_MEASURE) {
      const int index = program->inputs[i].index;
      state->measures[index] = state_measure(state, index);
    }
  }
  (void)state_number(state, number, space->gradient);
}

void state_space_output(StateSpace *space, int number, double *row, int stride) {
  State *state = space->state;
  const int nv = state->system->nv, n = space->free;
  take_gradient(space, number);
  for (int i = 0; i < n; i++) {
    const double *x = space->N + (long)i * nv;
    state_rate(state, x, space->dq);
    rates_of(space, x, space->x);
    row[(long)i * stride] = number_along(state, number, space->gradient, space->dq, space->x);
    memset(space->dq, 0, (size_t)state->system->nq * sizeof(double));
    row[(long)(n + i) * stride] = number_along(state, number, space->gradient, space->dq, x);
  }
}

double state_space_direct(StateSpace *space, int number) {
  const State *state = space->state;
  const Model *model = state->system->model;
  const Program *program = &model->numbers[number].program;
  double sum = 0;
  take_gradient(space, number);
  for (int i = 0; i < program->input_count; i++) {
    if (program->inputs[i].kind == SYMBOL_PARAMETER) {
      sum += space->gradient[i] *
             space->slope.values[model->parameters[program->inputs[i].index].number];
    }
  }
  return sum;
}
