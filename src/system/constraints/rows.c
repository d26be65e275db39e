// SPDX-License-Identifier: BSD-3-Clause
// rows.c: all constraint rows in one walk (see rows.h).
#include "system/constraints/rows.h"

#include <math.h>

_Static_assert(offsetof(PairRows, phi) == 0 && ROW_RATE == (int)PRIMITIVE_ROWS &&
                   ROW_BIAS == 2 * (int)PRIMITIVE_ROWS && ROW_J == 3 * (int)PRIMITIVE_ROWS,
               "a relation's row stands as the first one of a part");

// ---- the list ----

static void add_end(System *system, int b, int side, int at) {
  const SystemBody *body = &system->bodies[b];
  system->ends[system->end_count++] =
      (RowEnd){.body = b, .v = body->v, .nv = body->nv, .side = side, .at = at};
}

static void list_part(System *system, int p) {
  const SystemPart *part = &system->parts[p];
  for (int r = 0; r < part->primitive->row_count; r++) {
    SystemRow *row = &system->rows[part->row + r];
    *row = (SystemRow){.at = p * ROW_PART + r,
                       .first_end = system->end_count,
                       .part = p,
                       .constraint = part->joint,
                       .pair = {part->body[0], part->body[1]}};
    for (int side = 0; side < 2; side++) {
      if (part->body[side] != 0) {
        add_end(system, part->body[side], side,
                p * ROW_PART + ROW_J + r * ROW_STRIDE + side * BODY_V);
      }
    }
    row->end = system->end_count;
  }
}

static void list_relation(System *system, int r) {
  const SystemRelation *relation = &system->relations[r];
  SystemCoordinate *first = &system->coordinates[relation->first];
  SystemRow *row = &system->rows[relation->row];
  *row = (SystemRow){.at = system->number_count,
                     .first_end = system->end_count,
                     .part = -1,
                     .constraint = system->model->joint_count + r,
                     .pair = {first->body[0], first->body[1]},
                     .rates_alone = relation->rates_alone,
                     .rotor = system->model->relations[r].owner == RELATION_OF_ROTOR};
  system->rate_rows += relation->rates_alone ? 1 : 0;
  system->number_count += ROW_J;
  for (int k = 0; k < 2 * relation->count; k++) {
    const int b = first[k / 2].body[k % 2];
    int e = row->first_end;
    while (e < system->end_count && system->ends[e].body != b) {
      e++;
    }
    if (b != 0 && e == system->end_count) {
      add_end(system, b, e - row->first_end, system->number_count);
      system->number_count += system->bodies[b].nv;
    }
    first[k / 2].end[k % 2] = b != 0 ? e : -1;
  }
  row->end = system->end_count;
}

bool rows_compile(System *system, Arena *arena) {
  const int constraints = system->model->joint_count + system->relation_count;
  int *first = arena_array(arena, int, constraints + 1);
  system->constraint_first_row = first;
  system->rows = arena_array(arena, SystemRow, system->nc);
  system->ends = arena_array(arena, RowEnd, 2 * (system->nc + system->coordinate_count));
  if (arena->allocator->exhausted) {
    return false;
  }
  system->number_count = system->part_count * ROW_PART;
  for (int p = 0; p < system->part_count; p++) {
    list_part(system, p);
  }
  for (int r = 0; r < system->relation_count; r++) {
    list_relation(system, r);
  }
  for (int i = 0; i < system->nc; i++) {
    first[system->rows[i].constraint + 1]++;
  }
  for (int c = 0; c < constraints; c++) {
    first[c + 1] += first[c];
  }
  return true;
}

int rows_alike(const System *system, int i) {
  const int part = system->rows[i].part;
  return part >= 0 ? system->parts[part].primitive->row_count : 1;
}

// ---- J ----

void row_add_forces(const State *state, int i, double factor, double *out) {
  const System *system = state->system;
  for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
    const RowEnd *end = &system->ends[e];
    const double *J = state->row + end->at;
    for (int k = 0; k < end->nv; k++) {
      out[end->v + k] += J[k] * factor;
    }
  }
}

double row_share(const State *state, const RowEnd *end) {
  const double *J = state->row + end->at, *inverse = state->mass_inverse[end->body];
  double sum = 0;
  for (int i = 0; i < end->nv; i++) {
    for (int k = 0; k < end->nv; k++) {
      sum += J[i] * inverse[i * end->nv + k] * J[k];
    }
  }
  return sum;
}

double row_stiffness(const State *state, int i) {
  const System *system = state->system;
  double sum = 0;
  for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
    sum += row_share(state, &system->ends[e]);
  }
  return sum;
}

void rows_times(const State *state, const double *x, double *out) {
  for (int i = 0; i < state->system->nc; i++) {
    out[i] = row_times(state, i, x);
  }
}

void rows_add_forces(const State *state, double factor, const double *lambda, double *out) {
  for (int i = 0; i < state->system->nc; i++) {
    row_add_forces(state, i, factor * lambda[i], out);
  }
}

// ---- the levels ----

// Asserts that phi, rate or bias stands.
static void stands(const State *state, int which) {
  assert(state->rows_level >= (which == ROW_BIAS   ? PAIR_ACCELERATION
                               : which == ROW_RATE ? PAIR_VELOCITY
                                                   : PAIR_POSITION));
}

void rows_copy(const State *state, int which, double factor, double *to) {
  stands(state, which);
  for (int i = 0; i < state->system->nc; i++) {
    to[i] = factor * state->row[state->system->rows[i].at + which];
  }
}

double rows_oppose(const State *state, int which, double *to) {
  const SystemRow *row = state->system->rows;
  double worst = 0;
  stands(state, which);
  for (int i = 0; i < state->system->nc; i++) {
    const double level = state->row[row[i].at + which], size = fabs(level) * state->row_weight[i];
    to[i] = -level;
    worst = size > worst || isnan(size) ? size : worst;
  }
  return worst;
}

RowNorms rows_norms(const State *state, const double *a) {
  const System *system = state->system;
  double position = 0, part = 0, velocity = 0, acceleration = 0;
  stands(state, a != NULL ? ROW_BIAS : ROW_RATE);
  for (int i = 0; i < system->nc; i++) {
    const double *row = state->row + system->rows[i].at, size = state->row_size[i];
    const double phi = row[0] / size, rate = row[ROW_RATE] / size;
    const double relative = phi * state->row_weight[i];
    position += phi * phi;
    part += relative * relative;
    velocity += rate * rate;
    if (a != NULL) {
      const double left = row_add_times(row[ROW_BIAS], system, state->row, i, a) / size;
      acceleration += left * left;
    }
  }
  return (RowNorms){.position = sqrt(position),
                    .part = sqrt(part),
                    .velocity = sqrt(velocity),
                    .acceleration = sqrt(acceleration)};
}
